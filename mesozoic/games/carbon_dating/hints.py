"""What a bot should value."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from mesozoic.games.carbon_dating.rules import SPECIALS, Table
from mesozoic.kernel.bits import count
from mesozoic.kernel.hints import Hints
from mesozoic.kernel.state import State


@final
class MatchmakerHints(Hints):
    def value(self, state: State, seat: i64) -> float:
        assert isinstance(state, Table)
        to_come = len(state.deck) - state.dealt
        return (
            -0.75 * float(state.seated)
            - 0.40 * float(count(state.discarded))
            - 0.35 * float(to_come)
            + 0.8 * float(count(state.aside & SPECIALS))
        )
