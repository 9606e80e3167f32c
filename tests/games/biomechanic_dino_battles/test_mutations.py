"""Positions that a game wrote, changed in one place: each is refused with a sentence, or plays on lawfully."""

from __future__ import annotations

import copy
import random

import pytest

from mesozoic import BadOptions
from mesozoic.kernel.rng import seeded

from .helpers import GAME, options
from .test_properties import wander

CHANGES_OF_A_GAME = 60
STEPS_AFTER = 25
SMALL = (-1, 1, 2, 5, 10)
ODD = ("yes", None, True, False, -1, 0, 3, 2.5, [], {}, "A", "rex", "item", 10**20)


def leaves(part, path=()):
    """The way to everything in a position that is not a list or an object, and to empty ones."""
    inside = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    found = [leaf for key, one in inside for leaf in leaves(one, (*path, key))]
    return found or [path]


def at(position, path):
    for key in path:
        position = position[key]
    return position


def mutated(position, rng):
    """A copy with one thing changed: a number a little off, something of a wrong kind, two things exchanged, one gone
    or doubled."""
    changed = copy.deepcopy(position)
    paths = leaves(changed)
    *way, key = rng.choice(paths)
    home = at(changed, way)
    how = rng.randrange(6)
    if how <= 2 and isinstance(home[key], int) and not isinstance(home[key], bool):
        home[key] += rng.choice(SMALL)
    elif how <= 3:
        home[key] = rng.choice(ODD)
    elif how == 4:
        *other_way, other = rng.choice(paths)
        there = at(changed, other_way)
        home[key], there[other] = there[other], home[key]
    elif isinstance(home, list):
        home.insert(key, copy.deepcopy(home[key])) if rng.random() < 0.5 else home.pop(key)
    else:
        del home[key]
    return changed


def keeps_every_law(state, rng):
    """Written and read again it is the same; played on, and imagined by everybody, it stays lawful."""
    again = GAME.start(state.players, options=dict(state.setup.options), position=state.position())
    assert again.position() == state.position()
    for watcher in (None, *range(state.players)):
        world = state.imagine(watcher, seeded(rng.random()))
        GAME.check_invariants(world)
        assert world.view(watcher) == state.view(watcher)
    for _ in range(STEPS_AFTER):
        if not state.to_move:
            break
        state.play(state.to_move[0], rng.choice(options(state)))
        GAME.check_invariants(state)


@pytest.mark.parametrize(
    ("players", "seed", "items"), [(2, 1, "windows"), (3, 2, "windows"), (4, 3, "windows"), (3, 4, "anytime")]
)
def test_a_position_changed_in_one_place(players, seed, items):
    """Nothing but BadOptions, and no game that later breaks a law of its own."""
    rng = random.Random(seed)
    state = GAME.start(players, seed=seed, options={"setup": "random", "round_limit": 14, "items": items})
    written = [before for before, _, _ in wander(state, rng)]
    refused = 0
    for _ in range(CHANGES_OF_A_GAME):
        position = mutated(rng.choice(written), rng)
        try:
            found = GAME.start(players, options=dict(state.setup.options), position=position)
        except BadOptions:
            refused += 1
            continue
        keeps_every_law(found, rng)
    assert 0 < refused < CHANGES_OF_A_GAME
