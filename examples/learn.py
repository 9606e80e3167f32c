"""Teach the bot `learned` a game: a small network learns by how much the game's own hints misjudge a choice.

    pip install 'mesozoic[learn]'
    python examples/learn.py carbon-dating

Expert iteration. At every decision some of the plans are thought through by the search, all in the same imagined worlds
with the same chance: how much better did one do than its sisters? Only plans of one decision are compared, so that the
luck of a deal, which is the same for all of them, is no part of what is learned; PyTorch fits the network to these
differences. In the next generation the plans that are thought through are those which the network likes best, so that
what it overrates is corrected. A part of the games is kept apart: the weights that judge them best are taken.

The weights go into the folder of the game (``learned.net``, whole numbers of 16 bits), where the bot plays them without
PyTorch; the learning curve goes into a CSV file and a picture in ``docs/images``. The same seed learns the same.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from rich.progress import Progress

try:
    import numpy as np
    import torch
    from numpy.typing import NDArray
except ImportError:
    raise SystemExit("PyTorch is not installed: pip install 'mesozoic[learn]'.") from None

from mesozoic.bots.learned import LearnedBot, inputs_of, judge, weights_file
from mesozoic.bots.net import SHIFT, Net, weight_count
from mesozoic.bots.search import Plan, Search
from mesozoic.games import find_game
from mesozoic.kernel.arrays import Arrays
from mesozoic.kernel.game import Setup
from mesozoic.kernel.hints import Hints
from mesozoic.kernel.rng import seeded
from mesozoic.kernel.state import State

FIRST, SECOND = 64, 16
"""Units of the two hidden layers."""
BEST, OTHERS = 6, 3
"""So many of the plans that look best are thought through, and so many of the rest."""
WORLDS = 2
"""In so many imagined worlds each."""
BOLD = 0.1
"""How often a player takes any of these plans instead of the best, so that all kinds of positions come up."""
APART = 8
"""Every eighth game is not learned from: it tells when to stop."""
EPOCHS = 30
PATIENCE = 5
"""So many times through everything without judging the games apart better, and it stops."""
DECISIONS = 128
"""Decisions to a step of the optimiser."""
RATE, DECAY = 2e-3, 0.1


def each(field: str, high: int, low: int = 0, **more: Any) -> dict[str, Any]:
    return {"way": "each", "field": field, "low": low, "high": high, **more}


def pairs(field: str, high: int, other: str, most: int, **more: Any) -> dict[str, Any]:
    return {"way": "pairs", "field": field, "low": 1, "high": high, "with": other, "most": most, **more}


@dataclass(frozen=True)
class Course:
    """What there is to know about teaching a game."""

    players: tuple[int, ...]
    """The tables at which it is learned, in turn."""
    inputs: list[dict[str, Any]]
    """What of an observation the network is shown, and how."""


COURSES = {
    "carbon-dating": Course(
        (1,),
        [
            # Cards unseen and cards just drawn are both still to come: neither has an input.
            each("place", 4, 1),
            each("place", 6, 6),
            each("seat in the row", 3, 1),
            {"way": "last", "field": "seat in the row", "low": 0, "high": 2},
            each("final", 1),
            each("ends", 1),
            each("can reshuffle", 1),
            each("deck", 38),
        ],
    ),
    "dolphins-and-dinos": Course(
        (2,),
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
        torch.nn.init.normal_(self.inputs.weight, std=0.05)
        self.begin = torch.nn.Parameter(torch.rand(FIRST))
        self.second = torch.nn.Linear(FIRST, SECOND)
        self.end = torch.nn.Linear(SECOND, 1)
        torch.nn.init.zeros_(self.end.weight)  # it begins by believing the hints
        torch.nn.init.zeros_(self.end.bias)
        self.trust = torch.nn.Parameter(torch.ones(()))

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
class Sister:
    """A plan that was thought through: what a seat knows after it, what the hints and the search say to it."""

    active: NDArray[np.int16]
    hinted: float
    found: float
    is_over: bool
    """Has the game ended with it? Then nothing is left to judge."""


@dataclass
class Lessons:
    """Decisions one behind the other, as arrays; ``starts`` has the first plan of each, and the end of all."""

    active: torch.Tensor
    hinted: torch.Tensor
    found: torch.Tensor
    is_over: torch.Tensor
    starts: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.starts) - 1

    def rows(self, decisions: NDArray[np.int64]) -> tuple[torch.Tensor, torch.Tensor]:
        """The plans of these decisions, and to which of them each belongs."""
        sizes = self.starts[decisions + 1] - self.starts[decisions]
        first = np.repeat(self.starts[decisions] - np.concatenate(([0], np.cumsum(sizes)[:-1])), sizes)
        return torch.from_numpy(first + np.arange(sizes.sum())), torch.from_numpy(
            np.repeat(np.arange(len(sizes)), sizes)
        )


def lessons_of(decisions: list[list[Sister]]) -> Lessons:
    sisters = [sister for decision in decisions for sister in decision]
    return Lessons(
        torch.from_numpy(np.array([sister.active for sister in sisters])),
        torch.tensor([sister.hinted for sister in sisters]),
        torch.tensor([sister.found for sister in sisters]),
        torch.tensor([sister.is_over for sister in sisters]),
        np.concatenate(([0], np.cumsum([len(decision) for decision in decisions]))),
    )


class School:
    """Where games of one set-up are played and decisions looked into."""

    def __init__(self, setup: Setup, course: Course, size: int, width: int) -> None:
        self.setup = setup
        self.arrays = Arrays(setup)
        self.net = Net(inputs_of(setup, course.inputs), FIRST, SECOND, [0] * weight_count(size, FIRST, SECOND))
        self.found = np.frombuffer(memoryview(self.net.active), np.int64)
        self.size = size
        self.width = width

    def play(self, seed: str, judge: Hints, tell: Callable[[], None]) -> list[list[Sister]]:
        """One game; its decisions, each with the plans that were thought through."""
        state = self.setup.shuffle(seeded("school", seed))
        rng, dice = seeded("teacher", seed), Random(seed)
        found: list[list[Sister]] = []
        while state.to_move:
            seat = int(state.to_move[0])
            search = Search(state, seat, self.setup.game.hints.thinking(state), rng)
            plans = search.find_plans()
            chosen = plans[0]
            if len(plans) > 1:
                tried, sisters = self.think(search, plans, seat, judge, dice)
                found.append(sisters)
                tell()
                chosen = dice.choice(tried) if dice.random() < BOLD else max(tried, key=Plan.mean)
            for code in chosen.codes:
                state.apply(seat, code)
        return found

    def think(
        self, search: Search, plans: list[Plan], seat: int, judge: Hints, dice: Random
    ) -> tuple[list[Plan], list[Sister]]:
        """Some of the plans, thought through."""
        afters = [after(search.world(0).state, seat, plan) for plan in plans]
        values = [judge.value(one, seat) for one in afters]
        order = sorted(range(len(plans)), key=lambda at: -values[at])
        tried = order[:BEST] + dice.sample(order[BEST:], min(OTHERS, max(0, len(order) - BEST)))
        totals = [0.0] * len(plans)
        for world in range(WORLDS):
            for at in tried:
                before = (plans[at].outlook, plans[at].value)
                search.visit(plans[at], world)
                totals[at] += self.points(search, plans[at].outlook - before[0], plans[at].value - before[1])
        chosen = [plans[at] for at in tried]
        return chosen, [
            self.sister(search, plan, seat, totals[at] / WORLDS) for plan, at in zip(chosen, tried, strict=True)
        ]

    def points(self, search: Search, outlook: float, value: float) -> float:
        """What the search says, in the unit of the hints: alone the points, with others the odds to win as a lead."""
        if self.setup.players == 1:
            return value
        sure = min(max(outlook, 1e-3), 1 - 1e-3)
        return float(search.thinking.spread) * math.log(sure / (1 - sure))

    def sister(self, search: Search, plan: Plan, seat: int, found: float) -> Sister:
        """What the bot will see of the plan: the hints in as many worlds as it asks them in, and a position."""
        afters = [after(search.world(number).state, seat, plan) for number in range(LearnedBot.worlds)]
        hinted = sum(self.setup.game.hints.value(state, seat) for state in afters) / len(afters)
        self.net.inputs(self.arrays.observation(afters[0], seat), 0)
        active = np.full(self.width, self.size, np.int16)
        active[: int(self.net.found)] = self.found[: int(self.net.found)]
        return Sister(active, hinted, found, not afters[0].to_move)


def after(world: State, seat: int, plan: Plan) -> State:
    state = world.clone()
    for code in plan.codes:
        state.apply(seat, code)
    return state


class Learner:
    """Looks into decisions, learns from them, and looks better."""

    def __init__(self, game: str, seed: int) -> None:
        self.game = find_game(game)
        self.course = COURSES[game]
        setups = [self.game.prepare(players, {}) for players in self.course.players]
        inputs = inputs_of(setups[0], self.course.inputs)
        self.size = sum(one.size() for one in inputs)
        width = sum(one.numbers for one in inputs)
        self.schools = [School(setup, self.course, self.size, width) for setup in setups]
        self.seed = seed
        self.judge = Judge(self.size)
        self.spread = 0.0
        self.games = 0
        self.learned: list[list[Sister]] = []
        self.apart: list[list[Sister]] = []

    @property
    def decisions(self) -> int:
        return len(self.learned) + len(self.apart)

    def head(self) -> dict[str, Any]:
        return {
            "players": [self.course.players[0], self.game.facts.most_players],
            "first": FIRST,
            "second": SECOND,
            "trust": round(self.judge.trust.item(), 6),
            "spread": self.spread,
            "inputs": self.course.inputs,
        }

    def save(self, file: Path) -> None:
        body = np.array(self.judge.weights(), "<i2").tobytes()
        file.write_bytes(json.dumps(self.head(), separators=(",", ":")).encode() + b"\n" + body)

    def look(self, decisions: int, tell: Callable[[], None]) -> None:
        """Play until so many more decisions were looked into."""
        wanted = self.decisions + decisions
        weights = self.judge.weights()
        judges: list[Hints] = [
            judge(one.setup, self.head(), weights) if self.spread else self.game.hints for one in self.schools
        ]
        while self.decisions < wanted:
            at = self.games % len(self.schools)
            found = self.schools[at].play(f"{self.seed}/{self.games}", judges[at], tell)
            round_of_tables = self.games // len(self.schools)
            (self.apart if round_of_tables % APART == 0 else self.learned).extend(found)
            self.games += 1

    def learn(self) -> tuple[float, float]:
        """Fit a new network to all decisions so far: how far hints and network are off in the games apart."""
        torch.manual_seed(self.seed)
        lessons, apart = lessons_of(self.learned), lessons_of(self.apart)
        self.judge = Judge(self.size)
        if not self.spread:
            self.spread = round(float(centred(lessons.found - lessons.hinted, *owners(lessons)).std()), 6)
        optimiser = torch.optim.AdamW(self.judge.parameters(), lr=RATE, weight_decay=DECAY)
        best, kept, waited = self.error(apart), self.judge.state_dict(), 0
        kept = {name: part.clone() for name, part in kept.items()}
        begun = best
        for _ in range(EPOCHS):
            for decisions in shuffled(len(lessons)):
                optimiser.zero_grad()
                loss: Any = self.loss(lessons, decisions)
                loss.backward()
                optimiser.step()
            error = self.error(apart)
            waited += 1
            if error < best:
                best, waited = error, 0
                kept = {name: part.clone() for name, part in self.judge.state_dict().items()}
            if waited == PATIENCE:
                break
        self.judge.load_state_dict(kept)
        return begun, best

    def loss(self, lessons: Lessons, decisions: NDArray[np.int64]) -> torch.Tensor:
        """How far the differences between the plans of each decision are off, squared, in units of ``spread``."""
        rows, owner = lessons.rows(decisions)
        hinted, is_over = lessons.hinted[rows], lessons.is_over[rows]
        judged = self.judge.trust * hinted / self.spread + self.judge(lessons.active[rows].long())
        off = torch.where(is_over, hinted / self.spread, judged) - lessons.found[rows] / self.spread
        return (centred(off, owner, len(decisions)) ** 2).mean()

    def error(self, lessons: Lessons) -> float:
        """The same for all of them, in points."""
        with torch.no_grad():
            return self.spread * float(self.loss(lessons, np.arange(len(lessons))).item()) ** 0.5


def owners(lessons: Lessons) -> tuple[torch.Tensor, int]:
    return lessons.rows(np.arange(len(lessons)))[1], len(lessons)


def centred(numbers: torch.Tensor, owner: torch.Tensor, owners: int) -> torch.Tensor:
    """Each number less the mean of those that belong to the same decision."""
    sizes = torch.bincount(owner, minlength=owners)
    return numbers - (torch.zeros(owners).index_add(0, owner, numbers) / sizes)[owner]


def shuffled(size: int) -> Iterator[NDArray[np.int64]]:
    """The numbers of all decisions, in portions."""
    order = torch.randperm(size).numpy()
    for start in range(0, size, DECISIONS):
        yield order[start : start + DECISIONS]


def picture(title: str, lines: dict[str, list[float]]) -> str:
    """Curves over the generations as SVG, the first of them broken."""
    numbers = [number for line in lines.values() for number in line]
    low, high = min(numbers), max(numbers)
    drawn = []
    for at, (name, line) in enumerate(lines.items()):
        colour = ("#777", "#27f")[at]
        across = 560 / max(1, len(line) - 1)
        points = [
            (60 + across * x, 250 - 200 * (number - low) / max(1e-9, high - low)) for x, number in enumerate(line)
        ]
        dash = ' stroke-dasharray="6 4"' if at == 0 else ""
        path = " ".join(f"{x:.0f},{y:.0f}" for x, y in points)
        drawn.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>')
        drawn.append(f'<text x="{60 + 190 * at}" y="46" fill="{colour}">{name}</text>')
        drawn += [
            f'<text x="{x:.0f}" y="{y - 8:.0f}" text-anchor="middle" fill="{colour}">{number:.2f}</text>'
            for (x, y), number in zip(points, line, strict=True)
        ]
    drawn += [
        f'<text x="{60 + 560 / max(1, len(line) - 1) * x:.0f}" y="280" text-anchor="middle">{x + 1}</text>'
        for x in range(len(line))
    ]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 680 310" font-family="sans-serif" font-size="13">'
        f'<rect width="680" height="310" fill="#fff"/><text x="20" y="24" font-size="16">{title}: how far the plans of '
        f'a decision are misjudged, in points</text>{"".join(drawn)}<text x="340" y="302" text-anchor="middle">'
        "generation</text></svg>\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Teach the bot `learned` a game by expert iteration.")
    parser.add_argument("game", choices=sorted(COURSES))
    parser.add_argument("--generations", type=int, default=3)
    parser.add_argument("--decisions", type=int, default=40_000, help="decisions looked into in each generation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", type=Path, help="write the weights there, not into the folder of the game")
    parser.add_argument("--images", type=Path, default=Path(__file__).parents[1] / "docs" / "images")
    given = parser.parse_args()
    torch.set_num_threads(1)
    learner = Learner(given.game, given.seed)
    curve: list[tuple[int, int, int, float, float, float]] = []
    with Progress() as bar:
        task = bar.add_task(learner.game.title, total=given.generations * given.decisions)
        for generation in range(1, given.generations + 1):
            learner.look(given.decisions, lambda: bar.advance(task))
            hints, net = learner.learn()
            learner.save(given.weights or weights_file(learner.game))
            curve.append((generation, learner.games, learner.decisions, hints, net, time.process_time()))
            bar.print(
                f"generation {generation}: {learner.games} games, {learner.decisions} decisions; "
                f"off by {net:.3f} points, the hints by {hints:.3f}; {curve[-1][5]:.0f} s of one core"
            )
    name = f"learned-{learner.game.name}"
    with (given.images / f"{name}.csv").open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["generation", "games", "decisions", "hints off by", "net off by", "seconds of one core"])
        table.writerows([*line[:3], f"{line[3]:.4f}", f"{line[4]:.4f}", f"{line[5]:.0f}"] for line in curve)
    lines = {"the hints of the game": [line[3] for line in curve], "with what was learned": [line[4] for line in curve]}
    (given.images / f"{name}.svg").write_text(picture(learner.game.title, lines), "utf-8")


if __name__ == "__main__":
    main()
