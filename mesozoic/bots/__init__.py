"""Bots by name: five levels for people, and the bots of those who write bots."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from mesozoic.bots.advice import HINT, Advice, advise
from mesozoic.bots.bot import Bot
from mesozoic.bots.faults import words_of
from mesozoic.bots.greedy import GreedyBot
from mesozoic.bots.learned import LearnedBot, check_learned
from mesozoic.bots.levels import EXAMPLE, LEVELS, USUAL
from mesozoic.bots.pace import seems_open
from mesozoic.bots.random import RandomBot
from mesozoic.bots.searcher import Budget, SearchBot, hurried, read_budget
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Game
from mesozoic.kernel.rng import Rng

__all__ = [
    "HINT",
    "Advice",
    "Bot",
    "advise",
    "bot_names",
    "bots_for",
    "budget_of",
    "check_bot",
    "is_ours",
    "is_own",
    "make_bot",
    "seems_open",
    "thinking_ms",
    "usual_bot",
]

GROUP = "mesozoic.bots"
"""Bots of other packages announce themselves by an entry point of this group: their name, and where their class is."""
_OWN = re.compile(r"([A-Za-z_][\w.]*):([A-Z]\w*)")
_PLAIN: dict[str, type[Bot]] = {kind.name: kind for kind in (RandomBot, GreedyBot, LearnedBot)}
_THINKING = {**LEVELS, SearchBot.name: USUAL}


def bot_names() -> list[str]:
    """The names that :func:`make_bot` knows: the levels, weakest first, then those of bot authors."""
    return [*LEVELS, *_PLAIN, SearchBot.name, *_announced()]


@cache
def _announced() -> dict[str, EntryPoint]:
    """Bots of other packages; none takes the name of one of ours, or a name that would be read as one with a time."""
    ours = {*LEVELS, *_PLAIN, SearchBot.name}
    return {
        point.name: point for point in entry_points(group=GROUP) if point.name not in ours and ":" not in point.name
    }


def is_own(name: str) -> bool:
    """Is it the name of a class that somebody wrote, such as ``flat:FlatBot``?"""
    return _OWN.fullmatch(name) is not None


def is_ours(name: str) -> bool:
    """Does a bot of that name come with Mesozoic?"""
    return name not in _announced()


def _loaded(point: EntryPoint, rng: Rng) -> Bot:
    """A bot of another package; BadOptions says why it cannot play, whatever is wrong with it."""
    try:
        bot = point.load()(rng)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise BadOptions(f"The bot {point.name!r} cannot be loaded: {words_of(error)}.") from None
    if not isinstance(bot, Bot):
        raise BadOptions(f"The bot {point.name!r} cannot be loaded: {point.value} makes no Bot.")
    return bot


def make_bot(name: str, rng: Rng, most_ms: int = 0, is_enough: Callable[[], bool] | None = None) -> Bot:
    """A bot of that name, drawing its own chance from ``rng``; BadOptions names those there are.

    ``most_ms`` is for a table where others wait: whoever searches then thinks no longer, whatever the name says, and
    comes to an end as soon as ``is_enough`` says so.
    """
    if name in _PLAIN:
        return _PLAIN[name](rng)
    if name in _announced():
        return _loaded(_announced()[name], rng)
    budget = budget_of(name)
    if budget is None:
        raise BadOptions(f"There is no bot {name!r}: choose {' or '.join(bot_names())}, or {EXAMPLE}.")
    return SearchBot(rng, hurried(budget, most_ms, is_enough) if most_ms else budget)


def budget_of(name: str) -> Budget | None:
    """How long a bot of that name thinks; None for one that does not search."""
    kind = name.partition(":")[0]
    return read_budget(name, _THINKING[kind]) if kind in _THINKING else None


def thinking_ms(name: str) -> int:
    """How long a bot of that name thinks, in milliseconds; 0 for one that takes as long as it takes."""
    budget = budget_of(name)
    return 0 if budget is None else budget.ms


def bots_for(game: Game) -> list[str]:
    """Who is offered a seat of this game, weakest first: its own levels in real time, those of all games elsewhere."""
    return list(game.levels.names()) or list(LEVELS)


def usual_bot(game: Game) -> str:
    """Who takes a seat when nobody is named: a middling player, in real time the slowest, against whom a beginner lasts
    more than five minutes."""
    known = bots_for(game)
    return known[0 if game.levels.names() else len(known) // 2]


def check_bot(game: Game, name: str, with_people: bool = False, most_ms: int = 0, players: int = 0) -> None:
    """BadOptions, naming those there are, if no such bot can sit down at this game (or not with people).

    ``most_ms`` is what a server gives each bot for a decision, if it sits down at one; ``players`` how many play, if
    that is known.
    """
    known = bots_for(game)
    if name in known or name in game.levels.understood():
        return
    if name in game.levels.lab_only():
        if with_people:
            raise BadOptions(f"{name!r} is for measuring, not for playing against: choose {' or '.join(known)}.")
        return
    if game.levels.names():
        raise BadOptions(
            f"{game.title} is played in real time, where bots differ in speed: "
            f"choose {' or '.join(known)}, not {name!r}."
        )
    if isinstance(make_bot(name, Rng(0, 0, 0, 1)), LearnedBot):
        check_learned(game, players)
    if most_ms and thinking_ms(name) > most_ms:
        raise BadOptions(f"{name!r} thinks longer than bots may at this table: give 1ms to {most_ms}ms.")
