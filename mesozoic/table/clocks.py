"""Time to think: per decision or for the whole game. A server that was away does not count against anybody."""

from __future__ import annotations

from dataclasses import dataclass

from mesozoic.table import messages
from mesozoic.table.match import Match


@dataclass(frozen=True)
class Clocks:
    """Computes who has how much time left. The server was away from ``gone`` to ``back`` (seconds since 1970)."""

    gone: float = 0.0
    back: float = 0.0

    def left(self, match: Match, seat: int, wall: float) -> float:
        """Seconds that the seat has left, below 0 once they are over."""
        clock = match.row.clock
        assert clock is not None
        used = 0.0 if clock["per"] == "move" else match.used[seat]
        return float(clock["seconds"] - used - self._thought(match, seat, wall))

    def _thought(self, match: Match, seat: int, wall: float) -> float:
        if not self.runs(match, seat):
            return 0.0
        since = match.since[seat]
        away = max(0.0, self.back - max(self.gone, since)) if since < self.back else 0.0
        return max(0.0, wall - since - away)

    def runs(self, match: Match, seat: int) -> bool:
        return seat in match.to_move and not match.seats[seat].is_played_by_bot

    def next_deadline(self, match: Match, wall: float) -> float | None:
        """When the first person's time is over; None if no clock runs."""
        if match.row.clock is None or match.status != "playing":
            return None
        ends = [wall + self.left(match, seat, wall) for seat in match.to_move if seat >= 0 and self.runs(match, seat)]
        return min(ends, default=None)

    def overdue(self, match: Match, wall: float) -> list[int]:
        if match.row.clock is None or match.status != "playing":
            return []
        seats = [seat for seat in match.to_move if seat >= 0 and self.runs(match, seat)]
        return [seat for seat in seats if self.left(match, seat, wall) <= 0]

    def shown(self, match: Match, wall: float) -> list[messages.SeatClock]:
        """For everybody's eyes. A sealed choice goes on for the others until all have chosen, as does its clock."""
        if match.row.clock is None:
            return []
        return [
            messages.SeatClock(seat, max(0, round(self.left(match, seat, wall) * 1000)), self.runs(match, seat))
            for seat in range(match.row.players)
        ]
