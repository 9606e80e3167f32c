"""Card tables: a line for each dino, strategy and item, read and checked, and the engine's numbers made of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import Final, NamedTuple, TypeVar

from mesozoic.games.biomechanic_dino_battles import cards, worth
from mesozoic.games.biomechanic_dino_battles.cards import (
    CARD_IDS,
    DINO_IDS,
    FIRST_ITEM,
    FIRST_STRATEGY,
    ITEM_ATTACKS,
    NOTHING,
    PREDATOR,
    SPECIALS,
    STACK_IDS,
    TIMINGS,
    Arsenal,
    packed_cost,
)
from mesozoic.games.biomechanic_dino_battles.printed import Attack, Card, Dino, Effect, Item, Power, Strategy
from mesozoic.kernel.card_tables import CardTable, Law, Line, Row, code, doubles, number, number_or_nothing, short, text

KINDS: Final = {
    **dict.fromkeys(DINO_IDS, "dino"),
    **dict.fromkeys(CARD_IDS[FIRST_STRATEGY:FIRST_ITEM], "strategy"),
    **dict.fromkeys(CARD_IDS[FIRST_ITEM:], "item"),
}
"""What the card of each id is, in every table."""
OWN_COLUMNS: Final = {
    "dino": ("type", "retreat", "hp", "atk", "eva", "def", "special", "first", "second", "assist"),
    "strategy": ("effect",),
    "item": ("first", "second"),
}
"""The columns that only some cards have; the others leave them empty."""
TYPES: Final = ("Runner", PREDATOR, "Armored", "Flyer", "Giant")
STATUS_LETTERS: Final = {"Poison": "P", "Paralyze": "Z", "Wound": "W"}
"""In the order in which they are taken (BD-R20)."""
BASIC_NAMES: Final = ("Attack", "Evade", "Defend", "Wound", "Poison", "Paralyze")

DEAREST: Final = 6
HARDEST: Final = 100
TOUGHEST: Final = 200
BEST: Final = 20
MOST_COPIES: Final = 9
LARGEST_STACK: Final = 20
LONGEST_EFFECT: Final = 6
STEP: Final = 5
AND: Final = " + "

Part = TypeVar("Part")
Named = TypeVar("Named", Attack, Power)


# --- Effects -----------------------------------------------------------------------------------------------------


class Verb(NamedTuple):
    """The numbers that a verb can have, and in which texts it can stand."""

    low: int
    high: int
    step: int = 1
    where: str = "strategy own"
    """``strategy``; ``own`` powers, Assist Powers among them; ``any`` and ``resp`` powers."""
    comes_first: bool = False
    """BD-R16: only the first verb of a power is asked whether it can be carried out."""


ALWAYS: Final = "strategy own any resp"
VERBS: Final = {
    "draw": Verb(1, 6, where=ALWAYS),
    "strategy": Verb(1, 3),
    "attach": Verb(1, 4),
    "combat": Verb(1, 3),
    "buy": Verb(1, 3),
    "heal": Verb(STEP, HARDEST, STEP, ALWAYS),
    "atk": Verb(1, 9),
    "eva": Verb(1, 9, where=ALWAYS),
    "def": Verb(1, 9, where=ALWAYS),
    "damage": Verb(STEP, HARDEST, STEP),
    "lock": Verb(STEP, HARDEST, STEP),
    "purge": Verb(1, 5),
    "spill": Verb(1, 1),
    "jam": Verb(1, 1),
    "switch": Verb(1, 1),
    "swap": Verb(1, 1),
    "salvage": Verb(1, 1),
    "hit": Verb(STEP, HARDEST, STEP),
    "cool": Verb(STEP, HARDEST, STEP, ALWAYS),
    "reduce": Verb(STEP, HARDEST, STEP, "resp"),
    "cure": Verb(1, 1, where="own any resp", comes_first=True),
    "shake": Verb(1, 1, where="own", comes_first=True),
    "look": Verb(1, 1, where=ALWAYS),
    "move": Verb(1, 1, where=ALWAYS),
}
PLACES: Final = {
    "strategy": "a strategy",
    "own": "a power for the own action phase",
    "any": "a power for any moment",
    "resp": "an answer to an attack",
}


class Unreadable(Exception):
    """A field that cannot be read, and what would be right."""


def effect_of(written: str, place: str) -> Effect:
    """``draw 1 + combat 1`` as verbs and numbers; ``place`` says in what kind of text they stand."""
    phrases = written.split(AND)
    if len(phrases) > LONGEST_EFFECT:
        raise Unreadable(f"an effect has at most {LONGEST_EFFECT} verbs, not {len(phrases)}")
    return tuple(_step(phrase, place, at == 0) for at, phrase in enumerate(phrases))


def _step(phrase: str, place: str, is_first: bool) -> tuple[str, int]:
    name, _, amount = phrase.partition(" ")
    if name not in VERBS:
        here = [name for name, verb in VERBS.items() if place in verb.where.split()]
        raise Unreadable(f"an effect is made of verbs with a number, such as 'draw 1'; {PLACES[place]} can have "
                         f"{', '.join(here)}, not {phrase!r}")  # fmt: skip
    verb = VERBS[name]
    if place not in verb.where.split():
        fitting = " or ".join(PLACES[one] for one in verb.where.split())
        raise Unreadable(f"{name} goes with {fitting}, not with {PLACES[place]}")
    if verb.comes_first and not is_first:
        raise Unreadable(f"{name} must be the first verb of its text")
    return name, _amount(name, amount, verb.low, verb.high, verb.step)


def _amount(what: str, written: str, low: int, high: int, step: int) -> int:
    is_whole = written.isascii() and written.isdecimal() and len(written) <= 4
    if not is_whole or not low <= int(written) <= high or int(written) % step:
        bounds = f"{low}" if low == high else f"{low} to {high}"
        steps = f", in steps of {step}" if step > 1 else ""
        raise Unreadable(f"the number of {what} is {bounds}{steps}, not {written!r}")
    return int(written)


# --- Attacks and powers --------------------------------------------------------------------------------------------

_NAMED: Final = re.compile(r"([^\[\]]*\S) \[([^\[\]]*)\] (.*)")


def _named(written: str, example: str) -> tuple[str, str, str]:
    """Name, cost and the rest of ``Sickle Slash [A] 10 damage``."""
    found = _NAMED.fullmatch(written)
    if found is None or not is_cost(found[2]):
        raise Unreadable(f"write name, [cost] and what it does, such as '{example}', not {written!r}")
    if len(found[1]) > 40:
        raise Unreadable(f"the name {found[1][:12]!r}... is longer than 40 letters")
    return found[1], cost_of(found[2]), found[3]


def attack_of(written: str) -> Attack:
    """A dino's attack: ``Quake [ADD] 20 damage + bench 10``."""
    name, cost, does = _named(written, "Quake [ADD] 20 damage + bench 10")
    return _attack(name, cost, 0, does.split(AND))


