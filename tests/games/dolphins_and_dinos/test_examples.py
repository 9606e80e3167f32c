"""The worked examples of the ledger, DD-X1 to DD-X8, step by step."""

from __future__ import annotations

import pytest

from .helpers import (
    GAME,
    IDLE,
    bonuses,
    choose,
    features,
    finished,
    halls,
    idle,
    money,
    museum,
    offer,
    place,
    play_museum,
    removed,
    sheet_score,
    start,
    told,
    with_money,
)


def test_dd_x1_the_play_example():
    """DD-X1: Roger and Jenny want the T. Rex, Paul the Snake, Nancy the Trilobite."""
    state = start(4, "15 11 3 | 1 2 4 | 5 6 7 | 8 9 10 | 13 14 R", hidden=12)
    roger, jenny, paul, nancy = range(4)
    assert money(state) == [54, 54, 54, 54]
    events = choose(state, "15@c3", "15@c3", "11@b2", "3@a1")
    assert told(events) == [
        ("chose", roger),
        ("chose", jenny),
        ("chose", paul),
        ("chose", nancy),
        ("revealed", roger, 15, None, "c3"),
        ("revealed", jenny, 15, None, "c3"),
        ("revealed", paul, 11, None, "b2"),
        ("revealed", nancy, 3, None, "a1"),
        ("paid", roger, 15, 12, 4),
        ("paid", jenny, 15, 12, 4),
        ("paid", paul, 11, 6, 0),
        ("paid", nancy, 3, 2, 0),
        ("removed", 15, 2),
    ]
    assert removed(state) == {"15"}
    assert state.view(None).free_item == "3"
    events = features(state, P3="L", P4="W")
    assert told(events) == [
        ("decided", roger),
        ("decided", jenny),
        ("decided", paul),
        ("decided", nancy),
        ("featured", roger, False, None, 0),
        ("featured", jenny, False, None, 0),
        ("featured", paul, True, "life", 1),
        ("featured", nancy, True, "water", 0),
        ("column_dealt", 3, (5, 6, 7)),
        ("round_began", 2),
    ]
    assert money(state) == [42, 42, 47, 52]
    assert [museum(state, seat) for seat in range(4)] == [{"c3": "15"}, {"c3": "15"}, {"b2": "11L"}, {"a1": "3W"}]
    first = state.view(paul).columns[0]
    assert [card.item for card in first.cards if not card.removed] == ["11", "3"]
    GAME.check_invariants(state)


SAMPLE = "7L 14 13 / 6L 8 (10) / 2L C 5"


def test_dd_x2_the_sample_array():
    """DD-X2: hall by hall, 83 in all."""
    assert halls(SAMPLE) == {"r1": 7, "r2": 14, "r3": 0, "ca": 15, "cb": 22, "cc": 18}
    assert bonuses(SAMPLE) == {"ca": 7}
    assert sheet_score(SAMPLE).total == 83


def test_dd_x2_built_in_a_game():
    """DD-X2: the same array, played square by square."""
    state, _ = play_museum(SAMPLE)
    sheet = state.result.details[0]
    assert sum(sheet.halls) + sum(sheet.bonuses) == 83
    assert sheet.features == 3
    GAME.check_invariants(state)


@pytest.mark.parametrize("marks", ["7L 14W 13A / 6L 8W (10) / 2L C 5A", "7L 14L 13 / 6L 8L (10) / 2L C 5"])
def test_dd_x2_any_other_marks_give_83_too(marks):
    """DD-X2: no other ascending hall has three exhibits."""
    assert sheet_score(marks).total == 83


def test_dd_x3_the_schedule():
    """DD-X3: what each round offers, less removed cards."""
    state = start(2, "1 2 3 | 4 5 6 | 7 8 9 | 10 11 R | 13 14 15")
    d = [None, "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "R", "13", "14", "15"]
    expected = [d[1:4], d[4:7], d[7:10], d[10:13], d[13:16], d[13:16], d[10:13], d[7:10], d[1:7]]
    for number, on_offer in enumerate(expected, 1):
        assert offer(idle(state, number)) == on_offer
    state = idle(start(2, "1 2 3 | 4 5 6 | 7 8 9 | 10 11 R | 13 14 15"), 5)
    place(state, 0, "14")
    place(state, 1, "13")
    features(state)
    assert offer(state) == ["15"]


@pytest.mark.parametrize(
    ("card", "prices"),
    [("15", [10, 12, 14, 16, 18, 20]), ("13", [8, 9, 10, 11, 12, 13]), ("14", [8, 9, 10, 11, 12, 13])],
)
def test_dd_x4_prices_with_one_to_six_pickers(card, prices):
    """DD-X4: in a game of six."""
    for pickers, price in enumerate(prices, 1):
        state = start(6, f"{card} 2 3")
        for seat in range(6):
            place(state, seat, card if seat < pickers else "C")
        assert money(state) == [60 - price] * pickers + [60] * (6 - pickers)


def test_dd_x5_three_want_the_t_rex():
    """DD-X5: one of them cannot pay; the price stays 14 for the other two."""
    state = with_money(start(3, "15 2 3"), 20, 14, 13)
    events = choose(state, "15@a1", "15@b2", "15@c3")
    assert told(events, kinds={"paid", "unpaid", "removed"}) == [
        ("paid", 0, 15, 14, 6),
        ("paid", 1, 15, 14, 6),
        ("unpaid", 2, 15, 14),
        ("removed", 15, 2),
    ]
    assert money(state) == [6, 0, 13]
    assert museum(state, 2) == {"c3": "C"}
    assert state.to_move == (0, 1), "both may draw, free, although P2 has nothing left"
    features(state, P1="A", P2="A")
    assert money(state) == [6, 0, 13]


def test_dd_x6_restaurant_income():
    """DD-X6: for the numbers 1 to 15."""
    incomes = []
    for number in range(1, 16):
        state = start(2, "R 2 3")
        choose(state, f"R({number})@a1", "C@a1")
        incomes.append(money(state)[0] - 48)
    assert incomes == [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7]


def test_dd_x7_money_bonuses_of_six():
    """DD-X7: two of them broke."""
    result = finished(*[IDLE] * 6, purses=[0, 0, 5, 5, 7, 1]).result
    assert [sheet.money_bonus for sheet in result.details] == [0, 0, 7, 7, 10, 4]
    assert result.scores == (0, 0, 7, 7, 10, 4)


BEST = "12W 14L 15A / 10W 11L 13A / 7W 8L 9A"


def test_dd_x8_the_best_possible_array():
    """DD-X8: halls 198, bonuses 12 + 14 + 15."""
    assert sum(halls(BEST).values()) == 198
    assert bonuses(BEST) == {"ca": 12, "cb": 14, "cc": 15}
    assert sheet_score(BEST).total == 239


@pytest.mark.parametrize("players", [5, 6])
def test_dd_x8_can_be_built_in_a_game(players):
    """DD-X8: with the money of five or six players, and no rival on the dear exhibits."""
    state, _ = play_museum(BEST, players)
    sheet = state.result.details[0]
    assert sum(sheet.halls) + sum(sheet.bonuses) == 239
    assert sheet.money == 42 + 3 * players - 56
    GAME.check_invariants(state)
