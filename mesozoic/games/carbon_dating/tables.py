"""Card tables: a line for each of the 38 dinosaurs, read and checked, and the engine's numbers made of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.carbon_dating import cards
from mesozoic.games.carbon_dating.cards import (
    BAD_DATE,
    CARD_OF,
    CARDS,
    CONSTANT,
    HEART_LETTERS,
    HEIGHTS,
    IDS,
    IMMEDIATE,
    NOTHING,
    SENTENCES,
    SPECIAL,
    Dinosaurs,
)
from mesozoic.kernel.card_tables import CardTable, Law, Line, Row, doubles, number, short, text

VERBS: Final = {
    "bad_date": {
        "nothing": NOTHING,
        "storm off": cards.STORM_OFF,
        "eat date": cards.EAT_DATE,
        "eat both": cards.EAT_BOTH,
        "stampede": cards.STAMPEDE,
        "fling": cards.FLING,
        "head-butt": cards.HEAD_BUTT,
    },
    "immediate": {"eat neighbour": cards.EAT_NEIGHBOUR, "rearrange": cards.REARRANGE},
    "constant": {"flee": cards.FLEE, "serenade": cards.SERENADE, "armour": cards.ARMOUR},
}
"""What a card may do at each trigger, as its table writes it."""
TRIGGERS: Final = {"bad_date": BAD_DATE, "immediate": IMMEDIATE, "constant": CONSTANT}
EATING: Final = (cards.EAT_DATE, cards.EAT_BOTH, cards.EAT_NEIGHBOUR, cards.GATECRASH)
LIKE: Final = {
    cards.FLEE: "GAL2",
    cards.SERENADE: "PAR2",
    cards.ARMOUR: "ANK1",
    cards.EAT_NEIGHBOUR: "SPI1",
    cards.REARRANGE: "COM1",
    cards.STORM_OFF: "IGU1",
    cards.EAT_DATE: "VEL1",
    cards.NOTHING: "BRA1",
    cards.STAMPEDE: "TRI2",
    cards.FLING: "STE1",
    cards.HEAD_BUTT: "PAC1",
    cards.EAT_BOTH: "ALL1",
}
"""The card of the game's own table that is known for a verb."""


@dataclass(frozen=True)
class Ability:
    trigger: str
    title: str
    verb: int


SPECIAL_WAYS: Final = {
    "PTE": Ability(SPECIAL, "Drops in", cards.LAND),
    "TYR": Ability(SPECIAL, "Gatecrasher", cards.GATECRASH),
}
"""How the two specials are played in every table."""


@dataclass(frozen=True)
class Card:
    """A dinosaur as printed. ``hearts`` are the four slots from the top."""

    id: str
    name: str
    hearts: str
    arrow: int
    abilities: tuple[Ability, ...]
    line: int

    def verb(self, trigger: str) -> int:
        return sum(one.verb for one in self.abilities if one.trigger == trigger)

    @property
    def eats(self) -> bool:
        return any(one.verb in EATING for one in self.abilities)

    @property
    def like(self) -> str:
        """The card of the own table that is known for what this one does."""
        if self.id in SPECIAL_WAYS:
            return self.id
        return LIKE[self.verb(CONSTANT) or self.verb(IMMEDIATE) or self.verb(BAD_DATE)]

    def sentence(self, ability: Ability) -> str:
        """The text of an ability as it stands on the card."""
        return SENTENCES[ability.verb].format(name=self.name)


@dataclass(frozen=True)
class Table:
    """The dinosaurs in the order of their ids, and the same for the engine."""

    cards: tuple[Card, ...]
    dinosaurs: Dinosaurs

    @cached_property
    def names(self) -> dict[str, str]:
        return {card.id: card.name for card in self.cards}


def _is_ability(row: Row, field: str) -> bool:
    title, colon, verb = row[field].partition(": ")
    return bool(colon and title.strip()) and verb in VERBS[field]


def _is_eater(row: Row) -> bool:
    return row["id"] == "TYR" or ": eat " in row["bad_date"] + row["immediate"]


