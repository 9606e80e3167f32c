"""What counting everything costs, beside the bare simulation; and how much faster two workers of a cluster are."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from mesozoic.games import all_games
from mesozoic.kernel.game import Game
from mesozoic.lab.simulate import fill_seats, play_out

SECONDS: Final = 2.0
"""A run has costs of its own, some 0.1 s, which a real one hardly notices: so measure not too short ones."""
LOT: Final = 25
"""So many games are played between two looks at the clock."""
CLUSTER_GAME: Final = "dinospan"


@dataclass(frozen=True)
class Cost:
    """Games a second on one core, random bots: played only, and as a run of the lab, from nothing to its files."""

    game: str
    players: int
    bare: float
    counted: float

    @property
    def loss(self) -> float:
        """The part of the bare rate that counting costs."""
        return 1 - self.counted / self.bare


def costs(rounds: int) -> list[Cost]:
    """The middle of the rounds, in each of which both are measured; nothing where Parquet is not installed."""
    if find_spec("pyarrow") is None:
        return []
    return [_cost(game, rounds) for game in all_games().values()]


def _cost(game: Game, rounds: int) -> Cost:
    from mesozoic.lab.pieces import ThisMachine
    from mesozoic.lab.run import run
    from mesozoic.lab.schema import run_setup

    players = min(4, game.facts.most_players)
    bot = game.levels.names()[0] if game.levels.names() else "random"
    setup, seats = game.prepare(players), fill_seats([bot], players)

    def bare(numbers: range) -> None:
        for number in numbers:
            play_out(setup, seats, "bench", number)

    def counted(numbers: range) -> None:
        with TemporaryDirectory() as folder:
            run(run_setup(game.name, [players], [bot], len(numbers), numbers.start), folder, ThisMachine(1))

    lot = len_of(bare)
    pairs = [(_rate(bare, lot), _rate(counted, lot)) for _ in range(rounds)]
    return Cost(game.title, players, median(one for one, _ in pairs), median(other for _, other in pairs))


def len_of(play: Callable[[range], None]) -> int:
    """How many games take about as long as one measurement."""
    games = LOT
    while (rate := _rate(play, games)) * SECONDS > games * 2:
        games = int(rate * SECONDS)
    return games


def _rate(play: Callable[[range], None], games: int) -> float:
    start = time.process_time()
    done = 0
    while (spent := time.process_time() - start) < SECONDS or not done:
        play(range(done, done + games))
        done += games
    return done / max(spent, time.process_time() - start)


@dataclass(frozen=True)
class Scaling:
    """Games a second on a cluster of this machine with one worker and with two."""

    game: str
    games: int
    one: float
    two: float


def scaling(games: int = 600) -> Scaling | None:
    """A run of greedy bots on local clusters, from the first piece given out to the last one stored."""
    if find_spec("distributed") is None or find_spec("pyarrow") is None:
        return None
    rates = [_on_cluster(workers, games) for workers in (1, 2)]
    return Scaling(CLUSTER_GAME, games, *rates)


def _on_cluster(workers: int, games: int) -> float:
    from mesozoic.lab.cluster import DaskCluster, local_cluster
    from mesozoic.lab.run import run
    from mesozoic.lab.schema import run_setup

    with local_cluster(workers) as cluster, TemporaryDirectory() as folder:
        players = DaskCluster(cluster.scheduler_address)
        run(run_setup(CLUSTER_GAME, [2], ["greedy"], 2 * workers, "warm"), f"{folder}/warm", players)
        start = time.perf_counter()
        run(run_setup(CLUSTER_GAME, [2], ["greedy"], games, "bench"), f"{folder}/run", players)
        return games / (time.perf_counter() - start)
