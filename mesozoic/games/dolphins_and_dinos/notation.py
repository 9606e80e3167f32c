"""The notation: ``11`` ``R`` ``C`` pick, ``(10)`` numbers the restaurant, ``@b2`` is a square, ``L`` a feature.

A whole choice is written in one: ``11@b2``, ``R(10)@c1``, ``C@a3``. A square with what stands in it: ``7L``, ``(10)``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from mesozoic.games.dolphins_and_dinos import rules
from mesozoic.games.dolphins_and_dinos.cards import (
    CORRIDOR,
    FEATURE_LETTERS,
    ITEM_TEXTS,
    MOST_EXPENSIVE,
    NO_FEATURE,
    RESTAURANT,
    SQUARE_NAMES,
)
from mesozoic.kernel.notation import unreadable

_STEPS: Final = re.compile(r"([0-9]+|R|C)? *(\([0-9]+\))? *(@ *[a-c][1-3])?", re.IGNORECASE)
_HOW: Final = "write a whole choice like 11@b2, R(10)@c1 or C@a3, and a feature as W, A, L or none"


def item_text(item: int) -> str:
    """``11``, ``R`` or ``C``."""
    return ITEM_TEXTS[item]


def read_item(text: str) -> int:
    """The item of its text; ValueError if it is none."""
    return ITEM_TEXTS.index(text, 1)


def square_content(line: int) -> str:
    """What a finished line wrote into its square: ``7L``, ``(10)`` or ``C``."""
    item = rules.item_of(line)
    if item == CORRIDOR or rules.is_unpaid(line):
        return "C"
    if item == RESTAURANT:
        return f"({rules.number_of(line)})"
    mark = rules.mark_of(line)
    return f"{item}{'' if mark == NO_FEATURE else FEATURE_LETTERS[mark]}"


def move_text(code: int) -> str:
    """A small move as text."""
    if code >= rules.FEATURE_CODE:
        mark = code - rules.FEATURE_CODE
        return "none" if mark == NO_FEATURE else FEATURE_LETTERS[mark]
    if code >= rules.SQUARE_CODE:
        return f"@{SQUARE_NAMES[code - rules.SQUARE_CODE]}"
    if code >= rules.NUMBER_CODE:
        return f"({code - rules.NUMBER_CODE})"
    return item_text(code)


_MOVES: Final = {
    move_text(code): code
    for code in (
        *map(rules.pick, range(1, CORRIDOR + 1)),
        *map(rules.number, range(1, MOST_EXPENSIVE + 1)),
        *map(rules.square, range(rules.SQUARES)),
        *map(rules.feature, range(len(FEATURE_LETTERS))),
    )
}


def read_move(text: str) -> int:
    """The small move that a text means."""
    if text not in _MOVES:
        raise unreadable(text, _HOW)
    return _MOVES[text]


def split_moves(text: str) -> list[str]:
    """``R(10)@c1`` as its small moves; capitals and the space between its parts do not matter to a person."""
    trimmed = text.strip(" ")
    if trimmed.lower() == "none":
        return ["none"]
    if trimmed.upper() in _MOVES:
        return [trimmed.upper()]
    found = _STEPS.fullmatch(trimmed)
    if found is None or not trimmed:
        return [text]
    item, number, square = found.groups()
    return [step for step in (item and item.upper(), number, square and square.lower().replace(" ", "")) if step]


def join_moves(moves: Sequence[str]) -> str:
    """``11`` and ``@b2`` as ``11@b2``."""
    return "".join(moves)
