"""The database: matches and their numbered entries. SQLite by default, PostgreSQL by URL.

Entries of all matches that arrive together are committed together: one disk write serves many moves. An entry counts
as stored only when its transaction is committed; until then nobody is told of it.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

import asyncpg
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from mesozoic.kernel.errors import BadOptions
from mesozoic.table.errors import Busy, Refusal, Unknown
from mesozoic.table.storage import migrate
from mesozoic.table.storage.entries import RESUME, Entry, MatchRow
from mesozoic.table.storage.file import DatabaseFile, DatabaseGone, look_through, path_of, unusable
from mesozoic.table.storage.schema import entries, matches, processes, texts
from mesozoic.table.storage.writer import LASTING_PRAGMAS, LONG_GONE_SECONDS, PRAGMAS, Writer

log = logging.getLogger("mesozoic.table")

CHANNEL = "mesozoic"
ALIVE_SECONDS = 4.0
"""A process that has not been seen for so long keeps no match any more."""
MOST_AT_ONCE = 200
READ_AT_ONCE = 500
PAUSES = (0.05, 0.3, 1.0)
"""A commit that failed is tried again after these seconds: connections break and come back."""
ANSWER_SECONDS = 20
LONGEST_ID = 16
LONGEST_SHORT_TEXT = 1_000
"""Longer texts of options stand in a table of their own."""
MOST_TEXTS = 100
TEXT = "$text"
AWAY_SECONDS = 1.5
"""A server that was not seen for so long was away; it says every second that it is there."""
FAILING_SECONDS = 30.0
"""So long a commit that failed is told of, unless one succeeds sooner."""
LOOK_AGAIN_SECONDS = 0.05
LOOKS_FOR_OTHERS = 50
"""So often somebody who begins looks whether others say that they are there: for two and a half seconds."""
TROUBLE = (
    OSError,
    TimeoutError,
    SQLAlchemyError,
    sqlite3.OperationalError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
)
"""What is raised when a database does not answer."""
UNFIT = (IntegrityError, DataError, sqlite3.IntegrityError, sqlite3.DataError)
"""What is raised when it answers, and does not take an entry: of a match that is gone, as a rule."""
UNFIT_DATA = "22"
"""Of PostgreSQL's DataErrors only their numbers are told, which begin so."""


DOES_NOT_ANSWER = "The table's database does not answer just now: try again in a moment, nothing is lost."
NO_MATCH = "There is no such match: check the link."


class StoreFailed(Busy):
    """The database did not answer; what was to be stored may or may not be there."""


@dataclass
class Appending:
    """An entry on its way into the database, with what changes in the row of its match."""

    entry: Entry
    row: dict[str, Any]
    done: asyncio.Future[bool]


def engine_for(url: str) -> AsyncEngine:
    if url.startswith("sqlite"):
        path = path_of(url)
        path.parent.mkdir(parents=True, exist_ok=True)
        engine = create_async_engine(f"sqlite+aiosqlite:///{path}", pool_size=4, hide_parameters=True)
        sa.event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        return engine
    return create_async_engine(
        url.replace("postgresql://", "postgresql+asyncpg://", 1),
        pool_size=6,
        max_overflow=4,
        pool_pre_ping=True,
        hide_parameters=True,
        connect_args={"timeout": ANSWER_SECONDS, "command_timeout": ANSWER_SECONDS},
    )


