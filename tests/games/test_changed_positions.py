"""Positions that a game wrote, changed a little: each is refused with a sentence, or can be seen and played on."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import mesozoic
from mesozoic.games.clades import invariants as clades_laws
from mesozoic.kernel.conformance import short_spread, some_setups
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Game, Setup
from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import Moves, State

GAMES = list(mesozoic.all_games().values())
CHANGED = 30
"""So many changed positions for each game played."""
FAR = 100
"""So many moves at most are played on from a changed position: to the end in the shorter games."""
UNDEALT = {
    "a pile is triples, extras, bonus, less penalties",
    "nobody holds more than its number of personal cards",
    "with cards in the deck hands are full but for the owed",
    "two extras a clade triple, five a pair",
    "every card is scored once, and again after a penalty",
    "with cards in the deck the grid is full",
}
"""The laws of CLADES that need a deal: it takes grids, hands and piles that none explains."""
OUT = Moves()

Way = tuple[str | int, ...]


def written(game: Game, setup: Setup, seed: int, rng: Rng) -> list[dict[str, Any]]:
    """Every position of a game played at random."""
    state = game.start(setup.players, seed=seed, options=setup.options)
    found = [state.position()]
    while not state.is_over:
        play_one(state, rng)
        found.append(state.position())
    return found


def play_one(state: State, rng: Rng) -> None:
    seat = pick(rng, state.to_move)
    state.play(seat, state.setup.game.text(state.random_move(seat, rng, Moves())))


def can_move(state: State, seat: int) -> bool:
    state.list_moves(seat, OUT)
    return OUT.count > 0


def check(game: Game, state: State) -> None:
    """The game's laws; of CLADES all but those that need a deal."""
    if game.name != "clades":
        game.check_invariants(state)
        return
    number = clades_laws.check_cards(state)
    for seat in range(state.players):
        check_undealt(clades_laws.check_seat, state, seat, number[clades_laws.PILE + seat])
    check_undealt(clades_laws.check_extras, state)
    check_undealt(clades_laws.check_window, state)
    if len(state.refuted):
        clades_laws.check_refuted(state)


def check_undealt(law: Callable[..., None], *about: Any) -> None:
    try:
        law(*about)
    except AssertionError as broken:
        if str(broken) not in UNDEALT:
            raise


def pick(rng: Rng, things: Any) -> Any:
    return things[rng.below(len(things))]


def ways(value: Any, way: Way = ()) -> Iterator[Way]:
    """The ways to every part of a JSON value, from the top."""
    if way:
        yield way
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        yield from ways(part, (*way, name))


def at(value: Any, way: Way) -> Any:
    for name in way:
        value = value[name]
    return value


def changed(position: Any, other: Any, rng: Rng) -> Any:
    """The position with one to three parts left out, altered, moved elsewhere, or taken from another position."""
    found = copy.deepcopy(position)
    for _ in range(1 + rng.below(3)):
        way = pick(rng, list(ways(found)))
        holder, name = at(found, way[:-1]), way[-1]
        pick(rng, (leave_out, alter, move_card, take_from_other, take_same_from_other))(found, holder, name, other, rng)
    return found


def leave_out(found: Any, holder: Any, name: Any, other: Any, rng: Rng) -> None:
    del holder[name]


def alter(found: Any, holder: Any, name: Any, other: Any, rng: Rng) -> None:
    value = holder[name]
    if isinstance(value, bool):
        holder[name] = not value
    elif isinstance(value, int):
        holder[name] = value + pick(rng, (-1, 1, 1000))
    elif isinstance(value, list):
        holder[name] = value[::-1]


def move_card(found: Any, holder: Any, name: Any, other: Any, rng: Rng) -> None:
    piles = [at(found, way) for way in ways(found) if isinstance(at(found, way), list)]
    giver, taker = pick(rng, piles), pick(rng, piles)
    if giver:
        taker.append(copy.deepcopy(giver.pop(rng.below(len(giver)))))


def take_from_other(found: Any, holder: Any, name: Any, other: Any, rng: Rng) -> None:
    holder[name] = copy.deepcopy(at(other, pick(rng, list(ways(other)))))


def take_same_from_other(found: Any, holder: Any, name: Any, other: Any, rng: Rng) -> None:
    name = pick(rng, list(other))
    found[name] = copy.deepcopy(other[name])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_changed_position_is_refused_or_seen_and_played_on(game: Game) -> None:
    refused = taken = 0
    for seed, setup in enumerate(some_setups(short_spread(game), 8)):
        rng = mesozoic.seeded("changed", game.name, seed)
        positions = written(game, setup, seed, rng)
        for _ in range(CHANGED):
            position = changed(pick(rng, positions), pick(rng, positions), rng)
            try:
                state = game.start(setup.players, options=setup.options, position=position)
            except BadOptions:
                refused += 1
                continue
            taken += 1
            play_on(game, state, rng)
    assert refused > 60 and taken > 20


def play_on(game: Game, state: State, rng: Rng) -> None:
    """By the rules and under the game's laws, to the end or so far; whoever is to move always can."""
    watchers = [None, *range(state.players)]
    for watcher in watchers:
        look(game, state, watcher, rng)
    for moves in range(FAR):
        check(game, state)
        assert all(can_move(state, seat) for seat in state.to_move)
        if moves % 20 == 0:
            read_back(game, state)
            look(game, state, pick(rng, watchers), rng)
        if state.is_over:
            low, high = game.score_bounds(state.setup)
            assert state.result is not None and all(low <= score <= high for score in state.result.scores)
            return
        try:
            play_one(state, rng)
        except BadOptions as refusal:  # the orders of reshuffles to come are checked when their turn comes
            if not str(refusal).startswith("Reshuffle "):
                raise
            return


def look(game: Game, state: State, watcher: int | None, rng: Rng) -> None:
    """The world that somebody imagines looks the same, is read back, and keeps the laws."""
    world = state.imagine(watcher, rng)
    assert world.view(watcher) == state.view(watcher) and world.to_move == state.to_move
    check(game, read_back(game, world))


def read_back(game: Game, state: State) -> State:
    again = game.start(state.players, options=state.setup.options, position=state.position())
    assert again.position() == state.position()
    return again
