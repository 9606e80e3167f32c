"""The laws of ledger section 10 that every state of a dealt game keeps."""

from __future__ import annotations

from mesozoic.games.clades import rules_moves as terms
from mesozoic.games.clades.cards import is_bonus
from mesozoic.games.clades.rules import Table
from mesozoic.kernel.bits import count, has


def check(state: Table) -> None:
    """Raise AssertionError, naming the law, if one is broken."""
    check_cards(state)
    for seat in range(state.players):
        check_seat(state, seat)
    check_table(state)


def check_cards(state: Table) -> None:
    grid, deck, aside = list(state.in_grid()), state.in_deck(), state.aside()
    hands = [card for seat in range(state.players) for card in state.held(seat)]
    piles = [card for seat in range(state.players) for card in state.pile(seat)]
    assert sorted(grid + deck + hands + piles + aside) == state.variant.cards, "every card is in exactly one place"
    assert all(state.zone[card] == terms.GRID for card in grid), "the shared cards know that they lie in the grid"
    assert all(state.zone[card] == terms.DECK for card in deck), "the cards of the deck know it"
    assert not any(is_bonus(card) for card in grid + hands), "no bonus card among the shared and personal cards"


def check_seat(state: Table, seat: int) -> None:
    pile = state.pile(seat)
    if not state.variant.casual:
        bonus = sum(map(is_bonus, pile))
        built = 3 * state.counted(seat, terms.TRIPLES) + state.counted(seat, terms.EXTRAS) + bonus
        assert len(pile) == built - state.counted(seat, terms.PAID), "a pile is triples, extras, bonus, less penalties"
    assert len(pile) == state.counted(seat, terms.CARDS), "the cards of a pile are counted"
    assert 0 <= state.counted(seat, terms.FALSE_CALLS) <= terms.MOST_FALSE_CALLS, "at most three false calls"
    assert state.counted(seat, terms.PAID) <= terms.MOST_PENALTIES, "at most sixty penalties"
    if state.phase == terms.OPEN:
        owed = state.counted(seat, terms.OWED)
        held = state.hand_count(seat)
        full = int(state.variant.personal[seat])
        assert held + owed <= full, "nobody holds more than its number of personal cards"
        assert held + owed == full or state.deck_count() == 0, "with cards in the deck hands are full but for the owed"
        assert owed == 0 or seat == state.on_break, "only a seat on a break is owed cards"


def check_table(state: Table) -> None:
    pairs = [count(state.bonus_seen & 3), count(state.bonus_seen >> 2)]
    extras, clades = state.counted_by_all(terms.EXTRAS), state.counted_by_all(terms.CLADE_TRIPLES)
    due = 0 if state.variant.solitaire else 2 * clades + 5 * pairs.count(2)
    assert extras == due or (extras < due and state.deck_count() == 0), "two extras a clade triple, five a pair"
    assert state.on_break < 0 or state.players > 1, "nobody takes a break alone"
    scorers = state.scorers()
    assert len(set(scorers)) == len(scorers), "a seat scores at most once in a window"
    if state.phase != terms.OVER:
        assert (state.phase == terms.SETTLING) == bool(scorers), "a window is open exactly while somebody has scored"
    for seat in range(state.players):
        if has(state.locked, seat) or seat == state.on_break:
            assert not state.can_call(seat), "a seat that is locked or on a break has no call"
    if state.phase == terms.OPEN and state.deck_count():
        assert state.lasting() >= state.variant.grid_size, "with cards in the deck the grid is full"
