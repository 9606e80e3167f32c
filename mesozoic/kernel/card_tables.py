"""Other cards: a card table as a CSV file, every problem with its line, its column and what would be right.

A game that can be played with other cards says in a :class:`CardTable` which columns a card has and which laws each
of them keeps; its own cards are the file ``cards.csv`` of its folder. Reading, checking, exporting and comparing are
the same for all games.
"""

from __future__ import annotations

import csv
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Final, Generic, NamedTuple, TypeVar

from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.options import Text

OPTION: Final = "cards"
LONGEST_WORD: Final = 40
"""Words of a card are shown at every turn."""
NO_VALUE: Final = "?"
"""What is neither a number nor one of a few words."""

Row = dict[str, str]
Card = TypeVar("Card")
Table = TypeVar("Table")


def cards_option() -> Text:
    """The option that takes another card table as text."""
    return Text(OPTION, "another card table: the text of a CSV file", "")


class Problem(str):
    """What is wrong with a table, a sentence with its line and column; a page shows it at the cell that it is about."""

    message: str
    line: int
    field: str
    """The column of the table; nothing where it is about the whole line."""

    def __new__(cls, message: str, line: int, column: int, field: str = "") -> Problem:
        self = super().__new__(cls, f"line {line}, column {column}: {message}")
        self.message = message
        self.line = line
        self.field = field
        return self


class CardError(Exception):
    """Something in a card table that cannot be read: what, and where."""

    def __init__(self, message: str, line: int, column: int, field: str = "") -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.message = message
        self.line = line
        self.column = column
        self.field = field


