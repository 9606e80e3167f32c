"""Five dinosaur tabletop games, playable by exactly their rules, and measurable.

>>> import mesozoic
>>> state = mesozoic.game("dolphins-and-dinos").start(players=4, seed=7)
>>> state.moves(0)
['15', '7', '4', 'C']
"""

from __future__ import annotations

from mesozoic import _pure  # first: it decides whether the others come from their source
from mesozoic.games import all_games, find_game
from mesozoic.kernel import state as _engine
from mesozoic.kernel.errors import BadOptions, BadRecord, IllegalMove, MesozoicError, UnreadableMove
from mesozoic.kernel.event import Event
from mesozoic.kernel.game import Facts, Game, Result
from mesozoic.kernel.record import Record
from mesozoic.kernel.rng import Rng, seeded
from mesozoic.kernel.state import HOST, State

__version__ = "0.1.0"
__all__ = [
    "HOST",
    "BadOptions",
    "BadRecord",
    "Event",
    "Facts",
    "Game",
    "IllegalMove",
    "MesozoicError",
    "Record",
    "Result",
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

_pure.insist_on_compiled_if_asked(compiled)


def game(name: str) -> Game:
    """The game of that name, for instance ``dolphins-and-dinos``."""
    return find_game(name)


def __dir__() -> list[str]:
    """What a user needs, without the packages that importing has hung here."""
    return [*__all__, "__doc__", "__version__"]
