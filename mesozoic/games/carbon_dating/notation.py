"""The notation: ``SPI1 left``, ``? right`` (the face-down card), ``PTE gap 2``, ``TYR seat 3``, ``end round``,
``swap STE4 VEL1``, ``no swap``, ``date IGU3 VEL1``. A dinosaur with what it has eaten is written ``SPI1(STE3,GAL2)``.

People may write small letters, ``l`` and ``r`` for the ends, bare numbers, and several moves with commas between them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal, get_args

from mesozoic.games.carbon_dating import rules_moves as moves
from mesozoic.games.carbon_dating.cards import CARD_OF, CARDS, IDS, PTE, TYR
from mesozoic.games.carbon_dating.rules_table import names
from mesozoic.kernel.bits import bit

Step = Literal["play", "place", "swap", "date", "over"]
STEPS: Final[tuple[Step, ...]] = get_args(Step)
HIDDEN: Final = "?"
END: Final = "end round"
KEEP: Final = "no swap"
ENDS: Final = {moves.LEFT: "left", moves.RIGHT: "right"}
HOW: Final = "write SPI1 left, PTE gap 2, TYR seat 3, swap STE4 VEL1, date IGU3 VEL1 or end round"
_SHORT_ENDS: Final = {"l": "left", "r": "right"}
_SHORT_MOVES: Final = {"end": END, "decline": KEEP}


def place_text(where: int) -> str:
    """``left``, ``right``, ``gap 2`` or ``seat 3``."""
    if where in ENDS:
        return ENDS[where]
    return f"seat {where - moves.SEAT}" if where > moves.SEAT else f"gap {where - moves.GAP}"


def move_text(code: int) -> str:
    """A move as text."""
    if code > moves.DATE_CODE:
        date = code - moves.DATE_CODE
        return f"date {IDS[date >> 6]} {IDS[date & 63]}"
    if code == moves.DECLINE:
        return KEEP
    if code > moves.SWAP_CODE:
        pair = code - moves.SWAP_CODE
        return f"swap {IDS[(pair >> 6) - 1]} {IDS[pair & 63]}"
    if code == moves.END_ROUND:
        return END
    card = code >> moves.CARD_AT
    return f"{HIDDEN if card == moves.FACE_DOWN else IDS[card]} {place_text(code & 127)}"


MOVES: Final = {
    move_text(code): code
    for code in (
        *(moves.place_code(card, end) for card in range(CARDS + 1) for end in ENDS),
        *(moves.place_code(PTE, moves.GAP + gap) for gap in range(1, CARDS - 1)),
        *(moves.place_code(TYR, moves.SEAT + seat) for seat in range(1, CARDS)),
        *(moves.swap_code(a, b) for a in range(CARDS) for b in range(CARDS) if a != b),
        *(moves.date_code(a, b) for a in range(CARDS) for b in range(CARDS) if a != b),
        moves.END_ROUND,
        moves.DECLINE,
    )
}


def split_moves(text: str) -> list[str]:
    """Several moves with commas between them, each as it is written properly."""
    return [_proper(part) or text for part in text.split(",")]


def _proper(text: str) -> str:
    """``spi1 l`` as ``SPI1 left``, ``tyr 3`` as ``TYR seat 3``; anything else as it is."""
    words = [_SHORT_ENDS.get(word, word.upper() if word.upper() in CARD_OF else word) for word in text.lower().split()]
    if len(words) == 2 and words[1].isdecimal() and words[0] in (IDS[PTE], IDS[TYR]):
        words.insert(1, "gap" if words[0] == IDS[PTE] else "seat")
    proper = _SHORT_MOVES.get(" ".join(words), " ".join(words))
    return proper if proper in MOVES else text.strip()


# --- Dinosaurs with what they have eaten ----------------------------------------------------------------------

_WITH_MEAL: Final = re.compile(r"(?P<card>[A-Z]{3}[1-4]?)(?:\((?P<eaten>[A-Z1-4,]+)\))?")


def with_meal(card: int, eaten: int) -> str:
    """``SPI1(STE3,GAL2)``."""
    return IDS[card] + (f"({','.join(names(eaten))})" if eaten else "")


def read_with_meal(text: str) -> tuple[int, list[int]]:
    """The card and those tucked under it; ValueError if the text is none of that."""
    found = _WITH_MEAL.fullmatch(text)
    if found is None:
        raise ValueError(text)
    eaten = found["eaten"].split(",") if found["eaten"] else []
    if found["card"] not in CARD_OF or any(one not in CARD_OF for one in eaten):
        raise ValueError(text)
    return CARD_OF[found["card"]], [CARD_OF[one] for one in eaten]


def mask(cards: list[int]) -> int:
    """The set of these cards."""
    found = 0
    for card in cards:
        found |= bit(card)
    return found


def join_moves(moves: Sequence[str]) -> str:
    return ", ".join(moves)