def _attack(name: str, cost: str, atk: int, parts: Sequence[str]) -> Attack:
    damage, _, word = parts[0].partition(" ")
    if word != "damage":
        raise Unreadable(f"an attack begins with its damage, such as '10 damage', not {parts[0]!r}")
    bench, letters = 0, ""
    for part in parts[1:]:
        if part in STATUS_LETTERS and STATUS_LETTERS[part] not in letters:
            letters += STATUS_LETTERS[part]
        elif part.startswith("bench ") and not bench:
            bench = _amount("bench", part.removeprefix("bench "), STEP, HARDEST, STEP)
        else:
            known = ", ".join(STATUS_LETTERS)
            raise Unreadable(f"an attack can add {known} and bench with a number, each once, not {part!r}")
    status = "".join(letter for letter in STATUS_LETTERS.values() if letter in letters)
    return Attack(name, cost, _amount("damage", damage, STEP, HARDEST, STEP), status, bench, atk)


def assist_of(written: str) -> Power:
    """An Assist Power: ``Scavenge [E] draw 2``."""
    name, cost, does = _named(written, "Scavenge [E] draw 2")
    return Power(name, cost, "own", effect_of(does, "own"))


def power_of(written: str) -> Power:
    """An item's power: ``Patch [D] any: heal 10`` or ``Shock [E*] any: ATK 4 + 5 damage + Paralyze``."""
    name, cost, rest = _named(written, "Patch [D] any: heal 10")
    timing, colon, does = rest.partition(": ")
    if timing not in TIMINGS or not colon:
        raise Unreadable(f"after the cost comes when it can be used ({', '.join(TIMINGS)}) and a colon, not {rest!r}")
    if not does.startswith("ATK "):
        return Power(name, cost, timing, effect_of(does, timing))
    atk, *parts = does.removeprefix("ATK ").split(AND)
    value = _amount("ATK", atk, 1, BEST, 1)
    return Power(name, cost, timing, (), _attack(name, cost, value, parts or [""]))


