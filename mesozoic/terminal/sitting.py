"""A game in progress at one terminal: its state, who sits around it, and what each of them has been told."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mesozoic.bots import Advice, Bot, advise, make_bot
from mesozoic.kernel.errors import BadRecord
from mesozoic.kernel.event import Event
from mesozoic.kernel.game import Game
from mesozoic.kernel.record import Entry, FindGame, Record, take_back
from mesozoic.kernel.rng import seeded
from mesozoic.kernel.state import State, seat_name
from mesozoic.terminal.arguments import check_seats, is_bot


@dataclass(frozen=True)
class Seat:
    """Somebody at the table: a person, or a bot of that name (in real time ``bot`` is empty: the tempo plays it)."""

    number: int
    name: str
    bot: Bot | None
    is_person: bool

    @property
    def title(self) -> str:
        return seat_title(self.number, self.name)


def seat_title(number: int, name: str) -> str:
    """``P2 greedy``."""
    label = seat_name(number)
    return label if name == label else f"{label} {name}"


def sit_down(game: Game, names: Sequence[str], chance: object) -> list[Seat]:
    """The seats of these names; every bot draws on a stream of its own from ``chance``."""
    seats = []
    for number, name in enumerate(names):
        takes_turns = is_bot(game, name) and not game.levels.names()
        bot = make_bot(name, seeded(chance, "bot", number)) if takes_turns else None
        seats.append(Seat(number, name, bot, not is_bot(game, name)))
    return seats


class Clock:
    """Milliseconds since the start of the game, going on where a resumed game stopped; it never runs backwards."""

    def __init__(self, already: int) -> None:
        self.already = already
        self.begun = time.monotonic()

    def now(self) -> int:
        return self.already + int(1000 * (time.monotonic() - self.begun))


class Sitting:
    """Everything that changes while people play, and nothing about how it looks."""

    def __init__(self, state: State, seats: list[Seat], events: list[Event], chance: object) -> None:
        self.state = state
        self.seats = seats
        self.events = events
        self.seen = [0] * len(seats)
        """How many of the events each seat has been shown, or was not allowed to see."""
        self.clock = Clock(state.history[-1].at if state.history else 0)
        self.chance = chance
        self.after_move: Callable[[], None] = lambda: None
        """Called whenever a move has been made or taken back: whoever keeps the game writes it down."""
        self.adviser = seeded(chance, "adviser")
        self.luck = seeded(chance, "pace")
        """Of the worlds that say whether a bot seems to have a choice."""

    @property
    def game(self) -> Game:
        return self.state.setup.game

    @property
    def people(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.is_person]

    def play(self, seat: int, move: str, at: int | None = None) -> None:
        """Make a move now, or at that time; its exceptions are those of :meth:`State.play`."""
        self.events += self.state.play(seat, move, at=self.clock.now() if at is None else at)
        self.after_move()

    def undo(self, seat: int) -> None:
        """Take back the seat's last small move; IllegalMove says why not."""
        shorter = take_back(self.state, seat)
        game = self.game
        self.events = []
        self.state = Record.of(shorter).replay(lambda name: game, self._hear)
        self.seen = [min(seen, len(self.events)) for seen in self.seen]
        self.after_move()

    def _hear(self, state: State, entry: Entry, events: list[Event]) -> None:
        self.events += events

    def news(self, seat: int) -> list[Event]:
        """What the seat may know and has not been shown yet; from now on it has."""
        fresh = [event for event in self.events[self.seen[seat] :] if event.is_known_to(seat)]
        self.seen[seat] = len(self.events)
        return fresh

    def public_news(self) -> list[Event]:
        """What everybody may know and some person has not been shown yet."""
        first = min([self.seen[seat.number] for seat in self.people], default=len(self.events))
        return [event for event in self.events[first:] if event.is_known_to(None)]

    def known(self, seat: int | None) -> list[Event]:
        """Everything that the seat may know, from the start."""
        return [event for event in self.events if event.is_known_to(seat)]

    def advice(self, seat: int) -> Advice:
        """What a good bot would do in this seat, knowing what the seat knows."""
        return advise(self.state, seat, self.adviser)

    def record(self) -> Record:
        return Record.of(self.state, [seat.name for seat in self.seats])


def take_up(record: Record, find_game: FindGame, chance: object) -> Sitting:
    """The sitting that a record left; the clock goes on, and what was told before is not told again."""
    game = find_game(record.game)
    names = check_seats(game, checked_names(record))
    events: list[Event] = []
    state = record.replay(find_game, lambda _state, _entry, told: events.extend(told))
    sitting = Sitting(state, sit_down(game, names, chance), events, chance)
    sitting.seen = [len(events)] * len(sitting.seats)
    return sitting


def checked_names(record: Record) -> list[str]:
    """Who sat in each seat; BadRecord if the record does not say so."""
    names = record.names
    if len(names) != record.players or not all(isinstance(name, str) and name.isprintable() for name in names):
        raise BadRecord(f"the record should name who sat in each of its {record.players} seats.")
    return names
