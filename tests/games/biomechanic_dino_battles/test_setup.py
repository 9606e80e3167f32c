"""Setup: what lies where before the first turn (BD-01 to BD-07, BD-R1 to BD-R5)."""

from __future__ import annotations

from collections import Counter

import pytest

from mesozoic import BadOptions
from mesozoic.games.biomechanic_dino_battles.cards import STARTER_DINOS, STARTER_STACKS

from .helpers import COMBAT, COPIES, GAME, STACK, asked, do, finish_turn, options, seat, table, zone


@pytest.mark.parametrize("players", [0, 1, 5])
def test_two_to_four_play(players):
    """BD-01."""
    with pytest.raises(BadOptions, match="2 to 4 players"):
        GAME.start(players, seed=1)


def test_turns_pass_clockwise():
    """BD-01."""
    state = table(*[seat(deck="A A A A A A") for _ in range(4)], on_turn=2, start_seat=2)
    seen = []
    for _ in range(5):
        seen.append(state.on_turn)
        finish_turn(state)
    assert seen == [2, 3, 0, 1, 2]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_owns_the_same_twelve_cards(players):
    """BD-02, BD-R4: six of them in hand."""
    for one in GAME.start(players, seed=players).position()["seats"]:
        assert Counter(one["deck"] + one["hand"]) == {"A": 3, "E": 3, "D": 3, "W": 3}
        assert len(one["hand"]) == 6 and one["discard"] == one["played"] == one["bench"] == []


def test_ten_stacks_of_strategies_and_items_together():
    """BD-03."""
    position = GAME.start(2, seed=1).position()
    assert sorted(position["stacks"]) == sorted(STARTER_STACKS) and len(position["stacks"]) == 10
    assert set(position["supply"]) == {*"AEDWPZ", *STARTER_STACKS}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_six_dinos_with_the_copies_of_table_1(players):
    """BD-04, BD-06."""
    position = GAME.start(players, seed=1).position()
    dinos = Counter(position["dino_deck"] + position["offering"])
    assert dinos == dict.fromkeys(STARTER_DINOS, COPIES[players])
    assert len(position["offering"]) == 5 and None not in position["offering"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_stack_sizes(players):
    """BD-05, BD-R1, BD-R2."""
    supply = GAME.start(players, seed=1).position()["supply"]
    assert [supply[card] for card in "AEDPZ"] == [COMBAT[players]] * 5
    assert supply["W"] == 4 * players
    assert all(supply[card] == STACK[players] for card in STARTER_STACKS)


def test_starting_decks_are_extra():
    """BD-R3, BD-R1: neither the Combat stacks nor the Wound stack are touched by them."""
    position = GAME.start(2, seed=1).position()
    wounds = sum((one["deck"] + one["hand"]).count("W") for one in position["seats"])
    assert (wounds, position["supply"]["W"]) == (6, 8)


def test_nobody_has_a_dino_at_the_start():
    """BD-07, BD-R45: so nobody can attack in the first turn; nothing else is restricted."""
    state = GAME.start(2, seed=1)
    assert all(one["active"] is None for one in state.position()["seats"])
    assert options(state) == ["end"]


def test_the_offering_is_revealed_from_slot_1_on():
    """BD-06, BD-R5: the first of the Dino Deck is the oldest."""
    deck = [name for name in STARTER_DINOS for _ in range(3)]
    state = GAME.start(2, deal={"dino_deck": deck})
    assert state.position()["offering"] == ["raptor", "raptor", "raptor", "dilopho", "dilopho"]


def test_the_start_seat_is_drawn_or_given():
    """BD-R4."""
    assert {GAME.start(3, seed=seed).start_seat for seed in range(20)} == {0, 1, 2}
    state = GAME.start(3, seed=1, options={"start_seat": 2})
    assert asked(state) == (2, "action")


def test_a_round_is_one_turn_of_every_seat_from_the_start_seat():
    """BD-R4."""
    state = GAME.start(2, seed=1, options={"start_seat": 1})
    finish_turn(state)
    assert (state.on_turn, state.round) == (0, 1)
    finish_turn(state)
    assert (state.on_turn, state.round) == (1, 2)


def test_the_first_round_purges_no_dino():
    """BD-08, BD-R45."""
    state = GAME.start(2, seed=1)
    assert state.position()["purged_dinos"] == []
    do(state, "end")
    assert "buy:A" in options(state)
    assert zone(state, 0, "discard") == ""
