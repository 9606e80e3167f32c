"""One client must not stop the others: what is asked too much, too large or never finished is refused, in small.

Each test asserts the refusal or the bound itself. A bystander meanwhile is measured by ``make abuse-test``.
"""

from __future__ import annotations

import asyncio
import gzip
import threading
import weakref
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
import uvicorn
import websockets
from litestar._asgi.routing_trie.traversal import parse_path_params
from litestar._openapi.plugin import OpenAPIPlugin
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

import mesozoic
from mesozoic.bots import make_bot
from mesozoic.client import messages
from mesozoic.client.client import Declined, new_key
from mesozoic.games.dinospan import view_cards as view
from mesozoic.kernel import sharing
from mesozoic.kernel.record import Record
from mesozoic.table import run
from mesozoic.table.errors import Busy, Forbidden, TooMuch
from mesozoic.table.http import aside, document, guard, lines, sockets
from mesozoic.table.http.app import create_app
from mesozoic.table.http.wire import Wire
from mesozoic.table.matches import limits, room
from mesozoic.table.matches.limits import BYTES, MATCHES, MESSAGES, REQUESTS, Allowance, Limits
from mesozoic.table.matches.room import Room
from mesozoic.table.settings import Settings, read_settings
from mesozoic.table.storage import store
from mesozoic.table.storage.store import Store
from tests.games.dinospan.test_cards import changed
from tests.table.by_hand import hub_by_hand
from tests.table.local import Table, table
from tests.table.patience import PATIENCE
from tests.table.stored import rows


def at_a_table(folder: Path, story: Callable[[Table], Awaitable[None]], **settings: Any) -> None:
    async def tell() -> None:
        async with table(folder, **settings) as found:
            await asyncio.wait_for(story(found), 2 * PATIENCE)

    asyncio.run(tell())


# --- Sizes ------------------------------------------------------------------------------------------------------------


