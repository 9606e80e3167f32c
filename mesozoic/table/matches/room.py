"""A live match in this process: one thing at a time, stored first, then told to everybody who looks on.

Whatever somebody wants to do is checked against the match as it is, stored as its next entry, and only then folded in
and announced. If another process was faster the number is taken: then what it stored is folded in first, and the wish
is checked again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from mesozoic.bots import usual_bot
from mesozoic.client import messages
from mesozoic.kernel.errors import IllegalMove, MesozoicError
from mesozoic.kernel.realtime import Tempo
from mesozoic.kernel.state import HOST
from mesozoic.table.errors import Busy, Forbidden, Stale
from mesozoic.table.matches import present
from mesozoic.table.matches.calls import Calls
from mesozoic.table.matches.match import Match, Reader, Told, checked_move
from mesozoic.table.storage import entries as kinds
from mesozoic.table.storage.entries import Entry

if TYPE_CHECKING:
    from mesozoic.table.matches.connection import Connection
    from mesozoic.table.matches.hub import Hub

log = logging.getLogger("mesozoic.table")
ATTEMPTS = 20
LOOK_AGAIN_SECONDS = 0.5
TAKE_OVER_SECONDS = 1.0
"""So often a process looks whether a match that another one keeps has been left alone."""

Wish = tuple[str, int | None, dict[str, Any], dict[str, Any]]
"""Kind, seat and data of an entry, and what changes in the row of the match."""


class Room:
    """A match, who looks on, and who drives it."""

    def __init__(self, hub: Hub, match: Match) -> None:
        self.hub = hub
        self.match = match
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.used_at = hub.wall()
        self.driver: asyncio.Task[None] | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.tempo: Tempo | None = None
        self.calls = Calls(self)
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
        for task in (self.driver, self.hearing):
            if task is not None:
                task.cancel()
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    # --- Doing something ------------------------------------------------------------------------------------

    async def do(
        self, wish: Callable[[], Wish | None], seat: Reader = None, key: str | None = None, at: int | None = None
    ) -> None:
        """Carry out a wish: it is asked for again whenever the match has changed before it was stored.

        ``wish`` raises what the person is told if it cannot be; None means that there is nothing left to do. Whoever
        asked may go away in the middle: what was begun is finished, and the others are told of it.
        """
        own_key = None if key is None else f"{seat}:{key}"
        doing = asyncio.create_task(self._do(wish, own_key, at))
        try:
            await asyncio.shield(doing)
        except asyncio.CancelledError:
            doing.add_done_callback(_look_at_outcome)
            raise

    async def _do(self, wish: Callable[[], Wish | None], own_key: str | None, at: int | None) -> None:
        async with self.lock:
            self.used_at = self.hub.wall()
            has_looked = False
            for _ in range(ATTEMPTS):
                if self.is_unsure:
                    await self.catch_up()
                if own_key is not None and own_key in self.match.keys:
                    return
                await self._let_time_pass(self._now() if at is None else at)
                try:
                    wanted = wish()
                except MesozoicError:
                    if has_looked:
                        raise
                    has_looked = True
                    await self.catch_up()  # another process may have stored what makes it possible
                    continue
                if wanted is None or await self._store(wanted, own_key, at):
                    return
                await self.catch_up()
        raise Busy("So much happens at this table just now that there was no way in: try again.")

    async def _store(self, wish: Wish, key: str | None, at: int | None = None) -> bool:
        kind, seat, data, row = wish
        wall = self.hub.wall()
        time = self.match.now(wall) if at is None else max(at, self.match.clock_at)
        entry = Entry(self.match.row.id, self.match.number + 1, kind, seat, data, time, wall, key)
        try:
            stored = await self.hub.store.append(entry, **row)
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
        told = self.match.fold(entry)
        self.hub.counted(entry)
        if self.tempo is not None and entry.kind == kinds.MOVE and entry.seat is not None:
            self.tempo.follow(entry.seat, self.match.game.parse(entry.data["move"]), entry.at)
        elif entry.kind in (kinds.HAND_OVER, kinds.COME_BACK, kinds.RESUME):
            self.tempo = None  # other bots than before: plan anew
        if self.connections:
            self._announce(told)
        self.wake()

    def _announce(self, told: Told) -> None:
        made: dict[tuple[Reader, bool, bool], bytes] = {}
        if self.match.state is not None:
            for connection in list(self.connections):
                if connection.reader in told.readers:
                    looks = (connection.reader, connection.frames, connection.tabletop)
                    if looks not in made:
                        made[looks] = present.encoded(self.update(*looks, told))
                    connection.send(made[looks])
        if told.chat is not None:
            self.send_all(present.chat_line(told.chat))
        if told.match_changed:
            self.send_all(messages.MatchChanged(self.info()))

    def send_all(self, message: object) -> None:
        text = present.encoded(message)
        for connection in list(self.connections):
            connection.send(text)

    def info(self) -> messages.MatchInfo:
        connected = {connection.reader for connection in self.connections}
        return present.match_info(self.match, connected, self._countdown_ms())

    def update(self, reader: Reader, frames: bool, tabletop: bool, told: Told | None = None) -> messages.Update:
        return present.update(self.match, reader, told, self.hub.wall(), self.hub.clocks, frames, tabletop)

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
        was_there = connection.reader in {other.reader for other in self.connections}
        self.connections.add(connection)
        connection.send(present.encoded(self.welcome(connection)))
        if not was_there and connection.reader is not None:
            self.send_all(messages.MatchChanged(self.info()))
        self.wake()

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.used_at = self.hub.wall()
        if connection.reader is not None and connection.reader not in {other.reader for other in self.connections}:
            self.send_all(messages.MatchChanged(self.info()))

    # --- Moves ------------------------------------------------------------------------------------------------

    async def move(self, seat: int, move: str, decision: int | None, key: str, head_start_ms: float = 0) -> None:
        """A person's move. In real time those that arrive almost together are ordered by when they were made."""
        if not self.match.game.facts.realtime:
            await self.do(lambda: self.move_wish(seat, move, decision), seat, key)
            return
        await self.calls.take(seat, move, key, head_start_ms)

    def move_wish(self, seat: int, move: str, decision: int | None, at: int | None = None) -> Wish:
        match = self.match
        if decision is not None and decision != match.decisions[seat] and match.status == "playing":
            raise Stale("The table has moved on since: look again and decide anew.")
        if match.seats and match.seats[seat].is_played_by_bot:
            raise Forbidden("A bot plays this seat now: come back first.")
        return self.checked(seat, move, self._now() if at is None else max(at, match.clock_at))

    def _now(self) -> int:
        return self.match.now(self.hub.wall())

    def checked(self, seat: int, move: str, at: int) -> Wish:
        """A move that is possible now, with what it does to the row of the match."""
        after = checked_move(self.match, seat, move, at)
        row: dict[str, Any] = {"status": "over", "deadline": None} if after.is_over else {}
        if self.match.row.clock is not None and not after.is_over:
            row["deadline"] = self.hub.clocks.deadline_after(self.match, seat, after.to_move, self.hub.wall())
        return kinds.MOVE, seat, {"move": move}, row

    # --- What moves by itself: bots, clocks, real time ----------------------------------------------------------

    def wake(self) -> None:
        """See whether somebody who is no person has something to do."""
        if self.is_closed or self.match.status != "playing" or (self.driver is not None and not self.driver.done()):
            return
        if self._something_to_do():
            self.driver = asyncio.create_task(self._drive())
        else:
            self._set_timer()

    def _something_to_do(self) -> bool:
        match = self.match
        if match.game.facts.realtime:
            return True
        bots = any(seat != HOST and match.seats[seat].is_played_by_bot for seat in match.to_move)
        return bots or HOST in match.to_move or bool(self.hub.clocks.overdue(match, self.hub.wall()))

    def _set_timer(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        wall = self.hub.wall()
        deadline = self.hub.clocks.next_deadline(self.match, wall)
        if deadline is not None:
            self.timer = asyncio.get_running_loop().call_later(max(0.0, deadline - wall) + 0.01, self.wake)

    async def _drive(self) -> None:
        """Bots and clocks, until only people are asked. One process at a time does this for a match."""
        try:
            while self.match.status == "playing" and self._something_to_do():
                if not await self.hub.keeps(self):
                    self.tempo = None
                    await asyncio.sleep(TAKE_OVER_SECONDS)
                    async with self.lock:
                        await self.catch_up()
                elif self.match.game.facts.realtime:
                    await self._drive_clock()
                else:
                    await self._drive_once()
        except Busy as failure:
            log.warning("match %s waits: %s", self.match.row.id, failure)
            asyncio.get_running_loop().call_later(TAKE_OVER_SECONDS, self.wake)
        except Exception:
            log.exception("match %s cannot go on by itself", self.match.row.id)
            asyncio.get_running_loop().call_later(10 * TAKE_OVER_SECONDS, self.wake)
        finally:
            if self.match.status == "playing" and not self._something_to_do():
                self._set_timer()

    async def _drive_once(self) -> None:
        match = self.match
        overdue = self.hub.clocks.overdue(match, self.hub.wall())
        bots = [seat for seat in match.to_move if seat != HOST and match.seats[seat].is_played_by_bot]
        if bots:
            if not match.people:
                await asyncio.sleep(self.hub.settings.bot_pause_ms / 1000)
            await self._let_bot_move(bots[0], match.seats[bots[0]].level)
        elif overdue:
            await self._time_is_up(overdue[0])

    async def _let_bot_move(self, seat: int, level: str | None) -> None:
        state, number = self.match.state, self.match.number
        assert state is not None
        move = await self.hub.thinkers.choose(state, seat, level or usual_bot(self.match.game))

        def wish() -> Wish | None:
            """Only if the seat is still asked, and still the same."""
            is_same = self.match.number == number or self.match.game.facts.simultaneous
            if not is_same or seat not in self.match.to_move:
                return None
            with suppress(IllegalMove):
                return self.checked(seat, move, self._now())
            return None

        await self.do(wish)

    async def _time_is_up(self, seat: int) -> None:
        clock = self.match.row.clock
        assert clock is not None
        level = usual_bot(self.match.game)
        if clock["then"] == "bot_moves" and clock["per"] == "move":
            await self._let_bot_move(seat, level)
        else:
            await self.do(lambda: self.hand_over_wish(seat, level, resign=False))

    # --- Real time ----------------------------------------------------------------------------------------------

    async def _drive_clock(self) -> None:
        """Play what bots and host mean to do when the clock reaches it."""
        async with self.lock:
            if not await self._begin_clock():
                return
            await self._let_time_pass(self._now())
            pause = self._until_next()
        await asyncio.sleep(pause)

    async def _begin_clock(self) -> bool:
        match = self.match
        if match.state is None or match.status != "playing":
            return False
        if not match.is_running or self.hub.is_newcomer(self):
            if await self._store((kinds.RESUME, None, {}, {}), None):
                self.hub.knows_clock(self)
            else:
                await self.catch_up()
            return False
        if self.tempo is None or self.tempo.state is not match.state:
            levels = {seat.number: seat.level or "absent" for seat in match.seats if seat.is_played_by_bot}
            self.tempo = match.game.levels.tempo(match.state, levels, f"{match.row.seed}/{match.number}")
            self.tempo.begin(max(self._now(), self._countdown_ms()))
        return True

    async def _let_time_pass(self, until: int) -> None:
        """Whatever is due by then, in its order, but nothing that is later than a call that waits for its order."""
        match = self.match
        while self.tempo is not None and match.status == "playing" and self.hub.surely_keeps(self):
            due = self.tempo.due(min(until, self.calls.earliest(until)))
            if due is None:
                return
            at, seat, code = due
            await self._make(seat, match.game.text(code), max(at, match.clock_at))

    async def _make(self, seat: int, move: str, at: int) -> None:
        """Store a timed move; if another process was faster, see whether it is still possible."""
        for _ in range(ATTEMPTS):
            try:
                wish = self.checked(seat, move, max(at, self.match.clock_at))
            except MesozoicError:
                return
            if await self._store(wish, None, max(at, self.match.clock_at)):
                return
            await self.catch_up()

    def _until_next(self) -> float:
        following = None if self.tempo is None else self.tempo.next()
        if following is None:
            return 0.25
        return min(0.25, max(0.001, (following.at - self._now()) / 1000))

    # --- Seats ----------------------------------------------------------------------------------------------------

    def _countdown_ms(self) -> int:
        """When play begins by the clock of a real-time game: not before the countdown, if a person has sat down."""
        state = self.match.state
        if state is None or state.history or not self.match.people or not self.match.game.facts.realtime:
            return 0
        return self.hub.settings.countdown_ms

    def begin_wish(self) -> Wish | None:
        """A match that was made with everybody in their seats begins, also when the server fell in between."""
        match = self.match
        if match.status != "waiting" or any(seat.kind == "open" for seat in match.seats):
            return None
        row: dict[str, Any] = {"status": "playing"}
        if match.row.clock is not None:
            row["deadline"] = self.hub.wall() + match.row.clock["seconds"]
        return kinds.START, None, {}, row

    def hand_over_wish(self, seat: int, level: str | None, resign: bool) -> Wish | None:
        match = self.match
        if match.status != "playing":
            raise Forbidden("There is nothing to hand over: the game is not being played.")
        if match.seats[seat].resigned:
            raise Forbidden("You have resigned already.")
        if match.seats[seat].away and not resign:
            return None
        return kinds.HAND_OVER, seat, {"level": level or usual_bot(match.game), "resign": resign}, {}


def _look_at_outcome(doing: asyncio.Task[None]) -> None:
    """Nobody waits for it any more: a refusal is nobody's business, a fault is told in the log."""
    if not doing.cancelled():
        fault = doing.exception()
        if fault is not None and not isinstance(fault, MesozoicError):
            log.error("something that nobody waited for failed", exc_info=fault)
