"""The states that a seat cannot tell from the real one: hidden cards redealt.

A hidden card came from one pile: the Jurassic deck, the Cretaceous deck, or an Archive that was shuffled in. Everybody
saw who drew how many cards from which pile, and which cards went into a shuffled Archive; so a hidden card changes
places only with cards of its pile. What everybody knows stays where it is: cards returned on top of the Footprint, hand
cards taken openly, known cards that left the game (DS-R20, DS-R59). In the draft a seat knows what it passed on and
what it left lying (DS-R60).
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from mesozoic.games.dinospan.cards import (
    CARDS,
    FIRST_CRETACEOUS,
    FIRST_JURASSIC,
    ORDER_BITS,
    RESEARCH_CARDS,
)
from mesozoic.games.dinospan.rules import Span
from mesozoic.games.dinospan.rules_moves import (
    DRAFT_2,
    OVER,
    PAY_CARD,
    PICK_CARD,
    TRIASSIC,
)
from mesozoic.games.dinospan.rules_table import (
    BIT,
    BITS,
    BOX,
    KEPT_AT,
    NEW_ERA,
    NONE,
    OPEN,
    SECOND_AT,
    SECRET,
    WORD,
    WORDS,
    lone,
)
from mesozoic.kernel.bits import bit, count
from mesozoic.kernel.deal import Chance, forget
from mesozoic.kernel.rng import Rng

TRIES: Final = 24
"""So often a deal is drawn freely before the cards that a pending choice asks for are dealt first."""
DECKS: Final = 2
"""Piles: the Jurassic and the Cretaceous deck, then the reshuffles."""

NO_TRIASSIC: Final = vec[i64]([-(1 << FIRST_JURASSIC), -1, -1])
"""All Jurassic and Cretaceous cards, as words of a card set."""
NOBODY: Final = -1
"""Somebody without a seat."""


def imagine(state: Span, seat: int | None, rng: Rng) -> Span:
    """A state that looks the same to the seat (None: somebody without one), everything hidden drawn anew."""
    watcher: i64 = NOBODY if seat is None else seat
    other = state.clone()
    other.footprint = state.footprint[:]  # a clone shares it
    unseen = Unseen(state, watcher)
    need = asked_for(other, watcher)
    deal_cards(other, unseen, [], rng)
    tries: i64 = 1
    while tries < TRIES and not is_met(other, need):
        deal_cards(other, unseen, [], rng)
        tries += 1
    if need is not None and not is_met(other, need):
        deal_cards(other, unseen, witness(other, unseen, need, rng), rng)
    redeal_triassic(other, watcher, rng)
    if other.variant.research:
        redeal_research(other, watcher, rng)
    forget_piles(other)
    other.chance = Chance(rng.clone(), [])
    return other


def forget_piles(state: Span) -> None:
    """What once lay in a pile was really there; the reserve is the Footprint's since Round III."""
    forget(state.footprint, state.footprint_size, len(state.footprint))
    forget(state.shown, state.shown_size, len(state.shown))
    forget(state.frames, state.frame_size, len(state.frames))
    if state.round >= NEW_ERA:
        state.reserve = vec[i64]([0] * 0)


# --- Jurassic and Cretaceous cards ------------------------------------------------------------------------------


def pile_of(state: Span, card: i64) -> i64:
    """The pile from which a hidden card came."""
    shuffled_in = state.batch[card]
    if shuffled_in > 0:
        return DECKS - 1 + shuffled_in
    return 0 if card < FIRST_CRETACEOUS else 1


