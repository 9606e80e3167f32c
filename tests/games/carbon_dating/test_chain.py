"""The chain machine: CD-25 to CD-28, CD-R6, CD-R9 to CD-R12."""

from __future__ import annotations

import pytest

from .helpers import GAME, dates, kinds, pile, play, position, row, seating, start, told, waiting


def test_an_event_strikes_those_it_parts_and_adds_a_batch():
    """CD-25: SPI1-STE3 waits, the meal parts them, SPI1-IGU1 is new."""
    _, events = seating("STE3 VEL1", "SPI4", "left")
    assert told(events)[:6] == [
        ("placed", "SPI4", "left", 0),
        ("met", "SPI4", "STE3"),
        ("ate", "SPI4", "STE3", ()),
        ("struck", "SPI4", "STE3", "parted"),
        ("gap_closed", "SPI4", "VEL1"),
        ("met", "SPI4", "VEL1"),
    ]


def test_fleeing_comes_before_the_gaps_close():
    """CD-25, CD-R6: nobody dates a Gallimimus on its way out."""
    _, events = seating("STE3 GAL2 VEL1", "SPI4", "left")
    assert told(events, "met") == [("met", "SPI4", "STE3"), ("met", "SPI4", "VEL1")]


def test_one_effect_with_two_victims_is_one_event():
    """CD-R6, CD-R39: new neighbours are found once, after both victims have left."""
    _, events = seating("STE1 IGU1 ALL3", "TRI2", "right")  # ALL3-TRI2 is bad: eats TRI2 and IGU1
    at = kinds(events).index("ate")
    assert told(events[at:], "ate", "met") == [
        ("ate", "ALL3", "TRI2", ()),
        ("ate", "ALL3", "IGU1", ()),
        ("met", "STE1", "ALL3"),
    ]


def test_a_pair_is_taken_alone_or_picked():
    """CD-26: one pair in the top batch needs no choice, two do."""
    alone, _ = seating("VEL1", "BRA2", "right")
    assert alone.position()["step"] == "play"
    two = position("VEL1 BRA3", "ANK1 ANK2", aside="PTE")
    play(two, "PTE gap 1")
    assert two.position()["step"] == "date"
    assert waiting(two) == "VEL1-PTE PTE-BRA3"


def test_taking_a_pair_cancels_those_of_its_batch_that_share_a_dinosaur():
    """CD-27: of the same batch only."""
    state = seating("IGU3 STE4 VEL1 ALL3", "COM1")
    play(state, "COM1 right", "swap VEL1 ALL3")
    # STE4-ALL3 and VEL1-COM1 are new; ALL3-COM1 of the older batch is parted.
    assert waiting(state) == "STE4-ALL3 VEL1-COM1"
    events = play(state, "date VEL1 COM1")
    assert "cancelled" not in kinds(events)
    assert dates(events)[:2] == ["VEL1-COM1 medium", "STE4-ALL3 bad"]


def test_an_older_batch_is_not_cancelled():
    """CD-27: VEL1-COM1 waits in the bottom batch while IGU3-VEL1 of the top batch, which shares VEL1, has its date."""
    state = seating("IGU2 VEL4 ALL3 VEL1", "COM1")
    play(state, "COM1 right")
    assert waiting(state) == "VEL1-COM1"
    events = play(state, "swap VEL4 ALL3")
    assert waiting(state) == "VEL1-COM1 | IGU2-ALL3 VEL4-VEL1"
    events = play(state, "date VEL4 VEL1")
    assert "cancelled" not in kinds(events)
    assert dates(events) == ["VEL4-VEL1 medium", "IGU2-ALL3 medium", "VEL1-COM1 medium"]


def test_step_three_is_the_pair_that_waits_from_the_placing():
    """CD-28: it lies in the bottom batch while step 2 runs above it."""
    state = seating("BRA1 IGU2 ALL1 TRI3", "COM1")
    play(state, "COM1 left")
    assert waiting(state) == "COM1-BRA1"
    assert dates(play(state, "swap ALL1 TRI3")) == ["IGU2-TRI3 medium", "COM1-BRA1 medium"]


