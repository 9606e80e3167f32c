"""The lesson: every way through it ends, and what its teacher says about the table is true."""

from __future__ import annotations

import itertools

import pytest

from mesozoic.games.dolphins_and_dinos.lesson import LESSON
from mesozoic.kernel.lesson import NEXT, follow

from .helpers import GAME

WAY = [NEXT, "3@a1", "W", "6@a2", "W", "10@a3", "W", "R(11)@b3", "15@c3", "A", NEXT, "C@c2", "13@c1", "none"]


NUMBERS, LAST, MARKS = ("11", "12", "13", "14"), ("7", "9", "12", "13"), ("none", "A")


@pytest.mark.parametrize(("number", "last", "mark"), list(itertools.product(NUMBERS, LAST, MARKS)))
def test_every_way_through_the_lesson_wins(number, last, mark):
    """A restaurant bars the exhibit of its number (DD-11)."""
    standing = follow(GAME, LESSON, [*WAY[:7], f"R({number})@b3", *WAY[8:12], f"{last}@c1", mark])
    if number == last:
        assert (standing.beat, standing.done) == (12, False)
    else:
        assert standing.done
        assert standing.state.result.winners == (0,)


def test_what_the_teacher_says_is_true():
    """All six halls rise and the theme brings ten; the rival has a broken hall, no theme and a little money."""
    standing = follow(GAME, LESSON, WAY)
    mine, rival = standing.state.view(0).seats
    assert all(hall.ascending for hall in mine.halls)
    assert [hall.bonus for hall in mine.halls] == [0, 0, 0, 10, 0, 0]
    assert not all(hall.ascending for hall in rival.halls)
    assert not any(hall.bonus for hall in rival.halls)


def test_the_price_of_the_tyrant():
    """$12 each, and it leaves."""
    standing = follow(GAME, LESSON, WAY[:9])
    assert [seat.lines[-1].paid for seat in standing.state.view(0).seats] == [12, 12]
    assert "T. Rex (15) leaves the game: 2 placed it." in [event.words() for event, _ in standing.frames]


def test_the_last_dollar_can_decide_the_money_bonus():
    """With the Pterodactyl and the cheapest restaurant: kept, it is worth a point."""
    kept, spent = (follow(GAME, LESSON, [*WAY[:-1], mark]).state.result.details[0] for mark in ("none", "A"))
    assert (kept.money_bonus, spent.money_bonus) == (2, 1)


def test_another_move_is_answered():
    standing = follow(GAME, LESSON, [NEXT, "9@a1"])
    assert standing.beat == 1
    assert standing.refused == LESSON.beats[1].wrong
