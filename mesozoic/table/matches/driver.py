"""What moves a match by itself: bots, clocks, and in real time everything that happens after a while."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from mesozoic.bots import usual_bot
from mesozoic.kernel.errors import IllegalMove, MesozoicError
from mesozoic.kernel.realtime import Tempo
from mesozoic.kernel.state import HOST, State
from mesozoic.table.errors import Busy
from mesozoic.table.matches import wishes
from mesozoic.table.matches.calls import Calls
from mesozoic.table.matches.wishes import Wish
from mesozoic.table.storage import entries as kinds
from mesozoic.table.storage.entries import Entry

if TYPE_CHECKING:
    from mesozoic.table.matches.room import Room

log = logging.getLogger("mesozoic.table")
ATTEMPTS = 20
TAKE_OVER_SECONDS = 1.0
"""So often a process looks whether a match that another one keeps has been left alone."""
LONGEST_PAUSE = 0.25
"""Real time: so many seconds at most until the driver looks again."""


class BotPlan(NamedTuple):
    """What a bot means to do in the rest of its turn, as long as no more is revealed than was then."""

    reveals: int
    moves: list[str]


class Driver:
    """Who moves the match of a room when no person does. One process at a time does this for a match."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.hub = room.hub
        self.match = room.match
        self.calls = Calls(room)
        self.task: asyncio.Task[None] | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.tempo: Tempo | None = None
        self.plans: dict[int, BotPlan] = {}
        self.decided: dict[int, int] = {}
        """How much was revealed when a bot decided last."""
        self.is_closed = False

    @property
    def is_busy(self) -> bool:
        return self.task is not None and not self.task.done()

    def close(self) -> None:
        self.is_closed = True
        if self.task is not None:
            self.task.cancel()
        self._stop_timer()

    def wake(self) -> None:
        """See whether somebody who is no person has something to do."""
        if self.is_closed or self.match.status != "playing" or self.is_busy:
            return
        if self._something_to_do():
            self.task = asyncio.create_task(self._drive())
        else:
            self._set_timer()

    def follow(self, entry: Entry) -> None:
        """Something has become part of the match: plans follow it."""
        if self.tempo is not None and entry.kind == kinds.MOVE and entry.seat is not None:
            self.tempo.follow(entry.seat, self.match.game.parse(entry.data["move"]), entry.at)
        elif entry.kind in (kinds.HAND_OVER, kinds.COME_BACK, kinds.RESUME):
            self.tempo = None  # other bots than before: plan anew

    def _something_to_do(self) -> bool:
        match = self.match
        if match.game.facts.realtime:
            return True
        if self._bots() or match.passes():
            return True
        return HOST in match.to_move or bool(self.hub.clocks.overdue(match, self.hub.wall()))

    def _bots(self) -> list[int]:
        """Bots who are asked now."""
        match = self.match
        return [seat for seat in match.to_move if seat != HOST and match.seats[seat].is_played_by_bot]

    def _set_timer(self) -> None:
        self._stop_timer()
        wall = self.hub.wall()
        deadline = self.hub.clocks.next_deadline(self.match, wall)
        if deadline is not None:
            self.timer = asyncio.get_running_loop().call_later(max(0.0, deadline - wall) + 0.01, self.wake)

    def _stop_timer(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    async def _drive(self) -> None:
        """Bots and clocks, until only people are asked."""
        try:
            while self.match.status == "playing" and self._something_to_do():
                if not await self.hub.keeps(self.room):
                    self.tempo = None
                    await asyncio.sleep(TAKE_OVER_SECONDS)
                    async with self.room.lock:
                        await self.room.catch_up()
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

    # --- Bots and clocks ----------------------------------------------------------------------------------------

    async def _drive_once(self) -> None:
        match = self.match
        if self._bots() and not match.people:
            await asyncio.sleep(self.hub.settings.bot_pause_ms / 1000)  # somebody may come back and move meanwhile
        overdue = self.hub.clocks.overdue(match, self.hub.wall())
        bots = self._bots()
        if bots:
            seat = match.seats[bots[0]]
            await self._let_bot_move(seat.number, seat.level, lambda: seat.is_played_by_bot)
        elif match.passes():
            await self._pass_by(match.passes()[0][0])
        elif overdue:
            await self._time_is_up(overdue[0])

    async def _pass_by(self, seat: int) -> None:
        """After the same while always, whatever the seat holds."""
        decision = self.match.decisions[seat]
        await self.hub.thinkers.rest()

        def wish() -> Wish | None:
            move = dict(self.match.passes()).get(seat)
            if move is None or self.match.decisions[seat] != decision:
                return None
            made = self.room.make_move(seat, move, self.room.now)
            return replace(made, data={**made.data, "by_itself": True})

        await self.room.do(wish)

    async def _let_bot_move(self, seat: int, level: str | None, holds_seat: Callable[[], bool]) -> None:
        match = self.match
        state, number, decision = match.state, match.number, match.decisions[seat]
        assert state is not None
        move = await self._next_of_plan(state, seat, level or usual_bot(match.game))

        def wish() -> Wish | None:
            """Only if the seat is still asked, still the same, and nobody is back who decides for it."""
            is_same = match.number == number or (match.game.facts.simultaneous and match.decisions[seat] == decision)
            if not is_same or seat not in match.to_move or not holds_seat():
                return None
            with suppress(IllegalMove):
                return self.room.make_move(seat, move, self.room.now)
            return None

        await self.room.do(wish)

    async def _next_of_plan(self, state: State, seat: int, level: str) -> str:
        """What the bot planned to do next, if nothing was revealed since; otherwise it thinks.

        Whether it has planned so far depends on how much there is to choose: what comes next in a turn takes as long
        either way.
        """
        planned = self.plans.pop(seat, None)
        goes_on = self.decided.get(seat) == state.reveals
        self.decided[seat] = state.reveals
        if planned is not None and planned.reveals == state.reveals and planned.moves[0] in state.moves(seat):
            moves = planned.moves
            await self.hub.thinkers.rest()
        else:
            thinkers, match = self.hub.thinkers, self.match.row.id
            moves = await thinkers.choose(state, seat, level, self.room.client, goes_on, match)
        if len(moves) > 1:
            self.plans[seat] = BotPlan(state.reveals, moves[1:])
        return moves[0]

    async def _time_is_up(self, seat: int) -> None:
        clock = self.match.row.clock
        assert clock is not None
        level = usual_bot(self.match.game)
        if clock["then"] == "bot_moves" and clock["per"] == "move":
            await self._let_bot_move(seat, level, lambda: self._is_overdue(seat))
        else:
            await self.room.do(lambda: self._hand_over(seat, level))

    def _is_overdue(self, seat: int) -> bool:
        return seat in self.hub.clocks.overdue(self.match, self.hub.wall())

    def _hand_over(self, seat: int, level: str) -> Wish | None:
        return wishes.hand_over(self.match, seat, level, resign=False) if self._is_overdue(seat) else None

    # --- Real time ----------------------------------------------------------------------------------------------

    async def _drive_clock(self) -> None:
        """Play what bots and host mean to do when the clock reaches it."""
        async with self.room.lock:
            if not await self._begin_clock():
                return
            await self.let_time_pass(self.room.now)
            pause = self._until_next()
        await asyncio.sleep(pause)

    async def _begin_clock(self) -> bool:
        match = self.match
        if match.state is None or match.status != "playing":
            return False
        if not match.is_running or self.hub.is_newcomer(self.room):
            if await self.room.store(Wish(kinds.RESUME)):
                self.hub.knows_clock(self.room)
            else:
                await self.room.catch_up()
            return False
        if self.tempo is None or self.tempo.state is not match.state:
            levels = {seat.number: seat.level or "absent" for seat in match.seats if seat.is_played_by_bot}
            self.tempo = match.game.levels.tempo(match.state, levels, match.row.seed)
            self.tempo.begin(max(self.room.now, self.room.countdown_ms))
        return True

    async def let_time_pass(self, until: int) -> None:
        """Whatever is due by then, in its order, but nothing that is later than a call that waits for its order."""
        match = self.match
        while self.tempo is not None and match.status == "playing" and self.hub.surely_keeps(self.room):
            due = self.tempo.due(min(until, self.calls.earliest(until)))
            if due is None:
                return
            at, seat, code = due
            await self._make(seat, match.game.text(code), at)

    async def _make(self, seat: int, move: str, at: int) -> None:
        """Store a timed move; if another process was faster, see whether it is still possible."""
        for _ in range(ATTEMPTS):
            time = max(at, self.match.clock_at)
            if seat != HOST and not self.match.seats[seat].is_played_by_bot:
                return  # its person is back
            try:
                wish = self.room.make_move(seat, move, time)
            except MesozoicError:
                return
            try:
                if await self.room.store(wish, at=time):
                    return
                await self.room.catch_up()
            except BaseException:
                self.tempo = None  # it is no longer planned, and perhaps not stored either: plan anew
                raise

    def _until_next(self) -> float:
        following = None if self.tempo is None else self.tempo.next()
        if following is None:
            return LONGEST_PAUSE
        return min(LONGEST_PAUSE, max(0.001, (following.at - self.room.now) / 1000))
