"""Store, then announce: what was begun is finished, a place is taken once, and one bad match holds up no other."""

from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

import mesozoic
from mesozoic.client import messages
from mesozoic.client.client import new_key
from mesozoic.table.errors import Refusal, Unknown
from mesozoic.table.matches.hub import Hub
from mesozoic.table.matches.service import Service
from mesozoic.table.matches.tokens import new_match_id
from mesozoic.table.settings import Settings
from mesozoic.table.storage import entries as kinds
from mesozoic.table.storage import retention, store, writer
from mesozoic.table.storage.entries import Entry, MatchRow
from mesozoic.table.storage.schema import matches
from tests.table.local import table
from tests.table.patience import until
from tests.table.postgres import Postgres
from tests.table.stored import stored_entries

ONE, OTHER = new_match_id(), new_match_id()


def row(name: str, game: str = "carbon-dating", players: int = 1) -> MatchRow:
    options = dict(mesozoic.game(game).prepare(players, {}).options)
    rules = mesozoic.game(game).rules_version
    return MatchRow(name, game, rules, players, options, "1", False, False, None, 0.0, "salt")


def seats(name: str, count: int = 1) -> Entry:
    data = {"seats": [{"kind": "person", "name": f"P{n}"} for n in range(count)], "creator": 0, "tokens": {}}
    return Entry(name, 1, kinds.SEATS, None, data, 0, 1.0)


def hub_of(folder: Path) -> Hub:
    return Hub(Settings(database=f"sqlite:///{folder / 'table.sqlite'}", bot_workers=0))


def test_of_two_that_want_the_same_place_at_once_only_one_gets_it(tmp_path: Path) -> None:
    async def write() -> None:
        hub = hub_of(tmp_path)
        await hub.open()
        await hub.store.create(row(ONE), seats(ONE), "waiting")
        wanted = [Entry(ONE, 2, kinds.CHAT, 0, {"name": "P0", "text": f"{n}"}, 0, 1.0, f"0:key-{n}") for n in range(5)]
        stored = await asyncio.gather(*(hub.store.append(one) for one in wanted))
        await hub.close()
        assert stored.count(True) == 1
        there = stored_entries(hub.store.url, ONE)[1:]
        assert there == [wanted[stored.index(True)]]

    asyncio.run(write())


def test_who_goes_away_in_the_middle_leaves_nothing_half_done(tmp_path: Path) -> None:
    """A client that sends a move and is gone before it is stored: it is stored, and the others are told."""

    async def play() -> None:
        hub = hub_of(tmp_path)
        await hub.open()
        await hub.store.create(row(ONE), seats(ONE), "waiting")
        room = await hub.room(ONE)
        before = room.match.number
        move = room.match.state.moves(0)[0]
        asking = asyncio.create_task(room.move(0, move, None, "a-key-of-mine"))
        while not room.lock.locked():
            await asyncio.sleep(0)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        await until(lambda: room.match.number > before, "the move")
        await room.move(0, move, None, "a-key-of-mine")  # the same request again is the same again
        await hub.close()
        assert [one.key for one in stored_entries(hub.store.url, ONE)].count("0:a-key-of-mine") == 1

    asyncio.run(play())


IMPATIENT = ("busy_timeout=0", *(one for one in writer.PRAGMAS if not one.startswith("busy")))
"""SQLite says at once that somebody else writes, where it would have waited for some seconds."""


def chat(number: int) -> Entry:
    return Entry(ONE, number, kinds.CHAT, 0, {"name": "P0", "text": f"{number}"}, 0, 1.0, f"0:key-{number}")


