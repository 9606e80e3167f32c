"""What a bot should value: cards in the pile, and being free to call. Speed, the real strength, is in ``reactions.py``."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from mesozoic.games.clades.rules import Table
from mesozoic.kernel.bits import has
from mesozoic.kernel.hints import Hints
from mesozoic.kernel.state import HOST, State

LOCKED: Final = 0.5  # what being locked costs: less than any triple, more than saying that one sees none


@final
class TripleHints(Hints):
    def value(self, state: State, seat: i64) -> float:
        """The cards so far; the host has no wishes of its own."""
        assert isinstance(state, Table)
        if seat == HOST:
            return 0.0
        value = float(state.score(seat))
        return value - LOCKED if has(state.locked, seat) else value
