"""Matches that are deleted for their age: none that somebody has open or stores into, and every process hears of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from mesozoic.client import messages
from mesozoic.client.client import new_key
from mesozoic.table.errors import Unknown
from mesozoic.table.matches import hub as hubs
from mesozoic.table.matches.hub import DAY, Hub
from mesozoic.table.matches.service import Service
from tests.table.by_hand import hub_by_hand
from tests.table.patience import until
from tests.table.postgres import Postgres

WAITING = messages.NewMatch("dinospan", [messages.SeatWish("me"), messages.SeatWish("open")])
NEW_LINE = """
insert into entries ("match", number, kind, seat, data, at, wall)
values ($1, 2, 'chat', 0, '{"name": "Ann", "text": "I am back."}', 0, $2)
"""


@asynccontextmanager
async def started(folder: Path, database: str, later: float = 0.0) -> AsyncIterator[tuple[Hub, Service]]:
    async with hub_by_hand(folder, later, database=database, idle_seconds=10**9, keep_waiting_days=2) as (hub, desk, _):
        yield hub, desk


async def old_matches(folder: Path, database: str, count: int) -> list[str]:
    async with started(folder, database) as (_, desk):
        return [(await desk.create(WAITING)).match.id for _ in range(count)]


def test_what_another_process_has_open_stays_though_nothing_happens_there(tmp_path: Path, postgres: Postgres) -> None:
    async def story() -> None:
        database = await asyncio.to_thread(postgres.new_database)
        looked_at, unused = await old_matches(tmp_path, database, 2)
        async with started(tmp_path, database, 3 * DAY) as (one, _):
            async with started(tmp_path, database, 3 * DAY) as (other, desk):
                room = await other.room(looked_at)
                await until(lambda: looked_at in other.kept, "the other process holds it")
                await one.delete_stale()
                assert await one.store.known([looked_at, unused]) == {looked_at} and one.counts["matches_deleted"] == 1
                await desk.say(room, 0, "Is anybody there?", new_key())
                assert room.match.number == 2
            await one.delete_stale()
            assert await one.store.known([looked_at]), "something has happened there"

    asyncio.run(story())


def test_a_process_that_has_a_match_open_hears_that_it_was_deleted(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when it was opened in the very moment."""
    monkeypatch.setattr(hubs, "HELD_SOONER", -10 * DAY)

    async def story() -> None:
        database = await asyncio.to_thread(postgres.new_database)
        [match] = await old_matches(tmp_path, database, 1)
        async with (
            started(tmp_path, database, 3 * DAY) as (one, _),
            started(tmp_path, database, 3 * DAY) as (other, _),
        ):
            room = await other.room(match)
            await one.delete_stale()
            assert not await one.store.known([match])
            await until(lambda: match not in other.rooms, "the other process lets go")
            assert room.is_closed and other.store.failed_at is None
            with pytest.raises(Unknown):
                await other.room(match)

    asyncio.run(story())


def test_whoever_stores_something_at_another_process_just_now_keeps_the_match(
    tmp_path: Path, postgres: Postgres
) -> None:
    """Nobody waits for a transaction that has not ended, and what it stores is there."""

    async def story() -> None:
        database = await asyncio.to_thread(postgres.new_database)
        match, unused = await old_matches(tmp_path, database, 2)
        async with started(tmp_path, database, 3 * DAY) as (hub, _):
            elsewhere = await asyncpg.connect(database)
            transaction = elsewhere.transaction()
            await transaction.start()
            await elsewhere.execute(NEW_LINE, match, hub.wall())
            await hub.delete_stale()
            await transaction.commit()
            await elsewhere.close()
            assert await hub.store.known([match, unused]) == {match}
            assert [one.kind for one in await hub.store.entries_after(match, 0)] == ["seats", "chat"]

    asyncio.run(story())


@pytest.mark.parametrize("on", ["sqlite", "postgresql"])
def test_what_is_stored_after_the_match_was_found_to_be_old_keeps_it(
    tmp_path: Path, postgres: Postgres, on: str
) -> None:
    async def story() -> None:
        database = f"sqlite:///{tmp_path / 'table.sqlite'}"
        if on == "postgresql":
            database = await asyncio.to_thread(postgres.new_database)
        match, unused = await old_matches(tmp_path, database, 2)
        async with started(tmp_path, database, 3 * DAY) as (hub, desk):
            writing, came = hub.store.writing, asyncio.Event()

            @asynccontextmanager
            async def too_late() -> AsyncIterator[AsyncConnection]:
                if not came.is_set():
                    came.set()
                    await desk.say(await hub.room(match), 0, "I am back.", new_key())
                async with writing() as connection:
                    yield connection

            hub.store.writing = too_late  # type: ignore[method-assign]
            await hub.delete_stale()
            assert came.is_set() and await hub.store.known([match, unused]) == {match}
            assert [one.kind for one in await hub.store.entries_after(match, 0)] == ["seats", "chat"]
            assert hub.counts["matches_deleted"] == 1

    asyncio.run(story())
