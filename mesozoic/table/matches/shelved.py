"""A match whose rules this server no longer plays: it cannot go on, but it shows what it was, and its record stays."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import mesozoic
from mesozoic.kernel.record import Entry as RecordedMove
from mesozoic.kernel.record import Record
from mesozoic.table.errors import Refusal, Unknown
from mesozoic.table.matches.match import Match, Told
from mesozoic.table.storage.entries import Entry, MatchRow
from mesozoic.table.storage.store import Store

MOST_ENTRIES = 50_000
"""Of all shelved matches that are remembered, at most some 35 MB; the last one that was looked at always is."""
FOLDED_AT_ONCE = 200
"""Some two milliseconds: then others have their turn."""

NOT_TAKEN = "This server's game does not take this match as it was stored, so it cannot go on here."


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

    def fold(self, entry: Entry) -> Told:
        told = super().fold(entry)
        self.versions[None] = len(self.moves)
        return told

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
        return self.abandoned or why_outdated(self.row) or NOT_TAKEN

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


@dataclass
class Looked:
    """A shelved match that somebody looked at."""

    reading: asyncio.Task[Shelved]
    used_at: float
    size: int = 0
    """Its entries, once they are read."""


class Shelf:
    """Shelved matches that somebody looked at lately: their entries are read once, and not again at each look."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.known: OrderedDict[str, Looked] = OrderedDict()
        """Those last that were looked at last."""

    async def look_at(self, match: str, now: float) -> Shelved:
        if match not in self.known:
            self.known[match] = Looked(asyncio.create_task(self._read(match)), now)
            self.known[match].reading.add_done_callback(lambda _: self._was_read(match))
        found = self.known[match]
        found.used_at = now
        self.known.move_to_end(match)
        return await asyncio.shield(found.reading)

    async def _read(self, match: str) -> Shelved:
        row = await self.store.load(match)
        if row is None:
            raise Unknown("There is no such match: check the link.")
        shelved = Shelved(row, ())
        for number, entry in enumerate(await self.store.entries_after(match, 0), 1):
            shelved.fold(entry)
            if number % FOLDED_AT_ONCE == 0:
                await asyncio.sleep(0)
        return shelved

    def _was_read(self, match: str) -> None:
        found = self.known.get(match)
        if found is None or not found.reading.done():
            return  # it was forgotten meanwhile, and may be read again
        if found.reading.cancelled() or found.reading.exception() is not None:
            self.forget(match)
            return
        found.size = found.reading.result().number
        while len(self.known) > 1 and sum(one.size for one in self.known.values()) > MOST_ENTRIES:
            self.known.popitem(last=False)

    def forget(self, match: str) -> None:
        """It was changed or deleted, if it is here at all."""
        self.known.pop(match, None)

    def forget_idle(self, before: float) -> None:
        for match in [name for name, one in self.known.items() if one.used_at < before]:
            self.forget(match)
