"""A client's connection: what it sends is read, checked and carried out; what it is told waits in its queue."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from mesozoic.client import messages
from mesozoic.kernel.errors import MesozoicError
from mesozoic.kernel.rng import seeded
from mesozoic.table.errors import Busy, Forbidden, Garbled, Refusal, Stale, code_of
from mesozoic.table.http.guard import END_SOON, GIVE, way_of
from mesozoic.table.matches import present
from mesozoic.table.matches.connection import Connection
from mesozoic.table.matches.house import NOT_WELCOME
from mesozoic.table.matches.hub import Hub
from mesozoic.table.matches.limits import (
    HINT_COST,
    LISTENERS_AT_A_COST,
    MATCHES,
    MESSAGES,
    MOST_TOLD_COST,
    MOVES_AT_A_COST,
    REQUESTS,
    Allowance,
)
from mesozoic.table.matches.room import Room
from mesozoic.table.matches.service import Service

log = logging.getLogger("mesozoic.table")
LOOKS_FOR_HELLO = 10
"""So often, once a second, somebody looks whether a client has said hello; a server that was late looks again."""
LONGEST_MESSAGE = 8_192
MOST_GARBLED = 20
TRY_AGAIN = 1013
"""The word of WebSockets for "try again later"."""

_decoder = msgspec.json.Decoder(messages.ClientMessage)


class Wire:
    """One WebSocket of one match."""

    def __init__(
        self, socket: WebSocket[Any, Any, Any], hub: Hub, service: Service, room: Room, client: str = ""
    ) -> None:
        self.client = client
        self.socket = socket
        self.hub = hub
        self.service = service
        self.room = room
        measured_ms = (lambda: None) if socket is None else way_of(socket.scope, hub.settings)
        self.connection = Connection(hub.settings.most_behind, measured_ms, hub.timeline.count, client, hub.unread_of)
        if socket is not None:
            extensions: Any = socket.scope.get("extensions") or {}
            self.connection.give = extensions.get(GIVE)
            self.connection.end_soon = extensions.get(END_SOON)
        rate = hub.settings.messages_per_second
        self.allowance = Allowance(rate, 2 * rate, hub.timeline.count)
        self.garbled = 0

    async def serve(self) -> None:
        """Until the client or the server ends it."""
        delivering = asyncio.create_task(self.connection.deliver(self.socket.send_text))
        listening = asyncio.create_task(self._listen())
        try:
            await asyncio.wait({delivering, listening}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.room.leave(self.connection)
            self.connection.end()
            for task in (listening, delivering):
                task.cancel()
            await asyncio.gather(listening, delivering, return_exceptions=True)
            with suppress(Exception):
                async with asyncio.timeout(1):
                    await self.socket.close(self.connection.code)

    async def _listen(self) -> None:
        try:
            hello = self._read(await self._first_words())
            if not isinstance(hello, messages.Hello):
                raise Garbled("Say hello first.")
            self.room = await self.hub.room(self.room.match.row.id)  # it may have left the memory meanwhile
            await self.room.be_up_to_date()
            self._enter(hello)
            while True:
                await self._hear(await self.socket.receive_text())
        except (WebSocketDisconnect, TimeoutError):
            return
        except Busy:
            self.connection.code = TRY_AGAIN  # no last word, so clients come back by themselves
        except MesozoicError as refusal:
            self._refuse(None, refusal)
            self.connection.close(str(refusal))
            await asyncio.sleep(1)
        except Exception:
            log.exception("a connection of match %s failed", self.room.match.row.id)
            self.connection.close("Something went wrong on the server: come back.")
            await asyncio.sleep(1)

    async def _first_words(self) -> str:
        waiting = asyncio.create_task(self.socket.receive_text())
        try:
            for _ in range(LOOKS_FOR_HELLO):
                if (await asyncio.wait({waiting}, timeout=1.0))[0]:
                    return waiting.result()
        finally:
            waiting.cancel()
        raise TimeoutError

    def _read(self, text: str) -> Any:
        if len(text) > LONGEST_MESSAGE:
            raise Garbled(f"A message has at most {LONGEST_MESSAGE} characters.")
        try:
            return _decoder.decode(text)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise Garbled(f"This message cannot be read: {error}.") from None
        except (RecursionError, UnicodeError, ValueError):
            raise Garbled("This message cannot be read.") from None

    def _enter(self, hello: messages.Hello) -> None:
        self.connection.reader = self.hub.seat_of(self.room, hello.token)
        self.connection.frames, self.connection.tabletop = hello.frames, hello.tabletop
        self.connection.differences = hello.differences
        self.room.enter(self.connection)

    async def _hear(self, text: str) -> None:
        """Carry out one message; whatever is wrong with it is answered with a sentence."""
        message: Any = None
        try:
            if self.hub.house.is_refused(self.client):
                self.connection.close(NOT_WELCOME)
                return
            if not self.allowance.take():
                raise Busy("That is too much at once: wait a moment.")
            self.hub.limits.take(MESSAGES, self.client)
            message = self._read(text)
            await self._carry_out(message)
        except Garbled as refusal:
            self.garbled += 1
            if self.garbled > MOST_GARBLED:
                raise
            self._refuse(None, refusal)
        except Stale as refusal:
            self._refuse(getattr(message, "key", None), refusal, with_update=True)
        except MesozoicError as refusal:
            self._refuse(getattr(message, "key", None), refusal)

    def _refuse(self, key: str | None, refusal: MesozoicError, with_update: bool = False) -> None:
        self.hub.measured.refused(code_of(refusal))
        look = self.connection
        shown = self.room.match.state is not None and (with_update or code_of(refusal) == "illegal")
        shown = shown and not look.is_behind  # the present table is among what waits for it
        update = self.room.update(look.reader, look.frames, look.tabletop) if shown else None
        look.send(present.encoded(messages.Refused(key, str(refusal), code_of(refusal), update)))  # type: ignore[arg-type]
        look.saw(update)

    async def _carry_out(self, message: Any) -> None:
        match message:
            case messages.Ping():
                now = self.room.match.now(self.hub.wall())
                pong = messages.Pong(message.sent, now, self.connection.stamp(), self.connection.lag_ms)
                self.connection.send(present.encoded(pong))
            case messages.Echo():
                self.connection.echoed(message.stamp)
            case messages.Hello():
                raise Garbled("You have said hello already.")
            case messages.AskHint():
                await self._hint(message)
            case messages.AskWorld():
                self.hub.limits.take(REQUESTS, self.client)
                self.connection.send(present.encoded(world_for(self.room, self._seat(), message.key)))
            case _:
                seat = self._seat()
                self._count_listeners()
                await self._act(message, seat)
                if self.connection.accepted != message.key:  # else the update has said it
                    self.connection.send(present.encoded(messages.Accepted(message.key)))
                self.connection.accepted = None

    def _seat(self) -> int:
        if self.connection.reader is None:
            raise Forbidden("You only watch: take a seat to play.")
        return self.connection.reader

    async def _act(self, message: Any, seat: int) -> None:
        room, service = self.room, self.service
        match message:
            case messages.Move():
                began = time.perf_counter()
                await room.move(seat, message.move, message.decision, message.key, self.connection.head_start_ms())
                self.hub.measured.moves.add(time.perf_counter() - began)
            case messages.Undo():
                self._count_moves()
                await service.undo(room, seat, message.key, message.turns)
            case messages.AnswerUndo():
                self._count_moves()
                await service.answer_undo(room, seat, message.agree, message.key)
            case messages.LetPass():
                await service.let_pass(room, seat, message.on, message.key)
            case messages.Chat():
                self.hub.house.check_talk(self.client, room.match.seats[seat].name)
                await service.say(room, seat, message.text, message.key)
            case messages.Start():
                if room.match.creator != seat:
                    raise Forbidden("Whoever made the match starts it.")
                await service.start(room, message.key, seat, self.client)
            case messages.HandOver():
                await service.hand_over(room, seat, message)
            case messages.ComeBack():
                await service.come_back(room, seat, message.key)
            case messages.Rematch():
                if service.would_make_rematch(room):
                    self.hub.limits.take(MATCHES, self.client)
                await service.rematch(room, seat, message.key)

    def _count_listeners(self) -> None:
        """Whoever does something has it told to all who look on."""
        many = min(MOST_TOLD_COST, len(self.room.connections) // LISTENERS_AT_A_COST)
        if many:
            self.hub.limits.take(MESSAGES, self.client, many)

    def _count_moves(self) -> None:
        """Who takes back has the game played again up to there."""
        state = self.room.match.state
        moves = 0 if state is None else len(state.history)
        self.hub.limits.take(REQUESTS, self.client, 1 + moves // MOVES_AT_A_COST)

    async def _hint(self, message: messages.AskHint) -> None:
        self.hub.limits.take(REQUESTS, self.client, HINT_COST)
        hint = await hint_for(self.hub, self.room, self._seat(), message.key, self.client)
        self.connection.send(present.encoded(hint))


async def hint_for(hub: Hub, room: Room, seat: int, key: str, client: str) -> messages.Hint:
    """What a bot would do in this seat, and why."""
    state = room.match.state
    if not room.may_ask_hints:
        raise Forbidden("There are no hints at this table where people play each other.")
    if state is None or seat not in room.match.to_move:
        raise Refusal("There is nothing to decide for you now.")
    try:
        advice = await hub.thinkers.advise(state, seat, client)
    except Exception as error:
        log.warning("no hint for %s: %r", room.match.row.id, error)
        raise Busy("No bot has an idea just now: try again in a moment.") from None
    game, state = room.match.game, room.match.state
    code = game.parse(advice.moves[0])
    if state is None or seat not in room.match.to_move or not state.is_legal(seat, code):
        raise Stale("The table has moved on since: ask again.")
    return messages.Hint(
        key=key,
        move=advice.moves[0],
        label=game.words.label(state, seat, code),
        why=advice.why,
        moves=list(advice.moves),
        whole=advice.whole,
        words=advice.words,
        value=advice.value,
        next_best=advice.next_best,
        elements=list(advice.elements),
    )


def world_for(room: Room, seat: int, key: str) -> messages.World:
    """A position that the seat cannot tell from the real one, by a chance that has nothing to do with the game's."""
    match = room.match
    if match.game.facts.realtime:
        raise Refusal(f"{match.game.title} is played in real time: only the server's own bots keep its time.")
    if not room.may_ask_hints:
        raise Forbidden("Between people no bot of one's own is given a position to think on at this table.")
    if match.state is None or seat not in match.to_move:
        raise Refusal("There is nothing to decide for you now.")
    world = match.state.imagine(seat, seeded(secrets.token_hex()))
    return messages.World(key, match.decisions[seat], world.position())
