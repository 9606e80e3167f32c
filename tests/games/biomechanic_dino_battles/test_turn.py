"""Rounds, allowances, strategies and attaching (BD-08 to BD-14, BD-R6 to BD-R9, BD-R15 to BD-R17)."""

from __future__ import annotations

import pytest

from mesozoic.kernel.rng import seeded

from .helpers import (
    GAME,
    active,
    asked,
    attached,
    damage,
    do,
    finish_turn,
    line_up,
    options,
    seat,
    table,
    turn,
    zone,
)

OFFER = "raptor rex stego bronto pterano"


def starts(state, word):
    return [move for move in options(state) if move.startswith(word)]


def test_the_oldest_dino_leaves_at_the_beginning_of_a_round():
    """BD-08, BD-R5: one purged, the others shift, one revealed in slot 5."""
    state = table(seat(), seat(), on_turn=1, offering=OFFER, dino_deck="compy raptor")
    finish_turn(state)
    position = state.position()
    assert position["round"] == 3
    assert position["offering"] == ["rex", "stego", "bronto", "pterano", "compy"]
    assert position["dino_deck"] == ["raptor"] and position["purged_dinos"].count("raptor") == 1 + 1


def test_no_dino_leaves_in_the_middle_of_a_round():
    """BD-08."""
    state = table(seat(), seat(), on_turn=0, offering=OFFER, dino_deck="compy raptor")
    finish_turn(state)
    assert state.position()["offering"] == OFFER.split() and state.round == 2


def test_with_an_empty_dino_deck_nothing_is_purged():
    """BD-R6."""
    state = table(seat(), seat(), on_turn=1, offering=OFFER)
    finish_turn(state)
    assert state.position()["offering"] == OFFER.split()


def test_one_strategy_one_attach_one_combat_move():
    """BD-09."""
    state = table(seat("raptor A A", hand="A A supply_drop supply_drop"), seat("rex"))
    do(state, "attach:A@a", "attack:1")
    assert not starts(state, "attach") and not starts(state, "attack")
    do(state, "strategy:supply_drop")
    assert not starts(state, "strategy") and starts(state, "attach"), "+1 Attach came from the card"


def test_actions_in_any_order():
    """BD-09: attack first, then attach, then the strategy, or nothing at all."""
    state = table(seat("raptor A", hand="A overclock"), seat("rex"))
    do(state, "attack:1", "attach:A@a", "strategy:overclock", "attack:1")
    assert damage(state, 1) == 30
    lazy = table(seat("raptor A", hand="A overclock"), seat("rex"))
    do(lazy, "end")
    assert asked(lazy) == (0, "buy")


def test_bonuses_are_lost_at_the_end_of_the_turn():
    """BD-09."""
    state = table(seat("raptor", hand="supply_drop"), seat(), turn={"combat_bonus": 2})
    do(state, "strategy:supply_drop", "end", "done")
    assert [turn(state, name) for name in ("strategies", "attaches", "buys", "combat_bonus", "combat_used")] == [
        1,
        1,
        1,
        0,
        0,
    ]


def test_what_is_left_over_is_not_carried_on():
    """BD-09: neither to the next seat nor to the own next turn."""
    state = table(seat(), seat(), turn={"strategies": 3, "attaches": 2, "buys": 4, "combat_bonus": 1})
    do(state, "end", "done")
    assert list(state.position()["turn"].values()) == [1, 1, 1, 0, 0]


def test_assists_and_items_use_no_allowance():
    """BD-10."""
    state = table(seat("raptor", "compy E", hand="A missile_pod"), seat("rex"))
    before = state.position()["turn"]
    do(state, "assist:b1", "item:missile_pod/1")
    assert state.position()["turn"] == before


def test_a_strategy_from_a_dino_is_revealed_and_uses_the_same_allowance():
    """BD-11."""
    state = table(seat("raptor overclock", "rex supply_drop", hand="battle_plan"), seat())
    assert starts(state, "strategy") == ["strategy:battle_plan", "strategy:overclock@a", "strategy:supply_drop@b1"]
    told = do(state, "strategy:supply_drop@b1")
    assert told[0].kind == "strategy_played" and told[0].is_known_to(1)
    assert attached(state, 0, 1) == "" and zone(state, 0, "played") == "supply_drop"
    assert not starts(state, "strategy")


def test_playing_a_strategy_costs_nothing():
    """BD-12: an empty hand can play a card that costs AD** to buy."""
    state = table(seat("raptor war_footing"), seat())
    do(state, "strategy:war_footing@a")
    assert zone(state, 0, "discard") == "" and turn(state, "combat_bonus") == 1


def test_effects_in_printed_order():
    """BD-13: first the card is drawn, then it can be purged."""
    state = table(seat(hand="scrap_run", deck="Z"), seat())
    do(state, "strategy:scrap_run")
    assert options(state) == ["purge:Z", "stop"]


@pytest.mark.parametrize(("hurt", "left"), [(5, 0), (10, 0), (25, 15)])
def test_hp_bonus_removes_up_to_so_much(hurt, left):
    """BD-13, BD-R15: never above the printed HP."""
    state = table(seat(f"rex -{hurt}", hand="field_repair"), seat())
    do(state, "strategy:field_repair")
    assert damage(state, 0) == left


def test_hp_goes_to_own_dinos_with_damage_only():
    """BD-R15: active or benched, skipped when there is none."""
    state = table(seat("rex", "raptor -5", "stego -10", hand="field_repair"), seat("rex -5"))
    do(state, "strategy:field_repair")
    assert options(state) == ["heal:b1", "heal:b2"]
    whole = table(seat("rex", hand="field_repair"), seat("rex -5"))
    do(whole, "strategy:field_repair")
    assert asked(whole) == (0, "action") and damage(whole, 1) == 5


