"""What several readers see alike is made once, and only while they look at the same moment."""

from __future__ import annotations

import random
from typing import Any

import pytest

import mesozoic
from mesozoic.kernel.sharing import Looking, alike, forget, looking_together, merged, remembered, seen, shared

made: list[tuple[int, int]] = []


class Thing:
    def __init__(self, number: int) -> None:
        self.number = number


@shared
def part(thing: Thing, more: int) -> int:
    made.append((thing.number, more))
    return thing.number + more


def test_a_part_is_made_once_while_all_look_together() -> None:
    made.clear()
    one, other = Thing(1), Thing(2)
    with looking_together():
        assert [part(one, 1), part(one, 1), part(one, 2), part(other, 1)] == [2, 2, 3, 3]
        assert made == [(1, 1), (1, 2), (2, 1)]
    one.number = 5
    assert [part(one, 1), part(one, 1)] == [6, 6], "nothing is remembered beyond that moment"


def test_a_part_is_made_again_when_something_changes_on_which_it_depends() -> None:
    made.clear()
    thing, eyes = Thing(1), Looking()

    @alike(lambda thing, _: thing.number)
    def lasting(thing: Thing, more: int) -> list[int]:
        made.append((thing.number, more))
        return [thing.number + more]

    with looking_together(eyes):
        first = lasting(thing, 1)
    with looking_together(eyes):
        assert lasting(thing, 1) is first and lasting(Thing(1), 1) is first
        assert lasting(Thing(2), 1) == [3]
    with looking_together(eyes):
        pass
    with looking_together(eyes):
        assert lasting(thing, 1) is not first, "who has not looked for a while has forgotten"
    assert made == [(1, 1), (2, 1), (1, 1)]


def test_what_is_made_of_plain_values_is_remembered_until_nobody_looks() -> None:
    asked: list[int] = []

    @remembered(2)
    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    assert [double(1), double(1), double(2), double(1)] == [2, 2, 4, 2] and asked == [1, 2]
    assert [double(3), double(2)] == [6, 4] and asked == [1, 2, 3, 2], "only the last two are kept"
    forget()
    assert double(2) == 4 and asked[4:] == [2]


def test_moments_that_look_alike_are_one() -> None:
    state = mesozoic.game("dolphins-and-dinos").start(2, seed=1)
    moment, changed = state.clone(), state.clone()
    changed.play(0, changed.moves(0)[0])
    event: Any = None
    film = [(event, one) for one in (moment, changed, moment)]
    assert [frame for _, frame in merged(film, state)] == [moment, changed, state]


@pytest.mark.parametrize("game", list(mesozoic.all_games()))
def test_views_are_the_same_whether_or_not_others_look(game: str) -> None:
    """A part that depended on more than it says would show one reader what another one sees."""
    found, rng = mesozoic.game(game), random.Random(4)
    if found.facts.realtime:
        return
    players = found.facts.most_players
    state, eyes = found.start(players, seed=3), Looking()
    for _ in range(60):
        if not state.to_move:
            break
        seat = rng.choice(state.to_move)
        told = state.play_filmed(seat, rng.choice(state.moves(seat)))
        film = [frame for _, frame in told]
        once = [frame for _, frame in merged(told, state)]
        readers = [*range(players), None]
        apart = [found.view(one, reader) for one in [*film, state] for reader in readers]
        with looking_together(eyes):
            together = [found.view(one, reader) for one in [*film, state] for reader in readers]
            assert together == apart
            assert [found.view(one, reader) for one in [*film, state] for reader in readers] == apart
            assert [seen(one, reader) for one in [*once, state] for reader in readers] == apart
