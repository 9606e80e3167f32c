"""One client of one match. What is sent to it waits in a queue of its own: a slow client harms nobody else."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from mesozoic.client import messages
from mesozoic.table.matches import present
from mesozoic.table.matches.lag import Credit
from mesozoic.table.matches.limits import MOST_UNREAD, MOST_UNREAD_OF_ONE
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
        unread_of: Counter[str] | None = None,
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
        self.end_soon: Callable[[], None] | None = None
        """Has the line cut if the client does not take its farewell."""
        self.is_delivering = False
        self.most_behind = most_behind
        self.waiting: list[bytes] = []
        self.unread = 0
        """Bytes that wait here, as they were counted last; a socket's own share before that is bounded by itself."""
        self.unread_of: Counter[str] = Counter() if unread_of is None else unread_of
        """The same for all connections of each client."""
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
        if self._is_too_much(message):
            self.waiting.clear()
            self.close("Your connection is too slow to follow: come back to catch up.")
            return
        self._queue(message)

    def _is_too_much(self, message: bytes) -> bool:
        """One message may wait whatever its size, however much waits for others at the same address."""
        size, of_all = len(message), self.unread_of[self.client]
        is_large = self.unread + size > MOST_UNREAD or of_all + size > MOST_UNREAD_OF_ONE
        return len(self.waiting) >= self.most_behind or (is_large and bool(self.waiting))

    def _queue(self, message: bytes) -> None:
        self.waiting.append(message)
        self._count()
        self.news.set()

    def _count(self) -> None:
        """Anew each time, as there is little to add up, and nothing where nobody is behind."""
        before, self.unread = self.unread, sum(map(len, self.waiting))
        self.unread_of[self.client] += self.unread - before
        if not self.unread_of[self.client]:
            del self.unread_of[self.client]

    @property
    def is_behind(self) -> bool:
        """Does something wait for the client that it has not taken yet?"""
        return bool(self.waiting) or self.is_delivering

    def saw(self, update: messages.Update | None) -> None:
        """It was sent this one, whole or as a difference."""
        if self.differences and update is not None:
            self.seen = update.view

    def close(self, reason: str, code: int = 1000) -> None:
        """Say why, then end."""
        if self.is_closing:
            return
        self.code = code
        self.is_closing = True
        self._queue(present.encoded(messages.Gone(reason)))
        if self.end_soon is not None:
            self.end_soon()

    def end(self) -> None:
        """Nothing is sent any more, so nothing waits."""
        self.is_closing = True
        self.waiting.clear()
        self._count()

    async def deliver(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send what is queued, until the connection is closed."""
        while True:
            await self.news.wait()
            self.is_delivering = True  # the last one may be on its way still when none waits any more
            while self.waiting:
                message = self.waiting.pop(0)
                self._count()
                await send(message.decode())
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