def test_attach_anything_but_status_cards():
    """BD-14, BD-R7: combat cards, strategies and items, to any own dino."""
    state = table(seat("raptor", "rex", hand="A W P Z overclock missile_pod"), seat("stego"))
    assert starts(state, "attach") == [
        "attach:A@a",
        "attach:A@b1",
        "attach:overclock@a",
        "attach:overclock@b1",
        "attach:missile_pod@a",
        "attach:missile_pod@b1",
    ]


def test_attaching_needs_a_dino():
    """BD-14."""
    assert options(table(seat(hand="A E D"), seat("rex"))) == ["end"]


def test_opponents_learn_only_which_dino_got_a_card():
    """BD-14."""
    told, views = [], []
    for card in "AE":
        state = table(seat("raptor", "rex", hand="A E"), seat())
        told.append([event for event in do(state, f"attach:{card}@b1") if event.is_known_to(1)])
        views.append(state.view(1))
    assert told[0] == told[1] and told[0][0].words().startswith("P1 attaches a card face-down to Ironjaw Rex")
    assert views[0] == views[1] and views[0].seats[0].bench[0].attached[0].card is None


def test_no_limit_of_cards_on_a_dino_and_no_taking_back():
    """BD-R7: no move takes a card back into the hand."""
    state = table(seat("raptor A A A A A A A", hand="A"), seat())
    do(state, "attach:A@a")
    assert attached(state, 0) == "A A A A A A A A"
    assert all(move.startswith(("attack", "end")) for move in options(state))


def test_a_card_attached_this_turn_can_be_used_at_once():
    """BD-R8."""
    state = table(seat("raptor", hand="A"), seat("rex"))
    do(state, "attach:A@a", "attack:1")
    assert damage(state, 1) == 10


def test_played_cards_wait_in_the_play_area_for_the_cleanup():
    """BD-R9: they are no part of a reshuffle, so a copy is played at most once a turn."""
    state = table(seat(hand="battle_plan", discard="A"), seat())
    do(state, "strategy:battle_plan")
    assert (zone(state, 0, "hand"), zone(state, 0, "played")) == ("A", "battle_plan"), "only the A came back"
    do(state, "end", "done")
    assert zone(state, 0, "played") == "" and "battle_plan" in zone(state, 0, "hand")


def test_an_item_played_in_an_opponents_turn_is_put_away_in_that_turns_cleanup():
    """BD-R9: whoever's turn it is."""
    state = table(seat("rex"), seat("raptor", hand="missile_pod A"))
    do(state, "end", "item:missile_pod/1")
    assert zone(state, 1, "played") == "missile_pod"
    do(state, "done")
    assert (zone(state, 1, "played"), zone(state, 1, "discard")) == ("", "A missile_pod")


def test_a_strategy_without_use_can_be_played():
    """BD-R16: parts that can do nothing are skipped."""
    state = table(seat(hand="target_lock"), seat())
    do(state, "strategy:target_lock")
    assert asked(state) == (0, "action") and zone(state, 0, "played") == "target_lock"


def test_item_powers_need_a_use():
    """BD-R16."""
    assert options(table(seat(hand="repair_drone smoke_canister stim_injector A E D"), seat())) == [
        "item:stim_injector/2",
        "end",
    ]


def test_modifiers_belong_to_the_dino_and_add_up():
    """BD-R17: they follow it to the Bench and back."""
    state = table(
        seat("raptor A", "rex", hand="A A stim_injector stim_injector"), seat("bronto"), turn={"combat_bonus": 2}
    )
    do(state, "item:stim_injector/1", "item:stim_injector/1")
    assert active(state, 0)["damage_bonus"] == 20 and active(state, 0)["atk"] == 4
    do(state, "retreat:b1")
    assert line_up(state, 0) == ["rex", "raptor"] and active(state, 0)["damage_bonus"] == 0
    assert state.position()["seats"][0]["bench"][0]["damage_bonus"] == 20


def test_modifiers_end_in_the_cleanup_of_the_current_turn():
    """BD-R17: also those given in an opponent's turn."""
    state = table(seat("rex"), seat("raptor", hand="reactive_plating D"))
    do(state, "end", "item:reactive_plating/1")
    assert active(state, 1)["def"] == 3
    do(state, "done")
    assert active(state, 1)["def"] == 0


def test_field_order_of_the_dinos_on_the_bench():
    """BD-R38: a swap puts the other dino into the same place."""
    state = table(seat("raptor", "rex", "stego"), seat())
    do(state, "retreat:b2")
    assert line_up(state, 0) == ["stego", "rex", "raptor"]


def test_paralysis_lasts_until_just_before_the_draw():
    """BD-R19, BD-R35: also while a promotion in the cleanup is open, the hand discarded already."""
    state = table(seat("raptor -25", "stego", "rex", hand="Z Z P shock_net A", deck="Z A E D"), seat("rex"))
    do(state, "item:shock_net/2", "end", "done")
    assert asked(state) == (0, "promote") and state.view(0).seats[0].paralysis == 1
    GAME.check_invariants(state)
    again = GAME.start(2, options=dict(state.setup.options), position=state.position())
    assert again.view(0).seats[0].paralysis == 1
    for number in range(20):
        GAME.check_invariants(state.imagine(1, seeded(number)))
    do(state, "promote:b1")
    assert state.view(0).seats[0].paralysis == zone(state, 0, "hand").split().count("Z")
