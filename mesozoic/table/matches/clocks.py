"""Time to think: per decision or for the whole game. A server that was away does not count against anybody.

Everything here follows from the entries of the match, so all processes agree: a time in which no server was there is
an entry too, and moves the beginning of the decisions that wait.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mesozoic.client import messages
from mesozoic.table.matches.match import Match


@dataclass(frozen=True)
class Clocks:
    """Computes who has how much time left."""

    back: float = 0.0
    """Since when this server process runs (seconds since 1970)."""

    def left(self, match: Match, seat: int, wall: float) -> float:
        """Seconds that the seat has left, below 0 once they are over."""
        clock = match.row.clock
        assert clock is not None
        used = 0.0 if clock["per"] == "move" else match.used[seat]
        return float(clock["seconds"] - used - match.thought(seat, wall))

    def runs(self, match: Match, seat: int) -> bool:
        return seat in match.to_move and not match.seats[seat].is_played_by_bot

    def next_deadline(self, match: Match, wall: float) -> float | None:
        """When the first person's time is over; None if no clock runs."""
        if match.row.clock is None or match.status != "playing":
            return None
        ends = [wall + self.left(match, seat, wall) for seat in match.to_move if seat >= 0 and self.runs(match, seat)]
        return min(ends, default=None)

    def deadline_after(self, match: Match, mover: int, asked: Iterable[int], wall: float) -> float:
        """When to look after the match again once ``mover`` has moved and these seats are asked; rather too early."""
        clock = match.row.clock
        assert clock is not None
        times = [float(clock["seconds"])]
        for seat in asked:
            if seat >= 0 and not match.seats[seat].is_played_by_bot and (seat != mover or clock["per"] == "game"):
                times.append(self.left(match, seat, wall))
        return wall + min(times)

    def deadline_with(self, match: Match, seat: int, wall: float) -> float:
        """When to look after the match again once the person of this seat is back."""
        own = wall + self.left(match, seat, wall)
        others = self.next_deadline(match, wall)
        return own if others is None else min(own, others)

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
