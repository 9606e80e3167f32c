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
from typing import Any, NamedTuple

from mesozoic.kernel.errors import BadOptions
from mesozoic.table.errors import Busy

fcntl: Any
try:
    import fcntl
except ImportError:  # Windows: there is no such lock
    fcntl = None

NAME = "table.sqlite"
INDEX = struct.Struct("=I10xHI12x8s8x48xI28xI")
"""The beginning of SQLite's index of its log (sqlite.org/walformat.html, 2.1): version, size of pages, frames in the
log, its salts, the header again, frames that are copied into the database, frames that are to be."""
HEADER_BYTES = 48
INDEX_VERSION = 3007000
LOG_BYTES, FRAME_BYTES = 32, 24
"""What stands in the log before its frames, and in each frame before its page."""
SALTS_AT, SALTS_BYTES = 16, 8
PAGES_OF_64_KB = 1
"""So SQLite writes the one size that is too large for its place."""
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


class Index(NamedTuple):
    """What SQLite says about its log."""

    page: int
    frames: int
    salts: bytes
    copied: int
    to_copy: int

    @property
    def log_size(self) -> int:
        """So long the log is at least: frames are there before the index tells of them. With none it may be empty."""
        page = 65_536 if self.page == PAGES_OF_64_KB else self.page
        return LOG_BYTES + self.frames * (FRAME_BYTES + page) if self.frames else 0

    @property
    def progress(self) -> Progress | None:
        """None while frames are being copied."""
        return (self.salts, self.copied) if self.copied == self.to_copy <= self.frames else None


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
        self.log: int | None = None
        self.seen: tuple[Progress, Written] | None = None
        self.is_overwritten = False
        """Once is enough: what SQLite does with the file later makes it no better."""

    def open(self) -> None:
        """Remember which files these are. A line of our own keeps SQLite from putting its log away meanwhile."""
        self.held = sqlite3.connect(self.path, check_same_thread=False)
        self.held.execute("select count(*) from sqlite_master").fetchone()
        with suppress(FileNotFoundError):  # where a disk allows no log
            self.index = os.open(f"{self.path}-shm", os.O_RDONLY)
            self.log = os.open(f"{self.path}-wal", os.O_RDONLY)
        self.known = {name: found for name in self._names() if (found := _identity(_found(name))) is not None}
        self.seen, self.is_overwritten = None, False
        self.check()

    def close(self) -> None:
        """Only when nobody else of this process has the database open."""
        if self.held is not None:
            self.held.close()
            self.held = None
        for opened in (self.index, self.log):
            if opened is not None:
                os.close(opened)
        self.index = self.log = None
        self.known = {}

    def check(self) -> None:
        """Raises if they are not the same files any more, or if somebody else has written into them."""
        before = self._read_index()
        found = {name: _found(name) for name in self.known}
        if any(_identity(one) != self.known[name] for name, one in found.items()):
            raise DatabaseGone(GONE)
        main = found.get(str(self.path))
        if before is not None and main is not None:
            written = main.st_mtime_ns, main.st_size
            if self._is_log_cut(before) or self._others_wrote(before.progress, written):
                self.is_overwritten = True
        if self.is_overwritten:
            raise DatabaseGone(GONE)

    def _names(self) -> tuple[str, str]:
        return str(self.path), f"{self.path}-wal"

    def _is_log_cut(self, index: Index) -> bool:
        """Is less in the log than SQLite knows to be there? What it writes after that makes it as long as before, but
        leaves a hole where it begins. While the index changes nothing can be said: then the next look tells."""
        if self.log is None or not index.frames:
            return False
        size, salts = os.fstat(self.log).st_size, os.pread(self.log, SALTS_BYTES, SALTS_AT)
        return (size < index.log_size or salts != index.salts) and self._read_index() == index

    def _others_wrote(self, progress: Progress | None, written: Written) -> bool:
        """Has the file changed, though no program has copied anything out of the log since? That is how SQLite writes
        into it, and the only way. While a copy is being made nothing can be said: then the next look tells."""
        if progress is None or (progress, written) == self.seen:
            return False
        now = self._read_index()
        if now is None or now.progress != progress:
            return False
        if self.seen is not None and self.seen[0] == progress:
            return True
        self.seen = progress, written
        return False

    def _read_index(self) -> Index | None:
        """None while it changes, and of a SQLite that writes it in another way."""
        if self.index is None:
            return None
        found = os.pread(self.index, INDEX.size, 0)
        if len(found) < INDEX.size or found[:HEADER_BYTES] != found[HEADER_BYTES : 2 * HEADER_BYTES]:
            return None
        version, *index = INDEX.unpack(found)
        return Index(*index) if version == INDEX_VERSION else None


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
