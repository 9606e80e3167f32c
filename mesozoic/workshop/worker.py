"""A process that plays for the workshop: pieces of both games, one after the other, and the pages in the end.

It gives way to everything else on the machine, reads tasks from its standard input and tells on its standard output
how far it is. When the input ends, the server is gone, however it ended, and so is this process. A piece is stored
whole or not at all, so it may be ended at any moment.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import msgspec

from mesozoic.kernel.errors import MesozoicError
from mesozoic.workshop.plans import SIDES
from mesozoic.workshop.shelf import Kept, Result, Shelf, write

GIVES_WAY = 10
"""How much lower its priority is: those who play a match do not notice it."""


class Part(msgspec.Struct, frozen=True):
    """A piece of one of the two games, and how many games it has."""

    side: str
    name: str
    games: int


class Task(msgspec.Struct):
    do: Literal["begin", "play", "report"]
    folder: str
    part: Part | None = None


class Said(msgspec.Struct):
    """What a worker tells: a game is played, or a task is done."""

    is_done: bool = False
    missing: list[Part] = msgspec.field(default_factory=list)
    """Answer to ``begin``: what is still to be played, in the order in which it should be."""
    problem: str = ""


Tell = Callable[[Said], None]


def begin(kept: Kept) -> list[Part]:
    """Make both folders runs of the lab, or see that they are; what is missing, the two games in turn."""
    from mesozoic.lab import run as lab
    from mesozoic.lab.pieces import is_stored
    from mesozoic.lab.results import Run
    from mesozoic.lab.schema import run_setup

    wish = kept.plan.wish
    missing: list[list[Part]] = []
    for side in SIDES:
        home = kept.side(side)
        setup = lab.begin(
            run_setup(
                wish.game,
                wish.players,
                wish.bots,
                wish.games,
                wish.seed,
                kept.plan.options(side),
                kept.plan.cards(side),
            ),
            home,
        )
        pieces = [] if Run(home, setup).is_finished else lab.cut(setup)
        missing.append([Part(side, piece.name, piece.size) for piece in pieces if not is_stored(home, piece)])
    return sorted([part for side in missing for part in side], key=lambda part: part.name)


def play(kept: Kept, part: Part, tell: Tell) -> None:
    """Play one piece and store it; every game of it is told."""
    from mesozoic.lab import run as lab
    from mesozoic.lab.pieces import store
    from mesozoic.lab.results import read_setup

    home = kept.side(part.side)
    setup = read_setup(home)
    piece = next(one for one in lab.cut(setup) if one.name == part.name)
    begun = 0

    def is_stopped() -> bool:
        """Asked before each game: then the one before it is done."""
        nonlocal begun
        if begun:
            tell(Said())
        begun += 1
        return False

    store(home, piece, lab.play(setup, piece, is_stopped))
    tell(Said())


def report(kept: Kept) -> None:
    """Compare what is played of both games, and write the pages."""
    from mesozoic.lab import run as lab
    from mesozoic.lab.compare import Names, compare, differences, verdict
    from mesozoic.lab.pieces import ThisMachine, is_stored
    from mesozoic.lab.report import report as report_of
    from mesozoic.lab.results import Run, read_setup
    from mesozoic.lab.sample import Sample

    runs = []
    for side in SIDES:
        home = kept.side(side)
        setup = read_setup(home)
        is_whole = all(is_stored(home, piece) for piece in lab.cut(setup))
        runs.append(lab.run(setup, home, ThisMachine(1)) if is_whole else Run.open(home))
    names = Names("The game as it is", "With your changes", "as the game is", "with your changes")
    usual, changed = runs
    pages = {
        "compare": compare(usual, changed, names),
        **{side: report_of(run) for side, run in zip(SIDES, runs, strict=True)},
    }
    for name, text in pages.items():
        write(kept.page(name), text.encode())
    short = verdict(differences(Sample(usual), Sample(changed)), names)
    kept.write_result(Result(short, sum(run.games.num_rows for run in runs)))


def work() -> None:
    """Do what is wanted until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C stops the server, and that ends its workers
    with suppress(OSError, AttributeError):  # not every system has it
        os.nice(GIVES_WAY)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing else may be said there
    tasks: queue.SimpleQueue[Task] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(tasks,), daemon=True).start()

    def tell(said: Said) -> None:
        answers.write(msgspec.json.encode(said) + b"\n")
        answers.flush()

    with suppress(BrokenPipeError):
        while True:
            tell(do(tasks.get(), tell))


def listen(tasks: Any) -> None:
    """Tasks as they come; with the server this process ends, whatever it does."""
    for line in sys.stdin.buffer:
        tasks.put(msgspec.json.decode(line, type=Task))
    os._exit(0)


def do(task: Task, tell: Tell) -> Said:
    folder = Path(task.folder)
    try:
        kept = Shelf(folder.parent).open(folder.name)
        if task.do == "begin":
            return Said(is_done=True, missing=begin(kept))
        if task.do == "report":
            report(kept)
        elif task.part is not None:
            play(kept, task.part, tell)
    except (MesozoicError, OSError) as error:
        return Said(is_done=True, problem=str(error))
    except Exception as error:
        return Said(is_done=True, problem=f"This is a fault of the workshop: {type(error).__name__}: {error}")
    return Said(is_done=True)


if __name__ == "__main__":
    work()
