"""The notation, and the sentences for moves that are not possible."""

from __future__ import annotations

import pytest

from mesozoic import IllegalMove, UnreadableMove
from mesozoic.games.carbon_dating.notation import MOVES
from mesozoic.games.carbon_dating.rules_moves import DECLINE, END_ROUND, FACE_DOWN, LEFT, RIGHT, place_code

from .helpers import GAME, play, position, row, seating


def test_every_move_reads_back():
    assert len(set(MOVES.values())) == len(MOVES) == 39 * 2 + 36 + 37 + 2 * 38 * 37 + 2
    for text, code in MOVES.items():
        assert GAME.text(code) == text
        assert GAME.parse(text) == code
        assert GAME.split(text) == [text]


def test_examples():
    assert GAME.text(place_code(9, LEFT)) == "SPI1 left"
    assert GAME.text(place_code(FACE_DOWN, RIGHT)) == "? right"
    assert GAME.text(END_ROUND) == "end round"
    assert GAME.text(DECLINE) == "no swap"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("spi1 l", ["SPI1 left"]),
        ("  SPI1   RIGHT ", ["SPI1 right"]),
        ("? r", ["? right"]),
        ("pte 2", ["PTE gap 2"]),
        ("Tyr 3", ["TYR seat 3"]),
        ("tyr seat 3", ["TYR seat 3"]),
        ("end", ["end round"]),
        ("End Round", ["end round"]),
        ("decline", ["no swap"]),
        ("swap ste4 vel1", ["swap STE4 VEL1"]),
        ("com1 r, swap ste4 vel1, date igu3 vel1", ["COM1 right", "swap STE4 VEL1", "date IGU3 VEL1"]),
    ],
)
def test_people_may_write_loosely(typed, meant):
    assert GAME.split(typed) == meant


def test_several_moves_in_one_go_are_carried_out_or_none():
    state = seating("IGU3 STE4 VEL1 ALL3", "COM1")
    before = state.position()
    with pytest.raises(IllegalMove):
        state.play(0, "com1 r, swap ste4 all3")
    assert state.position() == before
    state.play(0, "com1 r, swap ste4 vel1, date igu3 vel1")
    assert row(state) == "ALL3 STE4 COM1"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "SPI3 left",
        "SPI1 gap 1",
        "PTE seat 1",
        "TYR gap 1",
        "PTE gap 0",
        "PTE gap 37",
        "swap IGU1 IGU1",
        "IGU1",
        "date",
        ",",
    ],
)
def test_nonsense_is_unreadable(text):
    with pytest.raises(UnreadableMove, match="is not a move of this game"):
        GAME.parse(text)


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("end round", "must all be played"),
        ("BRA3 left", "neither drawn nor set aside"),
        ("? left", "no face-down card"),
        ("PTE left", "special way"),
        ("PTE gap 3", "no gap with that number"),
        ("TYR seat 9", "no seat with that number"),
        ("TYR seat 2", "cannot be eaten"),
        ("date VEL1 ANK1", "Now you have to play a card"),
        ("no swap", "Now you have to play a card"),
    ],
)
def test_refusals_say_why(move, words):
    state = position("VEL1 ANK1 ALL1", "IGU1 IGU2", aside="PTE TYR")
    with pytest.raises(IllegalMove, match=words):
        state.play(0, move)


def test_refusals_inside_a_chain():
    state = seating("IGU3 STE4 VEL1 ALL3", "COM1")
    play(state, "COM1 right")
    for move, words in (
        ("swap ALL3 COM1", "no neighbours, or"),
        ("IGU1 left", "decide about the swap of Compsognathus"),
    ):
        with pytest.raises(IllegalMove, match=words):
            state.play(0, move)
    play(state, "swap STE4 VEL1")
    for move, words in (("date ALL3 COM1", "none of the dates"), ("end round", "pick a date")):
        with pytest.raises(IllegalMove, match=words):
            state.play(0, move)
