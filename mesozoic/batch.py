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

import ctypes
from collections.abc import Mapping
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError:
    raise ImportError("Batches need NumPy: pip install 'mesozoic[batch]'.") from None

from mesozoic.games import find_game
from mesozoic.kernel.arrays import Arrays
from mesozoic.kernel.errors import BadOptions, IllegalMove
from mesozoic.kernel.game import Setup
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
    ``score``: the points, negative where the fewest win. Several ``processes`` share the games, and memory with this
    one; the games are the same. ``first`` is the place of the first game, for a batch that is a part of a greater one.
    """

    def __init__(
        self,
        game: str,
        games: int,
        players: int = 1,
        seed: int | str = 0,
        options: Mapping[str, Any] | None = None,
        rewards: str = "place",
        processes: int = 1,
        first: int = 0,
    ) -> None:
        self.setup = find_game(game).prepare(players, options)
        if self.setup.game.facts.realtime:
            raise BadOptions(f"{self.setup.game.title} is played in real time: there are no batches of it.")
        if not isinstance(games, int) or isinstance(games, bool) or games < 1:
            raise BadOptions("A batch has at least one game: give their number.")
        if not isinstance(processes, int) or isinstance(processes, bool) or not 1 <= processes <= games:
            raise BadOptions(f"{games} games can be shared by 1 to {games} processes, not by {processes!r}.")
        if rewards not in REWARDS:
            raise BadOptions(f"There are no rewards by {rewards!r}: choose {' or '.join(REWARDS)}.")
        self.games = games
        self.arrays = Arrays(self.setup)
        self._engine: Engine | Team
        if processes == 1:
            self._engine = Engine(self.setup, self.arrays, games, seed, rewards == "place", first)
        else:
            settings = {"game": game, "players": players, "seed": seed, "options": options, "rewards": rewards}
            self._engine = Team(self.setup, self.arrays, games, first, processes, settings)
        self._is_reset = False

    def reset(self) -> Step:
        """The first games of all places, from the beginning."""
        self._is_reset = True
        self._engine.reset()
        return self._engine.now

    def step(self, actions: Any) -> Step:
        """One action in each game; IllegalMove names a game in which it is not legal, and then nothing has happened."""
        if not self._is_reset:
            raise IllegalMove("Reset the batch before its first step.")
        chosen = np.asarray(actions)
        if chosen.shape != (self.games,) or chosen.dtype.kind not in "iu":
            raise IllegalMove(f"A step takes {self.games} whole numbers, one action for each game.")
        self._engine.step(chosen.astype("<i8"))
        return self._engine.now

    def random_actions(self, chance: np.random.Generator) -> NDArray[np.int64]:
        """A legal action in each game, drawn evenly."""
        if not self._is_reset:
            raise IllegalMove("Reset the batch before its first step.")
        legal, ends = self._engine.legal()
        starts = np.concatenate(([0], ends[:-1]))
        at = starts + (chance.random(self.games) * (ends - starts)).astype(np.int64)
        drawn: NDArray[np.int64] = legal[at] - np.arange(self.games, dtype=np.int64) * self.arrays.action_count
        return drawn

    def close(self) -> None:
        """End the other processes, if there are any; they also end with this one."""
        self._engine.close()


class Engine:
    """The games in this process: the arrays lie in the engine's own memory, nothing is copied."""

    def __init__(self, setup: Setup, arrays: Arrays, games: int, seed: object, by_place: bool, first: int) -> None:
        self.setup = setup
        self.by_place = by_place
        self.many = many = ManyGames(setup, arrays.observer, arrays.actions, arrays.size, games, seed, by_place, first)
        self.marks = np.frombuffer(memoryview(many.marks), np.int32).reshape(games, setup.players)
        self.now = Step(
            observations=np.frombuffer(memoryview(many.observations.row), np.int32).reshape(games, arrays.size),
            mask=np.zeros((games, arrays.action_count), np.int8),
            seats=np.frombuffer(memoryview(many.seats), np.int32),
            rewards=np.zeros((games, setup.players), np.float32),
            done=np.frombuffer(memoryview(many.done), np.int32),
        )

    def reset(self) -> None:
        self.many.reset()
        self._look()

    def step(self, chosen: NDArray[np.int64]) -> None:
        self.many.step(chosen.tobytes())
        self._look()

    def legal(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The legal actions of all games, each with its place in the mask, and where those of each game end."""
        listed = np.frombuffer(memoryview(self.many.legal), np.int64)[: int(self.many.listed)]
        return listed, np.frombuffer(memoryview(self.many.ends), np.int64)

    def close(self) -> None:
        """Nothing is left open."""

    def _look(self) -> None:
        mask, rewards = self.now.mask, self.now.rewards
        mask.fill(0)
        mask.reshape(-1)[self.legal()[0]] = 1
        rewards.fill(0)
        ended = np.flatnonzero(self.now.done)
        if len(ended):
            rewards[ended] = self._earned(self.marks[ended])

    def _earned(self, marks: NDArray[np.int32]) -> NDArray[np.float32]:
        """Rewards of ended games from their places, or from their points."""
        if self.by_place:
            return (1 - 2 * (marks - 1) / max(1, self.setup.players - 1)).astype(np.float32)
        sign = -1 if self.setup.game.facts.fewest_points_win else 1
        return (sign * marks).astype(np.float32)


class Team:
    """The games in several processes, which write what they see into memory that all of them share."""

    def __init__(
        self, setup: Setup, arrays: Arrays, games: int, first: int, processes: int, settings: dict[str, Any]
    ) -> None:
        context: Any = get_context("spawn")
        widths = {"observations": arrays.size, "mask": arrays.action_count, "rewards": setup.players}
        kinds = {"mask": ctypes.c_int8, "rewards": ctypes.c_float}
        memory = {
            name: (context.RawArray(kinds.get(name, ctypes.c_int32), games * widths.get(name, 1)), widths.get(name))
            for name in Step._fields
        }
        chosen = context.RawArray(ctypes.c_int64, games)
        self.now = Step(**shared(memory))
        self.chosen = np.frombuffer(chosen, np.int64)
        self.lines: list[Connection] = []
        self.members: list[Any] = []
        for number in range(processes):
            part = slice(games * number // processes, games * (number + 1) // processes)
            here, there = context.Pipe()
            given = settings | {"games": part.stop - part.start, "first": first + part.start}
            member = context.Process(target=work, args=(given, part, memory, chosen, there), daemon=True)
            member.start()
            there.close()
            self.lines.append(here)
            self.members.append(member)

    def reset(self) -> None:
        self._order("reset")

    def step(self, chosen: NDArray[np.int64]) -> None:
        known = (chosen >= 0) & (chosen < self.now.mask.shape[1])
        legal = known & (self.now.mask[np.arange(len(chosen)), np.where(known, chosen, 0)] == 1)
        if not legal.all():
            place = int(np.flatnonzero(~legal)[0])
            raise IllegalMove(f"The action {chosen[place]} of game {place} is not possible now: see the mask.")
        self.chosen[:] = chosen
        self._order("step")

    def legal(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        mask = self.now.mask.view(np.bool_)
        return np.flatnonzero(mask), np.cumsum(mask.sum(axis=1))

    def close(self) -> None:
        for line in self.lines:
            line.close()
        for member in self.members:
            member.join()
        self.lines, self.members = [], []

    def _order(self, what: str) -> None:
        """Let all of them do it at once; an error of one of them is raised here."""
        if not self.lines:
            raise RuntimeError("The batch is closed: make a new one.")
        try:
            for line in self.lines:
                line.send(what)
            answers = [line.recv() for line in self.lines]
        except (OSError, EOFError):
            raise RuntimeError("A process of the batch has ended: make a new batch.") from None
        for error in answers:
            if error is not None:
                raise error


def shared(memory: dict[str, tuple[Any, int | None]]) -> dict[str, NDArray[Any]]:
    """The arrays of a step over shared memory."""
    arrays = {}
    for name, (buffer, width) in memory.items():
        flat = np.frombuffer(buffer, np.dtype(buffer._type_))
        arrays[name] = flat if width is None else flat.reshape(-1, width)
    return arrays


def work(settings: dict[str, Any], part: slice, memory: dict[str, Any], chosen: Any, line: Connection) -> None:
    """A process of a team: does what the line says until nobody holds its other end."""
    batch = Batch(**settings)
    seen = shared(memory)
    actions = np.frombuffer(chosen, np.int64)[part]
    while True:
        try:
            order = line.recv()
        except EOFError:
            return
        try:
            step = batch.reset() if order == "reset" else batch.step(actions)
            for name, array in step._asdict().items():
                seen[name][part] = array
            line.send(None)
        except Exception as error:  # told where the batch was made
            line.send(error)
