"""Makes messages of a match: what one reader may be told, and nothing else."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any

import msgspec

from mesozoic.client import messages
from mesozoic.client.differences import difference, fingerprint
from mesozoic.kernel.event import Event
from mesozoic.kernel.game import Result, Setup
from mesozoic.kernel.record import can_take_back
from mesozoic.kernel.sharing import seen, shared
from mesozoic.kernel.state import HOST, State
from mesozoic.table.matches.clocks import Clocks
from mesozoic.table.matches.match import ChatEntry, Match, Reader, Told, public_options
from mesozoic.table.storage import entries as kinds

CHECK_EVERY = 50
"""So often who is sent differences can see whether they have led to the right view."""


def timestamp(wall: float) -> str:
    return datetime.fromtimestamp(wall, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def match_info(match: Match, connected: Collection[Reader] = (), begins_ms: int = 0) -> messages.MatchInfo:
    row = match.row
    return messages.MatchInfo(
        id=row.id,
        game=row.game,
        title=match.title,
        status=match.status,  # type: ignore[arg-type]
        players=row.players,
        options=public_options(row.options),
        seats=[
            messages.SeatInfo(
                seat=seat.number,
                name=seat.name,
                kind=seat.kind,  # type: ignore[arg-type]
                level=seat.level,
                connected=seat.number in connected,
                resigned=seat.resigned,
                away=seat.away,
            )
            for seat in match.seats
        ],
        listed=row.listed,
        clock=None if row.clock is None else messages.ClockInfo(**row.clock),
        seed_was_chosen=row.seed_was_chosen,
        created=timestamp(row.created),
        moves=match.versions.get(None, 0),
        to_move=[seat for seat in match.to_move if seat != HOST],
        why_over=match.why_over,
        next_match=match.next_match,
        creator=match.creator,
        begins_ms=begins_ms,
        is_shelved=match.is_shelved,
    )


@shared
def event_messages(film: list[tuple[Event, State]]) -> list[messages.EventMessage]:
    """Once for all who hear some of them."""
    return [event_message(state.setup, event) for event, state in film]


def event_message(setup: Setup, event: Event) -> messages.EventMessage:
    return messages.EventMessage(event.kind, setup.game.words.told(setup, event), event.facts())


def move_options(state: State, seat: int) -> list[messages.MoveOption]:
    """The seat's legal moves with their words, as far as a list makes sense (see :meth:`Game.offered`)."""
    game = state.setup.game
    return [
        messages.MoveOption(
            game.text(code), game.words.label(state, seat, code), list(game.tabletop.elements(state, seat, code))
        )
        for code in game.tabletop.offered(state, seat)
    ]


def result_message(result: Result | None) -> messages.ResultMessage | None:
    if result is None:
        return None
    return messages.ResultMessage(
        list(result.scores), list(result.places), list(result.winners), result.why, list(result.details)
    )


def my_match(info: messages.MatchInfo, match: Match, seat: Reader, clocks: Clocks, wall: float) -> messages.MyMatch:
    """A match as the holder of a seat lists it."""
    result = match.state.result if match.state is not None else None
    asked = seat if seat in match.to_move else None
    has_clock = asked is not None and match.row.clock is not None and clocks.runs(match, asked)
    return messages.MyMatch(
        match=info,
        seat=seat,
        your_turn=asked is not None and not match.seats[asked].is_played_by_bot,
        result=None if result is None or seat is None else my_result(match, result, seat),
        was_tried=bool(match.begun),
        turn_since=None if asked is None or match.is_shelved else timestamp(match.turns[asked][1]),
        left_ms=round(clocks.left(match, asked, wall) * 1000) if asked is not None and has_clock else None,
    )


def my_result(match: Match, result: Result, seat: int) -> messages.MyResult:
    won = seat in result.winners and not match.seats[seat].resigned
    return messages.MyResult(result.places[seat], result.scores[seat], won, match.clock_at)


