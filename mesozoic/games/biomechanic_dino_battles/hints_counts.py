"""What a seat has, counted for those who value it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.biomechanic_dino_battles.cards import ANY_AT, FIRST_STRATEGY, KINDS
from mesozoic.games.biomechanic_dino_battles.rules import Battle
from mesozoic.games.biomechanic_dino_battles.rules_table import DISCARD, HAND, NONE, PLAYED, kind_of, seat_of

CROWDED: Final = 0.22
"""How fast each further strategy or item in a deck loses its worth."""
OWNED: Final = vec[i64]([0] * KINDS)
"""Where a seat's cards are counted; never kept."""


def count_owned(state: Battle, seat: i64) -> vec[i64]:
    """How many of each kind the seat owns, wherever they are; the next count overwrites it."""
    owned = OWNED
    counts = state.counts
    hand = state.zone(HAND, seat)
    pile = state.zone(DISCARD, seat)
    played = state.zone(PLAYED, seat)
    kind: i64 = 0
    while kind < KINDS:
        owned[kind] = counts[hand + kind] + counts[pile + kind] + counts[played + kind]
        kind += 1
    decks = state.decks
    at = seat * state.variant.most_cards
    end = at + state.deck_size(seat)
    while at < end:
        kind = decks[at]
        owned[kind] += 1
        at += 1
    attached = state.attached
    at = 0
    while at < len(attached):
        card = attached[at]
        if seat_of(card) == seat:
            owned[kind_of(card)] += 1
        at += 1
    return owned


def tricks(state: Battle, owned: vec[i64]) -> tuple[float, i64]:
    """What the strategies and items would be worth if none crowded another, and how many there are."""
    many = 0.0
    number: i64 = 0
    kind: i64 = FIRST_STRATEGY
    while kind < KINDS:
        if owned[kind] > 0:
            many += state.arsenal.card_worth[kind] * copies_worth(owned[kind])
            number += owned[kind]
        kind += 1
    return many, number


def copies_worth(copies: i64) -> float:
    """The second copy of a card is worth half of the first, further ones next to nothing."""
    if copies == 0:
        return 0.0
    if copies == 1:
        return 1.0
    return 1.5 if copies == 2 else 1.7


def combat_cards(state: Battle, seat: i64) -> i64:
    pool = state.pool_in_hand(seat)
    return (pool & 255) + ((pool >> 8) & 255) + (pool >> 16)


def strongest_atk(state: Battle, seat: i64) -> i64:
    """The highest printed ATK among the active dinos of the others."""
    best: i64 = 0
    other: i64 = 0
    while other < state.seat_count:
        row = state.row_at(other, 0)
        if other != seat and row != NONE and state.arsenal.dino_atk[state.kind_at(row)] > best:
            best = state.arsenal.dino_atk[state.kind_at(row)]
        other += 1
    return best


def covered_cards(pool: i64, cost: i64) -> i64:
    """How many cards of a cost the pool pays."""
    covered: i64 = 0
    spare: i64 = 0
    kind: i64 = 0
    while kind <= 2:
        need = (cost >> kind * 4) & 15
        there = (pool >> kind * 8) & 255
        if need < there:
            covered += need
            spare += there - need
        else:
            covered += there
        kind += 1
    free = (cost >> ANY_AT) & 15
    return covered + (free if free < spare else spare)
