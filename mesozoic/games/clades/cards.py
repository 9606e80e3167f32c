"""The cards, what makes three of them a triple, and finding triples by looking up the third card (ledger section 2).

A card is a small number: 0 to 80 are the prehistoric animal cards in canonical order, 81 to 161 the original ones, then
the four bonus cards. Its *face* (0 to 80) is what counts for triples: the set a card comes from is no quality (CL-62).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.kernel.bits import bit
from mesozoic.kernel.state import Moves

FACES: Final = 81
CLADE: Final = 27
"""So many cards of each clade in a set; a face's clade is ``face // CLADE``."""
ANIMALS: Final = 162
SHARK: Final = 162
BIVALVE: Final = 163
FISH: Final = 164
MOLLUSK: Final = 165
EVERY_CARD: Final = 166

CLADES: Final = "MSA"
ENVIRONMENTS: Final = "WLA"
NUMBERS: Final = "123"
COLOURS: Final = "BGR"
QUALITIES: Final = ("clade", "environment", "number", "colour")

_FACES: Final = [c + e + n + t for c in CLADES for e in ENVIRONMENTS for n in NUMBERS for t in COLOURS]
NAMES: Final = [*_FACES, *["o" + face for face in _FACES], "SHARK", "BIVALVE", "oFISH", "oMOLLUSK"]
NUMBER_OF: Final = {name: card for card, name in enumerate(NAMES)}


def _types(face: int) -> tuple[int, int, int, int]:
    """The face's type, 0 to 2, in each of the four qualities."""
    return face // 27, face // 9 % 3, face // 3 % 3, face % 3


def _third(a: int, b: int) -> int:
    """CL-16: the only face that completes a triple; in each quality the three types add up to a multiple of three."""
    face = 0
    for mine, other in zip(_types(a), _types(b), strict=True):
        face = 3 * face + (6 - mine - other) % 3
    return face


TYPE: Final = vec[i64]([kind for face in range(FACES) for kind in _types(face)])
"""Four types for each face."""
THIRD: Final = vec[i64]([_third(a, b) for a in range(FACES) for b in range(FACES)])
"""The face that completes two faces, by ``81 * a + b``."""
FACE: Final = vec[i64]([card % FACES for card in range(ANIMALS)])


def is_bonus(card: i64) -> bool:
    return card >= ANIMALS


def is_triple(a: i64, b: i64, c: i64) -> bool:
    """CL-14, CL-17: three animal cards, each quality all the same or all different, at least one all different."""
    if a >= ANIMALS or b >= ANIMALS or c >= ANIMALS:
        return False
    first = FACE[a]
    second = FACE[b]
    return first != second and THIRD[FACES * first + second] == FACE[c]


def is_one_clade(a: i64, b: i64, c: i64) -> bool:
    """CL-18, for a triple: two cards of one clade force the third."""
    return FACE[a] // CLADE == FACE[b] // CLADE == FACE[c] // CLADE


def is_failing(quality: i64, a: i64, b: i64, c: i64) -> bool:
    """CL-15: is the quality the same on exactly two of the three cards?"""
    return (TYPE[4 * FACE[a] + quality] + TYPE[4 * FACE[b] + quality] + TYPE[4 * FACE[c] + quality]) % 3 != 0


def failing(a: i64, b: i64, c: i64) -> i64:
    """How many qualities keep three animal cards from being a triple."""
    fails: i64 = 0
    quality: i64 = 0
    while quality < 4:
        if is_failing(quality, a, b, c):
            fails += 1
        quality += 1
    return fails


def differing(a: i64, b: i64) -> i64:
    """In how many qualities two animal cards differ; for two cards of a triple: in how many all three do."""
    differ: i64 = 0
    quality: i64 = 0
    while quality < 4:
        if TYPE[4 * FACE[a] + quality] != TYPE[4 * FACE[b] + quality]:
            differ += 1
        quality += 1
    return differ


# --- Finding triples --------------------------------------------------------------------------------------
# A set of faces is two masks: 0 to 53 (mammals and sauropsids), 54 to 80 (arthropods).
LOW: Final = 54
ALL: Final = -1
"""No number of triples is enough."""


def find_triples(cards: vec[i64], end: i64, out: Moves, enough: i64 = ALL) -> None:
    """Every triple among ``cards[:end]``, as three places packed by :func:`places`; for each pair look up the third.

    Whoever needs only some of them says how many are ``enough``: there may be more than a hundred.
    """
    out.clear()
    third_of = THIRD  # a local name is read faster than a global one
    faces = vec[i64]([0] * end)
    low: i64 = 0
    high: i64 = 0
    i: i64 = 0
    while i < end:
        face = FACE[cards[i]]
        faces[i] = face
        if face < LOW:
            low |= bit(face)
        else:
            high |= bit(face - LOW)
        i += 1
    i = 0
    while i < end - 2:
        first = faces[i]
        row = FACES * first
        j = i + 1
        while j < end - 1:
            second = faces[j]
            third = third_of[row + second]
            there = (low >> third) & 1 if third < LOW else (high >> (third - LOW)) & 1
            if there != 0 and first != second:
                k = j + 1
                while k < end:
                    if faces[k] == third:
                        out.add(i << 16 | j << 8 | k)
                        if out.count == enough:
                            return
                    k += 1
            j += 1
        i += 1


def has_triple(cards: vec[i64], end: i64) -> bool:
    """Is there a triple among ``cards[:end]``?"""
    out = Moves()
    find_triples(cards, end, out, enough=1)
    return out.count != 0


def places(code: int) -> tuple[int, int, int]:
    """The three places that :func:`find_triples` packed."""
    return code >> 16, code >> 8 & 255, code & 255


def scan_often(cards: vec[i64], times: int) -> int:
    """Find every triple among the cards so many times, for measuring; returns how many there are."""
    out = Moves()
    done: i64 = 0
    while done < times:
        find_triples(cards, len(cards), out)
        done += 1
    return out.count
