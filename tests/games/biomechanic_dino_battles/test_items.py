"""Assist Powers, items, and who is asked when (BD-36 to BD-40, BD-R13, BD-R26 to BD-R32, BD-R46, BD-R47)."""

from __future__ import annotations

import pytest

from mesozoic.kernel.rng import seeded

from .helpers import asked, attached, damage, do, kinds, options, purged, seat, table, trophies, zone


def starts(state, word):
    return [move for move in options(state) if move.startswith(word)]


# --- Assist Powers ----------------------------------------------------------------------------------------------


def test_only_a_benched_dino_assists():
    """BD-36."""
    assert not starts(table(seat("compy E", "rex"), seat()), "assist")
    assert starts(table(seat("rex", "compy E"), seat()), "assist") == ["assist:b1"]


def test_an_assist_is_paid_from_that_very_dino_once_a_turn():
    """BD-37."""
    assert not starts(table(seat("rex E", "compy", hand="E"), seat()), "assist")
    state = table(seat("rex", "compy E E", "compy E", deck="A A A A"), seat(deck="A A A A A A"))
    do(state, "assist:b1")
    assert starts(state, "assist") == ["assist:b2"] and attached(state, 0, 1) == "E"
    do(state, "end", "done", "end", "done")
    assert starts(state, "assist") == ["assist:b1", "assist:b2"], "again in the next turn"


def test_an_assist_only_in_the_own_action_phase():
    """BD-37."""
    state = table(seat("rex", "compy E"), seat("rex", "compy E"))
    do(state, "end")
    assert not starts(state, "assist")


# --- Items ------------------------------------------------------------------------------------------------------


def test_an_item_costs_cards_of_the_hand_wherever_it_comes_from():
    """BD-38: attached cards do not pay."""
    assert not starts(table(seat("raptor A A missile_pod"), seat("rex")), "item")
    state = table(seat("raptor A missile_pod", hand="A"), seat("rex"))
    assert starts(state, "item") == ["item:missile_pod/1@a"]
    told = do(state, "item:missile_pod/1@a")
    assert told[0].kind == "item_played" and told[0].is_known_to(None)
    assert attached(state, 0) == "A" and zone(state, 0, "hand") == "" and zone(state, 0, "played") == "missile_pod"


def test_playing_an_item_costs_only_the_power():
    """BD-R13: not its price AA*."""
    state = table(seat(hand="missile_pod A"), seat("rex"))
    do(state, "item:missile_pod/1")
    assert damage(state, 1) == 5


def test_an_item_attack_can_be_answered():
    """BD-39."""
    state = table(seat(hand="missile_pod A A"), seat("stego D", hand=""))
    do(state, "item:missile_pod/1")
    assert asked(state) == (1, "defence") and options(state) == ["pass", "defend"]
    do(state, "defend")
    assert damage(state, 1) == 0


def test_any_number_of_items_also_in_opponents_turns():
    """BD-40, BD-R28."""
    state = table(seat("rex", hand="missile_pod A missile_pod A"), seat("raptor", hand="missile_pod A missile_pod A"))
    do(state, "item:missile_pod/1")
    assert asked(state) == (1, "defence")
    do(state, "pass", "item:missile_pod/1")
    do(state, "pass")
    assert damage(state, 1) == 10
    do(state, "end", "item:missile_pod/1", "item:missile_pod/1")
    assert damage(state, 0) == 10 and asked(state) == (0, "buy")


ANY_POWERS = {
    "missile_pod/1",
    "missile_pod/2",
    "repair_drone/1",
    "repair_drone/2",
    "smoke_canister/1",
    "reactive_plating/1",
    "toxin_sprayer/1",
    "toxin_sprayer/2",
    "shock_net/1",
    "scanner_array/1",
    "scanner_array/2",
    "cargo_winch/2",
}
OWN_POWERS = {"smoke_canister/2", "stim_injector/1", "stim_injector/2", "shock_net/2", "cargo_winch/1"}
ALL_ITEMS = (
    "missile_pod repair_drone smoke_canister reactive_plating stim_injector toxin_sprayer shock_net scanner_array "
    "cargo_winch"
)
RICH = "A A E E D D Z P "


