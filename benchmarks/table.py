"""Load on a real server of the table, over loopback: ``make bench-table``.

One process serves, one other (this one) plays all the people; both share the machine's cores. Every part ends by
itself. A move counts as told when its mover has the answer and the last seat that is told of it has its update. What
arrives at a table between a move and the next one there belongs to that move; a table sends one move at a time.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import http.client
import json
import os
import platform
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, deque
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import websockets
from websockets.asyncio.client import ClientConnection

import mesozoic
from mesozoic.bots import make_bot

EVERY_SECONDS = 5.0
"""Each player moves so often."""
QUIET_SECONDS = 0.1
"""No move at a table is due sooner after the one before, so that everything told of that one has arrived."""
MOST_MS = 150
IDLE_SECONDS = 20
"""So soon a match leaves the memory where that is measured."""


@dataclass(frozen=True)
class Kind:
    """So many tables of a game."""

    game: str
    players: int
    tables: int
    options: dict[str, Any] = field(default_factory=dict)


MIX = (
    Kind("dolphins-and-dinos", 4, 90, {"sheets": "closed"}),
    Kind("dolphins-and-dinos", 4, 60, {"sheets": "open"}),
    Kind("dolphins-and-dinos", 3, 30, {"sheets": "closed"}),
    Kind("dinospan", 4, 30),
    Kind("dinospan", 3, 10),
    Kind("biomechanic-dino-battles", 4, 20),
    Kind("biomechanic-dino-battles", 2, 20),
    Kind("carbon-dating", 1, 40),
)
"""300 tables with 1,000 people."""


# --- The server -------------------------------------------------------------------------------------------------


class Server:
    """A server process of its own on a free port of this machine."""

    def __init__(self, database: str, **settings: str) -> None:
        limits = ("requests_per_minute", "messages_per_second", "most_connections_from_one", "matches_per_hour")
        limits += ("most_lines_from_one", "megabytes_per_minute")
        settings = dict.fromkeys(limits, "10000000") | {"most_waiting_seats_from_one": "1000"} | settings
        named = {f"MESOZOIC_{name.upper()}": value for name, value in settings.items()}
        command = [sys.executable, "-c", "from mesozoic.cli import main; main()"]
        self.begin(
            subprocess.Popen(
                [*command, "serve", "--port", "0", "--database", database],
                stdout=subprocess.PIPE,
                env={**os.environ, **named},
                text=True,
            )
        )
        self.await_answer("/api/health")

    def begin(self, process: subprocess.Popen[str]) -> None:
        """The process says where it is."""
        self.process = process
        assert self.process.stdout is not None
        words = (word for line in self.process.stdout for word in line.split())
        self.address = next((word for word in words if word.startswith("http://")), "")
        if not self.address:
            raise SystemExit("The server did not start.")
        self.place = urlsplit(self.address).netloc
        self.line = http.client.HTTPConnection(self.place, timeout=60)
        self.asked = 0.0

    def await_answer(self, path: str) -> None:
        for _ in range(300):
            try:
                self.get(path)
            except OSError:
                self.line.close()
                time.sleep(0.1)
            else:
                return
        raise SystemExit("The server does not answer.")

    def get(self, path: str) -> bytes:
        return self._ask("GET", path, None, {})

    def post(self, path: str, body: Any = None, token: str | None = None) -> Any:
        headers = {"Content-Type": "application/json"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        return json.loads(self._ask("POST", path, None if body is None else json.dumps(body), headers))

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> bytes:
        if time.monotonic() - self.asked > 2:
            self.line.close()  # the server may be about to: it keeps no idle line for long
        self.line.request(method, path, body, headers)
        answer = self.line.getresponse()
        found = answer.read()
        self.asked = time.monotonic()
        if answer.status >= 400:
            raise SystemExit(f"The server refuses: {answer.status} {found.decode()[:300]}")
        return found

    def metrics(self) -> dict[str, float]:
        lines = [line.split() for line in self.get("/api/metrics").decode().splitlines() if not line.startswith("#")]
        return {name: float(value) for name, value in lines}

    def memory(self) -> float:
        """Resident memory of the serving process alone, in KiB; its bots' processes are not counted."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(float(line.split()[1]) for line in status if line.startswith("VmRSS"))

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.line.close()
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def new_match(server: Server, game: str, players: int, options: dict[str, Any]) -> tuple[str, list[str]]:
    """A match of people that has begun: its name, and the secret of each seat."""
    seats = [{"kind": "me"}] + [{"kind": "open"}] * (players - 1)
    made = server.post("/api/matches", {"game": game, "seats": seats, "options": options, "name": "P1"})
    match, tokens = made["match"]["id"], [made["token"]]
    for seat in range(1, players):
        tokens.append(server.post(f"/api/matches/{match}/join", {"name": f"P{seat + 1}"})["token"])
    if players > 1:
        server.post(f"/api/matches/{match}/start", token=tokens[0])
    return match, [token.partition(".")[2] for token in tokens]


