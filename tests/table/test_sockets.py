"""One client must not stop the others on sockets: frames and messages are counted, and who is silent is let go."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from mesozoic.client import messages
from mesozoic.table.errors import TooMuch
from mesozoic.table.http import sockets
from mesozoic.table.http.wire import Wire
from mesozoic.table.matches import limits
from mesozoic.table.matches.connection import Connection
from mesozoic.table.matches.limits import MESSAGES, REQUESTS, Allowance, Limits
from mesozoic.table.settings import Settings
from tests.table.by_hand import hub_by_hand
from tests.table.ends import HANDSHAKE, Loop, Transport, open_socket
from tests.table.local import Table, at_a_table

# --- Who says too much ------------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize(("listeners", "accepted"), [(1, 40), (200, 3), (5_000, 1)])
def test_what_many_are_told_counts_for_more(tmp_path: Path, listeners: int, accepted: int) -> None:
    """Somebody who looks on from many sockets at once would multiply all that they do themselves."""

    async def story() -> None:
        async with hub_by_hand(tmp_path, messages_per_second=2) as (hub, service, _):
            hub.limits.clock = hub.timeline.count
            seats = [messages.SeatWish("me"), messages.SeatWish("bot", "random")]
            made = await service.create(messages.NewMatch("dolphins-and-dinos", seats))
            found = await hub.room(made.match.id)
            for number in range(listeners):
                found.connections[Connection(200, lambda: None, hub.timeline.count, str(number))] = None
            answers: list[bytes] = []
            for number in range(20):  # four from each socket at once, forty from one client
                wire = Wire(None, hub, service, found, "192.0.2.1")  # type: ignore[arg-type]
                wire.connection.reader = 0
                for half in range(2):
                    await wire._hear(f'{{"type":"say","key":"key-{number:04}-{half}","text":"Hello"}}')
                answers += wire.connection.waiting
            assert sum(b'"accepted"' in one for one in answers) == accepted
            assert (limits.SENTENCES[MESSAGES].encode() in answers[-1]) == (accepted < 40)

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


def test_who_is_too_far_behind_and_never_reads_why_is_let_go(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_by_hand(tmp_path, most_behind=3) as (hub, service, _):
            made = await service.create(messages.NewMatch("carbon-dating", [messages.SeatWish("me")]))
            loop = Loop()
            made_socket, transport = open_socket(loop)
            wire = Wire(made_socket, hub, service, await hub.room(made.match.id))  # type: ignore[arg-type]
            made_socket.writable.clear()
            for _ in range(5):
                wire.connection.send(b"{}")
            assert wire.connection.is_closing and not transport.is_closed
            loop.pass_time(sockets.CLOSE_SECONDS)
            assert transport.is_closed

    asyncio.run(story())


def test_what_the_system_holds_for_a_client_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4 * sockets.SEND_BUFFER)
        monkeypatch.setattr(Transport, "get_extra_info", lambda *_: line)
        made, _ = open_socket(Loop(), HANDSHAKE)
        assert line.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 2 * sockets.SEND_BUFFER
        assert made.conn.state.name == "OPEN" and line.fileno() >= 0


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"POST /api/mine HTTP/1.1\r\nContent-Length: 2\r\n", b"{}"),
        (b"GET /api/matches/x/socket HTTP/1.1\r\nContent-Length: 2\r\n", b"{}"),
        (b"GET /api/matches/x/socket HTTP/1.1\r\nTransfer-Encoding: chunked\r\n", b""),
        (b"GET /api/matches/x/socket?" + b"a" * 9_000 + b" HTTP/1.1\r\n", b""),
        (b"GET /api/matches/x/socket HTTP/1.1\r\nX-Long: " + b"a" * 9_000 + b"\r\n", b""),
    ],
    ids=["post", "body", "parts", "address", "header"],
)
def test_what_never_becomes_a_handshake_is_refused_and_not_kept(tmp_path: Path, before: bytes, after: bytes) -> None:
    """Nobody would count such lines, and nobody end them, until the server could open no more."""

    async def story(there: Table) -> None:
        host, port = there.address.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(before + HANDSHAKE.partition(b"\r\n")[2] + after)
        answer = await reader.read()  # to its end
        assert answer.startswith(b"HTTP/1.1 400") and sockets.NO_HANDSHAKE.encode() in answer
        writer.close()

    at_a_table(tmp_path, story)


# --- Who is silent ----------------------------------------------------------------------------------------------------


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
