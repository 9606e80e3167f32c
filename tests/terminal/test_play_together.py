"""Several people at one keyboard: nobody sees what another seat alone may know."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from tests.terminal.scripts import DEAL, GAME, HAND_OVER, SNAKE, as_written, segments

PICKS = {
    "Ann": ["3", "1", "5", "8", "13", "C", "10", "7", "2"],
    "Bob": ["11", "2", "6", "9", "14", "C", "8", "5", "4"],
}


def whole_game(name: str, square: str = "a1") -> list[str]:
    """Nine rounds; no exhibit gets a feature. The first square may be another one."""
    moves = []
    for pick, place in zip(PICKS[name], [square, *SNAKE[1:]], strict=True):
        moves += [f"{pick}@{place}", *([] if pick == "C" else ["none"])]
    return moves


@pytest.fixture
def together(call, answer):
    """Ann and Bob play these moves; what each was shown from hand-over to hand-over, without the words of leaving."""
    Path("deal.json").write_text(json.dumps(DEAL), "utf-8")

    def run(ann: list[str], bob: list[str], *words: str) -> list[tuple[str, str]]:
        answer(as_written({"Ann": ann, "Bob": bob}))
        result = call("play", GAME, "--seat", "Ann", "--seat", "Bob", "--deal", "deal.json", *words)
        assert result.exit_code == 0
        return segments(result.stdout.partition("The game is saved")[0])

    return run


def test_a_whole_game_of_two_people(together):
    shown = together(whole_game("Ann"), whole_game("Bob"))
    names = [name for name, _ in shown]
    assert all(before != after for before, after in pairwise(names))
    assert "All nine rounds are played." in shown[-1][1]


def test_each_person_is_shown_only_the_own_view(together):
    for name, shown in together(whole_game("Ann"), whole_game("Bob"))[:-1]:
        seat, other = ("P1", "P2") if name == "Ann" else ("P2", "P1")
        assert f"Your museum, {seat}" in shown
        assert f"Your museum, {other}" not in shown


def test_a_secret_choice_is_not_on_the_other_screen(together):
    """Bob's screen before the reveal is the same whatever Ann chose."""
    screens = []
    for choice in ("3@a1", "15@c3", "C@b2", "11@a3"):
        shown = together([choice], [])
        assert [name for name, _ in shown] == ["Ann", "Bob"]
        screens.append(shown[1][1])
    assert len(set(screens)) == 1
    assert "P1 $48 ✓done" in screens[0]


def test_a_secret_feature_is_not_on_the_other_screen(together):
    """Bob, who chose last, decides first; then Ann's screen is the same whatever he drew."""
    screens = []
    for feature in ("none", "W", "A"):
        shown = together(["11@a1"], ["3@a1", feature])
        assert [name for name, _ in shown] == ["Ann", "Bob", "Ann"]
        screens.append(shown[2][1])
    assert len(set(screens)) == 1
    assert "P2 has decided about a feature." in screens[0]


def test_closed_sheets_stay_closed(together):
    """Ann's square is nobody's business: all of Bob's screens are the same wherever she began."""
    screens = []
    for square in ("a1", "b2"):
        shown = together(whole_game("Ann", square)[:6], whole_game("Bob")[:6], "--option", "sheets=closed")
        screens.append([screen for name, screen in shown if name == "Bob"])
    assert len(screens[0]) >= 3
    assert screens[0] == screens[1]


def test_open_sheets_do_show_the_square_after_the_reveal(together):
    """The comparison above can fail: with open sheets Bob's later screens differ."""
    screens = []
    for square in ("a1", "b2"):
        shown = together(whole_game("Ann", square)[:6], whole_game("Bob")[:6])
        screens.append([screen for name, screen in shown if name == "Bob"])
    assert screens[0] != screens[1]


def test_hint_log_and_refusals_stay_with_their_seat(together):
    shown = together(["hint", "log", "dance", "3@a1"], [])
    assert "Hint: " in shown[0][1]
    assert "Hint: " not in shown[1][1]
    assert "dance" not in shown[1][1]


def test_undo_before_handing_over(together):
    shown = together(["3", "undo", "11@b2"], ["undo"])
    assert "You picked 3 Trilobite" in shown[0][1]
    assert "You picked" not in shown[1][1]
    assert "P2 has made no move" in shown[1][1]


def test_one_person_and_bots_need_no_handing_over(call):
    result = call("play", GAME, "--seat", "Ann", "--seat", "random", "--seed", "1")
    assert not HAND_OVER.search(result.stdout)
    assert "Ann's move" in result.stdout


def test_people_may_sit_anywhere(call, answer):
    answer(as_written({"Ann": ["C@a1"], "Bob": []}))
    result = call("play", GAME, "--seat", "random", "--seat", "Ann", "--seat", "Bob", "--seed", "1")
    assert [name for name, _ in segments(result.stdout)] == ["Ann", "Bob"]
