"""The chapters of a report about games and seats: words first, then the rows that draw themselves."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from statistics import quantiles

from mesozoic.kernel.tabletop import spaced
from mesozoic.lab.ladder import Ladder
from mesozoic.lab.page import Row, Section, bars, histogram, intervals, paragraph, plain
from mesozoic.lab.results import Told
from mesozoic.lab.sample import Sample, Seat
from mesozoic.lab.statistics import RARE, Estimate, corrected, difference, mean, percent, points, share, signed

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def at_tables(sample: Sample, players: int) -> str:
    """``, at tables of 3`` where the run has several numbers of players."""
    return f" at tables of {players}" if len(sample.counts) > 1 else ""


def in_seat(seat: int) -> Callable[[Seat], bool]:
    return lambda one: one.seat == seat


def of_bot(bot: str) -> Callable[[Seat], bool]:
    return lambda one: one.bot == bot


def seat_words(seat: int) -> str:
    return f"{ORDINALS[seat - 1].capitalize()} seat" if seat <= len(ORDINALS) else f"Seat {seat}"


# --- Seats ----------------------------------------------------------------------------------------------------------


def seats(sample: Sample) -> Section:
    """Does it matter where one sits? Alone: how often the game is won."""
    section = Section("Seats" if sample.counts != [1] else "Winning")
    found = {players: seat_shares(sample, players) for players in sample.counts if players > 1}
    chances = iter(corrected([one.chance(_even(lot)) for lot in found.values() for one in lot]))
    for players in sample.counts:
        if players == 1:
            won = sample.win_share(1, lambda seat: True)
            sentence = f"The game is won {percent(won)} of {won.count:,} times."
            section.short.append(sentence)
            section.say(sentence)
        else:
            _seats_of(sample, found[players], [next(chances) for _ in range(players)], section)
    return section


def seat_shares(sample: Sample, players: int) -> list[Estimate]:
    """Of how many wins each seat has its share, at tables of so many."""
    return [sample.win_share(players, in_seat(seat)) for seat in range(1, players + 1)]


def _even(found: list[Estimate]) -> float:
    return sum(one.value for one in found) / len(found)


def _seats_of(sample: Sample, found: list[Estimate], chances: list[float], section: Section) -> None:
    """One size of table; the chances are those of all seats of all sizes looked at together."""
    players, even = len(found), _even(found)
    games = len(sample.games_of(players, "decisions"))
    most = max(range(players), key=lambda at: abs(found[at].value - even))
    one, is_sure = found[most], chances[most] < RARE
    how = "too often" if one.value > even else "too rarely"
    where = at_tables(sample, players)
    sentence = f"The {seat_words(most + 1).lower()} wins {percent(one)} of {games:,} games{where}: "
    if is_sure:
        sentence += f"{how} to be chance (an even share is {100 * even:.1f} %)."
    else:
        sentence = (
            f"No seat wins more or less often{where} than chance alone could do: the {seat_words(most + 1).lower()}, "
            f"furthest from an even share of {100 * even:.1f} %, wins {percent(one)} of {games:,} games."
        )
    section.short.append(sentence)
    section.say(sentence)
    scores = [sample.of_seats(players, lambda one: one.score, in_seat(seat)) for seat in range(1, players + 1)]
    rows = [
        Row(seat_words(seat + 1), (percent(found[seat]), points(scores[seat])), found[seat], chances[seat] < RARE)
        for seat in range(players)
    ]
    caption = f"Share of the wins by seat{where}, with 95 % intervals; the dashed line is an even share."
    section.add(intervals(caption, ("Seat", "Wins", "Points"), rows, even))


# --- Scores ---------------------------------------------------------------------------------------------------------


def scores(sample: Sample) -> Section:
    section = Section("Scores")
    for players in sample.counts:
        where = at_tables(sample, players)
        all_scores = [seat.score for seat in sample.seats if seat.players == players]
        middle = sample.of_seats(players, lambda seat: seat.score, lambda seat: True)
        low, high = _spread(all_scores)
        sentence = f"A seat ends with {points(middle)} points{where}; eight of ten end between {low:g} and {high:g}."
        section.short += [sentence] if players == sample.counts[0] else []
        section.say(sentence, _gap(sample, players))
        section.add(histogram(f"Final scores of {len(all_scores):,} seats{where}.", "points", all_scores))
        section.add(_sources(sample, players))
    return section


def _gap(sample: Sample, players: int) -> str:
    if players == 1:
        return ""
    gaps = mean(score_gaps(sample, players))
    return f"The winner is {points(gaps)} points ahead of the next."


def score_gaps(sample: Sample, players: int) -> list[float]:
    """For each game how far the best score is from the second best."""
    lots: dict[int, list[int]] = defaultdict(list)
    for seat in sample.seats:
        if seat.players == players:
            lots[seat.game].append(seat.score)
    ordered = [sorted(lot, reverse=not sample.game.facts.fewest_points_win) for lot in lots.values()]
    return [float(abs(lot[0] - lot[1])) for lot in ordered if len(lot) > 1]


def _sources(sample: Sample, players: int) -> str:
    """Where points come from, for all and for those who won."""
    rows = []
    counts, shares = sample.column("seats", "players"), sample.column("seats", "share")
    for told in sample.run.figures("seats"):
        if not told.is_points:
            continue
        lines = [
            (number, won)
            for number, won, count in zip(sample.column("seats", told.name), shares, counts, strict=True)
            if count == players and number is not None
        ]
        if lines:
            every, winners = mean([number for number, _ in lines]), mean([number for number, won in lines if won > 0])
            rows.append(Row(words_of(told), (points(every), points(winners)), every))
    caption = f"Where the points of a seat come from{at_tables(sample, players)}, on average."
    return bars(caption, ("Source", "All seats", "Winners"), rows)


def words_of(told: Told) -> str:
    """A figure's sentence as a name: without its full stop."""
    return told.means.rstrip(".") or spaced(told.name)


