"""Any game as zones of cards: what the generic table shows of a view, and what is worth reading about the cards.

All of it is made from a view, so it cannot show more than the view holds.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

_IDS: Final = ("id", "card", "item", "name")
"""The fields that name a thing, the best first."""
_TITLES: Final = ("title", "name", "species", "id", "card", "item")
_TEXTS: Final = ("text", "words")


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card or another thing on the table. Moves that concern it name its id among their elements."""

    id: str
    title: str
    subtitle: str = ""
    text: str = ""
    marks: tuple[str, ...] = ()
    """Short signs on the card: costs, counts, tags."""
    face_down: bool = False
    count: int = 1
    tone: str = ""
    """A word for its family of cards; the table picks a colour and a pattern for each."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A place where cards lie."""

    name: str
    title: str
    owner: int | None
    """The seat it belongs to; None for the middle of the table."""
    cards: tuple[CardFace, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Tabletop:
    """A whole table."""

    facts: dict[str, str]
    """What stands above the table: the round, the phase, what is to be decided."""
    zones: tuple[Zone, ...]
    seats: tuple[dict[str, str], ...]
    """For each seat what stands beside its name: money, points, cards in hand."""


@dataclass(frozen=True, slots=True)
class EncyclopediaEntry:
    """An animal of the cards, for readers."""

    id: str
    title: str
    group: str
    facts: dict[str, str]
    text: str
    links: tuple[str, ...] = field(default=())
    """Ids of related entries."""


# --- Any view as a table ------------------------------------------------------------------------------------------


def reflect(view: Any) -> Tabletop:
    """A table made of nothing but a view's own fields, for a game that has none of its own.

    Simple values become facts, lists of things become zones. Those of ``view.seats``, or of any list of structures that
    each have a ``seat``, belong to that seat: its simple values stand beside its name.
    """
    facts: dict[str, str] = {}
    zones: list[Zone] = []
    seats: dict[int, dict[str, str]] = {}
    for name, value in _fields(view):
        if _is_list(value) and value and all(isinstance(_owner(one), int) for one in value):
            for one in value:
                _add(one, _owner(one), seats.setdefault(int(_owner(one)), {}), zones)
        else:
            _add_field(name, value, None, facts, zones)
    count = max(seats, default=-1) + 1
    return Tabletop(facts, tuple(zones), tuple(seats.get(seat, {}) for seat in range(count)))


def spaced(name: str) -> str:
    """``deck_count`` as ``Deck count``."""
    words = re.sub(r"[_\s]+", " ", name).strip()
    return words[:1].upper() + words[1:]


def _add(structure: Any, owner: int | None, facts: dict[str, str], zones: list[Zone]) -> None:
    for name, value in _fields(structure):
        if name != "seat":
            _add_field(name, value, owner, facts, zones)


def _add_field(name: str, value: Any, owner: int | None, facts: dict[str, str], zones: list[Zone]) -> None:
    if value is None:
        return
    title = spaced(name)
    if not _is_list(value):
        if _is_simple(value):
            facts[title] = _said(value)
        else:
            zones.append(Zone(name, title, owner, (_face(value, name, 0),)))
    elif any(_is_list(one) for one in value):
        for number, one in enumerate(value, 1):
            _add_field(f"{name} {number}", one, owner, facts, zones)
    else:
        zones.append(Zone(name, title, owner, tuple(_face(one, name, at) for at, one in enumerate(value))))


def _face(value: Any, name: str, at: int) -> CardFace:
    """One thing of a list; its id is its own where it has one, and otherwise its place in the list."""
    if value is None:
        return CardFace(f"{name}:{at}", "", face_down=True)
    if _is_simple(value):
        return CardFace(str(value), _said(value))
    found = dict(_fields(value))
    known = next((str(found[key]) for key in _IDS if isinstance(found.get(key), str | int)), f"{name}:{at}")
    title = next((str(found[key]) for key in _TITLES if isinstance(found.get(key), str | int)), spaced(name))
    text = next((str(found[key]) for key in _TEXTS if isinstance(found.get(key), str)), "")
    rest = {key: one for key, one in found.items() if key not in (*_IDS, *_TITLES, *_TEXTS)}
    simple = {key: one for key, one in rest.items() if _is_simple(one) and one not in (None, "", False)}
    marks = tuple(spaced(key) if one is True else f"{spaced(key)} {one}" for key, one in simple.items())
    deeper = [f"{spaced(key)}: {_said(one)}" for key, one in rest.items() if not _is_simple(one) and one]
    return CardFace(known, title, text="\n".join([text, *deeper] if text else deeper), marks=marks)


def _fields(structure: Any) -> list[tuple[str, Any]]:
    if isinstance(structure, msgspec.Struct):
        return [(name, getattr(structure, name)) for name in structure.__struct_fields__]
    if dataclasses.is_dataclass(structure) and not isinstance(structure, type):
        return [(one.name, getattr(structure, one.name)) for one in dataclasses.fields(structure)]
    if isinstance(structure, Mapping):
        return [(str(key), value) for key, value in structure.items()]
    return [("view", structure)]


def _owner(structure: Any) -> Any:
    is_structure = isinstance(structure, msgspec.Struct) or dataclasses.is_dataclass(structure)
    return getattr(structure, "seat", None) if is_structure else None


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _is_simple(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float | bool)


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if _is_simple(value):
        return "" if value is None else str(value)
    if _is_list(value):
        return ", ".join(_said(one) for one in value)
    return ", ".join(f"{spaced(name)} {_said(one)}" for name, one in _fields(value))


# --- Any table in letters -----------------------------------------------------------------------------------------


class Drawing:
    """Parts one below the other, in the width that the console has (a Rich renderable)."""

    def __init__(self, parts: Callable[[int], Iterator[Any]]) -> None:
        self.parts = parts

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        return self.parts(options.max_width)


def plain_drawing(table: Tabletop) -> str:
    """A table for the terminal, of a game that has no drawing of its own: facts, seats, then zone by zone."""
    lines = [", ".join(f"{name}: {value}" for name, value in table.facts.items()), *_seats_in_letters(table.seats)]
    width = max((len(_zone_title(zone)) for zone in table.zones), default=0)
    for zone in sorted(table.zones, key=lambda zone: -1 if zone.owner is None else zone.owner):
        cards = ", ".join(_card_in_letters(card) for card in zone.cards) or "nothing"
        lines.append(f"{_zone_title(zone):<{width}}  {cards}" + (f" ({zone.note})" if zone.note else ""))
    return "\n".join(line for line in lines if line)


def _seats_in_letters(seats: Sequence[Mapping[str, str]]) -> list[str]:
    """What stands beside the names of the seats, in columns: ``    Eggs  Has played``."""
    names = list(dict.fromkeys(name for facts in seats for name in facts))
    rows = [["", *names]]
    rows += [[f"P{seat}", *(facts.get(name, "") for name in names)] for seat, facts in enumerate(seats, 1)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return lines if names else []


def _zone_title(zone: Zone) -> str:
    return zone.title + ("" if zone.owner is None else f" of P{zone.owner + 1}")


def _card_in_letters(card: CardFace) -> str:
    if card.face_down:
        return "a card face down"
    words = ", ".join(filter(None, (card.subtitle, *card.marks)))
    return card.title + (f" x {card.count}" if card.count != 1 else "") + (f" ({words})" if words else "")
