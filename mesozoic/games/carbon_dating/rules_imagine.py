"""Other worlds that look the same: the unseen cards in another order."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.carbon_dating.rules import Table
from mesozoic.games.carbon_dating.rules_setup import later
from mesozoic.games.carbon_dating.rules_table import deck_of
from mesozoic.kernel.deal import Chance
from mesozoic.kernel.rng import Rng


def unseen(state: Table) -> list[int]:
    """The cards that nobody has seen: which ones is known to all, in which order to none."""
    return sorted([*deck_of(state), state.second] if state.face_down else deck_of(state))


def imagine(state: Table, seat: int | None, rng: Rng) -> Table:
    """A state that looks the same: the unseen cards in any order, the reshuffles to come by new chance."""
    other_world = state.clone()
    cards = unseen(state)
    rng.shuffle(cards)
    if state.face_down:
        other_world.second = cards.pop()
    other_world.deck = vec[i64](cards)
    other_world.dealt = 0
    other_world.chance = Chance(later(rng), [])
    return other_world
