"""Observations and actions as numbers: what a seat may know as a row of fixed length, its moves as a dense range.

A game declares its fields in ``observe.py`` and writes them there in the same order; no view is built for it. The rows
lie in memory of the engine that NumPy reads without a copy (``numpy.frombuffer(numbers.row, "int32")``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, final

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr

from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.state import State

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup

NO_ACTION: Final = -1
"""The number of a move that has none."""


class Field(NamedTuple):
    """One or several numbers of an observation, each from ``low`` to ``high``."""

    name: str
    low: int
    high: int
    parts: tuple[str, ...] = ("",)
    """What each of the numbers is about; a single one needs no name beside the field's."""
    values: tuple[str, ...] = ()
    """What the numbers from ``low`` on stand for, where they are neither counts nor cards."""


@final
@mypyc_attr(acyclic=True)
class Numbers:
    """Rows of numbers one behind the other, which the engine writes again and again.

    Most numbers are 0 most of the time. A game's rows have their zeros in the same places every time, so only those
    that were put there by the last observation in a row are cleared for the next.
    """

    def __init__(self, size: i64, rows: i64 = 1) -> None:
        self.row = vec[i32]([0] * (size * rows))
        self.size = size
        self.at: i64 = 0
        self.marks = vec[i32]([0] * (size * rows))  # where numbers were put, row by row
        self.marked = vec[i64]([0] * rows)  # where the marks of each row end
        self.end: i64 = 0  # and those of the row that is written now

    def begin(self) -> i64:
        """Go to a row that is written now: where it begins. What was put into it before is cleared."""
        start = self.at
        row = self.row
        marks = self.marks
        at = start
        end = start + self.marked[start // self.size]
        while at < end:
            row[i64(marks[at])] = 0
            at += 1
        self.end = start
        return start

    def finish(self, start: i64) -> None:
        """The row that began there is written."""
        self.marked[start // self.size] = self.end - start

    def add(self, number: i64) -> None:
        self.row[self.at] = i32(number)
        self.at += 1

    def copy(self, numbers: vec[i64], start: i64, count: i64) -> None:
        """Add so many of the numbers, from ``start`` on."""
        row = self.row
        at = self.at
        end = start + count
        while start < end:
            row[at] = i32(numbers[start])
            at += 1
            start += 1
        self.at = at

    def zeros(self, count: i64) -> i64:
        """So many zeros, some of which ``put`` replaces; returns where they begin."""
        start = self.at
        self.at = start + count
        return start

    def put(self, at: i64, number: i64) -> None:
        """Replace one of the ``zeros``, each once or with ever more."""
        if number != 0:
            self.row[at] = i32(number)
            self.marks[self.end] = i32(at)
            self.end += 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Actions:
    """The moves that a game can ever offer, in a dense range from 0 on."""

    def __init__(self, codes: list[int]) -> None:
        self.codes = vec[i64](codes)
        self.size: i64 = len(codes)
        numbers = [NO_ACTION] * (max(codes, default=-1) + 1)
        for action, code in enumerate(codes):
            numbers[code] = action
        self.numbers = vec[i64](numbers)

    def action(self, code: i64) -> i64:
        """The number of a move, NO_ACTION if it has none."""
        return self.numbers[code] if 0 <= code < len(self.numbers) else NO_ACTION

    def code(self, state: State, seat: i64, action: i64) -> i64:
        """The engine's code of an action; whether it is legal is another matter."""
        return self.codes[action]

    def text(self, setup: Setup, action: int) -> str:
        """The action in the game's notation."""
        return setup.game.text(int(self.codes[action]))


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer:
    """What a game's ``observe.py`` offers as ``OBSERVER``. Seats come in the order of play, the own one first."""

    def fields(self, setup: Setup) -> list[Field]:
        """All numbers of an observation, in the order in which ``write`` adds them."""
        raise NotImplementedError

    def write(self, state: State, seat: i64, out: Numbers) -> None:
        """Add what the seat may know, and nothing else."""
        raise NotImplementedError

    def actions(self, setup: Setup) -> Actions:
        """Every move that can be legal for a seat: the table ``MOVES`` of the notation, unless a game knows better."""
        moves: dict[str, int] = setup.game.own("notation", "MOVES")
        return Actions(sorted(set(moves.values())))


def seats_from(players: i64, seat: i64) -> vec[i64]:
    """So many seats in the order of play, beginning with this one."""
    order = vec[i64]([0] * players)
    at: i64 = 0
    while at < players:
        order[at] = (seat + at) % players
        at += 1
    return order


def seat_names(setup: Setup) -> tuple[str, ...]:
    """How the fields name the seats of :func:`seats_from`."""
    return tuple(["you"] + [f"seat +{ahead}" for ahead in range(1, setup.players)])


def distance(players: i64, seat: i64, other: i64) -> i64:
    """How many seats after ``seat`` the other one comes, of so many: 0 is the seat itself."""
    return other - seat if other >= seat else other - seat + players


def observe(observer: Observer, state: State, seat: i64, out: Numbers, size: i64) -> None:
    """Write one observation; a game that writes more or fewer numbers than it declares is at fault."""
    start = out.begin()
    observer.write(state, seat, out)
    out.finish(start)
    if out.at - start != size:
        raise BadOptions(f"An observation has {size} numbers, but {out.at - start} were written.")
