"""Deals and positions: read with care, written out again; a record keeps what chance gave."""

from __future__ import annotations

import json

import pytest

from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.record import Record

from .helpers import GAME, HOST, begun, deck, false_call, order, place, refusal, true_calls

GRID = "ML1B SL2G AL3R MW2B SA1G MW1B ML2B MA3B SW3G SL3G SA3G AA1B"


def test_a_seeds_deal_starts_the_same_game():
    for options, players in (({}, 3), ({"personal": [2, 0, 3]}, 3), ({"mode": "race"}, 1), ({"combined": "genius"}, 8)):
        state = GAME.start(players, seed=5, options=options)
        again = GAME.start(players, deal=json.loads(json.dumps(state.journal.deal)), options=options)
        assert again.position() == state.position()


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        ({}, "has no 'order'"),
        ({"order": ["MW1B"]}, "lacks"),
        ({"order": order()[:-1] + ["MW1B"]}, "twice"),
        ({"order": order(), "what": 1}, "unknown part"),
        ({"order": order(), "penalty": ["XX"]}, "penalty holds 'XX'"),
        ({"order": order(), "reshuffles": [["XX"]]}, "no card of this game"),
        ({"order": order(), "reshuffles": 3}, "reshuffles must be a list"),
        ({"order": 5}, "must be a list"),
    ],
)
def test_deals_that_are_none(deal, reason):
    with pytest.raises(BadOptions, match=reason):
        GAME.start(2, deal=deal)


def test_the_order_of_a_race_names_39_cards_or_all():
    every = order(options={"mode": "race"}, players=1)
    assert GAME.start(1, deal={"order": every}).position() == GAME.start(1, deal={"order": every[:39]}).position()
    with pytest.raises(BadOptions, match="39 cards, not 40"):
        GAME.start(1, deal={"order": every[:40]})


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"grid": ["SHARK"]}, "never lies in the grid"),
        ({"hands": [["BIVALVE"], []]}, "never lies in a hand"),
        ({"grid": ["MW1B"], "deck": ["MW1B"]}, "in two places"),
        ({"grid": ["oMW1B"]}, "no card of this game"),
        ({"hands": [["MW1B", "MW1G", "MW1R", "MW2B"], []]}, "at most 3 personal cards"),
        ({"hands": [["MW1B"]]}, "one part for each of the 2 seats"),
        ({"temp": ["MW1B"]}, "temp must name shared cards"),
        ({"temp": {"MW1B": 8}, "grid": ["MW1B"]}, "at most 7"),
        ({"last_scorer": 2}, "from 0 to 1"),
        ({"phase": "asleep"}, "phase cannot be 'asleep'"),
        ({"votes": "all"}, "votes must be a list"),
        ({"clock": -1}, "clock must be"),
        ({"hands_open": 1}, "true or false"),
        ({"bonus_seen": ["MW1B"]}, "no card of this game"),
        ({"scorers": [{"seat": 0}]}, "has no 'shared'"),
        ({"last_triple": {"cards": ["MW1B"], "at": 1}}, "length at least 3"),
        ({"last_triple": {"cards": ["MW1B", "MW1G", "SHARK"], "at": 1}}, "three animal cards"),
        ({"unknown": 1}, "unknown part"),
    ],
)
def test_positions_that_are_none(position, reason):
    with pytest.raises(BadOptions, match=reason):
        GAME.start(2, position=position)


def test_a_position_names_what_it_likes_and_the_rest_lies_aside():
    state = place(2, "ML1B SL2G AL3R", None, "AW1B")
    assert len(state.view(0).aside) == 83 - 4 and state.view(0).phase == "open"
    assert state.variant.grid_size == 12


def test_a_temporary_card_without_a_payer():
    state = place(2, "ML1B SL2G AL3R", None, "AW1B", {"false_call_penalty": True}, temp=["ML1B"])
    assert state.position()["temp"] == {"ML1B": None} and state.view(0).rows[0][0].paid_by == "?"


def test_a_record_replays_penalties_and_reshuffles_without_a_generator():
    state = begun(2, {"false_call_penalty": True}, seed=12)
    state.play(0, true_calls(state, 0)[0])
    state.play(HOST, "settle")
    state.play(0, false_call(state, 0))
    assert len(state.journal.deal["penalty"]) == 1
    record = Record.parse(Record.of(state).text())
    assert record.replay(lambda name: GAME).position() == state.position()


def test_a_game_begun_from_a_position_replays_too():
    state = place(2, GRID, None, "AW1B", {"false_call_penalty": True}, piles=[["MW3G", "MW1R", "SL1R"], []])
    state.play(0, false_call(state, 0))
    assert Record.of(state).replay(lambda name: GAME).position() == state.position()


def test_a_scripted_penalty_must_lie_in_the_pile():
    options = {"false_call_penalty": True}
    state = place(2, GRID, None, "AW1B", options, piles=[["MW3G"], []], penalty=["SL1R"])
    assert "no animal card of the pile" in refusal(state, 0, false_call(state, 0), 700)
    assert state.clock == 0 and "penalty" not in state.journal.deal, "nothing has happened"
    state.play(0, true_calls(state, 0)[0], 800)


def test_a_scripted_reshuffle_must_hold_the_cards_of_the_deck():
    """CL-R22: found out before the added card is laid."""
    state = place(2, GRID, None, "SHARK AW1B AW2G", reshuffles=[["AW1B", "SHARK"]])
    assert "does not hold the cards of the pile" in refusal(state, HOST, "stall(timer)")
    assert deck(state) == ["SHARK", "AW1B", "AW2G"]
    casual = place(1, GRID, None, "", {"mode": "casual"}, reshuffles=[["MW1B"]])
    casual.play(0, "none")
    assert "does not hold the cards of the pile" in refusal(casual, 0, "reshuffle")


def test_scripted_chance_that_fits_is_used():
    options = {"false_call_penalty": True}
    state = place(2, GRID, None, "AW1B", options, piles=[["MW3G", "MW3R"], []], penalty=["MW3R"])
    state.play(0, false_call(state, 0))
    assert state.position()["temp"] == {"MW3R": 0} and state.position()["penalty"] == []


def test_casual_reshuffles_are_written_down_and_replayed():
    state = begun(1, {"mode": "casual"}, seed=2)
    while state.view(0).phase == "open":
        state.play(0, (true_calls(state, 0) or ["none"])[0])
    state.play(0, "reshuffle")
    assert len(state.journal.deal["reshuffles"][0]) == 81
    assert Record.of(state).replay(lambda name: GAME).position() == state.position()
    assert len(deck(state)) == 66
