"""Records shown again, to a spectator, to a seat, with everything."""

from __future__ import annotations

from pathlib import Path

import pytest

import mesozoic
from mesozoic.bots import make_bot
from mesozoic.kernel.record import Record
from mesozoic.kernel.rng import seeded
from tests.terminal.scripts import GAME


def play(moves: int, options: dict[str, str] | None = None) -> None:
    """A game of two random bots, kept as ``game.record`` after so many moves."""
    state = mesozoic.game(GAME).start(2, seed=3, options=options)
    bot = make_bot("random", seeded(3))
    while state.to_move and len(state.history) < moves:
        seat = state.to_move[0]
        state.play(seat, bot.choose(state, seat))
    Record.of(state, ["Ann", "random"]).save("game.record")


def test_a_finished_game_is_told_to_a_spectator(call):
    play(1000)
    result = call("replay", "game.record")
    assert result.exit_code == 0
    for text in ("P1 Ann, P2 random", "Round 9 begins.", "The hidden card was", "wins.", "Place"):
        assert text in result.stdout


def test_a_spectator_reads_no_moves_a_seat_its_own(call):
    play(1000)
    assert "P1: " not in call("replay", "game.record").stdout
    own = call("replay", "game.record", "--seat", "p2").stdout
    assert "P2: " in own
    assert "P1: " not in own
    everything = call("replay", "game.record", "--seat", "all").stdout
    assert "P1: " in everything
    assert "P2: " in everything


def test_a_secret_of_an_unfinished_game_stays_closed(call, refused):
    play(1)
    state = Record.load("game.record").replay(mesozoic.game)
    secret = state.history[0].move
    for reader in ("spectator", "P2"):
        shown = call("replay", "game.record", "--seat", reader, "--step").stdout
        assert f"P1: {secret}" not in shown
        assert "You picked" not in shown
    assert "not over" in refused("replay", "game.record", "--seat", "all")


def test_the_unfinished_game_says_so(call):
    play(10)
    assert "The game is not over." in call("replay", "game.record").stdout


def test_only_the_last_position(call):
    play(1000)
    shown = call("replay", "game.record", "--last").stdout
    assert "Round 9 begins." not in shown
    assert "Game over." in shown


def test_step_by_step_without_a_terminal_waits_for_nobody(call):
    play(1000)
    shown = call("replay", "game.record", "--step").stdout
    for number in range(1, 10):
        assert f"Round {number} of 9" in shown
    assert "Enter: next" not in shown


def test_with_everything_open_no_half_blank_copy_is_told(call):
    """With closed sheets others hear of a choice without its square; who reads all hears it once, in full."""
    play(1000, {"sheets": "closed"})
    full = call("replay", "game.record", "--seat", "all").stdout
    open_lines = [line for line in full.splitlines() if line.startswith("P1 chose")]
    play(1000)
    usual = call("replay", "game.record", "--seat", "all").stdout
    assert open_lines == [line for line in usual.splitlines() if line.startswith("P1 chose")]


@pytest.mark.parametrize("seat", ["P3", "P0", "nobody", ""])
def test_an_unknown_reader_is_refused(refused, seat):
    play(10)
    assert "choose P1 to P2, all or spectator" in refused("replay", "game.record", "--seat", seat)


def test_a_record_of_other_rules_is_refused(refused):
    play(10)
    record = Record.load("game.record")
    Record(**{**record.__dict__, "rules": 99}).save("game.record")
    assert "rules version 99" in refused("replay", "game.record")


def test_the_file_is_not_touched(call):
    play(10)
    before = Path("game.record").read_bytes()
    call("replay", "game.record")
    assert Path("game.record").read_bytes() == before
