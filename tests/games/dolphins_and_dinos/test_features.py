"""Features: DD-28 to DD-32, rulings DD-R20 to DD-R24."""

from __future__ import annotations

import pytest

from mesozoic import IllegalMove

from .helpers import choose, features, idle, kinds, lap, money, museum, play_round, removed, start, told, with_money


def test_who_placed_an_exhibit_may_draw_one_feature_on_it():
    """DD-28: one of its square, and nothing more afterwards."""
    state = start(2, "7 2 3")
    choose(state, "7@b2", "C@a1")
    assert state.to_move == (0,)
    assert state.moves(0) == ["none", "W", "A", "L"]
    state.play(0, "A")
    assert museum(state, 0) == {"b2": "7A"}
    assert state.moves(0)[-1] == "C", "the next decision is a pick"


def test_now_or_never():
    """DD-28: no later round asks again."""
    state = start(2, "7 2 3 | 4 5 6")
    play_round(state, "7@b2", "C@a1")
    play_round(state, "6@b1", "C@a2", P1="L")
    idle(state, 10)
    contents = museum(state, 0)
    assert (contents["b2"], contents["b1"]) == ("7", "6L")


def test_the_feature_is_one_that_the_exhibit_has():
    """DD-29: the frog is no dinosaur."""
    state = start(2, "4 1 2")
    choose(state, "4@a1", "1@a1")
    assert (state.moves(0), state.moves(1)) == (["none", "W", "L"], ["none", "A"])
    with pytest.raises(IllegalMove, match="Frog does not have the feature ancient"):
        state.play(0, "A")


def test_the_lowest_exhibit_placed_draws_for_free():
    """DD-30: everybody else pays a dollar."""
    state = start(3, "3 7 12")
    events = play_round(state, "12@a1", "7@a1", "3@a1", P1="W", P2="L", P3="A")
    featured = told(events, kinds={"featured"})
    assert [fact[1:3] + fact[4:] for fact in featured] == [(0, True, 1), (1, True, 1), (2, True, 0)]
    assert money(state) == [51 - 6 - 1, 51 - 4 - 1, 51 - 2]


def test_everybody_who_placed_the_lowest_draws_for_free():
    """DD-30: all of them."""
    state = start(3, "3 7 12")
    play_round(state, "7@a1", "3@a1", "3@b2", P1="L", P2="A", P3="W")
    assert money(state) == [51 - 4 - 1, 51 - 2, 51 - 2]


def test_the_lowest_is_looked_for_in_this_round_only():
    """DD-30: lower exhibits of earlier rounds do not matter."""
    state = start(2, "1 2 3 | 4 5 6")
    play_round(state, "1@a1", "2@a1", P1="A", P2="L")
    assert money(state) == [48 - 1, 48 - 1 - 1]
    play_round(state, "5@a2", "6@a2", P1="A", P2="L")
    assert money(state) == [47 - 3, 46 - 3 - 1]


def test_without_a_dollar_no_feature_that_costs_one():
    """DD-31: the seat is not even asked."""
    state = with_money(start(2, "3 7 12"), 6, 48)
    choose(state, "12@a1", "3@a1")
    assert money(state) == [0, 46]
    assert state.to_move == (1,)
    assert state.moves(0) == []


def test_with_the_last_dollar_a_feature():
    """DD-31: one dollar is enough."""
    state = with_money(start(2, "3 7 12"), 7, 48)
    play_round(state, "12@a1", "3@a1", P1="A")
    assert money(state)[0] == 0
    assert museum(state, 0) == {"a1": "12A"}


def test_drawing_is_always_optional():
    """DD-31: also when it is free; not drawing costs nothing."""
    state = start(2, "3 7 12")
    choose(state, "12@a1", "3@a1")
    assert [state.moves(seat)[0] for seat in (0, 1)] == ["none", "none"]
    events = features(state)
    assert told(events, kinds={"featured"}) == [("featured", 0, False, None, 0), ("featured", 1, False, None, 0)]
    assert money(state) == [48 - 6, 48 - 2]