def is_cost(written: str) -> bool:
    return written == "0" or (0 < len(written) <= DEAREST and set(written) <= set("AED*"))


def cost_of(written: str) -> str:
    return "" if written == "0" else written


# --- Tables --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Table:
    """The cards in the order of their ids, and the same for the engine."""

    dinos: tuple[Dino, ...]
    strategies: tuple[Strategy, ...]
    items: tuple[Item, ...]
    arsenal: Arsenal

    @cached_property
    def names(self) -> dict[str, str]:
        """What each card and dino is called, by its id."""
        found = dict(zip(CARD_IDS[:FIRST_STRATEGY], BASIC_NAMES, strict=True))
        cards: list[Card] = [*self.dinos, *self.strategies, *self.items]
        return found | {card.id: card.name for card in cards}

    @cached_property
    def dino_of(self) -> dict[str, Dino]:
        return {dino.id: dino for dino in self.dinos}

    @cached_property
    def attacks(self) -> tuple[Attack, ...]:
        """As the engine numbers them: two a dino, then those of items."""
        return tuple(attacks_of(self.dinos, self.items))

    @cached_property
    def steps(self) -> dict[str, int]:
        """What every card that gives one gives a multiple of, for each of the modifiers of a dino; 0 if none does."""
        effects = effects_of(self.dinos, self.strategies, self.items)
        found = dict.fromkeys(("atk", "eva", "def", "damage"), 0)
        for verb, amount in [step for effect in effects for step in effect]:
            name = "damage" if verb == "lock" else verb
            if name in found:
                found[name] = gcd(found[name], amount)
        return found

    @cached_property
    def busiest(self) -> int:
        """So many decisions at most follow from one card that is played, with what it grants."""
        effects = effects_of(self.dinos, self.strategies, self.items)
        return 8 + max(sum(_decisions(verb, amount) for verb, amount in effect) for effect in effects)

    @property
    def stacks(self) -> tuple[Strategy | Item, ...]:
        return (*self.strategies, *self.items)

    def stack(self, kind: int) -> Strategy | Item:
        """A strategy or an item by its kind."""
        return self.items[kind - FIRST_ITEM] if kind >= FIRST_ITEM else self.strategies[kind - FIRST_STRATEGY]


def _decisions(verb: str, amount: int) -> int:
    if verb in ("strategy", "attach", "combat", "buy"):
        return 5 * amount
    return amount if verb == "purge" else 2


def attacks_of(dinos: Sequence[Dino], items: Sequence[Item]) -> list[Attack]:
    own = [attack for dino in dinos for attack in dino.attacks]
    return own + [power.attack for item in items for power in item.powers if power.attack is not None]


def effects_of(dinos: Sequence[Dino], strategies: Sequence[Strategy], items: Sequence[Item]) -> list[Effect]:
    """In the order of the tape."""
    powers = [power.effect for item in items for power in item.powers]
    return [
        *[card.effect for card in strategies],
        *powers,
        *[dino.assist.effect if dino.assist else () for dino in dinos],
    ]


def _cost(field: str) -> Law:
    return Law(
        field,
        lambda row: not row[field] or is_cost(row[field]),
        lambda row: f"{field} is at most {DEAREST} letters of AED* (* is any), or 0 for nothing, not {row[field]!r}",
    )


def _only(law: Law, kind: str) -> Law:
    """A law for one kind of card."""
    return Law(law.field, lambda row: row["kind"] != kind or law.holds(row), law.says)


def _empty(column: str) -> Law:
    """A column that a card of this kind does not have."""
    return Law(
        column,
        lambda row: not row[column] or column in OWN_COLUMNS[row["kind"]],
        lambda row: f"{_a(row['kind'])} has no {column}: leave it empty",
    )


def _given(column: str, kind: str) -> Law:
    return _only(Law(column, lambda row: bool(row[column]), lambda row: f"{_a(kind)} needs its {column}"), kind)


