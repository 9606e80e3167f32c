"""What a bot should value: cards in the pile, and being free to call. The real strength is speed: ``levels.py``."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from mesozoic.games.clades.rules import Table
from mesozoic.games.clades.rules_moves import NONE
from mesozoic.kernel.bits import has
from mesozoic.kernel.hints import Hints
from mesozoic.kernel.state import HOST, Moves, State

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

    def candidates(self, state: State, seat: i64, out: Moves) -> None:
        """Whoever looks long enough sees which of his calls are triples; without one he says that he sees none."""
        assert isinstance(state, Table)
        out.clear()
        if seat != HOST and state.can_call(seat):
            state.list_triples(seat, out)
        if out.count == 0:
            self.pass_time(state, seat, out)

    def pass_time(self, state: Table, seat: i64, out: Moves) -> None:
        """A vote if it is open, otherwise what there is: the host's moves, or any call where nothing else is left."""
        if seat != HOST and state.can_vote(seat):
            out.add(NONE)
        else:
            state.list_moves(seat, out)
