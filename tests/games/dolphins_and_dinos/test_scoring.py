"""Scoring: DD-35 to DD-41, rulings DD-R26 to DD-R32. Museums are written with their rows from the top."""

from __future__ import annotations

import pytest

from .helpers import (
    IDLE,
    bonuses,
    choose,
    finished,
    halls,
    idle,
    numbers,
    picks,
    place,
    play_museum,
    play_round,
    sheet_score,
    start,
    told,
    with_money,
)


def test_a_row_rises_from_left_to_right():
    """DD-35: read a, b, c."""
    assert halls("C C C / C C C / 2 5 9")["r1"] == 16
    assert halls("C C C / C C C / 9 5 2")["r1"] == 0
    assert halls("C C C / C C C / 2 9 5")["r1"] == 0
    assert halls("C C C / C C C / 5 2 9")["r1"] == 0


def test_a_column_rises_from_bottom_to_top():
    """DD-35: read 1, 2, 3."""
    assert halls("9 C C / 5 C C / 2 C C")["ca"] == 16
    assert halls("2 C C / 5 C C / 9 C C")["ca"] == 0
    assert halls("C C 5 / C C 9 / C C 2")["cc"] == 0


def test_each_of_the_six_halls_has_its_own_squares():
    """DD-35, DD-36: nine rising exhibits, every hall the sum of its three."""
    assert halls("7 8 9 / 4 5 6 / 1 2 3") == {"r1": 6, "r2": 15, "r3": 24, "ca": 12, "cb": 15, "cc": 18}


def test_corridors_are_skipped():
    """DD-35: wherever they are."""
    assert halls("C C C / C C C / 2 C 9")["r1"] == 11
    assert halls("C C C / C C C / C 2 9")["r1"] == 11
    assert halls("C C C / C C C / 2 9 C")["r1"] == 11
    assert halls("C C C / C C C / 9 C 2")["r1"] == 0


def test_a_restaurant_takes_part_with_its_number():
    """DD-35: it can keep a hall rising, and it can break it."""
    assert halls("C C C / C C C / 2 (5) 9")["r1"] == 11
    assert halls("C C C / C C C / 2 (10) 9")["r1"] == 0
    assert halls("C C C / C C C / 2 (1) 9")["r1"] == 0


def test_corridors_and_restaurants_score_nothing():
    """DD-36: only exhibits do."""
    assert sheet_score("C C C / C C C / (2) (5) C").total == 0
    assert halls("C C C / C C C / 3 (7) C") == {"r1": 3, "r2": 0, "r3": 0, "ca": 3, "cb": 0, "cc": 0}


def test_an_unpaid_exhibit_scores_nothing_and_breaks_nothing():
    """DD-36, DD-21: it is a corridor."""
    state = with_money(start(2, "9 1 3 | 5 2 4"), 4, 0)
    choose(state, "9@a1", "C@a1")
    state = with_money(state, 10, 0)
    play_round(state, "5@b1", "C@b1")
    idle(state, 10)
    assert state.result.details[0].halls[0] == 5


def test_a_broken_hall_scores_nothing_at_all():
    """DD-36: not even the part that rises."""
    assert halls("C C C / C C C / 2 9 5") == {"r1": 0, "r2": 0, "r3": 0, "ca": 2, "cb": 9, "cc": 5}


def test_an_exhibit_is_scored_in_each_of_its_two_halls():
    """DD-37: in both, in one, or in none."""
    assert sheet_score("C C C / C 8 C / C C C").total == 16
    assert sheet_score("C C C / C 8 3 / C C C").total == 8 + 3
    assert sheet_score("C 5 C / C 8 3 / C C C").total == 5 + 3


def test_a_themed_hall_scores_its_highest_exhibit_once_more():
    """DD-38: three exhibits, one drawn feature, ascending."""
    assert bonuses("C C C / C C C / 4W 6W 10W") == {"r1": 10}
    assert bonuses("11L C C / 4L C C / 2L C C") == {"ca": 11}


def test_no_bonus_for_a_broken_hall():
    """DD-38: themed, but not ascending."""
    assert bonuses("C C C / C C C / 6W 4W 10W") == {}