# --- The people -------------------------------------------------------------------------------------------------


class Choice(msgspec.Struct):
    text: str


class Result(msgspec.Struct):
    why: str


class Info(msgspec.Struct):
    next_match: str | None


class News(msgspec.Struct):
    """As much of any message as a player needs here; the rest is skipped unread."""

    type: str
    moves: list[Choice] = []
    accepted: str | None = None
    decision: int = 0
    result: Result | None = None
    update: News | None = None
    match: Info | None = None
    reason: str | None = None


_news = msgspec.json.Decoder(News)


@dataclass
class Sent:
    at: float
    seat: int
    told: float = 0.0
    is_accepted: bool = False


class Tally:
    """What a part of the bench has counted."""

    def __init__(self) -> None:
        self.told: list[float] = []
        self.accepted = 0
        self.finished = 0
        self.counts: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.bytes = 0
        self.is_counting = False

    def percentiles(self) -> tuple[float, float, float]:
        """50th, 99th and highest, in milliseconds."""
        ordered = sorted(self.told) or [0.0]
        return tuple(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in (0.5, 0.99, 1.0))  # type: ignore[return-value]


class Table:
    """The people of one match; when it is over they play it again."""

    differences = True
    """Views come as our own clients ask for them."""

    def __init__(self, place: str, match: str, secrets: list[str], tally: Tally, rng: random.Random) -> None:
        self.place = place
        self.match = match
        self.secrets = secrets
        self.tally = tally
        self.rng = rng
        self.sockets: list[ClientConnection] = []
        self.asked: list[list[str]] = [[] for _ in secrets]
        self.decision = [0] * len(secrets)
        self.now: Sent | None = None
        self.keys = 0
        self.change = asyncio.Event()
        self.is_over = False
        self.listeners: list[asyncio.Task[None]] = []
        self.following: str | None = None

    async def sit_down(self) -> None:
        url = f"ws://{self.place}/api/matches/{self.match}/socket"
        self.is_over, self.following, self.now = False, None, None
        self.asked = [[] for _ in self.secrets]
        for seat, secret in enumerate(self.secrets):
            socket = await websockets.connect(url, max_size=None, open_timeout=60, ping_interval=None)
            hello: dict[str, Any] = {"type": "hello", "token": f"{self.match}.{secret}", "frames": True}
            hello["differences"] = self.differences
            await socket.send(json.dumps(hello))
            self.sockets.append(socket)
            self.listeners.append(asyncio.create_task(self._listen(seat, socket)))

    async def get_up(self) -> None:
        for listener in self.listeners:
            listener.cancel()
        await asyncio.gather(*(socket.close() for socket in self.sockets), return_exceptions=True)
        self.sockets, self.listeners = [], []

    async def _listen(self, seat: int, socket: ClientConnection) -> None:
        tally = self.tally
        while True:
            try:
                text = await socket.recv(decode=False)
            except websockets.ConnectionClosed:
                tally.counts["connections lost"] += tally.is_counting
                return
            now = time.perf_counter()
            news = _news.decode(text)
            tally.bytes += len(text)
            sent = self.now
            match news.type:
                case "update":
                    self._look(seat, news)
                    if sent is not None:
                        sent.told = now
                        sent.is_accepted = sent.is_accepted or news.accepted is not None
                case "welcome":
                    if news.update is not None:
                        self._look(seat, news.update)
                case "accepted":
                    if sent is not None:
                        sent.told = now
                        sent.is_accepted = True
                        self.change.set()
                case "refused":
                    tally.counts["refused"] += 1
                    tally.reasons[str(news.reason)[:60]] += 1
                    if news.update is not None:
                        self._look(seat, news.update)
                    self.now = None
                    self.change.set()
                case "match":
                    self.following = None if news.match is None else news.match.next_match
                    self.change.set()

    def _look(self, seat: int, news: News) -> None:
        self.asked[seat] = [move.text for move in news.moves]
        self.decision[seat] = news.decision
        self.is_over = self.is_over or news.result is not None
        self.change.set()

    def count(self) -> None:
        """The move before is over: everybody has been told."""
        if self.now is not None and self.now.is_accepted:
            if self.tally.is_counting:
                self.tally.told.append(self.now.told - self.now.at)
                self.tally.accepted += 1
            self.now = None

    async def move(self, due: float | None = None) -> None:
        """Somebody who is asked moves, as soon as somebody is. The time counts from when the move was due."""
        while not any(self.asked) or (self.now is not None and not self.now.is_accepted):
            if self.is_over:
                return
            await self._until_change()
        self.count()
        seat = self.rng.choice([seat for seat, moves in enumerate(self.asked) if moves])
        move = self.rng.choice(self.asked[seat])
        self.asked[seat] = []
        self.now = Sent(time.perf_counter() if due is None else due, seat)
        await self.sockets[seat].send(self.text_of(seat, move))

    def text_of(self, seat: int, move: str) -> str:
        """A move as the server takes it."""
        self.keys += 1
        key = f"move-{self.keys:06}"
        return json.dumps({"type": "move", "key": key, "move": move, "decision": self.decision[seat]})

    async def _until_change(self) -> None:
        self.change.clear()
        await self.change.wait()

    async def settled(self) -> None:
        while self.now is not None and not self.now.is_accepted:
            await self._until_change()

    async def again(self) -> None:
        """A rematch with the same secrets."""
        await self.settled()
        self.count()
        self.tally.finished += self.tally.is_counting
        await self.sockets[0].send(json.dumps({"type": "rematch", "key": "rematch-again"}))
        while self.following is None:
            await self._until_change()
        self.match = self.following
        await self.get_up()
        turned = self.secrets[1:] + self.secrets[:1]
        self.secrets = turned
        await self.sit_down()


