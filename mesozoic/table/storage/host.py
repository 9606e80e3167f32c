"""What the host of a table does, through the database: no server need run, those that run hear of it in a second."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from mesozoic.table.errors import Refusal, Unknown
from mesozoic.table.storage import entries as kinds
from mesozoic.table.storage import retention
from mesozoic.table.storage.entries import Entry
from mesozoic.table.storage.schema import entries, matches, news, own_keys, refused
from mesozoic.table.storage.store import Store

ADDRESS, NAME, TALK = "address", "name", "talk"
"""Who may not come by address, who by name, and who may not talk (either)."""
LOOK, GONE, ANEW, HOUSE = "look", "gone", "anew", "house"
"""News: a match has another entry, is gone, has entries that were changed; the house's own rules have changed."""
ANNOUNCED, CLOSING = "announced", "closing"
NEWS_SECONDS = 3600.0
NEWS_LOCK = 7_241_967
"""PostgreSQL: whoever tells news holds this until they are committed. Their numbers are given before that, and who has
read a later number would never look for an earlier one."""
LONGEST_ANNOUNCEMENT = 300


@dataclass(frozen=True)
class Listed:
    """A match as the host lists it."""

    id: str
    game: str
    status: str
    players: int
    created: float
    entries: int
    last: float


@dataclass(frozen=True)
class HouseRules:
    """What holds for everybody here."""

    refused: frozenset[tuple[str, str]] = frozenset()
    announced: str = ""
    is_closing: bool = False
    """Nothing new begins."""


class Host:
    def __init__(self, store: Store) -> None:
        self.store = store

    # --- Matches --------------------------------------------------------------------------------------------------

    async def matches(self, status: str | None, most: int) -> list[Listed]:
        """The newest first, by what happened last."""
        last = sa.func.max(entries.c.wall).label("last")
        wanted = sa.select(
            *(matches.c[name] for name in ("id", "game", "status", "players", "created")),
            sa.func.count(entries.c.number).label("entries"),
            last,
        ).join(entries, entries.c.match == matches.c.id)
        if status is not None:
            wanted = wanted.where(matches.c.status == status)
        async with self.store.reading() as connection:
            found = await connection.execute(wanted.group_by(matches.c.id).order_by(last.desc()).limit(most))
            return [Listed(**one) for one in found.mappings()]

    async def end(self, match: str, why: str) -> None:
        """The match is over from now on, for this reason."""
        row = await self._status(match)
        if row == "over":
            raise Refusal("That match is over already.")
        wanted = sa.select(sa.func.max(entries.c.number), sa.func.max(entries.c.at)).where(entries.c.match == match)
        while True:
            async with self.store.reading() as connection:
                number, at = (await connection.execute(wanted)).one()
            entry = Entry(match, number + 1, kinds.ABANDON, None, {"why": why}, at, time.time())
            if await self.store.append(entry, status="over", deadline=None):
                break
        await self.tell(LOOK, match)

    async def delete(self, match: str) -> None:
        """The match goes with everything in it."""
        await self._status(match)
        await retention.delete(self.store, [match])
        await self.tell(GONE, match)

    async def delete_some(self, names: Sequence[str], which: sa.ColumnElement[bool], process: str) -> list[str]:
        """Those among these matches that are of this kind still. Whoever has one open hears of it."""
        async with self.store.writing() as connection:
            gone = await retention.take(connection, names, which, process)
            await retention.take_away(self.store, connection, gone)
            await self._tell(connection, GONE, gone)
        return gone

    async def export(self, match: str) -> dict[str, Any]:
        """Everything that is stored of a match but what holds its seats."""
        await self._status(match)
        row = await self.store.load(match)
        assert row is not None
        shown = {name: getattr(row, name) for name in row.__dataclass_fields__ if name not in ("salt", "key")}
        found = await self.store.entries_after(match, 0)
        return {
            "match": shown,
            "entries": [
                {
                    **{name: getattr(one, name) for name in ("number", "kind", "seat", "at", "wall")},
                    "data": {name: value for name, value in one.data.items() if name not in ("token", "tokens")},
                }
                for one in found
            ],
        }

    async def _status(self, match: str) -> str:
        async with self.store.reading() as connection:
            found: str | None = (
                await connection.execute(sa.select(matches.c.status).where(matches.c.id == match))
            ).scalar()
        if found is None:
            raise Unknown(f"There is no match {match!r}.")
        return found

    # --- The house ------------------------------------------------------------------------------------------------

    async def refuse(self, kind: str, value: str) -> None:
        made = self.store.insert(refused).values(kind=kind, value=value, since=time.time())
        async with self.store.writing() as connection:
            await connection.execute(made.on_conflict_do_nothing())
        await self.tell(HOUSE)

    async def allow(self, kind: str, value: str) -> None:
        async with self.store.writing() as connection:
            gone = await connection.execute(
                sa.delete(refused).where(refused.c.kind == kind, refused.c.value == value).returning(refused.c.kind)
            )
            if gone.first() is None:
                raise Unknown(f"{value!r} was not refused.")
        await self.tell(HOUSE)

    async def announce(self, text: str) -> None:
        """Everybody at a table reads it; an empty text takes it away."""
        await self._set(ANNOUNCED, text)

    async def close_house(self, is_closing: bool) -> None:
        """Nothing new begins, what was begun goes on; or everything as usual again."""
        await self._set(CLOSING, "yes" if is_closing else "")

    async def _set(self, name: str, value: str) -> None:
        wanted = self.store.insert(own_keys).values(name=name, value=value)
        async with self.store.writing() as connection:
            await connection.execute(wanted.on_conflict_do_update(index_elements=["name"], set_={"value": value}))
        await self.tell(HOUSE)

    async def rules(self) -> HouseRules:
        async with self.store.reading() as connection:
            found = (await connection.execute(sa.select(refused.c.kind, refused.c.value))).all()
            wanted = sa.select(own_keys.c.name, own_keys.c.value).where(own_keys.c.name.in_([ANNOUNCED, CLOSING]))
            said = {str(name): str(value) for name, value in (await connection.execute(wanted)).all()}
        return HouseRules(
            frozenset((str(kind), str(value)) for kind, value in found),
            said.get(ANNOUNCED, ""),
            bool(said.get(CLOSING)),
        )

    # --- News for running servers -----------------------------------------------------------------------------------

    async def tell(self, kind: str, match: str | None = None) -> int:
        """Returns the number of the news."""
        async with self.store.writing() as connection:
            [number] = await self._tell(connection, kind, [match])
        return number

    async def _tell(self, connection: AsyncConnection, kind: str, about: Sequence[str | None]) -> list[int]:
        now = time.time()
        if not self.store.is_sqlite:
            await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(NEWS_LOCK)))
        await connection.execute(sa.delete(news).where(news.c.at < now - NEWS_SECONDS))
        made = sa.insert(news).values(kind=kind, at=now).returning(news.c.id)
        return [int((await connection.execute(made.values(match=match))).scalar_one()) for match in about]

    async def last_news(self) -> int:
        async with self.store.reading() as connection:
            return (await connection.execute(sa.select(sa.func.max(news.c.id)))).scalar() or 0

    async def news_after(self, last: int) -> list[tuple[int, str, str | None]]:
        wanted = sa.select(news.c.id, news.c.kind, news.c.match).where(news.c.id > last).order_by(news.c.id)
        async with self.store.reading() as connection:
            return [(int(one), str(kind), match) for one, kind, match in (await connection.execute(wanted)).all()]
