"""One client must not stop the others: what takes long is done once, aside and not without end, and is counted."""

from __future__ import annotations

import asyncio
import gzip
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from litestar._openapi.plugin import OpenAPIPlugin

import mesozoic
from mesozoic.bots import make_bot
from mesozoic.client import messages
from mesozoic.client.client import new_key
from mesozoic.kernel.record import Record
from mesozoic.table.errors import Busy, Forbidden
from mesozoic.table.http import aside, document
from mesozoic.table.http.wire import Wire
from mesozoic.table.matches import limits, present, room
from mesozoic.table.matches.limits import BYTES
from mesozoic.table.matches.service import Service
from mesozoic.table.storage import store
from mesozoic.table.storage.store import Store
from tests.table.by_hand import hub_by_hand
from tests.table.local import Table, at_a_table


def test_documents_are_made_once_and_unknown_tokens_cost_one_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: Counter[str] = Counter()
    page, load, provide = document.page, Store.load, OpenAPIPlugin.provide_openapi
    here = threading.current_thread()

    def counting_provide(self: OpenAPIPlugin) -> Any:
        counted["on the loop"] += threading.current_thread() is here
        return provide(self)

    def counting_page(schema: dict[str, Any]) -> str:
        counted["page"] += 1
        counted["on the loop"] += threading.current_thread() is here
        return page(schema)

    async def counting_load(self: Store, match: str) -> Any:
        counted["load"] += 1
        return await load(self, match)

    monkeypatch.setattr(document, "page", counting_page)
    monkeypatch.setattr(OpenAPIPlugin, "provide_openapi", counting_provide)
    monkeypatch.setattr(Store, "load", counting_load)

    async def story(there: Table) -> None:
        for path in ("/schema/openapi.json", "/docs", "/docs", "/messages.json"):
            assert (await there.get(path)).status_code == 200
        unknown = [f"{number:010d}".replace("0", "z").replace("1", "y") + "." + "x" * 30 for number in range(200)]
        assert (await there.post("/mine", {"tokens": unknown})).json() == []

    at_a_table(tmp_path, story)
    assert counted == {"page": 1, "on the loop": 0}


def test_long_work_is_done_aside_and_not_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aside, "MOST_WAITING", 2)

    async def story() -> None:
        go = threading.Event()
        waiting = [asyncio.create_task(aside.aside(go.wait)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="try again in a moment"):
            await aside.aside(lambda: None)
        go.set()
        assert await asyncio.gather(*waiting) == [True, True]
        assert await aside.aside(lambda: "done") == "done"

    asyncio.run(story())


def test_replays_are_packed_aside_and_count_as_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, where = threading.current_thread(), []
    pack = gzip.compress

    def packing(*given: Any, **named: Any) -> bytes:
        where.append(threading.current_thread() is here)
        return pack(*given, **named)

    monkeypatch.setattr(gzip, "compress", packing)
    monkeypatch.setattr(limits, "LARGEST_AT_ONCE", 3_000_000)
    state, bot = mesozoic.game("carbon-dating").start(1, seed=1), make_bot("random", mesozoic.seeded(1))
    while state.to_move:
        state.play(0, bot.choose(state, 0))
    record = Record.of(state, ["Ann"]).text()

    async def story(there: Table) -> None:
        packed = await there.post("/replay", {"record": record})
        assert packed.headers["content-encoding"] == "gzip" and where == [False]
        asked = {"Accept-Encoding": "identity"}
        plain = await there.http.post("/api/replay", json={"record": record}, headers=asked)
        assert "content-encoding" not in plain.headers and plain.json() == packed.json()
        assert len(plain.json()["steps"]) > 20
        answers = [plain]
        while answers[-1].status_code == 200 and len(answers) < 30:
            answers.append(await there.http.post("/api/replay", json={"record": record}, headers=asked))
        assert answers[-1].json() == {"reason": limits.SENTENCES[BYTES], "code": "busy"}

    at_a_table(tmp_path, story, megabytes_per_minute=0)


@pytest.mark.parametrize("may_pack", [True, False])
def test_what_is_stored_about_somebody_is_written_aside_piece_by_piece_and_counts_as_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, may_pack: bool
) -> None:
    here, where = threading.current_thread(), []
    encoded = present.encoded

    def noting(message: object) -> bytes:
        if isinstance(message, messages.MyData | list):
            where.append((threading.current_thread() is here, getattr(message, "name", "all")))
        return encoded(message)

    monkeypatch.setattr(present, "encoded", noting)
    taken: list[float] = []

    def counting(kind: str, _: str, cost: float = 1) -> None:
        if kind == BYTES:
            taken.append(cost)

    async def story(there: Table) -> None:
        made = [await there.create("carbon-dating", "me", name=name) for name in ("Ann", "Bea")]
        monkeypatch.setattr(there.hub.limits, "take", counting)
        headers = {"Accept-Encoding": "gzip" if may_pack else "identity"}
        for path in ("/api/mine/data", "/api/mine/data/"):
            where.clear()
            taken.clear()
            wanted = {"tokens": [token for _, token in made]}
            answer = await there.http.post(path, json=wanted, headers=headers)
            assert [(one["match"]["id"], one["name"]) for one in answer.json()] == [
                (made[0][0], "Ann"),
                (made[1][0], "Bea"),
            ]
            assert ("content-encoding" in answer.headers) == may_pack
            assert where == [(False, "Ann"), (False, "Bea")]
            assert may_pack or sum(taken[1:]) == len(answer.content)
        assert (await there.http.post("/api/mine/data", json={"tokens": []}, headers=headers)).json() == []
        monkeypatch.undo()

    at_a_table(tmp_path, story)


