"""People who are away are told that it is their turn: once a turn, by the ways that they have chosen.

That somebody is to be told, and when, lies in the database, so no fall of a server forgets it. When the moment comes
it is looked at anew: whoever has come back, has moved, or has handed the seat to a bot hears nothing.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from mesozoic.table.errors import Busy, Forbidden, Refusal
from mesozoic.table.matches.limits import CODES
from mesozoic.table.matches.match import Match
from mesozoic.table.outside import mail, push
from mesozoic.table.outside.post import Undelivered, post
from mesozoic.table.outside.words import Notice, Webhook, test_message, your_turn
from mesozoic.table.storage.people import Due, People, Person, way_id
from mesozoic.table.storage.store import AWAY_SECONDS

if TYPE_CHECKING:
    from mesozoic.table.matches.hub import Hub
    from mesozoic.table.matches.room import Room

log = logging.getLogger("mesozoic.table")
LOOK_SECONDS = 5.0
PAUSES = (60.0, 5 * 60.0, 30 * 60.0, 3 * 3600.0)
"""A message that did not arrive is sent again after these seconds, as long as it is still their turn."""
MOST_AT_ONCE = 10
PUSH_KEY = "push"
CODE_LETTERS = "23456789"
CODE_LENGTH = 8
MOST_CODE_TRIES = 10

Sending = Callable[[], Awaitable[None]]


class Reminders:
    """Who is to be told, and the telling."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.settings = hub.settings
        self.people = People(hub.store)
        self.linked: set[str] = set()
        """Matches of which somebody wants to be told."""
        self.push_key = ""
        self.writing: set[asyncio.Task[None]] = set()
        self.telling = asyncio.Lock()

    # --- When it is somebody's turn -------------------------------------------------------------------------------

    def after(self, room: Room, number: int) -> None:
        """An entry of this number has become part of the match: whose turn did it begin?"""
        if room.match.row.id not in self.linked or room.match.status != "playing" or room.match.game.facts.realtime:
            return
        begun = [(seat, turn) for seat, turn in asked_people(room.match) if turn == number]
        here = {connection.reader for connection in room.connections}
        away = [(seat, turn) for seat, turn in begun if seat not in here]
        if away:
            due = self.hub.wall() + self.settings.remind_after_seconds
            self._write(lambda: self.people.begin_turn(room.match.row.id, away, due))
        if not self.hub.store.is_sqlite:  # another process does not know who is connected here
            for seat, turn in begun:
                if seat in here:
                    self._write(lambda seat=seat, turn=turn: self.people.saw(room.match.row.id, seat, turn))  # type: ignore[misc]

    def came(self, room: Room, seat: int) -> None:
        """Somebody looks at their seat: they know that it is their turn."""
        if room.match.row.id in self.linked and seat in room.match.to_move:
            turn = room.match.turns[seat][0]
            self._write(lambda: self.people.saw(room.match.row.id, seat, turn))

    def seat_is_free(self, match: str, seat: int) -> None:
        """Whoever sat there is told of nothing more: the next turns are somebody else's."""
        self._write(lambda: self.people.unlink(match, seat))

    def _write(self, step: Callable[[], Awaitable[None]]) -> None:
        async def quietly() -> None:
            try:
                await step()
            except Busy:
                pass  # the store has told it in the log
            except Exception:
                log.exception("who is to be told of a turn could not be noted")

        task = asyncio.create_task(quietly())
        self.writing.add(task)
        task.add_done_callback(self.writing.discard)

    # --- Telling --------------------------------------------------------------------------------------------------

    async def open(self, last_seen: float | None) -> None:
        """What was going on when a server fell is looked at again: a turn may have begun that was not noted."""
        self.push_key = await self.people.known_key(PUSH_KEY) or await self.people.own_key(PUSH_KEY, push.new_key())
        self.linked = await self.people.linked()
        if last_seen is not None and self.linked:
            due = self.hub.wall() + self.settings.remind_after_seconds
            for match in await self.people.linked_since(last_seen - AWAY_SECONDS):
                try:
                    found = (await self.hub.room(match)).match
                except Refusal:
                    continue
                await self.people.begin_turn(match, asked_people(found), due)

    async def run(self) -> None:
        while True:
            try:
                if not self.hub.store.is_sqlite:
                    self.linked = await self.people.linked()
                if self.linked:
                    await self.tell_all()
            except Busy:
                pass  # the store has told it in the log
            except Exception:
                log.exception("people who are away could not be told")
            await asyncio.sleep(LOOK_SECONDS)

    async def close(self) -> None:
        await asyncio.gather(*self.writing, return_exceptions=True)

    async def tell_all(self) -> None:
        """Whoever is due, a few at a time. Who comes second waits until all that is under way has been told."""
        async with self.telling:
            found = await self.people.due(self.hub.wall())
            for at in range(0, len(found), MOST_AT_ONCE):
                await asyncio.gather(*(self._tell(one) for one in found[at : at + MOST_AT_ONCE]))

    async def _tell(self, one: Due) -> None:
        pause = PAUSES[one.tries] if one.tries < len(PAUSES) else None
        again = None if pause is None else self.hub.wall() + pause
        if not await self.people.take(one, again):
            return
        person = await self.people.find(one.person)
        notice = None if person is None else await self._notice(one)
        if person is None or notice is None:
            await self.people.done(one)
            return
        arrived = list(one.arrived)
        if not await self.send(person, notice, arrived):
            self.hub.counts["reminders"] += 1
            await self.people.done(one)
        else:
            self.hub.counts["reminders_failed"] += 1
            await self.people.arrived(one, arrived)

    async def _notice(self, one: Due) -> Notice | None:
        """What to say, if it is still their turn and they are still away."""
        try:
            room = await self.hub.room(one.match)
        except Refusal:
            return None
        match = room.match
        is_here = one.seat in {connection.reader for connection in room.connections}
        if is_here or one.seen >= one.turn or (one.seat, one.turn) not in asked_people(match):
            return None
        return your_turn(match.title, one.match, [seat.name for seat in match.seats if seat.number != one.seat])

    async def send(self, person: Person, notice: Notice, arrived: list[str]) -> list[str]:
        """By every way that this person has chosen and that has not taken it yet; those that do are noted in
        ``arrived``. What went wrong is kept for them to read."""
        problems: list[str] = []
        for name, address, sending in await self._ways(person, notice):
            if way_id(address) in arrived:
                continue
            try:
                await sending()
                arrived.append(way_id(address))
            except Undelivered as why:
                problems.append(f"{name}: {why}")
        await self.people.outcome(person.id, self.hub.wall(), " ".join(problems) or None)
        return problems

    async def _ways(self, person: Person, notice: Notice) -> list[tuple[str, str, Sending]]:
        """What each way is called, where it leads, and how it is gone."""
        found: list[tuple[str, str, Sending]] = []
        if person.webhook is not None:
            hook = Webhook(**person.webhook)
            letter = hook.letter(notice, person.origin)
            found.append(("Webhook", hook.url, lambda: post(letter, self.settings.private_webhooks)))
        for one in await self.people.pushes_of(person.id):
            to = push.Subscription(**one)
            found.append(("Browser", to.endpoint, partial(self._push, person, to, notice)))
        if person.mail is not None and self.settings.mail_server:
            text = f"{notice.text}.\n\n{person.origin}{notice.path}\n\nStop these mails: {person.origin}/reminders\n"
            found.append(("Mail", person.mail, partial(self._mail, person.mail, notice.text, text)))
        return found

    async def _push(self, person: Person, to: push.Subscription, notice: Notice) -> None:
        text = msgspec.json.encode({"text": notice.text, "path": notice.path}).decode()
        try:
            await post(push.letter(to, text, self.push_key, self._contact(person)), self.settings.private_webhooks)
        except Undelivered as why:
            if not why.is_gone:
                raise
            await self.people.drop_push(person.id, to.endpoint)  # it has taken its permission back

    def _contact(self, person: Person) -> str:
        if self.settings.contact:
            return self.settings.contact
        return person.origin if person.origin.startswith("https://") else "mailto:table@example.com"

    async def _mail(self, to: str, subject: str, text: str) -> None:
        await mail.send(self.settings.mail_server, self.settings.mail_from, to, subject, text)

    # --- What people set ------------------------------------------------------------------------------------------

    async def test(self, person: str) -> list[str]:
        """A message now, by all ways; what went wrong."""
        found = await self.people.find(person)
        if found is None or (found.webhook is None and found.mail is None and not await self.people.pushes_of(person)):
            raise Forbidden("There is nowhere to send a test to: set an address, or let this browser be told.")
        return await self.send(found, test_message(), [])

    async def ask_mail(self, person: str, address: str, origin: str) -> None:
        """A code goes to the address; whoever reads it may have turns told there. What the asker's browser calls the
        table is not written there: it may be anything, and the reader somebody else."""
        if not self.settings.mail_server:
            raise Forbidden("This table sends no mails.")
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        asked = {"mail_asked": mail.read_mail_address(address), "mail_code": code, "mail_tries": 0, "origin": origin}
        self.hub.limits.take(CODES, address.casefold())
        await self.people.change(person, self.hub.wall(), **asked)
        table = f"the table {self.settings.public_url}" if self.settings.public_url else "a Mesozoic table"
        text = f"Somebody wants turns at {table} to be told here. If that is you, enter this code:\n\n{code}\n"
        try:
            await self._mail(address, "Your code for a Mesozoic table", text)
        except Undelivered as why:
            raise Busy(str(why)) from None

    async def confirm_mail(self, person: str, code: str) -> None:
        found = await self.people.find(person)
        if found is None or found.mail_code is None or found.mail_tries >= MOST_CODE_TRIES:
            raise Forbidden("No code is waited for: ask for a new one.")
        if not secrets.compare_digest(found.mail_code.encode(), code.strip().encode()):
            await self.people.change(person, self.hub.wall(), mail_tries=found.mail_tries + 1)
            raise Forbidden("That is not the code in the mail.")
        settled = {"mail": found.mail_asked, "mail_asked": None, "mail_code": None}
        await self.people.change(person, self.hub.wall(), **settled)

    async def link(self, person: str, seats: list[tuple[str, int]]) -> None:
        """They want to be told of these seats, also where it is their turn already: they know that."""
        await self.people.link(person, seats)
        self.linked |= {match for match, _ in seats}


def asked_people(match: Match) -> list[tuple[int, int]]:
    """Persons who are asked now, with the entry that made it their turn."""
    return [(seat, match.turns[seat][0]) for seat in match.to_move if seat >= 0 and match.seats[seat].is_present_person]
