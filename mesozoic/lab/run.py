"""A run of the lab: games cut into pieces, each played somewhere and stored here; a stopped run goes on where it was.

A piece is a folder with four tables that appears whole or not at all. What it holds depends on the set-up and its
numbers alone, so it makes no difference who plays it, nor in which order. When all are there, the pieces become the
four files of the run.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import closing, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Final, Protocol

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from mesozoic.bots import thinking_ms
from mesozoic.bots.levels import LEVELS
from mesozoic.kernel.errors import BadOptions, MesozoicError
from mesozoic.kernel.game import Game
from mesozoic.lab.collect import Stopped, packed, play_piece
from mesozoic.lab.entrants import check_entrant
from mesozoic.lab.results import PIECES, SETUP_FILE, BadRun, Run, read_setup, read_table, schema_of
from mesozoic.lab.schema import TABLES, RunSetup
from mesozoic.lab.simulate import fill_seats

MOST_PIECES: Final = 16
"""A short run is cut into so many pieces, so that no core waits long for another."""
LINES: Final = 200_000
"""About so many lines are written into a file at once."""


class Interrupted(MesozoicError):
    """A run was stopped; what is done is kept."""


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
    def games(self) -> int:
        return self.stop - self.start


Played = tuple[Piece, dict[str, bytes]]


class Workers(Protocol):
    """Whoever plays pieces, in any order."""

    def play(self, setup: RunSetup, pieces: list[Piece], is_stopped: Callable[[], bool]) -> Generator[Played]:
        """Each piece with its four tables, as soon as it is done; Stopped as soon as that is wanted."""
        ...


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
        missing = [piece for piece in pieces if not (home / PIECES / piece.name).is_dir()]
        progress(setup.in_all() - sum(piece.games for piece in missing))
        try:
            with closing(workers.play(setup, missing, is_stopped)) as played:
                for piece, tables in played:
                    store(home, piece, tables)
                    progress(piece.games)
        except (KeyboardInterrupt, Stopped):
            done = sum(piece.games for piece in pieces if (home / PIECES / piece.name).is_dir())
            raise Interrupted(
                f"Stopped: {done:,} of {setup.in_all():,} games are kept in {home}. The same command goes on."
            ) from None
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
        if home.exists() and any(home.iterdir()):
            raise BadRun(f"{home} holds other things than a run: name a new folder.")
        setup = msgspec.structs.replace(setup, piece=piece_size(setup), command=command(setup))
        home.mkdir(parents=True, exist_ok=True)
        _write(home / SETUP_FILE, msgspec.json.format(msgspec.json.encode(setup), indent=1))
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


def store(home: Path, piece: Piece, tables: dict[str, bytes]) -> None:
    """A folder with the tables, which appears whole."""
    aside = home / PIECES / f".{piece.name}"
    with suppress(FileNotFoundError):
        shutil.rmtree(aside)  # what a killed run had begun to write
    aside.mkdir(parents=True)
    for name in TABLES:
        (aside / f"{name}.arrow").write_bytes(tables[name])
    aside.rename(home / PIECES / piece.name)


def join(home: Path, setup: RunSetup, pieces: list[Piece]) -> None:
    """The four files of the run, each from its pieces in their order."""
    for name in TABLES:
        path, aside = home / f"{name}.parquet", home / f".{name}.parquet"
        paths = [home / PIECES / piece.name / f"{name}.arrow" for piece in pieces]
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


def _write(path: Path, content: bytes) -> None:
    aside = path.with_name(f".{path.name}")
    aside.write_bytes(content)
    aside.replace(path)


# --- Who plays --------------------------------------------------------------------------------------------------------


def play(setup: RunSetup, piece: Piece, is_stopped: Callable[[], bool] = lambda: False) -> dict[str, bytes]:
    """Play one piece, wherever this is called."""
    return packed(play_piece(setup, piece.players, range(piece.start, piece.stop), is_stopped))


class ThisMachine:
    """The cores of this machine, all of them by default."""

    def __init__(self, cores: int | None = None) -> None:
        self.cores = cores or os.cpu_count() or 1

    def play(self, setup: RunSetup, pieces: list[Piece], is_stopped: Callable[[], bool]) -> Generator[Played]:
        if self.cores == 1 or len(pieces) < 2:
            for piece in pieces:
                yield piece, play(setup, piece, is_stopped)
            return
        context = get_context("spawn")
        stop = context.Event()
        with ProcessPoolExecutor(self.cores, context, _listen, (stop,)) as pool:
            try:
                yield from _play_in(pool, setup, pieces, is_stopped)
            except BaseException:
                stop.set()  # each process ends with the game that it is playing
                pool.shutdown(cancel_futures=True)
                raise


def _play_in(
    pool: ProcessPoolExecutor, setup: RunSetup, pieces: list[Piece], is_stopped: Callable[[], bool]
) -> Generator[Played]:
    waiting: dict[Future[dict[str, bytes]], Piece] = {pool.submit(_play_here, setup, piece): piece for piece in pieces}
    while waiting:
        done, _ = wait(waiting, timeout=0.5, return_when=FIRST_COMPLETED)
        for future in done:
            yield waiting.pop(future), future.result()
        if is_stopped():
            raise Stopped


_stop: Event | None = None


def _listen(stop: Event) -> None:
    """A process of the pool: Ctrl-C is for the one who started it."""
    global _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_here(setup: RunSetup, piece: Piece) -> dict[str, bytes]:
    assert _stop is not None
    return play(setup, piece, _stop.is_set)
