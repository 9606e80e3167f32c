"""Batches: many games stepped by one call, actions in and NumPy arrays out.

    batch = Batch("dolphins-and-dinos", games=1024, players=4, seed=1)
    step = batch.reset()
    while True:
        step = batch.step(policy(step.observations, step.mask))

In each game one seat decides, ``step.seats`` says which; seats that decide at once do so one after the other, without
seeing what the others have chosen. A game that ends starts anew at once: ``step.done`` is then 1, ``step.rewards`` is
what the ended game brought to every seat, and the observation is the first of the new game. Game number n in place p is
``game.start(players, seed=f"{seed}/{p}/{n}")``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError:
    raise ImportError("Batches need NumPy: pip install 'mesozoic[batch]'.") from None
from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games import find_game
from mesozoic.kernel.arrays import Arrays
from mesozoic.kernel.errors import BadOptions, IllegalMove
from mesozoic.kernel.many import ManyGames

REWARDS = ("place", "score")


class Step(NamedTuple):
    """What ``reset`` and ``step`` say. The arrays are written anew by the next step: copy what you keep."""

    observations: NDArray[np.int32]
    """For each game what the deciding seat may know."""
    mask: NDArray[np.int8]
    """For each game 1 for every legal action."""
    seats: NDArray[np.int32]
    """Who decides."""
    rewards: NDArray[np.float32]
    """For each game and seat; 0 unless the game has just ended."""
    done: NDArray[np.int32]
    """1 where a game has just ended and a new one has begun."""


class Batch:
    """So many games of one set-up.

    Rewards by ``place``: 1 for the first, -1 for the last, evenly between; alone 1 for a win and -1 for a loss. By
    ``score``: the points, negative where the fewest win.
    """

    def __init__(
        self,
        game: str,
        games: int,
        players: int = 1,
        seed: int | str = 0,
        options: Mapping[str, Any] | None = None,
        rewards: str = "place",
    ) -> None:
        self.setup = find_game(game).prepare(players, options)
        if self.setup.game.facts.realtime:
            raise BadOptions(f"{self.setup.game.title} is played in real time: there are no batches of it.")
        if not isinstance(games, int) or isinstance(games, bool) or games < 1:
            raise BadOptions("A batch has at least one game: give their number.")
        if rewards not in REWARDS:
            raise BadOptions(f"There are no rewards by {rewards!r}: choose {' or '.join(REWARDS)}.")
        self.arrays = arrays = Arrays(self.setup)
        self.by_place = rewards == "place"
        self.many = ManyGames(self.setup, arrays.observer, arrays.actions, arrays.size, games, seed, self.by_place)
        shape = (games, arrays.size)
        # Live arrays over the engine's own memory: nothing is copied.
        self._observations = np.frombuffer(memoryview(self.many.observations.row), np.int32).reshape(shape)
        self._seats = np.frombuffer(memoryview(self.many.seats), np.int32)
        self._done = np.frombuffer(memoryview(self.many.done), np.int32)
        self._marks = np.frombuffer(memoryview(self.many.marks), np.int32).reshape(games, players)
        self._mask = np.zeros((games, arrays.action_count), np.int8)
        self._rewards = np.zeros((games, players), np.float32)

    @property
    def games(self) -> int:
        return len(self._seats)

    def reset(self) -> Step:
        """The first games of all places, from the beginning."""
        self.many.reset()
        return self._step()

    def step(self, actions: Any) -> Step:
        """One action in each game; IllegalMove names a game in which it is not legal, and then nothing has happened."""
        if not self.many.states:
            raise IllegalMove("Reset the batch before its first step.")
        chosen = np.asarray(actions)
        if chosen.shape != (self.games,) or chosen.dtype.kind not in "iu":
            raise IllegalMove(f"A step takes {self.games} whole numbers, one action for each game.")
        self.many.step(vec[i64](chosen.tolist()))
        return self._step()

    def random_actions(self, chance: np.random.Generator) -> NDArray[np.int64]:
        """A legal action in each game, drawn evenly."""
        ends = np.frombuffer(memoryview(self.many.ends), np.int64)
        starts = np.concatenate(([0], ends[:-1]))
        at = starts + (chance.random(self.games) * (ends - starts)).astype(np.int64)
        legal: NDArray[np.int64] = np.frombuffer(memoryview(self.many.legal), np.int64)[at]
        return legal - np.arange(self.games, dtype=np.int64) * self.arrays.action_count

    def _step(self) -> Step:
        self._mask.fill(0)
        legal = np.frombuffer(memoryview(self.many.legal), np.int64)[: int(self.many.listed)]
        self._mask.reshape(-1)[legal] = 1
        self._rewards.fill(0)
        ended = np.flatnonzero(self._done)
        if len(ended):
            self._rewards[ended] = self._earned(self._marks[ended])
        return Step(self._observations, self._mask, self._seats, self._rewards, self._done)

    def _earned(self, marks: NDArray[np.int32]) -> NDArray[np.float32]:
        """Rewards of ended games from their places, or from their points."""
        if self.by_place:
            return (1 - 2 * (marks - 1) / max(1, self.setup.players - 1)).astype(np.float32)
        sign = -1 if self.setup.game.facts.fewest_points_win else 1
        return (sign * marks).astype(np.float32)
