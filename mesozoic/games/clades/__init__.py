"""CLADES Prehistoric. ``GAME`` is the game; ``README.md`` tells the rest."""

from mesozoic.games.clades.game import CladesPrehistoric

GAME = CladesPrehistoric()
