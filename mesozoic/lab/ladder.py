"""The ladder: each bot against the one below it, on the same deals, and how far it stands above it.

The distance is in Elo: 150 above wins about 70 of 100 games, 400 above about 91. A solo game is won by whoever does
better with the same cards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from math import log10
from typing import Final

from mesozoic.bots.levels import LEVELS
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Game, Setup
from mesozoic.lab.entrants import check_entrant
from mesozoic.lab.pieces import Interrupted
from mesozoic.lab.simulate import Played, Standing, as_played, better, check_deals, play_all, rank, simulate, standing

IN_VISITS: Final = {"alpha": "alpha:60v", "apex": "apex:400v"}
"""The levels that think for a time at the table think for a number of visits here: the same again on any machine."""


@dataclass(frozen=True)
class Rung:
    """One bot against the one below it."""

    bot: str
    below: str
    games: int
    win_share: float
    """Its share of the win against one of those below, or several of them, with a 95 % interval."""
    win_low: float
    win_high: float
    elo: float | None
    """How far it stands above it; None where it won all or nothing."""
    elo_low: float | None
    elo_high: float | None
    mean_score: float
    mean_below: float


@dataclass(frozen=True)
class Ladder(Played):
    """Weakest first."""

    rungs: tuple[Rung, ...]


def usual_rungs(game: Game) -> list[str]:
    """The levels of the game."""
    return list(game.levels.names()) or [IN_VISITS.get(name, name) for name in LEVELS]


def games_in_all(setup: Setup, bots: list[str], games: int) -> int:
    """How many games a ladder of these bots takes: alone each of two plays its own."""
    return (len(bots) - 1) * games * (2 if setup.players == 1 else 1)


def climb(
    setup: Setup,
    bots: list[str],
    games: int,
    seed: int | str = 0,
    workers: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
    tell: Callable[[Rung], None] = lambda rung: None,
) -> Ladder:
    """Let each bot play so many games against the one below it.

    ``progress`` is told how many more are done, ``tell`` each rung as soon as it is. Interrupted, with a
    sentence, if somebody stops it.
    """
    if len(bots) < 2:
        raise BadOptions("A ladder has two bots or more, the weakest first.")
    for bot in bots:
        check_entrant(setup.game, bot)
    check_deals(setup, games)
    rungs: list[Rung] = []
    try:
        for below, bot in pairwise(bots):
            rungs.append(_rung(setup, bot, below, games, seed, workers, progress))
            tell(rungs[-1])
    except KeyboardInterrupt:
        raise Interrupted(f"Stopped: {len(rungs)} of {len(bots) - 1} rungs are finished.") from None
    return Ladder(**as_played(setup, games, seed), rungs=tuple(rungs))


def _rung(
    setup: Setup,
    bot: str,
    below: str,
    games: int,
    seed: int | str,
    workers: int | None,
    progress: Callable[[int], None],
) -> Rung:
    if setup.players == 1:
        mine, theirs = _same_cards(setup, bot, below, games, seed, workers, progress)
    else:
        found = simulate(setup, [bot, below], games, seed, workers, progress, paired=True)
        mine, theirs = found.by_bot[bot], found.by_bot[below]
    others = max(1, setup.players - 1)
    return Rung(
        bot, below, games, mine.win_share, mine.win_low, mine.win_high,
        elo(mine.win_share, others), elo(mine.win_low, others), elo(mine.win_high, others),
        mine.mean_score, theirs.mean_score,
    )  # fmt: skip


def _same_cards(
    setup: Setup,
    bot: str,
    below: str,
    games: int,
    seed: int | str,
    workers: int | None,
    progress: Callable[[int], None],
) -> tuple[Standing, Standing]:
    """Both play the solo game with the same cards: whoever reaches the goal wins, then whoever has better points."""
    mine, theirs = (play_all(setup, [name], games, seed, workers, progress) for name in (bot, below))
    won = [better(rank(setup, one, 0), rank(setup, other, 0)) for one, other in zip(mine, theirs, strict=True)]
    return (
        standing([(one.scores[0], share) for one, share in zip(mine, won, strict=True)]),
        standing([(other.scores[0], 1 - share) for other, share in zip(theirs, won, strict=True)]),
    )


def elo(share: float, others: int = 1) -> float | None:
    """How far somebody stands above each of so many others who wins that share; None where no distance is enough."""
    return 400 * log10(share * others / (1 - share)) if 0 < share < 1 else None
