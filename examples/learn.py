"""Teach the bot `learned` a game: it plays against itself, and a small network learns how such games end.

    pip install 'mesozoic[learn]'
    python examples/learn.py carbon-dating

Expert iteration on batches. The first games are played by ``greedy``, with many moves by chance; PyTorch fits the
network to how they ended, seen from every decision on the way: by how much the game's own hints were wrong there. From
then on the bot plays with what it knows, one step ahead, and learns from its own games. The weights go into the folder
of the game (``learned.net``, whole numbers of 16 bits), where the bot plays them without PyTorch; the learning curve
goes into a CSV file and a picture in ``docs/images``. The same seed learns the same.
"""

from __future__ import annotations

import argparse
import csv
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from rich.progress import Progress

from mesozoic.batch import Batch
from mesozoic.bots.greedy import GreedyBot
from mesozoic.bots.learned import LearnedBot, inputs_of, judge, weights_file
from mesozoic.bots.net import SHIFT, Net, weight_count
from mesozoic.games import find_game
from mesozoic.kernel.game import Setup
from mesozoic.kernel.rng import Rng, seeded

FIRST, SECOND = 24, 8
"""Units of the two hidden layers."""
EXPLORES = (0.05, 0.02)
"""So many decisions are drawn by chance while learning, in the teacher's games and in the own ones, so that the bot
also sees what neither would do."""
WORLDS = 1
"""Imagined worlds per decision while learning: games in plenty weigh out that each is played less well."""
SIDE_BY_SIDE = 64
"""Games of a batch."""
REMEMBERS = 3
"""The network learns from the games of so many generations."""
EPOCHS = 5
POSITIONS = 512
"""Positions to a step of the optimiser."""


def each(field: str, high: int, low: int = 0, **more: Any) -> dict[str, Any]:
    return {"way": "each", "field": field, "low": low, "high": high, **more}


def pairs(field: str, high: int, other: str, most: int, **more: Any) -> dict[str, Any]:
    return {"way": "pairs", "field": field, "low": 1, "high": high, "with": other, "most": most, **more}


@dataclass(frozen=True)
class Course:
    """What there is to know about teaching a game."""

    players: tuple[int, ...]
    """The tables at which it is learned, one after the other."""
    inputs: list[dict[str, Any]]
    """What of an observation the network is shown, and how."""


COURSES = {
    "carbon-dating": Course(
        (1,),
        [
            each("place", 6),
            {"way": "tally", "field": "eaten by", "low": 1, "high": 38},
            each("seat in the row", 1, 1),
            {"way": "last", "field": "seat in the row", "low": 0, "high": 0},
            each("final", 1),
            each("ends", 1),
            each("can reshuffle", 1),
            each("deck", 38),
        ],
    ),
    "dolphins-and-dinos": Course(
        (2, 3, 4),
        [
            # The seat's own sheet comes first: its nine rounds.
            pairs("item", 17, "square", 9, first=9),
            pairs("feature", 3, "square", 9, first=9),
            pairs("number", 15, "square", 9, first=9),
            pairs("unpaid", 1, "square", 9, first=9),
            each("round", 9, 1),
            each("phase", 2),
            each("cards", 16, 1),
            each("removed", 1, 1),
            each("choice", 17, 1),
            each("to decide", 1, first=1),
            each("money", 40, first=1),
        ],
    ),
}