async def play_evenly(table: Table, until: float, every: float = EVERY_SECONDS) -> None:
    """Every player of the table moves once in so many seconds on average, at random moments.

    A move counts from when it was due, however late it could be sent; after a game people begin anew.
    """
    pace = every / len(table.secrets)
    beyond = max(0.001, pace - QUIET_SECONDS)
    due = time.perf_counter() + table.rng.random() * pace
    while due < until:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        if table.is_over:
            await table.again()
            due = time.perf_counter()
        else:
            await table.move(due)
            await asyncio.sleep(QUIET_SECONDS)
            await table.settled()
        due = max(due + QUIET_SECONDS + table.rng.expovariate(1 / beyond), time.perf_counter() - pace)
    table.count()


async def play_fast(table: Table, until: float) -> None:
    """The next move as soon as the one before is acknowledged."""
    while time.perf_counter() < until:
        if table.is_over:
            await table.again()
        else:
            await table.move()
            await table.settled()
    table.count()


async def seated(server: Server, mix: list[Kind], tally: Tally) -> list[Table]:
    rng = random.Random(7)
    tables: list[Table] = []
    for kind in mix:
        for _ in range(kind.tables):
            match, secrets = new_match(server, kind.game, kind.players, kind.options)
            tables.append(Table(server.place, match, secrets, tally, random.Random(rng.random())))
    for first in range(0, len(tables), 20):
        await asyncio.gather(*(table.sit_down() for table in tables[first : first + 20]))
    rng.shuffle(tables)
    return tables