def test_who_has_had_much_that_is_stored_about_them_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LARGEST_AT_ONCE", 20_000)

    async def story(there: Table) -> None:
        tokens = [(await there.create("carbon-dating", "me"))[1] for _ in range(20)]
        plain = {"Accept-Encoding": "identity"}
        answers = [await there.http.post("/api/mine/data", json={"tokens": tokens}, headers=plain) for _ in range(5)]
        assert answers[0].status_code == 200
        assert answers[-1].json() == {"reason": limits.SENTENCES[BYTES], "code": "busy"}

    at_a_table(tmp_path, story, megabytes_per_minute=0)


def test_what_plays_a_game_again_counts_by_its_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with hub_by_hand(tmp_path) as (hub, service, _):
            made = await service.create(messages.NewMatch("carbon-dating", [messages.SeatWish("me")]))
            found = await hub.room(made.match.id)
            state = mesozoic.game("biomechanic-dino-battles").start(2, seed=1)
            bot = make_bot("random", mesozoic.seeded(1))
            while len(state.history) < 250:
                state.play(state.to_move[0], bot.choose(state, state.to_move[0]))
            found.match.state = state
            costs: list[float] = []
            monkeypatch.setattr(hub.limits, "take", lambda kind, client, cost: costs.append(cost))
            Wire(None, hub, service, found, "192.0.2.1")._count_moves()  # type: ignore[arg-type]
            assert costs == [3]

    asyncio.run(story())


def test_nobody_uses_up_what_the_others_need_to_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST_ENTRIES", 40)

    async def leave_and_return(service: Service, found: room.Room, seat: int) -> None:
        """Until it is refused."""
        for _ in range(100):
            await service.hand_over(found, seat, messages.HandOver(new_key()))
            await service.come_back(found, seat, new_key())
        raise AssertionError("nothing ends it")

    async def story() -> None:
        async with hub_by_hand(tmp_path) as (hub, service, _):
            seats = [messages.SeatWish("me"), messages.SeatWish("open")]
            made = await service.create(messages.NewMatch("biomechanic-dino-battles", seats))
            await service.join(made.match.id, messages.JoinMatch("Mallory"))
            found = await hub.room(made.match.id)
            monkeypatch.setattr(found.driver, "wake", lambda: None)  # the bots that take over never get to move
            await service.start(found)
            await service.hand_over(found, 0, messages.HandOver(new_key()))
            with pytest.raises(Forbidden, match="only moves are possible"):
                await leave_and_return(service, found, 1)
            assert found.match.number >= 40 and found.match.seats[0].away
            await service.come_back(found, 0, new_key())
            await service.say(found, 0, "Here I am", new_key())
            assert not found.match.seats[0].is_played_by_bot
            with pytest.raises(Forbidden, match="only moves are possible"):
                await leave_and_return(service, found, 0)
            assert found.match.did[0, True] == 5, "an eighth of all"
            await service.say(found, 0, "Still here", new_key())

    asyncio.run(story())


def test_nobody_makes_a_match_endless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST_ENTRIES", 12)
    monkeypatch.setattr(store, "READ_AT_ONCE", 5)

    async def story() -> None:
        async with hub_by_hand(tmp_path) as (hub, service, _):
            made = await service.create(messages.NewMatch("carbon-dating", [messages.SeatWish("me")]))
            found = await hub.room(made.match.id)
            while found.match.number < 12:
                await service.say(found, 0, "Hello", new_key())
            with pytest.raises(Forbidden, match="only moves are possible"):
                await service.say(found, 0, "Hello", new_key())
            assert found.match.state is not None
            await found.move(0, found.match.state.moves(0)[0], None, new_key())
            stored = await hub.store.entries_after(made.match.id, 0)
            assert [one.number for one in stored] == list(range(1, 14)), "read in parts, and whole"
            await service.hand_over(found, 0, messages.HandOver(new_key(), resign=True))
            assert found.match.status == "over"

    asyncio.run(story())
