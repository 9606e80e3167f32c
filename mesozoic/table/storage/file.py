"""The file of a SQLite database: that it is still the one that was opened, whole, and used by one server alone.

SQLite goes on writing into a file that was deleted, replaced or written over under it, and says that all is well. So
whoever stores or reads asks here first, and whoever has stored asks again before anybody is told.
"""

from __future__ import annotations

import os
import sqlite3
import struct
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from mesozoic.kernel.errors import BadOptions
from mesozoic.table.errors import Busy

fcntl: Any
try:
    import fcntl
except ImportError:  # Windows: there is no such lock
    fcntl = None

NAME = "table.sqlite"
INDEX = struct.Struct("=I12xI12x8s8x48xI28xI")
"""The beginning of SQLite's index of its log (sqlite.org/walformat.html, 2.1): version, frames in the log, its salts,
the header again, frames that are copied into the database, frames that are to be."""
HEADER_BYTES = 48
INDEX_VERSION = 3007000
Progress = tuple[bytes, int]
"""Which log, and how many of its frames are copied into the database."""
Written = tuple[int, int]
"""When a file was written last, and its size then."""
LOOK_SECONDS = 2.0
"""So long a database is looked through at the start; a large one not to its end."""
GONE = (
    "The table's database was deleted, replaced or overwritten while the server runs, so nothing can be stored. "
    "Whoever runs this table must put the file back, or start the server again."
)


class DatabaseGone(Busy):
    """What was opened is not there any more."""


def path_of(url: str) -> Path:
    """The file itself, which SQLite follows links to: its log and our lock lie beside it."""
    path = Path(os.path.realpath(url.removeprefix("sqlite:///")))
    if path.is_dir():
        raise BadOptions(f"The database {path} is a folder: name a file with --database, such as {path / NAME}.")
    return path


class DatabaseFile:
    """A database's file and its log, as they were when it was opened."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.known: dict[str, tuple[int, int]] = {}
        self.held: sqlite3.Connection | None = None
        self.index: int | None = None
        """What SQLite keeps about its log, opened once and closed last: whenever a process closes a file, the system
        drops all its locks on it, and with them those of SQLite."""
        self.seen: tuple[Progress, Written] | None = None
        self.is_overwritten = False
        """Once is enough: what SQLite does with the file later makes it no better."""

    def open(self) -> None:
        """Remember which files these are. A line of our own keeps SQLite from putting its log away meanwhile."""
        self.held = sqlite3.connect(self.path, check_same_thread=False)
        self.held.execute("select count(*) from sqlite_master").fetchone()
        with suppress(FileNotFoundError):  # where a disk allows no log
            self.index = os.open(f"{self.path}-shm", os.O_RDONLY)
        self.known = {name: found for name in self._names() if (found := _identity(_found(name))) is not None}
        self.seen, self.is_overwritten = None, False
        self.check()

    def close(self) -> None:
        """Only when nobody else of this process has the database open."""
        if self.held is not None:
            self.held.close()
            self.held = None
        if self.index is not None:
            os.close(self.index)
            self.index = None
        self.known = {}

    def check(self) -> None:
        """Raises if they are not the same files any more, or if somebody else has written into the database's file."""
        before = self._progress()
        found = {name: _found(name) for name in self.known}
        if any(_identity(one) != self.known[name] for name, one in found.items()):
            raise DatabaseGone(GONE)
        main = found.get(str(self.path))
        if before is not None and main is not None and self._others_wrote(before, (main.st_mtime_ns, main.st_size)):
            self.is_overwritten = True
        if self.is_overwritten:
            raise DatabaseGone(GONE)

    def _names(self) -> tuple[str, str]:
        return str(self.path), f"{self.path}-wal"

    def _others_wrote(self, progress: Progress, written: Written) -> bool:
        """Has the file changed, though no program has copied anything out of the log since? That is how SQLite writes
        into it, and the only way. While a copy is being made nothing can be said: then the next look tells."""
        if (progress, written) == self.seen or self._progress() != progress:
            return False
        if self.seen is not None and self.seen[0] == progress:
            return True
        self.seen = progress, written
        return False

    def _progress(self) -> Progress | None:
        """None while it changes, and of a SQLite that writes it in another way."""
        if self.index is None:
            return None
        found = os.pread(self.index, INDEX.size, 0)
        if len(found) < INDEX.size or found[:HEADER_BYTES] != found[HEADER_BYTES : 2 * HEADER_BYTES]:
            return None
        version, frames, log, copied, to_copy = INDEX.unpack(found)
        if version != INDEX_VERSION or not copied == to_copy <= frames:
            return None
        return log, copied


def _found(name: str) -> os.stat_result | None:
    try:
        return os.stat(name)
    except OSError:
        return None


def _identity(found: os.stat_result | None) -> tuple[int, int] | None:
    return None if found is None else (found.st_dev, found.st_ino)


# --- Before the server starts -------------------------------------------------------------------------------------


@contextmanager
def sole_use(path: Path) -> Iterator[None]:
    """Only one server at a time: a second one would not hear of what the first one stores."""
    if fcntl is None:
        yield
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise BadOptions(
            f"The folder {path.parent} cannot be written to ({error.strerror}): give the table a database elsewhere "
            "with --database, or let this user write there."
        ) from None
    try:
        _take(lock, path)
        yield
    finally:
        os.close(lock)


def _take(lock: int, path: Path) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        other = os.pread(lock, 20, 0).decode(errors="replace")
        raise BadOptions(
            f"Another server, process {other}, uses the database {path}: stop it first, or give this one another "
            "database with --database. Several processes need PostgreSQL."
        ) from None
    with suppress(OSError):  # a full disk is told of elsewhere
        os.ftruncate(lock, 0)
        os.pwrite(lock, str(os.getpid()).encode(), 0)


def look_through(path: Path) -> None:
    """Raises a sentence if the file cannot be a database to write to."""
    if not path.exists():
        return
    if not os.access(path, os.W_OK):
        raise BadOptions(
            f"The database {path} is read-only: let this user write to it, or give another one with --database."
        )
    until = time.monotonic() + LOOK_SECONDS
    try:
        with closing(sqlite3.connect(path)) as connection:
            connection.set_progress_handler(lambda: int(time.monotonic() > until), 10_000)
            [(found,)] = connection.execute("pragma quick_check(1)").fetchall()
    except sqlite3.OperationalError as error:
        if "interrupted" in str(error):
            return
        raise unusable(path, str(error)) from None
    except sqlite3.DatabaseError as error:
        raise unusable(path, str(error)) from None
    if found != "ok":
        raise unusable(path, str(found))


def unusable(path: Path, why: str) -> BadOptions:
    plain = " ".join(why.split())
    return BadOptions(
        f"The database {path} is damaged ({plain}): put a backup in its place, or give another one with --database. "
        "What can be saved of it: sqlite3 FILE .recover, see docs/operating.md."
    )
