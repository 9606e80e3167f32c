"""A server's inside whose clock is set by hand, so that time to think passes when a test says so."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mesozoic.table.matches.hub import Hub
from mesozoic.table.matches.service import Service
from mesozoic.table.settings import Settings

START = 1_000_000_000.0


@dataclass
class Wall:
    """The clock on the wall, in seconds since 1970. It stands still until it is moved."""

    now: float = START


@asynccontextmanager
async def hub_by_hand(folder: Path, later: float = 0.0, **settings: Any) -> AsyncIterator[tuple[Hub, Service, Wall]]:
    """The hub of a server that was started so much later, on the database in this folder."""
    database = f"sqlite:///{folder / 'table.sqlite'}"
    hub = Hub(
        Settings(database=database, bot_workers=1, bot_pause_ms=0, bot_least_ms=0, bot_budget_ms=90_000, **settings)
    )
    wall = Wall(START + later)
    hub.wall = lambda: wall.now  # type: ignore[method-assign]
    await hub.open()
    try:
        yield hub, Service(hub), wall
    finally:
        await hub.close()
