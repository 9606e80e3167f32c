"""WebSockets of the server, each message packed by itself: clients are told differences, which are short already.

A window that remembers earlier messages would take 40 to 170 KB of memory for each connection; so it takes none.
"""

from __future__ import annotations

import asyncio
import socket
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import STATUS_LINE
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from mesozoic.client import messages
from mesozoic.table.errors import TooMuch
from mesozoic.table.http.guard import END_SOON, GIVE, WAY, client_of, needed_later
from mesozoic.table.matches import present
from mesozoic.table.matches.limits import FLOOD_COST, FRAMES, FRAMES_A_MESSAGE, REQUESTS, Allowance, Limits
from mesozoic.table.settings import Settings

SMALLEST_WAY = 148
"""Where Linux tells in its TCP_INFO the smallest way of the last minutes, in microseconds."""

PACKING = ServerPerMessageDeflateFactory(
    server_no_context_takeover=True,
    client_no_context_takeover=True,
    server_max_window_bits=14,
    client_max_window_bits=12,
    compress_settings={"level": 1, "memLevel": 5},
)


PING_SECONDS = 20.0
MOST_UNANSWERED = 2
"""Who has said nothing for so long is asked whether somebody is there; after so many questions without an answer it is
let go. Questions are counted, not seconds: a server that was late has asked once, and reads before it asks again."""
CLOSE_SECONDS = 15.0
"""So long a client may take to read its farewell and answer it."""
SEND_BUFFER = 65_536
"""So much the system holds of what a client has not taken; Linux takes twice as much for its own needs. By itself it
would hold 4 MB for each, out of sight of all that is counted here."""
PIECE = 1_024
"""So much of what has arrived is read before anybody asks whether it was too much."""
TOO_MANY = "That is too much at once: come back, and say less."
NO_HANDSHAKE = "No socket can be opened with this request: its lines are too long, or it has a body."
POLICY, NO_TEXT = 1008, 1007
"""The words of WebSockets for whoever does not keep to the rules, and for a text that is none."""


WORTH_PACKING = 200
"""Bytes; what is shorter hardly becomes any shorter."""
SMALL = 8_192
SMALL_WINDOW, LARGE_WINDOW = (12, 4), (14, 5)
"""Bits of the window, and how much memory to use: laying out the large one takes three times as long as packing."""
TEXT, PACKED_TEXT = 0x81, 0xC1
"""The first byte of a whole message of text, and of one that is packed."""


@lru_cache(maxsize=16)
def framed(message: bytes, may_pack: bool) -> bytes:
    """A message as it goes over the line (RFC 6455, packed by RFC 7692); once for all who are told the same."""
    first = TEXT
    if may_pack and len(message) >= WORTH_PACKING:
        window, memory = SMALL_WINDOW if len(message) <= SMALL else LARGE_WINDOW
        packer = zlib.compressobj(1, zlib.DEFLATED, -window, memory)
        message = (packer.compress(message) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]
        first = PACKED_TEXT
    size = len(message)
    if size < 126:
        return struct.pack("!BB", first, size) + message
    return struct.pack("!BBH" if size < 65_536 else "!BBQ", first, 126 if size < 65_536 else 127, size) + message


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


