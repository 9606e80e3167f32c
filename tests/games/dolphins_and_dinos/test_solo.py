"""The solo game: DD-42 to DD-47, rulings DD-R25 and DD-R34 to DD-R37."""

from __future__ import annotations

import pytest

from mesozoic import BadOptions, IllegalMove

from .helpers import (
    GAME,
    deal,
    features,
    finished,
    idle,
    lap,
    money,
    museum,
    offer,
    picks,
    place,
    play_museum,
    removed,
    squares,
    start,
    told,
    with_money,
)

DECK = "1 2 3 | 4 5 6 | 7 8 9 | 10 11 12 | 13 14 15"
THEMED_ROWS = "2L 7L 11L / 3W 6W 10W / 1A 5A 9A"  # the rows rise, the first column does not
THEMED_AND_ALL_RISING = "7L 10L 11L / 4W 6W 8W / 1A 3A 5A"
THEMED_COLUMNS = "9A 10W 11L / 5A 6W 7L / 1A 3W 2L"  # the columns rise, the first row does not
THEMED_IN_ANY_ORDER = "7L 2L 11L / 3W 10W 6W / 9A 5A 1A"


def test_the_standard_rules_hold():
    """DD-42: adjacency, prices, no value twice, nine rounds, one feature each."""
    state = start(1, "13 2 7 | 4 5 6")
    place(state, 0, "7")
    assert state.moves(0) == ["none", "W", "A", "L"]
    features(state, P1="W")
    assert money(state) == [50 - 4 - 1]
    assert squares(state) == ["@b1", "@a2"]
    with pytest.raises(IllegalMove, match="share a side"):
        state.play(0, "4@c3")
    idle(state, 9)
    assert "7" not in picks(state)
    idle(state, 10)
    assert len(museum(state, 0)) == 9


def test_neither_restaurant_nor_hidden_card():
    """DD-43: the deck is the fifteen exhibits, in any order."""
    decks = [GAME.start(1, seed=seed).position() for seed in range(60)]
    for position in decks:
        assert sorted(position["deck"]) == list(range(1, 16))
        assert "hidden" not in position
    assert {position["deck"].index(15) for position in decks} == set(range(15))
    state = idle(start(1, DECK), 10)
    assert state.view(0).hidden is None


def test_a_restaurant_in_a_solo_deck_is_refused():
    """DD-43: so is a hidden card."""
    with pytest.raises(BadOptions, match="'R'"):
        GAME.start(1, deal={"deck": [*range(1, 15), "R"]})
    with pytest.raises(BadOptions, match="'hidden'"):
        GAME.start(1, deal={**deal(DECK, solo=True), "hidden": 3})


def test_the_same_path_over_five_columns():
    """DD-43: the schedule of DD-07."""
    state = start(1, DECK)
    path = []
    while not state.is_over:
        path.append("-".join(offer(state)))
        lap(state, "C")
    t1, t2, t3, t4, t5 = "1-2-3", "4-5-6", "7-8-9", "10-11-12", "13-14-15"
    assert path == [t1, t2, t3, t4, t5, t5, t4, t3, f"{t1}-{t2}"]


def test_fifty_dollars():
    """DD-44: the starting money."""
    assert money(start(1)) == [50]


@pytest.mark.parametrize(("card", "price"), [("13", 7), ("14", 7), ("15", 8), ("12", 6)])
def test_no_surcharge(card, price):
    """DD-45: 13 and 14 cost $7, 15 costs $8; the table says so."""
    state = start(1, f"{card} 2 3")
    shown = state.view(0).columns[0].cards[0]
    assert (shown.price, shown.surcharge) == (price, 0)
    events = place(state, 0, card)
    assert told(events, kinds={"paid"}) == [("paid", 0, int(card), price, 0)]
    assert money(state) == [50 - price]


def test_the_exact_price_is_enough_for_the_15():
    """DD-45: eight dollars buy it, seven do not."""
    for purse, content in ((8, "15"), (7, "C")):
        state = with_money(start(1, "15 2 3"), purse)
        place(state, 0, "15")
        assert museum(state, 0) == {"a1": content}


WON, LOST = (0,), ()


@pytest.mark.parametrize(
    ("array", "winners"),
    [
        (THEMED_ROWS, WON),
        (THEMED_COLUMNS, WON),
        (THEMED_AND_ALL_RISING, WON),
        ("2L 7L 11L / 3W 6W 10W / 1A 5A 9", LOST),  # one exhibit without its mark
        ("2L 7L 11L / 3W 6W 10W / 1A 5A C", LOST),  # one corridor
        ("2L 6L 7L / 3W 8W 10W / 4L 11L 14L", LOST),  # two life halls, no ancient one
        ("7L 2L 11L / 3W 6W 10W / 1A 5A 9A", LOST),  # the life hall does not rise
        (THEMED_IN_ANY_ORDER, LOST),
    ],
)
def test_the_goal(array, winners):
    """DD-46: an ancient, a water and a life hall, each ascending."""
    result = finished(array).result
    assert result.winners == winners
    assert ("met" in result.why) == (winners == WON)


