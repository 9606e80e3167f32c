"""What the lab counts of nine rounds: which exhibits are picked and placed, and what the points come from."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from mesozoic.games.dolphins_and_dinos.cards import CORRIDOR, ITEM_TEXTS, RESTAURANT
from mesozoic.games.dolphins_and_dinos.rules import Museums
from mesozoic.games.dolphins_and_dinos.rules_scoring import hall_bonus, hall_score
from mesozoic.games.dolphins_and_dinos.rules_sheet import ROUNDS, fee_of, has_placed, is_unpaid, item_of, paid_of
from mesozoic.games.dolphins_and_dinos.rules_table import PICK
from mesozoic.kernel.game import Result, Setup
from mesozoic.kernel.state import State
from mesozoic.kernel.witness import Figure, Lines, Witness

SEATS: Final = (
    Figure("points_halls", "Points of halls.", "points", True),
    Figure("points_features", "Points that features bring in halls.", "points", True),
    Figure("points_money", "Points for money left over.", "points", True),
    Figure("money_left", "Money left over.", "dollars"),
    Figure("spent", "Money paid for exhibits and features.", "dollars"),
    Figure("features", "Features drawn.", "features"),
    Figure("unpaid", "Exhibits that were picked and could not be paid.", "exhibits"),
)
CARD_WORDS: Final = {
    "offered": "In how many rounds the seat could have picked it.",
    "taken": "How often the seat picked it.",
    "played": "How often the seat placed it: picked and paid for.",
    "left": "Always 0: nothing is held.",
}


def witness(setup: Setup) -> Witness:
    return MuseumWitness(setup)


@final
class MuseumWitness(Witness):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, (), SEATS, ITEM_TEXTS, CARD_WORDS)
        self.round: i64 = 0

    def round_of(self, state: State) -> i64:
        assert isinstance(state, Museums)
        return state.round

    def ending_of(self, state: State, result: Result) -> str:
        return "nine rounds"

    def begun(self, state: State) -> None:
        self.round = 0

    def is_due(self, state: State) -> bool:
        """Points change from round to round."""
        assert isinstance(state, Museums)
        if state.round == self.round:
            return False
        self.round = state.round
        return True

    def before(self, state: State, seat: i64, move: i64) -> None:
        assert isinstance(state, Museums)
        if state.steps[seat] != PICK:
            return
        at: i64 = 0
        while at < self.out.count:
            self.offer(seat, self.out.codes[at])
            at += 1
        self.take(seat, move, state.round)

    def ended(self, state: State) -> None:
        assert isinstance(state, Museums)
        at: i64 = 0
        while at < self.players * ROUNDS:
            line = state.sheets[at]
            if has_placed(line) or item_of(line) == RESTAURANT or item_of(line) == CORRIDOR:
                self.play(at // ROUNDS, item_of(line), at % ROUNDS + 1)
            at += 1

    def write_seat(self, state: State, result: Result, seat: i64, out: Lines) -> None:
        assert isinstance(state, Museums)
        squares = state.museum(seat)
        halls: i64 = 0
        bonuses: i64 = 0
        hall: i64 = 0
        while hall < 6:
            halls += hall_score(squares, hall)
            bonuses += hall_bonus(squares, hall)
            hall += 1
        out.put(halls)
        out.put(bonuses)
        out.put(state.money_bonus(seat))
        out.put(state.money[seat])
        spent: i64 = 0
        unpaid: i64 = 0
        at = seat * ROUNDS
        while at < seat * ROUNDS + ROUNDS:
            line = state.sheets[at]
            spent += paid_of(line) + fee_of(line)
            if is_unpaid(line):
                unpaid += 1
            at += 1
        out.put(spent)
        out.put(state.features_drawn(seat))
        out.put(unpaid)
