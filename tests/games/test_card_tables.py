"""Other cards: each game with a card table plays with its own given as a file, and with one that changes nearly all."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

import mesozoic
from mesozoic.bots import make_bot
from mesozoic.cli import app
from mesozoic.kernel.conformance import check_game
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.record import Record
from mesozoic.kernel.rng import seeded
from tests.games.other_cards import CHANGES, other_cards

TABLED = [name for name, game in mesozoic.all_games().items() if game.card_table is not None]


def playing(state, bot, steps=60):
    """Some moves of a bot for all seats, as texts."""
    moves = []
    for _ in range(steps):
        if not state.to_move:
            break
        seat = state.to_move[0]
        moves.append(bot.choose(state, seat))
        state.play(seat, moves[-1])
    return moves


def players_of(game):
    return max(game.facts.fewest_players, min(2, game.facts.most_players))


@pytest.mark.parametrize("name", TABLED)
def test_the_own_table_as_a_file_is_the_same_game(name):
    game = mesozoic.game(name)
    given = game.other_cards().own_text
    assert game.check_cards(given)[0] == []
    plain = game.start(players_of(game), seed=5)
    same = game.start(players_of(game), seed=5, options={"cards": given})
    assert plain.position() == same.position()
    assert playing(plain, make_bot("random", seeded(1))) == playing(same, make_bot("random", seeded(1)))
    assert plain.position() == same.position()


@pytest.mark.parametrize("name", CHANGES)
def test_other_cards_keep_the_contract(name):
    check_game(mesozoic.game(name), most=4, always={"cards": other_cards(name)})


@pytest.mark.parametrize("name", CHANGES)
def test_a_record_carries_its_cards(name):
    game = mesozoic.game(name)
    state = game.start(players_of(game), seed=3, options={"cards": other_cards(name)})
    playing(state, make_bot("random", seeded(1)), 30)
    again = Record.parse(Record.of(state).text()).replay(mesozoic.game)
    assert again.setup.options["cards"] == state.setup.options["cards"] != ""
    assert again.position() == state.position()


@pytest.mark.parametrize("name", TABLED)
def test_three_mistakes_are_three_sentences_with_line_and_column(name):
    game = mesozoic.game(name)
    lines = game.other_cards().own_text.splitlines()
    first = lines[1].split(",")
    lines[1] = ",".join(["?" * 50, *first[1:]])
    lines[2] = lines[2] + ",one more"
    lines[3] = '"unclosed'
    problems, _ = game.check_cards("\n".join(lines))
    found = {int(problem.split(",")[0].removeprefix("line ")) for problem in problems if problem.startswith("line ")}
    assert {2, 3, 4} <= found
    with pytest.raises(BadOptions, match=r"The card table cannot be played: line [234], column 1: "):
        game.start(players_of(game), options={"cards": "\n".join(lines)})


def test_a_mistake_behind_a_quoted_field_is_found_at_its_column():
    """Dolphins and Dinos: the same word stands quoted before it, so that a search for it would stop too early."""
    game = mesozoic.game("dolphins-and-dinos")
    lines = game.other_cards().own_text.splitlines()
    number, name, *others = lines[1].split(",")
    lines[1] = ",".join([number, f'"{name}, 99"', "Q", *others[1:]])
    problems, _ = game.check_cards("\n".join(lines))
    column = len(f'{number},"{name}, 99",') + 1
    assert any(problem.startswith(f"line 2, column {column}: ") for problem in problems), problems


def told(*words):
    """What a command prints."""
    result = CliRunner().invoke(app, ["cards", *map(str, words)], prog_name="mesozoic")
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("name", CHANGES)
def test_export_check_and_diff(name, tmp_path):
    own, other = tmp_path / "own.csv", tmp_path / "other.csv"
    own.write_text(told("export", name), "utf-8")
    other.write_text(other_cards(name), "utf-8")
    assert "can be played" in told("check", name, other)
    assert told("diff", name, own) == "Nothing differs.\n"
    assert told("diff", name, own, other) == told("diff", name, other) != ""


def test_a_game_without_other_cards_says_so():
    with pytest.raises(BadOptions, match="no other cards than its own"):
        mesozoic.game("clades").check_cards("")
