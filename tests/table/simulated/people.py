"""Random people: they play, talk, take back, leave their seats to bots and come back, on any number of connections.

Each checks what it is told: nothing that it may not know, no older table than it has seen, no promise that is not kept.
A request without an answer is sent again with its key, on whatever connection there is.
"""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Any

import msgspec

from mesozoic.client import messages
from mesozoic.client.differences import applied, fingerprint
from tests.table.players import find_triple
from tests.table.simulated.network import Broken, Line
from tests.table.simulated.oracle import Request, Wrong

if TYPE_CHECKING:
    from tests.table.simulated.world import World

_decoder = msgspec.json.Decoder(messages.ServerMessage)
PATIENCE = 8.0
"""So long somebody waits for an answer before coming back on another connection."""
WORDS = ("Hello.", "Your turn!", "What a dino.", "Well played.", "Just a moment.")


class Look:
    """One connection, and the table as it was told there."""

    def __init__(self, person: Person, line: Line, hello: messages.Hello) -> None:
        self.person = person
        self.line = line
        self.hello = hello
        self.floor = person.version
        """What is told here may not be older than what was known when it was opened."""
        self.version = -1
        self.seen: Any = None
        self.chat = -1
        self.is_welcome = False
        self.spoke = person.world.loop.time()
        line.say(msgspec.json.encode(hello).decode())

    def hear(self, text: str) -> Any:
        message = _decoder.decode(text)
        person, oracle = self.person, self.person.world.oracle
        match message:
            case messages.Welcome():
                self.is_welcome = True
                if message.update is not None:
                    self._take(message.update, is_whole=True)
                elif person.version > 0:
                    raise Wrong(f"{person} is told that the game has not begun, and had seen it")
                oracle.check_welcome(person.match, person.seat, message)
                self.chat = message.chat[-1].number if message.chat else 0
            case messages.Update():
                self._take(message, is_whole=False)
                oracle.check_update(person.match, person.seat, message, is_news=True)
            case messages.Refused() if message.update is not None:
                self._take(message.update, is_whole=True)
                oracle.check_update(person.match, person.seat, message.update, is_news=False)
            case messages.ChatLine():
                if self.chat >= 0 and message.number != self.chat + 1:
                    raise Wrong(f"{person}: line {message.number} of the talk after {self.chat}")
                self.chat = message.number
        return message

    def _take(self, update: messages.Update, is_whole: bool) -> None:
        """Versions only grow; differences lead to the view."""
        least = max(self.floor, self.version if is_whole else self.version + 1)
        if update.version < least:
            raise Wrong(f"{self.person}: version {update.version}, where at least {least} was to be told")
        self.version = update.version
        self.person.version = max(self.person.version, update.version)
        if update.change is not None:
            for frame in update.frames:
                if frame.change is not None:
                    self.seen = applied(self.seen, frame.change)
            update.view = applied(self.seen, update.change)
            update.change = None
            if update.check is not None and update.check != fingerprint(update.view):
                raise Wrong(f"{self.person}: the fingerprint of version {update.version} is another one")
        self.seen = update.view


