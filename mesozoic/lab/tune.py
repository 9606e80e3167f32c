"""Which value of a card or of an option comes closest to what a designer wants?

All values play the same deals. The budget is spent by sequential halving (Karnin, Koren and Somekh, "Almost Optimal
Exploration in Multi-Armed Bandits", ICML 2013): it is cut into equal rounds, in each the values that are left play as
many games, and the half that is further from the aim drops out. It ends early when the best value's interval is narrow
enough.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from math import ceil, inf, log2
from multiprocessing import get_context
from typing import Any, Final, NamedTuple

import msgspec

import mesozoic
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Game, Setup
from mesozoic.kernel.realtime import run as run_in_real_time
from mesozoic.kernel.rng import seeded
from mesozoic.kernel.state import State
from mesozoic.lab import experiments
from mesozoic.lab.entrants import check_entrant
from mesozoic.lab.page import Row, Section, intervals, page, paragraph
from mesozoic.lab.statistics import Estimate, mean, points

CHUNK: Final = 10
MOST_VALUES: Final = 64
NARROW_ENOUGH: Final = 0.02
"""Half an interval, as a part of the aim, that needs no more games."""


# --- What is changed -----------------------------------------------------------------------------------------------


class Change(msgspec.Struct, frozen=True):
    """A column of a card, or an option, and the values that are tried."""

    what: str
    """The option, or the column of the card table."""
    card: str
    """Empty for an option."""
    values: tuple[str, ...]

    def words(self, value: str) -> str:
        return f"{self.what} of {self.card} = {value}" if self.card else f"{self.what} = {value}"


def read_change(game: Game, text: str) -> Change:
    """``cost_p of K12: 2..5``, or ``action_markers: 4,5`` for an option."""
    found = re.fullmatch(r"\s*(\w+)(?:\s+of\s+([\w-]+))?\s*:\s*(.+)", text)
    if found is None:
        raise BadOptions(f'{text!r} is no change: write "COLUMN of CARD: 2..5", or "OPTION: 4,5".')
    what, card, values = found[1], found[2] or "", _values(found[3])
    if not card:
        names = [option.name for option in game.options]
        if what not in names:
            raise BadOptions(f"{game.title} has no option {what!r}: there are {', '.join(names)}.")
        return Change(what, "", values)
    if not game.cards_option:
        raise BadOptions(f"{game.title} plays with no other cards than its own: change an option instead.")
    rows = experiments.read_rows(experiments.own_table(game))
    key = experiments.id_column(game)
    if card not in {row[key] for row in rows}:
        raise BadOptions(f"{game.title} has no card {card!r}: give its {key}, such as {rows[0][key]}.")
    columns = [name for name in rows[0] if name == what] or [name for name in rows[0] if name.startswith(what)]
    if len(columns) != 1:
        several = columns or [name for name in rows[0] if name != key]
        raise BadOptions(f"Which column is {what!r}: {', '.join(several)}?")
    return Change(columns[0], card, values)


def _values(text: str) -> tuple[str, ...]:
    span = re.fullmatch(r"\s*(-?\d{1,6})\s*\.\.\s*(-?\d{1,6})\s*", text)
    if span:
        low, high = int(span[1]), int(span[2])
        values = tuple(str(number) for number in range(low, min(high, low + MOST_VALUES) + 1))
    else:
        values = tuple(dict.fromkeys(one.strip() for one in text.split(",") if one.strip()))
    if not 2 <= len(values) <= MOST_VALUES:
        raise BadOptions(f"Give 2 to {MOST_VALUES} values to try, as 2..5 or as 2,3,5, not {text.strip()!r}.")
    return values


def changed(setup: Setup, change: Change, value: str) -> Setup:
    """The same game with that value; BadOptions, with the reason, if it cannot be played like that."""
    game = setup.game
    if not change.card:
        return game.prepare(setup.players, {**setup.options, change.what: value})
    rows = experiments.read_rows(setup.options[game.cards_option] or experiments.own_table(game))
    for row in rows:
        if row[experiments.id_column(game)] == change.card:
            row[change.what] = value
    return game.prepare(setup.players, {**setup.options, game.cards_option: experiments.write_rows(rows)})


# --- What is wanted ------------------------------------------------------------------------------------------------

AIMS: Final = {
    "wins of seat N": "how often a seat wins",
    "wins with CARD": "how often those win who take a card (an observation)",
    "pull of CARD": "how many points a card adds to the lead (by experiment)",
    "rounds, decisions, seconds": "how long a game takes",
    "gap": "points between the best and the second best",
    "score": "points of a seat",
    "ending TEXT": "how often a game ends like that",
}


class Aim(msgspec.Struct, frozen=True):
    """A figure, and what it should be."""

    kind: str
    which: str
    target: float
    unit: str

    @property
    def times(self) -> float:
        return 100.0 if self.unit == "%" else 1.0

    def words(self) -> str:
        return f"{self.kind} {self.which}".strip()


def read_aim(game: Game, text: str) -> Aim:
    """``wins with K12 = 50 %``."""
    what, equals, wanted = text.rpartition("=")
    number = re.fullmatch(r"\s*(-?\d{1,6}(?:\.\d{1,4})?)\s*(%|\w*)\s*", wanted)
    for kind, pattern in _PATTERNS.items():
        found = re.fullmatch(pattern, what.strip())
        if found and equals and number:
            which = found[1] if found.groups() else ""
            unit = "%" if kind in _SHARES else _UNITS.get(kind, "points")
            target = float(number[1]) / (100 if unit == "%" else 1)
            return Aim(kind, which, target, unit)
    listed = "; ".join(f"{name} ({meaning})" for name, meaning in AIMS.items())
    raise BadOptions(f'{text!r} is no aim: write for instance "wins of seat 1 = 50 %". There are: {listed}.')


_PATTERNS: Final = {
    "wins of seat": r"wins of seat (\d+)",
    "wins with": r"wins with ([\w-]+)",
    "pull of": r"pull of ([\w-]+)",
    "rounds": r"rounds",
    "decisions": r"decisions",
    "seconds": r"seconds",
    "gap": r"(?:score )?gap",
    "score": r"score",
    "ending": r"ending (.+)",
}
_SHARES: Final = ("wins of seat", "wins with", "ending")
_UNITS: Final = {"rounds": "rounds", "decisions": "decisions", "seconds": "seconds"}


class Ended(NamedTuple):
    """A game that was played for an aim."""

    state: State
    decisions: int
    takers: dict[str, set[int]]
    """By card who took it."""


def measured(setup: Setup, bots: Sequence[str], aim: Aim, seed: str, number: int) -> list[float]:
    """What one game says about the aim; nothing if it does not say anything, as when nobody took the card."""
    if aim.kind == "pull of":
        return _pull(setup, bots[0], aim.which, seed, number)
    ended = _ended(setup, bots, seed, number)
    result = ended.state.result
    assert result is not None
    shares = [1 / len(result.winners) if at in result.winners else 0.0 for at in range(setup.players)]
    if aim.kind == "wins of seat":
        return [shares[int(aim.which) - 1]]
    if aim.kind == "wins with":
        return [shares[seat] for seat in sorted(ended.takers.get(aim.which, ()))]
    if aim.kind == "ending":
        return [float(aim.which.lower() in result.why.lower())]
    if aim.kind == "gap":
        ordered = sorted(result.scores)
        pair = ordered[:2] if setup.game.facts.fewest_points_win else ordered[-2:]
        return [float(pair[1] - pair[0])]
    if aim.kind == "score":
        return [sum(result.scores) / len(result.scores)]
    if aim.kind == "rounds":
        return [float(_round(ended.state))]
    return [float(ended.decisions) if aim.kind == "decisions" else ended.state.clock / 1000]


def _ended(setup: Setup, bots: Sequence[str], seed: str, number: int) -> Ended:
    state = setup.shuffle(seeded(seed, number))
    if setup.game.levels.names():
        seated = {seat: bots[seat % len(bots)] for seat in range(setup.players)}
        return Ended(state, run_in_real_time(setup.game.levels.tempo(state, seated, f"{seed}/{number}")), {})
    made, moments = experiments.play(state, bots[0], (seed, number))
    takers: dict[str, set[int]] = {}
    for moment in moments:
        takers.setdefault(moment.card, set()).add(moment.seat)
    return Ended(state, len(made), takers)


def _round(state: State) -> int:
    """The round that the game is in; BadOptions if it has none."""
    found = getattr(state, "round", None)
    if found is None:
        raise BadOptions(f"{state.setup.game.title} has no rounds: aim at decisions or seconds.")
    return int(found)


def _pull(setup: Setup, bot: str, card: str, seed: str, number: int) -> list[float]:
    found = list(experiments.try_cards(setup, (bot, seed, card), number))
    kind = experiments.ORDINARY if any(one.experiment == experiments.ORDINARY for one in found) else experiments.WITHOUT
    return [one.lead - one.lead_otherwise for one in found if one.experiment == kind]


# --- Trying ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Try:
    """A value, what it gave, and how long it stayed in."""

    value: str
    games: int
    found: Estimate
    distance: float
    """From the aim."""
    rounds: int


@dataclass(frozen=True)
class Tuning:
    """Everything that was tried, the closest first."""

    game: str
    change: str
    aim: str
    target: float
    unit: str
    times: float
    tries: tuple[Try, ...]
    games: int
    seed: str
    bots: tuple[str, ...]
    players: int
    is_narrow: bool
    """Did it end because the interval was narrow enough?"""

    def json(self) -> dict[str, Any]:
        return asdict(self)

    def words(self) -> str:
        """The answer in a few sentences."""
        best, *others = self.tries
        found = f"{show(best.found, self)} in {best.games:,} games"
        said = f"{best.value} comes closest to {self.aim} = {self.times * self.target:g} {self.unit}: {found}."
        if best.found.is_beyond(self.target):
            said += " That is still too far off to be chance: no value that was tried reaches the aim."
        rivals = [one.value for one in others if not one.found.is_beyond(self.target)]
        if rivals:
            said += f" {', '.join(rivals)} could be as close: more games would tell."
        return said


def show(found: Estimate, tuning: Tuning) -> str:
    scaled = Estimate(
        tuning.times * found.value, tuning.times * found.low, tuning.times * found.high, found.count, found.error
    )
    return f"{points(scaled)} {tuning.unit}"


def tune(
    setup: Setup,
    change: Change,
    aim: Aim,
    bots: Sequence[str],
    budget: int,
    seed: str = "0",
    within: float | None = None,
    workers: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Tuning:
    """Spend at most so many games; ``within`` is half an interval, in the aim's unit, that is narrow enough."""
    check(setup, change, aim, bots, budget)
    enough = within / aim.times if within is not None else abs(aim.target) * NARROW_ENOUGH
    numbers: dict[str, list[list[float]]] = {value: [] for value in change.values}
    stayed = dict.fromkeys(change.values, 0)
    left, spent = list(change.values), 0
    rounds = max(1, ceil(log2(len(left))))
    is_narrow = False
    with _Players(setup, change, aim, tuple(bots), seed, workers) as players:
        for number in range(rounds):
            each = max(2, budget // rounds // len(left))
            for value in left:
                start = len(numbers[value])
                numbers[value] += players.play(value, range(start, start + each), progress)
                stayed[value] = number + 1
                spent += each
            left.sort(key=lambda value: (_distance(numbers[value], aim), change.values.index(value)))
            best = _found(numbers[left[0]])
            is_narrow = best.half <= enough and best.count > 1
            if is_narrow:
                break
            left = left[: max(1, ceil(len(left) / 2))] if number < rounds - 1 else left
    tries = [
        Try(value, len(lots), _found(lots), _distance(lots, aim), stayed[value]) for value, lots in numbers.items()
    ]
    tries.sort(key=lambda one: (-one.rounds, one.distance))
    return Tuning(
        setup.game.name, change.words("…").removesuffix(" = …"), aim.words(), aim.target, aim.unit, aim.times,
        tuple(tries), spent, seed, tuple(bots), setup.players, is_narrow,
    )  # fmt: skip


def check(setup: Setup, change: Change, aim: Aim, bots: Sequence[str], budget: int) -> None:
    """BadOptions, with the reason, if that cannot be tried."""
    game = setup.game
    for bot in bots:
        check_entrant(game, bot)
    for value in change.values:
        changed(setup, change, value)
    if aim.kind == "wins of seat" and not 1 <= int(aim.which) <= setup.players:
        raise BadOptions(f"There is no seat {aim.which} at a table of {setup.players}.")
    if aim.kind in ("wins with", "pull of"):
        if not game.experiments.is_written:
            raise BadOptions(f"{game.title} has no cards that somebody takes: choose another aim.")
        ids = {face.id for face in game.tabletop.cards(setup)}
        if ids and aim.which not in ids:
            raise BadOptions(f"{game.title} has no card {aim.which!r}: give its id, such as {sorted(ids)[0]}.")
    if aim.kind == "rounds":
        _round(setup.shuffle(seeded("rounds")))
    if aim.kind == "gap" and setup.players == 1:
        raise BadOptions("Alone there is nobody to be ahead of: choose another aim than the gap.")
    if budget < 4 * len(change.values):
        raise BadOptions(f"{len(change.values)} values need at least {4 * len(change.values)} games, not {budget}.")


def _found(lots: Sequence[Sequence[float]]) -> Estimate:
    """Over games; what several seats of one game say belongs together."""
    return mean([sum(lot) / len(lot) for lot in lots if lot])


def _distance(lots: Sequence[Sequence[float]], aim: Aim) -> float:
    found = _found(lots)
    return abs(found.value - aim.target) if found.count else inf


class Job(NamedTuple):
    """Some games with one value, in a form that another process understands."""

    game: str
    players: int
    options: dict[str, Any]
    change: Change
    value: str
    aim: Aim
    bots: tuple[str, ...]
    seed: str
    numbers: range


def play_job(job: Job) -> list[list[float]]:
    setup = changed(mesozoic.game(job.game).prepare(job.players, job.options), job.change, job.value)
    return [measured(setup, job.bots, job.aim, job.seed, number) for number in job.numbers]


class _Players:
    """The cores of this machine."""

    def __init__(
        self, setup: Setup, change: Change, aim: Aim, bots: tuple[str, ...], seed: str, workers: int | None
    ) -> None:
        self.setup, self.change, self.aim, self.bots, self.seed = setup, change, aim, bots, seed
        workers = workers or os.cpu_count() or 1
        self.pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn")) if workers > 1 else None

    def __enter__(self) -> _Players:
        return self

    def __exit__(self, *_: object) -> None:
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)

    def play(self, value: str, numbers: range, progress: Callable[[int], None]) -> list[list[float]]:
        """What these games say, in their order."""
        chunks = [range(start, min(start + CHUNK, numbers.stop)) for start in range(numbers.start, numbers.stop, CHUNK)]
        setup = self.setup
        jobs = [
            Job(
                setup.game.name,
                setup.players,
                dict(setup.options),
                self.change,
                value,
                self.aim,
                self.bots,
                self.seed,
                one,
            )
            for one in chunks
        ]
        found: list[list[float]] = []
        for one in self.pool.map(play_job, jobs) if self.pool else map(play_job, jobs):
            found += one
            progress(len(one))
        return found


