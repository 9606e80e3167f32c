"""Reads what a server has stored, past the server, and compares it with what people were told."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from dataclasses import fields
from typing import Any

import asyncpg

import mesozoic
from mesozoic.kernel.record import Record
from mesozoic.table.matches.match import Match
from mesozoic.table.storage.entries import MOVE, Entry, MatchRow
from tests.table.patience import PATIENCE
from tests.table.players import Table


def rows(database: str, question: str) -> list[dict[str, Any]]:
    """The answer of a database to a question in SQL."""
    if database.startswith("sqlite:///"):
        path = database.removeprefix("sqlite:///")
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=PATIENCE)
        try:
            connection.row_factory = sqlite3.Row
            return [dict(one) for one in connection.execute(question)]
        finally:
            connection.close()

    async def ask() -> list[dict[str, Any]]:
        connection: Any = await asyncpg.connect(database)
        try:
            return [dict(one) for one in await connection.fetch(question)]
        finally:
            await connection.close()

    return asyncio.run(ask())


def stored_entries(database: str, match: str) -> list[Entry]:
    found = rows(database, f"select * from entries where match = '{match}' order by number")
    return [Entry(**{**one, "data": json.loads(one["data"])}) for one in found]


def folded(database: str, match: str) -> Match:
    """The match as its stored entries make it."""
    [row] = rows(database, f"select * from matches where id = '{match}'")
    values = {one.name: row[one.name] for one in fields(MatchRow)}
    values["options"] = json.loads(values["options"])
    values["clock"] = None if values["clock"] is None else json.loads(values["clock"])
    found = Match(MatchRow(**values))
    for entry in stored_entries(database, match):
        found.fold(entry)
    return found


def check_stored(entries: list[Entry], table: Table) -> int:
    """Everything that was acknowledged is there, once and in order, and nothing that nobody asked for.

    Returns how many acknowledged requests were looked at; raises AssertionError otherwise.
    """
    name = f"{table.game} {table.id}"
    assert [one.number for one in entries] == list(range(1, len(entries) + 1)), f"{name}: a number is missing"
    places: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.key is not None:
            places.setdefault(entry.key, []).append(entry)
    accepted = list(table.accepted)
    for seat in table.tokens:
        last = 0
        for one in (one for one in accepted if one.seat == seat):
            there = places.get(one.stored_key, [])
            assert there, f"{name}: lost {one}"
            assert len(there) == 1, f"{name}: doubled {one}"
            [entry] = there
            assert (entry.kind, entry.seat, entry.data["move" if one.kind == MOVE else "text"]) == (
                one.kind,
                one.seat,
                one.text,
            ), f"{name}: {one} became {entry}"
            assert entry.number > last, f"{name}: {one} is out of order"
            last = entry.number
    asked = {one.stored_key: one for one in table.requests}
    for entry in entries:
        if entry.kind == MOVE and entry.seat in table.tokens:
            assert entry.key is not None and entry.key in asked, f"{name}: nobody asked for {entry}"
            assert asked[entry.key].answer != "refused", f"{name}: {entry} was refused"
    return len(accepted)


def check_record(record: str, table: Table, entries: list[Entry]) -> None:
    """The record of the finished game holds each person's accepted moves, and is what the entries say."""
    game = mesozoic.game(table.game)
    found = Record.parse(record)
    moves = [(one.seat, one.move) for one in found.moves]
    assert moves == [(one.seat, game.text(game.parse(one.data["move"]))) for one in entries if one.kind == MOVE]
    for seat in table.tokens:
        accepted = [game.text(game.parse(one.text)) for one in table.accepted if one.seat == seat and one.kind == MOVE]
        assert [move for mover, move in moves if mover == seat] == accepted
