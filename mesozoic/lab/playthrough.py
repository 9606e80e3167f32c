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
from mesozoic.kernel.state import State, seat_name

FOLDER = Path("tests/games")
WIDTH = 100
FIRST_LINE = "# How this game is played: "
RULE = "-" * WIDTH


def playthrough(how: dict[str, Any]) -> str:
    """The text of a game played by the bots of ``how``; the board is drawn before every ``boards``-th decision."""
    lines = [FIRST_LINE + json.dumps(how)]
    state = find_game(how["game"]).start(how["players"], seed=how["seed"], options=how["options"])
    bots = [make_bot(name, seeded(how["seed"], seat)) for seat, name in enumerate(how["bots"])]
    number = 0
    while state.to_move:
        seat = state.to_move[0]
        if number % how["boards"] == 0:
            lines += board(state, seat)
        number += 1
        move = bots[seat].choose(state, seat) if seat >= 0 else state.moves(seat)[0]
        lines.append(f"{number}. {seat_name(seat)} {move}    of: {' '.join(state.moves(seat))}")
        lines += [f"     {event.words()}" for event in state.play(seat, move)]
    result = state.result
    assert result is not None
    lines += [*board(state, None), f"scores {result.scores}, places {result.places}. {result.why}", ""]
    return "\n".join(lines)


def board(state: State, seat: int | None) -> list[str]:
    """What the seat sees, drawn as in the terminal but without colour."""
    out = StringIO()
    console = Console(file=out, width=WIDTH, color_system=None, force_terminal=False, legacy_windows=False)
    console.print(state.setup.game.draw(state.view(seat)))
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
