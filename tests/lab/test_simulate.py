"""Simulations: the same on one core and on several, seats in turn, intervals as they should be."""

from __future__ import annotations

import json

import pytest

import mesozoic
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Result, Setup
from mesozoic.kernel.state import State
from mesozoic.kernel.witness import NOTHING, Figure, Lines, Witness
from mesozoic.lab.simulate import fill_seats, play_one, play_out, simulate, standing
from mesozoic.lab.statistics import wilson

GAME = mesozoic.game("dolphins-and-dinos")


def test_one_core_or_two_make_no_difference() -> None:
    setup = GAME.prepare(3)
    told: list[int] = []
    alone = simulate(setup, ["greedy", "random"], games=60, seed=5, workers=1, progress=told.append)
    together = simulate(setup, ["greedy", "random"], games=60, seed=5, workers=2)
    assert alone == together
    assert sum(told) == 60
    assert json.loads(json.dumps(alone.json()))["by_bot"]["greedy"]["games"] == 60


def test_bots_change_seats_from_game_to_game() -> None:
    setup = GAME.prepare(3)
    seats = ["greedy", "random", "random"]
    where = [play_one(setup, seats, 1, number).bots.index("greedy") for number in range(6)]
    assert where == [0, 1, 2, 0, 1, 2]


def test_paired_games_are_the_same_deal_with_every_bot_in_every_seat() -> None:
    setup = GAME.prepare(2)
    found = simulate(setup, ["greedy", "random"], games=8, seed=5, workers=1, paired=True)
    assert found == simulate(setup, ["greedy", "random"], games=8, seed=5, workers=2, paired=True)
    alike = simulate(setup, ["greedy"], games=8, seed=5, workers=1, paired=True)
    assert found.by_bot["greedy"].games == 8 and alike.by_bot["greedy"].win_share == 0.5
    with pytest.raises(BadOptions, match="come in lots of 2, so not 7"):
        simulate(setup, ["greedy", "random"], games=7, paired=True)


def test_the_interval_of_paired_games_is_that_of_their_deals() -> None:
    fair = standing([(1, 1.0), (1, 0.0)] * 8, 2)  # whoever sits there wins: nothing is owed to the bot
    assert (fair.win_share, fair.win_low, fair.win_high, fair.games) == (0.5, 0.5, 0.5, 16)


def test_the_last_bot_named_takes_the_seats_left() -> None:
    assert fill_seats(["greedy", "random"], 4) == ["greedy", "random", "random", "random"]
    for wrong in ([], ["random"] * 5):
        with pytest.raises(BadOptions, match="Name 1 to 4 bots"):
            fill_seats(wrong, 4)


def test_wrong_wishes_are_refused_before_anything_is_played() -> None:
    with pytest.raises(BadOptions, match="at least 1 game"):
        simulate(GAME.prepare(2), ["random"], games=0)
    with pytest.raises(BadOptions, match="no bot"):
        simulate(GAME.prepare(2), ["nobody"], games=5)


class Counting(Witness):
    """Counts decisions; of seats, which is the first."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, (Figure("moves", "Moves."), Figure("often", "Only in long games.")), (FIRST,), ("15",))

    def before(self, state: State, seat: int, move: int) -> None:
        if seat == 0 and move == 15:
            self.take(seat, 0, 1)

    def write_game(self, state: State, result: Result, out: Lines) -> None:
        out.put(self.decisions)
        out.put(1 if self.decisions > 50 else NOTHING)

    def write_seat(self, state: State, result: Result, seat: int, out: Lines) -> None:
        out.put(int(seat == 0))


FIRST = Figure("first", "1 for the first seat.")


def test_a_game_tells_figures_about_its_games_and_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Means over games that have them, and for each figure of a seat how often those who had any of it won."""
    monkeypatch.setattr(GAME.figures, "witness", Counting)
    found = simulate(GAME.prepare(2), ["random"], games=20, seed=3, workers=1, figures=True)
    assert found.figures["moves"] == found.mean_decisions and found.figures.get("often", 1.0) == 1.0
    first = found.seat_figures["first"]
    assert (first.mean, first.share, first.win_share) == (0.5, 0.5, found.by_seat["P1"].win_share)
    assert 0 < found.seat_figures["took 15"].share <= 0.5 and found.seat_figures["played 15"].share == 0
    assert not simulate(GAME.prepare(2), ["random"], games=2, seed=3, workers=1).figures


@pytest.mark.parametrize("name", ["biomechanic-dino-battles", "dinospan", "dolphins-and-dinos"])
def test_who_looks_on_changes_nothing(name: str) -> None:
    """Random players draw the same moves under a witness, sampled or not, as without one."""
    setup = mesozoic.game(name).prepare(3)
    watcher, sampled = setup.game.figures.witness(setup), []

    def sample(state: State, seat: int, move: int) -> None:
        sampled.append((seat, move))
        state.apply(seat, move)

    for number in range(3):
        bare = play_out(setup, ["random"] * 3, "7", number)
        seen = play_out(setup, ["random"] * 3, "7", number, witness=watcher, sample=sample, gap=20)
        assert (seen.result, seen.decisions) == (bare.result, bare.decisions)
        assert seen.state.position() == bare.state.position()
    assert len(sampled) > 3


def test_intervals() -> None:
    low, high = wilson(50, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert wilson(0, 10)[0] == 0.0 and 0.2 < wilson(0, 10)[1] < 0.35
    figures = standing([(10, 1.0), (20, 0.0), (30, 0.5), (40, 0.5)])
    assert (figures.mean_score, figures.wins) == (25.0, 2.0)
    assert round(figures.score_error, 2) == 12.65


def test_random_players_score_as_the_ledger_says() -> None:
    """About 36 to 40 points for moves drawn evenly, items first and squares second."""
    found = simulate(GAME.prepare(4), ["random"], games=300, seed=1, workers=1)
    assert 34 < found.by_bot["random"].mean_score < 42


def test_the_scores_are_counted_for_every_bot():
    found = simulate(mesozoic.game("dolphins-and-dinos").prepare(3), ["greedy", "random"], 4, seed=2, workers=1)
    assert {bot: sum(scores.values()) for bot, scores in found.scores.items()} == {"greedy": 4, "random": 8}
    mean = sum(score * games for score, games in found.scores["greedy"].items()) / 4
    assert mean == found.by_bot["greedy"].mean_score
