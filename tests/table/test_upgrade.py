"""An upgrade rehearsed: matches of older rules, of a game that is gone, and a database of older tables."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command

import mesozoic
from mesozoic.client import messages
from mesozoic.client.client import new_key
from mesozoic.kernel.record import Record
from mesozoic.table.errors import Unknown
from mesozoic.table.matches import shelved
from mesozoic.table.matches.hub import Hub
from mesozoic.table.storage import migrate, retention
from mesozoic.table.storage.schema import metadata
from tests.table.by_hand import hub_by_hand
from tests.table.local import Table, table
from tests.table.patience import PATIENCE
from tests.table.stored import rows

DOLPHINS = "dolphins-and-dinos"


def write(folder: Path, *statements: str) -> None:
    connection = sqlite3.connect(folder / "table.sqlite")
    for one in statements:
        connection.execute(one)
    connection.commit()
    connection.close()


async def resign(there: Table, match: str, token: str) -> None:
    async with there.client(match, token) as client:
        await client.ask(messages.HandOver(new_key(), resign=True))
    await there.until_over(match)


async def some_moves(there: Table, match: str, *held: str, rounds: int = 3) -> None:
    for _ in range(rounds):
        for token in held:
            moves = (await there.get(f"/matches/{match}/view", token=token)).json()["moves"]
            if moves:
                body = {"type": "move", "key": new_key(), "move": moves[0]["text"]}
                assert (await there.post(f"/matches/{match}/move", body, token=token)).is_success


def test_matches_of_older_rules_show_as_what_they_are_and_hold_up_no_others(tmp_path: Path) -> None:
    """Three kinds under the older rules, waiting, played and finished; beside them the same under the present ones."""
    old: dict[str, tuple[str, str]] = {}
    records: dict[str, str] = {}

    async def before() -> None:
        async with table(tmp_path) as there:
            old["waiting"] = await there.create(DOLPHINS, "me", "open", listed=True)
            for kind in ("played", "over"):
                match, ann = old[kind] = await there.create("carbon-dating", "me")
                await some_moves(there, match, ann)
            await resign(there, *old["over"])
            records["over"] = (await there.get(f"/matches/{old['over'][0]}/record")).text

    async def after() -> None:
        async with table(tmp_path) as there:
            new, token = await there.create(DOLPHINS, "me", "open", listed=True)
            assert [one["id"] for one in (await there.get("/lobby")).json()] == [new]
            tokens = [token, *(one for _, one in old.values())]
            mine = (await there.post("/mine", {"tokens": tokens})).json()
            assert [one["match"]["id"] for one in mine] == [new, *(match for match, _ in old.values())]
            assert [one["match"]["is_shelved"] for one in mine] == [False, True, True, True]
            for kind, (match, token) in old.items():
                info = (await there.get(f"/matches/{match}")).json()
                assert (info["status"], info["is_shelved"]) == ("over", True)
                assert info["seats"][0]["name"] == "Ann"
                if kind != "over":
                    assert "rules version 0" in info["why_over"] and "cannot go on" in info["why_over"]
                refused = await there.get(f"/matches/{match}/view", token=token)
                assert refused.status_code == 400 and "rules version 0" in refused.json()["reason"]
                record = await there.get(f"/matches/{match}/record")
                assert record.status_code == 200
                found = Record.parse(record.text)
                assert found.rules == 0 and (found.moves or kind == "waiting")
                replay = (await there.get(f"/matches/{match}/replay")).json()
                assert replay["is_text"] and replay["total"] == len(found.moves) + 1
                assert [one["label"] for one in replay["steps"][1:]] == [one.move for one in found.moves]
                shown = (await there.post("/replay", {"record": record.text, "eyes": "P1"})).json()
                assert shown["is_text"] and shown["steps"] == replay["steps"]
            kept = Record.parse((await there.get(f"/matches/{old['over'][0]}/record")).text)
            was = Record.parse(records["over"])
            assert (kept.deal, kept.moves, kept.options) == (was.deal, was.moves, was.options), "chance and moves stay"

    asyncio.run(before())
    write(tmp_path, "update matches set rules = 0")
    asyncio.run(after())


def test_a_match_of_older_rules_is_read_once_for_all_who_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, str]] = []
    read: list[str] = []

    async def before() -> None:
        async with table(tmp_path) as there:
            made.extend([await there.create("carbon-dating", "me") for _ in range(3)])
            for one in made:
                await some_moves(there, *one)

    async def look(hub: Hub, *numbers: int) -> list[str]:
        """Which of them are read from the database for it."""
        read.clear()
        for number in numbers:
            await hub.look_at(made[number][0])
        return list(read)

    async def after() -> None:
        async with hub_by_hand(tmp_path, idle_seconds=100) as (hub, service, wall):
            entries_after = hub.store.entries_after

            async def counted(match: str, *given: Any) -> Any:
                read.append(match)
                return await entries_after(match, *given)

            monkeypatch.setattr(hub.store, "entries_after", counted)
            first, second, third = (match for match, _ in made)
            await asyncio.gather(*(hub.look_at(first) for _ in range(3)))
            assert read == [first]
            assert await look(hub, 0, 1, 0, 1) == [second]
            room_for_two = sum(one.size for one in hub.shelf.known.values())
            monkeypatch.setattr(shelved, "MOST_ENTRIES", room_for_two)
            assert await look(hub, 2) == [third] and await look(hub, 1, 2) == []
            assert await look(hub, 0) == [first] and await look(hub, 0, 2) == []
            found, _ = await hub.look_at(third)
            [stay] = found.stays.values()
            await service.forget(found, stay)
            with pytest.raises(Unknown):
                await hub.look_at(third)
            wall.now += 101
            await hub._forget_idle()
            assert await look(hub, 0) == [first] and not set(hub.shelf.known) - {first}

    asyncio.run(before())
    write(tmp_path, "update matches set rules = 0")
    asyncio.run(after())


def test_a_match_of_a_game_that_the_server_no_longer_has_still_gives_its_record(tmp_path: Path) -> None:
    made: list[tuple[str, str]] = []

    async def before() -> None:
        async with table(tmp_path) as there:
            made.append(await there.create("carbon-dating", "me"))
            await some_moves(there, *made[0])

    async def after() -> None:
        async with table(tmp_path) as there:
            info = (await there.get(f"/matches/{made[0][0]}")).json()
            assert (info["title"], info["status"]) == ("bygone", "over") and "'bygone'" in info["why_over"]
            assert Record.parse((await there.get(f"/matches/{made[0][0]}/record")).text).moves
            [mine] = (await there.post("/mine", {"tokens": [made[0][1]]})).json()
            assert mine["match"]["title"] == "bygone"

    asyncio.run(before())
    write(tmp_path, "update matches set game = 'bygone'")
    asyncio.run(after())


def test_a_match_that_its_game_no_longer_takes_gives_its_record_and_holds_up_no_list(tmp_path: Path) -> None:
    """Its rules have the same version still, but its options are no longer those of the game."""
    made: dict[str, tuple[str, str]] = {}

    async def before() -> None:
        async with table(tmp_path) as there:
            for kind in ("played", "over", "well"):
                made[kind] = await there.create("carbon-dating", "me")
                await some_moves(there, *made[kind])
            await resign(there, *made["over"])

    async def after() -> None:
        async with table(tmp_path) as there:
            tokens = {"tokens": [token for _, token in made.values()]}
            mine = (await there.post("/mine", tokens)).json()
            assert [one["match"]["is_shelved"] for one in mine] == [True, True, False]
            data = (await there.post("/mine/data", tokens)).json()
            assert [len(one["entries"]) > 2 for one in data] == [True, True, True]
            for kind in ("played", "over"):
                match, token = made[kind]
                info = (await there.get(f"/matches/{match}")).json()
                assert info["is_shelved"] and (kind == "over" or "cannot go on" in info["why_over"])
                record = Record.parse((await there.get(f"/matches/{match}/record")).text)
                assert len(record.moves) == 3 and record.options == {"bygone": 1}
                replay = (await there.get(f"/matches/{match}/replay")).json()
                assert replay["is_text"] and replay["total"] == 4
                assert (await there.get(f"/matches/{match}/view", token=token)).status_code == 400
            assert (await there.get(f"/matches/{made['well'][0]}/view", token=made["well"][1])).status_code == 200

    asyncio.run(before())
    ids = ", ".join(f"'{made[kind][0]}'" for kind in ("played", "over"))
    write(tmp_path, f"update matches set options = '{{\"bygone\": 1}}' where id in ({ids})")
    asyncio.run(after())


def test_a_match_that_is_deleted_while_the_lobby_is_read_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with table(tmp_path) as there:
            made = [(await there.create(DOLPHINS, "me", "open", listed=True))[0] for _ in range(3)]
            in_lobby = there.hub.in_lobby

            async def then_one_goes() -> list[str]:
                found = await in_lobby()
                await retention.delete(there.hub.store, [made[1]])
                there.hub.lay_anew(made[1])
                return found

            monkeypatch.setattr(there.hub, "in_lobby", then_one_goes)
            listed = await there.get("/lobby")
            assert listed.status_code == 200 and {one["id"] for one in listed.json()} == {made[0], made[2]}

    asyncio.run(story())


def test_a_taken_back_move_is_not_in_the_record_of_older_rules(tmp_path: Path) -> None:
    made: list[tuple[str, str]] = []
    expected: list[list[str]] = []

    async def before() -> None:
        async with table(tmp_path) as there:
            match, ann = await there.create(DOLPHINS, "me", "random")
            made.append((match, ann))
            async with there.client(match, ann) as client:
                await some_moves(there, match, ann, rounds=1)
                stored = (await there.get(f"/matches/{match}/view", token=ann)).json()
                if stored["can_undo"]:
                    await client.ask(messages.Undo(new_key()))
                await client.ask(messages.HandOver(new_key(), resign=True))
            await there.until_over(match)
            expected.append(
                [one.move for one in Record.parse((await there.get(f"/matches/{match}/record")).text).moves]
            )

    async def after() -> None:
        async with table(tmp_path) as there:
            record = Record.parse((await there.get(f"/matches/{made[0][0]}/record")).text)
            assert [one.move for one in record.moves] == expected[0]

    asyncio.run(before())
    kinds = [one["kind"] for one in rows(f"sqlite:///{tmp_path / 'table.sqlite'}", "select kind from entries")]
    assert "undo" in kinds, "something was taken back"
    write(tmp_path, "update matches set rules = 0")
    asyncio.run(after())


def test_a_database_of_older_tables_is_brought_up_to_date_and_its_matches_go_on(tmp_path: Path) -> None:
    """The tables as the first version made them, with a match that is played and one that is over."""
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'table.sqlite'}")
    with engine.begin() as connection:
        command.upgrade(migrate.configured(connection), "0001")
    engine.dispose()
    game = mesozoic.game("carbon-dating")
    options = json.dumps(dict(game.prepare(1, {}).options))
    seats = json.dumps({"seats": [{"kind": "person", "name": "Ann"}], "creator": 0, "tokens": {}})
    for match, status in (("2222222222", "playing"), ("3333333333", "over")):
        write(
            tmp_path,
            "insert into matches (id, game, rules, players, options, seed, seed_was_chosen, listed, created, salt,"
            f" status) values ('{match}', 'carbon-dating', {game.rules_version}, 1, '{options}', '7', 0, 0, 1, 'salt',"
            f" '{status}')",
            "insert into entries (match, number, kind, data, at, wall)"
            f" values ('{match}', 1, 'seats', '{seats}', 0, 1), ('{match}', 2, 'start', '{{}}', 0, 1)",
        )
    write(
        tmp_path,
        "insert into entries (match, number, kind, data, at, wall)"
        """ values ('3333333333', 3, 'abandon', '{"why": "Ann has resigned."}', 0, 1)""",
    )

    async def look() -> None:
        async with table(tmp_path) as there:
            assert (await there.get("/matches/2222222222")).json()["status"] == "playing"
            assert (await there.get("/matches/3333333333/record")).status_code == 200

    async def until_kept() -> None:
        async with table(tmp_path):
            url = f"sqlite:///{tmp_path / 'table.sqlite'}"
            while rows(url, "select deal from matches where id = '3333333333'")[0]["deal"] is None:
                await asyncio.sleep(0.02)

    asyncio.run(look())
    asyncio.run(asyncio.wait_for(until_kept(), PATIENCE))
    assert rows(f"sqlite:///{tmp_path / 'table.sqlite'}", "select * from alembic_version") != [{"version_num": "0001"}]


@pytest.mark.parametrize("table_of", ["matches", "entries", "texts", "processes"])
def test_the_steps_make_the_tables_that_the_program_uses(tmp_path: Path, table_of: str) -> None:
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'table.sqlite'}")
    with engine.begin() as connection:
        migrate.upgrade(connection)
        found = {one["name"]: str(one["type"]) for one in sa.inspect(connection).get_columns(table_of)}
    assert found == {one.name: str(one.type) for one in metadata.tables[table_of].columns}
