"""The games, one folder each. A folder announces its game by the name ``GAME``; there is no list to edit.

Games that live outside this package announce themselves by an entry point of the group ``mesozoic.games``.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Game


@cache
def all_games() -> dict[str, Game]:
    """Every game that announces itself, by name."""
    found: list[Game] = [
        import_module(f"{__name__}.{folder.name}").GAME for folder in pkgutil.iter_modules(__path__) if folder.ispkg
    ]
    found += [point.load() for point in entry_points(group="mesozoic.games")]
    return {game.name: game for game in sorted(found, key=lambda game: game.name)}


def find_game(name: str) -> Game:
    """The game of that name; BadOptions names those there are."""
    games = all_games()
    if not isinstance(name, str):
        raise BadOptions(f"A game is named by a text, not by {type(name).__name__}.")
    if name not in games:
        raise BadOptions(f"There is no game {name!r}: choose {' or '.join(games)}.")
    return games[name]
