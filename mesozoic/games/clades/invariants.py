"""The laws of ledger section 10 that every state of a dealt game keeps, and every decision in it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.clades import events
from mesozoic.games.clades import rules_moves as terms
from mesozoic.games.clades.cards import ANIMALS, EVERY_CARD, NAMES, SHARK, is_triple
from mesozoic.games.clades.rules import Table
from mesozoic.games.clades.rules_moves import GRID, HAND, MOST_PERSONAL, PILE
from mesozoic.kernel.bits import bit, count, has
from mesozoic.kernel.event import Event
from mesozoic.kernel.state import seat_name

PLACES: Final = PILE + 8
"""So many places a card can be in, with eight seats."""
WORD: Final = 60
"""A set of all cards is three words of so many."""


def check(state: Table) -> None:
    """Raise AssertionError, naming the law, if one is broken."""
    number = check_cards(state)
    seat: i64 = 0
    while seat < state.variant.players:
        check_seat(state, seat, number[PILE + seat])
        seat += 1
    check_extras(state)
    check_window(state)
    if len(state.refuted) != 0:
        check_refuted(state)


def check_step(before: Table, after: Table) -> None:
    """Raise AssertionError, naming the law, if what one decision has changed breaks one."""
    assert after.clock >= before.clock, "time does not run backwards"
    assert before.round <= after.round <= before.round + 1, "one round follows the other"
    is_new_round = after.round != before.round
    assert is_new_round or after.deck_count() <= before.deck_count(), "the deck never grows"
    seat: i64 = 0
    while seat < after.variant.players:
        triples = after.counted(seat, terms.TRIPLES) - before.counted(seat, terms.TRIPLES)
        assert 0 <= triples <= 1, "a call makes one triple"
        paid = after.counted(seat, terms.PAID) - before.counted(seat, terms.PAID)
        assert 0 <= paid <= 1, "a false call costs one card"
        lost = before.counted(seat, terms.CARDS) - after.counted(seat, terms.CARDS)
        assert is_new_round or lost <= paid, "a pile falls only by what is paid"
        seat += 1


def contradiction(state: Table, seat: int | None, told: list[Event]) -> str:
    """CL-R44: a personal card that everybody has seen is in that hand until it is seen to leave it."""
    seen: dict[int, int] = {}
    if state.variant.solitaire:
        return ""
    for event in told:
        if isinstance(event, events.Opened):
            for card in event.cards:
                seen[card] = event.seat
        elif isinstance(event, events.Called) and not event.triple:
            for card in event.cards:
                if state.zone[card] != GRID:
                    seen.setdefault(card, event.seat)
        elif isinstance(event, events.Gave):
            seen[event.card] = event.other
        elif isinstance(event, events.Took):
            for card in event.cards:
                seen.pop(card, None)
    for card, owner in seen.items():
        if HAND <= state.zone[card] < PILE:
            if state.zone[card] != HAND + owner:
                return f"{NAMES[card]} is not in the hand of {seat_name(owner)}"
        elif state.zone[card] in (terms.DECK, terms.ASIDE):
            return f"{NAMES[card]} is in no hand, but {seat_name(owner)} has shown it"
    return ""


# --- Cards ------------------------------------------------------------------------------------------------------


def check_cards(state: Table) -> vec[i64]:
    """Where a card says that it is, there it is, and nowhere else; returns how many are in each place."""
    number = vec[i64]([0] * PLACES)
    zone = state.zone
    card: i64 = 0
    while card < EVERY_CARD:
        number[zone[card]] += 1
        card += 1
    for used in state.variant.cards:
        assert zone[used] != terms.OUT, "every card is in exactly one place"
    assert number[terms.OUT] == EVERY_CARD - len(state.variant.cards), "every card is in exactly one place"
    seen = vec[i64]([0, 0, 0])
    place: i64 = 0
    while place < state.laid:
        claim(state, seen, state.grid[place], GRID)
        place += 1
    assert state.laid == number[GRID], "the shared cards know that they lie in the grid"
    place = state.top
    while place < len(state.deck):
        claim(state, seen, state.deck[place], terms.DECK)
        place += 1
    assert state.deck_count() == number[terms.DECK], "the cards of the deck know it"
    check_hands(state, seen, number)
    place = SHARK
    while place < EVERY_CARD:
        is_shared = zone[place] == GRID or HAND <= zone[place] < PILE
        assert not is_shared, "no bonus card among the shared and personal cards"
        place += 1
    return number


def claim(state: Table, seen: vec[i64], card: i64, place: i64) -> None:
    """The card lies in this place, and has not been seen in another one."""
    word = card // WORD
    assert not has(seen[word], card % WORD), "every card is in exactly one place"
    seen[word] |= bit(card % WORD)
    assert state.zone[card] == place, "every card knows where it is"


def check_hands(state: Table, seen: vec[i64], number: vec[i64]) -> None:
    seat: i64 = 0
    while seat < state.variant.players:
        held: i64 = 0
        at = seat * MOST_PERSONAL
        end = at + MOST_PERSONAL
        while at < end:
            if state.hands[at] >= 0:
                claim(state, seen, state.hands[at], HAND + seat)
                held += 1
            at += 1
        assert held == state.hand_count(seat) == number[HAND + seat], "the personal cards know whose they are"
        seat += 1
    if state.variant.penalty:
        card: i64 = 0
        while card < ANIMALS:
            is_free = state.payers[card] == terms.NO_PENALTY
            assert is_free or state.zone[card] == GRID, "temporary cards lie in the grid"
            card += 1


# --- Seats ------------------------------------------------------------------------------------------------------


def check_seat(state: Table, seat: i64, pile: i64) -> None:
    paid = state.counted(seat, terms.PAID)
    if not state.variant.casual:
        bonus: i64 = 0
        card: i64 = SHARK
        while card < EVERY_CARD:
            if state.zone[card] == PILE + seat:
                bonus += 1
            card += 1
        built = 3 * state.counted(seat, terms.TRIPLES) + state.counted(seat, terms.EXTRAS) + bonus
        assert pile == built - paid, "a pile is triples, extras, bonus, less penalties"
    assert pile == state.counted(seat, terms.CARDS), "the cards of a pile are counted"
    assert 0 <= state.counted(seat, terms.FALSE_CALLS) <= terms.MOST_FALSE_CALLS, "at most three false calls"
    assert paid <= terms.MOST_PENALTIES, "at most sixty penalties"
    if state.phase == terms.OPEN:
        owed = state.counted(seat, terms.OWED)
        held = state.hand_count(seat) + owed
        full = state.variant.personal[seat]
        assert held <= full, "nobody holds more than its number of personal cards"
        assert held == full or state.deck_count() == 0, "with cards in the deck hands are full but for the owed"
        assert owed == 0 or seat == state.on_break, "only a seat on a break is owed cards"
    if has(state.locked, seat) or seat == state.on_break:
        assert not state.can_call(seat), "a seat that is locked or on a break has no call"


# --- The table --------------------------------------------------------------------------------------------------


def check_extras(state: Table) -> None:
    due: i64 = 0
    if not state.variant.solitaire:
        due = terms.CLADE_EXTRAS * state.counted_by_all(terms.CLADE_TRIPLES)
        if state.bonus_seen & 3 == 3:
            due += terms.PAIR_EXTRAS
        if state.bonus_seen >> 2 == 3:
            due += terms.PAIR_EXTRAS
    extras = state.counted_by_all(terms.EXTRAS)
    is_short = extras < due and state.deck_count() == 0
    assert extras == due or is_short, "two extras a clade triple, five a pair"
    if not state.variant.casual:
        cards: i64 = len(state.variant.cards) + state.counted_by_all(terms.PAID)
        assert 3 * state.counted_by_all(terms.TRIPLES) <= cards, "every card is scored once, and again after a penalty"
    assert state.on_break < 0 or state.variant.players > 1, "nobody takes a break alone"


def check_window(state: Table) -> None:
    scorers: i64 = 0
    at: i64 = 0
    while at < state.scored:
        scorers |= bit(terms.scorer_of(state.window[at]))
        at += 1
    assert count(scorers) == state.scored, "a seat scores at most once in a window"
    if state.phase != terms.OVER:
        is_open = state.phase == terms.SETTLING
        assert is_open == (state.scored > 0), "a window is open exactly while somebody has scored"
    if state.phase == terms.OPEN and state.deck_count() != 0:
        assert state.lasting() >= state.variant.grid_size, "with cards in the deck the grid is full"


def check_refuted(state: Table) -> None:
    assert state.variant.solitaire, "at a table nobody keeps false calls"
    before: i64 = 0
    for code in state.refuted:
        assert before < code, "false calls are kept in order, each once"
        a, b, c = terms.cards_in(code)
        assert state.is_callable(0, code) and not is_triple(a, b, c), "false calls are kept while their cards lie there"
        before = code
