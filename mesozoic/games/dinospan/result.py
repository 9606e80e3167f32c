"""How a game ended: Prestige Points, and the Rival of the solo game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mesozoic.games.dinospan.rules import Span
from mesozoic.games.dinospan.rules_table import (
    ROUNDS,
)
from mesozoic.kernel.game import Result
from mesozoic.kernel.parts import ranking
from mesozoic.kernel.state import seat_name

LADDER: Final = (
    (70, "Best Paleontologist of the Year"),
    (60, "Museum Director"),
    (50, "Professor"),
    (40, "Curator"),
    (30, "Field Assistant"),
    (0, "Volunteer"),
)


@dataclass(frozen=True, slots=True)
class ScoreView:
    """Points by their source (DS-57 to DS-60, DS-65)."""

    cards: int
    eggs: int
    goals: int
    resources: int
    research: int

    @property
    def total(self) -> int:
        return self.cards + self.eggs + self.goals + self.resources + self.research


def points(state: Span, seat: int, with_research: bool) -> ScoreView:
    return ScoreView(
        int(state.card_points(seat)),
        int(state.egg_points(seat)),
        int(state.goal_total(seat)),
        int(state.resource_points(seat)),
        int(state.research_points(seat)) if with_research else 0,
    )


def ladder(score: int) -> str:
    """DS-73."""
    return next(name for least, name in LADDER if score >= least)


def result(state: Span) -> Result:
    """DS-56, DS-61, DS-R38; solo DS-72, DS-73."""
    details = tuple(points(state, seat, True) for seat in range(state.players))
    scores = tuple(one.total for one in details)
    if state.variant.solo:
        rival = int(state.rival_score())
        won = scores[0] > rival
        verdict = "more than" if won else "not more than"
        why = f"{scores[0]} PP, {verdict} the Rival's {rival}: {ladder(scores[0])}."
        return Result(scores, (1,), (0,) if won else (), why, details)
    ranks = [(-scores[seat], -((seat - int(state.first)) % state.players)) for seat in range(state.players)]
    places, (winner,) = ranking(ranks)
    tied = scores.count(max(scores)) > 1
    why = f"{seat_name(winner)} has the most Prestige Points, {scores[winner]}"
    why += ", and sits farthest clockwise from the First Player token" if tied else ""
    why += f": {LADDER[0][1]}."  # DS-R4
    return Result(scores, places, (winner,), f"{ROUNDS} rounds are played: {why}", details)
