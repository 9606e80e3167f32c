"""An evening in real time: the table changes while a person looks at it, keys count as soon as they are typed.

Bots and the host's timers are the game's own timed events (see ``mesozoic.kernel.realtime``), played when the clock
reaches them. Nothing here knows a particular game.
"""

from __future__ import annotations

import os
import select
import sys
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Group
from rich.live import Live
from rich.text import Text

from mesozoic.kernel.errors import BadOptions, MesozoicError
from mesozoic.kernel.event import Event
from mesozoic.terminal import cards
from mesozoic.terminal.evening import Evening
from mesozoic.terminal.screens import Screen
from mesozoic.terminal.sitting import Clock, Sitting

PAUSE = 0.1
"""Seconds between two looks at the clock while nothing happens."""
NEWS = 6
"""So many lines tell what happened last."""
ERASE = {"\x7f", "\b", "\x1b"}


class RealTimeEvening(Evening):
    """One person, or none, with bots on the real clock."""

    def __init__(self, sitting: Sitting, screen: Screen, path: Path | None) -> None:
        super().__init__(sitting, screen, path)
        people = sitting.people
        if len(people) > 1:
            raise BadOptions(f"{sitting.game.title} is played in real time: only one person fits at one keyboard.")
        self.person = people[0].number if people else None
        bots = {seat.number: seat.name for seat in sitting.seats if not seat.is_person}
        self.tempo = sitting.game.levels.tempo(sitting.state, bots, sitting.chance)
        self.desk = sitting.game.terminal.desk()
        self.news: deque[str] = deque(maxlen=NEWS)
        self.line: str | None = None
        """What is typed after a slash, where keys are no moves until Enter."""

    # --- The loop ---------------------------------------------------------------------------------------------

    def play_on(self) -> None:
        self.screen.welcome(self.sitting)
        state = self.sitting.state
        with typing() as keys:
            typed = self.wait_for(keys)
            self.sitting.clock = Clock(int(state.clock))
            self.tempo.begin(int(state.clock))
            with self.shown() as live:
                self.let_time_pass()
                self.hear(typed)
                self.run_clock(keys, live)

    def wait_for(self, keys: Keys) -> str:
        """Nothing happens before a person is ready; returns what was typed beyond the Enter."""
        if self.person is None:
            keys.watch_only()
            return ""
        self.screen.say(f"How to play: {self.desk.help()}.")
        self.screen.say("/card NAME and Enter tells all about a card. Ctrl-C leaves and keeps the game.")
        self.screen.say("The clock runs as soon as you press Enter.")
        typed = ""
        while "\n" not in typed:
            typed += keys.read(PAUSE).replace("\r", "\n")
        return typed.partition("\n")[2]

    def run_clock(self, keys: Keys, live: Live | None) -> None:
        state = self.sitting.state
        while state.to_move:
            self.let_time_pass()
            self.refresh(live)
            if state.to_move:
                self.hear(keys.read(self.until_next()))

    def let_time_pass(self) -> None:
        """Whatever bots and host meant to do by now."""
        state = self.sitting.state
        while state.to_move and (due := self.tempo.due(self.sitting.clock.now())) is not None:
            at, seat, code = due
            self.make(seat, state.setup.game.text(code), max(at, int(state.clock)))
        for words in self.tempo.remarks():
            self.say_now(words)

    def make(self, seat: int, move: str, at: int) -> None:
        told = len(self.sitting.events)
        self.sitting.play(seat, move, at)
        self.tell(self.sitting.events[told:])
        self.tempo.follow(seat, self.sitting.game.parse(move), at)

    def until_next(self) -> float:
        """Seconds to wait for keys: until the next event, at most a pause."""
        following = self.tempo.next()
        if following is None:
            return PAUSE
        return min(PAUSE, max(0.0, (following.at - self.sitting.clock.now()) / 1000))

    # --- Keys -------------------------------------------------------------------------------------------------

    def hear(self, keys: str) -> None:
        for key in keys:
            if key == "\x04":
                raise EOFError
            if self.line is not None:
                self.write(self.line, key)
            elif key == "/":
                self.line = ""
            elif key in ERASE:
                self.desk.clear()
            elif self.person is not None and self.sitting.state.to_move:
                self.obey(self.person, key)

    def write(self, line: str, key: str) -> None:
        """One more key of the line; Enter ends it, Escape forgets it, and so does who takes back its slash."""
        if key in "\r\n":
            self.line = None
            self.command(line)
        elif key in ERASE:
            self.line = line[:-1] if line and key != "\x1b" else None
        elif key.isprintable():
            self.line = line + key

    def command(self, line: str) -> None:
        word, _, name = line.strip().partition(" ")
        try:
            if word.lower() != "card":
                raise BadOptions("After a slash comes card and the name of a card.")
            for face in cards.describe(self.sitting.state.setup, name):
                self.say_now(face.plain)
        except MesozoicError as refusal:
            self.say_now(str(refusal))

    def obey(self, seat: int, key: str) -> None:
        """Make the move that this key completes, if any; a refusal is explained."""
        try:
            move = self.desk.press(self.sitting.state, seat, key)
            if move is not None:
                self.make(seat, move, max(self.sitting.clock.now(), int(self.sitting.state.clock)))
        except MesozoicError as refusal:
            self.say_now(str(refusal))

    # --- Looking ------------------------------------------------------------------------------------------------

    def tell(self, events: list[Event]) -> None:
        """Show the events as they come; at the end they are not told again."""
        if self.person is not None:
            self.sitting.news(self.person)
        for event in events:
            if event.is_known_to(self.person):
                self.say_now(event.words())

    def say_now(self, words: str) -> None:
        """On a screen among the last lines, elsewhere as a line of its own."""
        self.news.append(words)
        if not self.screen.console.is_terminal:
            self.screen.say(f"{self.sitting.clock.now() / 1000:7.1f} s  {words}")

    @contextmanager
    def shown(self) -> Iterator[Live | None]:
        if not self.screen.console.is_terminal:
            yield None
            return
        with Live(console=self.screen.console, screen=True, auto_refresh=False) as live:
            yield live

    def refresh(self, live: Live | None) -> None:
        if live is None:
            return
        table = self.desk.look(self.sitting.state, self.person, self.sitting.clock.now())
        typed = [] if self.line is None else [Text(f"/{self.line}", style="bold")]
        live.update(Group(table, Text(), *[Text(line, style="dim") for line in self.news], *typed), refresh=True)


class Keys:
    """What is typed, at once and without waiting for Enter where a terminal allows it."""

    def __init__(self, file: int | None) -> None:
        self.file = file
        self.ended = False

    def watch_only(self) -> None:
        """Nobody types here."""
        self.file = None

    def read(self, seconds: float) -> str:
        """The keys typed within so many seconds; EOFError once nothing more can come."""
        if self.file is None:
            time.sleep(seconds)
            return ""
        if self.ended:
            raise EOFError
        ready, _, _ = select.select([self.file], [], [], seconds)
        if not ready:
            return ""
        typed = os.read(self.file, 1024)
        self.ended = not typed
        return typed.decode("utf-8", "replace")


@contextmanager
def typing() -> Iterator[Keys]:
    """Inside, a terminal passes on every key as it is pressed and shows none."""
    file = sys.stdin.fileno()
    if not os.isatty(file):
        yield Keys(file)
        return
    import termios
    import tty

    before: Any = termios.tcgetattr(file)
    try:
        tty.setcbreak(file)
        yield Keys(file)
    finally:
        termios.tcsetattr(file, termios.TCSADRAIN, before)
