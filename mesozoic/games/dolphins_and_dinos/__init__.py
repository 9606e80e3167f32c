"""Dolphins and Dinos. ``GAME`` is the game; ``README.md`` tells the rest."""

from mesozoic.games.dolphins_and_dinos.game import DolphinsAndDinos

GAME = DolphinsAndDinos()