async def load(
    server: Any, mix: list[Kind], seconds: float, play: Any, warm_up: float, sit: Any = seated
) -> dict[str, Any]:
    """Play for so long, after a while that is not counted."""
    await asyncio.gather(*(table.get_up() for table in await sit(server, [replace(mix[0], tables=1)], Tally())))
    tally = Tally()
    empty = server.memory()  # with all that is loaded once, which is no match's
    begun = time.perf_counter()
    tables = await sit(server, mix, tally)
    gc.collect()
    gc.freeze()
    people = sum(len(table.secrets) for table in tables)
    print(f"  {len(tables)} tables with {people:,} people after {time.perf_counter() - begun:.0f} s", flush=True)
    start = time.perf_counter() + warm_up
    playing = [asyncio.create_task(play(table, start + seconds)) for table in tables]
    await asyncio.sleep(warm_up)
    before = (server.cpu(), time.process_time(), server.metrics(), tally.bytes, time.perf_counter())
    tally.is_counting = True
    done, late = await asyncio.wait(playing, timeout=seconds + 30)
    tally.is_counting = False
    took = time.perf_counter() - before[4]
    after = server.metrics()

    def grown(name: str) -> float:
        name = f"mesozoic_{name}_total"
        return after.get(name, 0) - before[2].get(name, 0)

    found = {
        "tables": len(tables),
        "people": people,
        "seconds": took,
        "moves": tally.accepted,
        "finished": tally.finished,
        "percentiles_ms": tally.percentiles(),
        "server_cpu": (server.cpu() - before[0]) / took,
        "cpu_per_move": 1000 * (server.cpu() - before[0]) / max(1.0, grown("entries_move") or tally.accepted),
        "match_kib": (server.memory() - empty) / len(tables),
        "generator_cpu": (time.process_time() - before[1]) / took,
        "moves_per_commit": grown("entries_move") / max(1, grown("commits")),
        "bytes": tally.bytes - before[3],
        "counts": dict(tally.counts),
        "reasons": tally.reasons.most_common(3),
        "stuck": len(late),
    }
    for task in late:
        task.cancel()
    for task in done:
        if task.exception() is not None:
            raise task.exception()  # type: ignore[misc]
    await asyncio.gather(*(table.get_up() for table in tables))
    return found


def show_load(found: dict[str, Any]) -> None:
    middle, high, most = found["percentiles_ms"]
    seconds, moves = found["seconds"], found["moves"]
    per_second = f"{moves / seconds:.1f} moves/s, {found['finished'] / seconds:.2f} matches/s"
    print(f"  {moves:,} moves in {seconds:.1f} s: {per_second}")
    print(f"  from move sent to all seats told: 50 % {middle:.1f} ms, 99 % {high:.1f} ms, longest {most:.1f} ms")
    print(
        f"  cores used: server {found['server_cpu']:.2f} ({found['cpu_per_move']:.2f} ms a move), generator "
        f"{found['generator_cpu']:.2f}; {found['moves_per_commit']:.1f} moves a commit; "
        f"{found['bytes'] / seconds / 1e6:.1f} MB/s received as text; load now {os.getloadavg()[0]:.1f}"
    )
    if found["counts"] or found["stuck"]:
        print(f"  not as it should be: {found['counts']} {found['reasons']} stuck: {found['stuck']}")


# --- Memory and rebuilding ----------------------------------------------------------------------------------------


