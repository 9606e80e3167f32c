"""A tournament as one self-contained page."""

from __future__ import annotations

import mesozoic
from mesozoic.lab.page import Row, Section, command, facts, intervals, page
from mesozoic.lab.statistics import Estimate, percent
from mesozoic.lab.tournament import DRAWN, Place, Tournament


def tournament_page(found: Tournament, typed: str) -> str:
    """Who is best and how sure that is, everybody against everybody, and how it was played."""
    title = mesozoic.game(found.game).title
    seats = f"{found.players} players" if found.players > 1 else "one player"
    lead = f"{len(found.bots)} bots, {seats}: {found.words()}."
    foot = command(typed) + facts(
        [
            ("Options", found.options_words() or "as usual"),
            ("Rules", f"version {found.rules}"),
            ("Made by", f"Mesozoic {mesozoic.__version__}"),
        ]
    )
    return page(f"{title}: a tournament of bots", "Tournament", lead, [_ratings(found), _meetings(found)], foot)


def _ratings(found: Tournament) -> Section:
    section = Section("Ratings")
    first, second = found.places[:2]
    section.short.append(_verdict(first, second))
    section.say(
        "Elo measures distance: whoever stands 150 above another ends before it in about 70 of 100 games, 400 above in",
        "about 91. The average of all who took part is 0. The intervals hold in 95 of 100 such tournaments; they come",
        f"from drawing the deals anew {DRAWN} times. Whoever never lost may stand any distance above the others: there "
        "the rating says how far these games reach.",
    )
    rows = [
        Row(
            place.bot,
            (
                f"{place.elo:+.0f} ({place.elo_low:+.0f} to {place.elo_high:+.0f})",
                percent(Estimate(place.won, place.won_low, place.won_high, place.games, 0.0)),
                f"{place.mean_score:.1f}",
            ),
            Estimate(place.elo, place.elo_low, place.elo_high, place.games, 0.0),
        )
        for place in found.places
    ]
    heads = ("Bot", "Elo, with interval", "Ends before another", "Points on average")
    section.add(intervals("Best first; the dashed line is the average.", heads, rows, 0.0))
    return section


def _verdict(first: Place, second: Place) -> str:
    above = f"{first.elo - second.elo:.0f} Elo above {second.bot}"
    if first.elo_low > second.elo_high:
        return f"{first.bot} is the best, {above}: too much to be chance."
    return f"{first.bot} came first, {above}, but their intervals overlap: that may be chance."


def _meetings(found: Tournament) -> Section:
    section = Section("Everybody against everybody")
    rows = []
    for one in found.meetings:
        won = Estimate(one.won, one.won_low, one.won_high, one.comparisons, 0.0)
        rows.append(Row(f"{one.bot} against {one.other}", (percent(won), f"{won.count:,}"), won, won.is_beyond(0.5)))
    heads = ("Who", "How often the first ends before the second", "Comparisons")
    section.add(intervals("The dashed line is one half.", heads, rows, 0.5, (0.0, 1.0)))
    return section
