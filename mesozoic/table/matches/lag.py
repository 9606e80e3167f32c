"""Real time: how much sooner a call was made than it arrived, as far as its player cannot make that up.

A call travels for half of the way there and back. The client's own echoes tell how long that way is, but a client may
hold them up to seem further away than it is. So they count only as far as the server's system confirms them: it
measures the way by the acknowledgements of the other system, which no page or program delays without delaying its
calls as much. Where it cannot (behind a proxy, or on a system that does not tell), little is given.

What is left to somebody who cheats: nothing by late echoes where the system measures, less than ``UNPROVEN_MS``
elsewhere; and by a network stack of one's own, which acknowledges late but calls at once, the most that anybody is
given, less the true way.
"""

from __future__ import annotations

from collections import deque

UNPROVEN_MS = 14.0
"""The most that is given for a way that only the client's echoes tell of."""
GROWTH_PER_SECOND = 0.1
"""A line may become slower within a match, but not suddenly: so many milliseconds of the way a second."""
TRIPS = 64
"""So many of the last echoes of a match are remembered, over all connections of the seat."""


class Credit:
    """What one seat is given in one match, whatever connections it has."""

    def __init__(self, most_ms: float) -> None:
        self.most_ms = most_ms
        self.trips: deque[float] = deque(maxlen=TRIPS)
        """The ways there and back that echoes told, in milliseconds."""
        self.way_ms: float | None = None
        """The smallest way there and back of this match; a longer one comes to count only slowly."""
        self.judged = 0.0

    @property
    def jitter_ms(self) -> float:
        """By how much the middle one of the echoes was later than the first."""
        return 0.0 if not self.trips else sorted(self.trips)[len(self.trips) // 2] - min(self.trips)

    def given_ms(self, measured_ms: float | None, now: float) -> float:
        """The head start of a call that arrives now; ``measured_ms`` is the way there and back by the system."""
        way = self._way(measured_ms)
        if way is None:
            return 0.0
        if self.way_ms is not None:
            way = min(way, self.way_ms + self._growth(now))
        self.way_ms, self.judged = way, now
        return min(way / 2, self.most_ms)

    def _way(self, measured_ms: float | None) -> float | None:
        echoed = min(self.trips, default=None)
        if measured_ms is not None:
            return measured_ms if echoed is None else min(echoed, measured_ms)
        return None if echoed is None else min(echoed, 2 * UNPROVEN_MS)

    def _growth(self, now: float) -> float:
        """Where echoes come now soon and now late, the soonest says what the line can do: nothing grows."""
        is_steady = self.jitter_ms <= min(self.trips, default=0.0)
        return GROWTH_PER_SECOND * max(0.0, now - self.judged) if is_steady else 0.0
