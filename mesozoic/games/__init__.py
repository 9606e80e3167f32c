"""The games, one folder each. A folder announces its game by the name ``GAME``; there is no list to edit.

Games that live outside this package announce themselves by an entry point of the group ``mesozoic.games``, or lie in a
folder that the environment variable MESOZOIC_GAMES names. One that cannot be loaded breaks nothing but itself:
``unloaded_games`` says which and why.
"""

from __future__ import annotations

import os
import pkgutil
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Game

FOLDERS = "MESOZOIC_GAMES"
"""The environment variable with further folders of games, separated as in PATH."""


def all_games() -> dict[str, Game]:
    """Every game that announces itself and can be loaded, by name."""
    return _announced()[0]


def unloaded_games() -> dict[str, str]:
    """What announces a game but cannot be loaded, each with the reason in a sentence."""
    return _announced()[1]


def find_game(name: str) -> Game:
    """The game of that name; BadOptions names those there are."""
    games = all_games()
    if not isinstance(name, str):
        raise BadOptions(f"A game is named by a text, not by {type(name).__name__}.")
    if name not in games:
        broken = unloaded_games().get(name.replace("-", "_"))
        if broken is not None:
            raise BadOptions(f"The game {name!r} cannot be loaded: {broken}")
        raise BadOptions(f"There is no game {name!r}: choose {' or '.join(games)}.")
    return games[name]


@cache
def _announced() -> tuple[dict[str, Game], dict[str, str]]:
    found: dict[str, Game] = {}
    broken: dict[str, str] = {}
    for where, load in _announcements():
        try:
            game = _finished(load())
            if game.name in found:
                raise BadOptions(f"there is another game of the name {game.name!r}")
            found[game.name] = game
        except Exception as error:  # whatever an unfinished game raises is its own affair
            kind = "" if isinstance(error, BadOptions) else f"{type(error).__name__}: "
            broken[where] = f"{kind}{' '.join(str(error).split())}".rstrip(".") + "."
    return dict(sorted(found.items())), broken


def _announcements() -> Iterator[tuple[str, Callable[[], Any]]]:
    """What may be a game: where it is, and how it is loaded."""
    yield from _folders([*__path__], f"{__name__}.")
    for point in entry_points(group="mesozoic.games"):
        yield point.name, point.load
    outside = [str(Path(folder).resolve()) for folder in os.environ.get(FOLDERS, "").split(os.pathsep) if folder]
    sys.path.extend(folder for folder in outside if folder not in sys.path)
    yield from _folders(outside, "")


def _folders(paths: list[str], prefix: str) -> Iterator[tuple[str, Callable[[], Any]]]:
    for folder in pkgutil.iter_modules(paths):
        if folder.ispkg:
            yield folder.name, partial(_game_of, prefix + folder.name)


def _game_of(package: str) -> Any:
    module = import_module(package)
    if not hasattr(module, "GAME"):
        raise BadOptions("its __init__.py makes no GAME")
    return module.GAME


def _finished(game: Any) -> Game:
    """The game, if it has everything that a list of games or a new game asks for."""
    if not isinstance(game, Game):
        raise BadOptions(f"GAME is no Game but {type(game).__name__}")
    lacking = game.lacking()
    if lacking:
        raise BadOptions(f"it still needs {', '.join(lacking)}")
    return game
