"""A bot that fails at a terminal has a move by chance made for it, as at any table, and the game goes on."""

from __future__ import annotations

from collections.abc import Callable
from reprlib import repr as shortened

from mesozoic.bots import Bot, make_bot
from mesozoic.bots.faults import said_of
from mesozoic.kernel.rng import seeded
from mesozoic.kernel.state import State


def sound_choice(name: str, bot: Bot, state: State, seat: int, tell: Callable[[str, str], None]) -> str:
    """The bot's move; one by chance where it fails or answers none of its moves, and whoever looks on is told why."""
    try:
        move = bot.choose(state.clone(), seat)
        if move in state.moves(seat):
            return move
        problem = f"answers {shortened(move)}, which is no legal move"
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        problem = f"fails: {said_of(error, type(bot).__module__)}"
    tell(f"The bot {name} {' '.join(problem.split())}. A move by chance is made for it.", "italic")
    return make_bot("random", seeded("by chance", len(state.history), seat)).choose(state, seat)
