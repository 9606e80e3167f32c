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

Make = TypeVar("Make", bound=Callable[..., Any])

_parts: ContextVar[dict[Any, tuple[Any, Any]] | None] = ContextVar("parts", default=None)
"""What was made so far, each with its state, so that no other state can take its place in memory."""


@contextmanager
def looking_together() -> Iterator[None]:
    """All who look meanwhile look at the same moment."""
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
