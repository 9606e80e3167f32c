"""Chance: one small, fast generator, the same compiled and interpreted.

xoshiro128** (Blackman and Vigna, 2018) on four 32-bit words. Every intermediate value stays below 2**62, so the
compiled 64-bit arithmetic and plain Python integers cannot differ.
"""

from __future__ import annotations

import hashlib
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from mesozoic.kernel.errors import BadOptions

WORD: Final = 0xFFFFFFFF


@final
@mypyc_attr(acyclic=True)
class Rng:
    """A stream of random numbers. Make one with :func:`seeded`; a clone goes on with the same stream."""

    def __init__(self, a: i64, b: i64, c: i64, d: i64) -> None:
        self.a = a
        self.b = b
        self.c = c
        self.d = d

    def clone(self) -> Rng:
        return Rng(self.a, self.b, self.c, self.d)

    def word(self) -> i64:
        """The next 32 random bits."""
        a = self.a
        b = self.b
        c = self.c
        d = self.d
        x = (b * 5) & WORD
        x = ((x << 7) | (x >> 25)) & WORD
        self.c = c ^ a
        self.d = d ^ b
        self.b = b ^ self.c
        self.a = a ^ self.d
        self.c ^= (b << 9) & WORD
        self.d = ((self.d << 11) | (self.d >> 21)) & WORD
        return (x * 9) & WORD

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1. Multiply and shift: the bias is below n / 2**32, far under any measurement."""
        return (self.word() * n) >> 32

    def shuffle(self, pile: list[int]) -> None:
        """Put the pile into random order, in place."""
        i: i64 = len(pile) - 1
        while i > 0:
            j = self.below(i + 1)
            card = pile[i]
            pile[i] = pile[j]
            pile[j] = card
            i -= 1

    def shuffle_vec(self, pile: vec[i64], start: i64) -> None:
        """Put the part of the pile from ``start`` on into random order, in place."""
        i: i64 = len(pile) - 1
        while i > start:
            j = start + self.below(i - start + 1)
            card = pile[i]
            pile[i] = pile[j]
            pile[j] = card
            i -= 1


def seeded(*seed: object) -> Rng:
    """The generator of a seed: a number, or several parts such as ``seeded(7, "seat 2")``."""
    try:
        text = "/".join([str(part) for part in seed]).encode()
    except ValueError:  # half a character, or a number too long for Python to write out
        raise BadOptions("The seed cannot be written down: give a number of a few digits, or a plain text.") from None
    state = int.from_bytes(hashlib.blake2b(text, digest_size=16).digest(), "little")
    return Rng(state & WORD, (state >> 32) & WORD, (state >> 64) & WORD, (state >> 96) & WORD | 1)
