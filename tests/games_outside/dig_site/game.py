"""Dig Site as the kernel sees it."""

from mesozoic.kernel.game import Facts, Game, Setup
from mesozoic.kernel.options import Number

from .hints import DigHints
from .rules import CARDS, ROUNDS


class DigSite(Game):
    name = "dig-site"
    title = "Dig Site"
    summary = "Dig for bones as long as you dare: a cave-in, or a bone of a kind that you have, and all is lost."
    rules_version = 1
    hints = DigHints()
    package = __package__ or ""
    facts = Facts(2, 4, minutes=(10, 20), hidden=True, chance=True, simultaneous=False, realtime=False)
    options = (Number("goal", "the game ends after the round in which somebody has so many points", 30, 5, 60),)

    def score_bounds(self, setup: Setup) -> tuple[int, int]:
        return 0, 6 * (1 + 2 + 3 + 4 + 5 + 5)

    def longest(self, setup: Setup) -> int:
        return ROUNDS * setup.players * CARDS