def test_the_goal_is_reached_by_playing():
    """DD-46: nine rounds, checked at the end."""
    state, events = play_museum(THEMED_AND_ALL_RISING, players=1)
    assert state.result.winners == WON
    assert state.view(0).result.winners == WON
    assert [fact[0] for fact in told(events)].count("featured") == 9


def test_the_result_carries_points():
    """DD-47: halls and feature bonuses, no money bonus however much money is left."""
    result = finished(THEMED_AND_ALL_RISING, purses=[20]).result
    rows, columns, bonuses = 9 + 18 + 28, 12 + 19 + 24, 5 + 8 + 11
    assert result.scores == (rows + columns + bonuses,)
    assert result.details[0].money_bonus == 0


def test_a_lost_game_carries_points_too():
    """DD-47: for comparison."""
    result = finished("C C C / C C C / 2 5 9", purses=[20]).result
    assert (result.winners, result.scores) == (LOST, (32,))


# --- Rulings ------------------------------------------------------------------------------------------------


def test_the_free_feature_goes_by_what_is_on_offer():
    """DD-R25: only the lowest on offer is free, so the dollar is felt."""
    state = start(1, "3 7 9")
    lap(state, "7", P1="W")
    assert money(state) == [50 - 4 - 1]
    state = start(1, "3 7 9")
    lap(state, "3", P1="W")
    assert money(state) == [50 - 2]


def test_the_other_reading_can_be_chosen():
    """DD-R25: free_feature = chosen makes every feature free."""
    state = start(1, "3 7 9", free_feature="chosen")
    lap(state, "7", P1="W")
    assert money(state) == [50 - 4]


@pytest.mark.parametrize(
    ("array", "feature_halls", "all_halls", "unordered"),
    [
        (THEMED_ROWS, WON, LOST, WON),
        (THEMED_COLUMNS, WON, LOST, WON),
        (THEMED_AND_ALL_RISING, WON, WON, WON),
        (THEMED_IN_ANY_ORDER, LOST, LOST, WON),
        ("7L 10L 11L / 4W 6W 8W / 1A 3A 5", LOST, LOST, LOST),
        ("7L 10L 11 / 4W 6W 8W / 1A 3A 5A", LOST, LOST, LOST),
    ],
)
def test_the_three_readings_of_the_goal(array, feature_halls, all_halls, unordered):
    """DD-R34: by default the three themed halls must rise, the other three need not."""
    assert finished(array).result.winners == feature_halls
    assert finished(array, solo_goal="feature_halls").result.winners == feature_halls
    assert finished(array, solo_goal="all_halls").result.winners == all_halls
    assert finished(array, solo_goal="unordered").result.winners == unordered


def test_the_game_is_played_on_although_the_goal_is_out_of_reach():
    """DD-R35: one corridor loses, but there are nine rounds all the same."""
    state = start(1, DECK)
    lap(state, "C")
    assert not state.is_over
    rounds = 1
    while not state.is_over:
        lap(state, "C")
        rounds += 1
    assert rounds == 9
    assert state.result.winners == LOST


@pytest.mark.parametrize("square", range(9))
def test_every_square_must_be_a_marked_exhibit(square):
    """DD-R35: one corridor or one unmarked exhibit, wherever it is, and the game is lost."""
    contents = THEMED_AND_ALL_RISING.replace("/ ", "").split()
    for instead in ("C", contents[square][:-1]):
        changed = [*contents[:square], instead, *contents[square + 1 :]]
        array = " / ".join(" ".join(changed[at : at + 3]) for at in (0, 3, 6))
        for goal in ("feature_halls", "all_halls", "unordered"):
            assert finished(array, solo_goal=goal).result.winners == LOST


def test_a_placed_13_leaves_and_the_14_becomes_the_lowest_on_offer():
    """DD-R36: so its feature is free in the next round."""
    state = idle(start(1, DECK), 5)
    lap(state, "13", P1="A")
    assert removed(state) == {"13"}
    assert money(state) == [50 - 7]
    assert picks(state) == ["14", "15", "C"]
    lap(state, "14", P1="L")
    assert money(state) == [50 - 7 - 7]


def test_the_lowest_on_offer_counts_before_this_rounds_removal():
    """DD-R36: the 14 was not the lowest while the 13 lay there; one on offer but barred still counts."""
    state = idle(start(1, DECK), 5)
    lap(state, "14", P1="L")
    assert money(state) == [50 - 7 - 1]
    state = idle(start(1, "1 2 3 | 4 13 14 | 7 8 9 | 10 11 12 | 5 6 15"), 5)
    lap(state, "5")
    lap(state, "6", P1="W")
    assert money(state) == [50 - 3 - 3 - 1]


def test_what_one_cannot_afford_becomes_a_corridor():
    """DD-R37: as usual."""
    state = with_money(start(1, "9 2 3"), 4)
    events = place(state, 0, "9")
    assert told(events, kinds={"unpaid"}) == [("unpaid", 0, 9, 5)]
    assert museum(state, 0) == {"a1": "C"}
    assert money(state) == [4]
