"""Card tables: reading the CSV with line and column, checking a whole table, and making the engine's numbers of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.dinospan import cards
from mesozoic.games.dinospan.abilities import SOURCES, Ability, Filter, Reward, Step, ability_words, parse
from mesozoic.games.dinospan.cards import (
    CARD_IDS,
    CARDS,
    CONTINENTS,
    ERAS,
    FOODS,
    GOAL_MASKS,
    GOAL_NAMES,
    GOALS,
    HEMISPHERES,
    MOST_FAMILIES,
    ORDERS,
    PRINTED_PERCENT,
    SIZES,
    TAGS,
    TEETH,
    Deck,
)
from mesozoic.kernel.card_tables import (
    CardTable,
    Law,
    Line,
    Problem,
    Row,
    code,
    doubles,
    number,
    short,
    text,
)

COLUMNS: Final = (
    "id",
    "genus",
    "species",
    "era",
    "order",
    "family",
    "hemisphere",
    "continent",
    "country",
    "length_m",
    "size",
    "teeth",
    "food",
    "tag",
    "cost_p",
    "cost_t",
    "cost_m",
    "cost_c",
    "pp",
    "eggs",
    "ability",
)
TEXTS: Final = (*COLUMNS[:9], "size", "teeth", "food", "tag")
CODES: Final = {
    "era": ERAS,
    "order": ORDERS,
    "hemisphere": HEMISPHERES,
    "continent": CONTINENTS,
    "size": SIZES,
    "teeth": TEETH,
    "food": FOODS,
    "tag": TAGS,
}
NUMBERS: Final = {
    "cost_p": (0, 6),
    "cost_t": (0, 6),
    "cost_m": (0, 6),
    "cost_c": (0, 6),
    "pp": (1, 9),
    "eggs": (1, 3),
}
MEANS: Final = {
    "id": "the card's number in its era: Triassic, Jurassic or Cretaceous",
    "era": "Triassic, Jurassic or Cretaceous",
    "order": "Ornithischian, Sauropod or Theropod",
    "family": "Basal, or a family that other cards share",
    "hemisphere": "Laurasia (north) or Gondwana (south)",
    "length_m": "length in metres",
    "size": "small (below 2 m), medium (below 6 m), large (below 10 m) or colossal",
    "teeth": "blades (Z), batteries (B), leaf-shaped (L), simple or none (S)",
    "food": "plants on the ground (P), leaves of trees (T) or meat (M)",
    "tag": "what it is known for",
    "cost_p": "Plants to pay for publishing it",
    "cost_t": "Trees to pay for publishing it",
    "cost_m": "Mammals to pay for publishing it",
    "cost_c": "cards to pay for publishing it",
    "pp": "publication points",
    "eggs": "how many eggs it can hold",
    "ability": "what it does when analyzed, in the words of the table",
}
"""What the columns are about."""
WORDS: Final = ("genus", "species", "family", "country")
LONGEST_ABILITY: Final = 200
PER_ERA: Final = {"T": 16, "J": 54, "K": 70}
FEWEST_PARENTS: Final = 2
MOST_PLAYERS: Final = 5
BASAL: Final = "Basal"
NORTH: Final = ("NAM", "EUR", "ASI")
SOUTHERN_ASIA: Final = "India"


@dataclass(frozen=True, eq=False)
class Card:
    """A line of the table."""

    id: str
    genus: str
    species: str
    era: str
    order: str
    family: str
    hemisphere: str
    continent: str
    country: str
    length_m: float
    size: str
    teeth: str
    food: str
    tag: str
    cost: tuple[int, int, int, int]
    pp: int
    eggs: int
    notation: str
    ability: Ability
    line: int

    @property
    def name(self) -> str:
        return f"{self.genus} {self.species}"

    @cached_property
    def text(self) -> str:
        """The ability in words."""
        return ability_words(self.ability)

    @cached_property
    def cost_text(self) -> str:
        cards = " card" if self.cost[3] == 1 else " cards"
        parts = [f"{number}{letter}" for number, letter in zip(self.cost, ("P", "T", "M", cards), strict=True)]
        return " ".join(part for part, number in zip(parts, self.cost, strict=True) if number)


@dataclass(frozen=True)
class Table:
    """A whole card table, in the order of the ids, with the engine's numbers and what is worth knowing about it."""

    cards: tuple[Card, ...]
    deck: Deck
    notes: tuple[str, ...]


# --- Reading ---------------------------------------------------------------------------------------------------


def _families(lines: list[Line]) -> tuple[str, ...]:
    named = {line.row["family"] for line in lines} - {BASAL, ""}
    return (BASAL, *sorted(named))


def _length(row: Row) -> float | None:
    """In metres; None if it is no number."""
    try:
        return float(row["length_m"])
    except ValueError:
        return None


def _size(row: Row) -> str:
    return size_of(float(row["length_m"]))


def _hemisphere(row: Row) -> str:
    return "L" if row["continent"] in NORTH and row["country"] != SOUTHERN_ASIA else "G"


