"""The option ``items=anytime`` (BD-R26, BD-R53): windows for items over every attack, strategy and Assist Power."""

from __future__ import annotations

import json

import pytest

from mesozoic import BadOptions
from mesozoic.games.biomechanic_dino_battles.cards import FIRST_ITEM, KINDS
from mesozoic.games.biomechanic_dino_battles.tables import CARD_TABLE
from mesozoic.games.biomechanic_dino_battles.texts import stack_text
from mesozoic.kernel.conformance import Report, Trial, plain
from mesozoic.kernel.rng import seeded
from mesozoic.lab.simulate import simulate

from .helpers import (
    GAME,
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
    zone,
)

TABLE = CARD_TABLE.of("")


def anytime(*seats, **more):
    return table(*seats, items="anytime", **more)


def holding(active=None, *bench, hand="missile_pod A"):
    """A seat that may hold an item, and does."""
    return seat(active, *bench, hand=hand)


# --- Who is asked, and when -----------------------------------------------------------------------------------


def test_an_attack_opens_a_window_before_and_one_after_its_answer():
    """BD-R53: the attacker first, then clockwise; the attacked player plays items with the answer, and afterwards."""
    state = anytime(holding("raptor A"), holding("rex"), holding("stego"), holding("bronto"))
    do(state, "attack:1", "at:P3")
    order = []
    while state.view(0).attack is not None:
        order.append(asked(state))
        do(state, "pass")
    assert order == [
        *((0, "declared"), (1, "declared"), (3, "declared")),
        (2, "defence"),
        *((0, "answered"), (1, "answered"), (2, "answered"), (3, "answered")),
    ]
    assert damage(state, 2) == 10 and asked(state) == (0, "action")


def test_without_the_option_nobody_else_is_asked():
    """BD-R26: the windows of the default stay as they are."""
    state = table(holding("raptor A"), holding("rex"), holding("stego"))
    do(state, "attack:1", "at:P3")
    assert asked(state) == (2, "defence")
    do(state, "pass")
    assert asked(state) == (0, "action") and damage(state, 2) == 10


@pytest.mark.parametrize(
    ("mine", "move"),
    [
        (seat("rex", hand="overclock missile_pod A", deck="A"), "strategy:overclock"),
        (seat("rex", "compy E"), "assist:b1"),
    ],
)
def test_a_strategy_and_an_assist_open_a_window_for_the_others(mine, move):
    """BD-R53: clockwise from whoever announces it, before anything of it is done."""
    state = anytime(mine, holding("raptor"), holding("stego"))
    do(state, move)
    assert asked(state) == (1, "announced") and len(state.position()["pending"]) == 2
    do(state, "pass")
    assert asked(state) == (2, "announced")
    do(state, "pass")
    assert asked(state) == (0, "action") and state.position()["pending"] == []


def test_an_item_opens_a_window_only_if_it_attacks():
    """BD-R32, BD-R53."""
    state = anytime(holding("raptor -10", hand="repair_drone D missile_pod A"), holding("rex"))
    do(state, "item:repair_drone/1")
    assert asked(state) == (0, "action")
    do(state, "item:missile_pod/1")
    assert asked(state) == (1, "defence"), "P1 has no card left, so nobody asks P1"


@pytest.mark.parametrize("hand", ["missile_pod A", "W W"])
def test_being_asked_tells_nothing(hand):
    """BD-R29: the item may be in the hand or in the deck; who is asked, and what others see, is the same."""
    hidden = "W W" if hand == "missile_pod A" else "missile_pod A"
    both = ["missile_pod", "A", "W", "W"]
    state = anytime(
        seat("raptor A", hand="A"), seat("stego D"), {**seat("rex", hand=hand, deck=hidden), "shuffled": both}
    )
    do(state, "attack:1", "at:P2")
    assert asked(state) == (2, "declared") and options(state)[0] == "pass"
    assert (options(state) == ["pass"]) == (hand == "W W")
    do(state, "pass", "pass")
    assert asked(state) == (2, "answered")
    assert "missile_pod" not in json.dumps(plain(state.view(0).seats[2].hand))


