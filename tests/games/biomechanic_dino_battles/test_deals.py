"""Deals and positions: what can be given, what is refused, and that records need no generator."""

from __future__ import annotations

import copy
import json

import pytest

import mesozoic
from mesozoic import BadOptions, IllegalMove
from mesozoic.games.biomechanic_dino_battles.cards import STARTER_DINOS
from mesozoic.kernel.record import Record, take_back

from .helpers import GAME, do, finish_turn, seat, table, zone

DECK = [*"AEDWAEDWAEDW"]
DINO_DECK = [name for name in STARTER_DINOS for _ in range(3)]


def test_a_deal_gives_every_pile():
    """Section 2: twelve-card decks, Dino Deck, start seat."""
    deal = {"decks": [DECK, DECK[::-1]], "dino_deck": DINO_DECK, "start_seat": 1}
    state = GAME.start(2, deal=deal)
    position = state.position()
    assert position["seats"][0]["deck"] == DECK[6:] and sorted(position["seats"][0]["hand"]) == sorted(DECK[:6])
    assert position["seats"][1]["deck"] == DECK[::-1][6:]
    assert position["offering"] + position["dino_deck"] == DINO_DECK and position["on_turn"] == 1


def test_a_deal_may_leave_parts_to_the_seed():
    first = GAME.start(2, seed=5, deal={"dino_deck": DINO_DECK})
    again = GAME.start(2, seed=5, deal={"dino_deck": DINO_DECK})
    assert first.position() == again.position()
    assert first.position() != GAME.start(2, seed=6, deal={"dino_deck": DINO_DECK}).position()


def test_a_deal_may_give_the_random_setup():
    stacks = list(
        mesozoic.game("biomechanic-dino-battles").start(2, seed=9, options={"setup": "random"}).position()["stacks"]
    )
    state = GAME.start(2, seed=1, options={"setup": "random"}, deal={"stacks": stacks, "dinos": list(STARTER_DINOS)})
    assert state.position()["stacks"] == stacks and set(state.position()["dinos"]) == set(STARTER_DINOS)


def test_reshuffles_can_be_given_seat_by_seat():
    """BD-R33: a queue of orders for each seat."""
    order = [*"WWWEEEDDDAAA"]
    state = GAME.start(2, deal={"decks": [DECK, DECK], "start_seat": 0, "reshuffles": [[order], []]})
    do(state, "end", "done")
    finish_turn(state)
    do(state, "end", "done")
    assert sorted(zone(state, 0, "hand").split()) == sorted("WWWEEE") and zone(state, 0, "deck") == "D D D A A A"


def test_a_reshuffle_of_other_cards_is_refused():
    state = GAME.start(2, deal={"decks": [DECK, DECK], "start_seat": 0, "reshuffles": [[["A"]], []]})
    do(state, "end", "done")
    finish_turn(state)
    with pytest.raises(BadOptions, match="Reshuffle 1 of seat P1"):
        do(state, "end", "done")


@pytest.mark.parametrize(
    ("deal", "why"),
    [
        ({"deck": DECK}, "unknown part 'deck'"),
        ({"decks": [DECK]}, "2 decks"),
        ({"decks": [DECK, DECK[:11]]}, "deck of seat 2 lacks"),
        ({"decks": [DECK, [*DECK[:11], "A"]]}, "deck of seat 2 holds"),
        ({"decks": [DECK, "AED"]}, "must be a list of 12 cards"),
        ({"dino_deck": DINO_DECK[:17]}, "Dino Deck lacks"),
        ({"dino_deck": [*DINO_DECK[:17], "compy"]}, "Dino Deck holds"),
        ({"start_seat": 2}, "start_seat must be"),
        ({"dinos": ["compy", "pachy", "spino", "ankylo", "dozer", "quetzal"]}, "only with setup=random"),
        ({"stacks": ["overclock"] * 10}, "10 different stacks"),
        ({"dinos": [*STARTER_DINOS[:5], "dragon"]}, "'dragon'"),
        ({"reshuffles": [[]]}, "for each of 2 seats"),
        ({"reshuffles": [["A"], []]}, "list of lists"),
        ({"reshuffles": [[["X"]], []]}, "'X' is no card"),
    ],
)
def test_wrong_deals_are_refused(deal, why):
    with pytest.raises(BadOptions, match=why):
        GAME.start(2, seed=1, deal=deal)


