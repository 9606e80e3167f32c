"""The ladder: the same on any machine, each bot against the one below, solo games by the same cards."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

import mesozoic
from mesozoic.bots.levels import LEVELS
from mesozoic.cli import app
from mesozoic.kernel.errors import BadOptions
from mesozoic.lab.ladder import Rung, climb, elo, games_in_all, usual_rungs
from mesozoic.lab.statistics import wilson
from mesozoic.lab.tables import ladder_head, rung_line

DOLPHINS = mesozoic.game("dolphins-and-dinos")


def test_each_bot_plays_the_one_below_it_on_the_same_deals() -> None:
    told: list[int] = []
    found = climb(DOLPHINS.prepare(2), ["random", "random", "greedy"], 8, 3, 1, told.append)
    even, above = found.rungs
    assert (even.bot, even.below, above.bot, above.below) == ("random", "random", "greedy", "random")
    assert above.win_share == 1 and above.win_low < 1 and above.elo is None and above.mean_score > above.mean_below
    assert sum(told) == games_in_all(DOLPHINS.prepare(2), ["random", "random", "greedy"], 8) == 16
    rungs: list[Rung] = []
    assert found == climb(DOLPHINS.prepare(2), ["random", "random", "greedy"], 8, 3, 2, tell=rungs.append)
    assert tuple(rungs) == found.rungs


def test_alone_whoever_does_better_with_the_same_cards_wins() -> None:
    setup = DOLPHINS.prepare(1)
    (same,) = climb(setup, ["random", "random"], 6, 3, 1).rungs
    assert (same.win_share, same.elo) == (0.5, 0)  # both are the same player with the same chance
    (above,) = climb(setup, ["random", "greedy"], 6, 3, 1).rungs
    assert above.win_share > 0.5
    assert games_in_all(setup, ["random", "greedy"], 6) == 12


def test_alone_in_a_race_the_faster_of_two_with_equal_points_wins() -> None:
    """CL-R37: triples first, then the time; nearly every race ends with all ten."""
    (above,) = climb(mesozoic.game("clades").prepare(1), ["alpha", "apex"], 12, 1, 1).rungs
    assert abs(above.mean_score - above.mean_below) < 1 and above.win_low > 0.5
    assert "the faster one wins" in ladder_head(mesozoic.game("clades").prepare(1), ["alpha", "apex"], 12, "1")[1]


def test_elo_of_a_share() -> None:
    assert elo(0.5) == 0 and elo(0.25, 3) == pytest.approx(0)
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(1.0) is None and elo(0.0) is None


@pytest.mark.parametrize(
    ("won", "said"),
    [
        (20, "above +287"),
        (19.5, "+636 (+240 to +1033)"),
        (0, "below -287"),
    ],
)
def test_a_distance_with_one_known_end_says_so(won: float, said: str) -> None:
    low, high = wilson(won, 20)
    rung = Rung("b", "a", 20, won / 20, low, high, elo(won / 20), elo(low), elo(high), 1, 1)
    assert said in rung_line(["a", "b"], rung)


def test_a_distance_that_has_no_end_says_so() -> None:
    rung = Rung("b", "a", 1000, 0.999, 0.997, 1.0, elo(0.999), elo(0.997), elo(1.0), 1, 1)
    assert "+1200 (+1009 and more)" in rung_line(["a", "b"], rung)
    below = Rung("b", "a", 1000, 0.001, 0.0, 0.003, elo(0.001), elo(0.0), elo(0.003), 1, 1)
    assert "-1200 (-1009 and less)" in rung_line(["a", "b"], below)


def test_whoever_wins_all_has_no_upper_end_at_any_number_of_games() -> None:
    for games in range(1, 500):
        assert wilson(games, games)[1] == 1 and wilson(0, games)[0] == 0


def test_the_usual_ladder_is_that_of_the_levels_and_the_same_again_anywhere() -> None:
    assert usual_rungs(DOLPHINS) == ["hatchling", "forager", "hunter", "alpha:60v", "apex:400v"]
    clades = mesozoic.game("clades")
    assert usual_rungs(clades) == list(clades.levels.names())
    said = "\n".join(ladder_head(DOLPHINS.prepare(2), usual_rungs(DOLPHINS), 200, "1"))
    assert f"{LEVELS['alpha'].ms} and {LEVELS['apex'].ms:,} ms" in said, "which is not their time at a table"
    assert " ms" not in "\n".join(ladder_head(DOLPHINS.prepare(2), ["hunter", "alpha:195v"], 200, "1"))


def test_a_weak_level_is_no_worse_than_chance_where_one_slip_costs_the_goal() -> None:
    found = climb(DOLPHINS.prepare(1), ["random", "hatchling", "forager"], 16, seed="alone")
    assert all(rung.win_share > 0.5 and rung.mean_score > rung.mean_below for rung in found.rungs)


def test_wrong_wishes_are_refused_before_anything_is_played() -> None:
    with pytest.raises(BadOptions, match="two bots or more"):
        climb(DOLPHINS.prepare(2), ["random"], 8)
    with pytest.raises(BadOptions, match="a multiple of 2 games, not 7"):
        climb(DOLPHINS.prepare(2), ["random", "greedy"], 7)
    with pytest.raises(BadOptions, match="no bot 'deep blue'"):
        climb(DOLPHINS.prepare(2), ["random", "deep blue"], 8)


def test_the_command_prints_a_table_or_json() -> None:
    words = ["ladder", DOLPHINS.name, "--bots", "random,greedy", "--games", "4", "--seed", "7", "--workers", "1"]
    printed = CliRunner().invoke(app, words)
    assert printed.exit_code == 0 and "Elo above it" in printed.stdout and "…" not in printed.stdout
    found = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    assert (found["game"], found["players"], found["rungs"][0]["bot"]) == (DOLPHINS.name, 2, "greedy")
