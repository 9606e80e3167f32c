"""Runs of the lab: the same files whoever plays, stopped and gone on with, and refused with a sentence."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from functools import partial
from pathlib import Path

import msgspec
import pytest

import mesozoic
from mesozoic.kernel.errors import BadOptions
from mesozoic.lab import run as lab
from mesozoic.lab.pieces import PIECES, Do, Interrupted, Killed, Made, One, ThisMachine
from mesozoic.lab.results import BadRun, Run
from mesozoic.lab.run import Piece, command, cut, piece_size
from mesozoic.lab.schema import TABLES, RunSetup, run_setup
from mesozoic.lab.simulate import play_one

ALONE = ThisMachine(1)


def small(seed: int = 5, games: int = 12) -> RunSetup:
    return run_setup("dolphins-and-dinos", [2, 3], ["greedy", "random"], games, seed, sampled=0.1)


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / f"{name}.parquet").read_bytes() for name in TABLES}


class Backwards:
    """Plays the pieces from the last to the first, and stops after some."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.played: list[int] = []

    def play(
        self, do: Do[One, Made], pieces: Sequence[One], is_stopped: Callable[[], bool]
    ) -> Generator[tuple[One, Made]]:
        for piece in reversed(pieces):
            if len(self.played) == self.most:
                raise KeyboardInterrupt
            assert isinstance(piece, Piece)
            self.played.append(int(piece.name))
            yield piece, do(piece, is_stopped)


def test_the_same_bytes_on_any_number_of_cores(tmp_path: Path) -> None:
    told: list[int] = []
    lab.run(small(), tmp_path / "one", ALONE, told.append)
    lab.run(small(), tmp_path / "two", ThisMachine(2))
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert sum(told) == 24 and not (tmp_path / "one" / PIECES).exists()
    lab.run(small(seed=6), tmp_path / "other", ALONE)
    assert contents(tmp_path / "one") != contents(tmp_path / "other")


def test_a_stopped_run_goes_on_and_plays_nothing_twice(tmp_path: Path) -> None:
    lab.run(small(), tmp_path / "whole", ALONE)
    half = Backwards(7)
    with pytest.raises(Interrupted, match=r"Stopped: 7 of 24 games are kept in .*\. The same command goes on"):
        lab.run(small(), tmp_path / "half", half)
    assert Run.open(tmp_path / "half").games.num_rows == 7
    (tmp_path / "half" / PIECES / ".000000002").mkdir()  # what a killed process had begun to write
    told: list[int] = []
    rest = Backwards(99)
    lab.run(small(), tmp_path / "half", rest, told.append)
    assert contents(tmp_path / "half") == contents(tmp_path / "whole")
    assert Counter(half.played + rest.played) == Counter(range(24)) and told[0] == 7
    again = Backwards(99)
    lab.run(small(), tmp_path / "half", again)
    assert not again.played


def die_sometimes(folder: Path, deaths: int, piece: int, is_stopped: Callable[[], bool]) -> int:
    """Twice the number; the second piece kills who does it, so often."""
    before = len(list(folder.iterdir()))
    if piece == 1 and before < deaths:
        (folder / str(before)).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * piece


def test_a_killed_process_costs_its_piece_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = list(ThisMachine(2).play(partial(die_sometimes, tmp_path, 1), range(4)))
    assert sorted(found) == [(number, 2 * number) for number in range(4)]
    monkeypatch.setattr("mesozoic.lab.pieces.DEATHS", 2)
    with pytest.raises(Killed, match="is there enough memory"):
        list(ThisMachine(2).play(partial(die_sometimes, tmp_path, 99), range(4)))


def test_whoever_wants_to_stops_it_from_outside(tmp_path: Path) -> None:
    with pytest.raises(Interrupted, match="0 of 24 games"):
        lab.run(small(), tmp_path, ALONE, is_stopped=lambda: True)


def test_nobody_plays_on_no_core() -> None:
    for cores in (0, -3):
        with pytest.raises(BadOptions, match=f"at least 1 core, not on {cores}"):
            ThisMachine(cores)


