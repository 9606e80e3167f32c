"""The chapters of a report about cards: what experiments say first, then what was merely observed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean
from typing import Final, NamedTuple

from mesozoic.lab.experiments import ORDINARY, WITHOUT, Trial
from mesozoic.lab.page import Row, Section, folded, heading, intervals
from mesozoic.lab.sample import CardUse, Sample
from mesozoic.lab.statistics import (
    NARROW,
    RARE,
    Estimate,
    careful,
    corrected,
    difference,
    mean,
    of_means,
    percent,
    share,
    shrunk,
    signed,
)

SHOWN: Final = 10
"""So many cards from each end are shown at once; the others are folded away."""
FEWEST: Final = 8
"""A card that fewer games tell about is left out."""
FEWEST_PAIRS: Final = 30
NEVER: Final = 50
"""So often offered and never taken is worth a word."""
ASKED: Final = {
    ORDINARY: "Instead of an ordinary card",
    WITHOUT: "Instead of doing without it",
}
MEANT: Final = {
    ORDINARY: "The same game was played on twice from the moment a seat took the card: once as it is, once with an "
    "ordinary card in its place (with the costs, values and abilities of the median card of its kind).",
    WITHOUT: "The same game was played on twice from the choice in which a seat took the card: once as it was, once "
    "by the same bot that may never take it.",
}


class Effect(NamedTuple):
    """What a card does, by one experiment."""

    card: str
    title: str
    points: Estimate
    """How many points it adds to the lead over the best other."""
    steady: Estimate
    """The same, drawn to the mean of all cards as far as its sample is small."""
    wins: Estimate
    by_bot: dict[str, Estimate]
    chance: float
    """How often chance alone would do as much, all cards looked at together."""

    @property
    def is_sure(self) -> bool:
        return self.chance < RARE


def effects(sample: Sample, trials: Sequence[Trial], experiment: str) -> list[Effect]:
    """Every card that was tried often enough, the strongest first."""
    lots: dict[str, list[Trial]] = defaultdict(list)
    for trial in trials:
        if trial.experiment == experiment:
            lots[trial.card].append(trial)
    kept = {card: lot for card, lot in lots.items() if len({trial.game for trial in lot}) >= FEWEST}
    gains = dict(zip(kept, careful([_gain(lot) for lot in kept.values()]), strict=True))
    steady = dict(zip(gains, shrunk(list(gains.values())), strict=True))
    chances = dict(zip(gains, corrected([one.chance() for one in gains.values()]), strict=True))
    found = [
        Effect(
            card,
            sample.title(card),
            gains[card],
            steady[card],
            _by_game(lot, lambda trial: trial.share - trial.share_otherwise),
            {bot: _gain([one for one in lot if one.bot == bot]) for bot in sorted({one.bot for one in lot})},
            chances[card],
        )
        for card, lot in kept.items()
    ]
    return sorted(found, key=lambda one: (-round(one.steady.value, 6), -one.points.value, one.card))


def _gain(lot: Sequence[Trial]) -> Estimate:
    return _by_game(lot, lambda trial: trial.lead - trial.lead_otherwise)


def _by_game(lot: Sequence[Trial], value: object) -> Estimate:
    """The mean over games: what several seats of one game did belongs together."""
    assert callable(value)
    games: dict[tuple[str, int, int], list[float]] = defaultdict(list)
    for trial in lot:
        games[trial.bot, trial.players, trial.game].append(value(trial))
    return of_means(games.values())


# --- By experiment --------------------------------------------------------------------------------------------------


def tried(sample: Sample, trials: Sequence[Trial]) -> Section:
    section = Section("Cards, by experiment")
    for experiment in (ORDINARY, WITHOUT):
        found = effects(sample, trials, experiment)
        if found:
            _experiment(section, experiment, found, sum(one.experiment == experiment for one in trials))
    return section


def _experiment(section: Section, experiment: str, found: Sequence[Effect], pairs: int) -> None:
    sure = [one for one in found if one.is_sure]
    strongest = found[0]
    section.add(heading(ASKED[experiment]))
    instead = "an ordinary card" if experiment == ORDINARY else "doing without it"
    worth = f"worth {signed(strongest.points)} points more than {instead} ({strongest.points.count:,} games)"
    if strongest.is_sure and strongest.points.value > 0:
        sentence = f"{_named(strongest)} is the strongest card: {worth}, too much to be chance."
    else:
        sentence = f"No card is stronger than chance could do; {_named(strongest)} looks strongest, {worth}."
    section.short.append(sentence)
    section.say(sentence, _count(sure, found))
    section.say(
        MEANT[experiment],
        f"{pairs:,} pairs of games. Points are the lead over the best other player (alone: the score).",
    )
    bots = sorted({bot for one in found for bot in one.by_bot})
    heads = (
        "Card",
        "Points",
        "Wins, in percentage points",
        *(f"Points with {bot}" for bot in bots if len(bots) > 1),
        "Games",
    )
    rows = [_effect_row(one, bots if len(bots) > 1 else []) for one in found]
    caption = (
        "What the card adds to the lead, with 95 % intervals; marked where all cards looked at together leave no room "
        "for chance (Benjamini and Hochberg). In the order that a second run would show: small samples are drawn to "
        "the mean."
    )
    section.add(_both_ends(caption, heads, rows))


def _effect_row(one: Effect, bots: Sequence[str]) -> Row:
    by_bot = [signed(one.by_bot[bot]) if bot in one.by_bot else "" for bot in bots]
    cells = (signed(one.points), signed(one.wins, 100), *by_bot, f"{one.points.count:,}")
    return Row(_named(one), cells, one.points, one.is_sure)


def _named(one: Effect | CardUse) -> str:
    """With the id, which commands ask for, unless the title says the same."""
    is_same = one.title.lower().replace(" ", "_") == one.card.lower()
    return one.title if is_same else f"{one.title} ({one.card})"


def _count(sure: Sequence[Effect], found: Sequence[Effect]) -> str:
    strong, weak = sum(one.points.value > 0 for one in sure), sum(one.points.value < 0 for one in sure)
    if not sure:
        return f"No card of {len(found)} differs by more than chance could do."
    return f"Of {len(found)} cards {strong} add and {weak} cost more points than chance could do."


def _both_ends(caption: str, heads: Sequence[str], rows: Sequence[Row]) -> str:
    """The strongest and the weakest at once, the others folded away."""
    if len(rows) <= 2 * SHOWN + 4:
        return intervals(caption, heads, rows, 0.0)
    ends = [*rows[:SHOWN], *rows[-SHOWN:]]
    shown = intervals(f"{caption} The {SHOWN} strongest and the {SHOWN} weakest.", heads, ends, 0.0)
    return shown + folded(f"All {len(rows)} cards", intervals(caption, heads, rows, 0.0))


# --- By observation -------------------------------------------------------------------------------------------------


def observed(sample: Sample) -> Section:
    """How often each card is offered, taken, played, and how often its takers win: observations, no causes."""
    section = Section("Cards, as observed")
    uses = [use for use in sample.uses if use.seen]
    if not uses:
        return section
    wins = careful([mean(use.lifts) for use in uses])
    steady = shrunk(wins)
    chances = corrected([one.chance() for one in wins])
    offered = sum(use.offered for use in uses)
    taken = share(min(offered, sum(use.taken for use in uses)), offered)
    used = f"Of {offered:,} chances to take a card {percent(taken)} were used." if offered else ""
    section.say(
        "What players did with the cards, and how often those who used one won. This says nothing about causes: good "
        "players pick good cards, and whoever is ahead can afford more. Experiments tell causes.",
        used,
    )
    order = sorted(range(len(uses)), key=lambda at: (-round(steady[at].value, 6), -wins[at].value, uses[at].card))
    rows = [
        Row(_named(uses[at]), _use_cells(uses[at], steady[at], len(sample.seats)), steady[at], chances[at] < RARE)
        for at in order
        if uses[at].lifts
    ]
    caption = (
        "Wins of those who used the card above what their bot wins anyway, in percentage points, small samples drawn "
        "to the mean, and beside the seats that did without it; marked where it is too much to be chance for so many "
        "cards at once."
    )
    heads = (
        "Card",
        "Wins above usual",
        "Above those without",
        "Seats that used it",
        "Taken when offered",
        "Left over",
        "First used in round",
    )
    section.add(_both_ends(caption, heads, rows))
    return section


def _use_cells(use: CardUse, lift: Estimate, seats: int) -> tuple[str, ...]:
    """All seats together win as usual, so those without the card win less by what those with it win more."""
    others = seats - len(use.lifts)
    more = f"{100 * lift.value * seats / others:+.1f}".replace("-", "−") if others else "–"
    when = f"{fmean(use.rounds):.1f}" if use.rounds else "–"
    taken = f"{100 * min(use.taken, use.offered) / use.offered:.0f} % of {use.offered:,}" if use.offered else "–"
    whole = [one.replace(" ", NARROW) for one in (f"{len(use.lifts):,} of {use.seen:,}", taken)]
    return signed(lift, 100), more, *whole, f"{use.left:,}", when


# --- Together -------------------------------------------------------------------------------------------------------


def pairs(sample: Sample) -> Section:
    """Cards that are stronger together than each alone lets one expect."""
    section = Section("Cards that are stronger together")
    lots = sample.together(FEWEST_PAIRS)
    if not lots:
        return section
    alone = {use.card: mean(use.lifts) for use in sample.uses if use.lifts}
    found = []
    for (one, other), lifts in lots.items():
        both = mean(lifts)
        expected = alone[one].value + alone[other].value
        more = difference(Estimate(expected, expected, expected, both.count, _error(alone[one], alone[other])), both)
        found.append((f"{sample.title(one)} and {sample.title(other)}", both, more))
    chances = corrected([more.chance() for _, _, more in found])
    rows = [
        Row(name, (signed(more, 100), signed(both, 100), f"{both.count:,}"), more, chance < RARE)
        for (name, both, more), chance in zip(found, chances, strict=True)
    ]
    rows.sort(key=lambda row: -(row.drawn.value if row.drawn else 0.0))
    best = [row for row in rows if row.is_sure and row.drawn and row.drawn.value > 0]
    words = f"{best[0].name} stand out among {len(rows):,} pairs" if best else f"None of {len(rows):,} pairs stands out"
    ending = ": too much to be chance." if best else " by more than chance could do."
    section.say(words + ending, "An observation, as above: whoever uses two cards differs in other ways too.")
    caption = (
        "Wins of seats that used both, beyond what each card alone lets expect, in percentage points; pairs that at "
        f"least {FEWEST_PAIRS} seats used."
    )
    section.add(intervals(caption, ("Pair", "Beyond expected", "Wins above usual", "Seats"), rows[:SHOWN], 0.0))
    return section


def _error(one: Estimate, other: Estimate) -> float:
    return float((one.error**2 + other.error**2) ** 0.5)


# --- Never chosen ---------------------------------------------------------------------------------------------------


def never(sample: Sample) -> Section:
    """What nobody ever wants."""
    section = Section("Never chosen")
    unloved = [use for use in sample.uses if use.offered >= NEVER and use.taken == 0 and use.played == 0]
    if unloved:
        names = ", ".join(_named(use) for use in unloved)
        section.short.append(f"Offered {NEVER} times or more and never taken: {names}.")
        section.say(f"Offered at least {NEVER} times and never taken: {names}.")
    elif any(use.offered for use in sample.uses):
        section.say(f"Every card that was offered {NEVER} times or more was taken at least once.")
    opened, chosen = sample.column("decisions", "open"), sample.column("decisions", "chosen")
    seen: dict[str, int] = defaultdict(int)
    for moves in opened:
        for move in moves or ():
            seen[move] += 1
    used = set(chosen)
    idle = sum(count >= NEVER and move not in used for move, count in seen.items())
    often = sum(count >= NEVER for count in seen.values())
    if often:
        section.say(
            f"In {len(chosen):,} sampled decisions {often:,} different moves were open {NEVER} times or more; "
            f"{idle:,} of them were never chosen."
        )
    return section