def names_in(database: Path) -> list[str]:
    import sqlite3

    with sqlite3.connect(database) as file:
        return [name for (name,) in file.execute("select id from matches where status = 'playing' order by id")]


def memory(database: Path, empty: Path, most: int) -> None:
    """What matches cost a server that has just started: in the database only, in memory, with everybody connected."""
    fresh = Server(f"sqlite:///{empty}", idle_seconds="3600")
    warm(fresh)
    nothing = fresh.memory()
    fresh.stop()
    server = Server(f"sqlite:///{database}", idle_seconds="3600")
    warm(server)
    start = server.memory()
    names = names_in(database)[:most]
    begun = time.perf_counter()
    for name in names:
        server.get(f"/api/matches/{name}")
    took = time.perf_counter() - begun
    loaded = server.memory()
    each = len(names)
    print(
        f"  {each} begun matches in the database: {(start - nothing) / each:+.1f} KiB each (of {start / 1024:.0f} MiB)"
    )
    print(
        f"  in memory, nobody connected: {(loaded - start) / each:.1f} KiB each, rebuilt in {1000 * took / each:.1f} ms"
    )
    server.stop()


def warm(server: Server) -> None:
    """Let the server load what it loads once."""
    for name in mesozoic.all_games():
        server.get(f"/api/games/{name}")
    for kind in MIX:
        match, _ = new_match(server, kind.game, kind.players, kind.options)
        server.get(f"/api/matches/{match}/view")


async def live_memory(server: Server, mix: list[Kind]) -> None:
    before = server.memory()
    tally = Tally()
    tables = await seated(server, mix, tally)
    await asyncio.sleep(1)
    people = sum(len(table.secrets) for table in tables)
    grown = server.memory() - before
    print(
        f"  live with {people / len(tables):.1f} connected people: {grown / len(tables):.1f} KiB each "
        f"({len(tables)} matches, {people:,} connections)"
    )
    await asyncio.gather(*(table.get_up() for table in tables))


