"""New Game. ``GAME`` is the game; ``rules.md`` tells its rules, ``game.py`` what kind of game it is."""

from .game import NewGame

GAME = NewGame()
