"""The laws of ledger section 10 that every state keeps, and every decision. Sets of cards are bit masks."""

from __future__ import annotations

from mypy_extensions import i64

from mesozoic.games.carbon_dating.cards import ARMOUR, CARDS, EAT_BOTH, EAT_DATE, EAT_NEIGHBOUR, EDGE, TYR
from mesozoic.games.carbon_dating.rules import Table
from mesozoic.games.carbon_dating.rules_moves import LEFT, RIGHT
from mesozoic.games.carbon_dating.rules_neighbours import one_of, other_of
from mesozoic.games.carbon_dating.rules_setup import SPECIALS
from mesozoic.games.carbon_dating.rules_table import DATE, NO_CARD, OVER, PLACE, PLAY, SWAP
from mesozoic.kernel.bits import bit, count, has


def check(state: Table) -> None:
    """Raise AssertionError, naming the law, if one is broken."""
    row = check_row(state)
    used = check_cards(state, row)
    check_meals(state, row)
    check_round(state)
    check_hand(state)
    check_chain(state, used)
    if state.step == OVER:
        check_end(state, used)


def check_step(before: Table, after: Table) -> None:
    """Raise AssertionError, naming the law, if what one decision has changed breaks one."""
    cards = cards_in_use(before, check_row(before)) | waiting_cards(before)
    assert cards_in_use(after, check_row(after)) | waiting_cards(after) == cards, "no card is lost, none appears"
    assert after.satisfied & before.satisfied == before.satisfied, "who has left satisfied does not come back"
    assert count(after.satisfied ^ before.satisfied) % 2 == 0, "dinosaurs leave satisfied in twos"
    assert after.aside & ~before.aside == 0, "nothing is set aside later"
    assert before.round <= after.round <= before.round + 1, "one round follows the other"
    assert after.is_final or not before.is_final, "no round follows the final one"
    if after.reshuffles != before.reshuffles:
        assert after.reshuffles == before.reshuffles + 1, "no round has more than one reshuffle"
        assert after.round == before.round + 1, "only a new round needs a reshuffle"
        assert left_to_draw(before) <= 1, "only an empty deck is filled again"
    if after.is_final and not before.is_final:
        assert left_to_draw(after) == 0, "at the failed draw the deck was empty"
        assert after.discarded == 0 or not after.can_reshuffle(), "at the failed draw nothing was left to reshuffle"


# --- Where the cards are ------------------------------------------------------------------------------------------


def check_row(state: Table) -> i64:
    """Who sits in the row."""
    row: i64 = 0
    number: i64 = 0
    before: i64 = EDGE
    card = state.right[EDGE]
    while card != EDGE:
        assert 0 <= card < CARDS and not has(row, card), "nobody sits on two chairs"
        assert state.left[card] == before, "neighbours agree that they are neighbours"
        row |= bit(card)
        number += 1
        before = card
        card = state.right[card]
    assert state.left[EDGE] == before, "neighbours agree that they are neighbours"
    assert number == state.seated, "the row has no holes"
    card = 0
    while card < CARDS:
        if not has(row, card):
            assert state.right[card] == NO_CARD == state.left[card], "who is not seated has no neighbours"
        card += 1
    return row


def cards_in_use(state: Table, row: i64) -> i64:
    """Everybody who sits or has sat in the row, and who is being placed."""
    used = row | state.discarded | state.satisfied
    if state.step == PLACE:
        used |= bit(state.played)
    card: i64 = 0
    while card < CARDS:
        used |= state.tucked[card]
        card += 1
    return used


def waiting_cards(state: Table) -> i64:
    """The deck, the hand, and what is set aside."""
    found = state.aside
    at = state.dealt
    while at < len(state.deck):
        found |= bit(state.deck[at])
        at += 1
    if state.first != NO_CARD:
        found |= bit(state.first)
    if state.second != NO_CARD:
        found |= bit(state.second)
    return found


def left_to_draw(state: Table) -> i64:
    return len(state.deck) - state.dealt


def in_hand(state: Table) -> i64:
    cards: i64 = 0
    if state.first != NO_CARD:
        cards += 1
    if state.second != NO_CARD:
        cards += 1
    return cards


def check_cards(state: Table, row: i64) -> i64:
    """Returns who sits or has sat in the row. Zones that overlap have fewer cards together than one by one."""
    used = cards_in_use(state, row)
    number = count(row) + count(state.discarded) + count(state.satisfied) + state.eaten()
    if state.step == PLACE:
        number += 1
    waiting = waiting_cards(state)
    number += count(state.aside) + left_to_draw(state) + in_hand(state)
    assert count(used | waiting) == number, "no card is in two places"
    if state.journal is not None and state.journal.position is None:
        assert number == CARDS, "no card is lost"
    return used


