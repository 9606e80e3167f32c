"""What each seat may know (ledger section 2, BD-R31, BD-R46, BD-R48): what is hidden stays so and is redealt."""

from __future__ import annotations

import io
from collections import Counter

import pytest
from rich.console import Console

from mesozoic.kernel.conformance import plain
from mesozoic.kernel.rng import seeded

from .helpers import GAME, do, finish_turn, options, seat, table, zone


def swap(state, change):
    """The same game with hidden cards exchanged."""
    position = state.position()
    change(position)
    return GAME.start(state.players, options=dict(state.setup.options), position=position)


def busy():
    return table(
        seat("raptor A", "rex", hand="A E W overclock", deck="D D E E", discard="A"),
        seat("stego D A", "bronto missile_pod", hand="E W W", deck="A A D Z", discard="D P"),
        seat("compy E", hand="D D D", deck="W W W"),
        offering="raptor rex stego bronto pterano",
        dino_deck="compy compy rex",
    )


def test_others_see_counts_only():
    """Section 2: hands, decks and face-down cards."""
    view = busy().view(0)
    other = view.seats[1]
    assert (other.hand, other.hand_count, other.deck_count) == (None, 3, 4)
    assert [card.card for card in other.active.attached] == [None, None]
    assert other.discard == ("D", "P") and other.wounds == 2
    mine = view.seats[0]
    assert mine.hand == ("A", "E", "W", "overclock") and mine.active.attached[0].card == "A"


def test_a_spectator_sees_no_hand_at_all():
    view = busy().view(None)
    assert all(one.hand is None for one in view.seats)
    assert all(card.card is None for one in view.seats for card in one.active.attached)


@pytest.mark.parametrize("watcher", [0, 2, None])
def test_a_view_is_unchanged_when_hidden_cards_are_exchanged(watcher):
    """Section 10: hand with deck, hand with face-down card, order of decks, order of the Dino Deck."""
    state = busy()

    def hand_and_deck(position):
        one = position["seats"][1]
        one["hand"][0], one["deck"][0] = one["deck"][0], one["hand"][0]
        one["shuffled"] = one["deck"] + ["A"]

    def hand_and_attached(position):
        one = position["seats"][1]
        one["hand"][0], one["active"]["attached"][0]["card"] = one["active"]["attached"][0]["card"], one["hand"][0]

    def dino_deck(position):
        position["dino_deck"].reverse()

    for change in (hand_and_attached, dino_deck):
        assert swap(state, change).view(watcher) == state.view(watcher)
    moved = swap(state, hand_and_deck)
    assert plain(moved.view(watcher).seats[1].active) == plain(state.view(watcher).seats[1].active)
    assert moved.view(watcher).seats[1].hand == state.view(watcher).seats[1].hand


def test_imagining_keeps_the_multiset_of_hidden_cards():
    """BD-R48: hand, deck and face-down cards of a seat together."""
    state = busy()
    hands, backs = set(), set()
    for number in range(60):
        other = state.imagine(0, seeded(number)).position()["seats"][1]
        real = state.position()["seats"][1]
        lying = [card["card"] for place in [other["active"], *other["bench"]] for card in place["attached"]]
        truly = [card["card"] for place in [real["active"], *real["bench"]] for card in place["attached"]]
        assert Counter(other["hand"] + other["deck"] + lying) == Counter(real["hand"] + real["deck"] + truly)
        assert not {"W", "P", "Z"} & set(lying), "BD-14"
        assert other["discard"] == real["discard"]
        hands.add(tuple(other["hand"]))
        backs.add(tuple(lying))
    assert len(hands) > 3 and len(backs) > 5


def test_imagining_keeps_what_a_seat_knows():
    """BD-R31: own cards, learnt cards, salvaged cards."""
    state = table(
        seat("raptor A E D", hand="A E"), seat("stego D!0 A!", "bronto E", hand="E A missile_pod", deck="A D W")
    )
    for number in range(40):
        other = state.imagine(0, seeded(number)).position()["seats"]
        assert other[0]["active"] == state.position()["seats"][0]["active"] and other[0]["hand"] == ["A", "E"]
        assert [card["card"] for card in other[1]["active"]["attached"]] == ["D", "A"]


def test_imagining_deals_decks_out_of_what_was_shuffled_into_them():
    """BD-R48: everybody saw the discard pile that became the deck."""
    state = table(seat(), seat("raptor A E", hand="D D", deck="W W W"))
    for number in range(20):
        assert state.imagine(0, seeded(number)).position()["seats"][1]["deck"] == ["W", "W", "W"]


def test_imagining_does_not_forget_a_shaken_off_paralyze():
    """BD-R19, BD-R48: who used a Shock Net holds a Z."""
    state = table(seat(), seat("raptor", hand="Z D E", deck="Z A A A", calm=-1), on_turn=1)
    for number in range(40):
        other = state.imagine(0, seeded(number))
        assert other.paralysis(1) >= 0 and "Z" in zone(other, 1, "hand").split()


def test_imagining_an_unfinished_choice():
    """BD-R46: for others it is as if not begun; for its owner it stands."""
    state = table(seat(hand="A A E E"), seat(), phase="buy", supply={"battle_plan": 6})
    do(state, "buy:battle_plan")
    assert state.view(1).decision == "buy" and state.view(0).decision == "payment"
    assert state.imagine(1, seeded(1)).position()["pending"] == []
    assert state.imagine(0, seeded(1)).position()["pending"] == state.position()["pending"]


