"""Secrets: hands, deck orders, packs, Research; and what everybody knows."""

from __future__ import annotations

from importlib import resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesozoic import seeded
from mesozoic.kernel.errors import BadOptions

from .helpers import GAME, activated, go, seat, table

CSV = resources.files("mesozoic.games.dinospan").joinpath("cards.csv").read_text("utf-8")

WORLDS = 12
FARTHEST = 16
"""No move draws so many cards."""


def worlds(state, who):
    return [state.imagine(who, seeded("world", number)) for number in range(WORLDS)]


def test_hands_are_hidden_but_for_open_cards():
    """DS-R58, DS-R59: backs tell nothing, cards taken openly are known."""
    state = table(seat(hand=["J03", "K11"], open=["J03"]), seat(hand=["J05"]))
    other = state.view(1).seats[0]
    assert other.hand is None and other.hand_count == 2 and other.hand_open == ("J03",)
    assert "K11" not in str(state.view(1)) and "K11" in str(state.view(0))
    seen = {tuple(world.position()["seats"][0]["hand"]) for world in worlds(state, 1)}
    assert len(seen) > 1 and all("J03" in hand and len(hand) == 2 for hand in seen)
    assert {tuple(world.position()["seats"][1]["hand"]) for world in worlds(state, 1)} == {("J05",)}


def test_known_cards_stay_in_place():
    state = activated("J47", footprint=["J12", "J20", "J30", "J31", "J33", "J34"], archive=["J50", "J51"])
    go(state, "take:J30 top:J20 archive:J12")
    for world in worlds(state, 1):
        position = world.position()
        assert position["footprint"][0] == "J20" and position["archive"] == ["J50", "J51", "J12"]
        assert "J30" in position["seats"][0]["hand"]
    assert len({tuple(world.position()["footprint"]) for world in worlds(state, 1)}) > 1


def test_reserve_is_redealt():
    state = table()
    assert len({tuple(world.position()["reserve"]) for world in worlds(state, 0)}) == WORLDS


def test_drawn_cards_are_told_to_their_owner_only():
    state = table(seat({"G1": "J21"}), seat(), footprint=["J12", "J20"])
    told = state.play(0, "analyze:G")
    assert not any("J12" in event.words() for event in told if event.is_known_to(1))
    assert any("J12" in event.words() for event in told if event.is_known_to(0))


def test_passed_pack_is_known_to_who_passed_it():
    state = GAME.start(3, seed=4, options={"triassic_setup": "draft"})
    for who in range(3):
        state.play(who, state.moves(who)[0])
    passed = state.view(0).seats[0].passed
    assert len(passed) == 3
    state.play(1, state.moves(1)[0])
    for world in worlds(state, 0):
        one = world.position()["seats"][1]
        assert set(one["pack"]) | set(one["second"]) == set(passed)
    assert len({tuple(world.position()["seats"][1]["second"]) for world in worlds(state, 0)}) > 1


def test_pending_hand_choices_of_others_stay_possible():
    """Somebody who pays with Sauropods has some in every imagined world."""
    state = activated("K42", hand=["J24", "J29", "J08"])
    go(state, "swap")
    for world in worlds(state, 1):
        assert world.moves(0)


def heard(state, who, move, listener=1):
    """Play a move: what the listener is told, what it sees in every frame and afterwards, and who is asked."""
    frames = state.play_filmed(who, move)
    told = [(event, frame.view(listener)) for event, frame in frames if event.is_known_to(listener)]
    return told, state.view(listener), state.to_move


POOR_AND_RICH = [
    ("K42", ["J08", "J12"], ["J08", "J24"], ["stop"], ["swap", "stop"]),
    ("K47", ["J08", "J12"], ["J08", "J24"], ["stop"], ["swap", "stop"]),
    ("K49", ["J08", "J12"], ["J08", "J54"], ["all"], ["do:1", "all"]),
]


@pytest.mark.parametrize(("card", "poor", "rich", "only", "both"), POOR_AND_RICH)
def test_cannot_looks_like_does_not_want(card, poor, rich, only, both):
    """DS-R65: with a hand that cannot pay everything looks as with one that can and declines, the asking too."""
    first, second = (activated(card, hand=hand, footprint=["K01", "K02"], hype=["K03", "K04", "K05", "K06"])
                     for hand in (poor, rich))  # fmt: skip
    assert (first.moves(0), second.moves(0)) == (only, both)
    assert first.view(1) == second.view(1) and first.view(None) == second.view(None)
    assert heard(first, 0, only[0]) == heard(second, 0, only[0])
    for state in (first, second):
        assert not any("nothing" in event.words() for event in state.clone().play(1, "analyze:L"))


