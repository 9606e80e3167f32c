"""Deals and positions from outside: bad ones are refused with a sentence, good ones come back as they went."""

from __future__ import annotations

import copy
import functools
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mesozoic
from mesozoic import BadOptions

from .helpers import GAME, choose, features, idle, lap, place, play_round, start, with_money

DECK = [15, 11, 3, 1, 2, 4, 5, 6, 7, 8, 9, 10, 13, 14, "R"]
SOLO = list(range(1, 16))


def refused(players, match, **given):
    """Refused with a sentence for people."""
    with pytest.raises(BadOptions, match=match) as caught:
        GAME.start(players, **given)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert " " in sentence


@pytest.mark.parametrize(
    ("deal", "match"),
    [
        ({"hidden": 12}, "'deck'"),
        ({"deck": DECK}, "'hidden'"),
        ({}, "'deck'"),
        ([], "JSON object"),
        ("deck", "JSON object"),
        ({"hidden": 12, "deck": DECK, "seed": 3}, "'seed'"),
        ({"hidden": 13, "deck": DECK}, "1 to 12"),
        ({"hidden": 0, "deck": DECK}, "1 to 12"),
        ({"hidden": "12", "deck": DECK}, "whole number"),
        ({"hidden": "R", "deck": DECK}, "whole number"),
        ({"hidden": None, "deck": DECK}, "whole number"),
        ({"hidden": True, "deck": DECK}, "whole number"),
        ({"hidden": 11, "deck": DECK}, "deck"),
        ({"hidden": 12, "deck": DECK[:-1]}, "lacks R"),
        ({"hidden": 12, "deck": [*DECK, 12]}, "12"),
        ({"hidden": 12, "deck": [*DECK[:-1], 15]}, "15"),
        ({"hidden": 12, "deck": [*DECK[:-1], "C"]}, "'C'"),
        ({"hidden": 12, "deck": [*DECK[:-1], "r"]}, "'r'"),
        ({"hidden": 12, "deck": [*DECK[:-1], 16]}, "16"),
        ({"hidden": 12, "deck": ["15", *DECK[1:]]}, "'15'"),
        ({"hidden": 12, "deck": [15.0, *DECK[1:]]}, "15.0"),
        ({"hidden": 12, "deck": [True, *DECK[1:]]}, "True"),
        ({"hidden": 12, "deck": [[15], *DECK[1:]]}, "15"),
        ({"hidden": 12, "deck": []}, "lacks"),
        ({"hidden": 12, "deck": "15 11 3"}, "list"),
        ({"hidden": 12, "deck": None}, "list"),
        ({"hidden": 12, "deck": 15}, "list"),
    ],
)
def test_bad_deals(deal, match):
    """DD-02, DD-03: the deck holds everything but the hidden card."""
    refused(3, match, deal=deal)


@pytest.mark.parametrize(
    ("deal", "match"),
    [
        ({}, "'deck'"),
        ({"deck": DECK}, "'R'"),
        ({"deck": SOLO[:-1]}, "lacks 15"),
        ({"deck": [*SOLO, 15]}, "15"),
        ({"deck": [1.0, *SOLO[1:]]}, "1.0"),
        ({"hidden": 12, "deck": SOLO}, "'hidden'"),
    ],
)
def test_bad_solo_deals(deal, match):
    """DD-43: the fifteen exhibits and nothing else."""
    refused(1, match, deal=deal)


def test_a_position_leaves_nothing_to_a_seed_or_a_deal():
    position = start(2).position()
    refused(2, "position alone", position=position, seed=3)
    refused(2, "position alone", position=position, deal={"hidden": 12, "deck": DECK})


# --- Positions ----------------------------------------------------------------------------------------------


def in_round_3():
    """P1: 15 on a1, a restaurant (10) on b1. P2: a corridor, the 5 with a feature."""
    state = start(2, "15 1 2 | R 5 6 | 7 8 9")
    play_round(state, "15@a1", "C@c3")
    play_round(state, "R(10)@b1", "5@c2", P2="A")
    state.play(0, "8@b2")
    return state


