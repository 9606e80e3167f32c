"""One step ahead: what each move of a seat is worth in an imagined world, own small decisions followed to their end."""

from __future__ import annotations

from mypy_extensions import i64

from mesozoic.kernel.hints import NO_OPINION, Hints
from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import Moves, State


def let_others_choose(world: State, seat: i64, rng: Rng) -> None:
    """Those who decide at the same time as the seat do so, by chance: then its own decision shows what comes of it."""
    out = Moves()
    other: i64 = 0
    while other < world.setup.players:
        while other != seat and world.is_waiting_for(other):
            world.list_moves(other, out)
            world.apply(other, out.codes[rng.below(out.count)])
        other += 1


def add_values(world: State, seat: i64, hints: Hints, values: list[float]) -> None:
    """Add to the value of each move worth thinking about what it is worth in this world."""
    out = Moves()
    hints.candidates(world, seat, out)
    i: i64 = 0
    while i < out.count:
        after = world.clone()
        after.apply(seat, out.codes[i])
        values[i] += settled_value(after, seat, hints, world.reveals, hints.lines())
        i += 1


def settled_value(state: State, seat: i64, hints: Hints, reveals: i64, lines: i64) -> float:
    """The value once the seat's choice is complete: as long as nothing is revealed, its own best next decision.

    At most ``lines`` ways of going on are followed; where they would be more, the value is asked halfway.
    """
    if state.reveals != reveals or not state.is_waiting_for(seat):
        return hints.value(state, seat)
    out = Moves()
    state.list_moves(seat, out)
    if out.count > lines:
        return hints.value(state, seat)
    best = -1e300
    i: i64 = 0
    while i < out.count:
        after = state.clone()
        after.apply(seat, out.codes[i])
        value = settled_value(after, seat, hints, reveals, lines // out.count)
        if value > best:
            best = value
        i += 1
    return best


def policy_move(state: State, seat: i64, hints: Hints, rng: Rng) -> i64:
    """What the seat does in a roll-out: the hints' rule of thumb, or else what has the best value right after it."""
    quick = hints.quick_move(state, seat, rng)
    if quick != NO_OPINION:
        return quick
    out = Moves()
    hints.candidates(state, seat, out)
    if out.count == 1:
        return out.codes[0]
    best = out.codes[0]
    best_value = -1e300
    lines = hints.lines()
    i: i64 = 0
    while i < out.count:
        after = state.clone()
        after.apply(seat, out.codes[i])
        value = settled_value(after, seat, hints, state.reveals, lines)
        if value > best_value:
            best_value = value
            best = out.codes[i]
        i += 1
    return best
