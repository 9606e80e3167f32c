"""The file of a SQLite database: that it is still the one that was opened, whole, and used by one server alone.

SQLite goes on writing into a file that was deleted or replaced under it, and says that all is well. So whoever stores
or reads asks here first, and whoever has stored asks again before anybody is told.
"""

from __future__ import annotations

import os
import sqlite3
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

FIRST_BYTES = b"SQLite format 3\0"
LOOK_SECONDS = 2.0
"""So long a database is looked through at the start; a large one not to its end."""
GONE = (
    "The table's database was deleted, replaced or overwritten while the server runs, so nothing can be stored. "
    "Whoever runs this table must put the file back, or start the server again."
)


class DatabaseGone(Busy):
    """What was opened is not there any more."""


def path_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


class DatabaseFile:
    """A database's file and its log, as they were when it was opened."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.known: dict[str, tuple[int, int]] = {}
        self.held: sqlite3.Connection | None = None
        self.reading: int | None = None
        """Opened once and closed last: whenever a process closes a file, the system drops all its locks on it, and with
        them those of SQLite."""

    def open(self) -> None:
        """Remember which files these are. A line of our own keeps SQLite from putting its log away meanwhile."""
        self.held = sqlite3.connect(self.path, check_same_thread=False)
        self.held.execute("select count(*) from sqlite_master").fetchone()
        self.reading = os.open(self.path, os.O_RDONLY)
        self.known = {name: found for name in self._names() if (found := _identity(name)) is not None}

    def close(self) -> None:
        """Only when nobody else of this process has the database open."""
        if self.held is not None:
            self.held.close()
            self.held = None
        if self.reading is not None:
            os.close(self.reading)
            self.reading = None
        self.known = {}

    def check(self) -> None:
        """Raises if they are not the same files any more, or no database."""
        if any(_identity(name) != known for name, known in self.known.items()) or not self._looks_right():
            raise DatabaseGone(GONE)

    def _names(self) -> tuple[str, str]:
        return str(self.path), f"{self.path}-wal"

    def _looks_right(self) -> bool:
        if self.reading is None:
            return True
        try:
            return os.pread(self.reading, len(FIRST_BYTES), 0) == FIRST_BYTES
        except OSError:
            return False


def _identity(name: str) -> tuple[int, int] | None:
    try:
        found = os.stat(name)
    except OSError:
        return None
    return found.st_dev, found.st_ino


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
