"""The trial of the whole: a game of fourteen rules in one folder, found by its path, and each rule by its number."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import mesozoic
from mesozoic.bots import make_bot
from mesozoic.kernel.conformance import check_game
from mesozoic.kernel.errors import BadOptions, IllegalMove
from tests.games_outside.dig_site import GAME

FOLDER = Path(__file__).parent
CAVES = list(range(6))
MOST_LINES = 400


def bone(name: str) -> int:
    """``5c`` as a number."""
    return 6 * int(name[0]) + "abcdef".index(name[1])


def start(*top: str, players: int = 2, **more: Any) -> Any:
    """A game whose deck begins with these cards, two a hand and then to be dug: ``-`` is a cave-in."""
    caves = list(CAVES)
    deck = [caves.pop(0) if name == "-" else bone(name) for name in top]
    rest = [card for card in range(35, -1, -1) if card not in deck]
    return GAME.start(players, deal={"deck": deck + rest, **more.pop("deal", {})}, **more)


def play(state: Any, *moves: str) -> list[str]:
    return [event.words() for move in moves for event in state.play(state.to_move[0], move)]


HANDS = ("1a", "1b", "2a", "2b")


def test_the_game_keeps_the_contract_and_is_small() -> None:
    report = check_game(GAME)
    assert report.secrets_redealt["hands"] > 0
    files = [one for one in (FOLDER / "dig_site").iterdir() if one.suffix == ".py"]
    assert sum(len(one.read_text("utf-8").splitlines()) for one in files) <= MOST_LINES


def test_the_folder_is_found_by_its_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MESOZOIC_GAMES", str(FOLDER))
    said = subprocess.run([sys.executable, "-m", "mesozoic.cli", "games"], capture_output=True, text=True, check=True)
    assert "dig-site" in said.stdout and said.stderr == ""


def test_a_hint_tells_points_also_where_the_fewest_win() -> None:
    """More is better for hints, whatever a game counts."""
    for fewest_win, value in ((False, 5.0), (True, -5.0)):
        setup = SimpleNamespace(game=SimpleNamespace(facts=SimpleNamespace(fewest_points_win=fewest_win)))
        assert GAME.words.value_words(SimpleNamespace(setup=setup), value) == "about 5.0 points in the end"


def test_two_to_four_players_take_turns() -> None:
    """DG-01."""
    state = start(*HANDS, "-", "3a", "-", "3b")
    assert state.to_move == (0,)
    play(state, "dig")
    assert state.to_move == (1,)
    with pytest.raises(BadOptions, match="2 to 4 players"):
        GAME.start(5, seed=1)


def test_everybody_is_dealt_two_bones_that_others_do_not_see() -> None:
    """DG-02, DG-03."""
    state = start(*HANDS)
    assert (state.view(0).hand, state.view(1).hand, state.view(None).hand) == (["1a", "1b"], ["2a", "2b"], [])
    assert state.view(0).deck_count == 32
    with pytest.raises(BadOptions, match="cave-ins come later"):
        start("-", "1a", "1b", "1c")


def test_bones_that_are_dug_lie_in_the_trench_until_it_caves_in() -> None:
    """DG-04, DG-05."""
    state = start(*HANDS, "3a", "4a", "-")
    play(state, "dig", "dig")
    assert state.view(1).trench == ["3a", "4a"]
    assert "P1 loses the trench." in play(state, "dig")
    assert (state.view(1).trench, state.view(1).discard) == ([], ["3a", "4a", "0a"])


def test_a_second_bone_of_a_kind_ends_the_turn() -> None:
    """DG-05."""
    state = start(*HANDS, "3a", "3b")
    play(state, "dig", "dig")
    assert (state.to_move, state.view(0).discard) == ((1,), ["3a", "3b"])


def test_a_bone_of_the_hand_is_added_once_in_a_turn_and_only_of_a_new_kind() -> None:
    """DG-06."""
    state = start("1a", "2a", "3a", "4a", "1b", "5a")
    play(state, "dig")
    assert state.moves(0) == ["dig", "add 2a", "stop"]
    play(state, "add 2a")
    assert (state.view(1).trench, state.moves(0)) == (["1b", "2a"], ["dig", "stop"])


def test_who_stops_keeps_the_trench_and_draws_unseen() -> None:
    """DG-07, DG-08."""
    state = start(*HANDS, "5a", "4a")
    with pytest.raises(IllegalMove):
        state.play(0, "stop")
    play(state, "add 1a", "dig")
    told = state.play(0, "stop")
    assert (state.view(1).seats[0].museum, state.view(0).hand) == (["1a", "5a"], ["1b", "4a"])
    assert "P1 draws bone 4." in [event.words() for event in told if event.is_known_to(0)]
    assert "P1 draws a bone." in [event.words() for event in told if event.is_known_to(1)]


def test_a_cave_in_that_is_drawn_is_shown_and_ends_the_drawing() -> None:
    """DG-09."""
    state = start(*HANDS, "-", "3a")
    assert "P1 draws a cave-in." in play(state, "add 1a", "stop")
    assert (state.view(0).hand, state.view(0).discard) == (["1b"], ["0a"])


def taken_up(**changed: Any) -> Any:
    """A position in which nearly all bones are in museums."""
    position = start(*HANDS).position()
    position |= {"hands": [[6], [7]], "trench": [], "discard": [0, 1, 2, 3, 4, 5, 8], "deck": [9]}
    kept = list(range(10, 36))
    return GAME.start(2, position=position | {"museums": [kept[:13], kept[13:]], "round": 3} | changed)


def test_hands_and_discards_are_shuffled_when_the_deck_is_used_up() -> None:
    """DG-10."""
    state = taken_up()
    assert "All hands and discards are shuffled." in play(state, "dig")
    seen = state.view(0)
    assert seen.trench == ["1d"]
    assert seen.deck_count + len(seen.discard) + sum(one.cards_in_hand for one in seen.seats) == 9


def test_who_has_nothing_to_do_passes() -> None:
    """DG-11."""
    kept = list(range(6, 36))
    state = taken_up(museums=[kept[:13], kept[13:]], hands=[[], []], deck=[], discard=list(CAVES))
    assert state.moves(0) == ["pass"]
    play(state, "pass")
    assert state.to_move == (1,)


def test_bones_count_their_worth_and_full_sets_five_more() -> None:
    """DG-12."""
    state = start("1a", "1b", "5b", "5c", "2a", "3a", "4a", "5a")
    play(state, "add 1a", "dig", "dig", "dig", "dig", "stop")
    assert state.score(0) == 15 + 5


def test_the_round_is_played_to_its_end_when_somebody_reaches_the_goal() -> None:
    """DG-13."""
    state = start("5a", "5b", "1a", "2a", "-", options={"goal": 5})
    play(state, "add 5a", "stop")
    assert state.to_move == (1,)
    play(state, "add 1a", "stop")
    assert state.result is not None and state.result.why == "The goal is reached."


def test_most_points_win_then_most_bones() -> None:
    """DG-14."""
    museums = [[bone("3a")], [bone("1a"), bone("2a")]]
    deck = [card for card in range(36) if card not in museums[0] + museums[1]]
    position = start(*HANDS).position() | {"hands": [[], []], "deck": deck, "museums": museums, "round": 21}
    state = GAME.start(2, position=position)
    assert state.result is not None and state.result.scores == (3, 3)
    assert (state.result.places, state.result.winners) == ((2, 1), (1,))


def test_greedy_plays_to_the_end() -> None:
    state = GAME.start(3, seed=5)
    bot = make_bot("greedy", mesozoic.seeded(5))
    while state.to_move:
        state.play(state.to_move[0], bot.choose(state, state.to_move[0]))
    assert state.result is not None and max(state.result.scores) >= 30