class BadTable(Exception):
    """A card table with its problems, each with line and column where there is one."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class Line(NamedTuple):
    """A card as its line of the file tells it: the value of each column, and where it begins."""

    number: int
    row: Row
    at: dict[str, int]

    def error(self, field: str, message: str) -> CardError:
        return CardError(message, self.number, self.at[field], field)

    def problem(self, error: CardError) -> Problem:
        """An error of this line at the field in which it lies."""
        before = [name for name, start in self.at.items() if start <= error.column]
        return Problem(error.message, error.line, error.column, error.field or before[-1])

    def whole(self, field: str) -> int:
        return int(self.row[field])


# --- Laws: what a field must be ----------------------------------------------------------------------------------


class Law(NamedTuple):
    """What a field must be, and what is said if it is not. Each is asked only when all before it hold."""

    field: str
    holds: Callable[[Row], bool]
    says: Callable[[Row], str]


def code(name: str, known: Sequence[str]) -> Law:
    """One of a few words."""
    return Law(
        name, lambda row: row[name] in known, lambda row: f"{name} is one of {', '.join(known)}, not {row[name]!r}"
    )


def number(name: str, low: int, high: int) -> Law:
    return Law(
        name,
        lambda row: is_number(row[name], low, high),
        lambda row: f"{name} is a whole number from {low} to {high}, not {row[name]!r}",
    )


def number_or_nothing(name: str, low: int, high: int, nothing: str) -> Law:
    """A number, or an empty field with a meaning of its own."""
    return Law(
        name,
        lambda row: not row[name] or is_number(row[name], low, high),
        lambda row: f"{name} is a whole number from {low} to {high}, or empty ({nothing}), not {row[name]!r}",
    )


def is_number(text: str, low: int, high: int) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 9 and low <= int(text) <= high


def text(name: str) -> Law:
    return Law(name, lambda row: bool(row[name].strip()), lambda row: f"{name} is missing")


def short(name: str, most: int = LONGEST_WORD) -> Law:
    return Law(
        name,
        lambda row: len(row[name]) <= most and row[name].isprintable(),
        lambda row: f"{name} is a word of at most {most} letters",
    )


def letters(name: str, known: str, fewest: int, meaning: str) -> Law:
    """Some of a few letters, each at most once, in their order."""
    return Law(
        name,
        lambda row: row[name] == "".join(one for one in known if one in row[name]) and len(row[name]) >= fewest,
        lambda row: f"{name} are letters of {known} ({meaning}) in this order, each at most once, not {row[name]!r}",
    )


# --- Tables ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Change:
    """What differs between two tables in one card: a field, or the whole card where one table lacks it."""

    card: str
    field: str
    before: str
    after: str

    def words(self) -> str:
        if not self.field:
            return f"{self.card}: {'new' if self.after else 'taken out'}"
        return f"{self.card}: {self.field} {self.before or 'nothing'} becomes {self.after or 'nothing'}"


class CardTable(ABC, Generic[Card, Table]):
    """What a game's card tables consist of."""

    package: str
    """The game's folder, which holds its own table."""
    columns: tuple[str, ...]
    laws: tuple[Law, ...]
    """What each card must be by itself."""
    key: str
    """The column by which a card is known again in another table."""
    called: str = "name"
    """The column that tells people how a card is called."""
    most: int
    """So many cards at most."""
    means: Mapping[str, str] = MappingProxyType({})
    """What a column is about, for those who change cards: a few words with the unit, where its name does not say it."""

    @abstractmethod
    def card(self, line: Line, lines: list[Line]) -> Card:
        """The card of a line that keeps the laws; CardError where a field cannot be read."""

    @abstractmethod
    def together(self, found: list[Card]) -> list[str]:
        """What is wrong with these cards together, whatever others there are: what stands twice."""

    def whole(self, found: list[Card]) -> list[str]:
        """What is wrong with a table of which every card can be read: counts and the like."""
        return self.together(found)

    @abstractmethod
    def table(self, found: list[Card], lines: list[Line]) -> Table:
        """The table in the form in which the game asks for it."""

    def notes(self, table: Table) -> list[str]:
        """What is worth knowing about a table that can be played."""
        return []

    # --- Reading ---------------------------------------------------------------------------------------------------

    def read(self, given: str) -> Table:
        """The table of a CSV text; BadTable lists everything that is wrong with it."""
        lines, problems = self.lines(given)
        found: list[Card] = []
        for line in lines:
            try:
                self._keep_laws(line)
                found.append(self.card(line, lines))
            except CardError as error:
                problems.append(line.problem(error))
        problems += self.whole(found) if not problems else self.together(found)
        if problems:
            raise BadTable(problems)
        return self.table(found, lines)

    def lines(self, given: str) -> tuple[list[Line], list[str]]:
        """The cards of a CSV text, and what is wrong with those lines that are none."""
        written = given.lstrip("\ufeff").splitlines()
        if not written or written[0].replace('"', "").split(",") != list(self.columns):
            raise BadTable([f"line 1, column 1: the head must read {','.join(self.columns)}"])
        if sum(bool(line.strip()) for line in written[1:]) > 2 * self.most:
            raise BadTable([f"there are {len(written) - 1} cards, and {self.most} in a table"])
        found: list[Line] = []
        problems: list[str] = []
        for at, line in enumerate(written[1:], 2):
            try:
                found += [self._line(line, at)] if line.strip() else []
            except CardError as error:
                problems.append(Problem(error.message, error.line, error.column))
        return found, problems

    def _line(self, line: str, at: int) -> Line:
        fields = _fields(line, at)
        if len(fields) != len(self.columns):
            raise CardError(f"a card has {len(self.columns)} fields, not {len(fields)}", at, 1)
        pairs = list(zip(self.columns, fields, strict=True))
        return Line(at, {name: value for name, (value, _) in pairs}, {name: start for name, (_, start) in pairs})

    def _keep_laws(self, line: Line) -> None:
        for law in self.laws:
            if not law.holds(line.row):
                raise line.error(law.field, law.says(line.row))

    @cached_property
    def of(self) -> Callable[[str], Table]:
        """The table of an option's text: empty is the table of the game. Read once."""
        return lru_cache(maxsize=16)(lambda given: self.read(given or self.own_text))

    @cached_property
    def own_text(self) -> str:
        """The game's own table as a file."""
        return resources.files(self.package).joinpath("cards.csv").read_text("utf-8")

    def expect(self, given: str) -> None:
        """Raise BadOptions for a table that cannot be played."""
        try:
            self.of(given)
        except BadTable as error:
            raise BadOptions(f"The card table cannot be played: {error.problems[0]}.") from None

    def takes(self, row: Row, column: str) -> str:
        """What a field of this card may hold, in the words of the law that refuses anything else; nothing where all
        words do. The card itself must keep the laws."""
        wrong = {**row, column: NO_VALUE}
        broken = next((law for law in self.laws if not law.holds(wrong)), None)
        return broken.says(wrong).removesuffix(f", not {NO_VALUE!r}") if broken and broken.field == column else ""

    # --- Comparing -------------------------------------------------------------------------------------------------

    def changes(self, before: str, after: str) -> list[Change]:
        """What another table changes; both must be readable as tables, playable or not."""
        old, new = self._by_key(before), self._by_key(after)
        found = []
        for name in dict.fromkeys([*old, *new]):
            if name not in new or name not in old:
                found.append(Change(name, "", *(("yes", "") if name in old else ("", "yes"))))
                continue
            found += [
                Change(name, column, old[name][column], new[name][column])
                for column in self.columns
                if old[name][column] != new[name][column]
            ]
        return found

    def _by_key(self, given: str) -> dict[str, Row]:
        lines, problems = self.lines(given or self.own_text)
        if problems:
            raise BadTable(problems)
        return {line.row[self.key]: line.row for line in lines}


def doubles(found: Iterable[tuple[int, str]], what: str) -> list[str]:
    """What stands twice in a column in which nothing may: of each card its line and its value."""
    seen: dict[str, int] = {}
    problems: list[str] = []
    for line, value in found:
        if value in seen:
            problems.append(Problem(f"the {what} {value!r} stands in line {seen[value]} too", line, 1, what))
        seen.setdefault(value, line)
    return problems


FIELD = re.compile(r'("(?:[^"]|"")*"[^,]*|[^,]*)(?:,|$)')
"""A field as it is written, quoted or not, with the comma behind it."""


def _fields(line: str, at: int) -> list[tuple[str, int]]:
    """The fields of a CSV line, each with the column where it begins. Raises CardError."""
    if '"' in line:
        try:
            values = next(csv.reader([line]))
        except csv.Error as error:
            raise CardError(f"this is no line of a CSV table ({error})", at, 1) from None
        starts = [field.start() + 1 + field[0].startswith('"') for field in FIELD.finditer(line)]
        return list(zip(values, starts, strict=False))  # behind the last field there is an empty one
    found, start = [], 1
    for value in line.split(","):
        found.append((value, start))
        start += len(value) + 1
    return found
