"""Parts of views that several readers see alike are made once, as long as all of them look at the same moment.

A game marks such a part as :func:`shared`: it is made from a state and plain values that say what it depends on, and
from nothing else. Inside :func:`looking_together` nothing may happen to the states that are looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, TypeVar, cast

from mesozoic.kernel.event import Event
from mesozoic.kernel.pack import fields
from mesozoic.kernel.state import State

UNSEEN = frozenset({"chance", "reveals", "journal", "log", "film", "is_frame"})
"""Fields of a state that no view shows: what chance will give, and the state's own books."""

Make = TypeVar("Make", bound=Callable[..., Any])

_parts: ContextVar[dict[Any, tuple[Any, Any]] | None] = ContextVar("parts", default=None)
"""What was made so far, each with its state, so that no other state can take its place in memory."""


@contextmanager
def looking_together() -> Iterator[None]:
    """All who look meanwhile look at the same moment of one game, or at the pictures that led to it."""
    before = _parts.set({})
    try:
        yield
    finally:
        _parts.reset(before)


def shared(make: Make) -> Make:
    """Whoever looks second is given what was made for the first; the values are given by place, and hashable."""

    @wraps(make)
    def part(state: object, *given: object) -> Any:
        parts = _parts.get()
        if parts is None:
            return make(state, *given)
        key = (make, id(state), given)
        found = parts.get(key)
        if found is None:
            found = parts[key] = (state, make(state, *given))
        return found[1]

    return cast("Make", part)


def alike(depends: Callable[..., Any]) -> Callable[[Make], Make]:
    """Like :func:`shared`, also from one state to the next as long as all that the part depends on stays the same.

    ``depends`` is asked what that is, with the state and the values, and must leave out nothing.
    """

    def remembering(make: Make) -> Make:
        @wraps(make)
        def part(state: object, *given: object) -> Any:
            parts = _parts.get()
            if parts is None:
                return make(state, *given)
            key = (make, depends(state, *given), given)
            found = parts.get(key)
            if found is None:
                found = parts[key] = (state, make(state, *given))
            return found[1]

        return cast("Make", part)

    return remembering


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
