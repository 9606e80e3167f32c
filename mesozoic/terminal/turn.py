"""A person's decision: a move, the number of a listed move, or a command."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mesozoic.kernel.errors import BadOptions, MesozoicError, UnreadableMove
from mesozoic.kernel.game import Game
from mesozoic.terminal import cards, saving, texts
from mesozoic.terminal.screens import Screen, legal_moves, move_list
from mesozoic.terminal.sitting import Seat, Sitting


class Quit(Exception):
    """Somebody wants to leave."""


class Turn:
    """One person at the keyboard until a small decision is made or taken back."""

    def __init__(self, sitting: Sitting, seat: Seat, screen: Screen, file: GameFile) -> None:
        self.sitting = sitting
        self.seat = seat
        self.screen = screen
        self.file = file
        self.changed = False
        self.commands: dict[str, Callable[[str], None]] = {
            "hint": self.hint,
            "undo": self.undo,
            "rules": self.rules,
            "log": self.log,
            "card": self.card,
            "moves": self.moves,
            "table": self.table,
            "look": self.table,
            "save": self.save,
            "quit": self.quit,
            "help": self.help,
            "?": self.help,
        }

    def take(self) -> None:
        """Show the table and ask until something has changed; a refusal is explained and asked again."""
        self.screen.look(self.sitting, self.seat)
        whose = "Your" if self.seat.name == "you" else f"{self.seat.name}'s"
        while not self.changed:
            typed = self.screen.ask(f"{whose} move (? for help): ")
            try:
                self.obey(typed)
            except MesozoicError as refusal:
                self.screen.say(str(refusal), "italic")

    def obey(self, typed: str) -> None:
        moves = self.sitting.state.moves(self.seat.number)
        word, _, rest = typed.partition(" ")
        if typed not in moves and word.lower() in self.commands:
            self.commands[word.lower()](rest.strip())
            return
        self.sitting.play(self.seat.number, meant_move(self.sitting.game, typed, moves))
        self.changed = True

    # --- Commands -----------------------------------------------------------------------------------------

    def hint(self, _: str) -> None:
        advice = self.sitting.advice(self.seat.number)
        self.screen.say(f"Hint: {advice.words} ({advice.whole}). {advice.why}")

    def undo(self, _: str) -> None:
        self.sitting.undo(self.seat.number)
        self.changed = True

    def rules(self, number: str) -> None:
        texts.show_rules(self.screen.console, self.sitting.game, number or None)

    def card(self, name: str) -> None:
        self.screen.show(*cards.describe(self.sitting.state.setup, name))

    def moves(self, _: str) -> None:
        self.screen.show(move_list(legal_moves(self.sitting.state, self.seat.number)))

    def table(self, _: str) -> None:
        self.screen.show(self.sitting.game.terminal.draw(self.sitting.state.view(self.seat.number)))

    def log(self, _: str) -> None:
        self.screen.log(self.sitting, self.seat)

    def save(self, name: str) -> None:
        path = self.file.save(self.sitting, saving.target(name) if name else None)
        self.screen.say_command(saving.what_now(path, is_over=False))

    def quit(self, _: str) -> None:
        raise Quit

    def help(self, _: str) -> None:
        self.screen.help(self.sitting, self.seat)


def meant_move(game: Game, typed: str, moves: list[str]) -> str:
    """The move that somebody means: ``#3`` or ``3`` is the third, nothing at all is the only one.

    A bare number is a move where the notation knows it as one; capitals matter only where they make a difference.
    """
    if not typed:
        if len(moves) == 1:
            return moves[0]
        raise UnreadableMove("Type a move, its number such as #1, or help.")
    if typed in moves:
        return typed
    alike = [move for move in moves if move.casefold() == typed.casefold()]
    if len(alike) == 1:
        return alike[0]
    if not typed.startswith("#") and (not typed.isdecimal() or is_readable(game, typed)):
        return typed
    number = typed.removeprefix("#").strip()
    if not (number.isascii() and number.isdecimal() and len(number) < 10 and 1 <= int(number) <= len(moves)):
        raise UnreadableMove(f"{typed[:20]!r} is not in the list: its numbers run from #1 to #{len(moves)}.")
    return moves[int(number) - 1]


def is_readable(game: Game, text: str) -> bool:
    try:
        game.parse(text)
    except UnreadableMove:
        return False
    return True


class GameFile:
    """Where this game is kept; it gets a name when it is first needed."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.is_lost = False
        """It could not be written any more: said once."""

    def path_for(self, sitting: Sitting) -> Path:
        return self.path or saving.usual_path(sitting.game.name)

    def save(self, sitting: Sitting, path: Path | None = None) -> Path:
        """Write the record; later saves go to the same file."""
        path = path or self.path_for(sitting)
        saving.save(sitting.record(), path)
        self.path = path
        self.is_lost = False
        return path

    def keep_up(self, sitting: Sitting) -> None:
        """Write the game as it is now, once it has a file; BadOptions, once, if that is not possible."""
        if self.path is None or self.is_lost:
            return
        try:
            self.save(sitting)
        except BadOptions:
            self.is_lost = True
            raise
