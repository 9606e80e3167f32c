"""What a seat may know, and what is hidden from it."""

from __future__ import annotations

from typing import Any

from mesozoic.games.clades import rules_moves as terms
from mesozoic.games.clades.cards import CLADE, FACE, NAMES, is_one_clade
from mesozoic.games.clades.position import PHASES, bonus_seen, none_if_negative, payer_of, rounds_of, trio_of
from mesozoic.games.clades.qualities import compare
from mesozoic.games.clades.rules import Table
from mesozoic.games.clades.rules_imagine import can_see_hand, hidden_places
from mesozoic.games.clades.shown import HostTimes, LastTriple, SeatView, SharedView, View
from mesozoic.kernel.bits import has
from mesozoic.kernel.state import Moves, seat_name


def look(state: Table, seat: int | None) -> View:
    over = state.phase == terms.OVER
    return View(
        seat=seat,
        mode=state.variant.mode,
        phase=PHASES[state.phase],
        rows=_rows(state),
        shared_count=int(state.laid),
        grid_size=int(state.variant.grid_size),
        deck_count=int(state.deck_count()),
        seats=tuple(_seat(state, other, seat) for other in range(state.players)),
        scorers=state.scorers(),
        votes_needed=int(state.voters()),
        hands_open=bool(state.hands_open),
        open_hand=bool(state.variant.open_hand),
        switch=bool(state.variant.switch),
        bonus_seen=tuple(bonus_seen(state)),
        shuffled_back=int(state.shuffled_back),
        last_scorer=none_if_negative(state.last_scorer),
        last_triple=_last(state),
        refuted=tuple(trio_of(code) for code in state.refuted),
        rounds=tuple(rounds_of(state)),
        revealed_at=int(state.revealed_at),
        deadline=int(state.deadline()) if state.variant.countdown and state.phase != terms.READY else None,
        ended_at=int(state.ended_at) if over else None,
        times=_times(state),
        aside=() if state.variant.race else tuple(NAMES[card] for card in state.aside()),
        left_over=_left_over(state) if over else (),
    )


def _rows(state: Table) -> tuple[tuple[SharedView, ...], ...]:
    """CL-05: nobody sees the shared cards before they are turned up."""
    rows: list[list[SharedView]] = [[], [], []]
    if state.phase != terms.READY:
        for card in state.in_grid():
            rows[FACE[card] // CLADE].append(SharedView(NAMES[card], _paid_by(state, card)))
    return tuple(tuple(row) for row in rows)


def _paid_by(state: Table, card: int) -> str | None:
    if not state.is_temporary(card):
        return None
    payer = payer_of(state, card)
    return "?" if payer is None else seat_name(payer)


def _seat(state: Table, other: int, seat: int | None) -> SeatView:
    return SeatView(
        seat=other,
        name=seat_name(other),
        pile=tuple(NAMES[card] for card in state.pile(other)),
        personal_count=int(state.hand_count(other)),
        personal=_personal(state, other, seat),
        owed=int(state.counted(other, terms.OWED) + state.counted(other, terms.RELEASED)),
        on_break=other == state.on_break,
        locked=has(state.locked, other),
        voted=has(state.votes, other),
        scored=state.has_scored(other),
        can_call=state.can_call(other),
        false_calls=int(state.counted(other, terms.FALSE_CALLS)),
        triples=int(state.counted(other, terms.TRIPLES)),
        clade_triples=int(state.counted(other, terms.CLADE_TRIPLES)),
        extras=int(state.counted(other, terms.EXTRAS)),
        penalties=int(state.counted(other, terms.PAID)),
    )


def _personal(state: Table, other: int, seat: int | None) -> tuple[str, ...] | None:
    """The personal cards that the watcher may see; one that is drawn while hands lie open is its owner's alone."""
    if not can_see_hand(state, other, seat):
        return None
    held = state.held(other)
    open_ones = held if other == seat else held[: len(held) - state.counted(other, terms.FRESH)]
    return tuple(NAMES[card] for card in open_ones)


def _last(state: Table) -> LastTriple | None:
    call = int(state.last_call)
    if call == 0:
        return None
    cards = terms.cards_in(call)
    return LastTriple(
        int(state.last_scorer), trio_of(call), int(state.last_call_at), is_one_clade(*cards), compare(cards)
    )


def _times(state: Table) -> HostTimes:
    options = state.setup.options
    stall = 0 if state.variant.solitaire else 1000 * options["stall_s"]
    return HostTimes(options["settle_ms"], options["lock_ms"], options["majority_ms"], stall)


def _left_over(state: Table) -> tuple[tuple[str, ...], ...]:
    out = Moves()
    found: dict[tuple[str, ...], None] = {}
    for seat in range(state.players):
        state.list_triples(seat, out)
        for code in out.listed():
            found[trio_of(code)] = None
    return tuple(found)


# --- What is hidden ---------------------------------------------------------------------


def secrets(state: Table, seat: int | None) -> dict[str, Any]:
    """Everything that the seat may not know, by name."""
    found: dict[str, Any] = {}
    deck = state.in_deck()
    if len(deck) > 1 or (deck and state.variant.race):
        found["deck"] = deck
    if state.phase == terms.READY:
        found["shared cards"] = list(state.in_grid())
    for other in range(state.players):
        if hidden_places(state, other, seat):
            found[f"personal cards of {seat_name(other)}"] = list(state.held(other))
    if state.variant.race:
        found["cards out of the race"] = [NAMES[card] for card in state.aside()]
    return found
