"""Everybody against everybody: the same deals for all, each deal in every seat, and a rating with an interval.

Two bots who sit at one table are compared by their places (alone by how they did with the same cards). The ratings are
those of Bradley and Terry's model, in Elo: 400 more is ten times the chance to end before the other. The intervals come
from drawing the deals anew (bootstrap), since everything that was played with one deal belongs together.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import combinations, combinations_with_replacement
from math import log
from typing import Any, Final

import numpy as np

from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Setup
from mesozoic.lab.entrants import check_entrant
from mesozoic.lab.simulate import Outcome, play_all

DRAWN: Final = 500
"""So many times the deals are drawn anew."""
VIRTUAL: Final = 1.0
"""Each two begin with so many drawn games, so that whoever wins all stays within bounds."""
ROUNDS: Final = 200
ELO: Final = 400 / log(10)
TAILS: Final = (2.5, 97.5)
"""The 95 % interval, in percent."""


@dataclass(frozen=True)
class Place:
    """What one bot achieved."""

    bot: str
    games: int
    elo: float
    """0 is the average of all who took part; with a 95 % interval."""
    elo_low: float
    elo_high: float
    won: float
    """How often it ended before another one; a tie counts half."""
    won_low: float
    won_high: float
    mean_score: float


@dataclass(frozen=True)
class Meeting:
    """One bot against another one."""

    bot: str
    other: str
    comparisons: int
    won: float
    won_low: float
    won_high: float


@dataclass(frozen=True)
class Tournament:
    """Best first, and how to run it again."""

    game: str
    rules: int
    players: int
    options: dict[str, Any]
    bots: tuple[str, ...]
    games: int
    """For each table of bots."""
    tables: int
    seed: str
    places: tuple[Place, ...]
    meetings: tuple[Meeting, ...]

    def json(self) -> dict[str, Any]:
        return asdict(self)


def tables_of(bots: list[str], players: int) -> list[tuple[str, ...]]:
    """Who sits together: all choices of as many as play; where there are fewer, some sit there more than once."""
    if players == 1:
        return [(bot,) for bot in bots]
    if len(bots) >= players:
        return list(combinations(bots, players))
    return [table for table in combinations_with_replacement(bots, players) if len(set(table)) > 1]


def games_in_all(setup: Setup, bots: list[str], games: int) -> int:
    return games * len(tables_of(bots, setup.players))


def hold(
    setup: Setup,
    bots: list[str],
    games: int,
    seed: int | str = 0,
    workers: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Tournament:
    """Let all tables of bots play so many games on the same deals; ``progress`` is told how many more are done."""
    check(setup, bots, games)
    tables = tables_of(bots, setup.players)
    played = [play_all(setup, list(table), games, seed, workers, progress, paired=True) for table in tables]
    outcomes = [outcome for table in played for outcome in table]
    sign = -1 if setup.game.facts.fewest_points_win else 1
    wins = _alone(bots, played, sign) if setup.players == 1 else _together(bots, outcomes, setup.players, sign)
    return _sum_up(setup, bots, games, seed, len(tables), outcomes, wins)


def check(setup: Setup, bots: list[str], games: int) -> None:
    if len(set(bots)) < 2 or len(set(bots)) < len(bots):
        raise BadOptions("A tournament has two bots or more, each named once.")
    for bot in bots:
        check_entrant(setup.game, bot)
    if games < setup.players or games % setup.players:
        raise BadOptions(f"Each deal is played in every seat: give a multiple of {setup.players} games, not {games}.")


def command(found: Tournament, has_cards: bool = False) -> str:
    """How to hold it again."""
    words = ["mesozoic", "lab", "tournament", found.game, "--players", str(found.players), "--bots"]
    words += [",".join(found.bots), "--games", str(found.games), "--seed", found.seed]
    words += ["--cards", "FILE"] if has_cards else []
    return shlex.join(words)


def _together(bots: list[str], outcomes: list[Outcome], players: int, sign: int) -> Any:
    """For each deal how often one bot ended before another one at the same table."""
    deals = 1 + max(outcome.number for outcome in outcomes) // players
    wins = np.zeros((deals, len(bots), len(bots)))
    for outcome in outcomes:
        of_deal = wins[outcome.number // players]
        ranks = [(share, sign * score) for share, score in zip(outcome.shares, outcome.scores, strict=True)]
        for one, other in combinations(range(players), 2):
            _compare(of_deal, bots.index(outcome.bots[one]), bots.index(outcome.bots[other]), ranks[one], ranks[other])
    return wins


def _alone(bots: list[str], played: list[list[Outcome]], sign: int) -> Any:
    """The same for solo games: whoever reaches the goal is better, then whoever has better points."""
    wins = np.zeros((len(played[0]), len(bots), len(bots)))
    for one, other in combinations(range(len(bots)), 2):
        for deal, (mine, theirs) in enumerate(zip(played[one], played[other], strict=True)):
            ranks = [(outcome.shares[0], sign * outcome.scores[0]) for outcome in (mine, theirs)]
            _compare(wins[deal], one, other, *ranks)
    return wins


def _compare(wins: Any, one: int, other: int, rank: tuple[float, int], their: tuple[float, int]) -> None:
    if one == other:
        return
    share = 0.5 if rank == their else float(rank > their)
    wins[one, other] += share
    wins[other, one] += 1 - share


def _sum_up(
    setup: Setup, bots: list[str], games: int, seed: int | str, tables: int, outcomes: list[Outcome], wins: Any
) -> Tournament:
    drawn = np.random.default_rng(0).multinomial(len(wins), np.full(len(wins), 1 / len(wins)), size=DRAWN)
    again = np.tensordot(drawn, wins, axes=1)
    whole = wins.sum(axis=0)
    elo, elos = ratings(whole[None])[0], ratings(again)
    places = [
        Place(
            bot,
            sum(bot in outcome.bots for outcome in outcomes),
            float(elo[at]),
            *_interval(elos[:, at]),
            float(_share(whole[None], at)[0]),
            *_interval(_share(again, at)),
            _mean_score(bot, outcomes),
        )
        for at, bot in enumerate(bots)
    ]
    meetings = [_meeting(bots, whole, again, one, other) for one, other in combinations(range(len(bots)), 2)]
    return Tournament(
        setup.game.name, setup.game.rules_version, setup.players, dict(setup.options), tuple(bots), games, tables,
        str(seed), tuple(sorted(places, key=lambda place: -place.elo)), tuple(one for one in meetings if one),
    )  # fmt: skip


def _share(wins: Any, at: int) -> Any:
    """For each table of wins, how often this one ended before another one."""
    won = wins[:, at].sum(axis=1)
    return won / (won + wins[:, :, at].sum(axis=1))


def _mean_score(bot: str, outcomes: list[Outcome]) -> float:
    seats = [zip(outcome.bots, outcome.scores, strict=True) for outcome in outcomes]
    scores = [score for seated in seats for name, score in seated if name == bot]
    return sum(scores) / len(scores)


def _meeting(bots: list[str], whole: Any, again: Any, one: int, other: int) -> Meeting | None:
    number = whole[one, other] + whole[other, one]
    if not number:
        return None
    shares = again[:, one, other] / np.maximum(again[:, one, other] + again[:, other, one], 0.5)
    share = float(whole[one, other] / number)
    return Meeting(bots[one], bots[other], round(float(number)), share, *_interval(shares))


def _interval(numbers: Any) -> tuple[float, float]:
    low, high = np.percentile(numbers, TAILS)
    return float(low), float(high)


def ratings(wins: Any) -> Any:
    """For each table of wins (who ended before whom how often) everybody's rating, by Hunter's MM algorithm (2004)."""
    count = wins.shape[-1]
    met = wins + wins.transpose(0, 2, 1) > 0
    wins = wins + VIRTUAL / 2 * met
    games = wins + wins.transpose(0, 2, 1)
    won = wins.sum(axis=2)
    strength = np.ones((len(wins), count))
    for _ in range(ROUNDS):
        pairs = games / (strength[:, :, None] + strength[:, None, :])
        strength = won / pairs.sum(axis=2)
        strength /= np.exp(np.log(strength).mean(axis=1, keepdims=True))
    return ELO * np.log(strength)
