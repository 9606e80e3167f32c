"""A second, slow and plain reading of the ledger, to hold the engine against. It shares no line with the engine."""

from __future__ import annotations

import itertools

PRICE = {value: (value + 1) // 2 for value in range(1, 16)}
UNIT = {13: 1, 14: 1, 15: 2}
HAS = {
    1: "A", 2: "L", 3: "WA", 4: "WL", 5: "A", 6: "WL", 7: "WAL", 8: "WL",
    9: "A", 10: "WL", 11: "L", 12: "WA", 13: "A", 14: "WL", 15: "A",
}  # fmt: skip
HALLS = {
    "r1": ("a1", "b1", "c1"), "r2": ("a2", "b2", "c2"), "r3": ("a3", "b3", "c3"),
    "ca": ("a1", "a2", "a3"), "cb": ("b1", "b2", "b3"), "cc": ("c1", "c2", "c3"),
}  # fmt: skip
SQUARES = [f"{file}{rank}" for rank in "123" for file in "abc"]
ACTIVE = {1: [1], 2: [2], 3: [3], 4: [4], 5: [5], 6: [5], 7: [4], 8: [3], 9: [1, 2]}


def number_in(content):
    """The number that a square brings into its halls; None for a corridor."""
    digits = content.strip("()WALC")
    return int(digits) if digits else None


def is_exhibit(content):
    return content[0] not in "(C"


def hall_points(array):
    """DD-35 to DD-38: points and bonus of each hall."""
    points, bonus = {}, {}
    for hall, squares in HALLS.items():
        contents = [array[square] for square in squares]
        numbers = [number_in(content) for content in contents if content != "C"]
        rising = all(left < right for left, right in itertools.pairwise(numbers))
        exhibits = [content for content in contents if is_exhibit(content)]
        points[hall] = sum(number_in(content) for content in exhibits) if rising else 0
        marks = {content[-1] for content in exhibits}
        themed = len(exhibits) == 3 and len(marks) == 1 and marks <= set("WAL")
        bonus[hall] = max(map(number_in, exhibits)) if rising and themed else 0
    return points, bonus


def money_bonus(purses, seat):
    """DD-39."""
    mine = purses[seat]
    others = purses[:seat] + purses[seat + 1 :]
    return sum(2 * (mine > other) + (mine == other) for other in others) if mine else 0


class Ledger:
    """A game by the book: arrays of texts, money, and what has left."""

    def __init__(self, players, deck, purses, free_feature):
        self.players = players
        self.columns = {number: [str(card) for card in deck[3 * number - 3 : 3 * number]] for number in range(1, 6)}
        self.money = list(purses)
        self.free_feature = free_feature
        self.arrays = [{} for _ in range(players)]
        self.removed = set()
        self.round = 1
        self.placed = {}

    def on_offer(self):
        return [item for column in ACTIVE[self.round] for item in self.columns[column] if item not in self.removed]

    def values(self, seat):
        return {number_in(content) for content in self.arrays[seat].values()} - {None}

    def picks(self, seat):
        return [item for item in self.on_offer() if item == "R" or int(item) not in self.values(seat)] + ["C"]

    def numbers(self, seat):
        return [number for number in range(1, 16) if number not in self.values(seat)]

    def squares(self, seat):
        filled = self.arrays[seat]
        return [square for square in SQUARES if square not in filled and (not filled or self.touches(square, filled))]

    @staticmethod
    def touches(square, filled):
        file, rank = "abc".index(square[0]), int(square[1])
        near = {(file - 1, rank), (file + 1, rank), (file, rank - 1), (file, rank + 1)}
        return any(("abc".index(other[0]), int(other[1])) in near for other in filled)

    def settle(self, choices):
        """Pay and remove. A choice is (item, number, square); returns the fee that each seat would pay, or None."""
        lowest_offered = min((int(item) for item in self.on_offer() if item != "R"), default=None)
        picked = [item for item, _, _ in choices]
        self.placed = {}
        for seat, (item, number, square) in enumerate(choices):
            content = "C"
            if item == "R":
                self.money[seat] += number // 2
                content = f"({number})"
            elif item != "C":
                value = int(item)
                price = PRICE[value] + (UNIT.get(value, 0) * picked.count(item) if self.players > 1 else 0)
                if self.money[seat] >= price:
                    self.money[seat] -= price
                    self.placed[seat] = value
                    content = item
            self.arrays[seat][square] = content
        for value in (13, 14, 15):
            payers = list(self.placed.values()).count(value)
            if payers >= 1 and payers >= self.players - (2 if value == 15 else 1):
                self.removed.add(str(value))
        free = min(self.placed.values(), default=None) if self.free_feature == "chosen" else lowest_offered
        fees = [None] * self.players
        for seat, value in self.placed.items():
            fee = 0 if value == free else 1
            if self.money[seat] >= fee:
                fees[seat] = fee
        return fees

    def draw(self, choices, fees, marks):
        """Features, and the end of the round. ``marks``: W, A, L or none for each seat that was asked."""
        for seat, mark in marks.items():
            if mark != "none":
                self.money[seat] -= fees[seat]
                self.arrays[seat][choices[seat][2]] += mark
        self.round += 1

    def totals(self):
        found = []
        for seat, array in enumerate(self.arrays):
            points, bonus = hall_points(array)
            extra = money_bonus(self.money, seat) if self.players > 1 else 0
            found.append(sum(points.values()) + sum(bonus.values()) + extra)
        return found
