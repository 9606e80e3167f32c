"""The command line. Every command is a short function that reads its arguments and calls into a package."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text
from typer.core import TyperGroup

import mesozoic
from mesozoic.bots import bot_names
from mesozoic.kernel.errors import BadOptions, MesozoicError
from mesozoic.kernel.game import Game
from mesozoic.kernel.options import Choice
from mesozoic.kernel.record import Record
from mesozoic.terminal import texts
from mesozoic.terminal.arguments import parse_options, read_deal, seat_names, usual_players
from mesozoic.terminal.evening import Evening, is_shared
from mesozoic.terminal.replay import Replay, read_reader
from mesozoic.terminal.saving import INTERRUPTED, target
from mesozoic.terminal.screens import Screen, make_console
from mesozoic.terminal.sitting import Sitting, sit_down, take_up

WRONG = 2
"""The exit status of a call that cannot be carried out as it was typed."""


class Commands(TyperGroup):
    """The commands; what goes wrong for a reason that a person can understand is told in one sentence."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except MesozoicError as error:
            typer.echo(f"mesozoic: {sentence(error)}", err=True)
            raise typer.Exit(WRONG) from None
        except KeyboardInterrupt:
            typer.echo("", err=True)
            raise typer.Exit(INTERRUPTED) from None


def sentence(error: MesozoicError) -> str:
    """The error on one line, whatever was typed."""
    return " ".join(str(error).split())


app = typer.Typer(
    cls=Commands,
    help="Dinosaur tabletop games, played by exactly their rules.",
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def main() -> None:
    """The entry point of the program."""
    app(prog_name="mesozoic")


# --- Arguments that several commands share ------------------------------------------------------------------


def game_names() -> list[str]:
    return list(mesozoic.games())


GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game's name.", autocompletion=game_names)]
Players = Annotated[int | None, typer.Option("--players", "-p", metavar="N", help="How many play.")]
Seed = Annotated[str | None, typer.Option("--seed", metavar="S", help="Chance from this seed: the same again.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; may be given several times."),
]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record that the program has written.")]


# --- Commands -----------------------------------------------------------------------------------------------


def show_version(wanted: bool) -> None:
    if wanted:
        slower = "pure Python (slower: reinstall with a C compiler to compile it)"
        typer.echo(f"mesozoic {mesozoic.__version__}, {'compiled' if mesozoic.compiled else slower}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show the version and how it runs.")
    ] = False,
) -> None:
    """Dinosaur tabletop games, played by exactly their rules. Begin with: mesozoic play"""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


@app.command()
def games(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Show the options of this game.", autocompletion=game_names)
    ] = None,
) -> None:
    """List the games, or the options of one."""
    make_console().print(games_table() if game is None else options_table(mesozoic.game(game)))


def games_table() -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for head in ("Game", "Players", "Minutes"):
        table.add_column(head, no_wrap=True)
    table.add_column("What it is")
    for game in mesozoic.games().values():
        facts = game.facts
        counts = (spread(facts.fewest_players, facts.most_players), spread(*facts.minutes))
        table.add_row(Text.assemble((game.name, "bold"), f"\n{game.title}"), *counts, game.summary)
    return table