@final
class Unseen:
    """The cards that a watcher does not see, by the pile they came from, and how many of each lie where."""

    def __init__(self, state: Span, watcher: i64) -> None:
        self.watcher = watcher
        self.piles: i64 = DECKS + state.batches
        self.pile = vec[i64]([NONE] * CARDS)  # of each hidden card
        self.held = vec[i64]([0] * (state.variant.players * self.piles))  # by seats
        self.footprint: i64 = state.footprint_size - state.known
        self.footprint_pile: i64 = NONE
        self.reserve: i64 = len(state.reserve) if state.round < NEW_ERA else 0
        self.note_hands(state)
        self.note_piles(state)

    def note(self, state: Span, card: i64) -> i64:
        found = pile_of(state, card)
        self.pile[card] = found
        return found

    def note_hands(self, state: Span) -> None:
        seat: i64 = 0
        while seat < state.variant.players:
            if seat != self.watcher:
                word: i64 = 0
                while word < WORDS:
                    left = state.hands[seat * WORDS + word] & ~state.masks[OPEN + word]
                    while left != 0:
                        low = left & -left
                        left ^= low
                        self.held[seat * self.piles + self.note(state, word * BITS + lone(low))] += 1
                    word += 1
            seat += 1

    def note_piles(self, state: Span) -> None:
        at: i64 = 0
        while at < self.footprint:
            self.footprint_pile = self.note(state, state.footprint[at])
            at += 1
        at = 0
        while at < self.reserve:
            self.note(state, state.reserve[at])
            at += 1
        word: i64 = 0
        while word < WORDS:
            left = state.masks[BOX + word] & ~state.masks[OPEN + word] & NO_TRIASSIC[word]
            while left != 0:
                low = left & -left
                left ^= low
                self.note(state, word * BITS + lone(low))
            word += 1

    def of_pile(self, pile: i64) -> vec[i64]:
        found = vec[i64]([0] * 0)
        card: i64 = FIRST_JURASSIC
        while card < CARDS:
            if self.pile[card] == pile:
                found = append(found, card)
            card += 1
        return found


def deal_cards(state: Span, unseen: Unseen, promised: list[int], rng: Rng) -> None:
    """Every pile apart: hidden hands, the reserve, the Footprint, and the box takes the rest."""
    take_up_hidden(state, unseen)
    held = unseen.held[:]
    gone = vec[i64]([0] * CARDS)
    for card in promised:
        give(state, state.top(1), card)
        held[state.top(1) * unseen.piles + unseen.pile[card]] -= 1
        gone[card] = 1
    pile: i64 = 0
    while pile < unseen.piles:
        cards = vec[i64]([0] * 0)
        for one in unseen.of_pile(pile):
            if gone[one] == 0:
                cards = append(cards, one)
        rng.shuffle_vec(cards, 0)
        deal_pile(state, unseen, held, pile, cards)
        pile += 1


def take_up_hidden(state: Span, unseen: Unseen) -> None:
    word: i64 = 0
    while word < WORDS:
        seat: i64 = 0
        while seat < state.variant.players:
            if seat != unseen.watcher:
                state.hands[seat * WORDS + word] &= state.masks[OPEN + word]
            seat += 1
        word += 1
    card: i64 = FIRST_JURASSIC
    while card < CARDS:
        if unseen.pile[card] != NONE:
            state.take_out(BOX, card)
        card += 1


def give(state: Span, seat: i64, card: i64) -> None:
    state.hands[seat * WORDS + WORD[card]] |= BIT[card]


def deal_pile(state: Span, unseen: Unseen, held: vec[i64], pile: i64, cards: vec[i64]) -> None:
    at: i64 = 0
    seat: i64 = 0
    while seat < state.variant.players:
        left = held[seat * unseen.piles + pile]
        while left > 0:
            give(state, seat, cards[at])
            at += 1
            left -= 1
        seat += 1
    if pile == 1 and unseen.reserve > 0:
        reserve = state.reserve[:]  # shared with the real state
        to: i64 = 0
        while to < unseen.reserve:
            reserve[to] = cards[at]
            at += 1
            to += 1
        state.reserve = reserve
    if pile == unseen.footprint_pile:
        to = 0
        while to < unseen.footprint:
            state.footprint[to] = cards[at]
            at += 1
            to += 1
    while at < len(cards):
        state.put(BOX, cards[at])
        at += 1


# --- What a pending choice tells about a hand ---------------------------------------------------------------------


@final
class Need:
    """A hand holds at least so many of these cards, or (different) cards of so many Orders among them."""

    def __init__(self, number: i64, different: bool) -> None:
        self.fits = vec[i64]([0] * CARDS)
        self.number = number
        self.different = different

    def lacks(self, state: Span, hand: list[int]) -> i64:
        found: i64 = 0
        orders: i64 = 0
        for card in hand:
            if self.fits[card] != 0:
                found += 1
                orders |= state.deck.traits[card] & ORDER_BITS
        return self.number - (count(orders) if self.different else found)


