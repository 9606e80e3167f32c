"""Effects of the cards: CD-35 to CD-44, CD-47, CD-R4, CD-R35."""

from __future__ import annotations

import pytest

from .helpers import dates, kinds, pile, play, position, row, seating, told


@pytest.mark.parametrize(
    ("start", "card", "end", "calmed"),
    [
        ("PAR4", "IGU1", "left", True),  # R itself is the Parasaurolophus
        ("PAR4 IGU1", "VEL4", "right", True),  # on the other side of L
        ("PAR4 VEL1 IGU1", "VEL4", "right", False),  # one seat too far
        ("PAR2", "STE4", "right", False),  # its own bad date is not calmed,
        ("PAR3 PAR2", "STE4", "right", True),  # unless another sits next to it
    ],
)
def test_parasaurolophus_calms_its_neighbours(start, card, end, calmed):
    """CD-35: a bad date counts as medium while L sits next to a Parasaurolophus."""
    _, events = seating(start, card, end)
    assert told(events, "dated")[0][-2:] == (("medium", True) if calmed else ("bad", False))


def test_a_calmed_date_has_taken_place_as_medium():
    """CD-35: nothing happens, and good dates are as good as ever."""
    state, events = seating("PAR4", "IGU1", "left")
    assert row(state) == "IGU1 PAR4"
    _, events = seating("PAR4", "COM1", "left")
    assert dates(events) == ["COM1-PAR4 good"]


def test_spinosaurus_eats_its_neighbour():
    """CD-36: on either side; alone it eats nobody."""
    left, _ = seating("STE4 VEL4", "SPI4", "left")
    right, _ = seating("VEL4 STE4", "SPI4", "right")
    assert (row(left), row(right)) == ("SPI4(STE4) VEL4", "VEL4 SPI4(STE4)")
    alone, events = seating("", "SPI4", "left")
    assert (row(alone), kinds(events)) == ("SPI4", ["placed"])


def test_compsognathus_may_swap_two_others():
    """CD-37: any two neighbours without itself, or nobody."""
    state = seating("VEL1 ALL1 ANK1 ALL2", "COM1")
    play(state, "COM1 right")
    assert state.moves(0) == ["no swap", "swap VEL1 ALL1", "swap ALL1 ANK1", "swap ANK1 ALL2"]
    play(state, "swap VEL1 ALL1")
    assert row(state).startswith("ALL1 VEL1")


def test_declining_changes_nothing():
    """CD-37: only the date of step 3 follows."""
    state = seating("VEL1 ALL1", "COM1")
    play(state, "COM1 right")
    events = play(state, "no swap")
    assert told(events) == [("kept_seats", "COM1"), ("dated", "ALL1", "COM1", "medium", False)]


def test_without_a_pair_there_is_no_decision():
    """CD-37: a single neighbour cannot swap."""
    state, events = seating("VEL1", "COM1", "right")
    assert dates(events) == ["VEL1-COM1 medium"]
    assert state.position()["step"] == "play"


STORMS_OFF = [
    ("IGU1", "STE4"),
    ("GAL2", "STE1"),
    ("SPI1", "STE3"),
    ("PAR2", "STE4"),
    ("COM1", "TRI2"),
    ("ANK1", "STE1"),
    ("PTE", "STE4"),
]


@pytest.mark.parametrize(("left", "right"), STORMS_OFF)
def test_storms_off(left, right):
    """CD-38, CD-R4: L is discarded, whatever other ability it has."""
    state, events = seating(left, right, "right")
    assert told(events)[-2:] == [("dated", left, right, "bad", False), ("stormed_off", left, ())]
    assert (row(state), pile(state, "discard")) == (right, left)


@pytest.mark.parametrize(("eater", "date"), [("VEL1", "IGU3"), ("TYR", "STE1"), ("TYR", "STE4")])
def test_velociraptor_and_tyrannosaurus_eat_their_date(eater, date):
    """CD-39: R, not the left-hand neighbour."""
    state, _ = seating(f"ALL3 {eater}", date, "right")
    assert row(state) == f"ALL3 {eater}({date})"


def test_allosaurus_eats_both_neighbours():
    """CD-40: in one event; with none on the left only its date."""
    state, _ = seating("VEL1 STE1 ALL1", "TRI2", "right")
    assert row(state) == "VEL1 ALL1(TRI2,STE1)"
    state, _ = seating("ALL3", "TRI2", "right")
    assert row(state) == "ALL3(TRI2)"


def test_triceratops_stampedes_to_the_right_end():
    """CD-41."""
    state, events = seating("PAC4 BRA1 VEL1", "TRI3", "left")
    assert told(events, "stampeded") == [("stampeded", "TRI3")]
    assert row(state) == "PAC4 BRA1 VEL1(TRI3)", "and Velociraptor takes what comes"


def test_stegosaurus_flings_its_date_to_the_left_end():
    """CD-42."""
    state, events = seating("VEL1 ALL1 STE1", "TRI3", "right")
    assert told(events, "flung") == [("flung", "TRI3", "STE1")]
    assert row(state) == "VEL1 ALL1 STE1 TRI3"


def test_pachycephalosaurus_swaps_with_its_date():
    """CD-43."""
    state, events = seating("ANK1 VEL1", "PAC2", "left")
    assert told(events, "swapped")[0] == ("swapped", "ANK1", "PAC2", "PAC2")
    state, events = seating("IGU3 ALL2", "PAC2", "left")
    assert row(state) == "IGU3 PAC2 ALL2"


def test_brachiosaurus_does_not_mind():
    """CD-44."""
    state, events = seating("BRA1", "PAC4", "right")
    assert told(events)[-2:] == [("dated", "BRA1", "PAC4", "bad", False), ("shrugged", "BRA1")]
    assert row(state) == "BRA1 PAC4"


def test_an_effect_without_target_still_was_a_date():
    """CD-47: it does not take place again in this play."""
    state, events = seating("TYR", "ANK1", "right")
    assert dates(events) == ["TYR-ANK1 bad"]
    assert row(state) == "TYR ANK1"
    assert state.position()["step"] == "play"


def test_the_date_that_is_flung_from_seat_two():
    """CD-R35: the order changes, the two remain neighbours, no new date between them."""
    state, events = seating("BRA2", "STE1", "left")
    assert row(state) == "BRA2 STE1"
    assert dates(events) == ["STE1-BRA2 bad"]


def test_triceratops_moves_past_a_single_date():
    """CD-R35: the stampede from seat 1 of 2."""
    state, events = seating("VEL1", "TRI3", "left")
    assert (row(state), dates(events)) == ("VEL1 TRI3", ["TRI3-VEL1 bad"])


def test_several_abilities_of_one_card_work():
    """CD-R4: Gallimimus can flee, and has a bad-date effect besides."""
    fled, _ = seating("STE4 GAL2", "SPI4", "left")
    stormed, _ = seating("GAL2", "STE1", "right")
    assert pile(fled, "discard") == pile(stormed, "discard") == "GAL2"


def test_effects_of_the_right_hand_one_never_run():
    """CD-21: each species as R of a bad date of Brachiosaurus, who does not mind."""
    for right in ("GAL4", "VEL4", "SPI2", "TRI2", "STE4", "PAC2", "ALL2", "PAR4", "ANK4"):
        state = position("BRA1", f"{right} IGU1")
        events = play(state, f"{right} right")
        if not right.startswith("SPI"):
            assert row(state) == f"BRA1 {right}"
            assert kinds(events)[-1] in ("shrugged", "dated")
