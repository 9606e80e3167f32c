"""News of the host and of other processes: none is lost, whatever fails and whoever is faster."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from mesozoic.table.matches.hub import Hub
from mesozoic.table.settings import Settings
from mesozoic.table.storage import host
from mesozoic.table.storage.host import Host, HouseRules
from mesozoic.table.storage.store import DOES_NOT_ANSWER, Store, StoreFailed
from tests.table.patience import PATIENCE
from tests.table.postgres import Postgres

WAITING = "select count(*) from pg_locks where locktype = 'advisory' and not granted"


def test_news_that_could_not_be_acted_on_are_looked_at_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        hub = Hub(Settings(database=f"sqlite:///{tmp_path / 'table.sqlite'}", bot_workers=0))
        await hub.store.open()
        await hub.house.open()
        await Host(hub.store).refuse(host.NAME, "mallory")

        async def away() -> HouseRules:
            raise StoreFailed(DOES_NOT_ANSWER)

        with monkeypatch.context() as now:
            now.setattr(hub.house.host, "rules", away)
            with pytest.raises(StoreFailed):
                await hub.house.look()
        assert not hub.house.refuses_name("Mallory")
        await hub.house.look()
        assert hub.house.refuses_name("Mallory")
        assert await hub.house.host.news_after(hub.house.last) == []
        await hub.store.close()

    asyncio.run(story())


def test_news_that_are_committed_late_are_read_too(postgres: Postgres) -> None:
    """Of two processes that tell something at once the one with the earlier number may be the slower one."""

    async def story() -> None:
        database = await asyncio.to_thread(postgres.new_database)
        slow, quick = Store(database), Store(database)
        for one in (slow, quick):
            await one.open()
        has_number, may_commit, writing = asyncio.Event(), asyncio.Event(), slow.writing

        @asynccontextmanager
        async def held_up() -> AsyncIterator[AsyncConnection]:
            async with writing() as connection:
                yield connection
                has_number.set()
                await may_commit.wait()

        slow.writing = held_up  # type: ignore[method-assign]
        first = asyncio.create_task(Host(slow).tell(host.HOUSE))
        await has_number.wait()
        second = asyncio.create_task(Host(quick).tell(host.HOUSE))
        async with asyncio.timeout(PATIENCE):
            looking = await asyncpg.connect(database)
            while not second.done() and not await looking.fetchval(WAITING):
                await asyncio.sleep(0.01)
            await looking.close()
        read = [number for number, _, _ in await Host(quick).news_after(0)]
        may_commit.set()
        told = await asyncio.gather(first, second)
        read += [number for number, _, _ in await Host(quick).news_after(max(read, default=0))]
        assert read == sorted(told)
        for one in (slow, quick):
            await one.close()

    asyncio.run(story())
