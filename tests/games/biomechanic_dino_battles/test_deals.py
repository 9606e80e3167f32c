"""Deals and positions: what can be given, what is refused, and that records need no generator."""

from __future__ import annotations

import copy
import json

import pytest

import mesozoic
from mesozoic import BadOptions, IllegalMove
from mesozoic.games.biomechanic_dino_battles.cards import STACK_IDS, STARTER_DINOS, VERBS
from mesozoic.games.biomechanic_dino_battles.rules_table import MORE_ATK, MORE_DAMAGE, MORE_DEF, MORE_EVA
from mesozoic.games.biomechanic_dino_battles.tables import CARD_TABLE
from mesozoic.kernel.record import Record, take_back

from .helpers import GAME, do, finish_turn, seat, table, zone

OWN = CARD_TABLE.of("").arsenal

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
        ({"decks": [DECK, [*DECK[:11], "A"]]}, "deck of seat 2 holds 'A' too often"),
        ({"decks": [DECK, "AED"]}, "decks, number 2 must be a list"),
        ({"dino_deck": DINO_DECK[:17]}, "Dino Deck lacks"),
        ({"dino_deck": [*DINO_DECK[:17], "compy"]}, "Dino Deck holds"),
        ({"start_seat": 2}, "start_seat must be"),
        ({"dinos": ["compy", "pachy", "spino", "ankylo", "dozer", "quetzal"]}, "only with setup=random"),
        ({"stacks": ["overclock"] * 10}, "10 different stacks"),
        ({"dinos": [*STARTER_DINOS[:5], "dragon"]}, "'dragon'"),
        ({"reshuffles": [[]]}, "for each of 2 seats"),
        ({"reshuffles": [["A"], []]}, "must be a list, not a text"),
        ({"reshuffles": [[["X"]], []]}, "'X', which is no card"),
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
        (lambda p: p.update(phase="lunch"), "phase cannot be 'lunch'"),
        (lambda p: p["seats"].pop(), "2 seats"),
        (lambda p: p["seats"][0]["hand"].append("A"), "cards of kind 0"),
        (lambda p: p["seats"][0]["hand"].append("Q"), "'Q', which is no card"),
        (lambda p: p["seats"][0]["active"].update(damage=7), "steps of 5"),
        (lambda p: p["seats"][0]["active"].update(damage=30), "below the HP"),
        (lambda p: p["seats"][0]["active"].update(dino="dragon"), "'dragon', which is no dino"),
        (lambda p: p["seats"][0].update(trophies=["rex"]), "dinos of kind 5"),
        (lambda p: p["seats"][0].update(calm=-1), "paralysis is never negative"),
        (lambda p: p["supply"].update(W=-1), "stack of W"),
        (lambda p: p["offering"].append(None), "offering must be a list of length at most 5"),
        (lambda p: p.update(reactor=1), "Only the reaction window"),
        (lambda p: p.update(pending=[{"kind": "nap", "seat": 0}]), "cannot be 'nap'"),
        (lambda p: p.update(pending=[{"kind": "promote", "seat": 0}]), "empty Active zone"),
        (lambda p: p.update(ending="trophies"), "ending belongs to the end"),
        (lambda p: p.update(phase="over"), "limit ends the last round"),
        (lambda p: p["seats"][0]["active"].update(damage_bonus=2), "in steps of 5"),
        (lambda p: p["seats"][0]["active"].update(atk=1), "in steps of 2"),
        (lambda p: p["seats"][0]["active"].update(eva=2), "in steps of 3"),
        (lambda p: p["seats"][1]["active"].update({"def": 4}), "in steps of 3"),
        (lambda p: p["seats"][1]["active"].update(damage_bonus=10), "only in the own turn"),
        (lambda p: p["seats"][1]["active"].update(atk=2), "only in the own turn"),
        (lambda p: p["seats"][0]["active"].update(assisted="yes"), "must be true or false"),
        (lambda p: p["seats"][0]["active"].update(assisted=1), "must be true or false"),
        (lambda p: p["seats"][0]["active"].update(assisted=True), "only dinos with an Assist Power"),
        (lambda p: p["seats"][1].update(calm=1), "in the own turn"),
        (lambda p: p["seats"][1].update(poisoner=1), "nobody poisons himself"),
        (lambda p: p["seats"][1].update(played=["overclock"]) or p["supply"].update(overclock=5), "in the own turn"),
    ],
)
def test_wrong_positions_are_refused(change, why):
    with pytest.raises(BadOptions, match=why):
        GAME.start(2, options={"setup": "random"}, position=broken(change))


def refusal(position):
    """Why a position is refused; empty if it is not."""
    try:
        GAME.start(2, options={"setup": "random"}, position=position)
    except BadOptions as error:
        return str(error)
    return ""


@pytest.mark.parametrize(("name", "most"), [("strategies", 13), ("attaches", 31), ("buys", 13), ("combat_bonus", 22)])
def test_a_turn_allows_what_all_cards_of_the_game_grant(name, most):
    """BD-10, BD-R9: each of the six copies of a strategy once."""
    assert refusal(broken(lambda p: p["turn"].update({name: most}))) == ""
    assert f"allow {most} {name} at most" in refusal(broken(lambda p: p["turn"].update({name: most + 1})))


