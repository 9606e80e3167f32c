"""All live matches of one server process, and what they share: the database, bots, clocks, other processes."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from contextlib import nullcontext, suppress
from math import inf

import mesozoic
from mesozoic.client import messages
from mesozoic.games import unloaded_games
from mesozoic.kernel.errors import MesozoicError
from mesozoic.table.errors import Busy, Forbidden, Refusal, Unknown
from mesozoic.table.matches import present, tokens
from mesozoic.table.matches.clocks import Clocks
from mesozoic.table.matches.house import House
from mesozoic.table.matches.limits import Held, Limits
from mesozoic.table.matches.match import Match, Reader, Stay
from mesozoic.table.matches.measured import Measured
from mesozoic.table.matches.reminders import Reminders
from mesozoic.table.matches.room import Room
from mesozoic.table.matches.shelved import NOT_TAKEN, Outdated, Shelf, why_outdated
from mesozoic.table.matches.thinkers import Thinkers
from mesozoic.table.matches.timeline import LOOK_SECONDS, Timeline
from mesozoic.table.settings import Settings
from mesozoic.table.storage import entries as kinds
from mesozoic.table.storage import host, retention
from mesozoic.table.storage.entries import Entry, MatchRow
from mesozoic.table.storage.listen import Listener
from mesozoic.table.storage.store import ALIVE_SECONDS, DOES_NOT_ANSWER, Store, StoreFailed

log = logging.getLogger("mesozoic.table")
BEAT_SECONDS = 1.0
MOST_WOKEN = 50
FAREWELL = "The server stops for a moment: nothing is lost, and you come back to this table by yourself."
SERVICE_RESTART = 1012
"""The word of WebSockets for a server that is started anew: clients come back by themselves."""
DEAL_PAUSE = 0.05
"""Between two steps of work on matches of the past: those that are played come first."""
FOLDED_AT_ONCE = 25
"""Entries of a match that is read again, some two milliseconds: then others have their turn."""
TIDY_SECONDS, FIRST_TIDY_SECONDS = 3600.0, 300.0
"""Soon after the start too: a server that is started anew more often than every hour would never tidy."""
MOVE_KB, SOCKET_KB = 7, 10
"""What an entry of a match and a closed socket leave behind until somebody sweeps."""
DAY = 24 * 3600
HELD_SOONER = DAY / 2
"""So long before others could delete a match for its age it is kept where it is in memory."""
LOBBY_SIZE, LOBBY_SECONDS = 100, DAY
LISTED_ENOUGH = "{} of your tables wait in the lobby: start or leave one of them first."
SITS_ENOUGH = "Your address holds {} seats at tables that have not begun: leave one, or wait until a game begins."


class Hub:
    """The matches that somebody looks at or that have something to do, each in a room."""

    def __init__(
        self,
        settings: Settings,
        store: Store | None = None,
        thinkers: Thinkers | None = None,
        timeline: Timeline | None = None,
        listener: type[Listener] = Listener,
    ) -> None:
        self.settings = settings
        self.store = store or Store(settings.database)
        self.thinkers = thinkers or Thinkers(
            settings.bot_workers, settings.bot_budget_ms, settings.bot_least_ms, settings.bot_seed
        )
        self.timeline = timeline or Timeline()
        self.listener = listener
        self.process = secrets.token_hex(8)
        self.rooms: dict[str, Room] = {}
        self.shelf = Shelf(self.store)
        self.opening: dict[str, asyncio.Task[Room]] = {}
        self.limits = Limits(settings, self.timeline.count)
        self.reminders = Reminders(self)
        self.house = House(self)
        self.measured = Measured()
        self.listed = Held(settings.most_listed_from_one, LISTED_ENOUGH, self._still_listed)
        """Tables in the lobby by the client who made them."""
        self.joined = Held(settings.most_waiting_seats_from_one, SITS_ENOUGH, self._still_held)
        """Seats before the game begins, by the client who has sat down there: match and hash of the token."""
        self.clocks = Clocks()
        self.counts: Counter[str] = Counter()
        self.litter_kb = 0
        """About so much is held by what has left the memory and is still tied up in itself."""
        self.connections = 0
        self.connections_from: Counter[str] = Counter()
        self.unread_of: Counter[str] = Counter()
        """Bytes that wait for the connections of each client."""
        self.alive_until = 0.0
        """By a clock that goes on while this process is stopped: others may have taken over what it keeps."""
        self.gaps_made_up = 0
        """So often this process was away, and has asked since what time it is for the others."""
        self.known_clocks: set[str] = set()
        self.kept: set[str] = set()
        self.hopeless: set[str] = set()
        """Matches that cannot be opened here: of a game or a rules version that this server does not have."""
        self.tasks: list[asyncio.Task[None]] = []
        self.is_draining = False
        self.keeping: set[asyncio.Task[None]] = set()
        """Deals on their way into the database."""

    def wall(self) -> float:
        """The table's time."""
        return self.timeline.now()

    # --- Life -------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        for where, why in unloaded_games().items():
            log.warning("the game in %s is left out, as it cannot be loaded: %s", where, why)
        await self.store.open()
        self.timeline.begin()
        others = await self.store.others_now(self.wall)
        if others is not None:
            self.timeline.go_on_from(others)
        now, last_seen = self.wall(), await self.store.last_seen()
        await self.store.arrive(self.process, now, is_alone=others is None)
        self.alive_until = self.timeline.count() + ALIVE_SECONDS
        self.clocks = Clocks(back=now)
        await self.house.open()
        self.thinkers.start()
        await self.reminders.open(last_seen if others is None else None)
        duties = (
            self._live(),
            self._watch_clock(),
            self._keep_missing_deals(),
            self._tidy(),
            self.reminders.run(),
        )
        self.tasks = [asyncio.create_task(duty) for duty in duties]
        if not self.store.is_sqlite:
            listener = self.listener(self.settings.database, self.heard, self.look_everywhere)
            self.tasks.append(asyncio.create_task(listener.run()))

    async def drain(self) -> None:
        """Before the end: nothing begins here any more, and everybody is told and lets go, to come back elsewhere."""
        self.is_draining = True
        until = self.timeline.count() + self.settings.drain_seconds
        while self.connections and self.timeline.count() < until:
            for room in list(self.rooms.values()):
                for connection in list(room.connections):
                    connection.close(FAREWELL, SERVICE_RESTART)
            await asyncio.sleep(0.01)

    def check_open(self) -> None:
        """Raises if nothing may begin here."""
        if self.is_draining:
            raise Busy("This server is about to stop: try again in a moment.")

    def check_new(self) -> None:
        """Raises if no match may begin."""
        self.check_open()
        self.house.check_open()

    async def close(self) -> None:
        """Leave what was kept to others."""
        for room in list(self.rooms.values()):
            room.close()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, *self.keeping, return_exceptions=True)
        await self.reminders.close()
        for match in list(self.kept):
            with suppress(Exception):
                await self.store.release(match, self.process)
        await self.thinkers.close()
        await self.store.close()

    async def _live(self) -> None:
        """Once a second: say that this process is alive, look for clocks that ran out, forget what nobody uses."""
        duties = (
            self._beat,
            self.house.look,
            self._wake_overdue,
            self._forget_idle,
            self._hold_old,
            self._look_where_unsure,
        )
        while True:
            for duty in duties:
                try:
                    await duty()
                except Busy:
                    break  # the store has told it in the log
                except Exception:
                    log.exception("a duty of every second failed")
            await asyncio.sleep(BEAT_SECONDS)

    async def _watch_clock(self) -> None:
        """As long as somebody looks at it, the table's time goes on."""
        while True:
            self.wall()
            await asyncio.sleep(LOOK_SECONDS)

    async def _beat(self) -> None:
        alive_until = self.timeline.count() + ALIVE_SECONDS
        now, gaps = self.wall(), self.timeline.gaps
        others = await self.store.beat(self.process, now)
        self.alive_until, self.gaps_made_up = alive_until, gaps
        if others is not None and others > self.wall():
            self.timeline.go_on_from(others)  # this process was away and others were not

    async def agree_on_time(self) -> None:
        """Nothing is stored by the time of a process that was away: others may have gone on."""
        self.wall()
        if self.timeline.gaps != self.gaps_made_up:
            await self._beat()

    async def check_ready(self) -> None:
        """Raises if nothing can be stored: a write of the last second counts, else one is made now."""
        self.check_new()
        self.store.check_file()
        if self.store.is_failing:
            raise StoreFailed(DOES_NOT_ANSWER)
        if self.timeline.count() - (self.alive_until - ALIVE_SECONDS) > BEAT_SECONDS:
            await self._beat()

    async def _wake_overdue(self) -> None:
        late = [name for name in await self.store.overdue(self.wall()) if name not in self.rooms]
        for match in [name for name in late if name not in self.hopeless][:MOST_WOKEN]:
            try:
                (await self.room(match)).driver.wake()
            except Busy:
                raise
            except Exception as problem:  # a match that cannot be opened must not hold up the others
                self.hopeless.add(match)
                log.warning("match %s cannot go on: %s", match, problem)

    async def _forget_idle(self) -> None:
        before = self.wall() - self.settings.idle_seconds
        self.shelf.forget_idle(before)
        for name, room in list(self.rooms.items()):
            if room.used_at >= before or room.connections or room.lock.locked():
                continue
            if room.driver.is_busy and not room.match.game.facts.realtime:
                continue
            room.close()
            del self.rooms[name]
            self.litter_kb += MOVE_KB * room.match.number
            self.known_clocks.discard(name)
            if name in self.kept:
                self.kept.discard(name)
                await self.store.release(name, self.process)

    async def _tidy(self) -> None:
        """Seldom: delete the matches that are kept no longer, a few at a time, and give their room back."""
        seconds = FIRST_TIDY_SECONDS
        while True:
            await asyncio.sleep(seconds)
            seconds = TIDY_SECONDS
            try:
                await self.delete_stale()
            except Busy:
                pass  # the store has told it in the log
            except Exception:
                log.exception("old matches could not be deleted")

    async def delete_stale(self) -> None:
        """Matches that nobody goes on with, unless somebody looks at them just now, at whichever process."""
        for status, days in self._days_kept().items():
            while days:
                now = self.wall()
                stale = retention.is_stale(status, now - days * DAY, self.process, now)
                found = await retention.some(self.store, stale)
                unused = [name for name in found if name not in self.rooms and name not in self.opening]
                gone = await self.house.host.delete_some(unused, stale, self.process) if unused else []
                if not gone:
                    break
                for name in gone:
                    self.shelf.forget(name)
                self.counts["matches_deleted"] += len(gone)
                await asyncio.sleep(DEAL_PAUSE)
        if days := self.settings.keep_finished_days:
            while await self.reminders.people.forget_unused(self.wall() - days * DAY):
                await asyncio.sleep(DEAL_PAUSE)
        while await self.store.shrink(retention.PAGES_AT_ONCE):
            await asyncio.sleep(DEAL_PAUSE)

    def _days_kept(self) -> dict[str, int]:
        """By what a match has come to; 0 is for ever."""
        settings = self.settings
        return {
            "waiting": settings.keep_waiting_days,
            "playing": settings.keep_unfinished_days,
            "over": settings.keep_finished_days,
        }

    async def _hold_old(self) -> None:
        """Other processes delete no match that a living one keeps, and this one keeps all that are old enough for it as
        long as it has them in memory."""
        now = self.wall()
        ages = {status: days * DAY - HELD_SOONER for status, days in self._days_kept().items() if days}
        old = [
            name
            for name, room in self.rooms.items()
            if now - room.match.row.created > ages.get(room.match.status, inf) and not self.surely_keeps(room)
        ]
        if old:
            self.kept |= await self.store.keep_all(old, self.process, now)

    async def forget(self, match: str, stay: Stay) -> None:
        """Take a person out of a match; with the last one it is deleted. Whoever looks on comes back by itself."""
        room = self.rooms.get(match)
        async with room.lock if room is not None else nullcontext():
            if not await retention.forget(self.store, match, stay.seat, stay.since, stay.until):
                await retention.delete(self.store, [match])
            self.lay_anew(match)
            await self.house.tell_others(host.ANEW, match)

    def lay_anew(self, match: str) -> None:
        """What was told before has changed: who comes back finds the match as it is stored now."""
        self.shelf.forget(match)
        room = self.rooms.pop(match, None)
        if room is not None:
            for connection in list(room.connections):
                connection.close("Somebody has left this table for good: it is laid anew.", SERVICE_RESTART)
            room.close()

    async def _look_where_unsure(self) -> None:
        for room in list(self.rooms.values()):
            if room.is_unsure:
                room.look_again()

    # --- Rooms --------------------------------------------------------------------------------------------------

    async def room(self, match: str) -> Room:
        """The room of a match; it is built from the database if this process does not have it."""
        found = self.rooms.get(match)
        if found is not None:
            found.used_at = self.wall()  # whoever asks is about to use it
            return found
        if not tokens.is_match_id(match):
            raise Unknown("There is no such match: check the link.")
        if match not in self.opening:
            self.opening[match] = asyncio.create_task(self._open_room(match))
            self.opening[match].add_done_callback(lambda _: self.opening.pop(match, None))
        return await asyncio.shield(self.opening[match])

    async def _open_room(self, match: str) -> Room:
        row = await self.store.load(match)
        if row is None:
            raise Unknown("There is no such match: check the link.")
        problem = why_outdated(row)
        if problem is not None:
            raise Outdated(problem)
        try:
            folded = await self._folded(row)
        except Refusal:
            raise
        except Exception as why:  # of the game: what was stored under the same rules does not fit it
            if match not in self.hopeless:
                log.warning("match %s cannot go on: %r", match, why, exc_info=not isinstance(why, MesozoicError))
            self.hopeless.add(match)
            raise Outdated(NOT_TAKEN) from why
        room = Room(self, folded)
        if folded.game.facts.realtime and folded.status == "playing" and await self.keeps(room):
            folded.is_running = False  # the clock stood still while nobody kept the match
        if room.finish_wish() is not None:
            await room.do(room.finish_wish)
        self.rooms[match] = room
        self.counts["matches_rebuilt"] += 1
        if not self.store.is_sqlite:
            room.look_again()  # what others stored before anybody here listened for it
        room.driver.wake()
        return room

    async def _folded(self, row: MatchRow) -> Match:
        folded = Match(row)
        for number, entry in enumerate(await self.store.entries_after(row.id, 0), 1):
            folded.fold(entry)
            if number % FOLDED_AT_ONCE == 0:
                await asyncio.sleep(0)
        return folded

    async def look_at(self, match: str) -> tuple[Match, messages.MatchInfo]:
        """A match as it can be shown from outside, also one whose rules this server no longer plays."""
        try:
            room = await self.room(match)
            return room.match, room.info()
        except Outdated:
            shelved = await self.shelf.look_at(match, self.wall())
            return shelved, present.match_info(shelved)

    def match_ended(self, match: Match) -> None:
        """Keep what chance gave, so that the record can be had under any later rules too."""
        keeping = asyncio.create_task(self._keep_deal(match))
        self.keeping.add(keeping)
        keeping.add_done_callback(self.keeping.discard)

    async def _keep_deal(self, match: Match) -> None:
        deal = {} if match.state is None else match.record().deal
        with suppress(Busy):  # the next start finds what is missing
            await self.store.keep_deal(match.row.id, deal)

    async def _keep_missing_deals(self) -> None:
        """Of matches that ended just when a server fell, or under an older program."""
        rules = {name: game.rules_version for name, game in mesozoic.all_games().items()}
        with suppress(Busy):  # they are looked for again at the next start
            for match in await self.store.without_deal(rules):
                row = await self.store.load(match)
                if row is not None:
                    try:
                        await self._keep_deal(await self._folded(row))
                    except Busy:
                        raise
                    except Exception as problem:  # of one match: the others have theirs kept
                        log.warning("the deal of match %s is not kept: %r", match, problem)
                await asyncio.sleep(DEAL_PAUSE)

    def seat_of(self, room: Room, token: str | None) -> Reader:
        """Who holds this token in the room's match; see :meth:`holder`."""
        return self.holder(room.match, token)

    def holder(self, match: Match, token: str | None) -> Reader:
        """Who holds this token in the match; None for somebody who only watches. Forbidden if it holds nothing."""
        if token is None:
            return None
        named, secret = tokens.parted(token)
        given = tokens.hashed(secret)
        held = match.tokens.items() if tokens.same(named, match.row.id) else []
        found = [(seat,) for hash_, seat in held if tokens.same(hash_, given)]
        if not found:
            raise Forbidden("This link or token holds no seat at this table.")
        return found[0][0]

    # --- The lobby ------------------------------------------------------------------------------------------------

    async def in_lobby(self) -> list[str]:
        """Tables that wait for players, newest first."""
        return await self.store.lobby(LOBBY_SIZE, self.wall() - LOBBY_SECONDS)

    async def _still_listed(self, names: set[str]) -> set[str]:
        return await self.store.listed(names, self.wall() - LOBBY_SECONDS)

    async def _still_held(self, names: set[str]) -> set[str]:
        waiting = await self.store.waiting_to_begin({name.partition(".")[0] for name in names})
        return {name for name in names if name.partition(".")[0] in waiting and await self._is_held(*name.split("."))}

    async def _is_held(self, name: str, token: str) -> bool:
        """Does this token hold a seat of a match that has not begun?"""
        try:
            match = (await self.room(name)).match
        except Busy:
            raise
        except Refusal:
            return False
        return match.status == "waiting" and token in match.tokens

    # --- Who keeps a match ----------------------------------------------------------------------------------------

    async def keeps(self, room: Room) -> bool:
        """Is it this process that moves the bots and clocks of the match? It takes over what nobody keeps."""
        if self.store.is_sqlite:
            return True
        name = room.match.row.id
        if self.surely_keeps(room):
            return True
        if await self.store.keep(name, self.process, self.wall()):
            self.kept.add(name)
            return True
        self.kept.discard(name)
        return False

    def surely_keeps(self, room: Room) -> bool:
        """The same without asking the database: nobody can have taken over yet."""
        return self.store.is_sqlite or (room.match.row.id in self.kept and self.timeline.count() < self.alive_until)

    def is_newcomer(self, room: Room) -> bool:
        """Real time: has this process not yet set the clock of a match that was running elsewhere, or before?"""
        return room.match.row.id not in self.known_clocks

    def knows_clock(self, room: Room) -> None:
        self.known_clocks.add(room.match.row.id)

    # --- Other processes ------------------------------------------------------------------------------------------

    def heard(self, payload: str) -> None:
        """Some process has stored an entry."""
        match, _, number = payload.partition(":")
        room = self.rooms.get(match)
        if room is not None and number.isdigit():
            room.hear(int(number))

    def look_everywhere(self) -> None:
        """The line to the others was down: see what was missed."""
        for room in list(self.rooms.values()):
            room.look_again()

    def counted(self, entry: Entry) -> None:
        self.counts[f"entries_{entry.kind}"] += 1
        if entry.kind == kinds.START:
            self.knows_clock_of(entry.match)

    def knows_clock_of(self, match: str) -> None:
        """Whoever sees a match start knows its clock."""
        self.known_clocks.add(match)
