"""A client in Python, for the terminal, for bots and for tests: it says hello, keeps up, and comes back by itself.

A request that was not answered before the connection broke is sent again with the same key, so it is carried out once.
"""

from __future__ import annotations

import asyncio
import itertools
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import msgspec
import websockets
from websockets.asyncio.client import ClientConnection

from mesozoic.client import messages
from mesozoic.client.differences import applied, fingerprint
from mesozoic.kernel.errors import MesozoicError

_decoder = msgspec.json.Decoder(messages.ServerMessage)
_encoder = msgspec.json.Encoder()
PING_SECONDS = (0.2, 0.2, 0.2, 5.0)
"""The server measures the way to a client by pings; the first few come soon, the last pause is repeated."""
RETRY_SECONDS = (0.1, 0.2, 0.5, 1.0, 2.0)
LARGEST = 16_000_000
BUSY_SECONDS = 0.5
BUSY_ATTEMPTS = 40
"""A server that is busy is asked again, for about so long."""


class Lost(MesozoicError):
    """The server cannot be reached, or does not want to talk."""


class SeatLost(Lost):
    """The seat is not this client's any more."""


class Declined(MesozoicError):
    """The server refused a request; the sentence says why."""

    def __init__(self, refused: messages.Refused) -> None:
        super().__init__(refused.reason)
        self.refused = refused


def new_key() -> str:
    return secrets.token_urlsafe(12)


def socket_url(server: str, match: str) -> str:
    parts = urlsplit(server)
    scheme = "wss" if parts.scheme == "https" else "ws"
    return urlunsplit((scheme, parts.netloc, f"{parts.path.rstrip('/')}/api/matches/{match}/socket", "", ""))