def _ability(field: str, is_needed: bool) -> Law:
    choice = " or ".join(VERBS[field])
    empty = "" if is_needed else ", or empty"
    return Law(
        field,
        lambda row: (not row[field] and not is_needed) or _is_ability(row, field),
        lambda row: f"{field} is a name, a colon and {choice}{empty}, not {row[field]!r}",
    )


MEANS: Final = {
    "id": "which of the 38 dinosaurs it is",
    "name": "the species; as many dinosaurs as there are lines with its name",
    "hearts": "the four slots of its right edge, from the top",
    "arrow": "the height of the arrow on its left edge: 1 is at the top",
    "bad_date": "what it does after a bad date: a name, a colon and a verb",
    "immediate": "what it does when it is seated",
    "constant": "what always holds for it",
}
"""What the columns are about."""


class DinosaurTable(CardTable[Card, Table]):
    package = __package__ or ""
    columns = ("id", "name", "hearts", "arrow", "bad_date", "immediate", "constant")
    key = "id"
    most = CARDS
    means = MEANS
    laws = (
        *[short(name) for name in ("id", "name", *VERBS)],
        Law(
            "id", lambda row: row["id"] in CARD_OF, lambda row: f"id is one of {IDS[0]} to {IDS[-1]}, not {row['id']!r}"
        ),
        text("name"),
        Law(
            "hearts",
            lambda row: len(row["hearts"]) == HEIGHTS and set(row["hearts"]) <= set(HEART_LETTERS),
            lambda row: f"hearts are four letters from the top, F full, B broken or - empty, not {row['hearts']!r}",
        ),
        number("arrow", 1, HEIGHTS),
        _ability("bad_date", True),
        _ability("immediate", False),
        _ability("constant", False),
        Law(
            "immediate",
            lambda row: not (row["immediate"] and row["id"] in SPECIAL_WAYS),
            lambda row: f"{row['id']} is played in its special way: leave immediate empty",
        ),
        Law(
            "constant",
            lambda row: not (row["constant"].endswith(": flee") and _is_eater(row)),
            lambda row: "a dinosaur that eats cannot flee from its own meal: take another constant or none",
        ),
    )

    def card(self, line: Line, lines: list[Line]) -> Card:
        row = line.row
        abilities = [SPECIAL_WAYS[row["id"]]] if row["id"] in SPECIAL_WAYS else []
        for field in ("constant", "immediate", "bad_date"):
            title, _, verb = row[field].partition(": ")
            if title:
                abilities.append(Ability(TRIGGERS[field], title, VERBS[field][verb]))
        return Card(row["id"], row["name"], row["hearts"], line.whole("arrow"), tuple(abilities), line.number)

    def together(self, found: list[Card]) -> list[str]:
        return doubles([(card.line, card.id) for card in found], "id")

    def whole(self, found: list[Card]) -> list[str]:
        missing = [name for name in IDS if name not in {card.id for card in found}]
        lack = [f"there is no card {', '.join(missing)}: each id stands in one line"] if missing else []
        return self.together(found) + lack

    def table(self, found: list[Card], lines: list[Line]) -> Table:
        ordered = sorted(found, key=lambda card: CARD_OF[card.id])
        return Table(
            tuple(ordered),
            Dinosaurs(
                _column([card.arrow for card in ordered]),
                _column([_slots(card.hearts) for card in ordered]),
                _column([card.verb(BAD_DATE) for card in ordered]),
                _column([card.verb(IMMEDIATE) for card in ordered]),
                _column([card.verb(CONSTANT) for card in ordered]),
                _column([CARD_OF[card.like] for card in ordered]),
            ),
        )


def _slots(hearts: str) -> int:
    return sum(HEART_LETTERS.index(letter) << 2 * (at + 1) for at, letter in enumerate(hearts))


def _column(numbers: list[int]) -> vec[i64]:
    """A column of the table by card; the rim of the table has nothing."""
    return vec[i64]([*numbers, 0])


CARD_TABLE: Final = DinosaurTable()
OWN_LETTERS: Final = {card.name: card.id[:3] for card in CARD_TABLE.of("").cards}


def letters_of(card: Card) -> str:
    """How a card looks: the letters of the species of the game's own table that it is, or stands in for."""
    return OWN_LETTERS.get(card.name, card.id[:3])
