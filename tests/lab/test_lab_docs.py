"""What docs/lab.md shows is run: its five questions on a small run, and its lines of Python."""

from __future__ import annotations

import re
from pathlib import Path

import duckdb
import pytest

from mesozoic.lab import run as lab
from mesozoic.lab.pieces import ThisMachine
from mesozoic.lab.results import Run
from mesozoic.lab.schema import run_setup

TEXT = (Path(__file__).parents[2] / "docs" / "lab.md").read_text("utf-8")
QUESTIONS = re.findall(r"```sql\n(.*?)```", TEXT, re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("runs") / "dinospan"
    lab.run(run_setup("dinospan", [2, 3], ["random"], 20, seed=1, sampled=0.05), home, ThisMachine(1))
    return home


def test_five_questions_are_answered_in_three_lines_each(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert len(QUESTIONS) == 5
    for question in QUESTIONS:
        assert len(question.strip().splitlines()) == 3
        assert duckdb.sql(question).fetchall(), question
    seats = duckdb.sql(QUESTIONS[0]).fetchall()
    assert [line[:3] for line in seats] == [(2, 1, 20), (2, 2, 20), (3, 1, 20), (3, 2, 20), (3, 3, 20)]
    assert sum(line[3] for line in seats if line[0] == 3) == pytest.approx(1)


def test_the_python_of_the_page_runs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    exec(code.replace("runs/dinospan", str(folder)), {})
    assert "'share_mean'" in capsys.readouterr().out
    Run.open(folder).explain()
    told = capsys.readouterr().out
    assert "points_eggs: Points of eggs. (points)" in told and "How often the seat could have taken it from" in told
