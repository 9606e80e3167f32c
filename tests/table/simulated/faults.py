"""Everything that goes wrong, how often, and how often it did."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

COMMITS = ("commit failed", "commit unanswered", "commit torn", "killed before commit", "killed after commit")


@dataclass(frozen=True)
class Weather:
    """How often things go wrong while it is stormy. Chances are of one in each case, pauses are mean seconds."""

    commit: float = 0.1
    statement: float = 0.004
    disk_slow: float = 0.01
    message_late: float = 0.05
    request_doubled: float = 0.15
    answer_lost: float = 0.15
    thought_lost: float = 0.1
    between: float = 0.1
    """Seconds between two blows that come by themselves."""

    @staticmethod
    def drawn(chance: random.Random) -> Weather:
        """Some worlds are rougher than others."""
        return Weather(commit=chance.choice([0.03, 0.1, 0.2]), between=chance.choice([0.04, 0.08, 0.2]))


BLOWS = {
    "killed": 3.0,
    "paused": 3.0,
    "clock set": 1.5,
    "connection cut": 8.0,
    "connections of a process cut": 1.0,
    "connection stalled": 2.0,
    "client vanished": 3.0,
    "database in trouble": 0.6,
    "notices lost": 1.5,
}
"""What happens by itself, and how often compared with the others."""


class Faults:
    def __init__(self, chance: random.Random, weather: Weather, trace: Callable[[str], None]) -> None:
        self.chance = chance
        self.weather = weather
        self.trace = trace
        self.counts: Counter[str] = Counter()
        self.is_calm = False

    def count(self, kind: str) -> None:
        self.counts[kind] += 1
        self.trace(kind)

    def strikes(self, chance: float) -> bool:
        return not self.is_calm and self.chance.random() < chance

    # --- The disk ---------------------------------------------------------------------------------------------------

    def of_commit(self, can_tear: bool, in_trouble: bool) -> str | None:
        """What becomes of a commit; None if it simply succeeds."""
        if in_trouble and self.strikes(0.9):
            return "commit failed"
        if not self.strikes(self.weather.commit):
            return None
        kind = self.chance.choice(COMMITS)
        return kind if can_tear or kind != "commit torn" else "killed before commit"

    def of_statement(self) -> None:
        if self.strikes(self.weather.statement):
            self.count("statement failed")
            raise sqlite3.OperationalError(self.chance.choice(["disk I/O error", "database or disk is full"]))

    async def wait_for_disk(self) -> None:
        pause = self.chance.uniform(0.0, 0.003)
        if self.strikes(self.weather.disk_slow):
            self.count("disk slow")
            pause = self.chance.choice([0.1, 0.7, 3.0, 20.0]) * self.chance.random()
        await asyncio.sleep(pause)

    # --- The network --------------------------------------------------------------------------------------------------

    def way(self) -> float:
        """How long a message travels."""
        if self.strikes(self.weather.message_late):
            self.count("message late")
            return self.chance.choice([0.3, 2.0, 15.0]) * self.chance.random()
        return self.chance.uniform(0.001, 0.06)
