"""The workshop over HTTP, for the person at the server's own machine and nobody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from litestar import Response, Router, get, post
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency, Provide
from litestar.handlers import BaseRouteHandler
from litestar.params import JSONBody, PathParameter, QueryParameter

import mesozoic
from mesozoic.bots import bots_for
from mesozoic.client import messages
from mesozoic.client import workshop as wire
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Game
from mesozoic.table.errors import Forbidden, Stale, Unknown
from mesozoic.table.http import about
from mesozoic.table.http.api import MAY_REFUSE, GameName
from mesozoic.table.http.aside import aside
from mesozoic.table.http.guard import is_at_this_machine
from mesozoic.table.matches.service import find_game
from mesozoic.workshop import sheets
from mesozoic.workshop.bench import Bench, NotNow, needs
from mesozoic.workshop.plans import new_plan
from mesozoic.workshop.shelf import Kept

TheBench = NamedDependency[Bench]
RunName = Annotated[str, PathParameter(min_length=1, max_length=20)]
ONLY_HERE = (
    "The workshop is for the person at the machine that runs this server: open it there, at 127.0.0.1 or localhost."
)
BOT_HELP = {
    "greedy": "takes what the game's own hints value most: quick",
    "random": "any legal move: very quick, and says little about people",
}
ALONE = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'self'"
    )
}
"""A report is words and styles. Whatever a card is called, nothing of it is ever run."""
AS_IT_IS = '<html lang="en">'


def only_here(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Nobody else comes in, whatever they ask for."""
    settings = connection.app.state.hub.settings
    if not settings.workshop or not is_at_this_machine(connection.scope, settings):
        raise Forbidden(ONLY_HERE)


@get("/", responses=MAY_REFUSE)
async def workshop(bench: TheBench) -> wire.Workshop:
    """What there is in the workshop: earlier runs, newest first."""

    def look() -> list[wire.WorkshopRun]:
        return [told(bench, kept) for kept in bench.shelf.runs() if kept.plan.wish.game in mesozoic.all_games()]

    return wire.Workshop(needs(), str(bench.shelf.folder), wire.MOST_GAMES, await aside(look))