def among_features():
    """P1 has drawn, P2 has yet to decide, P3 had nothing to decide."""
    state = start(3, "3 12 R")
    choose(state, "12@a1", "3@a1", "R(4)@c3")
    state.play(0, "W")
    return state


def at_the_end():
    state = with_money(start(2, "15 1 2"), 9, 48)
    lap(state, "15", "1", P2="A")
    return idle(state, 10)


def solo_game():
    state = start(1, "13 1 2")
    lap(state, "13", P1="A")
    return state


SITUATIONS = [start, in_round_3, among_features, at_the_end, solo_game]


@pytest.mark.parametrize("situation", SITUATIONS)
def test_positions_come_back_as_they_went(situation):
    """Through JSON text, with every view and every legal move."""
    state = situation()
    position = json.loads(json.dumps(state.position()))
    again = GAME.start(state.players, position=position)
    assert again.position() == state.position() == position
    assert again.to_move == state.to_move
    assert again.history == []
    for seat in range(state.players):
        assert again.view(seat) == state.view(seat)
        assert again.moves(seat) == state.moves(seat)
    assert again.result == state.result


def test_a_game_goes_on_from_a_position():
    """The same moves lead to the same end."""
    state = in_round_3()
    again = GAME.start(2, position=state.position())
    for game in (state, again):
        game.play(1, "9@b2")
        features(game, P1="W")
        idle(game, 10)
    assert again.position() == state.position()
    assert again.result == state.result


@pytest.mark.parametrize("players", [1, 2, 4])
def test_every_position_that_a_rich_puzzle_leads_to_is_read_back(players):
    """A seat that starts with all the money a puzzle may give, and opens restaurants: $106 is a position too."""
    rng = mesozoic.seeded("rich", players)
    state = with_money(start(players, "R" if players > 1 else ""), *[99] * players)
    richest = 0
    while not state.is_over:
        seat = state.to_move[rng.below(len(state.to_move))]
        moves = state.moves(seat)
        saving = [move for move in moves if seat == 0 and move in ("R", "(15)", "(14)", "C", "none")]
        state.play(seat, saving[0] if saving else moves[rng.below(len(moves))])
        position = state.position()
        richest = max(richest, *(one["money"] for one in position["seats"]))
        again = GAME.start(players, position=position)
        assert again.position() == position
        GAME.check_invariants(again)
    assert richest == (113 if players > 1 else 99)


def test_reading_a_position_leaves_it_alone():
    position = in_round_3().position()
    before = copy.deepcopy(position)
    state = GAME.start(2, position=position)
    state.play(1, "9@b2")
    assert position == before


def seat(player, name, value):
    def change(position):
        position["seats"][player - 1][name] = value

    return change


def line(player, round_, /, **facts):
    """Change facts of a line of a sheet; None takes one away."""

    def change(position):
        given = position["seats"][player - 1]["sheet"][round_ - 1]
        for name, value in facts.items():
            given[name] = value
            if value is None:
                del given[name]

    return change


def top(name, value):
    def change(position):
        position[name] = value

    return change


def without(name):
    def change(position):
        del position[name]

    return change


