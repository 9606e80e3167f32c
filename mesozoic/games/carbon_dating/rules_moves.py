"""Moves as numbers: place a card, end the round, swap two neighbours, pick a date."""

from __future__ import annotations

from typing import Final

FACE_DOWN: Final = 38
"""How a move names the card that nobody has seen."""
LEFT: Final = 1
RIGHT: Final = 2
BOTH_ENDS: Final = 3
GAP: Final = 2  # gap 1 is between seats 1 and 2
SEAT: Final = 64
CARD_AT: Final = 7
END_ROUND: Final = 8191
DECLINE: Final = 8192  # swap nobody
SWAP_CODE: Final = 8192
DATE_CODE: Final = 16384


def place_code(card: int, where: int) -> int:
    """The move that places a card (or FACE_DOWN) at LEFT, RIGHT, ``GAP + n`` or ``SEAT + n``."""
    return card << CARD_AT | where


def swap_code(left: int, right: int) -> int:
    """The move that makes two neighbours swap seats."""
    return SWAP_CODE + (left + 1 << 6 | right)


def date_code(left: int, right: int) -> int:
    """The move that picks this date among those of the newest batch."""
    return DATE_CODE + (left << 6 | right)
