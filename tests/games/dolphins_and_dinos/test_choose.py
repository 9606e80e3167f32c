"""Choose: DD-09 to DD-16, rulings DD-R6 to DD-R10."""

from __future__ import annotations

import pytest

from mesozoic import IllegalMove
from mesozoic.kernel.record import take_back

from .helpers import (
    GAME,
    SQUARES,
    choose,
    idle,
    lap,
    museum,
    numbers,
    picks,
    place,
    play_round,
    removed,
    squares,
    start,
    told,
    unchanged,
    with_money,
)

ALL_SQUARES = [f"@{square}" for square in SQUARES]


def test_a_choice_is_a_card_on_offer_or_a_corridor_and_a_square():
    """DD-09: in two steps, the second of which commits."""
    state = start(2, "5 9 R")
    assert picks(state) == ["5", "9", "R", "C"]
    state.play(0, "9")
    assert state.moves(0) == ALL_SQUARES
    state.play(0, "@b2")
    assert state.moves(0) == []
    state.play(1, "C@a1")
    assert museum(state, 0) == {"b2": "9"}


def test_a_choice_is_secret():
    """DD-09: the others learn that it was made, not what it is."""
    state = start(3, "5 9 R")
    assert state.play(0, "R") == []
    assert state.play(0, "(10)") == []
    assert told(state.play(0, "@b2"), seat=1) == [("chose", 0)]
    assert state.view(0).choice == "R(10)@b2"
    for other in (1, 2, None):
        assert state.view(other).choice == ""


def test_everybody_may_pick_the_same_card():
    """DD-10: picking does not take it from the table."""
    state = start(4, "5 9 R")
    lap(state, "5", "5", "5", "5")
    assert [museum(state, seat) for seat in range(4)] == [{"a1": "5"}] * 4
    assert "5" in [card.item for card in state.view(0).columns[0].cards if not card.removed]


def test_a_card_that_others_picked_comes_back_for_those_who_did_not():
    """DD-10: in the second round of its column."""
    state = idle(start(3, "1 2 3 | 4 5 6 | 7 8 9 | 10 15 R | 12 13 14"), 5)
    lap(state, "12", "12", "C")
    assert [("12" in picks(state, seat)) for seat in range(3)] == [False, False, True]


def test_an_exhibit_that_stands_in_the_own_array_is_barred():
    """DD-11: no value twice."""
    state = idle(start(2, "1 2 3 | 4 5 6 | 7 8 9 | 10 15 R | 12 13 14"), 5)
    lap(state, "12", "C")
    assert picks(state, 0) == ["13", "14", "C"]
    assert picks(state, 1) == ["12", "13", "14", "C"]
    barred = {card.item: card.barred for card in state.view(0).columns[4].cards}
    assert barred == {"12": True, "13": False, "14": False}
    with pytest.raises(IllegalMove, match="already"):
        state.play(0, "12")


def test_a_restaurants_number_bars_the_exhibit_of_that_value():
    """DD-11: as an exhibit or as a restaurant's number."""
    state = start(2, "R 2 3 | 4 5 6")
    choose(state, "R(5)@a1", "C@a1")
    assert picks(state, 0) == ["4", "6", "C"]
    assert picks(state, 1) == ["4", "5", "6", "C"]


@pytest.mark.parametrize("dollars", [0, 1, 48])
def test_a_corridor_is_always_a_legal_pick(dollars):
    """DD-12: in every round, the first included, whatever the money."""
    state = with_money(start(2), dollars, dollars)
    for number in range(1, 10):
        assert state.view(0).round == number
        assert "C" in picks(state, 0)
        lap(state, "C", "C")
    assert set(museum(state, 0).values()) == {"C"}


def test_the_restaurant_gets_a_number_from_1_to_15():
    """DD-13: chosen with it, before the square."""
    state = start(2, "R 2 3")
    state.play(0, "R")
    assert state.moves(0) == [f"({number})" for number in range(1, 16)]
    with pytest.raises(IllegalMove, match="choose the restaurant's number"):
        state.play(0, "@a1")


