"""Reveal and Pay: DD-17 to DD-23, rulings DD-R11 to DD-R13 and, for the restaurant, DD-R16 to DD-R19."""

from __future__ import annotations

import pytest

from .helpers import (
    choose,
    features,
    idle,
    kinds,
    lap,
    money,
    museum,
    numbers,
    picks,
    place,
    play_round,
    removed,
    start,
    told,
    with_money,
)


def test_choices_are_shown_when_the_last_player_has_committed():
    """DD-17: all together, and not before."""
    state = start(3, "5 9 3")
    assert kinds(choose(state, "5@a1", "9@b2")) == ["chose"]
    assert museum(state, 0) == {}
    shown = told(state.play(2, "3@c3"), kinds={"revealed"})
    assert shown == [("revealed", 0, 5, None, "a1"), ("revealed", 1, 9, None, "b2"), ("revealed", 2, 3, None, "c3")]


def test_all_choices_are_shown_before_anybody_pays():
    """DD-17: reveal is a step of its own."""
    events = choose(start(3, "5 9 R"), "5@a1", "9@b2", "R(4)@a1")
    assert [event.kind for event in events if event.kind != "chose"] == ["revealed"] * 3 + ["paid"] * 2 + ["received"]


PRICES = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]


@pytest.mark.parametrize(("value", "price"), list(enumerate(PRICES, 1)))
def test_base_prices(value, price):
    """DD-18: no surcharge for 1 to 12, however many pick them."""
    state = start(3, f"{value} 13 14")
    events = lap(state, str(value), str(value), "C")
    assert told(events, kinds={"paid"}) == [("paid", 0, value, price, 0), ("paid", 1, value, price, 0)]
    assert money(state) == [51 - price, 51 - price, 51]


def test_a_corridor_costs_nothing():
    """DD-18: nor does it bring anything."""
    state = start(2)
    events = choose(state, "C@a1", "C@b1")
    assert money(state) == [48, 48]
    assert "paid" not in kinds(events)


@pytest.mark.parametrize(("card", "base", "unit"), [("13", 7, 1), ("14", 7, 1), ("15", 8, 2)])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_surcharge_grows_with_the_pickers(players, card, base, unit):
    """DD-19: for each player who picked it, oneself included."""
    for pickers in range(1, players + 1):
        state = start(players, f"{card} 2 3")
        events = lap(state, *[card] * pickers, *["C"] * (players - pickers))
        price = base + unit * pickers
        paid = told(events, kinds={"paid"})
        assert paid == [("paid", seat, int(card), price, unit * pickers) for seat in range(pickers)]
        start_money = 42 + 3 * players
        assert money(state) == [start_money - price] * pickers + [start_money] * (players - pickers)


def test_who_has_the_price_pays_it():
    """DD-20: also the last dollar."""
    state = with_money(start(2, "12 9 3"), 6, 7)
    choose(state, "12@a1", "12@a1")
    assert money(state) == [0, 1]
    assert (museum(state, 0), museum(state, 1)) == ({"a1": "12"}, {"a1": "12"})


def test_who_has_less_pays_nothing_and_gets_a_corridor():
    """DD-21: one dollar short is short."""
    state = with_money(start(2, "12 9 3"), 5, 0)
    events = choose(state, "12@a1", "3@c3")
    assert told(events, kinds={"paid", "unpaid"}) == [("unpaid", 0, 12, 6), ("unpaid", 1, 3, 2)]
    assert money(state) == [5, 0]
    assert (museum(state, 0), museum(state, 1)) == ({"a1": "C"}, {"c3": "C"})


def test_an_unpaid_pick_stands_in_the_log_as_such():
    """DD-21: everybody sees what was picked and that it was not paid."""
    state = with_money(start(2, "12 9 3"), 5, 48)
    choose(state, "12@a1", "C@a1")
    (line,) = state.view(1).seats[0].lines
    assert (line.item, line.unpaid, line.paid, line.square) == ("12", True, 0, "a1")


