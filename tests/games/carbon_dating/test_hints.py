"""What the bots make of it: the hints point the right way, and greedy plays far better than chance."""

from __future__ import annotations

import pytest

import mesozoic
from mesozoic.bots.search import Search
from mesozoic.kernel.hints import Thinking
from mesozoic.lab.simulate import simulate

from .helpers import GAME, play, position, start


def value(*args, **more):
    return GAME.hints.value(position(*args, **more), 0)


def test_fewer_dinosaurs_worry_less():
    assert value("VEL1", "IGU1 IGU2") > value("VEL1 VEL4", "IGU1 IGU2")


def test_an_end_that_somebody_waits_for_is_better():
    """IGU cards to come like an arrow at height 1 on their right."""
    assert value("ALL1", "IGU2 IGU3") > value("ALL3", "IGU2 IGU3")


def test_specials_are_worth_keeping():
    assert value("VEL1 VEL4", "IGU1 IGU2", aside="PTE TYR") > value("VEL1 VEL4", "IGU1 IGU2")


def test_the_end_is_counted_exactly():
    assert value("VEL1 VEL4 ALL1") == -3.0


def test_goals_count():
    vip = {"vip": True}
    assert value("VEL1(IGU1) VEL4", "IGU2 IGU3", vip) > value("VEL1 VEL4", "IGU2 IGU3", vip)
    audit = {"health_and_safety_audit": True}
    assert value("VEL1(IGU1) VEL4", "IGU2 IGU3", audit) < value("VEL1 VEL4", "IGU2 IGU3", audit)


def test_discarded_cards_that_never_come_back_are_bad_reviews():
    """CD-52: after the only reshuffle."""
    impatient = {"impatient_customers": True}
    fresh = value("VEL1", "IGU1 IGU2", impatient, discard="SPI1 SPI2")
    late = value("VEL1", "IGU1 IGU2", impatient, discard="SPI1 SPI2", reshuffles_used=1)
    assert late < fresh - 1


def quick(state):
    return GAME.text(GAME.hints.quick_move(state, 0, mesozoic.seeded(1)))


def test_in_roll_outs_a_special_waits_for_the_drawn_cards():
    """CD-11 allows it at any time; looking at every order would take most of the time of a roll-out."""
    state = position("VEL1 VEL4 ALL1", "IGU1 GAL2", aside="PTE TYR")
    assert quick(state)[:3] in ("IGU", "GAL")


def test_in_roll_outs_specials_are_kept_for_the_end():
    early = start("VEL1 VEL4 ALL1 ALL2")
    moves = []
    while early.view(0).round == 1:
        moves.append(quick(early))
        play(early, moves[-1])
    assert moves[-1] == "end round"


def test_the_last_rounds_are_thought_to_their_end():
    """IGU1 will have its good date with ALL1 if it is placed on its left."""
    state = position("ALL1", deck="IGU1")
    assert GAME.hints.first_look(state, 0) == 0.0
    assert GAME.hints.value(state, 0) != 0.0


def test_any_bad_review_costs_a_flawless_evening():
    assert [GAME.hints.outlook(position(row), 0, 1.0) for row in ("VEL1", "VEL1 VEL4")] == [-1.5, -2.5]


def test_the_same_table_is_not_thought_of_twice():
    """Two cards that do not touch each other: in either order the same, at the other ends not."""
    rows = [("BRA1 left", "BRA2 right"), ("BRA2 right", "BRA1 left"), ("BRA2 left", "BRA1 right")]
    tables = [position("PAC1 PAC2 PAC4", "BRA1 BRA2", deck="VEL1 VEL3") for _ in rows]
    for table, moves in zip(tables, rows, strict=True):
        play(table, *moves)
    one, other_order, other_ends = [GAME.hints.sameness(table) for table in tables]
    assert one == other_order != other_ends


def test_with_a_goal_tables_differ_by_who_was_eaten():
    def likeness(satisfied, **options):
        return GAME.hints.sameness(position("VEL1", "IGU1 IGU2", options, satisfied=satisfied))

    assert likeness("SPI1(BRA1) BRA2") == likeness("SPI1 BRA1 BRA2")
    assert likeness("SPI1(BRA1) BRA2", vip=True) != likeness("SPI1 BRA1 BRA2", vip=True)


def test_a_search_has_no_two_plans_for_the_same_table():
    state = position("PAC1 PAC2 PAC4", "BRA1 BRA2", deck="VEL1 VEL3")
    plans = Search(state, 0, Thinking(), mesozoic.seeded(1)).find_plans()
    tables = [state.clone() for _ in plans]
    for table, plan in zip(tables, plans, strict=True):
        for code in plan.codes:
            table.apply(0, code)
    assert len({GAME.hints.sameness(table) for table in tables}) == len(tables) == 2  # of four orders and places


def test_in_roll_outs_a_good_date_is_taken():
    """IGU1 has a full heart at height 1, where the arrow of ALL1 points: on its left both leave."""
    state = position("ALL1", "IGU1 ANK4")
    while not state.is_over:
        play(state, quick(state))
    assert state.score(0) == 1


def test_roll_outs_go_to_the_end_of_the_evening():
    state = GAME.start(1, seed=3)
    rng = mesozoic.seeded(1)
    while state.turn() >= 0:
        state.apply(0, GAME.hints.quick_move(state, 0, rng))
    assert state.score(0) < 10


def mean_reviews(bot, games):
    return simulate(GAME.prepare(1), [bot], games, seed="test", workers=1).by_bot[bot].mean_score


def test_random_play_is_as_bad_as_the_readme_says():
    assert 12.0 < mean_reviews("random", 200) < 15.5


@pytest.mark.skipif(not mesozoic.compiled, reason="thinking takes too long uncompiled")
def test_greedy_is_as_strong_as_the_readme_says():
    assert 0.9 < mean_reviews("greedy", 25) < 3.0
