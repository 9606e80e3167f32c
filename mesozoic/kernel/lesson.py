"""A first game with a teacher, as data: a deal or a position, and beats that each ask for a move and say why.

A lesson is a pure function of the moves made in it, so nothing has to be stored: see :func:`follow`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Reply:
    """What somebody else (or the host, seat -1) does after a beat."""

    seat: int
    move: str
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Beat:
    """One step of a lesson."""

    say: str
    """What the teacher says before it."""
    goal: str
    """What is to be done, in one short sentence."""
    allow: tuple[str, ...] | None = None
    """The moves that fit; None: any legal move. Empty: nothing is to be done but to read on (the move ``next``)."""
    wrong: str = ""
    """What is said to a legal move that does not fit."""
    after: str = ""
    """What is said once it is done."""
    marked: tuple[str, ...] = ()
    """Elements of the table worth looking at."""
    replies: tuple[Reply, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    title: str
    players: int
    seat: int
    options: dict[str, Any]
    beats: tuple[Beat, ...]
    deal: dict[str, Any] | None = None
    position: dict[str, Any] | None = None
    closing: str = ""
    """What is said at the end."""
