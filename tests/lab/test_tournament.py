"""Tournaments: everybody meets everybody on the same deals, and ratings with intervals come out."""

from __future__ import annotations

import json

import numpy as np
import pytest

import mesozoic
from mesozoic.kernel.errors import BadOptions
from mesozoic.lab.tables import tournament_table
from mesozoic.lab.tournament import drawn_anew, games_in_all, hold, ratings, tables_of
from mesozoic.lab.tournament_page import tournament_page


def test_everybody_meets_everybody() -> None:
    assert tables_of(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert tables_of(["a", "b", "c"], 3) == [("a", "b", "c")]
    assert tables_of(["a", "b"], 3) == [("a", "a", "b"), ("a", "b", "b")]
    assert tables_of(["a", "b"], 1) == [("a",), ("b",)]


def test_four_hundred_points_are_ten_to_one() -> None:
    """Bradley and Terry: with so many games the virtual ones hardly count."""
    found = ratings(np.array([[[0.0, 1e6], [1e5, 0.0]]]))[0]
    assert found[0] - found[1] == pytest.approx(400, abs=0.1) and found.sum() == pytest.approx(0)
    bounded = ratings(np.array([[[0.0, 10.0], [0.0, 0.0]]]))[0]
    assert 0 < bounded[0] < 400


@pytest.mark.parametrize("players", [1, 2, 3])
def test_the_better_one_is_rated_higher(players: int) -> None:
    setup = mesozoic.game("dolphins-and-dinos").prepare(players)
    told: list[int] = []
    found = hold(setup, ["random", "greedy"], 6 * players, seed=1, workers=1, progress=told.append)
    assert sum(told) == games_in_all(setup, ["random", "greedy"], 6 * players)
    best, worst = found.places
    assert best.bot == "greedy" and best.elo == pytest.approx(-worst.elo)
    assert best.elo_low <= best.elo <= best.elo_high and worst.elo_high < best.elo_low
    assert found == hold(setup, ["random", "greedy"], 6 * players, seed=1, workers=1)
    assert json.loads(json.dumps(found.json()))["places"][0]["bot"] == "greedy"
    assert tournament_table(found)
    text = tournament_page(found, "mesozoic lab tournament")
    assert "greedy is the best" in text and "too much to be chance" in text and "as usual" in text
    (meeting,) = found.meetings
    assert (meeting.bot, meeting.other) == ("greedy", "random") and meeting.won == pytest.approx(best.won)
    assert meeting.won_low < 1


def test_whoever_wins_every_deal_of_a_few_may_lose_the_next() -> None:
    wins = np.zeros((10, 2, 2))
    wins[:, 0, 1] = 2
    again = drawn_anew(wins)
    lost = again[:, 1, 0] / 20
    assert again.sum(axis=(1, 2)) == pytest.approx(20)
    assert 0.1 < np.percentile(lost, 97.5) < 0.35, "of ten deals nobody knows it better"


def test_what_is_no_tournament_is_refused() -> None:
    setup = mesozoic.game("dolphins-and-dinos").prepare(2)
    for bots, games, why in (
        (["greedy"], 2, "two bots or more"),
        (["greedy", "greedy"], 2, "each named once"),
        (["greedy", "nobody"], 2, "no bot"),
        (["greedy", "random"], 3, "multiple of 2"),
    ):
        with pytest.raises(BadOptions, match=why):
            hold(setup, bots, games)