def _spread(numbers: list[int] | list[float]) -> tuple[float, float]:
    """Between which eight of ten lie."""
    if len(numbers) < 2:
        return (numbers[0], numbers[0]) if numbers else (0, 0)
    tenths = quantiles(numbers, n=10, method="inclusive")
    return round(tenths[0], 1), round(tenths[-1], 1)


# --- Length ---------------------------------------------------------------------------------------------------------

LENGTHS = (
    ("rounds", "Rounds", "rounds"),
    ("decisions", "Decisions of all seats", "decisions"),
    ("seconds", "Time on the game's clock", "seconds"),
    ("branching", "Legal moves a decision", "moves"),
)


def length(sample: Sample) -> Section:
    section = Section("Length and choice")
    for players in sample.counts:
        decisions, forced = sample.mean_of(players, "decisions"), sample.mean_of(players, "forced")
        branching = sample.mean_of(players, "branching")
        where = at_tables(sample, players)
        free = 100 * (1 - forced.value / decisions.value) if decisions.value else 0.0
        choice = f"; {free:.0f} % of them leave a choice, among {branching.value:.1f} moves on average"
        sentence = f"A game takes {points(decisions)} decisions{where}{choice if branching.value else ''}."
        section.short += [sentence] if players == sample.counts[0] else []
        section.say(sentence)
        rows = []
        for name, words, unit in (*LENGTHS, ("forced", "Forced decisions (one legal move)", "decisions")):
            numbers = sample.games_of(players, name)
            if any(numbers):
                low, high = _spread(numbers)
                rows.append(Row(words, (f"{points(mean(numbers))} {unit}", f"{low:g} to {high:g}")))
        section.add(
            plain(
                f"{len(sample.games_of(players, 'decisions')):,} games{where}.",
                ("A game has", "On average", "Eight of ten games"),
                rows,
            )
        )
        section.add(histogram(f"Decisions a game{where}.", "decisions", sample.games_of(players, "decisions")))
    return section


# --- Tension --------------------------------------------------------------------------------------------------------


