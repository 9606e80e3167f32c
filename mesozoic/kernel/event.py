"""What happened, step by step, in game words, each with who may know it.

A game subclasses :class:`Event` once per thing that can happen (``Paid(seat, amount)``). The log, the animations,
the lab and the tests read these; in search nobody listens and none is ever built.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Final

EVERYBODY: Final = -1
_SPECTATORS: Final = 1 << 40


def only(*seats: int) -> int:
    """The mask of these seats, for ``known_to``."""
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask


def all_but(seat: int) -> int:
    """Everybody, spectators included, except one seat."""
    return EVERYBODY & ~(1 << seat)


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. Seats outside ``known_to`` must never hear of it."""

    known_to: int = field(default=EVERYBODY, kw_only=True, repr=False)

    def is_known_to(self, seat: int | None) -> bool:
        """May this seat (``None``: a spectator) know it?"""
        return bool(self.known_to & (_SPECTATORS if seat is None else 1 << seat))

    @property
    def kind(self) -> str:
        """The event's name as plain text: ``ColumnDealt`` is ``column_dealt``."""
        return _spelled(type(self).__name__)

    def facts(self) -> dict[str, Any]:
        """What is told, field by field, without who may know it."""
        return {name: getattr(self, name) for name in _told_fields(type(self))}

    def words(self) -> str:
        """The sentence for the log."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Said(Event):
    """Something that happened, told as its sentence alone: for a small game, of which nobody counts events."""

    sentence: str

    def words(self) -> str:
        return self.sentence


@cache
def _spelled(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


_told: dict[type[Event], tuple[str, ...]] = {}


def _told_fields(kind: type[Event]) -> tuple[str, ...]:
    if kind not in _told:
        _told[kind] = tuple(one.name for one in fields(kind) if one.name != "known_to")
    return _told[kind]