def test_corridors_unpaid_picks_and_restaurants_get_no_feature():
    """DD-32: only the seat with a placed exhibit is asked."""
    state = with_money(start(4, "R 2 9"), 54, 4, 54, 54)
    choose(state, "C@a1", "9@a1", "R(1)@a1", "9@a1")
    assert state.to_move == (3,)


def test_a_restaurant_is_not_the_lowest_exhibit():
    """DD-32: its number does not count, nor do corridors."""
    state = start(3, "R 5 9")
    play_round(state, "R(1)@a1", "C@a1", "9@a1", P3="A")
    assert money(state) == [51, 51, 51 - 5]


# --- Rulings ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("foreign", ["W", "L"])
def test_only_the_exhibits_own_features(foreign):
    """DD-R20: not any of the three."""
    state = start(2, "15 2 9")
    choose(state, "15@a1", "C@a1")
    with pytest.raises(IllegalMove, match="does not have the feature"):
        state.play(0, foreign)


def test_the_lowest_is_looked_for_among_those_placed():
    """DD-R21: the 2 lies on offer, but nobody placed it."""
    state = start(2, "2 9 12")
    choose(state, "9@a1", "12@a1")
    assert state.view(0).free_item == "9"
    features(state, P1="A", P2="A")
    assert money(state) == [48 - 5, 48 - 6 - 1]


def test_the_other_reading_is_an_option():
    """DD-R21: free_feature = offered."""
    state = start(2, "2 9 12", free_feature="offered")
    play_round(state, "9@a1", "12@a1", P1="A", P2="A")
    assert money(state) == [48 - 5 - 1, 48 - 6 - 1]


def test_an_unpaid_pick_is_not_the_lowest():
    """DD-R22: the 3 was not placed, so the 7 is free."""
    state = with_money(start(2, "3 7 12"), 1, 48)
    play_round(state, "3@a1", "7@a1", P2="L")
    assert money(state) == [1, 48 - 4]


def test_no_feature_step_when_nobody_placed_an_exhibit():
    """DD-R22: the next round begins at once."""
    state = with_money(start(3, "R 9 12"), 4, 51, 51)
    events = choose(state, "9@a1", "R(3)@a1", "C@a1")
    assert kinds(events)[-2:] == ["column_dealt", "round_began"]
    assert (state.view(0).round, state.to_move) == (2, (0, 1, 2))


def test_the_fee_is_taken_after_the_price():
    """DD-R23: the last dollar went for the exhibit; free it may still be drawn."""
    state = with_money(start(2, "3 7 12"), 4, 6)
    choose(state, "7@a1", "12@a1")
    assert money(state) == [0, 0]
    assert state.to_move == (0,)
    features(state, P1="W")
    assert museum(state, 0) == {"a1": "7W"}
    assert museum(state, 1) == {"a1": "12"}


def test_feature_decisions_are_shown_together():
    """DD-R24: features and fees alike."""
    state = start(2, "3 7 12")
    choose(state, "12@a1", "3@a1")
    assert told(state.play(0, "W")) == [("decided", 0)]
    for other in (1, None):
        seen = state.view(other).seats[0]
        assert (seen.money, seen.features, seen.museum[0]) == (42, 0, "12")
    shown = told(state.play(1, "A"), kinds={"featured"})
    assert [(fact[1], fact[3]) for fact in shown] == [(0, "water"), (1, "ancient")]
    assert state.view(1).seats[0].museum[0] == "12W"


def test_a_feature_on_an_exhibit_whose_card_has_just_left():
    """DD-R24: it stands in the array all the same."""
    state = start(2, "15 2 3")
    choose(state, "15@a1", "C@a1")
    assert removed(state) == {"15"}
    features(state, P1="A")
    assert museum(state, 0) == {"a1": "15A"}


def test_a_declined_feature_is_told_too():
    """DD-R24: who declined, and that nothing was paid."""
    state = start(2, "3 7 12")
    events = lap(state, "12", "3", P2="A")
    assert told(events, kinds={"featured"})[0] == ("featured", 0, False, None, 0)
