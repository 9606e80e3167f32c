"""Every lesson can be played to its end, and whatever it allows is legal where it is allowed, step by step."""

from __future__ import annotations

import pytest

import mesozoic
from mesozoic.kernel.game import Game
from mesozoic.kernel.lesson import NEXT, follow

GAMES = [game for game in mesozoic.all_games().values() if game.lesson is not None]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_lesson_can_be_played_to_its_end(game: Game) -> None:
    lesson = game.lesson
    assert lesson is not None
    moves: list[str] = []
    for number, beat in enumerate(lesson.beats):
        standing = follow(game, lesson, moves)
        assert standing.beat == number
        assert beat.say
        assert beat.goal
        for move in beat.allow or ():
            tried = follow(game, lesson, [*moves, *game.split(move)])
            assert tried.refused is None, (number, move, tried.refused)
        first = NEXT if beat.allow == () else beat.allow[0] if beat.allow else standing.state.moves(lesson.seat)[0]
        moves += [first] if first == NEXT else game.split(first)
    end = follow(game, lesson, moves)
    assert end.done
    assert end.refused is None