@get("/games/{game:str}", responses=MAY_REFUSE)
async def workshop_game(game: GameName) -> wire.WorkshopGame:
    """What can be changed in a game: its cards, if it can be played with others."""
    found = find_game(game)
    bots = [messages.BotInfo(name, about.bot_help(found, name) or BOT_HELP[name]) for name in players_for(found)]
    cards = await aside(lambda: sheets.sheet(found))
    return wire.WorkshopGame(found.name, cards, bots, usual_bot=bots_for(found)[len(bots_for(found)) // 2])


@post("/games/{game:str}/cards", status_code=200, responses=MAY_REFUSE)
async def check_cards(game: GameName, data: JSONBody[wire.CardsWish]) -> wire.CheckedCards:
    """Look a card table through: every problem at its cell."""
    found = find_game(game)
    return await aside(lambda: sheets.checked(found, data))


@post("/runs", status_code=201, responses=MAY_REFUSE)
async def new_run(data: JSONBody[wire.WorkshopWish], bench: TheBench) -> wire.WorkshopRun:
    """Play a game with changes against the game as it is."""
    find_game(data.game)
    plan = await aside(lambda: new_plan(data))
    expect(bench.expect_free)
    kept = await aside(lambda: bench.shelf.add(plan))
    expect(lambda: bench.start(kept))
    return told(bench, kept)


@get("/runs/{run:str}", responses=MAY_REFUSE)
async def one_run(run: RunName, bench: TheBench) -> wire.WorkshopRun:
    """A run: how far it is, and what came of it."""
    return await aside(lambda: told(bench, opened(bench, run)))


@post("/runs/{run:str}/stop", status_code=200, responses=MAY_REFUSE)
async def stop_run(run: RunName, bench: TheBench) -> wire.WorkshopRun:
    """Play no more; what is done is kept, and reported on."""
    kept = opened(bench, run)
    expect(lambda: bench.stop(kept.name))
    return told(bench, kept)


@post("/runs/{run:str}/go-on", status_code=200, responses=MAY_REFUSE)
async def go_on(run: RunName, bench: TheBench) -> wire.WorkshopRun:
    """Play what is missing of a run that was stopped."""
    kept = opened(bench, run)
    expect(lambda: bench.start(kept))
    return told(bench, kept)


@post("/runs/{run:str}/report", status_code=200, responses=MAY_REFUSE)
async def report_run(run: RunName, bench: TheBench) -> wire.WorkshopRun:
    """Write the report of what is done, without playing on."""
    kept = opened(bench, run)
    expect(lambda: bench.start(kept, plays=False))
    return told(bench, kept)


@post("/runs/{run:str}/delete", status_code=200, responses=MAY_REFUSE)
async def delete_run(run: RunName, bench: TheBench) -> dict[str, str]:
    """Delete a run with everything that was made of it."""
    kept = opened(bench, run)
    expect(lambda: bench.expect_rest(kept.name))
    await aside(lambda: bench.shelf.delete(kept.name))
    return {"status": "deleted"}


@get("/runs/{run:str}/pages/{page:str}", media_type="text/html", responses=MAY_REFUSE)
async def show_page(
    run: RunName,
    page: Annotated[str, PathParameter(max_length=20)],
    bench: TheBench,
    theme: Annotated[Literal["light", "dark"] | None, QueryParameter()] = None,
) -> Response[str]:
    """A report: ``compare`` of both games, or ``usual`` and ``changed`` of each."""
    kept = opened(bench, run)
    if page not in kept.pages:
        raise Unknown("There is no such report: it has not been written yet.")
    text = kept.page(page).read_text("utf-8")
    if theme is not None:
        text = text.replace(AS_IT_IS, f'{AS_IT_IS[:-1]} style="color-scheme: {theme}">', 1)
    return Response(text, media_type="text/html", headers=ALONE)


def players_for(game: Game) -> list[str]:
    """Who can play in the workshop: the levels, weakest first, then the quick ones where nothing is a race."""
    return [*bots_for(game), *(() if game.levels.names() else BOT_HELP)]


def opened(bench: Bench, run: str) -> Kept:
    try:
        kept = bench.shelf.open(run)
    except BadOptions as error:
        raise Unknown(str(error)) from None
    find_game(kept.plan.wish.game)
    return kept


def expect(what: Callable[[], None]) -> None:
    """Do something that may have to wait for another run."""
    try:
        what()
    except NotNow as error:
        raise Stale(str(error)) from None


def told(bench: Bench, kept: Kept) -> wire.WorkshopRun:
    """A run as it is now."""
    going = bench.going if bench.going is not None and bench.going.kept.name == kept.name else None
    total, done = kept.plan.total, going.done if going else kept.done()
    result = kept.result
    status: Any = going.status if going else "finished" if done == total and result else "stopped"
    rate = going.rate() if going and going.status == "playing" else None
    return wire.WorkshopRun(
        id=kept.name,
        title=kept.plan.title,
        game_title=find_game(kept.plan.wish.game).title,
        made=kept.plan.made,
        status=status,
        done=done,
        total=total,
        rate=rate,
        seconds_left=(total - done) / rate if rate else None,
        trouble=bench.troubles.get(kept.name, ""),
        changes=kept.plan.changes,
        short=result.short if result else [],
        reports=kept.pages if result else [],  # type: ignore[arg-type]
        wish=kept.plan.wish,
    )


def router(bench: Bench) -> Router:
    """All of it, behind the door."""

    async def give_bench() -> Bench:
        return bench

    return Router(
        "/workshop",
        route_handlers=[
            workshop,
            workshop_game,
            check_cards,
            new_run,
            one_run,
            stop_run,
            go_on,
            report_run,
            delete_run,
            show_page,
        ],
        guards=[only_here],
        dependencies={"bench": Provide(give_bench)},
    )
