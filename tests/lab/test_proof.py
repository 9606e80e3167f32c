"""The lab finds what is put there, and where nothing is put it finds nothing more often than it may.

The quick form runs with every test; ``make test-lab`` runs the long one too (Carbon Dating, 200 null runs).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

import mesozoic
from mesozoic.lab import experiments
from mesozoic.lab.chapters_cards import Effect, effects
from mesozoic.lab.compare import differences
from mesozoic.lab.experiments import ORDINARY, WITHOUT
from mesozoic.lab.sample import Sample
from mesozoic.lab.schema import run_setup
from tests.lab.made_up import make_up

PLANTED: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "dinospan": ("J30", {"pp": "9", "eggs": "3", "cost_p": "1", "cost_t": "0", "cost_m": "0", "cost_c": "0"}),
    "carbon-dating": (
        "IGU2",
        {"hearts": "FFFF", "bad_date": "Waits: nothing", "immediate": "Starter: eat neighbour"},
    ),
}
"""For each game with card tables a card, and what makes it far too strong."""


def planted(game: str) -> str:
    card, strong = PLANTED[game]
    rows = experiments.read_rows(experiments.own_table(mesozoic.game(game)))
    key = experiments.id_column(mesozoic.game(game))
    for row in rows:
        row.update(strong if row[key] == card else {})
    return experiments.write_rows(rows)


def tried(game: str, table: str, bot: str, games: int, folder: Path) -> dict[str, list[Effect]]:
    """Every experiment with the cards of so many games, the strongest card first."""
    players = min(2, mesozoic.game(game).facts.most_players)
    setup = run_setup(game, [players], [bot], games, 5, cards=table).prepare()[players]
    trials = [one for number in range(games) for one in experiments.try_cards(setup, (bot, "5", ""), number)]
    sample = Sample(make_up(folder, games=1))
    return {kind: effects(sample, trials, kind) for kind in (ORDINARY, WITHOUT)}


def test_a_planted_card_is_ranked_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(experiments, "TRIES", 30)
    found = tried("dinospan", planted("dinospan"), "random", 150, tmp_path)
    card, _ = PLANTED["dinospan"]
    assert found[ORDINARY][0].card == card and found[ORDINARY][0].is_sure
    assert found[WITHOUT][0].card == card


@pytest.mark.long
def test_a_planted_dinosaur_is_ranked_first_in_carbon_dating(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Alone, where everybody is seated sooner or later, doing without one card says nothing: an ordinary one does."""
    monkeypatch.setattr(experiments, "TRIES", 40)
    found = tried("carbon-dating", planted("carbon-dating"), "random", 200, tmp_path)
    assert found[ORDINARY][0].card == "IGU2" and found[ORDINARY][0].is_sure


def test_where_nothing_is_planted_two_runs_differ_in_nothing(tmp_path: Path) -> None:
    """Nothing but the seed differs: hardly one run in twenty may be told to, all its figures looked at together."""
    called = sum(_differ(tmp_path, number) for number in range(20))
    assert called <= 4, "more than one in twenty, with three standard errors for chance"


@pytest.mark.long
def test_of_200_null_runs_at_most_one_in_twenty_is_called_different(tmp_path: Path) -> None:
    called = sum(_differ(tmp_path, number) for number in range(100, 300))
    assert called <= 200 * 0.05 + 3 * (200 * 0.05 * 0.95) ** 0.5


def _differ(folder: Path, number: int) -> bool:
    one = make_up(folder / f"{number}a", games=40, seed=f"{number}a")
    other = make_up(folder / f"{number}b", games=40, seed=f"{number}b")
    return any(each.is_sure for each in differences(Sample(one), Sample(other)))