BAD_IN_ROUND_3 = {
    "no round": without("round"),
    "no phase": without("phase"),
    "no deck": without("deck"),
    "no hidden card": without("hidden"),
    "no removed cards": without("removed"),
    "no seats": without("seats"),
    "an unknown part": top("turn", 1),
    "round 0": top("round", 0),
    "round 10": top("round", 10),
    "another round than the sheets": top("round", 4),
    "a round in quotes": top("round", "3"),
    "a broken round": top("round", 3.0),
    "round true": top("round", True),
    "an unknown phase": top("phase", "pay"),
    "no phase at all": top("phase", None),
    "over in the middle": top("phase", "over"),
    "features before the choices": top("phase", "features"),
    "a bad hidden card": top("hidden", 14),
    "a short deck": top("deck", DECK[:14]),
    "another deck": top("deck", DECK),
    "a removed 12": top("removed", [15, 12]),
    "removed in quotes": top("removed", "15"),
    "a removed list": top("removed", [[]]),
    "a removed object": top("removed", [{"item": 15}]),
    "an empty removed object": top("removed", [{}]),
    "nothing removed though the 15 was placed": top("removed", []),
    "removed though nobody placed it": top("removed", [14, 15]),
    "seats that are no list": top("seats", {}),
    "one seat": lambda position: position["seats"].pop(),
    "three seats": lambda position: position["seats"].append(copy.deepcopy(position["seats"][1])),
    "a seat that is no object": lambda position: position["seats"].__setitem__(0, 5),
    "a seat without money": lambda position: position["seats"][0].pop("money"),
    "a seat without a sheet": lambda position: position["seats"][0].pop("sheet"),
    "a seat with something else": seat(1, "name", "Roger"),
    "a feature decision while choosing": seat(1, "to_decide", True),
    "debts": seat(1, "money", -1),
    "too much money": seat(2, "money", 100),
    "too much money with a restaurant that brought 5": seat(1, "money", 105),
    "half a dollar": seat(1, "money", 1.5),
    "money in quotes": seat(1, "money", "5"),
    "a sheet that is no list": seat(1, "sheet", "15"),
    "a sheet that is too short": lambda position: position["seats"][0]["sheet"].pop(),
    "a sheet that is too long": lambda position: position["seats"][0]["sheet"].append({"item": "C", "square": "c1"}),
    "a line that is no object": lambda position: position["seats"][0]["sheet"].__setitem__(0, "15@a1"),
    "a line without an item": line(1, 1, item=None),
    "a line without a square": line(1, 1, square=None),
    "an unknown part of a line": line(1, 1, price=10),
    "item 16": line(1, 1, item=16),
    "item X": line(1, 1, item="X"),
    "an item that was not on offer": line(1, 1, item=6),
    "square d1": line(1, 1, square="d1"),
    "a square that is no text": line(1, 1, square=7),
    "a square that touches nothing": line(1, 2, square="b2"),
    "a square twice": line(1, 2, square="a1"),
    "a restaurant without a number": line(1, 2, number=None),
    "restaurant number 0": line(1, 2, number=0),
    "restaurant number 16": line(1, 2, number=16),
    "a number that stands there already": line(1, 2, number=15),
    "an exhibit with a number": line(1, 1, number=4),
    "a wrong price": line(1, 1, paid=8),
    "a restaurant with a price": line(1, 2, paid=5),
    "a corridor with a price": line(2, 1, paid=1),
    "a foreign feature": line(2, 2, feature="W"),
    "an unknown feature": line(2, 2, feature="X"),
    "a feature on a corridor": line(2, 1, feature="A"),
    "a feature on a restaurant": line(1, 2, feature="A"),
    "a fee where it was free": line(2, 2, fee=1),
    "a fee of $2": line(2, 2, fee=2),
    "a fee without a feature": line(1, 1, fee=1),
    "a choice that is no object": seat(1, "choice", "8@b2"),
    "a choice with something else": seat(1, "choice", {"item": 8, "price": 4}),
    "a choice of a card that is not on offer": seat(1, "choice", {"item": 2}),
    "a choice of nothing known": seat(1, "choice", {"item": "X"}),
    "a choice of a filled square": seat(1, "choice", {"item": 8, "square": "a1"}),
    "a choice of a far square": seat(1, "choice", {"item": 8, "square": "c3"}),
    "a choice of a square off the sheet": seat(1, "choice", {"item": 8, "square": "d1"}),
    "a choice of an exhibit with a number": seat(1, "choice", {"item": 8, "number": 3}),
    "a square without an item": seat(1, "choice", {"square": "b2"}),
    "everybody has chosen": seat(2, "choice", {"item": 9, "square": "b2"}),
}


@pytest.mark.parametrize("name", BAD_IN_ROUND_3)
def test_bad_positions_while_choosing(name):
    """Each is refused, whatever else is right."""
    position = copy.deepcopy(in_round_3().position())
    BAD_IN_ROUND_3[name](position)
    refused(2, None, position=position)


