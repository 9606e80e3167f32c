"""A new game, dealt by chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from mesozoic.games.carbon_dating.cards import (
    ORDINARY_CARDS,
    PTE,
    TYR,
)
from mesozoic.games.carbon_dating.rules import DEALT, Table, Variant, later, new_game
from mesozoic.kernel.deal import Chance
from mesozoic.kernel.rng import Rng

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup


def shuffle(setup: Setup, rng: Rng) -> Table:
    """CD-02: a game dealt by chance."""
    deck = vec[i64](list(range(ORDINARY_CARDS)))
    rng.shuffle_vec(deck, 0)
    variant: Variant = setup.variant
    if variant.staffing:
        # CD-53: the specials are shuffled into what is left after the row is dealt.
        deck = append(append(deck, PTE), TYR)
        rng.shuffle_vec(deck, DEALT)
    return new_game(setup, deck, Chance(later(rng), []))
