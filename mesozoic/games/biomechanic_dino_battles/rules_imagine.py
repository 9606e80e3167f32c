"""The states that a seat cannot tell from the real one: hidden cards redealt.

Everybody can follow which cards a player owns: purchases, discards, plays and purges are public. So the hand, the deck
and the unknown attached cards of another seat together are a known multiset; and a deck holds only what was shuffled
into it, which was open before. Within these bounds the cards are dealt anew (BD-R48).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from mesozoic.games.biomechanic_dino_battles.cards import DINO_KINDS, KINDS, D, W, Z
from mesozoic.games.biomechanic_dino_battles.rules import Battle
from mesozoic.games.biomechanic_dino_battles.rules_moves import CLEANUP
from mesozoic.games.biomechanic_dino_battles.rules_setup import zeros
from mesozoic.games.biomechanic_dino_battles.rules_table import (
    DECK_SIZE,
    HAND,
    HELD,
    LINE,
    LINGERING,
    LOADED,
    NONE,
    POOL,
    ROW,
    SEAT,
    SHUFFLED,
    kind_of,
    known_to,
    row_of,
    seat_of,
)
from mesozoic.kernel.bits import bit, has
from mesozoic.kernel.deal import SeatChance, forget
from mesozoic.kernel.rng import Rng

SPECTATOR: Final = 4
"""The bit of those who watch without a seat, among those who know an attached card."""


def imagine(state: Battle, seat: int | None, rng: Rng) -> Battle:
    """A state that looks the same to the seat (None: somebody without one), everything hidden drawn anew."""
    watcher: i64 = SPECTATOR if seat is None else seat
    other = state.clone()
    while other.is_private() and other.top(1) != watcher:
        other.drop()  # BD-R46: nobody else has heard of that choice yet, so it is as if not begun
    other.frames = other.frames[: other.frame_size]  # nor does it lie where nobody reads
    other.decks = other.decks[:]
    redeal_dino_deck(other, rng)
    for owner in range(other.seat_count):
        redeal_seat(other, owner, watcher, rng)
        base = owner * other.variant.most_cards
        forget(other.decks, base + other.deck_size(owner), base + other.variant.most_cards)
    other.chance = SeatChance(rng.clone(), [])
    return other


def redeal_dino_deck(state: Battle, rng: Rng) -> None:
    deck = state.dino_deck[:]
    left = zeros(DINO_KINDS)
    at = state.dinos_shown
    while at < len(deck):
        left[deck[at]] += 1
        at += 1
    at = state.dinos_shown
    kind: i64 = 0
    while kind < DINO_KINDS:
        while left[kind] > 0:
            deck[at] = kind
            left[kind] -= 1
            at += 1
        kind += 1
    rng.shuffle_vec(deck, state.dinos_shown)
    state.dino_deck = deck


def redeal_seat(state: Battle, seat: i64, watcher: i64, rng: Rng) -> None:
    """The seat's hidden cards: for itself the order of its deck, for others also its hand and what is face down."""
    pool = hidden_cards(state, seat, watcher)
    if seat == watcher:
        redeal_deck(state, seat, pool, 0, pool[Z], rng)
        return
    if is_hand_open(state, seat):
        redeal_deck(state, seat, pool, count_face_down(state, seat, watcher), pool[Z], rng)
        redeal_attached(state, seat, watcher, pool, rng)
        return
    lingering = state.seats[seat * SEAT + LINGERING]
    redeal_deck(state, seat, pool, count_face_down(state, seat, watcher), pool[Z] + lingering, rng)
    redeal_attached(state, seat, watcher, pool, rng)
    hand = state.zone(HAND, seat)
    held: i64 = 0
    kind: i64 = 0
    while kind < KINDS:
        state.counts[hand + kind] = pool[kind]
        if pool[kind] > 0:
            held |= bit(kind)
        kind += 1
    state.seats[seat * SEAT + HELD] = held


def is_hand_open(state: Battle, seat: i64) -> bool:
    """BD-R34: whoever cleans up has discarded everything but Poison, so the rest of the hand is known to all."""
    return state.phase == CLEANUP and seat == state.on_turn


