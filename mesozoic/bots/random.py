"""A player who draws evenly among the legal moves."""

from __future__ import annotations

from mesozoic.bots.bot import Bot
from mesozoic.kernel.state import Moves, State


class RandomBot(Bot):
    name = "random"

    def code(self, state: State, seat: int) -> int:
        return state.random_move(seat, self.rng, Moves())
