"""Two server processes on one PostgreSQL serve the same matches, whatever breaks."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from mesozoic.client import messages
from mesozoic.client.client import Client, new_key
from mesozoic.table.storage.store import Store
from tests.table.nursery import Nursery
from tests.table.patience import PATIENCE
from tests.table.players import Manner, Person, Table, insist, play_out, set_up
from tests.table.postgres import Postgres
from tests.table.server import Server
from tests.table.stored import check_stored, folded, rows, stored_entries

QUICK = {"settle_ms": 60, "lock_ms": 100, "majority_ms": 100}


class Pair:
    """Two processes that were started at the same moment on an empty database."""

    def __init__(self, database: str, folder: Path, nursery: Nursery) -> None:
        self.database = database
        self.one = Server(folder / "one", nursery, database)
        self.other = Server(folder / "other", nursery, database)
        for server in (self.one, self.other):
            server.launch()
        for server in (self.one, self.other):
            server.wait()

    def revive(self) -> None:
        """The test before may have killed one."""
        for server in (self.one, self.other):
            if server.pid is None:
                server.start()

    def close(self) -> None:
        self.one.kill()
        self.other.kill()

    async def check(self, table: Table) -> None:
        """All acknowledged moves are there, and the bots moved exactly once: their moves fold into one legal game."""
        assert check_stored(await asyncio.to_thread(stored_entries, self.database, table.id), table) > 0
        assert (await asyncio.to_thread(folded, self.database, table.id)).status == "over"


@pytest.fixture(scope="module")
def pair(postgres: Postgres, nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    made = Pair(postgres.new_database(), tmp_path_factory.mktemp("pair"), nursery)
    try:
        yield made
    finally:
        made.close()


def manner(seat: int) -> Manner:
    return Manner(random.Random(seat), resend=0.1)


def test_processes_that_start_at_once_migrate_once(postgres: Postgres) -> None:
    database = postgres.new_database()

    async def start() -> None:
        stores = [Store(database) for _ in range(4)]
        await asyncio.gather(*(store.open() for store in stores))
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(start())
    assert len(rows(database, "select * from alembic_version")) == 1
    assert rows(database, "select * from matches") == []


def test_players_on_two_processes_see_each_other(pair: Pair) -> None:
    pair.revive()

    async def play() -> None:
        table = await set_up(pair.one.url, "dolphins-and-dinos", 2, ["greedy", "random"], join_at=pair.other.url)
        await talk_across(pair, table)
        await play_out(pair.one.url, table, manner, {1: pair.other.url})
        await pair.check(table)

    asyncio.run(play())


async def talk_across(pair: Pair, table: Table) -> None:
    """What one says at one process another hears at the other: nothing but the database's news tells it that."""
    async with (
        Client(pair.one.url, table.id, table.tokens[0]) as speaker,
        Client(pair.other.url, table.id, table.tokens[1]) as hearer,
    ):
        await hearer.news.get()
        for number in range(8):
            saying = asyncio.create_task(speaker.ask(messages.Chat(new_key(), f"line {number}")))
            await hear(hearer, f"line {number}")
            await saying


def test_who_is_forgotten_at_one_process_is_forgotten_at_the_other(pair: Pair) -> None:
    pair.revive()

    async def story() -> None:
        table = await set_up(pair.one.url, "dolphins-and-dinos", 2, join_at=pair.other.url)
        there = f"{pair.other.url}/api/matches/{table.id}"
        async with httpx.AsyncClient(timeout=PATIENCE) as client:

            async def forget(seat: int) -> None:
                await insist(client, f"{pair.one.url}/api/matches/{table.id}/forget", {}, table.tokens[seat])

            async def seats() -> list[str]:
                return [one["name"] for one in (await client.get(there)).json()["seats"]]

            async def answer(token: str) -> int:
                return (await client.get(f"{there}/view", headers={"Authorization": f"Bearer {token}"})).status_code

            await in_time(lambda: answer(table.tokens[1]), lambda status: status == 200)  # it has heard of the start
            assert "Guest 1" in await seats()
            await forget(1)
            await in_time(seats, lambda names: "Guest 1" not in names)
            assert await answer(table.tokens[1]) == 403
            await in_time(lambda: answer(table.tokens[0]), lambda status: status == 200)
            await forget(0)
            await in_time(lambda: answer(table.tokens[0]), lambda status: status == 404)

    asyncio.run(story())


