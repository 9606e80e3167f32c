"""Long work cut into pieces, each done somewhere and stored here; what was stopped goes on where it was.

A piece is a folder of files that appears whole or not at all. What it holds depends on the work and the piece alone, so
it makes no difference who does it, nor in which order.
"""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, suppress
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Final, Protocol, TypeVar

from mesozoic.kernel.errors import BadOptions, MesozoicError, Stopped

PIECES: Final = "pieces"
"""The folder in which they lie."""
DEATHS: Final = 5
"""So often in a row somebody who does pieces may be killed before the work is given up."""

Files = dict[str, bytes]
"""The files of a piece by name."""


class Piece(Protocol):
    """A part of the work, which is known by its name."""

    @property
    def name(self) -> str: ...

    @property
    def size(self) -> int:
        """How much of the whole it is, in the unit in which the progress is told."""
        ...


One = TypeVar("One")
Made = TypeVar("Made")
Stored = TypeVar("Stored", bound=Piece)
Do = Callable[[One, Callable[[], bool]], Made]
"""Does one piece, wherever it is called; Stopped as soon as that is wanted. It can be sent to another process."""


def wanted(parts: Iterable[One], is_stopped: Callable[[], bool]) -> Iterator[One]:
    """The parts of a piece one after the other; Stopped as soon as nobody wants more."""
    for part in parts:
        if is_stopped():
            raise Stopped
        yield part


class Workers(Protocol):
    """Whoever does pieces, in any order."""

    def play(
        self, do: Do[One, Made], pieces: Sequence[One], is_stopped: Callable[[], bool]
    ) -> Generator[tuple[One, Made]]:
        """Each piece with what was made of it, as soon as it is done; Stopped as soon as that is wanted."""
        ...


class NotWritten(MesozoicError):
    """A file or folder cannot be written."""


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """NotWritten, with the reason, if that is impossible there: no room, no right, not a folder."""
    try:
        yield
    except OSError as error:
        raise NotWritten(f"{path} cannot be written: {error.strerror or error}.") from None


class Interrupted(MesozoicError):
    """The work was stopped; what is done is kept."""


class Killed(MesozoicError):
    """Whoever does the pieces is killed again and again."""

    def __init__(self) -> None:
        super().__init__(
            f"Whoever plays was killed {DEATHS} times in a row: is there enough memory? What is done is kept."
        )


def carry_out(
    home: Path,
    do: Do[Stored, Files],
    pieces: Sequence[Stored],
    workers: Workers,
    progress: Callable[[int], None],
    is_stopped: Callable[[], bool],
    unit: str,
) -> None:
    """Do the pieces that are missing in this folder; ``progress`` is told how much more is done.

    Interrupted, with a sentence, if somebody stops it; what is done is kept, and the same call goes on.
    """
    missing = [piece for piece in pieces if not is_stored(home, piece)]
    whole = sum(piece.size for piece in pieces)
    progress(whole - sum(piece.size for piece in missing))
    try:
        with closing(workers.play(do, missing, is_stopped)) as played:
            for piece, files in played:
                store(home, piece, files)
                progress(piece.size)
    except (KeyboardInterrupt, Stopped):
        done = sum(piece.size for piece in pieces if is_stored(home, piece))
        raise Interrupted(
            f"Stopped: {done:,} of {whole:,} {unit} are kept in {home}. The same command goes on."
        ) from None


def is_stored(home: Path, piece: Piece) -> bool:
    return (home / PIECES / piece.name).is_dir()


def store(home: Path, piece: Piece, files: Files) -> None:
    """A folder with the files, which appears whole."""
    aside = home / PIECES / f".{piece.name}"
    with writing(home):
        with suppress(FileNotFoundError):
            shutil.rmtree(aside)  # what a killed process had begun to write
        aside.mkdir(parents=True)
        for name, content in files.items():
            (aside / name).write_bytes(content)
        aside.rename(home / PIECES / piece.name)


def write_whole(path: Path, content: bytes) -> None:
    """A file that appears whole."""
    aside = path.with_name(f".{path.name}")
    with writing(path):
        aside.write_bytes(content)
        aside.replace(path)


# --- Who does it ------------------------------------------------------------------------------------------------------


class ThisMachine:
    """The cores of this machine, all of them by default."""

    def __init__(self, cores: int | None = None) -> None:
        if cores is not None and cores < 1:
            raise BadOptions(f"Play on at least 1 core, not on {cores}.")
        self.cores = cores or os.cpu_count() or 1

    def play(
        self, do: Do[One, Made], pieces: Sequence[One], is_stopped: Callable[[], bool] = lambda: False
    ) -> Generator[tuple[One, Made]]:
        if self.cores == 1 or len(pieces) < 2:
            for piece in pieces:
                yield piece, do(piece, is_stopped)
            return
        missing = dict(enumerate(pieces))
        deaths = 0
        while deaths < DEATHS:
            left = len(missing)
            with suppress(BrokenProcessPool):  # one was killed: others do what is missing
                for at, made in self._with_pool(do, missing, is_stopped):
                    yield missing.pop(at), made
                return
            deaths = deaths + 1 if len(missing) == left else 1
        raise Killed

    def _with_pool(
        self, do: Do[One, Made], pieces: dict[int, One], is_stopped: Callable[[], bool]
    ) -> Generator[tuple[int, Made]]:
        """The pieces that are done by processes, by their places, until all are done or one process is killed."""
        others = set(active_children())
        with ProcessPoolExecutor(min(self.cores, len(pieces)), get_context("spawn"), _never_interrupted) as pool:
            try:
                yield from _play_in(pool, do, pieces, is_stopped)
            except BaseException:
                for process in set(active_children()) - others:
                    process.kill()  # what it plays is lost anyway, and its game may last for minutes
                raise


def _play_in(
    pool: ProcessPoolExecutor, do: Do[One, Made], pieces: dict[int, One], is_stopped: Callable[[], bool]
) -> Generator[tuple[int, Made]]:
    with _later_interrupted():  # whoever is started here never hears of Ctrl-C, not even before it listens
        waiting: dict[Future[Made], int] = {pool.submit(_do_here, do, piece): at for at, piece in pieces.items()}
    while waiting:
        done, _ = wait(waiting, timeout=0.5, return_when=FIRST_COMPLETED)
        for future in done:
            yield waiting.pop(future), future.result()
        if is_stopped():
            raise Stopped


@contextmanager
def _later_interrupted() -> Iterator[None]:
    """Ctrl-C waits until the end of this; not every system can do that."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _never_interrupted() -> None:
    """A process of the pool: Ctrl-C is for the one who started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _do_here(do: Do[One, Made], piece: One) -> Made:
    """In a process that is killed when nobody wants it any more."""
    return do(piece, lambda: False)
