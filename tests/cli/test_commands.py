"""Every command, as somebody calls it who has just installed the program."""

from __future__ import annotations

import mesozoic
from tests.terminal.scripts import GAME


def test_without_arguments_it_shows_its_help(call):
    result = call()
    assert result.exit_code == 0
    for command in ("games", "rules", "play", "replay"):
        assert command in result.stdout


def test_the_version_says_whether_the_engine_is_compiled(call, monkeypatch):
    monkeypatch.setattr(mesozoic, "compiled", True)
    assert call("--version").stdout == f"mesozoic {mesozoic.__version__}, compiled\n"
    monkeypatch.setattr(mesozoic, "compiled", False)
    slower = "pure Python (slower: reinstall with a C compiler to compile it)"
    assert call("--version").stdout == f"mesozoic {mesozoic.__version__}, {slower}\n"


def test_games_are_listed_with_players_and_minutes(call):
    result = call("games")
    assert result.exit_code == 0
    for text in (GAME, "Dolphins and Dinos", "1-6", "20-30", "Everybody fills a museum"):
        assert text in result.stdout


def test_the_options_of_a_game_are_listed(call):
    result = call("games", GAME)
    assert result.exit_code == 0
    for text in ("sheets=closed", "free_feature=offered", "usually chosen"):
        assert text in result.stdout


def test_the_map_of_observations_is_printed(call):
    result = call("observations", GAME, "--players", "2")
    assert result.exit_code == 0
    first, *lines = result.stdout.splitlines()
    assert first == f"Dolphins and Dinos, 2 players: {len(lines)} numbers, 45 actions"
    assert lines[3].strip() == "3  cards, card 1 of the path: 0 to 16"


def test_the_rules_are_shown(call):
    result = call("rules", GAME)
    assert result.exit_code == 0
    assert "DD-01" in result.stdout
    assert "DD-47" in result.stdout
    assert "**" not in result.stdout


def test_a_single_rule_is_found_by_its_number(call):
    shown = call("rules", GAME, "dd-19").stdout
    assert "DD-19" in shown
    assert "DD-20" not in shown
    assert "DD-18" not in shown


def test_a_rule_comes_with_the_table_that_follows_it(call):
    assert "Columns face up" in call("rules", GAME, "DD-08").stdout


def test_a_ruling_is_found_by_its_number(call):
    shown = call("rules", GAME, "DD-R11").stdout
    assert "DD-R11" in shown
    assert "DD-R12" not in shown


def test_rules_of_an_unknown_number_or_game(refused):
    assert "has no rule 'DD-99'" in refused("rules", GAME, "DD-99")
    assert "There is no game 'chess'" in refused("rules", "chess")


def test_help_of_play_names_the_bots(call):
    assert "greedy" in call("play", "--help").stdout
