"""Whole games inside the compiled engine: random play, and counting the tree of decisions."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import NOBODY, Moves, State
from mesozoic.kernel.witness import Witness

NO_MOVE: Final = -1


def play_randomly(state: State, rng: Rng, out: Moves) -> int:
    """Play the game to its end, each move drawn evenly from the listed legal ones; returns how many were made."""
    decisions: i64 = 0
    seat = state.turn()
    while seat != NOBODY:
        state.apply(seat, state.random_move(seat, rng, out))
        decisions += 1
        seat = state.turn()
    return decisions


def watch_randomly(state: State, rngs: list[Rng], witness: Witness) -> int:
    """The same with a generator for each seat, under the eyes of a witness.

    Stops before a move that is sampled, and returns it; NO_MOVE at the end of the game. What a move is drawn from is
    what the witness counts, so it is listed once.
    """
    out = witness.out
    seat = state.turn()
    while seat != NOBODY:
        state.list_moves(seat, out)
        rng = rngs[seat]
        move = out.codes[rng.below(out.count)]
        if witness.note(state, seat, move):
            return int(move)
        state.apply(seat, move)
        seat = state.turn()
    return NO_MOVE


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
