"""What a bot should value: its points, and its trench as far as it is not too risky to dig on."""

from mypy_extensions import i64

from mesozoic.kernel.hints import Hints
from mesozoic.kernel.state import State

from .rules import Site, kind


class DigHints(Hints):
    def value(self, state: State, seat: i64) -> float:
        assert isinstance(state, Site)
        risk = (1 + len(state.trench)) / 6
        trench = sum([kind(card) for card in state.trench]) if state.on_turn == seat else 0
        kept = sum([kind(card) for card in state.hands[seat]])
        return float(state.score(seat)) + (1 - risk) * (trench + 3) + kept / 10
