"""The first evening with a teacher, to its end."""

from __future__ import annotations

from mesozoic.games.carbon_dating.lesson import LESSON
from mesozoic.kernel.lesson import NEXT, follow

from .helpers import GAME, row

PUPIL = [beat.allow[0] if beat.allow else NEXT for beat in LESSON.beats]


def test_the_lesson_is_followed_to_its_end():
    stand = follow(GAME, LESSON, PUPIL)
    assert stand.done
    assert stand.refused is None
    assert row(stand.state) == "ALL1 PTE COM4"
    assert stand.said.endswith(LESSON.closing)


def test_either_date_of_the_pterodactyl_will_do():
    stand = follow(GAME, LESSON, [*PUPIL[:-2], "date PTE COM4", NEXT])
    assert stand.done
    assert row(stand.state) == "ALL1 COM4"


def test_another_legal_move_is_answered_kindly():
    stand = follow(GAME, LESSON, [NEXT, "SPI1 right"])
    assert stand.refused == LESSON.beats[1].wrong
    assert stand.beat == 1


def test_the_marks_are_things_on_the_table():
    """Cards that lie open at that moment, places, piles and the counters."""
    others = {"left", "right", "deck", "discard", "satisfied", "reviews", "gap:1", "gap:2"}
    for at, beat in enumerate(LESSON.beats):
        seen = follow(GAME, LESSON, PUPIL[:at]).state.view(0)
        cards = {card.card for card in (*seen.table, *seen.drawn, *seen.aside)}
        assert set(beat.marked) <= cards | others, beat.goal