def tension(sample: Sample) -> Section:
    section = Section("Lead and tension")
    for players in sample.counts:
        decided, changes = sample.games_of(players, "decided_at"), sample.mean_of(players, "lead_changes")
        if players == 1 or not decided:
            continue
        middle = sorted(decided)[len(decided) // 2]
        late = share(sum(one >= 0.75 for one in decided), len(decided))
        where = at_tables(sample, players)
        sentence = (
            f"In half of the games{where} the winner leads for good after {100 * middle:.0f} % of the game or later; "
            f"{percent(late)} are decided in the last quarter only."
        )
        section.short += [sentence] if players == sample.counts[0] else []
        section.say(sentence, f"The lead changes {points(changes)} times a game.")
        parts = [min(99.99, 100 * one) for one in decided]
        section.add(
            histogram(f"After which part of the game the winner led for good{where}.", "% of the game", parts, 20)
        )
    return section


# --- Endings --------------------------------------------------------------------------------------------------------


def endings(sample: Sample) -> Section:
    section = Section("Endings")
    for players in sample.counts:
        lines = zip(sample.column("games", "players"), sample.column("games", "ending"), strict=True)
        found = Counter(ending for count, ending in lines if count == players and ending)
        games = sum(found.values())
        if not games:
            continue
        rows = []
        for ending, count in found.most_common():
            one = share(count, games)
            rows.append(Row(str(ending), (percent(one), f"{count:,}"), one))
        where = at_tables(sample, players)
        if len(rows) == 1:
            section.say(f"All {games:,} games{where} end in the same way: {rows[0].name.rstrip('.')}.")
        else:
            section.say(f"{games:,} games{where} end in {len(rows)} ways.")
            section.add(bars(f"Endings{where}.", ("Ending", "Share", "Games"), rows))
    return section


# --- Skill and luck -------------------------------------------------------------------------------------------------


def skill(sample: Sample, ladder: Ladder | None) -> Section:
    """What playing well is worth: each level against the one below it, and the bots of this run."""
    section = Section("Skill and luck")
    if ladder is not None:
        even = 1 / max(2, ladder.players)
        rows = []
        for rung in ladder.rungs:
            one = Estimate(rung.win_share, rung.win_low, rung.win_high, rung.games, 0.0)
            rows.append(Row(f"{rung.bot} over {rung.below}", (percent(one), f"{rung.games:,}"), one, one.low > even))
        better = sum(row.is_sure for row in rows)
        sentence = (
            f"Skill pays at {better} of {len(rows)} steps between levels of play: there the better player wins more "
            f"often than luck alone allows."
        )
        section.short.append(sentence)
        section.say(sentence)
        caption = (
            "Share of the wins of each level against the one below it, the same deals for both; luck alone gives "
            f"{100 * even:.0f} %."
        )
        section.add(intervals(caption, ("Level", "Wins", "Games"), rows, even, (0.0, 1.0)))
    for players in sample.counts:
        if len(sample.bots) < 2 or players == 1:
            continue
        rows = []
        for bot in sample.bots:
            one = sample.win_share(players, of_bot(bot))
            rows.append(Row(bot, (percent(one), f"{one.count:,}"), one, one.is_beyond(1 / players)))
        section.say(f"The bots of this run played for the same wins{at_tables(sample, players)}.")
        section.add(intervals("Share of the wins, per seat.", ("Bot", "Wins", "Seats"), rows, 1 / players))
    return section


# --- The game's own figures -----------------------------------------------------------------------------------------


def own_figures(sample: Sample) -> Section:
    """What the game itself counts: of its games, and of seats, those that won beside the others."""
    section = Section("What the game itself counts")
    for players in sample.counts:
        where = at_tables(sample, players)
        rows = []
        for told in sample.run.figures("games"):
            numbers = sample.games_of(players, told.name)
            if numbers:
                rows.append(
                    Row(words_of(told), (f"{points(mean(numbers), 2)} {told.unit}".strip(), f"{len(numbers):,}"))
                )
        section.add(plain(f"A game{where}, on average.", ("Figure", "Mean", "Games"), rows))
        section.add(_seat_figures(sample, players))
    if section.body:
        section.body.insert(0, paragraph("Figures that this game declares; each mean with its 95 % interval."))
    return section


def with_unit(one: Estimate, told: Told) -> str:
    return f"{points(one, 2)} {told.unit}".strip()


def _seat_figures(sample: Sample, players: int) -> str:
    counts, shares = sample.column("seats", "players"), sample.column("seats", "share")
    found: list[tuple[Told, Estimate, Estimate | None]] = []
    for told in sample.run.figures("seats"):
        numbers = sample.column("seats", told.name)
        lines = [
            (number, won)
            for number, won, count in zip(numbers, shares, counts, strict=True)
            if count == players and number is not None
        ]
        if told.is_points or not lines:
            continue
        winners = [number for number, won in lines if won > 0]
        others = [number for number, won in lines if won == 0]
        more = difference(mean(others), mean(winners)) if len(winners) > 1 and len(others) > 1 else None
        found.append((told, mean([number for number, _ in lines]), more))
    chances = corrected([more.chance() if more else 1.0 for _, _, more in found])
    rows = [
        Row(words_of(told), (with_unit(every, told), signed(more, digits=2) if more else "–"), None, chance < RARE)
        for (told, every, more), chance in zip(found, chances, strict=True)
    ]
    caption = (
        f"A seat{at_tables(sample, players)}, on average, and how much more winners have of it than the others; marked "
        "where that is too much to be chance."
    )
    return plain(caption, ("Figure", "Mean", "Winners more than others"), rows)