def _prepare_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class Store:
    """All that the table asks of a database."""

    def __init__(self, url: str, engine: AsyncEngine | None = None, writer: Writer | None = None) -> None:
        self.url = url
        self.is_sqlite = url.startswith("sqlite")
        self.engine = engine or engine_for(url)
        self.insert: Any = sqlite.insert if self.is_sqlite else postgresql.insert
        self.waiting: list[Appending] = []
        self.news = asyncio.Event()
        self.texts: dict[str, str] = {}
        """Long texts of options by their hashes, those read last."""
        self.turn: AbstractAsyncContextManager[Any] = asyncio.Lock() if self.is_sqlite else nullcontext()
        """SQLite has one writer at a time, and makes others wait blindly and not for long: here they wait in a row. A
        transaction goes through the event loop several times, which on a busy machine may take longer than that."""
        self.writer: asyncio.Task[None] | None = None
        self.thread = (writer or Writer(path_of(url))) if self.is_sqlite else None
        self.file = DatabaseFile(path_of(url)) if self.is_sqlite else None
        self.commits = 0
        self.failures = 0
        """Commits that failed for good."""
        self.failed_at: float | None = None
        """When the last one did (monotonic); None if entries were stored since."""
        self.is_gone = False

    async def open(self) -> None:
        """Bring the tables up to date and begin to write."""
        if self.is_sqlite:
            async with self.engine.connect() as connection:
                for pragma in LASTING_PRAGMAS:
                    await connection.execute(sa.text(f"PRAGMA {pragma}"))
        async with self.engine.begin() as connection:
            await connection.run_sync(migrate.upgrade)
        if self.file is not None:
            self.file.open()
        self.writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        if self.writer is not None:
            while self.waiting:
                await asyncio.sleep(0.01)
            self.writer.cancel()
            await asyncio.gather(self.writer, return_exceptions=True)
        if self.thread is not None:
            await self.thread.close()
        await self.engine.dispose()
        if self.file is not None:
            self.file.close()

    def check_file(self) -> None:
        """Raises DatabaseGone if what is stored now would be lost."""
        if self.file is None:
            return
        try:
            self.file.check()
            self.is_gone = False
        except DatabaseGone as gone:
            if not self.is_gone:
                log.error("%s (%s)", gone, self.file.path)
            self.is_gone = True
            raise

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        self.check_file()
        with _told_plainly():
            async with self.engine.connect() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction of its own, committed at the end. Nothing else may be stored from inside it."""
        try:
            async with self._transaction() as connection:
                yield connection
        except (StoreFailed, DatabaseGone):
            self._count_failure()
            raise

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        """The same, if nobody is refused when it fails."""
        self.check_file()
        with _told_plainly():
            async with self.turn, self.engine.begin() as connection:
                yield connection
        self.check_file()

    # --- Matches --------------------------------------------------------------------------------------------

    async def create(self, row: MatchRow, first: Entry, status: str) -> bool:
        """Store a new match with its first entry; False if a match was already made with the same key."""
        if "\0" in row.seed:
            raise Refusal("A seed is ordinary text.")
        values = {name: getattr(row, name) for name in MatchRow.__dataclass_fields__}
        values["options"], long = texts_apart(row.options)
        open_seats = sum(seat["kind"] == "open" for seat in first.data["seats"])
        async with self.writing() as connection:
            if long:
                stored = [{"hash": name, "text": text} for name, text in long.items()]
                await connection.execute(self.insert(texts).on_conflict_do_nothing(), stored)
            wanted = self.insert(matches).values(**values, status=status, open_seats=open_seats)
            made = await connection.execute(wanted.on_conflict_do_nothing().returning(matches.c.id))
            if made.first() is None:
                return False
            await connection.execute(sa.insert(entries), [_values(first)])
        self.failed_at = None
        return True

    async def load(self, match: str) -> MatchRow | None:
        if not (match.isascii() and match.isalnum()):
            return None
        async with self.reading() as connection:
            found = (await connection.execute(sa.select(matches).where(matches.c.id == match))).mappings().first()
            if found is None:
                return None
            return _row(found, await self._texts(connection, found["options"]))

    async def _texts(self, connection: AsyncConnection, options: dict[str, Any]) -> dict[str, Any]:
        """The options with their long texts; matches that have the same text share it in memory as well."""
        named = {name: value[TEXT] for name, value in options.items() if isinstance(value, dict) and TEXT in value}
        for one in set(named.values()) - set(self.texts):
            wanted = sa.select(texts.c.text).where(texts.c.hash == one)
            self.texts[one] = (await connection.execute(wanted)).scalar_one()
        found = {**options, **{name: self.texts[one] for name, one in named.items()}}
        while len(self.texts) > MOST_TEXTS:
            self.texts.pop(next(iter(self.texts)))
        return found

    async def keep_deal(self, match: str, deal: dict[str, Any]) -> None:
        """What chance gave in a match that is over."""
        async with self.writing() as connection:
            await connection.execute(sa.update(matches).where(matches.c.id == match).values(deal=deal))

    async def without_deal(self, rules: dict[str, int]) -> list[str]:
        """Matches that are over, under the present rules of their game, and whose deal was not kept yet."""
        present = sa.or_(
            sa.false(), *(sa.and_(matches.c.game == game, matches.c.rules == now) for game, now in rules.items())
        )
        wanted = sa.select(matches.c.id).where(matches.c.status == "over", matches.c.deal.is_(None), present)
        async with self.reading() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def known(self, ids: Iterable[str]) -> set[str]:
        """Those among these that are matches, in one question."""
        wanted = sorted({one for one in ids if one.isascii() and one.isalnum() and len(one) <= LONGEST_ID})
        async with self.reading() as connection:
            return set((await connection.execute(sa.select(matches.c.id).where(matches.c.id.in_(wanted)))).scalars())

    async def match_with_key(self, key: str) -> str | None:
        async with self.reading() as connection:
            return (await connection.execute(sa.select(matches.c.id).where(matches.c.key == key))).scalar()

    async def lobby(self, newest: int, since: float) -> list[str]:
        """Listed matches with an open seat, newest first; of those of former times only the match itself knows."""
        has_room = sa.or_(matches.c.open_seats > 0, matches.c.open_seats.is_(None))
        wanted = sa.select(matches.c.id).where(_is_listed(since), has_room)
        async with self.reading() as connection:
            return list((await connection.execute(wanted.order_by(matches.c.created.desc()).limit(newest))).scalars())

    async def listed(self, among: Iterable[str], since: float) -> set[str]:
        """Those among these that wait to begin, also with all their seats taken: they may be open again."""
        return await self._those(among, _is_listed(since))

    async def waiting_to_begin(self, among: Iterable[str]) -> set[str]:
        return await self._those(among, matches.c.status == "waiting")

    async def _those(self, among: Iterable[str], fit: sa.ColumnElement[bool]) -> set[str]:
        wanted = sa.select(matches.c.id).where(fit, matches.c.id.in_(sorted(among)))
        async with self.reading() as connection:
            return set((await connection.execute(wanted)).scalars())

    async def overdue(self, wall: float) -> list[str]:
        """Matches in which somebody's time is over, or nearly so, the longest first."""
        wanted = sa.select(matches.c.id).where(matches.c.status == "playing", matches.c.deadline < wall)
        wanted = wanted.order_by(matches.c.deadline)
        async with self.reading() as connection:
            return list((await connection.execute(wanted)).scalars())

    # --- Entries --------------------------------------------------------------------------------------------

    async def entries_after(self, match: str, number: int, seat: int | None = None) -> list[Entry]:
        """All, or those of a seat; in parts, so that others have their turn while a long match is read."""
        found: list[Entry] = []
        wanted = sa.select(entries).where(entries.c.match == match).order_by(entries.c.number).limit(READ_AT_ONCE)
        if seat is not None:
            wanted = wanted.where(entries.c.seat == seat)
        async with self.reading() as connection:
            while True:
                last = found[-1].number if found else number
                part = (await connection.execute(wanted.where(entries.c.number > last))).mappings().all()
                found += [Entry(**one) for one in part]
                if len(part) < READ_AT_ONCE:
                    return found

    async def append(self, entry: Entry, **row: Any) -> bool:
        """Store an entry, and what changes in the row of its match; False if its number or key is taken.

        When this raises, nobody knows whether the entry is there: look before going on. Unknown if there is no such
        match any more.
        """
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.waiting.append(Appending(entry, row, done))
        self.news.set()
        return await done

    async def _write(self) -> None:
        while True:
            await self.news.wait()
            batch = self._next_batch()
            if not self.waiting:
                self.news.clear()
            if batch:
                await self._commit(batch)

    def _next_batch(self) -> list[Appending]:
        """The first of those that wait, one for each number of a match, in an order that all processes keep."""
        chosen: dict[tuple[str, int], Appending] = {}
        others: list[Appending] = []
        for one in self.waiting:
            place = (one.entry.match, one.entry.number)
            if len(chosen) == MOST_AT_ONCE or place in chosen:
                others.append(one)
            else:
                chosen[place] = one
        self.waiting = others
        return [chosen[place] for place in sorted(chosen)]

    async def _commit(self, batch: list[Appending]) -> None:
        """One transaction for all. Every future is answered, whatever happens.

        After a broken connection nobody knows whether it was committed. Trying again is safe: what is there already
        is not stored twice, and whoever is told that the place is taken looks who took it.
        """
        for pause in (*PAUSES, None):
            try:
                self.check_file()
                stored = await self._stored(batch)
                self.check_file()  # into a file that is gone nothing is stored, whatever SQLite says
            except DatabaseGone as gone:
                self._failed(batch, gone)
                return
            except Exception as error:
                log.warning("a commit of %d entries failed: %s", len(batch), error)
                is_passing = isinstance(error, TROUBLE) and not _is_unfit(error)
                if is_passing and pause is not None:
                    await asyncio.sleep(pause)
                    continue
                if not is_passing and len(batch) > 1:  # something is wrong with one of them: the others go on
                    for one in batch:
                        await self._commit([one])
                    return
                if _is_unfit(error):  # which says nothing about the database
                    _refuse(batch, Unknown(NO_MATCH))
                else:
                    self._failed(batch, StoreFailed(DOES_NOT_ANSWER))
                return
            self.commits += 1
            self.failed_at = None
            for one in batch:
                if not one.done.done():
                    one.done.set_result((one.entry.match, one.entry.number) in stored)
            return

    async def _stored(self, batch: list[Appending]) -> set[tuple[str, int]]:
        if self.thread is not None:
            async with self.turn:
                return await self.thread.write((one.entry, one.row) for one in batch)
        async with self.engine.begin() as connection:
            return await self._insert(connection, batch)

    def _failed(self, batch: list[Appending], why: Busy) -> None:
        self._count_failure()
        _refuse(batch, why)

    def _count_failure(self) -> None:
        self.failures += 1
        self.failed_at = time.monotonic()

    async def _insert(self, connection: AsyncConnection, batch: list[Appending]) -> set[tuple[str, int]]:
        wanted = self.insert(entries).on_conflict_do_nothing().returning(entries.c.match, entries.c.number)
        made = await connection.execute(wanted, [_values(one.entry) for one in batch])  # compiled once for any number
        stored = {(match, number) for match, number in made}
        for one in batch:
            if (one.entry.match, one.entry.number) in stored:
                if one.row:
                    await connection.execute(
                        sa.update(matches).where(matches.c.id == one.entry.match).values(**one.row)
                    )
                payload = f"{one.entry.match}:{one.entry.number}"
                await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, payload)))
        return stored

    # --- Processes ------------------------------------------------------------------------------------------

    async def others_now(self, wall: Callable[[], float]) -> float | None:
        """The time of the other processes; None if none is there. Who lives says so every second, by whatever clock."""
        first = await self.last_seen()
        if first is None or self.is_sqlite:
            return None
        if abs(wall() - first) < AWAY_SECONDS:
            return max(first, wall())
        for _ in range(LOOKS_FOR_OTHERS):
            await asyncio.sleep(LOOK_AGAIN_SECONDS)
            if (seen := await self.last_seen()) != first:
                return seen
        return None

    async def last_seen(self) -> float | None:
        """When a process last said that it is alive."""
        async with self.reading() as connection:
            seen: float | None = (await connection.execute(sa.select(sa.func.max(processes.c.seen)))).scalar()
        return seen

    async def arrive(self, process: str, wall: float, is_alone: bool = True) -> None:
        """This process begins. If no server was there for a while, that time counts for nobody who has a clock."""
        async with self.writing() as connection:
            if not self.is_sqlite:  # of two that start at once, one finds that nobody was there
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(migrate.LOCK)))
            gone = (await connection.execute(sa.select(sa.func.max(processes.c.seen)))).scalar()
            if is_alone and gone is not None and abs(wall - gone) > AWAY_SECONDS:
                await self._stop_clocks(connection, float(gone), wall)
                await connection.execute(sa.delete(processes))
            await self._say_alive(connection, process, wall)

    async def _stop_clocks(self, connection: AsyncConnection, gone: float, wall: float) -> None:
        """In one statement for all matches that are played with a clock: those are the ones with a deadline."""
        last = sa.select(sa.func.max(entries.c.number)).where(entries.c.match == matches.c.id).scalar_subquery()
        at = sa.select(sa.func.max(entries.c.at)).where(entries.c.match == matches.c.id).scalar_subquery()
        data = sa.literal({"gone": gone}, entries.c.data.type)
        clocked = sa.and_(matches.c.status == "playing", matches.c.deadline.is_not(None))
        rows = sa.select(
            matches.c.id, last + 1, sa.literal(RESUME), data, at, sa.literal(wall, entries.c.wall.type)
        ).where(clocked)
        await connection.execute(
            sa.insert(entries).from_select(["match", "number", "kind", "data", "at", "wall"], rows)
        )
        await connection.execute(sa.update(matches).where(clocked).values(deadline=matches.c.deadline + (wall - gone)))

    async def beat(self, process: str, wall: float) -> float | None:
        """This process is alive; the latest time that another one has told."""
        if self.thread is not None:
            self.check_file()
            with _told_plainly():
                async with self.turn:
                    await self.thread.say_alive(process, wall)
            self.check_file()
            return None
        async with self._transaction() as connection:
            await self._say_alive(connection, process, wall)
            wanted = sa.select(sa.func.max(processes.c.seen)).where(processes.c.id != process)
            others: float | None = (await connection.execute(wanted)).scalar()
        return others

    async def _say_alive(self, connection: AsyncConnection, process: str, wall: float) -> None:
        alive = self.insert(processes).values(id=process, seen=wall)
        await connection.execute(alive.on_conflict_do_update(index_elements=["id"], set_={"seen": wall}))
        await connection.execute(sa.delete(processes).where(processes.c.seen < wall - LONG_GONE_SECONDS))

    async def shrink(self, pages: int) -> bool:
        """Give some of the room that was freed back to the disk; is there more? PostgreSQL does so by itself."""
        if self.thread is None:
            return False
        self.check_file()
        with _told_plainly():
            async with self.turn:
                return await self.thread.shrink(pages)

    async def keep(self, match: str, process: str, wall: float) -> bool:
        """Take the match into this process's care, unless another one that is alive has it."""
        if self.is_sqlite:
            return True
        here = sa.and_(matches.c.id == match, is_free(process, wall))
        wanted = sa.update(matches).where(here).values(keeper=process).returning(matches.c.id)
        async with self.writing() as connection:
            return (await connection.execute(wanted)).first() is not None

    async def keep_all(self, names: Sequence[str], process: str, wall: float) -> set[str]:
        """The same for several, as far as nobody stores anything there just now; which of them are kept."""
        here = sa.and_(matches.c.id.in_(names), is_free(process, wall))
        quiet = sa.select(matches.c.id).where(here).with_for_update(skip_locked=True)  # of two none waits for the other
        wanted = sa.update(matches).where(matches.c.id.in_(quiet)).values(keeper=process).returning(matches.c.id)
        async with self.writing() as connection:
            return set((await connection.execute(wanted)).scalars())

    async def release(self, match: str, process: str) -> None:
        if self.is_sqlite:
            return
        wanted = sa.update(matches).where(matches.c.id == match, matches.c.keeper == process).values(keeper=None)
        async with self.writing() as connection:
            await connection.execute(wanted)

    @property
    def is_failing(self) -> bool:
        """Could something not be stored, a moment ago?"""
        return self.failed_at is not None and time.monotonic() - self.failed_at < FAILING_SECONDS

    async def prove(self) -> None:
        """Write something, for good, that changes nothing; raises if that is not possible."""
        version = sa.table("alembic_version", sa.column("version_num"))
        async with self.writing() as connection:
            await connection.execute(sa.update(version).values(version_num=version.c.version_num))


