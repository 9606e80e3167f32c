"""Kill the server at random moments while people play, and see that nothing is lost, nothing doubled, nobody stuck.

``make kill-test`` runs it; ``python -m tests.table.kill_campaign --kills 200 --seed 7`` repeats the same plan. With
``--postgres`` two processes serve the same matches, either may be killed, and the database falls too now and then.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import random
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from mesozoic.client.client import Client
from tests.table.nursery import Nursery
from tests.table.patience import PATIENCE
from tests.table.players import Manner, Table, play_out, set_up
from tests.table.postgres import Postgres
from tests.table.server import READY_SECONDS, Server
from tests.table.stored import check_record, check_stored, folded, stored_entries

QUICK = {"settle_ms": 60, "lock_ms": 100, "majority_ms": 100}
TABLES: list[dict[str, Any]] = [
    {"game": "dolphins-and-dinos", "people": 2, "bots": ["greedy", "random"]},
    {"game": "carbon-dating", "people": 1},
    {"game": "clades", "people": 2, "bots": ["champion"], "options": QUICK},
    {"game": "dinospan", "people": 2, "bots": ["random"]},
    {"game": "biomechanic-dino-battles", "people": 2, "clock": {"per": "move", "seconds": 600}},
]
AFTER_SENDING = 0.5
"""So many of the kills come within milliseconds of a request, the others at any moment."""
IN_THE_START = 0.08
"""So many come before the server is even up."""
COLD = 0.05
"""So many of the starts are by the command itself, the others by a process that has its modules loaded already."""
DATABASE_TOO = 0.15
"""So often PostgreSQL itself falls, instead of a server."""
PACE = 0.1


@dataclass
class Figures:
    kills: int = 0
    falls: int = 0
    """Of the database."""
    acknowledged: int = 0
    resent: int = 0
    reconnects: int = 0
    matches: int = 0
    finished: int = 0
    checks: int = 0
    seconds: float = 0.0
    down: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        falls = f" and {self.falls} falls of the database" if self.falls else ""
        middle = sorted(self.down)[len(self.down) // 2] if self.down else 0.0
        return (
            f"{self.kills} kills{falls} in {self.seconds:.0f} s; "
            f"{self.matches} matches, {self.finished} played to their end; "
            f"{self.acknowledged} requests acknowledged, 0 lost, 0 doubled "
            f"({self.resent} sent again on purpose, {self.reconnects} reconnections, {self.checks} looks into the "
            f"database); back after {middle:.2f} s (median)"
        )


class Campaign:
    def __init__(
        self,
        servers: list[Server],
        kills: int,
        seed: int,
        tables: list[dict[str, Any]],
        postgres: Postgres | None = None,
    ) -> None:
        self.servers = servers
        self.postgres = postgres
        self.database = servers[0].database
        self.kills = kills
        self.rng = random.Random(seed)
        """When and what falls; nobody else draws from it, so that the same seed is the same plan."""
        self.manner_rng = random.Random(seed)
        self.wanted = tables
        self.tables: list[Table] = []
        self.checked: set[str] = set()
        self.manners: list[Manner] = []
        self.sent = asyncio.Event()
        self.is_over = False
        self.most_seconds = math.inf
        """No kill comes later."""
        self.figures = Figures()

    def manner(self, pace: float) -> Manner:
        made = Manner(random.Random(self.manner_rng.random()), pace, resend=0.1, chat=0.03, about_to_send=self.sent.set)
        self.manners.append(made)
        return made

    async def run(self) -> Figures:
        began = time.monotonic()
        for server in self.servers:
            await asyncio.to_thread(server.start)
        playing = [asyncio.create_task(self._play(one)) for one in self.wanted]
        killing = asyncio.create_task(self._kill())
        everything = asyncio.gather(killing, *playing)
        try:
            while not killing.done():
                await asyncio.sleep(0.1)
                for one in playing:
                    if one.done() and one.exception() is not None:
                        raise one.exception() or AssertionError
            await self._play_to_the_end(playing)
            await everything
        finally:
            everything.cancel()
            await asyncio.gather(everything, return_exceptions=True)
        await self._look(everywhere=True)
        await self._look_from_outside()
        self.figures.seconds = time.monotonic() - began
        return self.figures

    async def _play_to_the_end(self, playing: Iterable[asyncio.Task[None]]) -> None:
        """Nobody is stuck as long as something is acknowledged somewhere, however slowly."""
        waiting, before = set(playing), -1
        while waiting:
            done = sum(len(one.accepted) for one in self.tables)
            assert done > before, f"not played to the end: {[one.game for one in self.tables if not one.is_over]}"
            before = done
            _, waiting = await asyncio.wait(waiting, timeout=PATIENCE)

    async def _play(self, wanted: dict[str, Any]) -> None:
        """One match after the other, as long as the server is being killed; the last one to its end."""
        while not self.is_over:
            here, there = self.servers[0].url, self.servers[-1].url
            table = await set_up(here, **wanted, join_at=there)
            self.tables.append(table)
            await play_out(here, table, lambda _: self.manner(PACE), {1: there})
            self.figures.finished += 1

    async def _kill(self) -> None:
        until = time.monotonic() + self.most_seconds
        while self.figures.kills < self.kills and time.monotonic() < until:
            await self._wait_for_a_moment()
            if self.postgres is not None and self.rng.random() < DATABASE_TOO:
                await asyncio.to_thread(self.postgres.fall_and_rise)
                self.figures.falls += 1
            else:
                await self._kill_one(self.rng.choice(self.servers))
            await self._look()
        self.is_over = True
        for manner in self.manners:  # nothing more will happen: play on to the end
            manner.pace = 0.0

    async def _kill_one(self, server: Server) -> None:
        await asyncio.to_thread(server.kill)
        fell = time.monotonic()
        self.figures.kills += 1
        while self.rng.random() < IN_THE_START and self.figures.kills < self.kills:
            await asyncio.to_thread(server.launch)
            await asyncio.sleep(self.rng.uniform(0.05, 1.2))
            await asyncio.to_thread(server.kill)
            self.figures.kills += 1
        await self._start(server)
        self.figures.down.append(time.monotonic() - fell)

    async def _wait_for_a_moment(self) -> None:
        pause, is_after_sending, moment = self.rng.uniform(0.02, 1.6), self.rng.random(), self.rng.uniform(0, 0.008)
        await asyncio.sleep(pause)
        if is_after_sending < AFTER_SENDING:
            self.sent.clear()
            try:
                await asyncio.wait_for(self.sent.wait(), 3)
            except TimeoutError:
                return
            await asyncio.sleep(moment)

    async def _start(self, server: Server) -> None:
        await asyncio.to_thread(server.launch, self.rng.random() < COLD)
        until = time.monotonic() + READY_SECONDS
        while not await asyncio.to_thread(server.is_well):
            assert time.monotonic() < until, f"The server did not come back:\n{server.said()[-3000:]}"
            await asyncio.sleep(0.01)

    async def _look(self, everywhere: bool = False) -> None:
        """Read the database, past the server. What is said to people while this reads is looked at the next time."""
        for table in self.tables:
            if table.id in self.checked and not everywhere:
                continue
            was_over = table.is_over
            told = Table(table.game, table.id, table.tokens, list(table.requests), list(table.accepted))
            entries = await asyncio.to_thread(stored_entries, self.database, table.id)
            told.requests = list(table.requests)
            check_stored(entries, told)
            self.figures.checks += 1
            if was_over:
                self.checked.add(table.id)

    async def _look_from_outside(self) -> None:
        """Every match is over; its record and what a spectator sees are what was stored."""
        figures = self.figures
        async with httpx.AsyncClient(base_url=f"{self.servers[0].url}/api", timeout=PATIENCE) as client:
            for table in self.tables:
                entries = await asyncio.to_thread(stored_entries, self.database, table.id)
                match = await asyncio.to_thread(folded, self.database, table.id)
                assert match.status == "over", f"{table.game} {table.id} is not over"
                record = (await client.get(f"/matches/{table.id}/record")).text
                assert record == match.record().text()
                check_record(record, table, entries)
                async with Client(self.servers[0].url, table.id, None) as spectator:
                    seen = await anext(spectator.updates())
                    assert seen.result is not None and match.state is not None and match.state.result is not None
                    assert seen.result.scores == list(match.state.result.scores)
                figures.matches += 1
                figures.acknowledged += len(table.accepted)
                figures.resent += table.resent
                figures.reconnects += table.reconnects


async def run(
    folder: Path,
    kills: int,
    seed: int,
    tables: list[dict[str, Any]] | None = None,
    postgres: Postgres | None = None,
    most_seconds: float = math.inf,
) -> Figures:
    nursery = Nursery()
    if postgres is None:
        servers = [Server(folder, nursery)]
    else:
        database = await asyncio.to_thread(postgres.new_database)
        servers = [Server(folder / name, nursery, database) for name in ("one", "other")]
    try:
        campaign = Campaign(servers, kills, seed, tables or TABLES, postgres)
        campaign.most_seconds = most_seconds
        return await campaign.run()
    except BaseException:
        for server in servers:
            print(server.said()[-4000:], file=sys.stderr)
        raise
    finally:
        for server in servers:
            server.kill()
        nursery.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop killing after so long")
    parser.add_argument("--postgres", action="store_true", help="two processes on a PostgreSQL that falls too")
    given = parser.parse_args()
    print(f"Kills the server {given.kills} times (seed {given.seed}).", flush=True)
    postgres = Postgres(fsync="on") if given.postgres else None
    try:
        if postgres is not None:
            postgres.start()
        with tempfile.TemporaryDirectory() as folder:
            found = run(Path(folder), given.kills, given.seed, None, postgres, 60 * given.minutes)
            print(asyncio.run(found))
    finally:
        if postgres is not None:
            postgres.stop()


if __name__ == "__main__":
    main()
