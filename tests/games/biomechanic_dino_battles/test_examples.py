"""The worked examples of ledger section 7, step by step."""

from __future__ import annotations

import pytest

from .helpers import (
    GAME,
    active,
    asked,
    attached,
    damage,
    do,
    finish_turn,
    kinds,
    line_up,
    options,
    purged,
    seat,
    stack,
    table,
    trophies,
    turn,
    zone,
)


def test_x1_table_1_for_three():
    """BD-X1."""
    position = GAME.start(3, seed=1).position()
    assert len(position["dino_deck"]) == 19 and all(position["offering"])
    assert [position["supply"][card] for card in "AEDWPZ"] == [15, 15, 15, 12, 15, 15]
    assert [position["supply"][card] for card in position["stacks"]] == [8] * 10
    assert [(len(one["hand"]), len(one["deck"])) for one in position["seats"]] == [(6, 6)] * 3


def test_x2_an_equal_eva_evades():
    """BD-X2."""
    state = table(seat("raptor A"), seat("raptor E"))
    told = do(state, "attack:1")
    assert kinds(told) == ["attack_declared", "paid"]
    assert asked(state) == (1, "defence")
    assert kinds(do(state, "evade")) == ["answered", "purged", "compared", "attack_failed"]
    assert damage(state, 1) == 0 and attached(state, 1) == ""
    assert purged(state, "E") == 6 - 1 + 1, "five that this table never had, and the one purged"
    assert zone(state, 0, "discard") == "A"


def test_x3_a_lower_eva_does_not():
    """BD-X3."""
    state = table(seat("spino A"), seat("raptor E"))
    before = purged(state, "E")
    told = do(state, "attack:1", "evade")
    assert kinds(told)[2:] == ["answered", "purged", "compared", "damaged"]
    assert damage(state, 1) == 10 and purged(state, "E") == before + 1


def test_x4_an_equal_def_defends_and_spikes():
    """BD-X4."""
    state = table(seat("dozer A"), seat("stego D"))
    before = purged(state, "D")
    told = do(state, "attack:1", "defend")
    assert kinds(told)[2:] == ["answered", "purged", "status_taken", "compared", "attack_failed"]
    assert damage(state, 1) == 0 and purged(state, "D") == before + 1
    assert zone(state, 0, "discard") == "A W" and stack(state, "W") == 7


def test_x5_pass():
    """BD-X5."""
    state = table(seat("dozer A"), seat("stego D"))
    do(state, "attack:1", "pass")
    assert damage(state, 1) == 10 and attached(state, 1) == "D"
    assert zone(state, 0, "discard") == "A" and stack(state, "W") == 8


def test_x6_a_direct_attack():
    """BD-X6: nobody is asked, for there is nothing to answer with."""
    state = table(seat("rex A A"), seat())
    do(state, "attack:1")
    assert zone(state, 1, "discard") == "W W W W" and stack(state, "W") == 4
    assert asked(state) == (0, "action")


def test_x7_the_first_dino_is_active_the_next_goes_to_the_bench():
    """BD-X7."""
    state = table(seat(hand="A E D A E"), seat(), phase="buy", offering="raptor compy", turn={"buys": 2})
    do(state, "dino:1", "pay:AED")
    assert line_up(state, 0) == ["raptor"] and zone(state, 0, "discard") == "A E D"
    do(state, "dino:2")
    assert line_up(state, 0) == ["raptor", "compy"]
    full = table(seat("raptor", "rex", "stego", "bronto", hand="A E D"), seat(), phase="buy", offering="raptor compy")
    assert not any(move.startswith("dino") for move in options(full))


@pytest.mark.parametrize(("dino", "loss"), [("raptor", 5), ("iguano", 0)])
def test_x8_poison_in_the_cleanup(dino, loss):
    """BD-X8."""
    state = table(seat(dino, hand="P A W", deck="A A A A A A"), seat(), phase="buy")
    told = do(state, "done")
    assert kinds(told)[:2] == ["hand_discarded", "poison_discarded"]
    assert damage(state, 0) == loss


@pytest.mark.parametrize(("dino", "attacks"), [("raptor A", False), ("parasaur D", True)])
def test_x9_paralyze_drawn_in_the_refill(dino, attacks):
    """BD-X9."""
    state = table(seat(dino, deck="Z A A A A A"), seat(deck="A A A E E E"), phase="buy")
    do(state, "done")
    finish_turn(state)
    assert asked(state) == (0, "action")
    assert ("attack:1" in options(state)) == attacks
    assert turn(state, "combat_used") == 0


def test_x10_a_knock_out():
    """BD-X10: and the only benched dino moves up without asking."""
    state = table(seat("raptor A"), seat("compy -15 E D", "rex"))
    told = do(state, "attack:1", "pass")
    assert kinds(told)[2:] == ["answered", "damaged", "knocked_out", "promoted"]
    assert trophies(state, 0) == "compy" and zone(state, 1, "discard") == "E D"
    assert line_up(state, 1) == ["rex"] and active(state, 1)["damage"] == 0
    choice = table(seat("raptor A"), seat("compy -15 E D", "rex", "stego"))
    do(choice, "attack:1", "pass")
    assert asked(choice) == (1, "promote") and options(choice) == ["promote:b1", "promote:b2"]
    do(choice, "promote:b2")
    assert line_up(choice, 1) == ["stego", "rex"]
