"""The lab's commands: simulate, check, bench."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from mesozoic.kernel.conformance import ContractBroken, LawBroken
from mesozoic.lab.bench import PEER, Speed
from mesozoic.lab.bench_lab import Cost, Scaling
from mesozoic.lab.results import Run
from tests.cli.conftest import Call


def test_simulate_shows_bots_and_seats_with_intervals(call: Call) -> None:
    result = call("simulate", "dolphins-and-dinos", "--players", "3", "--games", "12", "--seed", "4", "--workers", "1")
    assert result.exit_code == 0
    assert "3 players" in result.stdout and "12 games, seed 4" in result.stdout
    for word in ("greedy", "random", "P3", "95 % interval", "±"):
        assert word in result.stdout


def test_simulate_prints_json_for_programs(call: Call) -> None:
    words = ["simulate", "dolphins-and-dinos", "--players", "2", "--games", "6", "--bots", "random", "--json"]
    result = call(*words, "--option", "sheets=closed", "--workers", "1")
    found = json.loads(result.stdout)
    assert (found["games"], found["players"], found["bots"]) == (6, 2, ["random", "random"])
    assert found["options"]["sheets"] == "closed"
    assert json.loads(call(*words, "--option", "sheets=closed", "--workers", "1").stdout) == found


def test_a_solo_game_is_simulated_with_one_bot(call: Call) -> None:
    result = call("simulate", "dolphins-and-dinos", "--players", "1", "--games", "2", "--workers", "1")
    assert result.exit_code == 0 and "random" not in result.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess"], "no game 'chess'"),
        (["dolphins-and-dinos", "--players", "8"], "is for 1 to 6 players"),
        (["dolphins-and-dinos", "--bots", "deep"], "no bot 'deep'"),
        (["dolphins-and-dinos", "--players", "2", "--bots", "random,random,random"], "Name 1 to 2 bots"),
        (["carbon-dating", "--players", "1", "--bots", "hunter,random"], "one bot, not 2: mesozoic ladder compares"),
        (["dolphins-and-dinos", "--games", "0"], "at least 1 game"),
        (["dolphins-and-dinos", "--option", "sheets"], "sheets"),
        (["dolphins-and-dinos", "--option", "solo_goal=unordered"], "solo_goal is the goal of the solo game"),
    ],
)
def test_simulate_refuses_with_a_sentence(call: Call, words: list[str], sentence: str) -> None:
    result = call("simulate", *words)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_check_prints_what_it_did(call: Call) -> None:
    result = call("check", "dolphins-and-dinos", "--seed", "9")
    assert result.exit_code == 0
    assert re.search(r"dolphins-and-dinos: (\d+) of \1 set-ups checked", result.stderr), (
        "progress is shown also when piped"
    )
    assert "set-ups" in result.stdout
    assert "x an imagined state looks the same to the seat" in result.stdout
    assert "hidden: choice of another seat" in result.stdout


def test_check_fails_loudly(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: Any, **named: Any) -> None:
        raise ContractBroken("grab: broken law: no move is listed twice")

    monkeypatch.setattr("mesozoic.kernel.conformance.check_game", broken)
    result = call("check")
    assert result.exit_code == 1
    assert "broken law: no move is listed twice" in result.stderr


def test_bench_prints_a_table_and_json(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    speeds = [
        Speed("Dolphins and Dinos", "compiled", 4, 10.0, 1000.0, 98.0, 0.2),
        Speed(PEER, "C++", 4, 1.0, 100.0, 60.0, None),
    ]
    costs = [Cost("DinoSpan", 4, 1000.0, 700.0), Cost("Carbon Dating", 1, 1000.0, 1200.0)]
    monkeypatch.setattr("mesozoic.lab.bench.run", lambda rounds, tell: speeds)
    monkeypatch.setattr("mesozoic.lab.bench_lab.costs", lambda rounds: costs)
    monkeypatch.setattr("mesozoic.lab.bench_lab.scaling", lambda: Scaling("dinospan", 100, 10.0, 19.0))
    table = call("bench", "--rounds", "1").stdout
    assert "Dolphins and Dinos" in table and "10.0" in table and PEER in table
    assert "700 as a run of the lab (30% less)" in table and "1,200 as a run of the lab (20% more)" in table
    assert "19.0 with 2 (1.90 times)" in table
    assert json.loads(call("bench", "--rounds", "1", "--json").stdout)["speeds"][0]["times_peer"] == 10.0


def test_a_run_is_kept_in_a_folder_and_refused_sentences_say_why(call: Call, tmp_path: Path) -> None:
    command = ["lab", "run", "dolphins-and-dinos", "--players", "2,3", "--bots", "random", "--workers", "1"]
    out = ["--out", str(tmp_path / "run")]
    told = call(*command, "--games", "4", *out)
    assert told.exit_code == 0 and "8 games are in" in told.stdout
    assert Run.open(tmp_path / "run").setup.command.endswith("--bots random --games 4 --seed 0 --decisions 0.002")
    other = call(*command, "--games", "5", *out)
    assert other.exit_code == 2 and "holds another run: games 4, not 5" in other.stderr
    for wrong, why in (
        (("--players", "two"), "Write how many play as 2 or as 2,3,4, not 'two'"),
        (("--cluster", "tcp://127.0.0.1:1"), "A cluster has its own workers"),
        (("--cards", str(tmp_path / "none.csv")), "none.csv"),
        (("--out", str(tmp_path / "run" / "run.json")), "run.json cannot be written: "),
    ):
        refused = call(*command, "--games", "4", "--out", str(tmp_path / "new"), *wrong)
        assert refused.exit_code == 2 and why in refused.stderr
    assert not (tmp_path / "new").exists()


def test_a_tournament_is_told_as_text_json_and_a_page(call: Call, tmp_path: Path) -> None:
    command = ["lab", "tournament", "dolphins-and-dinos", "--bots", "random,greedy", "--games", "4", "--workers", "1"]
    told = call(*command, "--out", str(tmp_path / "page.html"))
    assert "Elo, average 0" in told.stdout and "<!doctype html>" in (tmp_path / "page.html").read_text("utf-8")
    assert {place["bot"] for place in json.loads(call(*command, "--json").stdout)["places"]} == {"random", "greedy"}
    assert "cannot be written" in call(*command, "--out", str(tmp_path / "no" / "page.html")).stderr


def test_campaign_tells_what_was_checked_and_goes_on(call: Call) -> None:
    words = ["campaign", "carbon-dating", "dolphins-and-dinos", "--decisions", "400", "--out", "laws", "--workers", "1"]
    result = call(*words)
    assert result.exit_code == 0, result.output
    assert "800 of 800 decisions checked" in result.stderr
    for word in ("carbon-dating", "Decisions a core-hour", "Laws", "all", "No law was broken."):
        assert word in result.stdout
    again = json.loads(call(*words, "--json").stdout)
    assert again["carbon-dating"]["decisions"] >= 400 and again["carbon-dating"]["laws"] > 30


def test_campaign_says_which_law_is_broken_and_where_the_record_is(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def check_lot(game: Any, *others: Any) -> None:
        raise LawBroken(f"{game.name}: broken law: no card is lost", "Mesozoic record")

    monkeypatch.setattr("mesozoic.lab.campaign.check_lot", check_lot)
    result = call("campaign", "carbon-dating", "--decisions", "400", "--out", "laws", "--workers", "1")
    assert result.exit_code == 1 and result.stdout == ""
    assert "broken law: no card is lost" in result.stderr
    assert "mesozoic replay laws/broken.record" in result.stderr and Path("laws/broken.record").exists()


def test_a_stopped_campaign_says_how_to_go_on(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def check_lot(*others: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("mesozoic.lab.campaign.check_lot", check_lot)
    result = call("campaign", "carbon-dating", "--decisions", "400", "--out", "laws", "--workers", "1")
    assert result.exit_code == 130 and "0 of 400 decisions are kept in laws" in result.stderr


def test_campaign_refuses_with_a_sentence(refused: Any) -> None:
    assert "no game 'chess'" in refused("campaign", "chess", "--out", "laws")
    assert "at least 1 decision" in refused("campaign", "--decisions", "0", "--out", "laws")
    assert "its own workers" in refused("campaign", "--out", "laws", "--workers", "2", "--cluster", "tcp://127.0.0.1:1")
