"""What a check did, and what it says when a law is broken."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


class ContractBroken(AssertionError):
    """The game does not keep the contract."""


def broken(game: str, law: str, *how: str) -> ContractBroken:
    """The failure of a law, with how to get there again."""
    return ContractBroken("\n  ".join([f"{game}: broken law: {law}", *how]))


def said_of(players: int, seed: str, options: Mapping[str, Any]) -> str:
    """How a game was begun."""
    return f"game: start({players}, seed={seed!r}, options={dict(options)})"


def said_of_error(error: BaseException) -> str:
    """An exception in one line: what it says, and the place in the game that raised it."""
    places = traceback.extract_tb(error.__traceback__)
    where = f", raised in {Path(places[-1].filename).name} line {places[-1].lineno}" if places else ""
    words = (str(error).splitlines() or [""])[0]
    return f"error: {type(error).__name__}: {words}{where}"


@dataclass
class Report:
    """What a check did."""

    game: str
    setups: int = 0
    games: int = 0
    decisions: int = 0
    checks: Counter[str] = field(default_factory=Counter)
    scores: tuple[int, int] | None = None
    longest: int = 0
    secrets_met: Counter[str] = field(default_factory=Counter)
    secrets_redealt: Counter[str] = field(default_factory=Counter)
    kinds_seen: set[str] = field(default_factory=set)
    """Which of ``hidden``, ``simultaneous`` and ``realtime`` occurred."""
    deals_seen: set[str] = field(default_factory=set)
    """What chance gave, as far as it differed; a few suffice."""

    def lines(self) -> Iterator[str]:
        """The report for people."""
        yield f"{self.game}: {self.setups} set-ups, {self.games} random games, {self.decisions} decisions"
        yield f"  scores {self.scores}, longest game {self.longest} decisions"
        for law, times in sorted(self.checks.items()):
            yield f"  {times:>9,} x {law}"
        for secret, times in sorted(self.secrets_met.items()):
            yield f"  {times:>9,} x hidden: {secret}, imagined differently {self.secrets_redealt[secret]:,} times"

    def add(self, other: Report) -> None:
        """What another process did."""
        self.setups += other.setups
        self.games += other.games
        self.decisions += other.decisions
        self.longest = max(self.longest, other.longest)
        self.note_scores(other.scores or ())
        self.checks += other.checks
        self.secrets_met += other.secrets_met
        self.secrets_redealt += other.secrets_redealt
        self.kinds_seen |= other.kinds_seen
        self.deals_seen |= other.deals_seen

    def note_scores(self, scores: tuple[int, ...]) -> None:
        seen = (*scores, *(self.scores or ()))
        self.scores = (min(seen), max(seen)) if seen else None
