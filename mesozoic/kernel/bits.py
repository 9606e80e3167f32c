"""Sets as bit masks: the few helpers that every game needs."""

from __future__ import annotations

from mypy_extensions import i64


def bit(n: i64, one: i64 = 1) -> i64:
    """The mask of n alone. The default argument makes it a 64-bit shift: a literal 1 would be compiled as 32 bits."""
    return one << n


def has(mask: i64, n: i64) -> bool:
    """Is n in the set?"""
    return (mask >> n) & 1 != 0


def lowest(mask: i64) -> i64:
    """The smallest member of a set that is not empty."""
    n: i64 = 0
    while (mask >> n) & 1 == 0:
        n += 1
    return n


def count(mask: i64) -> i64:
    """How many members the set has."""
    n: i64 = 0
    while mask != 0:
        mask &= mask - 1
        n += 1
    return n
