"""Real time without a clock: what bots and the host of a real-time table mean to do, as a queue of timed events.

A game that is played in real time offers *levels* (``Game.levels``) and a :class:`Tempo` for a game in progress: it
knows how soon a bot of a level sees what, and when the host's timers run out. :func:`run` plays the events on a virtual
clock as fast as the engine can; a terminal or a server plays the same events when the real clock reaches them, and
tells the tempo of people's moves. Nothing here knows a particular game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from heapq import heappop, heappush
from typing import Any, NamedTuple

from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.state import NOBODY, State


class Desk:
    """A person's place at a real-time table: how it looks, and which moves are typed there. Games refine it.

    One desk serves one person for a whole game, so it may remember, for instance, which key means which card. A key is
    understood when it is pressed: what it means then is what is remembered, whatever happens at the table afterwards.
    """

    def __init__(self) -> None:
        self.typed = ""

    def look(self, state: State, seat: int | None, now: int) -> Any:
        """The table as a Rich renderable, with the time and with what has been typed so far."""
        return state.setup.game.terminal.draw(state.view(seat))

    def press(self, state: State, seat: int, key: str) -> str | None:
        """The move that this key completes, or None while there is none yet; by default a line and Enter."""
        if key != "\n":
            self.typed += key
            return None
        line, self.typed = self.typed.strip(), ""
        return line

    def clear(self) -> None:
        """Forget what has been typed."""
        self.typed = ""

    def help(self) -> str:
        """What can be typed, in one line."""
        return "type a move, then Enter"


class Planned(NamedTuple):
    """Something that somebody means to do. Events of one time go by rank, then by a number drawn when planned."""

    at: int
    rank: int
    draw: float
    number: int
    """Counts the plans, so that no two are equal."""
    seat: int
    topic: str
    """Plans of one seat and topic are void together."""
    what: Any


class Tempo(ABC):
    """The timed events of one game: bots in some seats, and the host. Seats that are not named are people's."""

    def __init__(self, state: State, seats: Mapping[int, str]) -> None:
        self.state = state
        self.seats = dict(seats)
        self.queue: list[Planned] = []
        self.valid: dict[tuple[int, str], int] = {}
        self.made = 0

    # --- What a game says ---------------------------------------------------------------------------------------

    @abstractmethod
    def begin(self, now: int) -> None:
        """Plan what comes first, also for a game that is taken up in its middle."""

    @abstractmethod
    def follow(self, seat: int, move: int, now: int) -> None:
        """Somebody, a person or a bot or the host, has made this move: plan what comes of it."""

    @abstractmethod
    def decide(self, planned: Planned) -> int | None:
        """The time of a plan has come: the legal move that is made, or None if nothing comes of it."""

    def remarks(self) -> list[str]:
        """What is worth a word to everybody though no move came of it, since this was asked last."""
        return []

    # --- The queue ------------------------------------------------------------------------------------------------

    def plan(self, at: int, rank: int, draw: float, seat: int, topic: str, what: Any = None) -> None:
        self.made += 1
        heappush(self.queue, Planned(at, rank, draw, self.made, seat, topic, what))

    def void(self, seat: int, topic: str) -> None:
        """Whatever the seat has planned so far under this topic will not happen."""
        self.valid[seat, topic] = self.made

    def next(self) -> Planned | None:
        """The first plan that still stands, left in the queue."""
        while self.queue:
            first = self.queue[0]
            if first.number > self.valid.get((first.seat, first.topic), 0):
                return first
            heappop(self.queue)
        return None

    def due(self, now: int) -> tuple[int, int, int] | None:
        """The first move that is due by now, as time, seat and code; None if there is none (any more)."""
        while (first := self.next()) is not None and first.at <= now:
            heappop(self.queue)
            move = self.decide(first)
            if move is not None:
                return first.at, first.seat, move
        return None


def run(tempo: Tempo, make: Callable[[State, int, int], object] | None = None) -> int:
    """Play a game of bots alone to its end on a virtual clock; returns how many moves were made.

    Whoever looks on gives a function that makes each move.
    """
    state = tempo.state
    moves = 0
    tempo.begin(int(state.clock))
    while state.turn() != NOBODY:
        first = tempo.next()
        if first is None:
            raise BadOptions("Nobody means to do anything any more: a seat without a bot has to be played by a person.")
        happening = tempo.due(first.at)
        if happening is None:
            continue
        at, seat, move = happening
        state.clock = at
        if make is None:
            state.apply(seat, move)
        else:
            make(state, seat, move)
        moves += 1
        tempo.follow(seat, move, at)
    return moves
