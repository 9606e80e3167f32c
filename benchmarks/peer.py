"""The table beside boardgame.io's server, in one run: ``make bench-table PEER=boardgame.io``.

The same generator plays as many tables of four on each, every player a move every five seconds (``--every``).
Ours plays Dolphins and Dinos with open sheets on SQLite, every move on the disk before anybody is told; theirs a small
draft of our own (``benchmarks/boardgame.io/draft.js``), once in memory and once in its flat files.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

import websockets
from table import EVERY_SECONDS, Kind, Server, Table, Tally, load, play_evenly, seated, show_load
from websockets.asyncio.client import ClientConnection

PEER = Path(__file__).parent / "boardgame.io"
SEATS = 4
GAME = "draft"
EVENT = f"42/{GAME},"
"""So socket.io marks an event of the game's namespace."""


class PeerServer(Server):
    """boardgame.io's server in a process of its own; everything but its lobby is asked as of ours."""

    def __init__(self, folder: Path | None) -> None:
        command = ["node", "server.js", *([] if folder is None else [str(folder)])]
        self.begin(subprocess.Popen(command, cwd=PEER, stdout=subprocess.PIPE, text=True))
        self.await_answer("/games")

    def metrics(self) -> dict[str, float]:
        return {}

    def open_match(self) -> tuple[str, list[str]]:
        match = self.post(f"/games/{GAME}/create", {"numPlayers": SEATS})["matchID"]
        path = f"/games/{GAME}/{match}/join"
        joined = [self.post(path, {"playerID": str(seat), "playerName": f"P{seat + 1}"}) for seat in range(SEATS)]
        return match, [one["playerCredentials"] for one in joined]


class PeerTable(Table):
    """The same people in the words of socket.io."""

    sent_on = -1
    """The state that the last move answered."""

    async def sit_down(self) -> None:
        url = f"ws://{self.place}/socket.io/?EIO=4&transport=websocket"
        for seat, secret in enumerate(self.secrets):
            socket = await websockets.connect(url, max_size=None, open_timeout=60, ping_interval=None)
            await socket.send(f"40/{GAME},")
            while not str(await socket.recv()).startswith(f"40/{GAME},"):
                pass
            self.sockets.append(socket)
            self.listeners.append(asyncio.create_task(self._listen(seat, socket)))
            await socket.send(EVENT + json.dumps(["sync", self.match, str(seat), secret, SEATS]))

    async def _listen(self, seat: int, socket: ClientConnection) -> None:
        while True:
            try:
                text = str(await socket.recv())
            except websockets.ConnectionClosed:
                self.tally.counts["connections lost"] += self.tally.is_counting
                return
            now = time.perf_counter()
            self.tally.bytes += len(text)
            if text == "2":
                await socket.send("3")
            elif text.startswith(EVENT):
                self._hear(seat, json.loads(text[len(EVENT) :]), now)

    def _hear(self, seat: int, event: list[Any], now: float) -> None:
        kind = event[0]
        if kind not in ("sync", "update"):
            return
        state = event[2]["state"] if kind == "sync" else event[2]
        self.decision[seat] = state["_stateID"]
        table = state["G"]
        may_choose = table["chosen"][seat] is None and "gameover" not in state["ctx"]
        self.asked[seat] = [str(at) for at in range(len(table["hands"][seat]))] if may_choose else []
        self.is_over = self.is_over or "gameover" in state["ctx"]
        if self.now is not None and state["_stateID"] > self.sent_on:
            self.now.told = now
            self.now.is_accepted = self.now.is_accepted or self.now.seat == seat
        self.change.set()

    def text_of(self, seat: int, move: str) -> str:
        payload = {"type": "choose", "args": [int(move)], "playerID": str(seat), "credentials": self.secrets[seat]}
        action = {"type": "MAKE_MOVE", "payload": payload}
        self.sent_on = self.decision[seat]
        return EVENT + json.dumps(["update", action, self.sent_on, self.match, str(seat)])

    async def settled(self) -> None:
        """A move that answers an older state is not taken there: the next one waits until all have been told."""
        await super().settled()
        while len(set(self.decision)) > 1:
            await self._until_change()

    async def again(self) -> None:
        """What is over stays over: a run is shorter than a game."""
        await asyncio.sleep(1)


async def seated_there(server: PeerServer, mix: list[Kind], tally: Tally) -> list[Table]:
    rng = random.Random(7)
    tables: list[Table] = []
    for _ in range(sum(kind.tables for kind in mix)):
        match, secrets = server.open_match()
        tables.append(PeerTable(server.place, match, secrets, tally, random.Random(rng.random())))
    for first in range(0, len(tables), 20):
        await asyncio.gather(*(table.sit_down() for table in tables[first : first + 20]))
    return tables


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--every", type=float, default=EVERY_SECONDS, help="seconds between two moves of a player (5)")
    parser.add_argument("--alone", action="store_true", help="ours only")
    given = parser.parse_args()
    mix = [Kind("dolphins-and-dinos", SEATS, given.tables, {"sheets": "open"})]
    evenly = partial(play_evenly, every=given.every)
    what = f"{given.tables} tables of {SEATS}, one move per player every {given.every:g} s, {given.seconds:.0f} s each"
    print(f"{what}; load before: {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory(prefix="mesozoic-bench-") as name:
        folder = Path(name)
        runs: list[tuple[str, Any, Any]] = [
            ("Mesozoic on SQLite", lambda: Server(f"sqlite:///{folder / 'table.sqlite'}"), seated),
            ("boardgame.io in memory", lambda: PeerServer(None), seated_there),
            ("boardgame.io in flat files", lambda: PeerServer(folder / "files"), seated_there),
        ]
        if given.alone:
            del runs[1:]
        found = {what: _run(what, server(), mix, given.seconds, evenly, sit) for what, server, sit in runs}
    ours = found.pop("Mesozoic on SQLite")
    for what, theirs in found.items():
        cpu, memory = (ours[name] / theirs[name] for name in ("cpu_per_move", "match_kib"))
        print(f"Mesozoic by {what}: {cpu:.2f} times the processor a move, {memory:.2f} times the memory a match")


def _run(what: str, server: Any, mix: list[Kind], seconds: float, evenly: Any, sit: Any) -> dict[str, Any]:
    print(what)
    try:
        found = asyncio.run(load(server, mix, seconds, evenly, 5, sit))
    finally:
        server.stop()
    show_load(found)
    print(f"  memory: {found['match_kib']:.0f} KiB a match with its {SEATS} connections")
    return found


if __name__ == "__main__":
    main()