class Socket(WebSocketsSansIOProtocol):
    """As uvicorn's own, with our packing where the host wants any, and a bound on frames of every kind.

    A client's messages are counted where they are read; pings, pongs and parts of messages never come so far.
    """

    frames_per_second = 100.0
    settings = Settings()
    limits: Limits | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn.available_extensions = [PACKING] if self.config.ws_per_message_deflate else []
        self.frames_allowed = Allowance(self.frames_per_second, 2 * self.frames_per_second, self.loop.time)
        self.who = ""
        """Whose socket it is, as soon as it has said so."""
        self.has_spoken = True
        """Since somebody looked last."""
        self.unanswered = 0

    # --- Is somebody there? ---------------------------------------------------------------------------------------

    def start_keepalive(self) -> None:
        """Who asked, and how it was answered, is history from now on."""
        self.request.headers.clear()
        self.response.headers.clear()
        self.ask_later()

    def ask_later(self) -> None:
        self.ping_timer = self.loop.call_later(PING_SECONDS, self.send_keepalive_ping)

    def send_keepalive_ping(self) -> None:
        if self.close_sent or self.transport.is_closing():
            return
        if self.has_spoken or self.read_paused:  # what we do not read now nobody can be blamed for
            self.has_spoken, self.unanswered = False, 0
        elif self.unanswered >= MOST_UNANSWERED:
            self.transport.abort()  # nobody would read a farewell
            return
        else:
            self.unanswered += 1
            self.conn.send_ping(b"")
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.ask_later()

    def handle_pong(self, event: Frame) -> None:
        """It counts as everything does that is heard."""

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """The socket is closed, but who does not read would hold its line, and what was sent last, for ever."""
        super().on_task_complete(task)
        self.end_soon()

    def end_soon(self) -> None:
        if not self.disconnected:
            self.loop.call_later(CLOSE_SECONDS, self._end)

    def _end(self) -> None:
        if not self.disconnected:
            self.transport.abort()

    # --- What arrives ---------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        self.has_spoken = True
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + PIECE])
        if not (self.handshake_initiated or self.transport.is_closing()):
            self._refuse()

    def _refuse(self) -> None:
        """The request came here whole, so nothing more will come that makes a handshake of it: uvicorn would wait."""
        body = present.encoded(messages.Problem(NO_HANDSHAKE, "garbled"))
        head = b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n" % len(body)
        self.transport.write(STATUS_LINE[400] + head + body)
        self.transport.close()

    def handle_events(self) -> None:
        if self.conn.events and not self._may_say(len(self.conn.events)):
            self._let_go()
            return
        super().handle_events()

    def _may_say(self, frames: int) -> bool:
        """This socket, and all of the same client together."""
        if not self.frames_allowed.take(frames):
            return False
        if self.limits is not None and self.who:
            try:
                self.limits.take(FRAMES, self.who, frames)
            except TooMuch:
                return False
        return True

    def _let_go(self) -> None:
        """Whoever comes back at once to do the same is soon not let in any more."""
        self.conn.fail(POLICY, TOO_MANY)
        self.handle_parser_exception()
        if self.limits is not None and self.who:
            with suppress(TooMuch):
                self.limits.take(REQUESTS, self.who, FLOOD_COST)

    def send_receive_event_to_app(self) -> None:
        """What is no text is the client's fault and not worth a line in the log, which uvicorn writes for each."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.conn.fail(NO_TEXT, "This message is not UTF-8.")
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["headers"] = needed_later(self.scope["headers"], self.settings)
            self.who = client_of(self.scope, self.settings)
            extensions = cast("dict[str, object]", self.scope["extensions"])
            extensions[WAY] = self.way_ms
            extensions[GIVE] = self.give
            extensions[END_SOON] = self.end_soon
            self._bound_system()

    def _bound_system(self) -> None:
        with suppress(OSError, AttributeError, ValueError), self._system_socket() as found:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    def give(self, message: bytes) -> bool:
        """Send a text at once, past all that stands between an application and its socket; False if that cannot be."""
        is_open = self.conn.state is State.OPEN and not self.close_sent and not self.transport.is_closing()
        if not is_open or not self.writable.is_set():
            return False
        self.transport.write(framed(message, bool(self.conn.extensions)))
        return True

    @contextmanager
    def _system_socket(self) -> Iterator[socket.socket]:
        """Borrowed from whichever loop owns it."""
        handle = self.transport.get_extra_info("socket").fileno()
        borrowed = socket.socket(socket.AF_INET, socket.SOCK_STREAM, fileno=handle)
        try:
            yield borrowed
        finally:
            borrowed.detach()

    def way_ms(self) -> float | None:
        """There and back, as the acknowledgements of the other system tell ours; None where it does not say."""
        with suppress(OSError, AttributeError, ValueError, struct.error):
            with self._system_socket() as found:
                told = found.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256)
            return float(struct.unpack_from("I", told, SMALLEST_WAY)[0]) / 1000
        return None


def socket_for(settings: Settings, limits: Limits) -> type[Socket]:
    """The kind of socket of one server: five times as many frames as it takes messages."""
    frames = float(FRAMES_A_MESSAGE * max(20, settings.messages_per_second))
    return type("SocketOfServer", (Socket,), {"frames_per_second": frames, "settings": settings, "limits": limits})