def test_nobody_is_asked_who_cannot_hold_an_item():
    """BD-R29: by what everybody can see."""
    state = anytime(seat("raptor A", hand="A"), seat("rex"), seat("stego", hand="A A", discard="missile_pod"))
    do(state, "attack:1", "at:P2")
    assert damage(state, 1) == 10 and asked(state) == (0, "action")


def test_who_has_passed_is_not_asked_again():
    """BD-R53: not even after the item of another; who plays an item is asked again."""
    state = anytime(holding("raptor A"), holding("rex", hand="missile_pod A repair_drone D"), holding("bronto"))
    do(state, "attack:1", "at:P3", "pass", "item:missile_pod/1", "at:P1")
    while state.view(1).attack.by == 1:
        do(state, "pass")
    assert asked(state) == (1, "declared") and damage(state, 0) == 5
    do(state, "pass")
    assert asked(state) == (2, "defence")


# --- What the windows are good for ----------------------------------------------------------------------------


def test_the_attacker_may_answer_the_answer():
    """BD-R53: Rage Dose after an Evade; values are read when they are compared (BD-R25)."""
    state = anytime(holding("raptor A", hand="stim_injector A"), seat("raptor E"))
    do(state, "attack:1", "pass", "evade")
    assert asked(state) == (0, "answered") and state.view(1).attack.answer == "evade"
    assert purged(state, "E") == 1 + purged(table(holding("raptor A"), seat("raptor E")), "E"), "the answer is paid"
    do(state, "item:stim_injector/1")
    assert damage(state, 1) == 20


def test_the_attacker_may_play_items_after_declaring():
    """BD-R53: also a power of the own action phase; the window of the default does not come back."""
    state = anytime(holding("raptor A", hand="stim_injector A"), seat("raptor E"))
    do(state, "attack:1")
    assert asked(state) == (0, "declared") and "item:stim_injector/1" in options(state)
    do(state, "item:stim_injector/1", "pass")
    assert damage(state, 1) == 20


def test_a_bystander_ends_an_attack_by_knocking_out_the_attacker():
    """BD-R25: it is over at once, nobody is asked about it any more."""
    state = anytime(seat("raptor -25 A"), seat("rex E"), holding("bronto"))
    do(state, "attack:1", "at:P2")
    told = do(state, "item:missile_pod/1", "at:P1")
    assert kinds(told)[-1] == "attack_faded" and trophies(state, 2) == "raptor"
    assert asked(state) == (0, "action") and attached(state, 1) == "E" and damage(state, 1) == 0


def test_an_attack_ends_after_its_answer_too():
    """BD-R25: paid and answered, but without effect."""
    state = anytime(seat("raptor -25 A"), seat("rex D"), holding("bronto"))
    do(state, "attack:1", "at:P2", "pass", "defend")
    assert asked(state) == (2, "answered")
    do(state, "item:missile_pod/1", "at:P1")
    assert asked(state) == (0, "action") and attached(state, 1) == "" and damage(state, 1) == 0


def test_plates_work_after_a_failed_answer():
    """BD-R26: the attacked player may use what needs an attack until it is carried out; bystanders may not."""
    state = anytime(
        seat("rex A A"), holding("raptor E", hand="reactive_plating A"), holding("bronto", hand="reactive_plating A")
    )
    do(state, "attack:1", "at:P2")
    assert asked(state) == (2, "declared") and "item:reactive_plating/2" not in options(state)
    do(state, "pass", "evade")
    assert asked(state) == (1, "answered")
    do(state, "item:reactive_plating/2")
    assert asked(state) == (2, "answered") and "item:reactive_plating/2" not in options(state)
    do(state, "pass")
    assert damage(state, 1) == 10


