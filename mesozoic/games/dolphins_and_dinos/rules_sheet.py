"""The score sheet: a museum of nine squares in six halls, and a line for each round, packed into one integer."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.dolphins_and_dinos.cards import RESTAURANT

# --- The museum: three files a to c, three ranks 1 to 3, six halls --------------------------------------------
# Square a1 is 0, b1 is 1, ... c3 is 8. A hall is read left to right or bottom to top.
ROUNDS: Final = 9
SQUARES: Final = 9
HALL_NAMES: Final = ("r1", "r2", "r3", "ca", "cb", "cc")
HALLS: Final = vec[i64]([0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 3, 6, 1, 4, 7, 2, 5, 8])
"""The squares of the six halls, three each."""
EVERY_SQUARE: Final = 0b111111111


def _neighbours(square: int) -> int:
    """The squares that share a side with this one."""
    file, rank = square % 3, square // 3
    return sum([1 << other for other in range(9) if abs(other % 3 - file) + abs(other // 3 - rank) == 1])


def _open_squares(filled: int) -> int:
    """DD-14: at first any square; later the empty ones beside a filled one."""
    beside = 0
    for square in range(SQUARES):
        if filled >> square & 1:
            beside |= _neighbours(square)
    return beside & ~filled if filled else EVERY_SQUARE


OPEN_SQUARES: Final = vec[i64]([_open_squares(filled) for filled in range(512)])

# --- A line: item, the restaurant's number, square, mark, whether it was unpaid, price and fee ----------------
NUMBER_AT: Final = 5
SQUARE_AT: Final = 10
MARK_AT: Final = 14
UNPAID_AT: Final = 16
PAID_AT: Final = 17
FEE_AT: Final = 23


def item_of(line: i64) -> i64:
    """What was picked: an exhibit's value, RESTAURANT, CORRIDOR, or 0 while nothing is."""
    return line & 31


def number_of(line: i64) -> i64:
    """The number assigned to a restaurant."""
    return (line >> NUMBER_AT) & 31


def square_of(line: i64) -> i64:
    return (line >> SQUARE_AT) & 15


def mark_of(line: i64) -> i64:
    """The feature drawn on the exhibit."""
    return (line >> MARK_AT) & 3


def is_unpaid(line: i64) -> bool:
    """DD-21: the picker had too little money, and the square became a corridor."""
    return (line >> UNPAID_AT) & 1 != 0


def paid_of(line: i64) -> i64:
    """The price paid for the exhibit, surcharge included."""
    return (line >> PAID_AT) & 63


def fee_of(line: i64) -> i64:
    """The dollar paid for the feature, or 0."""
    return (line >> FEE_AT) & 1


def has_placed(line: i64) -> bool:
    """Was an exhibit picked and paid for?"""
    return 0 < item_of(line) < RESTAURANT and not is_unpaid(line)


def value_of(line: i64) -> i64:
    """The number that stands in the array: an exhibit's value or a restaurant's number; 0 for a corridor."""
    if has_placed(line):
        return item_of(line)
    return number_of(line)


def income(assigned: i64) -> i64:
    """DD-22: a restaurant brings half its number, rounded down."""
    return assigned >> 1
