"""Who plays in the lab: the bots by name, and those of bot authors as ``MODULE:CLASS``.

A table never takes the second kind: their names come from strangers there.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module

from mesozoic.bots import Bot, check_bot, make_bot
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Game
from mesozoic.kernel.rng import Rng

OWN = re.compile(r"([A-Za-z_][\w.]*):([A-Z]\w*)")


def check_entrant(game: Game, name: str) -> None:
    """BadOptions, with the reason, if nobody of that name can play this game."""
    if OWN.fullmatch(name) and not game.levels.names():
        own_bot(name)
    else:
        check_bot(game, name)


def make_entrant(name: str, rng: Rng) -> Bot:
    return own_bot(name)(rng) if OWN.fullmatch(name) else make_bot(name, rng)


def own_bot(name: str) -> type[Bot]:
    """The class that somebody wrote, from a module of the folder one is in or of Python's path."""
    module, _, title = name.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        kind = getattr(import_module(module), title)
    except (ImportError, AttributeError) as error:
        raise BadOptions(f"There is no bot {name!r}: {error}.") from None
    if not (isinstance(kind, type) and issubclass(kind, Bot)):
        raise BadOptions(f"{name!r} is no bot: it must be a subclass of mesozoic.bots.Bot.")
    return kind
