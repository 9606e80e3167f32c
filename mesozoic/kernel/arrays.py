"""A set-up as arrays: the map of its observations, its actions, and both of a game in progress."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from librt.vecs import vec
from mypy_extensions import i32

from mesozoic.kernel.errors import BadOptions, IllegalMove
from mesozoic.kernel.folder import file_of
from mesozoic.kernel.game import Game, Setup
from mesozoic.kernel.observe import NO_ACTION, Numbers, Observer, observe
from mesozoic.kernel.state import State


class Meaning(NamedTuple):
    """One number of an observation."""

    at: int
    field: str
    part: str
    low: int
    high: int
    values: tuple[str, ...]
    """What the numbers from ``low`` on stand for; empty where they are counts, or cards in the order of their table."""

    def __str__(self) -> str:
        name = f"{self.field}, {self.part}" if self.part else self.field
        if self.values:
            return f"{name}: {', '.join([f'{self.low + at} {value}' for at, value in enumerate(self.values)])}"
        return f"{name}: {self.low} to {self.high}"


def observer_of(game: Game) -> Observer:
    """What the game's ``observe.py`` offers; BadOptions if it has none."""
    found = getattr(file_of(game.package, "observe"), "OBSERVER", None)
    if not isinstance(found, Observer):
        raise BadOptions(
            f"{game.title} has no observations as arrays: its folder needs an observe.py with an OBSERVER."
        )
    return found


class Arrays:
    """The fixed arrays of a set-up. NumPy is not needed: an observation is a buffer of 32-bit integers."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.observer = observer_of(setup.game)
        self.fields = self.observer.fields(setup)
        self.size = sum(len(field.parts) for field in self.fields)
        self.actions = self.observer.actions(setup)
        self.action_count = int(self.actions.size)

    def meanings(self) -> Iterator[Meaning]:
        """The map from index to meaning."""
        at = 0
        for field in self.fields:
            for part in field.parts:
                yield Meaning(at, field.name, part, field.low, field.high, field.values)
                at += 1

    def observation(self, state: State, seat: int) -> vec[i32]:
        """What the seat may know, as a new buffer."""
        out = Numbers(self.size)
        observe(self.observer, state, seat, out, self.size)
        return out.row

    def named(self, state: State, seat: int) -> dict[str, list[int]]:
        """The same, field by field."""
        row = list(self.observation(state, seat))
        found: dict[str, list[int]] = {}
        at = 0
        for field in self.fields:
            found[field.name] = [int(number) for number in row[at : at + len(field.parts)]]
            at += len(field.parts)
        return found

    def legal(self, state: State, seat: int) -> list[int]:
        """The actions that the seat may choose now."""
        return list(dict.fromkeys(int(self.actions.action(code)) for code in state.codes(seat)))

    def code(self, state: State, seat: int, action: Any) -> int:
        """The engine's code of an action; IllegalMove if it is none that the seat may choose now."""
        if not 0 <= int(action) < self.action_count:
            raise IllegalMove(f"There is no action {action}: they go from 0 to {self.action_count - 1}.")
        code = int(self.actions.code(state, seat, int(action)))
        if seat not in state.to_move or not state.is_legal(seat, code):
            raise IllegalMove(f"The action {action} ({self.text(int(action))}) is not possible now: see the mask.")
        return code

    def text(self, action: int) -> str:
        """An action in the game's notation."""
        return self.actions.text(self.setup, action)

    def read(self, text: str) -> int:
        """The action that a text in the game's notation means; IllegalMove for a move that is no seat's."""
        action = int(self.actions.action(self.setup.game.parse(text)))
        if action == NO_ACTION:
            raise IllegalMove(f"{text} is no move of a seat.")
        return action