def test_the_restaurants_number_must_not_stand_in_the_own_array():
    """DD-13: the rivals' arrays do not matter."""
    state = start(2, "2 3 5 | R 4 6")
    lap(state, "5", "3")
    assert numbers(state, 0) == [number for number in range(1, 16) if number != 5]
    assert numbers(state, 1) == [number for number in range(1, 16) if number != 3]
    with pytest.raises(IllegalMove, match="already"):
        state.play(0, "R(5)@a2")


def test_the_restaurants_number_is_part_of_the_secret():
    """DD-13: shown with the choice and not before."""
    state = start(2, "R 2 3")
    assert told(state.play(0, "R(10)@a1")) == [("chose", 0)]
    shown = told(state.play(1, "C@a1"), kinds={"revealed"})
    assert shown == [("revealed", 0, "R", 10, "a1"), ("revealed", 1, "C", None, "a1")]


def test_the_first_square_is_any_of_the_nine():
    """DD-14: round 1."""
    assert squares(start(2)) == ALL_SQUARES


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("a1", ["@b1", "@a2"]),
        ("b1", ["@a1", "@c1", "@b2"]),
        ("c1", ["@b1", "@c2"]),
        ("a2", ["@a1", "@b2", "@a3"]),
        ("b2", ["@b1", "@a2", "@c2", "@b3"]),
        ("c2", ["@c1", "@b2", "@c3"]),
        ("a3", ["@a2", "@b3"]),
        ("b3", ["@b2", "@a3", "@c3"]),
        ("c3", ["@c2", "@b3"]),
    ],
)
def test_later_squares_share_a_side_with_a_filled_one(first, then):
    """DD-14: diagonals do not count, nor does the other edge of the sheet."""
    state = start(2)
    choose(state, f"C@{first}", "C@a1")
    assert squares(state, 0) == then


def test_a_filled_square_is_never_changed():
    """DD-15: every square keeps what it got, to the end, its feature apart."""
    state = GAME.start(3, seed=11)
    written = [{}, {}, {}]
    while not state.is_over:
        for seat in (0, 1, 2):
            place(state, seat, picks(state, seat)[0] if picks(state, seat)[0] != "R" else "C")
        for seat in state.to_move if state.view(None).phase == "features" else ():
            state.play(seat, state.moves(seat)[-1])
        for seat in (0, 1, 2):
            now = museum(state, seat)
            assert now.items() >= written[seat].items()
            assert len(now) == len(written[seat]) + 1
            written[seat] = now


def test_a_filled_square_is_not_offered_again():
    """DD-15: also not the one that became a corridor."""
    state = with_money(start(2, "9 2 3"), 0, 0)
    choose(state, "9@b2", "C@b2")
    assert museum(state, 0) == {"b2": "C"}
    for seat in (0, 1):
        assert "@b2" not in squares(state, seat)


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        ("10@c2", "not on offer in round 6"),  # lies in another column
        ("3@c2", "not on offer in round 6"),
        ("R@c2", "not on offer in round 6"),
        ("15@c2", "has left the game"),
        ("12@c2", "already"),
        ("11@b2", "filled already"),
        ("11@c3", "share a side"),  # only the diagonal b2 is filled
    ],
)
def test_everything_else_is_no_legal_move(choice, reason):
    """DD-16: another column, a removed card, a repeated value, a filled or distant square."""
    state = idle(start(2, "R 2 3 | 4 5 6 | 7 8 9 | 10 13 14 | 11 12 15"), 5)
    lap(state, "12", "15")
    assert set(museum(state, 0)) == {"a1", "b1", "c1", "a2", "b2"}
    with unchanged(state), pytest.raises(IllegalMove, match=reason):
        state.play(0, choice)
    item, square = choice.split("@")
    assert item not in picks(state) or f"@{square}" not in squares(state)


