"""A disk and what goes wrong on it: SQLite's own files, of which every commit may fail, tear or stay unanswered.

The server's SQL runs for real. Statements take made-up time, writers wait for each other in the simulated loop instead
of in SQLite, and when a process is killed what lies on the disk then is what the next one finds: the database with its
log, and of a commit that was just being written any part of its sectors.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from mesozoic.table.storage.store import _prepare_sqlite
from tests.table.simulated.loop import OWNER, Owner

if TYPE_CHECKING:
    from tests.table.simulated.world import World

SECTOR = 512
LOCK_SECONDS = 15.0
IO_ERROR = "disk I/O error"
BROKEN = "no active connection"
FULL = "database or disk is full"
LOCKED = "database is locked"
NOTIFY = "pg_notify"
ADVISORY = "pg_advisory_xact_lock"
DIALECTS: dict[str, Any] = {}
COMPILED: dict[Any, Any] = {}
"""Statements are compiled once for all processes of all worlds: a process that starts need not do it again."""
CHANGES = ("insert", "update", "delete", "create", "drop", "alter")


class Killed(BaseException):
    """The process ends within this step."""


class Disk:
    """One database that outlives all processes; in ``shared`` use several of them have it at once."""

    def __init__(self, world: World, folder: Path, template: Path, shared: bool) -> None:
        self.world = world
        self.folder = folder
        self.shared = shared
        self.age = 0
        self.path = folder / "table-0.sqlite"
        shutil.copyfile(template, self.path)
        self.held_by: object | None = None
        self.queue: deque[asyncio.Future[None]] = deque()
        self.opened: dict[Owner, list[sqlite3.Connection]] = {}
        self.holders: dict[Owner, list[object]] = {}
        self.torn: bytes | None = None
        self.trouble_until = 0.0
        """For a while hardly any commit succeeds."""
        self.looking = self._look()
        """The oracle's own eyes: what is committed, and nothing else."""

    def _look(self) -> sqlite3.Connection:
        found = sqlite3.connect(self.path)
        found.execute("pragma journal_mode=wal")
        found.execute(
            "pragma synchronous=off"
        )  # where these files lie nothing is lost; what is torn is torn on purpose
        return found

    def close(self) -> None:
        self.looking.close()

    def raw(self, owner: Owner, factory: type[sqlite3.Connection] = sqlite3.Connection, **named: Any) -> Any:
        connection = sqlite3.connect(self.path, factory=factory, check_same_thread=False, **named)
        self.opened.setdefault(owner, []).append(connection)
        return connection

    # --- One writes at a time -------------------------------------------------------------------------------------

    async def acquire(self, who: object, owner: Owner) -> None:
        """As SQLite's writers wait for each other, and for as long."""
        if self.held_by is who:
            return
        until = self.world.loop.time() + LOCK_SECONDS
        while self.held_by is not None:
            waiting = self.world.loop.create_future()
            self.queue.append(waiting)
            try:
                async with asyncio.timeout_at(until):
                    await waiting
            except TimeoutError:
                raise sqlite3.OperationalError(LOCKED) from None
        self.held_by = who
        self.holders.setdefault(owner, []).append(who)

    def release(self, who: object) -> None:
        if self.held_by is who:
            self.held_by = None
            while self.queue:
                waiting = self.queue.popleft()
                if not waiting.done():
                    waiting.set_result(None)
                    break

    # --- What may happen to a commit --------------------------------------------------------------------------------

    def commit(self, owner: Owner, commit: Callable[[], object], undo: Callable[[], object]) -> None:
        """One commit, or what becomes of it. Killed: the process does not live to see its answer."""
        faults = self.world.faults
        kind = faults.of_commit(can_tear=not self.shared, in_trouble=self.world.loop.time() < self.trouble_until)
        if kind is None:
            commit()
            self.world.committed()
            return
        if kind == "commit failed":
            faults.count(kind)
            undo()
            raise sqlite3.OperationalError(self.world.chance.choice([IO_ERROR, FULL, BROKEN]))
        if kind == "commit unanswered":
            faults.count(kind)
            commit()
            self.world.committed()
            raise sqlite3.OperationalError(self.world.chance.choice([IO_ERROR, BROKEN]))
        if kind == "killed after commit":
            commit()
            self.world.committed()
        elif kind == "commit torn":
            self._tear(commit)
        owner.doom(kind)
        raise Killed

    def _tear(self, commit: Callable[[], object]) -> None:
        """Of the sectors that a commit writes into the log only some have arrived when the power fails."""
        log, chance = Path(f"{self.path}-wal"), self.world.chance
        table, before = self.path.read_bytes(), _read(log)
        commit()
        after = _read(log)
        if table != self.path.read_bytes():  # the log was put away with this commit: it had arrived whole before
            self.torn = after
            return
        way = chance.choice(["cut", "scattered", "garbled"])
        if way == "cut":
            self.torn = after[: chance.randint(min(len(before), len(after)), len(after))] or before
        else:
            old = before.ljust(len(after), b"\0")
            first = len(os.path.commonprefix([after, old]))  # noqa: RUF071 - bytes, not paths
            made = bytearray(after)
            for sector in range(first - first % SECTOR, len(after), SECTOR):
                if chance.random() < 0.4:  # what lay in the sector before the first new byte stays as it is
                    start, end = max(first, sector), min(sector + SECTOR, len(after))
                    made[start:end] = old[start:end] if way == "scattered" else chance.randbytes(end - start)
            self.torn = bytes(made)

    def after_kill(self, owner: Owner) -> None:
        """What the process had open is gone. Alone at the disk, it leaves the files as they are at this moment."""
        old = self.path
        if not self.shared:
            self.age += 1
            self.path = self.folder / f"table-{self.age}.sqlite"
            shutil.copyfile(old, self.path)
            log = _read(Path(f"{old}-wal")) if self.torn is None else self.torn
            Path(f"{self.path}-wal").write_bytes(log)
            self.torn = None
        for who in self.holders.pop(owner, []):
            self.release(who)
        for connection in self.opened.pop(owner, []):
            connection.close()
        if not self.shared:
            self.looking.close()
            for name in (old, Path(f"{old}-wal"), Path(f"{old}-shm")):
                name.unlink(missing_ok=True)
            self.looking = self._look()

    # --- As the server uses it ----------------------------------------------------------------------------------------

    def engine(self, owner: Owner) -> AsyncEngine:
        """What SQLAlchemy talks to."""

        async def connect() -> SimulatedConnection:
            return SimulatedConnection(self, owner)

        made = create_async_engine(
            f"sqlite+aiosqlite:///{self.path}", async_creator=connect, pool_size=4, hide_parameters=True
        )
        sa.event.listen(made.sync_engine, "connect", _prepare_sqlite)
        made.sync_engine.dialect = DIALECTS.setdefault("sqlite", made.sync_engine.dialect)
        return made.execution_options(compiled_cache=COMPILED)

    def connect(self, owner: Owner) -> Callable[..., sqlite3.Connection]:
        """What the thread that writes entries talks to."""

        def opened(_: Path, **named: Any) -> sqlite3.Connection:
            found: ThreadConnection = self.raw(owner, ThreadConnection, **named)
            found.disk, found.owner = self, owner
            return found

        return opened

    async def in_thread(self, work: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """A thread of the present process does something with the disk."""
        owner = OWNER.get()
        who = object()
        await self.acquire(who, owner)
        try:
            await self.world.faults.wait_for_disk()
            try:
                return work(*args)
            except Killed:
                await self.world.loop.create_future()
        finally:
            self.release(who)


class ThreadConnection(sqlite3.Connection):
    """Of the thread that writes: a statement may fail in the middle of a transaction."""

    disk: Disk
    owner: Owner

    def execute(self, sql: str, parameters: Any = ()) -> sqlite3.Cursor:
        execute = super().execute
        if sql == "commit":
            self.disk.commit(self.owner, lambda: execute(sql), lambda: None)
            return execute("select 1")
        if sql.lstrip().startswith(CHANGES):
            self.disk.world.faults.of_statement()
        return execute("pragma synchronous=off" if sql.startswith("pragma synchronous") else sql, parameters)


class SimulatedConnection:
    """As a connection of aiosqlite's, without its thread."""

    def __init__(self, disk: Disk, owner: Owner) -> None:
        self.disk = disk
        self.owner = owner
        self._connection: Any = disk.raw(owner)
        self.told: list[str] = []
        """Notices that go out with the commit."""
        self._connection.create_function(NOTIFY, 2, lambda _, payload: self.told.append(payload))
        self._connection.create_function(ADVISORY, 1, lambda _: None)

    @property
    def isolation_level(self) -> Any:
        return self._connection.isolation_level

    async def create_function(self, *given: Any, **named: Any) -> None:
        self._connection.create_function(*given, **named)

    def cursor(self) -> SimulatedCursor:
        return SimulatedCursor(self)

    async def before(self, sql: str) -> None:
        """A statement is on its way; the first of those that change something waits until nobody else writes."""
        if self.owner.is_dead:
            raise sqlite3.OperationalError(BROKEN)
        words = sql.lstrip().lower()
        if not words.startswith("pragma"):
            await self.disk.world.faults.wait_for_disk()
            self.disk.world.faults.of_statement()
        if ADVISORY in words:
            await self.disk.acquire(self, self.owner)
            if not self._connection.in_transaction:
                self._connection.execute("begin immediate")
        elif words.startswith(CHANGES) and not self._connection.in_transaction:
            await self.disk.acquire(self, self.owner)

    async def commit(self) -> None:
        if self.owner.is_dead or not self._connection.in_transaction:
            self.disk.release(self)
            return
        await self.disk.world.faults.wait_for_disk()
        told, self.told = self.told, []
        raw = self._connection

        def commit() -> None:
            raw.commit()
            for payload in told:
                self.disk.world.notify(payload)

        try:
            self.disk.commit(self.owner, commit, raw.rollback)
        except Killed:
            await self.disk.world.loop.create_future()
        finally:
            if not self.owner.is_dead:
                self.disk.release(self)

    async def rollback(self) -> None:
        self.told = []
        if not self.owner.is_dead:
            self._connection.rollback()
        self.disk.release(self)

    async def close(self) -> None:
        await self.rollback()
        if not self.owner.is_dead:
            self._connection.close()
            self.disk.opened[self.owner].remove(self._connection)

    def stop(self) -> None:
        self.disk.release(self)


class SimulatedCursor:
    def __init__(self, connection: SimulatedConnection) -> None:
        self.connection = connection
        self.cursor = connection._connection.cursor()
        self.arraysize = 1

    async def __aenter__(self) -> SimulatedCursor:
        return self

    @property
    def description(self) -> Any:
        return self.cursor.description

    @property
    def rowcount(self) -> int:
        return int(self.cursor.rowcount)

    @property
    def lastrowid(self) -> Any:
        return self.cursor.lastrowid

    async def execute(self, sql: str, parameters: Any = ()) -> SimulatedCursor:
        await self.connection.before(sql)
        self.cursor.execute("pragma synchronous=off" if sql.startswith("PRAGMA synchronous") else sql, parameters)
        return self

    async def executemany(self, sql: str, parameters: Any) -> SimulatedCursor:
        await self.connection.before(sql)
        self.cursor.executemany(sql, parameters)
        return self

    async def fetchall(self) -> Any:
        return self.cursor.fetchall()

    async def close(self) -> None:
        if not self.connection.owner.is_dead:
            self.cursor.close()


def _read(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""
