"""End of round, end of game: DD-33 and DD-34."""

from __future__ import annotations

import pytest

from mesozoic import IllegalMove

from .helpers import idle, lap, museum, start, told


def test_the_next_column_is_dealt_at_the_right_end():
    """DD-33: T3, T4 and T5, in the order of the deck, after rounds 1, 2 and 3."""
    state = start(2, "1 2 3 | 4 5 6 | R 15 7 | 8 9 10 | 13 14 11")
    dealt = []
    for _ in range(3):
        dealt += told(lap(state, "C", "C"), kinds={"column_dealt"})
    assert dealt == [
        ("column_dealt", 3, ("R", 15, 7)),
        ("column_dealt", 4, (8, 9, 10)),
        ("column_dealt", 5, (13, 14, 11)),
    ]


def test_after_that_the_deck_is_empty():
    """DD-33: three cards fewer each time."""
    state = start(2)
    counts = []
    while not state.is_over:
        counts.append(state.view(0).deck_count)
        lap(state, "C", "C")
    assert counts == [9, 6, 3, 0, 0, 0, 0, 0, 0]


def test_the_new_column_comes_after_the_features():
    """DD-33: it is the end of the round, not of the choice."""
    state = start(2, "5 2 3")
    for seat in (0, 1):
        state.play(seat, "5@a1")
    assert len(state.view(0).columns) == 2
    state.play(0, "A")
    assert len(state.view(0).columns) == 2
    state.play(1, "none")
    assert len(state.view(0).columns) == 3


def test_the_game_is_over_after_round_9():
    """DD-34: every array is full, nobody has anything to decide."""
    state = idle(start(3), 9)
    assert state.result is None
    lap(state, "C", "C", "C")
    assert state.is_over
    assert state.to_move == ()
    assert [len(museum(state, seat)) for seat in range(3)] == [9, 9, 9]
    assert state.result.why == "All nine rounds are played."
    with pytest.raises(IllegalMove, match="The game is over"):
        state.play(0, "C")


def test_the_last_feature_is_drawn_before_the_game_is_over():
    """DD-34: round 9 has all its steps."""
    state = idle(start(2, "5 2 3 | 4 6 7"), 9)
    state.play(0, "5@c3")
    state.play(1, "C@c3")
    assert not state.is_over
    state.play(0, "A")
    assert state.is_over
    assert museum(state, 0)["c3"] == "5A"


def test_the_hidden_card_is_shown():
    """DD-34: in the log, then the scores; in every view."""
    state = idle(start(2, hidden=7), 9)
    events = lap(state, "C", "C")
    assert [fact[0] for fact in told(events)][-3:] == ["hidden_shown", "scored", "scored"]
    assert ("hidden_shown", 7) in told(events)
    assert {state.view(seat).hidden for seat in (0, 1, None)} == {"7"}
