"""The lab finds what is put there, and where nothing is put it finds nothing more often than it may.

The quick form runs with every test; ``make test-lab`` runs the long one too (Carbon Dating, 200 null runs twice).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import pytest

import mesozoic
from mesozoic.lab import experiments
from mesozoic.lab.chapters_cards import Effect, effects
from mesozoic.lab.compare import differences
from mesozoic.lab.experiments import ORDINARY, WITHOUT
from mesozoic.lab.pieces import store
from mesozoic.lab.results import Run
from mesozoic.lab.run import Piece, begin, join, play
from mesozoic.lab.sample import Sample
from mesozoic.lab.schema import run_setup
from tests.lab.made_up import make_up

# --- A card that is too strong is found ---------------------------------------------------------------------------


class Planted(NamedTuple):
    """A card of a game's own table, what makes it far too strong, and how it is known in the end."""

    card: str
    strong: dict[str, str]
    games: int
    called: str = ""
    experiments: tuple[str, ...] = (ORDINARY, WITHOUT)


PLANTED = {
    "dinospan": Planted(
        "J30",
        {"pp": "9", "eggs": "3", "cost_p": "1", "cost_t": "0", "cost_m": "0", "cost_c": "0"},
        150,
    ),
    "dolphins-and-dinos": Planted(
        "4", {"value": "29", "features": "WAL", "price": "0", "missed_by": "5"}, 200, called="29"
    ),
    "biomechanic-dino-battles": Planted(
        "raptor", {"cost": "0", "hp": "200", "atk": "20", "first": "Bite [0] 100 damage + bench 100"}, 60
    ),
    "carbon-dating": Planted(
        "IGU2",
        {"hearts": "FFFF", "bad_date": "Waits: nothing", "immediate": "Starter: eat neighbour"},
        200,
        # Alone, where everybody is seated sooner or later, doing without one card says nothing.
        experiments=(ORDINARY,),
    ),
}
QUICK = ("dinospan", "dolphins-and-dinos", "biomechanic-dino-battles")


def table_with(game: str, planted: Planted) -> str:
    rows = experiments.read_rows(experiments.own_table(mesozoic.game(game)))
    key = experiments.id_column(mesozoic.game(game))
    for row in rows:
        row.update(planted.strong if row[key] == planted.card else {})
    return experiments.write_rows(rows)


def tried(game: str, table: str, bot: str, games: int, folder: Path) -> dict[str, list[Effect]]:
    """Every experiment with the cards of so many games, the strongest card first."""
    players = min(2, mesozoic.game(game).facts.most_players)
    setup = run_setup(game, [players], [bot], games, 5, cards=table).prepare()[players]
    trials = [one for number in range(games) for one in experiments.try_cards(setup, (bot, "5", ""), number)]
    sample = Sample(make_up(folder, games=1))
    return {kind: effects(sample, trials, kind) for kind in (ORDINARY, WITHOUT)}


@pytest.mark.parametrize("game", [pytest.param(one, marks=[] if one in QUICK else pytest.mark.long) for one in PLANTED])
def test_a_planted_card_is_ranked_first(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(experiments, "TRIES", 30 if game in QUICK else 40)
    planted = PLANTED[game]
    found = tried(game, table_with(game, planted), "random", planted.games, tmp_path)
    for experiment in planted.experiments:
        first = found[experiment][0]
        assert first.card == (planted.called or planted.card), experiment
    assert found[ORDINARY][0].is_sure


@pytest.mark.long
@pytest.mark.parametrize("game", PLANTED)
def test_without_the_planting_the_card_is_not_called_the_strongest(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it is the planting that is found."""
    monkeypatch.setattr(experiments, "TRIES", 40)
    first = tried(game, "", "random", PLANTED[game].games, tmp_path)[ORDINARY][0]
    assert first.card != PLANTED[game].card or not first.is_sure


# --- Where nothing differs, hardly anything is called different ---------------------------------------------------

PLAYED = (("dolphins-and-dinos", 2), ("biomechanic-dino-battles", 2), ("carbon-dating", 1), ("dinospan", 2))
"""Games that random players play quickly."""


def may_be_called(runs: int) -> float:
    """One in twenty, with three standard errors for chance."""
    return runs * 0.05 + 3 * sqrt(runs * 0.05 * 0.95)


def played(game: str, players: int, games: int, seed: str, home: Path) -> Run:
    """A small run, played here and now."""
    setup = begin(run_setup(game, [players], ["random"], games, seed, sampled=0.05), home)
    piece = Piece(0, players, 0, games)
    store(home, piece, play(setup, piece))
    join(home, setup, [piece])
    return Run.open(home)


def null_pairs(pairs: range, games: int, home: Path) -> Iterator[tuple[Run, Run]]:
    """Pairs of played runs in which nothing but the seed differs, of one game after the other."""
    for number in pairs:
        name, players = PLAYED[number % len(PLAYED)]
        one, other = [played(name, players, games, f"{number}{half}", home / f"{number}{half}") for half in "ab"]
        yield one, other


def are_called_different(one: Run, other: Run) -> bool:
    return any(each.is_sure for each in differences(Sample(one), Sample(other)))


def test_where_nothing_is_planted_two_runs_differ_in_nothing(tmp_path: Path) -> None:
    """Nothing but the seed differs: hardly one run in twenty may be told to, all its figures looked at together."""
    assert sum(_made_up_differ(tmp_path, number) for number in range(20)) <= may_be_called(20)
    pairs = null_pairs(range(12), 20, tmp_path / "played")
    assert sum(are_called_different(*pair) for pair in pairs) <= may_be_called(12)


@pytest.mark.long
def test_of_200_null_runs_at_most_one_in_twenty_is_called_different(tmp_path: Path) -> None:
    called = sum(_made_up_differ(tmp_path, number) for number in range(100, 300))
    assert called <= may_be_called(200)


@pytest.mark.long
def test_of_200_played_null_runs_at_most_one_in_twenty_is_called_different(tmp_path: Path) -> None:
    called = sum(are_called_different(*pair) for pair in null_pairs(range(1000, 1200), 30, tmp_path))
    assert called <= may_be_called(200)


def _made_up_differ(folder: Path, number: int) -> bool:
    one = make_up(folder / f"{number}a", games=40, seed=f"{number}a")
    other = make_up(folder / f"{number}b", games=40, seed=f"{number}b")
    return are_called_different(one, other)
