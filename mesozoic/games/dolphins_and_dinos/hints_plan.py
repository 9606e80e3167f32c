"""A plan of one museum: what the seat has chosen, the rounds to come filled in quickly, and what that is worth."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.dolphins_and_dinos.cards import CORRIDOR, NO_FEATURE, RESTAURANT
from mesozoic.games.dolphins_and_dinos.rules import Museums
from mesozoic.games.dolphins_and_dinos.rules_scoring import hall_score, is_ascending
from mesozoic.games.dolphins_and_dinos.rules_sheet import (
    HALLS,
    OPEN_SQUARES,
    ROUNDS,
    SQUARE_AT,
    UNPAID_AT,
    fee_of,
    has_placed,
    income,
    item_of,
    mark_of,
    number_of,
    square_of,
    value_of,
)
from mesozoic.games.dolphins_and_dinos.rules_table import CHOOSE, FEATURES_DUE, FIRST_ON_OFFER, ON_OFFER, WAITING
from mesozoic.kernel.bits import bit, has

NATURAL: Final = vec[i64]([1, 5, 8, 5, 8, 11, 8, 11, 15])
"""The exhibit that belongs on each square, by its place among the fifteen: low at a1, high at c3."""
OFF_PLACE: Final = 1.3  # what a step away from the natural value costs in the plan
A_CORRIDOR: Final = 3.0  # a corridor is better than an exhibit that gains less than this
A_DOLLAR: Final = 0.25  # what a dollar left over is worth
HALF_THEME: Final = 0.45  # how much of the bonus two equal marks are worth
FIRST_MARK: Final = 0.12  # and a single one


@final
class Plan:
    """A seat's museum with what it has chosen this round, and what the coming rounds could add."""

    def __init__(self, state: Museums, seat: i64) -> None:
        self.state = state
        self.squares = state.museum(seat)
        self.filled = state.filled[seat]
        self.used = state.used[seat]
        self.money = state.money[seat]
        self.round = state.round
        self.picks = vec[i64]([0, 0, 0, 0, 0, 0, 0, 0, 0, 0])  # by the round: what it picks in those to come
        self.markable: i64 = 0  # the squares whose mark can still be drawn: those only planned, and one just placed
        line = state.line(seat)
        if state.phase == CHOOSE and state.steps[seat] == WAITING:
            self.picks[self.round] = item_of(line)
            self.put(line)
        elif state.phase == FEATURES_DUE:
            self.money -= fee_of(line)
            if has(state.pending, seat):
                self.markable = bit(square_of(line))
        elif state.phase == CHOOSE:
            self.round -= 1  # nothing is chosen yet in this round

    def price(self, item: i64) -> i64:
        """With one more picker on what has a surcharge (13, 14 and 15)."""
        return self.state.variant.prices[item] + 2 * self.state.variant.surcharges[item]

    def put(self, line: i64) -> None:
        """Write a choice of this seat into the museum, as if it were paid now."""
        item = item_of(line)
        if item == RESTAURANT:
            self.money += income(number_of(line))
        elif item != CORRIDOR:
            price = self.price(item)
            if price > self.money:
                line |= bit(UNPAID_AT)
            else:
                self.money -= price
        place = square_of(line)
        self.squares[place] = line
        self.filled |= bit(place)
        self.markable |= bit(place)
        value = value_of(line)
        if value != 0:
            self.used |= bit(value)

    def fill(self) -> None:
        """Choose for each remaining round what looks best."""
        while self.round < ROUNDS:
            self.round += 1
            best_line: i64 = 0
            best = -1e300
            at = FIRST_ON_OFFER[self.round]
            end = at + ON_OFFER[self.round]
            while at < end:
                item = self.state.deck[at]
                if (
                    item != RESTAURANT
                    and not has(self.used | self.state.removed, item)
                    and self.price(item) <= self.money
                ):
                    place: i64 = 0
                    while place < 9:
                        if has(OPEN_SQUARES[self.filled], place):
                            gain = self.gain(item, place)
                            if gain > best:
                                best = gain
                                best_line = item | place << SQUARE_AT
                        place += 1
                at += 1
            if best < A_CORRIDOR:
                best_line = self.best_corridor()
            self.picks[self.round] = item_of(best_line)
            self.put(best_line)

    def best_corridor(self) -> i64:
        """The square whose natural value is lowest loses least."""
        place: i64 = 0
        best: i64 = 100
        found: i64 = 0
        while place < 9:
            if has(OPEN_SQUARES[self.filled], place) and NATURAL[place] < best:
                best = NATURAL[place]
                found = place
            place += 1
        return CORRIDOR | found << SQUARE_AT

    def gain(self, item: i64, place: i64) -> float:
        """What the exhibit adds on that square: its value in each hall that stays ascending, less what it breaks."""
        before_row, before_column = self.hall_points(place // 3), self.hall_points(3 + place % 3)
        self.squares[place] = item
        after = self.hall_points(place // 3) + self.hall_points(3 + place % 3)
        self.squares[place] = 0
        away = self.state.variant.ranks[item] - NATURAL[place]
        if away < 0:
            away = -away
        return float(after - before_row - before_column) - OFF_PLACE * float(away)

    def hall_points(self, hall: i64) -> i64:
        return hall_score(self.squares, hall)

    def points(self) -> float:
        """The planned museum's halls, the themes begun in it, and the money left."""
        total = A_DOLLAR * float(self.money)
        hall: i64 = 0
        while hall < 6:
            if is_ascending(self.squares, hall):
                total += float(hall_score(self.squares, hall)) + self.theme(hall)
            hall += 1
        return total

    def theme(self, hall: i64) -> float:
        """A share of the bonus for marks that agree and exhibits that could still agree."""
        marks: i64 = 0
        mark: i64 = NO_FEATURE
        highest: i64 = 0
        possible: i64 = 14  # the set of all three features
        at = hall * 3
        end = at + 3
        while at < end:
            line = self.squares[HALLS[at]]
            if not has_placed(line):
                return 0.0
            highest = item_of(line)
            if mark_of(line) != NO_FEATURE:
                marks += 1
                mark = mark_of(line)
                possible &= bit(mark)
            elif not has(self.markable, HALLS[at]):
                return 0.0
            else:
                possible &= self.state.variant.features[item_of(line)]
            at += 1
        if possible == 0:
            return 0.0
        return float(highest) * (
            1.0 if marks == 3 else HALF_THEME if marks == 2 else FIRST_MARK if marks == 1 else 0.04
        )
