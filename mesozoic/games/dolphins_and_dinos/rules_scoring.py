"""Scoring (DD-35 to DD-41), and the goal of the solo game (DD-46)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from mesozoic.games.dolphins_and_dinos.cards import NO_FEATURE, WATER
from mesozoic.games.dolphins_and_dinos.rules_sheet import (
    HALLS,
    ROUNDS,
    has_placed,
    item_of,
    mark_of,
    square_of,
    value_of,
)
from mesozoic.games.dolphins_and_dinos.rules_table import Table
from mesozoic.kernel.bits import bit, count

# --- Halls ----------------------------------------------------------------------------------------------------


def is_ascending(squares: vec[i64], hall: i64) -> bool:
    """DD-35: its numbers strictly increase; corridors, unpaid picks and empty squares are skipped."""
    before: i64 = 0
    at = hall * 3
    end = at + 3
    while at < end:
        value = value_of(squares[HALLS[at]])
        if value != 0:
            if value <= before:
                return False
            before = value
        at += 1
    return True


def hall_score(squares: vec[i64], hall: i64) -> i64:
    """DD-36: an ascending hall scores the sum of its exhibits; any other scores nothing."""
    if not is_ascending(squares, hall):
        return 0
    total: i64 = 0
    at = hall * 3
    end = at + 3
    while at < end:
        line = squares[HALLS[at]]
        if has_placed(line):
            total += item_of(line)
        at += 1
    return total


def hall_theme(squares: vec[i64], hall: i64) -> i64:
    """The feature drawn on all three exhibits of the hall, or NO_FEATURE."""
    at = hall * 3
    mark = mark_of(squares[HALLS[at]])
    if mark_of(squares[HALLS[at + 1]]) == mark and mark_of(squares[HALLS[at + 2]]) == mark:
        return mark
    return NO_FEATURE


def hall_bonus(squares: vec[i64], hall: i64) -> i64:
    """DD-38: an ascending hall of one feature scores its highest exhibit, which is its last, once more."""
    if hall_theme(squares, hall) == NO_FEATURE or not is_ascending(squares, hall):
        return 0
    return item_of(squares[HALLS[hall * 3 + 2]])


# --- Seats ----------------------------------------------------------------------------------------------------


@mypyc_attr(acyclic=True)
class Scoring(Table):
    def museum(self, seat: i64) -> vec[i64]:
        """The seat's nine squares: the line that stands in each, 0 where nothing does yet."""
        squares = vec[i64]([0, 0, 0, 0, 0, 0, 0, 0, 0])
        at = seat * ROUNDS
        end = at + count(self.filled[seat])  # a square is filled each round, when the choices are shown
        while at < end:
            line = self.sheets[at]
            squares[square_of(line)] = line
            at += 1
        return squares

    def array_score(self, seat: i64) -> i64:
        """Halls and feature bonuses of the seat as its array stands now."""
        squares = self.museum(seat)
        total: i64 = 0
        hall: i64 = 0
        while hall < 6:
            total += hall_score(squares, hall) + hall_bonus(squares, hall)
            hall += 1
        return total

    def points_of_hall(self, seat: i64, hall: i64) -> i64:
        return hall_score(self.museum(seat), hall)

    def bonus_of_hall(self, seat: i64, hall: i64) -> i64:
        return hall_bonus(self.museum(seat), hall)

    def money_bonus(self, seat: i64) -> i64:
        """DD-39: two points for each player with less money, one for each with the same; none without money."""
        mine = self.money[seat]
        if mine == 0 or self.variant.solo:
            return 0
        points: i64 = -1  # the seat itself has the same amount
        other: i64 = 0
        while other < self.variant.players:
            if self.money[other] < mine:
                points += 2
            elif self.money[other] == mine:
                points += 1
            other += 1
        return points

    def score(self, seat: i64) -> i64:
        return self.array_score(seat) + self.money_bonus(seat)

    def features_drawn(self, seat: i64) -> i64:
        """DD-41: every drawn feature counts, in a scoring hall or not."""
        drawn: i64 = 0
        at = seat * ROUNDS
        end = at + ROUNDS
        while at < end:
            if mark_of(self.sheets[at]) != NO_FEATURE:
                drawn += 1
            at += 1
        return drawn

    def is_goal_met(self) -> bool:
        """DD-46: an ancient, a water and a life hall; rising according to the option ``solo_goal``."""
        squares = self.museum(0)
        themes: i64 = 0
        hall: i64 = 0
        while hall < 6:
            rising = is_ascending(squares, hall)
            if not rising and self.variant.goal == "all_halls":
                return False
            if rising or self.variant.goal == "unordered":
                themes |= bit(hall_theme(squares, hall))
            hall += 1
        return count(themes >> WATER) == 3
