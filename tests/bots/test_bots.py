"""Bots: legal, repeatable, honest, and as strong as they say."""

from __future__ import annotations

import pytest

import mesozoic
from mesozoic.bots import make_bot
from mesozoic.kernel.errors import BadOptions
from mesozoic.lab.simulate import simulate

GAME = mesozoic.game("dolphins-and-dinos")


@pytest.mark.parametrize("name", ["random", "greedy"])
@pytest.mark.parametrize("game", list(mesozoic.all_games()))
def test_bots_play_every_game_to_its_end_with_legal_moves(game: str, name: str) -> None:
    facts = mesozoic.game(game).facts
    for players in {facts.fewest_players, facts.most_players}:
        state = mesozoic.game(game).start(players, seed=1)
        bot = make_bot(name, mesozoic.seeded(2))
        while state.to_move:
            seat = state.to_move[0]
            state.play(seat, bot.choose(state, seat))
        assert state.result is not None


@pytest.mark.parametrize("name", ["random", "greedy"])
@pytest.mark.parametrize("game", list(mesozoic.all_games()))
def test_bots_know_only_what_their_seat_knows(game: str, name: str) -> None:
    """In any world that looks the same to the seat, a bot with the same chance of its own does the same."""
    players = mesozoic.game(game).facts.most_players
    state = mesozoic.game(game).start(players, seed=4)
    mover = make_bot("random", mesozoic.seeded(5))
    for number in range(40):
        if not state.to_move:
            break
        seat = state.to_move[-1]
        chosen = make_bot(name, mesozoic.seeded(number)).choose(state, seat)
        watcher = None if seat == mesozoic.HOST else seat
        elsewhere = state.imagine(watcher, mesozoic.seeded("elsewhere", number))
        assert make_bot(name, mesozoic.seeded(number)).choose(elsewhere, seat) == chosen
        state.play(seat, mover.choose(state, seat))


def test_the_same_chance_gives_the_same_choices() -> None:
    state = GAME.start(3, seed=1)
    choices = {make_bot("greedy", mesozoic.seeded(9)).choose(state, 0) for _ in range(3)}
    assert len(choices) == 1


def test_an_unknown_bot_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadOptions, match="no bot 'deep blue': choose hatchling or forager"):
        make_bot("deep blue", mesozoic.seeded(1))


def test_greedy_beats_three_random_players() -> None:
    """The whole campaign of 1,000 games is a command in the game's README; a short one guards it here."""
    found = simulate(GAME.prepare(4), ["greedy", "random"], games=40, seed="guard", workers=1)
    assert found.by_bot["greedy"].wins >= 38
    assert found.by_bot["greedy"].mean_score > 150


def test_greedy_wins_most_solo_games() -> None:
    found = simulate(GAME.prepare(1), ["greedy"], games=30, seed="guard", workers=1)
    assert found.by_bot["greedy"].wins >= 27
