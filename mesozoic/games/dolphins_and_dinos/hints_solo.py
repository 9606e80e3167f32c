"""The solo game (DD-46): the twelve ways to theme three halls, how far they lead, and whether one reaches the goal."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.dolphins_and_dinos.cards import NO_FEATURE, RESTAURANT
from mesozoic.games.dolphins_and_dinos.hints_plan import Plan
from mesozoic.games.dolphins_and_dinos.rules import Museums
from mesozoic.games.dolphins_and_dinos.rules_scoring import is_ascending
from mesozoic.games.dolphins_and_dinos.rules_sheet import (
    HALLS,
    OPEN_SQUARES,
    ROUNDS,
    SQUARE_AT,
    has_placed,
    item_of,
    mark_of,
    square_of,
    value_of,
)
from mesozoic.games.dolphins_and_dinos.rules_table import FIRST_ON_OFFER, ON_OFFER, OVER
from mesozoic.kernel.bits import bit, has

THEMES: Final = vec[i64]([1, 2, 3, 1, 3, 2, 2, 1, 3, 2, 3, 1, 3, 1, 2, 3, 2, 1])
"""The six ways to give water, ancient and life to three halls."""
A_SQUARE: Final = 10.0
SPACING: Final = vec[i64]([3, 8, 13])
"""The exhibits, by their place among the fifteen, that leave most room in an ascending hall."""
MISSED: Final = 0.2  # what a museum is worth whose last square alone fails
TRIES: Final = 400  # so many choices are tried for each way to theme the halls


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
    return has_placed(line) and has(plan.state.variant.features[item_of(line)], theme)


def solo_outlook(state: Museums) -> float:
    """The chance to reach the goal: whether one way to do it is found in this world; if not, how far it leads."""
    if state.phase == OVER:
        return 1.0 if state.is_goal_met() else 0.0
    farthest: i64 = 0
    way: i64 = 0
    while way < 12:
        tour = Tour(state, (way // 6) * 3, (way % 6) * 3)
        if tour.begin():
            return 1.0
        if tour.farthest > farthest:
            farthest = tour.farthest
        way += 1
    return MISSED * float(farthest) / float(ROUNDS)


@final
class Tour:
    """Looks for choices that fill all halls with their themes, in the cards that will be on offer."""

    def __init__(self, state: Museums, first_hall: i64, themes: i64) -> None:
        self.plan = Plan(state, 0)
        self.state = state
        self.first_hall = first_hall
        self.themes = themes
        self.tries: i64 = TRIES
        self.farthest: i64 = 0

    def begin(self) -> bool:
        """Can it still be done, with what stands in the museum so far?"""
        plan = self.plan
        place: i64 = 0
        while place < 9:
            if plan.squares[place] != 0 and not can_carry(plan, place, self.theme(place)):
                return False
            place += 1
        hall: i64 = 0
        while hall < 6:
            if self.must_rise(hall) and not has_room(plan.squares, hall, self.state.variant.highest):
                return False
            hall += 1
        if has(plan.markable, square_of(self.state.line(0))):
            plan.money -= self.state.fee(item_of(self.state.line(0)))
        return plan.money >= 0 and self.go_on(plan.round + 1, plan.filled, plan.used, plan.money)

    def theme(self, place: i64) -> i64:
        return theme_of(place, self.first_hall, self.themes)

    def must_rise(self, hall: i64) -> bool:
        goal = self.state.variant.goal
        return goal == "all_halls" or (goal == "feature_halls" and hall // 3 == self.first_hall // 3)

    def go_on(self, round: i64, filled: i64, used: i64, money: i64) -> bool:
        """Is there a choice for each further round?"""
        if round - 1 > self.farthest:
            self.farthest = round - 1
        if round > ROUNDS:
            return True
        variant = self.state.variant
        first = FIRST_ON_OFFER[round]
        end = first + ON_OFFER[round]
        free = self.free_item(first, end, used)
        at = first
        while at < end:
            item = self.state.deck[at]
            fee: i64 = 1 if variant.lowest_offered_is_free and item != free else 0
            left = money - variant.prices[item] - fee
            if left >= 0 and not has(used, item) and self.goes_somewhere(round, item, filled, used, left):
                return True
            at += 1
        return False

    def free_item(self, first: i64, end: i64, used: i64) -> i64:
        """DD-R25: the lowest on offer has its feature free; whatever was placed of 13, 14 and 15 has left (DD-R36)."""
        found: i64 = RESTAURANT
        at = first
        while at < end:
            item = self.state.deck[at]
            if item < found and not (self.state.variant.leaves_at[item] != 0 and has(used, item)):
                found = item
            at += 1
        return found

    def goes_somewhere(self, round: i64, item: i64, filled: i64, used: i64, money: i64) -> bool:
        squares = self.plan.squares
        highest = self.state.variant.highest
        place: i64 = 0
        while place < 9:
            if has(OPEN_SQUARES[filled], place) and has(self.state.variant.features[item], self.theme(place)):
                if self.tries <= 0:
                    return False
                self.tries -= 1
                squares[place] = item
                row = place // 3
                column = 3 + place % 3
                fits = (not self.must_rise(row) or has_room(squares, row, highest)) and (
                    not self.must_rise(column) or has_room(squares, column, highest)
                )
                if fits and self.go_on(round + 1, filled | bit(place), used | bit(item), money):
                    squares[place] = 0
                    return True
                squares[place] = 0
            place += 1
        return False


def has_room(squares: vec[i64], hall: i64, highest: i64) -> bool:
    """Does the hall rise, with a number left for each empty square?"""
    lowest: i64 = 1
    at = hall * 3
    end = at + 3
    while at < end:
        value = value_of(squares[HALLS[at]])
        if value == 0:
            lowest += 1
        elif value < lowest:
            return False
        else:
            lowest = value + 1
        at += 1
    return lowest <= highest + 1


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
            if is_open and has(plan.state.variant.features[item], theme) and plan.price(item) < plan.money:
                plan.squares[place] = item
                away = plan.state.variant.ranks[item] - SPACING[place % 3 if first_hall == 0 else place // 3]
                if away < 0:
                    away = -away
                if away < best and is_in_order(plan, first_hall):
                    best = away
                    best_line = item | place << SQUARE_AT
                plan.squares[place] = 0
            place += 1
        at += 1
    return best_line
