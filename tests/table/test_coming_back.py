"""Nobody is stranded: rooms that left the memory, falls in the middle of something, used keys, a server that stops."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest
import websockets

from mesozoic.client import messages
from mesozoic.client.client import Client, Declined, new_key, socket_url
from mesozoic.kernel.record import can_take_back
from mesozoic.table.errors import Forbidden
from mesozoic.table.matches.hub import FAREWELL
from mesozoic.table.matches.room import Room
from mesozoic.table.matches.service import Service
from mesozoic.table.matches.wishes import Wish
from mesozoic.table.storage import entries as kinds
from mesozoic.table.storage.store import DOES_NOT_ANSWER, StoreFailed
from tests.table.by_hand import hub_by_hand
from tests.table.local import Table, at_a_table
from tests.table.patience import PATIENCE
from tests.table.test_service import DOLPHINS, my_turn

BATTLES = "biomechanic-dino-battles"


async def heard(socket: websockets.ClientConnection, kind: str) -> Any:
    """The next message of this kind."""
    while (message := json.loads(await socket.recv()))["type"] != kind:
        pass
    return message


def test_a_room_that_left_the_memory_before_the_hello_strands_nobody(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, token = await there.create(DOLPHINS, "me", "random")
        async with websockets.connect(socket_url(there.address, match), open_timeout=PATIENCE) as socket:
            there.hub.rooms.pop(match).close()  # as the sweep does with what nobody looks at
            await socket.send(json.dumps({"type": "hello", "token": token}))
            await heard(socket, "welcome")
            room = there.hub.rooms[match]
            assert len(room.connections) == 1 and not room.is_closed

    at_a_table(tmp_path, story)


def test_who_comes_from_another_process_is_told_what_was_stored_there(tmp_path: Path) -> None:
    """Even if this one has not heard of it yet."""

    async def story(there: Table) -> None:
        match, token = await there.create("carbon-dating", "me")
        room, store = there.hub.rooms[match], there.hub.store
        elsewhere = Room(there.hub, await there.hub._folded(room.match.row))
        assert elsewhere.match.state is not None
        await elsewhere.move(0, elsewhere.match.state.moves(0)[0], None, "stored-elsewhere")
        number = elsewhere.match.number
        assert room.match.number < number
        store.is_sqlite = False  # from now on as with several processes
        async with websockets.connect(socket_url(there.address, match), open_timeout=PATIENCE) as socket:
            await socket.send(json.dumps({"type": "hello", "token": token}))
            welcome = await heard(socket, "welcome")
        store.is_sqlite = True
        assert room.match.number == number
        assert welcome["update"]["version"] == elsewhere.update(0, False, False).version

    at_a_table(tmp_path, story)


def test_who_says_hello_while_the_database_is_away_comes_back_by_itself(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, token = await there.create("carbon-dating", "me")
        store = there.hub.store
        read, asked = store.entries_after, []

        async def away_at_first(*which: Any) -> Any:
            asked.append(which)
            if len(asked) == 1:
                raise StoreFailed(DOES_NOT_ANSWER)
            return await read(*which)

        store.entries_after, store.is_sqlite = away_at_first, False  # type: ignore[method-assign, assignment]
        async with Client(there.address, match, token) as client:
            assert (await anext(client.updates())).moves
        store.is_sqlite = True
        assert len(asked) > 1

    at_a_table(tmp_path, story)


async def asked_to_take_back(service: Service, room: Room) -> int:
    """Two people play until one of them could take back a move that the other has heard of, and asks."""
    rng = random.Random(1)
    for number in range(200):
        assert room.match.state is not None
        seat = room.match.to_move[0]
        await room.move(seat, rng.choice(room.match.state.moves(seat)), None, f"move-number-{number}")
        if can_take_back(room.match.state, seat) and room.match.undo_question(seat):
            await service.undo(room, seat, "please-let-me")
            return seat
    raise AssertionError("nothing could be taken back")


async def two_people(service: Service) -> Room:
    wanted = messages.NewMatch(BATTLES, [messages.SeatWish("me"), messages.SeatWish("open")], seed="1")
    made = await service.create(wanted)
    await service.join(made.match.id, messages.JoinMatch("Bob"))
    room = await service.hub.room(made.match.id)
    await service.start(room)
    return room


def test_the_last_consent_takes_back_in_one_entry(tmp_path: Path) -> None:
    async def play() -> None:
        async with hub_by_hand(tmp_path) as (hub, service, _):
            room = await two_people(service)
            seat = await asked_to_take_back(service, room)
            before = room.match.number
            await service.answer_undo(room, 1 - seat, True, "yes-you-may")
            await service.answer_undo(room, 1 - seat, True, "yes-you-may")  # said twice, counted once
            [entry] = await hub.store.entries_after(room.match.row.id, before)
            assert (entry.kind, entry.seat, room.match.undo) == (kinds.UNDO, seat, None)

    asyncio.run(play())


def test_a_taking_back_that_was_agreed_before_a_fall_is_carried_out_after_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with hub_by_hand(tmp_path) as (_, service, _):
            room = await two_people(service)
            seat = await asked_to_take_back(service, room)
            assert room.match.state is not None
            moves = len(room.match.state.history)
            async with room.lock:
                assert await room.store(Wish(kinds.UNDO_ANSWER, 1 - seat, {"agree": True}))
        async with hub_by_hand(tmp_path) as (hub, _, _):
            again = await hub.room(room.match.row.id)
            assert again.match.undo is None and again.match.state is not None
            assert len(again.match.state.history) == moves - 1

    asyncio.run(play())


def test_a_match_that_all_had_left_before_a_fall_is_over_after_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with hub_by_hand(tmp_path, bot_workers=0) as (_, service, _):
            room = await two_people(service)
            async with room.lock:
                for seat in (0, 1):
                    assert await room.store(Wish(kinds.HAND_OVER, seat, {"level": "random", "resign": True}))
        async with hub_by_hand(tmp_path) as (hub, _, _):
            assert (await hub.room(room.match.row.id)).match.status == "over"

    asyncio.run(play())


def other_requests(made: dict[str, Any]) -> list[dict[str, Any]]:
    """What differs from a request to make a match in one thing."""
    me, bot, other_bot = {"kind": "me"}, {"kind": "bot", "level": "random"}, {"kind": "bot", "level": "greedy"}
    changes = (
        {"seats": [bot, me]},
        {"seats": [me, {"kind": "open"}]},
        {"seats": [me, other_bot]},
        {"seats": [me, bot, bot]},
        {"name": "Bob"},
        {"listed": True},
        {"seed": "7"},
        {"clock": {"per": "move", "seconds": 60}},
        {"game": BATTLES},
    )
    return [{**made, **change} for change in changes]


def test_the_key_of_a_match_stands_for_the_whole_request(tmp_path: Path) -> None:
    """Also after a restart: the same again is answered with the same match, anything else is refused."""
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    made = {"game": DOLPHINS, "seats": seats, "name": "Ann", "options": {}, "key": new_key() * 2}
    told: list[Any] = []

    async def story(there: Table) -> None:
        for _ in range(2):
            answer = await there.post("/matches", made)
            assert answer.status_code == 201
            told.append((answer.json()["match"]["id"], answer.json()["seat"], answer.json()["token"]))
        for other in other_requests(made):
            answer = await there.post("/matches", other)
            assert answer.status_code == 403 and "another request" in answer.text, other

    for _ in range(2):
        at_a_table(tmp_path, story)
    assert len(set(told)) == 1


def test_the_key_of_a_match_tried_from_a_step_stands_for_that_step(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, token = await there.create(DOLPHINS, "me", "random")
        async with there.client(match, token) as ann:
            for _ in range(2):
                update = await my_turn(ann)
                await ann.move(update.moves[0].text, update.decision)
            await ann.ask(messages.HandOver(new_key(), resign=True))
        await there.until_over(match)
        made = {"game": DOLPHINS, "seats": [{"kind": "me"}, {"kind": "bot"}], "key": new_key() * 2}
        steps = [{**made, "try_from": {"match": match, "step": step}} for step in (0, 0, 1)]
        first, again, other = [await there.post("/matches", one) for one in steps]
        assert first.status_code == again.status_code == 201 and first.json()["token"] == again.json()["token"]
        assert other.status_code == 403 and "another request" in other.text

    at_a_table(tmp_path, story)


def test_a_match_that_kept_no_hash_of_its_request_answers_as_it_did(tmp_path: Path) -> None:
    made = messages.NewMatch(DOLPHINS, [messages.SeatWish("me"), messages.SeatWish("open")], key=new_key() * 2)

    async def play() -> None:
        async with hub_by_hand(tmp_path, bot_workers=0) as (_, service, _):
            before = await service.create(made)
        with sqlite3.connect(tmp_path / "table.sqlite") as connection:
            connection.execute("update entries set data = json_remove(data, '$.asked')")
        async with hub_by_hand(tmp_path, bot_workers=0) as (_, service, _):
            assert (await service.create(made)).token == before.token
            with pytest.raises(Forbidden, match="another request"):
                await service.create(msgspec.structs.replace(made, listed=True))

    asyncio.run(play())


def test_a_used_key_with_another_request_is_refused(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, token = await there.create(DOLPHINS, "me", "random")
        async with there.client(match, token) as ann:
            update = await my_turn(ann)
            key = new_key()
            await ann.move(update.moves[0].text, update.decision, key)
            await ann.move(update.moves[0].text, update.decision, key)
            for other in (messages.Move(key, update.moves[1].text), messages.Chat(key, "Hello"), messages.Undo(key)):
                with pytest.raises(Declined, match="This key was used for another request"):
                    await ann.ask(other)
        made = {"game": DOLPHINS, "seats": [{"kind": "me"}, {"kind": "open"}], "key": new_key() * 2}
        assert (await there.post("/matches", made)).status_code == 201
        assert (await there.post("/matches", made)).status_code == 201
        other_game = await there.post("/matches", {**made, "game": BATTLES})
        assert other_game.status_code == 403 and "another request" in other_game.text
        joins = {"name": "Bob", "key": new_key() * 2}
        table, _ = await there.create(DOLPHINS, "me", "open", "open")
        assert (await there.post(f"/matches/{table}/join", joins)).status_code == 201
        assert (await there.post(f"/matches/{table}/join", joins)).status_code == 201
        for changed in ({"name": "Eve"}, {"seat": 2}):
            assert (await there.post(f"/matches/{table}/join", {**joins, **changed})).status_code == 403

    at_a_table(tmp_path, story)


def test_who_hands_over_twice_with_a_key_must_mean_the_same(tmp_path: Path) -> None:
    async def play() -> None:
        async with hub_by_hand(tmp_path, bot_workers=0) as (_, service, _):
            room = await two_people(service)
            await service.hand_over(room, 0, messages.HandOver("hand-over-1"))
            await service.hand_over(room, 0, messages.HandOver("hand-over-1"))
            with pytest.raises(Forbidden, match="another request"):
                await service.hand_over(room, 0, messages.HandOver("hand-over-1", resign=True))

    asyncio.run(play())


def test_a_server_that_stops_says_farewell_and_begins_nothing(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, token = await there.create(DOLPHINS, "me", "random")
        async with websockets.connect(socket_url(there.address, match), open_timeout=PATIENCE) as socket:
            await socket.send(json.dumps({"type": "hello", "token": token}))
            await heard(socket, "welcome")
            await there.hub.drain()
            assert (await heard(socket, "gone"))["reason"] == FAREWELL
            with pytest.raises(websockets.ConnectionClosed) as ended:
                await socket.recv()
            assert ended.value.rcvd is not None and ended.value.rcvd.code == 1012
        refused = await there.post("/matches", {"game": DOLPHINS, "seats": [{"kind": "me"}, {"kind": "open"}]})
        assert refused.status_code == 503 and "about to stop" in refused.text
        assert (await there.get("/health/ready")).status_code == 503
        async with websockets.connect(socket_url(there.address, match), open_timeout=PATIENCE) as socket:
            with pytest.raises(websockets.ConnectionClosed) as busy:
                await socket.recv()
            assert busy.value.rcvd is not None and busy.value.rcvd.code == 1013

    at_a_table(tmp_path, story)


def test_the_farewell_arrives_when_the_process_is_told_to_stop(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, token = await there.create(DOLPHINS, "me", "random")
        async with websockets.connect(socket_url(there.address, match), open_timeout=PATIENCE) as socket:
            await socket.send(json.dumps({"type": "hello", "token": token}))
            await heard(socket, "welcome")
            there.server.should_exit = True  # what SIGTERM does
            assert (await heard(socket, "gone"))["reason"] == FAREWELL

    at_a_table(tmp_path, story)
