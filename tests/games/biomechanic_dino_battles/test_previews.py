"""What a seat can foresee of an attack agrees with what then happens, and uses nothing that the seat cannot know."""

import random

import pytest

from mesozoic.games.biomechanic_dino_battles.cards import DINO_IDS, ITEM_ATTACKS
from mesozoic.games.biomechanic_dino_battles.tables import CARD_TABLE
from tests.games.biomechanic_dino_battles.helpers import active, damage, do, seat, stack, table, trophies, zone

OWN = CARD_TABLE.of("")


def foretold(state, move="attack:1", target=1, reader=0):
    """The answers to an attack of the reader, by name."""
    forecast = next(one for one in state.view(reader).forecasts if (one.move, one.target) == (move, target))
    return forecast, {one.answer: one for one in forecast.outcomes}


def hp(dino):
    return OWN.dino_of[dino].hp


def test_evade_holds_at_equality_and_defend_fails_below():
    """BD-21, BD-22: raptor against raptor is ATK 5 against EVA 5 and DEF 1."""
    forecast, answers = foretold(table(seat("raptor A"), seat("raptor -15 E")))
    assert (forecast.atk, forecast.damage, forecast.direct, forecast.unknown) == (5, 10, False, 1)
    assert (answers["evade"].stops, answers["evade"].damage, answers["evade"].left) == (True, 0, 15)
    assert (answers["defend"].stops, answers["defend"].damage, answers["defend"].left) == (False, 10, 5)
    assert (answers["pass"].value, answers["evade"].value, answers["defend"].value) == (0, 5, 1)


def test_modifiers_of_both_sides_count():
    """BD-R17: Smoke lifts the EVA that is compared, a Target Lock the ATK and the damage."""
    _, answers = foretold(table(seat("raptor +atk=2 +damage_bonus=5 A"), seat("raptor +eva=3 E")))
    assert answers["evade"].stops and not answers["defend"].stops
    assert (answers["pass"].damage, answers["pass"].left) == (15, 15)
    _, answers = foretold(table(seat("raptor +atk=4 A"), seat("raptor +eva=3 E")))
    assert not answers["evade"].stops


def test_status_cards_are_told_unless_the_dino_is_immune():
    """BD-R23: Poison of a bite that hits; none for an immune dino, none where the attack is stopped."""
    _, answers = foretold(table(seat("dilopho E"), seat("raptor E")))
    assert (answers["pass"].status, answers["evade"].status, answers["defend"].status) == ("P", "", "P")
    _, answers = foretold(table(seat("dilopho E"), seat("iguano")))
    assert answers["pass"].status == ""
    _, answers = foretold(table(seat("compy A E"), seat("rex")), "attack:2")
    assert answers["pass"].status == "W"


def test_a_direct_attack_is_told_in_wounds():
    """BD-24: one Wound for each 5 damage, no more than are left."""
    forecast, answers = foretold(table(seat("raptor A"), seat()))
    assert forecast.direct and list(answers) == ["pass"] and answers["pass"].wounds == 2
    _, answers = foretold(table(seat("raptor A"), seat(), supply={"W": 1}))
    assert answers["pass"].wounds == 1


def test_the_bench_and_spikes_are_told():
    """BD-R24 and Spiked: Quake strikes the bench; who attacks a Stego that defends takes a Wound."""
    _, answers = foretold(table(seat("bronto A D D"), seat("stego", "compy -20", "rex")), "attack:2")
    assert [(hit.place, hit.left) for hit in answers["pass"].bench] == [("b1", 0), ("b2", 30)]
    assert answers["defend"].stops and answers["defend"].spikes and not answers["defend"].bench
    assert not answers["evade"].spikes and not answers["pass"].spikes


