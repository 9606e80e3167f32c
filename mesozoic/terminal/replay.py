"""A record shown again, move by move, to a spectator, to one seat, or (once the game is over) with everything."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rich.rule import Rule
from rich.text import Text

from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.event import Event
from mesozoic.kernel.record import Entry, FindGame, Record
from mesozoic.kernel.state import State, seat_name
from mesozoic.terminal.screens import Screen, result_parts
from mesozoic.terminal.sitting import checked_names, seat_title


class Enough(Exception):
    """The reader has seen enough."""


@dataclass(frozen=True)
class Reader:
    """Through whose eyes a record is read: a seat, a spectator (``None``), or all of them."""

    seat: int | None = None
    sees_all: bool = False

    def may_know(self, event: Event) -> bool:
        return self.sees_all or event.is_known_to(self.seat)

    def may_see_move(self, entry: Entry) -> bool:
        """The text of a move may hold a secret, so only its own seat reads it."""
        return self.sees_all or entry.seat == self.seat

    def eyes(self, entry: Entry | None) -> int | None:
        """Whose view to draw: with everything open that of the seat that has just moved."""
        if self.sees_all and entry is not None and entry.seat >= 0:
            return entry.seat
        return self.seat


def read_reader(text: str, players: int) -> Reader:
    """``spectator``, ``all`` or a seat such as ``P2``."""
    word = text.strip().lower()
    if word == "spectator":
        return Reader()
    if word == "all":
        return Reader(sees_all=True)
    found = re.fullmatch(r"p([1-9][0-9]?)", word)
    if found is None or int(found[1]) > players:
        last = seat_name(players - 1)
        seats = "P1" if players == 1 else f"P1 to {last}"
        raise BadOptions(f"There is no seat {text[:20]!r} in this game: choose {seats}, all or spectator.")
    return Reader(int(found[1]) - 1)


class Replay:
    """Shows a record on a screen: as a log, step by step with the position, or only the last position."""

    def __init__(self, record: Record, find_game: FindGame, screen: Screen, reader: Reader) -> None:
        self.record = record
        self.find_game = find_game
        self.screen = screen
        self.reader = reader
        self.titles = [seat_title(number, name) for number, name in enumerate(checked_names(record))]

    def show(self, step: bool, last: bool) -> None:
        end = self.record.replay(self.find_game)
        if self.reader.sees_all and not end.is_over:
            raise BadOptions("This game is not over: its secrets stay closed. Choose a seat, or spectator.")
        self.screen.say(end.setup.game.title, "bold")
        self.screen.say(f"At the table: {', '.join(self.titles)}. {len(self.record.moves)} moves.")
        if not last:
            try:
                self.record.replay(self.find_game, self.show_step if step else self.show_line)
            except Enough:
                return
        self.show_end(end)

    def show_line(self, state: State, entry: Entry, events: list[Event]) -> None:
        """The move, as far as the reader may see it, and what came of it."""
        if self.reader.may_see_move(entry):
            self.screen.say(f"{seat_name(entry.seat)}: {entry.move}", "bold")
        self.screen.tell(state.setup, self.told(events), self.reader.seat)

    def show_step(self, state: State, entry: Entry, events: list[Event]) -> None:
        """The same with the position after it; a person reads on with Enter."""
        if not self.told(events) and not self.reader.may_see_move(entry):
            return
        self.screen.show(Rule())
        self.show_line(state, entry, events)
        if state.is_over:
            return
        self.screen.show(state.setup.game.terminal.draw(state.view(self.reader.eyes(entry))))
        if self.screen.console.is_terminal:
            self.wait()

    def wait(self) -> None:
        try:
            answer = self.screen.ask("Enter: next, q: stop ")
        except EOFError:
            raise Enough from None
        if answer.lower() in ("q", "quit"):
            raise Enough

    def show_end(self, state: State) -> None:
        game = state.setup.game
        self.screen.show(Rule(), game.terminal.draw(state.view(self.reader.seat)))
        if state.result is None:
            self.screen.say("The game is not over.")
            return
        self.screen.show(Text(), *result_parts(game, state.result, self.titles))

    def told(self, events: list[Event]) -> list[Event]:
        """What the reader may know, without the half-blank copies for others of what it knows in full."""
        known = [event for event in events if self.reader.may_know(event)]
        return [event for event in known if not any(is_blank_copy(event, other) for other in known)]


def is_blank_copy(event: Event, other: Event) -> bool:
    """Is it the same news as the other, with something left blank for those who may not know it?"""
    if type(event) is not type(other) or event.known_to & other.known_to:
        return False
    mine, full = event.facts(), other.facts()
    differing = [name for name in mine if mine[name] != full[name]]
    return bool(differing) and all(mine[name] is None for name in differing)
