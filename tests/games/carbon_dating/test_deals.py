"""Deals, reshuffles, positions and records (section 2 of the ledger)."""

from __future__ import annotations

import copy
import json
import random

import pytest

import mesozoic
from mesozoic import BadOptions, Record
from mesozoic.kernel.record import take_back

from .helpers import GAME, IDS, ORDINARY, deal, kinds, pile, play, position, row, seating, start, told, wander


def test_a_deal_is_kept_in_the_record():
    state = start("STE3 GAL2 IGU1 VEL1 / SPI1 BRA2")
    assert state.journal.deal == deal("STE3 GAL2 IGU1 VEL1 / SPI1 BRA2")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "no 'deck'"),
        ({"deck": ORDINARY[:-1]}, "lacks ANK4"),
        ({"deck": [*ORDINARY[:-1], "IGU1"]}, "IGU1' twice"),
        ({"deck": [*ORDINARY[:-1], "PTE"]}, "does not belong"),
        ({"deck": ORDINARY, "hidden": 1}, "unknown part"),
        ({"deck": ORDINARY, "staffing_deck": []}, "unknown part"),
        ({"deck": ORDINARY, "reshuffles": 3}, "must be a list"),
        ({"deck": ORDINARY, "reshuffles": [["XXX"]]}, "no card of this game"),
        ({"deck": ORDINARY, "reshuffles": ["IGU1"]}, "must be a list"),
    ],
)
def test_bad_deals_are_refused(given, words):
    with pytest.raises(BadOptions, match=words):
        GAME.start(1, deal=given)


def test_a_staffing_deal_needs_both_piles():
    options = {"staffing_shortage": True}
    with pytest.raises(BadOptions, match="staffing_deck"):
        GAME.start(1, options=options, deal={"deck": ORDINARY})
    later = [card for card in IDS if card not in ORDINARY[:4]]
    with pytest.raises(BadOptions, match="lacks TYR"):
        GAME.start(1, options=options, deal={"deck": ORDINARY, "staffing_deck": later[:-1]})
    state = GAME.start(1, options=options, deal={"deck": ORDINARY, "staffing_deck": later[::-1]})
    assert pile(state, "drawn") == "TYR PTE"
    assert state.journal.deal == {"deck": ORDINARY, "staffing_deck": later[::-1]}


def test_given_reshuffles_are_used_one_by_one_and_then_chance():
    orders = [["GAL3", "GAL2"], ["GAL2", "GAL3"]]
    state = position("VEL1 STE1", "GAL2 GAL3", reshuffles=orders, options={"closing_round": 6})
    drawn = []
    while not state.is_over:
        play(state, state.moves(0)[0])
        drawn.append(pile(state, "drawn"))
    assert drawn[1] == "GAL3 GAL2"
    assert drawn[3] == "GAL2 GAL3"
    assert state.position()["reshuffles_used"] == 5


def test_a_reshuffle_that_does_not_fit_is_an_error_and_changes_nothing():
    state = position("VEL1 STE1", "GAL2 GAL3", reshuffles=[["IGU1", "GAL2"]])
    play(state, "GAL2 left")
    before = state.position()
    with pytest.raises(BadOptions, match="does not hold the cards"):
        state.play(0, "GAL3 right")
    assert state.position() == before
    assert len(state.history) == 1


def full_game(seed, **options):
    state = GAME.start(1, seed=seed, options=options)
    events = [event for lot in wander(state, random.Random(seed)) for event in lot]
    return state, events


@pytest.mark.parametrize("seed", range(6))
def test_a_record_replays_without_a_generator(seed):
    """Reshuffles are written into the deal, so the same cards come again."""
    state, events = full_game(seed, blind_dates=seed % 2 == 0)
    record = Record.parse(Record.of(state).text())
    if "reshuffled" in kinds(events):
        assert len(record.deal["reshuffles"]) == kinds(events).count("reshuffled")
    again = []
    replayed = record.replay(mesozoic.game, lambda state, entry, events: again.extend(events))
    assert told(again) == told(events)
    assert replayed.position() == state.position()


def test_a_record_from_a_position_replays_its_reshuffles_too():
    state = position("VEL1 STE1", "GAL2 GAL3", discard="IGU1 IGU2 IGU3 PAR2 TRI2", options={"closing_round": 12})
    for _ in wander(state, random.Random(1)):
        pass
    record = Record.parse(Record.of(state).text())
    assert record.position["reshuffles"]
    assert record.replay(mesozoic.game).position() == state.position()


