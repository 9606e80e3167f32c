"""The laws of ledger section 10 that every state of a dealt game keeps, and every decision in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.dolphins_and_dinos.cards import CORRIDOR, NO_FEATURE, RESTAURANT
from mesozoic.games.dolphins_and_dinos.rules import Museums
from mesozoic.games.dolphins_and_dinos.rules_sheet import (
    OPEN_SQUARES,
    ROUNDS,
    fee_of,
    has_placed,
    income,
    item_of,
    mark_of,
    number_of,
    paid_of,
    square_of,
    value_of,
)
from mesozoic.games.dolphins_and_dinos.rules_table import CHOOSE, FEATURES_DUE, FIRST_ON_OFFER, ON_OFFER, OVER, PICK
from mesozoic.kernel.bits import bit, count, has, lowest
from mesozoic.kernel.card_tables import OPTION
from mesozoic.kernel.state import Moves

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup

BEST_ARRAY: Final = {1: 233, 2: 215, 3: 224, 4: 233, 5: 239, 6: 239}
"""The most points an array can bring, by number of players: found by full search (ledger section 10)."""
OPTIONS: Final = Moves()
"""Where ``check`` looks at the options; never kept."""


def best_array(setup: Setup) -> int:
    """No array brings more. For another card table a bound: the nine highest in two halls each, and every bonus."""
    if not setup.options[OPTION]:
        return BEST_ARRAY[setup.players]
    values: list[int] = [card.value for card in setup.variant.table.cards]
    return 2 * sum(values[-9:]) + 6 * values[-1]


def check(state: Museums) -> None:
    """Raise AssertionError, naming the law, if one is broken."""
    check_cards(state)
    check_rounds(state)
    seat: i64 = 0
    while seat < state.variant.players:
        check_sheet(state, seat)
        check_money(state, seat)
        if has(state.pending, seat):
            check_options(state, seat)
        seat += 1
    if state.phase == OVER:
        check_end(state)
    else:
        assert state.pending != 0, "somebody has to decide until the game is over"


def check_step(before: Museums, after: Museums) -> None:
    """Raise AssertionError, naming the law, if what one decision has changed breaks one."""
    assert after.removed & before.removed == before.removed, "what has left the game stays away"
    assert before.round <= after.round <= before.round + 1, "one round follows the other"
    players = after.variant.players
    over = (before.round - 1) * players
    at: i64 = 0
    while at < over:
        line = at % players * ROUNDS + at // players
        assert before.sheets[line] == after.sheets[line], "what was written in earlier rounds stays"
        at += 1


# --- Cards ------------------------------------------------------------------------------------------------------


def set_of(cards: vec[i64]) -> i64:
    found: i64 = 0
    at: i64 = 0
    while at < len(cards):
        found |= bit(cards[at])
        at += 1
    return found


def check_cards(state: Museums) -> None:
    variant = state.variant
    cards = set_of(state.deck)
    exhibits = set_of(variant.values)
    dealt: i64 = len(state.deck)
    if not variant.solo:
        cards |= bit(state.hidden)
        exhibits |= bit(RESTAURANT)
        dealt += 1
    assert cards == exhibits and count(cards) == dealt, "every card is there exactly once"
    leavers = set_of(variant.leavers)
    assert state.removed & ~leavers == 0, "only crowd pullers can be removed"
    if state.phase == CHOOSE and leavers == bit(13) | bit(14) | bit(15):
        offered = on_offer(state, state.round) & ~state.removed
        assert count(offered) >= (2 if variant.players >= 4 else 1), "something is always on offer"


def on_offer(state: Museums, number: i64) -> i64:
    """What lies in the active columns of a round, removed or not."""
    found: i64 = 0
    at = FIRST_ON_OFFER[number]
    end = at + ON_OFFER[number]
    while at < end:
        found |= bit(state.deck[at])
        at += 1
    return found


def check_options(state: Museums, seat: i64) -> None:
    state.list_moves(seat, OPTIONS)
    assert OPTIONS.count > 0, "who decides has a move"
    if state.steps[seat] == PICK:
        assert OPTIONS.codes[OPTIONS.count - 1] == CORRIDOR, "a corridor is always possible"


# --- Rounds: prices, fees and removals are what the lines of each round imply ------------------------------------


def shown(state: Museums) -> i64:
    """In so many rounds the choices have been shown."""
    return state.round - 1 if state.phase == CHOOSE else state.round


def check_rounds(state: Museums) -> None:
    removed: i64 = 0
    number: i64 = 1
    while number <= shown(state):
        removed = check_round(state, number, removed)
        number += 1
    assert state.removed == removed, "cards leave exactly when enough have placed them"


def check_round(state: Museums, number: i64, removed: i64) -> i64:
    """A round before which these cards had left the game; returns which have left after it."""
    sheets = state.sheets
    end: i64 = len(sheets)
    placed: i64 = 0
    at = number - 1
    while at < end:
        line = sheets[at]
        if has_placed(line):
            placed |= bit(item_of(line))
        at += ROUNDS
    assert placed & removed == 0, "nobody places a card after its removal"
    free = free_feature(state, number, placed, removed)
    at = number - 1
    while at < end:
        line = sheets[at]
        check_price(state, line, number)
        owed = mark_of(line) != NO_FEATURE and item_of(line) != free
        assert (fee_of(line) == 1) == owed, "a feature costs a dollar unless it is the free one"
        at += ROUNDS
    leavers = state.variant.leavers
    at = 0
    while at < len(leavers):
        item = leavers[at]
        if has(placed, item) and takers(state, item, number, True) >= state.variant.leaves_at[item]:
            removed |= bit(item)
        at += 1
    return removed


def free_feature(state: Museums, number: i64, placed: i64, removed: i64) -> i64:
    """The exhibit whose feature is free in a round."""
    if state.variant.lowest_offered_is_free:
        return lowest(on_offer(state, number) & ~removed | bit(RESTAURANT))
    return lowest(placed) if placed != 0 else 0


def takers(state: Museums, item: i64, number: i64, has_to_pay: bool) -> i64:
    """How many picked the item in a round, or picked it and paid for it."""
    found: i64 = 0
    at = number - 1
    while at < len(state.sheets):
        line = state.sheets[at]
        if item_of(line) == item and (has_placed(line) or not has_to_pay):
            found += 1
        at += ROUNDS
    return found


def check_price(state: Museums, line: i64, number: i64) -> None:
    if not has_placed(line):
        assert paid_of(line) == 0, "only placed exhibits are paid for"
        return
    item = item_of(line)
    price = state.variant.prices[item]
    surcharge = state.variant.surcharges[item]
    if surcharge != 0:
        price += surcharge * takers(state, item, number, False)
    assert paid_of(line) == price, "the price goes by all who picked"


# --- Seats ------------------------------------------------------------------------------------------------------


def check_sheet(state: Museums, seat: i64) -> None:
    variant = state.variant
    filled: i64 = 0
    values: i64 = 0
    restaurants: i64 = 0
    at = seat * ROUNDS
    end = at + shown(state)
    while at < end:
        line = state.sheets[at]
        item = item_of(line)
        place = square_of(line)
        assert has(OPEN_SQUARES[filled], place), "filled squares are one connected set, filled one by one"
        filled |= bit(place)
        value = value_of(line)
        if value != 0:
            assert not has(values, value), "no value twice in an array"
            values |= bit(value)
        if item == RESTAURANT:
            restaurants += 1
            assert 1 <= number_of(line) <= variant.highest, "numbers in bounds"
        mark = mark_of(line)
        if mark != NO_FEATURE:
            own = has_placed(line) and has(variant.features[item], mark)
            assert own, "features only on exhibits, and only their own"
        at += 1
    assert filled == state.filled[seat] and count(filled) == shown(state), "one square a round"
    assert values == state.used[seat], "the used values are those in the array"
    assert restaurants <= 2, "at most two restaurants"


def check_money(state: Museums, seat: i64) -> None:
    money = state.money[seat]
    assert money >= 0, "money is never negative"
    if state.journal is not None and state.journal.position is not None:
        return  # a puzzle may start rich or poor
    left = state.variant.starting_money
    number: i64 = 1
    while number <= shown(state):
        line = state.sheets[seat * ROUNDS + number - 1]
        left += income(number_of(line)) - paid_of(line)
        if state.phase != FEATURES_DUE or number < state.round:
            left -= fee_of(line)
        number += 1
    assert money == left, "money is what was not spent, and income"
    most = state.variant.starting_money + state.variant.highest - 1
    assert money <= most, "two restaurants bring so much at most"


def check_end(state: Museums) -> None:
    assert state.round == ROUNDS and state.pending == 0, "the game ends after round 9"
    players = state.variant.players
    best: i64 = best_array(state.setup)
    bonuses: i64 = 0
    poor: i64 = 0
    seat: i64 = 0
    while seat < players:
        assert state.array_score(seat) <= best, "no array beats the best"
        bonus = state.money_bonus(seat)
        assert 0 <= bonus <= 2 * (players - 1), "no money bonus out of bounds"
        bonuses += bonus
        if state.money[seat] == 0:
            poor += 1
        seat += 1
    if not state.variant.solo:
        assert bonuses == players * (players - 1) - poor * (poor - 1), "the money bonuses add up"
