"""What the search makes of it: museums thought through to their end, themes and restaurants included."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

import mesozoic
from mesozoic.games.dolphins_and_dinos.hints_draft import Beam, Draft, best_mark, best_museum, money_points
from mesozoic.games.dolphins_and_dinos.hints_plan import Plan
from mesozoic.games.dolphins_and_dinos.hints_solo import has_room
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
    beams = {players: Beam(start(players), 1, []) for players in (2, 4, 6)}
    prices = {players: [beam.price(item, 1) for item in (12, 13, 14, 15)] for players, beam in beams.items()}
    assert prices == {2: [6, 9, 9, 12], 4: [6, 10, 10, 15], 6: [6, 12, 12, 18]}


def test_a_draft_does_not_count_on_a_high_card_that_is_still_to_come_by_twice():
    """DD-26: 15, of the second column, comes by in rounds 2 and 9; 12 never leaves."""
    state = start(3, "1 2 3 15 12 4")
    doubts = [[round for round in (2, 9) if Beam(state, 1, []).may_have_left(round, at)] for at in (3, 4)]
    assert doubts == [[9], []]
    play_round(state, "C@a1", "C@a1", "C@a1")
    play_round(state, "C@b1", "C@b1", "C@b1")
    assert not Beam(state, 1, []).may_have_left(9, 3), "nobody took it: it is there again"


def test_a_draft_pays_for_those_who_pick_a_high_card_by_their_plans():
    """DD-19: what one or two of three plan comes true; where all three do, each does in three of four cases."""
    state = start(4, "15 13 12")
    rivals = [Plan(state, seat) for seat in (1, 2, 3)]
    prices = []
    for rival in rivals:
        rival.picks[1] = 15
        prices.append(Beam(state, 1, rivals).price(15, 1))
    assert prices == [12, 14, 15]
    assert [Beam(state, 1, rivals).price(item, 1) for item in (12, 13)] == [6, 8]


def test_a_draft_does_not_count_on_a_high_card_that_leaves_by_the_others_plans():
    """DD-26: with three seats 15 leaves when one has placed it; of the second column it comes by in rounds 2 and 9."""
    state = start(3, "1 2 3 15 12 4")
    rivals = [Plan(state, seat) for seat in (1, 2)]
    assert Beam(state, 1, rivals).risk(9, 3) == 0.0
    rivals[0].picks[2] = 15
    assert Beam(state, 1, rivals).risk(9, 3) > 0.0
    assert Beam(state, 1, rivals).risk(2, 3) == 0.0, "the first time it is there"


def test_a_plan_tells_what_it_picks_in_each_round_to_come():
    state = start(2, "15 1 2")
    plan = Plan(state, 0)
    plan.fill()
    picked = [plan.picks[round] for round in range(1, 10)]
    assert all(picked) and picked[0] in (15, 1, 2)


def test_many_drafts_are_kept_as_few_are():
    """The heap and the table of what was met: more drafts than can ever be made, all of them different."""
    state = start(2)
    beam = Beam(state, 7, [])
    beam.drafts.append(Draft(vec[i64]([0] * 9), 0, 0, 48, 0.0, 0.0))
    for number in range(100):
        beam.consider(float(number * 37 % 100), 0, 1 + number % 9, 1, 0.0)
    assert sorted(beam.promises) == [93.0, 94.0, 95.0, 96.0, 97.0, 98.0, 99.0]
    assert beam.promises[beam.heap[0]] == 93.0


def test_what_others_have_sealed_is_chosen_anew_by_the_search():
    state = start(3, "15 1 2")
    choose(state, None, "C@a1", "1@a1")
    world = state.imagine(0, mesozoic.seeded(1))
    HINTS.take_back(world, 0)
    assert list(world.to_move) == [0, 1, 2]
    choose(state, "15@c3")
    state.play(2, "A")
    world = state.imagine(0, mesozoic.seeded(1))
    HINTS.take_back(world, 0)
    assert list(world.to_move) == [0, 2], "who placed nothing has no feature to draw"


def test_once_all_cards_lie_open_there_is_one_world():
    state, closed = start(2), start(2, sheets="closed")
    seen = []
    for square in ("a1", "b1", "c1", "c2"):
        seen.append((HINTS.thinking(state).worlds == 1, HINTS.thinking(closed).worlds == 1))
        play_round(state, f"C@{square}", f"C@{square}")
        play_round(closed, f"C@{square}", f"C@{square}")
    assert seen == [(False, False), (False, False), (False, False), (True, False)]


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
