"""``mesozoic lab``: runs of many games into files, and what is made of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import mesozoic
from mesozoic.bots import bot_names
from mesozoic.cli_shared import (
    AsJson,
    CardsFile,
    GameName,
    Options,
    Players,
    Seed,
    names_of,
    need,
    progress_bar,
    with_cards,
)
from mesozoic.kernel.errors import BadOptions
from mesozoic.terminal.arguments import parse_options, read_text, usual_players
from mesozoic.terminal.saving import INTERRUPTED
from mesozoic.terminal.screens import make_console

if TYPE_CHECKING:
    from mesozoic.lab.pieces import Workers

lab = typer.Typer(
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Questions about games: thousands of games between bots, kept as tables, and what they say. See docs/lab.md.",
)

Cores = Annotated[int | None, typer.Option("--workers", metavar="N", min=1, help="On so many cores; all by default.")]
Cluster = Annotated[
    str | None, typer.Option("--cluster", metavar="tcp://HOST:PORT", help="Play on this Dask cluster, not here.")
]


@lab.command("run")
def run_games(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Keep the tables in this folder.")],
    games: Annotated[int, typer.Option("--games", "-g", metavar="N", help="So many for each number of players.")],
    players: Annotated[
        str | None, typer.Option("--players", "-p", metavar="2,3,4", help="How many play; several one after the other.")
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            "-b",
            metavar="NAME,NAME",
            help=f"Who plays: {', '.join(bot_names())}, or apex:50v; the last one takes the seats left.",
        ),
    ] = None,
    seed: Seed = None,
    option: Options = None,
    cards: CardsFile = None,
    paired: Annotated[bool, typer.Option("--paired", help="Each deal with every bot in every seat.")] = False,
    decisions: Annotated[
        float, typer.Option("--decisions", metavar="SHARE", help="Keep this share of all decisions, such as 0.01.")
    ] = 0.002,
    workers: Cores = None,
    cluster: Cluster = None,
) -> None:
    """Play many games between bots and keep everything that can be counted, as Parquet files.

    Ctrl-C keeps what is done, and the same command goes on there. The same seed gives the same files, on any number of
    cores or machines.
    """
    need("pyarrow", "lab")
    from mesozoic.lab import run as lab_run
    from mesozoic.lab.pieces import Interrupted
    from mesozoic.lab.schema import run_setup

    chosen = mesozoic.game(game)
    counts = read_players(players) if players is not None else [usual_players(chosen)]
    setup = run_setup(
        game,
        counts,
        names_of(bots) if bots is not None else lab_run.usual_bots(chosen),
        games,
        seed or "0",
        parse_options(option or []),
        read_text(cards) if cards is not None else "",
        paired=paired,
        sampled=decisions,
    )
    with progress_bar() as bar:
        task = bar.add_task(f"{chosen.title}", total=setup.in_all())
        try:
            lab_run.run(setup, out, who_plays(workers, cluster), lambda done: bar.update(task, advance=done))
        except Interrupted as stopped:
            bar.stop()
            typer.echo(f"mesozoic: {stopped}", err=True)
            raise typer.Exit(INTERRUPTED) from None
    typer.echo(f"{setup.in_all():,} games are in {out}: games, seats, cards and decisions, each a Parquet file.")


def write_text(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise BadOptions(f"{path} cannot be written: {error.strerror or error}.") from None


def read_players(text: str) -> list[int]:
    """``2,3,4`` as numbers."""
    try:
        return [int(one) for one in text.split(",")]
    except ValueError:
        raise BadOptions(f"Write how many play as 2 or as 2,3,4, not {text!r}.") from None


def who_plays(workers: int | None, cluster: str | None) -> Workers:
    """The cores of this machine, or a cluster."""
    if cluster is None:
        from mesozoic.lab.pieces import ThisMachine

        return ThisMachine(workers)
    if workers is not None:
        raise BadOptions("A cluster has its own workers: leave out --workers.")
    need("distributed", "cluster")
    from mesozoic.lab.cluster import DaskCluster

    return DaskCluster(cluster)


@lab.command("cluster")
def start_cluster(
    workers: Annotated[int, typer.Option("--workers", metavar="N", min=1, help="So many processes.")] = 2,
    port: Annotated[int, typer.Option(metavar="N", help="The port; 0 takes any free one.")] = 0,
) -> None:
    """Start a Dask cluster on this machine, for trying; Ctrl-C ends it."""
    need("distributed", "cluster")
    from mesozoic.lab.cluster import serve

    serve(workers, port, typer.echo)


@lab.command("tournament")
def hold_tournament(
    game: GameName,
    bots: Annotated[str, typer.Option("--bots", "-b", metavar="NAME,NAME,...", help="Who takes part.")],
    games: Annotated[int, typer.Option("--games", "-g", metavar="N", help="So many games for each table of bots.")],
    players: Players = None,
    seed: Seed = None,
    option: Options = None,
    cards: CardsFile = None,
    workers: Cores = None,
    as_json: AsJson = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE.html", help="Also write a page with the results.")
    ] = None,
) -> None:
    """Let everybody play everybody on the same deals, each deal in every seat, and rate them."""
    need("numpy", "lab")
    from mesozoic.lab import tables, tournament

    chosen = mesozoic.game(game)
    fewest = max(chosen.facts.fewest_players, min(2, chosen.facts.most_players))
    setup = chosen.prepare(players or fewest, with_cards(chosen, parse_options(option or []), cards))
    names = names_of(bots)
    tournament.check(setup, names, games)
    with progress_bar() as bar:
        task = bar.add_task(chosen.title, total=tournament.games_in_all(setup, names, games))
        found = tournament.hold(setup, names, games, seed or "0", workers, lambda done: bar.update(task, advance=done))
    if out is not None:
        from mesozoic.lab.tournament_page import tournament_page

        write_text(out, tournament_page(found, tournament.command(found, cards is not None)))
    if as_json:
        typer.echo(json.dumps(found.json(), indent=1))
    else:
        make_console().print(tables.tournament_table(found))
