"""The command line. Every command is a short function that reads its arguments and calls into a package."""

from __future__ import annotations

import getpass
import io
import json
import os
import secrets
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text
from typer.core import TyperGroup

import mesozoic
from mesozoic import cli_campaign, cli_lab
from mesozoic.bots import bot_names, usual_bot
from mesozoic.cli_shared import (
    AsJson,
    CardsFile,
    Cores,
    GameName,
    Options,
    Players,
    Seed,
    game_names,
    progress_bar,
    with_cards,
)
from mesozoic.games import FOLDERS, unloaded_games
from mesozoic.kernel import conformance
from mesozoic.kernel.arrays import Arrays
from mesozoic.kernel.card_tables import BadTable
from mesozoic.kernel.errors import BadOptions, MesozoicError
from mesozoic.kernel.game import Game, Setup
from mesozoic.kernel.options import Choice
from mesozoic.kernel.record import Record
from mesozoic.lab import bench as lab_bench
from mesozoic.lab import bench_lab, tables
from mesozoic.lab import ladder as lab_ladder
from mesozoic.lab import simulate as lab_simulate
from mesozoic.lab.entrants import check_entrant, make_entrant
from mesozoic.lab.new_game import write_game
from mesozoic.lab.pieces import Interrupted
from mesozoic.table import admin
from mesozoic.table.settings import described
from mesozoic.terminal import texts
from mesozoic.terminal.arguments import parse_options, read_deal, read_text, seat_names, usual_players
from mesozoic.terminal.evening import Evening, is_shared
from mesozoic.terminal.realtime import RealTimeEvening
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
            raise typer.Exit(INTERRUPTED if isinstance(error, Interrupted) else WRONG) from None
        except KeyboardInterrupt:
            typer.echo("", err=True)
            raise typer.Exit(INTERRUPTED) from None


def sentence(error: MesozoicError) -> str:
    """The error on one line, whatever was typed."""
    return " ".join(str(error).split())


