"""A client that is slow, silent or broken, or many of them, harm nobody else."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import random
import struct
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import websockets
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from mesozoic.client import messages
from mesozoic.client.client import socket_url
from mesozoic.table.http import sockets
from mesozoic.table.http.wire import Wire
from mesozoic.table.matches.connection import Connection
from mesozoic.table.matches.limits import MOST_UNREAD, MOST_UNREAD_OF_ONE
from tests.table.by_hand import hub_by_hand
from tests.table.nursery import Nursery
from tests.table.patience import PATIENCE
from tests.table.players import Manner, Person, Table, set_up
from tests.table.server import Server
from tests.table.stored import check_stored, stored_entries


@pytest.fixture(scope="module")
def server(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("slow"), nursery, most_behind=10, messages_per_second=20) as started:
        yield started


async def raw_socket(server: Server, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A WebSocket made by hand, so that nothing reads from it unless we do."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1024)
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await writer.drain()
    return reader, writer


def frame(text: str) -> bytes:
    """A masked text frame."""
    payload = text.encode()
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + struct.pack(">H", len(payload))
    return b"\x81" + size + b"\0\0\0\0" + payload


async def never_read(server: Server, table: Table, stop: asyncio.Event) -> None:
    """Watch with everything that can be sent, ask for more, and read none of it."""
    reader, writer = await raw_socket(server, f"/api/matches/{table.id}/socket")
    assert b"101" in await reader.readuntil(b"\r\n\r\n")
    writer.write(frame(json.dumps({"type": "hello", "frames": True, "tabletop": True})))
    while not stop.is_set():
        writer.write(frame('{"type":"ping","sent":0}'))
        await asyncio.sleep(0.05)
    writer.close()


async def send_garbage(server: Server, table: Table, stop: asyncio.Event) -> None:
    rng = random.Random(5)
    nonsense = ["", "{", "[]", '{"type":"move"}', '{"type":"hello","token":17}', "x" * 9000, '{"type":"nothing"}', "☃"]
    while not stop.is_set():
        with suppress(OSError, websockets.WebSocketException):
            async with websockets.connect(socket_url(server.url, table.id), open_timeout=PATIENCE) as socket:
                if rng.random() < 0.7:
                    await socket.send('{"type":"hello"}')
                for _ in range(30):
                    await socket.send(rng.choice(nonsense) if rng.random() < 0.8 else rng.randbytes(50))
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(rng.randbytes(300))
            await writer.drain()
            writer.close()
        await asyncio.sleep(0.05)


async def say_nothing(server: Server, table: Table, stop: asyncio.Event) -> None:
    """Connections that are never used: bare ones, half a request, and sockets that do not say hello."""
    silent = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(20)]
    for _, writer in silent[:10]:
        writer.write(b"GET /api/games HT")
    silent += [await raw_socket(server, f"/api/matches/{table.id}/socket") for _ in range(10)]
    await stop.wait()
    for _, writer in silent:
        writer.close()


async def come_and_go(server: Server, table: Table, stop: asyncio.Event) -> None:
    """Connections by the hundred, ended without a word."""
    for number in range(1000):
        if stop.is_set():
            return
        with suppress(OSError):
            if number % 5:
                _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            else:
                _, writer = await raw_socket(server, f"/api/matches/{table.id}/socket")
            writer.transport.abort()
        if number % 20 == 0:
            await asyncio.sleep(0.02)


def test_bad_clients_harm_nobody_else(server: Server) -> None:
    async def play() -> None:
        table = await set_up(server.url, "dolphins-and-dinos", 2, ["random"])
        other = await set_up(server.url, "carbon-dating", 1)
        stop = asyncio.Event()
        nuisances = [
            asyncio.create_task(one(server, table, stop))
            for one in (never_read, never_read, send_garbage, say_nothing, come_and_go)
        ]
        people = [
            Person(server.url, where, seat, Manner(random.Random(seat), pace=0.1))
            for where in (table, other)
            for seat in where.tokens
        ]
        async with asyncio.timeout(2 * PATIENCE):
            await asyncio.gather(*(person.play() for person in people))
        stop.set()
        await asyncio.gather(*nuisances)
        for where in (table, other):
            check_stored(await asyncio.to_thread(stored_entries, server.database, where.id), where)

    asyncio.run(play())
    server.wait()
    assert "Traceback" not in server.said(), server.said()[-3000:]


LARGE = b'"%s"' % (b"x" * 90_000)
"""As large as the table of a long game."""


@pytest.mark.parametrize(("message", "some", "most"), [(b"{}", 10, 10), (LARGE, 20, MOST_UNREAD // len(LARGE))])
def test_what_waits_for_a_slow_client_is_bounded(message: bytes, some: int, most: int) -> None:
    async def fall_behind() -> None:
        connection = Connection(most_behind=10 if some == 10 else 200)
        for _ in range(some):
            connection.send(message)
        assert not connection.is_closing, "so much may wait for somebody whose line is slow"
        for waits in range(some, 1000):
            assert connection.is_closing or waits <= most
            connection.send(message)
        assert connection.is_closing
        assert len(connection.waiting) == 1
        sent: list[str] = []

        async def send(text: str) -> None:
            sent.append(text)

        await asyncio.wait_for(connection.deliver(send), PATIENCE)
        assert "too slow" in sent[-1]

    asyncio.run(fall_behind())


def test_what_waits_for_all_connections_of_a_client_is_bounded() -> None:
    async def fall_behind() -> None:
        unread: Counter[str] = Counter()
        many = [Connection(200, client="192.0.2.1", unread_of=unread) for _ in range(500)]
        for _ in range(100):
            for one in many:
                one.send(LARGE)
        assert all(one.is_closing for one in many)
        assert unread["192.0.2.1"] <= MOST_UNREAD_OF_ONE
        crowd = [Connection(200, client="192.0.2.1", unread_of=unread) for _ in range(500)]
        for one in crowd:
            one.send(LARGE)
        assert not any(one.is_closing for one in crowd), "one message may wait for anybody"
        other = Connection(200, client="192.0.2.2", unread_of=unread)
        for _ in range(3):
            other.send(LARGE)
        assert not other.is_closing
        for one in [*many, *crowd, other]:
            one.end()
        assert not unread

    asyncio.run(fall_behind())


def test_what_was_read_waits_no_more() -> None:
    async def talk() -> None:
        connection = Connection(200)
        delivering = asyncio.create_task(connection.deliver(lambda _: asyncio.sleep(0)))
        for _ in range(100):
            connection.send(LARGE)
            while connection.is_behind:
                await asyncio.sleep(0)
        assert not connection.is_closing and not connection.unread and not connection.unread_of
        delivering.cancel()

    asyncio.run(talk())


def test_a_refusal_brings_no_table_to_somebody_who_has_not_read_the_last(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_by_hand(tmp_path) as (hub, service, _):
            made = await service.create(messages.NewMatch("carbon-dating", [messages.SeatWish("me")]))
            wire = Wire(None, hub, service, await hub.room(made.match.id))  # type: ignore[arg-type]
            wire._enter(messages.Hello(token=made.token))
            answers = []
            for number, reads in enumerate((True, False, False)):
                if reads:
                    wire.connection.waiting.clear()
                await wire._hear(f'{{"type":"move","key":"key-{number:04}","move":"pass","decision":99}}')
                assert b'"stale"' in wire.connection.waiting[-1]
                answers.append(b'"update":{' in wire.connection.waiting[-1])
            assert answers == [True, False, False]

    asyncio.run(story())


def test_nothing_overtakes_what_waits() -> None:
    """A message goes at once only where none before it is still on its way."""

    async def talk() -> None:
        connection = Connection(most_behind=10)
        got: list[bytes] = []
        takes, goes_on = [False], asyncio.Event()

        def give(message: bytes) -> bool:
            got.extend([message] if takes[0] else [])
            return takes[0]

        async def send(text: str) -> None:
            await goes_on.wait()
            got.append(text.encode())

        connection.give = give
        delivering = asyncio.create_task(connection.deliver(send))
        connection.send(b"1")
        while connection.waiting:
            await asyncio.sleep(0)
        takes[0] = True
        connection.send(b"2")
        assert got == []
        goes_on.set()
        while len(got) < 2:
            await asyncio.sleep(0)
        connection.send(b"3")
        assert got == [b"1", b"2", b"3"]
        delivering.cancel()

    asyncio.run(talk())


@pytest.mark.parametrize("size", [1, 125, 126, 199, 200, 5_000, 9_000, 70_000])
@pytest.mark.parametrize("may_pack", [False, True])
def test_a_message_is_read_as_it_was_sent(size: int, may_pack: bool) -> None:
    message = "".join(random.Random(size).choices('abc {}"é', k=size)).encode()[:size]
    sent = sockets.framed(message, may_pack)
    reader = StreamReader()
    reader.feed_data(sent)
    reader.feed_eof()
    unpacking = [PerMessageDeflate(True, True, 14, 12)] if may_pack else []
    reading = Frame.parse(reader.read_exact, mask=False, extensions=unpacking)
    with pytest.raises(StopIteration) as read:
        next(reading)
    assert read.value.value == Frame(Opcode.TEXT, message)
    assert (len(sent) < size) == (may_pack and size >= sockets.WORTH_PACKING)