def test_a_world_is_the_same_after_a_reload():
    """BD-R48: the same view and generator give the same world, in whatever order the cards came to their dinos."""
    state = table(seat(hand="A"), seat("raptor", "rex", hand="A E D A E D missile_pod", deck="A D E"), on_turn=1)
    state.attaches = 6
    do(state, "attach:A@b1", "attach:E@a", "attach:D@b1", "attach:A@a", "attach:missile_pod@b1")
    again = GAME.start(2, options=dict(state.setup.options), position=state.position())
    assert again.view(0) == state.view(0)
    for number in range(20):
        world = state.imagine(0, seeded(number)).position()
        assert world == again.imagine(0, seeded(number)).position()


def test_the_own_deck_is_shuffled_in_imagination():
    """Nobody knows the order of a deck."""
    state = busy()
    orders = {tuple(state.imagine(0, seeded(number)).deck_order(0)) for number in range(40)}
    assert len(orders) > 3 and all(sorted(order) == sorted(state.deck_order(0)) for order in orders)


def test_events_of_drawing_are_private():
    """Section 5, step 9: counts to all, cards to the owner."""
    state = table(seat(hand="A", deck="E D W W W W"), seat(), phase="buy")
    told = do(state, "done")
    drew = [event for event in told if event.kind == "drew"]
    assert [event.cards for event in drew if event.is_known_to(0)] == [("E", "D", "W", "W", "W", "W")]
    assert [(event.number, event.cards) for event in drew if event.is_known_to(1)] == [(6, None)]
    assert [event.cards for event in drew if event.is_known_to(None)] == [None]


def test_the_view_tells_the_table():
    """Section 9: Offering, stacks with prices, allowances, the attack that waits."""
    state = busy()
    view = state.view(0)
    assert [offer.dino for offer in view.offering] == ["raptor", "rex", "stego", "bronto", "pterano"]
    assert view.dino_deck_count == 3 and (view.round, view.round_limit) == (2, 40)
    assert [(one.card, one.cost) for one in view.stacks][:6] == [
        *(("A", "0"), ("E", "0"), ("D", "0"), ("W", "-"), ("P", "-"), ("Z", "-"))
    ]
    assert (view.strategies, view.attaches, view.buys) == (1, 1, 1)
    do(state, "attack:1", "at:P2")
    attack = state.view(1).attack
    assert (attack.by, attack.target, attack.attacker, attack.name) == (0, 1, "raptor", "Sickle Slash")
    assert (attack.atk, attack.damage, attack.direct) == (5, 10, False)


def test_wounds_are_counted_for_all_to_see():
    """BD-R41: everybody can deduce them."""
    state = GAME.start(2, seed=1)
    finish_turn(state)
    assert [one.wounds for one in state.view(None).seats] == [3, 3]
    assert options(state)


def test_ones_own_calmed_paralyze_is_in_the_hand():
    """BD-R48: the deck of the watcher itself is drawn anew without a thought of its hand."""
    state = table(seat("raptor", hand="Z shock_net A A", deck="Z A E D"), seat("rex"))
    do(state, "item:shock_net/2")
    for number in range(20):
        assert Counter(zone(state.imagine(0, seeded(number)), 0, "deck").split()) == Counter("ZAED")


def test_what_is_left_of_the_hand_in_the_cleanup_is_poison():
    """BD-R34, BD-R48: everything else has been discarded before everybody's eyes."""
    state = table(seat("raptor -25", "stego", "rex", hand="P P A", deck="Z P A E D A A A"), seat("rex"))
    do(state, "end", "done")
    assert zone(state, 0, "hand") == "P" and "hand of P1" not in GAME.secrets(state, 1)
    for number in range(30):
        other = state.imagine(1, seeded(number))
        GAME.check_invariants(other)
        assert zone(other, 0, "hand") == "P"
        do(other, "promote:b1")
        assert len(zone(other, 0, "hand").split()) == 6


def test_nobody_had_to_look_at_an_open_card():
    """BD-R31: a salvaged card is known to all; one that was looked at names those who did."""
    state = table(seat("raptor A! E!1 D"), seat("rex"))
    assert [card.looked_at_by for card in state.view(1).seats[0].active.attached] == [(), (1,), ()]


def drawn(state, number):
    console = Console(width=200, record=True, file=io.StringIO())
    console.print(GAME.terminal.draw(state.view(number)))
    return console.export_text()


def test_a_direct_attack_shows_wounds_and_nothing_else():
    """BD-24, BD-R23: no dino, so neither status cards nor damage to a bench."""
    state = table(seat("dozer A D D"), seat(hand="missile_pod"))
    do(state, "attack:2")
    attack = state.view(1).attack
    assert (attack.direct, attack.status, attack.bench, attack.wounds) == (True, "", 0, 5)
    assert "Bulldoze by dozer on P2 directly: 5 Wounds." in drawn(state, 1)
    state = table(seat("dozer A D D"), seat("rex A"))
    do(state, "attack:2")
    assert "Bulldoze by dozer on P2: ATK 5, 25 damage, then Wound." in drawn(state, 1)
    assert state.view(1).attack.wounds == 0


def test_paralysis_is_not_counted_for_an_immune_dino():
    """BD-R18."""
    assert "less 1 by Paralyze" in drawn(table(seat("raptor", hand="Z"), seat()), 0)
    assert "by Paralyze" not in drawn(table(seat("ankylo", hand="Z"), seat()), 0)