def options_table(game: Game) -> Table:
    """Every option, and what each of its values means."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("--option", no_wrap=True)
    table.add_column(game.title)
    for option in game.options:
        usual = option.default_for(usual_players(game))
        table.add_row(Text(option.name, style="bold"), f"{option.help}: {option.values_text}, usually {usual}")
        for value, meaning in option.choices.items() if isinstance(option, Choice) else ():
            table.add_row(f"  {option.name}={value}", meaning)
    return table


def spread(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


@app.command()
def rules(
    game: GameName,
    number: Annotated[
        str | None, typer.Argument(metavar="NUMBER", help="Just this rule or ruling, such as DD-19 or DD-R11.")
    ] = None,
) -> None:
    """Show the rules of a game, or one of them."""
    texts.show_rules(make_console(), mesozoic.game(game), number)


@app.command()
def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="The game's name; asked for if missing.", autocompletion=game_names),
    ] = None,
    players: Players = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            "-s",
            metavar="KIND",
            help=f"Who sits in the next seat: you, a name such as Ann, or a bot: {', '.join(bot_names())}.",
        ),
    ] = None,
    seed: Seed = None,
    option: Options = None,
    deal: Annotated[Path | None, typer.Option(metavar="FILE.json", help="The cards in the order of this file.")] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with the game of this record.")] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the game in this file.")] = None,
) -> None:
    """Play in this terminal: people and bots in any seats.

    Without --seat you play against bots. Seats given with --seat are filled in their order, the others by the
    strongest bot; without --players exactly the given seats play.
    """
    console = make_console()
    if resume is not None:
        refuse_beside_resume(game=game, players=players, seat=seat, seed=seed, option=option, deal=deal)
        sitting = resumed(resume)
    else:
        chosen = mesozoic.game(game) if game is not None else choose_game(console)
        cards = read_deal(deal) if deal is not None else None
        sitting = begun(chosen, seat_names(chosen, players, seat or []), seed, parse_options(option or []), cards)
    path = target(str(save)) if save is not None else resume
    raise typer.Exit(Evening(sitting, Screen(console, is_shared(sitting)), path).run())


def begun(
    game: Game, names: list[str], seed: str | None, options: dict[str, str], deal: dict[str, Any] | None
) -> Sitting:
    """A new game with these people and bots."""
    chance = seed if seed is not None else str(secrets.randbits(62))
    state = game.start(len(names), seed=chance, options=options, deal=deal)
    return Sitting(state, sit_down(names, chance), [], chance)


def resumed(path: Path) -> Sitting:
    """The game of a record, unless it is over."""
    sitting = take_up(Record.load(path), mesozoic.game, secrets.randbits(62))
    if sitting.state.is_over:
        raise BadOptions(f"The game in {path} is over: look at it with mesozoic replay {path}.")
    return sitting


def refuse_beside_resume(**given: object) -> None:
    """A record says all about its game, so nothing else may."""
    for name, value in given.items():
        if value not in (None, []):
            what = "the name of the game" if name == "game" else f"--{name}"
            raise BadOptions(f"A resumed game is set up by its record: leave out {what}.")


def choose_game(console: Console) -> Game:
    """The only game there is, or the one that a person picks from a small menu."""
    known = list(mesozoic.games().values())
    if len(known) == 1:
        return known[0]
    if not sys.stdin.isatty():
        raise BadOptions(f"Name the game: {' or '.join(game.name for game in known)}.")
    for number, game in enumerate(known, 1):
        console.print(Text.assemble(f"{number}  ", (game.title, "bold"), f"  {game.summary}"))
    while True:
        typed = ask_for_game()
        for number, game in enumerate(known, 1):
            if typed in (str(number), game.name, game.title.lower()):
                return game
        console.print(f"Type a number from 1 to {len(known)}.")


def ask_for_game() -> str:
    try:
        return input("Which game? ").strip().lower()
    except EOFError:
        raise BadOptions("No game was chosen.") from None


@app.command()
def replay(
    file: RecordFile,
    seat: Annotated[
        str, typer.Option("--seat", "-s", metavar="P2|all|spectator", help="Through whose eyes; all: everything.")
    ] = "spectator",
    step: Annotated[bool, typer.Option("--step", help="Show the position after each move; Enter goes on.")] = False,
    last: Annotated[bool, typer.Option("--last", help="Show only the last position.")] = False,
) -> None:
    """Show a record move by move."""
    record = Record.load(file)
    reader = read_reader(seat, record.players)
    Replay(record, mesozoic.game, Screen(make_console(), shared=False), reader).show(step=step, last=last)


if __name__ == "__main__":
    main()
