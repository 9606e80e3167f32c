"""A played game as readable text: which game, under which rules, what chance gave, who moved what and when.

A record needs no generator to be replayed and says under which rules it was played. Its last line is a check over all
the others, so that a file that was cut or changed is refused instead of replayed wrongly.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mesozoic.kernel.errors import BadRecord, IllegalMove, MesozoicError
from mesozoic.kernel.event import Event
from mesozoic.kernel.game import Game
from mesozoic.kernel.state import HOST, State, seat_name

FIRST_LINE = "Mesozoic record, format 1"
_HEAD = ("game", "rules", "players", "options", "names", "deal", "position")
_MOVE = re.compile(r"(?P<at>[0-9]{1,15})ms (?P<seat>P[1-9][0-9]{0,3}|host) (?P<move>.+)")

FindGame = Callable[[str], Game]


@dataclass(frozen=True)
class Entry:
    """One move: the seat, the move in the game's notation, the time in milliseconds since the start."""

    seat: int
    move: str
    at: int

    def __str__(self) -> str:
        return f"{self.at}ms {seat_name(self.seat)} {self.move}"


@dataclass(frozen=True)
class Record:
    """Everything needed to play a game again, move by move."""

    game: str
    rules: int
    players: int
    options: dict[str, Any]
    names: list[str]
    """Who sat in each seat: ``you``, ``greedy`` ..."""
    deal: dict[str, Any]
    position: dict[str, Any] | None
    moves: list[Entry] = field(default_factory=list)

    # --- Making ---------------------------------------------------------------------------------------------

    @classmethod
    def of(cls, state: State, names: list[str] | None = None) -> Record:
        """The record of a game that was begun with ``Game.start`` and played with ``State.play``."""
        journal = state.journal
        if journal is None:
            raise BadRecord("A clone or an imagined state has no history: record the game itself.")
        setup = state.setup
        return cls(
            game=setup.game.name,
            rules=setup.game.rules_version,
            players=setup.players,
            options=dict(setup.options),
            names=names or [seat_name(seat) for seat in range(setup.players)],
            deal=journal.deal,
            position=journal.position,
            moves=[Entry(played.seat, played.move, played.at) for played in journal.moves],
        )

    def text(self) -> str:
        head = {name: getattr(self, name) for name in _HEAD}
        lines = [FIRST_LINE]
        lines += [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in head.items()]
        lines += ["moves:", *map(str, self.moves)]
        return "\n".join([*lines, f"check: {_check(lines)}", ""])

    def save(self, path: str | Path) -> None:
        """Write the file whole or not at all."""
        path = Path(path)
        unfinished = path.with_name(f".{path.name}.unfinished")
        unfinished.write_text(self.text(), "utf-8")
        os.replace(unfinished, path)

    # --- Reading --------------------------------------------------------------------------------------------

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Read a record file; BadRecord says what is wrong with it."""
        try:
            text = Path(path).read_text("utf-8")
        except UnicodeDecodeError:
            raise BadRecord(f"{path} is not a Mesozoic record: it is not even text.") from None
        except OSError as error:
            raise BadRecord(f"{path} cannot be read: {error.strerror or error}.") from None
        try:
            return cls.parse(text)
        except BadRecord as error:
            raise BadRecord(f"{path}: {error}") from None

    @classmethod
    def parse(cls, text: str) -> Record:
        """The record of a text."""
        lines = text.removesuffix("\n").split("\n")
        if not lines[0].startswith("Mesozoic record"):
            raise BadRecord("this is not a Mesozoic record: its first line would say so.")
        if lines[0] != FIRST_LINE:
            raise BadRecord(
                f"this is {lines[0]!r}, but only {FIRST_LINE!r} can be read here: use the program that wrote it."
            )
        if len(lines) < 2 or not lines[-1].startswith("check: "):
            raise BadRecord("the record was cut short: its last line, the check, is missing. Use a whole copy.")
        if lines[-1] != f"check: {_check(lines[:-1])}":
            raise BadRecord(
                "the record was changed after it was written: its check does not fit. Use an untouched copy."
            )
        return cls(**_read_head(lines), moves=_read_moves(lines))

    # --- Playing it again -------------------------------------------------------------------------------------

    def start(self, find_game: FindGame) -> State:
        """The game as it was before its first move."""
        game = find_game(self.game)
        if game.rules_version != self.rules:
            raise BadRecord(
                f"the record was played under rules version {self.rules} of {self.game}, "
                f"but this program plays version {game.rules_version}: use the program that wrote it."
            )
        if self.position is not None:
            return game.start(self.players, options=self.options, position=self.position)
        return game.start(self.players, options=self.options, deal=self.deal)

    def replay(self, find_game: FindGame, each: Callable[[State, Entry, list[Event]], None] | None = None) -> State:
        """Play the record again to its end; ``each`` is told every move with what it caused."""
        try:
            state = self.start(find_game)
            for number, entry in enumerate(self.moves, 1):
                try:
                    events = state.play(entry.seat, entry.move, entry.at)
                except MesozoicError as error:
                    raise BadRecord(f"move {number} ({entry}) cannot be played: {error}") from None
                if each is not None:
                    each(state, entry, events)
        except BadRecord:
            raise
        except MesozoicError as error:
            raise BadRecord(f"the game of this record cannot be set up: {error}") from None
        return state


def can_take_back(state: State, seat: int) -> bool:
    """Might :func:`take_back` work? A quick look, for a button."""
    if state.journal is None or seat not in state.to_move:
        return False
    last = next((played for played in reversed(state.journal.moves) if played.seat == seat), None)
    return last is not None and not last.revealed


def take_back(state: State, seat: int) -> State:
    """The game without the seat's last move; IllegalMove unless that move is its own secret and the seat still decides.

    Others who decide at the same time may have moved since: their moves stand. Returns a new state; the given one stays
    as it is.
    """
    if state.journal is None:
        raise IllegalMove("Nothing can be taken back in a clone or an imagined state.")
    moves = state.history
    mine = [number for number, played in enumerate(moves) if played.seat == seat]
    if not mine or seat not in state.to_move:
        raise IllegalMove(f"{seat_name(seat)} has made no move that could be taken back now.")
    last = moves.pop(mine[-1])
    if last.revealed:
        raise IllegalMove(f"{last.move} cannot be taken back: it is committed, or something was revealed.")
    again = state.journal.begin()
    try:
        for played in moves:
            again.play(played.seat, played.move, played.at)
    except MesozoicError:
        raise IllegalMove("It is too late to take that back: the game has gone on from it.") from None
    return again


def go_back(state: State, moves: int) -> State:
    """The game as it was after so many of its moves. Returns a new state; the given one stays as it is."""
    if state.journal is None:
        raise IllegalMove("Nothing can be taken back in a clone or an imagined state.")
    again = state.journal.begin()
    for played in state.history[:moves]:
        again.play(played.seat, played.move, played.at)
    return again


def _check(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def _read_head(lines: list[str]) -> dict[str, Any]:
    head: dict[str, Any] = {}
    for name, line in zip(_HEAD, lines[1:], strict=False):
        before, colon, value = line.partition(": ")
        try:
            if before != name or not colon:
                raise ValueError
            head[name] = json.loads(value)
            json.dumps(head[name], ensure_ascii=False).encode()  # half a character cannot be shown to anybody
        except (ValueError, RecursionError):
            raise BadRecord(
                f"line {len(head) + 2} of the record should give its {name}, but reads {line[:60]!r}."
            ) from None
    types = {"game": str, "rules": int, "players": int, "options": dict, "names": list, "deal": dict}
    for name, kind in types.items():
        if name not in head or not isinstance(head[name], kind):
            raise BadRecord(f"the record does not say its {name}.")
    if not all(isinstance(one, str) for one in head["names"]):
        raise BadRecord("the names in the record must be texts.")
    return head


def _read_moves(lines: list[str]) -> list[Entry]:
    start = len(_HEAD) + 1
    if lines[start : start + 1] != ["moves:"]:
        raise BadRecord(f"line {start + 1} of the record should read 'moves:'.")
    moves = []
    for number, line in enumerate(lines[start + 1 : -1], start + 2):
        found = _MOVE.fullmatch(line)
        if found is None:
            raise BadRecord(f"line {number} of the record is no move: {line[:60]!r}.")
        seat = HOST if found["seat"] == "host" else int(found["seat"][1:]) - 1
        moves.append(Entry(seat, found["move"], int(found["at"])))
    return moves
