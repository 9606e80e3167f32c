"""Damaged states, to see that every law of a game can be broken: a number changed here, two cards exchanged there."""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

import mesozoic
from mesozoic.kernel.conformance import some_setups, spread
from mesozoic.kernel.conformance.laws import laws_of
from mesozoic.kernel.game import Game
from mesozoic.kernel.pack import fields
from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import HOST, Moves, State

UNTOUCHED = {"setup", "variant", "chance", "log", "film", "journal", "is_frame", "seat_count", "before", "penalties"}
MOST = 12
"""Set-ups of a game."""


def damaged_laws(game: Game, wanted: set[str], trials: int) -> set[str]:
    """Which laws are broken when states of random games are damaged: until those wanted are, or so often at most."""
    rng = mesozoic.seeded("damage", game.name)
    setups = some_setups(spread(game), MOST)
    found: set[str] = set()
    out = Moves()
    while trials > 0 and not wanted <= found:
        setup = setups[rng.below(len(setups))]
        state = setup.shuffle(rng.clone())
        rng.word()
        while (seat := state.turn()) >= HOST:
            before = state.clone()
            state.apply(seat, state.random_move(seat, rng, out))
            if rng.below(4) == 0:
                trials -= 1
                found |= broken_by_damage(game, before, state, rng)
    return found


def broken_by_damage(game: Game, before: State, after: State, rng: Rng) -> set[str]:
    found: set[str] = set()
    damaged = after.clone()
    for _ in range(1 + rng.below(2)):
        damage(damaged, rng)
    for check in (lambda: game.check_invariants(damaged), lambda: game.check_step(before, damaged)):
        try:
            check()
        except AssertionError as error:
            found.add(law_of(game, str(error)))
        except (IndexError, ValueError, KeyError):
            pass  # damaged beyond what a law can look at
    return found


def law_of(game: Game, said: str) -> str:
    """The law that says this; its ellipsis stands for a number."""
    for law in laws_of(game):
        start, dots, end = law.partition("…")
        if said == law or (dots and said.startswith(start) and said.endswith(end)):
            return law
    raise AssertionError(f"{said!r} is no law of {game.name}")


def damage(state: State, rng: Rng) -> None:
    """One number of the state changes, or two change places."""
    names = [name for name, value in fields(state).items() if name not in UNTOUCHED and is_number(value)]
    name = names[rng.below(len(names))]
    value: Any = getattr(state, name)
    if isinstance(value, bool):
        setattr(state, name, not value)
    elif isinstance(value, int):
        setattr(state, name, changed(value, rng))
    elif len(value):
        numbers = value[:]
        at = rng.below(len(numbers))
        if rng.below(3) == 0:
            other = rng.below(len(numbers))
            numbers[at], numbers[other] = numbers[other], numbers[at]
        else:
            numbers[at] = changed(int(numbers[at]), rng)
        setattr(state, name, numbers)


def is_number(value: Any) -> bool:
    return isinstance(value, (int, vec[i64]))


def changed(value: int, rng: Rng) -> int:
    kind = rng.below(5)
    if kind < 2:
        return value + (1 if kind else -1)
    if kind == 2:
        return value ^ 1 << int(rng.below(40))
    return int(rng.below(12)) if kind == 3 else -1