async def prepare(url: str) -> None:
    """Before the server starts: can the database be used, and written to? Raises a sentence that says what to do."""
    if url.startswith("sqlite"):
        look_through(path_of(url))
    store = Store(url)
    try:
        await store.open()
        await store.prove()
    except (*TROUBLE, Busy) as trouble:
        raise _why_not(url, trouble) from None
    finally:
        await store.close()


def _why_not(url: str, trouble: Exception) -> BadOptions:
    cause = getattr(trouble, "__cause__", None) or trouble
    why = str(getattr(cause, "orig", None) or cause).strip() or type(cause).__name__
    if not url.startswith("sqlite"):
        return BadOptions(f"The database does not answer ({why}): does PostgreSQL run, and is the address right?")
    path = path_of(url)
    if "full" in why:
        return BadOptions(f"There is no room for the database {path}, the disk is full: make room, or use another one.")
    if "readonly" in why or "unable to open" in why or "denied" in why.lower():
        return BadOptions(f"The database {path} cannot be written to ({why}): let this user write there.")
    if "locked" in why:
        return BadOptions(f"Another program holds the database {path}: close it, and start the server again.")
    return unusable(path, why)


@contextmanager
def _told_plainly() -> Iterator[None]:
    """Whatever a database raises becomes a sentence for those who asked."""
    try:
        yield
    except (*TROUBLE, sqlite3.DatabaseError) as trouble:
        log.warning("the database does not answer: %s", trouble)
        raise StoreFailed(DOES_NOT_ANSWER) from trouble


