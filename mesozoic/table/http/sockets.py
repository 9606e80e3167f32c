"""WebSockets of the server, packed well: an update says much of what the one before it said.

A window that holds the last update makes messages half as large as uvicorn's small one, and on the quickest level takes
a quarter of the time. It costs 144 KB of memory for each connection.
"""

from __future__ import annotations

import socket
import struct
from contextlib import suppress
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.http11 import Request

WAY = "mesozoic.way"
"""Under this name the scope of a socket holds a function: how long the way to the client and back is."""
SMALLEST_WAY = 148
"""Where Linux tells in its TCP_INFO the smallest way of the last minutes, in microseconds."""

PACKING = ServerPerMessageDeflateFactory(
    server_max_window_bits=15, client_max_window_bits=12, compress_settings={"level": 1, "memLevel": 5}
)


class Socket(WebSocketsSansIOProtocol):
    """As uvicorn's own, with our packing where the host wants any."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn.available_extensions = [PACKING] if self.config.ws_per_message_deflate else []

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions = cast("dict[str, object]", self.scope["extensions"])
            extensions[WAY] = self.way_ms

    def way_ms(self) -> float | None:
        """There and back, as the acknowledgements of the other system tell ours; None where it does not say."""
        with suppress(OSError, AttributeError, ValueError, struct.error):
            handle = self.transport.get_extra_info("socket").fileno()
            borrowed = socket.socket(socket.AF_INET, socket.SOCK_STREAM, fileno=handle)
            try:
                told = borrowed.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256)
            finally:
                borrowed.detach()
            return float(struct.unpack_from("I", told, SMALLEST_WAY)[0]) / 1000
        return None
