"""One client against the others, in full: ``make abuse-test``.

A server as anybody would run it. A bystander asks for a match and sends pings over a socket, in quiet and then while
another address does one wrong thing as fast as it can, from a process of its own, and so on with the next. For each:
how long the bystander waited (the middle and the slowest of a hundred), how many times as long as in quiet, and what
the server's memory did. In the end everybody is gone, and the memory must be near where it began.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import hashlib
import json
import multiprocessing
import os
import socket
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import websockets
from websockets.frames import Frame, Opcode

import mesozoic
from mesozoic.bots import make_bot
from mesozoic.client.client import new_key
from mesozoic.kernel.record import Record
from tests.games.dinospan.test_cards import changed
from tests.table.server import free_port

ATTACKER, BYSTANDER = "127.0.0.2", "127.0.0.1"
MOST = 3.0
"""So many times the quiet wait is what a bystander may notice ..."""
LEAST_MS = 25.0
"""... but what nobody notices is no harm."""
MEMORY = 1.3
PAUSE = 0.02
Attack = Callable[[str, int, float], Coroutine[Any, Any, int]]


# --- What an attacker does --------------------------------------------------------------------------------------------


async def line(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(ATTACKER, 0))


async def many(work: Callable[[], Awaitable[None]], until: float, at_once: int = 20) -> int:
    done = 0

    async def again() -> None:
        nonlocal done
        while time.monotonic() < until:
            with contextlib.suppress(OSError, httpx.HTTPError, websockets.WebSocketException, EOFError, TimeoutError):
                await work()
            done += 1
            await asyncio.sleep(0)

    await asyncio.gather(*(again() for _ in range(at_once)))
    return done


def client(port: int) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(local_address=ATTACKER, limits=httpx.Limits(max_connections=60))
    return httpx.AsyncClient(transport=transport, base_url=f"http://127.0.0.1:{port}/api", timeout=20)


def asking(method: str, path: str, **body: Any) -> Attack:
    async def attack(_: str, port: int, until: float) -> int:
        async with client(port) as http:

            async def one() -> None:
                await http.request(method, path, **body)

            return await many(one, until)

    return attack


async def spinning(_: str, __: int, until: float) -> int:
    """Nothing that anybody else would notice: as busy as an attacker, so that only what the server does is compared."""
    while time.monotonic() < until:
        await asyncio.sleep(0)
    return 0


async def pings(match: str, port: int, until: float) -> int:
    """Empty frames, as many as the line takes."""
    frames = b"\x89\x80\x00\x00\x00\x00" * 2_000

    async def one() -> None:
        reader, writer = await line(port)
        writer.write(
            f"GET /api/matches/{match}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        try:
            if b" 101 " in await reader.readline():
                while time.monotonic() < until:
                    writer.write(frames)
                    await writer.drain()
                    await reader.read(65_536)
        finally:
            writer.close()

    return await many(one, until, 4)


async def handshakes(match: str, port: int, until: float) -> int:
    async def one() -> None:
        url = f"ws://127.0.0.1:{port}/api/matches/{match}/socket"
        async with websockets.connect(url, local_addr=(ATTACKER, 0), open_timeout=5):
            pass

    return await many(one, until)


async def half(head: bytes, port: int, until: float, body: bytes = b"") -> int:
    """Requests that are begun and kept open."""
    held: list[asyncio.StreamWriter] = []

    async def one() -> None:
        _, writer = await line(port)
        writer.write(head)
        if body:
            writer.write(body)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(writer.drain(), 1)
        held.append(writer)

    done = await many(one, until)
    for writer in held:
        writer.close()
    return done


async def half_heads(_: str, port: int, until: float) -> int:
    return await half(b"GET /api/lobby HTTP/1.1\r\nHost: x\r\n", port, until)


async def half_bodies(_: str, port: int, until: float) -> int:
    head = b"POST /api/replay HTTP/1.1\r\nHost: x\r\nContent-Length: 2900000\r\n\r\n"
    return await half(head, port, until, b" " * 2_800_000)


def sending(sent: bytes, more: bytes = b"", times: int = 1) -> Attack:
    """The same bytes on ever new lines, each until it is closed."""

    async def attack(_: str, port: int, until: float) -> int:
        async def one() -> None:
            reader, writer = await line(port)
            try:
                writer.write(sent)
                for _ in range(times):
                    writer.write(more)
                    await writer.drain()
                await asyncio.wait_for(reader.read(65_536), 5)
            finally:
                writer.close()

        return await many(one, until)

    return attack


async def talk(match: str, port: int, until: float) -> int:
    """A hundred sockets of one address, each of which says nearly as much as one may."""
    url = f"ws://127.0.0.1:{port}/api/matches/{match}/socket"

    async def one() -> None:
        async with websockets.connect(url, local_addr=(ATTACKER, 0), open_timeout=5, ping_interval=None) as said:
            await said.send('{"type": "hello"}')
            while time.monotonic() < until:
                await said.send('{"type": "ping", "sent": 1.0}')
                await said.recv()
                await asyncio.sleep(0.05)

    return await many(one, until, 100)


async def audience(_: str, port: int, until: float) -> int:
    """Somebody looks on from many sockets at a table where they say as much as they may from ten others."""
    wanted = {"game": "dinospan", "seats": [{"kind": "me"}, {"kind": "bot"}]}
    async with client(port) as http:
        made = (await http.post("/matches", json=wanted)).json()
    match, done = made["match"]["id"], 0

    async def sit(hello: dict[str, Any]) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await line(port)
        head = f"GET /api/matches/{match}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        writer.write(f"{head}Sec-WebSocket-Key: {'A' * 22}==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        await reader.readuntil(b"\r\n\r\n")
        writer.write(Frame(Opcode.TEXT, json.dumps({"type": "hello", **hello}).encode()).serialize(mask=True))
        return reader, writer

    async def listen(reader: asyncio.StreamReader) -> None:
        with contextlib.suppress(OSError):
            while await reader.read(1_000_000):
                pass

    async def speak(writer: asyncio.StreamWriter) -> None:
        nonlocal done
        while time.monotonic() < until and not writer.is_closing():
            said = {"type": "say", "key": new_key(), "text": "x" * 500}
            writer.write(Frame(Opcode.TEXT, json.dumps(said).encode()).serialize(mask=True))
            done += 1
            await asyncio.sleep(0.05)

    lines = [await sit({"frames": True}) for _ in range(130)]
    speakers = [await sit({"token": made["token"]}) for _ in range(10)]
    listening = [asyncio.create_task(listen(reader)) for reader, _ in lines + speakers]
    await asyncio.gather(*(speak(writer) for _, writer in speakers))
    for _reader, writer in lines + speakers:
        writer.transport.abort()
    await asyncio.gather(*listening)
    return done


def padded() -> dict[str, Any]:
    cards = changed("J03", "ability", "gain M 5") + " " * 200_000
    return {"game": "dinospan", "seats": [{"kind": "me"}, {"kind": "open"}], "options": {"cards": cards}}


def real_record() -> dict[str, Any]:
    """The last steps of a whole game, many megabytes of them."""
    state, bot = mesozoic.game("dinospan").start(4, seed=1), make_bot("random", mesozoic.seeded(1))
    while state.to_move:
        state.play(state.to_move[0], bot.choose(state, state.to_move[0]))
    text = Record.of(state, ["A", "B", "C", "D"]).text()
    return {"record": text, "start": max(0, len(state.history) - 100), "count": 100}


def long_record() -> dict[str, Any]:
    head = ["Mesozoic record, format 1", 'game: "bygone"', "rules: 1", "players: 1", "options: {}", 'names: ["A"]']
    lines = [*head, "deal: {}", "position: null", "moves:", *(f"{n}ms P1 again" for n in range(9_000))]
    check = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]
    return {"record": "\n".join([*lines, f"check: {check}", ""])}


CHUNKED = b"POST /api/mine HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
LIVE = b"GET /api/health/live HTTP/1.1\r\nHost: x\r\n\r\n"
LISTED = {"game": "dolphins-and-dinos", "seats": [{"kind": "me"}, {"kind": "open"}], "listed": True}
BOTS = {"game": "biomechanic-dino-battles", "seats": [{"kind": "bot"}] * 4}
QUIET = "quiet"
ATTACKS: dict[str, Attack] = {
    QUIET: spinning,
    "empty pings on sockets": pings,
    "handshakes": handshakes,
    "half heads": half_heads,
    "half bodies of 2.9 MB": half_bodies,
    "heads of 60,000 lines": sending(b"GET /api/lobby HTTP/1.1\r\n" + b"a:\r\n" * 60_000 + b"\r\n"),
    "bodies in parts of a byte": sending(
        b"POST /api/replay HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n" * 10_000, 50
    ),
    "notes on parts without end": sending(CHUNKED + b"1;a=", b"a" * 65_536, 500),
    "lengths of zeros without end": sending(CHUNKED, b"0" * 65_536, 500),
    "lines after a body without end": sending(CHUNKED + b"0\r\nX: ", b"a" * 65_536, 500),
    "empty lines before a request": sending(b"", b"\r\n" * 32_768, 500),
    "empty lines after an answer": sending(LIVE, b"\r\n" * 32_768, 500),
    "requests ahead of answers": sending(b"", b"GET /api/lobby HTTP/1.1\r\nHost: x\r\n\r\n" * 1_000, 50),
    "what is no request": sending(b"garbage\r\n\r\n"),
    "a hundred sockets that talk": talk,
    "an audience of one's own": audience,
    "padded card tables": asking("POST", "/matches", json=padded()),
    "the API's documents": asking("GET", "/docs"),
    "long records to replay": asking("POST", "/replay", json=long_record()),
    "replays of many megabytes": asking("POST", "/replay", json=real_record()),
    "my matches, 200 unknown tokens": asking(
        "POST",
        "/mine",
        json={"tokens": [f"abcdefgh{a}{b}.{'x' * 30}" for a in "abcdefghjkmnpq" for b in "abcdefghjkmnpq"]},
    ),
    "tables in the lobby": asking("POST", "/matches", json=LISTED),
    "matches of bots alone": asking("POST", "/matches", json=BOTS),
    "no text at all": asking("POST", "/matches", content=b"\xff\xfe{"),
}


def attack(name: str, match: str, port: int, seconds: float, told: Any) -> None:
    os.nice(10)  # an attacker has a machine of its own
    told.put(asyncio.run(ATTACKS[name](match, port, time.monotonic() + seconds)))


# --- The bystander ---------------------------------------------------------------------------------------------------


@dataclass
class Waits:
    """How long somebody waited, in milliseconds."""

    asked: list[float]
    said: list[float]
    refused: int = 0

    def shown(self) -> str:
        return " ".join(
            f"{name} {statistics.median(one):6.1f} {statistics.quantiles(one, n=100)[98]:7.1f} ms"
            for name, one in (("HTTP", self.asked), ("socket", self.said))
        )

    def times(self, quiet: Waits) -> float:
        """The worse of both ways in the middle, against quiet."""
        return max(statistics.median(self.asked) / statistics.median(quiet.asked), self.talk / quiet.talk)

    @property
    def talk(self) -> float:
        return statistics.median(self.said)

    def is_harmed(self, quiet: Waits) -> bool:
        ways = ((self.asked, quiet.asked), (self.said, quiet.said))
        middles = [(statistics.median(now), statistics.median(then)) for now, then in ways]
        return self.refused > 0 or any(now > max(LEAST_MS, MOST * then) for now, then in middles)


async def stand_by(port: int, match: str, token: str, seconds: float) -> Waits:
    """Ask and talk as one who plays does, one after the other."""
    found = Waits([], [])
    until = time.monotonic() + seconds
    url = f"ws://127.0.0.1:{port}/api/matches/{match}/socket"
    async with (
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}/api", timeout=60) as http,
        websockets.connect(url, open_timeout=60, ping_interval=None) as talk,
    ):
        await talk.send(json.dumps({"type": "hello", "token": token}))
        await talk.recv()
        while time.monotonic() < until:
            began = time.monotonic()
            answer = await http.get(f"/matches/{match}")
            found.asked.append((time.monotonic() - began) * 1000)
            found.refused += answer.status_code != 200
            began = time.monotonic()
            await talk.send(json.dumps({"type": "ping", "sent": began}))
            while json.loads(await talk.recv())["type"] != "pong":
                pass
            found.said.append((time.monotonic() - began) * 1000)
            await asyncio.sleep(PAUSE * 10)
    return found


# --- The whole -------------------------------------------------------------------------------------------------------


def memory_of(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGESIZE") / 1e6


async def sockets_and_gone(port: int, match: str, number: int) -> None:
    """Many come, are welcomed, and go."""
    url = f"ws://127.0.0.1:{port}/api/matches/{match}/socket"

    async def one() -> None:
        with contextlib.suppress(OSError, websockets.WebSocketException, TimeoutError):
            async with websockets.connect(url, open_timeout=60) as talk:
                await talk.send('{"type": "hello"}')
                await talk.recv()

    for _ in range(0, number, 50):
        await asyncio.gather(*(one() for _ in range(50)))


async def campaign(seconds: float, sockets: int, only: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        command = [sys.executable, "-m", "mesozoic.cli", "serve", "--port", str(port)]
        command += ["--database", f"sqlite:///{folder}/table.sqlite"]
        limits = {"MESOZOIC_REQUESTS_PER_MINUTE": "600"}
        server = await asyncio.create_subprocess_exec(*command, env={**os.environ, **limits}, stdout=-3, stderr=-3)
        try:
            return await judged(port, server.pid, seconds, sockets, only)
        finally:
            server.terminate()
            await server.wait()


async def awaited(port: int) -> None:
    async with httpx.AsyncClient() as http:
        for _ in range(600):
            with contextlib.suppress(httpx.HTTPError):
                if (await http.get(f"http://127.0.0.1:{port}/api/health")).status_code == 200:
                    return
            await asyncio.sleep(0.1)
    raise SystemExit("The server did not start.")


async def watched(name: str, port: int, match: str, token: str, seconds: float) -> tuple[Waits, int]:
    """What a bystander notices meanwhile, and how often the attacker has tried."""
    told: Any = multiprocessing.Queue()
    attacker = multiprocessing.Process(target=attack, args=(name, match, port, seconds, told))
    attacker.start()
    found = await stand_by(port, match, token, seconds)
    done = await asyncio.to_thread(told.get)
    attacker.join()
    return found, done


async def judged(port: int, pid: int, seconds: float, sockets: int, only: str) -> int:
    await awaited(port)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}/api", timeout=60) as http:
        seats = [{"kind": "me"}, {"kind": "open"}]
        made = (
            await http.post("/matches", json={"game": "dolphins-and-dinos", "seats": seats, "key": new_key() * 2})
        ).json()
    match, token = made["match"]["id"], made["token"]
    await stand_by(port, match, token, 1)
    start = memory_of(pid)
    harmed: list[str] = []
    for name in [one for one in ATTACKS if one != QUIET and only in one]:
        quiet, _ = await watched(QUIET, port, match, token, seconds / 2)  # just before, as the machine may be busy
        found, done = await watched(name, port, match, token, seconds)
        harmed += [name] if found.is_harmed(quiet) else []
        print(f"{QUIET:32} {quiet.shown()}")
        print(
            f"{name:32} {found.shown()}   {memory_of(pid):.0f} MB, {done} tries, "
            f"{found.refused} of {len(found.asked)} refused, {found.times(quiet):.1f} times",
            flush=True,
        )
    if sockets:
        await sockets_and_gone(port, match, sockets)
        after = memory_of(pid)
        for _ in range(40):  # the sweep comes when everybody is gone
            await asyncio.sleep(1)
            if memory_of(pid) < MEMORY * start:
                break
        print(
            f"{sockets} sockets opened and closed: {after:.0f} MB, swept {memory_of(pid):.0f} MB, at first {start:.0f}"
        )
        if memory_of(pid) > MEMORY * start:
            print(f"The memory did not come back within {MEMORY} times.")
            return 1
    if harmed:
        print(
            f"A bystander was refused, or waited more than {MOST:.0f} times as long as in quiet: {', '.join(harmed)}."
        )
        return 1
    print(f"No bystander waited more than {MOST:.0f} times as long as in quiet, or longer than {LEAST_MS:.0f} ms.")
    return 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="for each attack")
    parser.add_argument("--sockets", type=int, default=3_000, help="opened and closed in the end")
    parser.add_argument("--only", default="", help="attacks whose name holds this")
    given = parser.parse_args()
    with contextlib.closing(socket.socket()) as probe:
        try:
            probe.bind((ATTACKER, 0))
        except OSError:
            raise SystemExit(f"This machine has no address {ATTACKER}: the attacker needs one of its own.") from None
    raise SystemExit(asyncio.run(campaign(given.seconds, given.sockets, given.only)))


if __name__ == "__main__":
    main()
