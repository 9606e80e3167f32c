"""Numbers of the rules that designers turn: options with bounds, left out of the page on which a table is set up."""

from __future__ import annotations

import pytest

import mesozoic
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.options import Number
from mesozoic.kernel.record import Record
from mesozoic.table.http.about import option_info

TUNED = [
    (game, option)
    for game in mesozoic.all_games().values()
    for option in game.options
    if option.for_designers and isinstance(option, Number)
]
NAMES = [f"{game.name} {option.name}" for game, option in TUNED]


@pytest.mark.parametrize(("game", "option"), TUNED, ids=NAMES)
def test_a_tuned_number_has_bounds_and_goes_into_the_record(game, option):
    players = game.facts.most_players
    assert option.name.startswith("tune_")
    assert option.low <= option.default_for(players) <= option.high
    assert option_info(game, option).for_designers
    for value in (option.low, option.high):
        state = game.start(players, seed=1, options={option.name: value})
        again = Record.parse(Record.of(state).text()).replay(mesozoic.game)
        assert again.setup.options[option.name] == value
        is_usual = value == option.default_for(players)
        assert (again.position() == state.position() == game.start(players, seed=1).position()) == is_usual
        assert again.position() == state.position()
    with pytest.raises(BadOptions, match=f"Option {option.name} cannot be {option.high + 1}: give a whole number from"):
        game.prepare(players, {option.name: option.high + 1})


def test_what_can_be_turned():
    assert NAMES == [
        "biomechanic-dino-battles tune_hand",
        "biomechanic-dino-battles tune_dino_copies",
        "biomechanic-dino-battles tune_combat_stack",
        "carbon-dating tune_row",
        "dinospan tune_resources",
        "dolphins-and-dinos tune_money",
    ]


def test_money_cards_and_seats_are_as_many_as_was_said():
    """DD-05, BD-R4, BD-04, CD-03, DS-08 with other numbers."""
    rich = mesozoic.game("dolphins-and-dinos").start(3, seed=1, options={"tune_money": 70})
    assert [seat.money for seat in rich.view(None).seats] == [70, 70, 70]
    full = mesozoic.game("carbon-dating").start(1, seed=1, options={"tune_row": 6})
    assert len(full.view(0).table) == 6
    hands = mesozoic.game("biomechanic-dino-battles").start(2, seed=1, options={"tune_hand": 8})
    assert len(hands.position()["seats"][0]["hand"]) == 8
    many = mesozoic.game("biomechanic-dino-battles").start(2, seed=1, options={"tune_dino_copies": 9}).position()
    assert len(many["dino_deck"]) + len(many["offering"]) == 6 * 9
    stocked = mesozoic.game("dinospan").start(2, seed=1, options={"tune_resources": 4}).view(0)
    assert [stocked.seats[1].plants, stocked.seats[1].trees, stocked.seats[1].mammals] == [4, 4, 4]
