"""Playthroughs: a short game as text, for reading in review; a change of rules shows as a change of the file.

A playthrough file begins with how it was made, so it can be made again: ``python -m mesozoic.lab.playthrough`` rewrites
every file under ``tests/games/*/playthroughs``; the tests compare them line by line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

from rich.console import Console

from mesozoic.bots import make_bot
from mesozoic.games import find_game
from mesozoic.kernel.rng import seeded
from mesozoic.kernel.state import HOST, State, seat_name

FOLDER = Path("tests/games")
WIDTH = 100
FIRST_LINE = "# How this game is played: "
RULE = "-" * WIDTH
MANY_MOVES = 24
"""Longer lists of legal moves are not written out."""


def playthrough(how: dict[str, Any]) -> str:
    """The text of a game played by the bots of ``how``; the board is drawn before every ``boards``-th decision."""
    lines = [FIRST_LINE + json.dumps(how)]
    state = find_game(how["game"]).start(how["players"], seed=how["seed"], options=how["options"])
    lines += timed_game(state, how) if state.setup.game.levels.names() else turns(state, how)
    result = state.result
    assert result is not None
    lines += [*board(state, None), f"scores {result.scores}, places {result.places}. {result.why}", ""]
    return "\n".join(lines)


def turns(state: State, how: dict[str, Any]) -> list[str]:
    """A game in which every decision waits for its seat."""
    lines: list[str] = []
    bots = [make_bot(name, seeded(how["seed"], seat)) for seat, name in enumerate(how["bots"])]
    number = 0
    while state.to_move:
        seat = state.to_move[0]
        if number % how["boards"] == 0:
            lines += board(state, seat)
        number += 1
        move = bots[seat].choose(state, seat) if seat >= 0 else state.moves(seat)[0]
        lines.append(f"{number}. {seat_name(seat)} {move}    of: {choices(state.moves(seat))}")
        lines += [f"     {event.words()}" for event in state.play(seat, move)]
    return lines


def timed_game(state: State, how: dict[str, Any]) -> list[str]:
    """A game of real-time bots, every move with its time."""
    lines: list[str] = []
    tempo = state.setup.game.levels.tempo(state, dict(enumerate(how["bots"])), how["seed"])
    tempo.begin(0)
    number = 0
    while state.to_move and (first := tempo.next()) is not None:
        happening = tempo.due(first.at)
        if happening is None:
            continue
        at, seat, code = happening
        if number % how["boards"] == 0:
            lines += board(state, None if seat == HOST else seat)
        number += 1
        move = state.setup.game.text(code)
        state.wait_until(at)
        lines.append(f"{number}. {at / 1000:.3f} s {seat_name(seat)} {move}    of: {choices(state.moves(seat))}")
        lines += [f"     {event.words()}" for event in state.play(seat, move, at)]
        tempo.follow(seat, code, at)
    return lines


def choices(moves: list[str]) -> str:
    """The legal moves, or how many there are if that is too much to read."""
    return " ".join(moves) if len(moves) <= MANY_MOVES else f"{len(moves)} moves, {moves[0]} to {moves[-1]}"


def board(state: State, seat: int | None) -> list[str]:
    """What the seat sees, drawn as in the terminal but without colour."""
    out = StringIO()
    console = Console(file=out, width=WIDTH, color_system=None, force_terminal=False, legacy_windows=False)
    console.print(state.setup.game.terminal.draw(state.view(seat)))
    who = "a spectator" if seat is None else seat_name(seat)
    return ["", f"{f'--- what {who} sees ':-<{WIDTH}}", *[line.rstrip() for line in out.getvalue().splitlines()], RULE]


def files() -> Iterator[tuple[Path, dict[str, Any]]]:
    """Every playthrough file, with how it is made."""
    for path in sorted(FOLDER.glob("*/playthroughs/*.txt")):
        first = path.read_text("utf-8").split("\n", 1)[0]
        yield path, json.loads(first.removeprefix(FIRST_LINE))


def main() -> None:
    for path, how in files():
        path.write_text(playthrough(how), "utf-8")
        print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
