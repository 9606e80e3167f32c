"""What does not stay: matches that nobody goes on with, chat without end, people who want to be forgotten."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from mesozoic.client import messages
from mesozoic.client.client import Declined, new_key
from mesozoic.table.matches import hub as hubs
from mesozoic.table.matches.hub import DAY, Hub
from mesozoic.table.storage import people, retention
from tests.games.dinospan.test_cards import changed
from tests.table.by_hand import hub_by_hand
from tests.table.local import Table, table
from tests.table.patience import PATIENCE
from tests.table.stored import rows

ME, OPEN = messages.SeatWish("me"), messages.SeatWish("open")
CARDS = {"cards": changed("J03", "ability", "gain M 5")}


def ids(folder: Path) -> set[str]:
    return {one["id"] for one in rows(f"sqlite:///{folder / 'table.sqlite'}", "select id from matches")}


async def emptied(hub: Hub) -> None:
    """Nobody looks at any match."""
    for room in hub.rooms.values():
        room.close()
    hub.rooms.clear()


def test_matches_are_kept_as_long_as_the_host_says_and_then_deleted_with_all_they_hold(tmp_path: Path) -> None:
    async def story() -> None:
        kept = {"keep_waiting_days": 2, "keep_unfinished_days": 5, "keep_finished_days": 10}
        async with hub_by_hand(tmp_path, idle_seconds=10**9, **kept) as found:
            hub, service, wall = found
            cards = messages.NewMatch("dinospan", [ME, OPEN], options=CARDS)
            waiting = (await service.create(cards)).match.id
            playing = (await service.create(messages.NewMatch("carbon-dating", [ME]))).match.id
            over = (await service.create(messages.NewMatch("carbon-dating", [ME]))).match.id
            room = await hub.room(over)
            await service.hand_over(room, 0, messages.HandOver(new_key(), resign=True))
            assert room.match.status == "over"
            await emptied(hub)
            await hub.delete_stale()
            assert ids(tmp_path) == {waiting, playing, over}
            wall.now += 3 * DAY
            late = (await service.create(cards)).match.id
            await hub.delete_stale()
            assert ids(tmp_path) == {playing, over, late}
            assert rows(hub.store.url, "select count(*) as n from texts") == [{"n": 1}], "another match has that text"
            wall.now += 3 * DAY
            await hub.delete_stale()
            assert ids(tmp_path) == {over, late}, "somebody looks at it"
            await emptied(hub)
            wall.now += 5 * DAY
            await hub.delete_stale()
            assert ids(tmp_path) == set() and hub.counts["matches_deleted"] == 4
            for rest in ("entries", "texts"):
                assert rows(hub.store.url, f"select count(*) as n from {rest}") == [{"n": 0}]

    asyncio.run(story())


def test_a_server_that_never_runs_for_an_hour_tidies_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with hub_by_hand(tmp_path, keep_waiting_days=1) as (_, service, _):
            await service.create(messages.NewMatch("dinospan", [ME, OPEN]))
        monkeypatch.setattr(hubs, "FIRST_TIDY_SECONDS", 0.0)
        async with hub_by_hand(tmp_path, later=2 * DAY, keep_waiting_days=1) as (hub, _, _), asyncio.timeout(PATIENCE):
            while not hub.counts["matches_deleted"]:
                await asyncio.sleep(0.01)
            assert ids(tmp_path) == set()

    asyncio.run(story())


def test_what_is_to_be_kept_for_ever_is(tmp_path: Path) -> None:
    async def story() -> None:
        kept = {"keep_waiting_days": 0, "keep_unfinished_days": 0, "keep_finished_days": 0}
        async with hub_by_hand(tmp_path, **kept) as (hub, service, wall):
            made = (await service.create(messages.NewMatch("dinospan", [ME, OPEN]))).match.id
            await emptied(hub)
            wall.now += 10_000 * DAY
            await hub.delete_stale()
            assert ids(tmp_path) == {made}

    asyncio.run(story())


def test_freed_room_is_given_back_to_the_disk_while_others_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "PAGES_AT_ONCE", 5)

    async def story() -> None:
        async with hub_by_hand(tmp_path, keep_waiting_days=1) as (hub, service, wall):
            for _ in range(3):
                made = await service.create(messages.NewMatch("dinospan", [ME, OPEN]))
                room = await hub.room(made.match.id)
                for _ in range(20):
                    await service.say(room, 0, "x" * 500, new_key())
            await emptied(hub)
            [before] = sqlite3.connect(tmp_path / "table.sqlite").execute("pragma page_count").fetchone()
            wall.now += 2 * DAY
            await hub.delete_stale()
            [after] = sqlite3.connect(tmp_path / "table.sqlite").execute("pragma page_count").fetchone()
            assert after < before - 5
            assert (await service.create(messages.NewMatch("carbon-dating", [ME]))).match.status == "playing"

    asyncio.run(story())


def test_a_table_has_so_many_lines_for_talk(tmp_path: Path) -> None:
    async def story() -> None:
        async with table(tmp_path, most_chat_lines=3) as there:
            match, ann = await there.create("carbon-dating", "me")
            async with there.client(match, ann) as client:
                keys = [new_key() for _ in range(3)]
                for key in keys:
                    await client.ask(messages.Chat(key, "Hello"))
                await client.ask(messages.Chat(keys[2], "Hello"))  # the same again is no further line
                with pytest.raises(Declined, match="All 3 lines"):
                    await client.ask(messages.Chat(new_key(), "Hello"))

    asyncio.run(story())


def everything(folder: Path) -> str:
    url = f"sqlite:///{folder / 'table.sqlite'}"
    return str(rows(url, "select * from entries") + rows(url, "select * from matches"))


def test_people_can_have_what_is_stored_about_them_and_be_forgotten(tmp_path: Path) -> None:
    async def story() -> None:
        async with table(tmp_path) as there:
            match, ann = await there.create("dolphins-and-dinos", "me", "open", name="Annabella")
            bob = await there.join(match, "Bobadil")
            await there.post(f"/matches/{match}/start", token=ann)
            async with there.client(match, bob) as client:
                await client.ask(messages.Chat(new_key(), "I live in Lisbon."))
            [mine] = (await there.post("/mine/data", {"tokens": [bob, "unknown.token.of.nobody"]})).json()
            assert (mine["match"]["id"], mine["seat"], mine["name"]) == (match, 1, "Bobadil")
            assert [one["kind"] for one in mine["entries"]] == ["join", "chat"]
            assert mine["entries"][1]["data"]["text"] == "I live in Lisbon."
            assert "token" not in str(mine["entries"])

            assert (await there.post(f"/matches/{match}/forget")).status_code == 403
            assert (await there.post(f"/matches/{match}/forget", token=bob)).json() == {"status": "forgotten"}
            stored = everything(tmp_path)
            assert "Bobadil" not in stored and "Lisbon" not in stored and "Annabella" in stored
            assert (await there.get(f"/matches/{match}/view", token=bob)).status_code == 403
            shown = (await there.get(f"/matches/{match}")).json()
            assert [one["name"] for one in shown["seats"]] == ["Annabella", "Somebody"]
            assert shown["seats"][1]["resigned"] and shown["status"] == "playing", "the other one goes on"
            assert (await there.get(f"/matches/{match}/view", token=ann)).status_code == 200

            assert (await there.post(f"/matches/{match}/forget", token=ann)).is_success
            assert ids(tmp_path) == set(), "with its last person the match is deleted"
            assert (await there.get(f"/matches/{match}")).status_code == 404

    asyncio.run(story())


def test_the_name_that_was_asked_for_is_forgotten_with_the_one_that_was_given(tmp_path: Path) -> None:
    async def story() -> None:
        async with table(tmp_path) as there:
            match, ann = await there.create("dolphins-and-dinos", "me", "open", name="Annabella")
            second = await there.join(match, "ANNABELLA")
            await there.post(f"/matches/{match}/start", token=ann)
            assert "ANNABELLA 2" in everything(tmp_path)
            assert (await there.post(f"/matches/{match}/forget", token=second)).is_success
            assert "ANNABELLA" not in everything(tmp_path)

    asyncio.run(story())


def test_who_resigned_is_not_named_in_how_it_ended(tmp_path: Path) -> None:
    async def story() -> None:
        async with table(tmp_path) as there:
            match, ann = await there.create("dolphins-and-dinos", "me", "open", name="Annabella")
            bob = await there.join(match, "Bobadil")
            await there.post(f"/matches/{match}/start", token=ann)
            for token in (ann, bob):
                async with there.client(match, token) as client:
                    await client.ask(messages.HandOver(new_key(), resign=True))
            await there.until_over(match)
            assert "Annabella" in (await there.get(f"/matches/{match}")).json()["why_over"]
            await there.post(f"/matches/{match}/forget", token=ann)
            assert (await there.get(f"/matches/{match}")).json()["why_over"] == "Somebody and Bobadil have resigned."
            assert "Annabella" not in everything(tmp_path)

    asyncio.run(story())


def test_who_sits_down_where_somebody_is_just_forgotten_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with table(tmp_path) as there:
            match, ann = await there.create("dolphins-and-dinos", "me", "open", name="Annabella")
            bob = await there.join(match, "Bobadil")
            came: list[str] = []
            forget = there.hub.forget

            async def too_late(*given: Any) -> None:
                came.append(await there.join(match, "Carolus"))
                await forget(*given)

            monkeypatch.setattr(there.hub, "forget", too_late)
            assert (await there.post(f"/matches/{match}/forget", token=bob)).is_success
            stored = everything(tmp_path)
            assert "Bobadil" not in stored and "Carolus" in stored
            [mine] = (await there.post("/mine", {"tokens": came})).json()
            assert mine["seat"] == 1 and mine["match"]["seats"][1]["name"] == "Carolus"
            assert (await there.post(f"/matches/{match}/start", token=ann)).status_code == 200

    asyncio.run(story())


def test_who_has_left_a_table_can_have_their_data_and_be_forgotten_and_holds_nothing(tmp_path: Path) -> None:
    """Also after the server was started again, and whoever sits there by then stays."""
    held: list[str] = []

    async def says(there: Table, match: str, token: str, text: str) -> None:
        async with there.client(match, token) as client:
            await client.ask(messages.Chat(new_key(), text))

    async def before() -> None:
        async with table(tmp_path) as there:
            match, ann = await there.create("dolphins-and-dinos", "me", "open", "open", name="Annabella")
            bob, dee = await there.join(match, "Bobadil"), await there.join(match, "Deodata")
            await says(there, match, bob, "I live in Lisbon.")
            await says(there, match, dee, "I live in Dublin.")
            assert (await there.post(f"/matches/{match}/leave", token=bob)).is_success
            carl = await there.join(match, "Carolus")
            await says(there, match, carl, "I live in Cairo.")
            assert (await there.post(f"/matches/{match}/seats/2", {"kind": "open"}, ann)).is_success
            assert (await there.post(f"/matches/{match}/seats/2", {"kind": "bot"}, ann)).is_success
            assert (await there.post(f"/matches/{match}/start", token=ann)).is_success
            held.extend([match, bob, carl, dee])

    async def after() -> None:
        async with table(tmp_path) as there:
            match, bob, carl, dee = held
            assert [one["seat"] for one in (await there.post("/mine", {"tokens": held[1:]})).json()] == [1]
            for token in (bob, dee):
                assert (await there.get(f"/matches/{match}/view", token=token)).status_code == 403
            found = (await there.post("/mine/data", {"tokens": held[1:]})).json()
            assert [(one["seat"], one["name"]) for one in found] == [(1, "Bobadil"), (1, "Carolus"), (2, "Deodata")]
            kinds = [[entry["kind"] for entry in one["entries"]] for one in found]
            assert kinds == [["join", "chat", "leave"], ["join", "chat"], ["join", "chat", "leave"]]
            for one, city in zip(found, ("Lisbon", "Cairo", "Dublin"), strict=True):
                assert city in str(one["entries"]) and "token" not in str(one["entries"])

            for token in (bob, dee):
                assert (await there.post(f"/matches/{match}/forget", token=token)).is_success
                assert (await there.post(f"/matches/{match}/forget", token=token)).status_code == 403
            stored = everything(tmp_path)
            assert not [word for word in ("Bobadil", "Lisbon", "Deodata", "Dublin") if word in stored]
            assert "Carolus" in stored and "Cairo" in stored and "Annabella" in stored
            assert len((await there.post("/mine/data", {"tokens": held[1:]})).json()) == 1
            shown = (await there.get(f"/matches/{match}")).json()
            assert [one["name"] for one in shown["seats"][:2]] == ["Annabella", "Carolus"]
            assert shown["status"] == "playing" and not any(one["resigned"] for one in shown["seats"])
            assert (await there.get(f"/matches/{match}/view", token=carl)).json()["view"]["seat"] == 1

    asyncio.run(before())
    asyncio.run(after())


def test_who_is_forgotten_takes_nothing_of_others_who_sat_in_the_same_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with table(tmp_path) as there:
            match, _ = await there.create("dolphins-and-dinos", "me", "open", name="Annabella")
            held = []
            for name, city in (("Bobadil", "Lisbon"), ("Carolus", "Cairo"), ("Deodata", "Dublin")):
                held.append(await there.join(match, name))
                async with there.client(match, held[-1]) as client:
                    await client.ask(messages.Chat(new_key(), f"I live in {city}."))
                if name != "Deodata":
                    assert (await there.post(f"/matches/{match}/leave", token=held[-1])).is_success
            bob, carl, dee = held
            assert (await there.post(f"/matches/{match}/forget", token=carl)).is_success
            stored = everything(tmp_path)
            assert "Carolus" not in stored and "Cairo" not in stored
            assert all(word in stored for word in ("Bobadil", "Lisbon", "Deodata", "Dublin", "Annabella"))
            assert (await there.post(f"/matches/{match}/forget", token=dee)).is_success
            stored = everything(tmp_path)
            assert "Deodata" not in stored and "Bobadil" in stored and "Lisbon" in stored
            assert (await there.post(f"/matches/{match}/forget", token=bob)).is_success
            assert "Bobadil" not in everything(tmp_path) and (await there.get(f"/matches/{match}")).is_success

    asyncio.run(story())


def test_a_table_of_somebody_who_only_watches_does_not_go_with_a_stranger(tmp_path: Path) -> None:
    async def story() -> None:
        async with table(tmp_path) as there:
            match, _ = await there.create("dolphins-and-dinos", "open", "open")
            bob = await there.join(match, "Bobadil")
            assert (await there.post(f"/matches/{match}/forget", token=bob)).is_success
            assert "Bobadil" not in everything(tmp_path)
            assert (await there.get(f"/matches/{match}")).json()["status"] == "waiting"

    asyncio.run(story())


def test_all_whom_nobody_has_seen_for_long_are_forgotten_in_one_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever makes up a person with each request would make more of them than are forgotten."""
    monkeypatch.setattr(people, "MOST_DUE", 2)

    async def story() -> None:
        async with hub_by_hand(tmp_path, keep_finished_days=30) as (hub, _, wall):
            for number in range(5):
                await hub.reminders.people.change(f"person {number}", wall.now)
            wall.now += 29 * DAY
            await hub.reminders.people.change("person 5", wall.now)
            await hub.delete_stale()
            assert await hub.reminders.people.find("person 0") is not None
            wall.now += 2 * DAY
            await hub.delete_stale()
            found = [await hub.reminders.people.find(f"person {number}") for number in range(6)]
            assert [one is not None for one in found] == [False] * 5 + [True]

    asyncio.run(story())
