"""Entries into SQLite by a thread of its own, with one connection and statements that stay prepared.

What is stored is the same as through SQLAlchemy, which does all the rest; a commit takes a fifth of the processor time.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from mesozoic.table.storage.entries import Entry

INSERT = """
insert into entries ("match", number, kind, seat, data, at, wall, "key") values (?, ?, ?, ?, ?, ?, ?, ?)
on conflict do nothing
"""
ALIVE = "insert into processes (id, seen) values (?, ?) on conflict (id) do update set seen = excluded.seen"
LONG_GONE = "delete from processes where seen < ?"
LONG_GONE_SECONDS = 3600
UPDATES: dict[tuple[str, ...], str] = {
    names: f"update matches set {', '.join(f'{name} = ?' for name in names)} where id = ?"
    for names in (("deadline",), ("status",), ("status", "deadline"), ("open_seats",), ("open_seats", "listed"))
}
"""What may change in the row of a match with an entry."""
PRAGMAS = ("busy_timeout=15000", "synchronous=FULL", "foreign_keys=ON")
"""For every connection: other programs may write for a while, and a commit is on the disk when it returns."""
LASTING_PRAGMAS = ("auto_vacuum=INCREMENTAL", "journal_mode=WAL")
"""Once for a file: freed room can be given back, and readers do not wait for the writer. Whoever asks for these has to
wait for the writer, even where nothing changes by it."""


class Writer:
    """The only one who appends entries to a file."""

    def __init__(self, path: Path, connect: Callable[..., sqlite3.Connection] = sqlite3.connect) -> None:
        self.path = path
        self.connect = connect
        self.thread = ThreadPoolExecutor(1, "mesozoic-writer")
        self.connection: sqlite3.Connection | None = None

    async def write(self, batch: Iterable[tuple[Entry, dict[str, Any]]]) -> set[tuple[str, int]]:
        """One transaction for all; which of them were stored, the others' places being taken."""
        return await asyncio.get_running_loop().run_in_executor(self.thread, self._write, list(batch))

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self.thread, self._close)
        self.thread.shutdown()

    async def say_alive(self, process: str, wall: float) -> None:
        """Every second: from here it waits for nobody who writes."""
        await asyncio.get_running_loop().run_in_executor(self.thread, self._say_alive, process, wall)

    async def shrink(self, pages: int) -> bool:
        """Give so many free pages back to the disk, or all; are there more? A file of older versions keeps its size."""
        return await asyncio.get_running_loop().run_in_executor(self.thread, self._shrink, pages)

    def _write(self, batch: list[tuple[Entry, dict[str, Any]]]) -> set[tuple[str, int]]:
        stored: set[tuple[str, int]] = set()
        with self._transaction() as connection:
            for entry, row in batch:
                if connection.execute(INSERT, _values(entry)).rowcount == 1:
                    stored.add((entry.match, entry.number))
                    if row:
                        connection.execute(UPDATES[tuple(row)], (*row.values(), entry.match))
        return stored

    def _say_alive(self, process: str, wall: float) -> None:
        with self._transaction() as connection:
            connection.execute(ALIVE, (process, wall))
            connection.execute(LONG_GONE, (wall - LONG_GONE_SECONDS,))

    def _shrink(self, pages: int) -> bool:
        connection = self._opened()
        connection.executescript(f"pragma incremental_vacuum({pages})")  # execute() would free one page alone
        (has_mode,) = connection.execute("pragma auto_vacuum").fetchone()
        (free,) = connection.execute("pragma freelist_count").fetchone()
        return bool(has_mode and free)

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        connection = self._opened()
        connection.execute("begin immediate")
        try:
            yield connection
            connection.execute("commit")
        except BaseException:
            self._close()  # whatever was begun is gone with the connection
            raise

    def _opened(self) -> sqlite3.Connection:
        if self.connection is None:
            self.connection = self.connect(self.path, isolation_level=None)
            for pragma in PRAGMAS:
                self.connection.execute(f"pragma {pragma}")
        return self.connection

    def _close(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None


def _values(entry: Entry) -> tuple[Any, ...]:
    data = msgspec.json.encode(entry.data).decode()
    return entry.match, entry.number, entry.kind, entry.seat, data, entry.at, entry.wall, entry.key
