"""An evening at one terminal: one decision after the other until the game is over or somebody leaves."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.state import HOST
from mesozoic.terminal.pace import choose_in_time
from mesozoic.terminal.saving import INTERRUPTED, Stopped, save_somewhere, stopping_saves, target, undisturbed, what_now
from mesozoic.terminal.screens import Screen
from mesozoic.terminal.sitting import Seat, Sitting
from mesozoic.terminal.turn import GameFile, Quit, Turn


class Evening:
    """People and bots play one game. Secrets stay between a seat and the screen while it holds the keyboard."""

    def __init__(self, sitting: Sitting, screen: Screen, path: Path | None) -> None:
        self.sitting = sitting
        self.screen = screen
        self.file = GameFile(path)
        sitting.after_move = self.keep_up
        self.holder: Seat | None = None
        """The person at the keyboard; with one person alone that never changes."""

    def run(self) -> int:
        """Play; returns the exit status. Whatever ends it early leaves a record and says how to go on."""
        forget_typed_lines(self.screen.shared)
        with stopping_saves():
            try:
                self.play_on()
                self.finish()
            except Quit:
                self.leave()
            except EOFError:
                self.leave_at_once()
            except KeyboardInterrupt as stop:
                self.leave_at_once()
                return stop.status if isinstance(stop, Stopped) else INTERRUPTED
        return 0

    def play_on(self) -> None:
        self.screen.welcome(self.sitting)
        while self.sitting.state.to_move:
            number = self.next_to_decide()
            if number == HOST:
                let_the_host_move(self.sitting)
                continue
            seat = self.sitting.seats[number]
            if seat.bot is None:
                self.let_a_person_decide(seat)
            else:
                self.let_a_bot_decide(seat)

    def next_to_decide(self) -> int:
        """The person at the keyboard first, then other people, then bots, then the host.

        Where several seats decide at once the order cannot matter, and a person can take back what no bot followed.
        """
        seats = self.sitting.seats
        waiting = self.sitting.state.to_move
        people = [number for number in waiting if number != HOST and seats[number].is_person]
        if self.holder is not None and self.holder.number in people:
            return self.holder.number
        return (people or list(waiting))[0]

    def let_a_person_decide(self, seat: Seat) -> None:
        if self.screen.shared and seat is not self.holder:
            self.screen.hand_over(seat)
        self.holder = seat
        Turn(self.sitting, seat, self.screen, self.file).take()
        if self.screen.shared and seat.number not in self.sitting.state.to_move:
            self.screen.wipe()
            self.holder = None

    def let_a_bot_decide(self, seat: Seat) -> None:
        with self.screen.thinking(seat):
            move = choose_in_time(self.sitting, seat, self.screen.say)
        told = len(self.sitting.events)
        self.sitting.play(seat.number, move)
        if not self.sitting.people:
            heard = [event for event in self.sitting.events[told:] if event.is_known_to(None)]
            self.screen.tell(self.sitting.state.setup, heard, None)

    def keep_up(self) -> None:
        """A game that has a file is in it after every move, so that closing the terminal loses none."""
        try:
            self.file.keep_up(self.sitting)
        except BadOptions as refusal:
            self.screen.say(f"{refusal} The game goes on without being kept: save FILE keeps it elsewhere.", "italic")

    # --- Leaving ------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Show the end, and keep the record if it has a file or somebody wants one."""
        people = self.sitting.people
        self.screen.result(self.sitting, people[0].number if len(people) == 1 else None)
        if self.file.path is not None or (people and self.wants_record()):
            self.screen.say_command(self.keep())

    def wants_record(self) -> bool:
        """Ask, until the answer is no or a file that can be written."""
        while True:
            try:
                answer = self.screen.ask("Keep a record of this game? [y/N or a file name] ")
                if answer.lower() in ("", "n", "no"):
                    return False
                self.file.path = None if answer.lower() in ("y", "yes") else target(answer)
                return True
            except BadOptions as refusal:
                self.screen.say(str(refusal), "italic")
            except EOFError:
                return False

    def leave(self) -> None:
        """Somebody typed ``quit``: keep the game if it is wanted."""
        if self.wants_to_go_on_later():
            self.leave_at_once()
        else:
            self.screen.say("The game is not kept.")

    def leave_at_once(self) -> None:
        """Keep the game first; the window may be gone already, so showing anything may fail."""
        with undisturbed():
            words = self.keep()
            with suppress(OSError):
                self.screen.wipe() if self.screen.shared else self.screen.say("")
                self.screen.say_command(words)

    def keep(self) -> str:
        """Write the record; the sentence what to do with it."""
        path = save_somewhere(self.sitting.record(), self.file.path_for(self.sitting))
        return what_now(path, self.sitting.state.is_over)

    def wants_to_go_on_later(self) -> bool:
        with suppress(EOFError, KeyboardInterrupt):
            return self.screen.ask("Keep the game for later? [Y/n] ").lower() not in ("n", "no")
        return True


def let_the_host_move(sitting: Sitting) -> None:
    """Nobody but the host of a real-time table may move: take its first move, so that the game goes on."""
    sitting.play(HOST, sitting.state.moves(HOST)[0])


def forget_typed_lines(shared: bool) -> None:
    """Arrow keys edit the line; among several people the up arrow must not bring back another's moves."""
    with suppress(ImportError):
        import readline

        readline.set_auto_history(not shared)


def is_shared(sitting: Sitting) -> bool:
    """Do several people who may not know the same things sit at this terminal?"""
    return len(sitting.people) > 1 and sitting.game.facts.hidden
