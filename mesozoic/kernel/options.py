"""A game's options, declared once: they feed the command line, the web form, records and the lab."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mesozoic.kernel.deal import expect_plain
from mesozoic.kernel.errors import BadOptions

TYPED_NUMBER = re.compile("-?[0-9]{1,12}")
FEW = 8
"""So few numbers are all worth trying: a seat, for instance."""
LONGEST_SHOWN = 200
"""So much of a value is repeated to whoever gave it."""
LONGEST_TEXT = 64_000
"""Four times the longest card table that comes with a game."""
Default = Any | Callable[[int], Any]
"""A plain value, or a function from the number of players to one."""


@dataclass(frozen=True)
class Option(ABC):
    """One thing that the players may choose before the game starts."""

    name: str
    help: str
    default: Default
    needs: Mapping[str, Any] = field(default_factory=dict, kw_only=True)
    """Values of other options without which this one has nothing to say."""
    for_designers: bool = field(default=False, kw_only=True)
    """Left out of the page on which a table is set up."""

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
        expect_plain(f"option {self.name}", value)  # what Python itself would not write out
        given = repr(value)
        shown = given if len(given) <= LONGEST_SHOWN else f"{given[:LONGEST_SHOWN]}…"
        return BadOptions(f"Option {self.name} cannot be {shown}: give {self.values_text}.")


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
    tried: tuple[int, ...] = field(default=(), kw_only=True)
    """The values worth trying, where the bounds and the number above the lower one are not."""

    def read(self, value: Any) -> int:
        number = whole_number(value)
        if number is not None and self.low <= number <= self.high:
            return number
        raise self.refuse(value)

    def spread(self) -> list[int]:
        return list(self.tried) or sorted({self.low, min(self.low + 1, self.high), self.high})

    @property
    def values_text(self) -> str:
        return f"a whole number from {self.low} to {self.high}"


def tune(name: str, help: str, default: Default, low: int, high: int) -> Number:
    """A number of the rules that a designer may turn: an option like any other, but not asked of people who play."""
    return Number(f"tune_{name}", help, default, low, high, tried=(low, high), for_designers=True)


@dataclass(frozen=True)
class OneNumber(Option):
    """One of a few whole numbers."""

    numbers: tuple[int, ...]

    def read(self, value: Any) -> int:
        number = whole_number(value)
        if number in self.numbers:
            return number
        raise self.refuse(value)

    def spread(self) -> list[int]:
        return list(self.numbers)

    @property
    def values_text(self) -> str:
        return " or ".join([str(number) for number in self.numbers])


@dataclass(frozen=True)
class PerSeat(Option):
    """A whole number for every seat, or one that holds for all; ``1,2,0`` when typed. The game checks the length."""

    low: int
    high: int

    def read(self, value: Any) -> int | list[int]:
        parts = value.split(",") if isinstance(value, str) else value
        if not isinstance(parts, (list, tuple)):
            parts = [parts]
        numbers = [whole_number(part) for part in parts]
        fitting = [number for number in numbers if number is not None and self.low <= number <= self.high]
        if not fitting or len(fitting) != len(numbers):
            raise self.refuse(value)
        return fitting[0] if len(fitting) == 1 and not isinstance(value, (list, tuple)) else fitting

    def spread(self) -> list[int | list[int]]:
        return list(range(self.low, self.high + 1))

    @property
    def values_text(self) -> str:
        return f"a whole number from {self.low} to {self.high}, or one for each seat such as {self.low},{self.high}"


@dataclass(frozen=True)
class Map(Option):
    """A value for each of a few keys; ``M:O,S:P`` when typed."""

    keys: tuple[str, ...]
    values: tuple[str, ...]

    def read(self, value: Any) -> dict[str, str]:
        pairs = value
        if isinstance(value, str):
            parts = [part.partition(":") for part in value.split(",")]
            pairs = {key.strip(): one.strip() for key, _, one in parts}
            if len(pairs) != len(parts):
                raise self.refuse(value)
        if not isinstance(pairs, Mapping) or set(pairs) != set(self.keys):
            raise self.refuse(value)
        if any(not isinstance(one, str) or one not in self.values for one in pairs.values()):
            raise self.refuse(value)
        return {key: pairs[key] for key in self.keys}

    def spread(self) -> list[dict[str, str]]:
        """The first key with one value and the others with the next, and so on through the keys."""
        first, second = self.values[0], self.values[-1]
        return [{key: first if key == one else second for key in self.keys} for one in self.keys]

    @property
    def values_text(self) -> str:
        return f"each of {', '.join(self.keys)} with {' or '.join(self.values)}, such as " + ",".join(
            [f"{key}:{self.values[0]}" for key in self.keys]
        )


def whole_number(value: Any) -> int | None:
    """The number that is given in JSON or typed; ``None`` if it is none."""
    if isinstance(value, str):
        return int(value) if TYPED_NUMBER.fullmatch(value.strip()) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


@dataclass(frozen=True)
class NumberOr(Option):
    """A whole number between two bounds, or a word that leaves the number to the game (``auto``, ``random``)."""

    word: str
    low: int
    high: int

    def read(self, value: Any) -> int | str:
        if value == self.word:
            return self.word
        number = whole_number(value)
        if number is not None and self.low <= number <= self.high:
            return number
        raise self.refuse(value)

    def spread(self) -> list[int | str]:
        if self.high - self.low < FEW:
            return [self.word, *range(self.low, self.high + 1)]
        return [self.word, self.low, self.low + 1, self.high]

    @property
    def values_text(self) -> str:
        return f"{self.word} or a whole number from {self.low} to {self.high}"


@dataclass(frozen=True)
class Text(Option):
    """Any text, without spaces at the ends of its lines; what it must hold only the game can say."""

    def read(self, value: Any) -> str:
        if not isinstance(value, str):
            raise self.refuse(value)
        tidy = "\n".join(line.rstrip() for line in value.splitlines()).rstrip("\n")
        if len(tidy) > LONGEST_TEXT:
            raise BadOptions(f"Option {self.name} has {len(tidy)} letters: at most {LONGEST_TEXT} are possible.")
        expect_plain(f"option {self.name}", tidy)
        return value if value == tidy else tidy

    def spread(self) -> list[str]:
        return [""]

    @property
    def values_text(self) -> str:
        return f"a text of at most {LONGEST_TEXT} letters"


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
    if not isinstance(given, Mapping):
        raise BadOptions("The options must be given by name, each with its value.")
    known = {option.name for option in declared}
    for name in given:
        if name not in known:
            expect_plain("name of an option", name)
            listed = ", ".join(sorted(known)) or "none"
            raise BadOptions(f"There is no option {name!r}: this game has {listed}.")
    return {
        option.name: option.read(given[option.name]) if option.name in given else option.default_for(players)
        for option in declared
    }
