"""Lines and sockets of the server by themselves, with a made-up other end and a time that passes when it is told to."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from mesozoic.table.http import lines, sockets
from mesozoic.table.matches.limits import Limits
from mesozoic.table.settings import Settings

HANDSHAKE = (
    b"GET /api/matches/x/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Transport:
    """The other end of a connection: what was written to it, and whether it was closed."""

    def __init__(self, address: str = "192.0.2.1") -> None:
        self.written = b""
        self.untaken = 0
        """Bytes that the other end has not read."""
        self.is_closed = False
        self.address = address

    def write(self, data: bytes) -> None:
        self.written += data

    def close(self) -> None:
        self.is_closed = True

    abort = close

    def is_closing(self) -> bool:
        return self.is_closed

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return (self.address, 1) if name in ("peername", "sockname") else default

    def get_write_buffer_size(self) -> int:
        return self.untaken

    def pause_reading(self) -> None:
        pass

    resume_reading = pause_reading


class Loop:
    """A loop in which time passes only when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0
        self.timers: list[tuple[float, Callable[..., None], tuple[Any, ...]]] = []

    def time(self) -> float:
        return self.now

    def call_later(self, seconds: float, call: Callable[..., None], *given: Any) -> Any:
        timer = (self.now + seconds, call, given)
        self.timers.append(timer)
        loop = self

        class Handle:
            def cancel(self) -> None:
                if timer in loop.timers:
                    loop.timers.remove(timer)

        return Handle()

    def pass_time(self, seconds: float) -> None:
        """Until so many seconds after the beginning; whatever is due then happens late, and once."""
        self.now = seconds
        for timer in [one for one in self.timers if one[0] <= seconds]:
            self.timers.remove(timer)
            timer[1](*timer[2])

    def create_task(self, work: Coroutine[Any, Any, None]) -> Any:
        work.close()
        return type("Task", (), {"add_done_callback": lambda *_: None, "__hash__": lambda self: id(self)})()


async def nothing(scope: Any, receive: Any, send: Any) -> None:
    """An application that answers nobody."""


def line(loop: Loop, kind: type[lines.Line] | None = None) -> tuple[lines.Line, Transport]:
    config = uvicorn.Config(nothing, log_config=None)
    config.load()
    made = (kind or lines.line_for(Settings(), Limits(Settings())))(config, ServerState(), {}, loop)  # type: ignore[arg-type]
    transport = Transport()
    made.connection_made(transport)  # type: ignore[arg-type]
    return made, transport


def open_socket(loop: Loop, handshake: bytes = HANDSHAKE) -> tuple[sockets.Socket, Transport]:
    config = uvicorn.Config(nothing, log_config=None)
    config.load()
    made = sockets.Socket(config, ServerState(), {}, loop)
    transport = Transport()
    made.connection_made(transport)  # type: ignore[arg-type]
    made.data_received(handshake)
    made.conn.send_response(made.response)
    made.conn.data_to_send()
    made.start_keepalive()
    return made, transport
