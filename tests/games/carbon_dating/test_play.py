"""Playing an ordinary card: CD-13 to CD-16, CD-R14."""

from __future__ import annotations

from .helpers import dates, kinds, pile, position, row, seating, told, waiting


def test_the_card_extends_the_row():
    """CD-13."""
    left, _ = seating("VEL4 VEL3", "ALL1", "left")
    right, _ = seating("VEL4 VEL3", "ALL1", "right")
    assert (row(left), row(right)) == ("ALL1 VEL4 VEL3", "VEL4 VEL3 ALL1")


def test_the_date_with_the_neighbour_follows_the_placing():
    """CD-15."""
    _, events = seating("VEL1 VEL3", "ANK1", "left")
    assert told(events)[:3] == [
        ("placed", "ANK1", "left", 0),
        ("met", "ANK1", "VEL1"),
        ("dated", "ANK1", "VEL1", "bad", False),
    ]


def test_the_immediate_ability_comes_before_the_date():
    """CD-14: with every date that follows from it; only then comes step 3."""
    state = seating("BRA1 IGU2 ALL1 TRI3", "COM1")
    state.play(0, "COM1 left")
    assert waiting(state) == "COM1-BRA1"
    events = state.play(0, "swap ALL1 TRI3")
    assert dates(events) == ["IGU2-TRI3 medium", "COM1-BRA1 medium"]


def test_a_card_dates_only_its_neighbour():
    """CD-15: nobody else."""
    _, events = seating("VEL1 VEL3 IGU1", "TRI3", "right")
    assert dates(events) == ["IGU1-TRI3 medium"]


def test_alone_on_an_empty_table():
    """CD-16: no neighbour and no date, but the end is used."""
    state = position("", "SPI1 ANK2", deck="VEL1 VEL3")
    events = state.play(0, "SPI1 left")
    assert kinds(events) == ["placed"]
    assert state.moves(0) == ["ANK2 right"]


def test_immediate_abilities_work_only_when_played():
    """CD-R14: a Spinosaurus that is moved eats nobody, a Compsognathus that is moved asks for no swap."""
    state, events = seating("SPI2 VEL1", "STE1", "left")  # the swipe sends SPI2 to the left end
    assert row(state) == "SPI2 STE1 VEL1"
    assert "ate" not in kinds(events)
    state, events = seating("COM3 VEL1", "STE1", "left")
    assert row(state) == "COM3 STE1 VEL1"
    assert state.position()["step"] == "play"
    assert pile(state, "discard") == ""
