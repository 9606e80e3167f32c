"""What many games say, how sure one can be of it, and the same in words.

Every figure is an :class:`Estimate`: a value with its 95 % interval and the number of games behind it. Shares have
Wilson's interval, means Student's. Whoever looks at many cards at once finds some by chance alone: `corrected` takes
that away (Benjamini and Hochberg, 1995, which keeps false findings to 5 % of all findings, and to 5 % of all looks
where nothing is there). Small samples exaggerate: `shrunk` draws them to the mean of all (DerSimonian and Laird, 1986).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, log1p, sqrt
from statistics import NormalDist, fmean, variance
from typing import Final

SURE: Final = 1.96
"""Standard errors on each side of a 95 % interval."""
RARE: Final = 0.05
"""What chance alone does less often than this is called too much to be chance."""
NARROW: Final = "\N{NO-BREAK SPACE}"
_NORMAL: Final = NormalDist()


@dataclass(frozen=True)
class Estimate:
    """A figure from a sample, with its 95 % interval."""

    value: float
    low: float
    high: float
    count: int
    """How many games (or pairs of games) it comes from."""
    error: float
    """Its standard error."""

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def is_beyond(self, usual: float) -> bool:
        """Is the usual value outside the interval?"""
        return not self.low <= usual <= self.high

    def chance(self, usual: float = 0.0) -> float:
        """How often chance alone would lead so far away from the usual value, by this error."""
        if self.error == 0:
            return 1.0 if self.value == usual or self.count < 2 else 0.0
        return tail((self.value - usual) / self.error, self.count - 1)


def share(wins: float, games: int) -> Estimate:
    """How often something happens. Parts of wins count as parts."""
    if games == 0:
        return Estimate(0.0, 0.0, 1.0, 0, inf)
    low, high = wilson(wins, games)
    middle = (wins + 2) / (games + 4)
    return Estimate(wins / games, low, high, games, sqrt(middle * (1 - middle) / (games + 4)))


def share_chance(wins: float, games: int, usual: float) -> float:
    """How often chance alone would lead so far away from the usual share: the test behind Wilson's interval."""
    if games == 0 or not 0 < usual < 1:
        return 1.0
    return tail((wins / games - usual) / sqrt(usual * (1 - usual) / games), inf)


def mean(numbers: Sequence[float]) -> Estimate:
    """The mean of independent numbers. Differences of pairs are such numbers, and so are the means of deals."""
    count = len(numbers)
    if count == 0:
        return Estimate(0.0, -inf, inf, 0, inf)
    middle = fmean(numbers)
    if count == 1:
        return Estimate(middle, -inf, inf, 1, inf)
    error = sqrt(variance(numbers, middle) / count)
    reach = student(count - 1) * error
    return Estimate(middle, middle - reach, middle + reach, count, error)


def difference(first: Estimate, second: Estimate) -> Estimate:
    """How much more the second is, where the two samples have nothing to do with each other."""
    value, error = second.value - first.value, sqrt(first.error**2 + second.error**2)
    count = min(first.count, second.count)
    reach = student(max(1, count - 1)) * error
    return Estimate(value, value - reach, value + reach, count, error)


def paired(first: Sequence[float], second: Sequence[float]) -> Estimate:
    """How much more the second is, number by number of the same deals."""
    return mean([after - before for before, after in zip(first, second, strict=True)])


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson's, which also holds near 0 and 1)."""
    won = wins / games
    middle = won + SURE**2 / (2 * games)
    spread = SURE * sqrt(won * (1 - won) / games + SURE**2 / (4 * games**2))
    whole = 1 + SURE**2 / games
    low, high = max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)
    return low if wins > 0 else 0.0, high if wins < games else 1.0  # exactly, though the sums round


def student(freedom: float) -> float:
    """Standard errors on each side of a 95 % interval of a mean, by Student's distribution."""
    if freedom < len(_STUDENT):
        return _STUDENT[max(0, int(freedom) - 1)]
    z = SURE  # Abramowitz and Stegun 26.7.5
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


_STUDENT: Final = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)


def tail(t: float, freedom: float) -> float:
    """How often chance leads at least so many standard errors away, to either side, by Student's distribution."""
    if freedom < 1:
        return 1.0
    if freedom == inf:
        return 2 * _NORMAL.cdf(-abs(t))
    z = (8 * freedom + 1) / (8 * freedom + 3) * sqrt(freedom * log1p(t * t / freedom))  # Wallace, 1959
    return 2 * _NORMAL.cdf(-z)


