"""What a bot is: somebody who sits in a seat, knows what that seat may know, and chooses."""

from __future__ import annotations

from abc import ABC, abstractmethod

from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import State


class Bot(ABC):
    """A player. It thinks on views and imagined states only, never on what its seat may not know."""

    name: str

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    @abstractmethod
    def code(self, state: State, seat: int) -> int:
        """The engine code of the move that the bot makes in this seat."""

    def plan(self, state: State, seat: int) -> list[int]:
        """The codes of all that the bot means to do now: what follows the first, only while nothing is revealed."""
        return [self.code(state, seat)]

    def choose(self, state: State, seat: int) -> str:
        """The move that the bot makes in this seat, in the game's notation."""
        return state.setup.game.text(self.code(state, seat))