def test_an_item_attacks_with_its_own_values_and_meets_no_spikes():
    _, answers = foretold(table(seat("rex", hand="missile_pod A"), seat("stego D")), "item:missile_pod/1")
    assert (answers["defend"].stops, answers["defend"].spikes) == (True, False)
    _, answers = foretold(table(seat("rex", hand="missile_pod A A"), seat("stego D")), "item:missile_pod/2")
    assert (answers["defend"].stops, answers["pass"].left) == (False, 20)


def test_what_is_attached_is_known_only_to_those_who_have_learnt_it():
    hidden, learnt, bare = "raptor E", "raptor E!0", "raptor"
    possible = {
        under: [foretold(table(seat("raptor A"), seat(under)))[1][one].possible for one in ("evade", "defend")]
        for under in (hidden, learnt, bare)
    }
    assert possible == {hidden: [None, None], learnt: [True, False], bare: [False, False]}
    assert foretold(table(seat("raptor A"), seat("raptor E E!0")))[0].unknown == 1


@pytest.mark.parametrize("secret", ["A A", "E E", "D D", "E D", "missile_pod smoke_canister"])
def test_the_same_for_worlds_that_the_attacker_cannot_tell_apart(secret):
    """The whole view, forecasts and all, is the same whatever lies face down, in the hand and in the deck."""

    def seen(under, hand, deck):
        stacks = dict.fromkeys([*"AEDWPZ", "missile_pod", "smoke_canister"], 2)
        state = table(seat("raptor A"), seat(f"raptor {under}", hand=hand, deck=deck), supply=stacks)
        return state.view(0).forecasts

    first, second = secret.split()
    assert seen(secret, "A D", "E") == seen("A D", f"{first} {second}", "E") == seen("E A", "D E", "A")


@pytest.mark.parametrize("answer", ["pass", "evade", "defend"])
def test_foretold_is_what_happens(answer):
    """Every attack of every dino and item, against one that answers: damage, KO, status, bench, Wounds of spikes."""
    chance = random.Random(7)
    for number, attack in enumerate(OWN.attacks):
        met, benched = chance.choice(DINO_IDS), chance.choice(DINO_IDS)
        cards = attack.cost.replace("*", "A")
        theirs = seat(f"{met} E D", benched)
        if number < ITEM_ATTACKS:
            state = table(seat(f"{DINO_IDS[number // 2]} {' '.join(cards)}"), theirs, turn={"combat_bonus": 1})
            move = f"attack:{1 + number % 2}"
        else:
            item = {"Light Missile": "missile_pod/1", "Heavy Missile": "missile_pod/2"}.get(attack.name)
            item = item or {"Toxin Cloud": "toxin_sprayer/1", "Shock": "shock_net/1"}[attack.name]
            state = table(seat("rex", hand=f"{item.partition('/')[0]} {' '.join(cards)}"), theirs)
            move = f"item:{item}"
        told = foretold(state, move)[1][answer]
        before = {one: stack(state, one) for one in "WPZ"}
        do(state, move)
        while state.to_move == (0,) or state.view(state.to_move[0]).decision != "defence":
            do(state, state.moves(state.to_move[0])[0])
        do(state, answer)
        name = (attack.name, met, benched)
        if told.left:
            assert active(state, 1)["dino"] == met, name
            assert hp(met) - damage(state, 1) == told.left, name
        else:
            assert met in trophies(state, 0).split(), name
        assert [card for card in zone(state, 1, "discard").split() if card in "WPZ"] == list(told.status), name
        assert zone(state, 0, "discard").split().count("W") == told.spikes, name
        assert before["W"] - stack(state, "W") == told.status.count("W") + told.spikes, name
        if told.bench and told.left:
            [hit] = told.bench
            assert hp(benched) - damage(state, 1, 1) == hit.left, name


def test_nobody_else_reads_a_forecast():
    """An opponent and a spectator get none: it would name what an attacker holds."""
    state = table(seat("raptor A", hand="missile_pod A"), seat("raptor"))
    assert state.view(0).forecasts
    assert not state.view(1).forecasts and not state.view(None).forecasts
