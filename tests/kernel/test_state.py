"""Playing through the checked door: who, what, when; and times in a real-time game."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

import mesozoic
from mesozoic.kernel.errors import BadOptions, IllegalMove, UnreadableMove
from mesozoic.kernel.game import Game
from mesozoic.kernel.playout import count_tree, play_randomly
from mesozoic.kernel.state import HOST, Moves, State, seat_name
from tests.kernel.grab import Grab

GAME = mesozoic.game("dolphins-and-dinos")


def test_seats_have_names() -> None:
    assert [seat_name(seat) for seat in (0, 5, HOST)] == ["P1", "P6", "host"]


@pytest.mark.parametrize(
    ("seat", "move", "error", "words"),
    [
        (0, "x", UnreadableMove, "is not a move of this game"),
        (0, "R", IllegalMove, "not on offer"),
        (7, "C", IllegalMove, "no seat P8 in this game of 2"),
        (HOST, "C", IllegalMove, "no seat host"),
        (1, "C@a1", IllegalMove, "P2 has nothing to decide now; the game waits for P1"),
        (0, "C@d4", UnreadableMove, "is not a move"),
    ],
)
def test_refusals_say_why_and_change_nothing(seat: int, move: str, error: type[Exception], words: str) -> None:
    deck = [15, 11, 3, 1, 2, 4, 5, 6, 7, 8, 9, 10, 13, 14, "R"]
    state = GAME.start(2, deal={"hidden": 12, "deck": deck})
    state.play(1, "11@b2")
    before, history = state.position(), len(state.history)
    with pytest.raises(error, match=words):
        state.play(seat, move)
    assert (state.position(), len(state.history)) == (before, history)


def test_a_choice_of_several_moves_is_played_whole_or_not_at_all() -> None:
    state = GAME.start(2, seed=1)
    state.play(0, "C@a1")
    state.play(1, "C@b2")
    before = state.position()
    with pytest.raises(IllegalMove, match="does not share a side"):
        state.play(0, "C@c3")
    assert state.position() == before and state.moves(0)[-1] == "C"
    state.play(0, "C@a2")
    assert [played.move for played in state.history[-2:]] == ["C", "@a2"]


class Joined(Grab):
    """Grab with a notation that joins moves by commas."""

    def split(self, text: str) -> list[str]:
        return text.split(",")


def test_joined_moves_tell_nothing_that_was_not_played() -> None:
    """A refusal of a later part must not depend on what an earlier part would reveal."""
    state = Joined().start(2, seed=1)
    before = state.position()
    for wrong in ("flip,grab", "flip,flip", "flip,clear,nonsense"):
        with pytest.raises(IllegalMove, match="flip reveals something: play it alone"):
            state.play(HOST, wrong)
    assert state.position() == before and state.history == []


def test_only_seats_have_views() -> None:
    state = GAME.start(2, seed=1)
    for seat in (-1, 2, 99):
        with pytest.raises(IllegalMove, match="There is no seat"):
            state.view(seat)
        with pytest.raises(IllegalMove, match="There is no seat"):
            state.imagine(seat, mesozoic.seeded(1))


def test_the_time_of_a_secret_move_leaves_no_trace() -> None:
    still, moved = GAME.start(2, seed=1), GAME.start(2, seed=1)
    moved.play(1, "C", at=5000)
    assert still.view(0) == moved.view(0)
    assert still.imagine(0, mesozoic.seeded(1)).clock == moved.imagine(0, mesozoic.seeded(1)).clock
    assert moved.history[-1].at == 5000


def test_times_run_forwards_only() -> None:
    state = Grab().start(2, seed=1)
    state.play(HOST, "flip", at=500)
    state.play(0, "pass", at=500)
    with pytest.raises(IllegalMove, match="times do not run backwards"):
        state.play(1, "grab", at=499)
    assert (state.clock, len(state.history)) == (500, 2)
    state.play(1, "grab")
    assert state.history[-1].at == 500
    state.play(HOST, "flip", at=900)
    assert state.clock == state.view(None).shown_at == 900


def test_a_host_is_among_those_to_move_and_comes_last() -> None:
    state = Grab().start(3, seed=1)
    assert list(state.to_move) == [HOST]
    state.play(HOST, "flip")
    assert list(state.to_move) == [0, 1, 2, HOST]
    assert state.moves(HOST) == ["clear"]


def test_a_position_takes_neither_seed_nor_deal() -> None:
    position = GAME.start(2, seed=1).position()
    with pytest.raises(BadOptions, match="position alone"):
        GAME.start(2, seed=1, position=position)


def test_without_a_seed_every_game_is_another() -> None:
    decks = {str(GAME.start(2).position()["deck"]) for _ in range(5)}
    assert len(decks) > 1


def test_a_buffer_of_moves_grows_as_needed() -> None:
    out = Moves()
    for code in range(300):
        out.add(code)
    assert out.listed() == list(range(300)) and out.count == 300
    out.clear()
    out.add(7)
    assert out.listed() == [7]


def test_the_tree_of_an_interpreted_game_is_counted() -> None:
    state = Grab().start(2, seed=1)
    assert [count_tree(state, depth) for depth in (0, 1, 2)] == [1, 1, 2]


def test_random_play_ends_and_counts_its_decisions() -> None:
    state: State = GAME.prepare(4).shuffle(mesozoic.seeded(1))
    assert 72 <= play_randomly(state, mesozoic.seeded(2), Moves()) <= 4 * 29
    assert state.is_over and state.moves(0) == []


def test_time_passes_in_a_real_time_game_only() -> None:
    """Waiting moves the clock, which no later move may precede; where there is no clock it does nothing."""
    grabbing = Grab().start(2, seed=1)
    grabbing.wait_until(500)
    with pytest.raises(IllegalMove, match="backwards"):
        grabbing.play(HOST, "flip", at=499)
    with pytest.raises(IllegalMove, match="backwards"):
        grabbing.wait_until(499)
    grabbing.play(HOST, "flip")
    assert grabbing.history[-1].at == 500
    museums = mesozoic.game("dolphins-and-dinos").start(2, seed=1)
    museums.wait_until(500)
    assert museums.clock == 0


def test_a_random_move_is_drawn_from_the_list() -> None:
    state = Grab().start(2, seed=1)
    state.play(HOST, "flip")
    codes = state.codes(1)
    drawn = {state.random_move(1, mesozoic.seeded(stream), Moves()) for stream in range(20)}
    assert drawn == set(codes) and all(state.is_legal(1, code) for code in codes)
    assert not state.is_legal(1, 99)


@pytest.mark.parametrize("at", ["5", 1.5, True, 2**40 + 1, 2**70, -1, [5]])
def test_a_time_that_is_none_is_refused_and_changes_nothing(at: Any) -> None:
    state = Grab().start(2, seed=1)
    before = state.position()
    with pytest.raises(IllegalMove, match=r"a whole number|dated too late|dated earlier"):
        state.play(HOST, "flip", at)
    with pytest.raises(IllegalMove, match=r"a whole number|dated too late|dated earlier"):
        state.wait_until(at)
    assert state.position() == before and state.history == []
    state.play(HOST, "flip", 2**40)
    assert state.history[-1].at == 2**40


@pytest.mark.parametrize("move", [None, 5, 1.5, ["flip"], b"flip"])
def test_a_move_is_a_text(move: Any) -> None:
    for game in (Grab(), *mesozoic.all_games().values()):
        state = game.start(game.facts.fewest_players, seed=1)
        with pytest.raises(UnreadableMove, match="A move is given as text, not as "):
            state.play(state.to_move[0], move)


SELF: list[Any] = []
SELF.append(SELF)
ODD = [True, "x", "\ud800", 1.5, 10**5000, b"x", object(), [], {}, {1: 2}, SELF, [10**5000], {"deck": [[]]}]
"""What no seat, seed, deal or position is."""


@pytest.mark.parametrize("game", [Grab(), *mesozoic.all_games().values()], ids=lambda game: game.name)
@pytest.mark.parametrize("odd", [None, *ODD], ids=lambda odd: str(type(odd).__name__))
def test_what_is_no_seat_is_refused_everywhere(game: Game, odd: Any) -> None:
    state = game.start(game.facts.fewest_players, seed=1)
    before, move = state.position(), state.moves(state.to_move[0])[0]
    asked: list[Callable[[], object]] = [
        lambda: state.moves(odd),
        lambda: state.codes(odd),
        lambda: state.play(odd, move),
        lambda: state.play_filmed(odd, move),
    ]
    if odd is not None:  # a spectator
        asked += [lambda: state.view(odd), lambda: state.imagine(odd, mesozoic.seeded(1))]
    for ask in asked:
        with pytest.raises(IllegalMove, match="A seat is given by its number"):
            ask()
    with pytest.raises(BadOptions, match=r"a generator such as seeded\(7\)"):
        state.imagine(None, odd)
    assert state.position() == before and state.history == []


@pytest.mark.parametrize("game", list(mesozoic.all_games().values()), ids=lambda game: game.name)
@pytest.mark.parametrize("odd", ODD, ids=lambda odd: str(type(odd).__name__))
def test_odd_players_deals_positions_and_options_are_refused_with_a_sentence(game: Game, odd: Any) -> None:
    few = game.facts.fewest_players
    state = game.start(few, seed=1)
    position, deal = state.position(), game.deal_of(state)
    for start in (
        {"players": odd},
        {"players": few, "deal": odd},
        {"players": few, "position": odd},
        *({"players": few, "position": {**position, part: odd}} for part in position),
        *({"players": few, "deal": {**deal, part: odd}} for part in deal),
        *({"players": few, "options": {option.name: odd}} for option in game.options),
    ):
        with suppress(BadOptions):  # some parts may be empty, and some options True or any text
            game.start(**start)


@pytest.mark.parametrize(
    "seed", [True, 1.5, b"x", [], {}, object(), "\ud800", 10**5000], ids=lambda seed: str(type(seed))
)
def test_a_seed_is_a_number_or_a_text_that_can_be_written_down(seed: Any) -> None:
    with pytest.raises(BadOptions, match=r"A seed is a whole number or a text|The seed cannot be written down"):
        GAME.start(2, seed=seed)
    assert GAME.start(2, seed="ammonite").position() == GAME.start(2, seed="ammonite").position()


def test_a_rehearsal_plays_a_copy_and_refuses_like_play() -> None:
    """One rehearsal is enough: what it allows is then played without another one."""
    state = mesozoic.game("dolphins-and-dinos").start(2, seed=4)
    before, move = state.position(), f"{state.moves(0)[0]}@a1"
    after = state.rehearsed(0, move)
    assert state.position() == before and state.history == [] and after.history == []
    for wrong in ("nonsense", f"{state.moves(0)[0]}@z9"):
        with pytest.raises(mesozoic.MesozoicError) as played:
            state.play(0, wrong)
        with pytest.raises(type(played.value), match=re.escape(str(played.value))):
            state.rehearsed(0, wrong)
    film = state.play_filmed(0, move, is_rehearsed=True)
    assert film and state.position() == after.position() and len(state.history) == 2