def corrected(chances: Sequence[float]) -> list[float]:
    """The chances of many looks at once, each raised so that 5 % keeps its meaning (Benjamini and Hochberg)."""
    looks = len(chances)
    found = [0.0] * looks
    least = 1.0
    for rank, at in sorted(enumerate(sorted(range(looks), key=chances.__getitem__), 1), reverse=True):
        least = min(least, chances[at] * looks / rank)
        found[at] = least
    return found


def careful(estimates: Sequence[Estimate]) -> list[Estimate]:
    """Each mean with the error that its sample has if it scatters like all of them together, where that is greater.

    A handful of games that happen to agree would otherwise look surer than hundreds.
    """
    known = [one for one in estimates if one.count > 1 and one.error < inf]
    freedom = sum(one.count - 1 for one in known)
    if not freedom:
        return list(estimates)  # nobody knows how they scatter
    scatter = sum((one.count - 1) * one.count * one.error**2 for one in known) / freedom
    return [_careful(one, sqrt(scatter / one.count) if one.count else inf) for one in estimates]


def _careful(one: Estimate, usual: float) -> Estimate:
    if not one.error < usual < inf and one.error < inf:
        return one
    reach = student(max(1, one.count - 1)) * usual
    return Estimate(one.value, one.value - reach, one.value + reach, one.count, usual)


def shrunk(estimates: Sequence[Estimate]) -> list[Estimate]:
    """Each drawn to the mean of all, the more the smaller its sample: what a second run would rather show."""
    known = [one for one in estimates if 0 < one.error < inf]
    if len(known) < 3:
        return list(estimates)
    weights = [1 / one.error**2 for one in known]
    whole = sum(weights)
    centre = sum(weight * one.value for weight, one in zip(weights, known, strict=True)) / whole
    scatter = sum(weight * (one.value - centre) ** 2 for weight, one in zip(weights, known, strict=True))
    between = max(0.0, (scatter - (len(known) - 1)) / (whole - sum(weight**2 for weight in weights) / whole))
    return [_drawn(one, centre, between) for one in estimates]


def _drawn(one: Estimate, centre: float, between: float) -> Estimate:
    if one.error == inf or between == 0:
        error = sqrt(between)
        return Estimate(centre, centre - SURE * error, centre + SURE * error, one.count, error)
    trust = between / (between + one.error**2)
    value, error = centre + trust * (one.value - centre), one.error * sqrt(trust)
    return Estimate(value, value - SURE * error, value + SURE * error, one.count, error)


def of_means(lots: Iterable[Sequence[float]]) -> Estimate:
    """The mean of numbers that come in lots which belong together, such as the seats of a game."""
    return mean([fmean(lot) for lot in lots if lot])


# --- In words ---------------------------------------------------------------------------------------------------------


def verdict(chance: float, much: str = "too much") -> str:
    """What to think of a difference: ``too much to be chance``, or that chance could do it."""
    if chance < RARE:
        return f"{much} to be chance"
    return "chance alone could do that"


def percent(one: Estimate) -> str:
    """``54.6 % (53.3 to 55.9)``."""
    return f"{100 * one.value:.1f}{NARROW}% {interval(f'{100 * one.low:.1f}', f'{100 * one.high:.1f}')}"


def points(one: Estimate, digits: int = 1) -> str:
    """``12.3 (11.9 to 12.7)``; an interval that nobody knows yet is left out."""
    if one.half == inf:
        return f"{one.value:.{digits}f}"
    return f"{one.value:.{digits}f} {interval(f'{one.low:.{digits}f}', f'{one.high:.{digits}f}')}"


def signed(one: Estimate, times: float = 1.0, digits: int = 1) -> str:
    """A difference: ``+3.1 (+1.0 to +5.2)``."""
    value, low, high = (_plus(times * number, digits) for number in (one.value, one.low, one.high))
    return value if one.half == inf else f"{value} {interval(low, high)}"


def interval(low: str, high: str) -> str:
    """In brackets, and never torn apart at the end of a line."""
    return f"({low}{NARROW}to{NARROW}{high})"


def _plus(number: float, digits: int) -> str:
    if number in (inf, -inf):
        return "?"
    text = f"{number:+.{digits}f}"
    return text.replace("-", "−") if float(text) else text[1:]