async def everybody_gone(server: Server, mix: list[Kind], seconds: float, evenly: Any, sockets: int) -> None:
    """What is left in memory when all who have played for so long are gone, and then after many who only look in."""
    warm(server)
    await asyncio.sleep(IDLE_SECONDS + 15)
    start = server.memory()
    show_load(await load(server, mix, seconds, evenly, 3))
    full = server.memory()
    await asyncio.sleep(IDLE_SECONDS + 25)
    after = server.memory()
    print(
        f"  memory: {start / 1024:.0f} MiB at first, {full / 1024:.0f} at the end of play, {after / 1024:.0f} when all"
    )
    print(f"  were gone: {after / start:.2f} times the first")
    match, _ = new_match(server, "dolphins-and-dinos", 2, {})
    url = f"ws://{server.place}/api/matches/{match}/socket"
    for _ in range(sockets // 20):
        await asyncio.gather(*(look_in(url) for _ in range(20)))
    await asyncio.sleep(IDLE_SECONDS + 25)
    last = server.memory()
    print(f"  {sockets:,} sockets opened and closed: {last / 1024:.0f} MiB, {last / start:.2f} times the first")


async def look_in(url: str) -> None:
    async with websockets.connect(url, max_size=None, open_timeout=60, ping_interval=None) as socket:
        await socket.send(json.dumps({"type": "hello", "differences": True}))
        await socket.recv()


def long_match(server: Server, game: str, players: int, moves: int) -> tuple[str, int]:
    """A match of so many moves or more, played through the server by somebody without a socket."""
    for _ in range(200):
        state = mesozoic.game(game).start(players, seed=(seed := str(random.randrange(10**9))))
        bot, played = make_bot("random", mesozoic.seeded(1)), []
        while state.to_move and len(played) < moves:
            seat = state.to_move[0]
            played.append((seat, bot.choose(state, seat)))
            state.play(*played[-1])
        if len(played) == moves:
            break
    seats = [{"kind": "me"}] + [{"kind": "open"}] * (players - 1)
    made = server.post("/api/matches", {"game": game, "seats": seats, "seed": seed, "name": "P1"})
    match, tokens = made["match"]["id"], [made["token"]]
    for seat in range(1, players):
        tokens.append(server.post(f"/api/matches/{match}/join", {"name": f"P{seat + 1}"})["token"])
    server.post(f"/api/matches/{match}/start", token=tokens[0])
    for number, (seat, move) in enumerate(played):
        server.post(f"/api/matches/{match}/move", {"key": f"move-{number:06}", "move": move}, tokens[seat])
    return match, len(played)


def rebuild(database: Path, moves: int) -> None:
    """Play matches of so many moves, restart, and see how long the first look at each takes."""
    server = Server(f"sqlite:///{database}")
    kinds = [("biomechanic-dino-battles", 4)] if moves > 400 else [("biomechanic-dino-battles", 4), ("dinospan", 4)]
    matches = [(game, *long_match(server, game, players, moves)) for game, players in kinds for _ in range(3)]
    server.stop()
    server = Server(f"sqlite:///{database}")
    warm(server)
    for game, match, count in matches:
        begun = time.perf_counter()
        server.get(f"/api/matches/{match}")
        built = time.perf_counter()
        server.get(f"/api/matches/{match}")
        again = time.perf_counter()
        look = 1000 * (again - built)
        print(f"  {game}, {count:,} moves: {1000 * (built - begun) - look:.0f} ms (a look at it then: {look:.1f} ms)")
    server.stop()


# --- Real time ------------------------------------------------------------------------------------------------------


CALLS = ("called",)


class Caller(Table):
    """People at a real-time table, who call three cards now and then."""

    differences = False

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.grid: list[str] = []
        self.answered: deque[str] = deque(maxlen=10)

    async def _listen(self, seat: int, socket: ClientConnection) -> None:
        while True:
            try:
                text = await socket.recv(decode=False)
            except websockets.ConnectionClosed:
                return
            now = time.perf_counter()
            message = json.loads(text)
            kind = message["type"]
            update = message.get("update") if kind == "welcome" else message if kind == "update" else None
            if update is not None:
                self.grid = sorted(card_names(update["view"]))
                self.is_over = self.is_over or update["result"] is not None
                if self.now is not None and any(frame["event"]["kind"] in CALLS for frame in update["frames"]):
                    self.now.told = now
                if self.now is not None and update["accepted"] is not None:
                    self.now.is_accepted = True
                    self.change.set()
            elif kind == "accepted" and self.now is not None and self.now.seat == seat:
                self.now.told = now
                self.now.is_accepted = True
                self.change.set()
            elif kind == "refused":
                self.tally.counts["refused"] += 1
                self.tally.reasons[message["reason"][:60]] += 1
                self.now = None
                self.change.set()

    async def call(self) -> None:
        if len(self.grid) < 3:
            return
        seat = self.rng.randrange(len(self.secrets))
        self.keys += 1
        move = f"call({','.join(self.rng.sample(self.grid, 3))})"
        self.now = Sent(time.perf_counter(), seat)
        await self.sockets[seat].send(json.dumps({"type": "move", "key": f"move-{self.keys:06}", "move": move}))
        await self.settled()


def card_names(view: Any) -> set[str]:
    """The shared cards of a CLADES table."""
    return {shared["card"] for row in view["rows"] for shared in row}


async def call_now_and_then(table: Caller, until: float) -> None:
    await asyncio.sleep(4 + 4 * table.rng.random())
    while time.perf_counter() < until and not table.is_over:
        await table.call()
        await asyncio.sleep(1)
        table.count()
        await asyncio.sleep(3 + 2 * table.rng.random())


async def real_time(server: Server, tables: int, seconds: float) -> None:
    tally = Tally()
    tally.is_counting = True
    playing = []
    for number in range(tables):
        match, secrets = new_match(server, "clades", 3, {"personal": 0})
        playing.append(Caller(server.place, match, secrets, tally, random.Random(number)))
    await asyncio.gather(*(table.sit_down() for table in playing))
    before, begun = server.cpu(), time.perf_counter()
    until = begun + seconds
    await asyncio.gather(*(call_now_and_then(table, until) for table in playing))
    took = time.perf_counter() - begun
    middle, high, most = tally.percentiles()
    print(
        f"  {tables} tables of 3, {tally.accepted} calls in {took:.0f} s; from call sent to all seats told: "
        f"50 % {middle:.1f} ms, 99 % {high:.1f} ms, longest {most:.1f} ms; "
        f"server {(server.cpu() - before) / took:.2f} cores"
    )
    if tally.reasons:
        print(f"  refused (such as: too late, locked): {tally.reasons.most_common(3)}")
    await asyncio.gather(*(table.get_up() for table in playing))


# --- All of it --------------------------------------------------------------------------------------------------------

PARTS = ("target", "saturation", "realtime", "memory", "rebuild", "gone")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a tenth of the load, for some seconds")
    parser.add_argument("--seconds", type=float, help="how long the load lasts (60; quick: 8)")
    parser.add_argument("--every", type=float, default=EVERY_SECONDS, help="seconds between two moves of a player (5)")
    parser.add_argument("--part", action="append", choices=PARTS, help="only this part; may be given several times")
    given = parser.parse_args()
    parts = given.part or list(PARTS)
    small = 10 if given.quick else 1
    seconds = given.seconds or (8 if given.quick else 60)
    mix = [Kind(kind.game, kind.players, max(1, kind.tables // small), kind.options) for kind in MIX]
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    print(f"{machine}, load before: {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory(prefix="mesozoic-bench-") as folder:
        bench(Path(folder), parts, mix, seconds, given.every, bool(given.quick))


def bench(folder: Path, parts: list[str], mix: list[Kind], seconds: float, every: float, quick: bool) -> None:
    evenly = partial(play_evenly, every=every)
    if "target" in parts:
        print(f"One move per player every {every:g} s (the aim: 99 % under {MOST_MS} ms)")
        server = Server(f"sqlite:///{folder / 'target.sqlite'}")
        show_load(asyncio.run(load(server, mix, seconds, evenly, 5)))
        server.stop()
    if "saturation" in parts:
        print("Everybody as fast as possible")
        server = Server(f"sqlite:///{folder / 'fast.sqlite'}")
        show_load(asyncio.run(load(server, mix, min(seconds, 30), play_fast, 3)))
        server.stop()
    if "realtime" in parts:
        print("Real time (calls wait 60 ms for their order)")
        server = Server(f"sqlite:///{folder / 'clades.sqlite'}")
        asyncio.run(real_time(server, 3 if quick else 30, min(seconds, 40)))
        server.stop()
    if "memory" in parts:
        print("Memory")
        database = folder / "memory.sqlite"
        server = Server(f"sqlite:///{database}")
        warm(server)
        asyncio.run(live_memory(server, mix))
        server.stop()
        server = Server(f"sqlite:///{folder / 'memory.sqlite'}")
        asyncio.run(load(server, mix, 5 if quick else 15, play_fast, 0))
        server.stop()
        memory(database, folder / "empty.sqlite", 300)
    if "gone" in parts:
        print(f"Memory when all are gone (a match that nobody looks at leaves it after {IDLE_SECONDS} s)")
        server = Server(f"sqlite:///{folder / 'gone.sqlite'}", idle_seconds=str(IDLE_SECONDS))
        asyncio.run(everybody_gone(server, mix, seconds, evenly, 1_200 if quick else 12_000))
        server.stop()
    if "rebuild" in parts:
        print("Rebuilding a match after a restart")
        rebuild(folder / "rebuild.sqlite", 200 if quick else 1000)


if __name__ == "__main__":
    main()
