"""Real time, fairly: people's moves that arrive almost together are taken in the order in which they were made.

The way from a player to the server takes some milliseconds, more for one than for another. Whatever arrives is held
for a moment; then it is taken in the order of its making, which is its arrival less half of the measured way there and
back. Where two were made at the same moment, a lot decides, not who was written down first.
"""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mesozoic.kernel.errors import MesozoicError
from mesozoic.table.errors import Refusal
from mesozoic.table.storage.entries import MOVE, asking

if TYPE_CHECKING:
    from mesozoic.table.matches.room import Room


@dataclass(order=True)
class Call:
    made_at: int
    """In the game's time."""
    lot: float
    seat: int = field(compare=False)
    move: str = field(compare=False)
    key: str = field(compare=False)
    done: asyncio.Future[None] = field(compare=False)


class TooLate(Refusal):
    """Somebody else was faster."""


class Calls:
    """The moves of people that wait for their order."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.waiting: list[Call] = []
        self.task: asyncio.Task[None] | None = None

    def earliest(self, otherwise: int) -> int:
        """Nothing later than this may happen yet."""
        return min((call.made_at - 1 for call in self.waiting), default=otherwise)

    async def take(self, seat: int, move: str, key: str, head_start_ms: float) -> None:
        """Make the move when its turn has come; raises what the person is told if it is not possible."""
        now = self.room.now
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append(Call(max(0, now - round(head_start_ms)), random.random(), seat, move, key, done))
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._order())
        await done

    async def _order(self) -> None:
        while self.waiting:
            await asyncio.sleep(self.room.hub.settings.fair_ms / 1000)
            batch = sorted(self.waiting)
            made: Call | None = None
            for call in batch:
                self.waiting.remove(call)
                if await self._carry_out(call, made):
                    made = made or call

    async def _carry_out(self, call: Call, first: Call | None) -> bool:
        room = self.room
        try:
            await room.do(
                lambda: room.move_wish(call.seat, call.move, None, call.made_at),
                call.seat,
                call.key,
                call.made_at,
                asking(MOVE, call.move),
            )
        except MesozoicError as refusal:
            if not call.done.done():
                call.done.set_exception(self._explained(refusal, call, first))
            return False
        except Exception as error:
            if not call.done.done():
                call.done.set_exception(error)
            return False
        if not call.done.done():
            call.done.set_result(None)
        return True

    def _explained(self, refusal: MesozoicError, call: Call, first: Call | None) -> MesozoicError:
        if first is None or isinstance(refusal, Refusal):
            return refusal
        name = self.room.match.seats[first.seat].name
        gap = call.made_at - first.made_at
        how = f"{gap} ms faster" if gap > 0 else "called at the same moment and the lot fell on them"
        return TooLate(f"{name} was {how}. {refusal}" if gap > 0 else f"{name} {how}. {refusal}")
