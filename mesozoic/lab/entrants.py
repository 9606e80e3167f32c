"""Who plays in the lab: the bots by name, and those of bot authors as ``MODULE:CLASS``.

A table never takes the second kind: their names come from strangers there. The engine checks no move, so the lab checks
every answer of a bot that is not ours, and gives it a copy of the game to think with.
"""

from __future__ import annotations

import sys
from importlib import import_module
from inspect import isabstract
from operator import index
from reprlib import repr as shortened
from types import ModuleType
from typing import Any

from mesozoic.bots import Bot, check_bot, is_ours, is_own, make_bot
from mesozoic.bots.faults import own_words, said_of
from mesozoic.kernel.errors import BadOptions, MesozoicError
from mesozoic.kernel.game import Game
from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import State, seat_name


def check_entrant(game: Game, name: str) -> None:
    """BadOptions, with the reason, if nobody of that name can play this game."""
    if is_own(name) and not game.levels.names():
        own_bot(name)
    else:
        check_bot(game, name)


def make_entrant(name: str, rng: Rng) -> Bot:
    """Whoever plays by that name; BotFailed if it is not ours and does not come so far."""
    try:
        return own_bot(name)(rng) if is_own(name) else make_bot(name, rng)
    except (MesozoicError, KeyboardInterrupt):
        raise
    except BaseException as error:  # who calls sys.exit would end the lab without a word
        raise BotFailed(f"The bot {name!r} cannot begin: {said_of(error, module_of(name))}.") from None


def make_checked(name: str, rng: Rng, where: str) -> Bot:
    """The same for a game that is called ``where``, if anything goes wrong there. Our own bots need no check."""
    if not is_own(name) and is_ours(name):
        return make_bot(name, rng)
    return Checked(name, make_entrant(name, rng), where)


def own_bot(name: str) -> type[Bot]:
    """The class that somebody wrote, from a module of the folder one is in or of Python's path."""
    module = loaded(name)
    try:
        kind = getattr(module, name.partition(":")[2])
    except AttributeError as error:
        raise BadOptions(f"There is no bot {name!r}: {own_words(error)}.") from None
    if not (isinstance(kind, type) and issubclass(kind, Bot)):
        raise BadOptions(f"{name!r} is no bot: it must be a subclass of mesozoic.bots.Bot.")
    if isabstract(kind):
        raise BadOptions(
            f"{name!r} is no bot yet: it lacks the method {' and '.join(sorted(kind.__abstractmethods__))}."
        )
    return kind


def loaded(name: str) -> ModuleType:
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        return import_module(module_of(name))
    except ImportError as error:
        raise BadOptions(f"There is no bot {name!r}: {own_words(error)}.") from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise BadOptions(f"The bot {name!r} cannot be loaded: {said_of(error, module_of(name))}.") from None


def module_of(name: str) -> str:
    return name.partition(":")[0]


# --- Bots that are not ours ------------------------------------------------------------------------------------------


class BotFailed(MesozoicError):
    """A bot that is not ours raised an error, or answered with what is no legal move."""


class Checked(Bot):
    """A bot whose every answer is checked; BotFailed says in one sentence where it was wrong.

    It is given a copy: whatever it does there, in any seat, changes nothing in the game.
    """

    def __init__(self, name: str, bot: Bot, where: str) -> None:
        self.name = name
        self.bot = bot
        self.where = where
        self.decisions = 0

    @property
    def rng(self) -> Rng:
        return self.bot.rng

    @rng.setter
    def rng(self, rng: Rng) -> None:
        self.bot.rng = rng

    def code(self, state: State, seat: int) -> int:
        self.decisions += 1
        try:
            answer: Any = self.bot.code(state.clone(), seat)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise self._failed(state, seat, f"failed: {said_of(error, type(self.bot).__module__)}") from None
        code = _whole(answer)
        if code is None or code not in state.codes(seat):
            raise self._failed(
                state, seat, f"answered {shortened(answer)}, which is no legal move: state.codes(seat) lists them"
            )
        return code

    def _failed(self, state: State, seat: int, what: str) -> BotFailed:
        where = f"{state.setup.game.title}, {self.where}, {seat_name(seat)}, decision {self.decisions} of the bot"
        return BotFailed(f"The bot {self.name!r} {what} ({where}).")


def _whole(answer: Any) -> int | None:
    """The answer as a whole number, also if it is one of NumPy's; None if it is none."""
    try:
        return index(answer)
    except TypeError:
        return None