class Person:
    """Who holds one seat, or only watches."""

    def __init__(self, world: World, match: str, game: str, seat: int | None, token: str | None) -> None:
        self.world = world
        self.match = match
        self.game = game
        self.seat = seat
        self.token = token
        self.chance = random.Random(world.chance.random())
        self.version = 0
        self.update: messages.Update | None = None
        self.info: messages.MatchInfo | None = None
        self.pending: dict[str, Request] = {}
        self.looks: list[Look] = []
        self.numbers = count(1)
        self.pace = self.chance.choice([0.02, 0.3, 1.0])
        self.is_vanished = False
        self.is_done = False
        self.last_answer = 0.0

    def __repr__(self) -> str:
        return f"{self.game} {self.match} {'spectator' if self.seat is None else f'P{self.seat + 1}'}"

    # --- Coming and going -------------------------------------------------------------------------------------------

    async def live(self) -> None:
        while not self.is_done:
            process = await self.world.some_process(self.chance)
            hello = messages.Hello(
                token=self.token,
                frames=self.chance.random() < 0.3,
                tabletop=self.chance.random() < 0.1,
                differences=self.chance.random() < 0.7,
            )
            look = Look(self, Line(self.world, process, f"10.0.0.{self.chance.randint(1, 250)}", self.match), hello)
            with suppress(Broken):
                await self._stay(look)
            look.line.cut(soon=True)
            await asyncio.sleep(self.chance.random() * (2.0 if not self.world.faults.is_calm else 0.1))
            if self.is_vanished:
                await asyncio.sleep(self.chance.choice([1.0, 20.0, 120.0]) * self.chance.random())
                self.is_vanished = False

    async def _stay(self, look: Look) -> None:
        while not self.is_vanished and not self.is_done:
            await self.world.somebody_runs.wait()
            heard = await look.line.hear(self._pause())
            if heard is not None:
                self._hear(look, heard)
            if look.is_welcome:
                self._act(look)
            if self.world.loop.time() - look.spoke > PATIENCE and (self.pending or not look.is_welcome):
                return
        if self.is_done:
            await asyncio.sleep(0.5)

    def _pause(self) -> float:
        if self.world.faults.is_calm:
            return 1.0
        return min(3.0, self.chance.expovariate(1 / self.pace))

    # --- What is heard ------------------------------------------------------------------------------------------------

    def _hear(self, look: Look, text: str) -> None:
        self.world.trace(f"{self} hears {text}")
        was_welcome = look.is_welcome
        message = look.hear(text)
        match message:
            case messages.Welcome():
                self.info = message.match
                self._see(message.update)
                if not was_welcome:
                    for request in list(self.pending.values()):
                        self._say(look, request)
            case messages.Update():
                self._see(message)
                if message.accepted is not None:
                    self._answered(message.accepted, "accepted")
            case messages.MatchChanged():
                self.info = message.match
            case messages.Accepted():
                self._answered(message.key, "accepted")
            case messages.Refused():
                self._see(message.update)
                if message.key is not None:
                    self._refused(message.key, message.code)
            case messages.World():
                self.world.oracle.checks["worlds to think on"] += 1
        is_over = self.info is not None and self.info.status == "over"
        if is_over and (self.update is not None or self.info is None) and not self.pending:
            self.is_done = True

    def _see(self, update: messages.Update | None) -> None:
        """The newest of all connections."""
        if update is not None and (self.update is None or update.version >= self.update.version):
            self.update = update

    def _answered(self, key: str, answer: str) -> None:
        request = self.world.oracle.requests.get((self.match, key))
        if request is None or request.seat != self.seat:
            raise Wrong(f"{self} was answered what it never asked: {key}")
        self.world.oracle.answered(request, answer)
        request.copies = max(0, request.copies - 1)
        self.pending.pop(key, None)

    def _refused(self, key: str, code: str) -> None:
        if code == "busy":
            if key in self.pending:
                self.pending[key].copies -= 1
        elif self.world.oracle.requests[self.match, key].answer != "accepted":
            self._answered(key, "refused")

    # --- What is done -------------------------------------------------------------------------------------------------

    def _act(self, look: Look) -> None:
        if self.seat is None or self.info is None or self.is_done:
            return
        if self.pending:
            self._insist(look)
            return
        wanted = self._wanted()
        if wanted is not None:
            kind, message = wanted
            request = Request(self.match, self.seat, message.key, kind, message)
            self.pending[message.key] = request
            self.world.oracle.asked(request)
            self._say(look, request)

    def _insist(self, look: Look) -> None:
        """A server that was busy, or a request that may be lost: once more."""
        for request in list(self.pending.values()):
            if request.copies <= 0:
                self._say(look, request)

    def _say(self, look: Look, request: Request) -> None:
        text = msgspec.json.encode(request.said).decode()
        self.world.trace(f"{self} says {text}")
        look.line.say(text)
        request.copies += 1
        look.spoke = self.world.loop.time()
        if self.world.faults.strikes(self.world.faults.weather.request_doubled):
            self.world.faults.count("request doubled")
            look.line.say(text)
            request.copies += 1

    def _key(self) -> str:
        return f"key-{self.seat}-{next(self.numbers):06}"

    def _wanted(self) -> tuple[str, Any] | None:
        info, chance = self.info, self.chance
        assert info is not None and self.seat is not None
        if info.status == "waiting":
            return None
        mine = info.seats[self.seat]
        if not self.world.faults.is_calm:
            return self._whim(mine) or self._move(mine)
        if mine.away and not mine.resigned and info.status == "playing" and chance.random() < 0.3:
            return "come_back", messages.ComeBack(self._key())
        return self._answer_undo(agree=chance.random() < 0.5) or self._move(mine)

    def _whim(self, mine: messages.SeatInfo) -> tuple[str, Any] | None:
        chance = self.chance
        draw = chance.random()
        playing = self.info is not None and self.info.status == "playing"
        if draw < 0.03:
            return "chat", messages.Chat(self._key(), chance.choice(WORDS))
        if draw < 0.06:
            return "undo", messages.Undo(self._key())
        if draw < 0.075:
            return "undo", messages.Undo(self._key(), turns=chance.randint(1, 3))
        if draw < 0.09:
            return "let_pass", messages.LetPass(self._key(), chance.random() < 0.7)
        if draw < 0.1:
            return "hand_over", messages.HandOver(self._key(), chance.choice([None, "random"]))
        if draw < 0.101 and playing:
            return "hand_over", messages.HandOver(self._key(), resign=True)
        if mine.away and not mine.resigned and draw < 0.3:
            return "come_back", messages.ComeBack(self._key())
        return self._answer_undo(agree=chance.random() < 0.6) if draw < 0.6 else None

    def _answer_undo(self, agree: bool) -> tuple[str, Any] | None:
        asked = None if self.update is None else self.update.undo
        if asked is None or self.seat not in asked.needed or self.seat in asked.agreed:
            return None
        return "answer_undo", messages.AnswerUndo(self._key(), agree)

    def _move(self, mine: messages.SeatInfo) -> tuple[str, Any] | None:
        update, chance = self.update, self.chance
        if update is None or update.result is not None or mine.away:
            return None
        if self.game == "clades":
            return self._call(update)
        if not update.moves:
            return None
        decision = update.decision - (chance.random() < 0.02)
        return "move", messages.Move(self._key(), chance.choice(update.moves).text, decision)

    def _call(self, update: messages.Update) -> tuple[str, Any] | None:
        view = update.view
        assert self.seat is not None
        if "rows" not in view or view["phase"] != "open":
            return None if not update.moves else ("move", messages.Move(self._key(), update.moves[0].text))
        move = find_triple(view, self.seat)
        if move == "none" and not any(one.text == "none" for one in update.moves):
            return None
        return "move", messages.Move(self._key(), move)