class Judge(torch.nn.Module):
    """The network while it learns: inputs by their numbers, the last number of all being none."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.inputs = torch.nn.EmbeddingBag(size + 1, FIRST, mode="sum", padding_idx=size)
        torch.nn.init.zeros_(self.inputs.weight)  # what was never seen says nothing
        self.begin = torch.nn.Parameter(torch.rand(FIRST))
        self.second = torch.nn.Linear(FIRST, SECOND)
        self.end = torch.nn.Linear(SECOND, 1)

    def forward(self, active: torch.Tensor) -> torch.Tensor:
        first = torch.relu(self.inputs(active) + self.begin)
        found: torch.Tensor = self.end(torch.relu(self.second(first))).squeeze(1)
        return found

    def weights(self) -> list[int]:
        """In whole numbers, in the order in which the engine reads them."""
        second, end = self.second, self.end
        parts = [self.inputs.weight[:-1], self.begin, second.weight.T, second.bias, end.weight.T, end.bias]
        together = torch.cat([part.detach().reshape(-1) for part in parts])
        return [int(number) for number in torch.round(together * 2**SHIFT).clamp(-32768, 32767)]


@dataclass
class Games:
    """Positions, each by the numbers of its inputs, and by how much the hints were wrong there about the end."""

    active: NDArray[np.int16]
    errors: NDArray[np.float32]
    mean: float
    """How the games ended on average."""


class Recorder:
    """Keeps what every seat of a batch sees until its game has ended."""

    def __init__(self, batch: Batch, course: Course, size: int) -> None:
        self.batch = batch
        self.net = Net(inputs_of(batch.setup, course.inputs), FIRST, SECOND, [0] * weight_count(size, FIRST, SECOND))
        self.found = np.frombuffer(memoryview(self.net.active), np.int64)
        self.size = size
        self.open: list[list[tuple[int, float, NDArray[np.int16]]]] = [[] for _ in range(batch.games)]
        self.active: list[NDArray[np.int16]] = []
        self.errors: list[float] = []
        self.ends: list[float] = []

    def see(self, place: int, seat: int) -> None:
        """What this seat may know, whether it decides now or waits: both are judged when somebody looks ahead."""
        state = self.batch.many.states[place]
        self.net.inputs(self.batch.arrays.observation(state, seat), 0)
        active = self.found.astype(np.int16)
        active[int(self.net.found) :] = self.size
        expected = self.batch.setup.game.hints.value(state, seat)
        self.open[place].append((seat, expected, active))

    def end(self, place: int, rewards: NDArray[np.float32]) -> None:
        for seat, expected, active in self.open[place]:
            self.active.append(active)
            self.errors.append(float(rewards[seat]) - expected)
        self.open[place].clear()
        self.ends.append(float(rewards.mean()))


class Learner:
    """Plays, learns from it, plays better."""

    def __init__(self, game: str, seed: int) -> None:
        self.game = find_game(game)
        self.course = COURSES[game]
        self.setups = [self.game.prepare(players, {}) for players in self.course.players]
        self.size = sum(one.size() for one in inputs_of(self.setups[0], self.course.inputs))
        self.seed = seed
        torch.manual_seed(seed)
        self.judge = Judge(self.size)
        self.mean, self.spread = 0.0, 0.0
        self.memory: list[Games] = []

    def head(self) -> dict[str, Any]:
        return {
            "players": [self.course.players[0], self.game.facts.most_players],
            "first": FIRST,
            "second": SECOND,
            "mean": self.mean,
            "spread": self.spread,
            "inputs": self.course.inputs,
        }

    def save(self, file: Path) -> None:
        body = np.array(self.judge.weights(), "<i2").tobytes()
        file.write_bytes(json.dumps(self.head(), separators=(",", ":")).encode() + b"\n" + body)

    def bot(self, setup: Setup, rng: Rng) -> GreedyBot:
        """Who plays: the teacher first, then the learner itself."""
        if not self.memory:
            bot = GreedyBot(rng)
        else:
            bot = LearnedBot(rng)
            bot.judge = (setup, judge(setup, self.head(), self.judge.weights()))
        bot.worlds = WORLDS
        return bot

    def play(self, generation: int, games: int, tell: Callable[[], None]) -> Games:
        """So many games for each number of players."""
        recorders = [self.play_one(setup, generation, games, tell) for setup in self.setups]
        errors = np.array([error for one in recorders for error in one.errors], np.float32)
        width = min(len(one.found) for one in recorders)
        active = np.array([row[:width] for one in recorders for row in one.active])
        return Games(active, errors, float(np.mean([end for one in recorders for end in one.ends])))

    def play_one(self, setup: Setup, generation: int, games: int, tell: Callable[[], None]) -> Recorder:
        name = f"learn/{self.seed}/{generation}"
        side_by_side = min(SIDE_BY_SIDE, games)
        batch = Batch(setup.game.name, side_by_side, setup.players, name, rewards="score")
        recorder = Recorder(batch, self.course, self.size)
        rng = seeded(name, setup.players)
        bot = self.bot(batch.setup, rng)
        step = batch.reset()
        ended = 0
        while ended < games:
            actions = []
            for place, seat in enumerate(step.seats.tolist()):
                recorder.see(place, seat)
                if setup.players > 1:
                    recorder.see(place, (seat + 1 + rng.below(setup.players - 1)) % setup.players)
                actions.append(self.action(batch, place, seat, bot, rng))
            step = batch.step(np.array(actions))
            for place in np.flatnonzero(step.done).tolist():
                recorder.end(place, step.rewards[place])
                ended += 1
                tell()
        return recorder

    def action(self, batch: Batch, place: int, seat: int, bot: GreedyBot, rng: Rng) -> int:
        state = batch.many.states[place]
        codes = state.codes(seat)
        if rng.below(1000) < 1000 * EXPLORES[bool(self.memory)]:
            code = codes[rng.below(len(codes))]
        else:
            code = codes[0] if len(codes) == 1 else bot.code(state, seat)
        return int(batch.arrays.actions.action(code))

    def learn(self, games: Games) -> float:
        """Fit the network to the games remembered; returns the error of its last round, in points."""
        if not self.memory:
            self.mean, self.spread = float(games.errors.mean()), max(1.0, float(games.errors.std()))
        self.memory = [*self.memory, games][-REMEMBERS:]
        active = torch.from_numpy(np.concatenate([one.active for one in self.memory]))
        errors = (torch.from_numpy(np.concatenate([one.errors for one in self.memory])) - self.mean) / self.spread
        steps = EPOCHS * (len(errors) // POSITIONS + 1)
        optimiser = torch.optim.AdamW(self.judge.parameters(), lr=1e-3, weight_decay=0.05)
        schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 4e-3, total_steps=steps + 1)
        losses: list[float] = []
        for rows in shuffled(len(errors)):
            error = torch.nn.functional.mse_loss(self.judge(active[rows].long()), errors[rows])
            optimiser.zero_grad()
            error.backward()
            optimiser.step()
            schedule.step()
            losses.append(error.item())
        half = losses[len(losses) // 2 :]
        return self.spread * (sum(half) / len(half)) ** 0.5


def shuffled(size: int) -> Iterator[torch.Tensor]:
    """The numbers of all positions, in portions, as often as they are learned from."""
    for _ in range(EPOCHS):
        order = torch.randperm(size)
        for start in range(0, size, POSITIONS):
            yield order[start : start + POSITIONS]


def picture(title: str, unit: str, means: list[float]) -> str:
    """The learning curve as SVG."""
    low, high = min(means), max(means)
    across = 560 / max(1, len(means) - 1)
    points = [(60 + across * at, 250 - 200 * (mean - low) / max(1e-9, high - low)) for at, mean in enumerate(means)]
    line = " ".join(f"{x:.0f},{y:.0f}" for x, y in points)
    dots = "".join(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="4"/>' for x, y in points)
    texts = "".join(
        f'<text x="{x:.0f}" y="{y - 12:.0f}" text-anchor="middle">{mean:.1f}</text>'
        for (x, y), mean in zip(points, means, strict=True)
    ) + "".join(
        f'<text x="{x:.0f}" y="280" text-anchor="middle">{at or "greedy"}</text>' for at, (x, _) in enumerate(points)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 680 310" font-family="sans-serif" font-size="13">'
        f'<rect width="680" height="310" fill="#fff"/><text x="20" y="24" font-size="16">{title}: {unit} of the games '
        f'played in each generation</text><polyline points="{line}" fill="none" stroke="#27f" stroke-width="2"/>'
        f'<g fill="#27f">{dots}</g>{texts}<text x="340" y="302" text-anchor="middle">generation</text></svg>\n'
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Teach the bot `learned` a game by expert iteration.")
    parser.add_argument("game", choices=sorted(COURSES))
    parser.add_argument("--generations", type=int, default=8)
    parser.add_argument("--games", type=int, default=1000, help="games a generation, for each number of players")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", type=Path, help="write the weights there, not into the folder of the game")
    parser.add_argument("--images", type=Path, default=Path(__file__).parents[1] / "docs" / "images")
    given = parser.parse_args()
    torch.set_num_threads(1)
    learner = Learner(given.game, given.seed)
    sign = -1 if learner.game.facts.fewest_points_win else 1
    curve: list[tuple[int, float, float, float]] = []
    total = given.generations * given.games * len(learner.setups)
    with Progress() as bar:
        task = bar.add_task(learner.game.title, total=total)
        for generation in range(given.generations):
            games = learner.play(generation, given.games, lambda: bar.advance(task))
            error = learner.learn(games)
            curve.append((generation, sign * games.mean, error, time.process_time()))
            learner.save(given.weights or weights_file(learner.game))
            bar.print("generation {}: {:.2f} points a seat, error {:.2f}, {:.0f} s of one core".format(*curve[-1]))
    name = f"learned-{learner.game.name}"
    with (given.images / f"{name}.csv").open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["generation", "points a seat", "error in points", "seconds of one core"])
        table.writerows(
            [generation, f"{mean:.3f}", f"{error:.3f}", f"{spent:.0f}"] for generation, mean, error, spent in curve
        )
    drawn = picture(
        learner.game.title, "bad reviews" if sign < 0 else "points a seat", [mean for _, mean, _, _ in curve]
    )
    (given.images / f"{name}.svg").write_text(drawn, "utf-8")


if __name__ == "__main__":
    main()
