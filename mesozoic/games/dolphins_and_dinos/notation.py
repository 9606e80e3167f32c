"""The notation: ``11`` ``R`` ``C`` pick, ``(10)`` numbers the restaurant, ``@b2`` is a square, ``L`` a feature.

A whole choice is written in one: ``11@b2``, ``R(10)@c1``, ``C@a3``. A square with what stands in it: ``7L``, ``(10)``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import Final

from mesozoic.games.dolphins_and_dinos.cards import (
    CORRIDOR,
    FEATURE_LETTERS,
    HIGHEST,
    ITEM_TEXTS,
    NO_FEATURE,
    RESTAURANT,
    SQUARE_NAMES,
)
from mesozoic.games.dolphins_and_dinos.rules import Museums
from mesozoic.games.dolphins_and_dinos.rules_moves import FEATURE_CODE, NUMBER_CODE, SQUARE_CODE
from mesozoic.games.dolphins_and_dinos.rules_sheet import is_unpaid, item_of, mark_of, number_of, square_of
from mesozoic.games.dolphins_and_dinos.rules_table import WAITING
from mesozoic.kernel.notation import unreadable

ITEMS: Final = {text: item for item, text in enumerate(ITEM_TEXTS) if text}
FEATURE_TEXTS: Final = ("none", *FEATURE_LETTERS[1:])
MOVES: Final = {
    **ITEMS,
    **{f"({value})": NUMBER_CODE + value for value in range(1, HIGHEST + 1)},
    **{f"@{name}": SQUARE_CODE + place for place, name in enumerate(SQUARE_NAMES)},
    **{text: FEATURE_CODE + mark for mark, text in enumerate(FEATURE_TEXTS)},
}
HOW: Final = "write a whole choice like 11@b2, R(10)@c1 or C@a3, and a feature as W, A, L or none"
_STEPS: Final = re.compile(r"([0-9]+|R|C)? *(\([0-9]+\))? *(@ *[a-c][1-3])?", re.IGNORECASE)


def square_content(line: int) -> str:
    """What a finished line wrote into its square: ``7L``, ``(10)`` or ``C``; one string for all views."""
    item = item_of(line)
    if item == CORRIDOR or is_unpaid(line):
        return "C"
    if item == RESTAURANT:
        return sys.intern(f"({number_of(line)})")
    mark = mark_of(line)
    return sys.intern(f"{item}{'' if mark == NO_FEATURE else FEATURE_LETTERS[mark]}")


def choice_text(line: int, step: int) -> str:
    """A choice as far as it has been made: ``11``, ``R(10)``, ``11@b2``, or nothing."""
    number = f"({number_of(line)})" if number_of(line) else ""
    square = f"@{SQUARE_NAMES[square_of(line)]}" if step == WAITING else ""
    return f"{ITEM_TEXTS[item_of(line)]}{number}{square}"


def split_moves(text: str) -> list[str]:
    """``R(10)@c1`` as its small moves; capitals and the space between its parts do not matter to a person."""
    trimmed = text.strip(" ")
    if trimmed.lower() == "none":
        return ["none"]
    if trimmed.upper() in MOVES:
        return [trimmed.upper()]
    found = _STEPS.fullmatch(trimmed)
    if found is None or not trimmed:
        return [text]
    item, number, square = found.groups()
    return [step for step in (item and item.upper(), number, square and square.lower().replace(" ", "")) if step]


def steps(state: Museums, seat: int, text: str) -> list[str]:
    """The small moves of a text; an exhibit or a number that these cards do not have is no move."""
    found = split_moves(text)
    for step in found:
        code = MOVES.get(step, CORRIDOR)
        is_card = code < RESTAURANT and not state.variant.ranks[code]
        if is_card or NUMBER_CODE + state.variant.highest < code < SQUARE_CODE:
            raise unreadable(step, HOW)
    return found


def join_moves(moves: Sequence[str]) -> str:
    """``11`` and ``@b2`` as ``11@b2``."""
    return "".join(moves)
