"""Which value of a card or of an option comes closest to what a designer wants?

All values play the same deals. The budget is spent by sequential halving (Karnin, Koren and Somekh, "Almost Optimal
Exploration in Multi-Armed Bandits", ICML 2013): it is cut into equal rounds, in each the values that are left play as
many games, and the half that is further from the aim drops out. It ends early when the best value's interval is narrow
enough and some games stand behind it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from math import ceil, inf, log2
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
from mesozoic.lab.page import Row, Section, command, facts, intervals, page
from mesozoic.lab.pieces import ThisMachine, wanted
from mesozoic.lab.statistics import Estimate, careful, of_means, points, share

CHUNK: Final = 10
MOST_VALUES: Final = 64
NARROW_ENOUGH: Final = 0.02
"""Half an interval, as a part of the aim, that needs no more games."""
FEWEST: Final = 20
"""So few games are never enough, however well they agree."""


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
    """``cost of K12: 2..5``, or ``action_markers: 4,5`` for an option.

    A column may be named by its beginning. Where several begin so, it is the only one in which the card has anything:
    what K12 costs are plants.
    """
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
    row = next((row for row in rows if row[key] == card), None)
    if row is None:
        raise BadOptions(f"{game.title} has no card {card!r}: give its {key}, such as {rows[0][key]}.")
    columns = [name for name in rows[0] if name == what] or [name for name in rows[0] if name.startswith(what)]
    if len(columns) > 1:
        columns = [name for name in columns if row[name] not in ("", "0")] or columns
    if len(columns) != 1:
        several = columns or [name for name in rows[0] if name != key]
        example = f"{several[0]} of {card}: {found[3].strip()}"
        raise BadOptions(f"Which column is {what!r}: {', '.join(several)}? Write for instance {example!r}.")
    return Change(columns[0], card, values)


def _values(text: str) -> tuple[str, ...]:
    span = re.fullmatch(r"\s*(-?\d{1,6})\s*\.\.\s*(-?\d{1,6})(?:\s+by\s+([1-9]\d{0,5}))?\s*", text)
    if span:
        low, high, step = int(span[1]), int(span[2]), int(span[3] or 1)
        values = tuple(str(number) for number in range(low, min(high, low + MOST_VALUES * step) + 1, step))
    else:
        values = tuple(dict.fromkeys(one.strip() for one in text.split(",") if one.strip()))
    if not 2 <= len(values) <= MOST_VALUES:
        raise BadOptions(f"Give 2 to {MOST_VALUES} values to try, as 2..5, 10..50 by 5 or 2,3,5, not {text.strip()!r}.")
    return values


def changed(setup: Setup, change: Change, value: str) -> Setup:
    """The same game with that value; BadOptions, with the reason, if it cannot be played like that."""
    game = setup.game
    options: dict[str, Any] = {change.what: value}
    if change.card:
        rows = experiments.read_rows(setup.options[game.cards_option] or experiments.own_table(game))
        for row in rows:
            if row[experiments.id_column(game)] == change.card:
                row[change.what] = value
        options = {game.cards_option: experiments.write_rows(rows)}
    try:
        return game.prepare(setup.players, {**setup.options, **options})
    except BadOptions as error:
        raise BadOptions(f"{change.words(value)} cannot be tried. {error}") from None


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

    def wanted(self) -> str:
        """``wins with K12 = 50 %``."""
        unit = "" if self.unit == self.kind else f" {self.unit}"
        return f"{self.words()} = {self.times * self.target:g}{unit}"

    def estimate(self, lots: Sequence[Sequence[float]]) -> Estimate:
        """Over games, of which some may say nothing; what several seats of one game say belongs together."""
        if self.kind not in _SHARES:
            return of_means(lots)
        told = [sum(lot) / len(lot) for lot in lots if lot]
        return share(sum(told), len(told))


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


def measured(setup: Setup, bot: str, aim: Aim, seed: str, number: int) -> list[float]:
    """What one game says about the aim; nothing if it does not say anything, as when nobody took the card."""
    if aim.kind == "pull of":
        return _pull(setup, bot, aim.which, seed, number)
    ended = _ended(setup, bot, seed, number)
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


def _ended(setup: Setup, bot: str, seed: str, number: int) -> Ended:
    state = setup.shuffle(seeded(seed, number))
    if setup.game.levels.names():
        seated = dict.fromkeys(range(setup.players), bot)
        return Ended(state, run_in_real_time(setup.game.levels.tempo(state, seated, f"{seed}/{number}")), {})
    made, moments = experiments.play(state, bot, (seed, number))
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
    """From those of the games that say anything about the aim."""
    rounds: int


@dataclass(frozen=True)
class Tuning:
    """Everything that was tried."""

    game: str
    change: Change
    aim: Aim
    tries: tuple[Try, ...]
    """The closest first."""
    games: int
    seed: str
    bot: str
    players: int
    is_narrow: bool
    """Did it end because the interval was narrow enough?"""

    def json(self) -> dict[str, Any]:
        """An end of an interval that nobody knows yet is null."""
        found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return found

    def in_order(self) -> list[Try]:
        """The values as they were given."""
        return sorted(self.tries, key=lambda one: self.change.values.index(one.value))

    def show(self, one: Try) -> str:
        """What a value gave, and from how many games."""
        found, times = one.found, self.aim.times
        if not found.count:
            return f"no answer in {one.games:,} games"
        scaled = Estimate(times * found.value, times * found.low, times * found.high, found.count, found.error)
        games = f"{found.count:,} games" if found.count == one.games else f"{found.count:,} of {one.games:,} games"
        return f"{points(scaled)} {self.aim.unit}, {games}"

    def words(self) -> str:
        """The answer in a few sentences."""
        best, *others = self.tries
        if not best.found.count:
            return f"None of {self.games:,} games says anything about {self.aim.words()}."
        said = f"{self.change.words(best.value)} comes closest to {self.aim.wanted()}: {self.show(best)}."
        if best.found.is_beyond(self.aim.target):
            said += " That is still too far off to be chance: no value that was tried reaches the aim."
        rivals = [one.value for one in self.in_order() if one in others and not one.found.is_beyond(self.aim.target)]
        if rivals:
            said += f" {', '.join(rivals)} could be as close: more games would tell."
        return said


def tune(
    setup: Setup,
    change: Change,
    aim: Aim,
    bot: str,
    budget: int,
    seed: str = "0",
    within: float | None = None,
    workers: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Tuning:
    """Spend at most so many games; ``within`` is half an interval, in the aim's unit, that is narrow enough."""
    check(setup, change, aim, bot, budget)
    enough = within / aim.times if within is not None else abs(aim.target) * NARROW_ENOUGH
    numbers: dict[str, list[list[float]]] = {value: [] for value in change.values}
    stayed = dict.fromkeys(change.values, 0)
    left = list(change.values)
    rounds = max(1, ceil(log2(len(left))))
    play = partial(play_job, setup.game.name, setup.players, dict(setup.options), change, aim, bot, seed)
    is_narrow = False
    for number in range(rounds):
        each = max(2, budget // rounds // len(left))
        begun = len(numbers[left[0]])
        jobs = [Job(value, games) for value in left for games in _chunks(range(begun, begun + each))]
        done: dict[Job, list[list[float]]] = {}
        with closing(ThisMachine(workers).play(play, jobs)) as played:
            for job, told in played:
                done[job] = told
                progress(len(told))
        for job in jobs:
            numbers[job.value] += done[job]
            stayed[job.value] = number + 1
        found = _estimates(numbers, aim)
        left.sort(key=lambda value: (_distance(found[value], aim), change.values.index(value)))
        best = found[left[0]]
        is_narrow = best.half <= enough and best.count >= FEWEST
        if is_narrow:
            break
        left = left[: ceil(len(left) / 2)]
    tries = [Try(value, len(lots), found[value], stayed[value]) for value, lots in numbers.items()]
    tries.sort(key=lambda one: (-one.rounds, _distance(one.found, aim)))
    return Tuning(
        setup.game.name, change, aim, tuple(tries), sum(one.games for one in tries), seed, bot, setup.players, is_narrow
    )


def _estimates(numbers: Mapping[str, list[list[float]]], aim: Aim) -> dict[str, Estimate]:
    """What each value gave; games that happen to agree are believed to scatter like those of the other values."""
    found = [aim.estimate(lots) for lots in numbers.values()]
    wary = careful(found)
    return {value: wary[at] if found[at].error == 0 else found[at] for at, value in enumerate(numbers)}


def _distance(found: Estimate, aim: Aim) -> float:
    return abs(found.value - aim.target) if found.count else inf


def _chunks(numbers: range) -> list[range]:
    return [numbers[start : start + CHUNK] for start in range(0, len(numbers), CHUNK)]


class Job(NamedTuple):
    """Some games with one value."""

    value: str
    numbers: range


def play_job(
    game: str,
    players: int,
    options: dict[str, Any],
    change: Change,
    aim: Aim,
    bot: str,
    seed: str,
    job: Job,
    is_stopped: Callable[[], bool],
) -> list[list[float]]:
    """What each game says about the aim, wherever it is played."""
    setup = changed(mesozoic.game(game).prepare(players, options), change, job.value)
    return [measured(setup, bot, aim, seed, number) for number in wanted(job.numbers, is_stopped)]


def check(setup: Setup, change: Change, aim: Aim, bot: str, budget: int) -> None:
    """BadOptions, with the reason, if that cannot be tried."""
    game = setup.game
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


# --- As a page -------------------------------------------------------------------------------------------------------


def tuning_page(tuning: Tuning, typed: str) -> str:
    """The answer first, then what was tried."""
    title, aim, what = mesozoic.game(tuning.game).title, tuning.aim, tuning.change.words("").removesuffix(" = ")
    section = Section("What was tried", short=[tuning.words()])
    section.say("It ended early: the interval is narrow enough." if tuning.is_narrow else "")
    rows = [
        Row(
            one.value,
            (tuning.show(one), str(one.rounds)),
            one.found if one.found.count else None,
            one.found.count > 0 and not one.found.is_beyond(aim.target),
        )
        for one in tuning.in_order()
    ]
    caption = (
        f"{aim.words().capitalize()} for each value of {what}; the dashed line is the aim, and values that may "
        "reach it are marked."
    )
    section.add(intervals(caption, (what, "Found", "Rounds"), rows, aim.target))
    section.say(
        "Sequential halving (Karnin, Koren and Somekh, 2013): after each round the half of the values that is further "
        "from the aim drops out, so those that stay have the most games. All values play the same deals."
    )
    who = f"{tuning.players} players" if tuning.players > 1 else "one player"
    lead = f"Wanted: {aim.wanted()}. {tuning.games:,} games of {who}, {tuning.bot} in every seat, seed {tuning.seed}."
    foot = command(typed) + facts([("Made by", f"Mesozoic {mesozoic.__version__}")])
    return page(f"{title}: tuning {what}", "Tuning", lead, [section], foot)
