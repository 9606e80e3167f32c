"""What a bot should value."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from mesozoic.games.biomechanic_dino_battles.rules import Battle
from mesozoic.kernel.hints import Hints
from mesozoic.kernel.state import State


@final
class BattleHints(Hints):
    def value(self, state: State, seat: i64) -> float:
        assert isinstance(state, Battle)
        return float(state.score(seat))
