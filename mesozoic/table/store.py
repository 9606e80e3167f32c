"""The database: matches and their numbered entries. SQLite by default, PostgreSQL by URL.

Entries of all matches that arrive together are committed together: one disk write serves many moves. An entry counts
as stored only when its transaction is committed; until then nobody is told of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from mesozoic.table import migrate
from mesozoic.table.entries import Entry, MatchRow
from mesozoic.table.schema import entries, matches, processes

log = logging.getLogger("mesozoic.table")

CHANNEL = "mesozoic"
ALIVE_SECONDS = 4.0
"""A process that has not been seen for so long keeps no match any more."""
MOST_AT_ONCE = 200


@dataclass
class Appending:
    """An entry on its way into the database, with what changes in the row of its match."""

    entry: Entry
    row: dict[str, Any]
    done: asyncio.Future[bool]


def engine_for(url: str) -> AsyncEngine:
    if url.startswith("sqlite"):
        path = Path(url.removeprefix("sqlite:///"))
        path.parent.mkdir(parents=True, exist_ok=True)
        engine = create_async_engine(f"sqlite+aiosqlite:///{path}", pool_size=4)
        sa.event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        return engine
    return create_async_engine(
        url.replace("postgresql://", "postgresql+asyncpg://", 1), pool_size=6, max_overflow=4, pool_pre_ping=True
    )


def _prepare_sqlite(connection: Any, _: Any) -> None:
    """Readers do not wait for the writer, and a commit is on the disk when it returns."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class Store:
    """All that the table asks of a database."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.is_sqlite = url.startswith("sqlite")
        self.engine = engine_for(url)
        self.insert: Any = sqlite.insert if self.is_sqlite else postgresql.insert
        self.waiting: list[Appending] = []
        self.news = asyncio.Event()
        self.writer: asyncio.Task[None] | None = None
        self.commits = 0

    async def open(self) -> None:
        """Bring the tables up to date and begin to write."""
        async with self.engine.begin() as connection:
            await connection.run_sync(migrate.upgrade)
        self.writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        if self.writer is not None:
            while self.waiting:
                await asyncio.sleep(0.01)
            self.writer.cancel()
            await asyncio.gather(self.writer, return_exceptions=True)
        await self.engine.dispose()

    # --- Matches --------------------------------------------------------------------------------------------

    async def create(self, row: MatchRow, first: Entry, status: str) -> bool:
        """Store a new match with its first entry; False if a match was already made with the same key."""
        values = {name: getattr(row, name) for name in MatchRow.__dataclass_fields__}
        async with self.engine.begin() as connection:
            made = await connection.execute(
                self.insert(matches).values(**values, status=status).on_conflict_do_nothing().returning(matches.c.id)
            )
            if made.first() is None:
                return False
            await connection.execute(sa.insert(entries), [_values(first)])
        return True

    async def load(self, match: str) -> MatchRow | None:
        async with self.engine.connect() as connection:
            found = (await connection.execute(sa.select(matches).where(matches.c.id == match))).mappings().first()
        return None if found is None else _row(found)

    async def match_with_key(self, key: str) -> str | None:
        async with self.engine.connect() as connection:
            return (await connection.execute(sa.select(matches.c.id).where(matches.c.key == key))).scalar()

    async def lobby(self, newest: int, since: float) -> list[str]:
        """Listed matches that wait for players, newest first."""
        wanted = sa.select(matches.c.id).where(
            matches.c.status == "waiting", matches.c.listed.is_(True), matches.c.created > since
        )
        async with self.engine.connect() as connection:
            return list((await connection.execute(wanted.order_by(matches.c.created.desc()).limit(newest))).scalars())

    async def overdue(self, wall: float, most: int) -> list[str]:
        wanted = sa.select(matches.c.id).where(matches.c.status == "playing", matches.c.deadline < wall).limit(most)
        async with self.engine.connect() as connection:
            return list((await connection.execute(wanted)).scalars())

    # --- Entries --------------------------------------------------------------------------------------------

    async def entries_after(self, match: str, number: int) -> list[Entry]:
        wanted = sa.select(entries).where(entries.c.match == match, entries.c.number > number)
        async with self.engine.connect() as connection:
            found = (await connection.execute(wanted.order_by(entries.c.number))).mappings().all()
        return [Entry(**one) for one in found]

    async def append(self, entry: Entry, **row: Any) -> bool:
        """Store an entry, and what changes in the row of its match; False if its number or key is taken.

        When this raises, nobody knows whether the entry is there: look before going on.
        """
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.waiting.append(Appending(entry, row, done))
        self.news.set()
        return await done

    async def _write(self) -> None:
        while True:
            await self.news.wait()
            batch, self.waiting = self.waiting[:MOST_AT_ONCE], self.waiting[MOST_AT_ONCE:]
            if not self.waiting:
                self.news.clear()
            if batch:
                await self._commit(batch)

    async def _commit(self, batch: list[Appending]) -> None:
        """One transaction for all. Every future is answered, whatever happens."""
        try:
            async with self.engine.begin() as connection:
                stored = await self._insert(connection, batch)
            self.commits += 1
        except asyncio.CancelledError:
            raise
        except Exception as error:
            log.warning("a commit of %d entries failed: %s", len(batch), error)
            for one in batch:
                if not one.done.done():
                    one.done.set_exception(StoreFailed("The table's database does not answer just now."))
            return
        for one in batch:
            if not one.done.done():
                one.done.set_result((one.entry.match, one.entry.number) in stored)

    async def _insert(self, connection: AsyncConnection, batch: list[Appending]) -> set[tuple[str, int]]:
        wanted = self.insert(entries).values([_values(one.entry) for one in batch]).on_conflict_do_nothing()
        made = await connection.execute(wanted.returning(entries.c.match, entries.c.number))
        stored = {(match, number) for match, number in made}
        for one in batch:
            if (one.entry.match, one.entry.number) in stored:
                if one.row:
                    await connection.execute(
                        sa.update(matches).where(matches.c.id == one.entry.match).values(**one.row)
                    )
                if not self.is_sqlite:
                    payload = f"{one.entry.match}:{one.entry.number}"
                    await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, payload)))
        return stored

    # --- Processes ------------------------------------------------------------------------------------------

    async def last_seen(self) -> float:
        """When any process was last alive; 0 if none ever was."""
        async with self.engine.connect() as connection:
            return float((await connection.execute(sa.select(sa.func.max(processes.c.seen)))).scalar() or 0.0)

    async def beat(self, process: str, wall: float) -> None:
        """This process is alive."""
        async with self.engine.begin() as connection:
            alive = self.insert(processes).values(id=process, seen=wall)
            await connection.execute(alive.on_conflict_do_update(index_elements=["id"], set_={"seen": wall}))
            await connection.execute(sa.delete(processes).where(processes.c.seen < wall - 3600))

    async def keep(self, match: str, process: str, wall: float) -> bool:
        """Take the match into this process's care, unless another one that is alive has it."""
        if self.is_sqlite:
            return True
        alive = sa.select(processes.c.id).where(processes.c.seen > wall - ALIVE_SECONDS)
        free = sa.or_(matches.c.keeper.is_(None), matches.c.keeper == process, matches.c.keeper.not_in(alive))
        wanted = sa.update(matches).where(matches.c.id == match, free).values(keeper=process).returning(matches.c.id)
        async with self.engine.begin() as connection:
            return (await connection.execute(wanted)).first() is not None

    async def release(self, match: str, process: str) -> None:
        if self.is_sqlite:
            return
        wanted = sa.update(matches).where(matches.c.id == match, matches.c.keeper == process).values(keeper=None)
        async with self.engine.begin() as connection:
            await connection.execute(wanted)

    @asynccontextmanager
    async def check(self) -> AsyncIterator[None]:
        """Raises if the database does not answer."""
        async with self.engine.connect() as connection:
            await connection.execute(sa.select(1))
        yield


class StoreFailed(Exception):
    """The database did not answer; what was to be stored may or may not be there."""


def _values(entry: Entry) -> dict[str, Any]:
    return {name: getattr(entry, name) for name in Entry.__dataclass_fields__}


def _row(found: Any) -> MatchRow:
    return MatchRow(**{name: found[name] for name in MatchRow.__dataclass_fields__})
