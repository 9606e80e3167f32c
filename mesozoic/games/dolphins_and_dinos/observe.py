"""What a seat may know, as numbers: the facts from which everything else in a view follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from mesozoic.games.dolphins_and_dinos.cards import (
    CORRIDOR,
    EXHIBITS,
    FEATURE_NAMES,
    NO_FEATURE,
    RESTAURANT,
    SQUARE_NAMES,
)
from mesozoic.games.dolphins_and_dinos.notation import MOVES
from mesozoic.games.dolphins_and_dinos.rules import Museums
from mesozoic.games.dolphins_and_dinos.rules_moves import NUMBER_CODE, SQUARE_CODE
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
    Variant,
)
from mesozoic.kernel.bits import has
from mesozoic.kernel.observe import Actions, Field, Numbers, Observer, seat_names, seats_from
from mesozoic.kernel.state import State

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup

DRAWN: Final = 4
"""The feature of a closed sheet: one was drawn, but not which is known."""
LINE: Final = ("item", "unpaid", "paid", "income", "fee", "square", "number", "feature")
"""What a line of a sheet tells. Squares count from 1; 0 is unknown or nothing."""
MOST_ITEMS: Final = EXHIBITS + 2
"""Exhibits are told by their place in the card table, the restaurant and a corridor after them."""
MOST_PAID: Final = 31
VALUES: Final = {"square": ("unknown", *SQUARE_NAMES), "feature": (*FEATURE_NAMES, "drawn, unknown")}


def _bounds(setup: Setup) -> tuple[int, ...]:
    """The highest number of each part of a line."""
    variant: Variant = setup.variant
    prices = [card.price + card.surcharge * setup.players for card in variant.table.cards]
    highest = int(variant.highest)
    return MOST_ITEMS, 1, max([MOST_PAID, *prices]), highest // 2, 1, len(SQUARE_NAMES), highest, DRAWN


def _most_money(setup: Setup) -> int:
    variant: Variant = setup.variant
    return max(50, 42 + 3 * setup.players, int(variant.starting_money)) + ROUNDS * int(variant.highest)


@final
class MuseumObserver(Observer):
    def fields(self, setup: Setup) -> list[Field]:
        seats = seat_names(setup)
        rounds = tuple([f"{seat}, round {number}" for seat in seats for number in range(1, ROUNDS + 1)])
        return [
            Field("seat", 0, setup.players - 1),
            Field("round", 1, ROUNDS),
            Field("phase", CHOOSE, OVER, values=("choose", "features due", "over")),
            Field("cards", 0, EXHIBITS + 1, tuple([f"card {at + 1} of the path" for at in range(DEALT_CARDS)])),
            Field("removed", 0, 1, tuple([str(card.value) for card in setup.variant.table.cards])),
            Field("free exhibit", 0, EXHIBITS),
            Field("hidden exhibit", 0, EXHIBITS),
            Field("choice", 0, max(MOST_ITEMS, int(setup.variant.highest)), ("item", "number", "square")),
            Field("money", 0, _most_money(setup), seats),
            Field("to decide", 0, 1, seats),
            *[
                Field(name, 0, high, rounds, VALUES.get(name, ()))
                for name, high in zip(LINE, _bounds(setup), strict=True)
            ],
        ]

    def actions(self, setup: Setup) -> Actions:
        """The picks and numbers that these cards have, squares and features."""
        variant: Variant = setup.variant
        items = [int(value) for value in variant.values] + [RESTAURANT, CORRIDOR]
        numbers = [NUMBER_CODE + value for value in range(1, int(variant.highest) + 1)]
        return Actions(items + numbers + [code for code in sorted(MOVES.values()) if code >= SQUARE_CODE])

    def write(self, state: State, seat: i64, out: Numbers) -> None:
        assert isinstance(state, Museums)
        ranks = state.variant.ranks
        out.add(seat)
        out.add(state.round)
        out.add(state.phase)
        cards = out.zeros(DEALT_CARDS)
        face_up = FACE_UP[state.round]
        at: i64 = 0
        while at < face_up:
            card = state.deck[at]
            out.put(cards + at, ranks[card])
            at += 1
        self.write_removed(state, out)
        out.add(ranks[state.free] if state.free < RESTAURANT else 0)
        out.add(ranks[state.hidden] if state.phase == OVER else 0)
        self.write_choice(state, seat, out)
        order = seats_from(state.variant.players, seat)
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

    def write_removed(self, state: Museums, out: Numbers) -> None:
        start = out.zeros(EXHIBITS)
        if state.removed == 0:
            return
        values = state.variant.values
        at: i64 = 0
        while at < EXHIBITS:
            if has(state.removed, values[at]):
                out.put(start + at, 1)
            at += 1

    def write_choice(self, state: Museums, seat: i64, out: Numbers) -> None:
        """What the seat itself has chosen so far this round."""
        line = state.line(seat) if state.phase == CHOOSE else 0
        is_committed = state.phase == CHOOSE and state.steps[seat] == WAITING
        out.add(state.variant.ranks[item_of(line)])
        out.add(number_of(line))
        out.add(square_of(line) + 1 if is_committed else 0)

    def write_sheet(
        self, state: Museums, seat: i64, sheet: i64, shown: i64, width: i64, start: i64, out: Numbers
    ) -> None:
        """The lines of a sheet that have been shown; ``width`` numbers stand between two things that a line tells."""
        ranks = state.variant.ranks
        can_read = not state.variant.closed or sheet == seat or state.phase == OVER
        sealed = state.phase == FEATURES_DUE and sheet != seat and not has(state.unsealed, sheet)
        at: i64 = 0
        while at < shown:
            number = sheet * ROUNDS + at
            line = state.sheets[number]
            item = item_of(line)
            mark = mark_of(line)
            is_sealed = sealed and at == shown - 1
            place = start + at
            out.put(place, ranks[item])
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
