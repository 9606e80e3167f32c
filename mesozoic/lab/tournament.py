"""Everybody against everybody: the same deals for all, each deal in every seat, and a rating with an interval.

Two bots who sit at one table are compared by their places (alone by how they did with the same cards). The ratings are
those of Bradley and Terry's model, in Elo: 400 more is ten times the chance to end before the other. The intervals come
from drawing the deals anew (bootstrap), since everything that was played with one deal belongs together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations
from math import log
from statistics import fmean
from typing import Any, Final

import numpy as np

from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Setup
from mesozoic.lab.entrants import check_entrant
from mesozoic.lab.simulate import Outcome, Played, as_played, better, check_deals, play_all, rank, scores_of

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
class Tournament(Played):
    """Best first; the games are those of each table of bots."""

    bots: tuple[str, ...]
    tables: int
    places: tuple[Place, ...]
    meetings: tuple[Meeting, ...]

    def words(self) -> str:
        """``3 tables of 200 games each, seed 0, all on the same deals, each deal in every seat``."""
        tables = f"{self.tables} tables of {self.games:,} games each" if self.tables > 1 else f"{self.games:,} games"
        return f"{tables}, seed {self.seed}, all on the same deals" + ", each deal in every seat" * (self.players > 1)


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
    wins = _alone(setup, bots, played) if setup.players == 1 else _together(setup, bots, outcomes)
    return _sum_up(setup, bots, games, seed, len(tables), outcomes, wins)


def check(setup: Setup, bots: list[str], games: int) -> None:
    if len(set(bots)) < 2 or len(set(bots)) < len(bots):
        raise BadOptions("A tournament has two bots or more, each named once.")
    for bot in bots:
        check_entrant(setup.game, bot)
    check_deals(setup, games)


def _together(setup: Setup, bots: list[str], outcomes: list[Outcome]) -> Any:
    """For each deal how often one bot ended before another one at the same table."""
    deals = 1 + max(outcome.number for outcome in outcomes) // setup.players
    wins = np.zeros((deals, len(bots), len(bots)))
    for outcome in outcomes:
        for one, other in combinations(range(setup.players), 2):
            mine, theirs = bots.index(outcome.bots[one]), bots.index(outcome.bots[other])
            if mine != theirs:
                share = better(rank(setup, outcome, one), rank(setup, outcome, other))
                wins[outcome.number // setup.players, mine, theirs] += share
                wins[outcome.number // setup.players, theirs, mine] += 1 - share
    return wins


def _alone(setup: Setup, bots: list[str], played: list[list[Outcome]]) -> Any:
    """The same for solo games, in which two are compared who had the same cards."""
    wins = np.zeros((len(played[0]), len(bots), len(bots)))
    for one, other in combinations(range(len(bots)), 2):
        for deal, (mine, theirs) in enumerate(zip(played[one], played[other], strict=True)):
            share = better(rank(setup, mine, 0), rank(setup, theirs, 0))
            wins[deal, one, other] += share
            wins[deal, other, one] += 1 - share
    return wins


def _sum_up(
    setup: Setup, bots: list[str], games: int, seed: int | str, tables: int, outcomes: list[Outcome], wins: Any
) -> Tournament:
    whole, again = wins.sum(axis=0), drawn_anew(wins)
    elo, elos = ratings(whole[None])[0], ratings(again)
    places = [
        Place(
            bot,
            sum(bot in outcome.bots for outcome in outcomes),
            *_interval(float(elo[at]), elos[:, at]),
            *_interval(float(_share(whole[None], at)[0]), _share(again, at)),
            fmean(scores_of(bot, outcomes)),
        )
        for at, bot in enumerate(bots)
    ]
    order = sorted(range(len(bots)), key=lambda at: -elo[at])
    meetings = [_meeting(bots, whole, again, one, other) for one, other in combinations(order, 2)]
    return Tournament(
        **as_played(setup, games, seed),
        bots=tuple(bots),
        tables=tables,
        places=tuple(places[at] for at in order),
        meetings=tuple(one for one in meetings if one),
    )


def drawn_anew(wins: Any) -> Any:
    """What else such a tournament might have given: as many deals, drawn from those that were played.

    Where one was better in every single deal, drawing these anew says nothing of how sure that is. There the share of
    the other is drawn by Jeffreys' rule, as for that many games without a win.
    """
    rng = np.random.default_rng(0)
    again = np.tensordot(rng.multinomial(len(wins), np.full(len(wins), 1 / len(wins)), size=DRAWN), wins, axes=1)
    for one, other in permutations(range(wins.shape[1]), 2):
        won, deals = wins[:, one, other].sum(), np.count_nonzero(wins[:, one, other])
        if deals and not wins[:, other, one].any():
            lost = won * rng.beta(0.5, deals + 0.5, size=DRAWN)
            again[:, one, other], again[:, other, one] = won - lost, lost
    return again


def _share(wins: Any, at: int) -> Any:
    """For each table of wins, how often this one ended before another one."""
    won = wins[:, at].sum(axis=1)
    return won / (won + wins[:, :, at].sum(axis=1))


def _meeting(bots: list[str], whole: Any, again: Any, one: int, other: int) -> Meeting | None:
    number = whole[one, other] + whole[other, one]
    if not number:
        return None
    shares = again[:, one, other] / np.maximum(again[:, one, other] + again[:, other, one], 0.5)
    share = float(whole[one, other] / number)
    return Meeting(bots[one], bots[other], round(float(number)), *_interval(share, shares))


def _interval(value: float, numbers: Any) -> tuple[float, float, float]:
    """The value with the interval that these numbers give it."""
    low, high = np.percentile(numbers, TAILS)
    return value, min(value, float(low)), max(value, float(high))


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
