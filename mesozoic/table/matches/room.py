"""A live match in this process: one thing at a time, stored first, then told to everybody who looks on.

Whatever somebody wants to do is checked against the match as it is, stored as its next entry, and only then folded in
and announced. If another process was faster the number is taken: then what it stored is folded in first, and the wish
is checked again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from mesozoic.client import messages
from mesozoic.kernel.errors import MesozoicError
from mesozoic.kernel.sharing import Looking, looking_together, merged
from mesozoic.table.errors import Busy, Forbidden
from mesozoic.table.matches import present, wishes
from mesozoic.table.matches.driver import Driver
from mesozoic.table.matches.lag import Credit
from mesozoic.table.matches.match import Match, Reader, Told
from mesozoic.table.matches.wishes import Wish
from mesozoic.table.storage import entries as kinds
from mesozoic.table.storage.entries import Entry, asking

if TYPE_CHECKING:
    from mesozoic.table.matches.connection import Connection
    from mesozoic.table.matches.hub import Hub

log = logging.getLogger("mesozoic.table")
ATTEMPTS = 20
LOOK_AGAIN_SECONDS = 0.5
LEFT = "This seat was given back."
FREED = "Whoever made this table has freed your seat. You can sit down again, or look for another table."
MOST_ENTRIES = 10_000
"""Twice the longest game that was ever played here."""
KEPT_FOR_SEATS = 4
"""One part in so many of that is kept for the seats, in equal shares: whoever has not used theirs up may go on."""


class Room:
    """A match, who looks on, and who drives it."""

    def __init__(self, hub: Hub, match: Match) -> None:
        self.hub = hub
        self.match = match
        self.lock = asyncio.Lock()
        self.connections: dict[Connection, None] = {}
        """In the order in which they came."""
        self.credits: dict[int, Credit] = {}
        """Real time: what each seat's calls are given for their way."""
        self.looking = Looking()
        """What those who look on have seen last."""
        self.used_at = hub.wall()
        self.driver = Driver(self)
        self.is_unsure = False
        """The database failed in the middle: look what is stored before anything else."""
        self.hearing: asyncio.Task[None] | None = None
        self.heard_of = 0
        """The highest number that a process says to have stored."""
        self.must_look = False
        self.is_closed = False

    def close(self) -> None:
        """Nobody looks any more, and nothing may happen here: the match will be built anew."""
        self.is_closed = True
        self.driver.close()
        if self.hearing is not None:
            self.hearing.cancel()

    # --- Doing something ------------------------------------------------------------------------------------

    async def do(
        self,
        wish: Callable[[], Wish | None],
        seat: Reader = None,
        key: str | None = None,
        at: int | None = None,
        asked: str = "",
    ) -> None:
        """Carry out a wish: it is asked for again whenever the match has changed before it was stored.

        ``wish`` raises what the person is told if it cannot be; None means that there is nothing left to do. Whoever
        asked may go away in the middle: what was begun is finished, and the others are told of it. ``asked`` is the
        request in one line: with a key that was used it must be the same one.
        """
        own_key = None if key is None else f"{seat}:{key}"
        doing = asyncio.create_task(self._do(wish, own_key, at, asked))
        try:
            await asyncio.shield(doing)
        except asyncio.CancelledError:
            doing.add_done_callback(_look_at_outcome)
            raise

    async def _do(self, wish: Callable[[], Wish | None], own_key: str | None, at: int | None, asked: str) -> None:
        async with self.lock:
            if self.is_closed:
                raise Busy("This table was put away just now, as nobody looked at it: try again.")
            self.used_at = self.hub.wall()
            has_looked = False
            for _ in range(ATTEMPTS):
                if self.is_unsure:
                    await self.catch_up()
                if own_key is not None and own_key in self.match.keys:
                    if self.match.keys[own_key] != hash(asked):
                        raise Forbidden(wishes.USED_KEY)
                    return
                await self.driver.let_time_pass(self.now if at is None else at)
                try:
                    wanted = wish()
                except MesozoicError:
                    if has_looked:
                        raise
                    has_looked = True
                    await self.catch_up()  # another process may have stored what makes it possible
                    continue
                self._check_length(wanted)
                if wanted is None or await self.store(wanted, own_key, at):
                    return
                await self.catch_up()
        raise Busy("So much happens at this table just now that there was no way in: try again.")

    def _check_length(self, wanted: Wish | None) -> None:
        """Nobody makes a match so long that laying it out anew would hold up all the others."""
        if wanted is None or wanted.kind not in kinds.ENDLESS or self.match.number < MOST_ENTRIES:
            return
        if wanted.kind == kinds.SEAT and wanted.data["kind"] == "bot" and self._is_open(wanted.seat):
            return  # once for each seat, as none can be opened again: whatever others did, the game can begin
        share = MOST_ENTRIES // (KEPT_FOR_SEATS * self.match.row.players)
        if wanted.kind not in kinds.OWN or self.match.did[wanted.seat, wanted.kind == kinds.COME_BACK] >= share:
            raise Forbidden("So much has happened at this table that only moves are possible from here on.")

    def _is_open(self, seat: Reader) -> bool:
        return seat is not None and self.match.seats[seat].kind == "open"

    async def store(self, wish: Wish, key: str | None = None, at: int | None = None) -> bool:
        """Make the wish the next entry, with the lock held; False if another process had one sooner."""
        await self.hub.agree_on_time()
        wall = self.hub.wall()
        time = self.match.now(wall) if at is None else max(at, self.match.clock_at)
        entry = Entry(self.match.row.id, self.match.number + 1, wish.kind, wish.seat, wish.data, time, wall, key)
        try:
            stored = await self.hub.store.append(entry, **wish.row)
        except BaseException:
            self.is_unsure = True
            raise
        if stored:
            self.tell(entry)
        return stored

    async def catch_up(self) -> None:
        """Fold in what other processes have stored. Call it with the lock held."""
        for entry in await self.hub.store.entries_after(self.match.row.id, self.match.number):
            self.tell(entry)
        self.is_unsure = False

    async def be_up_to_date(self) -> None:
        """Somebody comes who may have seen more at another process, of which nobody has told this one yet."""
        if not self.hub.store.is_sqlite:
            async with self.lock:
                await self.catch_up()

    def hear(self, number: int) -> None:
        """Another process says that it has stored an entry. One match that cannot be read holds up no other."""
        self.heard_of = max(self.heard_of, number)
        if self._has_missed_something and (self.hearing is None or self.hearing.done()):
            self.hearing = asyncio.create_task(self._listen())

    def look_again(self) -> None:
        """Something may have been missed."""
        self.must_look = True
        self.hear(0)

    @property
    def _has_missed_something(self) -> bool:
        return self.must_look or self.heard_of > self.match.number

    async def _listen(self) -> None:
        """Catch up with what was heard of, however often the database must be asked."""
        while self._has_missed_something:
            try:
                async with self.lock:
                    if self._has_missed_something:
                        self.must_look = False
                        await self.catch_up()
            except Busy:
                self.must_look = True
                await asyncio.sleep(LOOK_AGAIN_SECONDS)
            except Exception:
                log.exception("match %s cannot be followed", self.match.row.id)
                return

    # --- Telling ----------------------------------------------------------------------------------------------

    def tell(self, entry: Entry) -> None:
        """The entry is stored: make it part of the match, tell everybody who may know, and see what comes next."""
        was_over = self.match.status == "over"
        told = self.match.fold(entry)
        self.hub.counted(entry)
        if self.match.status == "over" and not was_over:
            self.hub.match_ended(self.match)
        self.driver.follow(entry)
        if entry.kind == kinds.LEAVE:
            self._let_go(entry.seat, FREED if entry.data.get("freed") else LEFT)
        if self.connections:
            self._announce(told)
        self.hub.reminders.after(self, entry.number)
        self.driver.wake()

    def _let_go(self, seat: Reader, reason: str) -> None:
        """Whoever had this seat does not see with its eyes any more: the next to sit there is somebody else."""
        for connection in [one for one in self.connections if one.reader == seat]:
            connection.reader = None
            connection.close(reason, messages.NO_SEAT)

    def _announce(self, told: Told) -> None:
        if self.match.state is not None:
            told.film = merged(told.film, self.match.state)
            with looking_together(self.looking):
                self._update_all(told)
        if told.chat is not None:
            self.send_all(present.chat_line(told.chat))
        if told.match_changed:
            self.send_all(messages.MatchChanged(self.info()))

    def _update_all(self, told: Told) -> None:
        """Once for all who look with the same eyes, and once in letters for those who have seen the same before."""
        made: dict[tuple[Reader, bool, bool, bool], messages.Update] = {}
        texts: dict[tuple[Reader, bool, bool, int], bytes] = {}
        for connection in list(self.connections):
            if connection.reader not in told.readers:
                continue
            seen, looks = connection.seen, (connection.reader, connection.frames, connection.tabletop)
            update = made.get((*looks, seen is None))
            if update is None:
                update = made[*looks, seen is None] = self.update(*looks, told, all_views=seen is not None)
            text = texts.get((*looks, id(seen)))
            if text is None:
                text = present.encoded(update if seen is None else present.differing(update, seen))
                texts[*looks, id(seen)] = text
            connection.send(text)
            connection.saw(update)
            connection.accepted = told.accepted(connection.reader) or connection.accepted

    def send_all(self, message: object) -> None:
        text = present.encoded(message)
        for connection in list(self.connections):
            connection.send(text)

    @property
    def client(self) -> str:
        """On whose account bots think here: of the player who came first; tables without one share one account."""
        return next((one.client for one in self.connections if one.reader is not None), "")

    def info(self) -> messages.MatchInfo:
        connected = {connection.reader for connection in self.connections}
        found = present.match_info(self.match, connected, self.countdown_ms)
        found.announced = self.hub.house.rules.announced
        found.may_ask_hints, found.may_hand_over = self.may_ask_hints, self.may_hand_over
        return found

    @property
    def may_ask_hints(self) -> bool:
        return self.hub.settings.hints_between_people or not self.match.is_counted

    @property
    def may_hand_over(self) -> bool:
        return self.hub.settings.hand_over_between_people or not self.match.is_counted

    def update(
        self, reader: Reader, frames: bool, tabletop: bool, told: Told | None = None, all_views: bool = False
    ) -> messages.Update:
        wall, clocks = self.hub.wall(), self.hub.clocks
        return present.update(self.match, reader, told, wall, clocks, frames, tabletop, all_views)

    def welcome(self, connection: Connection) -> messages.Welcome:
        looks = (connection.reader, connection.frames, connection.tabletop)
        return messages.Welcome(
            seat=connection.reader,
            match=self.info(),
            chat=[present.chat_line(line) for line in self.match.chat],
            log=present.log_lines(self.match, connection.reader),
            update=None if self.match.state is None else self.update(*looks),
        )

    # --- Who looks on -----------------------------------------------------------------------------------------

    def enter(self, connection: Connection) -> None:
        if connection.reader is not None and self.match.game.facts.realtime:
            most = self.hub.settings.most_credit_ms
            connection.credit = self.credits.setdefault(connection.reader, Credit(most))
        was_there = connection.reader in {other.reader for other in self.connections}
        self.connections[connection] = None
        welcome = self.welcome(connection)
        connection.send(present.encoded(welcome))
        connection.saw(welcome.update)
        if not was_there and connection.reader is not None:
            self.send_all(messages.MatchChanged(self.info()))
        if connection.reader is not None:
            self.hub.reminders.came(self, connection.reader)
        self.driver.wake()

    def leave(self, connection: Connection) -> None:
        self.connections.pop(connection, None)
        self.used_at = self.hub.wall()
        if connection.reader is not None and connection.reader not in {other.reader for other in self.connections}:
            self.send_all(messages.MatchChanged(self.info()))

    # --- Moves ------------------------------------------------------------------------------------------------

    async def move(self, seat: int, move: str, decision: int | None, key: str, head_start_ms: float = 0) -> None:
        """A person's move. In real time those that arrive almost together are ordered by when they were made."""
        if not self.match.game.facts.realtime:
            await self.do(lambda: self.move_wish(seat, move, decision), seat, key, asked=asking(kinds.MOVE, move))
            return
        await self.driver.calls.take(seat, move, key, head_start_ms)

    def move_wish(self, seat: int, move: str, decision: int | None, at: int | None = None) -> Wish:
        wishes.may_answer(self.match, seat, decision)
        return self.make_move(seat, move, self.now if at is None else max(at, self.match.clock_at))

    def make_move(self, seat: int, move: str, at: int) -> Wish:
        """A move that is possible now, whoever makes it."""
        return wishes.make_move(self.match, seat, move, at, self.hub.clocks, self.hub.wall())

    def begin_wish(self) -> Wish | None:
        return wishes.begin(self.match, self.hub.wall())

    def finish_wish(self) -> Wish | None:
        return wishes.finish(self.match, self.hub.wall())

    @property
    def now(self) -> int:
        """In the game's own time."""
        return self.match.now(self.hub.wall())

    @property
    def countdown_ms(self) -> int:
        """When play begins by the clock of a real-time game: not before the countdown, if a person has sat down."""
        state = self.match.state
        if state is None or state.history or not self.match.people or not self.match.game.facts.realtime:
            return 0
        return self.hub.settings.countdown_ms


def _look_at_outcome(doing: asyncio.Task[None]) -> None:
    """Nobody waits for it any more: a refusal is nobody's business, a fault is told in the log."""
    if not doing.cancelled():
        fault = doing.exception()
        if fault is not None and not isinstance(fault, MesozoicError):
            log.error("something that nobody waited for failed", exc_info=fault)
