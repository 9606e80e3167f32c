"""Buying, cleanup, drawing and discarding (BD-41 to BD-45, BD-R14, BD-R33 to BD-R39, BD-R44)."""

from __future__ import annotations

import pytest

from mesozoic import IllegalMove

from .helpers import (
    GAME,
    active,
    asked,
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
    turn,
    zone,
)

OFFER = "raptor rex stego bronto pterano"


def starts(state, word):
    return [move for move in options(state) if move.startswith(word)]


def test_one_purchase_a_turn_paid_from_the_hand():
    """BD-41: Combat cards cost nothing."""
    state = table(
        seat(hand="A A E"), seat(), phase="buy", offering="raptor", supply={"overclock": 6, "rapid_deployment": 6}
    )
    do(state, "buy:overclock", "pay:AA")
    assert zone(state, 0, "discard") == "A A overclock" and not starts(state, "buy") and not starts(state, "dino")
    free = table(seat(), seat(), phase="buy")
    assert starts(free, "buy") == ["buy:A", "buy:E", "buy:D"]
    do(free, "buy:D")
    assert zone(free, 0, "discard") == "D" and stack(free, "D") == 9


def test_more_purchases_with_buy():
    """BD-41, BD-13."""
    state = table(seat(hand="supply_drop"), seat())
    do(state, "strategy:supply_drop", "end", "buy:A", "buy:A")
    assert turn(state, "buys") == 0 and zone(state, 0, "discard") == "A A"


def test_bought_cards_go_to_the_discard_pile_and_empty_stacks_sell_nothing():
    """BD-42."""
    state = table(seat(hand="A"), seat(), phase="buy", supply={"A": 0, "scrap_run": 1}, turn={"buys": 2})
    assert "buy:A" not in options(state)
    do(state, "buy:scrap_run")
    assert zone(state, 0, "discard") == "A scrap_run" and "buy:scrap_run" not in options(state)


def test_status_cards_cannot_be_bought():
    """BD-R14."""
    state = table(seat(hand="A E D"), seat(), phase="buy")
    assert not {"buy:W", "buy:P", "buy:Z"} & set(options(state))
    with pytest.raises(IllegalMove, match="BD-R14"):
        do(state, "buy:W")


def test_a_bought_dino_becomes_active_or_goes_to_the_end_of_the_bench():
    """BD-43, BD-R38."""
    state = table(seat("rex", "stego", hand="E E A"), seat(), phase="buy", offering="- pterano")
    do(state, "dino:2")
    assert line_up(state, 0) == ["rex", "stego", "pterano"]
    first = table(seat(hand="E E A"), seat(), phase="buy", offering="pterano")
    do(first, "dino:1")
    assert line_up(first, 0) == ["pterano"]


def test_a_full_table_buys_no_dino():
    """BD-43."""
    state = table(seat("rex", "stego", "bronto", "raptor", hand="E E A"), seat(), phase="buy", offering="pterano")
    assert not starts(state, "dino")
    with pytest.raises(IllegalMove, match="bench are full"):
        do(state, "dino:1")


def test_a_fresh_dino_is_whole_and_bare():
    """BD-R37."""
    state = table(seat(hand="E E A"), seat(), phase="buy", offering="pterano")
    do(state, "dino:1")
    fresh = active(state, 0)
    assert (fresh["damage"], fresh["attached"], fresh["atk"]) == (0, [], 0) and options(state) == ["done"]


def test_slots_differ_and_stay_empty_until_the_end_of_the_turn():
    """BD-R37, BD-45."""
    state = table(
        seat(hand="E E E E A D"), seat(), phase="buy", offering="pterano rex pterano stego bronto", turn={"buys": 2},
        dino_deck="rex stego bronto",
    )  # fmt: skip
    assert "dino:1" in options(state) and "dino:3" in options(state)
    do(state, "dino:1", "pay:AEE")
    assert state.position()["offering"] == [None, "rex", "pterano", "stego", "bronto"]
    do(state, "dino:3")
    assert state.position()["offering"] == [None, "rex", None, "stego", "bronto"]
    do(state, "done")
    assert state.position()["offering"] == ["rex", "stego", "bronto", "rex", "stego"]
    assert state.position()["dino_deck"] == ["bronto"]


def test_the_refill_reveals_only_what_the_deck_has():
    """BD-R6, BD-45."""
    state = table(seat(hand="E E A"), seat(), phase="buy", offering="pterano rex stego bronto raptor")
    do(state, "dino:1", "done")
    assert state.position()["offering"] == ["rex", "stego", "bronto", "raptor", None]


def test_the_whole_hand_is_discarded_then_six_are_drawn():
    """BD-44, BD-R35: others do not draw."""
    state = table(seat(hand="A W", deck="E E E D D D A"), seat(hand="A", deck="A A A"), phase="buy")
    told = do(state, "done")
    assert zone(state, 0, "hand") == "E E E D D D" and zone(state, 0, "discard") == "A W"
    assert zone(state, 1, "hand") == "A"
    assert told[0].kind == "hand_discarded" and told[0].cards == ("A", "W") and told[0].is_known_to(1)