def test_only_a_record_may_be_large(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        for path in ("/matches", "/mine", "/games/dinospan/lesson"):
            answer = await there.http.post(f"/api{path}", content=b" " * 400_000)
            assert (answer.status_code, answer.json()["reason"]) == (413, "That is too large."), path
        assert (await there.http.post("/api/replay", content=b" " * 400_000)).status_code == 400

    at_a_table(tmp_path, story)


def test_a_card_table_is_stored_once_however_it_is_padded(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'table.sqlite'}"
    cards = changed("J03", "ability", "gain M 5")

    async def story(there: Table) -> None:
        made = []
        for padding in ("", " " * 100_000, "\n" * 1000):
            match, token = await there.create("dinospan", "me", "random", options={"cards": cards + padding})
            made.append((match, token))
            assert (await there.get(f"/matches/{match}/view", token=token)).status_code == 200
        texts = rows(url, "select length(text) as size from texts")
        assert [one["size"] for one in texts] == [len(cards.rstrip())]
        sizes = rows(url, "select max(length(options)) as size from matches")
        assert sizes[0]["size"] < 2_000

    async def again(there: Table) -> None:
        for one in rows(url, "select id from matches"):
            shown = (await there.get(f"/matches/{one['id']}")).json()
            assert shown["status"] == "playing" and shown["options"]["cards"].startswith("id,genus")

    at_a_table(tmp_path, story)
    at_a_table(tmp_path, again)


# --- Rates ------------------------------------------------------------------------------------------------------------


def test_each_client_has_its_own_allowance_of_each_kind_and_it_comes_back_with_time() -> None:
    now = [0.0]
    allowed = Limits(Settings(requests_per_minute=60, matches_per_hour=60, megabytes_per_minute=60), lambda: now[0])

    def how_many(kind: str, client: str, cost: float = 1) -> int:
        taken: list[int] = []

        def take_all() -> None:
            while True:
                allowed.take(kind, client, cost)
                taken.append(1)

        with pytest.raises(TooMuch, match=limits.SENTENCES[kind]):
            take_all()
        return len(taken)

    assert how_many(REQUESTS, "a") == 20 and how_many(REQUESTS, "b") == 20
    assert how_many(MATCHES, "a") == 15
    assert how_many(BYTES, "a", 1_000_000) == 15
    now[0] = 10.0
    assert how_many(REQUESTS, "a", cost=5) == 2
    assert how_many(MATCHES, "a") == 0
    assert how_many(BYTES, "a", 1_000_000) == 10
    now[0] = 1e9
    assert how_many(REQUESTS, "a", cost=1000) == 1, "what costs more than there ever is waits for all of it"


def test_clients_that_asked_longest_ago_are_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_CLIENTS", 3)
    allowed = Limits(Settings())
    for number in range(50):
        allowed.take(REQUESTS, f"10.0.0.{number}")
    assert len(allowed.known) == 15 and (REQUESTS, "10.0.0.49") in allowed.known


def scope(*forwarded: str, client: str = "192.0.2.1") -> dict[str, Any]:
    return {"headers": [(b"x-forwarded-for", one.encode()) for one in forwarded], "client": (client, 1)}


def test_a_client_is_an_address_or_an_ipv6_network_and_no_client_chooses_it() -> None:
    alone, behind_one, behind_two = Settings(), Settings(trust_proxy=1), Settings(trust_proxy=2)
    assert guard.client_of(scope("203.0.113.7"), alone) == "192.0.2.1", "without a proxy nobody is believed"
    assert guard.client_of(scope("203.0.113.7"), behind_one) == "203.0.113.7"
    assert guard.client_of(scope("10.9.9.9, 203.0.113.7"), behind_one) == "203.0.113.7"
    assert guard.client_of(scope("10.9.9.9", "203.0.113.7"), behind_one) == "203.0.113.7", "the last line counts"
    assert guard.client_of(scope("10.9.9.9", "203.0.113.7, 198.51.100.1"), behind_two) == "203.0.113.7"
    assert guard.client_of(scope(), behind_one) == "192.0.2.1"
    for ports in ("203.0.113.7:5678", "203.0.113.7:1"):
        assert guard.client_of(scope(f"10.9.9.9, {ports}"), behind_one) == "203.0.113.7", "each connection has its port"
    for written in ("[2001:db8:1:2::9]:99", "[2001:db8:1:2::9]", "2001:db8:1:2::99", "[2001:db8:1:2::9%eth0]:1"):
        assert guard.client_of(scope(written), behind_one) == "2001:db8:1:2::/64"
    assert guard.client_of(scope("[::ffff:203.0.113.7]:1"), behind_one) == "203.0.113.7"
    assert guard.client_of(scope("::ffff:203.0.113.7"), behind_one) == "203.0.113.7"
    one, other = (guard.client_of(scope(client=f"2001:db8:1:2::{end}"), alone) for end in ("1", "ffff:1"))
    assert one == other == "2001:db8:1:2::/64"
    assert guard.client_of(scope(client="2001:db8:1:3::1"), alone) != one
    assert guard.client_of(scope(client="::ffff:192.0.2.1"), alone) == "192.0.2.1"
    assert guard.client_of(scope("x" * 1000), behind_one) == "x" * 64


def test_what_is_hard_to_answer_counts_several_times() -> None:
    assert guard.cost_of("GET", "/api/lobby") == 1
    assert guard.cost_of("POST", "/api/replay") > guard.cost_of("GET", "/api/matches/x/replay") > 1
    assert guard.cost_of("GET", "/api/docs") > 1 < guard.cost_of("POST", "/api/mine")


def test_the_number_of_proxies_is_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for text, expected in (("2", 2), ("true", 1), ("0", 0)):
        monkeypatch.setenv("MESOZOIC_TRUST_PROXY", text)
        assert read_settings().trust_proxy == expected


def test_matches_and_tables_in_the_lobby_are_bounded_for_one_client(tmp_path: Path) -> None:
    listed = {"game": "carbon-dating", "seats": [{"kind": "me"}]}

    async def story(there: Table) -> None:
        made = [await there.create("dolphins-and-dinos", "me", "open", listed=True) for _ in range(2)]
        full = await there.post("/matches", {**listed, "listed": True})
        assert (full.status_code, full.json()["code"]) == (429, "busy")
        assert full.json()["reason"].startswith("2 of your tables wait in the lobby")
        assert len((await there.get("/lobby")).json()) == 2
        await there.join(made[0][0], "Bob")
        assert (await there.post("/matches", {**listed, "listed": True})).status_code == 201, "one has all its people"
        answers = [await there.post("/matches", listed) for _ in range(12)]
        assert [one.status_code for one in answers].count(201) == 7, "ten at once"
        assert answers[-1].json()["reason"] == limits.SENTENCES[MATCHES]

    at_a_table(tmp_path, story, most_listed_from_one=2, matches_per_hour=1)


def test_a_rematch_counts_as_a_match_for_who_makes_it(tmp_path: Path) -> None:
    """Whoever resigns and plays again, in one match after the other, makes as many as anybody."""

    async def story(there: Table) -> None:
        made = [await there.create("carbon-dating", "me") for _ in range(9)]
        match, token = made[0]
        async with there.client(match, token) as ann:
            with pytest.raises(Declined, match="end first"):
                await ann.ask(messages.Rematch(new_key()))
            await ann.ask(messages.HandOver(new_key(), resign=True))
            await there.until_over(match)
            for _ in range(3):
                await ann.ask(messages.Rematch(new_key()))  # one is made, and told again to who asks again
        async with there.client(*made[1]) as ann:
            await ann.ask(messages.HandOver(new_key(), resign=True))
            await there.until_over(made[1][0])
            with pytest.raises(Declined, match=limits.SENTENCES[MATCHES]):
                await ann.ask(messages.Rematch(new_key()))
        assert (await there.get(f"/matches/{made[0][0]}")).json()["next_match"]
        assert not (await there.get(f"/matches/{made[1][0]}")).json()["next_match"]

    at_a_table(tmp_path, story, matches_per_hour=1)


def test_what_a_client_sends_is_counted_whether_or_not_it_says_how_much(tmp_path: Path) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(2):
            yield b" " * 100_000

    async def story(there: Table) -> None:
        for sent in (b" " * 2_900_000, b" " * 2_900_000, pieces()):
            assert (await there.http.post("/api/replay", content=sent)).status_code == 400
        for sent in (b" " * 200_000, pieces()):
            answer = await there.http.post("/api/replay", content=sent)
            assert (answer.status_code, answer.json()) == (429, {"reason": limits.SENTENCES[BYTES], "code": "busy"})
        assert (await there.get("/lobby")).status_code == 200

    at_a_table(tmp_path, story, megabytes_per_minute=0)


def test_handshakes_count_as_requests(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, _ = await there.create("carbon-dating", "me")
        url = f"{there.address.replace('http', 'ws')}/api/matches/{match}/socket"

        async def shake_hands() -> None:
            for _ in range(40):
                async with websockets.connect(url, open_timeout=PATIENCE):
                    pass

        with pytest.raises(websockets.InvalidStatus):
            await shake_hands()

    at_a_table(tmp_path, story, requests_per_minute=1)


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


def test_whoever_is_refused_for_asking_too_much_is_not_read_any_further(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        answers = [await there.get("/games") for _ in range(21)]
        assert [one.status_code for one in answers] == [200] * 20 + [429]
        assert [one.headers.get("connection") for one in answers][-2:] == [None, "close"]

    at_a_table(tmp_path, story, requests_per_minute=1)


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


# --- Memory -----------------------------------------------------------------------------------------------------------


def test_matches_that_nobody_looks_at_leave_nothing_behind(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_by_hand(tmp_path, idle_seconds=10) as (hub, service, wall):
            clock = [0.0]
            sweeper = run.Sweeper(hub, sharing.forget, lambda: clock[0])
            rooms: list[weakref.ref[Room]] = []
            for _ in range(3):
                made = await service.create(messages.NewMatch("dolphins-and-dinos", [messages.SeatWish("me")]))
                rooms.append(weakref.ref(await hub.room(made.match.id)))
            assert not sweeper.is_due()
            wall.now += 20
            await hub._forget_idle()
            assert not hub.rooms and sweeper.is_due(), "nobody is there whom it could hold up"
            hub.connections = 1
            assert not sweeper.is_due()
            hub.litter_kb += run.MUCH_LITTER_KB
            assert sweeper.is_due()
            await sweeper()
            assert [one() for one in rooms] == [None] * 3 and hub.litter_kb == 0
            assert not sweeper.is_due()
            clock[0] += run.SWEEP_SECONDS + 1
            assert sweeper.is_due()

    asyncio.run(story())


def test_where_addresses_lead_is_forgotten_too(tmp_path: Path) -> None:
    """A thousand small things, come to be one by one, would keep a page of memory each."""
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'table.sqlite'}"))
    app.asgi_router.handle_routing(path="/api/matches/abc/view", method="GET")
    assert app.asgi_router.handle_routing.cache_info().currsize == 1
    assert parse_path_params.cache_info().currsize > 0
    run.forget(app)
    assert app.asgi_router.handle_routing.cache_info().currsize == 0
    assert parse_path_params.cache_info().currsize == 0


def test_parts_of_views_are_forgotten_when_the_last_reader_has_gone(tmp_path: Path) -> None:
    kept = view.printed  # of DinoSpan: one for each card that was looked at

    async def story() -> None:
        async with hub_by_hand(tmp_path) as (hub, _, _):
            sweeper = run.Sweeper(hub, sharing.forget)
            mesozoic.game("dinospan").start(2, seed=1).view(0)
            assert kept.cache_info().currsize > 0  # type: ignore[attr-defined]
            hub.connections, hub.litter_kb = 1, run.MUCH_LITTER_KB + 1
            await sweeper()
            assert kept.cache_info().currsize > 0, "somebody looks"  # type: ignore[attr-defined]
            hub.connections, hub.litter_kb = 0, 1
            await sweeper()
            assert kept.cache_info().currsize == 0  # type: ignore[attr-defined]

    asyncio.run(story())


# --- Connections ------------------------------------------------------------------------------------------------------


class Transport:
    """The other end of a connection: what was written to it, and whether it was closed."""

    def __init__(self, address: str = "192.0.2.1") -> None:
        self.written = b""
        self.untaken = 0
        """Bytes that the other end has not read."""
        self.is_closed = False
        self.address = address

    def write(self, data: bytes) -> None:
        self.written += data

    def close(self) -> None:
        self.is_closed = True

    abort = close

    def is_closing(self) -> bool:
        return self.is_closed

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return (self.address, 1) if name in ("peername", "sockname") else default

    def get_write_buffer_size(self) -> int:
        return self.untaken

    def pause_reading(self) -> None:
        pass

    resume_reading = pause_reading


class Loop:
    """A loop in which time passes only when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0
        self.timers: list[tuple[float, Callable[..., None], tuple[Any, ...]]] = []

    def time(self) -> float:
        return self.now

    def call_later(self, seconds: float, call: Callable[..., None], *given: Any) -> Any:
        timer = (self.now + seconds, call, given)
        self.timers.append(timer)
        loop = self

        class Handle:
            def cancel(self) -> None:
                if timer in loop.timers:
                    loop.timers.remove(timer)

        return Handle()

    def pass_time(self, seconds: float) -> None:
        """Until so many seconds after the beginning; whatever is due then happens late, and once."""
        self.now = seconds
        for timer in [one for one in self.timers if one[0] <= seconds]:
            self.timers.remove(timer)
            timer[1](*timer[2])

    def create_task(self, work: Coroutine[Any, Any, None]) -> Any:
        work.close()
        return type("Task", (), {"add_done_callback": lambda *_: None, "__hash__": lambda self: id(self)})()


async def nothing(scope: Any, receive: Any, send: Any) -> None:
    """An application that answers nobody."""


def line(loop: Loop, kind: type[lines.Line] | None = None) -> tuple[lines.Line, Transport]:
    config = uvicorn.Config(nothing, log_config=None)
    config.load()
    made = (kind or lines.line_for(Settings(), Limits(Settings())))(config, ServerState(), {}, loop)  # type: ignore[arg-type]
    transport = Transport()
    made.connection_made(transport)  # type: ignore[arg-type]
    return made, transport


def test_who_does_not_finish_a_request_is_let_go() -> None:
    for sent, seconds, status in (
        (b"", 10, b""),
        (b"GET /api/lobby HTTP/1.1\r\nHost: x\r\n", 10, b"HTTP/1.1 408"),
        (b"POST /api/mine HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{", 30, b"HTTP/1.1 408"),
    ):
        loop = Loop()
        made, transport = line(loop)
        if sent:
            made.data_received(sent)
        loop.pass_time(seconds - 1)
        assert not transport.is_closed
        loop.pass_time(seconds)
        assert transport.is_closed and transport.written.startswith(status)
        assert not status or b'"reason":' in transport.written
        made.connection_lost(None)
        assert not loop.timers and not made.open_from


def test_a_server_that_was_away_blames_nobody_for_it() -> None:
    """It was stopped for a while: what has arrived meanwhile is read before anybody is let go."""
    loop = Loop()
    made, transport = line(loop)
    made.data_received(b"GET /api/lobby HTTP/1.1\r\n")
    loop.pass_time(60)
    assert not transport.is_closed
    made.data_received(b"Host: x\r\n\r\n")
    loop.pass_time(62)
    assert not transport.is_closed, "it has come"
    late, transport = line(loop)
    late.data_received(b"GET /api/lobby HTTP/1.1\r\n")
    loop.pass_time(120)
    loop.pass_time(121)
    assert transport.is_closed, "it has not come"


def test_a_head_is_bounded_however_it_arrives() -> None:
    for piece in (b"X-Long: ", b"X-Many: " + b"a" * 1000 + b"\r\n"):
        made, transport = line(Loop())
        made.data_received(b"GET / HTTP/1.1\r\n" + piece)
        for _ in range(100):
            made.data_received(piece if piece.endswith(b"\n") else b"a" * 1000)
        assert transport.is_closed and transport.written.startswith(b"HTTP/1.1 431")


def test_a_head_of_many_thousand_lines_in_one_piece_costs_no_more_than_a_few() -> None:
    """To add up all of them at each would take seconds in which nobody else is answered."""
    for sent in (b"a:\r\n" * 60_000, b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"a:\r\n" * 60_000):
        made, transport = line(Loop())
        made.data_received(b"POST /api/mine HTTP/1.1\r\n" + sent)
        assert transport.is_closed and transport.written.startswith(b"HTTP/1.1 431")
        assert len(made.headers) == lines.MOST_HEADERS + 1


def test_a_body_of_crumbs_is_refused_and_one_of_lines_is_not() -> None:
    head = b"POST /api/replay HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    made, transport = line(Loop())
    made.data_received(head + b"1\r\n \r\n" * 900 + b"64\r\n" + b" " * 100 + b"\r\n")
    made.data_received((b"64\r\n" + b" " * 100 + b"\r\n") * 9_000)
    assert not transport.is_closed
    made, transport = line(Loop())
    made.data_received(head + b"1\r\n \r\n" * 60_000)
    assert transport.is_closed and transport.written.startswith(b"HTTP/1.1 400")
    assert made.parts < 2 * lines.MOST_CRUMBS


CHUNKED = b"POST /api/mine HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
ASKED = b"GET /api/lobby HTTP/1.1\r\n\r\n"


@pytest.mark.parametrize(
    ("sent", "more"),
    [
        (CHUNKED + b"1;a=", b"a"),
        (CHUNKED + b"1;", b"a"),
        (CHUNKED, b"1;" + b"a" * 1_000 + b"\r\n \r\n"),
        (CHUNKED, b"0"),
        (CHUNKED + b"0\r\nX: ", b"a"),
        (CHUNKED + b"0\r\nX: ", b" "),
        (CHUNKED + b"0\r\n", b"a"),
        (b"", b"\r\n"),
        (ASKED, b"\r\n"),
        (b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n", b"a"),
        (b"POST / HTTP/1.0\r\n\r\n", b"a"),
    ],
    ids=[
        *("note", "name of a note", "notes on many parts", "length of zeros", "end", "spaces in the end", "its name"),
        *("empty lines first", "empty lines after", "after the last request", "a body that nobody announced"),
    ],
)
def test_what_says_nothing_is_bounded(sent: bytes, more: bytes) -> None:
    """The parser reads it without end and tells nobody; in pieces of any size, and all at once."""
    for size in (len(more), 1_000, 1_000_000):
        made, transport = line(Loop())
        made.data_received(sent)
        piece, fed = more * max(1, size // len(more)), 0
        while not transport.is_closed and fed < 1_000_000:
            made.data_received(piece)
            fed += len(piece)
        assert transport.is_closed and transport.written.startswith(b"HTTP/1.1 400")
        assert fed > lines.MOST_EMPTY - 100, "a little of it is nobody's harm"
        assert size == 1_000_000 or fed < lines.MOST_EMPTY + 2 * lines.PIECE


def test_who_says_nothing_counts_as_one_who_asks_and_is_let_go_in_silence_after_an_answer() -> None:
    kind = lines.line_for(Settings(), Limits(Settings(requests_per_minute=1), lambda: 0.0))
    found = []
    for _ in range(25):
        made, transport = line(Loop(), kind)
        made.data_received(b"\r\n" * 10_000)
        assert transport.is_closed
        found.append(transport.written[:12])
    assert found == [b"HTTP/1.1 400"] * 20 + [b""] * 5
    made, transport = line(Loop())
    made.data_received(ASKED)
    made.cycle.response_started = made.cycle.response_complete = True
    made.on_response_complete()
    made.data_received(b"\r\n" * 10_000)
    assert transport.is_closed and not transport.written


def test_empty_lines_after_an_answer_keep_nothing_open() -> None:
    """uvicorn waits for the next request no more once anything has come."""
    loop = Loop()
    made, transport = line(loop)
    made.data_received(ASKED)
    made.cycle.response_started = made.cycle.response_complete = True
    made.on_response_complete()
    for second in range(10):
        loop.pass_time(second)
        made.data_received(b"\r\n")
        assert not transport.is_closed
    loop.pass_time(10)
    assert transport.is_closed


def test_what_ordinary_clients_send_is_never_too_empty() -> None:
    """Small chunks, lengths with zeros before them, notes on them, a line after the body, empty lines."""
    small = b"".join(b"%08x\r\n%b\r\n" % (length, b" " * length) for length in (1, 64, 3, 500) * 2_000)
    noted = (b"8000;chunk-signature=" + b"f" * 64 + b"\r\n" + b" " * 0x8000 + b"\r\n") * 80
    end = b"0\r\nX-Check: " + b"f" * 10_000 + b"\r\n\r\n"
    for size in (1_000, 10_000_000):
        made, transport = line(Loop())
        for sent in (b"\r\n" + CHUNKED + small + end, CHUNKED + noted + end, ASKED + b"\r\n") * 3:
            for start in range(0, len(sent), size):
                made.data_received(sent[start : start + size])
            assert not transport.is_closed and not made.is_arriving
            made.cycle.response_complete = True
            made.on_response_complete()


def test_few_requests_wait_for_the_answer_to_the_one_before() -> None:
    made, transport = line(Loop())
    made.data_received(b"GET /api/lobby HTTP/1.1\r\n\r\n" * 15)
    assert not transport.is_closed
    first = made.answering
    made.data_received(b"GET /api/lobby HTTP/1.1\r\n\r\n" * 5_000)
    assert transport.is_closed and transport.written.startswith(b"HTTP/1.1 429")
    assert len(made.pipeline) == lines.MOST_AHEAD
    assert first is not None and first.disconnected, "who is being answered hears that nobody listens"


def test_an_answer_that_nobody_takes_is_kept_for_a_while() -> None:
    loop = Loop()
    for untaken, seconds in ((0, 0.0), (5_000_000, 120.0)):
        made, transport = line(loop)
        began = loop.now
        made.data_received(b"GET /api/lobby HTTP/1.1\r\n\r\n")
        transport.untaken = untaken
        made.cycle.response_complete = True
        made.on_response_complete()
        made._unset_keepalive_if_required()
        loop.pass_time(began + 119)
        assert not transport.is_closed
        loop.pass_time(began + 120)
        assert transport.is_closed == bool(seconds)


def test_a_later_answer_on_the_same_line_has_its_own_time() -> None:
    loop = Loop()
    made, transport = line(loop)
    for _ in range(2):
        began = loop.now
        made.data_received(b"GET /api/lobby HTTP/1.1\r\n\r\n")
        transport.untaken = 5_000_000
        made.cycle.response_complete = True
        made.on_response_complete()
        made._unset_keepalive_if_required()
        loop.pass_time(began + 100)
    assert not transport.is_closed
    loop.pass_time(began + 120)
    assert transport.is_closed


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"garbage\r\n\r\n", b"HTTP/1.1 400"),
        (b"GET / HTTP/1.1\r\nX-Long: " + b"a" * 50_000, b"HTTP/1.1 431"),
        (b"GET / HTTP/1.1\r\n", b"HTTP/1.1 408"),
    ],
)
def test_what_never_becomes_a_request_counts_as_one(sent: bytes, status: bytes) -> None:
    allowed = Limits(Settings(requests_per_minute=1), lambda: 0.0)
    kind = lines.line_for(Settings(), allowed)
    found = []
    for _ in range(25):
        loop = Loop()
        made, transport = line(loop, kind)
        made.data_received(sent)
        loop.pass_time(Settings.head_seconds)
        assert transport.is_closed
        found.append(transport.written[:12])
    assert found == [status] * 20 + [b""] * 5


def test_a_request_in_time_is_waited_for_no_more() -> None:
    loop = Loop()
    made, transport = line(loop)
    made.data_received(b"POST /api/mine HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}")
    assert [seconds for seconds, _, _ in loop.timers] == [120], "only its answer has to come"
    loop.pass_time(120)
    assert transport.is_closed


def test_what_still_arrives_after_a_refusal_counts_too() -> None:
    made, transport = line(Loop())
    made.data_received(b"POST /api/replay HTTP/1.1\r\nHost: x\r\nContent-Length: 20000000\r\n\r\n{")
    made.cycle.response_complete = True
    for sent in range(1, 20):
        made.data_received(b" " * 1_000_000)
        assert transport.is_closed == (sent > 6), "six millions at once"


def test_connections_of_one_address_are_bounded() -> None:
    kind = lines.line_for(Settings(most_lines_from_one=2), Limits(Settings()))
    loop = Loop()
    made = [line(loop, kind) for _ in range(3)]
    assert [transport.is_closed for _, transport in made] == [False, False, True]
    assert made[2][1].written.startswith(b"HTTP/1.1 429")
    for one, _ in made:
        one.connection_lost(None)
    assert not kind.open_from and not line(loop, kind)[1].is_closed
    for end in range(3):  # a client has all addresses of its network
        alike = kind(uvicorn.Config(nothing, log_config=None), ServerState(), {}, loop)  # type: ignore[arg-type]
        alike.connection_made(Transport(f"2001:db8::{end}"))  # type: ignore[arg-type]
        assert alike.transport.is_closing() == (end == 2)


HANDSHAKE = (
    b"GET /api/matches/x/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG, Opcode.CONT])
def test_frames_of_every_kind_are_bounded(opcode: Opcode) -> None:
    async def accepting(_: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await receive()

    async def story() -> None:
        config = uvicorn.Config(accepting, log_config=None, ws_ping_interval=None)
        config.load()
        socket = sockets.Socket(config=config, server_state=ServerState(), app_state={})
        socket.frames_allowed = Allowance(100, 400, lambda: 0.0)
        transport = Transport()
        socket.connection_made(transport)  # type: ignore[arg-type]
        socket.data_received(HANDSHAKE)
        while b"101 Switching" not in transport.written:
            await asyncio.sleep(0)
        opening = b"" if opcode is not Opcode.CONT else Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True)
        few = Frame(opcode, b"", fin=opcode is not Opcode.CONT).serialize(mask=True)
        socket.limits = Limits(Settings(requests_per_minute=60), lambda: 0.0)
        socket.data_received(opening + few * 300)
        assert not transport.is_closed
        socket.data_received(few * 10_000)
        assert transport.is_closed and sockets.TOO_MANY.encode() in transport.written
        assert transport.written.count(few[:1]) < 2_000, "nobody goes on to answer them"
        with pytest.raises(TooMuch):
            socket.limits.take(REQUESTS, "192.0.2.1")  # who comes back at once is not let in
        assert socket.conn.close_sent is not None and socket.conn.close_sent.code == sockets.POLICY
        socket.connection_lost(None)
        await asyncio.gather(*socket.tasks)

    asyncio.run(story())


def test_all_sockets_of_one_client_together_are_bounded() -> None:
    loop = Loop()
    allowed = Limits(Settings(messages_per_second=1), lambda: 0.0)
    few = Frame(Opcode.PING, b"").serialize(mask=True) * 100
    ends = []
    for _ in range(22):
        made, transport = open_socket(loop)
        made.limits = allowed
        made.data_received(few)
        ends.append(transport.is_closed)
    assert ends == [False] * 20 + [True] * 2


def test_all_that_one_client_says_is_bounded(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_by_hand(tmp_path, messages_per_second=1) as (hub, service, _):
            hub.limits.clock = hub.timeline.count
            made = await service.create(messages.NewMatch("carbon-dating", [messages.SeatWish("me")]))
            found = await hub.room(made.match.id)
            answers: list[bytes] = []
            for _ in range(11):  # two from each socket at once, twenty from one client
                wire = Wire(None, hub, service, found, "192.0.2.1")  # type: ignore[arg-type]
                for _ in range(2):
                    await wire._hear('{"type":"ping","sent":1.0}')
                answers += wire.connection.waiting
            assert [b'"pong"' in one for one in answers] == [True] * 20 + [False] * 2
            assert limits.SENTENCES[MESSAGES].encode() in answers[-1]
            other = Wire(None, hub, service, found, "192.0.2.2")  # type: ignore[arg-type]
            await other._hear('{"type":"ping","sent":1.0}')
            assert b'"pong"' in other.connection.waiting[0]

    asyncio.run(story())


def test_a_text_that_is_none_ends_the_socket_and_writes_no_line(caplog: pytest.LogCaptureFixture) -> None:
    made, transport = open_socket(Loop())
    made.data_received(Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True))
    assert transport.is_closed and made.conn.close_sent is not None and made.conn.close_sent.code == sockets.NO_TEXT
    assert not caplog.records


def test_who_does_not_read_the_farewell_is_let_go() -> None:
    """Its line, and what was sent last, would be held for ever."""
    loop = Loop()
    made, transport = open_socket(loop)
    made.close_sent = True
    made.close_timer = loop.call_later(1000, lambda: None)
    made.on_task_complete(None)  # type: ignore[arg-type]
    loop.pass_time(sockets.CLOSE_SECONDS - 1)
    assert not transport.is_closed
    loop.pass_time(sockets.CLOSE_SECONDS)
    assert transport.is_closed


# --- Who is silent ----------------------------------------------------------------------------------------------------


def open_socket(loop: Loop, handshake: bytes = HANDSHAKE) -> tuple[sockets.Socket, Transport]:
    config = uvicorn.Config(nothing, log_config=None)
    config.load()
    made = sockets.Socket(config, ServerState(), {}, loop)
    transport = Transport()
    made.connection_made(transport)  # type: ignore[arg-type]
    made.data_received(handshake)
    made.conn.send_response(made.response)
    made.conn.data_to_send()
    made.start_keepalive()
    return made, transport


def test_what_a_client_said_of_itself_is_forgotten_once_its_socket_is_open() -> None:
    """Headers would stay as long as the socket; what is asked later, such as whose socket it is, is kept."""
    more = b"x-forwarded-for: 203.0.113.7\r\nx-long: a\r\n\r\n"
    made, _ = open_socket(Loop(), HANDSHAKE.removesuffix(b"\r\n") + more)
    kept = dict(made.scope["headers"])
    assert b"x-long" not in kept
    assert kept[b"x-forwarded-for"] == b"203.0.113.7"
    assert not list(made.request.headers.raw_items()) and not list(made.response.headers.raw_items())


PONG = Frame(Opcode.PONG, b"").serialize(mask=True)
LOOKS = [sockets.PING_SECONDS * look for look in range(1, 20)]


def test_a_silent_client_is_asked_and_then_let_go() -> None:
    loop = Loop()
    _, transport = open_socket(loop)
    there = []
    for look in LOOKS:
        loop.pass_time(look)
        there.append(not transport.is_closed)
    assert there.index(False) == 1 + sockets.MOST_UNANSWERED
    assert transport.written == Frame(Opcode.PING, b"").serialize(mask=False) * sockets.MOST_UNANSWERED
    assert not loop.timers


def test_who_answers_stays_however_little_it_says() -> None:
    loop = Loop()
    made, transport = open_socket(loop)
    for look in LOOKS:
        loop.pass_time(look)
        if transport.written:
            transport.written = b""
            made.data_received(PONG)
    assert not transport.is_closed


def test_nobody_is_let_go_because_the_server_was_late() -> None:
    """However long it was away, it has asked once, and reads the answer before it asks again."""
    loop = Loop()
    made, transport = open_socket(loop)
    for hours in range(1, 20):
        loop.pass_time(3600 * hours)
        if transport.written:
            transport.written = b""
            made.data_received(PONG)
    assert not transport.is_closed


def test_nobody_is_let_go_while_the_server_does_not_read() -> None:
    """What was said last is still being carried out, as long as the database takes: answers lie unread."""
    loop = Loop()
    made, transport = open_socket(loop)
    made.data_received(Frame(Opcode.TEXT, b"{}").serialize(mask=True))
    assert made.read_paused
    for look in LOOKS:
        loop.pass_time(look)
    assert not transport.is_closed