def test_an_answer_is_the_players():
    """BD-R53: if another dino has become active, its value is compared; the first one's card is gone all the same."""
    state = anytime(seat("rex A A"), seat("stego -25 D", "pterano"), holding("bronto"))
    do(state, "attack:1", "at:P2", "pass", "defend", "item:missile_pod/1", "at:P2")
    assert trophies(state, 2) == "stego" and line_up(state, 1) == ["pterano"]
    assert damage(state, 1) == 20, "DEF 1 against ATK 7"


def test_an_attack_may_become_a_direct_one():
    """BD-R25: nobody is left to meet it."""
    state = anytime(seat("raptor A"), seat("stego -25 E"), holding("bronto"))
    do(state, "attack:1", "at:P2", "item:missile_pod/1", "at:P2", "pass")
    assert trophies(state, 2) == "stego" and zone(state, 1, "discard") == "E W W"


def test_a_strategy_may_lose_its_dino():
    """BD-R53: an item against a strategy; Overclock then goes to the dino that has moved up."""
    state = anytime(seat("raptor -25", "rex", hand="overclock", deck="A"), holding("bronto"))
    do(state, "strategy:overclock")
    assert asked(state) == (1, "announced") and active(state, 0)["damage_bonus"] == 0
    do(state, "item:missile_pod/1")
    assert line_up(state, 0) == ["rex"] and active(state, 0)["damage_bonus"] == 10


def test_an_assist_may_come_too_late():
    """BD-R53: there is nothing to cool on a dino that has just moved up."""
    state = anytime(seat("raptor -25", "bronto D"), holding("rex"))
    do(state, "assist:b1")
    told = do(state, "item:missile_pod/1")
    assert line_up(state, 0) == ["bronto"] and "healed" not in kinds(told) and asked(state) == (0, "action")


def test_own_powers_belong_to_the_own_action_phase():
    """BD-R26: in all of its decisions, and in no other turn."""
    state = anytime(seat("raptor A"), holding("rex", "stego", hand="smoke_canister E E stim_injector A A"))
    do(state, "attack:1")
    assert asked(state) == (1, "defence")
    assert [move for move in options(state) if move.startswith("item")] == ["item:smoke_canister/1"]
    mine = anytime(
        holding(
            "rex",
            "stego",
            hand="smoke_canister E E overclock",
        ),
        holding("raptor"),
    )
    do(mine, "strategy:overclock", "item:missile_pod/1")
    assert asked(mine) == (0, "defence") and "item:smoke_canister/2" in options(mine)
    do(mine, "item:smoke_canister/2")
    assert line_up(mine, 0) == ["stego", "rex"] and damage(mine, 0) == 5


def test_spiked_comes_with_the_comparison():
    """BD-33, BD-R20, BD-R53: the last Wound ends the game only when the attack is over."""
    state = anytime(holding("raptor A"), seat("stego D"), supply={"W": 1})
    do(state, "attack:1", "pass", "defend")
    assert asked(state) == (0, "answered") and stack(state, "W") == 1
    do(state, "pass")
    assert state.is_over and "Wound stack" in state.result.why


# --- Positions, texts, bots -----------------------------------------------------------------------------------


def test_positions_survive_in_every_window():
    """In a window over an attack in a window over a strategy."""
    state = anytime(
        seat("raptor A", hand="overclock missile_pod A", deck="A"),
        holding("rex E", hand="missile_pod A missile_pod A"),
        holding("bronto"),
    )
    moves = ["strategy:overclock", "item:missile_pod/1", "at:P3", "pass", "pass", "pass", "item:missile_pod/1", "at:P3"]
    for move in moves:
        do(state, move)
        again = GAME.start(3, options=dict(state.setup.options), position=json.loads(json.dumps(state.position())))
        assert again.position() == state.position() and asked(again) == asked(state)
        assert options(again) == options(state)
        for watcher in (None, 0, 1, 2):
            world = state.imagine(watcher, seeded(1))
            GAME.check_invariants(world)
            assert plain(world.view(watcher)) == plain(state.view(watcher))