def _a(kind: str) -> str:
    return f"an {kind}" if kind == "item" else f"a {kind}"


def _fits(row: Row) -> bool:
    return row["kind"] == KINDS[row["id"]]


MEANS: Final = {
    "id": "which of the 35 cards of the game it is",
    "kind": "a dino, a strategy or an item",
    "cost": "what one pays for it: letters of A (Attack), E (Evade), D (Defend) and * (any)",
    "count": "copies in its stack or in the Dino Deck",
    "retreat": "what a dino pays to swap places with one on the bench",
    "hp": "hit points: so much damage it bears",
    "atk": "attack value",
    "eva": "evade value: as high as the attack value, and the attack fails",
    "def": "defend value: as high as the attack value, and there is no damage",
    "special": "what always holds for a dino",
    "first": "the first attack of a dino, or power of an item",
    "second": "the second attack of a dino, or power of an item",
    "assist": "what a dino can do from the bench",
    "effect": "what a strategy does",
}
"""What the columns are about."""


class BattleTable(CardTable[Card, Table]):
    package = __package__ or ""
    columns = (
        *("id", "kind", "name", "cost", "count", "type", "retreat", "hp", "atk", "eva", "def", "special"),
        *("first", "second", "assist", "effect"),
    )
    key = "id"
    most = len(KINDS)
    means = MEANS
    laws = (
        *[short(name) for name in ("id", "kind", "name")],
        *[short(name, 120) for name in ("special", "first", "second", "assist", "effect")],
        Law(
            "id",
            lambda row: row["id"] in KINDS,
            lambda row: (
                f"id is one of {DINO_IDS[0]} to {STACK_IDS[-1]}, as the game's own table has them, not {row['id']!r}"
            ),
        ),
        Law("kind", _fits, lambda row: f"{row['id']} is {_a(KINDS[row['id']])}, not {row['kind']!r}"),
        text("name"),
        text("cost"),
        _cost("cost"),
        _cost("retreat"),
        number_or_nothing("count", 1, LARGEST_STACK, "as many as usual"),
        _only(number_or_nothing("count", 1, MOST_COPIES, "as many as usual"), "dino"),
        *[_empty(column) for columns in OWN_COLUMNS.values() for column in columns],
        *[_given(column, "dino") for column in ("type", "retreat", "first", "second")],
        *[_given(column, "item") for column in OWN_COLUMNS["item"]],
        _given("effect", "strategy"),
        _only(code("type", TYPES), "dino"),
        _only(number("hp", STEP, TOUGHEST), "dino"),
        Law(
            "hp",
            lambda row: not row["hp"] or int(row["hp"]) % STEP == 0,
            lambda row: f"hp goes in steps of {STEP}, as damage does, not {row['hp']!r}",
        ),
        *[_only(number(name, 0, BEST), "dino") for name in ("atk", "eva", "def")],
        Law(
            "special",
            lambda row: all(one in SPECIALS for one in _specials(row["special"])),
            lambda row: (
                f"special is some of {', '.join(SPECIALS)}, joined by '{AND}', or empty, not {row['special']!r}"
            ),
        ),
    )

    def card(self, line: Line, lines: list[Line]) -> Card:
        row = line.row
        common = (row["id"], row["name"], cost_of(row["cost"]), int(row["count"] or 0))
        if row["kind"] == "strategy":
            effect = _read(line, "effect", lambda written: effect_of(written, "strategy"))
            return Strategy(*common, effect, line.number)
        if row["kind"] == "item":
            return Item(*common, _pair(line, power_of), line.number)
        return Dino(
            *common,
            type=row["type"],
            retreat=cost_of(row["retreat"]),
            hp=line.whole("hp"),
            atk=line.whole("atk"),
            eva=line.whole("eva"),
            defence=line.whole("def"),
            special=tuple(name for name in SPECIALS if name in _specials(row["special"])),
            attacks=_pair(line, attack_of),
            assist=_read(line, "assist", assist_of) if row["assist"] else None,
            line=line.number,
        )

    def together(self, found: list[Card]) -> list[str]:
        ids = doubles([(card.line, card.id) for card in found], "id")
        return ids + doubles([(card.line, card.name) for card in found], "name")

    def whole(self, found: list[Card]) -> list[str]:
        missing = [name for name in KINDS if name not in {card.id for card in found}]
        lack = [f"there is no card {', '.join(missing)}: each id stands in one line"] if missing else []
        return self.together(found) + lack

    def table(self, found: list[Card], lines: list[Line]) -> Table:
        by_id = {card.id: card for card in found}
        ordered = [by_id[name] for name in KINDS]
        dinos = tuple(card for card in ordered if isinstance(card, Dino))
        strategies = tuple(card for card in ordered if isinstance(card, Strategy))
        items = tuple(card for card in ordered if isinstance(card, Item))
        return Table(dinos, strategies, items, _arsenal(dinos, strategies, items, self.own_stacks))

    @cached_property
    def own_stacks(self) -> dict[str, Strategy | Item]:
        """The strategies and items of the game's own table, by which bots judge those of others."""
        lines, _ = self.lines(self.own_text)
        found = [self.card(line, lines) for line in lines]
        return {card.id: card for card in found if not isinstance(card, Dino)}


