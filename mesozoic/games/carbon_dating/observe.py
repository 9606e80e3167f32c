"""What the player may know, as numbers: where every card is, and what is under way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from mesozoic.games.carbon_dating.cards import CARDS, EDGE, IDS
from mesozoic.games.carbon_dating.rules import Table
from mesozoic.games.carbon_dating.rules_moves import LEFT, RIGHT
from mesozoic.games.carbon_dating.rules_neighbours import batch_of, one_of, other_of
from mesozoic.games.carbon_dating.rules_table import NO_CARD, OVER, PLAY
from mesozoic.kernel.observe import Field, Numbers, Observer
from mesozoic.kernel.state import State

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup

# --- Where a card is ------------------------------------------------------------------------------------------
UNSEEN: Final = 0  # in the deck, or face down beside it; out of this game
IN_ROW: Final = 1
DISCARDED: Final = 2
SATISFIED: Final = 3
ASIDE: Final = 4
DRAWN: Final = 5
EATEN: Final = 6
STEPS: Final = ("play", "place of a special card", "swap", "which date first", "over")
PLACES: Final = ("unseen", "in the row", "discarded", "satisfied", "aside", "drawn", "eaten")


@final
class RowObserver(Observer):
    def fields(self, setup: Setup) -> list[Field]:
        cards = tuple(IDS)
        rounds: int = setup.options["closing_round"]
        return [
            Field("round", 0, rounds + 1),
            Field("final", 0, 1),
            Field("step", PLAY, OVER, values=STEPS),
            Field("deck", 0, CARDS),
            Field("face down", 0, 1),
            Field("ends", 0, 1, ("left", "right")),
            Field("played", 0, CARDS),
            Field("reshuffles", 0, 1000),
            Field("can reshuffle", 0, 1),
            Field("place", UNSEEN, EATEN, cards, PLACES),
            Field("seat in the row", 0, CARDS, cards),
            Field("eaten by", 0, CARDS, cards),
            Field("waits for a date with its right neighbour, in batch", 0, CARDS, cards),
            Field("dated in this play", 0, 1, tuple([f"{left} with {right}" for left in IDS for right in IDS])),
        ]

    def write(self, state: State, seat: i64, out: Numbers) -> None:
        assert isinstance(state, Table)
        out.add(state.round)
        out.add(1 if state.is_final else 0)
        out.add(state.step)
        out.add(len(state.deck) - state.dealt)
        out.add(1 if state.face_down else 0)
        out.add(1 if state.ends & LEFT != 0 else 0)
        out.add(1 if state.ends & RIGHT != 0 else 0)
        out.add(state.played + 1)
        out.add(state.reshuffles)
        out.add(1 if state.can_reshuffle() else 0)
        place = out.zeros(CARDS)
        row = out.zeros(CARDS)
        eater = out.zeros(CARDS)
        self.write_cards(state, place, eater, out)
        number: i64 = 1
        card = state.right[EDGE]
        while card != EDGE:
            out.put(place + card, IN_ROW)
            out.put(row + card, number)
            number += 1
            card = state.right[card]
        self.write_dates(state, out)

    def write_cards(self, state: Table, place: i64, eater: i64, out: Numbers) -> None:
        """All but the row."""
        card: i64 = 0
        while card < CARDS:
            if (state.discarded >> card) & 1 != 0:
                out.put(place + card, DISCARDED)
            elif (state.satisfied >> card) & 1 != 0:
                out.put(place + card, SATISFIED)
            elif (state.aside >> card) & 1 != 0:
                out.put(place + card, ASIDE)
            eaten = state.tucked[card]
            meal: i64 = 0
            while eaten != 0:
                if eaten & 1 != 0:
                    out.put(place + meal, EATEN)
                    out.put(eater + meal, card + 1)
                eaten >>= 1
                meal += 1
            card += 1
        if state.first != NO_CARD:
            out.put(place + state.first, DRAWN)
        if state.second != NO_CARD and not state.face_down:
            out.put(place + state.second, DRAWN)

    def write_dates(self, state: Table, out: Numbers) -> None:
        """A pair that waits sits side by side, so its left card says it all; batches count from the oldest."""
        waiting = out.zeros(CARDS)
        batch: i64 = 0
        before: i64 = 0
        at: i64 = 0
        while at < state.waits:
            pair = state.waiting[at]
            if batch_of(pair) != before:
                before = batch_of(pair)
                batch += 1
            date = state.date_of(pair)
            out.put(waiting + one_of(date), batch)
            at += 1
        dated = out.zeros(CARDS * CARDS)
        at = 0
        while at < state.dated:
            date = state.dates[at]
            out.put(dated + one_of(date) * CARDS + other_of(date), 1)
            at += 1


OBSERVER: Final = RowObserver()
