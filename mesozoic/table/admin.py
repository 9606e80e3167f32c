"""``mesozoic admin``: what the host does with a table, through its database. Running servers hear of it in a second."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from mesozoic.kernel.errors import BadOptions

if TYPE_CHECKING:
    from mesozoic.table.storage.host import Host, HouseRules, Listed

T = TypeVar("T")
Database = Annotated[
    str | None, typer.Option(metavar="URL", help="As for serve; MESOZOIC_DATABASE or the usual one if not given.")
]
MatchId = Annotated[str, typer.Argument(metavar="MATCH", help="The id of a match, as in its address.")]
Off = Annotated[bool, typer.Option("--off", help="Take it back.")]

app = typer.Typer(rich_markup_mode=None, help="For the host of a table: its matches, who may come, what is said.")


def through(database: str | None, doing: Callable[[Host], Awaitable[T]]) -> T:
    """Do something in the database of a table."""
    from mesozoic.table.settings import read_settings
    from mesozoic.table.storage.file import path_of
    from mesozoic.table.storage.host import Host
    from mesozoic.table.storage.store import Store

    url = read_settings(database=database).database
    if url.startswith("sqlite") and not path_of(url).exists():
        raise BadOptions(f"There is no table's database at {path_of(url)}: name it with --database.")

    async def run() -> T:
        store = Store(url)
        await store.open()
        try:
            return await doing(Host(store))
        finally:
            await store.close()

    return asyncio.run(run())


def ago(wall: float) -> str:
    minutes = max(0, round((time.time() - wall) / 60))
    if minutes < 60:
        return f"{minutes} min ago"
    return f"{minutes // 60} h ago" if minutes < 48 * 60 else f"{minutes // 1440} days ago"


@app.command("list")
def list_matches(
    status: Annotated[str | None, typer.Option(metavar="STATUS", help="Only waiting, playing or over.")] = None,
    most: Annotated[int, typer.Option("--most", metavar="N", min=1, help="At most so many.")] = 50,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    database: Database = None,
) -> None:
    """Matches, those first in which something happened last; then what the house refuses and says."""
    if status not in (None, "waiting", "playing", "over"):
        raise BadOptions(f"A match is waiting, playing or over, not {status!r}.")

    async def ask(host: Host) -> tuple[list[Listed], HouseRules]:
        return await host.matches(status, most), await host.rules()

    found, rules = through(database, ask)
    if as_json:
        from msgspec import to_builtins

        typer.echo(json.dumps({"matches": to_builtins(found), "house": to_builtins(rules)}, indent=1))
        return
    for one in found:
        line = f"{one.id}  {one.game:<25} {one.status:<8} {one.players} seats  {one.entries:>5} entries"
        typer.echo(f"{line}  {ago(one.last)}")
    for kind, value in sorted(rules.refused):
        typer.echo(f"refused: {kind} {value}")
    if rules.announced:
        typer.echo(f"announced: {rules.announced}")
    if rules.is_closing:
        typer.echo("closing: nothing new begins")


@app.command()
def end(
    match: MatchId,
    why: Annotated[str, typer.Option(metavar="TEXT", help="What its players read.")] = "The host has ended this match.",
    database: Database = None,
) -> None:
    """End a match; it stays to be looked at."""
    through(database, lambda host: host.end(match, why[:200]))
    typer.echo(f"{match} is over.")


@app.command()
def delete(match: MatchId, database: Database = None) -> None:
    """Delete a match with everything in it, for good."""
    through(database, lambda host: host.delete(match))
    typer.echo(f"{match} is gone.")


@app.command()
def export(match: MatchId, database: Database = None) -> None:
    """Print everything that is stored of a match as JSON. It holds the seed, and with it hidden cards."""
    typer.echo(json.dumps(through(database, lambda host: host.export(match)), indent=1))


@app.command()
def ban(
    address: Annotated[str, typer.Option(metavar="ADDRESS", help="An address; of IPv6 its network of 64 bits.")] = "",
    name: Annotated[str, typer.Option(metavar="NAME", help="A name, also where only its letters look alike.")] = "",
    off: Off = False,
    database: Database = None,
) -> None:
    """Let nobody in from an address, or nobody sit down with a name."""
    _refuse("address" if address else "name", address, name, off, database)


@app.command()
def mute(
    address: Annotated[str, typer.Option(metavar="ADDRESS", help="An address; of IPv6 its network of 64 bits.")] = "",
    name: Annotated[str, typer.Option(metavar="NAME", help="A name at the table.")] = "",
    off: Off = False,
    database: Database = None,
) -> None:
    """Let somebody play but not talk."""
    _refuse("talk", address, name, off, database)


def _refuse(kind: str, address: str, name: str, off: bool, database: str | None) -> None:
    from mesozoic.table.http.guard import client_named
    from mesozoic.table.matches.writing import are_alike, looks

    if bool(address) == bool(name):
        raise BadOptions("Give either --address or --name.")
    value = client_named(address) if address else looks(name)

    async def allow(host: Host) -> None:
        alike = [one for was, one in (await host.rules()).refused if name and was == kind and are_alike(one, name)]
        for one in alike or [value]:
            await host.allow(kind, one)

    through(database, allow if off else lambda host: host.refuse(kind, value))
    what = {"address": "come in", "name": "sit down", "talk": "talk"}[kind]
    typer.echo(f"{address or name} may {f'{what} again' if off else f'no longer {what}'}.")


@app.command()
def announce(
    text: Annotated[
        str, typer.Argument(metavar="TEXT", help="One line for everybody at a table; nothing ends it.")
    ] = "",
    database: Database = None,
) -> None:
    """Say something to everybody at a table."""
    from mesozoic.table.storage.host import LONGEST_ANNOUNCEMENT

    said = " ".join(text.split())
    if len(said) > LONGEST_ANNOUNCEMENT:
        raise BadOptions(f"An announcement has at most {LONGEST_ANNOUNCEMENT} letters.")
    through(database, lambda host: host.announce(said))
    typer.echo("It is said." if said else "Nothing is said any more.")


@app.command()
def drain(off: Off = False, database: Database = None) -> None:
    """Let nothing new begin, while what was begun goes on: before an upgrade. Readiness says 503 meanwhile."""
    through(database, lambda host: host.close_house(not off))
    typer.echo("Matches begin again." if off else "Nothing new begins; what was begun goes on.")