# --- Meals, rounds, the hand --------------------------------------------------------------------------------------


def check_meals(state: Table, row: i64) -> None:
    variant = state.variant
    tops = row | state.satisfied
    card: i64 = 0
    while card < CARDS:
        eaten = state.tucked[card]
        if eaten != 0:
            bad_date = variant.on_bad_date[card]
            eats = bad_date in (EAT_DATE, EAT_BOTH) or variant.on_play[card] == EAT_NEIGHBOUR or card == TYR
            assert eats and has(tops, card), "only seated or satisfied eaters have meals"
            while eaten != 0:
                rest = eaten & (eaten - 1)
                assert variant.always[count((eaten ^ rest) - 1)] != ARMOUR, "armour is never eaten"
                eaten = rest
        card += 1


def check_round(state: Table) -> None:
    variant = state.variant
    if state.journal is not None and state.journal.position is None:
        assert count(state.satisfied) % 2 == 0, "dinosaurs leave satisfied in twos"
    assert not variant.impatient or state.reshuffles <= 1, "impatient customers see one reshuffle"
    assert state.reshuffles <= variant.closing_round, "no round has more than one reshuffle"
    assert 1 <= state.round <= variant.closing_round, "the game ends by the closing round"
    assert state.aside & ~SPECIALS == 0, "only PTE and TYR are set aside"
    assert not variant.staffing or state.aside == 0, "in a Staffing Shortage no card is set aside"


def check_hand(state: Table) -> None:
    variant = state.variant
    cards = in_hand(state)
    assert not state.face_down or (variant.blind and state.second != NO_CARD), "only a second card lies face down"
    assert not variant.blind or cards < 2 or state.face_down, "in Blind Dates the second card lies face down"
    assert count(state.ends) >= cards, "every drawn card has an end left to go to"
    if state.is_final:
        one = state.second == NO_CARD and state.step != PLACE
        assert one, "in the final round one card is drawn at most"
    if state.step in (PLACE, SWAP, DATE):
        is_played = cards < 2 or (not variant.staffing and state.aside != SPECIALS)
        assert is_played, "a chain begins with a card that is played"
    is_untouched = cards == 1 and (variant.staffing or state.aside == SPECIALS)
    if state.is_final and is_untouched and state.step == PLAY:
        nothing_left = state.discarded == 0 or not state.can_reshuffle()
        assert nothing_left, "the round is final when nothing is left to draw"


# --- Chains and the end -------------------------------------------------------------------------------------------


def check_chain(state: Table, used: i64) -> None:
    waiting_left: i64 = 0  # those who wait for a date, each by the one on the left
    at: i64 = 0
    while at < state.waits:
        pair = state.waiting[at]
        assert state.are_neighbours(pair), "those who wait for a date are neighbours"
        left = one_of(state.date_of(pair))
        assert not has(waiting_left, left), "no pair waits twice"
        waiting_left |= bit(left)
        at += 1
    at = 0
    while at < state.dated:
        date = state.dates[at]
        assert has(used, one_of(date)) and has(used, other_of(date)), "who has dated has sat in the row"
        other = at + 1
        while other < state.dated:
            assert state.dates[other] != date, "within a play no date takes place twice"
            other += 1
        at += 1
    if state.step in (PLAY, OVER):
        nothing = state.waits == 0 and state.dated == 0 and state.played == NO_CARD
        assert nothing, "between plays nothing is pending"
    if state.step == SWAP:
        check_swap(state)


def check_swap(state: Table) -> None:
    is_left = state.right[EDGE] == state.played
    beside = state.played if is_left else state.left[state.played]
    one = state.waits == 1 and state.dated == 0 and one_of(state.date_of(state.waiting[0])) == beside
    assert one, "who is played waits for one date, and swaps come before it"
    taken: i64 = LEFT if is_left else RIGHT
    assert state.ends & taken == 0, "who is played takes an end of this round"


def check_end(state: Table, used: i64) -> None:
    assert state.first == NO_CARD == state.second, "all drawn cards are played"
    is_closing = state.round >= state.variant.closing_round
    assert is_closing or left_to_draw(state) == 0, "at the natural end the deck is empty"
    total = state.score(0) + state.eaten() + count(state.satisfied) + count(state.aside)
    cards = count(used | waiting_cards(state))
    assert total == cards, "every card is a bad review, eaten, satisfied or set aside"
