"""Compiled and interpreted, the same source gives the same games."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys

import pytest

import mesozoic
from mesozoic.bots import make_bot
from mesozoic.kernel.conformance import short_spread, some_setups
from mesozoic.kernel.game import Setup
from mesozoic.kernel.playout import play_randomly
from mesozoic.kernel.state import Moves

SEEDS = range(25)
MOST = 12
"""Set-ups of a game: the defaults at every number of players, and some of the others."""
ENOUGH = 300
"""So many decisions are compared for each set-up, in whole games."""
WATCHED_STEPS = 60
THINKERS = ["search:4v:width=2:plans=9:glances=1", "forager:plans=9", "greedy"]
"""So many steps of a game are watched; the first ones of a seat are made by these, which are slow uncompiled."""


def trace(name: str) -> list[str]:
    """Who did what, what was told and how it ended, over many seeds, players and options of a game."""
    traces: list[str] = []
    for number, setup in enumerate(some_setups(short_spread(mesozoic.game(name)), MOST)):
        decisions = 0
        for seed in SEEDS:
            if decisions > ENOUGH:
                break
            state = setup.shuffle(mesozoic.seeded(seed, number))
            told: list[object] = [state.position()]
            made = play_randomly(state, mesozoic.seeded(seed), Moves())
            decisions += made
            told += [made, state.position()]
            if seed == 0:
                told += watched_game(setup, number)
            traces.append(hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16])
    return traces


def watched_game(setup: Setup, number: int) -> list[object]:
    """A game through the checked door, the first seat begun by bots that think, with events and imagined states."""
    rng = mesozoic.seeded("watched", number)
    thinkers = ["greedy"] if setup.game.facts.realtime else list(THINKERS)
    told: list[object] = []
    state = setup.game.start(setup.players, seed=number, options=setup.options)
    while state.to_move and len(told) < 2 * WATCHED_STEPS:
        seat = state.to_move[0]
        bot = make_bot(thinkers.pop(0) if seat == 0 and thinkers else "random", rng.clone())
        told.append([event.words() for event in state.play(seat, bot.choose(state, seat))])
        told.append(state.imagine(0, rng).position())
    return told


def traced(name: str, pure: str) -> dict[str, object]:
    command = "import json, mesozoic; from tests.kernel.test_compiled import trace; "
    command += f"print(json.dumps({{'compiled': mesozoic.compiled, 'trace': trace({name!r})}}))"
    found: dict[str, object] = json.loads(run_python(command, pure))
    return found


def run_python(command: str, pure: str) -> str:
    environment = {**os.environ, "MESOZOIC_PURE": pure}
    call = [sys.executable, "-c", command]
    return subprocess.run(call, env=environment, capture_output=True, text=True, check=True).stdout


@pytest.mark.skipif(not mesozoic.compiled, reason="the engine is not compiled here")
@pytest.mark.parametrize("name", list(mesozoic.all_games()))
def test_both_engines_play_identical_games(name: str) -> None:
    compiled, pure = traced(name, "0"), traced(name, "1")
    assert (compiled["compiled"], pure["compiled"]) == (True, False)
    assert compiled["trace"] == pure["trace"]


def test_the_source_can_be_forced() -> None:
    command = "import mesozoic, mesozoic.kernel.rng as rng; print(mesozoic.compiled, rng.__file__.endswith('.py'))"
    assert run_python(command, "1").split() == ["False", "True"]
