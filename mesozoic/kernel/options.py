"""A game's options, declared once: they feed the command line, the web form, records and the lab."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mesozoic.kernel.errors import BadOptions

Default = Any | Callable[[int], Any]
"""A plain value, or a function from the number of players to one."""


@dataclass(frozen=True)
class Option(ABC):
    """One thing that the players may choose before the game starts."""

    name: str
    help: str
    default: Default

    def default_for(self, players: int) -> Any:
        return self.default(players) if callable(self.default) else self.default

    @abstractmethod
    def read(self, value: Any) -> Any:
        """The value, from JSON or from text typed by a person; BadOptions if it is none."""

    @abstractmethod
    def spread(self) -> list[Any]:
        """Values worth trying when a game is checked."""

    @property
    @abstractmethod
    def values_text(self) -> str:
        """What may be given, in words."""

    def refuse(self, value: Any) -> BadOptions:
        return BadOptions(f"Option {self.name} cannot be {value!r}: give {self.values_text}.")


@dataclass(frozen=True)
class Choice(Option):
    """One of a few named values, each with its own help."""

    choices: Mapping[str, str]

    def read(self, value: Any) -> str:
        if isinstance(value, str) and value in self.choices:
            return value
        raise self.refuse(value)

    def spread(self) -> list[str]:
        return list(self.choices)

    @property
    def values_text(self) -> str:
        return " or ".join(self.choices)


@dataclass(frozen=True)
class Flag(Option):
    """Yes or no."""

    def read(self, value: Any) -> bool:
        if isinstance(value, bool):
            return value
        words = {
            "true": True,
            "yes": True,
            "on": True,
            "1": True,
            "false": False,
            "no": False,
            "off": False,
            "0": False,
        }
        if isinstance(value, str) and value.lower() in words:
            return words[value.lower()]
        raise self.refuse(value)

    def spread(self) -> list[bool]:
        return [False, True]

    @property
    def values_text(self) -> str:
        return "true or false"


@dataclass(frozen=True)
class Number(Option):
    """A whole number between two bounds."""

    low: int
    high: int

    def read(self, value: Any) -> int:
        if isinstance(value, str) and value.strip().lstrip("-").isdecimal():
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
            return value
        raise self.refuse(value)

    def spread(self) -> list[int]:
        return sorted({self.low, min(self.low + 1, self.high), self.high})

    @property
    def values_text(self) -> str:
        return f"a whole number from {self.low} to {self.high}"


@dataclass(frozen=True)
class NumberOr(Option):
    """A whole number between two bounds, or a word that leaves the number to the game (``auto``, ``random``)."""

    word: str
    low: int
    high: int

    def read(self, value: Any) -> int | str:
        if value == self.word:
            return self.word
        if isinstance(value, str) and value.strip().isdecimal():
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
            return value
        raise self.refuse(value)

    def spread(self) -> list[int | str]:
        return [self.word, self.low]

    @property
    def values_text(self) -> str:
        return f"{self.word} or a whole number from {self.low} to {self.high}"


@dataclass(frozen=True)
class Several(Option):
    """So many different names out of a list, in any order: given as a list or as ``a,b,c``, kept as the latter.

    Nothing at all leaves the choice open.
    """

    names: tuple[str, ...]
    number: int

    def read(self, value: Any) -> str:
        if isinstance(value, str):
            value = [name.strip() for name in value.split(",")] if value.strip() else []
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            raise self.refuse(value)
        for name in value:
            if name not in self.names:
                raise BadOptions(f"Option {self.name} names {name!r}, which is none of {', '.join(self.names)}.")
            if value.count(name) > 1:
                raise BadOptions(f"Option {self.name} names {name} twice: give {self.values_text}.")
        if len(value) not in (0, self.number):
            raise BadOptions(f"Option {self.name} names {len(value)}, not {self.number}: give {self.values_text}.")
        return ",".join(sorted(value, key=self.names.index))

    def spread(self) -> list[str]:
        return [""]

    @property
    def values_text(self) -> str:
        return f"{self.number} different ones of {', '.join(self.names)}"


def read_options(declared: tuple[Option, ...], given: Mapping[str, Any], players: int) -> dict[str, Any]:
    """Every option with its value: the given ones read and checked, the others at their defaults."""
    known = {option.name for option in declared}
    for name in given:
        if name not in known:
            listed = ", ".join(sorted(known)) or "none"
            raise BadOptions(f"There is no option {name!r}: this game has {listed}.")
    return {
        option.name: option.read(given[option.name]) if option.name in given else option.default_for(players)
        for option in declared
    }