def test_newest_dates_come_first():
    """CD-R9: what a date leads to is finished before older dates."""
    state = seating("IGU3 STE4 VEL1 ALL3", "COM1")
    play(state, "COM1 right", "swap STE4 VEL1")
    assert waiting(state) == "ALL3-COM1 | IGU3-VEL1 STE4-ALL3"
    events = play(state, "date STE4 ALL3")
    # ALL3 is flung to the left end: ALL3-IGU3 and STE4-COM1 are newer than IGU3-VEL1.
    assert waiting(state) == "IGU3-VEL1 | ALL3-IGU3 STE4-COM1"
    assert dates(events) == ["STE4-ALL3 bad"]


def test_a_waiting_date_is_struck_when_one_of_the_two_leaves_or_moves():
    """CD-R10: at once, also if they will meet again."""
    state = seating("IGU3 STE4 VEL1 ALL3", "COM1")
    play(state, "COM1 right", "swap STE4 VEL1")
    events = play(state, "date IGU3 VEL1")
    assert ("struck", "ALL3", "COM1", "parted") in told(events)


def test_pairs_that_meet_again_are_new():
    """CD-R10: TRI3 goes round the table and meets PAC4 as a new pair, which the loop rule then strikes."""
    _, events = seating("PAC4 STE3", "TRI3", "left")
    met = [event for event in told(events, "met") if set(event[1:]) == {"TRI3", "PAC4"}]
    assert len(met) == 2


def test_a_chain_that_would_go_on_for_ever_is_cut():
    """CD-R11: stampede to the right, fling to the left, and so on; the same date takes place once."""
    state, events = seating("PAC4 STE3", "TRI3", "left")
    assert dates(events) == ["TRI3-PAC4 bad", "STE3-TRI3 bad"]
    assert told(events)[-1] == ("struck", "TRI3", "PAC4", "repeated")
    assert row(state) == "TRI3 PAC4 STE3"


def test_a_dealt_game_with_an_endless_chain_ends():
    """CD-R11 from a whole deal: stampede and fling would chase each other round the table."""
    state = start("PAC4 ALL1 STE3 STE4 / TRI3 ANK1")
    events = play(state, "TRI3 left")
    assert dates(events) == ["TRI3-PAC4 bad", "STE4-TRI3 bad"]
    assert told(events)[-1] == ("struck", "TRI3", "PAC4", "repeated")
    assert state.moves(0)[:1] == ["ANK1 right"]


def test_the_same_two_date_again_with_sides_reversed():
    """CD-R11: as another date."""
    state, events = seating("ALL3 STE4", "VEL3", "right")
    assert dates(events) == ["STE4-VEL3 bad", "VEL3-ALL3 bad", "VEL3-STE4 medium"]
    assert row(state) == "VEL3(ALL3) STE4"


def test_dates_are_forgotten_when_the_play_is_over():
    """CD-R11: within one play only."""
    state = position("PAC4 STE3", "TRI3 ANK2", deck="IGU1 IGU2")
    play(state, "TRI3 left")
    assert state.position()["dates"] == []


def test_no_second_date_in_step_three():
    """CD-R12: the swap makes COM1's neighbour date it in step 2 already; step 3 is void."""
    state = seating("ALL1 VEL1", "COM1")
    play(state, "COM1 right")
    events = play(state, "swap ALL1 VEL1")
    assert told(events, "struck") == [("struck", "VEL1", "COM1", "parted")]
    assert dates(events) == ["ALL1-COM1 medium"]
    assert row(state) == "VEL1 ALL1 COM1"


def test_step_three_is_void_when_the_played_card_has_left():
    """CD-R12."""
    state, events = seating("STE3 IGU1 VEL1", "SPI4", "left")
    assert dates(events) == ["SPI4-IGU1 good"]
    assert row(state) == "VEL1"
    assert pile(state, "satisfied") == "IGU1 SPI4(STE3)"


@pytest.mark.parametrize("pick", ["date IGU3 VEL1", "date STE4 ALL3"])
def test_every_moment_of_a_chain_is_plain_data(pick):
    """A chain can be stored in its middle and goes on in the same way."""
    state = seating("IGU3 STE4 VEL1 ALL3", "COM1")
    play(state, "COM1 right", "swap STE4 VEL1")
    twin = GAME.start(1, position=state.position())
    assert told(twin.play(0, pick)) == told(state.play(0, pick))
    assert twin.position() == state.position()
