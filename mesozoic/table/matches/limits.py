"""How much each client may ask for, so that none of them stops the others. A client is an address, see the guard."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from mesozoic.table.errors import TooMuch
from mesozoic.table.settings import Settings

REQUESTS, MATCHES, BYTES, MESSAGES, FRAMES = "requests", "matches", "bytes", "messages", "frames"
CODES = "codes"
"""Mails with a code; here an address of mail takes the place of the client, so that nobody floods somebody else's."""
SITTINGS = "sittings"
"""How often somebody sits down at one match before it begins; here the match stands beside the client, so that nobody
fills it by coming and going."""
FILES = "files"
"""Built files of the pages."""
FILES_A_REQUEST = 10
"""So many of them for each request that a client may make: a visit asks for some twenty at once, and a class behind one
address may come in the same moment."""
MOST_CLIENTS = 20_000
LARGEST_AT_ONCE = 6_000_000
"""Two large records: whoever shows them one after the other is not held up."""
SOCKETS_AT_ONCE = 10
"""All sockets of one client together may say as much as so many."""
LISTENERS_AT_A_COST, MOST_TOLD_COST = 20, 25
"""What is done at a table is told to all who look on: for each so many of them it counts as a message more, up to so
many, so that people can also play before thousands."""
FRAMES_A_MESSAGE = 5
"""Frames of every kind, such as pings and parts of messages, for each message that a socket may send."""
MOVES_AT_A_COST = 100
"""Whatever plays a game again from its beginning counts as a request more for each so many moves."""
HINT_COST = 5
BOTS_ONLY_COST = 20
"""Nobody decides in such a match but bots, so they think without a pause."""
MOST_UNREAD, MOST_UNREAD_OF_ONE = 2_000_000, 32_000_000
"""Bytes that wait for a connection which does not read them, and for all those of one client: some twenty of the
largest tables, and a class behind one address that is slow all at once."""
FLOOD_COST = 20
"""A socket that was flooded with frames counts as so many requests."""
SENTENCES = {
    REQUESTS: "That is too much at once: wait a moment and try again.",
    MATCHES: "You have made many matches in a short time: wait a few minutes before the next one.",
    BYTES: "You have sent very much in a short time: wait a minute and try again.",
    MESSAGES: "Your address has said very much at once: wait a moment.",
    FILES: "That is too much at once: wait a moment and try again.",
    CODES: "Several codes were sent there lately: look whether one has arrived, or wait ten minutes.",
    SITTINGS: "Your address has sat down at this table very often: wait an hour, or look for another table.",
    FRAMES: "Your address has said very much at once: come back, and say less.",
}


class Allowance:
    """So many things a second, and a few more at once."""

    def __init__(self, per_second: float, at_once: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.per_second = per_second
        self.at_once = at_once
        self.clock = clock
        self.left = at_once
        self.counted = clock()

    def take(self, cost: float = 1.0) -> bool:
        """What costs more than there ever is at once costs all of it."""
        now = self.clock()
        self.left = min(self.at_once, self.left + (now - self.counted) * self.per_second)
        self.counted = now
        cost = min(cost, self.at_once)
        if self.left < cost:
            return False
        self.left -= cost
        return True


class Limits:
    """Allowances of all clients. Those that asked longest ago are forgotten first."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        minute, hour = settings.requests_per_minute, settings.matches_per_hour
        many = settings.megabytes_per_minute * 1_000_000
        messages = SOCKETS_AT_ONCE * settings.messages_per_second
        frames = FRAMES_A_MESSAGE * max(200, messages)
        requests = (minute / 60, max(20, minute / 4))
        self.rates = {
            REQUESTS: requests,
            FILES: (FILES_A_REQUEST * requests[0], FILES_A_REQUEST * requests[1]),
            MATCHES: (hour / 3600, max(10, hour / 4)),
            BYTES: (many / 60, max(LARGEST_AT_ONCE, many / 4)),
            MESSAGES: (messages, 2 * messages),
            FRAMES: (frames, 2 * frames),
            CODES: (1 / 600, 3),
            SITTINGS: (1 / 3600, 20),
        }
        self.clock = clock
        self.known: OrderedDict[tuple[str, str], Allowance] = OrderedDict()

    def take(self, kind: str, client: str, cost: float = 1.0) -> None:
        """Raises TooMuch if the client has asked for so much that it must wait."""
        place = (kind, client)
        allowance = self.known.get(place)
        if allowance is None:
            allowance = self.known[place] = Allowance(*self.rates[kind], self.clock)
            if len(self.known) > len(self.rates) * MOST_CLIENTS:
                self.known.popitem(last=False)
        self.known.move_to_end(place)
        if not allowance.take(cost):
            raise TooMuch(SENTENCES[kind])


class Held:
    """What each client holds for a while, only so much at a time. Those that took something longest ago are forgotten
    first."""

    def __init__(self, most: int, refusal: str, still: Callable[[set[str]], Awaitable[set[str]]]) -> None:
        self.most = most
        self.refusal = refusal
        self.still = still
        """Those among these names that count still."""
        self.known: OrderedDict[str, set[str]] = OrderedDict()
        self.coming: Counter[str] = Counter()
        """Being taken just now: they stand among the names when they are there."""

    @asynccontextmanager
    async def one_more(self, client: str) -> AsyncIterator[set[str]]:
        """The names of what the client holds, for one more to be put among them; raises TooMuch if it has enough."""
        mine = self._of(client)
        if self._count(client, mine) >= self.most:
            asked = set(mine)
            mine -= asked - await self.still(asked)
        if self._count(client, mine) >= self.most:
            raise TooMuch(self.refusal.format(self.most))
        self.coming[client] += 1
        try:
            yield mine
        finally:
            self.coming[client] -= 1
            if not self.coming[client]:
                del self.coming[client]

    def _of(self, client: str) -> set[str]:
        mine = self.known.setdefault(client, set())
        self.known.move_to_end(client)
        if len(self.known) > MOST_CLIENTS:
            self.known.popitem(last=False)
        return mine

    def _count(self, client: str, mine: set[str]) -> int:
        return len(mine) + self.coming[client]