def powers(state):
    return {move.removeprefix("item:") for move in starts(state, "item")}


def test_windows_of_every_power():
    """BD-R26: own, any and resp in the four windows."""
    mine = ("raptor -10 A", "rex -5 A")
    other = ("rex A", "stego")
    act = table(seat(*mine, hand=RICH + ALL_ITEMS), seat(*other))
    assert powers(act) == ANY_POWERS | OWN_POWERS
    do(act, "end")
    assert powers(act) == ANY_POWERS, "the buy phase"
    react = table(seat(*other), seat(*mine, hand=RICH + ALL_ITEMS))
    do(react, "end")
    assert asked(react) == (1, "reaction") and powers(react) == ANY_POWERS
    answer = table(seat("rex A A", "stego"), seat(*mine, hand=RICH + ALL_ITEMS))
    do(answer, "attack:1")
    assert asked(answer) == (1, "defence")
    assert powers(answer) == ANY_POWERS - {"scanner_array/1"} | {"reactive_plating/2"}, "the rex spent its cards"


def test_bystanders_are_not_asked():
    """BD-R26."""
    state = table(seat("rex A A"), seat("bronto"), seat("raptor A E D", hand="missile_pod A A"))
    do(state, "attack:1", "at:P2")
    assert asked(state) == (0, "action")


# --- Who is asked -------------------------------------------------------------------------------------------------


def test_a_defence_is_asked_when_the_dino_has_a_card():
    """BD-R27: any card, even one that answers nothing."""
    state = table(seat("raptor A"), seat("rex overclock"))
    do(state, "attack:1")
    assert asked(state) == (1, "defence") and options(state) == ["pass"]


def test_no_defence_is_asked_pointlessly():
    """BD-R27: no card there, no item that could be in the hand."""
    state = table(seat("raptor A"), seat("rex", "stego E D", hand="A E D", deck="A"))
    do(state, "attack:1")
    assert asked(state) == (0, "action") and damage(state, 1) == 10


@pytest.mark.parametrize("where", ["hand", "deck", "attached"])
def test_a_seat_that_may_hold_an_item_is_asked_wherever_the_item_is(where):
    """BD-R29: even if Pass is its only move, so that being asked tells nothing."""
    other = {
        "hand": seat("rex", "stego", hand="A missile_pod", deck="E E"),
        "deck": seat("rex", "stego", hand="A E", deck="E missile_pod"),
        "attached": seat("rex", "stego missile_pod", hand="E E", deck="A A"),
    }[where]
    state = table(seat("raptor A"), other)
    do(state, "attack:1")
    assert asked(state) == (1, "defence")
    if where != "hand":
        assert options(state) == ["pass"]
    do(state, "pass", "end")
    assert asked(state) == (1, "reaction")


@pytest.mark.parametrize("zone_name", ["discard", "played"])
def test_an_item_in_an_open_pile_is_no_reason_to_ask(zone_name):
    """BD-R29."""
    state = table(seat("raptor A"), seat("rex", hand="A A", deck="E", **{zone_name: "missile_pod"}))
    do(state, "attack:1", "end")
    assert asked(state) == (0, "buy")


def test_a_seat_without_a_hand_is_not_asked():
    """BD-R29: it could not pay."""
    state = table(seat("raptor A"), seat("rex", "stego missile_pod"))
    do(state, "attack:1", "end")
    assert asked(state) == (0, "buy")


