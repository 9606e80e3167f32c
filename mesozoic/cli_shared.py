"""What several commands of the command line share: arguments, and a bar for those who wait."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

import mesozoic
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Game
from mesozoic.terminal.arguments import read_text


def game_names() -> list[str]:
    return list(mesozoic.all_games())


GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game's name.", autocompletion=game_names)]
Players = Annotated[int | None, typer.Option("--players", "-p", metavar="N", help="How many play.")]
Seed = Annotated[str | None, typer.Option("--seed", metavar="S", help="Chance from this seed: the same again.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; may be given several times."),
]
CardsFile = Annotated[
    Path | None,
    typer.Option("--cards", metavar="FILE.csv", help="Play with this card table, not the game's own."),
]
Cores = Annotated[int | None, typer.Option("--workers", metavar="N", min=1, help="On so many cores; all by default.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]


def with_cards(game: Game, options: dict[str, str], path: Path | None) -> dict[str, str]:
    """The options, with the text of a card table where one is given."""
    if path is None:
        return options
    if not game.cards_option:
        raise BadOptions(f"{game.title} plays with no other cards than its own: leave out --cards.")
    return {**options, game.cards_option: read_text(path)}


def names_of(bots: str) -> list[str]:
    """``greedy,random`` as a list."""
    return [name.strip() for name in bots.split(",")]


def need(module: str, extra: str) -> None:
    """BadOptions, with the remedy, if a library of an extra is not installed."""
    if find_spec(module) is None:
        raise BadOptions(f"This needs {module}, which is not installed: pip install 'mesozoic[{extra}]'.")


def progress_bar() -> Progress:
    """On stderr, and only for people, so that results can be piped."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
        redirect_stdout=sys.stdout.isatty(),  # above the bar; into a pipe it goes as it is
    )


class Rate(ProgressColumn):
    """How many are done a second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.1f}/s")
