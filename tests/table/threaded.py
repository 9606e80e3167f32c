"""A table's server in a thread of its own, for tests that do not run in its loop; and what it says in its log."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.table.local import table
from tests.table.patience import PATIENCE


class Server:
    """A server in a thread of its own, with some matches."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = ""
        self.ready = threading.Event()
        self.thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)

    async def _serve(self) -> None:
        self.loop, self.stop = asyncio.get_running_loop(), asyncio.Event()
        async with table(self.folder) as there:
            self.address = there.address
            self.ready.set()
            await self.stop.wait()

    def __enter__(self) -> Server:
        self.thread.start()
        assert self.ready.wait(PATIENCE)
        self.http = httpx.Client(base_url=self.address, timeout=PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()
        self.loop.call_soon_threadsafe(self.stop.set)
        self.thread.join(PATIENCE)

    @contextmanager
    def socket(self, match: str) -> Iterator[ClientConnection]:
        url = f"{self.address.replace('http', 'ws')}/api/matches/{match}/socket"
        with connect(url, max_size=None) as socket:
            yield socket

    @contextmanager
    def hello(self, match: str, token: str | None) -> Iterator[ClientConnection]:
        with self.socket(match) as socket:
            socket.send(json.dumps({"type": "hello", "token": token}))
            yield socket

    def create(self, game: str, *seats: str) -> tuple[str, str]:
        wished = [{"kind": one} if one in ("me", "open") else {"kind": "bot", "level": one} for one in seats]
        made = self.http.post("/api/matches", json={"game": game, "seats": wished, "name": "Ann"}).json()
        return made["match"]["id"], made["token"]


class Complaints(logging.Handler):
    """What the server says in its log."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())
