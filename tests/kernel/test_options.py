"""Options are read from JSON and from what people type; wrong ones are refused with a sentence."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import mesozoic
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.options import (
    Choice,
    Flag,
    Map,
    Number,
    NumberOr,
    OneNumber,
    Option,
    PerSeat,
    Several,
    read_options,
)

SPEED = Choice("speed", "how fast", "slow", {"slow": "with care", "fast": "at once"})
SOUND = Flag("sound", "is it heard", False)
SIZE = Number("size", "how many", lambda players: players * 2, 1, 12)
ALL: tuple[Option, ...] = (SPEED, SOUND, SIZE)


@pytest.mark.parametrize(
    ("option", "given", "value"),
    [
        (SPEED, "fast", "fast"),
        (SOUND, True, True),
        (SOUND, "yes", True),
        (SOUND, "Off", False),
        (SIZE, 5, 5),
        (SIZE, "12", 12),
    ],
)
def test_values_are_read(option: Option, given: Any, value: Any) -> None:
    assert option.read(given) == value


@pytest.mark.parametrize(
    ("option", "given"),
    [(SPEED, "Fast"), (SPEED, 1), (SOUND, "maybe"), (SOUND, 1), (SIZE, 0), (SIZE, "13"), (SIZE, True), (SIZE, 2.0)],
)
def test_wrong_values_are_refused_with_what_is_possible(option: Option, given: Any) -> None:
    with pytest.raises(BadOptions, match=f"Option {option.name} cannot be .*: give "):
        option.read(given)


def test_defaults_may_depend_on_the_players() -> None:
    assert read_options(ALL, {}, 3) == {"speed": "slow", "sound": False, "size": 6}
    assert read_options(ALL, {"size": 1}, 3)["size"] == 1


def test_an_unknown_option_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadOptions, match="no option 'colour': this game has size, sound, speed"):
        read_options(ALL, {"colour": "red"}, 2)


def test_unknown_games_and_numbers_of_players_are_refused() -> None:
    with pytest.raises(BadOptions, match=r"no game 'chess': choose .*dolphins-and-dinos"):
        mesozoic.game("chess")
    for players in (0, 7, -1, True, "4", 4.0, None):
        with pytest.raises(BadOptions, match="is for 1 to 6 players"):
            mesozoic.game("dolphins-and-dinos").start(players, seed=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", [None, ["clades"], 10**5000], ids=["nothing", "list", "number"])
def test_a_game_is_named_by_a_text(name: Any) -> None:
    with pytest.raises(BadOptions, match="A game is named by a text"):
        mesozoic.game(name)


def test_every_module_of_a_game_can_be_imported_by_its_path() -> None:
    """No function of the package hides the folder of the games."""
    found = subprocess.run(
        [sys.executable, "-c", "import mesozoic.games.carbon_dating.rules as rules; print(rules.MOST_EATEN)"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stdout == "3\n", found.stderr


def test_every_game_announces_itself_once() -> None:
    games = mesozoic.all_games()
    assert list(games) == sorted(games)
    assert all(mesozoic.game(name) is game and game.name == name for name, game in games.items())


FEW = OneNumber("few", "how many", 7, (7, 12))
EACH = PerSeat("each", "how many for each", 1, 0, 3)
WHICH = Map("which", "from where", {"M": "O", "S": "P"}, ("M", "S"), ("P", "O"))


@pytest.mark.parametrize(
    ("option", "given", "value"),
    [
        (FEW, "12", 12),
        (FEW, 7, 7),
        (EACH, 2, 2),
        (EACH, "2", 2),
        (EACH, "1, 2,0", [1, 2, 0]),
        (EACH, [3], [3]),
        (WHICH, "S:P, M:O", {"M": "O", "S": "P"}),
        (WHICH, {"S": "O", "M": "P"}, {"M": "P", "S": "O"}),
    ],
)
def test_numbers_lists_and_maps_are_read(option: Option, given: Any, value: Any) -> None:
    assert option.read(given) == value
    assert option.read(option.read(given)) == value
    assert all(option.read(one) == one for one in option.spread())


@pytest.mark.parametrize(
    ("option", "given"),
    [
        (FEW, 8),
        (FEW, True),
        (EACH, 4),
        (EACH, "1,,2"),
        (EACH, []),
        (EACH, [1, "x"]),
        (EACH, None),
        (WHICH, "M:O"),
        (WHICH, "M:O,S:X"),
        (WHICH, {"M": ["P"], "S": "O"}),
        (WHICH, 3),
    ],
)
def test_wrong_numbers_lists_and_maps_are_refused(option: Option, given: Any) -> None:
    with pytest.raises(BadOptions, match=f"Option {option.name} cannot be .*: give "):
        option.read(given)


def test_a_number_or_a_word() -> None:
    option = NumberOr("stack", "how many", "auto", "auto", 1, 9)
    assert [option.read(value) for value in ("auto", 1, "7", 9)] == ["auto", 1, 7, 9]
    for wrong in (0, 10, "ten", "-1", "", None, True, 2.0):
        with pytest.raises(BadOptions, match="auto or a whole number from 1 to 9"):
            option.read(wrong)
    assert all(option.read(value) == value for value in option.spread())


def test_several_names_out_of_a_list() -> None:
    option = Several("teams", "who plays", "", ("red", "green", "blue"), 2)
    assert option.read(["blue", "red"]) == option.read("red, blue") == "red,blue"
    assert option.read("") == option.read([]) == ""
    for wrong, why in (
        ("red", "names 1, not 2"),
        ("red,red", "red twice"),
        (["red", "pink"], "'pink'"),
        (5, "cannot be 5"),
    ):
        with pytest.raises(BadOptions, match=why):
            option.read(wrong)
    assert all(option.read(value) == value for value in option.spread())


@pytest.mark.parametrize("given", ["--5", "5-", "-", "", "5" * 5000, "٥", "1_0"], ids=lambda given: given[:3])
def test_a_typed_number_has_a_sign_at_most_and_few_digits(given: str) -> None:
    with pytest.raises(BadOptions, match="Option size cannot be "):
        SIZE.read(given)


def test_a_number_too_long_to_be_written_out_is_refused_too() -> None:
    with pytest.raises(BadOptions, match="The option size holds a number that is too large"):
        SIZE.read(10**5000)


@pytest.mark.parametrize(
    "given", [{"M": [], "S": "P"}, {"M": {}, "S": "P"}, {"M": 1, "S": "P"}, "M:O,M:P,S:P", "M:O,S:P,S:P", 5, None]
)
def test_a_map_has_each_key_once_with_one_of_its_values(given: Any) -> None:
    pairs = Map("sets", "which set", {"M": "O", "S": "P"}, ("M", "S"), ("P", "O"))
    with pytest.raises(BadOptions, match="Option sets cannot be "):
        pairs.read(given)


@pytest.mark.parametrize("given", [5, 0, ["a"], [], "speed", True])
def test_options_are_given_by_name(given: Any) -> None:
    for game in mesozoic.all_games().values():
        with pytest.raises(BadOptions, match="options must be given by name"):
            game.prepare(game.facts.fewest_players, given)
