"""How fast the engine is: random games, decisions, clones; compiled and not; beside peers, all in one run.

Every contestant runs in turn, round after round, and the middle round counts, so that a busy machine slows all alike;
compare the ratios rather than the figures of different runs.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from importlib.util import find_spec
from statistics import median
from typing import Any

import mesozoic
from mesozoic.bots.search import Search
from mesozoic.games import all_games
from mesozoic.kernel.game import Game, Setup
from mesozoic.kernel.playout import clone_often, play_randomly
from mesozoic.kernel.rng import seeded
from mesozoic.kernel.state import Moves, State

ROUNDS = 7
SECONDS = 0.4
BEGINNING = 12
"""Moves of a game that are made before a search of it is measured."""
BATCH = 512
"""Games of a batch that are stepped together."""
MOST_TIMES = 2**40
PEER = "OpenSpiel hearts"
SEARCHED = "othello"
"""OpenSpiel's game that its search is measured on: some 60 moves, as in a game of Dolphins and Dinos."""

Contest = Callable[[], "Speed"]


@dataclass(frozen=True)
class Speed:
    """What one contestant managed on one core."""

    name: str
    engine: str
    """compiled, pure (Python), or what a peer is made of."""
    players: int
    games_per_second: float
    """Dealt and played to the end."""
    decisions_per_second: float
    """The engine loop alone: list the legal moves, draw one, apply it; events off."""
    decisions_per_game: float
    clone_microseconds: float | None


def measure(setup: Setup, seconds: float = SECONDS) -> Speed:
    """Random games through the engine loop for about so many seconds."""
    rng, out = seeded("bench"), Moves()
    games = decisions = 0
    dealing = playing = 0.0
    while dealing + playing < seconds:
        start = time.perf_counter()
        states = [setup.shuffle(rng) for _ in range(20)]
        dealt = time.perf_counter()
        for state in states:
            decisions += play_randomly(state, rng, out)
        playing += time.perf_counter() - dealt
        dealing += dealt - start
        games += len(states)
    return Speed(
        setup.game.title,
        "compiled" if mesozoic.compiled else "pure",
        setup.players,
        games / (dealing + playing),
        decisions / playing,
        decisions / games,
        clone_cost(setup, 20_000 if mesozoic.compiled else 1_000),
    )


def clone_cost(setup: Setup, copies: int) -> float:
    """Microseconds per clone of a game in its middle."""
    rng, out = seeded("clone"), Moves()
    state = setup.shuffle(rng)
    whole = play_randomly(state.clone(), rng, out)
    for _ in range(whole // 2):
        seat = state.turn()
        state.list_moves(seat, out)
        state.apply(seat, out.codes[rng.below(out.count)])
    start = time.perf_counter()
    clone_often(state, copies)
    return (time.perf_counter() - start) / copies * 1e6


def measure_hearts(seconds: float = SECONDS) -> Speed:
    """OpenSpiel's C++ hearts, random moves drawn in Python; its chance nodes are dealt but not counted."""
    import pyspiel

    game = pyspiel.load_game("hearts")
    draw = random.Random(0).choice
    games = decisions = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                decisions += 1
            state.apply_action(draw(state.legal_actions()))
        games += 1
    spent = time.perf_counter() - start
    return Speed(PEER, "C++", 4, games / spent, decisions / spent, decisions / games, None)


@dataclass(frozen=True)
class Feat:
    """How often a second an engine does something of its own game."""

    game: str
    what: str
    per_second: float


def feats(rounds: int = ROUNDS) -> list[Feat]:
    """What the games themselves want measured, and how fast they are searched; the middle of the rounds."""
    found = []
    for game in all_games().values():
        own = game.figures.feats()
        if not game.facts.realtime:
            own = {
                **own,
                "visits of the search": partial(search, worth_thinking(game.prepare(game.facts.fewest_players))),
            }
            if has_numpy():
                own["observed steps of a batch"] = stepper(game)
        for what, do in own.items():
            found.append(_feat(game.title, what, do, rounds))
    if has_peers():
        found.append(_feat(f"OpenSpiel {SEARCHED}", "visits of its C++ MCTS", search_peer, rounds))
    return found


def stepper(game: Game) -> Callable[[int], None]:
    """Steps of a batch: random legal actions in, observations, masks and rewards out, as NumPy arrays."""
    import numpy as np

    from mesozoic.batch import Batch

    batch = Batch(game.name, BATCH, min(4, game.facts.most_players), seed="bench", rewards="score")
    batch.reset()
    chance = np.random.default_rng(0)

    def step(times: int) -> None:
        for _ in range(0, times, BATCH):
            batch.step(batch.random_actions(chance))

    return step


def _feat(game: str, what: str, do: Callable[[int], object], rounds: int) -> Feat:
    return Feat(game, what, median([_per_second(do) for _ in range(rounds)]))


def search(state: State, visits: int) -> None:
    Search(state, state.to_move[0], state.setup.game.hints.thinking(state), seeded("bench")).think(visits, 0.0)


def search_peer(visits: int) -> None:
    """OpenSpiel's MCTS from the first move, each visit played out at random; about as many moves as our games have."""
    import pyspiel

    game = pyspiel.load_game(SEARCHED)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 0)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, visits, 1000, False, 0, False)
    bot.mcts_search(game.new_initial_state())


