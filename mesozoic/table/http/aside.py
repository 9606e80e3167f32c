"""Work that takes long is done aside, one piece after the other, so that those who play do not wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from mesozoic.table.errors import Busy

MOST_WAITING = 40
Made = TypeVar("Made")
_desk = ThreadPoolExecutor(1, thread_name_prefix="aside")
_waiting: set[asyncio.Future[object]] = set()


async def aside(work: Callable[[], Made]) -> Made:
    """What the work gives; Busy if so much of it waits already that the answer would come too late."""
    if len(_waiting) >= MOST_WAITING:
        raise Busy("Many want to look at games just now: try again in a moment.")
    working = asyncio.get_running_loop().run_in_executor(_desk, work)
    _waiting.add(working)  # type: ignore[arg-type]
    working.add_done_callback(_waiting.discard)
    return await asyncio.shield(working)
