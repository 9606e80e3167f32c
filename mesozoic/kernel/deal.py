"""Explicit deals: chance given by hand for tests, puzzles and records, and the chance of later reshuffles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.rng import Rng

HUGE: Final = 10**12
DEEPEST: Final = 12


def expect_plain(what: str, given: Any, depth: int = 0) -> None:
    """Refuse what is no JSON: everything that chooses how a game starts can be stored and sent."""
    if depth > DEEPEST:
        raise BadOptions(f"The {what} cannot be read: it is nested too deeply.")
    if isinstance(given, Mapping):
        for name, value in given.items():
            if not isinstance(name, str):
                raise BadOptions(f"The {what} must name its parts by texts, not by {type(name).__name__}.")
            expect_plain(what, name, depth + 1)
            expect_plain(what, value, depth + 1)
    elif isinstance(given, (list, tuple)):
        for value in given:
            expect_plain(what, value, depth + 1)
    elif isinstance(given, str):
        try:
            given.encode()
        except UnicodeEncodeError:
            raise BadOptions(f"The {what} holds a text that cannot be written down: half a character.") from None
    elif isinstance(given, int):
        if abs(given) > HUGE:
            raise BadOptions(f"The {what} holds a number that is too large.")
    elif given is not None and not isinstance(given, float):
        raise BadOptions(f"The {what} must be plain JSON, but holds {type(given).__name__}.")


def expect_keys(what: str, given: Any, needed: Sequence[str], optional: Sequence[str] = ()) -> None:
    """Refuse a deal or position that lacks a part or has one that the game does not know."""
    parts = ", ".join([*needed, *(f"{name} (optional)" for name in optional)])
    if not isinstance(given, Mapping):
        raise BadOptions(f"The {what} must be a JSON object with {parts}.")
    for name in needed:
        if name not in given:
            raise BadOptions(f"The {what} has no {name!r}: it needs {parts}.")
    for name in given:
        if name not in needed and name not in optional:
            raise BadOptions(f"The {what} has an unknown part {name!r}: it knows {parts}.")


def expect_pile(name: str, given: Any, cards: Sequence[Any]) -> list[Any]:
    """The given order of exactly these cards, each once; BadOptions says what is missing, doubled or foreign."""
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise BadOptions(f"{name} must be a list of {len(cards)} cards.")
    left = list(cards)
    for card in given:
        if type(card) not in (int, str) or card not in cards:
            raise BadOptions(f"{name} holds {card!r}, which does not belong there.")
        if card not in left:
            raise BadOptions(f"{name} holds {card!r} {'twice' if cards.count(card) == 1 else 'too often'}.")
        left.remove(card)
    if left:
        raise BadOptions(f"{name} lacks {', '.join([str(card) for card in left])}.")
    return list(given)


def forget(cards: vec[i64], end: i64, room: i64) -> None:
    """Clear what lies between the end of a pile and that of its room: an imagined world holds no real card even there,
    where nobody reads."""
    while end < room:
        cards[end] = 0
        end += 1


@final
@mypyc_attr(acyclic=True)
class Chance:
    """Chance in the middle of a game: the orders of the deal first, one after the other, then the generator."""

    def __init__(self, rng: Rng, orders: list[list[int]]) -> None:
        self.rng = rng
        self.orders = orders
        self.used = 0

    def clone(self) -> Chance:
        copy = Chance(self.rng.clone(), self.orders)
        copy.used = self.used
        return copy

    def is_given(self) -> bool:
        """Does the deal give the next order?"""
        return self.used < len(self.orders)

    def order(self, pile: list[int]) -> list[int]:
        """The cards of the pile in the order that chance gives them."""
        if self.is_given():
            given = self.orders[self.used]
            if sorted(given) != sorted(pile):
                raise BadOptions(f"Reshuffle {self.used + 1} of the deal does not hold the cards of the pile.")
            self.used += 1
            return list(given)
        mixed = sorted(pile)
        self.rng.shuffle(mixed)
        return mixed


@final
@mypyc_attr(acyclic=True)
class SeatChance:
    """Chance in the middle of a game in which every seat shuffles for itself: a queue of orders a seat, one generator.

    The game shuffles with ``rng`` itself when a seat's queue is empty; ``orders`` may be empty for "none at all".
    """

    def __init__(self, rng: Rng, orders: list[list[list[int]]]) -> None:
        self.rng = rng
        self.orders = orders
        self.used: list[int] = []

    def clone(self) -> SeatChance:
        copy = SeatChance(self.rng.clone(), self.orders)
        if self.used:
            copy.used = list(self.used)
        return copy

    def is_given(self) -> bool:
        """Does the deal give another order for any seat?"""
        used = self.used
        return any(len(orders) > (used[seat] if used else 0) for seat, orders in enumerate(self.orders))

    def given(self, seat: int, pile: list[int]) -> list[int] | None:
        """The next order that the deal gives for this pile of the seat, or None if it gives no more."""
        if not self.orders:
            return None
        if not self.used:
            self.used = [0] * len(self.orders)
        number = self.used[seat]
        if number >= len(self.orders[seat]):
            return None
        order = self.orders[seat][number]
        if sorted(order) != sorted(pile):
            raise BadOptions(f"Reshuffle {number + 1} of seat P{seat + 1} does not hold the cards of the pile.")
        self.used[seat] = number + 1
        return order