def test_a_purged_item_is_no_longer_owned():
    """BD-R29: Purgatory is public."""
    state = table(seat("rex A"), seat("raptor", hand="scrap_run missile_pod A", deck="A"), on_turn=1)
    do(state, "strategy:scrap_run", "purge:missile_pod", "stop", "end")
    assert asked(state) == (1, "buy") and not state.may_hold_item(1)


def test_after_an_item_the_same_question_is_put_again():
    """BD-R27: under the same condition."""
    state = table(seat("raptor A"), seat("stego D", hand="reactive_plating A A", deck="A"))
    do(state, "attack:1", "item:reactive_plating/2")
    assert asked(state) == (1, "defence") and options(state) == ["pass", "defend"]
    state = table(seat("raptor A"), seat("stego", hand="reactive_plating A A", deck="A"))
    do(state, "attack:1", "item:reactive_plating/2")
    assert asked(state) == (0, "action"), "nothing attached and no item left to hold"


def test_attacks_inside_a_response_are_resolved_first():
    """BD-R27: last in, first out."""
    state = table(seat("rex A A E"), seat("raptor A", hand="missile_pod A A", deck="missile_pod"))
    do(state, "attack:1", "item:missile_pod/2")
    assert asked(state) == (0, "defence")
    do(state, "pass")
    assert (damage(state, 0), damage(state, 1)) == (10, 0) and asked(state) == (1, "defence")
    do(state, "pass")
    assert damage(state, 1) == 20


def test_the_reaction_window_goes_round_once_clockwise():
    """BD-R28: from the active seat; who has passed is not asked again."""
    seats = [seat("rex", hand="missile_pod missile_pod A A A") for _ in range(4)]
    state = table(*seats, on_turn=1, supply_stack=10)
    do(state, "end")
    assert asked(state) == (2, "reaction")
    do(state, "pass")
    assert asked(state) == (3, "reaction")
    do(state, "item:missile_pod/1", "at:P3")
    assert asked(state) == (2, "defence")
    do(state, "pass")
    assert asked(state) == (3, "reaction"), "asked again until it passes"
    do(state, "pass")
    assert asked(state) == (0, "reaction")
    do(state, "pass")
    assert asked(state) == (1, "buy")


def test_the_reaction_window_opens_once_a_turn():
    """BD-R28: not again after a purchase."""
    state = table(seat(), seat("rex", hand="missile_pod A"), phase="buy", turn={"buys": 2})
    do(state, "buy:A", "buy:E", "done")
    assert asked(state) == (1, "action")


def test_items_at_players_without_dinos_are_direct_attacks():
    """BD-R30: and a player without dinos may play items."""
    state = table(seat(hand="missile_pod A A"), seat(), seat("rex"))
    do(state, "item:missile_pod/2")
    assert options(state) == ["at:P2", "at:P3"], "any opponent"
    do(state, "at:P2")
    assert zone(state, 1, "discard") == "W W"


def test_learnt_cards_stay_learnt_and_travel():
    """BD-R31: by the looker only; a salvaged card is known to everybody."""
    state = table(
        seat(hand="scanner_array A", deck="A"), seat("rex A E", "stego", hand="cargo_winch A"), seat(), on_turn=0
    )
    do(state, "item:scanner_array/1")
    assert [card.card for card in state.view(0).seats[1].active.attached] == ["A", "E"]
    assert [card.card for card in state.view(2).seats[1].active.attached] == [None, None]
    do(state, "end", "item:cargo_winch/2")
    assert [card.card for card in state.view(0).seats[1].bench[0].attached] == ["A", "E"]
    assert all(card.learnt for card in state.view(0).seats[1].bench[0].attached)
    crew = table(seat("rex", hand="salvage_crew", discard="E"), seat())
    do(crew, "strategy:salvage_crew", "salvage:E@a")
    assert [view.seats[0].active.attached[0].card for view in (crew.view(1), crew.view(None))] == ["E", "E"]


