"""Positions that no game leads to are refused with a sentence, never with a failure later on."""

from __future__ import annotations

import random

import pytest

import mesozoic
from mesozoic.games.clades.invariants import check_cards
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.realtime import run

from .helpers import GAME, begun, place, true_calls
from .test_properties import some_move

FOUND = {"seat": 0, "shared": 3, "personal": 0, "for": 0}
HELD = {"seat": 1, "shared": 0, "personal": 3, "for": 1}
FULL = [[], ["MW1B", "MW1G", "MW1R"]]
BREAK = {"victory_break": True}
PENALTY = {"false_call_penalty": True}
TAKEN = {"cards": ["MW1B", "ML1B", "MA1B"], "at": 0}
LYING = ["MW1B", "ML1B", "SA1B"]
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
        ({}, {"temp": [[1]]}, "temp, number 1 must be a text"),
        ({}, {"temp": [{}], "grid": ["MW1B"]}, "temp, number 1 must be a text"),
        (PENALTY, {"temp": {"MW1B": 7}, "grid": ["MW1B"]}, "from 0 to 1"),
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
        ({}, {"phase": "shown", "hands": [["MW1B"], []], "known": [["MW1B"], []]}, "Before play begins"),
        ({}, {"hands": [["MW1B"], []], "known": [[], ["MW1B"]]}, "no personal card of that seat"),
        (BREAK, {"votes": [1], "on_break": 1, "deck": ["MW1B"]}, "A seat on_break has no vote"),
        ({}, {"votes": [0, 1], "deck": ["MW1B"]}, "all have voted"),
        (
            {},
            {"last_scorer": 0, "last_triple": {"cards": ["MW1B", "ML1B", "MA1B"], "at": 5}},
            "clock must not be earlier",
        ),
        ({}, {"revealed_at": 5}, "clock must not be earlier"),
        ({}, {"false_calls": [4, 0]}, "at most 3 false_calls"),
        ({}, {"false_calls": [3, 0]}, "locked after its third false call"),
        ({}, {"paid": [1, 0]}, "paid counts"),
        ({"false_call_penalty": True}, {"paid": [61, 0]}, "at most 60 penalties"),
        ({}, {"locked": [0], "false_calls": [0, 1], "deck": ["MW1B"]}, "Only a false call locks"),
        (BREAK, {"on_break": 0, "last_scorer": 1, "deck": ["MW1B"]}, "Only the last_scorer takes a break"),
        ({}, {"last_scorer": 0, "last_triple": TAKEN, "grid": ["MW1B"]}, "MW1B cannot still be in play"),
        ({}, {"last_scorer": 0, "last_triple": TAKEN, "hands": [["ML1B"], []]}, "ML1B cannot still be in play"),
        ({}, {"last_scorer": 0, "last_triple": TAKEN, "deck": ["MA1B"]}, "MA1B cannot still be in play"),
        ({}, {"clade_triples": [1, 0]}, "clade_triples are triples too"),
        ({}, {"rounds": [1]}, "Only the casual game has rounds"),
        (PENALTY, {"phase": "ready", "grid": ["MW1B"], "temp": ["MW1B"]}, "temp is empty"),
        (PENALTY, {"phase": "shown", "grid": ["MW1B"], "temp": {"MW1B": 0}}, "temp is empty"),
        ({}, {"phase": "ready", "piles": [["MW1B"], []]}, "nobody has taken"),
        ({}, {"phase": "shown", "last_scorer": 1}, "nobody has taken"),
        ({}, {"last_scorer": 0, "last_triple": {"cards": ["MW1B", "ML1B", "SA1B"], "at": 0}}, "must be a triple"),
        ({}, {"last_triple": {"cards": ["MW1B", "ML1B", "MA1B"], "at": 0}}, "needs the last_scorer"),
        ({}, {"phase": "settling", "scorers": [FOUND], "last_scorer": 0, "locked": [1]}, "nobody can call in"),
        ({}, {"phase": "open", "grid": ["MW1B", "ML1B", "SA1B"]}, "not open any more"),
        ({}, {"refuted": [["MW1B", "ML1B", "SA1B"]], "grid": ["MW1B", "ML1B", "SA1B"]}, "refuted is for solitaire"),
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
        ({}, {"locked": [0], "deck": ["MW1B"]}, "nobody is locked"),
        (CASUAL, {"false_calls": [1], "deck": ["MW1B"]}, "nobody is locked"),
        ({}, {"refuted": [["MW1B", "ML1B", "SA1B"]]}, "shared cards that are no triple"),
        ({}, {"refuted": [["MW1B", "ML1B", "MA1B"]], "grid": ["MW1B", "ML1B", "MA1B"]}, "that are no triple"),
        ({}, {"refuted": [LYING, LYING], "grid": LYING, "deck": ["MW2B"]}, "twice"),
        ({}, {"refuted": [LYING[:2]], "grid": LYING}, "length at least 3"),
        ({}, {"phase": "ready", "refuted": [LYING], "grid": LYING}, "Before the cards are turned up"),
        ({}, {"last_scorer": 0, "last_triple": TAKEN, "piles": [["MW1B", "ML1B"]]}, "in the pile, MA1B too"),
    ],
)
def test_solitaire_parts_that_do_not_fit_together(options, position, reason):
    with pytest.raises(BadOptions, match=reason):
        GAME.start(1, options=options, position=position)


