"""The laws of ledger section 10 that every state of a dealt game keeps."""

from __future__ import annotations

from mesozoic.games.dolphins_and_dinos import rules_sheet
from mesozoic.games.dolphins_and_dinos.cards import NO_FEATURE, RESTAURANT
from mesozoic.games.dolphins_and_dinos.rules import Museums
from mesozoic.games.dolphins_and_dinos.rules_table import CHOOSE, FEATURES_DUE, FIRST_ON_OFFER, ON_OFFER, OVER
from mesozoic.kernel.bits import bit, count, has
from mesozoic.kernel.card_tables import OPTION
from mesozoic.kernel.game import Setup

BEST_ARRAY = {1: 233, 2: 215, 3: 224, 4: 233, 5: 239, 6: 239}
"""The most points an array can bring, by number of players: found by full search (ledger section 10)."""


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
    for seat in range(state.players):
        check_sheet(state, seat)
        check_money(state, seat)
    if state.phase == OVER:
        check_end(state)
    else:
        assert state.pending != 0, "somebody has to decide until the game is over"


def check_cards(state: Museums) -> None:
    cards = list(state.deck) if state.variant.solo else [*state.deck, state.hidden]
    exhibits = [card.value for card in state.variant.table.cards]
    assert sorted(cards) == exhibits + [RESTAURANT] * (not state.variant.solo), "every card is there exactly once"
    leavers = [card.value for card in state.variant.table.cards if card.missed_by is not None]
    assert state.removed & ~sum(bit(value) for value in leavers) == 0, "only crowd pullers can be removed"
    if state.phase == CHOOSE and leavers == [13, 14, 15]:
        left = sum(not has(state.removed, item) for item in state.on_offer())
        assert left >= (2 if state.players >= 4 else 1), "something is always on offer"


def check_rounds(state: Museums) -> None:
    """Prices, fees and removals are what the lines of each round imply."""
    removed = 0
    sheets = [state.lines(seat) for seat in range(state.players)]
    for number, lines in enumerate(zip(*sheets, strict=True), 1):
        placed = [rules_sheet.item_of(line) for line in lines if rules_sheet.has_placed(line)]
        assert not any(has(removed, item) for item in placed), "nobody places a card after its removal"
        free = min(placed, default=0)
        if state.variant.lowest_offered_is_free:
            first = FIRST_ON_OFFER[number]
            offered = list(state.deck)[first : first + ON_OFFER[number]]
            free = min((item for item in offered if not has(removed, item)), default=RESTAURANT)
        for line in lines:
            check_price(state, line, [rules_sheet.item_of(other) for other in lines])
            owed = 1 if rules_sheet.mark_of(line) != NO_FEATURE and rules_sheet.item_of(line) != free else 0
            assert rules_sheet.fee_of(line) == owed, "a feature costs a dollar unless it is the free one"
        for card in state.variant.table.cards:
            if card.missed_by is not None and placed.count(card.value) >= max(1, state.players - card.missed_by):
                removed |= bit(card.value)
    assert state.removed == removed, "cards leave exactly when enough have placed them"


def check_price(state: Museums, line: int, picked: list[int]) -> None:
    item = rules_sheet.item_of(line)
    if not rules_sheet.has_placed(line):
        assert rules_sheet.paid_of(line) == 0, "only placed exhibits are paid for"
        return
    card = state.variant.table.by_value[item]
    unit = 0 if state.variant.solo else card.surcharge
    assert rules_sheet.paid_of(line) == card.price + unit * picked.count(item), "the price goes by all who picked"


def check_sheet(state: Museums, seat: int) -> None:
    lines = state.lines(seat)
    filled = 0
    for line in lines:
        place = rules_sheet.square_of(line)
        assert has(rules_sheet.OPEN_SQUARES[filled], place), "filled squares are one connected set, filled one by one"
        filled |= bit(place)
    assert filled == state.filled[seat] and count(filled) == len(lines), "one square a round"
    values = [rules_sheet.value_of(line) for line in lines if rules_sheet.value_of(line)]
    assert len(values) == len(set(values)), "no value twice in an array"
    assert state.used[seat] == sum(bit(value) for value in values), "the used values are those in the array"
    restaurants = [line for line in lines if rules_sheet.item_of(line) == RESTAURANT]
    assert len(restaurants) <= 2, "at most two restaurants"
    assert all(1 <= rules_sheet.number_of(line) <= state.variant.highest for line in restaurants), "numbers in bounds"
    for line in lines:
        mark = rules_sheet.mark_of(line)
        own = rules_sheet.has_placed(line) and has(state.variant.features[rules_sheet.item_of(line)], mark)
        assert mark == NO_FEATURE or own, "features only on exhibits, and only their own"


def check_money(state: Museums, seat: int) -> None:
    money, start = state.money[seat], state.variant.starting_money
    assert money >= 0, "money is never negative"
    if state.journal is not None and state.journal.position is not None:
        return  # a puzzle may start rich or poor
    lines = state.lines(seat)
    settled = lines if state.phase != FEATURES_DUE else lines[:-1]
    spent = sum(rules_sheet.paid_of(line) for line in lines) + sum(rules_sheet.fee_of(line) for line in settled)
    earned = sum(rules_sheet.income(rules_sheet.number_of(line)) for line in lines)
    assert money == start - spent + earned, "money is what was not spent, and income"
    assert money <= start + state.variant.highest - 1, "two restaurants bring so much at most"


def check_end(state: Museums) -> None:
    players = state.players
    assert state.round == rules_sheet.ROUNDS and state.pending == 0, "the game ends after round 9"
    assert all(state.array_score(seat) <= best_array(state.setup) for seat in range(players)), "no array beats the best"
    if not state.variant.solo:
        bonuses = [state.money_bonus(seat) for seat in range(players)]
        poor = sum(state.money[seat] == 0 for seat in range(players))
        assert sum(bonuses) == players * (players - 1) - poor * (poor - 1), "the money bonuses add up"
        assert all(0 <= bonus <= 2 * (players - 1) for bonus in bonuses), "no money bonus out of bounds"
