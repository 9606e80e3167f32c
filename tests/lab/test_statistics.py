"""Figures against those of tables and of scipy, and what chance alone is called."""

from __future__ import annotations

from math import inf, sqrt
from statistics import fmean

import pytest
from scipy import stats  # type: ignore[import-untyped]

from mesozoic.kernel.rng import seeded
from mesozoic.lab import statistics
from mesozoic.lab.statistics import Estimate

NULL_RUNS = 200
CARDS = 40


def test_wilson_is_that_of_the_textbook() -> None:
    low, high = statistics.wilson(10, 20)
    assert (round(low, 4), round(high, 4)) == (0.2993, 0.7007)
    assert statistics.wilson(0, 10)[0] == 0 and round(statistics.wilson(0, 10)[1], 4) == 0.2775


def test_a_share_beyond_its_interval_is_too_much_for_its_test_too() -> None:
    for wins in range(0, 101):
        one = statistics.share(wins, 100)
        assert one.is_beyond(0.5) == (statistics.share_chance(wins, 100, 0.5) < 0.05), wins


@pytest.mark.parametrize("freedom", [1, 4, 10, 11, 30, 1000])
def test_student_is_that_of_scipy(freedom: int) -> None:
    assert statistics.student(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=2e-3)


@pytest.mark.parametrize("t", [0.5, 1.96, 2.5, 4.0])
@pytest.mark.parametrize("freedom", [8, 30, 500])
def test_tails_are_those_of_scipy(t: float, freedom: int) -> None:
    assert statistics.tail(t, freedom) == pytest.approx(2 * stats.t.sf(t, freedom), rel=0.03)


def test_a_mean_and_a_paired_difference() -> None:
    one = statistics.mean([1, 2, 3, 4, 5])
    assert (one.value, round(one.low, 2), round(one.high, 2), one.count) == (3, 1.04, 4.96, 5)
    assert statistics.mean([]).count == 0 and statistics.mean([7]).half == inf
    first, second = [10, 20, 30, 40], [11, 21, 31, 41]
    assert statistics.paired(first, second).value == 1 and statistics.paired(first, second).error == 0
    apart = statistics.difference(statistics.mean(first), statistics.mean(second))
    assert apart.value == 1 and apart.low < 0 < apart.high


def test_many_looks_are_corrected_as_scipy_does() -> None:
    chances = [0.001, 0.04, 0.03, 0.9, 0.2, 0.012]
    assert statistics.corrected(chances) == pytest.approx(list(stats.false_discovery_control(chances)))
    assert statistics.corrected([]) == []


def test_small_samples_are_drawn_to_the_mean_and_large_ones_stay() -> None:
    large = [statistics.share(50, 1000), statistics.share(500, 1000), statistics.share(300, 1000)]
    small = statistics.share(3, 3)
    found = statistics.shrunk([*large, small])
    assert all(abs(after.value - before.value) < 0.01 for before, after in zip(large, found, strict=False))
    assert found[3].value < 0.75 < small.value and found[3].half < small.half + 0.01


def test_where_nothing_differs_shrinking_says_so() -> None:
    same = [Estimate(0.5 + nudge, 0, 1, 10, 0.15) for nudge in (-0.05, 0.0, 0.05)]
    assert {round(one.value, 6) for one in statistics.shrunk(same)} == {0.5}


def test_with_nothing_there_at_most_one_in_twenty_is_called_significant() -> None:
    """200 null runs of forty cards: each card alone, each run's mean, and any card of a run once many looks count.

    Three standard errors are granted to chance, and to the shares that 60 flips of a coin reach 8 above or below the
    half in 5.19 % of all cases.
    """
    rng = seeded("null")
    shares = means = any_card = 0
    for _ in range(NULL_RUNS):
        flips = [[float(rng.below(2)) for _ in range(60)] for _ in range(CARDS)]
        shares += sum(statistics.share_chance(sum(lot), 60, 0.5) < 0.05 for lot in flips)
        means += statistics.mean([sum(lot) for lot in flips]).is_beyond(30)
        any_card += min(statistics.corrected([statistics.mean(lot).chance(0.5) for lot in flips])) < 0.05
    assert shares <= granted(0.0519, NULL_RUNS * CARDS)
    assert means <= granted(0.05, NULL_RUNS) and any_card <= granted(0.05, NULL_RUNS)


def granted(rate: float, looks: int) -> float:
    return looks * rate + 3 * sqrt(looks * rate * (1 - rate))


def test_a_few_games_that_agree_are_not_surer_than_many() -> None:
    few, many = statistics.mean([5.0, 5.0, 5.1, 4.9, 5.0]), statistics.mean([-10.0, 10.0, 0.0, 4.0, -4.0] * 10)
    found = statistics.careful([few, many])
    assert few.low > 0 > found[0].low and found[0].value == few.value
    assert found[1].half >= many.half


def plain(text: str) -> str:
    return text.replace(statistics.NARROW, " ")


def test_words() -> None:
    assert plain(statistics.percent(Estimate(0.546, 0.533, 0.559, 6000, 0.01))) == "54.6 % (53.3 to 55.9)"
    assert plain(statistics.signed(Estimate(-0.03, -0.05, 0.01, 9, 0.01), 100)) == "−3.0 (−5.0 to +1.0)"
    assert statistics.points(statistics.mean([3.0])) == "3.0"
    assert statistics.verdict(0.01, "too often") == "too often to be chance"
    assert statistics.verdict(0.2) == "chance alone could do that"
    assert statistics.of_means([[1, 3], [2, 2], []]).value == fmean([2, 2])
