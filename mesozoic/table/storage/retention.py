"""What does not stay: matches that nobody goes on with, and people who want to be forgotten.

Matches go whole, a few at a time, so that those who play do not wait. A person goes out of a match by having name,
words and token taken out of its entries; their number and the moves stay, as the others have played them too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from mesozoic.table.storage import entries as kinds
from mesozoic.table.storage.entries import Entry
from mesozoic.table.storage.schema import entries, matches, reminded_seats, texts
from mesozoic.table.storage.store import TEXT, Store, is_free

AT_ONCE = 50
"""So many matches are deleted in one transaction."""
PAGES_AT_ONCE = 500
"""So many pages of 4 KB are given back to the disk in one step."""
SOMEBODY = "Somebody"
"""Who was forgotten is called so."""
TAKEN_OUT = "(taken out by whoever said it)"


def is_stale(status: str, before: float, process: str, wall: float) -> sa.ColumnElement[bool]:
    """Has a match of this status seen nothing since then, and does no other process keep it?"""
    since = sa.exists().where(entries.c.match == matches.c.id, entries.c.wall >= before)
    return sa.and_(matches.c.status == status, matches.c.created < before, ~since, is_free(process, wall))


async def some(store: Store, which: sa.ColumnElement[bool]) -> list[str]:
    """The oldest of the matches of this kind."""
    wanted = sa.select(matches.c.id).where(which).order_by(matches.c.created).limit(AT_ONCE)
    async with store.reading() as connection:
        return list((await connection.execute(wanted)).scalars())


async def take(
    connection: AsyncConnection, names: Sequence[str], which: sa.ColumnElement[bool], process: str
) -> list[str]:
    """Those among these that are of this kind still. Until the transaction ends nobody else stores anything in them:
    PostgreSQL keeps others from the rows, and SQLite from the whole file with the first change."""
    here = matches.c.id.in_(names)
    quiet = sa.select(matches.c.id).where(here).with_for_update(skip_locked=True)  # without those that are stored into
    found = list((await connection.execute(quiet)).scalars())
    still = sa.and_(matches.c.id.in_(found), which)  # asked anew, now that nothing more can come
    wanted = sa.update(matches).where(still).values(keeper=process).returning(matches.c.id)
    return list((await connection.execute(wanted)).scalars())


async def delete(store: Store, names: Sequence[str]) -> None:
    async with store.writing() as connection:
        await take_away(store, connection, names)


async def take_away(store: Store, connection: AsyncConnection, names: Sequence[str]) -> None:
    """These matches with everything in them, and texts that no other match has."""
    found = await connection.execute(sa.select(matches.c.options).where(matches.c.id.in_(names)))
    options = [value for one in found.scalars() for value in one.values()]
    await connection.execute(sa.delete(entries).where(entries.c.match.in_(names)))
    await connection.execute(sa.delete(reminded_seats).where(reminded_seats.c.match.in_(names)))
    await connection.execute(sa.delete(matches).where(matches.c.id.in_(names)))
    for name in {value[TEXT] for value in options if isinstance(value, dict) and TEXT in value}:
        used = sa.exists().where(sa.cast(matches.c.options, sa.Text).contains(name))
        await connection.execute(sa.delete(texts).where(texts.c.hash == name, ~used))
        store.texts.pop(name, None)


async def forget(store: Store, match: str, seat: int, since: int, until: int | None) -> bool:
    """Take whoever sat there, from one entry to another one, out of the match; does it still belong to anybody?

    Who sat in the same seat before or after them stays.
    """
    found = await store.entries_after(match, since - 1)
    theirs = [one for one in found if until is None or one.number <= until]
    changed = [
        (old, new) for old, new in ((one, without(one, seat, names_of(theirs, seat))) for one in theirs) if old != new
    ]
    async with store.writing() as connection:
        for _, new in changed:
            place = sa.and_(entries.c.match == match, entries.c.number == new.number)
            await connection.execute(sa.update(entries).where(place).values(data=new.data))
        if until is None:
            told = sa.and_(reminded_seats.c.match == match, reminded_seats.c.seat == seat)
            await connection.execute(sa.delete(reminded_seats).where(told))
    return any(is_somebodys(one) for one in await store.entries_after(match, 0))


def names_of(found: Sequence[Entry], seat: int) -> list[str]:
    """What whoever sat there was called."""
    joined = [one.data["name"] for one in found if one.kind == kinds.JOIN and one.seat == seat]
    first = [one.data["seats"][seat]["name"] for one in found if one.kind == kinds.SEATS]
    return sorted((one for one in {*joined, *first} if one), key=len, reverse=True)


def without(entry: Entry, seat: int, names: Sequence[str]) -> Entry:
    """The entry as it is when nobody is to know who sat there."""
    data: dict[str, Any] = entry.data
    if entry.kind == kinds.SEATS and data["seats"][seat]["kind"] == "person":
        seats = [{**one, "name": SOMEBODY} if number == seat else one for number, one in enumerate(data["seats"])]
        held = {name: one for name, one in data["tokens"].items() if one != seat}
        return replace(entry, data={**data, "seats": seats, "tokens": held})
    if entry.kind == kinds.JOIN and entry.seat == seat:
        return replace(entry, data={"name": SOMEBODY, "token": ""})
    if entry.kind == kinds.CHAT and entry.seat == seat:
        return replace(entry, data={**data, "name": SOMEBODY, "text": TAKEN_OUT})
    if entry.kind == kinds.ABANDON:
        why = data["why"]
        for name in names:
            why = why.replace(name, SOMEBODY)
        return replace(entry, data={**data, "why": why})
    return entry


def is_somebodys(entry: Entry) -> bool:
    """Does the entry name somebody who has not been forgotten, or did somebody make the match who only watches?"""
    if entry.kind == kinds.SEATS:
        is_watched = None in entry.data["tokens"].values()
        return is_watched or any(one["kind"] == "person" and one["name"] != SOMEBODY for one in entry.data["seats"])
    return entry.kind == kinds.JOIN and entry.data["name"] != SOMEBODY
