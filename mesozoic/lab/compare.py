"""Two runs side by side: every figure of both, how much the second differs, and whether chance alone could do that.

Runs with the same seed begin game for game with the same deal: then the difference is that of pairs, which is much
surer than that of two runs that have nothing to do with each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from mesozoic.kernel.errors import BadOptions
from mesozoic.lab import experiments
from mesozoic.lab.chapters import LENGTHS, seat_words, words_of
from mesozoic.lab.chapters_cards import ASKED, effects
from mesozoic.lab.page import Row, Section, intervals, page
from mesozoic.lab.report import foot, notes, players_words
from mesozoic.lab.results import Run
from mesozoic.lab.sample import Sample
from mesozoic.lab.statistics import NARROW, RARE, Estimate, corrected, difference, interval, mean, paired, signed

MOST_SAID: Final = 8
"""So many differences are told in words; the others stand in the tables."""
FEWEST_USERS: Final = 20

Numbers = dict[int, float]
"""A figure of every game, by the game's number."""


class Names(NamedTuple):
    """How the two runs are called: above a column, and in a sentence."""

    first: str = "First"
    second: str = "Second"
    in_first: str = "in the first run"
    in_second: str = "in the second"


RUNS: Final = Names()


@dataclass(frozen=True)
class Figure:
    """Something that both runs tell of each of their games."""

    chapter: str
    name: str
    unit: str
    first: Numbers
    second: Numbers
    times: float = 1.0
    """100 for shares, which are shown in per cent."""


@dataclass(frozen=True)
class Difference:
    """A figure of both runs and how much they differ."""

    figure: Figure
    first: Estimate
    second: Estimate
    more: Estimate
    chance: float = 1.0

    @property
    def is_sure(self) -> bool:
        return self.chance < RARE

    def words(self, names: Names = RUNS) -> str:
        """One sentence."""
        figure = self.figure
        unit = _spaced(figure.unit)
        before, after = (f"{figure.times * one.value:.{_digits(figure)}f}{unit}" for one in (self.first, self.second))
        change = signed(self.more, figure.times, _digits(figure))
        return f"{figure.name}: {before} {names.in_first}, {after} {names.in_second}: {change}, too much to be chance."


def compare(first: Run, second: Run, names: Names = RUNS) -> str:
    """The whole page."""
    one, other = Sample(first), Sample(second)
    found = differences(one, other)
    title = f"{one.game.title}: two runs compared"
    differs = Section("What differs")
    differs.say(changed_words(one, other), _pairing(one, other))
    differs.short += [changed_words(one, other), *verdict(found, names)]
    sure = sum(each.is_sure for each in found)
    if sure:
        differs.say(f"{sure} of {len(found)} figures differ by more than chance could do; all are looked at together.")
    else:
        differs.say(nothing_differs(found))
    chapters = dict.fromkeys(each.figure.chapter for each in found)
    sections = [differs, *(_section(name, found, names) for name in chapters), _cards(one, other, names)]
    lead = f"{names.first}: {_played(first)}. {names.second}: {_played(second)}."
    end = foot(first.setup, title=f"How it was made: {names.first.lower()}") + foot(
        second.setup, title=f"How it was made: {names.second.lower()}"
    )
    return page(title, "Mesozoic lab", lead, sections, end + notes())


def _played(run: Run) -> str:
    asked = "" if run.is_finished else f" of {run.setup.in_all():,} that were asked for"
    return f"{run.games.num_rows:,} games{asked}, {players_words(run.setup)}"


def verdict(found: Sequence[Difference], names: Names = RUNS) -> list[str]:
    """What differs by more than chance could do, the surest first, or that nothing does."""
    sure = sorted((each for each in found if each.is_sure), key=lambda each: each.chance)
    return [each.words(names) for each in sure[:MOST_SAID]] or [nothing_differs(found)]


def nothing_differs(found: Sequence[Difference]) -> str:
    return f"No figure of {len(found)} differs by more than chance alone could do."


def changed_words(first: Sample, second: Sample) -> str:
    """What was changed between the runs, in words."""
    different = [text for text in first.setup.differs(second.setup) if not text.startswith(("cards hash", "options "))]
    different += _options_changed(first, second) + _cards_changed(first, second)
    return f"Between the runs: {'; '.join(different)}." if different else "Both runs have the same set-up."


def _options_changed(first: Sample, second: Sample) -> list[str]:
    names = dict.fromkeys([*first.setup.options, *second.setup.options])
    pairs = [(name, _value(first, name), _value(second, name)) for name in names]
    return [
        f"{name.removeprefix('tune_').replace('_', ' ')} {one} becomes {other}"
        for name, one, other in pairs
        if one != other
    ]


def _value(sample: Sample, option: str) -> str:
    """What an option is; where it was not given, with the first number of players."""
    settled = sample.setup.settled.get(str(sample.setup.players[0]), {})
    return sample.setup.options.get(option) or settled.get(option, "as usual")