def _is_unfit(error: Exception) -> bool:
    number = getattr(getattr(error, "orig", None), "sqlstate", None) or ""
    return isinstance(error, UNFIT) or number.startswith(UNFIT_DATA)


def _refuse(batch: list[Appending], why: Refusal) -> None:
    for one in batch:
        if not one.done.done():
            one.done.set_exception(why)


def is_free(process: str, wall: float) -> sa.ColumnElement[bool]:
    """Does no other process that is alive keep the match?"""
    alive = sa.select(processes.c.id).where(processes.c.seen > wall - ALIVE_SECONDS)
    return sa.or_(matches.c.keeper.is_(None), matches.c.keeper == process, matches.c.keeper.not_in(alive))


def _is_listed(since: float) -> sa.ColumnElement[bool]:
    return sa.and_(matches.c.status == "waiting", matches.c.listed.is_(True), matches.c.created > since)


def _values(entry: Entry) -> dict[str, Any]:
    return {name: getattr(entry, name) for name in Entry.__dataclass_fields__}


def _row(found: Any, options: dict[str, Any]) -> MatchRow:
    return MatchRow(
        **{name: found[name] for name in MatchRow.__dataclass_fields__ if name != "options"}, options=options
    )


def texts_apart(options: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """The options with hashes in place of long texts, and those texts: a card table is stored once for all matches."""
    long = {
        name: value for name, value in options.items() if isinstance(value, str) and len(value) > LONGEST_SHORT_TEXT
    }
    hashes = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in long.items()}
    short = {**options, **{name: {TEXT: one} for name, one in hashes.items()}}
    return short, {hashes[name]: text for name, text in long.items()}
