"""Five dinosaur tabletop games, playable by exactly their rules, and measurable.

>>> import mesozoic
>>> state = mesozoic.game("dolphins-and-dinos").start(players=4, seed=7)
>>> state.moves(0)
['15', '7', '4', 'C']
"""

from __future__ import annotations

import os
import sys

from mesozoic._pure import use_source_files

if os.environ.get("MESOZOIC_PURE", "") not in ("", "0"):
    use_source_files(__name__)

from mesozoic.games import all_games, find_game
from mesozoic.kernel import state as _engine
from mesozoic.kernel.errors import BadOptions, BadRecord, IllegalMove, MesozoicError, UnreadableMove
from mesozoic.kernel.game import Game
from mesozoic.kernel.record import Record
from mesozoic.kernel.rng import Rng, seeded
from mesozoic.kernel.state import HOST, State

__version__ = "0.1.0"
__all__ = [
    "HOST",
    "BadOptions",
    "BadRecord",
    "Game",
    "IllegalMove",
    "MesozoicError",
    "Record",
    "Rng",
    "State",
    "UnreadableMove",
    "all_games",
    "compiled",
    "game",
    "seeded",
]

compiled: bool = not str(_engine.__file__).endswith(".py")
"""Does the compiled engine run, or the same source uncompiled?"""

if not compiled and os.environ.get("MESOZOIC_PURE") == "0":
    sys.exit(
        "mesozoic: MESOZOIC_PURE=0 asks for the compiled engine, but none is installed: reinstall with a C compiler."
    )


def game(name: str) -> Game:
    """The game of that name, for instance ``dolphins-and-dinos``."""
    return find_game(name)
