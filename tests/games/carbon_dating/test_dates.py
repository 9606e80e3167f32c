"""Neighbours and dates: CD-17 to CD-24, CD-R5, CD-R7, CD-R8, CD-R13, CD-R15."""

from __future__ import annotations

import pytest

from mesozoic.games.carbon_dating.cards import CARD_OF, IDS

from .helpers import GAME, dates, kinds, pile, play, position, row, seating, told
from .reference import HEARTS, arrow


def test_gaps_close_at_once():
    """CD-17: who sat on both sides of those who left are neighbours."""
    state = position("VEL4 BRA2 IGU1", "ANK1 ANK2", aside="PTE")
    play(state, "PTE gap 2")
    events = play(state, "date BRA2 PTE")
    assert told(events, "gap_closed", "met") == [("gap_closed", "VEL4", "IGU1"), ("met", "VEL4", "IGU1")]
    assert row(state) == "VEL4 IGU1"


def test_only_new_neighbours_date():
    """CD-18: seated neighbours who would like each other stay seated."""
    state, events = seating("IGU1 ALL1 TRI3", "ANK2", "left")
    assert dates(events) == ["ANK2-IGU1 bad"]
    assert row(state) == "IGU1 ALL1 TRI3"


def test_removal_makes_new_neighbours():
    """CD-18: those on both sides of a gap date."""
    state, events = seating("IGU1 ANK1 PAC1 VEL1", "SPI4", "left")
    assert dates(events) == ["SPI4-ANK1 good"]
    assert row(state) == "PAC1 VEL1"


def test_moving_makes_new_neighbours():
    """CD-18: both where one left and where one arrives."""
    _, events = seating("PAC4 BRA3", "TRI3", "left")  # TRI3 stampedes to the right end
    assert told(events, "met") == [("met", "TRI3", "PAC4"), ("met", "BRA3", "TRI3")]


@pytest.mark.parametrize("left", IDS)
def test_one_comparison_decides(left):
    """CD-19: the slot of L at the height of R's arrow; L's arrow and R's hearts play no part."""
    variant = GAME.prepare(1).variant
    for right in IDS:
        slot = HEARTS[left[:3]][arrow(right) - 1]
        assert variant.heart(CARD_OF[left], CARD_OF[right]) == "-FB".index(slot)


def test_a_good_date_takes_both_away():
    """CD-20: to the satisfied area, tucked cards included."""
    state, events = seating("VEL1(IGU2,GAL2) STE1", "IGU3", "left")
    assert dates(events) == ["IGU3-VEL1 good"]
    assert pile(state, "satisfied") == "IGU3 VEL1(IGU2,GAL2)"
    assert row(state) == "STE1"


def test_a_bad_date_is_the_left_hand_one_s():
    """CD-21: R's own effect is not resolved."""
    state, events = seating("ANK1", "PAC1", "right")  # ANK1-PAC1: ANK1 storms off, PAC1 does not butt
    assert kinds(events) == ["placed", "met", "dated", "stormed_off"]
    assert (row(state), pile(state, "discard")) == ("PAC1", "ANK1")


def test_a_medium_date_changes_nothing():
    """CD-22."""
    state, events = seating("VEL1", "BRA2", "right")
    assert kinds(events) == ["placed", "met", "dated"]
    assert dates(events) == ["VEL1-BRA2 medium"]
    assert row(state) == "VEL1 BRA2"


def test_of_two_new_neighbours_one_is_picked():
    """CD-23: only that date takes place, the other is cancelled."""
    state = position("VEL1 BRA3", "ANK1 ANK2", aside="PTE")
    events = play(state, "PTE gap 1")
    assert state.moves(0) == ["date VEL1 PTE", "date PTE BRA3"]
    events = play(state, "date PTE BRA3")
    assert told(events) == [("cancelled", "VEL1", "PTE"), ("dated", "PTE", "BRA3", "medium", False)]
    assert row(state) == "VEL1 PTE BRA3", "VEL1-PTE would have been bad"


def test_the_cancelled_date_is_lost():
    """CD-R8: it takes place later only if the two are parted and meet again."""
    state = position("BRA2 IGU1 COM4", "IGU3 ANK2", aside="PTE")
    play(state, "PTE gap 1", "date PTE IGU1")
    events = play(state, "IGU3 right")
    assert dates(events) == ["COM4-IGU3 medium"]
    assert row(state) == "BRA2 PTE IGU1 COM4 IGU3", "BRA2-PTE would be good"


def test_effects_cause_further_dates():
    """CD-24: a chain, all of it resolved."""
    _, events = seating("BRA2 PAC4", "STE1", "left")
    assert dates(events) == ["STE1-BRA2 bad", "STE1-PAC4 good"]


def test_swapped_neighbours_are_not_new_to_each_other():
    """CD-R5: order does not matter."""
    state, events = seating("IGU3", "PAC1", "left")
    assert dates(events) == ["PAC1-IGU3 bad"]
    assert row(state) == "IGU3 PAC1", "IGU3-PAC1 would be good"


def test_separate_dates_wait_for_each_other():
    """CD-R7: pairs without a common dinosaur; the player picks the first, the other follows."""
    state = seating("IGU3 STE4 VEL1 ALL3", "COM1")
    play(state, "COM1 right", "swap STE4 VEL1")
    assert state.moves(0) == ["date IGU3 VEL1", "date STE4 ALL3"]
    events = play(state, "date STE4 ALL3")
    assert "cancelled" not in kinds(events)
    assert dates(events)[0] == "STE4-ALL3 bad"


def test_only_the_order_of_the_row_counts():
    """CD-R13: rows that differ in what slid where are the same row."""
    one, _ = seating("VEL1 BRA3", "ANK4", "right")
    other = position("VEL1 BRA3 ANK4", pile(one, "drawn"), ends=["left"])
    assert one.position()["table"] == other.position()["table"]
    assert one.moves(0) == other.moves(0)


def test_constant_abilities_work_from_the_starting_row():
    """CD-R15: checked at the moment of the date and of the eating."""
    serenade = position("PAR4 VEL1", "IGU2 ANK1")
    assert told(play(serenade, "IGU2 left"), "dated") == [("dated", "IGU2", "PAR4", "medium", True)]
    armour = position("VEL1 ANK1", "SPI4 IGU2")
    assert told(play(armour, "SPI4 right"), "withstood") == [("withstood", "ANK1", "SPI4")]
    skittish = position("VEL1 GAL2", "SPI4 ANK1")
    assert told(play(skittish, "SPI4 left"), "fled") == [("fled", "GAL2")]