def test_no_bonus_for_two_exhibits():
    """DD-38: a corridor or a restaurant is no themed exhibit."""
    assert bonuses("C C C / C C C / 4W C 10W") == {}
    assert bonuses("C C C / C C C / 4W (7) 10W") == {}
    assert bonuses("C C C / C C C / 4W 7W C") == {}


def test_no_bonus_for_mixed_or_missing_marks():
    """DD-38: the same feature on all three."""
    assert bonuses("C C C / C C C / 4W 6L 10W") == {}
    assert bonuses("C C C / C C C / 4W 6W 10") == {}
    assert bonuses("C C C / C C C / 4 6 10") == {}


def money_bonuses(*purses):
    return [sheet.money_bonus for sheet in finished(*[IDLE] * len(purses), purses=purses).result.details]


@pytest.mark.parametrize(
    ("purses", "points"),
    [
        ((3, 2), [2, 0]),
        ((3, 3), [1, 1]),
        ((0, 0), [0, 0]),
        ((1, 0), [2, 0]),
        ((5, 5, 5), [2, 2, 2]),
        ((9, 5, 5), [4, 1, 1]),
        ((0, 5, 0), [0, 4, 0]),
        ((4, 3, 2, 1), [6, 4, 2, 0]),
        ((1, 1, 0, 0, 0, 0), [9, 9, 0, 0, 0, 0]),
    ],
)
def test_money_bonus(purses, points):
    """DD-39: two points for each poorer player, one for each equally rich; nothing without a dollar."""
    assert money_bonuses(*purses) == points


def test_the_total_is_halls_and_both_bonuses():
    """DD-40: and the highest total wins."""
    themed = "C C C / C C C / 4W 6W 10W"
    plain = "C C C / C C C / 4 6 10"
    result = finished(themed, plain, purses=[3, 7]).result
    assert result.scores == (20 + 20 + 10 + 0, 20 + 20 + 2)
    assert (result.winners, result.places) == ((0,), (1, 2))


def test_money_can_decide_the_game():
    """DD-40: the money bonus is part of the total."""
    plain = "C C C / C C C / 4 6 10"
    assert finished(plain, plain, purses=[3, 4]).result.winners == (1,)


def test_a_tie_goes_to_the_most_drawn_features():
    """DD-41: no other thing breaks it, money least of all."""
    marked, plain = "C C C / C C C / 4W C 10", "C C C / C C C / 4 C 10"
    result = finished(plain, marked, purses=[0, 0]).result
    assert result.scores[0] == result.scores[1]
    assert (result.winners, result.places) == ((1,), (2, 1))


def test_features_in_broken_halls_count_for_the_tie():
    """DD-41: all squares count; here 9 stands in two broken halls."""
    unscored, plain = "3 C C / C C C / 9A C 4", "C C C / C C C / 4 C 3"
    result = finished(plain, unscored).result
    assert result.scores == (7, 7)
    assert result.winners == (1,)


def test_still_tied_they_share_the_win():
    """DD-41: although their museums differ."""
    first, second = "C C C / C C C / 4W C 10", "C C C / C 4 C / C C 10L"
    other = "C C C / C C C / 4 C C"
    result = finished(first, other, second, purses=[0, 0, 0]).result
    assert result.scores[0] == result.scores[2] == 28
    assert (result.winners, result.places) == ((0, 2), (1, 3, 1))


# --- Rulings ------------------------------------------------------------------------------------------------


def test_one_exhibit_with_two_corridors():
    """DD-R26: ascending, scores its value; halls of corridors alone, or with a restaurant, score 0."""
    assert halls("C C C / C (4) C / 9 C C") == {"r1": 9, "r2": 0, "r3": 0, "ca": 9, "cb": 0, "cc": 0}


def test_halls_of_corridors_count_as_rising():
    """DD-R26: they score 0, but they are not broken."""
    state = finished(IDLE, "C C C / C (4) C / C C C")
    for seat in (0, 1):
        assert all(hall.ascending and hall.complete for hall in state.view(None).seats[seat].halls)


def test_a_restaurant_and_a_corridor_in_a_hall():
    """DD-R27: the number must still fit."""
    assert halls("C C C / C C C / C (10) 5")["r1"] == 0
    assert halls("C C C / C C C / 5 C (10)")["r1"] == 5


