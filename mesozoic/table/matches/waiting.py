"""Bots that wait for a worker: in turn by client, so that nobody's many tables take the thinking of all others.

Clients take turns, however many questions each has waiting; among its own the oldest comes first. How long the next
one may think is reckoned so that nobody is late, except by what the same client has asked besides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

NOT_LATE = 2
"""A bot has its move within so many times its budget: with what else a move costs, three times."""
LEAST_THOUGHT = 0.001


@dataclass(eq=False, slots=True)
class Waiting:
    """A question that no worker has yet."""

    client: str
    """Who plays with this bot or wants this hint."""
    budget: float
    """In seconds; 0 for a bot that takes as long as it takes, which is never late."""
    late: float
    """When it should have its answer."""
    turn: int = 0
    """Each client has one question in each turn."""
    answer: Any = None
    """What it waits for, left to whoever waits."""


class WaitingList:
    """All questions that wait, in the order in which they come to be thought about."""

    def __init__(self) -> None:
        self.queue: list[Waiting] = []
        self.turn = 0
        """The turn of the question that was begun last."""
        self.taken: dict[str, int] = {}
        """The latest turn that each client has a question in."""

    def __len__(self) -> int:
        return len(self.queue)

    def join(self, one: Waiting) -> None:
        one.turn = max(self.turn, self.taken.get(one.client, -1) + 1)
        self.taken[one.client] = one.turn
        place = sum(other.turn <= one.turn for other in self.queue)
        self.queue.insert(place, one)

    def leave(self, one: Waiting) -> None:
        if one in self.queue:
            self.queue.remove(one)

    def first(self) -> Waiting:
        """Whose question comes now; it no longer waits."""
        one = self.queue.pop(0)
        self.turn = one.turn
        self.taken = {client: turn for client, turn in self.taken.items() if turn >= self.turn}
        return one


def slot(workers: int, now: float, queue: Sequence[Waiting]) -> float:
    """How many seconds the first of the queue may think so that, if all take as long, nobody is late.

    Of other clients only the first question counts, and a client that has several is late by its own doing.
    """
    first = queue[0]
    number = Counter(one.client for one in queue)
    clients = {client: place for place, client in enumerate(number, 1)}
    before: Counter[str] = Counter()
    longest = first.budget
    for one in queue:
        place = len(clients) * before[one.client] + clients[one.client]
        is_counted = one.client == first.client or not before[one.client]
        before[one.client] += 1
        if one.budget > 0 and is_counted:
            is_own_doing = one.client != first.client and number[one.client] > 1
            left = NOT_LATE * one.budget if is_own_doing else one.late - now
            longest = min(longest, max(0.0, left) * workers / place)
    return max(LEAST_THOUGHT, longest)
