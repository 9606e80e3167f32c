"""An event loop whose time is made up. Whatever runs on it belongs to an owner: a process that can be paused or killed.

Within an owner everything runs in the order in which asyncio would run it; whose turn it is among several owners is
drawn. Time goes on only when nobody has anything left to do, and then to the next moment at which somebody has.
"""

from __future__ import annotations

import asyncio
import contextvars
import heapq
import random
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

OWNER: contextvars.ContextVar[Owner] = contextvars.ContextVar("OWNER")
MOST_CLOSINGS = 5


class Owner:
    """A process, or everybody outside of all of them."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.context = contextvars.Context()
        self.context.run(OWNER.set, self)
        self.ready: deque[asyncio.Handle] = deque()
        self.tasks: dict[asyncio.Task[Any], None] = {}
        self.is_dead = False
        self.is_paused = False
        self.steps_left: int | None = None
        """It is killed after so many more steps."""
        self.why = ""

    def doom(self, why: str, steps: int = 0) -> None:
        """It will be killed so many steps from now, wherever it is then."""
        if self.steps_left is None or steps < self.steps_left:
            self.steps_left, self.why = steps, why


class SimulatedLoop(asyncio.BaseEventLoop):
    def __init__(self, chance: random.Random, kill: Callable[[Owner], None]) -> None:
        super().__init__()
        self.chance = chance
        self.kill = kill
        self.now = 10_000.0
        self.steps = 0
        self.outside = Owner("outside")
        self.owners = [self.outside]
        self.wrong: Exception | None = None
        """Something that must not be was seen: the run ends with it."""
        self.is_clearing = False
        """Is what a killed process has left behind being thrown away?"""
        self.set_exception_handler(self._note)
        self.in_thread: Callable[[Callable[..., Any], tuple[Any, ...]], Coroutine[Any, Any, Any]] | None = None
        """What a thread of a process does, and when."""

    def time(self) -> float:
        return self.now

    def _note(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """A failure that nobody looked at; of those whom a kill took away nobody could."""
        failed = context.get("future")
        whose = failed.get_name() if isinstance(failed, asyncio.Task) else self.outside.name
        if self.is_clearing or whose not in {one.name for one in self.owners}:
            return
        self.wrong = self.wrong or AssertionError(f"{context.get('message')}: {context.get('exception')!r}")

    # --- Who has something to do ------------------------------------------------------------------------------------

    def _call_soon(self, callback: Any, args: Any, context: contextvars.Context | None) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        owner = self._owner_of(handle)
        if not owner.is_dead:
            owner.ready.append(handle)
        return handle

    def _owner_of(self, handle: Any) -> Owner:
        owner: Owner = handle._context.get(OWNER, self.outside)
        return owner

    def call_soon_threadsafe(self, callback: Any, *args: Any, context: contextvars.Context | None = None) -> Any:
        return self.call_soon(callback, *args, context=context)

    def create_task(self, coro: Any, *, name: str | None = None, context: contextvars.Context | None = None) -> Any:
        owner = OWNER.get(self.outside) if context is None else context.get(OWNER, self.outside)
        if owner.is_dead:
            return self._at_once(coro)
        task = super().create_task(coro, name=owner.name, context=context)
        owner.tasks[task] = None
        if len(owner.tasks) > 500:
            owner.tasks = {one: None for one in owner.tasks if not one.done()}
        return task

    def _at_once(self, coro: Any) -> asyncio.Future[Any]:
        """Of a process that is being thrown away: what does not wait for anything is done, the rest is not."""
        done = self.create_future()
        try:
            coro.send(None)
        except StopIteration as end:
            done.set_result(end.value)
        except BaseException:
            done.cancel()
        else:
            _close(coro)
            done.cancel()
        return done

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:
        """What a thread does goes on when nobody waits for it any more."""
        assert self.in_thread is not None
        answer = self.create_future()
        self.create_task(self._work(self.in_thread(func, args), answer))
        return answer

    async def _work(self, working: Coroutine[Any, Any, Any], answer: asyncio.Future[Any]) -> None:
        try:
            found = await working
        except Exception as fault:
            if not answer.done():
                answer.set_exception(fault)
        else:
            if not answer.done():
                answer.set_result(found)

    # --- Running ------------------------------------------------------------------------------------------------------

    def _run_once(self) -> None:
        if self.wrong is not None:
            raise self.wrong
        able = [one for one in self.owners if one.ready and not one.is_paused]
        if not able:
            self._let_time_pass()
            return
        owner = able[0] if len(able) == 1 else self.chance.choice(able)
        handle = owner.ready.popleft()
        if not handle._cancelled:
            self.steps += 1
            handle._run()
        if owner.steps_left is not None and not owner.is_dead:
            owner.steps_left -= 1
            if owner.steps_left < 0:
                self.kill(owner)

    def _let_time_pass(self) -> None:
        scheduled: list[Any] = self._scheduled  # type: ignore[attr-defined]
        while scheduled:
            first = heapq.heappop(scheduled)
            first._scheduled = False
            owner = self._owner_of(first)
            if first._cancelled or owner.is_dead:
                continue
            self.now = max(self.now, first._when)
            owner.ready.append(first)
            if not scheduled or scheduled[0]._when > self.now:
                return
        if not any(one.ready for one in self.owners):
            raise AssertionError("Nobody has anything to do, now or later.")

    def _process_events(self, event_list: Any) -> None:
        pass

    def _write_to_self(self) -> None:
        pass

    # --- Ending a process ---------------------------------------------------------------------------------------------

    def bury(self, owner: Owner) -> None:
        """Nothing of it runs any more. What it had begun is thrown away here and now, and not when Python finds it."""
        owner.is_dead = True
        owner.ready.clear()
        if owner in self.owners:
            self.owners.remove(owner)
        for task in list(owner.tasks):
            task._log_destroy_pending = False  # type: ignore[attr-defined]
            if not task.done():
                owner.context.copy().run(_close, task.get_coro())
        owner.tasks.clear()


def _close(coroutine: Any) -> None:
    for _ in range(MOST_CLOSINGS):
        with suppress(BaseException):
            coroutine.close()
            return