def test_two_restaurants_in_a_hall():
    """DD-R28: both take part with their numbers."""
    assert halls("C C C / C C C / (3) 7 (12)")["r1"] == 7
    assert halls("C C C / C C C / (12) 7 (3)")["r1"] == 0
    assert halls("C C C / C C C / (3) (2) 7")["r1"] == 0
    assert halls("C C C / C C C / (8) 7 (12)")["r1"] == 0


def test_equal_numbers_cannot_meet_in_an_array():
    """DD-R29: an exhibit and a restaurant of one value exclude each other, both ways round."""
    state = start(2, "R 5 9 | 4 6 7")
    play_round(state, "R(6)@a1", "9@a1")
    assert "6" not in picks(state, 0)
    idle(state, 9)
    assert 6 not in numbers(state, 0)
    assert 9 not in numbers(state, 1)


def test_the_drawn_mark_counts_not_what_the_card_offers():
    """DD-R30: all three could be water."""
    assert bonuses("C C C / C C C / 4W 6W 10L") == {}
    assert bonuses("C C C / C C C / 4L 6L 10L") == {"r1": 10}


def test_one_bonus_per_hall_and_an_exhibit_may_be_highest_in_two():
    """DD-R30: the 14 counts in both of its halls."""
    assert bonuses("8L 10L 14L / C C 7L / C C 2L") == {"r3": 14, "cc": 14}


def test_the_player_is_not_counted_among_those_with_the_same_amount():
    """DD-R31: other players only."""
    assert money_bonuses(5, 0, 0) == [4, 0, 0]
    assert money_bonuses(5, 5) == [1, 1]


def test_money_is_compared_after_round_9_is_complete():
    """DD-R31: the price and the fee of round 9 are gone by then."""
    state = with_money(idle(start(2, "5 2 3 | 4 6 7"), 9), 10, 10)
    place(state, 0, "5")
    place(state, 1, "5")
    state.play(0, "none")
    state.play(1, "A")
    assert [sheet.money for sheet in state.result.details] == [7, 7], "free for both"
    state = with_money(idle(start(2, "5 2 3 | 4 6 7"), 9), 10, 9)
    place(state, 0, "5")
    place(state, 1, "2")
    state.play(0, "A")
    state.play(1, "none")
    assert [(sheet.money, sheet.money_bonus) for sheet in state.result.details] == [(6, 0), (8, 2)]


def test_the_ranking_uses_total_then_features():
    """DD-R32: equal in both is the same place, and the next place is left out."""
    best, marked, plain = "C C C / C C C / 4 C 12", "C C C / C C C / 4W C 10", "C C C / C C C / 4 C 10"
    low = "C C C / C C C / 4L C C"
    result = finished(plain, marked, plain, best, low, deck="4 10 12").result
    assert result.scores == (28, 28, 28, 32, 8)
    assert result.places == (3, 2, 3, 1, 5)
    assert result.winners == (3,)


def test_the_scores_are_told_hall_by_hall():
    """DD-40: in the log as in the result."""
    state, events = play_museum("12W C C / 10W 11L C / 7W 8L 9A")
    sheet = state.result.details[0]
    assert told(events, kinds={"scored"})[0] == (
        "scored", 0, (24, 21, 12, 29, 19, 9), (0, 0, 0, 12, 0, 0), sheet.money_bonus, 126 + sheet.money_bonus,
    )  # fmt: skip
    assert sheet.total == 126 + sheet.money_bonus
    assert state.result.scores[0] == state.score(0) == sheet.total


def test_a_sheet_shows_what_it_would_score_now():
    """DD-36, section 9: empty squares are skipped like corridors."""
    state = start(2, "5 9 3 | 4 6 7")
    play_round(state, "5@b2", "C@a1")
    play_round(state, "4@b3", "C@a2")
    shown = {hall.name: (hall.ascending, hall.complete, hall.points) for hall in state.view(1).seats[0].halls}
    assert shown["r2"] == (True, False, 5)
    assert shown["r3"] == (True, False, 4)
    assert shown["cb"] == (False, False, 0)
    assert shown["ca"] == (True, False, 0)
