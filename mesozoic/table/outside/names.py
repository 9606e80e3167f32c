"""Looks up the names that strangers have given us.

Whoever runs a name's server can let it be silent, and then each look-up keeps a thread as long as the system waits. So
these have threads of their own, and only so many; each name is looked up once at a time; and those that have never
answered, or not the last time, leave room for those that have.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from concurrent.futures import Future
from ipaddress import ip_address

MOST_AT_ONCE, MOST_UNPROVEN = 32, 16
MOST_REMEMBERED = 10_000


class Names:
    """What is being looked up."""

    def __init__(self) -> None:
        self.pending: dict[str, Future[list[str]]] = {}
        self.answered: dict[str, None] = {}
        """Names that had an address the last time, those last that were looked up last."""

    async def addresses(self, name: str) -> list[str] | None:
        """None if so much is being looked up that this has to wait; an empty list if there are none, or none now."""
        try:
            return [str(ip_address(name))]
        except ValueError:
            pass
        self._note()
        if name not in self.pending:
            if not self._has_room(name):
                return None
            self.pending[name] = _looked_up(name)
        return await asyncio.wrap_future(self.pending[name])

    def _has_room(self, name: str) -> bool:
        unproven = sum(one not in self.answered for one in self.pending)
        return len(self.pending) < MOST_AT_ONCE and (name in self.answered or unproven < MOST_UNPROVEN)

    def _note(self) -> None:
        """What has come of look-ups, also of those that nobody waited for any more."""
        for name in [name for name, one in self.pending.items() if one.done()]:
            self.answered.pop(name, None)
            if self.pending.pop(name).result():
                self.answered[name] = None
        while len(self.answered) > MOST_REMEMBERED:
            del self.answered[next(iter(self.answered))]


def _looked_up(name: str) -> Future[list[str]]:
    """In a thread for which a server that stops does not wait."""
    looking: Future[list[str]] = Future()
    looking.set_running_or_notify_cancel()  # whoever waits may go; the thread cannot

    def look_up() -> None:
        found: list[str] = []
        try:
            found = [str(one[4][0]) for one in socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)]
        except (OSError, UnicodeError):
            pass
        finally:
            looking.set_result(found)

    threading.Thread(target=look_up, name="names", daemon=True).start()
    return looking