def test_cleanup_in_order():
    """BD-R35: hand, play areas, paralysis, draw, Offering."""
    state = table(
        seat("raptor", hand="P A Z E E D", discard="W", played="overclock"), seat(), phase="buy",
        offering="compy rex stego bronto raptor", dino_deck="rex", turn={"buys": 1},
    )  # fmt: skip
    do(state, "dino:1", "pay:ED")
    told = do(state, "done")
    assert kinds(told) == [
        *("hand_discarded", "poison_discarded", "damaged", "reshuffled", "drew", "drew", "dino_revealed", "turn_began")
    ]
    assert len(zone(state, 0, "hand").split()) == 6, "the played card was put away before the reshuffle"


def test_an_empty_deck_is_made_anew_from_the_discard_pile():
    """BD-R33: only when a card is needed, and drawing stops when there is none."""
    state = table(seat(hand="battle_plan", deck="A", discard="E"), seat())
    do(state, "strategy:battle_plan")
    assert zone(state, 0, "hand") == "A E" and zone(state, 0, "discard") == ""
    enough = table(seat(hand="battle_plan", deck="A A", discard="E"), seat())
    do(enough, "strategy:battle_plan")
    assert (zone(enough, 0, "deck"), zone(enough, 0, "discard")) == ("", "E"), "no reshuffle before it is needed"
    poor = table(seat(hand="battle_plan", deck="A"), seat())
    do(poor, "strategy:battle_plan")
    assert zone(poor, 0, "hand") == "A"


def test_a_small_deck_makes_a_small_hand():
    """BD-44, BD-R33."""
    state = table(seat(hand="A E", discard="D"), seat(), phase="buy")
    do(state, "done")
    assert sorted(zone(state, 0, "hand").split()) == ["A", "D", "E"]


def test_poison_is_discarded_last_and_one_by_one():
    """BD-R34: a knock-out and its promotion are finished before the next P."""
    state = table(seat("raptor -25", "rex", "stego", hand="P P A"), seat(), phase="buy")
    do(state, "done")
    assert asked(state) == (0, "promote")
    assert zone(state, 0, "hand") == "P" and zone(state, 0, "discard") == "A P"
    do(state, "promote:b2")
    assert line_up(state, 0) == ["stego", "rex"] and damage(state, 0) == 5
    assert asked(state)[1] == "action"


def test_poison_hits_whoever_is_active_at_that_moment():
    """BD-R34: an immune dino that moves up saves the rest; with no dino left nothing happens."""
    state = table(seat("raptor -25", "iguano", hand="P P P"), seat(), phase="buy")
    do(state, "done")
    assert line_up(state, 0) == ["iguano"] and damage(state, 0) == 0
    state = table(seat("raptor -25", hand="P P P"), seat(), phase="buy")
    do(state, "done")
    assert line_up(state, 0) == [None]


def test_neither_taking_nor_purging_poison_is_discarding_it():
    """BD-R34."""
    state = table(seat("dilopho E"), seat("rex"))
    do(state, "attack:1")
    assert damage(state, 1) == 5, "the attack, nothing more"
    state = table(seat("rex", hand="P scrap_run"), seat())
    do(state, "strategy:scrap_run", "purge:P")
    assert damage(state, 0) == 0


def test_a_direct_attack_takes_as_many_wounds_as_there_are():
    """BD-R36: and that ends the game."""
    state = table(seat("rex A A"), seat(), supply={"W": 3})
    do(state, "attack:1")
    assert zone(state, 1, "discard") == "W W W" and state.is_over


def test_purging_is_public_and_for_good():
    """BD-R39: a purged Wound lowers its owner's count and does not return to the stack."""
    state = table(seat(hand="W W scrap_run"), seat())
    left, gone = stack(state, "W"), purged(state, "W")
    told = do(state, "strategy:scrap_run", "purge:W")
    assert told[-1].kind == "purged" and told[-1].is_known_to(1)
    assert (stack(state, "W"), purged(state, "W")) == (left, gone + 1)
    assert state.view(1).seats[0].wounds == 1


def test_moves_name_the_card_not_the_copy():
    """BD-R44: three equal cards are one move."""
    state = table(seat("raptor", hand="A A A"), seat())
    assert starts(state, "attach") == ["attach:A@a"]


def test_end_actions_and_done_are_always_possible():
    """BD-R43: with no card and no dino, too."""
    state = table(seat(), seat())
    assert options(state) == ["end"]
    do(state, "end")
    assert options(state)[-1] == "done"
    finish_turn(state)
    assert asked(state) == (1, "action")


def test_buying_is_always_asked():
    """BD-41: it ends only by done, even when nothing can be bought."""
    state = table(seat(), seat(), phase="buy", supply={"A": 0, "E": 0, "D": 0})
    assert options(state) == ["done"]
    fresh = GAME.start(2, seed=3)
    do(fresh, "end")
    assert asked(fresh)[1] == "buy"