def test_a_paid_card_of_the_last_triple_lies_in_the_grid_again():
    """CL-45: and there it shows that something was paid, even if no pile is left."""
    more = {"last_scorer": 0, "last_triple": TAKEN, "deck": ["SL2G"], "triples": [1, 0]}
    GAME.start(2, options=PENALTY, position={**more, "grid": ["MW1B"], "temp": {"MW1B": 0}, "paid": [1, 0]})
    with pytest.raises(BadOptions, match="cannot still be in play"):
        GAME.start(2, options=PENALTY, position={**more, "grid": ["MW1B"]})


def test_a_new_round_of_the_casual_game_deals_the_last_triple_again():
    """CL-R39."""
    more = {"rounds": [1, 0], "last_scorer": 0, "last_triple": TAKEN}
    GAME.start(1, options=CASUAL, position={**more, "grid": ["MW1B"], "deck": ["ML1B", "MA1B"]})


def test_what_a_position_leaves_out_is_what_fits():
    """CL-R16, CL-40: only a false call locks, and only who scored last takes a break."""
    more = {"locked": [0], "on_break": 1, "grid": ["MW1B", "ML1B", "SL2G"], "deck": ["MA1B"]}
    state = GAME.start(2, options=BREAK, position=more)
    assert [seat.false_calls for seat in state.view(0).seats] == [1, 0]
    assert state.view(0).last_scorer == 1


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


TABLES = [
    (2, {}),
    (3, {"open_hand": "open", "personal": 2, "stall_s": 0}),
    (3, {"open_hand": "switch", "personal": 3, "victory_break": True}),
    (2, {"false_call_penalty": True, "victory_break": True, "stall_s": 0}),
    (1, {"race_countdown_s": 60}),
    (1, CASUAL),
]


def positions(players, options, rng):
    """Some positions of one game, each with the fields of a whole one."""
    state = GAME.start(players, seed=str(rng.random()), options=options)
    found = [state.position()]
    for _ in range(80):
        if state.to_move:
            seat = rng.choice(state.to_move)
            state.play(seat, some_move(state, seat, rng), state.clock + rng.randrange(900))
            found.append(state.position())
    return found


@pytest.mark.parametrize(("players", "options"), TABLES, ids=str)
def test_a_position_with_fields_of_another_is_refused_or_can_be_played_to_its_end(players, options):
    refused = taken = 0
    for number in range(15):
        rng = random.Random(f"mixed {number}")
        one, other = rng.sample(positions(players, options, rng), 2)
        mixed = {**one, **{key: other[key] for key in rng.sample(sorted(other), rng.randint(1, 3))}}
        try:
            state = GAME.start(players, options=options, position=mixed)
        except BadOptions:
            refused += 1
            continue
        taken += 1
        for watcher in (None, *range(players)):
            assert state.imagine(watcher, mesozoic.seeded(number)).view(watcher) == state.view(watcher)
        assert GAME.start(players, options=options, position=state.position()).position() == state.position()
        run(GAME.levels.tempo(state.clone(), dict.fromkeys(range(players), "champion"), number))
        while state.to_move:
            seat = rng.choice(state.to_move)
            state.play(seat, some_move(state, seat, rng))
            check_cards(state)
        assert state.result is not None
    assert refused and taken
