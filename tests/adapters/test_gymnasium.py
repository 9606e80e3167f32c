"""Gymnasium's own checks on every game, alone and against bots."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env

import mesozoic
import mesozoic.adapters.gymnasium as adapter
from mesozoic.kernel.errors import BadOptions

SIZES = [
    (name, opponents)
    for name, game in mesozoic.all_games().items()
    for opponents in range(game.facts.fewest_players - 1, game.facts.most_players)
]


def others(name, count):
    """Quick bots."""
    return [mesozoic.game(name).levels.names()[0] if name == "clades" else "random"] * count


@pytest.fixture(autouse=True)
def _quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize(("name", "count"), SIZES)
def test_checks_of_gymnasium(name, count):
    options = {"teaching": True} if name == "clades" and count else None
    env = gymnasium.make(adapter.name_of(name), opponents=others(name, count), options=options, illegal="replace")
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("name", ["carbon-dating", "dolphins-and-dinos"])
def test_pictures(name, capsys):
    for mode in ("ansi", "rgb_array", "human"):
        env = gymnasium.make(adapter.name_of(name), render_mode=mode)
        env.reset(seed=1)
        drawn = env.render()
        assert {"ansi": isinstance(drawn, str), "rgb_array": np.shape(drawn)[2:] == (3,), "human": drawn is None}[mode]


@pytest.mark.parametrize("rewards", ["place", "score", "hints"])
def test_a_whole_game_against_bots(rewards):
    env: Any = gymnasium.make(
        "mesozoic/DolphinsAndDinos-v1", opponents=["greedy", "random"], seat=1, rewards=rewards
    ).unwrapped
    _, info = env.reset(seed=4)
    total, over = 0.0, False
    while not over:
        action = int(np.flatnonzero(info["action_mask"])[0])
        assert (info["action_mask"] == env.action_masks()).all()
        _, reward, over, _, info = env.step(action)
        total += reward
        assert reward == 0 or over or rewards == "hints"
    result = env.seating.state.result
    place, score = 2.0 - result.places[1], float(result.scores[1])
    assert total == {"place": place, "score": score}.get(rewards, total)
    assert not info["action_mask"].any()
    with pytest.raises(ResetNeeded, match="Reset"):
        env.step(0)


def test_a_learner_at_a_real_time_table_plays_against_timed_bots():
    game = mesozoic.game("clades")
    env = gymnasium.make(
        "mesozoic/Clades-v1", opponents=[game.levels.names()[-1]], options={"teaching": True}
    ).unwrapped
    env.reset(seed=2)
    over = False
    while not over:
        *_, over, _, _ = env.step(env.seating.wait)
    assert env.seating.state.score(1) > 0 == env.seating.state.score(0)


def test_a_game_can_be_cut_short():
    env = gymnasium.make("mesozoic/CarbonDating-v1", max_steps=2)
    env.reset(seed=1)
    assert [env.step(env.action_space.sample())[3] for _ in range(2)] == [False, True]


def test_bad_input_is_refused_in_a_sentence():
    env = gymnasium.make("mesozoic/DolphinsAndDinos-v1", opponents=["random"]).unwrapped
    _, info = env.reset(seed=1)
    with pytest.raises(InvalidAction, match="not possible now"):
        env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    with pytest.raises(InvalidAction, match="There is no action"):
        env.step(10_000)
    with pytest.raises(InvalidAction, match="one whole number"):
        env.step([1, 2])
    for settings, words in (
        ({"opponents": ["nobody"]}, "no bot 'nobody'"),
        ({"seat": 3}, "one of 1 seats"),
        ({"rewards": "luck"}, "no rewards by"),
        ({"render_mode": "smell"}, "no render mode"),
        ({"illegal": "ignore"}, "refuse or replace"),
    ):
        with pytest.raises(BadOptions, match=words):
            adapter.LearnerEnv("dolphins-and-dinos", **settings)