def _cards_changed(first: Sample, second: Sample) -> list[str]:
    if first.setup.cards_hash == second.setup.cards_hash:
        return []
    found = [change.words() for change in first.game.other_cards().changes(first.setup.cards, second.setup.cards)]
    more = [f"{len(found) - MOST_SAID} more changes of cards"] if len(found) > MOST_SAID else []
    return found[:MOST_SAID] + more


def are_paired(first: Sample, second: Sample) -> bool:
    """Do games of the same number begin with the same deal and the same bots?"""
    same = ("seed", "players", "bots", "paired", "games")
    return all(getattr(first.setup, name) == getattr(second.setup, name) for name in same)


def _pairing(first: Sample, second: Sample) -> str:
    if are_paired(first, second):
        return "Both runs have the same seed, so games are compared pair by pair."
    return "The runs have different seeds or bots, so they are compared as wholes."


def differences(first: Sample, second: Sample) -> list[Difference]:
    """Every figure that both runs have."""
    if first.game.name != second.game.name:
        raise BadOptions(f"Runs of {first.game.title} and {second.game.title} cannot be compared: take one game.")
    counts = [players for players in first.counts if players in second.counts]
    if not counts:
        raise BadOptions("The runs have no number of players in common: run them with the same --players.")
    is_paired = are_paired(first, second)
    found = [
        _difference(figure, is_paired)
        for players in counts
        for figure in _figures(first, second, players, f" ({players} players)" if len(counts) > 1 else "")
    ]
    found = [one for one in found if one.first.count > 1 and one.second.count > 1]
    chances = corrected([one.more.chance() for one in found])
    return [
        Difference(one.figure, one.first, one.second, one.more, chance)
        for one, chance in zip(found, chances, strict=True)
    ]


def _difference(figure: Figure, is_paired: bool) -> Difference:
    first, second = mean(list(figure.first.values())), mean(list(figure.second.values()))
    if not is_paired:
        return Difference(figure, first, second, difference(first, second))
    both = [game for game in figure.first if game in figure.second]
    more = paired([figure.first[game] for game in both], [figure.second[game] for game in both])
    return Difference(figure, first, second, more)


# --- The figures of both ------------------------------------------------------------------------------------------


def _figures(first: Sample, second: Sample, players: int, where: str) -> list[Figure]:
    found: list[Figure] = []

    def add(chapter: str, name: str, unit: str, of: Callable[[Sample], Numbers], times: float = 1.0) -> None:
        one, other = of(first), of(second)
        if one and other:
            found.append(Figure(chapter, name + where, unit, one, other, times))

    if players > 1:
        for seat in range(1, players + 1):
            add("Seats", f"Wins of the {seat_words(seat).lower()}", "%", of_seat(players, seat), 100)
        add("Scores", "Gap between best and second best", "points", lambda sample: gaps(sample, players))
    else:
        add("Seats", "Games won", "%", of_seat(1, 1), 100)
    add("Scores", "Score of a seat", "points", of_column("seats", "score", players))
    for told in first.run.figures("seats"):
        add(
            "Scores" if told.is_points else "The game's own figures",
            f"{words_of(told)}, a seat",
            told.unit,
            of_column("seats", told.name, players),
        )
    for name, words, unit in (*LENGTHS, ("forced", "Forced decisions", "decisions")):
        add("Length and choice", words, unit, of_column("games", name, players))
    add("Lead and tension", "Changes of the lead", "", of_column("games", "lead_changes", players))
    add(
        "Lead and tension",
        "Part of the game after which the winner leads for good",
        "%",
        of_column("games", "decided_at", players),
        100,
    )
    for ending in sorted(
        set(first.column("games", "ending")) | set(second.column("games", "ending")) - {None}, key=str
    ):
        if ending:
            add("Endings", f"Ending: {str(ending).rstrip('.')}", "%", of_ending(ending, players), 100)
    for told in first.run.figures("games"):
        add("The game's own figures", words_of(told), told.unit, of_column("games", told.name, players))
    return found


def of_seat(players: int, seat: int) -> Callable[[Sample], Numbers]:
    return lambda sample: {one.game: one.share for one in sample.seats if one.players == players and one.seat == seat}


def gaps(sample: Sample, players: int) -> Numbers:
    """For each game how far the best score is from the second best."""
    lots: dict[int, list[int]] = {}
    for seat in sample.seats:
        if seat.players == players:
            lots.setdefault(seat.game, []).append(seat.score)
    ordered = {game: sorted(lot, reverse=not sample.game.facts.fewest_points_win) for game, lot in lots.items()}
    return {game: float(abs(lot[0] - lot[1])) for game, lot in ordered.items()}


