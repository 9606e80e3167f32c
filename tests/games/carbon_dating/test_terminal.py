"""What is drawn in the terminal."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from .helpers import GAME, ORDINARY, play, play_out, position, seating, start


def drawn(state, seat=0, width=100):
    out = StringIO()
    Console(file=out, width=width, color_system=None).print(GAME.terminal.draw(state.view(seat)))
    return out.getvalue()


def test_hearts_touch_arrows():
    """The date of two neighbours can be read off: VEL1's empty slot meets BRA2's arrow."""
    text = drawn(position("VEL1 BRA2", "ANK1 ANK2"))
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("◄VEL1"))
    assert lines[at : at + 4] == [
        "◄VEL1    · BRA2    ·",
        " eats    ·◄shrugs  ✗",
        "         ✗         ♥",
        "         ·         ✗",
    ]


def test_the_hand_shows_what_each_end_would_give():
    text = drawn(position("BRA2 PAC4", "STE1 VEL3"))
    assert "left  ✗ STE1-BRA2, STE1 flings BRA2 left, ♥ STE1-PAC4, both leave" in text
    assert "right · PAC4-STE1" not in text
    assert "right ✗ PAC4-STE1" in text
    assert "Drawn, to be played at the left or right end:" in text


def test_counters_piles_and_reminders():
    state = position(
        "VEL1(IGU1) ALL1",
        deck="ANK1",
        options={"vip": True, "impatient_customers": True},
        discard="GAL2 GAL3",
        reshuffles_used=1,
        aside="PTE TYR",
    )
    text = drawn(state)
    assert "Round 2 (final)" in text
    assert "Goal, one dinosaur has eaten 5 or more: not reached now" in text
    assert "Discard 2 (no reshuffle left): GAL 2 3" in text
    assert "ate 1" in text
    assert "set aside, once" in text


def test_waiting_dates_are_shown():
    state = seating("IGU3 STE4 VEL1 ALL3", "COM1")
    play(state, "COM1 right", "swap STE4 VEL1")
    text = drawn(state)
    assert "Waiting for a date: IGU3-VEL1 (good), STE4-ALL3 (bad)" in text
    assert "Waiting for a date: ALL3-COM1 (medium)" in text


def test_what_is_asked_in_the_middle_of_a_play_is_said():
    state = seating("IGU3 STE4 VEL1 ALL3", "COM1")
    play(state, "COM1 right")
    assert "Compsognathus (COM1) is being played: you may swap two neighbours." in drawn(state)
    play(state, "swap STE4 VEL1")
    assert "Now pick a date." in drawn(state)


def test_the_row_loses_its_dates_first_then_the_hand_its_texts():
    state = position("VEL1 BRA2 IGU1 GAL2 STE4 PAC1 ALL1 SPI2 TRI2", "ANK1 ANK2")
    out = StringIO()
    console = Console(file=out, width=80, color_system=None)
    for room in (21, 20, 18):
        console.print(GAME.terminal.draw(state.view(0)).within(room))
    for lines, anew, texts in zip(out.getvalue().split("Round ")[1:], (1, 0, 0), (2, 2, 0), strict=True):
        near = lines[lines.rindex(" 1         2") :]
        assert near.count("\nanew ") == anew
        assert near.count("Ankylosaurus  constant") == texts
        assert near.count("ANK1-VEL1") == 1 and near.count("ANK2-VEL1") == 1


def test_a_row_that_fills_a_screen_is_told_by_names():
    state = position(" ".join(ORDINARY[:17]), " ".join(ORDINARY[-2:]))
    out = StringIO()
    Console(file=out, width=80, color_system=None).print(GAME.terminal.draw(state.view(0)).within(14))
    assert "IGU1 · IGU2 · IGU3 · GAL2" in out.getvalue()
    assert out.getvalue().count("◄charges ♥") == 1, "in full it stands above"


def test_a_face_down_card_is_not_named():
    state = position("VEL1 VEL4", "ALL1 SPI2", {"blind_dates": True}, face_down=True)
    text = drawn(state)
    assert "lies face down" in text
    assert "SPI2" not in text


@pytest.mark.parametrize("width", [60, 80, 100, 200])
def test_every_moment_fits_the_width(width):
    state = start()
    while not state.is_over:
        assert all(len(line) <= width for line in drawn(state, width=width).splitlines())
        state.play(0, state.moves(0)[-1])


def test_the_end_names_the_reviewers():
    state = position("VEL1 VEL3", "ALL1", options={"health_and_safety_audit": True}, final=True)
    play_out(state)
    text = drawn(state, None)
    assert "Clever table, no one to my taste." in text
    assert "3 bad reviews after 1 rounds: Matchmaking Guru." in text
    assert "Goal, at most 3 eaten: reached." in text
