"""How long things took, and what was refused: for the metrics."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Seconds; what took longer than the last is only in the sum and the count."""


class Durations:
    """How many took at most so long, as monitors want it."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.seconds = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds

    def lines(self, name: str) -> list[str]:
        found, so_far = [f"# TYPE {name} histogram"], 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self.counts, strict=True):
            so_far += count
            found.append(f'{name}_bucket{{le="{bound}"}} {so_far}')
        return [*found, f"{name}_sum {self.seconds:.6f}", f"{name}_count {so_far}"]


class Measured:
    def __init__(self) -> None:
        self.requests = Durations()
        """Over HTTP, from head to the end of the answer."""
        self.moves = Durations()
        """Of people: from the message to its answer, stored and told."""
        self.refusals: Counter[str] = Counter()

    def refused(self, code: str) -> None:
        self.refusals[code] += 1