def asked_for(state: Span, watcher: i64) -> Need | None:
    """What the hand of somebody else surely holds: who has said to publish or to pay can do so.

    Nothing else that is pending tells anything about a hand (DS-R65). Only open cards of the hand are looked at.
    """
    if state.frame_size == 0 or state.top(1) == watcher:
        return None
    if state.top(0) == PICK_CARD:
        return publishable(state, state.top(1))
    if state.top(0) == PAY_CARD:
        return payable(state, state.top(2), state.top(3), state.top(4), state.top(5))
    return None


def publishable(state: Span, seat: i64) -> Need:
    need = Need(1, False)
    hand = state.hand_size(seat)
    card: i64 = FIRST_JURASSIC
    while card < CARDS:
        if state.can_publish(seat, card, hand):
            need.fits[card] = 1
        card += 1
    return need


def payable(state: Span, number: i64, mask: i64, different: i64, used: i64) -> Need:
    """DS-R51: of the Orders that the payment does not have yet, if they are to differ."""
    need = Need(number, different != 0)
    card: i64 = FIRST_JURASSIC
    while card < CARDS:
        traits = state.deck.traits[card]
        if traits & mask == mask and (different == 0 or traits & used == 0):
            need.fits[card] = 1
        card += 1
    return need


def is_met(state: Span, need: Need | None) -> bool:
    return need is None or need.lacks(state, hand_cards(state, state.top(1))) <= 0


def hand_cards(state: Span, seat: i64) -> list[int]:
    return [card for card in range(CARDS) if state.has_in_hand(seat, card)]


def witness(state: Span, unseen: Unseen, need: Need, rng: Rng) -> list[int]:
    """Hidden cards by chance with which the asked hand has what is needed; they lie where it drew from."""
    seat = state.top(1)
    hand = [card for card in hand_cards(state, seat) if state.is_in(OPEN, card)]
    pool = [card for card in range(CARDS) if unseen.pile[card] != NONE]
    rng.shuffle(pool)
    left = [int(unseen.held[seat * unseen.piles + pile]) for pile in range(unseen.piles)]
    chosen: list[int] = []
    find_cards(state, unseen, need, hand, pool, left, chosen)
    return chosen  # none at a table of no real game


def find_cards(
    state: Span, unseen: Unseen, need: Need, hand: list[int], pool: list[int], left: list[int], chosen: list[int]
) -> bool:
    """Add cards of the pool one by one, as many of each pile as are left; cards that are alike are tried once."""
    lack = need.lacks(state, hand + chosen)
    if lack <= 0:
        return True
    tried: set[int] = set()
    for card in pool:
        pile = int(unseen.pile[card])
        alike = pile * 8 + int(state.deck.traits[card] & ORDER_BITS)
        if left[pile] == 0 or card in chosen or alike in tried or need.lacks(state, hand + chosen + [card]) == lack:
            continue
        tried.add(alike)
        left[pile] -= 1
        chosen.append(card)
        if find_cards(state, unseen, need, hand, pool, left, chosen):
            return True
        chosen.pop()
        left[pile] += 1
    return False


# --- Triassic cards -----------------------------------------------------------------------------------------------


def redeal_triassic(state: Span, watcher: i64, rng: Rng) -> None:
    """Cards of others before the first round, and what was not dealt; later there is nothing to guess."""
    if state.phase > TRIASSIC:
        return
    if state.variant.triassic == "first_game":
        redeal_pairs(state, watcher, rng)
    else:
        redeal_kept(state, watcher, rng)


def redeal_pairs(state: Span, watcher: i64, rng: Rng) -> None:
    """DS-10: everybody got an Ornithischian and a Sauropod; no Theropod was dealt."""
    order: i64 = 1
    while order <= 2:
        same: i64 = 0
        card: i64 = 0
        while card < FIRST_JURASSIC:
            if state.deck.traits[card] & order != 0:
                same |= bit(card)
            card += 1
        pool = state.masks[BOX] & same
        seat: i64 = 0
        while seat < state.variant.players:
            if seat != watcher:
                pool |= state.secret[seat * SECRET] & same
            seat += 1
        pile = Pile(pool, rng)
        state.masks[BOX] &= ~same
        seat = 0
        while seat < state.variant.players:
            if seat != watcher:
                held = state.secret[seat * SECRET]
                state.secret[seat * SECRET] = (held & ~same) | pile.take(count(held & same))
            seat += 1
        state.masks[BOX] |= pile.take(pile.left())
        order += 1