def _costs(row: Row) -> tuple[int, int, int, int]:
    return int(row["cost_p"]), int(row["cost_t"]), int(row["cost_m"]), int(row["cost_c"])


LAWS: Final = (
    *[short(name) for name in ("id", *WORDS, *CODES, *NUMBERS, "length_m")],
    short("ability", LONGEST_ABILITY),
    *[code(name, known) for name, known in CODES.items()],
    *[number(name, low, high) for name, (low, high) in NUMBERS.items()],
    *[text(name) for name in WORDS],
    Law(
        "id", lambda row: row["id"] in CARD_IDS, lambda row: f"an id is T01-T16, J01-J54 or K01-K70, not {row['id']!r}"
    ),
    Law("era", lambda row: row["id"][0] == row["era"], lambda row: "the era does not fit the id"),
    Law("length_m", lambda row: _length(row) is not None, lambda row: f"length_m is a number, not {row['length_m']!r}"),
    Law(
        "length_m", lambda row: 0 < float(row["length_m"]) < 100, lambda row: "length_m is a number of metres below 100"
    ),
    Law(
        "size",
        lambda row: row["size"] == _size(row),
        lambda row: f"{_length(row)} m is size {_size(row)}, not {row['size']}",
    ),
    Law(
        "hemisphere",
        lambda row: row["hemisphere"] == _hemisphere(row),
        lambda row: f"{row['country']} lies in {_hemisphere(row)}",
    ),
    Law(
        "cost_p",
        lambda row: 1 <= sum(_costs(row)) <= 7,
        lambda row: f"the costs add up to {sum(_costs(row))}, not to 1-7",
    ),
)


def size_of(length: float) -> str:
    return "S" if length < 2 else "M" if length < 6 else "L" if length < 10 else "C"


# --- Checking a whole table ----------------------------------------------------------------------------------------


def check_some(found: list[Card]) -> list[str]:
    """What is wrong with these cards together, whatever others there are."""
    problems = doubles([(card.line, card.id) for card in found], "id")
    problems += doubles([(card.line, card.genus) for card in found], "genus")
    problems += doubles([(card.line, card.notation) for card in found], "ability")
    families = {BASAL, *(card.family for card in found)}
    if len(families) > MOST_FAMILIES:
        problems.append(f"there are {len(families)} families, at most {MOST_FAMILIES} are possible")
    return problems


def check_table(found: list[Card]) -> list[str]:
    """What is wrong with the cards together, once every line could be read."""
    problems = check_some(found)
    counts = Counter(card.era for card in found)
    problems += [
        f"era {era} has {counts[era]} cards, not {number}" for era, number in PER_ERA.items() if counts[era] != number
    ]
    for card in found:
        parents = sum(is_possible_parent(other, card) for other in found)
        if card.family != BASAL and parents < FEWEST_PARENTS:
            problems.append(
                Problem(
                    f"{card.id} {card.genus} has {parents} possible parents among the Jurassic and Cretaceous cards, "
                    f"fewer than {FEWEST_PARENTS}",
                    card.line,
                    1,
                    "family",
                )
            )
    for order in ORDERS:
        if counts and not any(card.order == order and card.family == BASAL for card in found):
            problems.append(f"order {order} has no Basal card")
    for order in ("Orn", "Sau"):
        if sum(card.era == "T" and card.order == order for card in found) < MOST_PLAYERS:
            problems.append(f"a first game for {MOST_PLAYERS} needs {MOST_PLAYERS} Triassic cards of order {order}")
    return problems


def is_possible_parent(parent: Card, card: Card) -> bool:
    """DS-21, DS-R31, DS-R33, among the cards that can be drawn."""
    related = parent.order == card.order and parent.family in (card.family, BASAL)
    return related and parent is not card and parent.era != "T" and parent.hemisphere == card.hemisphere


def notes(deck: Deck) -> list[str]:
    """Goals whose share of this table differs from the printed one."""
    return [
        f"{GOAL_NAMES[goal]}: {deck.percent[goal]} % of these cards ({PRINTED_PERCENT[goal]} % in the printed table)"
        for goal in range(GOALS)
        if deck.percent[goal] != PRINTED_PERCENT[goal]
    ]


# --- The engine's numbers --------------------------------------------------------------------------------------------