def test_every_strategy_that_was_played_has_used_up_an_allowance():
    def change(position):
        position["seats"][0]["played"] = ["battle_plan"]
        position["supply"]["battle_plan"] -= 1
        position["turn"]["strategies"] = 13

    assert "allow 12 strategies" in refusal(broken(change))


@pytest.mark.parametrize(
    ("name", "most", "step", "dino"),
    [
        ("atk", 32, 2, "raptor"),
        ("damage_bonus", 170, 5, "raptor"),
        ("damage_bonus", 200, 5, "rex"),  # a Predator
        ("eva", 18, 3, "raptor"),
        ("def", 18, 3, "raptor"),
    ],
)
def test_dinos_gain_what_all_cards_of_the_game_give(name, most, step, dino):
    """BD-R17, BD-37."""
    position = broken(lambda p: p["seats"][0]["active"].update({name: most}))
    if dino == "rex":
        mine, theirs = position["seats"][0]["active"], position["seats"][1]["active"]
        mine["dino"], theirs["dino"] = dino, "raptor"
    assert refusal(position) == ""
    position["seats"][0]["active"][name] += step
    assert f"give {most} more {name.removesuffix('_bonus')} at most" in refusal(position)


def test_no_more_paralyze_has_left_a_hand_than_there_is():
    """BD-R19."""
    assert refusal(broken(lambda p: p["seats"][0].update(calm=10))) == ""
    assert "than there is" in refusal(broken(lambda p: p["seats"][0].update(calm=11)))


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"start_seat": 1}, "option start_seat"),
        ({"setup": "chosen", "dinos": ["compy", "pachy", "spino", "ankylo", "dozer", "quetzal"]}, "Other dinos"),
        ({"setup": "chosen", "stacks": list(STACK_IDS[11:])}, "Other stacks"),
    ],
)
def test_a_position_must_agree_with_the_options(given, why):
    """BD-03, BD-04, BD-R4: who began, and which cards are in the game."""
    begun = GAME.start(2, seed=1, options={"start_seat": 0}).position()
    assert GAME.start(2, options={"start_seat": 0}, position=begun).position() == begun
    with pytest.raises(BadOptions, match=why):
        GAME.start(2, options=given, position=begun)


def test_only_a_random_setup_leaves_the_cards_to_a_position():
    begun = GAME.start(2, seed=9, options={"setup": "random"}).position()
    with pytest.raises(BadOptions, match="only with setup=random"):
        GAME.start(2, position=begun)


@pytest.mark.parametrize("powers", [True, False])
def test_a_dino_that_assisted_is_kept_in_a_position(powers):
    """BD-37: and there is none without Assist Powers."""
    state = table(seat("rex", "compy E", deck="A A"), seat())
    do(state, "assist:b1")
    position = state.position()
    assert position["seats"][0]["bench"][0]["assisted"] is True
    given = {**state.setup.options, "assist_powers": powers}
    if powers:
        assert "assist:b1" not in GAME.start(2, options=given, position=position).moves(0)
    else:
        with pytest.raises(BadOptions, match="only dinos with an Assist Power"):
            GAME.start(2, options=given, position=position)


@pytest.mark.parametrize(("field", "value"), [(MORE_DAMAGE, 2), (MORE_ATK, -2), (MORE_EVA, 1), (MORE_DEF, 5)])
def test_the_law_of_modifiers_can_be_broken(field, value):
    """BD-R17: the invariant finds a modifier that no card gives."""
    state = table(seat("raptor"), seat("rex"))
    GAME.check_invariants(state)
    state.rows[field] = value
    with pytest.raises(AssertionError, match="modifiers only help"):
        GAME.check_invariants(state)


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


def test_a_reshuffle_that_does_not_fit_changes_nothing():
    """errors.py: a refusal changes nothing."""
    state = GAME.start(2, deal={"decks": [DECK, DECK], "start_seat": 0, "reshuffles": [[["A"]], []]})
    do(state, "end", "done")
    finish_turn(state)
    do(state, "end")
    before, moves = state.position(), state.moves(0)
    with pytest.raises(BadOptions, match="Reshuffle 1 of seat P1"):
        do(state, "done")
    assert state.position() == before and state.moves(0) == moves and len(state.history) == 5


def test_a_position_in_any_order_has_one_future():
    """The record keeps the position as the game writes it; its chance is the same."""
    state = table(seat(hand="W D E A A E D W", deck="A A"), seat(hand="W A", deck="E", discard="W D A E"))
    for _ in range(8):
        finish_turn(state)
    assert Record.of(state).replay(lambda name: GAME).position() == state.position()


def test_what_lay_in_the_deck_is_no_card():
    """The memory of the last shuffle does not count among a seat's cards."""
    stacks = {"supply_stack": 1, "wound_stack": 3, "poison_stack": 1, "paralyze_stack": 1}
    cards = "A " * 13 + "E " * 13 + "D " * 13
    state = table(seat(deck=cards), seat(hand="W"), **stacks)
    again = GAME.start(2, options=dict(state.setup.options), position=state.position())
    assert again.position() == state.position()


