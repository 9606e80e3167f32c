"""What the search makes of it: museums thought through to their end, themes and restaurants included."""

from __future__ import annotations

import mesozoic
from mesozoic.games.dolphins_and_dinos.hints import Plan, best_mark, best_museum, money_points
from mesozoic.kernel.hints import NO_OPINION

from .helpers import GAME, IDLE, choose, finished, play_round, start, with_money

HINTS = GAME.hints
FEATURES = "-WAL"


def test_a_finished_museum_is_worth_its_points():
    state = finished("7 14 15 / 5 6 8 / 1 2 3", IDLE)
    assert best_museum(state, 0, 1, []) == state.array_score(0) > 0


def test_a_broader_search_finds_a_better_museum():
    state = start(2, "1 2 3 4 5 6 7 8 9 10 11 13 14 15 R")
    assert best_museum(state, 0, 20, []) > best_museum(state, 0, 1, []) > 100


def test_the_mark_that_goes_on_with_a_theme_is_drawn():
    """10 has water and life; beside a fish of life only life makes a theme."""
    state = start(2, "6 1 2 10 3 4")
    play_round(state, "6@a1", "1@a1", P1="L")
    choose(state, "10@b1", "3@b1")
    assert FEATURES[best_mark(state, 0)] == "L"
    assert GAME.text(HINTS.quick_move(state, 0, mesozoic.seeded(1))) == "L"


def test_a_whole_choice_is_left_to_the_value():
    assert HINTS.quick_move(start(2), 0, mesozoic.seeded(1)) == NO_OPINION


def test_a_better_museum_gives_a_better_outlook():
    state = start(2, "15 1 2")
    worse = state.clone()
    choose(state, "15@c3", "1@a1")
    choose(worse, "15@a1", "1@a1")
    assert HINTS.outlook(state, 0, 10.0) > HINTS.outlook(worse, 0, 10.0)


def test_money_counts_by_rank():
    """DD-39: two points for each who will have less, one for each who will have as much; half sure halfway."""
    rivals = [Plan(with_money(start(3), *purses), 0) for purses in ((3, 0, 0), (5, 0, 0))]
    assert [money_points(money, rivals, 1.0) for money in (0, 2, 3, 4, 5, 6)] == [0, 0, 1, 2, 3, 4]
    assert money_points(4, rivals, 0.5) == 2.0
    assert money_points(5, rivals, 0.5) == 3.0
