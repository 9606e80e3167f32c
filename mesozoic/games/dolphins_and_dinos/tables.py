"""Card tables: a line for each of the fifteen exhibits, read and checked, and the engine's numbers made of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.dolphins_and_dinos.cards import EXHIBITS, FEATURE_LETTERS, HIGHEST, ITEMS, Exhibits
from mesozoic.kernel.card_tables import (
    CardTable,
    Law,
    Line,
    doubles,
    letters,
    number,
    number_or_nothing,
    short,
    text,
)

MOST_PLAYERS: Final = 6
DEAREST: Final = 20
MOST_SURCHARGE: Final = 6


@dataclass(frozen=True)
class Card:
    """A card as printed. A picker pays ``price``, and ``surcharge`` for each player who picked it."""

    value: int
    name: str
    features: str
    price: int
    surcharge: int
    missed_by: int | None
    """The card leaves the game when somebody placed it and at most so many players did not (None: it never leaves)."""
    line: int


@dataclass(frozen=True)
class Table:
    """The exhibits by rising value, and the same for the engine."""

    cards: tuple[Card, ...]
    exhibits: Exhibits

    @cached_property
    def by_value(self) -> dict[int, Card]:
        return {card.value: card for card in self.cards}

    @cached_property
    def names(self) -> dict[str, str]:
        """What each exhibit is called, by its value as text."""
        return {str(card.value): card.name for card in self.cards}


def _settled(cards: list[Card]) -> list[Card]:
    return [card for card in cards if not card.surcharge and card.missed_by is None]


MEANS: Final = {
    "value": "the number on the card, by which it is called",
    "features": "what it shows: water, ancient, life",
    "price": "dollars to pay for it",
    "surcharge": "dollars more for each player who picked it",
    "missed_by": "it leaves the game when at most so many players did not place it",
}
"""What the columns are about."""


class ExhibitTable(CardTable[Card, Table]):
    package = __package__ or ""
    columns = ("value", "name", "features", "price", "surcharge", "missed_by")
    key = "name"
    most = EXHIBITS
    means = MEANS
    laws: tuple[Law, ...] = (
        short("name"),
        number("value", 1, HIGHEST),
        text("name"),
        letters("features", FEATURE_LETTERS[1:], 1, "water, ancient, life; at least one"),
        number("price", 0, DEAREST),
        number("surcharge", 0, MOST_SURCHARGE),
        number_or_nothing("missed_by", 0, MOST_PLAYERS - 1, "it never leaves"),
    )

    def card(self, line: Line, lines: list[Line]) -> Card:
        row = line.row
        return Card(
            value=line.whole("value"),
            name=row["name"],
            features=row["features"],
            price=line.whole("price"),
            surcharge=line.whole("surcharge"),
            missed_by=line.whole("missed_by") if row["missed_by"] else None,
            line=line.number,
        )

    def together(self, found: list[Card]) -> list[str]:
        values = doubles([(card.line, str(card.value)) for card in found], "value")
        return values + doubles([(card.line, card.name) for card in found], "name")

    def whole(self, found: list[Card]) -> list[str]:
        problems = self.together(found)
        if len(found) != EXHIBITS:
            problems.append(f"there are {len(found)} exhibits, and {EXHIBITS} in a table")
        if not _settled(found):
            problems.append("no exhibit can be set aside: at least one needs surcharge 0 and missed_by empty")
        return problems

    def table(self, found: list[Card], lines: list[Line]) -> Table:
        ordered = sorted(found, key=lambda card: card.value)
        marks = [sum(1 << FEATURE_LETTERS.index(letter) for letter in card.features) for card in ordered]
        exhibits = Exhibits(
            vec[i64]([card.value for card in ordered]),
            _by_item(ordered, [card.price for card in ordered]),
            _by_item(ordered, [card.surcharge for card in ordered]),
            _by_item(ordered, marks),
            vec[i64]([card.value for card in _settled(ordered)]),
        )
        return Table(tuple(ordered), exhibits)


def _by_item(cards: list[Card], column: list[int]) -> vec[i64]:
    """A column of the table by item; 0 for what is no exhibit."""
    numbers = [0] * ITEMS
    for card, one in zip(cards, column, strict=True):
        numbers[card.value] = one
    return vec[i64](numbers)


CARD_TABLE: Final = ExhibitTable()