BAD_AMONG_FEATURES = {
    "a restaurant has no feature to decide": seat(3, "to_decide", True),
    "nobody decides any more": seat(2, "to_decide", False),
    "another exhibit is free": top("free", 12),
    "a choice while features are due": seat(1, "choice", {}),
    "a wrong fee": line(1, 1, fee=0),
    "a wrong price": line(1, 1, paid=5),
    "a foreign feature": line(1, 1, feature="L"),
    "a restaurant without a number": line(3, 1, number=None),
    "a number in quotes": line(3, 1, number="4"),
    "a number that is no number": line(3, 1, number=[4]),
    "an endless number": line(3, 1, number=10**30),
    "an endless item": line(3, 1, item=10**30),
}


@pytest.mark.parametrize("name", BAD_AMONG_FEATURES)
def test_bad_positions_while_features_are_due(name):
    position = copy.deepcopy(among_features().position())
    BAD_AMONG_FEATURES[name](position)
    refused(3, None, position=position)


def test_a_position_of_another_number_of_players():
    refused(3, "3 seats", position=in_round_3().position())


def test_a_standard_position_is_no_solo_position():
    """DD-43: there is a hidden card in it."""
    refused(1, "'hidden'", position=in_round_3().position())


@pytest.mark.parametrize("position", [[], "start", 5])
def test_a_position_is_an_object(position):
    refused(2, "JSON object", position=position)


def test_a_card_placed_after_it_left_is_refused():
    """DD-27: P1 took the 15 away in round 1, P2 cannot have it in round 9."""
    state = start(2, "15 1 2")
    lap(state, "15", "C")
    idle(state, 9)
    place(state, 0, "C")
    place(state, 1, "1")
    features(state)
    position = copy.deepcopy(state.position())
    position["seats"][1]["sheet"][8] |= {"item": 15, "paid": 10}
    refused(2, None, position=position)


def test_lines_need_only_say_what_was_chosen():
    """Prices and fees follow from the rules; features are none unless said."""
    position = copy.deepcopy(in_round_3().position())
    for one in position["seats"]:
        for written in one["sheet"]:
            written.pop("paid", None)
            written.pop("fee", None)
    assert GAME.start(2, position=position).position() == in_round_3().position()


# --- Nonsense -----------------------------------------------------------------------------------------------

NONSENSE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 20),
    st.sampled_from([10**30, -(10**30), 2**63, 1.0, 15.0, float("nan")]),
    st.sampled_from(["", "R", "C", "a1", "15", "\u0663", "W", "\ud800", "deck"]),
    st.sampled_from([[], {}, [15], [None], {"item": 15}, {"item": "C", "square": "a1"}]),
    st.text(max_size=4),
)


def leaves(value, way=()):
    """The ways to every part of a JSON value, from the top."""
    if way:
        yield way
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        yield from leaves(part, (*way, name))


def start_if_possible(players, **chance):
    """The game, or None if it was refused as it should be."""
    try:
        return GAME.start(players, **chance)
    except BadOptions:
        return None


@functools.cache
def position_of(situation):
    state = situation()
    return state.players, state.position()


@pytest.mark.parametrize("situation", SITUATIONS)
@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(data=st.data())
def test_nonsense_in_a_position_is_refused_or_harmless(situation, data):
    """BadOptions and nothing else; what is accepted is a position."""
    players, position = position_of(situation)
    position = copy.deepcopy(position)
    way = data.draw(st.sampled_from(list(leaves(position))))
    part = position
    for name in way[:-1]:
        part = part[name]
    part[way[-1]] = data.draw(NONSENSE)
    state = start_if_possible(players, position=position)
    if state is not None:
        assert GAME.start(players, position=state.position()).position() == state.position()
        assert state.is_over or state.moves(state.to_move[0])


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(hidden=NONSENSE, at=st.integers(0, 14), card=NONSENSE)
def test_nonsense_in_a_deal_is_refused_or_harmless(hidden, at, card):
    for given_hidden in (12, hidden):
        deck = [*DECK[:at], card, *DECK[at + 1 :]]
        state = start_if_possible(2, deal={"hidden": given_hidden, "deck": deck})
        assert state is None or state.position()["deck"] == DECK
