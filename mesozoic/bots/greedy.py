"""A player who looks one step ahead in a few imagined worlds and takes what looks best by the game's own hints."""

from __future__ import annotations

from mesozoic.bots.bot import Bot
from mesozoic.bots.lookahead import add_values, let_others_choose
from mesozoic.kernel.hints import Hints
from mesozoic.kernel.state import HOST, Moves, State

WORLDS = 6
"""Imagined worlds per decision: with fewer the unseen cards weigh too much by luck (see ``docs/results.md``)."""


class GreedyBot(Bot):
    name = "greedy"
    worlds = WORLDS

    def hints(self, state: State) -> Hints:
        """Whose judgement the bot trusts."""
        return state.setup.game.hints

    def values(self, state: State, seat: int) -> list[tuple[float, int]]:
        """Mean values over the imagined worlds of the moves worth thinking about, with their codes."""
        hints = self.hints(state)
        out = Moves()
        hints.candidates(state, seat, out)
        codes = out.listed()
        if len(codes) == 1:
            return [(0.0, codes[0])]
        sums = [0.0] * len(codes)
        for _ in range(self.worlds):
            world = state.imagine(None if seat == HOST else seat, self.rng)
            if not state.setup.game.facts.realtime:
                let_others_choose(world, seat, self.rng)
            add_values(world, seat, hints, sums)
        return [(total / self.worlds, code) for total, code in zip(sums, codes, strict=True)]

    def code(self, state: State, seat: int) -> int:
        return max(self.values(state, seat))[1]
