"""What a bot should value: the museum that could still be made of this one.

The remaining rounds are filled in quickly, each with the card and square that look best, from the cards that will be on
offer (in an imagined world they are known). The points of the museum planned like that are the value.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.dolphins_and_dinos.cards import CORRIDOR, FEATURES, NO_FEATURE, PRICE, RESTAURANT
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
from mesozoic.kernel.hints import Hints
from mesozoic.kernel.state import State

NATURAL: Final = vec[i64]([1, 5, 8, 5, 8, 11, 8, 11, 15])
"""The value that belongs on each square: low at a1, high at c3."""
OFF_PLACE: Final = 1.3  # what a step away from the natural value costs in the plan
A_CORRIDOR: Final = 3.0  # a corridor is better than an exhibit that gains less than this
A_DOLLAR: Final = 0.25  # what a dollar left over is worth
HALF_THEME: Final = 0.45  # how much of the bonus two equal marks are worth
FIRST_MARK: Final = 0.12  # and a single one


@final
class MuseumHints(Hints):
    def value(self, state: State, seat: i64) -> float:
        assert isinstance(state, Museums)
        if state.variant.solo:
            return solo_value(state)
        plan = Plan(state, seat)
        plan.fill()
        return plan.points()


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
        self.markable: i64 = 0  # the squares whose mark can still be drawn: those only planned, and one just placed
        line = state.line(seat)
        if state.phase == CHOOSE and state.steps[seat] == WAITING:
            self.put(line)
        elif state.phase == FEATURES_DUE:
            self.money -= fee_of(line)
            if has(state.pending, seat):
                self.markable = bit(square_of(line))
        elif state.phase == CHOOSE:
            self.round -= 1  # nothing is chosen yet in this round

    def price(self, item: i64) -> i64:
        """With one more picker on 13, 14 and 15."""
        return PRICE[item] + 2 * self.state.variant.surcharge(item)

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
        away = item - NATURAL[place]
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
                possible &= FEATURES[item_of(line)]
            at += 1
        if possible == 0:
            return 0.0
        return float(highest) * (
            1.0 if marks == 3 else HALF_THEME if marks == 2 else FIRST_MARK if marks == 1 else 0.04
        )


# --- The solo game: three themed halls side by side ----------------------------------------------------------------

THEMES: Final = vec[i64]([1, 2, 3, 1, 3, 2, 2, 1, 3, 2, 3, 1, 3, 1, 2, 3, 2, 1])
"""The six ways to give water, ancient and life to three halls."""
A_SQUARE: Final = 10.0
SPACING: Final = vec[i64]([3, 8, 13])
"""The values that leave most room in an ascending hall."""


def solo_value(state: Museums) -> float:
    """DD-R35: the halls are the three rows or the three columns; the best of the twelve ways to theme them."""
    best = 0.0
    way: i64 = 0
    while way < 12:
        plan = Plan(state, 0)
        value = fill_themed(plan, (way // 6) * 3, (way % 6) * 3)
        if value > best:
            best = value
        way += 1
    return best


def fill_themed(plan: Plan, first_hall: i64, themes: i64) -> float:
    """How many squares can carry their hall's theme, 0 if one cannot any more; each round adds what fits best."""
    place: i64 = 0
    while place < 9:
        line = plan.squares[place]
        theme = theme_of(place, first_hall, themes)
        if line != 0 and not can_carry(plan, place, theme):
            return 0.0
        place += 1
    total = A_SQUARE * float(plan.round) + 0.1 * float(plan.money)
    while plan.round < ROUNDS:
        plan.round += 1
        line = best_themed(plan, first_hall, themes)
        if line != 0:
            plan.put(line)
            plan.money -= 1
            total += A_SQUARE
    return total if is_in_order(plan, first_hall) else 0.0


def theme_of(place: i64, first_hall: i64, themes: i64) -> i64:
    """The theme that the square's hall is to have: its row's, or its column's."""
    return THEMES[themes + (place // 3 if first_hall == 0 else place % 3)]


def can_carry(plan: Plan, place: i64, theme: i64) -> bool:
    """Does the square carry the mark, or can it still?"""
    line = plan.squares[place]
    if mark_of(line) != NO_FEATURE or not has(plan.markable, place):
        return mark_of(line) == theme
    return has_placed(line) and has(FEATURES[item_of(line)], theme)


def is_in_order(plan: Plan, first_hall: i64) -> bool:
    """Do the halls that must rise still rise?"""
    goal = plan.state.variant.goal
    hall: i64 = 0
    while hall < 6:
        needed = goal == "all_halls" or (goal == "feature_halls" and hall // 3 == first_hall // 3)
        if needed and not is_ascending(plan.squares, hall):
            return False
        hall += 1
    return True


def best_themed(plan: Plan, first_hall: i64, themes: i64) -> i64:
    """The card and square of this round that fit the themes and leave most room, or 0 if none does."""
    best_line: i64 = 0
    best: i64 = 1000
    at = FIRST_ON_OFFER[plan.round]
    end = at + ON_OFFER[plan.round]
    while at < end:
        item = plan.state.deck[at]
        place: i64 = 0
        while place < 9:
            theme = theme_of(place, first_hall, themes)
            is_open = has(OPEN_SQUARES[plan.filled], place) and not has(plan.used, item)
            if is_open and has(FEATURES[item], theme) and plan.price(item) < plan.money:
                plan.squares[place] = item
                away = item - SPACING[place % 3 if first_hall == 0 else place // 3]
                if away < 0:
                    away = -away
                if away < best and is_in_order(plan, first_hall):
                    best = away
                    best_line = item | place << SQUARE_AT
                plan.squares[place] = 0
            place += 1
        at += 1
    return best_line
