"""A match whose rules this server no longer plays: it cannot go on, but it shows what it was, and its record stays."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import Any

import mesozoic
from mesozoic.kernel.record import Entry as RecordedMove
from mesozoic.kernel.record import Record
from mesozoic.table.errors import Refusal
from mesozoic.table.matches.match import Match, Told
from mesozoic.table.storage.entries import Entry, MatchRow


class Outdated(Refusal):
    """The match cannot go on here."""


def why_outdated(row: MatchRow) -> str | None:
    """Why this server cannot play the match; None if it can."""
    game = mesozoic.all_games().get(row.game)
    if game is None:
        return f"This server does not have the game {row.game!r} of this match, so it cannot go on here."
    if game.rules_version != row.rules:
        return (
            f"This match was begun under rules version {row.rules} of {game.title}; this server plays version "
            f"{game.rules_version}, so it cannot go on here."
        )
    return None


class Shelved(Match):
    """Seats, names and moves as they were stored; no rules are asked."""

    is_shelved = True

    def __init__(self, row: MatchRow, entries: Iterable[Entry]) -> None:
        super().__init__(row)
        self.moves: list[RecordedMove] = []
        for entry in entries:
            self.fold(entry)
        self.versions[None] = len(self.moves)

    def _find_game(self) -> Any:
        """None if the server does not even have the game."""
        return mesozoic.all_games().get(self.row.game)

    @property
    def title(self) -> str:
        return self.row.game if self.game is None else self.game.title

    @property
    def status(self) -> str:
        return "over"

    @property
    def why_over(self) -> str | None:
        return self.abandoned or why_outdated(self.row)

    def record(self) -> Record:
        """With the deal, if the match was over in time to keep it; else with the seed that its program dealt from."""
        row = self.row
        return Record(
            game=row.game,
            rules=row.rules,
            players=row.players,
            options=row.options,
            names=[seat.name for seat in self.seats],
            deal=row.deal if row.deal is not None else {"seed": row.seed},
            position=None,
            moves=self.moves,
        )

    def _fold_start(self, entry: Entry) -> Told:
        self.moves = [RecordedMove(seat, move, at) for seat, move, at in self.begun]
        self.moved = [entry.number] * len(self.moves)
        return Told(entry)

    def _fold_resume(self, entry: Entry) -> Told:
        return Told(entry)

    def _fold_move(self, entry: Entry) -> Told:
        assert entry.seat is not None
        self.moves.append(RecordedMove(entry.seat, entry.data["move"], entry.at))
        self.moved.append(entry.number)
        return Told(entry)

    def _fold_undo(self, entry: Entry) -> Told:
        if "after" in entry.data:
            kept = bisect_right(self.moved, entry.data["after"])
            del self.moves[kept:], self.moved[kept:]
            return Told(entry)
        last = max((number for number, move in enumerate(self.moves) if move.seat == entry.seat), default=None)
        if last is not None:
            del self.moves[last], self.moved[last]
        return Told(entry)