# --- As a page -------------------------------------------------------------------------------------------------------


def tuning_page(tuning: Tuning, command: str) -> str:
    """What was tried, and the answer first."""
    title = mesozoic.game(tuning.game).title
    section = Section("What was tried", short=[tuning.words()])
    rows = [
        Row(
            one.value,
            (show(one.found, tuning), f"{one.games:,}", str(one.rounds)),
            one.found,
            not one.found.is_beyond(tuning.target),
        )
        for one in tuning.tries
    ]
    section.say(tuning.words(), "Stopped because the interval is narrow enough." if tuning.is_narrow else "")
    caption = (
        f"{tuning.aim} for each value of {tuning.change}; the dashed line is the aim, and values that may reach it are "
        "marked."
    )
    section.add(intervals(caption, (tuning.change, "Found", "Games", "Rounds"), rows, tuning.target))
    section.say(
        "Sequential halving (Karnin, Koren and Somekh, 2013): after each round the half of the values that is further "
        "from the aim drops out, so those that stay have the most games. All values play the same deals."
    )
    lead = f"{tuning.games:,} games of {tuning.players} between bots ({', '.join(tuning.bots)}), seed {tuning.seed}."
    return page(f"{title}: tuning {tuning.change}", "Mesozoic lab", lead, [section], paragraph(command, "note"))
