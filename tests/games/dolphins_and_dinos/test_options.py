"""The options of section 6: each value, their defaults, and those that do not go together."""

from __future__ import annotations

import itertools

import pytest

from mesozoic import BadOptions

from .helpers import GAME, choose, features, finished, idle, lap, money, place, play_round, start


def settled(players, **options):
    return dict(GAME.prepare(players, options).options)


def designers(money):
    return {"cards": "", "tune_money": money}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_defaults_of_the_standard_game(players):
    """DD-R21, DD-R33: open sheets, free by what was placed."""
    assert settled(players) == {
        "sheets": "open",
        "free_feature": "chosen",
        "solo_goal": "feature_halls",
        "cards": "",
        "tune_money": 42 + 3 * players,
    }


def test_defaults_of_the_solo_game():
    """DD-R25, DD-R34: free by what was offered."""
    assert settled(1) == {
        "sheets": "open",
        "free_feature": "offered",
        "solo_goal": "feature_halls",
        "cards": "",
        "tune_money": 50,
    }


@pytest.mark.parametrize("name", ["sheets", "free_feature", "solo_goal"])
@pytest.mark.parametrize("value", ["", "Open", "none", None, 1, True, ["open"]])
def test_an_unknown_value_is_refused_with_the_known_ones(name, value):
    with pytest.raises(BadOptions, match=f"Option {name} cannot be .*: give "):
        GAME.start(1, options={name: value})


@pytest.mark.parametrize("name", ["sheet", "players", "Sheets", "seed", ""])
def test_an_unknown_option_is_refused_with_the_known_ones(name):
    with pytest.raises(BadOptions, match="free_feature, sheets, solo_goal"):
        GAME.start(2, options={name: "open"})


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("goal", ["all_halls", "unordered"])
def test_a_solo_goal_for_several_players_is_refused(players, goal):
    """DD-46: it is the goal of the solo game."""
    with pytest.raises(BadOptions, match="solo_goal is the goal of the solo game"):
        GAME.start(players, options={"solo_goal": goal})


ALL_VALUES = list(
    itertools.product(["open", "closed"], ["chosen", "offered"], ["feature_halls", "all_halls", "unordered"])
)


@pytest.mark.parametrize(("sheets", "free_feature", "solo_goal"), ALL_VALUES)
def test_all_combinations_of_the_solo_game_play_to_the_end(sheets, free_feature, solo_goal):
    state = start(1, sheets=sheets, free_feature=free_feature, solo_goal=solo_goal)
    lap(state, "2", P1="L")
    assert money(state) == [50 - 1 - (free_feature == "offered")], "the 1 lies on offer beside the 2"
    idle(state, 10)
    GAME.check_invariants(state)
    assert state.result.winners == ()


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(("sheets", "free_feature"), list(itertools.product(["open", "closed"], ["chosen", "offered"])))
def test_all_combinations_of_the_standard_game_play_to_the_end(players, sheets, free_feature):
    state = start(players, "1 2 3", sheets=sheets, free_feature=free_feature)
    lap(state, "2", *["C"] * (players - 1), P1="L")
    assert money(state)[0] == 42 + 3 * players - 1 - (free_feature == "offered")
    assert (state.view(1).seats[0].museum is None) == (sheets == "closed")
    idle(state, 10)
    GAME.check_invariants(state)


# --- free_feature = offered ---------------------------------------------------------------------------------


def test_offered_the_lowest_on_offer_is_free_for_all_who_placed_it():
    """DD-R21: and costs a dollar for the others."""
    state = start(3, "3 7 12", free_feature="offered")
    play_round(state, "3@a1", "3@a1", "7@a1", P1="A", P2="W", P3="L")
    assert money(state) == [51 - 2, 51 - 2, 51 - 4 - 1]


def test_offered_nobody_draws_free_if_the_lowest_is_not_placed():
    """DD-R21: an unpaid pick of it does not help anybody."""
    state = start(2, "3 7 12", free_feature="offered")
    choose(state, "7@a1", "12@a1")
    assert state.view(0).free_item == "3"
    features(state, P1="L", P2="A")
    assert money(state) == [48 - 4 - 1, 48 - 6 - 1]


def test_offered_the_restaurant_is_no_exhibit():
    """DD-R21, DD-32: the lowest exhibit beside it is looked for."""
    state = start(2, "R 7 12", free_feature="offered")
    play_round(state, "R(1)@a1", "7@a1", P2="L")
    assert money(state) == [48, 48 - 4]


def test_offered_a_card_that_the_player_already_has_still_lies_there():
    """DD-R21: whether or not the player could still pick it."""
    state = idle(start(2, "1 2 3 | 4 R 6 | 7 8 9 | 10 15 14 | 5 12 13", free_feature="offered"), 5)
    lap(state, "5", "5")
    lap(state, "12", "12", P1="A")
    assert money(state) == [48 - 3 - 6 - 1, 48 - 3 - 6]


def test_offered_a_removed_card_does_not_lie_there_any_more():
    """DD-R21: at the start of this round."""
    state = idle(start(2, "1 2 3 | 4 R 6 | 7 8 9 | 10 5 11 | 13 14 15", free_feature="offered"), 5)
    lap(state, "13", "15", P1="A", P2="A")
    assert money(state) == [48 - 8, 48 - 10 - 1], "the 13 was on offer at the start of its own round"
    lap(state, "14", "C", P1="L")
    assert money(state) == [40 - 8, 37]


def test_offered_round_9_looks_at_both_columns():
    """DD-R21: over T1 and T2 together."""
    state = idle(start(2, "5 6 7 | 2 8 9", free_feature="offered"), 9)
    place(state, 0, "5")
    place(state, 1, "2")
    features(state, P1="A", P2="L")
    assert money(state) == [48 - 3 - 1, 48 - 1]


def test_chosen_round_9_looks_at_what_was_placed():
    """DD-R21: from either column."""
    state = idle(start(2, "5 6 7 | 2 8 9"), 9)
    place(state, 0, "5")
    place(state, 1, "8")
    features(state, P1="A", P2="L")
    assert money(state) == [48 - 3, 48 - 4 - 1]


def test_scores_do_not_depend_on_what_others_could_see():
    """DD-R33: closed sheets change views, not points."""
    arrays = "7L 14 13 / 6L 8 (10) / 2L C 5", "C C C / C C C / C C C"
    results = [finished(*arrays, purses=[3, 1], sheets=sheets).result for sheets in ("open", "closed")]
    assert results[0] == results[1]
    assert results[0].scores == (85, 0)
