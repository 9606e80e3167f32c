"""How people want to be told that it is their turn. A person is a browser: known by a secret that it keeps, of which
only a hash is stored, and by the seats that it has shown the tokens of."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from mesozoic.table.errors import Refusal
from mesozoic.table.storage.schema import entries, matches, own_keys, people, pushes, reminded_seats
from mesozoic.table.storage.store import Store

MOST_PUSHES = 10
MOST_SEATS = 5_000
"""As many as a browser keeps."""
MOST_DUE = 100


@dataclass(frozen=True)
class Person:
    """What is stored of somebody who wants to be told."""

    id: str
    origin: str = ""
    """Where their table is, as their browser calls it."""
    webhook: dict[str, str] | None = None
    mail: str | None = None
    mail_asked: str | None = None
    """An address that has not yet been shown to be theirs, ..."""
    mail_code: str | None = None
    """... what was sent there, ..."""
    mail_tries: int = 0
    """... and how often something else was given for it."""
    error: str | None = None
    error_at: float | None = None
    used: float = 0.0


@dataclass(frozen=True)
class Due:
    """Somebody is to be told that it is their turn, unless they know by then."""

    person: str
    match: str
    seat: int
    turn: int
    """The number of the entry that made it their turn."""
    seen: int
    """The last turn of which they know."""
    tries: int
    due: float
    arrived: Sequence[str] = ()
    """The ways by which they were told already, as ``way_id`` names them."""


def person_id(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


class People:
    """All that the database knows of them."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # --- A person -----------------------------------------------------------------------------------------------

    async def find(self, person: str) -> Person | None:
        async with self.store.reading() as connection:
            found = (await connection.execute(sa.select(people).where(people.c.id == person))).mappings().first()
        return None if found is None else Person(**found)

    async def change(self, person: str, wall: float, **values: Any) -> None:
        """Change something; whoever is not there yet is from now on."""
        fresh = {**_nobody(person), "used": wall, **values}
        wanted = self.store.insert(people).values(**fresh)
        async with self.store.writing() as connection:
            await connection.execute(wanted.on_conflict_do_update(index_elements=["id"], set_={"used": wall, **values}))

    async def outcome(self, person: str, wall: float, error: str | None) -> None:
        """How the last message went; None if it arrived."""
        at = None if error is None else wall
        values = {"error": None if error is None else error[:400], "error_at": at}
        async with self.store.writing() as connection:
            await connection.execute(sa.update(people).where(people.c.id == person).values(**values))

    async def forget(self, person: str) -> None:
        async with self.store.writing() as connection:
            await connection.execute(sa.delete(reminded_seats).where(reminded_seats.c.person == person))
            await connection.execute(sa.delete(pushes).where(pushes.c.person == person))
            await connection.execute(sa.delete(people).where(people.c.id == person))

    async def forget_unused(self, before: float) -> int:
        """Some of those who have not been here since, and hold no seat of a match that is kept: how many."""
        holds = sa.exists().where(reminded_seats.c.person == people.c.id)
        async with self.store.reading() as connection:
            wanted = sa.select(people.c.id).where(people.c.used < before, ~holds).limit(MOST_DUE)
            found = list((await connection.execute(wanted)).scalars())
        for one in found:
            await self.forget(one)
        return len(found)

    # --- Browsers -------------------------------------------------------------------------------------------------

    async def pushes_of(self, person: str) -> list[dict[str, str]]:
        async with self.store.reading() as connection:
            wanted = sa.select(pushes.c.subscription).where(pushes.c.person == person)
            return list((await connection.execute(wanted)).scalars())

    async def add_push(self, person: str, subscription: dict[str, str]) -> None:
        known = await self.pushes_of(person)
        if len(known) >= MOST_PUSHES and subscription["endpoint"] not in {one["endpoint"] for one in known}:
            raise Refusal(f"{len(known)} browsers are told already: that is enough for one person.")
        values = {"id": way_id(subscription["endpoint"]), "person": person, "subscription": subscription}
        async with self.store.writing() as connection:
            await connection.execute(
                self.store.insert(pushes).values(**values).on_conflict_do_update(index_elements=["id"], set_=values)
            )

    async def drop_push(self, person: str, endpoint: str) -> None:
        async with self.store.writing() as connection:
            await connection.execute(
                sa.delete(pushes).where(pushes.c.id == way_id(endpoint), pushes.c.person == person)
            )

    # --- Their seats ----------------------------------------------------------------------------------------------

    async def link(self, person: str, seats: Iterable[tuple[str, int]]) -> None:
        """They sit there, and want to be told."""
        rows = [
            {"person": person, "match": match, "seat": seat, "turn": 0, "seen": 0, "tries": 0} for match, seat in seats
        ]
        if not rows:
            return
        held = sa.select(sa.func.count()).select_from(reminded_seats).where(reminded_seats.c.person == person)
        async with self.store.writing() as connection:
            await connection.execute(self.store.insert(reminded_seats).on_conflict_do_nothing(), rows)
            if ((await connection.execute(held)).scalar() or 0) > MOST_SEATS:
                raise Refusal(f"One person is told of at most {MOST_SEATS} seats.")

    async def unlink(self, match: str, seat: int) -> None:
        """Nobody sits there any more."""
        here = sa.and_(reminded_seats.c.match == match, reminded_seats.c.seat == seat)
        async with self.store.writing() as connection:
            await connection.execute(sa.delete(reminded_seats).where(here))

    async def linked(self) -> set[str]:
        """Matches of which somebody wants to be told."""
        async with self.store.reading() as connection:
            return set((await connection.execute(sa.select(reminded_seats.c.match).distinct())).scalars())

    async def linked_since(self, wall: float) -> list[str]:
        """Those in which something has happened since then, and that are being played."""
        wanted = (
            sa.select(entries.c.match)
            .distinct()
            .where(entries.c.match.in_(sa.select(reminded_seats.c.match)), entries.c.wall >= wall)
            .where(entries.c.match.in_(sa.select(matches.c.id).where(matches.c.status == "playing")))
        )
        async with self.store.reading() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def begin_turn(self, match: str, seats: Sequence[tuple[int, int]], due: float) -> None:
        """These seats are asked since these entries; whoever holds them is told then, unless they know."""
        async with self.store.writing() as connection:
            for seat, turn in seats:
                here = sa.and_(reminded_seats.c.match == match, reminded_seats.c.seat == seat)
                await connection.execute(
                    sa.update(reminded_seats)
                    .where(here, reminded_seats.c.turn < turn)
                    .values(turn=turn, due=due, tries=0, arrived=[])
                )

    async def saw(self, match: str, seat: int, turn: int) -> None:
        """Whoever sits there knows of this turn."""
        here = sa.and_(reminded_seats.c.match == match, reminded_seats.c.seat == seat)
        async with self.store.writing() as connection:
            await connection.execute(
                sa.update(reminded_seats).where(here, reminded_seats.c.seen < turn).values(seen=turn, due=None)
            )

    async def due(self, wall: float) -> list[Due]:
        async with self.store.reading() as connection:
            wanted = sa.select(reminded_seats).where(reminded_seats.c.due <= wall).order_by(reminded_seats.c.due)
            return [Due(**one) for one in (await connection.execute(wanted.limit(MOST_DUE))).mappings()]

    async def take(self, one: Due, again: float | None) -> bool:
        """Of several processes one tells; if it falls meanwhile, the message is due again then."""
        here = sa.and_(*(reminded_seats.c[name] == getattr(one, name) for name in ("person", "match", "seat", "due")))
        wanted = sa.update(reminded_seats).where(here).values(due=again, tries=one.tries + 1)
        async with self.store.writing() as connection:
            return (await connection.execute(wanted.returning(reminded_seats.c.match))).first() is not None

    async def arrived(self, one: Due, ways: Sequence[str]) -> None:
        """These ways have told them of this turn; the others are tried again."""
        here = sa.and_(*(reminded_seats.c[name] == getattr(one, name) for name in ("person", "match", "seat", "turn")))
        async with self.store.writing() as connection:
            await connection.execute(sa.update(reminded_seats).where(here).values(arrived=list(ways)))

    async def done(self, one: Due) -> None:
        """They were told of this turn, or need not be."""
        here = sa.and_(*(reminded_seats.c[name] == getattr(one, name) for name in ("person", "match", "seat", "turn")))
        async with self.store.writing() as connection:
            await connection.execute(sa.update(reminded_seats).where(here).values(due=None))

    # --- Keys of the server ---------------------------------------------------------------------------------------

    async def own_key(self, name: str, made: str) -> str:
        """The key of this name; the given one if there was none, and the same for all processes."""
        async with self.store.writing() as connection:
            await connection.execute(self.store.insert(own_keys).values(name=name, value=made).on_conflict_do_nothing())
            return str((await connection.execute(sa.select(own_keys.c.value).where(own_keys.c.name == name))).scalar())

    async def known_key(self, name: str) -> str | None:
        async with self.store.reading() as connection:
            found: str | None = (
                await connection.execute(sa.select(own_keys.c.value).where(own_keys.c.name == name))
            ).scalar()
        return found


def _nobody(person: str) -> dict[str, Any]:
    empty = Person(person)
    return {name: getattr(empty, name) for name in Person.__dataclass_fields__}


def way_id(address: str) -> str:
    """A short name for an address by which somebody is told."""
    return hashlib.sha256(address.encode()).hexdigest()
