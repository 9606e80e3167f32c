"""The laws of ledger section 10 that every state keeps."""

from __future__ import annotations

from mesozoic.games.carbon_dating.cards import ARMOUR, CARDS, EDGE
from mesozoic.games.carbon_dating.rules import Table
from mesozoic.games.carbon_dating.rules_moves import LEFT, RIGHT
from mesozoic.games.carbon_dating.rules_neighbours import batches_of
from mesozoic.games.carbon_dating.rules_setup import SPECIALS
from mesozoic.games.carbon_dating.rules_table import DATE, NO_CARD, OVER, PLACE, PLAY, SWAP, deck_of, members, row_of
from mesozoic.kernel.bits import count


def check(state: Table) -> None:
    """Raise AssertionError, naming the law, if one is broken."""
    check_cards(state)
    check_row(state)
    check_meals(state)
    check_round(state)
    check_chain(state)
    if state.step == OVER:
        check_end(state)


def everywhere(state: Table) -> list[int]:
    """Every card of the game, zone by zone."""
    found = [*deck_of(state), *row_of(state)]
    found += [card for card in (state.first, state.second) if card != NO_CARD]
    if state.step == PLACE:
        found.append(int(state.played))
    for zone in (state.discarded, state.satisfied, state.aside):
        found += members(zone)
    for card in range(CARDS):
        found += members(state.tucked[card])
    return found


def check_cards(state: Table) -> None:
    cards = everywhere(state)
    assert len(cards) == len(set(cards)), "no card is in two places"
    if state.journal is not None and state.journal.position is None:
        assert len(cards) == CARDS, "no card is lost"


def check_row(state: Table) -> None:
    row = row_of(state)
    assert len(row) == state.seated, "the row has no holes"
    beside = [EDGE, *row, EDGE]
    for at, card in enumerate(row, 1):
        assert state.left[card] == beside[at - 1], "neighbours agree that they are neighbours"
    for card in range(CARDS):
        assert card in row or state.right[card] == state.left[card] == NO_CARD, "who is not seated has no neighbours"


def check_meals(state: Table) -> None:
    tops = {*row_of(state), *members(state.satisfied)}
    for card in range(CARDS):
        eaten = members(state.tucked[card])
        assert not eaten or (card in tops and state.variant.table.cards[card].eats), (
            "only seated or satisfied eaters have meals"
        )
        assert all(state.variant.always[one] != ARMOUR for one in eaten), "armour is never eaten"
    assert state.eaten() == sum(count(state.tucked[card]) for card in tops), "eaten is what is tucked"


def check_round(state: Table) -> None:
    assert count(state.satisfied) % 2 == 0 or state.journal is None or state.journal.position is not None, (
        "dinosaurs leave satisfied in twos"
    )
    assert not state.variant.impatient or state.reshuffles <= 1, "impatient customers see one reshuffle"
    assert state.reshuffles <= state.variant.closing_round, "no round has more than one reshuffle"
    assert not state.face_down or (state.variant.blind and state.second != NO_CARD), "only a second card lies face down"
    assert 1 <= state.round <= state.variant.closing_round, "the game ends by the closing round"
    assert not (state.aside & ~SPECIALS), "only PTE and TYR are set aside"
    assert not (state.variant.staffing and state.aside), "in a Staffing Shortage no card is set aside"
    check_hand(state)


def check_hand(state: Table) -> None:
    in_hand = (state.first != NO_CARD) + (state.second != NO_CARD)
    assert not state.variant.blind or in_hand < 2 or state.face_down, "in Blind Dates the second card lies face down"
    if state.is_final:
        assert state.second == NO_CARD and state.step != PLACE, "in the final round one card is drawn at most"
    can_start_chain = in_hand < 2 or (not state.variant.staffing and state.aside != SPECIALS)
    is_in_chain = state.step in (PLACE, SWAP, DATE)
    assert can_start_chain or not is_in_chain, "a chain begins with a card that is played"
    is_untouched = in_hand == 1 and (state.variant.staffing or state.aside == SPECIALS)
    if state.is_final and is_untouched and state.step == PLAY:
        assert not state.discarded or not state.can_reshuffle(), "the round is final when nothing is left to draw"


def check_chain(state: Table) -> None:
    pairs = [pair for batch in batches_of(state) for pair in batch]
    assert all(state.right[left] == right for left, right in pairs), "those who wait for a date are neighbours"
    assert len(pairs) == len(set(pairs)), "no pair waits twice"
    dates = list(state.dates)[: state.dated]
    assert len(dates) == len(set(dates)), "within a play no date takes place twice"
    if state.step in (PLAY, OVER):
        assert (len(pairs), len(dates), state.played) == (0, 0, NO_CARD), "between plays nothing is pending"
    gone = {*deck_of(state), *members(state.aside), state.first, state.second}
    in_game = {*everywhere(state)} - gone
    assert all({date >> 6, date & 63} <= in_game for date in dates), "who has dated has sat in the row"
    if state.step == SWAP:
        is_left = state.right[EDGE] == state.played
        beside = (state.played, state.right[state.played]) if is_left else (state.left[state.played], state.played)
        assert pairs == [beside] and not dates, "who is played waits for one date, and swaps come before it"
        assert not state.ends & (LEFT if is_left else RIGHT), "who is played takes an end of this round"


def check_end(state: Table) -> None:
    assert state.first == state.second == NO_CARD, "all drawn cards are played"
    closing = state.round >= state.variant.closing_round
    assert closing or len(deck_of(state)) == 0, "at the natural end the deck is empty"
    total = state.score(0) + state.eaten() + count(state.satisfied) + count(state.aside)
    assert total == len(everywhere(state)), "every card is a bad review, eaten, satisfied or set aside"
