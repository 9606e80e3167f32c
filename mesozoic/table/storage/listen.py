"""Hears from PostgreSQL what other processes have stored; when the line breaks it comes back and looks again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import asyncpg

from mesozoic.table.storage.store import CHANNEL

log = logging.getLogger("mesozoic.table")
RETRY_SECONDS = 0.3
ALIVE_SECONDS = 2.0


class Listener:
    def __init__(self, url: str, heard: Callable[[str], None], look_everywhere: Callable[[], None]) -> None:
        self.url = url
        self.heard = heard
        self.look_everywhere = look_everywhere

    async def run(self) -> None:
        while True:
            try:
                await self._listen()
            except asyncio.CancelledError:
                raise
            except Exception as failure:
                log.warning("the line to the other processes is down: %s", failure)
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self) -> None:
        connection: Any = await asyncpg.connect(self.url, timeout=5)
        ended = asyncio.Event()
        try:
            connection.add_termination_listener(lambda _: ended.set())
            await connection.add_listener(CHANNEL, lambda _c, _p, _ch, payload: self.heard(payload))
            self.look_everywhere()  # whatever was stored while nobody listened
            while not connection.is_closed():
                try:
                    async with asyncio.timeout(ALIVE_SECONDS):
                        await ended.wait()
                except TimeoutError:
                    await connection.execute("select 1", timeout=ALIVE_SECONDS)
        finally:
            connection.terminate()