def test_taking_back_restores_the_middle_of_a_chain():
    state = seating("IGU3 STE4 VEL1 ALL3", "COM1")
    play(state, "COM1 right", "swap STE4 VEL1")
    before = state.position()
    play(state, "date IGU3 VEL1")
    assert take_back(state, 0).position() == before


def test_the_start_of_a_round_draws():
    state = position("VEL1 VEL4", deck="ALL1 ANK1 IGU1", round=4)
    assert (pile(state, "drawn"), state.position()["round"]) == ("ALL1 ANK1", 4)


def test_positions_are_plain_json_at_every_step():
    for moves in (
        [],
        ["COM1 right"],
        ["COM1 right", "swap STE4 VEL1"],
        ["COM1 right", "swap STE4 VEL1", "date IGU3 VEL1"],
    ):
        state = seating("IGU3 STE4 VEL1 ALL3", "COM1", aside="PTE TYR", satisfied="SPI1(STE1) PAC1")
        play(state, *moves)
        text = json.dumps(state.position())
        assert GAME.start(1, position=json.loads(text)).position() == state.position()


GOOD = {
    "table": ["VEL1(IGU1)", "ALL1"],
    "deck": ["ANK1"],
    "drawn": ["ANK2", "GAL2"],
    "aside": ["PTE"],
    "round": 3,
    "ends": ["left", "right"],
}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"table": ["VEL1", "VEL1"]}, "VEL1 twice"),
        ({"table": ["XXX1"]}, "write a dinosaur"),
        ({"table": ["VEL1(XXX)"]}, "write a dinosaur"),
        ({"table": "VEL1"}, "must be a list"),
        ({"table": ["BRA1(IGU1)"]}, "eats nobody"),
        ({"table": ["VEL1(ANK4)"]}, "cannot be eaten"),
        ({"table": ["VEL1(GAL2)"]}, "GAL2 twice"),
        ({"deck": ["ANK2"]}, "ANK2 twice"),
        ({"discard": ["nobody"]}, "no card of this game"),
        ({"discard": "ANK4"}, "must be a list"),
        ({"aside": ["ANK4"]}, "Only PTE and TYR"),
        ({"round": 0}, "whole number"),
        ({"round": 61}, "whole number"),
        ({"round": True}, "whole number"),
        ({"reshuffles_used": -1}, "whole number"),
        ({"drawn": ["ANK2", "GAL2", "GAL3"]}, "At most two"),
        ({"face_down": True}, "Blind Dates"),
        ({"final": "yes"}, "true or false"),
        ({"ends": ["top"]}, "ends, number 1 cannot be 'top'"),
        ({"step": "dance"}, "step cannot be 'dance'"),
        ({"step": "date"}, "does not fit"),
        ({"step": "swap", "played": "ALL1"}, "does not fit"),
        ({"step": "swap"}, "does not fit"),
        ({"step": "place", "played": "TYR", "table": ["ANK4"]}, "does not fit"),
        ({"step": "place"}, "no card"),
        ({"step": "place", "played": "PTE"}, "PTE twice"),
        ({"step": "over"}, "does not fit"),
        ({"drawn": [], "table": ["VEL1"]}, "does not fit"),
        ({"waiting": [[["VEL1", "ALL1"]]]}, "does not fit"),
        ({"waiting": [[["ALL1", "VEL1"]]]}, "no neighbours"),
        ({"waiting": [["VEL1"]]}, "must be a list"),
        ({"waiting": [[["VEL1"]]]}, "a list of length 2, not 1"),
        ({"waiting": [[]]}, "a list of length at least 1"),
        ({"dates": 3}, "must be a list"),
        ({"played": "VEL1"}, "does not fit"),
        ({"colour": "red"}, "unknown part"),
    ],
)
def test_bad_positions_are_refused(change, words):
    GAME.start(1, position=copy.deepcopy(GOOD))
    with pytest.raises(BadOptions, match=words):
        GAME.start(1, position={**copy.deepcopy(GOOD), **change})


def test_the_middle_of_a_round_needs_the_drawn_cards():
    with pytest.raises(BadOptions, match="give the drawn cards too"):
        GAME.start(1, position={"table": ["VEL1"], "final": True})


def test_a_position_may_name_fewer_cards():
    """Section 2: the others are out of that game."""
    state = position("VEL1", deck="ALL1 IGU1")
    for _ in wander(state, random.Random(2)):
        GAME.check_invariants(state)
    assert state.is_over
    assert row(state) or pile(state, "satisfied")
