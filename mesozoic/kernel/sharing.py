"""Parts of views that several readers see alike are made once, as long as all of them look at the same moment.

A game marks such a part as :func:`shared`: it is made from a state and plain values that say what it depends on, and
from nothing else. Inside :func:`looking_together` nothing may happen to the states that are looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

import msgspec

from mesozoic.kernel.event import Event
from mesozoic.kernel.pack import fields
from mesozoic.kernel.state import State

UNSEEN = frozenset({"chance", "reveals", "journal", "log", "film", "is_frame"})
"""Fields of a state that no view shows: what chance will give, and the state's own books."""


class Shown(msgspec.Struct, frozen=True, gc=False):
    """A part of a view, with its fields. Unlike a dataclass it is made, compared and written in machine code.

    Views hold nothing that could lead back to them, so nobody need search them for cycles.
    """


Make = TypeVar("Make", bound=Callable[..., Any])


class Looking:
    """What was made so far for those who look at one game."""

    def __init__(self) -> None:
        self.made: dict[Any, tuple[Any, Any]] = {}
        """Of a moment: each with its state, so that no other state can take its place in memory."""
        self.kept: dict[Any, Any] = {}
        """By all that it depends on."""
        self.earlier: dict[Any, Any] = {}
        """The same, when everybody looked the last time."""


_looking: ContextVar[Looking | None] = ContextVar("looking", default=None)


@contextmanager
def looking_together(again: Looking | None = None) -> Iterator[None]:
    """All who look meanwhile look at the same moment of one game, or at the pictures that led to it.

    Those who look ``again`` at the same game find what has stayed the same since the last time.
    """
    looking = again or Looking()
    looking.earlier, looking.kept = looking.kept, {}
    before = _looking.set(looking)
    try:
        yield
    finally:
        _looking.reset(before)
        looking.made, looking.earlier = {}, {}


def shared(make: Make) -> Make:
    """Whoever looks second is given what was made for the first; the values are given by place, and hashable."""

    @wraps(make)
    def part(state: object, *given: object) -> Any:
        looking = _looking.get()
        if looking is None:
            return make(state, *given)
        key = (make, id(state), given)
        found = looking.made.get(key)
        if found is None:
            found = looking.made[key] = (state, make(state, *given))
        return found[1]

    return cast("Make", part)


def alike(depends: Callable[..., Any]) -> Callable[[Make], Make]:
    """Like :func:`shared`, also from one state to the next as long as all that the part depends on stays the same.

    ``depends`` is asked what that is, with the state and the values, and must leave out nothing that changes in a game.
    """

    def remembering(make: Make) -> Make:
        @wraps(make)
        def part(state: object, *given: object) -> Any:
            looking = _looking.get()
            if looking is None:
                return make(state, *given)
            key = (make, depends(state, *given), given)
            found = looking.kept.get(key)
            if found is None:
                found = looking.earlier.get(key)
                looking.kept[key] = found = make(state, *given) if found is None else found
            return found

        return cast("Make", part)

    return remembering


_remembering: list[Any] = []


def remembered(most: int) -> Callable[[Make], Make]:
    """A part that is made from plain values alone: the last so many are kept, until nobody looks at any game."""

    def remembering(make: Make) -> Make:
        part = lru_cache(maxsize=most)(make)
        _remembering.append(part)
        return cast("Make", part)

    return remembering


def forget() -> None:
    """Nobody looks any more: what was remembered for those who come next is made anew then."""
    for part in _remembering:
        part.cache_clear()


@shared
def seen(state: State, reader: int | None) -> Any:
    """The whole view of a reader."""
    return state.setup.game.view(state, reader)


def merged(film: list[tuple[Event, State]], rest: State) -> list[tuple[Event, State]]:
    """The film with one state for all moments that look alike, the last of them at rest: it is looked at once."""
    found: list[tuple[Event, State]] = []
    later = rest
    for event, state in reversed(film):
        later = later if look_alike(state, later) else state
        found.append((event, later))
    return found[::-1]


def look_alike(one: State, other: State) -> bool:
    """Is everything that could be seen the same in both?"""
    there = fields(other)
    return all(name in UNSEEN or value is there[name] or value == there[name] for name, value in fields(one).items())
