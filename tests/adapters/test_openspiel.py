"""OpenSpiel's own tests on every game that is not played in real time, and its searching bot at our tables."""

from __future__ import annotations

import random
import re
import runpy
import sys
import unittest
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random
from open_spiel.python.observation import make_observation

import mesozoic
from mesozoic.adapters import openspiel
from mesozoic.kernel.errors import BadOptions

NAMES = openspiel.register()


def after_deal(text, deal=3):
    state = pyspiel.load_game(text).new_initial_state()
    state.apply_action(deal)
    return state


def test_every_game_but_the_real_time_one_is_registered():
    assert len(NAMES) == sum(not game.facts.realtime for game in mesozoic.all_games().values())
    assert set(NAMES) <= set(pyspiel.registered_names())
    assert openspiel.register() == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_random_simulation(name):
    kind = pyspiel.load_game(name).get_type()
    for players in (kind.min_num_players, kind.max_num_players):
        pyspiel.random_sim_test(pyspiel.load_game(f"{name}(players={players})"), 1, False, False)


@pytest.mark.parametrize("name", NAMES)
def test_its_test_of_the_api(name):
    parts = {"game": pyspiel.load_game(name), "game_name": name}
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(
        type("OfOurs", (api_test.EnforceAPIOnPartialTreeBase,), parts)
    )
    result = unittest.TestResult()
    tests.run(result)
    assert result.testsRun >= 5
    assert not result.errors + result.failures


def test_nobody_observes_as_public_what_a_seat_knows():
    game = pyspiel.load_game("mesozoic_dolphins_and_dinos")
    hidden, own = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER
    for public, private in ((True, hidden), (False, own), (True, pyspiel.PrivateInfoType.ALL_PLAYERS)):
        assert make_observation(game, pyspiel.IIGObservationType(public, False, private)) is None
    assert make_observation(game, pyspiel.IIGObservationType(True, True, own)) is not None


@pytest.mark.parametrize("name", NAMES)
def test_a_resampled_state_looks_the_same(name):
    state = after_deal(name)
    chance = random.Random(4)
    for _ in range(30):
        if state.is_terminal():
            break
        player = state.current_player()
        other = state.resample_from_infostate(player, chance.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        state.apply_action(chance.choice(state.legal_actions()))


def test_clones_and_texts():
    state = after_deal("mesozoic_dolphins_and_dinos(players=2,sheets=closed)")
    copy = state.clone()
    action = copy.legal_actions()[0]
    copy.apply_action(action)
    assert str(copy) != str(state)
    assert state.string_to_action(state.action_to_string(action)) == action
    assert state.observation_string(1) == copy.observation_string(1)  # nobody else is told
    assert state.information_state_string(0) != copy.information_state_string(0)
    assert np.shape(state.observation_tensor(0)) == tuple(state.get_game().observation_tensor_shape())


@pytest.mark.parametrize("name", NAMES)
def test_its_tree_search_plays_a_whole_game_with_its_random_bot(name):
    """A long game is followed for 200 decisions. Roll-outs are short here: what counts is that all of it works."""
    state = after_deal(name)
    chance = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chance, max_length=5)
    bots = [
        ismcts.ISMCTSBot(state.get_game(), evaluator, 1.0, 3, random_state=chance, allow_inconsistent_action_sets=True),
        uniform_random.UniformRandomBot(1, chance),
    ]
    for _ in range(200):
        if not state.is_terminal():
            state.apply_action(bots[state.current_player()].step(state))
    assert not state.is_terminal() or max(state.returns()) in (1.0, -1.0)


def test_the_example_plays_its_games(monkeypatch, capsys):
    example = Path(__file__).parents[2] / "examples" / "ismcts.py"
    monkeypatch.setattr(sys, "argv", [str(example), "--games", "2", "--ms", "1"])
    runpy.run_path(str(example), run_name="__main__")
    assert len(re.findall(r"won [\d.]+% \([\d.]+% to [\d.]+%\), [\d.]+ ±", capsys.readouterr().out)) == 2


def test_wrong_actions_are_refused_in_a_sentence():
    state = pyspiel.load_game("mesozoic_dolphins_and_dinos(players=1)").new_initial_state()
    with pytest.raises(pyspiel.SpielError, match="no deal 10000: they go from 0 to 9999"):
        state.apply_action(10_000)
    state.apply_action(0)
    wrong = next(action for action in range(99) if action not in state.legal_actions())
    for action, words in ((wrong, "not possible now"), (10_000, "There is no action 10000")):
        with pytest.raises(pyspiel.SpielError, match=words):
            state.apply_action(action)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(pyspiel.SpielError, match="over"):
        state.apply_action(0)


def test_bad_parameters_are_refused_in_a_sentence():
    for text, words in (
        ("mesozoic_dolphins_and_dinos(players=9)", "1 to 6 players"),
        ("mesozoic_dolphins_and_dinos(rewards=luck)", "place or score"),
        ("mesozoic_dolphins_and_dinos(deals=0)", "at least one deal"),
        ("mesozoic_dolphins_and_dinos(sheets=eaten)", "sheets"),
    ):
        with pytest.raises(BadOptions, match=words):
            pyspiel.load_game(text)
