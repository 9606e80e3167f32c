"""DinoSpan. ``GAME`` is the game; ``README.md`` tells the rest."""

from mesozoic.games.dinospan.game import DinoSpan

GAME = DinoSpan()
