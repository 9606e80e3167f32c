"""``mesozoic lab``: experiments with cards, the report of a run, two runs compared, and tuning."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import mesozoic
from mesozoic.bots import usual_bot
from mesozoic.cli_lab import Cores, lab
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
from mesozoic.kernel.game import Game
from mesozoic.terminal.arguments import parse_options, usual_players
from mesozoic.terminal.saving import INTERRUPTED

if TYPE_CHECKING:
    from mesozoic.lab.results import Run

__all__ = ["lab"]

RunFolder = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a run.")]
Page = Annotated[Path | None, typer.Option("--out", metavar="FILE.html", help="Write the page here.")]
STRENGTHS = ["forager", "hunter"]
"""Two strengths that play fast."""


Strengths = Annotated[
    str | None,
    typer.Option("--bots", "-b", metavar="NAME,NAME", help="Each plays all seats; two strengths by default."),
]


@lab.command("experiments")
def try_cards(
    folder: RunFolder,
    games: Annotated[int, typer.Option("--games", "-g", metavar="N", help="So many, each played on several times.")],
    bots: Strengths = None,
    card: Annotated[str, typer.Option("--card", metavar="ID", help="Try only this card.")] = "",
    ladder: Annotated[
        int, typer.Option("--ladder", metavar="N", help="Also so many games of each level against the one below.")
    ] = 0,
    seed: Seed = None,
    workers: Cores = None,
) -> None:
    """Try the cards of a run: the same game twice, once without the card or with an ordinary one in its place.

    The results lie beside the run and stand in its report. Ctrl-C keeps what is done; the same command goes on there.
    """
    need("pyarrow", "lab")
    from mesozoic.lab import experiments
    from mesozoic.lab.results import Run

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
            task = bar.add_task(game.title, total=sum(len(piece.numbers) for piece in plan.pieces()))
            try:
                experiments.run(plan, folder, workers, lambda done: bar.update(task, advance=done))
            except KeyboardInterrupt:
                bar.stop()
                typer.echo("mesozoic: Stopped. What is done is kept: the same command goes on there.", err=True)
                raise typer.Exit(INTERRUPTED) from None
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
        typer.Option("--within", metavar="X", help="Stop when the answer is known to so much, either way."),
    ] = None,
    players: Players = None,
    bots: Annotated[str | None, typer.Option("--bots", "-b", metavar="NAME", help="Who plays all seats.")] = None,
    seed: Seed = None,
    option: Options = None,
    cards: CardsFile = None,
    workers: Cores = None,
    out: Page = None,
    as_json: AsJson = False,
) -> None:
    """Find the value of a card or an option that comes closest to an aim."""
    need("pyarrow", "lab")
    from mesozoic.lab import tune

    chosen = mesozoic.game(game)
    setup = chosen.prepare(players or usual_players(chosen), with_cards(chosen, parse_options(option or []), cards))
    names = names_of(bots) if bots else [usual_of(chosen)]
    wanted, how = tune.read_aim(chosen, aim), tune.read_change(chosen, change)
    with progress_bar() as bar:
        task = bar.add_task(chosen.title, total=games)
        found = tune.tune(
            setup, how, wanted, names, games, seed or "0", within, workers, lambda done: bar.update(task, advance=done)
        )
    if as_json:
        typer.echo(json.dumps(found.json(), indent=1))
        return
    for one in found.tries:
        typer.echo(f"{how.words(one.value)}: {tune.show(one.found, found)}, {one.games:,} games")
    typer.echo(found.words())
    if out is not None:
        keep(
            tune.tuning_page(found, shlex.join(["mesozoic", "lab", "tune", game, "--change", change, "--aim", aim])),
            out,
        )


def usual_of(game: Game) -> str:
    return usual_bot(game) if game.levels.names() else STRENGTHS[-1]


def keep(page: str, path: Path) -> None:
    """Write a page; BadOptions if that is impossible."""
    try:
        path.write_text(page, "utf-8")
    except OSError as error:
        raise BadOptions(f"{path} cannot be written: {error.strerror}.") from None
    typer.echo(f"Open {path} in a browser.")