def worth_thinking(setup: Setup) -> State:
    """Some way into a random game, a decision with several candidates."""
    state, rng, out = setup.shuffle(seeded("bench")), seeded("bench"), Moves()
    moves = 0
    while True:
        seat = state.to_move[0]
        setup.game.hints.candidates(state, seat, out)
        if moves >= BEGINNING and out.count > 3:
            return state
        state.apply(seat, state.random_move(seat, rng, out))
        moves += 1


def _per_second(do: Callable[[int], object], seconds: float = SECONDS / 4) -> float:
    times = 1
    while times < MOST_TIMES:
        start = time.perf_counter()
        do(times)
        spent = time.perf_counter() - start
        if spent > seconds:
            return times / spent
        times *= 2
    raise AssertionError(f"{do} does nothing")


def contestants() -> list[Contest]:
    """Every game at every number of players worth comparing, and the peers that are installed."""
    found: list[Contest] = []
    for game in all_games().values():
        for players in sorted({game.facts.fewest_players, min(4, game.facts.most_players)}):
            found.append(partial(measure, game.prepare(players)))
    return [*found, measure_hearts] if has_peers() else found


def has_numpy() -> bool:
    return find_spec("numpy") is not None


def has_peers() -> bool:
    return find_spec("pyspiel") is not None


def pure_speeds(rounds: int) -> list[Speed]:
    """The same measurement in a second process that runs the engine from source."""
    environment = {**os.environ, "MESOZOIC_PURE": "1"}
    command = [sys.executable, "-m", "mesozoic.lab.bench", str(rounds)]
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    return [Speed(**one) for one in json.loads(answer) if one["name"] != PEER]


def run(rounds: int = ROUNDS, tell: Callable[[str], None] = lambda line: None) -> list[Speed]:
    """All contestants, compiled and pure, in turns; the middle of the rounds for each figure."""
    runs: list[list[Speed]] = []
    entered = contestants()
    for number in range(rounds):
        tell(f"round {number + 1} of {rounds}")
        runs.append([contest() for contest in entered])
    speeds = [_middle(list(same)) for same in zip(*runs, strict=True)]
    if mesozoic.compiled:
        tell("the same in pure Python")
        speeds += pure_speeds(max(1, rounds // 3))
    return speeds


def _middle(speeds: list[Speed]) -> Speed:
    def middle(figure: str) -> Any:
        values = [getattr(speed, figure) for speed in speeds]
        return None if values[0] is None else median(values)

    figures = ("games_per_second", "decisions_per_second", "decisions_per_game", "clone_microseconds")
    return Speed(speeds[0].name, speeds[0].engine, speeds[0].players, *[middle(figure) for figure in figures])


def report(speeds: list[Speed]) -> dict[str, Any]:
    """The figures and, where the peer took part, how many times faster each contestant decides."""
    peers = [speed.decisions_per_second for speed in speeds if speed.name == PEER]
    return {
        "compiled": mesozoic.compiled,
        "peer": PEER if peers else None,
        "speeds": [
            {**asdict(speed), "times_peer": speed.decisions_per_second / peers[0] if peers else None}
            for speed in speeds
        ],
    }


if __name__ == "__main__":
    print(json.dumps([asdict(speed) for speed in run(int(sys.argv[1]))]))
