"""``mesozoic campaign``: the games' own laws, checked after every decision of very many."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress, TaskID

import mesozoic
from mesozoic.cli_lab import Cluster, who_plays
from mesozoic.cli_shared import AsJson, Cores, Seed, game_names, progress_bar
from mesozoic.kernel.conformance import LawBroken
from mesozoic.terminal.screens import make_console

TENTHS = 10
"""Where nobody sees a bar, a line is written so often."""


def campaign(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Keep what is done in this folder.")],
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]...", help="Only these games.", autocompletion=game_names),
    ] = None,
    decisions: Annotated[
        int, typer.Option("--decisions", "-d", metavar="N", help="Check so many of each game; more add to the folder.")
    ] = 10_000_000,
    seed: Seed = None,
    workers: Cores = None,
    cluster: Cluster = None,
    as_json: AsJson = False,
) -> None:
    """Check the games' own laws after every decision of many million, in random games of all set-ups.

    Ctrl-C keeps what is done, and the same command goes on there; so does one that asks for more decisions. A game that
    breaks a law is kept as a record, which mesozoic replay shows.
    """
    from mesozoic.lab import campaign as lab
    from mesozoic.lab import tables

    names = games or list(mesozoic.all_games())
    with progress_bar() as bar:
        told = Told(bar, bar.add_task("Decisions", total=decisions * len(names)))
        try:
            found = lab.campaign(names, decisions, seed or "0", out, who_plays(workers, cluster), told.more)
        except LawBroken as broken:
            bar.stop()
            typer.echo(str(broken), err=True)
            raise typer.Exit(1) from None
    if as_json:
        typer.echo(json.dumps(lab.figures(found), indent=1))
    else:
        make_console().print(tables.campaign_table(found))


class Told:
    """How far it is: on the bar, or in lines."""

    def __init__(self, bar: Progress, task: TaskID) -> None:
        self.bar = bar
        self.task = task
        self.done = 0
        self.total = int(bar.tasks[0].total or 1)

    def more(self, done: int) -> None:
        before, self.done = self.done, self.done + done
        self.bar.update(self.task, advance=done)
        if self.bar.disable and self.done * TENTHS // self.total > before * TENTHS // self.total:
            typer.echo(f"{self.done:,} of {self.total:,} decisions checked", err=True)