def test_a_deal_must_agree_with_the_options():
    with pytest.raises(BadOptions, match="option start_seat"):
        GAME.start(2, seed=1, options={"start_seat": 0}, deal={"start_seat": 1})


def test_records_replay_without_a_generator():
    """The reshuffles that happened are in the record."""
    state = GAME.start(3, seed=4)
    for _ in range(9):
        finish_turn(state)
    record = Record.of(state)
    assert all(len(orders) >= 1 for orders in record.deal["reshuffles"])
    assert Record.parse(record.text()).replay(lambda name: GAME).position() == state.position()


def test_a_game_from_a_position_has_one_future():
    """So that its record can be replayed, too."""
    state = table(seat(hand="A E D", discard="W W W A E D"), seat(hand="A", discard="D D D"))
    for _ in range(6):
        finish_turn(state)
    assert Record.of(state).replay(lambda name: GAME).position() == state.position()


def test_positions_survive_json_at_any_moment():
    """In the middle of an attack inside a response, with a payment open."""
    state = table(
        seat("rex A A A", "raptor", hand="missile_pod A"),
        seat("raptor -25", "stego D", hand="missile_pod A E repair_drone D D"),
    )
    moves = ["attack:1", "item:repair_drone/2"]
    for move in moves:
        do(state, move)
        again = GAME.start(2, options=dict(state.setup.options), position=json.loads(json.dumps(state.position())))
        assert again.position() == state.position() and again.to_move == state.to_move
        assert again.moves(again.to_move[0]) == state.moves(state.to_move[0])


def broken(change):
    position = copy.deepcopy(table(seat("raptor A", hand="A"), seat("rex"), offering="rex").position())
    change(position)
    return position


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda p: p.pop("round"), "no 'round'"),
        (lambda p: p.update(round=0), "round must be"),
        (lambda p: p.update(phase="lunch"), "phase must be"),
        (lambda p: p["seats"].pop(), "2 seats"),
        (lambda p: p["seats"][0]["hand"].append("A"), "cards of kind 0"),
        (lambda p: p["seats"][0]["hand"].append("Q"), "'Q' is no card"),
        (lambda p: p["seats"][0]["active"].update(damage=7), "steps of 5"),
        (lambda p: p["seats"][0]["active"].update(damage=30), "below the HP"),
        (lambda p: p["seats"][0]["active"].update(dino="dragon"), "'dragon' is no dino"),
        (lambda p: p["seats"][0].update(trophies=["rex"]), "dinos of kind 5"),
        (lambda p: p["seats"][0].update(calm=-1), "paralysis is never negative"),
        (lambda p: p["supply"].update(W=-1), "stack of W"),
        (lambda p: p["offering"].append(None), "5 slots"),
        (lambda p: p.update(reactor=1), "Only the reaction window"),
        (lambda p: p.update(pending=[{"kind": "nap", "seat": 0}]), "Pending work must be"),
        (lambda p: p.update(pending=[{"kind": "promote", "seat": 0}]), "who decides has a move"),
        (lambda p: p.update(ending="trophies"), "ending belongs to the end"),
        (lambda p: p.update(phase="over"), "limit ends the last round"),
    ],
)
def test_wrong_positions_are_refused(change, why):
    with pytest.raises(BadOptions, match=why):
        GAME.start(2, options={"setup": "random"}, position=broken(change))


def test_a_position_stands_alone():
    with pytest.raises(BadOptions, match="position alone"):
        GAME.start(2, seed=1, options={"setup": "random"}, position=broken(lambda p: None))


def test_only_unfinished_choices_can_be_taken_back():
    """BD-R50: a payment not yet chosen, yes; an attached card, no."""
    state = GAME.start(2, deal={"decks": [[*"AAEEDWAEDDWW"]] * 2, "dino_deck": DINO_DECK, "start_seat": 0})
    do(state, "end", "dino:1")
    back = take_back(state, 0)
    assert back.view(0).decision == "buy" and len(back.history) == 1
    do(state, "pay:AEE")
    with pytest.raises(IllegalMove, match="cannot be taken back"):
        take_back(state, 0)