def test_a_committed_choice_cannot_be_taken_back():
    """DD-17, section 5: while it is being made, it can."""
    state = start(2, "R 2 3")
    state.play(0, "R")
    state.play(0, "(5)")
    assert take_back(state, 0).view(0).choice == "R"
    state.play(0, "@a1")
    with pytest.raises(IllegalMove, match="taken back"):
        take_back(state, 0)
    state.play(1, "C@a1")
    for seat in (0, 1):
        with pytest.raises(IllegalMove, match="taken back"):
            take_back(state, seat)


# --- Rulings ------------------------------------------------------------------------------------------------


def test_a_corridor_must_touch_a_filled_square_too():
    """DD-R6: it follows DD-14 like a card."""
    state = start(2)
    choose(state, "C@a1", "C@b2")
    with pytest.raises(IllegalMove, match="share a side"):
        state.play(0, "C@c3")


def test_later_squares_may_attach_to_a_corridor():
    """DD-R6: it counts as a played square."""
    state = start(2, "1 2 3 | 4 5 6")
    choose(state, "C@c3", "C@b2")
    play_round(state, "5@b3", "C@b1")
    assert museum(state, 0) == {"c3": "C", "b3": "5"}


def test_a_card_that_one_cannot_afford_may_be_picked():
    """DD-R7: even alone; the menu warns that it would become a corridor."""
    state = with_money(start(2, "9 12 15"), 4, 11)
    assert picks(state, 0) == ["9", "12", "15", "C"]
    labels = {move: GAME.words.label(state, 0, GAME.parse(move)) for move in picks(state, 0)}
    assert all("would become a corridor" in labels[item] for item in ("9", "12", "15"))
    choose(state, "9@a1", "C@a1")
    assert museum(state, 0) == {"a1": "C"}


def test_the_menu_warns_where_the_money_may_not_do():
    """DD-R7: enough for the 15 alone, not if both pick it; and no warning where it does."""
    state = with_money(start(2, "9 12 15"), 11, 12)
    assert "could not pay $12" in GAME.words.label(state, 0, GAME.parse("15"))
    assert "could not" not in GAME.words.label(state, 1, GAME.parse("15"))
    assert "corridor" not in GAME.words.label(state, 0, GAME.parse("12"))


def test_only_a_corridor_is_left_when_every_card_is_barred():
    """DD-R8: 12 stands there, 11 is the restaurant's number, 13 has left."""
    state = start(2, "R 2 3 | 4 5 6 | 7 8 9 | 15 1 14 | 11 12 13")
    choose(state, "R(11)@a1", "C@a1")
    idle(state, 5)
    lap(state, "12", "13")
    assert removed(state) == {"13"}
    assert picks(state, 0) == ["C"]
    assert picks(state, 1) == ["11", "12", "C"]


def test_only_the_own_array_is_looked_at():
    """DD-R9: a rival's squares are no neighbours."""
    state = start(2)
    choose(state, "C@a1", "C@c3")
    assert squares(state, 0) == ["@b1", "@a2"]
    assert squares(state, 1) == ["@c2", "@b3"]


def test_the_ninth_square_is_forced():
    """DD-R9: but what goes there is not."""
    state = start(2, "1 2 3 | 4 5 6")
    for square in ("a1", "b1", "c1", "c2", "b2", "a2", "a3", "b3"):
        choose(state, f"C@{square}", f"C@{square}")
    assert squares(state, 0) == ["@c3"]
    assert picks(state, 0) == ["1", "2", "3", "4", "5", "6", "C"]


def test_an_unpaid_exhibit_may_be_picked_again():
    """DD-R10: its value is not in the array."""
    state = with_money(idle(start(2, "R 2 3 | 4 5 6 | 7 8 9 | 15 1 14 | 11 12 13"), 5), 5, 0)
    lap(state, "12", "C")
    assert picks(state, 0) == ["11", "12", "13", "C"]


def test_the_number_of_an_unpaid_exhibit_is_free_for_a_restaurant():
    """DD-R10: and a corridor's square blocks no number either."""
    state = with_money(start(2, "11 2 3 | R 5 6"), 5, 0)
    lap(state, "11", "C")
    assert numbers(state, 0) == list(range(1, 16))
