"""One person against bots: a whole game, and every command at the prompt."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import mesozoic
from mesozoic import cli
from mesozoic.bots.greedy import GreedyBot
from mesozoic.kernel.record import Record
from tests.terminal.scripts import DEAL, GAME, SNAKE, always_the_first


class Unspeakable(Exception):
    def __str__(self):
        raise ValueError


class Panic(BaseException):
    """As those of libraries in other languages are."""


def fail(error):
    raise error


PROMPT = "Your move (? for help): "


def test_a_whole_game_against_bots(call, answer):
    answer(always_the_first)
    result = call("play", GAME, "--seed", "7", "--players", "3")
    assert result.exit_code == 0
    assert "Round 9 of 9" in result.stdout
    assert "All nine rounds are played." in result.stdout
    assert "P2 hunter" in result.stdout
    assert "Hand the keyboard" not in result.stdout
    assert not list(Path().iterdir())


def test_the_only_game_need_not_be_named_and_bots_fill_the_table(call, monkeypatch):
    alone = {GAME: mesozoic.game(GAME)}
    monkeypatch.setattr(mesozoic, "all_games", lambda: alone)
    result = call("play", "--seed", "7")
    assert "P1 you, with P2 hunter, P3 hunter, P4 hunter" in result.stdout


def test_the_same_seed_gives_the_same_game(call, answer):
    answer(always_the_first)
    words = ("play", GAME, "--seed", "7", "--players", "2")
    assert call(*words).stdout == call(*words).stdout


@pytest.mark.parametrize(
    ("answers", "problem"),
    [
        (lambda: 1 // 0, "fails: ZeroDivisionError: integer division or modulo by zero"),
        (lambda: sys.exit("no licence"), "fails: SystemExit: no licence"),
        (lambda: fail(Unspeakable()), "fails: Unspeakable"),
        (lambda: fail(Panic("at once")), "fails: Panic: at once"),
        (lambda: fail(ValueError("no " * 100_000)), f"fails: ValueError: {'no ' * 100}..."),
        (lambda: "Z9", "answers 'Z9', which is no legal move"),
        (lambda: None, "answers None, which is no legal move"),
    ],
)
def test_a_bot_that_fails_is_replaced_by_chance(call, answer, monkeypatch, answers, problem):
    answer(always_the_first)
    monkeypatch.setattr(GreedyBot, "choose", lambda self, state, seat: answers())
    result = call("play", GAME, "--seed", "7", "--seat", "you", "--seat", "greedy")
    told = " ".join(result.stdout.split())
    assert result.exit_code == 0
    assert told.count(f"The bot greedy {problem}. A move by chance is made for it.") >= 9
    assert "All nine rounds are played." in told


def test_the_end_shows_score_and_winner(call, answer):
    answer(always_the_first)
    shown = call("play", GAME, "--seed", "7", "--players", "2").stdout
    end = shown[shown.index("The end") :]
    for text in ("The hidden card was", "$ bonus", "total", "Place", "(won)", "wins."):
        assert text in end


def test_the_solo_game(call, answer):
    answer(always_the_first)
    result = call("play", GAME, "--players", "1", "--seed", "2")
    assert "the goal is missed" in result.stdout
    assert "Nobody wins." in result.stdout


def test_a_given_deal_is_played(call):
    Path("deal.json").write_text(json.dumps(DEAL), "utf-8")
    shown = call("play", GAME, "--players", "2", "--deal", "deal.json").stdout
    assert "#1  15  T. Rex, $10 alone, $12 with one more" in shown
    assert "#2  11  Snake, $6" in shown


def test_whole_choices_small_moves_and_list_numbers_are_understood(call):
    Path("deal.json").write_text(json.dumps(DEAL), "utf-8")
    words = ("play", GAME, "--players", "2", "--deal", "deal.json", "--save", "x.record")
    for typed in (["11@b2"], ["11", "@b2"], ["#2", "#5"], [" 11 @ B2 "], ["11", "b2", "@b2"]):
        call(*words, typed=typed)
        assert [entry.move for entry in Record.load("x.record").moves if entry.seat == 0] == ["11", "@b2"]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("dance", "is not a move of this game"),
        ("8", "Sea Horse (8) is not on offer in round 1 (DD-08)."),
        ("#9", "'#9' is not in the list: its numbers run from #1 to #4."),
        ("#", "is not in the list"),
        ("#²", "is not in the list"),
        ("", "Type a move, its number such as #1, or help."),
        ("L", "Now you have to pick a card or a corridor."),
        ("help", "take your last small move back"),
        ("?", "take your last small move back"),
        ("log", "Nothing has happened yet."),
        ("undo", "P1 has made no move that could be taken back now."),
        ("rules DD-19", "crowd pullers"),
        ("rules DD-99", "has no rule 'DD-99'"),
        ("save no/such/folder/x", "there is no folder"),
        ("save " + "x" * 5000, "cannot be the name of a file"),
        ("save \x00", "cannot be"),
    ],
)
def test_an_answer_at_the_prompt_and_the_question_again(call, typed, answer):
    Path("deal.json").write_text(json.dumps(DEAL), "utf-8")
    shown = call("play", GAME, "--players", "2", "--deal", "deal.json", typed=[typed]).stdout
    first, second, *_ = shown.split(PROMPT)[1:]
    assert " ".join(answer.split()) in " ".join(first.split())
    assert second.strip().startswith("The game is saved.")


def test_rules_at_the_prompt_show_them_all(call):
    assert "DD-47" in call("play", GAME, "--seed", "7", typed=["rules"]).stdout


def test_a_hint_names_a_legal_move_and_a_reason(call):
    shown = call("play", GAME, "--seed", "7", typed=["hint"]).stdout
    hint = " ".join(shown.split(PROMPT)[1].split())
    assert hint.startswith("Hint: ")
    assert "in the square" in hint and "points in the end" in hint
    assert hint[hint.index("(") + 1 : hint.index(")")].split("@")[0] in ("9", "7", "1", "C")


def test_a_hint_changes_nothing(call):
    call("play", GAME, "--seed", "7", "--save", "x.record", typed=["hint", "hint"])
    assert Record.load("x.record").moves == []


def test_undo_takes_back_a_pick_but_not_a_choice(call):
    shown = call("play", GAME, "--seed", "7", "--save", "x.record", typed=["9", "undo", "7@b2", "undo"]).stdout
    looks = shown.split(PROMPT)
    assert "You picked 9 Saber Tooth" in looks[1]
    assert "You picked" not in looks[2]
    assert "Pick a card of T1" in looks[2]
    assert "@b2 cannot be taken back: it is committed, or something was revealed." in looks[4]
    assert [entry.move for entry in Record.load("x.record").moves if entry.seat == 0] == ["7", "@b2"]


def test_news_are_told_once_and_the_log_tells_everything(call):
    shown = call("play", GAME, "--seed", "7", typed=["7@b2", "L", "log"]).stdout
    looks = shown.split(PROMPT)
    assert "P1 chose Theater (7) on b2." in looks[1]
    assert "P1 chose Theater (7) on b2." not in looks[2]
    assert "Round 2 begins." in looks[2]
    assert "P1 chose Theater (7) on b2." in looks[3]
    assert "Round 2 begins." in looks[3]


def test_enter_plays_the_only_move(call):
    """The ninth square is forced."""
    typed = []
    for square in SNAKE[:8]:
        typed += [f"C@{square}"]
    shown = call("play", GAME, "--players", "2", "--seed", "7", "--save", "x.record", typed=[*typed, "C", ""]).stdout
    assert "All nine rounds are played." in shown
    assert Record.load("x.record").moves[-1].seat == 1


def test_bots_alone_can_be_watched(call):
    result = call("play", GAME, "--seat", "random", "--seat", "greedy", "--seed", "4")
    assert result.exit_code == 0
    assert PROMPT not in result.stdout
    assert "Round 9 begins." in result.stdout
    assert "wins." in result.stdout


def test_the_menu_asks_which_game(call, monkeypatch):
    class Other:
        name, title, summary = "other", "Other", "Another game."

    both = {GAME: mesozoic.game(GAME), "other": Other()}
    monkeypatch.setattr(mesozoic, "all_games", lambda: both)
    assert "Name the game: dolphins-and-dinos or other." in call("play").stderr
    monkeypatch.setattr(cli, "can_ask", lambda: True)
    shown = call("play", typed=["5", "1"]).stdout
    assert "Type a number from 1 to 2." in shown
    assert "Round 1 of 9" in shown