async def in_time(ask: Callable[[], Awaitable[Any]], fits: Callable[[Any], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not fits(await ask()):
            await asyncio.sleep(0.1)


async def hear(client: Client, text: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            message = await client.news.get()
            if isinstance(message, messages.ChatLine) and message.text == text:
                return


def test_dropped_connections_heal_and_nothing_is_missed(pair: Pair, postgres: Postgres) -> None:
    pair.revive()

    async def drop() -> None:
        broken = 0
        while broken < 6:
            await asyncio.sleep(0.4)
            broken += await asyncio.to_thread(postgres.drop_connections, pair.database) > 0

    async def play() -> None:
        tables = [
            await set_up(pair.one.url, "dolphins-and-dinos", 2, ["greedy"], join_at=pair.other.url),
            await set_up(pair.other.url, "carbon-dating", 1),
        ]
        dropping = asyncio.create_task(drop())
        slow = [Manner(random.Random(seat), pace=0.05, resend=0.1) for seat in range(2)]
        async with asyncio.timeout(2 * PATIENCE):
            await asyncio.gather(
                *(play_out(pair.one.url, table, lambda seat: slow[seat], {1: pair.other.url}) for table in tables)
            )
        await dropping
        for table in tables:
            await pair.check(table)
        after = await set_up(pair.one.url, "dolphins-and-dinos", 2, join_at=pair.other.url)
        await talk_across(pair, after)  # the line between the processes is back

    asyncio.run(play())


def test_either_process_may_be_killed_and_play_goes_on(pair: Pair) -> None:
    pair.revive()

    async def play() -> None:
        tables = [
            await set_up(pair.one.url, "dolphins-and-dinos", 2, ["greedy"], join_at=pair.other.url),
            await set_up(pair.one.url, "clades", 2, ["practised"], QUICK, join_at=pair.other.url),
        ]
        await play_moves(tables, [pair.one.url, pair.other.url], 3)
        async with asyncio.timeout(3 * PATIENCE):
            await asyncio.to_thread(pair.one.kill)
            await bots_and_clock_go_on(pair.other, tables[1])
            await play_moves(tables, [pair.other.url, pair.other.url], 5)
            await asyncio.to_thread(pair.one.start)
            await play_moves(tables, [pair.other.url, pair.one.url], 6)
            await asyncio.to_thread(pair.other.kill)
            await bots_and_clock_go_on(pair.one, tables[1])
            await asyncio.gather(*(play_out(pair.one.url, table, manner) for table in tables))
        for table in tables:
            await pair.check(table)

    asyncio.run(play())


async def play_moves(tables: list[Table], urls: list[str], moves: int) -> None:
    """Everybody plays on, each at their own process, until they have made so many moves in all."""
    people = [Person(urls[seat], table, seat, manner(seat)) for table in tables for seat in table.tokens]
    await asyncio.gather(*(person.play(moves) for person in people))


async def bots_and_clock_go_on(server: Server, table: Table) -> None:
    """Real time: while a person only looks on at the process that is left, the bot and the host move by themselves."""
    before = await asyncio.to_thread(stored_entries, server.database, table.id)
    began = time.monotonic()
    async with Client(server.url, table.id, table.tokens[1]):
        while True:
            entries = await asyncio.to_thread(stored_entries, server.database, table.id)
            if any(one.kind == "move" and one.seat not in table.tokens for one in entries[len(before) :]):
                return
            if (await asyncio.to_thread(folded, server.database, table.id)).status == "over":
                return
            assert time.monotonic() - began < PATIENCE, "nobody took over"
            await asyncio.sleep(0.2)
