"""``mesozoic lab``: runs of many games into files, what they show, experiments, tuning and tournaments."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import mesozoic
from mesozoic.bots import bot_names, usual_bot
from mesozoic.cli_shared import (
    AsJson,
    CardsFile,
    Cores,
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
from mesozoic.lab.pieces import writing
from mesozoic.terminal.arguments import parse_options, read_text, usual_players
from mesozoic.terminal.screens import make_console

if TYPE_CHECKING:
    from mesozoic.lab.pieces import Workers
    from mesozoic.lab.results import Run

lab = typer.Typer(
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Questions about games: thousands of games between bots, kept as tables, and what they say. See docs/lab.md.",
)

Cluster = Annotated[
    str | None, typer.Option("--cluster", metavar="tcp://HOST:PORT", help="Play on this Dask cluster, not here.")
]
RunFolder = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a run.")]
Page = Annotated[Path | None, typer.Option("--out", metavar="FILE.html", help="Write the page here.")]
STRENGTHS = ["forager", "hunter"]
"""Two strengths that play fast."""


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
        task = bar.add_task(chosen.title, total=setup.in_all())
        lab_run.run(setup, out, who_plays(workers, cluster), lambda done: bar.update(task, advance=done))
    typer.echo(f"{setup.in_all():,} games are in {out}: games, seats, cards and decisions, each a Parquet file.")


@lab.command("cluster")
def start_cluster(
    workers: Annotated[int, typer.Option("--workers", metavar="N", min=1, help="So many processes.")] = 2,
    port: Annotated[int, typer.Option(metavar="N", help="The port; 0 takes any free one.")] = 0,
) -> None:
    """Start a Dask cluster on this machine, for trying; Ctrl-C ends it."""
    need("distributed", "cluster")
    from mesozoic.lab.cluster import serve

    serve(workers, port, typer.echo)


@lab.command("experiments")
def try_cards(
    folder: RunFolder,
    games: Annotated[int, typer.Option("--games", "-g", metavar="N", help="So many, each played on several times.")],
    bots: Annotated[
        str | None,
        typer.Option("--bots", "-b", metavar="NAME,NAME", help="Each plays all seats; two strengths by default."),
    ] = None,
    card: Annotated[str, typer.Option("--card", metavar="ID", help="Try only this card.")] = "",
    ladder: Annotated[
        int, typer.Option("--ladder", metavar="N", help="Also so many games of each level against the one below.")
    ] = 0,
    seed: Seed = None,
    workers: Cores = None,
    cluster: Cluster = None,
) -> None:
    """Try the cards of a run: the same game twice, once without the card or with an ordinary one in its place.

    The results lie beside the run and stand in its report. Ctrl-C keeps what is done; the same command goes on there.
    """
    need("pyarrow", "lab")
    from mesozoic.lab import experiments
    from mesozoic.lab.results import Run

    players = who_plays(workers, cluster)
    run = Run.open(folder)
    names = names_of(bots) if bots else STRENGTHS
    command = ["mesozoic", "lab", "experiments", str(folder), "--games", str(games), "--bots", ",".join(names)]
    command += ["--card", card] * bool(card) + ["--seed", seed or ""] * bool(seed)
    plan = experiments.Plan(
        run=run.setup, bots=tuple(names), games=games, seed=seed or "0", card=card, command=shlex.join(command)
    )
    game = mesozoic.game(run.setup.game)
    if not (game.levels.names() and ladder):  # a game in real time has no cards to try, but levels to compare
        experiments.check(plan)
        with progress_bar() as bar:
            task = bar.add_task(game.title, total=sum(piece.size for piece in plan.pieces()))
            experiments.run(plan, folder, players, lambda done: bar.update(task, advance=done))
    if ladder:
        climb(run, ladder, seed or "0", workers)
    typer.echo(f"Now see what they say: mesozoic lab report {folder}")


def climb(run: Run, games: int, seed: str, workers: int | None) -> None:
    """Let each level play the one below it, and keep beside the run what came of it."""
    from mesozoic.lab import ladder
    from mesozoic.lab.report import write_ladder

    setup = run.setup.prepare()[run.setup.players[0]]
    rungs = list(setup.game.levels.names()) or ["hatchling", *STRENGTHS]
    with progress_bar() as bar:
        task = bar.add_task("Levels", total=ladder.games_in_all(setup, rungs, games))
        found = ladder.climb(setup, rungs, games, seed, workers, lambda done: bar.update(task, advance=done))
    write_ladder(run.folder, found)


@lab.command("report")
def write_report(folder: RunFolder, out: Page = None) -> None:
    """Write what a run shows as one page: words, plots and tables, with how sure one can be."""
    need("pyarrow", "lab")
    from mesozoic.lab.report import report
    from mesozoic.lab.results import Run

    keep(report(Run.open(folder)), out or folder / "report.html")


@lab.command("compare")
def compare_runs(
    first: RunFolder,
    second: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of another run of the same game.")],
    out: Page = None,
) -> None:
    """Compare two runs of a game: what differs, by how much, and whether chance alone could do that."""
    need("pyarrow", "lab")
    from mesozoic.lab import compare
    from mesozoic.lab.results import Run
    from mesozoic.lab.sample import Sample

    one, other = Run.open(first), Run.open(second)
    found = compare.differences(Sample(one), Sample(other))
    sure = [each for each in found if each.is_sure]
    for each in sorted(sure, key=lambda each: each.chance)[: compare.MOST_SAID]:
        typer.echo(each.words())
    if not sure:
        typer.echo(compare.nothing_differs(found))
    keep(compare.compare(one, other), out or second / "compare.html")


@lab.command("tune")
def tune_game(
    game: GameName,
    change: Annotated[
        str, typer.Option("--change", metavar="TEXT", help='Such as "pp of K12: 2..5" or "OPTION: 4,5".')
    ],
    aim: Annotated[
        str, typer.Option("--aim", metavar="TEXT", help='Such as "wins of seat 1 = 50 %" or "pull of K12 = 0".')
    ],
    games: Annotated[int, typer.Option("--games", "-g", metavar="N", help="Spend at most so many games.")] = 400,
    within: Annotated[
        float | None,
        typer.Option("--within", metavar="X", min=0, help="Stop when the answer is known to so much, either way."),
    ] = None,
    players: Players = None,
    bot: Annotated[str | None, typer.Option("--bots", "-b", metavar="NAME", help="Who plays all seats.")] = None,
    seed: Seed = None,
    option: Options = None,
    cards: CardsFile = None,
    workers: Cores = None,
    as_json: AsJson = False,
    out: Page = None,
) -> None:
    """Find the value of a card or an option that comes closest to an aim."""
    need("pyarrow", "lab")
    from mesozoic.lab import tune

    chosen = mesozoic.game(game)
    setup = chosen.prepare(players or usual_players(chosen), with_cards(chosen, parse_options(option or []), cards))
    who = bot or (usual_bot(chosen) if chosen.levels.names() else STRENGTHS[-1])
    wanted, how = tune.read_aim(chosen, aim), tune.read_change(chosen, change)
    with progress_bar() as bar:
        task = bar.add_task(chosen.title, total=games)
        found = tune.tune(
            setup, how, wanted, who, games, seed or "0", within, workers, lambda done: bar.update(task, advance=done)
        )
    words = ["--change", change, "--aim", aim, "--players", str(setup.players), "--bots", who, "--games", str(games)]
    words += ["--within", f"{within:g}"] if within is not None else []
    command = again("tune", game, words, seed, option, cards)
    if as_json:
        typer.echo(json.dumps({**found.json(), "command": command}, indent=1))
    else:
        for one in found.in_order():
            typer.echo(f"{how.words(one.value)}: {found.show(one)}")
        typer.echo(found.words())
    if out is not None:
        keep(tune.tuning_page(found, command), out, is_told=not as_json)


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
    out: Page = None,
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
    words = ["--bots", ",".join(names), "--players", str(setup.players), "--games", str(games)]
    command = again("tournament", game, words, seed, option, cards)
    if as_json:
        typer.echo(json.dumps({**found.json(), "command": command}, indent=1))
    else:
        make_console().print(tables.tournament_table(found))
    if out is not None:
        from mesozoic.lab.tournament_page import tournament_page

        keep(tournament_page(found, command), out, is_told=not as_json)


# --- What several of them share ---------------------------------------------------------------------------------------


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


def again(
    what: str, game: str, words: list[str], seed: str | None, option: list[str] | None, cards: Path | None
) -> str:
    """The command that does the same again, whoever plays and wherever it is kept."""
    said = ["mesozoic", "lab", what, game, *words, "--seed", seed or "0"]
    for one in option or []:
        said += ["--option", one]
    return shlex.join([*said, *(["--cards", str(cards)] if cards else [])])


def keep(page: str, path: Path, *, is_told: bool = True) -> None:
    """Write a page."""
    with writing(path):
        path.write_text(page, "utf-8")
    if is_told:
        typer.echo(f"Open {path} in a browser.")
