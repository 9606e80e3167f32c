"""Connections over HTTP: who begins a request and does not finish it, or does not take the answer, is let go.

uvicorn waits for a request as long as a client likes. Each part of one has its time here: its head, its body, and the
answer on its way back. Heads are bounded, and so are the connections of one address, and so is what says nothing. What
arrives is read in pieces, so that whoever is let go in the middle of much has cost no more than a piece.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from mesozoic.client import messages
from mesozoic.table.errors import TooMuch
from mesozoic.table.http.guard import client_named, client_of
from mesozoic.table.matches import present
from mesozoic.table.matches.limits import BYTES, REQUESTS, Limits
from mesozoic.table.settings import Settings

LARGEST_HEAD = 32_768
MOST_HEADERS = 100
PIECE = 4_096
MOST_AHEAD = 20
"""So many requests may wait on one line for the answer to the one before; a browser sends none ahead."""
MOST_CRUMBS, SMALLEST_CHUNK = 1_000, 64
"""After so many parts of a body they must have so many bytes in the middle: each takes as long as many bytes."""
MOST_EMPTY = 16_384
"""So many bytes after a head, or before one, may say nothing: empty lines, zeros before a part's length, notes on it, a
line after the body that does not end, whatever follows the last request. The parser reads them and tells nobody."""
PART_FRAME = 16
"""The length of a part and the ends of its two lines say something."""
POLITE_BYTES = 300_000
LATE_SECONDS = 1.0
"""Who looks so much later than it meant to was stopped, or has too much to do."""
SLOW_HEAD = (408, "Your request did not arrive in time: send it again.")
SLOW_BODY = (408, "The rest of your request did not arrive in time: send it again.")
LONG_HEAD = (431, "The head of this request is too large.")
EMPTY = (400, "This request has too much in it that says nothing: send it without empty lines or notes on its parts.")
CRUMBS = (400, "This request comes in too many small parts: send it as a whole.")
AHEAD = (429, "Too many requests were sent before the first was answered: wait for the answers.")
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
    named = 0
    """Bytes of the address and the headers of this request so far, those after its body too."""
    body = 0
    """Bytes of the body so far, and ..."""
    parts = 0
    """... in how many parts they were sent."""
    told = 0
    """Bytes of this line that the parser has told of, in all, and ..."""
    empty = 0
    """... those that it has not, since the last head began."""
    unread = 0
    """Bytes of a body that nobody wants any more."""
    is_arriving = False
    """Is a request on its way? It may be answered before it has come to its end."""
    answering: RequestResponseCycle | None = None
    """The request that is being answered; others may wait behind it."""
    is_socket = False
    """Has it become one?"""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = client_named(self.client[0]) if self.client else ""
        self.open_from[self.address] += 1
        if not self.settings.trust_proxy and self.open_from[self.address] > self.settings.most_lines_from_one:
            self._let_go(FULL)
            return
        self._wait(self.settings.head_seconds, None)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._forget()
        self._nobody_listens()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing() or self.is_socket:
                return
            piece = data[start : start + PIECE]
            if self.head > LARGEST_HEAD:
                self._let_go(LONG_HEAD)
                return
            if self.head >= 0:
                self.head += len(piece)
            told = self.told
            super().data_received(piece)
            if not (self.transport.is_closing() or self.is_socket):
                self._has_told(self.told - told, len(piece))

    def _has_told(self, told: int, sent: int) -> None:
        """What is in a head counts there. uvicorn waits no longer for the next request once anything has arrived."""
        if self.timer is None:
            self._wait(self.settings.head_seconds, None)
        if self.head >= 0:
            return
        self.empty = max(0, self.empty + sent - told)
        if self.empty > MOST_EMPTY:
            self._let_go(EMPTY if self.is_arriving or self._is_counted() else None)

    def on_message_begin(self) -> None:
        self.head = self.named = self.body = self.parts = self.unread = self.empty = 0
        self.is_arriving = True
        self._wait(self.settings.head_seconds, SLOW_HEAD)
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._has_named(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        if self.transport.is_closing():
            return  # the rest of what was let go may hold many thousands
        super().on_header(name, value)
        self._has_named(len(name) + len(value))

    def _has_named(self, more: int) -> None:
        self.named += more
        self.told += more
        if self.named > LARGEST_HEAD or len(self.headers) > MOST_HEADERS:
            self._let_go(LONG_HEAD)

    def on_headers_complete(self) -> None:
        self.head = -1
        self._wait(self.settings.body_seconds, SLOW_BODY)
        if len(self.pipeline) >= MOST_AHEAD:
            self._let_go(AHEAD)
        if not self.transport.is_closing():
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if self.transport.is_closing():
            return
        self.body, self.parts = self.body + len(body), self.parts + 1
        self.told += len(body) + PART_FRAME
        if self.parts > MOST_CRUMBS + self.body / SMALLEST_CHUNK:
            self._let_go(CRUMBS)
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

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self.answering = cycle
        super()._start_asgi_task(cycle, app)

    def _nobody_listens(self) -> None:
        """What is being answered need not be: uvicorn tells it to the last request alone, not to the one before it."""
        if self.answering is not None and not self.answering.response_complete:
            self.answering.disconnected = True
            self.answering.message_event.set()

    def on_response_complete(self) -> None:
        if self.pipeline:  # the next of several that were sent at once
            self._wait(self.settings.answer_seconds, None)
        elif not self.is_arriving:
            self._stop_waiting()
        if self.transport.get_write_buffer_size():  # answered, but not taken yet: uvicorn would wait for ever
            self.loop.call_later(self.settings.answer_seconds, self._must_be_taken, self.answering)
        super().on_response_complete()

    def _must_be_taken(self, answer: RequestResponseCycle | None) -> None:
        if self.answering is answer and self.transport.get_write_buffer_size():  # a later answer has its own time
            self.transport.abort()

    def handle_websocket_upgrade(self) -> None:
        """A socket begins with a request, and counts as one."""
        try:
            self.limits.take(REQUESTS, client_of(self.scope, self.settings))
        except TooMuch as refusal:
            self._let_go((refusal.status, str(refusal)))
            return
        self._stop_waiting()
        self._forget()
        self.is_socket = True
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP counts as a request."""
        if self._is_counted():
            super().send_400_response(msg)
        else:
            self.transport.abort()

    def _is_counted(self) -> bool:
        """Whatever never becomes a request counts as one; whoever sends much of it is not answered any more."""
        try:
            self.limits.take(REQUESTS, client_of({"headers": [], "client": self.client}, self.settings))
        except TooMuch:
            return False
        return True

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
        if self.head >= 0 and not self._is_counted():
            why = None
        if why is not None and (self.answering is None or not self.answering.response_started):
            status, reason = why
            body = present.encoded(messages.Problem(reason, "busy"))
            head = b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n" % len(body)
            self.transport.write(STATUS_LINE[status] + head + body)
            self.transport.close()
        else:
            self.transport.abort()
        self._nobody_listens()


def line_for(settings: Settings, limits: Limits) -> type[Line]:
    """The kind of connection of one server."""
    named: dict[str, Any] = {"settings": settings, "limits": limits, "open_from": Counter()}
    return type("LineOfServer", (Line,), named)
