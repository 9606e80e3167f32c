"""The lab's results as tables for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table

from mesozoic.kernel.conformance import Counted
from mesozoic.kernel.game import Setup
from mesozoic.lab.bench import Speed
from mesozoic.lab.campaign import core_hour, laws
from mesozoic.lab.ladder import IN_VISITS, Rung
from mesozoic.lab.simulate import Played, Simulation, Standing, as_played

if TYPE_CHECKING:
    from mesozoic.lab.tournament import Tournament  # it needs NumPy


def simulation_table(found: Simulation) -> RenderableType:
    """Who won how often, and with how many points; every figure with its 95 % interval."""
    turns = "each deal in every seat" if found.paired else "seats in turn"
    tail = f"{found.games:,} games, seed {found.seed}, {turns}, {found.mean_decisions:.1f} decisions a game"
    if found.mean_seconds:
        tail += f", {found.mean_seconds:.1f} s by its own clock"
    parts: list[RenderableType] = [_head(found), tail, _standings("Bot, per seat", found.by_bot)]
    if found.players > 1:
        parts.append(_standings("Seat", found.by_seat))
    else:
        parts += [_distribution(bot, scores) for bot, scores in found.scores.items()]
    if found.figures:
        parts.append(_figures(found))
    if found.seat_figures:
        parts.append(_seat_figures(found))
    return Group(*parts)


def _head(found: Played) -> str:
    players = f"{found.players} {'players' if found.players > 1 else 'player'}"
    return f"{found.game}, {players}, {found.options_words() or 'options as usual'}"


def _figures(found: Simulation) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("A game, on average", no_wrap=True)
    table.add_column("", justify="right")
    for name, mean in found.figures.items():
        table.add_row(name, f"{mean:.3f}")
    return table


def _seat_figures(found: Simulation) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("A seat, on average", no_wrap=True)
    for head in ("Mean", "Seats with any", "Those won", "95 % interval"):
        table.add_column(head, justify="right", no_wrap=True)
    for name, one in found.seat_figures.items():
        interval = f"{one.win_low:.1%} to {one.win_high:.1%}"
        table.add_row(name, f"{one.mean:.2f}", f"{one.share:.1%}", f"{one.win_share:.1%}", interval)
    return table


def _distribution(bot: str, scores: dict[int, int]) -> str:
    """How often a bot ended with each score."""
    return f"Scores of {bot}: " + ", ".join(f"{score} in {games:,}" for score, games in scores.items())


def _standings(what: str, standings: dict[str, Standing]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column(what, no_wrap=True)
    for head in ("Games", "Wins", "95 % interval", "Mean score"):
        table.add_column(head, justify="right", no_wrap=True)
    for name, one in standings.items():
        interval = f"{one.win_low:.1%} to {one.win_high:.1%}"
        score = f"{one.mean_score:.1f} ± {one.score_error:.1f}"
        table.add_row(name, f"{one.games:,}", f"{one.win_share:.1%}", interval, score)
    return table


RUNG: Final = ("Bot", "Wins against that above", "Elo above it", "Mean scores")


VISITS_NOT_TIME: Final = (
    "alpha and apex count visits here (v), so that the same seed gives the same ladder; at a table they think for "
    "150 and 1,000 ms,\nwhich in most games is longer and stronger: --bots hunter,alpha,apex plays them so"
)


def ladder_head(setup: Setup, bots: list[str], games: int, seed: str) -> list[str]:
    """What stands above the rungs, which are printed one by one as they are done."""
    found = Played(**as_played(setup, games, seed))
    tail = f"{games:,} games a rung, seed {seed}, the same deals for both"
    if setup.players == 1 and setup.game.facts.realtime:
        tail += ", the faster one wins where the points are equal"
    heads = [_head(found), tail]
    if set(bots) & set(IN_VISITS.values()):
        heads.append(VISITS_NOT_TIME)
    return [*heads, _columns(bots, *RUNG), _columns(bots, bots[0], "", "", "")]


def rung_line(bots: list[str], one: Rung) -> str:
    """How often a bot beat the one below it, and how far it stands above it."""
    won = f"{one.win_share:.1%} ({one.win_low:.1%} to {one.win_high:.1%})"
    return _columns(bots, one.bot, won, _distance(one), f"{one.mean_score:.1f} to {one.mean_below:.1f}")


def _columns(bots: list[str], bot: str, won: str, distance: str, scores: str) -> str:
    width = max(len(RUNG[0]), *(len(name) for name in bots))
    return f"{bot:<{width}}  {won:>25}  {distance:>23}  {scores:>14}".rstrip()


def _distance(one: Rung) -> str:
    """``+120 (+80 to +160)``; where it won all or nothing, only one end is known."""
    if one.elo is None:
        return f"above {_elo(one.elo_low)}" if one.win_share > 0 else f"below {_elo(one.elo_high)}"
    if one.elo_high is None:
        return f"{_elo(one.elo)} ({_elo(one.elo_low)} and more)"
    if one.elo_low is None:
        return f"{_elo(one.elo)} ({_elo(one.elo_high)} and less)"
    return f"{_elo(one.elo)} ({_elo(one.elo_low)} to {_elo(one.elo_high)})"


def tournament_table(found: Tournament) -> RenderableType:
    """Best first: ratings with their intervals, and everybody against everybody."""
    places = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    places.add_column("Bot", no_wrap=True)
    for title in ("Elo, average 0", "Ends before another", "Games", "Mean score"):
        places.add_column(title, justify="right", no_wrap=True)
    for one in found.places:
        places.add_row(
            one.bot,
            f"{one.elo:+.0f} ({one.elo_low:+.0f} to {one.elo_high:+.0f})",
            f"{one.won:.1%} ({one.won_low:.1%} to {one.won_high:.1%})",
            f"{one.games:,}",
            f"{one.mean_score:.1f}",
        )
    meetings = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    meetings.add_column("Bot", no_wrap=True)
    meetings.add_column("against", no_wrap=True)
    meetings.add_column("Ends before it", justify="right", no_wrap=True)
    meetings.add_column("Times", justify="right", no_wrap=True)
    for meeting in found.meetings:
        share = f"{meeting.won:.1%} ({meeting.won_low:.1%} to {meeting.won_high:.1%})"
        meetings.add_row(meeting.bot, meeting.other, share, f"{meeting.comparisons:,}")
    return Group(_head(found), found.words(), places, "", meetings)


def _elo(distance: float | None) -> str:
    return "?" if distance is None else f"{distance:+.0f}"


def bench_table(speeds: list[Speed], times: list[float | None]) -> Table:
    """Every contestant of one run of the bench."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for head in ("One core, random play", "Engine"):
        table.add_column(head, no_wrap=True)
    for head in ("Seats", "Games/s", "Decisions/s", "Clone µs", "Peer"):
        table.add_column(head, justify="right", no_wrap=True)
    for speed, faster in zip(speeds, times, strict=True):
        clone = "" if speed.clone_microseconds is None else f"{speed.clone_microseconds:.2f}"
        table.add_row(
            speed.name,
            speed.engine,
            str(speed.players),
            f"{speed.games_per_second:,.0f}",
            f"{speed.decisions_per_second:,.0f}",
            clone,
            "" if faster is None else f"{faster:.1f}",
        )
    return table


def campaign_table(found: dict[str, Counted]) -> RenderableType:
    """What a campaign has checked, game by game, and that nothing was broken."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("Game", no_wrap=True)
    for head in ("Games", "Decisions", "Core seconds", "Decisions a core-hour", "Laws"):
        table.add_column(head, justify="right", no_wrap=True)
    whole = Counted(players={})
    for name, one in found.items():
        whole.add(one)
        table.add_row(name, *_counted(one), str(laws(name)))
    if len(found) > 1:
        table.add_row("all", *_counted(whole), "")
    return Group(table, "No law was broken.")


def _counted(one: Counted) -> list[str]:
    return [f"{one.games:,}", f"{one.decisions:,}", f"{one.seconds:,.1f}", f"{core_hour(one):,}"]