def _pair(line: Line, reader: Callable[[str], Named]) -> tuple[Named, Named]:
    """The two attacks of a dino, or powers of an item."""
    first, second = _read(line, "first", reader), _read(line, "second", reader)
    if first.name == second.name:
        raise line.error("second", f"first is called {first.name!r} too: give it another name")
    return first, second


def _specials(written: str) -> list[str]:
    return written.split(AND) if written else []


def _read(line: Line, field: str, reader: Callable[[str], Part]) -> Part:
    try:
        return reader(line.row[field])
    except Unreadable as error:
        raise line.error(field, str(error)) from None


# --- For the engine ------------------------------------------------------------------------------------------------


def _arsenal(
    dinos: Sequence[Dino], strategies: Sequence[Strategy], items: Sequence[Item], own: dict[str, Strategy | Item]
) -> Arsenal:
    tapes = [_tape(effect) for effect in effects_of(dinos, strategies, items)]
    attacks = attacks_of(dinos, items)
    powers = [power for item in items for power in item.powers]
    stacks: list[Strategy | Item] = [*strategies, *items]
    basic = [0] * FIRST_STRATEGY
    columns = {
        "tape": [step for tape in tapes for step in tape],
        "starts": [sum(map(len, tapes[:at])) for at in range(len(tapes))],
        "attack_cost": [packed_cost(attack.cost) for attack in attacks],
        "attack_damage": [attack.damage for attack in attacks],
        "attack_bench": [attack.bench for attack in attacks],
        "attack_atk": [attack.atk for attack in attacks],
        "attack_status": [sum(1 << CARD_IDS.index(letter) for letter in attack.status) for attack in attacks],
        "power_cost": [packed_cost(power.cost) for power in powers],
        "power_timing": [TIMINGS.index(power.timing) for power in powers],
        "power_attack": _power_attacks(powers),
        "card_cost": basic + [packed_cost(card.cost) for card in stacks],
        "card_count": basic + [card.copies for card in stacks],
        "dino_cost": [packed_cost(dino.cost) for dino in dinos],
        "dino_count": [dino.copies for dino in dinos],
        "dino_retreat": [packed_cost(dino.retreat) for dino in dinos],
        "dino_hp": [dino.hp for dino in dinos],
        "dino_atk": [dino.atk for dino in dinos],
        "dino_eva": [dino.eva for dino in dinos],
        "dino_def": [dino.defence for dino in dinos],
        "dino_special": [sum(SPECIALS[word] for word in dino.special) for dino in dinos],
        "dino_is_predator": [int(dino.type == PREDATOR) for dino in dinos],
        "assist_cost": [packed_cost(dino.assist.cost) if dino.assist else NOTHING for dino in dinos],
    }
    worths = [*worth.BASIC.values(), *[worth.card_worth(card, own[card.id]) for card in stacks]]
    return Arsenal(columns, worths, [worth.dino_worth(dino) for dino in dinos])


def _tape(effect: Effect) -> list[int]:
    """An effect as verbs and numbers, ended by 0."""
    return [*[step for verb, amount in effect for step in (cards.VERBS.index(verb), amount)], 0]


def _power_attacks(powers: Sequence[Power]) -> list[int]:
    found, following = [], ITEM_ATTACKS
    for power in powers:
        found.append(NOTHING if power.attack is None else following)
        following += power.attack is not None
    return found


CARD_TABLE: Final = BattleTable()
