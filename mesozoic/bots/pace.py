"""How long a bot takes is seen by everybody, so nothing may decide it but what everybody can see."""

from __future__ import annotations

from typing import Final

from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import State

WORLDS: Final = 8


def seems_open(state: State, seat: int, rng: Rng) -> bool:
    """May the seat have a choice, for all that those can tell who only watch?

    What the seat really holds is not asked: where it seems forced and is not, it has to make do with little time, and
    nobody sees from it that there was a choice.
    """
    for _ in range(WORLDS):
        world = state.imagine(None, rng)
        if seat not in world.to_move or len(world.codes(seat)) > 1:
            return True
    return False
