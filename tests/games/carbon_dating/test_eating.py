"""Eating and discarding: CD-29 to CD-34, CD-R3, CD-R16, CD-R17."""

from __future__ import annotations

from .helpers import dates, kinds, pile, play, position, row, seating, told


def test_a_discarded_eater_lets_its_meal_go():
    """CD-29: separate cards in the discard pile, no longer eaten."""
    state, events = seating("SPI1(STE1,COM1)", "VEL3", "right")  # SPI1-VEL3 is bad
    assert pile(state, "discard") == "SPI1 STE1 COM1"
    assert state.view(0).eaten == 0
    assert told(events, "stormed_off") == [("stormed_off", "SPI1", ("STE1", "COM1"))]


def test_a_victim_is_tucked_and_travels():
    """CD-30: it has no arrow, hearts or abilities any more."""
    state, _ = seating("STE4 VEL4", "SPI4", "left")
    assert row(state) == "SPI4(STE4) VEL4"
    state, _ = seating("VEL3(PAR3) ALL1", "STE1", "left")  # the swipe sends VEL3 to the left end, its meal too
    assert row(state) == "VEL3(PAR3) STE1 ALL1"


def test_what_the_victim_had_eaten_goes_with_it():
    """CD-31: all of it counts for the new eater."""
    state, events = seating("VEL1(IGU1,IGU2) ALL2", "SPI4", "left")
    assert row(state) == "SPI4(IGU1,IGU2,VEL1) ALL2"
    assert told(events, "ate") == [("ate", "SPI4", "VEL1", ("IGU1", "IGU2"))]
    assert (state.view(0).eaten, state.view(0).largest_meal) == (3, 3)


def test_a_satisfied_eater_keeps_its_meal():
    """CD-32."""
    state, _ = seating("VEL1(IGU1,IGU2) ALL1", "IGU3", "left")
    assert pile(state, "satisfied") == "IGU3 VEL1(IGU1,IGU2)"
    assert state.view(0).eaten == 2


def test_gallimimus_flees_when_its_neighbour_is_eaten():
    """CD-33, CD-R3: the victim sat between Spinosaurus and Gallimimus."""
    state, events = seating("STE4 GAL2 VEL4", "SPI4", "left")
    assert row(state) == "SPI4(STE4) VEL4"
    assert pile(state, "discard") == "GAL2"
    assert kinds(events).index("ate") < kinds(events).index("fled") < kinds(events).index("gap_closed")


def test_gallimimus_does_not_mind_other_departures():
    """CD-33: discarded, moved or satisfied neighbours leave it cold."""
    discarded, events = seating("GAL3 IGU1", "VEL4", "right")  # IGU1 storms off beside GAL3
    assert (row(discarded), pile(discarded, "discard")) == ("GAL3 VEL4", "IGU1")
    assert "fled" not in kinds(events)
    _, events = seating("TRI2 GAL3", "STE1", "left")  # TRI2 is flung away from GAL3
    assert "fled" not in kinds(events)
    satisfied, events = seating("ALL1 GAL3", "IGU2", "left")  # ALL1 leaves with IGU2
    assert (row(satisfied), "fled" in kinds(events)) == ("GAL3", False)


def test_an_eaten_gallimimus_does_not_flee():
    """CD-33: it is tucked, not discarded."""
    state, _ = seating("GAL2 GAL3 VEL4", "SPI4", "left")
    assert row(state) == "SPI4(GAL2) VEL4"
    assert pile(state, "discard") == "GAL3"


def test_ankylosaurus_cannot_be_eaten():
    """CD-34: other victims of the same effect are still eaten."""
    state, events = seating("IGU1 ALL3", "ANK2", "right")
    assert told(events, "withstood", "ate") == [("withstood", "ANK2", "ALL3"), ("ate", "ALL3", "IGU1", ())]
    assert row(state) == "ALL3(IGU1) ANK2"
    state, events = seating("ANK1 ALL3", "TRI2", "right")
    assert row(state) == "ANK1 ALL3(TRI2)"


def test_both_gallimimus_beside_the_victim_flee():
    """CD-R16, CD-R39: and one beside a fleeing one stays."""
    state = position("VEL1 GAL2 STE4 GAL3 GAL4", "ANK1 ANK2", aside="TYR")
    events = play(state, "TYR seat 3")
    assert told(events, "fled") == [("fled", "GAL2"), ("fled", "GAL3")]
    assert row(state) == "VEL1 TYR(STE4) GAL4"


def test_eaters_fail_against_armour():
    """CD-R17: Velociraptor, Tyrannosaurus and Spinosaurus; after the failed meal step 3 still gives the date."""
    state, events = seating("ANK1 VEL1", "SPI4", "left")
    assert told(events)[2:4] == [("withstood", "ANK1", "SPI4"), ("dated", "SPI4", "ANK1", "good", False)]
    state, events = seating("TYR", "ANK1", "right")
    assert told(events)[2:] == [("dated", "TYR", "ANK1", "bad", False), ("withstood", "ANK1", "TYR")]
    assert row(state) == "TYR ANK1"
    state, events = seating("ANK4 PTE", "VEL1", "left")
    assert dates(events) == ["VEL1-ANK4 medium"]


def test_spinosaurus_eats_the_card_at_the_end():
    """CD-R3: not the Gallimimus behind it."""
    _, events = seating("STE3 GAL2 IGU1 VEL1", "SPI1", "left")
    assert told(events, "ate", "fled") == [("ate", "SPI1", "STE3", ()), ("fled", "GAL2")]