def frame(kind, seat=0, **numbers):
    return {"kind": kind, "seat": seat, **numbers}


def defence(**changes):
    return {**frame("defence", 1, attack=2, by=0, attacker=[0, 0], reduction=0), **changes}


def effects(verb, seat=0):
    """A text that has just come to this verb."""
    tape = list(OWN.tape)
    step = next(at for start in OWN.starts for at in range(start, len(tape), 2) if tape[at] == VERBS.index(verb))
    return frame("effects", seat, step=step + 2)


IMPOSSIBLE = [
    ([frame([])], "kind of pending, number 1 must be a text"),
    ([frame("effects", step=3)], "waits for one choice"),
    ([frame("poisons")], "belongs to a text"),
    ([frame("promote")], "empty Active zone"),
    ([frame("heal", amount=10)], "belongs to a text"),
    ([effects("hit"), frame("hit", amount=3)], "says how much"),
    ([effects("heal"), frame("hit", amount=10)], "another step"),
    ([effects("hit", 1), frame("hit", 1, amount=5)], "whoever played it"),
    ([effects("hit"), frame("hit", 1, amount=5)], "plays a text chooses"),
    ([effects("purge"), frame("purge", left=9)], "how many cards"),
    ([effects("switch"), frame("switch", optional=7)], "one may stay"),
    ([effects("move"), frame("move_to", place=9)], "move from a dino"),
    ([effects("jam"), frame("jam_position", dino=[0, 0])], "dino of an opponent"),
    ([effects("jam"), frame("jam_position", dino=[1, 0])], "without asking"),
    ([effects("hit"), frame("promote", 1)], "empty Active zone"),
    ([frame("effects", step=77777), frame("hit", amount=5)], "step of pending, number 1 must be"),
    ([frame("opponent", purpose="assist", detail=77)], "begun is legal"),
    ([frame("opponent", purpose="attack", detail=0)], "only attacks ask for an opponent"),
    ([frame("opponent", purpose="item", detail=1)], "begun is legal"),
    ([frame("opponent", 1, purpose="attack", detail=0)], "completes the own move"),
    ([frame("payment", purpose="card", detail=0, target=-1)], "begun is legal"),
    ([frame("payment", purpose="attack", detail=0, target=0)], "has an opponent"),
    ([frame("payment", purpose="attack", detail=0, target=1)], "single way to pay"),
    ([frame("payment", purpose="retreat", detail=1, target=-1)], "single way to pay"),
    ([defence(attack=500)], "one of the game's"),
    ([defence(attack=2, attacker=None)], "needs its dino"),
    ([defence(attack=30)], "has no dino"),
    ([defence(attack=0)], "its own attacks"),
    ([defence(by=3)], "by must be"),
    ([defence(by=1)], "whoever attacks"),
    ([defence(seat=0)], "attacks himself"),
    ([defence(attacker="gone")], "is over"),
    ([defence(attacker=[1, 0])], "belongs to the attacker"),
    ([defence(reduction=-1)], "steps of 5"),
    ([defence(reduction=1000)], "than all cards of the game give"),
    ([defence()], "might answer"),
    ([defence(), defence()], "whoever attacks"),
    ([defence(), frame("jam")], "belongs to a text"),
]


@pytest.mark.parametrize(("pending", "why"), IMPOSSIBLE)
def test_impossible_work_is_refused(pending, why):
    with pytest.raises(BadOptions, match=why):
        table(seat("raptor A A", "iguano"), seat("rex"), pending=pending)


def test_nobody_is_gone_from_a_full_line_up():
    four = ["raptor A", "rex", "stego", "rex"]
    with pytest.raises(BadOptions, match="none of them is gone"):
        table(seat(*four), seat("rex"), pending=[defence(attacker="gone")])


@pytest.mark.parametrize(
    ("phase", "reactor", "why"),
    [
        ("cleanup", None, "asks only for a promotion"),
        ("reaction", 0, "only opponents react"),
        ("reaction", 1, "may hold an item"),
    ],
)
def test_impossible_phases_are_refused(phase, reactor, why):
    with pytest.raises(BadOptions, match=why):
        table(seat("raptor"), seat("rex"), phase=phase, reactor=reactor)


def test_a_cleanup_holds_nothing_but_poison():
    state = table(seat("raptor -25", "stego", "rex", hand="P P A"), seat("rex"))
    do(state, "end", "done")
    position = state.position()
    mine = position["seats"][0]
    mine["hand"], mine["discard"] = mine["discard"], mine["hand"]
    with pytest.raises(BadOptions, match="only Poison is left"):
        GAME.start(2, options=dict(state.setup.options), position=position)


@pytest.mark.parametrize("part", ["turn", "supply", "seats", "pending", "phase"])
@pytest.mark.parametrize("value", [{1: 2, "a": 3}, {1}, [[]], None, 5])
def test_nonsense_in_a_position_is_refused(part, value):
    with pytest.raises(BadOptions):
        GAME.start(2, options={"setup": "random"}, position=broken(lambda p: p.update({part: value})))
