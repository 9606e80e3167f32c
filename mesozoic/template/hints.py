"""What a bot should value: eggs, a high card on the table, and then what it keeps in hand."""

from mypy_extensions import i64

from mesozoic.kernel.hints import Hints
from mesozoic.kernel.state import State

from .rules import Nests


class EggHints(Hints):
    def value(self, state: State, seat: i64) -> float:
        assert isinstance(state, Nests)
        return state.eggs[seat] + state.played[seat] / 20 + sum(state.hands[seat]) / 1000
