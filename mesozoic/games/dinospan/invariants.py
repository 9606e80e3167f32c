"""The laws of ledger section 10 that every state keeps."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.dinospan import rules_moves as moves
from mesozoic.games.dinospan.cards import CARD_IDS, CARDS, FIRST_CRETACEOUS, FIRST_JURASSIC
from mesozoic.games.dinospan.events import Discarded, Drew, Evolved, Published, TookFromHype, TookRevealed
from mesozoic.games.dinospan.rules import Span
from mesozoic.games.dinospan.rules_table import (
    ATLAS,
    BITS,
    BOX,
    COLLECTION,
    GOAL_POINTS,
    GOLD_AT,
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
    WORDS,
)
from mesozoic.kernel.event import Event
from mesozoic.kernel.state import seat_name


def check(state: Span) -> None:
    """Raise AssertionError, naming the law, if one is broken."""
    check_cards(state)
    check_eggs(state)
    for seat in range(state.players):
        check_seat(state, seat)
        for place in range(ATLAS):
            check_space(state, seat, place)
    check_turn(state)


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


def places(state: Span) -> list[int]:
    """How often each card is found."""
    found = [0] * CARDS
    piles = [list(state.footprint)[: state.footprint_size], list(state.archive)[: state.archive_size]]
    piles += [list(state.shown)[: state.shown_size], [card for card in state.hype if card != NONE], [state.key]]
    if state.round < NEW_ERA:
        piles.append(list(state.reserve))
    for pile in piles:
        for card in pile:
            found[card] += 1
    for space in state.spaces:
        for card in (space & TOP, space >> PARENT_AT & TOP):
            if card:
                found[card - 1] += 1
    for seat in range(state.players):
        count_words(found, state.hands, seat * WORDS)
        kept = int(state.secret[seat * SECRET])
        held = [kept & 65535, kept >> SECOND_AT, int(state.secret[seat * SECRET + 1])]
        for card in range(FIRST_JURASSIC):
            found[card] += sum(mask >> card & 1 for mask in held)
    count_words(found, state.masks, BOX)
    count_words(found, state.masks, COLLECTION)
    return found


def count_words(found: list[int], words: vec[i64], start: int) -> None:
    for word in range(WORDS):
        mask = int(words[start + word])
        while mask:
            low = mask & -mask
            found[word * BITS + low.bit_length() - 1] += 1
            mask ^= low


def check_cards(state: Span) -> None:
    assert all(number == 1 for number in places(state)), "each of the 140 cards is in exactly one place"
    if state.round < NEW_ERA:
        open_cards = list(state.footprint)[: state.footprint_size] + list(state.archive)[: state.archive_size]
        assert all(card < FIRST_CRETACEOUS for card in open_cards), "no Cretaceous card before Round III"
    assert 0 <= state.known <= state.footprint_size, "known cards lie on the Footprint"


def check_eggs(state: Span) -> None:
    red = sum(int(space) >> RED_AT & 7 for space in state.spaces)
    gold = sum(int(space) >> GOLD_AT for space in state.spaces)
    assert red + state.red == state.variant.red and state.red >= 0, "red eggs are conserved"
    assert gold + state.gold == state.variant.gold and state.gold >= 0, "gold eggs are conserved"


def check_seat(state: Span, seat: int) -> None:
    numbers = [int(state.seats[seat * SEAT + field]) for field in range(SEAT)]
    assert all(0 <= number <= TRACK for number in numbers[:3]), "trackers stay from 0 to 10"
    assert 0 <= numbers[MARKERS] <= state.variant.markers, "markers are there or used"
    scored = numbers[GOAL_POINTS:]
    assert all(points in (NONE, 0, 2, 4, 6, 8, 10) for points in scored), "Goal PP are 0, 2, 4, 6, 8 or 10"
    done = ROUNDS if state.phase == moves.OVER else int(state.round) - 1
    assert [points != NONE for points in scored] == [number < done for number in range(ROUNDS)], "a Goal a round"
    for row in range(2):
        filled = [state.spaces[seat * ATLAS + row * SPACES + at] != 0 for at in range(SPACES)]
        assert filled == sorted(filled, reverse=True), "a row has no gaps"


def check_space(state: Span, seat: int, place: int) -> None:
    space = int(state.spaces[seat * ATLAS + place])
    if space == 0:
        return
    assert space & TOP, "no eggs and no Parent without a card"
    eggs = (space >> RED_AT & 7) + (space >> GOLD_AT)
    assert eggs <= state.deck.eggs[(space & TOP) - 1], "eggs stay within the capacity"
    card, parent = (space & TOP) - 1, (space >> PARENT_AT & TOP) - 1
    if card >= FIRST_JURASSIC:
        assert state.row_of(card) == place // SPACES, "a published card lies in its Hemisphere"
    if parent >= 0:
        assert state.is_link(parent, card), "a stack is one line of descent"
        assert card >= FIRST_JURASSIC, "no Triassic card evolves"


def check_turn(state: Span) -> None:
    assert 1 <= state.round <= ROUNDS, "four rounds"
    full = all(card != NONE for card in state.hype)
    if state.phase == moves.PLAY and state.frame_size == 0:
        assert full or state.variant.literal or not state.can_draw(), "Hype is full at the start of a turn"
        assert state.shown_size == 0, "nothing stays revealed"
        assert state.seats[state.on_turn * SEAT + MARKERS] > 0, "who is on turn has a marker"
    if state.phase == moves.OVER and not state.variant.solo:
        last = [int(state.seats[seat * SEAT + GOAL_POINTS + ROUNDS - 1]) for seat in range(state.players)]
        assert min(last) == 0 and last[state.first] == 0, "the token is with one who scored 0"
