"""A new game: dealt by chance, or in a given order (CL-03, CL-06, CL-38, CL-54)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.clades.cards import EVERY_CARD, is_bonus
from mesozoic.games.clades.rules import Table
from mesozoic.games.clades.rules_moves import (
    ASIDE,
    DECK,
    GRID,
    HAND,
    MOST_PERSONAL,
    MOST_ROUNDS,
    NO_PENALTY,
    OUT,
    RACE_CARDS,
    TALLY,
)
from mesozoic.games.clades.rules_table import Variant
from mesozoic.kernel.deal import Chance
from mesozoic.kernel.errors import BadOptions

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


def new_game(
    setup: Setup, order: list[int], after_setup: list[int] | None, chance: Chance, penalties: list[int]
) -> Table:
    """Deal the pile, top first: personal cards in rounds of one a seat (CL-R2), then the shared cards."""
    variant: Variant = setup.variant
    table = empty_table(setup, chance, penalties)
    for card in order:
        table.zone[card] = DECK
    where = deal_places(variant)
    deck = order[len(where) :]
    met: list[int] = []
    for place, card in zip(where, order):  # noqa: B905
        while is_bonus(card):  # CL-06, CL-R3
            met.append(card)
            card = deck.pop(0)
        table.lay(card, place)
    if met:
        if after_setup is None:
            deck = chance.order(deck + met)
        elif sorted(after_setup) == sorted(deck + met):
            deck = after_setup
        else:
            raise BadOptions("after_setup must hold the cards that are left in the deck after the deal.")
    elif after_setup is not None:
        raise BadOptions("after_setup is only for a deal in which a bonus card comes up.")
    table.deck = vec[i64](deck)
    return table


def deal_places(variant: Variant) -> list[int]:
    """Where the dealt cards go, in deal order."""
    found: list[int] = []
    for number in range(MOST_PERSONAL):
        for seat in range(variant.players):
            if variant.personal[seat] > number:
                found.append(HAND + seat)
    return found + [GRID] * variant.grid_size


def empty_table(setup: Setup, chance: Chance, penalties: list[int]) -> Table:
    """A table of the game with every card aside."""
    variant: Variant = setup.variant
    zone = vec[i64]([OUT] * EVERY_CARD)
    for card in variant.cards:
        zone[card] = ASIDE
    return Table(
        setup,
        variant,
        vec[i64](),
        0,
        zone,
        vec[i64]([0] * len(variant.cards)),
        vec[i64]([NO_PENALTY] * (EVERY_CARD if variant.penalty else 0)),
        vec[i64]([-1] * (MOST_PERSONAL * variant.players)),
        vec[i64]([0] * (TALLY * variant.players)),
        vec[i64]([0] * variant.players),
        vec[i64]([0] * (MOST_ROUNDS if variant.casual else 0)),
        chance,
        penalties,
    )