def make_deck(ordered: tuple[Card, ...], families: tuple[str, ...]) -> Deck:
    steps: list[int] = []
    branch_at, branches, ecosystem = [0], [], []
    for card in ordered:
        for branch in card.ability.branches:
            branches.append(len(steps) // cards.STEP)
            for step in branch:
                steps += step_numbers(step, families)
        branch_at.append(len(branches))
        if card.ability.ecosystem is None:
            ecosystem.append(-1)
        else:
            branches.append(len(steps) // cards.STEP)  # a gap, so that a branch ends where the next one begins
            branch_at[-1] = len(branches)
            ecosystem.append(len(steps) // cards.STEP)
            steps += step_numbers(_as_step(card.ability.ecosystem), families)
    branches.append(len(steps) // cards.STEP)
    masks = [traits_of(card, families) for card in ordered]
    shares = [sum(bool(mask & GOAL_MASKS[goal]) for mask in masks) for goal in range(GOALS)]
    return Deck(
        vec[i64](masks),
        vec[i64]([number for card in ordered for number in card.cost]),
        vec[i64]([card.pp for card in ordered]),
        vec[i64]([card.eggs for card in ordered]),
        vec[i64](branch_at),
        vec[i64](branches),
        vec[i64](ecosystem),
        vec[i64](steps),
        vec[i64]([(share * 200 + CARDS) // (2 * CARDS) for share in shares]),
    )


PLACES: Final = {
    "order": ("order", cards.ORDER_AT, ORDERS),
    "era": ("era", cards.ERA_AT, ERAS),
    "hemi": ("hemisphere", cards.HEMI_AT, HEMISPHERES),
    "cont": ("continent", cards.CONT_AT, CONTINENTS),
    "size": ("size", cards.SIZE_AT, SIZES),
    "teeth": ("teeth", cards.TEETH_AT, TEETH),
    "food": ("food", cards.FOOD_AT, FOODS),
    "tag": ("tag", cards.TAG_AT, TAGS),
}
"""The traits that a filter asks for: their column, where their bits begin, and what these stand for."""


def traits_of(card: Card, families: tuple[str, ...]) -> int:
    codes = {key: getattr(card, column) for key, (column, _, _) in PLACES.items()} | {"fam": card.family}
    return sum(trait(key, value, families) for key, value in codes.items())


def trait(key: str, value: str, families: tuple[str, ...]) -> int:
    """The bit of a trait."""
    if key == "fam":
        return 1 << (cards.FAMILY_AT + families.index(value))
    _, at, codes = PLACES[key]
    return 1 << (at + codes.index(value))


def mask_of(wanted: Filter, families: tuple[str, ...]) -> int:
    return sum(trait(key, value, families) for key, value in wanted.pairs if key not in ("row", "diff"))


VERBS: Final = ("", "gain", "card", "egg", "up", "look", "churn", "dig", "flip", "cull", "if", "swap")
KINDS: Final = {
    "gain": ("P", "T", "M", "B"),
    "card": ("", *SOURCES),
    "if": ("hype", "count", "mine", "arch"),
    "swap": ("P", "T", "M", "card"),
}


def _as_step(reward: Reward) -> Step:
    return Step(reward.verb, reward.kind, reward.number)


def _kind(verb: str, kind: str) -> int:
    return KINDS[verb].index(kind) if verb in KINDS else 0


def step_numbers(step: Step, families: tuple[str, ...]) -> list[int]:
    """A step as the engine reads it: ``cards.STEP`` numbers."""
    numbers = [0] * cards.STEP
    numbers[cards.VERB] = VERBS.index(step.verb)
    numbers[cards.KIND] = _kind(step.verb, step.kind)
    numbers[cards.NUMBER] = step.number
    numbers[cards.TAKEN] = step.taken
    first = step.filters[0] if step.filters else Filter()
    numbers[cards.MASK] = mask_of(first, families)
    numbers[cards.ROW] = ("", *HEMISPHERES).index(first.value("row") or "")
    numbers[cards.PER] = int(step.per)
    numbers[cards.MOST] = step.most or CARDS
    numbers[cards.DIFFERENT] = int(first.value("diff") is not None)
    if step.reward is not None:
        numbers[cards.REWARD] = VERBS.index(step.reward.verb)
        numbers[cards.REWARD_KIND] = _kind(step.reward.verb, step.reward.kind)
        numbers[cards.REWARD_NUMBER] = step.reward.number
    for place, at in enumerate((cards.MASK_2, cards.MASK_3, cards.MASK_4), 1):
        numbers[at] = mask_of(step.filters[place], families) if place < len(step.filters) else -1
    return numbers


# --- A designer's table --------------------------------------------------------------------------------------------


class DinoCards(CardTable[Card, Table]):
    package = __package__ or ""
    columns = COLUMNS
    laws = LAWS
    key = "id"
    called = "genus"
    means = MEANS
    most = CARDS

    def card(self, line: Line, lines: list[Line]) -> Card:
        row = line.row
        return Card(
            **{name: row[name] for name in TEXTS},
            length_m=float(row["length_m"]),
            cost=_costs(row),
            pp=int(row["pp"]),
            eggs=int(row["eggs"]),
            notation=row["ability"],
            ability=parse(row["ability"], _families(lines), line.number, line.at["ability"]),
            line=line.number,
        )

    def together(self, found: list[Card]) -> list[str]:
        return check_some(found)

    def whole(self, found: list[Card]) -> list[str]:
        return check_table(found)

    def table(self, found: list[Card], lines: list[Line]) -> Table:
        families = _families(lines)
        ordered = tuple(sorted(found, key=lambda card: CARD_IDS.index(card.id)))
        deck = make_deck(ordered, families)
        return Table(ordered, deck, tuple(notes(deck)))

    def notes(self, table: Table) -> list[str]:
        return list(table.notes)


CARD_TABLE: Final = DinoCards()
read_table: Final = CARD_TABLE.read
table_of: Final = CARD_TABLE.of
