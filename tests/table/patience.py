"""Waiting for what a server does. How long that takes says nothing: a busy machine is slow, not wrong."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from mesozoic.client import messages
from mesozoic.client.client import Client

PATIENCE = 180.0
"""Seconds after which something is believed never to happen; on a quiet machine it takes a few milliseconds."""


async def until(happened: Callable[[], Any], what: str = "it") -> Any:
    """Wait for something that stays once it has happened; what it is."""
    end = time.monotonic() + PATIENCE
    while not (found := happened()):
        assert time.monotonic() < end, f"{what} did not happen"
        await asyncio.sleep(0.01)
    return found


async def told(client: Client, wanted: Callable[[messages.Update], Any]) -> messages.Update:
    """Read on in what the client was told until something is there, however soon it passes."""
    async with asyncio.timeout(PATIENCE):
        async for update in client.updates():
            if wanted(update):
                return update
    raise AssertionError("the server has nothing more to tell")
