"""A server's inside whose clock is set by hand, so that time to think passes when a test says so."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mesozoic.table.matches.hub import Hub
from mesozoic.table.matches.service import Service
from mesozoic.table.matches.timeline import Timeline
from mesozoic.table.settings import Settings

QUICK = {"bot_workers": 1, "bot_pause_ms": 0, "bot_least_ms": 0, "bot_budget_ms": 90_000}
START = 1_000_000_000.0


@dataclass
class Wall:
    """The clock on the wall, in seconds since 1970. It stands still until it is moved."""

    now: float = START


class Stopwatch(Wall):
    """A timeline's two clocks: the one on the wall may be set, the other one only goes on."""

    counted: float = 5000.0

    def timeline(self) -> Timeline:
        return Timeline(count=lambda: self.counted, read_wall=lambda: self.now)

    def pass_by(self, seconds: float) -> None:
        self.now += seconds
        self.counted += seconds


@asynccontextmanager
async def hub_by_hand(folder: Path, later: float = 0.0, **settings: Any) -> AsyncIterator[tuple[Hub, Service, Wall]]:
    """The hub of a server that was started so much later, on the database in this folder."""
    database = f"sqlite:///{folder / 'table.sqlite'}"
    hub = Hub(Settings(**{"database": database, **QUICK, **settings}))
    wall = Wall(START + later)
    hub.timeline = Timeline(count=lambda: wall.now, read_wall=lambda: wall.now)
    hub.timeline.now = lambda: wall.now  # type: ignore[method-assign]
    await hub.open()
    try:
        yield hub, Service(hub), wall
    finally:
        await hub.close()
