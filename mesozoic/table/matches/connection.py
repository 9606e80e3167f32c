"""One client of one match. What is sent to it waits in a queue of its own: a slow client harms nobody else."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from mesozoic.client import messages
from mesozoic.table.matches import present
from mesozoic.table.matches.lag import Credit
from mesozoic.table.matches.match import Reader

REMEMBERED = 5
"""So many ways there and back. Lists, as an empty deque takes half a kilobyte, and most connections are quiet."""


class Connection:
    """What the table knows of a client: whose eyes it has, what it wants to see, and what waits for it."""

    def __init__(
        self,
        most_behind: int,
        measured_ms: Callable[[], float | None] = lambda: None,
        count: Callable[[], float] = time.monotonic,
        client: str = "",
    ) -> None:
        self.client = client
        """Its address, as the limits count it."""
        self.reader: Reader = None
        self.measured_ms = measured_ms
        """The way to the client and back as the server's system knows it, where it does."""
        self.count = count
        self.credit: Credit | None = None
        """Of this seat in this match."""
        self.frames = False
        self.tabletop = False
        self.differences = False
        self.seen: Any = None
        """The view that was sent last: what comes next may be told as a difference from it."""
        self.give: Callable[[bytes], bool] | None = None
        """Hands a message to the socket at once; False if it takes none just now."""
        self.is_delivering = False
        self.most_behind = most_behind
        self.waiting: list[bytes] = []
        self.news = asyncio.Event()
        self.is_closing = False
        self.accepted: str | None = None
        """The key of the request that was acknowledged last with an update."""
        self.code = 1000
        """How the socket is closed in the end."""
        self.lags: list[float] = []
        """The last ways there and back that echoes told."""
        self.stamps: list[float] = []
        """The last that were sent with pongs and are not yet echoed."""

    def send(self, message: bytes) -> None:
        """Send a message, or queue it behind others. Who is too far behind is let go: coming back catches up."""
        if self.is_closing:
            return
        if self.give is not None and not self.waiting and not self.is_delivering and self.give(message):
            return
        if len(self.waiting) >= self.most_behind:
            self.waiting.clear()
            self.close("Your connection is too slow to follow: come back to catch up.")
            return
        self.waiting.append(message)
        self.news.set()

    def saw(self, update: messages.Update | None) -> None:
        """It was sent this one, whole or as a difference."""
        if self.differences and update is not None:
            self.seen = update.view

    def close(self, reason: str, code: int = 1000) -> None:
        """Say why, then end."""
        if self.is_closing:
            return
        self.code = code
        self.waiting.append(present.encoded(messages.Gone(reason)))
        self.is_closing = True
        self.news.set()

    async def deliver(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send what is queued, until the connection is closed."""
        while True:
            await self.news.wait()
            self.is_delivering = True  # the last one may be on its way still when none waits any more
            while self.waiting:
                await send(self.waiting.pop(0).decode())
            self.is_delivering = False
            self.news.clear()
            if self.is_closing:
                return

    # --- Lag ----------------------------------------------------------------------------------------------------

    @property
    def lag_ms(self) -> int | None:
        """The middle of the last measured ways there and back."""
        return None if not self.lags else round(sorted(self.lags)[len(self.lags) // 2])

    def stamp(self) -> float:
        """To be sent and echoed."""
        stamp = self.count()
        self.stamps = [*self.stamps, stamp][-REMEMBERED:]
        return stamp

    def echoed(self, stamp: float) -> None:
        """Only what was sent counts, and once: nobody makes up a lag to be given a head start."""
        if stamp in self.stamps:
            self.stamps.remove(stamp)
            way = (self.count() - stamp) * 1000
            self.lags = [*self.lags, way][-REMEMBERED:]
            if self.credit is not None:
                self.credit.trips.append(way)

    def head_start_ms(self) -> float:
        """How long ago something that arrives now was done, as far as that cannot be made up."""
        return 0.0 if self.credit is None else self.credit.given_ms(self.measured_ms(), self.count())
