"""New Game as the kernel sees it: facts, options, bounds."""

from mesozoic.kernel.game import Facts, Game, Setup
from mesozoic.kernel.options import Number

from .hints import EggHints


class NewGame(Game):
    name = "new-game"
    title = "New Game"
    summary = "Everybody plays a card face down, all at once; the highest takes an egg. Most eggs win."
    rules_version = 1
    hints = EggHints()
    package = __package__ or ""
    facts = Facts(2, 4, minutes=(5, 10), hidden=True, chance=True, simultaneous=True, realtime=False)
    options = (Number("rounds", "so many rounds are played", 8, 1, 20),)

    def score_bounds(self, setup: Setup) -> tuple[int, int]:
        return 0, setup.options["rounds"]

    def longest(self, setup: Setup) -> int:
        return int(setup.options["rounds"]) * setup.players
