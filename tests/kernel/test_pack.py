"""States as bytes for another process: the same again, and no chance of the real world in an imagined one."""

from __future__ import annotations

import pytest

import mesozoic
from mesozoic.kernel.pack import packed, unpacked
from mesozoic.kernel.state import State

EVERY = 7
MOST = 60


def some_states(name: str) -> list[State]:
    """Every few moves of a game that was played at random."""
    game = mesozoic.game(name)
    state = game.start(game.facts.most_players, seed=11)
    rng = mesozoic.seeded(5)
    found = []
    for number in range(MOST):
        if state.is_over:
            break
        seat = state.to_move[0]
        moves = state.moves(seat)
        state.play(seat, moves[rng.below(len(moves))])
        if number % EVERY == 0:
            found.append(state.clone())
    return found


def played_on(state: State, steps: int = 30) -> list[object]:
    """Where a state goes by moves at random."""
    rng = mesozoic.seeded(3)
    for _ in range(steps):
        if not state.is_over:
            seat = state.to_move[0]
            codes = state.codes(seat)
            state.apply(seat, codes[rng.below(len(codes))])
    return [state.position(), *(state.view(seat) for seat in range(state.players))]


@pytest.mark.parametrize("name", mesozoic.all_games())
def test_an_imagined_world_is_packed_without_the_chance_of_the_real_one(name: str) -> None:
    """The same table with other chance to come gives worlds with the same future."""
    for state in some_states(name):
        setup = state.setup
        other = setup.game.start(setup.players, options=setup.options, position=state.position())
        for seat in range(setup.players):
            worlds = [one.imagine(seat, mesozoic.seeded(seat)) for one in (state, other)]
            sent = [unpacked(setup, packed(world)) for world in worlds]
            assert sent[0].position() == sent[1].position() == worlds[0].position()
            assert played_on(sent[0]) == played_on(sent[1])


@pytest.mark.parametrize("name", mesozoic.all_games())
def test_a_packed_state_goes_on_like_its_original(name: str) -> None:
    state = some_states(name)[-1]
    assert played_on(unpacked(state.setup, packed(state))) == played_on(state)