def redeal_kept(state: Span, watcher: i64, rng: Rng) -> None:
    """Cards kept, packs, and what was not dealt. The pack that the watcher passed on lies with its left neighbour."""
    passed = passed_pack(state, watcher)
    neighbour = (watcher + 1) % state.variant.players if passed != 0 else NONE
    triassic = bit(FIRST_JURASSIC) - 1
    pool = state.masks[BOX] & triassic
    seat: i64 = 0
    while seat < state.variant.players:
        if seat != watcher:
            kept = state.secret[seat * SECRET]
            pool |= (kept & 65535) | kept >> SECOND_AT | state.secret[seat * SECRET + 1]
        seat += 1
    pile = Pile(pool & ~passed, rng)
    seat = 0
    while seat < state.variant.players:
        if seat != watcher:
            redeal_seat(state, seat, passed if seat == neighbour else 0, pile, rng)
        seat += 1
    state.masks[BOX] = (state.masks[BOX] & ~triassic) | pile.take(pile.left())


def redeal_seat(state: Span, seat: i64, passed: i64, pile: Pile, rng: Rng) -> None:
    at = seat * SECRET
    kept = state.secret[at]
    first = count(kept & 65535)
    second = count(kept >> SECOND_AT)
    if passed != 0:
        state.secret[at] = pile.take(first)
        if second > 0:
            chosen = any_bit(passed, rng)
            state.secret[at] |= chosen << SECOND_AT
            passed ^= chosen
        state.secret[at + 1] = passed
        return
    if state.phase == TRIASSIC and state.variant.triassic == "draft" and first + second == 1:
        first = rng.below(2)  # which of the two was published first
        second = 1 - first
    state.secret[at] = pile.take(first)
    state.secret[at] |= pile.take(second) << SECOND_AT
    state.secret[at + 1] = pile.take(count(state.secret[at + 1]))


def passed_pack(state: Span, watcher: i64) -> i64:
    """What the watcher handed to its left neighbour in the draft and has not seen published."""
    if watcher < 0 or state.variant.players == 1 or state.phase < DRAFT_2 or state.phase > TRIASSIC:
        return 0
    to = (watcher + 1) % state.variant.players
    return state.secret[to * SECRET + 1] | state.secret[to * SECRET] >> SECOND_AT


@final
class Pile:
    """A set of Triassic or Research cards, dealt by chance."""

    def __init__(self, members: i64, rng: Rng) -> None:
        cards = vec[i64]([0] * 0)
        while members != 0:
            low = members & -members
            members ^= low
            cards = append(cards, low)
        rng.shuffle_vec(cards, 0)
        self.cards = cards
        self.at: i64 = 0

    def left(self) -> i64:
        return len(self.cards) - self.at

    def take(self, number: i64) -> i64:
        """So many cards, as a mask."""
        found: i64 = 0
        while number > 0:
            found |= self.cards[self.at]
            self.at += 1
            number -= 1
        return found


def any_bit(mask: i64, rng: Rng) -> i64:
    """One member of a set by chance, as a mask."""
    skip = rng.below(count(mask))
    while skip > 0:
        mask &= mask - 1
        skip -= 1
    return mask & -mask


# --- Research -------------------------------------------------------------------------------------------------------


def redeal_research(state: Span, watcher: i64, rng: Rng) -> None:
    """DS-63, DS-64: two cards each, one of them kept; at the end the kept one is open."""
    open_end = state.phase == OVER
    pool = bit(RESEARCH_CARDS) - 1
    seat: i64 = 0
    while seat < state.variant.players:
        at = seat * SECRET + 2
        if seat == watcher:
            pool &= ~state.secret[at]
        elif open_end:
            pool &= ~(state.secret[at] >> KEPT_AT)
        seat += 1
    pile = Pile(pool, rng)
    seat = 0
    while seat < state.variant.players:
        at = seat * SECRET + 2
        if seat != watcher:
            kept = state.secret[at] >> KEPT_AT
            dealt = kept | pile.take(1) if open_end else pile.take(2)
            if not open_end and kept != 0:
                kept = any_bit(dealt, rng)
            state.secret[at] = dealt | kept << KEPT_AT
        seat += 1
