"""Card tables at their limits: refused with line and column, never with an error of Python."""

from __future__ import annotations

from importlib import resources

import pytest

from mesozoic.kernel.errors import BadOptions

from .helpers import GAME

LINES = resources.files("mesozoic.games.dinospan").joinpath("cards.csv").read_text("utf-8").splitlines()


def with_line(number, line):
    """The table of the game with another line."""
    lines = list(LINES)
    lines[number - 1] = line
    return "\n".join(lines) + "\n"


def with_ability(number, ability):
    before, _, _ = LINES[number - 1].rpartition(",")
    return with_line(number, f"{before},{ability}"), len(before) + 2


@pytest.mark.parametrize("branches", [9, 10, 15])
def test_an_ability_has_at_most_nine_branches(branches):
    parts = [f"gain {kind} {number}" for kind in "PTMB" for number in range(1, 5)][:branches]
    text, column = with_ability(2, " | ".join(parts))
    problems, _ = GAME.check_cards(text)
    if branches <= 9:
        assert not problems
        state = GAME.start(2, seed=1, options={"cards": text})
        assert state.to_move
    else:
        at = column + len(" | ".join(parts[:9])) + 3
        assert problems == [f"line 2, column {at}: an ability has at most 9 branches"]


def test_nine_branches_can_be_played():
    parts = [f"gain {kind} {number}" for kind in "PTM" for number in range(1, 4)]
    text, _ = with_ability(18, " | ".join(parts))  # J01
    position = GAME.start(2, seed=1).position() | {"phase": "play", "last": []}
    mine = {"P": 0, "T": 0, "M": 0, "markers": 4, "goals": [None] * 4, "hand": [], "atlas": {"G1": {"card": "J01"}}}
    position["seats"] = [mine, mine | {"atlas": {}}]
    position["on_turn"] = position["first"] = 0
    position["hype"] = ["J02", "J03", "J04", "J05"]
    position["footprint"] = [f"J{n:02}" for n in range(6, 55)]
    state = GAME.start(2, options={"cards": text}, position=position)
    state.play(0, "analyze:G")
    assert state.moves(0) == [f"do:{n}" for n in range(1, 10)]
    state.play(0, "do:9")
    assert state.position()["seats"][0]["M"] == 3


@pytest.mark.parametrize("number", [2, 77])
def test_a_field_that_is_too_long(number):
    text = with_line(number, '"' + "x" * 131_073 + '"')
    problems, _ = GAME.check_cards(text)
    assert problems[0].startswith(f"line {number}, column 1: this is no line of a CSV table")
    with pytest.raises(BadOptions, match="at most 64000 are possible"):
        GAME.start(2, seed=1, options={"cards": text})


def test_a_head_that_is_too_long():
    problems, _ = GAME.check_cards(with_line(1, '"' + "x" * 131_073 + '"'))
    assert problems[0].startswith("line 1, column 1: the head must read id,genus")


def test_a_quoted_head_is_read():
    assert not GAME.check_cards(with_line(1, ",".join(f'"{name}"' for name in LINES[0].split(","))))[0]
