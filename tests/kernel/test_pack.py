"""States as bytes for another process: the same again, and nothing hidden of the real world in an imagined one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import mesozoic
from mesozoic.kernel.pack import packed, unpacked
from mesozoic.kernel.state import State

EVERY = 7
MOST = 60


def some_states(name: str, most: int = MOST, every: int = EVERY) -> list[State]:
    """Every few moves of a game that was played at random."""
    game = mesozoic.game(name)
    state = game.start(game.facts.most_players, seed=11)
    rng = mesozoic.seeded(5)
    found = []
    for number in range(most):
        if state.is_over:
            break
        seat = state.to_move[0]
        moves = state.moves(seat)
        state.play(seat, moves[rng.below(len(moves))])
        if number % every == 0:
            found.append(state.clone())
    return found


def twins(state: State, seat: int, steps: int) -> Iterator[tuple[State, State]]:
    """Two worlds that the seat cannot tell apart, in which the same moves are played as long as that holds: cards that
    others draw meanwhile differ."""
    game, rng = state.setup.game, mesozoic.seeded("twins")
    positions = state.position(), state.imagine(seat, rng).position()
    one, other = (game.take_up(state.setup, position) for position in positions)
    for _ in range(steps):
        both = [(who, code) for who in one.to_move for code in one.codes(who) if other.is_legal(who, code)]
        if not both:
            return
        who, code = both[rng.below(len(both))]
        for world in (one, other):
            world.apply(who, code)
        if one.view(seat) != other.view(seat):
            return
        yield one, other


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
def test_nothing_hidden_lies_in_a_packed_world(name: str) -> None:
    """Not even beyond the end of a pile: it is the same bytes, whichever the hidden cards really are."""
    compared = 0
    for state in some_states(name, most=400, every=50):
        for seat in (0, state.players - 1):
            for one, other in twins(state, seat, steps=16):
                worlds = [packed(world.imagine(seat, mesozoic.seeded(seat))) for world in (one, other)]
                assert worlds[0] == worlds[1]
                compared += one.position() != other.position()
    assert compared > 3


@pytest.mark.parametrize("name", mesozoic.all_games())
def test_a_packed_state_goes_on_like_its_original(name: str) -> None:
    state = some_states(name)[-1]
    assert played_on(unpacked(state.setup, packed(state))) == played_on(state)
