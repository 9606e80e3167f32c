"""Bots by name."""

from __future__ import annotations

from mesozoic.bots.bot import Advice, Bot
from mesozoic.bots.greedy import GreedyBot
from mesozoic.bots.random import RandomBot
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.rng import Rng

__all__ = ["Advice", "Bot", "bot_names", "make_bot"]

_KINDS: dict[str, type[Bot]] = {kind.name: kind for kind in (RandomBot, GreedyBot)}


def bot_names() -> list[str]:
    """The names that :func:`make_bot` knows, weakest first."""
    return list(_KINDS)


def make_bot(name: str, rng: Rng) -> Bot:
    """A bot of that name, drawing its own chance from ``rng``; BadOptions names those there are."""
    if name not in _KINDS:
        raise BadOptions(f"There is no bot {name!r}: choose {' or '.join(_KINDS)}.")
    return _KINDS[name](rng)
