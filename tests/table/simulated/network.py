"""A network between clients and processes: messages of one connection arrive in their order, and late, or never.

As with TCP a message is not lost alone: the connection breaks, whatever was under way is gone, and each side learns of
it when it does. Requests over HTTP may be carried out without anybody hearing of it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any

from litestar.exceptions import WebSocketDisconnect

from mesozoic.table.http import api
from tests.table.simulated.loop import Owner

if TYPE_CHECKING:
    from tests.table.simulated.world import Process, World

MOST_UNDER_WAY = 30
"""Who does not take what is sent holds up the sender after so many."""


class Broken(Exception):
    """The connection is no more."""


class Way:
    """One direction of a connection."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.under_way: deque[str] = deque()
        self.arrived: deque[str] = deque()
        self.last = 0.0
        self.news: asyncio.Future[None] | None = None
        self.is_broken = False
        """As its reader knows."""
        self.is_cut = False

    def send(self, text: str) -> None:
        if self.is_cut:
            return
        self.under_way.append(text)
        loop = self.world.loop
        self.last = max(self.last, loop.time() + self.world.faults.way())
        loop.call_at(self.last, self._arrive, context=loop.outside.context)

    def stall(self, seconds: float) -> None:
        self.last = max(self.last, self.world.loop.time()) + seconds

    def _arrive(self) -> None:
        if not self.is_cut and self.under_way:
            self.arrived.append(self.under_way.popleft())
            self.wake()

    def end(self) -> None:
        """Its reader learns that nothing more will come; what has arrived can still be read."""
        self.is_broken = True
        self.wake()

    def wake(self) -> None:
        if self.news is not None and not self.news.done():
            self.news.set_result(None)

    async def read(self, until: float | None = None) -> str | None:
        """What comes next; None if nothing does until then; Broken if nothing ever will."""
        loop = self.world.loop
        while not self.arrived:
            if self.is_broken:
                raise Broken
            if until is not None and loop.time() >= until:
                return None
            self.news = loop.create_future()
            timer = None if until is None else loop.call_at(until, self.wake)
            try:
                await self.news
            finally:
                if timer is not None:
                    timer.cancel()
        return self.arrived.popleft()


class Line:
    """A WebSocket: what the client has in hand, and what the server has."""

    def __init__(self, world: World, process: Process, address: str, match: str) -> None:
        self.world = world
        self.process = process
        self.to_server = Way(world)
        self.to_client = Way(world)
        self.scope: dict[str, Any] = {"client": (address, 1), "headers": [], "extensions": {}}
        self.headers: dict[str, str] = {}
        self.match = match
        self.is_over = False
        world.lines[self] = None
        world.loop.call_later(world.faults.way(), self._reach, context=world.loop.outside.context)

    def _reach(self) -> None:
        process = self.process
        if not process.is_serving:
            self.cut(soon=True)
            return
        process.context.copy().run(self.world.loop.create_task, self._serve())

    async def _serve(self) -> None:
        hub, service = self.process.hub, self.process.service
        assert hub is not None
        try:
            await api.socket.fn(self, self.match, hub, service)
        finally:
            if not self.process.is_dead:
                self.cut(soon=True)

    def cut(self, soon: bool = False) -> None:
        """It breaks; each side learns of it some time later, the client at last by its patience."""
        if self.is_over:
            return
        self.is_over = True
        self.world.lines.pop(self, None)
        for way in (self.to_client, self.to_server):
            way.is_cut = True
            way.under_way.clear()
            longest = 0.2 if soon else self.world.chance.choice([0.05, 1.0, 40.0])
            loop = self.world.loop
            loop.call_later(self.world.chance.random() * longest, way.end, context=loop.outside.context)

    # --- The server's side, as it uses a WebSocket of Litestar's ------------------------------------------------------

    async def accept(self) -> None:
        await asyncio.sleep(0)

    async def send_text(self, text: str) -> None:
        while len(self.to_client.under_way) >= MOST_UNDER_WAY and not self.to_server.is_broken:
            await asyncio.sleep(0.05)
        if self.to_server.is_broken:
            raise WebSocketDisconnect(detail="gone", code=1006)
        await asyncio.sleep(0)
        self.to_client.send(text)

    async def receive_text(self) -> str:
        try:
            return str(await self.to_server.read())
        except Broken:
            raise WebSocketDisconnect(detail="gone", code=1006) from None

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """Whatever was sent before it arrives before it."""
        if not self.is_over:
            self.is_over = True
            self.world.lines.pop(self, None)
            loop = self.world.loop
            at = max(self.to_client.last, loop.time()) + 0.001
            loop.call_at(at, self.to_client.end, context=loop.outside.context)

    # --- The client's side --------------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        self.to_server.send(text)

    async def hear(self, seconds: float) -> str | None:
        """What comes next; None if nothing does for so long; Broken if nothing ever will."""
        return await self.to_client.read(self.world.loop.time() + seconds)


class NoAnswer(Exception):
    """Over HTTP: nobody knows whether the request was carried out."""


async def ask(world: World, process: Process, handler: Any, **given: Any) -> Any:
    """A request over HTTP to a process: what its handler gives or raises, or NoAnswer."""
    await asyncio.sleep(world.faults.way())
    if not process.is_serving:
        raise NoAnswer
    answer: asyncio.Future[Any] = world.loop.create_future()

    async def carry_out() -> None:
        try:
            made = await handler(process, **given)
        except Exception as error:
            _give(answer, error)
        else:
            _give(answer, made)

    process.context.copy().run(world.loop.create_task, carry_out())
    process.unanswered[answer] = None
    try:
        async with asyncio.timeout(60):
            found = await answer
    except TimeoutError:
        raise NoAnswer from None
    finally:
        process.unanswered.pop(answer, None)
    await asyncio.sleep(world.faults.way())
    if world.faults.strikes(world.faults.weather.answer_lost):
        world.faults.count("answer lost")
        raise NoAnswer
    if isinstance(found, Exception):
        raise found
    return found


def _give(answer: asyncio.Future[Any], what: Any) -> None:
    if not answer.done():
        answer.set_result(what)


__all__ = ["Broken", "Line", "NoAnswer", "Owner", "ask"]
