"""Dig Site, a game of pushing your luck. ``GAME`` is the game."""

from .game import DigSite

GAME = DigSite()
