"""Playing on the real clock: bots alone, a person with keys, a table for one."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import mesozoic
from mesozoic.bots import usual_bot
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.record import Record
from mesozoic.terminal.arguments import seat_names
from mesozoic.terminal.sitting import take_up
from tests.games.clades.helpers import GAME, HOST, begun, call, false_call, place, true_calls

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
    desk = GAME.terminal.desk()
    desk.look(state, 0, 0)
    names = true_calls(state, 0)[0][5:-1].split(",")
    letters = "".join(desk.letters[name] for name in names)
    done = play(tmp_path, "-p", "1", "--seed", "9", "--save", "race.record", keys=f"\n{letters}\x04")
    assert "takes all three" in done.stdout, done.stdout + done.stderr
    assert "mesozoic play --resume race.record" in done.stdout
    record = Record.load(tmp_path / "race.record")
    assert record.replay(lambda name: GAME).view(0).seats[0].triples == 1


def test_a_card_is_told_by_a_line_after_a_slash(tmp_path: Path) -> None:
    """Its letters call nothing; Escape, or who takes the slash back, forgets the line."""
    keys = "\n/card MW1x\x7fB\n/card abc\x1b/\x7f/nonsense\n/card nobody\n\x04"
    done = play(tmp_path, "-p", "1", "--seed", "9", "--save", "race.record", keys=keys)
    assert "/card NAME" in done.stdout and "1 blue water mammal (MW1B)" in done.stdout, done.stdout + done.stderr
    assert "After a slash comes card and the name of a card." in done.stdout
    assert "No card is called 'nobody'" in done.stdout
    assert not any(one.move.startswith("call") for one in Record.load(tmp_path / "race.record").moves)


def test_only_one_person_fits_at_one_keyboard(tmp_path: Path) -> None:
    done = play(tmp_path, "-s", "Ann", "-s", "Bob")
    assert done.returncode == 2 and "only one person fits at one keyboard" in done.stderr


def test_seats_are_filled_with_a_level() -> None:
    assert usual_bot(GAME) == "hatchling"
    assert seat_names(GAME, 3, ["you", "expert"]) == ["you", "expert", "hatchling"]
    with pytest.raises(BadOptions, match=r"or a bot \(hatchling, forager"):
        seat_names(GAME, 3, ["greedy"])


def test_bots_for_measuring_sit_down_only_among_themselves() -> None:
    """Nobody plays against them, in a new game or in one that is taken up."""
    assert seat_names(GAME, 2, ["oracle", "apex:compares=1"]) == ["oracle", "apex:compares=1"]
    for bot in ("oracle", "apex:compares=1"):
        with pytest.raises(BadOptions, match=f"{bot}' is for measuring, not for playing against"):
            seat_names(GAME, 2, ["you", bot])
    left = Record.of(begun(2, seed="9"), ["you", "oracle"])
    with pytest.raises(BadOptions, match="oracle' is for measuring"):
        take_up(left, mesozoic.game, 1)


def typed(desk: Any, state: Any, seat: int, keys: Iterable[str]) -> str | None:
    """What the last of the keys completes; those before complete nothing."""
    *first, last = keys
    assert [desk.press(state, seat, key) for key in first] == [None] * len(first)
    completed: str | None = desk.press(state, seat, last)
    return completed


def line_of(desk: Any, state: Any, seat: int, now: int = 0) -> str:
    """The line above the table."""
    desk.look(state, seat, now)
    return str(desk.status_line(state.view(seat), now))


def test_letters_stay_with_their_cards() -> None:
    state = begun(2, seed=4)
    desk = GAME.terminal.desk()
    desk.look(state, 0, 0)
    before = dict(desk.letters)
    assert len(set(before.values())) == 13
    move = true_calls(state, 0)[0]
    taken = move[5:-1].split(",")
    assert typed(desk, state, 0, [before[card] for card in taken[:2]]) is None
    assert set(desk.press(state, 0, before[taken[2]])[5:-1].split(",")) == set(taken)
    assert desk.press(state, 0, " ") == "none"
    state.play(0, move)
    state.play(-1, "settle")
    desk.look(state, 0, 9000)
    assert all(desk.letters[card] == before[card] for card in before if card not in taken)
    assert "space says" in desk.help()


def test_a_round_that_is_over_offers_reshuffle_and_stop() -> None:
    state = begun(1, {"mode": "casual"}, seed=4)
    while state.view(0).phase == "open":
        state.play(0, (true_calls(state, 0) or ["none"])[0])
    desk = GAME.terminal.desk()
    assert [desk.press(state, 0, key) for key in "rsx"] == ["reshuffle", "stop", None]


def test_the_fourth_letter_gives_a_card_in_a_switch() -> None:
    given = {
        "grid": ["ML1B", "SL2G", "AL2R", "MW2B", "SA1G"],
        "hands": [["AL3R"], ["SA2G", "SA2R"]],
        "deck": ["AW1B"],
        "hands_open": True,
    }
    state = GAME.start(2, options={"open_hand": "switch", "personal": [1, 2]}, position=given)
    desk = GAME.terminal.desk()
    desk.look(state, 1, 0)
    assert typed(desk, state, 1, [desk.letters[card] for card in ("ML1B", "SL2G", "AL3R")]) is None
    assert desk.press(state, 1, desk.letters["SA2R"]) == "call(ML1B,SL2G,AL3R,SA2R)"


SHARED = "ML1B SL2G AL3R MW2B SA1G MW1B ML2B MA3B SW3G SL3G SA3G AA1B"


def test_a_key_means_the_card_that_had_it_and_is_forgotten_with_it() -> None:
    """Beaten to one of two picked cards: the other stays picked, and no new card is ever meant."""
    state = place(2, SHARED, ["MA2G", "SA2G"], "AW1B AW2G AW3R AW3B AA2B AA2G")
    desk = GAME.terminal.desk()
    desk.look(state, 0, 0)
    letters = dict(desk.letters)
    assert typed(desk, state, 0, [letters["ML1B"], letters["SW3G"]]) is None
    call(state, 1, "ML1B SL2G AL3R")
    state.play(HOST, "settle")
    assert "Too late for ML1B: P2 has taken it." in line_of(desk, state, 0) and desk.picked == ["SW3G"]
    new = [card for card in desk.letters if card not in letters]
    assert new and not {desk.letters[card] for card in new} & set(letters.values()), "a letter just freed rests"
    assert desk.press(state, 0, letters["AL3R"]) is None and "Too late for AL3R" in line_of(desk, state, 0)
    assert typed(desk, state, 0, [letters["SL3G"], letters["SA3G"]]) == "call(SW3G,SL3G,SA3G)"


def test_the_keyboard_never_goes_dead() -> None:
    """Whatever is pressed and whoever is faster, three letters that lie there are a call."""
    for seed in range(6):
        state, desk, chance = begun(2, seed=seed), GAME.terminal.desk(), random.Random(seed)
        while state.to_move:
            for key in chance.choices("abcdefghijklmnopqrstuvwxyz\n1", k=chance.randrange(3)):
                move = desk.press(state, 0, key)
                assert move is None or move[5:-1].count(",") == 2
            state.play(*next(one for one in rivals(state) if one))
            desk.look(state, 0, 0)
            if state.view(0).phase == "open":
                desk.clear()
                wanted = chance.sample([card for row in state.view(0).rows for card in row], 3)
                assert typed(desk, state, 0, [desk.letters[one.card] for one in wanted]) is not None


def rivals(state: Any) -> Iterable[tuple[int, str] | None]:
    """The other seat calls, or says that it sees none, or the host goes on."""
    yield (1, true_calls(state, 1)[0]) if state.can_call(1) and true_calls(state, 1) else None
    yield (HOST, state.moves(HOST)[0])


def test_the_end_of_a_race_is_asked_for_first() -> None:
    """With an empty deck `none` ends a race or a round: the space bar asks, and any other key takes it back."""
    for mode, what in (("race", "end the race"), ("casual", "end the round")):
        state, desk = place(1, SHARED, None, "", {"mode": mode}), GAME.terminal.desk()
        assert desk.press(state, 0, " ") is None and what in line_of(desk, state, 0)
        assert desk.press(state, 0, desk.letters["ML1B"]) is None and what not in line_of(desk, state, 0)
        assert desk.press(state, 0, " ") is None and desk.press(state, 0, " ") == "none"
        state = place(1, SHARED, None, "AW1B", {"mode": mode})
        assert GAME.terminal.desk().press(state, 0, " ") == "none", "with cards in the deck it only lays one"


def test_the_line_above_the_table_counts_votes_and_the_lock() -> None:
    state = place(3, SHARED, ["MA2G", "SA2G", "AW2B"], "AW1B AW2G AW3R")
    desk = GAME.terminal.desk()
    assert "see none" not in line_of(desk, state, 0) and "locked" not in line_of(desk, state, 0)
    state.play(1, "none")
    state.play(0, false_call(state, 0))
    assert "1 of 3 see none" in line_of(desk, state, 0, 5000) and "locked for 3.0 s" in line_of(desk, state, 0, 5000)
    assert "locked for 1.2 s" in line_of(desk, state, 0, 6800)
    for _ in range(2):
        state.play(HOST, "unlock(P1)")
        assert "locked" not in line_of(desk, state, 0, 7000)
        state.play(0, false_call(state, 0))
    assert "locked until cards are laid" in line_of(desk, state, 0, 8000)


def test_a_near_miss_is_told() -> None:
    state = place(2, SHARED, ["MA2G", "SA2G"], "AW1B AW2G AW3R")
    tempo = GAME.levels.tempo(state, {1: "oracle"}, 1)
    tempo.begin(0)
    call(state, 0, "ML1B SL2G AL3R", 0)
    tempo.follow(0, GAME.parse("call(ML1B,SL2G,AL3R)"), 0)
    tempo.note_near_miss(1, GAME.parse("call(MW2B,SA1G,AL3R)"), 200)
    assert tempo.remarks() == ["P2 saw one too, but called 0.2 s too late."] and tempo.remarks() == []