@pytest.mark.parametrize("number", range(1, 16))
def test_a_restaurant_brings_half_its_number(number):
    """DD-22: rounded down; nothing is paid."""
    state = with_money(start(2, "R 2 3"), 0, 10)
    events = choose(state, f"R({number})@a1", "C@a1")
    assert money(state) == [number // 2, 10]
    assert told(events, kinds={"received", "paid", "unpaid"}) == [("received", 0, number // 2)]
    assert museum(state, 0) == {"a1": f"({number})"}


def test_money_is_never_negative_and_never_lent():
    """DD-23: somebody with nothing goes on with corridors and restaurants; nobody else's purse is touched."""
    state = with_money(start(2, "5 6 7 | R 8 9 | 13 14 15"), 0, 48)
    lap(state, "5", "C")
    assert money(state) == [0, 48]
    place(state, 0, "8")
    place(state, 1, "C")
    assert money(state) == [0, 48]
    lap(state, "15", "15")
    assert money(state) == [0, 48 - 12]


def test_no_dollar_goes_from_player_to_player():
    """DD-23: what one pays, nobody gets, surcharge included."""
    state = start(3, "13 14 15")
    lap(state, "15", "15", "13")
    assert money(state) == [51 - 12, 51 - 12, 51 - 8]


# --- Rulings ------------------------------------------------------------------------------------------------


def test_an_unpaid_pick_does_not_lower_the_price_of_the_others():
    """DD-R11: the surcharge goes by who chose the card."""
    state = with_money(start(3, "13 14 15"), 0, 13, 20)
    choose(state, "15@a1", "15@a1", "15@a1")
    assert money(state) == [0, 13, 20 - 14]
    assert [museum(state, seat)["a1"] for seat in range(3)] == ["C", "C", "15"]


def test_the_price_does_not_depend_on_seat_order():
    """DD-R11: one pass over all, whoever is broke."""
    for purses in ([20, 0, 20], [0, 20, 20], [20, 20, 0]):
        state = with_money(start(3, "13 14 15"), *purses)
        choose(state, "14@a1", "14@a1", "14@a1")
        assert money(state) == [purse and purse - 10 for purse in purses]


def test_a_restaurants_income_does_not_pay_for_anything_in_its_own_round():
    """DD-R11, DD-R16: money is compared as it was at the start of the step, and each seat has one choice."""
    state = with_money(start(2, "R 2 12"), 0, 5)
    choose(state, "R(15)@a1", "12@a1")
    assert money(state) == [7, 5]
    assert museum(state, 1) == {"a1": "C"}


def test_who_can_pay_has_no_choice_of_a_corridor():
    """DD-R12: the next decision after the reveal is about features; the money is gone."""
    state = with_money(start(2, "12 9 3"), 6, 6)
    choose(state, "12@a1", "9@a1")
    assert museum(state, 0) == {"a1": "12"}
    assert state.moves(0) == []
    assert state.moves(1) == ["none", "A"]


def test_13_and_14_are_counted_apart():
    """DD-R13: two pickers of the one do not make the other dearer."""
    state = start(3, "13 14 15")
    choose(state, "13@a1", "14@a1", "14@a1")
    assert money(state) == [51 - 8, 51 - 9, 51 - 9]


@pytest.mark.parametrize(("card", "alone"), [("13", 8), ("14", 8), ("15", 10)])
def test_a_restaurant_of_that_number_is_no_pick_of_the_card(card, alone):
    """DD-R13: no surcharge, and it does not count towards removal."""
    state = start(3, f"R {card} 3")
    choose(state, f"R({card})@a1", f"{card}@a1", "C@a1")
    assert money(state) == [51 + int(card) // 2, 51 - alone, 51]
    other = start(2, f"R {card} 3")
    choose(other, f"R({card})@a1", "C@a1")
    assert removed(other) == set()


def test_two_restaurants_in_one_round():
    """DD-R16: any numbers, the same one included; income in the Pay step, for both at once."""
    state = start(3, "R 2 3")
    events = choose(state, "R(9)@a1", "R(9)@b2", "R(1)@a1")
    assert told(events, kinds={"received"}) == [("received", 0, 4), ("received", 1, 4), ("received", 2, 0)]
    assert money(state) == [55, 55, 51]


def test_the_number_is_fixed_with_the_choice():
    """DD-R16: nothing is asked of the picker after the reveal."""
    state = start(2, "R 2 3")
    choose(state, "R(9)@a1", "3@a1")
    assert state.to_move == (1,)


def test_the_number_may_be_that_of_any_card_elsewhere():
    """DD-R17: of the hidden card, of a removed card, of a card on the table."""
    state = start(2, "15 2 3 | R 5 6", hidden=12)
    lap(state, "C", "15")
    assert removed(state) == {"15"}
    assert {12, 15, 5, 2} <= set(numbers(state, 0))
    assert 15 not in numbers(state, 1), "the own array restricts it"


def test_the_number_bars_its_exhibit_later():
    """DD-R17: for that player only."""
    state = start(2, "R 2 3 | 4 5 6")
    choose(state, "R(4)@a1", "R(6)@a1")
    assert picks(state, 0) == ["5", "6", "C"]
    assert picks(state, 1) == ["4", "5", "C"]


def test_the_restaurant_a_second_time():
    """DD-R18: with another number, and income again."""
    state = start(2, "R 2 3 | 4 5 6")
    choose(state, "R(14)@a1", "C@a1")
    idle(state, 9)
    assert 14 not in numbers(state, 0)
    assert 14 in numbers(state, 1)
    place(state, 0, "R(15)")
    place(state, 1, "C")
    assert state.is_over
    assert money(state) == [48 + 7 + 7, 48]
    assert sorted(text for text in museum(state, 0).values() if text != "C") == ["(14)", "(15)"]


@pytest.mark.parametrize("column", range(5))
def test_the_restaurant_is_on_offer_twice(column):
    """DD-R18: so no array ever holds three."""
    others = ["1 2 3", "4 5 6", "7 8 9", "13 14 15"]
    columns = [*others[:column], "R 10 11", *others[column:]]
    state = start(2, " | ".join(columns))
    offered = 0
    while not state.is_over:
        offered += "R" in picks(state)
        lap(state, "C", "C")
    assert offered == 2


def test_the_restaurant_is_never_paid_for():
    """DD-R19: its price is no price; a player without money can take it."""
    state = with_money(start(2, "R 2 3"), 0, 0)
    card = state.view(0).columns[0].cards[0]
    assert (card.item, card.price, card.surcharge) == ("R", 0, 0)
    play_round(state, "R(1)@a1", "R(2)@a1")
    assert money(state) == [0, 1]
    assert museum(state, 0) == {"a1": "(1)"}


def test_everybody_pays_for_the_own_card_only():
    """DD-20: four different choices in one round."""
    state = start(4, "R 11 3")
    play_round(state, "R(7)@a1", "11@a1", "3@a1", "C@a1", P3="W")
    assert money(state) == [57, 48, 52, 54]
    assert features(state) == []
