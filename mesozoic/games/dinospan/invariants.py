"""The laws of ledger section 10 that every state keeps, and every decision. Sets of cards are three words of 48."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.dinospan import rules_moves as moves
from mesozoic.games.dinospan.cards import CARD_IDS, FIRST_CRETACEOUS, FIRST_JURASSIC
from mesozoic.games.dinospan.events import Discarded, Drew, Evolved, Published, TookFromHype, TookRevealed
from mesozoic.games.dinospan.rules import Span
from mesozoic.games.dinospan.rules_table import (
    ATLAS,
    BIT,
    BOX,
    COLLECTION,
    GOAL_POINTS,
    GOLD_AT,
    HYPE,
    MARKERS,
    NEW_ERA,
    NONE,
    PARENT_AT,
    RED_AT,
    ROUNDS,
    SEAT,
    SECOND_AT,
    SECRET,
    SPACES,
    TOP,
    TRACK,
    WORD,
    WORDS,
)
from mesozoic.kernel.event import Event
from mesozoic.kernel.state import Moves, seat_name

ONE_PLACE: Final = "each of the 140 cards is in exactly one place"
FULL_WORD: Final = 0xFFFF_FFFF_FFFF
LAST_WORD: Final = 0xFFF_FFFF_FFFF  # cards 96 to 139
CRETACEOUS: Final = 0xFFFF_FFC0_0000  # of the second word: cards 70 to 95
FIRST_KEPT: Final = 0xFFFF
CARDS_OF_SPACE: Final = 0x1_FFFF  # top card, Parent, overlay
OPTIONS: Final = Moves()
"""Where ``check`` looks at the options; never kept."""


def check(state: Span) -> None:
    """Raise AssertionError, naming the law, if one is broken."""
    check_cards(state)
    check_eggs(state)
    seat: i64 = 0
    while seat < state.variant.players:
        check_seat(state, seat)
        check_row(state, seat, 0)
        check_row(state, seat, 1)
        seat += 1
    check_goals(state)
    check_turn(state)


def check_step(before: Span, after: Span) -> None:
    """Raise AssertionError, naming the law, if what one decision has changed breaks one."""
    assert before.round <= after.round <= before.round + 1, "one round follows the other"
    assert before.phase <= after.phase, "no phase comes back"
    at: i64 = 0
    while at < len(after.spaces):
        check_space_step(before.spaces[at], after.spaces[at])
        at += 1
    seat: i64 = 0
    while seat < after.variant.players:
        at = seat * SEAT + MARKERS
        if after.round == before.round:
            used = before.seats[at] - after.seats[at]
            assert 0 <= used <= 1, "an action takes one marker"
        at = seat * SEAT + GOAL_POINTS
        end = at + ROUNDS
        while at < end:
            assert before.seats[at] in (NONE, after.seats[at]), "Goal PP stay as they were scored"
            at += 1
        seat += 1


def check_space_step(before: i64, after: i64) -> None:
    """A card that lies in an Atlas stays there; at most one other comes upon it."""
    if before == 0:
        assert (after >> PARENT_AT) & TOP == 0, "one card at a time"
        return
    if (before >> PARENT_AT) & TOP != 0 or after & TOP == before & TOP:
        assert (before ^ after) & CARDS_OF_SPACE == 0, "what lies in an Atlas stays, with its overlay"
    else:
        assert (after >> PARENT_AT) & TOP == before & TOP, "who evolves lies upon its Parent"


def contradiction(state: Span, seat: int | None, told: list[Event]) -> str:
    """DS-R59: a card that somebody was seen to take is in that hand until it is seen to leave it."""
    seen: dict[str, int] = {}
    for event in told:
        match event:
            case (
                TookFromHype(seat=taker, card=card)
                | TookRevealed(seat=taker, card=card)
                | Drew(seat=taker, card=str(card))
            ):
                seen[card] = taker
            case Discarded(card=card) | Published(card=card) | Evolved(card=card):
                seen.pop(card, None)
    missing = [card for card, taker in seen.items() if not state.has_in_hand(taker, CARD_IDS.index(card))]
    return f"{missing[0]} is not in the hand of {seat_name(seen[missing[0]])}" if missing else ""


# --- Cards ------------------------------------------------------------------------------------------------------


def check_cards(state: Span) -> None:
    found = vec[i64]([0, 0, 0])
    claim_pile(found, state.footprint, state.footprint_size)
    claim_pile(found, state.archive, state.archive_size)
    claim_pile(found, state.shown, state.shown_size)
    claim_pile(found, state.hype, HYPE)
    if state.round < NEW_ERA:
        none = found[1] & CRETACEOUS == 0 and found[2] == 0
        assert none, "no Cretaceous card can be drawn or taken before Round III"
    claim_spaces(found, state.spaces)
    claim_set(found, state.masks, BOX)
    claim_set(found, state.masks, COLLECTION)
    seat: i64 = 0
    while seat < state.variant.players:
        claim_set(found, state.hands, seat * WORDS)
        kept = state.secret[seat * SECRET]
        claim_word(found, 0, kept & FIRST_KEPT)
        claim_word(found, 0, kept >> SECOND_AT)
        claim_word(found, 0, state.secret[seat * SECRET + 1])
        seat += 1
    if state.round < NEW_ERA:
        claim_pile(found, state.reserve, len(state.reserve))
    else:
        check_era(state)
    claim(found, state.key)
    whole = found[0] == FULL_WORD and found[1] == FULL_WORD and found[2] == LAST_WORD
    assert whole, ONE_PLACE
    assert 0 <= state.known <= state.footprint_size, "known cards lie on the Footprint"


def claim(found: vec[i64], card: i64) -> None:
    """The card is here, and has not been found elsewhere."""
    claim_word(found, WORD[card], BIT[card])


def claim_word(found: vec[i64], word: i64, cards: i64) -> None:
    assert found[word] & cards == 0, ONE_PLACE
    found[word] |= cards


def claim_set(found: vec[i64], words: vec[i64], start: i64) -> None:
    claim_word(found, 0, words[start])
    claim_word(found, 1, words[start + 1])
    claim_word(found, 2, words[start + 2])


def claim_pile(found: vec[i64], pile: vec[i64], size: i64) -> None:
    at: i64 = 0
    while at < size:
        card = pile[at]
        if card != NONE:
            claim_word(found, WORD[card], BIT[card])
        at += 1


def claim_spaces(found: vec[i64], spaces: vec[i64]) -> None:
    at: i64 = 0
    while at < len(spaces):
        space = spaces[at]
        if space & TOP != 0:
            claim(found, (space & TOP) - 1)
        parent = (space >> PARENT_AT) & TOP
        if parent != 0:
            claim(found, parent - 1)
        at += 1


def check_era(state: Span) -> None:
    at: i64 = 0
    while at < state.footprint_size:
        card = state.footprint[at]
        is_back = card >= FIRST_CRETACEOUS or state.batch[card] != 0
        assert is_back, "from Round III on a Jurassic card comes back by a reshuffle only"
        at += 1


def check_eggs(state: Span) -> None:
    red = state.red
    gold = state.gold
    at: i64 = 0
    while at < len(state.spaces):
        space = state.spaces[at]
        red += (space >> RED_AT) & 7
        gold += space >> GOLD_AT
        at += 1
    assert red == state.variant.red and state.red >= 0, "red eggs are conserved"
    assert gold == state.variant.gold and state.gold >= 0, "gold eggs are conserved"


# --- Seats ------------------------------------------------------------------------------------------------------


def check_seat(state: Span, seat: i64) -> None:
    at = seat * SEAT
    end = at + MARKERS
    while at < end:
        assert 0 <= state.seats[at] <= TRACK, "trackers stay from 0 to 10"
        at += 1
    assert 0 <= state.seats[at] <= state.variant.markers, "markers are there or used"
    number: i64 = 0
    while number < ROUNDS:
        at = seat * SEAT + GOAL_POINTS + number
        points = state.seats[at]
        assert points == NONE or (points % 2 == 0 and 0 <= points <= 10), "Goal PP are 0, 2, 4, 6, 8 or 10"
        assert (points != NONE) == (number < rounds_done(state)), "a Goal a round"
        number += 1


def rounds_done(state: Span) -> i64:
    return ROUNDS if state.phase == moves.OVER else state.round - 1


def check_row(state: Span, seat: i64, row: i64) -> None:
    is_gap = False
    at = seat * ATLAS + row * SPACES
    end = at + SPACES
    while at < end:
        space = state.spaces[at]
        if space == 0:
            is_gap = True
        else:
            assert not is_gap, "a row has no gaps"
            check_space(state, space, row)
        at += 1


def check_space(state: Span, space: i64, row: i64) -> None:
    assert space & TOP != 0, "no eggs and no Parent without a card"
    card = (space & TOP) - 1
    eggs = ((space >> RED_AT) & 7) + (space >> GOLD_AT)
    assert eggs <= state.deck.eggs[card], "eggs stay within the capacity"
    if card >= FIRST_JURASSIC:
        assert state.row_of(card) == row, "a published card lies in its Hemisphere"
    parent = ((space >> PARENT_AT) & TOP) - 1
    if parent >= 0:
        assert state.is_link(parent, card), "a stack is one line of descent"
        assert card >= FIRST_JURASSIC, "no Triassic card evolves"


def check_goals(state: Span) -> None:
    """After each round the token is with one who scored 0; alone it may be with the Rival."""
    if state.variant.solo:
        return
    number: i64 = 0
    while number < rounds_done(state):
        lowest: i64 = TRACK
        seat: i64 = 0
        while seat < state.variant.players:
            points = state.seats[seat * SEAT + GOAL_POINTS + number]
            if points < lowest:
                lowest = points
            seat += 1
        assert lowest == 0, "in each round somebody scores 0"
        number += 1
    if number > 0:
        holder = state.seats[state.first * SEAT + GOAL_POINTS + number - 1]
        assert holder == 0, "the token is with one who scored 0"


def check_turn(state: Span) -> None:
    assert 1 <= state.round <= ROUNDS, "four rounds"
    if state.phase != moves.PLAY or state.frame_size != 0:
        return
    if not state.variant.literal and state.can_draw():
        slot: i64 = 0
        while slot < HYPE:
            assert state.hype[slot] != NONE, "Hype is full at the start of a turn"
            slot += 1
    assert state.shown_size == 0, "nothing stays revealed"
    at = state.on_turn * SEAT + MARKERS
    assert state.seats[at] > 0, "who is on turn has a marker"
    state.list_moves(state.on_turn, OPTIONS)
    last = OPTIONS.count - 1
    analyze = moves.move(moves.ANALYZE)
    both = last >= 1 and OPTIONS.codes[last - 1] == analyze and OPTIONS.codes[last] == analyze | 1
    assert both, "who is on turn may analyze either Hemisphere"
