"""A match is an append-only list of numbered entries; everything that ever changes it is one of these.

Any process can rebuild any match by folding its entries. ``(match, number)`` is unique in the database, so of two
processes that would write the same number one finds out and looks again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

SEATS: Final = "seats"
"""The first: who may sit where."""
JOIN: Final = "join"
LEAVE: Final = "leave"
"""Of oneself, or the creator has freed somebody's seat."""
SEAT: Final = "seat"
"""The creator changes an open seat into a bot's or back."""
START: Final = "start"
RESUME: Final = "resume"
"""Real time: the clock goes on, after the server was away."""
MOVE: Final = "move"
UNDO_ASK: Final = "undo_ask"
UNDO_ANSWER: Final = "undo_answer"
UNDO: Final = "undo"
CHAT: Final = "chat"
HAND_OVER: Final = "hand_over"
COME_BACK: Final = "come_back"
REMATCH: Final = "rematch"
ABANDON: Final = "abandon"
PROGRAM: Final = "program"
"""Somebody lets the table pass for them, or no longer; nobody else is told."""
ENDLESS: Final = frozenset({JOIN, SEAT, CHAT, UNDO_ASK, UNDO, PROGRAM, COME_BACK})
"""What may be done again and again without the game going on."""
OWN: Final = ENDLESS - {JOIN, SEAT}
"""Of these each seat has a share of its own, so that nobody uses up what the others need; nobody owns a seat before the
game begins."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that was done in a match."""

    match: str
    number: int
    kind: str
    seat: int | None
    """Who did it, or whom it concerns; -1 is the host of a real-time table."""
    data: dict[str, Any]
    at: int
    """Milliseconds of the game's own time."""
    wall: float
    """Seconds since 1970."""
    key: str | None = None
    """The client's key of the request, so that a repeated one is recognised."""

    @property
    def answers(self) -> tuple[int, str] | None:
        """Whose request this was, and its key."""
        seat, _, key = (self.key or "").partition(":")
        return (int(seat), key) if seat.isdigit() else None

    @property
    def asked(self) -> str:
        """The request that this entry carried out, as :func:`asking` says it."""
        data = self.data
        match self.kind:
            case "move":
                return asking(MOVE, data["move"])
            case "chat":
                return asking(CHAT, data["text"])
            case "join":
                return asking(JOIN, data.get("asked", data["name"]))
            case "undo_answer":
                return asking(UNDO_ANSWER, data["agree"])
            case "undo" if "agreed_by" in data:  # the last consent takes back at once
                return asking(UNDO_ANSWER, True)
            case "undo" | "undo_ask":
                return asking(UNDO, *([data["turns"]] if "turns" in data else []))
            case "program":
                return asking(PROGRAM, data["on"])
            case "hand_over":
                return asking(HAND_OVER, data["level"], bool(data.get("resign")))
        return asking(self.kind)


def asking(kind: str, *what: object) -> str:
    """A request in one line, to be compared with one that came with the same key."""
    return " ".join([kind, *map(str, what)])


@dataclass(frozen=True, slots=True)
class MatchRow:
    """What a match is before anything happens in it."""

    id: str
    game: str
    rules: int
    players: int
    options: dict[str, Any]
    seed: str
    seed_was_chosen: bool
    listed: bool
    clock: dict[str, Any] | None
    created: float
    salt: str
    """Never leaves the server; the secrets of repeated requests are made from it."""
    key: str | None = None
    deal: dict[str, Any] | None = None
    """What chance gave, once the match is over: its record needs no rules then."""
