"""Carbon Dating. ``GAME`` is the game; ``README.md`` tells the rest."""

from mesozoic.games.carbon_dating.game import CarbonDating

GAME = CarbonDating()
