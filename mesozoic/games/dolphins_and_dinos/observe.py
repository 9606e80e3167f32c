"""What a seat may know, as numbers: the facts from which everything else in a view follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from mesozoic.games.dolphins_and_dinos.cards import (
    CARDS,
    CORRIDOR,
    ITEM_TEXTS,
    MOST_EXPENSIVE,
    NO_FEATURE,
    RESTAURANT,
    SQUARE_NAMES,
)
from mesozoic.games.dolphins_and_dinos.rules import Museums
from mesozoic.games.dolphins_and_dinos.rules_sheet import (
    ROUNDS,
    fee_of,
    income,
    is_unpaid,
    item_of,
    mark_of,
    number_of,
    paid_of,
    square_of,
)
from mesozoic.games.dolphins_and_dinos.rules_table import (
    CHOOSE,
    DEALT_CARDS,
    FACE_UP,
    FEATURES_DUE,
    OVER,
    WAITING,
)
from mesozoic.kernel.bits import has
from mesozoic.kernel.observe import Field, Numbers, Observer, seat_names, seats_from
from mesozoic.kernel.state import State

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup

DRAWN: Final = 4
"""The feature of a closed sheet: one was drawn, but not which is known."""
LINE: Final = (
    ("item", CORRIDOR),
    ("unpaid", 1),
    ("paid", 31),
    ("income", MOST_EXPENSIVE // 2),
    ("fee", 1),
    ("square", len(SQUARE_NAMES)),
    ("number", MOST_EXPENSIVE),
    ("feature", DRAWN),
)
"""What a line of a sheet tells, each with its highest number. Squares count from 1; 0 is unknown or nothing."""


def _most_money(players: int) -> int:
    return max(50, 42 + 3 * players) + ROUNDS * MOST_EXPENSIVE


@final
class MuseumObserver(Observer):
    def fields(self, setup: Setup) -> list[Field]:
        seats = seat_names(setup)
        rounds = tuple([f"{seat}, round {number}" for seat in seats for number in range(1, ROUNDS + 1)])
        return [
            Field("seat", 0, setup.players - 1),
            Field("round", 1, ROUNDS),
            Field("phase", CHOOSE, OVER),
            Field("cards", 0, RESTAURANT, tuple([f"card {at + 1} of the path" for at in range(DEALT_CARDS)])),
            Field("removed", 0, 1, tuple([ITEM_TEXTS[card.value] for card in CARDS])),
            Field("free exhibit", 0, MOST_EXPENSIVE),
            Field("hidden exhibit", 0, MOST_EXPENSIVE),
            Field("choice", 0, CORRIDOR, ("item", "number", "square")),
            Field("money", 0, _most_money(setup.players), seats),
            Field("to decide", 0, 1, seats),
            *[Field(name, 0, high, rounds) for name, high in LINE],
        ]

    def write(self, state: State, seat: i64, out: Numbers) -> None:
        assert isinstance(state, Museums)
        out.add(seat)
        out.add(state.round)
        out.add(state.phase)
        at: i64 = 0
        while at < DEALT_CARDS:
            out.add(state.deck[at] if at < FACE_UP[state.round] else 0)
            at += 1
        at = 1
        while at <= MOST_EXPENSIVE:
            out.add((state.removed >> at) & 1)
            at += 1
        out.add(state.free)
        out.add(state.hidden if state.phase == OVER else 0)
        self.write_choice(state, seat, out)
        order = seats_from(state.setup, seat)
        players: i64 = len(order)
        at = 0
        while at < players:
            out.add(state.money[order[at]])
            at += 1
        at = 0
        while at < players:
            out.add((state.pending >> order[at]) & 1)
            at += 1
        start = out.zeros(len(LINE) * players * ROUNDS)
        shown = state.round - 1 if state.phase == CHOOSE else state.round
        at = 0
        while at < players:
            self.write_sheet(state, seat, order[at], shown, players * ROUNDS, start + at * ROUNDS, out)
            at += 1

    def write_choice(self, state: Museums, seat: i64, out: Numbers) -> None:
        """What the seat itself has chosen so far this round."""
        line = state.line(seat) if state.phase == CHOOSE else 0
        is_committed = state.phase == CHOOSE and state.steps[seat] == WAITING
        out.add(item_of(line))
        out.add(number_of(line))
        out.add(square_of(line) + 1 if is_committed else 0)

    def write_sheet(
        self, state: Museums, seat: i64, sheet: i64, shown: i64, width: i64, start: i64, out: Numbers
    ) -> None:
        """The lines of a sheet that have been shown; ``width`` numbers stand between two things that a line tells."""
        can_read = not state.variant.closed or sheet == seat or state.phase == OVER
        sealed = state.phase == FEATURES_DUE and sheet != seat and not has(state.unsealed, sheet)
        at: i64 = 0
        while at < shown:
            line = state.sheets[sheet * ROUNDS + at]
            item = item_of(line)
            mark = mark_of(line)
            is_sealed = sealed and at == shown - 1
            place = start + at
            out.put(place, item)
            out.put(place + width, 1 if is_unpaid(line) else 0)
            out.put(place + 2 * width, paid_of(line))
            if item == RESTAURANT:
                out.put(place + 3 * width, income(number_of(line)))
            if not is_sealed:
                out.put(place + 4 * width, fee_of(line))
            if can_read:
                out.put(place + 5 * width, square_of(line) + 1)
                if item == RESTAURANT:
                    out.put(place + 6 * width, number_of(line))
            if mark != NO_FEATURE and not is_sealed:
                out.put(place + 7 * width, mark if can_read else DRAWN)
            at += 1


OBSERVER: Final = MuseumObserver()
