"""What a person types in a whole game, and what they were shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

GAME = "dolphins-and-dinos"
HAND_OVER = re.compile(r"Hand the keyboard to P\d (\w+), then press Enter\. ")
DEAL: dict[str, Any] = {"hidden": 12, "deck": [15, 11, 3, 1, 2, 4, 5, 6, 7, 8, 9, 10, 13, 14, "R"]}
"""The deal of the rulebook's example (DD-X1)."""

SNAKE = ["a1", "b1", "c1", "c2", "b2", "a2", "a3", "b3", "c3"]
"""A way through all nine squares, each beside the one before."""


def always_the_first(question: str) -> str:
    """A person who always takes the first move of the list, and says no to everything else."""
    return "#1" if " move (" in question else "n"


def as_written(moves: dict[str, list[str]]) -> Callable[[str], str]:
    """People who play these moves, each the own list, and leave when one has none left."""
    left = {name: iter(own) for name, own in moves.items()}

    def answer(question: str) -> str:
        if "'s move" not in question:
            return ""
        move = next(left[question.partition("'s move")[0]], None)
        if move is None:
            raise EOFError
        return move

    return answer


def segments(output: str) -> list[tuple[str, str]]:
    """The output cut at the hand-overs: whose turn at the keyboard it was, and all they could see."""
    parts = HAND_OVER.split(output)
    return list(zip(parts[1::2], parts[2::2], strict=True))
