"""What the lab counts of an evening: what becomes of each dinosaur, and the challenges."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from mesozoic.games.carbon_dating.cards import CARDS, IDS
from mesozoic.games.carbon_dating.result import goals
from mesozoic.games.carbon_dating.rules import Table
from mesozoic.games.carbon_dating.rules_moves import CARD_AT, END_ROUND, FACE_DOWN
from mesozoic.games.carbon_dating.rules_table import NO_CARD, PLAY
from mesozoic.kernel.bits import count, has
from mesozoic.kernel.game import Result, Setup
from mesozoic.kernel.state import State
from mesozoic.kernel.witness import NOTHING, Figure, Lines, Witness

SEATS: Final = (
    Figure("points_row", "Bad reviews of those who still sit at the table.", "bad reviews", True),
    Figure("points_discard", "Bad reviews of those in the discard pile.", "bad reviews", True),
    Figure("points_deck", "Bad reviews of those who were still in the deck.", "bad reviews", True),
    Figure("satisfied", "Dinosaurs that left after a good date.", "dinosaurs"),
    Figure("eaten", "Dinosaurs that were eaten in the end.", "dinosaurs"),
    Figure("largest_meal", "The most that one of them has eaten.", "dinosaurs"),
    Figure("reshuffles", "How often the discard pile became the deck.", "times"),
    Figure("audit_met", "1 if the Health and Safety Audit was passed, 0 if not; nothing without it."),
    Figure("vip_met", "1 if the VIP was pleased, 0 if not; nothing without it."),
)
CARD_WORDS: Final = {
    "offered": "How often it was drawn.",
    "taken": "1 if it left satisfied.",
    "played": "How often it was placed at the table.",
    "left": "1 if it ends as a bad review.",
    "round_taken": "Always nothing: when it left is not written down.",
}


def witness(setup: Setup) -> Witness:
    return EveningWitness(setup)


@final
class EveningWitness(Witness):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, (), SEATS, tuple(IDS), CARD_WORDS)
        self.round: i64 = 0

    def round_of(self, state: State) -> i64:
        assert isinstance(state, Table)
        return state.round

    def ending_of(self, state: State, result: Result) -> str:
        assert isinstance(state, Table)
        return "final round" if state.is_final else "closing time"

    def begun(self, state: State) -> None:
        assert isinstance(state, Table)
        self.round = 0
        card: i64 = 0
        while card < CARDS:
            if has(state.aside, card):
                self.offer(0, card)
            card += 1

    def before(self, state: State, seat: i64, move: i64) -> None:
        assert isinstance(state, Table)
        if state.step != PLAY:
            return
        if state.round != self.round:
            self.round = state.round
            if state.first != NO_CARD:
                self.offer(0, state.first)
            if state.second != NO_CARD:
                self.offer(0, state.second)
        if move != END_ROUND:
            card = move >> CARD_AT
            self.play(0, state.second if card == FACE_DOWN else card, state.round)

    def ended(self, state: State) -> None:
        """CD-49: who is in the row, in the discard pile or in the deck gives a bad review."""
        assert isinstance(state, Table)
        card: i64 = 0
        while card < CARDS:
            if has(state.satisfied, card):
                self.take(0, card, NOTHING)
            elif state.left[card] != NO_CARD or has(state.discarded, card):
                self.leave(0, card)
            card += 1
        at = state.dealt
        while at < len(state.deck):
            self.leave(0, state.deck[at])
            at += 1

    def write_seat(self, state: State, result: Result, seat: i64, out: Lines) -> None:
        assert isinstance(state, Table)
        out.put(state.seated)
        out.put(count(state.discarded))
        out.put(len(state.deck) - state.dealt)
        out.put(count(state.satisfied))
        out.put(state.eaten())
        out.put(state.largest_meal())
        out.put(state.reshuffles)
        met = goals(state)
        for goal in ("health_and_safety_audit", "vip"):
            out.put(int(met[goal]) if goal in met else NOTHING)
