"""Whole games inside the compiled engine: random play, and counting the tree of decisions."""

from __future__ import annotations

from mypy_extensions import i64

from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import NOBODY, Moves, State


def play_randomly(state: State, rng: Rng, out: Moves) -> int:
    """Play the game to its end, each move drawn evenly from the listed legal ones; returns how many were made."""
    decisions: i64 = 0
    seat = state.turn()
    while seat != NOBODY:
        state.apply(seat, state.random_move(seat, rng, out))
        decisions += 1
        seat = state.turn()
    return decisions


def count_tree(state: State, depth: int) -> int:
    """How many different ways the next ``depth`` decisions can go (an ended game counts as one way)."""
    seat = state.turn()
    if depth == 0 or seat == NOBODY:
        return 1
    out = Moves()
    state.list_moves(seat, out)
    if depth == 1:
        return out.count
    total = 0
    for code in out.listed():
        after = state.clone()
        after.apply(seat, code)
        total += count_tree(after, depth - 1)
    return total


def clone_often(state: State, times: int) -> None:
    """Clone the state so many times, for measuring what a clone costs."""
    done: i64 = 0
    while done < times:
        state.clone()
        done += 1
