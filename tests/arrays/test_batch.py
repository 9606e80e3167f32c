"""Batches are the same games as one by one, and their arrays say what the games say."""

from __future__ import annotations

import numpy as np
import pytest

import mesozoic
from mesozoic.batch import Batch
from mesozoic.kernel.arrays import Arrays
from mesozoic.kernel.errors import BadOptions, IllegalMove

TURN_BASED = [name for name, game in mesozoic.all_games().items() if not game.facts.realtime]


def first_legal(step, number):
    """A choice that anybody can repeat: another one of the legal actions each time."""
    return np.array([row.nonzero()[0][(number * 7 + at) % int(row.sum())] for at, row in enumerate(step.mask)])


@pytest.mark.parametrize("name", TURN_BASED)
def test_the_same_games_as_one_by_one(name):
    game = mesozoic.game(name)
    players = game.facts.most_players
    batch = Batch(name, games=3, players=players, seed=5)
    arrays = Arrays(game.prepare(players))
    begun = [1] * 3
    states = [game.start(players, seed=f"5/{place}/0") for place in range(3)]
    step = batch.reset()
    for number in range(250):
        actions = first_legal(step, number)
        for place, state in enumerate(states):
            seat = int(step.seats[place])
            assert seat == state.turn()
            assert step.observations[place].tolist() == list(arrays.observation(state, seat))
            assert step.mask[place].nonzero()[0].tolist() == sorted(arrays.legal(state, seat))
            state.apply(seat, arrays.code(state, seat, actions[place]))
        step = batch.step(actions)
        for place, state in enumerate(states):
            assert bool(step.done[place]) == state.is_over
            if state.is_over:
                if players > 1:
                    expected = [1 - 2 * (rank - 1) / (players - 1) for rank in state.result.places]
                    assert step.rewards[place].tolist() == pytest.approx(expected)
                states[place] = game.start(players, seed=f"5/{place}/{begun[place]}")
                begun[place] += 1
            else:
                assert not step.rewards[place].any()


def test_several_processes_play_the_same_games():
    alone, shared = (Batch("dolphins-and-dinos", 5, 3, seed=2, processes=number) for number in (1, 2))
    chance = np.random.default_rng(1)
    step, other = alone.reset(), shared.reset()
    ended = 0
    for _ in range(200):
        for name, array in step._asdict().items():
            assert array.dtype == getattr(other, name).dtype
            assert np.array_equal(array, getattr(other, name)), name
        ended += int(step.done.sum())
        actions = shared.random_actions(chance)
        step, other = alone.step(actions), shared.step(actions)
    assert ended > 5
    actions = shared.random_actions(chance)
    for wrong in (44, 45, -1):
        before = other.observations.copy()
        with pytest.raises(IllegalMove, match="game 3 is not possible"):
            shared.step(np.where(np.arange(5) == 3, wrong, actions))
        assert np.array_equal(other.observations, before)
    shared.close()
    with pytest.raises(RuntimeError, match="closed"):
        shared.reset()


def test_a_process_that_ends_is_told_of():
    batch = Batch("carbon-dating", 2, processes=2)
    batch.reset()
    batch._engine.members[0].kill()
    with pytest.raises(RuntimeError, match="A process of the batch has ended"):
        batch.reset()
    batch.close()


def test_a_part_of_a_batch_plays_its_games():
    whole, part = Batch("carbon-dating", 5, seed=3), Batch("carbon-dating", 2, seed=3, first=3)
    assert np.array_equal(whole.reset().observations[3:], part.reset().observations)


def test_rewards_by_score_are_points_and_fewer_are_better_where_they_win():
    batch = Batch("carbon-dating", games=2, seed="points", rewards="score")
    by_win = Batch("carbon-dating", games=2, seed="points")
    step, other = batch.reset(), by_win.reset()
    for number in range(2000):
        actions = first_legal(step, number)
        step, other = batch.step(actions), by_win.step(actions)
        if step.done.any():
            break
    ended = int(step.done.nonzero()[0][0])
    assert step.rewards[ended, 0] <= 0
    assert other.rewards[ended, 0] in (1, -1)


def test_bad_input_is_refused_in_a_sentence_and_changes_nothing():
    batch = Batch("dolphins-and-dinos", games=2, players=2, seed=1)
    with pytest.raises(IllegalMove, match="Reset the batch"):
        batch.step([0, 0])
    with pytest.raises(IllegalMove, match="Reset the batch"):
        batch.random_actions(np.random.default_rng(0))
    step = batch.reset()
    before = step.observations.copy()
    legal = first_legal(step, 0)
    for wrong, words in (
        ([legal[0]], "2 whole numbers"),
        ([0.5, 0.5], "2 whole numbers"),
        ([legal[0], 44], "game 1 is not possible"),
        ([-1, legal[1]], "game 0 is not possible"),
    ):
        with pytest.raises(IllegalMove, match=words):
            batch.step(wrong)
        assert (step.observations == before).all()
    for arguments, words in (
        ({"game": "clades", "games": 2, "players": 2}, "real time"),
        ({"game": "dolphins-and-dinos", "games": 0, "players": 2}, "at least one game"),
        ({"game": "dolphins-and-dinos", "games": 2, "players": 2, "rewards": "luck"}, "place or score"),
        ({"game": "dolphins-and-dinos", "games": 2, "players": 2, "processes": 3}, "1 to 2 processes"),
    ):
        with pytest.raises(BadOptions, match=words):
            Batch(**arguments)
