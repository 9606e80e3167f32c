"""A table's server inside the test's own loop, on a free port of loopback, with a database of its own."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from mesozoic.client.client import Client
from mesozoic.table.http.app import create_app
from mesozoic.table.matches.hub import Hub
from mesozoic.table.run import TableServer, configured
from mesozoic.table.settings import Settings
from tests.table.patience import PATIENCE
from tests.table.server import wished

QUICK = {
    "countdown_ms": 0,
    "bot_workers": 1,
    "bot_pause_ms": 0,
    "bot_least_ms": 0,
    "bot_budget_ms": 90_000,
    "requests_per_minute": 60_000,
    "megabytes_per_minute": 6_000,
    "messages_per_second": 1000,
    "matches_per_hour": 1_000_000,
    "most_listed_from_one": 1000,
    "most_waiting_seats_from_one": 1000,
}


class Table:
    """The running server, and short ways to ask it."""

    def __init__(self, address: str, http: httpx.AsyncClient, server: TableServer, hub: Hub) -> None:
        self.address = address
        self.http = http
        self.server = server
        self.hub = hub

    async def post(self, path: str, body: Any = None, token: str | None = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return await self.http.post(f"/api{path}", json=body, headers=headers)

    async def get(self, path: str, token: str | None = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return await self.http.get(f"/api{path}", headers=headers)

    async def create(self, game: str, *seats: str, **more: Any) -> tuple[str, str]:
        """Match and token of who made it."""
        wanted = {"game": game, "seats": [wished(one) for one in seats], "name": "Ann", **more}
        answer = await self.post("/matches", wanted)
        assert answer.status_code == 201, answer.text
        return answer.json()["match"]["id"], answer.json()["token"]

    async def join(self, match: str, name: str, **more: Any) -> str:
        answer = await self.post(f"/matches/{match}/join", {"name": name, **more})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["token"])

    async def until_over(self, match: str) -> None:
        """Whoever resigned is answered before the match is closed for it."""
        async with asyncio.timeout(PATIENCE):
            while (await self.get(f"/matches/{match}")).json()["status"] != "over":
                await asyncio.sleep(0.01)

    def client(self, match: str, token: str | None, frames: bool = False) -> Client:
        return Client(self.address, match, token, frames)


@asynccontextmanager
async def table(folder: Path, **settings: Any) -> AsyncIterator[Table]:
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    usual = {"database": f"sqlite:///{folder / 'table.sqlite'}", **QUICK}
    chosen = Settings(port=port, **{**usual, **settings})
    app = create_app(chosen)
    server = TableServer(configured(app, chosen), app.state.hub.drain)
    running = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:
        assert not running.done(), running.exception()
        await asyncio.sleep(0.01)
    address = f"http://127.0.0.1:{port}"
    try:
        async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http:
            yield Table(address, http, server, app.state.hub)
    finally:
        server.should_exit = True
        await running


def at_a_table(folder: Path, story: Callable[[Table], Awaitable[None]], **settings: Any) -> None:
    """A whole test, told of a server of its own."""

    async def tell() -> None:
        async with table(folder, **settings) as found:
            await asyncio.wait_for(story(found), 2 * PATIENCE)

    asyncio.run(tell())
