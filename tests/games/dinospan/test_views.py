"""Secrets: hands, deck orders, packs, Research; and what everybody knows."""

from __future__ import annotations

import pytest

from mesozoic import seeded

from .helpers import GAME, activated, go, seat, table

WORLDS = 12


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
        assert len(world.moves(0)) > 1


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
