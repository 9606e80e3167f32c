"""Finished games step by step: for the replay page, from a match of this table or from a record file."""

from __future__ import annotations

import gzip
import re
from typing import Any

import msgspec

import mesozoic
from mesozoic.client import messages
from mesozoic.kernel.errors import BadOptions, BadRecord
from mesozoic.kernel.record import Record
from mesozoic.kernel.state import HOST, State
from mesozoic.table.matches import present
from mesozoic.table.matches.match import Reader

ALL = "all"
PACKING_LEVEL = 4
MOST_MOVES = 10_000
"""Twice the longest game that was ever played here."""


def read_eyes(eyes: str, players: int) -> tuple[Reader, bool]:
    """Through whose eyes: ``P2``, ``spectator``, or ``all``, who see what everybody was told."""
    if eyes in (ALL, "spectator"):
        return None, eyes == ALL
    seat = re.fullmatch("P([1-9][0-9]?)", eyes)
    if seat is not None and int(seat[1]) <= players:
        return int(seat[1]) - 1, False
    raise BadOptions(f"Look through the eyes of all, of a spectator, or of P1 to P{players}, not of {eyes[:10]!r}.")


def replay(record: Record, eyes: str, start: int, count: int, tabletop: bool, is_text: bool = False) -> messages.Replay:
    """The steps from ``start`` on; step 0 is the beginning. As text where this server does not play it."""
    if len(record.moves) > MOST_MOVES:
        raise BadRecord(f"the record has {len(record.moves)} moves; at most {MOST_MOVES} can be shown here.")
    reader, all_eyes = read_eyes(eyes, record.players)
    game = mesozoic.all_games().get(record.game)
    if is_text or game is None or game.rules_version != record.rules:
        return as_text(record, game.title if game is not None else record.game, start, count)
    steps: list[messages.ReplayStep] = []
    state = record.start(mesozoic.game)
    if start == 0:
        steps.append(_step(state, 0, None, None, "The game begins.", 0, [], reader, tabletop))
    for number, entry in enumerate(record.moves, 1):
        if not start <= number < start + count:
            state.play(entry.seat, entry.move, entry.at)
            continue
        label = _label(state, entry.seat, entry.move) if all_eyes or entry.seat in (reader, HOST) else ""
        film = state.play_filmed(entry.seat, entry.move, entry.at)
        frames = present.frames(film, reader, with_views=True, all_eyes=all_eyes)
        shown = label or " ".join(frame.event.words for frame in frames)
        seat = None if entry.seat == HOST else entry.seat
        move = entry.move if all_eyes or seat == reader else None
        steps.append(_step(state, number, seat, move, shown, entry.at, frames, reader, tabletop))
    return messages.Replay(
        game=record.game,
        title=state.setup.game.title,
        names=record.names,
        options=record.options,
        total=len(record.moves) + 1,
        steps=steps,
        result=present.result_message(state.result),
    )


def written(shown: messages.Replay, may_pack: bool) -> bytes:
    """In letters, packed if wanted. Step by step, as nothing else is done while one thing is written."""
    steps: Any = [msgspec.Raw(present.encoded(step)) for step in shown.steps]
    body = present.encoded(msgspec.structs.replace(shown, steps=steps))
    return gzip.compress(body, PACKING_LEVEL, mtime=0) if may_pack else body


def as_text(record: Record, title: str, start: int, count: int) -> messages.Replay:
    """The moves of rules that this server does not play, as they were written."""
    lines = [messages.ReplayStep(0, None, None, "The game begins.", 0, [], None, None)]
    for number, entry in enumerate(record.moves, 1):
        seat = None if entry.seat == HOST else entry.seat
        lines.append(messages.ReplayStep(number, seat, entry.move, entry.move, entry.at, [], None, None))
    return messages.Replay(
        game=record.game,
        title=title,
        names=record.names,
        options=record.options,
        total=len(lines),
        steps=lines[start : start + count],
        result=None,
        is_text=True,
    )


def _label(state: State, seat: int, move: str) -> str:
    """The move in words, if it is one that can be made: there are no words for any other."""
    game = state.setup.game
    if len(game.split(move)) > 1:
        return move
    code = game.parse(move)
    return game.words.label(state, seat, code) if seat in state.to_move and state.is_legal(seat, code) else ""


def _step(
    state: State,
    number: int,
    seat: int | None,
    move: str | None,
    label: str,
    at: int,
    frames: list[messages.Frame],
    reader: Reader,
    tabletop: bool,
) -> messages.ReplayStep:
    view = state.view(reader)
    table = state.setup.game.tabletop.lay_out(view) if tabletop else None
    return messages.ReplayStep(number, seat, move, label, at, frames, view, table)
