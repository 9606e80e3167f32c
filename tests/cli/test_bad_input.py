"""What cannot be carried out as typed: one sentence, exit status 2, nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mesozoic.terminal.arguments import parse_options
from tests.terminal.scripts import DEAL, GAME


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["play", "chess"], "There is no game 'chess'"),
        (["play", GAME, "--players", "7"], "is for 1 to 6 players, not 7"),
        (["play", GAME, "--players", "0"], "is for 1 to 6 players, not 0"),
        (["play", GAME, "--seat", "gredy"], "'gredy' cannot sit down"),
        (["play", GAME, "--seat", "flat:FlatBot"], "bots of one's own play in simulate, ladder and join --bot"),
        (["play", GAME, "--seat", ""], "'' cannot sit down"),
        (["play", GAME, "--seat", "Ann\x1b[2J"], "cannot sit down"),
        (["play", GAME, "--seat", "Ann", "--seat", "Ann"], "Two seats are called Ann"),
        (["play", GAME, "--seat", "you", "--seat", "random", "--players", "1"], "2 seats are given for 1 player"),
        (["play", GAME, "--option", "sheets"], "name=value"),
        (["play", GAME, "--option", "sheets=ajar"], "Option sheets cannot be 'ajar'"),
        (["play", GAME, "--option", "colour=red"], "There is no option 'colour'"),
        (["play", GAME, "--option", "sheets=open", "--option", "sheets=closed"], "given twice"),
        (["play", GAME, "--players", "3", "--option", "solo_goal=unordered"], "goal of the solo game"),
        (["play", GAME, "--deal", "missing.json"], "missing.json cannot be read"),
        (["play", "--resume", "missing.record"], "missing.record cannot be read"),
        (["play", GAME, "--resume", "missing.record"], "leave out the name of the game"),
        (["play", "--resume", "missing.record", "--players", "2"], "leave out --players"),
        (["play", "--resume", "missing.record", "--seat", "Ann"], "leave out --seat"),
        (["play", GAME, "--save", "no/such/folder/x.record"], "there is no folder"),
        (["play", GAME, "--save", "."], "it is a folder"),
        (["replay", "missing.record"], "missing.record cannot be read"),
        (["games", "chess"], "There is no game 'chess'"),
    ],
)
def test_it_is_refused_in_one_sentence(refused, words, sentence):
    assert sentence in refused(*words)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "is not JSON"),
        ("[1, 2]", "should hold a JSON object"),
        ("[" * 100_000, "nested too deeply"),
        ('{"hidden": 12}', "has no 'deck'"),
        (json.dumps(DEAL | {"deck": [15, 11]}), "lacks"),
        (json.dumps(DEAL | {"deck": [15] * 15}), "twice"),
        (json.dumps(DEAL | {"hidden": 99}), "99"),
        (json.dumps(DEAL | {"joker": 1}), "joker"),
    ],
)
def test_a_garbled_deal_is_refused(refused, text, sentence):
    Path("deal.json").write_text(text, "utf-8")
    assert sentence in refused("play", GAME, "--players", "2", "--deal", "deal.json")


def test_a_deal_that_is_not_text_is_refused(refused):
    Path("deal.json").write_bytes(b"\xff\xfe\x00")
    assert "not even text" in refused("play", GAME, "--deal", "deal.json")


@pytest.mark.parametrize("command", [["replay"], ["play", "--resume"]])
def test_a_damaged_record_is_refused(call, refused, command):
    call("play", GAME, "--seed", "1", "--save", "game.record", typed=["#1"])
    whole = Path("game.record").read_text("utf-8")
    for damaged in ("", "nonsense\n", whole[:200], whole.replace("P1", "P2"), whole + "more\n"):
        Path("damaged.record").write_text(damaged, "utf-8")
        assert "damaged.record: " in refused(*command, "damaged.record")
    Path("damaged.record").write_bytes(b"\xff\xfe\x00")
    assert "not even text" in refused(*command, "damaged.record")


def test_a_file_that_is_no_record_is_never_overwritten(refused):
    Path("diary.txt").write_text("dear diary", "utf-8")
    assert "is not a record" in refused("play", GAME, "--save", "diary.txt")
    assert Path("diary.txt").read_text("utf-8") == "dear diary"


def test_usage_errors_exit_with_2_as_well(call):
    for words in (["play", GAME, "--players", "many"], ["replay"], ["play", "--no-such-option"], ["dance"]):
        assert call(*words).exit_code == 2


@pytest.mark.parametrize("workers", ["0", "-3"])
@pytest.mark.parametrize("command", [["simulate", GAME], ["ladder", GAME], ["check", GAME]])
def test_nobody_plays_on_no_core(call, command, workers):
    result = call(*command, "--workers", workers)
    assert result.exit_code == 2 and "Invalid value for '--workers'" in result.stderr


def test_options_are_read_as_names_and_values():
    assert parse_options(["sheets=closed", " goal = a=b "]) == {"sheets": "closed", "goal": "a=b"}
