"""Starts the server, says where it is, and stops cleanly."""

from __future__ import annotations

import asyncio
import gc
import io
import logging
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from functools import partial
from typing import Any

import segno
import uvicorn
from litestar import Litestar
from litestar._asgi.routing_trie.traversal import parse_path_params

from mesozoic.kernel import sharing
from mesozoic.kernel.errors import BadOptions
from mesozoic.table.http.app import create_app
from mesozoic.table.http.lines import line_for
from mesozoic.table.http.reach import ALL, addresses
from mesozoic.table.http.sockets import socket_for
from mesozoic.table.http.wire import LONGEST_MESSAGE
from mesozoic.table.matches.hub import Hub
from mesozoic.table.memory import give_back
from mesozoic.table.settings import Settings, without_password
from mesozoic.table.storage.file import path_of, sole_use
from mesozoic.table.storage.store import prepare

OPEN_AFTER = 1.0
SWITCH_SECONDS = 0.001
"""Work that is done aside gives way so soon to those who play."""
LOOK_SECONDS = 10
SWEEP_SECONDS = 600
"""So often at least cycles among long-lived objects are looked for, such as matches that have left the memory ..."""
MUCH_LITTER_KB = 50_000
"""... and sooner when they hold so much, or when nobody is there whom it could hold up."""
YOUNG = (2_000, 10, 1_000_000)
"""Cycles among young objects are found at once; Python's own full searches would halt every match for some 0.3 s."""


def serve(settings: Settings, open_browser: bool = False, lan: bool = False) -> int:
    """Serve until somebody stops it; with ``lan`` say how other devices come, with a code for their cameras."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s", stream=sys.stderr)
    with ExitStack() as until_the_end:
        if settings.is_sqlite:
            until_the_end.enter_context(sole_use(path_of(settings.database)))
        asyncio.run(prepare(settings.database))
        return _serve(settings, open_browser, lan)


def _serve(settings: Settings, open_browser: bool, lan: bool) -> int:
    listening = bound(settings)
    port = listening.getsockname()[1]
    address = f"http://{_shown(settings.host)}:{port}"
    print(f"Mesozoic is at {address}  (Ctrl-C stops it; matches are kept in {without_password(settings.database)})")
    if lan:
        print(invitation(addresses(settings.host, port), (sys.stdout.encoding or "").lower().startswith("utf")))
    sys.stdout.flush()
    if open_browser:
        threading.Timer(OPEN_AFTER, lambda: webbrowser.open(address)).start()
    app = create_app(settings)
    config = configured(
        app, settings, callback_notify=Sweeper(app.state.hub, partial(forget, app)), timeout_notify=LOOK_SECONDS
    )
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG)
    TableServer(config, app.state.hub.drain).run(sockets=[listening])
    return 0


def configured(app: Litestar, settings: Settings, **more: Any) -> uvicorn.Config:
    """How uvicorn serves the table: with our connections and sockets, and their bounds."""
    return uvicorn.Config(
        app,
        log_level="error",  # a line for each request that is no HTTP would let anybody fill the disk
        http=line_for(settings, app.state.hub.limits),
        ws=socket_for(settings, app.state.hub.limits),
        ws_max_size=4 * LONGEST_MESSAGE,
        ws_per_message_deflate=settings.compress,
        timeout_graceful_shutdown=3,
        server_header=False,
        proxy_headers=False,
        backlog=2048,
        **more,
    )


class TableServer(uvicorn.Server):
    """As uvicorn's own, but whoever is connected is told first that the server stops."""

    def __init__(self, config: uvicorn.Config, drain: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self.drain = drain

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.drain()
        await super().shutdown(sockets)


def invitation(found: list[str], may_draw: bool) -> str:
    """How others come to the table; the code for cameras only where its blocks can be written."""
    if not found:
        return "This machine has no address in any network: other devices cannot reach it."
    lines = ["Other devices in your network open", *(f"    {one}" for one in found)]
    if not may_draw:
        return "\n".join(lines)
    drawn = io.StringIO()
    segno.make(found[0], error="m").terminal(drawn, border=2, compact=True)
    return "\n".join([*lines, "or point a camera at this:", "", drawn.getvalue()])


def forget(app: Litestar) -> None:
    """What was remembered to answer sooner. Small things that came to be one by one while memory was full hold on to
    a page of it each: parts of views, and where the addresses of matches lead."""
    sharing.forget()
    app.asgi_router.handle_routing.cache_clear()
    parse_path_params.cache_clear()


class Sweeper:
    """The full search for what can be reached no more, seldom, and what was found is given back to the system."""

    def __init__(self, hub: Hub, forget: Callable[[], None], clock: Callable[[], float] = time.monotonic) -> None:
        self.hub = hub
        self.forget = forget
        """What was remembered for those who are here."""
        self.clock = clock
        self.swept = clock()

    async def __call__(self) -> None:
        if self.is_due():
            self.swept = self.clock()
            self.hub.litter_kb = 0
            if self.hub.connections == 0:
                self.forget()
            gc.collect()
            give_back()

    def is_due(self) -> bool:
        litter = self.hub.litter_kb
        is_quiet = self.hub.connections == 0
        return litter > MUCH_LITTER_KB or (litter > 0 and is_quiet) or self.clock() - self.swept > SWEEP_SECONDS


def bound(settings: Settings) -> socket.socket:
    """The socket, taken before anything else so that a taken port is told at once."""
    found = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((settings.host, settings.port))
    except OSError as error:
        found.close()
        raise BadOptions(
            f"Port {settings.port} of {settings.host} cannot be used ({error.strerror or error}): "
            "give another one with --port, or 0 for any."
        ) from None
    return found


def _shown(host: str) -> str:
    return "127.0.0.1" if host in ALL else host