app = typer.Typer(
    cls=Commands,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def main() -> None:
    """The entry point of the program. A terminal that lacks a sign such as an arrow shows a question mark for it."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    app(prog_name="mesozoic")


# --- Arguments that several commands share ------------------------------------------------------------------


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
    """Dinosaur tabletop games, played by exactly their rules.

    Begin with: mesozoic play
    """
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())
        return
    for where, why in unloaded_games().items():
        typer.echo(f"mesozoic: the game in {where} is left out, as it cannot be loaded: {why}", err=True)


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
    for game in mesozoic.all_games().values():
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
def observations(game: GameName, players: Players = None, option: Options = None) -> None:
    """Print what each number of an observation means, for bots that learn from arrays."""
    chosen = mesozoic.game(game)
    arrays = Arrays(chosen.prepare(players or usual_players(chosen), parse_options(option or ())))
    count = arrays.setup.players
    typer.echo(
        f"{chosen.title}, {count} player{'s' * (count > 1)}: {arrays.size} numbers, {arrays.action_count} actions"
    )
    for one in arrays.meanings():
        typer.echo(f"{one.at:5}  {one}")


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
            help=f"Who sits in the next seat: you, a name such as Ann, or a bot: {', '.join(bot_names())}; "
            "games in real time have the five levels alone.",
        ),
    ] = None,
    seed: Seed = None,
    option: Options = None,
    deal: Annotated[Path | None, typer.Option(metavar="FILE.json", help="The cards in the order of this file.")] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with the game of this record.")] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the game in this file.")] = None,
    cards: CardsFile = None,
) -> None:
    """Play in this terminal: people and bots in any seats.

    Without --seat you play against bots. Seats given with --seat are filled in their order, the others by bots of
    a middling level (hunter; in real time hatchling); without --players exactly the given seats play.
    """
    console = make_console()
    if resume is not None:
        refuse_beside_resume(game=game, players=players, seat=seat, seed=seed, option=option, deal=deal, cards=cards)
        sitting = resumed(resume)
    else:
        chosen = mesozoic.game(game) if game is not None else choose_game(console)
        piles = read_deal(deal) if deal is not None else None
        options = with_cards(chosen, parse_options(option or []), cards)
        sitting = begun(chosen, seat_names(chosen, players, seat or []), seed, options, piles)
    path = target(str(save)) if save is not None else resume
    evening = RealTimeEvening if sitting.game.levels.names() else Evening
    raise typer.Exit(evening(sitting, Screen(console, is_shared(sitting)), path).run())


def begun(
    game: Game, names: list[str], seed: str | None, options: dict[str, str], deal: dict[str, Any] | None
) -> Sitting:
    """A new game with these people and bots."""
    chance = seed if seed is not None else str(secrets.randbits(62))
    state = game.start(len(names), seed=chance, options=options, deal=deal)
    return Sitting(state, sit_down(game, names, chance), [], chance)


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
    known = list(mesozoic.all_games().values())
    if len(known) == 1:
        return known[0]
    if not can_ask():
        raise BadOptions(f"Name the game: {' or '.join(game.name for game in known)}.")
    for number, game in enumerate(known, 1):
        console.print(Text.assemble(f"{number}  ", (game.title, "bold"), f"  {game.summary}"))
    while True:
        typed = ask_for_game()
        for number, game in enumerate(known, 1):
            if typed in (str(number), game.name, game.title.lower()):
                return game
        console.print(f"Type a number from 1 to {len(known)}.")


def can_ask() -> bool:
    """Does a person sit there?"""
    return sys.stdin.isatty()


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


@app.command()
def simulate(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-g", metavar="K", help="How many games.")] = 1000,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            "-b",
            metavar="NAME,NAME",
            help=f"Who plays: {', '.join(bot_names())}, search:200ms or apex:50v; the last one takes the seats left.",
        ),
    ] = None,
    seed: Seed = None,
    option: Options = None,
    workers: Cores = None,
    figures: Annotated[
        bool, typer.Option("--figures", help="Also what the game itself tells about its games.")
    ] = False,
    paired: Annotated[bool, typer.Option("--paired", help="Each deal with every bot in every seat.")] = False,
    as_json: AsJson = False,
    cards: CardsFile = None,
) -> None:
    """Play many games between bots and show who wins how often."""
    chosen = mesozoic.game(game)
    setup = chosen.prepare(players or usual_players(chosen), with_cards(chosen, parse_options(option or []), cards))
    usual = [usual_bot(chosen)] if chosen.levels.names() else ["greedy", "random"][: setup.players]
    names = usual if bots is None else [name.strip() for name in bots.split(",")]
    with progress_bar() as bar:
        task = bar.add_task(f"{games:,} games", total=games)
        found = lab_simulate.simulate(
            setup, names, games, seed or "0", workers, lambda done: bar.update(task, advance=done), figures, paired
        )
    if as_json:
        typer.echo(json.dumps(found.json(), indent=1))
    else:
        make_console().print(tables.simulation_table(found))


LADDER_BOTS = (
    "Weakest first. By default the five levels; alpha and apex think for 60 and 400 visits then, less than at a table "
    "but the same again with the same seed."
)


@app.command()
def ladder(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-g", metavar="K", help="How many games between two bots.")] = 200,
    bots: Annotated[
        str | None,
        typer.Option("--bots", "-b", metavar="NAME,NAME", help=LADDER_BOTS),
    ] = None,
    seed: Seed = None,
    option: Options = None,
    workers: Cores = None,
    as_json: AsJson = False,
) -> None:
    """Let each bot play the one below it on the same deals, and show how far it stands above it."""
    chosen = mesozoic.game(game)
    fewest = max(chosen.facts.fewest_players, min(2, chosen.facts.most_players))
    setup = chosen.prepare(players or fewest, parse_options(option or []))
    names = lab_ladder.usual_rungs(chosen) if bots is None else [name.strip() for name in bots.split(",")]
    total = lab_ladder.games_in_all(setup, names, games)
    show = RungLines(setup, names, games, seed or "0", is_silent=as_json)
    with progress_bar() as bar:
        task = bar.add_task(f"{len(names)} bots", total=total)
        found = lab_ladder.climb(
            setup, names, games, seed or "0", workers, lambda done: bar.update(task, advance=done), show.add
        )
    if as_json:
        typer.echo(json.dumps(found.json(), indent=1))


class RungLines:
    """Prints each rung as soon as it is done, so that nothing is lost of a ladder that takes hours."""

    def __init__(self, setup: Setup, bots: list[str], games: int, seed: str, *, is_silent: bool) -> None:
        self.bots = bots
        self.head = [] if is_silent else tables.ladder_head(setup, bots, games, seed)
        self.is_silent = is_silent

    def add(self, rung: lab_ladder.Rung) -> None:
        if not self.is_silent:
            print(*self.head, tables.rung_line(self.bots, rung), sep="\n", flush=True)
        self.head = []


@app.command()
def check(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Only this game.", autocompletion=game_names)
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", "-g", metavar="K", help="Random games for each set-up of a long check.")
    ] = None,
    seed: Seed = None,
    workers: Cores = None,
    cards: CardsFile = None,
) -> None:
    """Check whether games keep the contract: every law in random games, by default about a minute a game.

    Many million decisions are checked by mesozoic campaign, inside the engine.
    """
    if cards is not None and game is None:
        raise BadOptions("A card table belongs to one game: say which one is to be checked with it.")
    chosen = [mesozoic.game(game)] if game is not None else list(mesozoic.all_games().values())
    always = with_cards(chosen[0], {}, cards)
    kept = [check_one(one, games, seed or "0", workers or os.cpu_count() or 1, always) for one in chosen]
    if not all(kept):
        raise typer.Exit(1)


def check_one(game: Game, games: int | None, seed: str, workers: int, always: dict[str, str]) -> bool:
    """Does the game keep the contract? Says what was done, or which law is broken."""
    with progress_bar() as bar:
        task = bar.add_task(game.name, total=None)

        def tell(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)
            if bar.disable and (done * 10 // total) > (done - 1) * 10 // total:
                typer.echo(f"{game.name}: {done} of {total} set-ups checked", err=True)

        try:
            report = conformance.check_game(game, games, seed, tell, workers=workers, always=always)
        except conformance.ContractBroken as broken:
            typer.echo(str(broken), err=True)
            return False
    typer.echo("\n".join(report.lines()))
    return True


@app.command("new-game")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its name in commands, such as egg-race.")],
    title: Annotated[str, typer.Option(metavar="TEXT", help="Its name for people; made from NAME if missing.")] = "",
    into: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write its folder there; by default beside the other games.")
    ] = None,
) -> None:
    """Write a complete small game, to be changed into yours: see docs/add-a-game.md."""
    folder = write_game(name, title, into)
    outside = "" if into is None else f"{FOLDERS}={folder.parent} "
    typer.echo(f"{folder} holds a complete small game. Next:")
    for step in (f"check {name}", f"play {name}", "serve --open"):
        typer.echo(f"  {outside}mesozoic {step}")


@app.command(epilog=described())
def serve(
    host: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Listen here; 0.0.0.0 lets others in.")] = None,
    port: Annotated[int | None, typer.Option(metavar="N", help="The port; 0 takes any free one.")] = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="sqlite:///FILE, or postgresql://USER@HOST/NAME.")
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the table in a browser.")] = False,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let other devices of your network in, and show them the way.")
    ] = False,
) -> None:
    """Run the table's server: matches of people and bots over the network.

    Every setting can also be given by environment, such as MESOZOIC_DATABASE; see docs/operating.md.
    """
    from mesozoic.table import memory

    memory.take_from_the_system()
    from mesozoic.table import run
    from mesozoic.table.http.reach import ALL
    from mesozoic.table.settings import read_settings

    if lan and host is None:
        host = ALL[0]
    raise typer.Exit(run.serve(read_settings(host=host, port=port, database=database), open_browser, lan))


@app.command()
def join(
    address: Annotated[str, typer.Argument(metavar="URL", help="A server, the link of a match, or of a seat.")],
    name: Annotated[str, typer.Option(metavar="NAME", help="How you are called at the table.")] = "",
    watch: Annotated[bool, typer.Option("--watch", help="Only look on.")] = False,
    bot: Annotated[
        str | None, typer.Option("--bot", metavar="NAME", help="A bot plays: hunter, search:200ms, or MODULE:CLASS.")
    ] = None,
    seed: Seed = None,
) -> None:
    """Sit down at a table of a server, in this terminal.

    Your seat is remembered on this computer: the same command brings you back to it. With --bot a program of yours
    sits down instead: see docs/write-a-bot.md.
    """
    from mesozoic.terminal import guest
    from mesozoic.terminal.join import join as join_table

    screen = Screen(make_console(), shared=False)
    if bot is None:
        raise typer.Exit(join_table(address, (name or getpass.getuser())[:40], watch, screen))
    if watch:
        raise BadOptions("A bot that only looks on has nothing to do: leave out --watch.")
    rng = mesozoic.seeded(seed or secrets.token_hex())
    own = guest.Own(bot, lambda game: check_entrant(game, bot), lambda: make_entrant(bot, rng))
    raise typer.Exit(guest.join(address, (name or f"{bot} (bot)")[:40], own, screen))


@app.command()
def openapi() -> None:
    """Print the document of the server's API, with the messages of the socket and the views of the games."""
    from mesozoic.table.http import types

    typer.echo(json.dumps(types.openapi(mesozoic.all_games().values()), indent=1, sort_keys=True))


app.add_typer(cli_lab.lab, name="lab")
app.command()(cli_campaign.campaign)

app.add_typer(admin.app, name="admin")
card_commands = typer.Typer(rich_markup_mode=None, help="Card tables of games that can be played with other cards.")
app.add_typer(card_commands, name="cards")


TableFile = Annotated[Path, typer.Argument(metavar="FILE", help="A card table.")]


@card_commands.command("export")
def export_cards(game: GameName) -> None:
    """Print the game's own card table, to be kept in a file and changed."""
    typer.echo(mesozoic.game(game).other_cards().own_text, nl=False)


@card_commands.command("check")
def check_cards(game: GameName, file: TableFile) -> None:
    """Check a card table: every problem with its line and column."""
    problems, notes = mesozoic.game(game).check_cards(read_text(file))
    for line in [*problems, *notes]:
        typer.echo(line)
    if problems:
        raise typer.Exit(1)
    typer.echo(f"{file} can be played: mesozoic play {game} --cards {file}")


@card_commands.command("diff")
def diff_cards(
    game: GameName,
    file: TableFile,
    other: Annotated[
        Path | None,
        typer.Argument(metavar="OTHER", help="Compare with FILE this table, not the game's own with FILE."),
    ] = None,
) -> None:
    """What changed between two card tables: from the game's own to FILE, or from FILE to OTHER."""
    first, second = ("", read_text(file)) if other is None else (read_text(file), read_text(other))
    try:
        changes = mesozoic.game(game).other_cards().changes(first, second)
    except BadTable as error:
        for line in error.problems:
            typer.echo(line, err=True)
        raise typer.Exit(1) from None
    for change in changes:
        typer.echo(change.words())
    if not changes:
        typer.echo("Nothing differs.")


@app.command()
def bench(
    rounds: Annotated[int, typer.Option(metavar="N", min=1, help="Rounds in turn; the middle one counts.")] = 7,
    as_json: AsJson = False,
) -> None:
    """Measure the speed of every game, compiled and not, beside peers that are installed."""
    speeds = lab_bench.run(rounds, lambda line: typer.echo(line, err=True))
    report = lab_bench.report(speeds)
    if as_json:
        feats = [asdict(feat) for feat in lab_bench.feats(rounds)]
        costs = [{**asdict(cost), "loss": cost.loss} for cost in bench_lab.costs(max(1, rounds // 2))]
        workers = bench_lab.scaling()
        scaling = None if workers is None else asdict(workers)
        typer.echo(json.dumps({**report, "feats": feats, "lab": costs, "cluster": scaling}, indent=1))
    else:
        times = [one["times_peer"] for one in report["speeds"]]
        make_console().print(tables.bench_table(speeds, times))
        peer = report["peer"] or "none is installed: pip install 'mesozoic[bench]'"
        typer.echo(f"Peer: {peer}")
        for feat in lab_bench.feats(rounds):
            typer.echo(f"{feat.game}: {feat.per_second:,.0f} {feat.what} a second")
        for cost in bench_lab.costs(max(1, rounds // 2)):
            typer.echo(
                f"{cost.game}, {cost.players} seats: {cost.bare:,.0f} games a second played only, "
                f"{cost.counted:,.0f} as a run of the lab ({abs(cost.loss):.0%} {'less' if cost.loss >= 0 else 'more'})"
            )
        if (workers := bench_lab.scaling()) is not None:
            typer.echo(
                f"{workers.game} on a local cluster, {workers.games} greedy games: {workers.one:,.1f} a second with 1 "
                f"worker, {workers.two:,.1f} with 2 ({workers.two / workers.one:.2f} times)"
            )


if __name__ == "__main__":
    main()
