"""Who looks on at games and writes down what the lab counts, in whole numbers and inside the compiled engine."""

from __future__ import annotations

from typing import NamedTuple


class Figure(NamedTuple):
    """Something that a game counts of its games or its seats: a column of the lab's tables."""

    name: str
    means: str
    """In one sentence."""
    unit: str = ""
    is_points: bool = False
    """Does it add up, with the others of its kind, to the score of the seat?"""