def of_column(table: str, name: str, players: int) -> Callable[[Sample], Numbers]:
    """A column game by game; of seats the mean of each game."""

    def read(sample: Sample) -> Numbers:
        if name not in getattr(sample.run, table).column_names:
            return {}
        lots: dict[int, list[float]] = {}
        lines = zip(*(sample.column(table, one) for one in ("game", "players", name)), strict=True)
        for game, count, number in lines:
            if count == players and number is not None:
                lots.setdefault(game, []).append(number)
        return {game: sum(lot) / len(lot) for game, lot in lots.items()}

    return read


def of_ending(ending: str, players: int) -> Callable[[Sample], Numbers]:
    def read(sample: Sample) -> Numbers:
        lines = zip(*(sample.column("games", one) for one in ("game", "players", "ending")), strict=True)
        return {game: float(found == ending) for game, count, found in lines if count == players}

    return read


# --- On the page -----------------------------------------------------------------------------------------------------


def _section(chapter: str, found: Sequence[Difference], names: Names) -> Section:
    section = Section(chapter)
    rows = [
        Row(
            one.figure.name,
            (_shown(one, one.first), _shown(one, one.second), _change(one)),
            _in_errors(one.more),
            one.is_sure,
        )
        for one in found
        if one.figure.chapter == chapter
    ]
    caption = (
        "Dots show the difference in standard errors, so that all fit on one scale; marked where it is too much to be "
        "chance, all figures looked at together."
    )
    section.add(intervals(caption, ("Figure", names.first, names.second, "Difference"), rows, 0.0))
    return section


def _shown(one: Difference, which: Estimate) -> str:
    times = one.figure.times
    value, low, high = (f"{times * number:.{_digits(one.figure)}f}" for number in (which.value, which.low, which.high))
    return f"{value}{_spaced(one.figure.unit)} {interval(low, high)}"


def _change(one: Difference) -> str:
    return signed(one.more, one.figure.times, _digits(one.figure))


def _digits(figure: Figure) -> int:
    return 1 if figure.times != 1 else 2


def _spaced(unit: str) -> str:
    return f"{NARROW}{unit}" if unit else ""


def _in_errors(more: Estimate) -> Estimate | None:
    """A difference on the scale that all share."""
    if not 0 < more.error < float("inf"):
        return Estimate(0.0, 0.0, 0.0, more.count, 0.0)
    return Estimate(more.value / more.error, more.low / more.error, more.high / more.error, more.count, 1.0)


def _cards(first: Sample, second: Sample, names: Names) -> Section:
    """What changed for each card: how often it is used, and by experiment what it is worth, where both were tried."""
    section = Section("Cards")
    before, after = ({use.card: use for use in sample.uses} for sample in (first, second))
    rows: list[tuple[float, Row]] = []
    found = []
    for card, use in before.items():
        other = after.get(card)
        if other is None or len(use.lifts) + len(other.lifts) < FEWEST_USERS:
            continue
        shares = [mean([1.0] * len(one.lifts) + [0.0] * (one.seen - len(one.lifts))) for one in (use, other)]
        found.append((use, shares, difference(shares[0], shares[1])))
    chances = corrected([more.chance() for _, _, more in found])
    for (use, shares, more), chance in zip(found, chances, strict=True):
        cells = (f"{100 * shares[0].value:.1f} %", f"{100 * shares[1].value:.1f} %", signed(more, 100))
        rows.append((-abs(more.value), Row(use.title, cells, more, chance < RARE)))
    ordered = [row for _, row in sorted(rows, key=lambda one: one[0])][:20]
    if ordered:
        section.say("How many of those who saw a card used it, in both runs; the greatest changes first.")
        heads = ("Card", names.first, names.second, "Difference, in percentage points")
        section.add(intervals("Share of seats that used the card among those that saw it.", heads, ordered, 0.0))
    _worth(first, second, section, names)
    return section


def _worth(first: Sample, second: Sample, section: Section, names: Names) -> None:
    tried = experiments.read(first.run), experiments.read(second.run)
    if tried[0] is None or tried[1] is None:
        return
    for experiment, asked in ASKED.items():
        before = {one.card: one for one in effects(first, tried[0][1], experiment)}
        after = {one.card: one for one in effects(second, tried[1][1], experiment)}
        both = [card for card in before if card in after]
        more = [difference(before[card].points, after[card].points) for card in both]
        chances = corrected([one.chance() for one in more])
        rows = [
            Row(
                before[card].title,
                (signed(before[card].points), signed(after[card].points), signed(one)),
                one,
                chance < RARE,
            )
            for card, one, chance in zip(both, more, chances, strict=True)
        ]
        rows.sort(key=lambda row: -abs(row.drawn.value) if row.drawn else 0.0)
        heads = ("Card", names.first, names.second, "Difference, in points")
        section.add(intervals(f"{asked}, by experiment: points that a card is worth.", heads, rows[:20], 0.0))
