"""Bots by name."""

from __future__ import annotations

from mesozoic.bots.advice import Advice, advise
from mesozoic.bots.bot import Bot
from mesozoic.bots.greedy import GreedyBot
from mesozoic.bots.random import RandomBot
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Game
from mesozoic.kernel.rng import Rng

__all__ = ["Advice", "Bot", "advise", "bot_names", "bots_for", "check_bot", "make_bot", "usual_bot"]

_KINDS: dict[str, type[Bot]] = {kind.name: kind for kind in (RandomBot, GreedyBot)}


def bot_names() -> list[str]:
    """The names that :func:`make_bot` knows, weakest first."""
    return list(_KINDS)


def make_bot(name: str, rng: Rng) -> Bot:
    """A bot of that name, drawing its own chance from ``rng``; BadOptions names those there are."""
    if name not in _KINDS:
        raise BadOptions(f"There is no bot {name!r}: choose {' or '.join(_KINDS)}.")
    return _KINDS[name](rng)


def bots_for(game: Game) -> list[str]:
    """Who can take a seat of this game, weakest first: the levels of a real-time game, the bots of any other."""
    return list(game.levels.names()) or bot_names()


def usual_bot(game: Game) -> str:
    """Who takes a seat when nobody is named: the strongest bot, in real time one of less than middling speed."""
    known = bots_for(game)
    return known[len(known) // 2 - 1] if game.levels.names() else known[-1]


def check_bot(game: Game, name: str) -> None:
    """BadOptions, naming those there are, if no such bot can sit down at this game."""
    known = bots_for(game)
    if name in known:
        return
    if game.levels.names():
        raise BadOptions(
            f"{game.title} is played in real time, where bots differ in speed: "
            f"choose {' or '.join(known)}, not {name!r}."
        )
    raise BadOptions(f"There is no bot {name!r}: choose {' or '.join(known)}.")
