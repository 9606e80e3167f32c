"""Combat Moves, answers, damage, knock-outs, status (BD-15 to BD-35, BD-R10 to BD-R12, BD-R18 to BD-R25)."""

from __future__ import annotations

import pytest

from mesozoic import IllegalMove

from .helpers import (
    active,
    asked,
    attached,
    damage,
    do,
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


def starts(state, word):
    return [move for move in options(state) if move.startswith(word)]


# --- Combat Moves ---------------------------------------------------------------------------------------------


def test_one_combat_move_a_turn_attack_or_retreat():
    """BD-15: passing is simply not making one."""
    state = table(seat("raptor A A", "rex"), seat("bronto"))
    assert starts(state, "attack") + starts(state, "retreat") == ["attack:1", "retreat:b1"]
    do(state, "retreat:b1")
    assert turn(state, "combat_used") == 1 and not starts(state, "retreat")
    do(state, "end")
    assert asked(state) == (0, "buy")


def test_an_attack_is_paid_with_attached_cards():
    """BD-16: they go to the own discard pile; the hand does not pay."""
    state = table(seat("raptor A E", hand="A E"), seat("bronto"))
    do(state, "attack:2")
    assert (zone(state, 0, "discard"), attached(state, 0), zone(state, 0, "hand")) == ("A E", "", "A E")
    assert not starts(table(seat("raptor", hand="A A"), seat("bronto")), "attack")


def test_the_attacker_chooses_the_opponent():
    """BD-16, BD-18: every other seat; with two players nobody is asked."""
    state = table(seat("raptor A"), seat("bronto"), seat(), seat("rex"))
    do(state, "attack:1")
    assert asked(state) == (0, "opponent") and options(state) == ["at:P2", "at:P3", "at:P4"]
    do(state, "at:P4")
    assert damage(state, 3) == 10 and damage(state, 1) == 0


def test_a_retreat_swaps_with_everything_on_them():
    """BD-17: damage, cards and modifiers stay with each dino."""
    state = table(seat("pachy -5 A +atk=2", "rex -10 D", hand="E A"), seat())
    do(state, "retreat:b1")
    assert line_up(state, 0) == ["rex", "pachy"]
    assert (damage(state, 0), damage(state, 0, 1)) == (10, 5)
    assert (attached(state, 0), attached(state, 0, 1)) == ("D", "A")
    assert state.position()["seats"][0]["bench"][0]["atk"] == 2
    assert zone(state, 0, "discard") == "E"


def test_several_combat_moves_may_be_any_mix():
    """BD-18: the same attack again, another opponent, a retreat."""
    state = table(seat("raptor A A", "rex"), seat("bronto"), seat("stego"), turn={"combat_bonus": 2})
    do(state, "attack:1", "at:P2", "attack:1", "at:P3", "retreat:b1")
    assert (damage(state, 1), damage(state, 2), line_up(state, 0)) == (10, 10, ["rex", "raptor"])


def test_an_attack_costs_only_what_lies_on_the_attacker():
    """BD-R10."""
    assert not starts(table(seat("raptor", "rex A A A"), seat("bronto")), "attack")


def test_a_retreat_costs_cards_of_the_hand_and_needs_a_bench():
    """BD-R11."""
    assert not starts(table(seat("pachy E", "rex"), seat()), "retreat")
    assert starts(table(seat("pachy", "rex", hand="E"), seat()), "retreat") == ["retreat:b1"]
    assert not starts(table(seat("pachy", hand="E"), seat()), "retreat")


def test_payments_are_exact_and_by_kind():
    """BD-R12: a typed symbol by that kind only, * by any Combat card, and by nothing else."""
    state = table(seat("stego", hand="A A E D overclock W"), seat(), phase="buy", offering="raptor")
    do(state, "dino:1")
    assert asked(state) == (0, "payment") and options(state) == ["pay:AED", "pay:AAE"]
    do(state, "pay:AAE")
    assert zone(state, 0, "hand") == "D W overclock"
    single = table(seat("stego", hand="A E W missile_pod"), seat(), phase="buy", offering="raptor compy")
    assert "dino:1" not in options(single), "an item is no money"
    do(single, "dino:2")
    assert zone(single, 0, "discard") == "A E", "a single possibility is automatic"


def test_of_equal_attached_cards_the_earliest_leaves_first():
    """BD-R12: also for Evade; the second A here is the one that P2 has seen."""
    state = table(seat("raptor A A!1"), seat("rex E E!0"))
    do(state, "attack:1")
    assert [card.card for card in state.view(1).seats[0].active.attached] == ["A"]
    do(state, "evade")
    assert [card.card for card in state.view(0).seats[1].active.attached] == ["E"]


@pytest.mark.parametrize(("bonus", "zs", "moves"), [(0, 0, 1), (0, 1, 0), (1, 1, 1), (1, 2, 0), (2, 1, 2)])
def test_paralyze_against_bonus(bonus, zs, moves):
    """BD-R18: not cut off at 0."""
    state = table(seat("raptor A A A", hand=" ".join(["Z"] * zs)), seat("bronto"), turn={"combat_bonus": bonus})
    made = 0
    while starts(state, "attack"):
        do(state, "attack:1")
        made += 1
    assert made == moves


def test_an_immune_active_dino_is_looked_at_at_every_decision():
    """BD-R18, BD-35: paralysis counts again as soon as another dino is active."""
    state = table(seat("raptor A", "parasaur D", hand="Z tactical_shift"), seat("bronto"))
    assert not starts(state, "attack")
    do(state, "strategy:tactical_shift", "switch:b1")
    assert starts(state, "attack") == ["attack:1"]


def test_paralyze_drawn_in_the_own_action_phase_bites_now():
    """BD-R19, BD-31."""
    state = table(seat("raptor A", hand="battle_plan", deck="Z A"), seat("bronto"))
    assert starts(state, "attack")
    do(state, "strategy:battle_plan")
    assert not starts(state, "attack")


def test_paralysis_ends_in_the_own_cleanup_before_the_draw():
    """BD-R19: a Z of the old hand no longer counts, one of the new hand does."""
    state = table(seat("raptor A", hand="Z", deck="A A A A A A"), seat(), phase="buy")
    do(state, "done")
    assert state.paralysis(0) == 0
    state = table(seat("raptor A", hand="Z", deck="Z A A A A A"), seat(), phase="buy")
    do(state, "done")
    assert state.paralysis(0) == 1


def test_a_z_drawn_in_an_opponents_turn_bites_in_the_next_own_turn():
    """BD-R19."""
    state = table(seat(), seat("raptor A", hand="scanner_array E E", deck="Z Z D D"), phase="action")
    do(state, "end", "item:scanner_array/2", "done")
    assert asked(state) == (1, "action") and state.paralysis(1) == 2 and not starts(state, "attack")


def test_a_purged_z_was_drawn_all_the_same():
    """BD-R19: paralysis belongs to the player; purging the card does not end it."""
    state = table(seat("raptor A", hand="Z scrap_run"), seat("bronto"))
    do(state, "strategy:scrap_run", "purge:Z")
    assert state.paralysis(0) == 1 and not starts(state, "attack")
    do(state, *(["stop"] if asked(state) == (0, "purge") else []), "end", "done")
    assert state.paralysis(0) == 0, "until the own cleanup"


def test_taking_a_z_is_not_drawing_it():
    """BD-R19, BD-29: it goes to the discard pile; paralysis stays 0."""
    state = table(seat("pachy A"), seat("bronto"))
    do(state, "attack:1")
    assert zone(state, 1, "discard") == "Z" and state.paralysis(1) == 0


def test_paralysis_is_counted_without_a_dino_and_seen_by_its_owner_only():
    """BD-R19."""
    state = table(seat(hand="Z Z"), seat())
    assert state.view(0).seats[0].paralysis == 2
    assert state.view(1).seats[0].paralysis is None and state.view(None).seats[0].paralysis is None


# --- Being attacked -------------------------------------------------------------------------------------------


def test_exactly_one_answer():
    """BD-19, BD-R21: no second answer after the first."""
    state = table(seat("spino A"), seat("raptor E E D"))
    do(state, "attack:1")
    assert asked(state) == (1, "defence") and options(state) == ["pass", "evade", "defend"]
    do(state, "evade")
    assert asked(state) == (0, "action") and attached(state, 1) == "E D"


def test_answers_need_their_card_on_the_active_dino():
    """BD-20, BD-21: not in the hand, not on the Bench."""
    state = table(seat("raptor A"), seat("rex A", "stego E D", hand="E D"))
    do(state, "attack:1")
    assert options(state) == ["pass"]


@pytest.mark.parametrize(("attacker", "harm"), [("raptor", 0), ("spino", 10)])
def test_evade_compares_eva_with_atk(attacker, harm):
    """BD-20: the card is purged either way."""
    state = table(seat(f"{attacker} A"), seat("quetzal E"))
    before = purged(state, "E")
    do(state, "attack:1", "evade")
    assert (damage(state, 1), purged(state, "E")) == (harm, before + 1)


@pytest.mark.parametrize(("attacker", "harm"), [("dozer", 0), ("spino", 10)])
def test_defend_compares_def_with_atk(attacker, harm):
    """BD-21."""
    state = table(seat(f"{attacker} A"), seat("dozer D"))
    before = purged(state, "D")
    do(state, "attack:1", "defend")
    assert (damage(state, 1), purged(state, "D")) == (harm, before + 1)


def test_pass_purges_nothing():
    """BD-22."""
    state = table(seat("raptor A"), seat("pterano E D"))
    before = state.position()["purgatory"]
    do(state, "attack:1", "pass")
    assert damage(state, 1) == 10 and attached(state, 1) == "E D" and state.position()["purgatory"] == before


def test_a_failed_answer_reduces_nothing():
    """BD-23."""
    state = table(seat("rex A A"), seat("bronto D"))
    do(state, "attack:1", "defend")
    assert damage(state, 1) == 20


def test_direct_attacks_as_often_as_combat_moves_allow():
    """BD-24."""
    state = table(seat("raptor A A"), seat(), turn={"combat_bonus": 1})
    do(state, "attack:1", "attack:1")
    assert zone(state, 1, "discard") == "W W W W"


def test_the_order_of_an_attack():
    """BD-R20: declare, pay, answer, purge, Spiked, compare, damage, status, knock-outs, promotion."""
    state = table(seat("spino A A E"), seat("stego -25 D", "rex -5"))
    told = do(state, "attack:2", "defend")
    assert kinds(told) == [
        *("attack_declared", "paid", "answered", "purged", "status_taken", "compared", "damaged", "status_taken"),
        *("knocked_out", "promoted"),
    ]
    assert zone(state, 0, "discard") == "A A E W" and zone(state, 1, "discard") == "W"


def test_active_and_bench_are_knocked_out_together_the_active_one_first():
    """BD-R20: three trophies by one attack."""
    state = table(seat("bronto A D D"), seat("rex -30", "raptor -20", "compy", "stego -25"), trophies_to_win=4)
    told = do(state, "attack:2")
    assert [event.dino for event in told if event.kind == "knocked_out"] == [5, 1, 6]
    assert line_up(state, 1) == ["compy"] and damage(state, 1) == 10


def test_answers_are_legal_even_when_they_must_fail():
    """BD-R21."""
    state = table(seat("rex A A"), seat("compy E D"))
    do(state, "attack:1")
    assert options(state) == ["pass", "evade", "defend"]


def test_spiked_on_every_defend_but_on_nothing_else():
    """BD-33, BD-R21: also when the defence fails; not on Evade, not on Pass."""
    for answer, wounds in (("defend", 1), ("evade", 0), ("pass", 0)):
        state = table(seat("spino A"), seat("stego E D"))
        do(state, "attack:1", answer)
        assert zone(state, 0, "discard").count("W") == wounds, answer


def test_no_spikes_against_items():
    """BD-33, BD-R21: no attacking dino."""
    state = table(seat(hand="missile_pod A A"), seat("stego D"))
    do(state, "item:missile_pod/1", "defend")
    assert zone(state, 0, "discard") == "A"


def test_an_attack_meets_the_dino_that_is_active_at_the_answer():
    """BD-R25: P2 answers a missile inside the response by losing the raptor, so the first attack meets the stego."""
    state = table(
        seat("rex A A A", hand="missile_pod A"),
        seat("raptor -25", "stego D", hand="missile_pod A missile_pod A"),
    )
    do(state, "attack:1", "item:missile_pod/1")
    assert asked(state) == (0, "defence"), "P1 has a card on the rex"
    do(state, "item:missile_pod/1")
    assert asked(state) == (1, "defence") and state.view(1).attack.name == "Light Missile"
    do(state, "pass")
    assert trophies(state, 0) == "raptor" and line_up(state, 1) == ["stego"]
    assert state.view(0).attack.name == "Light Missile" and asked(state) == (0, "defence")
    do(state, "pass")
    assert asked(state) == (1, "defence") and "defend" in options(state), "the D of the stego counts now"
    do(state, "pass")
    assert damage(state, 1) == 20 and damage(state, 0) == 5


def test_a_defender_who_lost_the_last_dino_is_attacked_directly():
    """BD-R25."""
    state = table(seat("rex A A A", hand="missile_pod A"), seat("raptor -25", hand="missile_pod A"))
    do(state, "attack:1", "item:missile_pod/1", "item:missile_pod/1", "pass")
    assert trophies(state, 0) == "raptor" and zone(state, 1, "discard").split().count("W") == 4


def test_an_attack_ends_when_its_dino_is_gone():
    """BD-R25: costs stay paid, nothing is purged, nobody is hurt."""
    state = table(seat("raptor -25 A", "compy"), seat("rex E", hand="missile_pod A"))
    before = purged(state, "E")
    do(state, "attack:1")
    told = do(state, "item:missile_pod/1")
    assert "attack_faded" in kinds(told) and trophies(state, 1) == "raptor"
    assert damage(state, 1) == 0 and attached(state, 1) == "E" and purged(state, "E") == before
    assert asked(state) == (0, "action") and line_up(state, 0) == ["compy"] and "A" in zone(state, 0, "discard")
    assert turn(state, "combat_used") == 1


def test_values_are_read_at_the_comparison():
    """BD-R25: a Smoke Canister in the response counts."""
    state = table(seat("raptor A"), seat("spino E", hand="smoke_canister E"))
    do(state, "attack:1", "item:smoke_canister/1", "evade")
    assert damage(state, 1) == 0, "EVA 3 + 3 against ATK 5"


def test_dino_modifiers_never_touch_an_item_attack():
    """BD-R25."""
    state = table(seat("raptor +atk=4 +damage_bonus=10", hand="missile_pod A A"), seat("raptor E"))
    do(state, "item:missile_pod/1", "evade")
    assert damage(state, 1) == 0, "ATK 4, not 8"
    state = table(seat("raptor +atk=4 +damage_bonus=10", hand="missile_pod A A"), seat("raptor E"))
    do(state, "item:missile_pod/1", "pass")
    assert damage(state, 1) == 5


# --- Damage, KO, trophies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "gone"), [(15, False), (20, True), (25, True)])
def test_damage_equal_to_hp_knocks_out(before, gone):
    """BD-25: the raptor has 30 HP; excess damage is lost."""
    state = table(seat("raptor A"), seat(f"raptor -{before}"))
    do(state, "attack:1")
    assert (line_up(state, 1) == [None]) == gone
    assert trophies(state, 0) == ("raptor" if gone else "")


def test_damage_does_not_heal_by_itself():
    """BD-25."""
    state = table(seat("raptor -10", deck="A A A A A A"), seat(), phase="buy")
    do(state, "done")
    assert damage(state, 0) == 10


def test_a_benched_dino_can_be_knocked_out_too():
    """BD-25, BD-26: a trophy like any other."""
    state = table(seat("quetzal E"), seat("bronto", "compy -20", "rex"))
    do(state, "attack:1")
    assert trophies(state, 0) == "compy" and line_up(state, 1) == ["bronto", "rex"]


def test_a_knock_out_by_poison_is_nobodys_trophy():
    """BD-26, BD-R22: to Purgatory."""
    state = table(seat("raptor -25 A", hand="P", poisoner=1), seat("rex"), phase="buy")
    before = purged(state, "raptor")
    do(state, "done")
    assert trophies(state, 1) == "" and purged(state, "raptor") == before + 1 and line_up(state, 0) == [None]


def test_a_knock_out_by_an_item_or_an_assist_is_the_opponents_trophy():
    """BD-R22."""
    state = table(seat(hand="missile_pod A"), seat("compy -20"))
    do(state, "item:missile_pod/1")
    assert trophies(state, 0) == "compy"
    state = table(seat("rex", "dilopho E E"), seat("compy -20"))
    do(state, "assist:b1")
    assert trophies(state, 0) == "compy"


def test_cards_of_a_knocked_out_dino_go_to_their_owners_discard_pile():
    """BD-27: strategies and items too."""
    state = table(seat("raptor A"), seat("compy -20 A overclock missile_pod", discard="D"))
    do(state, "attack:1", "pass")
    assert zone(state, 1, "discard") == "A D overclock missile_pod" and zone(state, 0, "discard") == "A"


def test_after_a_knock_out_the_controller_chooses_the_next_active_dino():
    """BD-28, BD-R38: gaps close."""
    state = table(seat("raptor A"), seat("compy -20", "rex", "stego -5", "bronto"))
    do(state, "attack:1")
    assert asked(state) == (1, "promote") and options(state) == ["promote:b1", "promote:b2", "promote:b3"]
    do(state, "promote:b2")
    assert line_up(state, 1) == ["stego", "rex", "bronto"] and asked(state) == (0, "action")


def test_nothing_is_promoted_from_an_empty_bench():
    """BD-28, BD-R43: the seat plays on without a dino."""
    state = table(seat("raptor A"), seat("compy -20"))
    do(state, "attack:1")
    assert asked(state) == (0, "action") and line_up(state, 1) == [None]
    do(state, "end", "done")
    assert asked(state) == (1, "action") and options(state) == ["end"]


# --- Status -----------------------------------------------------------------------------------------------------


def test_status_cards_go_to_the_discard_pile():
    """BD-29."""
    state = table(seat("dilopho E"), seat("bronto", deck="A"))
    do(state, "attack:1")
    assert zone(state, 1, "discard") == "P" and stack(state, "P") == 9


@pytest.mark.parametrize("answer", ["defend", "pass"])
def test_status_only_if_the_attack_succeeded(answer):
    """BD-R23."""
    state = table(seat("pachy A"), seat("dozer D"))
    do(state, "attack:1", answer)
    assert zone(state, 1, "discard") == ("Z" if answer == "pass" else "")


def test_status_needs_damage_to_the_active_dino():
    """BD-R23: reduced to nothing, no status."""
    state = table(seat("dilopho E"), seat("rex", hand="reactive_plating A"))
    do(state, "attack:1", "item:reactive_plating/2")
    assert damage(state, 1) == 0 and "P" not in zone(state, 1, "discard").split()


def test_status_even_if_the_dino_is_knocked_out():
    """BD-R23."""
    state = table(seat("dilopho E"), seat("raptor -25"))
    do(state, "attack:1")
    assert trophies(state, 0) == "raptor" and zone(state, 1, "discard") == "P"


def test_direct_attacks_carry_no_status():
    """BD-R23."""
    state = table(seat("dilopho E"), seat())
    do(state, "attack:1")
    assert zone(state, 1, "discard") == "W"


def test_bench_damage_carries_no_status_and_the_immunity_is_that_of_the_active_dino():
    """BD-R23."""
    state = table(seat("pachy A"), seat("parasaur", "rex"))
    do(state, "attack:1")
    assert zone(state, 1, "discard") == "" and damage(state, 1) == 5
    state = table(seat("pachy A"), seat("rex", "parasaur"))
    do(state, "attack:1")
    assert zone(state, 1, "discard") == "Z"


def test_no_bench_damage_if_the_attack_failed():
    """BD-R24."""
    state = table(seat("quetzal E"), seat("quetzal E", "rex"))
    do(state, "attack:1", "evade")
    assert (damage(state, 1), damage(state, 1, 1)) == (0, 0)


def test_bench_damage_is_not_modified():
    """BD-R24: neither by a bonus nor by a reduction, and it is still dealt when the main damage is 0."""
    state = table(seat("quetzal E +damage_bonus=10"), seat("bronto", "rex"))
    do(state, "attack:1")
    assert (damage(state, 1), damage(state, 1, 1)) == (15, 5)
    state = table(seat("quetzal E"), seat("bronto", "rex", hand="reactive_plating A"))
    do(state, "attack:1", "item:reactive_plating/2")
    assert (damage(state, 1), damage(state, 1, 1)) == (0, 5)


@pytest.mark.parametrize(("name", "loss"), [("rex", 5), ("dilopho", 0), ("iguano", 0)])
def test_immune_to_poison(name, loss):
    """BD-34: neither taken nor suffered."""
    state = table(seat(name, hand="P"), seat(), phase="buy")
    do(state, "done")
    assert damage(state, 0) == loss
    state = table(seat("dilopho E"), seat(name))
    do(state, "attack:1")
    assert ("P" in zone(state, 1, "discard")) == (loss > 0)


@pytest.mark.parametrize("name", ["ankylo", "pterano", "parasaur"])
def test_immune_to_paralyze(name):
    """BD-35."""
    state = table(seat("pachy A"), seat(name))
    do(state, "attack:1")
    assert zone(state, 1, "discard") == ""
    card = "E" if name == "pterano" else "D"
    assert "attack:1" in options(table(seat(f"{name} {card}", hand="Z Z"), seat("bronto")))


def test_a_wound_does_nothing_but_count():
    """BD-32."""
    state = table(seat("raptor", hand="W W W", deck="A A A A A A"), seat(), phase="buy")
    do(state, "done")
    assert damage(state, 0) == 0 and state.view(1).seats[0].wounds == 3


def test_an_empty_poison_stack_gives_nothing():
    """BD-R36."""
    state = table(seat("dilopho E"), seat("bronto"), supply={"P": 0})
    do(state, "attack:1")
    assert zone(state, 1, "discard") == "" and damage(state, 1) == 5 and active(state, 1)["dino"] == "bronto"


def test_a_refusal_says_why():
    """BD-15, BD-16: and changes nothing."""
    state = table(seat("raptor", hand="A"), seat("rex"))
    with pytest.raises(IllegalMove, match=r"Sickle Slash costs 1 Attack.*\(BD-16\)"):
        do(state, "attack:1")
    with pytest.raises(IllegalMove, match="no dino in that place"):
        do(state, "retreat:b1")


def test_combat_moves_count_for_the_player():
    """BD-R52: the dino that comes in after a retreat has no Combat Move of its own, only what is left."""
    state = table(seat("raptor A", "raptor A"), seat("bronto"))
    do(state, "attack:1")
    assert not [move for move in options(state) if move.startswith(("attack", "retreat"))]
    state = table(seat("raptor A", "raptor A"), seat("bronto"))
    do(state, "retreat:b1")
    assert "attack:1" not in options(state)
    state = table(seat("raptor A", "raptor A"), seat("bronto"), turn={"combat_bonus": 1})
    do(state, "retreat:b1", "attack:1")
    assert damage(state, 1) == 10 and "attack:1" not in options(state)
