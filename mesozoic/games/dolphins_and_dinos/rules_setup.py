"""Set-up (DD-01 to DD-05, DD-43)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.dolphins_and_dinos.rules import Museums
from mesozoic.games.dolphins_and_dinos.rules_sheet import ROUNDS
from mesozoic.games.dolphins_and_dinos.rules_table import Variant

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup
    from mesozoic.kernel.rng import Rng


def shuffle(setup: Setup, rng: Rng) -> Museums:
    """A game dealt by chance."""
    variant: Variant = setup.variant
    if variant.solo:
        deck = variant.values[:]
        rng.shuffle_vec(deck, 0)
        return new_game(setup, deck, 0)
    # DD-02, DD-03: one of 1 to 12 is set aside unseen; the others are shuffled with 13, 14, 15 and the restaurant.
    deck = variant.pile[:]
    hidden = variant.settled[rng.below(len(variant.settled))]
    last = variant.settled[len(variant.settled) - 1]
    if hidden < last:
        deck[variant.ranks[hidden] - 1] = last
    rng.shuffle_vec(deck, 0)
    return new_game(setup, deck, hidden)


def dealt_game(setup: Setup, deck: list[int], hidden: i64) -> Museums:
    """A deal's. What is not compiled gives lists: of every ``vec`` that it gave, mypyc would keep one for ever."""
    return new_game(setup, vec[i64](deck), hidden)


def new_game(setup: Setup, deck: vec[i64], hidden: i64) -> Museums:
    """Round 1: empty arrays, money in hand, the first two columns face up."""
    variant: Variant = setup.variant
    seats = variant.players
    money = zeros(seats)
    seat: i64 = 0
    while seat < seats:
        money[seat] = variant.starting_money
        seat += 1
    return Museums(setup, variant, deck, hidden, zeros(seats * ROUNDS), money, zeros(seats), zeros(seats), zeros(seats))


def zeros(length: i64) -> vec[i64]:
    return vec[i64]([0] * length)
