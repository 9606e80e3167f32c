"""Positions that no game leads to are refused with a sentence, never with a failure later on."""

from __future__ import annotations

import pytest

from mesozoic.kernel.errors import BadOptions

from .helpers import GAME, begun, place, true_calls

FOUND = {"seat": 0, "shared": 3, "personal": 0, "for": 0}
HELD = {"seat": 1, "shared": 0, "personal": 3, "for": 1}
FULL = [[], ["MW1B", "MW1G", "MW1R"]]
BREAK = {"victory_break": True}
CASUAL = {"mode": "casual"}


@pytest.mark.parametrize(
    ("options", "position", "reason"),
    [
        ({}, {"phase": "over"}, "needs a why"),
        ({}, {"phase": "open", "why": "none_seen"}, "is going_on"),
        ({}, {"phase": "round_over", "why": "none_seen"}, "Only the casual game has rounds"),
        ({}, {"phase": "over", "why": "stopped"}, "Only the casual game is stopped"),
        ({}, {"phase": "over", "why": "ten_triples"}, "Only the race"),
        ({}, {"phase": "over", "why": "time_up"}, "race with a countdown"),
        ({}, {"temp": [[1]]}, "temp must name shared cards"),
        ({}, {"temp": [{}], "grid": ["MW1B"]}, "temp must name shared cards"),
        ({}, {"phase": "settling", "scorers": [FOUND, FOUND], "last_scorer": 0}, "at most once in a window"),
        ({}, {"phase": "settling"}, "scorers in phase settling, and only then"),
        ({}, {"phase": "open", "scorers": [FOUND]}, "scorers in phase settling, and only then"),
        ({}, {"phase": "settling", "scorers": [FOUND], "last_scorer": 1}, "last_scorer must be the last"),
        ({}, {"phase": "settling", "scorers": [HELD], "last_scorer": 1, "hands": FULL}, "still to come among them"),
        ({}, {"phase": "settling", "scorers": [{**HELD, "shared": 1}], "last_scorer": 1}, "three cards"),
        ({}, {"phase": "settling", "scorers": [{**HELD, "for": 0}], "last_scorer": 1}, "one open card of it"),
        (
            BREAK,
            {"phase": "settling", "scorers": [FOUND], "last_scorer": 0, "hands": FULL, "released": [0, 3]},
            "still to come among them",
        ),
        (BREAK, {"phase": "open", "released": [0, 1]}, "only in phase settling"),
        (BREAK, {"owed": [1, 0], "on_break": 1}, "Only the seat on_break is owed"),
        (BREAK, {"owed": [1, 0], "on_break": 0, "hands": [["MW1B", "MW1G", "MW1R"], []]}, "still to come among them"),
        ({}, {"on_break": 0}, "needs the option victory_break"),
        ({}, {"grid": ["MW1B"], "temp": ["MW1B"]}, "needs the option false_call_penalty"),
        ({}, {"hands_open": True}, "needs the option open_hand"),
        ({}, {"bonus_seen": ["oFISH"]}, "no card of this game"),
        ({}, {"bonus_seen": ["SHARK"], "deck": ["SHARK"]}, "still in the deck"),
        ({}, {"phase": "ready", "votes": [0]}, "Before play begins"),
        ({}, {"phase": "shown", "locked": [0]}, "Before play begins"),
        ({}, {"phase": "over", "why": "none_seen", "votes": [0]}, "only while the game goes on"),
        (BREAK, {"votes": [1], "on_break": 1, "deck": ["MW1B"]}, "A seat on_break has no vote"),
        ({}, {"votes": [0, 1], "deck": ["MW1B"]}, "all have voted"),
        ({}, {"last_triple": {"cards": ["MW1B", "ML1B", "MA1B"], "at": 5}}, "clock must not be earlier"),
        ({}, {"revealed_at": 5}, "clock must not be earlier"),
        ({}, {"false_calls": [4, 0]}, "at most 3 false_calls"),
        ({}, {"false_calls": [3, 0]}, "locked after its third false call"),
        ({}, {"paid": [1, 0]}, "paid counts"),
        ({"false_call_penalty": True}, {"paid": [61, 0]}, "at most 60 penalties"),
        ({}, {"clade_triples": [1, 0]}, "clade_triples are triples too"),
        ({}, {"rounds": [1]}, "Only the casual game has rounds"),
    ],
)
def test_parts_that_do_not_fit_together(options, position, reason):
    with pytest.raises(BadOptions, match=reason):
        GAME.start(2, options=options, position=position)


@pytest.mark.parametrize(
    ("options", "position", "reason"),
    [
        ({}, {"phase": "shown"}, "it is not shown"),
        ({}, {"phase": "settling", "scorers": [FOUND], "last_scorer": 0}, "it is not settling"),
        ({}, {"triples": [10], "phase": "open"}, "as soon as it has ten triples"),
        ({}, {"triples": [11], "phase": "over", "why": "ten_triples"}, "as soon as it has ten triples"),
        ({}, {"triples": [9], "phase": "over", "why": "ten_triples"}, "as soon as it has ten triples"),
        (CASUAL, {"phase": "over", "why": "none_left"}, "when the player has stopped"),
        (CASUAL, {"phase": "round_over", "why": "stopped"}, "when the player has stopped"),
        (CASUAL, {"triples": [5], "rounds": [3, 1]}, "together they are all triples"),
    ],
)
def test_solitaire_parts_that_do_not_fit_together(options, position, reason):
    with pytest.raises(BadOptions, match=reason):
        GAME.start(1, options=options, position=position)


@pytest.mark.parametrize("options", [{}, BREAK, {"open_hand": "switch", "personal": 2}, {"false_call_penalty": True}])
def test_whatever_a_game_leads_to_is_taken_up(options):
    state = begun(3, options, seed=4)
    for _ in range(40):
        assert GAME.start(3, options=options, position=state.position()).position() == state.position()
        if state.is_over:
            break
        seat = state.to_move[0]
        found = true_calls(state, seat) if state.can_call(seat) else []
        state.play(seat, (found or state.moves(seat))[0])


def test_an_end_is_told_with_its_reason():
    state = place(2, "MW1B", None, "", phase="over", why="none_seen")
    assert state.result.winners == (0, 1)