def test_powers_without_atk_are_no_attacks():
    """BD-R32: no answer, no Spiked, no comparison."""
    state = table(seat("rex", "dilopho E E"), seat("stego D E", hand="A"))
    do(state, "assist:b1")
    assert asked(state) == (0, "action") and damage(state, 1) == 5 and attached(state, 1) == "D E"
    state = table(seat(hand="signal_jammer"), seat("stego D"))
    do(state, "strategy:signal_jammer")
    assert asked(state) == (0, "action") and zone(state, 0, "discard") == ""


# --- Nothing is betrayed --------------------------------------------------------------------------------------------


def test_who_is_asked_does_not_depend_on_hidden_cards():
    """BD-R29: for any hidden cards that look the same, the same seats are asked."""
    state = table(
        seat("rex A A A A", hand="A"), seat("raptor E", hand="missile_pod A", deck="E E D D W W", discard="A")
    )
    do(state, "attack:1")
    for number in range(30):
        other = state.imagine(0, seeded(number))
        here = state.clone()
        for game in (here, other):
            game.play(1, "pass")
            game.play(0, "end")
        assert asked(other) == asked(here) == (1, "reaction")


def test_unfinished_choices_are_nobody_elses_business():
    """BD-R46: until it is paid, others see neither the item nor that anything was begun."""
    state = table(seat("rex"), seat("raptor -10", hand="repair_drone D D A E", deck="A"))
    do(state, "end")
    before = [state.view(watcher) for watcher in (0, None)]
    told = do(state, "item:repair_drone/2")
    assert asked(state) == (1, "payment") and told == []
    assert [state.view(watcher) for watcher in (0, None)] == before
    assert state.view(1).choosing == "play Repair Drone"
    told = do(state, "pay:DD")
    assert kinds(told)[:2] == ["item_played", "paid"] and damage(state, 1) == 0


def test_an_automatic_payment_looks_like_a_chosen_one():
    """BD-R46: the same events, and the same view, whether the payer was asked or not."""
    one = table(seat("rex"), seat("raptor -10", hand="repair_drone D E", deck="A A A"))
    two = table(seat("rex"), seat("raptor -10", hand="repair_drone D E", deck="A A A"))
    three = two.imagine(0, seeded(1))
    do(one, "end")
    told = do(one, "item:repair_drone/2")
    assert kinds(told)[:2] == ["item_played", "paid"] and three.view(0) == two.view(0)


@pytest.mark.parametrize(
    ("hand", "open_pile", "question"), [("P A A", "P", True), ("A A", "P", True), ("P A", "", False)]
)
def test_a_cure_is_asked_by_what_everybody_sees(hand, open_pile, question):
    """BD-R47: with a P in the discard pile and a card in hand there is a question, even if only one answer is left."""
    state = table(seat("rex", hand=f"{hand} toxin_sprayer", discard=open_pile), seat())
    before = purged(state, "P")
    do(state, "item:toxin_sprayer/2")
    assert (asked(state) == (0, "cure")) == question
    if question:
        do(state, options(state)[-1])
    assert purged(state, "P") == before + 1


def test_trophies_are_only_for_knock_outs():
    """BD-26: jamming the last card of a dino is none."""
    state = table(seat(hand="signal_jammer"), seat("compy -20 A"))
    do(state, "strategy:signal_jammer")
    assert trophies(state, 0) == ""


def test_a_winch_does_not_move_itself():
    """BD-R16: played from a dino it is in the play area before the cards move."""
    alone = table(seat("raptor cargo_winch", "rex", hand="A"), seat())
    assert "item:cargo_winch/2@a" not in options(alone)
    assert "item:cargo_winch/1@a" in options(alone)
    for first, second in (("raptor cargo_winch E", "rex"), ("raptor cargo_winch", "rex E")):
        state = table(seat(first, second, hand="A"), seat())
        do(state, "item:cargo_winch/2@a")
        assert sorted([attached(state, 0, 0), attached(state, 0, 1)]) == ["", "E"]
