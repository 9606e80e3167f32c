"""Playing on the real clock: bots alone, a person with keys, a table for one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.record import Record
from mesozoic.terminal.arguments import seat_names, usual_bot
from tests.games.clades.helpers import GAME, begun, true_calls

ROOT = Path(__file__).parent.parent.parent


def play(folder: Path, *words: str, keys: str = "") -> subprocess.CompletedProcess[str]:
    """The program in a process of its own, its keyboard a pipe."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "100"}
    command = [sys.executable, "-m", "mesozoic.cli", "play", "clades", *words]
    return subprocess.run(command, input=keys, capture_output=True, text=True, timeout=300, cwd=folder, env=environment)


def test_bots_play_to_the_end_on_the_real_clock(tmp_path: Path) -> None:
    fast = ("--option", "settle_ms=0", "--option", "deck=threes")
    done = play(tmp_path, "-s", "oracle", "-s", "oracle", "--seed", "3", *fast, "--save", "kept.record")
    assert done.returncode == 0, done.stderr
    assert "Play begins." in done.stdout and "calls" in done.stdout and "(won)" in done.stdout
    record = Record.load(tmp_path / "kept.record")
    times = [entry.at for entry in record.moves]
    assert times == sorted(times) and record.replay(lambda name: GAME).is_over


def test_letters_call_cards_and_leaving_keeps_the_game(tmp_path: Path) -> None:
    """The letters of a triple, then a false call, then the end of the keyboard: saved, and resumable."""
    state = begun(1, seed="9")
    desk = GAME.desk()
    desk.look(state, 0, 0, "")
    names = true_calls(state, 0)[0][5:-1].split(",")
    letters = "".join(desk.letters[name] for name in names)
    done = play(tmp_path, "-p", "1", "--seed", "9", "--save", "race.record", keys=f"\n{letters}\x04")
    assert "takes all three" in done.stdout, done.stdout + done.stderr
    assert "mesozoic play --resume race.record" in done.stdout
    record = Record.load(tmp_path / "race.record")
    assert record.replay(lambda name: GAME).view(0).seats[0].triples == 1


def test_only_one_person_fits_at_one_keyboard(tmp_path: Path) -> None:
    done = play(tmp_path, "-s", "Ann", "-s", "Bob")
    assert done.returncode == 2 and "only one person fits at one keyboard" in done.stderr


def test_seats_are_filled_with_a_level() -> None:
    assert usual_bot(GAME) == "casual"
    assert seat_names(GAME, 3, ["you", "expert"]) == ["you", "expert", "casual"]
    with pytest.raises(BadOptions, match=r"or a bot \(absent, child"):
        seat_names(GAME, 3, ["greedy"])


def test_letters_stay_with_their_cards() -> None:
    state = begun(2, seed=4)
    desk = GAME.desk()
    desk.look(state, 0, 0, "")
    before = dict(desk.letters)
    assert len(set(before.values())) == 13
    move = true_calls(state, 0)[0]
    taken = move[5:-1].split(",")
    assert desk.read(state, 0, "".join(before[card] for card in taken[:2])) is None
    assert set(
        GAME.text(GAME.parse(desk.read(state, 0, "".join(before[card] for card in taken))))[5:-1].split(",")
    ) == set(taken)
    assert desk.read(state, 0, " ") == "none"
    state.play(0, move)
    state.play(-1, "settle")
    desk.look(state, 0, 9000, "")
    assert all(desk.letters[card] == before[card] for card in before if card not in taken)
    assert "space says" in desk.help()


def test_a_round_that_is_over_offers_reshuffle_and_stop() -> None:
    state = begun(1, {"mode": "casual"}, seed=4)
    while state.view(0).phase == "open":
        state.play(0, (true_calls(state, 0) or ["none"])[0])
    desk = GAME.desk()
    assert (desk.read(state, 0, "r"), desk.read(state, 0, "s"), desk.read(state, 0, "x")) == ("reshuffle", "stop", None)


def test_the_fourth_letter_gives_a_card_in_a_switch() -> None:
    given = {
        "grid": ["ML1B", "SL2G", "AL2R", "MW2B", "SA1G"],
        "hands": [["AL3R"], ["SA2G", "SA2R"]],
        "deck": ["AW1B"],
        "hands_open": True,
    }
    state = GAME.start(2, options={"open_hand": "switch", "personal": [1, 2]}, position=given)
    desk = GAME.desk()
    desk.look(state, 1, 0, "")
    three = "".join(desk.letters[card] for card in ("ML1B", "SL2G", "AL3R"))
    assert desk.read(state, 1, three) is None
    assert desk.read(state, 1, three + desk.letters["SA2R"]) == "call(ML1B,SL2G,AL3R,SA2R)"
