"""Any game as zones of cards: what the generic table shows of a view, and what is worth reading about the cards.

All of it is made from a view, so it cannot show more than the view holds.
"""

from __future__ import annotations

from dataclasses import dataclass, field


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
