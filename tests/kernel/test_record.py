"""Records: save, load, replay, take back; damaged and foreign ones are refused."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mesozoic
from mesozoic.bots import make_bot
from mesozoic.kernel.errors import BadRecord, IllegalMove
from mesozoic.kernel.record import Record, take_back
from mesozoic.kernel.state import State
from tests.kernel import grab
from tests.kernel.grab import Grab, Grabbing

GAME = mesozoic.game("dolphins-and-dinos")


def played(moves: int, seed: int = 3, players: int = 3) -> State:
    state = GAME.start(players, seed=seed)
    bot = make_bot("random", mesozoic.seeded(seed))
    for at in range(moves):
        if state.to_move:
            seat = state.to_move[-1]
            state.play(seat, bot.choose(state, seat), at=at * 100)
    return state


def signed(lines: list[str]) -> str:
    """A record whose check fits, whatever it says."""
    check = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]
    return "\n".join([*lines, f"check: {check}", ""])


def edited(old: str, new: str) -> str:
    """A record changed by somebody who also knows how to make the check."""
    text = Record.of(played(20)).text().replace(old, new)
    return signed(text.split("\n")[:-2])


def test_a_record_is_readable_text() -> None:
    lines = Record.of(played(4), ["Ann", "greedy", "Bob"]).text().split("\n")
    assert lines[:4] == ["Mesozoic record, format 1", 'game: "dolphins-and-dinos"', "rules: 1", "players: 3"]
    assert lines[5] == 'names: ["Ann", "greedy", "Bob"]'
    assert lines[8] == "moves:"
    assert lines[10].startswith("100ms P3 ")


def test_save_load_replay(tmp_path: Path) -> None:
    state = played(10_000)
    path = tmp_path / "game.record"
    Record.of(state).save(path)
    loaded = Record.load(path)
    assert loaded == Record.of(state)
    again = loaded.replay(mesozoic.game)
    assert again.position() == state.position() and again.result == state.result
    assert [path.name for path in tmp_path.iterdir()] == ["game.record"]


def test_an_unfinished_game_goes_on_from_its_record() -> None:
    state = played(17)
    again = Record.parse(Record.of(state).text()).replay(mesozoic.game)
    assert again.to_move == state.to_move
    assert [again.moves(seat) for seat in range(3)] == [state.moves(seat) for seat in range(3)]


def test_a_game_from_a_position_is_recorded_from_there() -> None:
    state = GAME.start(3, position=played(20).position())
    state.play(state.to_move[0], state.moves(state.to_move[0])[0])
    again = Record.parse(Record.of(state).text()).replay(mesozoic.game)
    assert again.position() == state.position()


def test_a_record_keeps_later_chance_and_the_hosts_moves() -> None:
    state = Grab().start(2, seed=5)
    at = 0
    while state.to_move:
        at += 700
        state.play(mesozoic.HOST, state.moves(mesozoic.HOST)[0], at=at)
    record = Record.of(state)
    assert len(record.deal["reshuffles"]) == 1
    assert "700ms host flip" in record.text()
    assert Record.parse(record.text()).replay(lambda name: Grab()).position() == state.position()


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_cut_and_any_changed_character_is_noticed(data: st.DataObject) -> None:
    text = Record.of(played(30)).text()
    at = data.draw(st.integers(0, len(text) - 2))
    with pytest.raises(BadRecord):
        Record.parse(text[:at])
    other = data.draw(st.characters(codec="utf-8").filter(lambda character: character != text[at]))
    with pytest.raises(BadRecord):
        Record.parse(text[:at] + other + text[at + 1 :])


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200), st.binary(max_size=50))
def test_nonsense_is_no_record(tmp_path_factory: pytest.TempPathFactory, text: str, raw: bytes) -> None:
    with pytest.raises(BadRecord):
        Record.parse(text)
    path = tmp_path_factory.mktemp("raw") / "x.record"
    path.write_bytes(raw)
    with pytest.raises(BadRecord):
        Record.load(path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (lambda: "", "not a Mesozoic record"),
        (lambda: "[Event 'chess']\n1. e4 e5", "not a Mesozoic record"),
        (lambda: "Mesozoic record, format 9\n", "use the program that wrote it"),
        (lambda: Record.of(played(9)).text()[:-40], "cut short|changed"),
        (lambda: Record.of(played(9)).text().replace("players: 3", "players: 4"), "changed after it was written"),
        (lambda: edited("rules: 1", "rules: 7"), "version 7 .* this program plays version 1"),
        (lambda: edited('game: "dolphins-and-dinos"', 'game: "checkers"'), "no game 'checkers'"),
        (lambda: edited("players: 3", "players: 9"), "for 1 to 6 players, not 9"),
        (lambda: edited('"sheets": "open"', '"sheets": "torn"'), "Option sheets cannot be 'torn'"),
        (lambda: edited('"deck": [', '"deck": [99, '), "does not belong"),
        (lambda: edited("players: 3", "spieler: 3"), "should give its players"),
        (lambda: edited("deal: {", "deal: ["), "should give its deal"),
        (lambda: edited("moves:", "MOVES:"), "should read 'moves:'"),
        (lambda: edited("0ms P3", "0ms Q3"), "is no move"),
        (lambda: edited("0ms P3", "0ms P2"), "cannot be played"),
    ],
)
def test_foreign_and_edited_records_are_refused_with_a_reason(text: object, words: str) -> None:
    assert callable(text)
    with pytest.raises(BadRecord, match=words):
        Record.parse(text()).replay(mesozoic.game)


def test_a_missing_file_is_refused_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match=r"nothing\.record cannot be read"):
        Record.load(tmp_path / "nothing.record")


def test_clones_and_imagined_states_have_no_record() -> None:
    state = played(5)
    for copy in (state.clone(), state.imagine(0, mesozoic.seeded(1))):
        assert copy.history == []
        with pytest.raises(BadRecord, match="no history"):
            Record.of(copy)


# --- Taking back ---------------------------------------------------------------------------------------------


def test_a_private_pick_can_be_taken_back_whatever_others_do() -> None:
    state = GAME.start(2, seed=1)
    fresh = state.position()
    state.play(0, state.moves(0)[0])
    assert take_back(state, 0).position() == fresh
    state.play(1, f"{state.moves(1)[0]}@b2")
    back = take_back(state, 0)
    assert back.position()["seats"][0] == fresh["seats"][0]
    assert back.position()["seats"][1] == state.position()["seats"][1]


def test_a_committed_choice_stays() -> None:
    state = GAME.start(2, seed=1)
    state.play(0, "C@a1")
    before = state.position()
    with pytest.raises(IllegalMove, match="no move that could be taken back"):
        take_back(state, 0)
    state.play(1, "C@a1")
    with pytest.raises(IllegalMove, match="cannot be taken back"):
        take_back(state, 0)
    assert before["round"] == 1 and state.position()["round"] == 2


class Quiet(Grabbing):
    """Passing reveals nothing."""

    def apply(self, seat: int, move: int) -> None:
        super().apply(seat, move)
        if move == grab.PASS:
            self.reveals -= 1
            self.passed.remove(seat)


def test_what_chance_will_give_is_the_same_after_taking_back() -> None:
    game = Grab()
    game.state_class = Quiet
    state = game.start(2, seed=5)
    state.play(mesozoic.HOST, "flip")
    state.play(0, "pass")
    back = take_back(state, 0)
    for one in (state, back):
        while one.to_move:
            one.play(mesozoic.HOST, one.moves(mesozoic.HOST)[0])
    assert back.position() == state.position()
    assert Record.of(back).deal == Record.of(state).deal


def test_nothing_played_nothing_taken_back() -> None:
    with pytest.raises(IllegalMove, match="no move"):
        take_back(GAME.start(2, seed=1), 0)
