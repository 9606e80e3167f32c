"""The table's own time. It goes on evenly whatever is done to the computer's clock, and stands still with the server.

It begins with the clock on the wall and is counted from there by a clock that nobody sets. A process that was stopped
(or a machine that slept) finds that nobody has looked at this clock for a while: that time did not pass at the table.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

LOOK_SECONDS = 0.25
"""So often somebody looks at least, as long as the process runs."""
AWAY_SECONDS = 1.5
"""When nobody has looked for so long, the process was away."""


@dataclass
class Timeline:
    """Seconds since 1970, as this process counts them."""

    count: Callable[[], float] = time.monotonic
    read_wall: Callable[[], float] = time.time
    began: float = field(init=False)
    """The table's time when the counter stood at 0."""
    looked: float = field(init=False)
    gaps: int = 0
    """How often the process was away."""

    def __post_init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Now is what the clock on the wall says."""
        self.go_on_from(self.read_wall())

    def now(self) -> float:
        counted = self.count()
        gap = counted - self.looked
        self.looked = counted
        if gap > AWAY_SECONDS:
            self.began -= gap
            self.gaps += 1
        return self.began + counted

    def go_on_from(self, now: float) -> None:
        """Other processes are at this time."""
        self.looked = self.count()
        self.began = now - self.looked
