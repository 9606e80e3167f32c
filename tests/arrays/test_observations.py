"""Arrays and views say the same, field by field, and no array tells what its seat may not know."""

from __future__ import annotations

from importlib import import_module

import pytest

import mesozoic
from mesozoic.kernel.arrays import Arrays
from mesozoic.kernel.conformance.setups import short_spread, some_setups
from mesozoic.kernel.errors import BadOptions, IllegalMove
from mesozoic.kernel.observe import Numbers, observe
from mesozoic.kernel.rng import seeded
from mesozoic.kernel.state import HOST, Moves

GAMES = list(mesozoic.all_games())
LONG = 500
"""Longer games are not followed to their end."""
SETUPS = 8
LOOKS = 3
"""At so many moments of a game everything is compared."""


def setups_of(name):
    """Every number of players, and options of all kinds."""
    return some_setups(short_spread(mesozoic.game(name)), SETUPS)


def moments(setup, seed):
    """States of a random game, spread over its length."""
    rng = seeded(seed)
    state, out = setup.shuffle(rng), Moves()
    step = 0
    while not state.is_over and step < LONG:
        if step < 3 or rng.below(step // LOOKS + 2) == 0:
            yield state
        waiting = state.to_move
        seat = waiting[rng.below(len(waiting))]
        state.clock += 400 if setup.game.facts.realtime else 0
        state.apply(seat, state.random_move(seat, rng, out))
        step += 1
    yield state


def fits(numbers, expected):
    """A view may say less exactly than a number, in words: then several numbers fit."""
    pairs = zip(numbers, expected, strict=True)
    return all(number == one if isinstance(one, int) else number in one for number, one in pairs)


@pytest.mark.parametrize("name", GAMES)
def test_array_and_view_say_the_same(name):
    said = import_module(f"tests.arrays.{name.replace('-', '_')}").said
    for number, setup in enumerate(setups_of(name)):
        arrays = Arrays(setup)
        for state in moments(setup, f"arrays/{number}"):
            for seat in range(setup.players):
                told = arrays.named(state, seat)
                expected = said(state.view(seat), setup)
                for field in arrays.fields:
                    assert fits(told[field.name], expected[field.name]), (setup.options, field.name)
                    assert field.low <= min(told[field.name]) <= max(told[field.name]) <= field.high, field.name
                assert told.keys() == expected.keys()


@pytest.mark.parametrize("name", GAMES)
def test_worlds_that_look_alike_give_equal_arrays(name):
    for number, setup in enumerate(setups_of(name)):
        arrays = Arrays(setup)
        for state in moments(setup, f"worlds/{number}"):
            for seat in range(setup.players):
                world = setup.game.imagine(state, seat, seeded("another world"))
                assert list(arrays.observation(state, seat)) == list(arrays.observation(world, seat))


@pytest.mark.parametrize("name", GAMES)
def test_actions_are_the_legal_moves(name):
    for number, setup in enumerate(setups_of(name)):
        arrays = Arrays(setup)
        for state in moments(setup, f"actions/{number}"):
            for seat in state.to_move:
                if seat == HOST:
                    continue
                actions = arrays.legal(state, seat)
                assert len(set(actions)) == len(actions) > 0
                if len(actions) == len(state.codes(seat)):  # fewer where an action leaves open which card is given
                    assert [arrays.text(action) for action in actions] == state.moves(seat)
                assert [arrays.read(arrays.text(action)) for action in actions[:10]] == actions[:10]
                codes = [arrays.code(state, seat, action) for action in actions[:10]]
                assert set(codes) <= set(state.codes(seat))


@pytest.mark.parametrize("name", GAMES)
def test_the_map_names_every_number_once(name):
    for setup in setups_of(name):
        arrays = Arrays(setup)
        meanings = list(arrays.meanings())
        assert [one.at for one in meanings] == list(range(arrays.size))
        assert len({(one.field, one.part) for one in meanings}) == arrays.size
        for field in arrays.fields:
            assert not field.values or len(field.values) == field.high - field.low + 1, field.name


def test_an_action_that_is_not_legal_is_refused():
    setup = mesozoic.game("dolphins-and-dinos").prepare(2)
    arrays, state = Arrays(setup), setup.shuffle(seeded(1))
    with pytest.raises(IllegalMove, match="is not possible now"):
        arrays.code(state, 0, arrays.read("@b2"))
    with pytest.raises(IllegalMove, match="There is no action 999"):
        arrays.code(state, 0, 999)


def test_a_game_without_observations_says_so(monkeypatch):
    game = mesozoic.game("carbon-dating")
    monkeypatch.setattr(type(game), "package", "mesozoic.template")
    with pytest.raises(BadOptions, match="Carbon Dating has no observations"):
        Arrays(game.prepare(1))


@pytest.mark.parametrize("name", list(mesozoic.all_games()))
def test_a_row_keeps_nothing_of_the_observation_before(name: str) -> None:
    """A batch writes the observations of one game after the other into the same memory."""
    game = mesozoic.game(name)
    players = min(3, game.facts.most_players)
    arrays = Arrays(game.prepare(players))
    written = Numbers(arrays.size, 2)
    for number in range(6):
        state = game.start(players, seed=number // 2)
        rng = seeded("row", number)
        for _ in range(0 if number % 2 else 30):
            if state.is_over or state.to_move[0] == HOST:
                break
            codes = state.codes(state.to_move[0])
            state.apply(state.to_move[0], codes[rng.below(len(codes))])
        seat = number % players
        for row in (0, 1):
            written.at = row * arrays.size
            observe(arrays.observer, state, seat, written, arrays.size)
            found = list(written.row)[row * arrays.size : (row + 1) * arrays.size]
            assert found == list(arrays.observation(state, seat))