def test_cannot_go_on_looks_like_does_not_want_to():
    """DS-R65: after a first payment too."""
    first, second = (activated("K42", hand=["J29", *hand], footprint=["K01"], hype=["K03", "K04", "K05", "K06"])
                     for hand in (["J08"], ["J24"]))  # fmt: skip
    for move in ("swap", "pay:J29"):
        assert heard(first, 0, move) == heard(second, 0, move)
    assert (first.moves(0), second.moves(0)) == (["stop"], ["swap", "stop"])
    assert heard(first, 0, "stop") == heard(second, 0, "stop")


def test_what_everybody_sees_to_be_impossible_is_not_asked():
    """DS-R44: an empty hand, or one that all know, cannot pay: nothing is hidden by asking."""
    assert activated("K42").to_move == (1,)
    everything_open = table(seat({"G1": "K42"}, hand=["J08"], open=["J08"]), seat())
    told = everything_open.play(0, "analyze:G")
    assert everything_open.to_move == (1,)
    assert "K42 activates: nothing can be done." in [event.words() for event in told]


def test_a_choice_among_branches_does_not_tell_either():
    """DS-R65: a branch that only hand cards could pay is offered as long as nobody else sees that they cannot."""
    lines = [line.split(",") for line in CSV.splitlines()]
    for fields in lines:
        if fields[0] == "K42":
            fields[-1] = "gain P 1 | swap 1 card[order=Sau] -> egg 1 x 1"
    table_text = "\n".join(",".join(fields) for fields in lines)
    first, second = (activated("K42", hand=hand, footprint=["K01"], hype=["K03", "K04", "K05", "K06"],
                               options={"cards": table_text}) for hand in (["J08"], ["J24"]))  # fmt: skip
    assert first.moves(0) == second.moves(0) == ["do:1", "do:2"] and first.view(1) == second.view(1)
    assert heard(first, 0, "do:2") == heard(second, 0, "do:2")
    assert (first.moves(0), second.moves(0)) == (["stop"], ["swap", "stop"])
    assert heard(first, 0, "stop") == heard(second, 0, "stop")


def twin(state, who, rng):
    """The same table, but the hidden cards of a hand are others, from the bottom of the Footprint."""
    position = state.position()
    mine = position["seats"][who]
    hidden = [card for card in mine["hand"] if card not in mine["open"]]
    order = list(range(position["known"] + FARTHEST, len(position["footprint"])))
    rng.shuffle(order)
    below = [position["footprint"][at] for at in order]
    mixed_in = {card for pile in position["returned"] for card in pile}
    if not hidden or len(below) < len(hidden) or mixed_in & {*hidden, *below}:
        return None
    exchanged = dict(zip([*hidden, *below[: len(hidden)]], [*below[: len(hidden)], *hidden], strict=True))
    if len({card[0] for card in exchanged}) > 1:  # everybody remembers which deck a card came from
        return None
    mine["hand"] = [exchanged.get(card, card) for card in mine["hand"]]
    position["footprint"] = [exchanged.get(card, card) for card in position["footprint"]]
    try:
        return GAME.start(state.players, options=dict(state.setup.options), position=position)
    except BadOptions:
        return None  # it could not have said what it said


@settings(max_examples=5, deadline=None)
@given(players=st.integers(2, 4), seed=st.integers(0, 10**6), literal=st.booleans())
def test_no_move_tells_more_of_a_hand_than_it_says(players, seed, literal):
    """DS-R65: a move that two hands allow is told, shown and followed in the same way."""
    state = GAME.start(players, seed=seed, options={"hype_timing": "literal" if literal else "refill"})
    rng = seeded(seed, "twins")
    while not state.is_over:
        who = state.to_move[0]
        options = state.moves(who)
        move = options[rng.below(len(options))]
        other = twin(state, who, rng) if rng.below(4) == 0 and state.position()["phase"] == "play" else None
        if other is not None and move in other.moves(who):
            listener = (who + 1) % players
            assert state.view(listener) == other.view(listener)
            assert heard(state.clone(), who, move, listener) == heard(other, who, move, listener)
        state.play(who, move)


@pytest.mark.parametrize("players", [1, 2, 5])
def test_spectators_see_no_hand(players):
    state = GAME.start(players, seed=2)
    for _ in range(30):
        who = state.to_move[0]
        state.play(who, state.moves(who)[-1])
    view = state.view(None)
    assert all(one.hand is None for one in view.seats)
    assert view.pending == state.view(0).pending


def test_refusals_and_reasons():
    """DS-15: a reason for each hand card that cannot be published."""
    mine = seat({"L1": "J40"}, hand=["J43", "J24"], M=1)
    hand = {one.card.id: one for one in table(mine, seat()).view(0).seats[0].hand}
    assert "2 Mammals missing" in hand["J43"].why_not and "has no egg" in hand["J43"].why_not
    assert "no Parent" in hand["J24"].why_not
