"""Connections over HTTP: who begins a request and does not finish it, or does not take the answer, is let go.

uvicorn waits for a request as long as a client likes. Each part of one has its time here: its head, its body, and the
answer on its way back. Heads are bounded, and so are the connections of one address.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from mesozoic.client import messages
from mesozoic.table.errors import TooMuch
from mesozoic.table.http.guard import client_of
from mesozoic.table.matches import present
from mesozoic.table.matches.limits import BYTES, REQUESTS, Limits
from mesozoic.table.settings import Settings

LARGEST_HEAD = 32_768
POLITE_BYTES = 300_000
LATE_SECONDS = 1.0
"""Who looks so much later than it meant to was stopped, or has too much to do."""
SLOW_HEAD = (408, "Your request did not arrive in time: send it again.")
SLOW_BODY = (408, "The rest of your request did not arrive in time: send it again.")
LONG_HEAD = (431, "The head of this request is too large.")
FULL = (429, "There are too many connections from your address: close some, and try again.")


class Line(HttpToolsProtocol):
    """As uvicorn's own, with an end to everybody's patience."""

    settings: Settings
    limits: Limits
    open_from: Counter[str]
    """Connections by address; of those that stand behind a proxy of the host's the proxy keeps count."""

    timer: asyncio.TimerHandle | None = None
    head = -1
    """Bytes of a head that is not complete; -1 when there is none."""
    unread = 0
    """Bytes of a body that nobody wants any more."""
    is_arriving = False
    """Is a request on its way? It may be answered before it has come to its end."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.open_from[self.address] += 1
        if not self.settings.trust_proxy and self.open_from[self.address] > self.settings.most_lines_from_one:
            self._let_go(FULL)
            return
        self._wait(self.settings.head_seconds, None)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._forget()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.head > LARGEST_HEAD:
            self._let_go(LONG_HEAD)
            return
        if self.head >= 0:
            self.head += len(data)
        super().data_received(data)

    def on_message_begin(self) -> None:
        self.head = self.unread = 0
        self.is_arriving = True
        self._wait(self.settings.head_seconds, SLOW_HEAD)
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        if sum(len(one) + len(other) for one, other in self.headers) > LARGEST_HEAD:
            self._let_go(LONG_HEAD)

    def on_headers_complete(self) -> None:
        self.head = -1
        self._wait(self.settings.body_seconds, SLOW_BODY)
        if not self.transport.is_closing():
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.cycle.response_complete and not self._may_go_on(len(body)):
            self._let_go(None)
            return
        super().on_body(body)

    def _may_go_on(self, more: int) -> bool:
        """It was answered in the middle: who is cut off at once does not hear why, so some of the rest may come."""
        self.unread += more
        if self.unread <= POLITE_BYTES:
            return True
        try:
            self.limits.take(BYTES, client_of(self.scope, self.settings), more)
        except TooMuch:
            return False
        return True

    def on_message_complete(self) -> None:
        self.is_arriving = False
        if not self.transport.is_closing():
            self._wait(self.settings.answer_seconds, None)
            super().on_message_complete()

    def on_response_complete(self) -> None:
        if self.pipeline:  # the next of several that were sent at once
            self._wait(self.settings.answer_seconds, None)
        elif not self.is_arriving:
            self._stop_waiting()
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        """A socket begins with a request, and counts as one."""
        try:
            self.limits.take(REQUESTS, client_of(self.scope, self.settings))
        except TooMuch as refusal:
            self._let_go((refusal.status, str(refusal)))
            return
        self._stop_waiting()
        self._forget()
        super().handle_websocket_upgrade()

    # --- Patience -------------------------------------------------------------------------------------------------

    def _wait(self, seconds: float, otherwise: tuple[int, str] | None) -> None:
        self._stop_waiting()
        due = self.loop.time() + seconds
        self.timer = self.loop.call_later(seconds, self._time_is_up, otherwise, due)

    def _time_is_up(self, otherwise: tuple[int, str] | None, due: float) -> None:
        """A server that was away itself first reads what has arrived meanwhile."""
        if self.loop.time() - due < LATE_SECONDS:
            self._let_go(otherwise)
        else:
            self.timer = self.loop.call_later(LATE_SECONDS, self._let_go, otherwise)

    def _stop_waiting(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def _forget(self) -> None:
        if self.open_from[self.address] <= 1:
            del self.open_from[self.address]
        else:
            self.open_from[self.address] -= 1

    def _let_go(self, why: tuple[int, str] | None) -> None:
        """With a sentence, if nothing was answered yet."""
        self._stop_waiting()
        if self.transport.is_closing():
            return
        if why is not None and (self.cycle is None or not self.cycle.response_started):
            status, reason = why
            body = present.encoded(messages.Problem(reason, "busy"))
            head = b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n" % len(body)
            self.transport.write(STATUS_LINE[status] + head + body)
            self.transport.close()
        else:
            self.transport.abort()


def line_for(settings: Settings, limits: Limits) -> type[Line]:
    """The kind of connection of one server."""
    named: dict[str, Any] = {"settings": settings, "limits": limits, "open_from": Counter()}
    return type("LineOfServer", (Line,), named)
