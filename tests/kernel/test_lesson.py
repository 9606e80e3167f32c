"""A lesson is a pure function of the moves made in it."""

from __future__ import annotations

import mesozoic
from mesozoic.kernel.lesson import NEXT, Beat, Lesson, Reply, follow
from mesozoic.kernel.state import HOST
from tests.kernel.grab import Grab

GRAB = Grab()
LESSON = Lesson(
    "Grabbing",
    2,
    0,
    {},
    (
        Beat("Watch the deck.", "Read on.", allow=(), replies=(Reply(HOST, "flip"),), after="A card is up."),
        Beat(
            "It is yours.", "Grab it.", allow=("grab",), wrong="Grab it, do not pass.", replies=(Reply(HOST, "flip"),)
        ),
        Beat("Do as you like.", "Grab or pass."),
    ),
    deal={"hands": [1, 2], "deck": [8, 7, 6, 5, 4, 3]},
    closing="That is all.",
)


def test_a_lesson_is_followed_beat_by_beat() -> None:
    start = follow(GRAB, LESSON, [])
    assert (start.beat, start.done, start.said, start.refused, start.moves) == (0, False, "", None, ())
    shown = follow(GRAB, LESSON, [NEXT])
    assert (shown.beat, shown.said) == (1, "A card is up.")
    assert [event.facts()["what"] for event, _ in shown.frames] == ["flipped"]
    end = follow(GRAB, LESSON, [NEXT, "grab", "pass"])
    assert (end.beat, end.done, end.said) == (3, True, "That is all.")
    assert end.state.score(0) == 1 + 8


def test_what_does_not_fit_does_not_count() -> None:
    for move, why in {"pass": "Grab it, do not pass.", NEXT: "Grab it, do not pass.", "flip": "", "gibber": ""}.items():
        standing = follow(GRAB, LESSON, [NEXT, move])
        assert standing.refused
        assert why in standing.refused
        assert (standing.beat, standing.moves, standing.frames) == (1, (NEXT,), ())
    assert follow(GRAB, LESSON, ["grab"]).refused == "Read on."
    again = follow(GRAB, LESSON, [NEXT, "pass", "grab"])
    assert (again.refused, again.beat) == (None, 2)
    assert follow(GRAB, LESSON, [NEXT, "grab", "pass", "pass"]).refused == "The lesson is over."


def test_a_big_move_may_be_made_in_small_ones() -> None:
    game = mesozoic.all_games()["dolphins-and-dinos"]
    lesson = Lesson("A corridor", 1, 0, {}, (Beat("Build.", "A corridor on a1.", allow=("C@a1",), wrong="On a1."),))
    assert follow(game, lesson, ["C@a1"]).done
    half = follow(game, lesson, ["C"])
    assert (half.done, half.beat, half.moves) == (False, 0, ("C",))
    assert follow(game, lesson, ["C", "@a1"]).done
    assert follow(game, lesson, ["C", "@b2"]).refused == "On a1."
