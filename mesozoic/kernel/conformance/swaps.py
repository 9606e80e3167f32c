"""Worlds that differ from the real one as little as can be: two hidden things have changed places.

An imagined world deals everything hidden anew, so hardly a move looks the same in it: any card that is turned up is
another one. Where only two things are swapped, nearly everything stays, and what a seat notices of the swap stands out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.state import State

if TYPE_CHECKING:
    from mesozoic.kernel.conformance.trial import Trial

SWAPS = 6
"""So many swaps are tried for each watcher."""

Path = tuple[str | int, ...]


def swapped_worlds(trial: Trial, watcher: int | None, imagined: State) -> Iterator[tuple[State, State]]:
    """Pairs of the real world and one with a swap that the watcher cannot tell from it, each pair fresh."""
    position = trial.state.position()
    places = hidden_places(position, imagined.position())
    if places:
        real, seen = taken_up(trial, position), trial.state.view(watcher)
        for _ in range(SWAPS):
            one, other = (trial.one_of(trial.one_of(places)) for _ in range(2))
            world = swapped(trial, position, one, other)
            if world is not None and world.view(watcher) == seen:
                yield real.clone(), world


def hidden_places(real: Any, imagined: Any) -> list[list[Path]]:
    """Where the position of an imagined world says something else: all of that is hidden. The things of one hand or
    pile are together, so that a small hand comes up as often as a large deck."""
    there = dict(leaves(imagined))
    places: dict[Path, list[Path]] = {}
    for path, value in leaves(real):
        if there.get(path, value) != value:
            places.setdefault(path[:-1], []).append(path)
    return list(places.values())


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every single value of a position with the way to it."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from leaves(one, (*path, name))
    elif isinstance(value, list):
        for at, one in enumerate(value):
            yield from leaves(one, (*path, at))
    elif value is not None:
        yield path, value


def swapped(trial: Trial, position: dict[str, Any], one: Path, other: Path) -> State | None:
    """The world with these two things in each other's place; None if that is no lawful world, or no other one."""
    changed = json.loads(json.dumps(position))
    here, there = holder(changed, one), holder(changed, other)
    first, second = here[one[-1]], there[other[-1]]
    if first == second or type(first) is not type(second):
        return None
    here[one[-1]], there[other[-1]] = second, first
    try:
        world = taken_up(trial, changed)
        trial.game.check_invariants(world)
    except (BadOptions, AssertionError):
        return None
    return world if world.to_move == trial.state.to_move else None


def holder(position: Any, path: Path) -> Any:
    """The list or object that holds the last step of the way."""
    for step in path[:-1]:
        position = position[step]
    return position


def taken_up(trial: Trial, position: dict[str, Any]) -> State:
    given = json.loads(json.dumps(position))
    return trial.game.start(trial.setup.players, options=trial.setup.options, position=given)
