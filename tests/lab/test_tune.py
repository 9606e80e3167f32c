"""Tuning: the value that comes closest to an aim is found, and what cannot be tried is refused with a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

import mesozoic
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Setup
from mesozoic.lab import tune as tune_module
from mesozoic.lab.tune import Aim, Change, Tuning, measured, read_aim, read_change, tune, tuning_page

SPAN = mesozoic.game("dinospan")


def test_changes_are_read() -> None:
    assert read_change(SPAN, "cost_p of K12: 2..5") == Change("cost_p", "K12", ("2", "3", "4", "5"))
    assert read_change(SPAN, "cost of K12: 2..5") == Change("cost_p", "K12", ("2", "3", "4", "5"))
    assert read_change(SPAN, "egg of K12: 1,3") == Change("eggs", "K12", ("1", "3"))
    assert read_change(SPAN, "pp of K12: 2..7 by 2").values == ("2", "4", "6")
    assert read_change(SPAN, "action_markers: 4,5") == Change("action_markers", "", ("4", "5"))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("K12 cheaper", "is no change"),
        ("cost of J18: 2..5", "Which column is 'cost': cost_p, cost_t. Write for instance 'cost_p of J18: 2..5'"),
        ("pp of K99: 2..5", "has no card 'K99'"),
        ("speed: 2..5", "has no option 'speed'"),
        ("action_markers: 4", "Give 2 to 64 values"),
    ],
)
def test_what_is_no_change_is_refused(text: str, why: str) -> None:
    with pytest.raises(BadOptions, match=why):
        read_change(SPAN, text)


def test_aims_are_read() -> None:
    aim = read_aim(SPAN, "wins with K12 = 50 %")
    assert (aim.kind, aim.which, aim.target, aim.unit) == ("wins with", "K12", 0.5, "%")
    assert read_aim(SPAN, "decisions = 120").target == 120 and read_aim(SPAN, "gap = 7.5 points").target == 7.5
    assert read_aim(SPAN, "ending four rounds = 90 %").which == "four rounds"
    with pytest.raises(BadOptions, match="is no aim: write for instance"):
        read_aim(SPAN, "make it fair")


@pytest.mark.parametrize("aim", ["wins of seat 3 = 50 %", "wins with X9 = 50 %", "pull of X9 = 0"])
def test_aims_that_this_table_has_not_are_refused(aim: str) -> None:
    change = read_change(SPAN, "action_markers: 4,5")
    with pytest.raises(BadOptions, match=r"There is no seat 3|has no card 'X9'"):
        tune(SPAN.prepare(2), change, read_aim(SPAN, aim), "random", 100, workers=1)


def test_a_value_that_cannot_be_played_is_refused_before_the_first_game() -> None:
    with pytest.raises(BadOptions, match=r"eggs of K12 = 4 cannot be tried.* eggs"):
        tune(SPAN.prepare(2), read_change(SPAN, "eggs of K12: 1..9"), read_aim(SPAN, "gap = 5"), "random", 100)


def test_the_closest_value_is_found_and_the_further_ones_drop_out() -> None:
    """A game with five actions a round is a quarter longer than one with four."""
    setup, change = SPAN.prepare(2), read_change(SPAN, "action_markers: 4,5")
    usual = [measured(setup, "random", read_aim(SPAN, "decisions = 1"), "7", number)[0] for number in range(5)]
    aim = read_aim(SPAN, f"decisions = {sum(usual) / 5:.0f}")
    done: list[int] = []
    found = tune(setup, change, aim, "random", 20, "8", within=0.1, workers=1, progress=done.append)
    assert found.tries[0].value == "4" and sum(done) == found.games <= 20
    assert found.words().startswith("action_markers = 4 comes closest to decisions = ")
    page = tuning_page(found, "mesozoic lab tune")
    assert "action_markers = 4 comes closest" in page and found.json()["tries"][0]["value"] == "4"


def by_value(monkeypatch: pytest.MonkeyPatch, told: Callable[[str, int], list[float]]) -> None:
    """Games say this about each value of ``action_markers``, game by game."""

    def measure(setup: Setup, bot: str, aim: Aim, seed: str, number: int) -> list[float]:
        return told(str(setup.options["action_markers"]), number)

    monkeypatch.setattr(tune_module, "measured", measure)


def tuned(aim: str, games: int, within: float | None = None) -> Tuning:
    change = read_change(SPAN, "action_markers: 4,5")
    return tune(SPAN.prepare(2), change, read_aim(SPAN, aim), "random", games, within=within, workers=1)


def test_a_few_games_that_happen_to_agree_are_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    by_value(monkeypatch, lambda value, number: [0.0 if value == "4" and number < 4 else float(number % 5)])
    found = tuned("gap = 0", 8, within=0.5)
    assert found.games == 8 and not found.is_narrow and found.tries[0].found.half > 0.5
    by_value(monkeypatch, lambda value, number: [1.0])
    found = tuned("wins of seat 1 = 90 %", 8, within=1)
    assert not found.is_narrow and "100.0 (" in found.words() and "4 games" in found.words()
    by_value(monkeypatch, lambda value, number: [7.0])
    assert tuned("score = 7", 100).is_narrow, "all that is known agrees, and there is enough of it"


def test_games_that_say_nothing_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    by_value(monkeypatch, lambda value, number: [] if value == "4" or number else [3.0])
    found = tuned("pull of K12 = 0", 8)
    assert [found.show(one) for one in found.in_order()] == ["no answer in 4 games", "3.0 points, 1 of 4 games"]
    assert json.loads(json.dumps(found.json(), allow_nan=False))["tries"][1]["found"]["low"] is None
    assert "no answer in 4 games" in tuning_page(found, "")
    by_value(monkeypatch, lambda value, number: [])
    found = tuned("pull of K12 = 0", 8)
    assert found.words() == "None of 8 games says anything about pull of K12."
    assert tuning_page(found, "")


def test_every_aim_can_be_measured() -> None:
    setup = SPAN.prepare(2)
    for text in (
        "wins of seat 1 = 50 %",
        "wins with K12 = 50 %",
        "pull of K12 = 0",
        "gap = 1",
        "score = 1",
        "rounds = 4",
    ):
        for number in measured(setup, "random", read_aim(SPAN, text), "3", 1):
            assert isinstance(number, float)
    game = mesozoic.game("clades")
    (seconds,) = measured(game.prepare(2), "hunter", read_aim(game, "seconds = 60"), "3", 1)
    assert seconds > 0