def frame(kind, seat=0, **numbers):
    return {"kind": kind, "seat": seat, **numbers}


ATTACK = frame("defence", 1, attack=2, by=0, attacker=[0, 0], reduction=0)
OWN = TABLE.arsenal
TEXT = frame("effects", 0, step=int(OWN.starts[1]))


@pytest.mark.parametrize(
    ("pending", "why"),
    [
        ([ATTACK, frame("declared", 1, opener=0)], "plays items with the answer"),
        ([ATTACK, frame("declared", 0, opener=1)], "whoever attacks opens"),
        ([ATTACK, frame("declared", 2, opener=0)], "may hold an item"),
        ([ATTACK, frame("answered", 0, opener=0, answer="run")], "answer of pending, number 2 cannot be"),
        ([ATTACK, frame("announced", 1, opener=0)], "fits what it lies over"),
        ([{**ATTACK, "attacker": "gone"}, frame("declared", 0, opener=0)], "gone is over"),
        ([frame("declared", 0, opener=0)], "belongs to a text"),
        ([TEXT, frame("announced", 1, opener=0)], "lies in the play area"),
        ([frame("effects", 0, step=2), frame("announced", 1, opener=0)], "nothing of an announced text"),
        (
            [frame("effects", 0, step=int(OWN.starts[12])), frame("announced", 1, opener=0)],
            "only strategies and Assist",
        ),
        ([frame("effects", 1, step=int(OWN.starts[1])), frame("announced", 0, opener=1)], "in the own action phase"),
    ],
)
def test_impossible_windows_are_refused(pending, why):
    with pytest.raises(BadOptions, match=why):
        anytime(holding("raptor A A"), holding("rex"), seat("stego"), pending=pending)


def test_windows_over_attacks_need_the_option():
    with pytest.raises(BadOptions, match="items=anytime"):
        table(holding("raptor A"), holding("rex"), pending=[ATTACK, frame("declared", 0, opener=0)])


def test_the_cards_name_the_windows():
    """BD-R26: in words, with and without the option, and never "at any time"."""
    for kind in range(FIRST_ITEM, KINDS):
        for option in (False, True):
            said = stack_text(TABLE.stack(kind), option)
            assert "any time" not in said and ("in your turn" in said or "in your action phase" in said)
    first = TABLE.stack(FIRST_ITEM)
    assert "attack is declared or answered" in stack_text(first, True) != stack_text(first)
    state = anytime(holding("raptor"), seat("rex"))
    shown = next(one.text for one in state.view(0).stacks if one.card == "missile_pod")
    assert shown == stack_text(first, True)
    assert shown in json.dumps(plain(GAME.tabletop.lay_out(state.view(0))))


def test_the_table_says_what_a_window_is_about():
    """Section 9: what is to be decided, and the answer that was given."""
    state = anytime(holding("raptor A"), seat("raptor E"))
    do(state, "attack:1")
    assert GAME.tabletop.lay_out(state.view(0)).facts["To decide"].endswith("before the attack is answered")
    do(state, "pass", "evade")
    assert GAME.tabletop.lay_out(state.view(0)).facts["Answers"] == "P2 has answered: Evade."


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_option_keeps_the_contract(players):
    """Everything that conformance tries, at every number of players."""
    setup = GAME.prepare(players, {"items": "anytime", "setup": "random", "round_limit": 8})
    report = Report(GAME.name)
    Trial(setup, f"anytime/{players}", report).run()
    assert report.games == 1


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_bots_finish_their_games(players, bot):
    setup = GAME.prepare(players, {"items": "anytime", "setup": "random"})
    found = simulate(setup, [bot], games=2, seed=players, workers=1, figures=True)
    assert found.games == 2
