"""The lab's commands that tell what runs show: experiments, report, compare, tune."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Call

ONE = ("--workers", "1")


def played(call: Call, folder: str, *words: str) -> None:
    wish = ["lab", "run", "dolphins-and-dinos", "--players", "2", "--games", "8", "--bots", "random", *words]
    assert call(*wish, "--out", folder, *ONE).exit_code == 0


def test_from_a_run_to_its_report_and_to_another_run(call: Call) -> None:
    played(call, "one", "--seed", "7")
    played(call, "other", "--seed", "7", "--option", "sheets=closed")
    result = call("lab", "experiments", "one", "--games", "4", "--bots", "random", "--ladder", "2", *ONE)
    assert result.exit_code == 0 and "mesozoic lab report one" in result.stdout
    assert call("lab", "report", "one").stdout.strip() == "Open one/report.html in a browser."
    page = Path("one/report.html").read_text("utf-8")
    assert "mesozoic lab experiments one --games 4 --bots random" in page and "Skill pays at" in page
    result = call("lab", "compare", "one", "other", "--out", "page.html")
    assert result.exit_code == 0 and "No figure of" in result.stdout, "the same deals, and nothing else that matters"
    assert "sheets=closed" in Path("page.html").read_text("utf-8")


def test_tuning_says_what_was_tried(call: Call) -> None:
    words = ["lab", "tune", "dinospan", "--players", "2", "--bots", "random", "--games", "8", *ONE]
    aim = ["--change", "action_markers: 4,5", "--aim", "decisions = 100"]
    result = call(*words, *aim, "--out", "tuned.html")
    assert result.exit_code == 0 and "action_markers = 4 comes closest to decisions = 100: " in result.stdout
    page = Path("tuned.html").read_text("utf-8")
    again = "--players 2 --bots random --games 8 --seed 0"
    assert "Karnin" in page and again in page
    found = json.loads(call(*words, *aim, "--json", "--out", "other.html").stdout)
    assert found["tries"][0]["value"] == "4" and found["command"].endswith(again)
    assert Path("other.html").read_text("utf-8") == page


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["report", "nowhere"], "There is no folder nowhere"),
        (["compare", "nowhere", "nowhere"], "There is no folder nowhere"),
        (["experiments", "nowhere", "--games", "5"], "There is no folder nowhere"),
        (["tune", "dinospan", "--change", "x", "--aim", "gap = 5"], "is no change"),
        (["tune", "dinospan", "--change", "action_markers: 4,5", "--aim", "fair"], "is no aim"),
        (["tune", "clades", "--change", "pp of K1: 1..3", "--aim", "gap = 5"], "no other cards than its own"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_sentence(call: Call, words: list[str], sentence: str) -> None:
    result = call("lab", *words)
    assert result.exit_code == 2 and sentence in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_a_page_that_cannot_be_written(call: Call) -> None:
    played(call, "one")
    result = call("lab", "report", "one", "--out", "missing/page.html")
    assert result.exit_code == 2 and "cannot be written" in result.stderr
