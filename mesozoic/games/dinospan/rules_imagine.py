"""The states that a seat cannot tell from the real one: hidden cards redealt.

Card backs show their era (DS-R58), so hidden cards change places only with hidden cards of their era. Cards that were
open before they were shuffled into a Footprint are never imagined in the box or in the reserve. What everybody knows
stays where it is: cards returned on top of the Footprint, hand cards taken openly.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from mesozoic.games.dinospan.cards import CARDS, ERA_AT, FIRST_JURASSIC, RESEARCH_CARDS
from mesozoic.games.dinospan.rules import Span
from mesozoic.games.dinospan.rules_moves import BRANCH, DRAFT_2, OVER, PAY_CARD, PICK_CARD, SWAPPING
from mesozoic.games.dinospan.rules_table import (
    BIT,
    BOX,
    KEPT_AT,
    NEW_ERA,
    OPEN,
    RETURNED,
    SECOND_AT,
    SECRET,
    WORD,
    WORDS,
    lone,
)
from mesozoic.kernel.bits import bit, count
from mesozoic.kernel.deal import Chance
from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import Moves

TRIES: Final = 400


def imagine(state: Span, watcher: i64, rng: Rng) -> Span:
    """A state that looks the same to the watcher (-1: somebody without a seat), everything hidden drawn anew."""
    other = state.clone()
    redeal_cards(other, watcher, rng)
    tries: i64 = 1
    while tries < TRIES and not is_possible(other, watcher):
        redeal_cards(other, watcher, rng)
        tries += 1
    if not is_possible(other, watcher):
        other = state.clone()  # a hand so special that chance does not find another one
    redeal_triassic(other, watcher, rng)
    if other.variant.research:
        redeal_research(other, watcher, rng)
    other.chance = Chance(rng.clone(), [])
    return other


def is_possible(state: Span, watcher: i64) -> bool:
    """Somebody else who is asked about hand cards has something to choose from, as otherwise nobody would be asked."""
    if state.frame_size == 0 or state.top(1) == watcher:
        return True
    pending = state.top(0)
    if pending != PICK_CARD and pending != PAY_CARD and pending != SWAPPING and pending != BRANCH:
        return True
    out = Moves()
    state.list_moves(state.top(1), out)
    return out.count > 1


# --- Jurassic and Cretaceous cards ------------------------------------------------------------------------------


def redeal_cards(state: Span, watcher: i64, rng: Rng) -> None:
    """Each era apart: the cards of hidden hands and of the Footprint, the box and the reserve."""
    hidden = hidden_hand_cards(state, watcher)
    in_reserve = state.round < NEW_ERA
    if in_reserve:
        reserve = sorted_pile(state.reserve)
        rng.shuffle_vec(reserve, 0)
        state.reserve = reserve
    era: i64 = 1
    while era < 3:
        if era == 1 or not in_reserve:
            redeal_era(state, watcher, era, hidden, rng)
        era += 1


def hidden_hand_cards(state: Span, watcher: i64) -> vec[i64]:
    """The owner of each hidden hand card, -1 for all other cards."""
    owners = vec[i64]([-1] * CARDS)
    seat: i64 = 0
    while seat < state.variant.players:
        if seat != watcher:
            word: i64 = 0
            while word < WORDS:
                left = state.hands[seat * WORDS + word] & ~state.masks[OPEN + word]
                while left != 0:
                    low = left & -left
                    left ^= low
                    owners[word * 48 + lone(low)] = seat
                word += 1
        seat += 1
    return owners


def redeal_era(state: Span, watcher: i64, era: i64, owners: vec[i64], rng: Rng) -> None:
    era_bit = bit(ERA_AT + era)
    pool = vec[i64]([0] * 0)
    hidden = state.footprint_size - state.known
    in_footprint = vec[i64]([0] * CARDS)
    at: i64 = 0
    while at < hidden:
        in_footprint[state.footprint[at]] = 1
        at += 1
    boxed: i64 = 0
    held = vec[i64]([0] * state.variant.players)
    card: i64 = FIRST_JURASSIC
    while card < CARDS:
        if state.deck.traits[card] & era_bit != 0:
            if state.is_in(BOX, card):
                boxed += 1
                pool = append(pool, card)
            elif owners[card] >= 0:
                held[owners[card]] += 1
                pool = append(pool, card)
            elif in_footprint[card] != 0:
                pool = append(pool, card)
        card += 1
    rng.shuffle_vec(pool, 0)
    deal_era(state, era_bit, pool, boxed, held, hidden)


def deal_era(state: Span, era_bit: i64, pool: vec[i64], boxed: i64, held: vec[i64], hidden: i64) -> None:
    """The shuffled cards into their places: the box takes only what was never open."""
    used = vec[i64]([0] * len(pool))
    at: i64 = 0
    while at < len(pool):
        card = pool[at]
        state.masks[BOX + WORD[card]] &= ~BIT[card]
        seat: i64 = 0
        while seat < state.variant.players:
            if not state.is_in(OPEN, card) and state.has_in_hand(seat, card) and held[seat] > 0:
                state.hands[seat * WORDS + WORD[card]] &= ~BIT[card]
            seat += 1
        at += 1
    at = 0
    while boxed > 0:
        if not state.is_in(RETURNED, pool[at]):
            state.put(BOX, pool[at])
            used[at] = 1
            boxed -= 1
        at += 1
    at = 0
    seat = 0
    while seat < state.variant.players:
        left = held[seat]
        while left > 0:
            if used[at] == 0:
                state.hands[seat * WORDS + WORD[pool[at]]] |= BIT[pool[at]]
                used[at] = 1
                left -= 1
            at += 1
        seat += 1
    to: i64 = 0
    while to < hidden:
        if state.deck.traits[state.footprint[to]] & era_bit != 0:
            while used[at] != 0:
                at += 1
            state.footprint[to] = pool[at]
            at += 1
        to += 1


def sorted_pile(pile: vec[i64]) -> vec[i64]:
    found = vec[i64]([0] * CARDS)
    for card in pile:
        found[card] = 1
    out = pile[:]
    to: i64 = 0
    card = 0
    while card < CARDS:
        if found[card] != 0:
            out[to] = card
            to += 1
        card += 1
    return out


# --- Triassic cards and Research ------------------------------------------------------------------------------------


def redeal_triassic(state: Span, watcher: i64, rng: Rng) -> None:
    """Cards kept and packs of others, and what left the game. The pack that the watcher passed on it knows."""
    passed = passed_pack(state, watcher)
    pool = state.masks[BOX] & (bit(FIRST_JURASSIC) - 1)
    seat: i64 = 0
    while seat < state.variant.players:
        if seat != watcher:
            kept = state.secret[seat * SECRET]
            pool |= (kept & 65535) | kept >> SECOND_AT | state.secret[seat * SECRET + 1]
        seat += 1
    pool &= ~passed
    cards = spread_out(pool)
    rng.shuffle_vec(cards, 0)
    at: i64 = 0
    seat = 0
    while seat < state.variant.players:
        if seat != watcher:
            kept = state.secret[seat * SECRET]
            first: i64 = 0
            left = count(kept & 65535)
            while left > 0:
                first |= bit(cards[at])
                at += 1
                left -= 1
            pack: i64 = 0
            if passed != 0 and seat == (watcher + 1) % state.variant.players:
                pack = passed
            else:
                left = count(kept >> SECOND_AT) + count(state.secret[seat * SECRET + 1])
                while left > 0:
                    pack |= bit(cards[at])
                    at += 1
                    left -= 1
            if kept >> SECOND_AT != 0:
                chosen = any_bit(pack, rng)
                pack ^= chosen
                first |= chosen << SECOND_AT
            state.secret[seat * SECRET] = first
            state.secret[seat * SECRET + 1] = pack
        seat += 1
    state.masks[BOX] &= ~(bit(FIRST_JURASSIC) - 1)
    while at < len(cards):
        state.put(BOX, cards[at])
        at += 1


def passed_pack(state: Span, watcher: i64) -> i64:
    """The cards that the watcher handed to its left neighbour in the draft."""
    if state.phase != DRAFT_2 or watcher < 0 or state.variant.players == 1:
        return 0
    to = (watcher + 1) % state.variant.players
    return state.secret[to * SECRET + 1] | state.secret[to * SECRET] >> SECOND_AT


def redeal_research(state: Span, watcher: i64, rng: Rng) -> None:
    """DS-63, DS-64: two cards each, one of them kept; at the end the kept one is open."""
    open_end = state.phase == OVER
    pool = bit(RESEARCH_CARDS) - 1
    seat: i64 = 0
    while seat < state.variant.players:
        at = seat * SECRET + 2
        if seat == watcher:
            pool &= ~(state.secret[at] & 4095)
        elif open_end:
            pool &= ~(state.secret[at] >> KEPT_AT)
        seat += 1
    cards = spread_out(pool)
    rng.shuffle_vec(cards, 0)
    next_card: i64 = 0
    seat = 0
    while seat < state.variant.players:
        at = seat * SECRET + 2
        if seat != watcher:
            kept = state.secret[at] >> KEPT_AT
            dealt: i64 = kept if open_end else bit(cards[next_card])
            if not open_end:
                next_card += 1
            dealt |= bit(cards[next_card])
            next_card += 1
            if not open_end and kept != 0:
                kept = any_bit(dealt, rng)
            state.secret[at] = dealt | kept << KEPT_AT
        seat += 1


def spread_out(mask: i64) -> vec[i64]:
    """The members of a set, lowest first."""
    found = vec[i64]([0] * 0)
    while mask != 0:
        low = mask & -mask
        mask ^= low
        found = append(found, lone(low))
    return found


def any_bit(mask: i64, rng: Rng) -> i64:
    """One member of a set by chance, as a mask."""
    skip = rng.below(count(mask))
    while skip > 0:
        mask &= mask - 1
        skip -= 1
    return mask & -mask
