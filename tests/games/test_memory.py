"""Whatever is done with a game leaves nothing behind in memory: a server does it for weeks."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from typing import Any

import pytest

import mesozoic
from mesozoic.kernel.game import Game
from mesozoic.kernel.record import Record
from mesozoic.kernel.rng import seeded
from mesozoic.kernel.state import State

TIMES, ROUNDS = 60, 10
GAMES = [
    (name, players)
    for name, game in mesozoic.all_games().items()
    for players in {game.facts.fewest_players, game.facts.most_players}
]


def stays(doing: Callable[[], Any]) -> bool:
    """Is there more in memory each time that it is done? What is remembered on purpose comes to an end."""
    return all(grown_by(doing) > TIMES // 2 for _ in range(ROUNDS))


def grown_by(doing: Callable[[], Any]) -> int:
    """How many blocks of memory are there more after many times."""
    gc.collect()
    before = sys.getallocatedblocks()
    for _ in range(TIMES):
        doing()
    gc.collect()
    return sys.getallocatedblocks() - before


def middle_of(game: Game, players: int, most: int) -> State:
    state = game.start(players, seed="memory")
    for number in range(most):
        if state.is_over:
            break
        seat = state.to_move[0]
        moves = state.moves(seat)
        state.play(seat, moves[number * 7 % len(moves)], at=1000 * number if game.facts.realtime else None)
    return state


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_nothing_that_is_done_with_a_game_stays_in_memory(name: str, players: int) -> None:
    """A ``vec`` that is given to compiled code stays for ever (mypyc 2.4): what is not compiled gives it lists."""
    game = mesozoic.game(name)
    state, over = middle_of(game, players, 12), middle_of(game, players, 400)
    seat = max(state.to_move)
    record, position = Record.of(state), state.position()
    deeds: dict[str, Callable[[], Any]] = {
        "start": lambda: game.start(players, seed="memory"),
        "replay": lambda: record.replay(mesozoic.game),
        "position": lambda: game.start(players, position=position),
        "view": lambda: state.view(seat),
        "moves": lambda: state.moves(seat),
        "imagine": lambda: state.imagine(None if seat < 0 else seat, seeded(1)),
        "clone": lambda: state.clone(),
        "result": lambda: over.clone().result,
    }
    assert [deed for deed, doing in deeds.items() if stays(doing)] == []
