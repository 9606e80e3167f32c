"""What the search makes of it: museums thought through to their end, themes and restaurants included."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

import mesozoic
from mesozoic.games.dolphins_and_dinos.hints import Beam, Plan, best_mark, best_museum, has_room, money_points
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


def test_a_draft_pays_as_if_most_others_picked_the_same_high_card():
    """DD-19: with N seats 1 + 0.8 (N - 1) pickers, at a dollar each for 13 and 14 and two for 15."""
    prices = {players: [Beam(start(players), 1).price(item) for item in (12, 13, 14, 15)] for players in (2, 4, 6)}
    assert prices == {2: [6, 9, 9, 12], 4: [6, 10, 10, 15], 6: [6, 12, 12, 18]}


def test_a_draft_does_not_count_on_a_high_card_that_is_still_to_come_by_twice():
    """DD-26: 15, of the second column, comes by in rounds 2 and 9; 12 never leaves."""
    state = start(3, "1 2 3 15 12 4")
    doubts = [[round for round in (2, 9) if Beam(state, 1).may_have_left(round, at)] for at in (3, 4)]
    assert doubts == [[9], []]
    play_round(state, "C@a1", "C@a1", "C@a1")
    play_round(state, "C@b1", "C@b1", "C@b1")
    assert not Beam(state, 1).may_have_left(9, 3), "nobody took it: it is there again"


# --- Alone ------------------------------------------------------------------------------------------------------


def test_alone_the_outlook_is_whether_the_goal_is_found():
    """DD-46: in the first round a way is found; a corridor (DD-R35) or a square without a mark ends it."""
    state = start(1)
    assert HINTS.outlook(state, 0, 10.0) == 1.0
    lost = state.clone()
    choose(lost, "C@a1")
    assert HINTS.outlook(lost, 0, 10.0) == 0.0
    play_round(state, "1@a1", P1="A")
    assert HINTS.outlook(state, 0, 10.0) == 1.0


def test_alone_a_mark_that_is_still_to_be_drawn_counts_as_drawn():
    state = start(1)
    choose(state, "1@a1")
    assert HINTS.outlook(state, 0, 10.0) == 1.0
    state.play(0, "none")
    assert HINTS.outlook(state, 0, 10.0) == 0.0


def test_alone_the_last_square_decides():
    """A museum at its end is worth 1 or nothing, one whose last square alone fails a fifth at most."""
    assert HINTS.outlook(finished("7 14 15 / 5 6 8 / 1 2 3"), 0, 10.0) == 0.0


def test_a_hall_needs_room_for_its_empty_squares():
    def room(*row):
        return has_room(vec[i64]([*row, 0, 0, 0, 0, 0, 0]), 0, 15)

    assert room(0, 0, 3) and room(1, 0, 3) and room(13, 0, 0) and room(0, 14, 0)
    assert not room(0, 0, 2) and not room(1, 0, 2) and not room(14, 0, 0) and not room(0, 15, 0) and not room(5, 4, 0)
