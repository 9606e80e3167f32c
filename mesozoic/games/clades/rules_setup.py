"""A new game, dealt by chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mesozoic.games.clades.rules import Table, new_game
from mesozoic.games.clades.rules_terms import (
    RACE_CARDS,
    Variant,
)
from mesozoic.kernel.deal import Chance

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup
    from mesozoic.kernel.rng import Rng


def shuffle(setup: Setup, rng: Rng) -> Table:
    """A game dealt by chance; later chance goes on with the same generator."""
    variant: Variant = setup.variant
    order = list(variant.cards)
    rng.shuffle(order)
    if variant.race:
        order = order[:RACE_CARDS]
    return new_game(setup, order, None, Chance(rng.clone(), []), [])