def frames(
    film: list[tuple[Event, State]],
    reader: Reader,
    with_views: bool,
    all_eyes: bool = False,
    rest: Any = None,
    all_views: bool = False,
) -> list[messages.Frame]:
    """The events that the reader may know, each with the table right after it where that is asked for.

    ``rest`` is the view that goes along with them; views that look the same are left out unless all are wanted.
    """
    found: list[messages.Frame] = []
    before: Any = None
    for (event, state), said in zip(film, event_messages(film), strict=True):
        if not all_eyes and not event.is_known_to(reader):
            continue
        view = seen(state, reader) if with_views else None
        frame = messages.Frame(said)
        if all_views:
            frame.view = view
        elif view != before:
            frame.at_rest = view == rest
            frame.view = None if frame.at_rest else view
        found.append(frame)
        before = view
    return found


def update(
    match: Match,
    reader: Reader,
    told: Told | None,
    wall: float,
    clocks: Clocks,
    with_frames: bool,
    tabletop: bool,
    all_views: bool = False,
) -> messages.Update:
    state = match.state
    assert state is not None
    view = seen(state, reader)
    playing = match.status == "playing"
    may_move = playing and reader is not None and reader in state.to_move and not match.seats[reader].is_played_by_bot
    return messages.Update(
        version=match.versions.get(reader, 0),
        decision=0 if reader is None else match.decisions[reader],
        view=view,
        tabletop=match.game.tabletop.lay_out(view) if tabletop else None,
        moves=move_options(state, reader) if may_move and reader is not None else [],
        frames=[] if told is None else frames(told.film, reader, with_frames, rest=view, all_views=all_views),
        to_move=[seat for seat in match.to_move if seat != HOST],
        can_undo=playing and reader is not None and not match.game.facts.realtime and can_take_back(state, reader),
        turns_back=len(match.ways_back(reader)) if playing and reader is not None else 0,
        undo=undo_question(match),
        clocks=clocks.shown(match, wall),
        at_ms=match.now(wall),
        result=result_message(state.result),
        log=log_lines(match, reader) if told is not None and told.entry.kind == kinds.UNDO else None,
        passes=reader in match.passing if playing and reader is not None and match.game.words.can_let_pass else None,
        accepted=None if told is None else told.accepted(reader),
    )


def differing(whole: messages.Update, before: Any) -> messages.Update:
    """An update with all views for somebody who has the one before: each table as what changed since the one before it.

    A reader is told of both views anyway, so their difference tells nothing new.
    """
    shown, told = before, []
    for frame in whole.frames:
        told.append(messages.Frame(frame.event))
        if frame.view is not None:
            told[-1].change = difference(shown, frame.view) or None
            shown = frame.view
    found = msgspec.structs.replace(whole, view=None, frames=told, change=difference(shown, whole.view))
    if whole.version % CHECK_EVERY == 0:
        found.check = fingerprint(msgspec.json.decode(encoded(whole.view)))
    return found


def undo_question(match: Match) -> messages.UndoQuestion | None:
    asked = match.undo
    return (
        None
        if asked is None
        else messages.UndoQuestion(asked.seat, None, asked.agreed, asked.needed, is_far=asked.after is not None)
    )


def chat_line(line: ChatEntry) -> messages.ChatLine:
    return messages.ChatLine(line.number, line.seat, line.name, line.text, timestamp(line.wall))


def log_lines(match: Match, reader: Reader) -> list[str]:
    if match.state is None:
        return []
    setup = match.state.setup
    return [setup.game.words.told(setup, event) for _, event in match.logs[reader]]


_encoder = msgspec.json.Encoder(enc_hook=lambda value: _plain(value))


def _plain(value: Any) -> Any:
    if isinstance(value, (frozenset, set)):
        return sorted(value)
    raise NotImplementedError(f"{type(value).__name__} cannot be sent")


def encoded(message: object) -> bytes:
    return _encoder.encode(message)
