"""Worked examples: CD-X1 to CD-X7, and the tutorial's rounds (section 9)."""

from __future__ import annotations

from .helpers import dates, pile, play, position, row, seating, start, told, waiting


def test_cd_x1_the_rulebook_s_example_round():
    """CD-X1: step by step, with the events in order."""
    state = start("STE3 GAL2 IGU1 VEL1 / SPI1 BRA2")
    assert (row(state), pile(state, "drawn"), pile(state, "aside")) == ("STE3 GAL2 IGU1 VEL1", "SPI1 BRA2", "PTE TYR")
    assert told(state.play(0, "SPI1 left")) == [
        ("placed", "SPI1", "left", 0),  # 2
        ("met", "SPI1", "STE3"),
        ("ate", "SPI1", "STE3", ()),  # 3
        ("fled", "GAL2"),  # 4
        ("struck", "SPI1", "STE3", "parted"),
        ("gap_closed", "SPI1", "IGU1"),  # 5
        ("met", "SPI1", "IGU1"),
        ("dated", "SPI1", "IGU1", "good", False),  # 6
        ("left_satisfied", "SPI1", "IGU1"),
    ]
    assert (row(state), pile(state, "discard"), pile(state, "satisfied")) == ("VEL1", "GAL2", "IGU1 SPI1(STE3)")
    assert [move for move in state.moves(0) if move.startswith("BRA2")] == ["BRA2 right"], "7: the only end left"
    assert told(state.play(0, "BRA2 right")) == [
        ("placed", "BRA2", "right", 0),  # 7
        ("met", "VEL1", "BRA2"),
        ("dated", "VEL1", "BRA2", "medium", False),  # 8
    ]
    assert row(state) == "VEL1 BRA2"
    assert state.view(0).eaten == 1
    assert state.moves(0) == ["PTE gap 1", "TYR seat 1", "TYR seat 2", "end round"]


def test_cd_x2_no_date_between_swapped_neighbours():
    """CD-X2."""
    state, events = seating("ANK1", "PAC1", "left")
    assert dates(events) == ["PAC1-ANK1 bad"]
    assert row(state) == "ANK1 PAC1"


def test_cd_x3_a_bad_date_makes_a_good_one():
    """CD-X3."""
    state = position("BRA2 PAC4", "STE1 VEL3", deck="ALL1 COM4")
    events = play(state, "STE1 left")
    assert dates(events) == ["STE1-BRA2 bad", "STE1-PAC4 good"]
    assert row(state) == "BRA2"
    events = play(state, "VEL3 right")
    assert dates(events) == ["BRA2-VEL3 good"]
    assert row(state) == ""


def test_cd_x4_the_loop_is_cut():
    """CD-X4."""
    state, events = seating("PAC4 STE3", "TRI3", "left")
    assert dates(events) == ["TRI3-PAC4 bad", "STE3-TRI3 bad"]
    assert row(state) == "TRI3 PAC4 STE3"


def test_cd_x5_two_new_neighbours():
    """CD-X5: either date, and what becomes of the other."""
    first = position("BRA2 IGU1 COM4", "ANK1 ANK2", aside="PTE")
    play(first, "PTE gap 1")
    assert dates(play(first, "date BRA2 PTE")) == ["BRA2-PTE good"]
    assert row(first) == "IGU1 COM4", "neighbours already in the start row: no date"
    second = position("BRA2 IGU1 COM4", "ANK1 ANK2", aside="PTE")
    play(second, "PTE gap 1")
    assert told(play(second, "date PTE IGU1")) == [
        ("cancelled", "BRA2", "PTE"),
        ("dated", "PTE", "IGU1", "medium", False),
    ]
    assert row(second) == "BRA2 PTE IGU1 COM4"


def test_cd_x6_a_waiting_date_is_struck():
    """CD-X6."""
    state = seating("IGU3 STE4 VEL1 ALL3", "COM1")
    play(state, "COM1 right")
    events = play(state, "swap STE4 VEL1")
    assert row(state) == "IGU3 VEL1 STE4 ALL3 COM1"
    assert waiting(state) == "ALL3-COM1 | IGU3-VEL1 STE4-ALL3"
    events = play(state, "date IGU3 VEL1")
    assert dates(events) == ["IGU3-VEL1 good", "STE4-ALL3 bad", "STE4-COM1 medium"]
    assert ("struck", "ALL3", "COM1", "parted") in told(events)
    assert row(state) == "ALL3 STE4 COM1"


def test_cd_x7_tyrannosaurus_against_armour():
    """CD-X7."""
    state, events = seating("TYR", "ANK1", "right")
    assert told(events)[-2:] == [("dated", "TYR", "ANK1", "bad", False), ("withstood", "ANK1", "TYR")]
    assert row(state) == "TYR ANK1"


def test_the_tutorial_s_first_rounds():
    """Section 9: the fixed deck of the tutorial goes as its text says."""
    state = start("STE3 GAL2 IGU1 VEL1 / SPI1 BRA2 / IGU2 PAC4 / STE1 VEL3 / ALL1 COM4")
    play(state, "SPI1 left", "BRA2 right", "end round")
    assert dates(play(state, "IGU2 left")) == ["IGU2-VEL1 good"]
    assert dates(play(state, "PAC4 right")) == ["BRA2-PAC4 bad"]
    play(state, "end round")
    assert dates(play(state, "STE1 left")) == ["STE1-BRA2 bad", "STE1-PAC4 good"]
    assert dates(play(state, "VEL3 right")) == ["BRA2-VEL3 good"]
    assert (row(state), state.position()["round"]) == ("", 4), "an empty table ends the round by itself"
    play(state, "ALL1 left")
    assert dates(play(state, "COM4 right")) == ["ALL1-COM4 medium"]
    play(state, "PTE gap 1")
    marks = {f"{pair.left}-{pair.right}": pair.verdict for pair in state.view(0).waiting[-1]}
    assert marks == {"ALL1-PTE": "medium", "PTE-COM4": "bad"}
