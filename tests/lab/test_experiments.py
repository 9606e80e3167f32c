"""Cards tried by experiment: the same game twice, and nothing but the card differs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import mesozoic
from mesozoic.bots.random import RandomBot
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.folder import exchange_of
from mesozoic.kernel.rng import seeded
from mesozoic.kernel.state import NOBODY
from mesozoic.lab import experiments
from mesozoic.lab.experiments import ORDINARY, WITHOUT, Plan, Trial, Without
from mesozoic.lab.pieces import PIECES, ThisMachine
from mesozoic.lab.schema import run_setup
from tests.lab.made_up import make_up

ALONE = ThisMachine(1)
CARD_GAMES = [
    game.name for game in mesozoic.all_games().values() if game.experiments.is_written and not game.levels.names()
]


def plan_of(game: str, games: int = 2, bots: tuple[str, ...] = ("random",), card: str = "") -> Plan:
    fewest = mesozoic.game(game).facts.fewest_players
    players = max(fewest, min(2, mesozoic.game(game).facts.most_players))
    return Plan(run=run_setup(game, [players], bots, games, 3), bots=bots, games=games, seed="3", card=card)


@pytest.mark.parametrize("game", CARD_GAMES)
def test_a_bot_without_a_card_never_takes_it_where_it_may_do_something_else(game: str) -> None:
    setup = plan_of(game).run.prepare()
    (ready,) = setup.values()
    taken = ready.game.experiments.taken
    for number in range(3):
        state = ready.shuffle(seeded("without", number))
        wanted, bots = "", [RandomBot(seeded(number, at)) for at in range(ready.players)]
        while (seat := int(state.turn())) != NOBODY:
            offered = [card for code in state.codes(seat) if (card := taken(state, code))]
            wanted = wanted or (offered[0] if offered else "")
            bot = Without(bots[seat], wanted) if wanted else bots[seat]
            code = bot.code(state, seat)
            if wanted and taken(state, code) == wanted:
                assert {taken(state, other) for other in state.codes(seat)} == {wanted}
            state.apply(seat, code)
        assert wanted, "no card is ever taken"


@pytest.mark.parametrize("game", CARD_GAMES)
def test_trials_name_cards_and_are_the_same_again(game: str) -> None:
    plan = plan_of(game, games=3)
    (setup,) = plan.run.prepare().values()
    found = [trial for number in range(3) for trial in experiments.try_cards(setup, ("random", "3", ""), number)]
    again = [trial for number in range(3) for trial in experiments.try_cards(setup, ("random", "3", ""), number)]
    assert found == again
    kinds = {trial.experiment for trial in found}
    assert kinds <= {WITHOUT, ORDINARY} and (ORDINARY in kinds) == (exchange_of(setup.game.package) is not None)
    assert all(trial.card and 1 <= trial.seat <= setup.players for trial in found)


def test_a_card_and_the_median_of_its_kind_change_places() -> None:
    game = mesozoic.game("dinospan")
    how = exchange_of(game.package)
    assert how is not None
    table = experiments.own_table(game)
    before = {row["id"]: row for row in experiments.read_rows(table)}
    after = {row["id"]: row for row in experiments.read_rows(experiments.ordinary(table, "K12", how, True) or "")}
    changed = [card for card in before if before[card] != after[card]]
    assert len(changed) == 2 and "K12" in changed
    other = next(card for card in changed if card != "K12")
    assert all(after["K12"][column] == before[other][column] for column in how.columns)
    assert all(after["K12"][column] == before["K12"][column] for column in before["K12"] if column not in how.columns)
    assert before[other]["era"] == "K"
    assert game.check_cards(experiments.ordinary(table, "K12", how, True) or "")[0] == []
    assert experiments.ordinary(table, "nothing", how, True) is None


@pytest.mark.parametrize("game", [name for name in CARD_GAMES if exchange_of(mesozoic.game(name).package)])
def test_every_card_of_a_table_can_be_made_ordinary(game: str) -> None:
    (setup,) = plan_of(game).run.prepare().values()
    chosen = setup.game
    column = experiments.id_column(chosen)
    for row in experiments.read_rows(experiments.own_table(chosen))[::5]:
        assert experiments.with_ordinary(setup, row[column]) is not None


def test_a_stopped_run_goes_on_and_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(experiments, "PIECE", 1)
    plan = plan_of("dolphins-and-dinos", games=3)
    done: list[int] = []
    experiments.run(plan, tmp_path, ALONE, done.append)
    files = sorted((tmp_path / experiments.FOLDER / PIECES).glob("*/*"))
    assert len(files) == 3 and sum(done) == 3
    whole = [file.read_bytes() for file in files]
    shutil.rmtree(files[1].parent)
    done.clear()
    experiments.run(plan, tmp_path, ALONE, done.append)
    assert [file.read_bytes() for file in files] == whole and done == [2, 1]


def test_more_games_add_to_those_that_were_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A piece that was cut short by the end of the first wish is played whole, and no game counts twice."""
    monkeypatch.setattr(experiments, "PIECE", 2)
    run = make_up(tmp_path, games=3)
    tried = []
    for games in (3, 4):
        experiments.run(Plan(run=run.setup, bots=("random",), games=games, seed="1"), run.folder, ALONE)
        found = experiments.read(run)
        assert found is not None
        tried.append(found[1])
    assert {one.game for one in tried[0]} == {0, 1, 2} and {one.game for one in tried[1]} == {0, 1, 2, 3}
    assert [one for one in tried[1] if one.game < 3] == tried[0]


def test_other_experiments_in_the_same_folder_are_refused(tmp_path: Path) -> None:
    run = make_up(tmp_path, games=3)
    assert experiments.read(run) is None
    plan = Plan(run=run.setup, bots=("random",), games=1, seed="1")
    experiments.run(plan, run.folder, ALONE)
    found = experiments.read(run)
    assert found is not None and found[0] == plan and all(isinstance(one, Trial) for one in found[1])
    with pytest.raises(BadOptions, match="holds other experiments already"):
        experiments.run(Plan(run=run.setup, bots=("random",), games=1, seed="2"), run.folder, ALONE)


def test_what_cannot_be_tried_is_refused() -> None:
    with pytest.raises(BadOptions, match="no cards that somebody takes"):
        experiments.check(plan_of("clades", bots=("hunter",)))
    with pytest.raises(BadOptions, match="has no card 'X99'"):
        experiments.check(plan_of("dinospan", card="X99"))
    with pytest.raises(BadOptions, match="at least 1 game"):
        experiments.check(plan_of("dinospan", games=0))
