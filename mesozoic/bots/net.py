"""A small network with a second opinion: what a seat may know goes in, by how much the hints are wrong comes out.

The numbers of an observation become inputs that are mostly 0 or 1 (this card lies there), so the first layer is a sum
of a few dozen rows. All arithmetic is on whole numbers, so that the compiled engine and the plain source agree exactly.
"""

from __future__ import annotations

from typing import Final, NamedTuple, final

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr

from mesozoic.kernel.hints import Hints
from mesozoic.kernel.observe import Numbers, Observer, observe
from mesozoic.kernel.state import NOBODY, Moves, State

SHIFT: Final = 12
"""A weight of 1 is stored as 2 to this power."""
UNIT: Final = 4096.0

# --- How numbers of an observation become inputs ------------------------------------------------------------------
EACH: Final = 0  # every number has an input for each of its values
TALLY: Final = 1  # every value has an input, which counts the numbers that have it
PAIRS: Final = 2  # the same for two fields side by side: every pair of values has an input
LAST: Final = 3  # every number has an input for its distance from the highest one; a number of 0 has none
WAYS: Final = ("each", "tally", "pairs", "last")


class Inputs(NamedTuple):
    """Inputs made of so many ``numbers`` from ``at`` on, as far as they lie from ``low`` to ``high``."""

    way: int
    at: int
    numbers: int
    low: int
    high: int
    other: int = 0
    """Where the second numbers of PAIRS begin, which go from 0 to ``most``."""
    most: int = 0

    def size(self) -> int:
        """How many inputs they are."""
        values = self.high - self.low + 1
        if self.way == PAIRS:
            return values * (self.most + 1)
        return values if self.way == TALLY else values * self.numbers


@final
@mypyc_attr(acyclic=True)
class Group:
    """The same, with the number of its first input."""

    def __init__(self, inputs: Inputs, start: i64) -> None:
        self.start = start
        self.way: i64 = inputs.way
        self.at: i64 = inputs.at
        self.count: i64 = inputs.numbers
        self.low: i64 = inputs.low
        self.high: i64 = inputs.high
        self.other: i64 = inputs.other
        self.most: i64 = inputs.most


@final
@mypyc_attr(acyclic=True)
class Net:
    """Two hidden layers, each cut off below 0, and one number at the end.

    The weights stand in the order of the layers: for every input (of a layer) those of all units that it leads to,
    then what each of these units has to begin with.
    """

    def __init__(self, inputs: list[Inputs], first: int, second: int, weights: list[int]) -> None:
        self.groups: list[Group] = []
        size = 0
        for one in inputs:
            self.groups.append(Group(one, size))
            size += one.size()
        if len(weights) != weight_count(size, first, second):
            raise ValueError(f"The net has {weight_count(size, first, second)} weights, but {len(weights)} are given.")
        self.size: i64 = size
        self.first: i64 = first
        self.second: i64 = second
        self.weights = vec[i32]([i32(weight) for weight in weights])
        self.sums = vec[i64]([0] * first)
        self.active = vec[i64]([0] * (sum([one.numbers for one in inputs])))
        self.found: i64 = 0

    def inputs(self, row: vec[i32], start: i64) -> None:
        """Find the inputs that are not 0: ``active`` has the number of each, of one that counts as often."""
        self.found = 0
        for group in self.groups:
            values = group.high - group.low + 1
            highest: i64 = 0
            at: i64 = 0
            if group.way == LAST:
                while at < group.count:
                    if i64(row[start + group.at + at]) > highest:
                        highest = i64(row[start + group.at + at])
                    at += 1
            at = 0
            while at < group.count:
                number = i64(row[start + group.at + at])
                if group.way == LAST:
                    number = highest - number if number != 0 else group.high + 1
                if group.low <= number <= group.high:
                    place = group.start + number - group.low
                    if group.way == PAIRS:
                        place += (number - group.low) * group.most + i64(row[start + group.other + at])
                    elif group.way != TALLY:
                        place += at * values
                    self.active[self.found] = place
                    self.found += 1
                at += 1

    def value(self, row: vec[i32], start: i64) -> i64:
        """What the net says to the observation that begins there, in parts of 2 to the power of SHIFT."""
        self.inputs(row, start)
        weights = self.weights
        sums = self.sums
        first = self.first
        unit: i64 = 0
        base = self.size * first
        while unit < first:
            sums[unit] = i64(weights[base + unit])
            unit += 1
        at: i64 = 0
        while at < self.found:
            place = self.active[at] * first
            unit = 0
            while unit < first:
                sums[unit] += i64(weights[place + unit])
                unit += 1
            at += 1
        return self.rest(sums, base + first)

    def rest(self, sums: vec[i64], base: i64) -> i64:
        """The second layer and the end."""
        weights = self.weights
        first = self.first
        second = self.second
        begin = base + first * second
        last = begin + second
        total = i64(weights[last + second]) << SHIFT
        unit: i64 = 0
        while unit < second:
            one = i64(weights[begin + unit]) << SHIFT
            place = base + unit
            at: i64 = 0
            while at < first:
                if sums[at] > 0:
                    one += sums[at] * i64(weights[place])
                place += second
                at += 1
            if one > 0:
                total += (one >> SHIFT) * i64(weights[last + unit])
            unit += 1
        return total >> SHIFT


def weight_count(size: int, first: int, second: int) -> int:
    return (size + 1) * first + (first + 1) * second + second + 1


@final
class NetHints(Hints):
    """The hints of a game with a second opinion: the net says by how much they are wrong. The end counts exactly.

    What the hints say counts ``trust`` times: less than once where they exaggerate.
    """

    def __init__(self, game: Hints, observer: Observer, size: int, net: Net, trust: float, spread: float) -> None:
        self.game = game
        self.observer = observer
        self.size: i64 = size
        self.net = net
        self.trust = trust
        self.spread = spread
        self.row = Numbers(size)

    def value(self, state: State, seat: i64) -> float:
        if state.turn() == NOBODY:
            points = float(state.score(seat))
            return -points if state.setup.game.facts.fewest_points_win else points
        self.row.at = 0
        observe(self.observer, state, seat, self.row, self.size)
        correction = self.spread * float(self.net.value(self.row.row, 0)) / UNIT
        return self.trust * self.game.value(state, seat) + correction

    def candidates(self, state: State, seat: i64, out: Moves) -> None:
        self.game.candidates(state, seat, out)

    def lines(self) -> i64:
        return self.game.lines()
