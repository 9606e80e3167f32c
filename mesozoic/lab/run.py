"""A run of the lab: games in pieces (``pieces.py``), each with four tables. When all are there, the pieces become the
four files of the run."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from mesozoic.bots import thinking_ms
from mesozoic.bots.levels import LEVELS
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Game
from mesozoic.lab.collect import packed, play_piece
from mesozoic.lab.entrants import check_entrant
from mesozoic.lab.pieces import PIECES, Files, Workers, carry_out, write_whole, writing
from mesozoic.lab.results import SETUP_FILE, BadRun, Run, read_setup, read_table, schema_of
from mesozoic.lab.schema import TABLES, RunSetup
from mesozoic.lab.simulate import fill_seats

MOST_PIECES: Final = 16
"""A short run is cut into so many pieces, so that no core waits long for another."""
LINES: Final = 200_000
"""About so many lines are written into a file at once."""


@dataclass(frozen=True, order=True)
class Piece:
    """Some games of a run."""

    first: int
    """The number of its first game in the run."""
    players: int
    start: int
    """The number of its first game among those of as many players."""
    stop: int

    @property
    def name(self) -> str:
        return f"{self.first:09}"

    @property
    def size(self) -> int:
        """How many games it has."""
        return self.stop - self.start


def run(
    setup: RunSetup,
    folder: Path | str,
    workers: Workers,
    progress: Callable[[int], None] = lambda done: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Run:
    """Play what is missing of a run in this folder; ``progress`` is told how many more games are done.

    Interrupted, with a sentence, if somebody stops it; what is done is kept, and the same call goes on.
    """
    home = Path(folder)
    setup = begin(setup, home)
    if not Run(home, setup).is_finished:
        pieces = cut(setup)
        carry_out(home, partial(play, setup), pieces, workers, progress, is_stopped, "games")
        join(home, setup, pieces)
    else:
        progress(setup.in_all())
    with suppress(FileNotFoundError):
        shutil.rmtree(home / PIECES)
    return Run.open(home)


def begin(setup: RunSetup, home: Path) -> RunSetup:
    """Make the folder this run's, or see that it is; returns the set-up with which it began."""
    check(setup)
    if not (home / SETUP_FILE).exists():
        if home.is_dir() and any(home.iterdir()):
            raise BadRun(f"{home} holds other things than a run: name a new folder.")
        setup = msgspec.structs.replace(setup, piece=piece_size(setup), command=command(setup))
        with writing(home):
            home.mkdir(parents=True, exist_ok=True)
        write_whole(home / SETUP_FILE, msgspec.json.format(msgspec.json.encode(setup), indent=1))
        return setup
    before = read_setup(home)
    if different := before.differs(setup):
        raise BadRun(f"{home} holds another run: {'; '.join(different)}. Name another folder with --out.")
    return before


def check(setup: RunSetup) -> None:
    """BadOptions if nobody can play like that."""
    for ready in setup.prepare().values():
        for bot in fill_seats(list(setup.bots), ready.players):
            check_entrant(ready.game, bot)
        if setup.paired and setup.games % ready.players:
            raise BadOptions(
                f"Paired games of {ready.players} players come in lots of {ready.players}, so not {setup.games}."
            )
    if setup.games < 1:
        raise BadOptions(f"Play at least 1 game, not {setup.games}.")


def piece_size(setup: RunSetup) -> int:
    """Few games of those who think for long, so that little is lost; many of the quick: storing them costs little."""
    kinds = {bot.partition(":")[0] for bot in setup.bots}
    if any(thinking_ms(bot) for bot in setup.bots):
        most = 1
    elif kinds & {"search", *LEVELS}:
        most = 5
    else:
        most = 1000 if kinds == {"random"} else 100
    return max(1, min(most, setup.games // MOST_PIECES))


def command(setup: RunSetup) -> str:
    """How to run it again, whoever plays and wherever it is kept."""
    words = ["mesozoic", "lab", "run", setup.game, "--players", ",".join(map(str, setup.players))]
    for name, value in setup.options.items():
        words += ["--option", f"{name}={value}"]
    words += ["--cards", "FILE"] if setup.cards else []
    words += ["--bots", ",".join(setup.bots), "--games", str(setup.games), "--seed", setup.seed]
    words += ["--paired"] if setup.paired else []
    return shlex.join([*words, "--decisions", f"{setup.sampled:g}"])


def cut(setup: RunSetup) -> list[Piece]:
    """All pieces of a run, in the order of their games."""
    return [
        Piece(at * setup.games + start, players, start, min(start + setup.piece, setup.games))
        for at, players in enumerate(setup.players)
        for start in range(0, setup.games, setup.piece)
    ]


def usual_bots(game: Game) -> list[str]:
    """Who plays when nobody is named: players who cost little, and play by the game's own hints."""
    return [game.levels.names()[0]] if game.levels.names() else ["greedy"]


# --- Storing ----------------------------------------------------------------------------------------------------------


def join(home: Path, setup: RunSetup, pieces: list[Piece]) -> None:
    """The four files of the run, each from its pieces in their order."""
    for name in TABLES:
        path, aside = home / f"{name}.parquet", home / f".{name}.parquet"
        paths = [home / PIECES / piece.name / f"{name}.arrow" for piece in pieces]
        with writing(home):
            with pq.ParquetWriter(aside, schema_of(paths[0]), compression="zstd", write_statistics=False) as writer:
                for table in _together(paths):
                    writer.write_table(table)
            aside.replace(path)


def _together(paths: list[Path]) -> Iterator[pa.Table]:
    """The tables of these files, several small ones as one."""
    lot: list[pa.Table] = []
    for path in paths:
        lot.append(read_table(path))
        if sum(table.num_rows for table in lot) >= LINES:
            yield pa.concat_tables(lot).unify_dictionaries().combine_chunks()
            lot = []
    if lot:
        yield pa.concat_tables(lot).unify_dictionaries().combine_chunks()


# --- Playing ----------------------------------------------------------------------------------------------------------


def play(setup: RunSetup, piece: Piece, is_stopped: Callable[[], bool] = lambda: False) -> Files:
    """Play one piece, wherever this is called."""
    tables = packed(play_piece(setup, piece.players, range(piece.start, piece.stop), is_stopped))
    return {f"{name}.arrow": tables[name] for name in TABLES}
