"""A new game, dealt by chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.dolphins_and_dinos.cards import (
    RESTAURANT,
)
from mesozoic.games.dolphins_and_dinos.rules import Museums, Variant, new_game

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup
    from mesozoic.kernel.rng import Rng


def shuffle(setup: Setup, rng: Rng) -> Museums:
    """A game dealt by chance."""
    variant: Variant = setup.variant
    if variant.solo:
        deck = vec[i64]([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
        rng.shuffle_vec(deck, 0)
        return new_game(setup, deck, 0)
    # DD-02, DD-03: one of 1 to 12 is set aside unseen; the others are shuffled with 13, 14, 15 and the restaurant.
    deck = vec[i64]([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, RESTAURANT])
    hidden: i64 = 1 + rng.below(12)
    if hidden < 12:
        deck[hidden - 1] = 12
    rng.shuffle_vec(deck, 0)
    return new_game(setup, deck, hidden)
