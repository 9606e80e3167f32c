"""The files of a lab run: what they hold, and a sentence for everything that is wrong with them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.witness import Figure
from mesozoic.lab.results import SETUP_FILE, BadRun, Run, Told
from mesozoic.lab.schema import COLUMNS, TABLES, RunSetup, run_setup, schemas


def write(folder: Path, setup: RunSetup) -> None:
    """A finished run without games."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / SETUP_FILE).write_bytes(msgspec.json.encode(setup))
    figures = [Figure("points_halls", "Points of halls.", "points", True), Figure("paid", "Money paid.", "$")]
    for name, schema in schemas(setup, [], figures).items():
        pq.write_table(schema.empty_table(), folder / f"{name}.parquet")


@pytest.fixture
def setup() -> RunSetup:
    return run_setup("dolphins-and-dinos", [2, 3], ["random"], games=5, seed=7, options={"sheets": "closed"})


def test_every_column_has_a_sentence(setup: RunSetup) -> None:
    for name, schema in schemas(setup, [Figure("calls", "Calls in all.")], []).items():
        assert [field.name for field in schema][: len(COLUMNS[name])] == [one.name for one in COLUMNS[name]]
        assert all(field.metadata[b"means"].endswith(b".") for field in schema)


def test_a_run_tells_its_whole_set_up_and_the_figures_of_its_game(tmp_path: Path, setup: RunSetup) -> None:
    write(tmp_path, setup)
    run = Run.open(tmp_path)
    assert run.setup == setup and run.is_finished
    assert run.setup.settled["3"]["sheets"] == "closed" and set(run.setup.settled) == {"2", "3"}
    assert (run.setup.in_all(), run.games.num_rows, run.decisions.num_rows) == (10, 0, 0)
    assert run.figures("seats") == [
        Told("points_halls", "Points of halls.", "points", True),
        Told("paid", "Money paid.", "$", False),
    ]


def test_what_is_wrong_with_a_folder_is_said(tmp_path: Path, setup: RunSetup) -> None:
    with pytest.raises(BadRun, match="There is no folder"):
        Run.open(tmp_path / "nowhere")
    with pytest.raises(BadRun, match=r"there is no run\.json in it"):
        Run.open(tmp_path)
    (tmp_path / SETUP_FILE).write_text("{")
    with pytest.raises(BadRun, match="cannot be read"):
        Run.open(tmp_path)
    (tmp_path / SETUP_FILE).write_bytes(msgspec.json.encode(setup))
    with pytest.raises(BadRun, match="no finished game yet"):
        Run.open(tmp_path)
    write(tmp_path, setup)
    (tmp_path / "seats.parquet").write_bytes(b"no table")
    with pytest.raises(BadRun, match=r"seats\.parquet: it cannot be read"):
        Run.open(tmp_path)
    pq.write_table(pa.table({"game": [1]}), tmp_path / "seats.parquet")
    with pytest.raises(BadRun, match="has no column players, seat"):
        Run.open(tmp_path)


def test_files_of_two_runs_are_not_mixed(tmp_path: Path, setup: RunSetup) -> None:
    write(tmp_path, setup)
    write(tmp_path / "other", msgspec.structs.replace(setup, seed="8"))
    (tmp_path / "other" / "cards.parquet").replace(tmp_path / "cards.parquet")
    with pytest.raises(BadRun, match="belongs to another run"):
        Run.open(tmp_path)


def test_a_set_up_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(BadOptions, match="no other cards than its own"):
        run_setup("clades", [2], ["practised"], 5, cards="id")
    with pytest.raises(BadOptions, match="how many play"):
        run_setup("dinospan", [], ["random"], 5)
    with pytest.raises(BadOptions, match="goes from 0 to 1"):
        run_setup("dinospan", [2], ["random"], 5, sampled=2)
    assert len(TABLES) == 4