def redeal_deck(state: Battle, seat: i64, pool: vec[i64], face_down: i64, nervous: i64, rng: Rng) -> None:
    """A deck out of what was last shuffled into it; what is dealt leaves the pool.

    Enough must be left that is no Status card for the face-down cards; and at most ``nervous`` Z may go to the deck,
    because those that a Shock Net calmed are in the hand.
    """
    shuffled = state.zone(SHUFFLED, seat)
    possible = zeros(KINDS)
    loose: i64 = -face_down
    kind: i64 = 0
    while kind < KINDS:
        possible[kind] = pool[kind] if pool[kind] < state.counts[shuffled + kind] else state.counts[shuffled + kind]
        if kind < W or kind > Z:
            loose += pool[kind]
        kind += 1
    cards = spread_out(possible, 0, KINDS)
    rng.shuffle_vec(cards, 0)
    base = seat * state.variant.most_cards
    to: i64 = 0
    at: i64 = 0
    while to < state.seats[seat * SEAT + DECK_SIZE]:
        card = cards[at]
        at += 1
        if card == Z:
            if nervous == 0:
                continue
            nervous -= 1
        elif card < W or card > Z:
            if loose == 0:
                continue
            loose -= 1
        state.decks[base + to] = card
        pool[card] -= 1
        to += 1


def count_face_down(state: Battle, seat: i64, watcher: i64) -> i64:
    """How many attached cards of the seat the watcher does not know."""
    number: i64 = 0
    at: i64 = 0
    while at < len(state.attached):
        card = state.attached[at]
        if seat_of(card) == seat and not is_known(card, watcher):
            number += 1
        at += 1
    return number


def is_known(card: i64, watcher: i64) -> bool:
    return has(known_to(card), watcher)


def hidden_cards(state: Battle, seat: i64, watcher: i64) -> vec[i64]:
    """How many of each kind the watcher cannot place."""
    pool = zeros(KINDS)
    base = seat * state.variant.most_cards
    at: i64 = 0
    while at < state.seats[seat * SEAT + DECK_SIZE]:
        pool[state.decks[base + at]] += 1
        at += 1
    if seat == watcher:
        return pool
    if not is_hand_open(state, seat):
        add_hand(state, seat, pool)
    at = 0
    while at < len(state.attached):
        card = state.attached[at]
        if seat_of(card) == seat and not is_known(card, watcher):
            pool[kind_of(card)] += 1
        at += 1
    return pool


def add_hand(state: Battle, seat: i64, pool: vec[i64]) -> None:
    hand = state.zone(HAND, seat)
    kind: i64 = 0
    while kind < KINDS:
        pool[kind] += state.counts[hand + kind]
        kind += 1


def spread_out(pool: vec[i64], first: i64, end: i64) -> vec[i64]:
    """The cards of some kinds one by one, in the order of the kinds."""
    cards = zeros(0)
    kind = first
    while kind < end:
        left = pool[kind]
        while left > 0:
            cards = append(cards, kind)
            left -= 1
        kind += 1
    return cards


def redeal_attached(state: Battle, seat: i64, watcher: i64, pool: vec[i64], rng: Rng) -> None:
    """BD-14: anything but Status cards can lie there; what is dealt leaves the pool.

    Dealt dino by dino along the line-up, as a view and a position show them: the order of attaching across dinos is
    nothing that anybody sees.
    """
    loose = pool[:]
    kind: i64 = W
    while kind <= Z:
        loose[kind] = 0
        kind += 1
    cards = spread_out(loose, 0, KINDS)
    rng.shuffle_vec(cards, 0)
    dealt: i64 = 0
    place: i64 = 0
    while place < LINE:
        row = state.row_at(seat, place)
        if row != NONE:
            kinds: i64 = 0
            combat: i64 = 0
            for at in range(i64(len(state.attached))):
                card = state.attached[at]
                if row_of(card) != row:
                    continue
                if not is_known(card, watcher):
                    card += cards[dealt] - kind_of(card)
                    state.attached[at] = card
                    pool[cards[dealt]] -= 1
                    dealt += 1
                kinds |= bit(kind_of(card))
                if kind_of(card) <= D:
                    combat += bit(kind_of(card) * 8)
            state.rows[row * ROW + LOADED] = kinds
            state.rows[row * ROW + POOL] = combat
        place += 1