class Client:
    """One seat (or a spectator) of one match on one server."""

    def __init__(self, server: str, match: str, token: str | None, frames: bool = False, attempts: int = 60) -> None:
        self.url = socket_url(server, match)
        self.hello = messages.Hello(token=token, frames=frames, differences=True)
        self.attempts = attempts
        self.seat: int | None = None
        self.match: messages.MatchInfo | None = None
        self.update: messages.Update | None = None
        self.seen: Any = None
        """The view that was sent last, whole: the next one may come as a difference from it."""
        self.news: asyncio.Queue[Any] = asyncio.Queue()
        """Everything that arrives, in order; answers to requests are not among it."""
        self.asked: dict[str, tuple[Any, asyncio.Future[Any]]] = {}
        self.socket: ClientConnection | None = None
        self.task: asyncio.Task[None] | None = None
        self.reconnects = -1
        self.is_welcome = False
        """On this connection: requests are sent only then."""
        self.lost: Lost | None = None
        self.farewell = "The seat is not yours any more."
        """What the server said last before it closed the connection."""
        self.sending: set[asyncio.Future[None]] = set()

    async def __aenter__(self) -> Client:
        self.task = asyncio.create_task(self._live())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        if self.socket is not None:
            await self.socket.close()

    # --- Asking -----------------------------------------------------------------------------------------------

    async def ask(self, request: Any) -> Any:
        """Send a request and wait for its answer, over broken connections too; Declined says why not.

        While the server is busy the request is repeated: it has a key, so it is carried out once.
        """
        for _ in range(BUSY_ATTEMPTS):
            try:
                return await self._ask(request)
            except Declined as declined:
                if declined.refused.code != "busy":
                    raise
                last = declined
            await asyncio.sleep(BUSY_SECONDS)
        raise last

    async def _ask(self, request: Any) -> Any:
        if self.lost is not None:
            raise self.lost
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.asked[request.key] = (request, done)
        await self._send(request)
        try:
            return await done
        finally:
            self.asked.pop(request.key, None)

    async def move(self, move: str, decision: int | None = None, key: str | None = None) -> None:
        await self.ask(messages.Move(key or new_key(), move, decision))

    async def _send(self, request: Any) -> None:
        if self.socket is not None and self.is_welcome:
            with suppress(websockets.ConnectionClosed):  # it is sent again when the connection is back
                await self.socket.send(_encoder.encode(request).decode())

    def _send_soon(self, request: Any) -> None:
        sending = asyncio.ensure_future(self._send(request))
        self.sending.add(sending)
        sending.add_done_callback(self.sending.discard)

    async def updates(self) -> AsyncIterator[messages.Update]:
        """The updates as they come, the first at once."""
        while True:
            message = await self.news.get()
            if isinstance(message, Lost):
                raise message
            if isinstance(message, messages.Welcome) and message.update is not None:
                yield message.update
            elif isinstance(message, messages.Update):
                yield message

    # --- Keeping up -------------------------------------------------------------------------------------------

    async def _live(self) -> None:
        failures = 0
        while failures < self.attempts:
            try:
                async with websockets.connect(self.url, max_size=LARGEST, open_timeout=5) as socket:
                    self.socket = socket
                    with suppress(websockets.ConnectionClosed):  # the server may have said already why not
                        await socket.send(_encoder.encode(self.hello).decode())
                    pinging = asyncio.create_task(self._ping())
                    try:
                        async for text in socket:
                            self._hear(_decoder.decode(text))
                            failures = 0
                    finally:
                        pinging.cancel()
            except (OSError, TimeoutError, websockets.WebSocketException) as broken:
                if isinstance(broken, websockets.ConnectionClosed) and _is_for_good(broken):
                    self._give_up(SeatLost(self.farewell))
                    return
                failures += 1
            except Lost as lost:
                self._give_up(lost)
                return
            except msgspec.MsgspecError as error:
                self._give_up(Lost(f"The server says something that this program does not understand: {error}"))
                return
            self.socket, self.is_welcome = None, False
            await asyncio.sleep(RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)])
        self._give_up(Lost("The server does not answer."))

    async def _ping(self) -> None:
        """Somebody who thinks for long is still there, and in real time the lag counts."""
        for number in itertools.count():
            await asyncio.sleep(PING_SECONDS[min(number, len(PING_SECONDS) - 1)])
            await self._send(messages.Ping(time.time()))

    def _give_up(self, lost: Lost) -> None:
        self.socket, self.is_welcome, self.lost = None, False, lost
        self.news.put_nowait(lost)
        for _, done in self.asked.values():
            if not done.done():
                done.set_exception(lost)

    def _hear(self, message: Any) -> None:
        update = message if isinstance(message, messages.Update) else getattr(message, "update", None)
        if update is not None:
            self._rebuild(update)
        match message:
            case messages.Welcome():
                self.reconnects += 1
                self.is_welcome = True
                self.seat, self.match, self.update = message.seat, message.match, message.update
                self.news.put_nowait(message)
                for request, _ in list(self.asked.values()):
                    self._send_soon(request)
            case messages.Accepted() | messages.Hint() | messages.World():
                self._answer(message.key, message)
            case messages.Refused():
                self._refused(message)
            case messages.Pong():
                self._send_soon(messages.Echo(message.stamp))
            case messages.Gone():
                self.farewell = message.reason
                if self.reconnects < 0 and not self.is_welcome:
                    raise Lost(message.reason)
            case _:
                if isinstance(message, messages.Update):
                    self.update = message
                    if message.accepted is not None:
                        self._answer(message.accepted, messages.Accepted(message.accepted))
                elif isinstance(message, messages.MatchChanged):
                    self.match = message.match
                self.news.put_nowait(message)

    def _rebuild(self, update: messages.Update) -> None:
        """Whole views where differences were sent; one that has gone wrong is fetched anew with the connection."""
        if update.change is not None:
            for frame in update.frames:
                if frame.change is not None:
                    frame.view = self.seen = applied(self.seen, frame.change)
            update.view = applied(self.seen, update.change)
            if update.check is not None and update.check != fingerprint(update.view):
                raise websockets.ProtocolError("the views do not fit together")
        self.seen = update.view

    def _answer(self, key: str, answer: Any) -> None:
        found = self.asked.get(key)
        if found is not None and not found[1].done():
            found[1].set_result(answer)

    def _refused(self, refused: messages.Refused) -> None:
        if refused.update is not None:
            self.update = refused.update
        if refused.key is None:
            if not self.is_welcome:  # the hello was refused: the seat is not ours, or not any more
                raise Lost(refused.reason)
            if refused.code == "busy":  # one request was not even read, nobody knows which
                for _, done in list(self.asked.values()):
                    if not done.done():
                        done.set_exception(Declined(refused))
            return
        found = self.asked.get(refused.key)
        if found is not None and not found[1].done():
            found[1].set_exception(Declined(refused))


def _is_for_good(closed: websockets.ConnectionClosed) -> bool:
    return closed.rcvd is not None and closed.rcvd.code == messages.NO_SEAT
