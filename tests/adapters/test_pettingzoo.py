"""PettingZoo's own tests on every game and number of players."""

from __future__ import annotations

import warnings
from functools import partial

import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

import mesozoic
from mesozoic.adapters import pettingzoo
from mesozoic.kernel.errors import BadOptions

SIZES = [
    (name, players)
    for name, game in mesozoic.all_games().items()
    for players in range(game.facts.fewest_players, game.facts.most_players + 1)
]
AT_ONCE = [(name, players) for name, players in SIZES if name in ("dolphins-and-dinos", "clades")]
QUICK = {"options": {"teaching": True}}
"""CLADES with 27 cards: the same rules, and thousands of actions instead of tens of thousands."""


def settings(name, players):
    return QUICK if name == "clades" and players > 1 else {}


@pytest.fixture(autouse=True)
def _quiet():
    """PettingZoo also warns of what is no fault, such as two agents that see the same."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize(("name", "players"), SIZES)
def test_api(name, players):
    api_test(pettingzoo.env(name, players, **settings(name, players)), num_cycles=40)


@pytest.mark.parametrize(("name", "players"), SIZES)
def test_seeds(name, players):
    seed_test(partial(pettingzoo.env, name, players, **settings(name, players)), num_cycles=15)


@pytest.mark.parametrize(("name", "players"), AT_ONCE)
def test_parallel(name, players):
    make = partial(pettingzoo.parallel_env, name, players, **settings(name, players))
    parallel_api_test(make(), num_cycles=30)
    parallel_seed_test(make, num_cycles=10)


def test_a_game_can_be_cut_short():
    """PettingZoo's own test wants every agent to decide equally often, which no game of small decisions does."""
    env = pettingzoo.env("dolphins-and-dinos", 3, max_cycles=4)
    env.reset(seed=1)
    decisions = 0
    for agent in env.agent_iter():
        decisions += not env.truncations[agent]
        env.step(None if env.truncations[agent] else env.action_space(agent).sample())
    assert decisions == 4 * 3
    parallel = pettingzoo.parallel_env("dolphins-and-dinos", 3, max_cycles=4)
    parallel.reset(seed=1)
    steps = 0
    while parallel.agents:
        *_, cut, _ = parallel.step({agent: parallel.action_space(agent).sample() for agent in parallel.agents})
        steps += 1
    assert (steps, set(cut.values())) == (4, {True})


@pytest.mark.parametrize(("name", "players"), SIZES)
def test_pictures(name, players, capsys):
    render_test(partial(pettingzoo.env, name, players, **settings(name, players)))
    assert capsys.readouterr().out


def test_a_whole_game_ends_with_rewards_by_place():
    env = pettingzoo.env("dolphins-and-dinos", 3)
    env.reset(seed=3)
    for agent in env.agent_iter():
        observation, *_, over, cut, _ = env.last()
        if not (over or cut):
            assert observation["action_mask"].any()
        env.step(None if over or cut else env.action_space(agent).sample())
        if any(env.terminations.values()):
            break
    result = env.unwrapped.seating.state.result
    assert list(env.rewards.values()) == [2.0 - place for place in result.places]


def test_nobody_else_is_told_what_an_agent_has_chosen():
    env = pettingzoo.env("dolphins-and-dinos", 2)
    env.reset(seed=1)
    before = env.observe("P2")["observation"].copy()
    env.step(env.action_space("P1").sample())
    assert np.array_equal(env.observe("P2")["observation"], before)


def test_the_clock_of_a_real_time_game_runs_in_steps():
    env = pettingzoo.env("clades", 2, step_ms=250, **QUICK)
    env.reset(seed=1)
    seating = env.unwrapped.seating
    asked = []
    for _ in range(12):
        asked.append((seating.now, env.agent_selection))
        env.step(seating.wait)
    times = sorted({now for now, _ in asked})
    assert all(now % 250 == 0 for now in times)
    assert [agent for now, agent in asked if now == times[0]] != [agent for now, agent in asked if now == times[1]]


def test_bad_input_is_refused_in_a_sentence():
    env = pettingzoo.env("dolphins-and-dinos", 2)
    env.reset(seed=1)
    wrong = int(np.flatnonzero(env.observe("P1")["action_mask"] == 0)[0])
    with pytest.raises(InvalidAction, match="not possible now"):
        env.step(wrong)
    with pytest.raises(BadOptions, match="one decides after the other"):
        pettingzoo.parallel_env("dinospan", 2)
    for settings, words in (
        ({"render_mode": "smell"}, "no render mode"),
        ({"rewards": "luck"}, "place or score"),
        ({"step_ms": 0}, "milliseconds"),
    ):
        with pytest.raises(BadOptions, match=words):
            pettingzoo.env("dolphins-and-dinos", 2, **settings)
    parallel = pettingzoo.parallel_env("dolphins-and-dinos", 2)
    parallel.reset(seed=1)
    with pytest.raises(InvalidAction, match="P2 has no action"):
        parallel.step({"P1": parallel.action_space("P1").sample()})
    with pytest.raises(InvalidAction, match="one whole number"):
        parallel.step({agent: [1, 2] for agent in ("P1", "P2")})
    with pytest.raises(ResetNeeded, match="Reset the environment first"):
        pettingzoo.parallel_env("dolphins-and-dinos", 2).step({})
    cut = pettingzoo.parallel_env("dolphins-and-dinos", 2, max_cycles=1)
    cut.reset(seed=1)
    actions = {agent: cut.action_space(agent).sample() for agent in cut.agents}
    cut.step(actions)
    with pytest.raises(ResetNeeded, match="no game is under way"):
        cut.step(actions)