def test_another_run_is_not_mixed_in(tmp_path: Path) -> None:
    lab.run(small(), tmp_path / "run", ALONE)
    with pytest.raises(BadRun, match="holds another run: seed 5, not 6; games 12, not 13"):
        lab.run(small(seed=6, games=13), tmp_path / "run", ALONE)
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "letter.txt").write_text("Dear")
    with pytest.raises(BadRun, match="holds other things than a run"):
        lab.run(small(), tmp_path / "letters", ALONE)


def test_what_nobody_can_play_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    for setup, why in (
        (run_setup("dinospan", [2], ["nobody"], 5), "no bot"),
        (run_setup("dinospan", [2], ["random"], 0), "at least 1 game"),
        (run_setup("dinospan", [2], ["random"], 5, paired=True), "come in lots of 2"),
        (run_setup("dinospan", [2], ["random"] * 3, 5), "Name 1 to 2 bots"),
    ):
        with pytest.raises(BadOptions, match=why):
            lab.run(setup, tmp_path / "run", ALONE)
    assert not (tmp_path / "run").exists()


def test_seats_and_games_are_those_of_the_simulation(tmp_path: Path) -> None:
    setup = small()
    found = lab.run(setup, tmp_path, ALONE)
    lines = iter(found.seats.to_pylist())
    for number, line in enumerate(found.games.to_pylist()):
        same = play_one(setup.prepare()[line["players"]], _seats(line["players"]), setup.seed, number % setup.games)
        seats = [next(lines) for _ in range(line["players"])]
        assert line["game"] == number and line["decisions"] == same.decisions
        assert tuple(seat["score"] for seat in seats) == same.scores
        assert tuple(seat["bot"] for seat in seats) == same.bots
        assert [seat["share"] for seat in seats] == pytest.approx(same.shares)


def _seats(players: int) -> list[str]:
    return ["greedy", "random", "random"][:players]


@pytest.mark.parametrize("game", mesozoic.all_games())
def test_every_game_fills_its_tables(tmp_path: Path, game: str) -> None:
    chosen = mesozoic.game(game)
    players = min(2, chosen.facts.most_players)
    bot = chosen.levels.names()[-1] if chosen.levels.names() else "random"
    found = lab.run(run_setup(game, [players], [bot], 6, sampled=0.2), tmp_path, ALONE)
    assert (found.games.num_rows, found.seats.num_rows) == (6, 6 * players)
    sources = [figure.name for figure in found.figures("seats") if figure.is_points]
    for seat in found.seats.to_pylist():
        assert not sources or sum(seat[name] for name in sources) == seat["score"]
    for line in found.games.to_pylist():
        assert line["ending"] and line["decisions"] > 0
        assert line["decided_at"] is None or 0 <= line["decided_at"] <= 1
        assert line["branching"] is None or line["branching"] >= 1
        assert (line["seconds"] is None) != chosen.facts.realtime
    for line in found.decisions.to_pylist():
        assert not line["open"] or (line["chosen"] in line["open"] and line["options"] == len(line["open"]))
    for line in found.cards.to_pylist():
        assert line["offered"] + line["taken"] + line["played"] + line["left"] > 0
    assert found.decisions.num_rows or chosen.facts.realtime


def test_pieces_are_small_for_those_who_think_and_a_command_says_it_again() -> None:
    quick = run_setup("dinospan", [2, 4], ["random"], 100_000, options={"personal_research": "on"})
    slow = msgspec.structs.replace(quick, bots=("apex:50v", "random"))
    assert (piece_size(quick), piece_size(slow), piece_size(small())) == (1000, 5, 1)
    pieces = cut(msgspec.structs.replace(quick, games=10, piece=4))
    assert [(piece.first, piece.players, piece.start, piece.stop) for piece in pieces] == [
        (0, 2, 0, 4), (4, 2, 4, 8), (8, 2, 8, 10), (10, 4, 0, 4), (14, 4, 4, 8), (18, 4, 8, 10),
    ]  # fmt: skip
    assert command(slow) == (
        "mesozoic lab run dinospan --players 2,4 --option personal_research=on --bots apex:50v,random "
        "--games 100000 --seed 0 --decisions 0.002"
    )