def test_own_transactions_wait_for_each_other_however_long_they_take(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One that is held up in the middle by a busy event loop does not make the others fail."""
    for module in (writer, store):
        monkeypatch.setattr(module, "PRAGMAS", IMPATIENT)

    async def write() -> None:
        hub = hub_of(tmp_path)
        await hub.store.open()
        await hub.store.create(row(ONE), seats(ONE), "waiting")
        async with hub.store.writing() as connection:
            await connection.execute(sa.update(matches).values(keeper="somebody"))
            later = [asyncio.create_task(one) for one in (hub.store.append(chat(2)), hub.store.beat("me", 1.0))]
            later.append(asyncio.create_task(hub.store.create(row(OTHER), seats(OTHER), "waiting")))
            await hub.store.last_seen()  # a way to the database and back: whoever were let in would have failed
        assert await asyncio.gather(*later) == [True, None, True]
        await hub.store.close()
        assert stored_entries(hub.store.url, ONE) == [seats(ONE), chat(2)]

    asyncio.run(write())
    assert "locked" not in caplog.text


def test_another_program_that_holds_the_database_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Longer than SQLite itself waits: what was to be stored is stored then, once and in its order."""
    monkeypatch.setattr(writer, "PRAGMAS", IMPATIENT)
    monkeypatch.setattr(store, "PAUSES", (0.01,) * 10_000)

    async def write() -> None:
        hub = hub_of(tmp_path)
        await hub.store.open()
        await hub.store.create(row(ONE), seats(ONE), "waiting")
        other = sqlite3.connect(tmp_path / "table.sqlite", isolation_level=None)
        other.execute("begin immediate")
        first = asyncio.create_task(hub.store.append(chat(2)))
        await until(lambda: caplog.text.count("database is locked") > 3, "a try that failed")
        assert not first.done() and stored_entries(hub.store.url, ONE) == [seats(ONE)]
        second = asyncio.create_task(hub.store.append(chat(3)))
        other.execute("commit")
        other.close()
        assert await first and await second
        assert not await hub.store.append(chat(2)), "it is there already"
        await hub.store.close()
        assert stored_entries(hub.store.url, ONE) == [seats(ONE), chat(2), chat(3)]

    asyncio.run(write())


def test_what_is_done_in_a_match_that_is_gone_is_refused_and_harms_nobody(tmp_path: Path, postgres: Postgres) -> None:
    async def write(database: str) -> None:
        there = store.Store(database)
        await there.open()
        await there.create(row(ONE), seats(ONE), "waiting")
        await there.create(row(OTHER), seats(OTHER), "waiting")
        await retention.delete(there, [OTHER])
        asked = [chat(2), replace(chat(2), match=OTHER), replace(chat(3), key="0:" + "long" * 50), chat(4)]
        first, gone, unfit, last = await asyncio.gather(*map(there.append, asked), return_exceptions=True)
        assert first is last is True
        refused = [gone] if there.is_sqlite else [gone, unfit]  # SQLite takes texts of any length
        assert {(type(one), str(one)) for one in refused} == {(Unknown, store.NO_MATCH)}
        with pytest.raises(Unknown):
            await there.append(replace(chat(2), match=OTHER))
        assert (there.failures, there.failed_at) == (0, None)
        await there.close()

    asyncio.run(write(f"sqlite:///{tmp_path / 'table.sqlite'}"))
    asyncio.run(write(postgres.new_database()))


def test_a_player_whose_match_was_deleted_is_told_so_and_the_server_stays_ready(tmp_path: Path) -> None:
    async def move() -> None:
        async with table(tmp_path) as there:
            match, ann = await there.create("carbon-dating", "me")
            first = (await there.get(f"/matches/{match}/view", token=ann)).json()["moves"][0]["text"]
            await retention.delete(there.hub.store, [match])
            refused = await there.post(f"/matches/{match}/move", {"key": new_key(), "move": first}, token=ann)
            assert (refused.status_code, refused.json()) == (404, {"reason": store.NO_MATCH, "code": "unknown"})
            assert (await there.get("/health")).json()["failed_commits"] == 0

    asyncio.run(move())


def test_freed_room_is_given_back_in_large_steps(tmp_path: Path) -> None:
    async def free() -> None:
        hub = hub_of(tmp_path)
        await hub.store.open()
        for much in ("create table much (bytes blob)", "insert into much values (zeroblob(400000))", "drop table much"):
            async with hub.store.writing() as connection:
                await connection.execute(sa.text(much))
        [(free,)] = sqlite3.connect(tmp_path / "table.sqlite").execute("pragma freelist_count")
        assert free > 90
        assert await hub.store.shrink(60), "there is more"
        [(left,)] = sqlite3.connect(tmp_path / "table.sqlite").execute("pragma freelist_count")
        assert left == free - 60
        assert not await hub.store.shrink(60)
        await hub.store.close()

    asyncio.run(free())


def test_a_match_that_was_made_when_the_server_fell_begins_all_the_same(tmp_path: Path) -> None:
    async def look() -> None:
        hub = hub_of(tmp_path)
        await hub.open()
        await hub.store.create(row(ONE), seats(ONE), "waiting")  # and here it fell
        assert (await hub.room(ONE)).match.status == "playing"
        await hub.close()

    asyncio.run(look())


def test_a_match_that_cannot_be_opened_holds_up_no_other(tmp_path: Path) -> None:
    clock = {"per": "move", "seconds": 1, "then": "bot_takes_over"}

    async def look() -> None:
        hub = hub_of(tmp_path)
        await hub.store.open()
        for name, rules in ((ONE, 1_000_000), (OTHER, row(OTHER).rules)):
            made = replace(row(name), clock=clock, rules=rules)
            await hub.store.create(made, seats(name), "waiting")
            start = Entry(name, 2, kinds.START, None, {}, 0, hub.wall() - 5)
            assert await hub.store.append(start, status="playing", deadline=hub.wall() - (2 if name == ONE else 1))
        with pytest.raises(Refusal):
            await hub.room(ONE)
        await hub._wake_overdue()
        await hub._wake_overdue()
        assert OTHER in hub.rooms and ONE in hub.hopeless
        await hub.close()

    asyncio.run(look())


def test_nothing_is_refused_for_what_another_process_has_stored_meanwhile(tmp_path: Path) -> None:
    """Who sat down at another process sits there, whether or not the news of it have come."""

    async def look() -> None:
        one, other = hub_of(tmp_path), hub_of(tmp_path)
        await one.open()
        await other.open()
        seats_wished = [messages.SeatWish("me"), messages.SeatWish("open")]
        made = await Service(one).create(messages.NewMatch("dolphins-and-dinos", seats_wished))
        room = await one.room(made.match.id)
        await Service(other).join(made.match.id, messages.JoinMatch("Bob"))
        await Service(one).start(room)
        assert room.match.status == "playing"
        await one.close()
        await other.close()

    asyncio.run(look())
