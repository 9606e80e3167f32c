"""A player who looks one step ahead in a few imagined worlds and takes what looks best by the game's own hints."""

from __future__ import annotations

from mesozoic.bots.bot import Bot
from mesozoic.bots.lookahead import add_values, let_others_choose
from mesozoic.kernel.state import HOST, Moves, State

WORLDS = 6
"""Imagined worlds per decision: with fewer the unseen cards weigh too much by luck (see ``docs/results.md``)."""


class GreedyBot(Bot):
    name = "greedy"

    def values(self, state: State, seat: int) -> list[tuple[float, int]]:
        """Mean values over the imagined worlds of the moves worth thinking about, with their codes."""
        game = state.setup.game
        out = Moves()
        game.hints.candidates(state, seat, out)
        codes = out.listed()
        if len(codes) == 1:
            return [(0.0, codes[0])]
        sums = [0.0] * len(codes)
        for _ in range(WORLDS):
            world = state.imagine(None if seat == HOST else seat, self.rng)
            if not game.facts.realtime:
                let_others_choose(world, seat, self.rng)
            add_values(world, seat, game.hints, sums)
        return [(total / WORLDS, code) for total, code in zip(sums, codes, strict=True)]

    def code(self, state: State, seat: int) -> int:
        return max(self.values(state, seat))[1]
