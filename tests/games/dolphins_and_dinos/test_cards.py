"""One test per card, named as the card: what the table shows of it, and what it does (section 8)."""

from __future__ import annotations

import pytest

from .helpers import choose, features, idle, lap, money, museum, offer, removed, start, told


def card_on_table(players, item):
    """A game in which the card is the first of T1, and the card as the table shows it."""
    others = [card for card in ("1", "2", "3") if card != item][:2]
    state = start(players, f"{item} {' '.join(others)}")
    return state, state.view(0).columns[0].cards[0]


def check_exhibit(value, name, marks, price, surcharge=0, leaves_at=None):
    """``leaves_at``: the number of payers at which it leaves, for 2 to 6 players; None if it never does."""
    item = str(value)
    for players in range(2, 7):
        threshold = 0 if leaves_at is None else leaves_at[players - 2]
        for payers in range(1, players + 1):
            state, card = card_on_table(players, item)
            shown = (card.item, card.name, card.features, card.price, card.surcharge, card.leaves_at)
            assert shown == (item, name, marks, price, surcharge, threshold)
            events = choose(state, *["C@b2" if seat >= payers else f"{item}@b2" for seat in range(players)])
            cost, extra = price + surcharge * payers, surcharge * payers
            assert told(events, kinds={"paid"}) == [("paid", seat, value, cost, extra) for seat in range(payers)]
            assert money(state) == [42 + 3 * players - cost * (seat < payers) for seat in range(players)]
            assert state.moves(0) == ["none", *marks], "its own features, all free: nothing lower was placed"
            gone = threshold and payers >= threshold
            assert removed(state) == ({item} if gone else set())
            features(state, P1=marks[-1])
            assert museum(state, 0) == {"b2": f"{item}{marks[-1]}"}
            idle(state, 9)
            assert (item in offer(state)) == (not gone)


def test_arrowhead():
    check_exhibit(1, "Arrowhead", "A", 1)


def test_butterfly():
    check_exhibit(2, "Butterfly", "L", 1)


def test_trilobite():
    check_exhibit(3, "Trilobite", "WA", 2)


def test_frog():
    check_exhibit(4, "Frog", "WL", 2)


def test_skeleton():
    check_exhibit(5, "Skeleton", "A", 3)


def test_fish():
    check_exhibit(6, "Fish", "WL", 3)


def test_theater():
    check_exhibit(7, "Theater", "WAL", 4)


def test_sea_horse():
    check_exhibit(8, "Sea Horse", "WL", 4)


def test_saber_tooth():
    check_exhibit(9, "Saber Tooth", "A", 5)


def test_shark():
    check_exhibit(10, "Shark", "WL", 5)


def test_snake():
    check_exhibit(11, "Snake", "L", 6)


def test_plesiosaur():
    check_exhibit(12, "Plesiosaur", "WA", 6)


def test_pterodactyl():
    check_exhibit(13, "Pterodactyl", "A", 7, surcharge=1, leaves_at=(1, 2, 3, 4, 5))


def test_dolphin():
    check_exhibit(14, "Dolphin", "WL", 7, surcharge=1, leaves_at=(1, 2, 3, 4, 5))


def test_t_rex():
    check_exhibit(15, "T. Rex", "A", 8, surcharge=2, leaves_at=(1, 1, 2, 3, 4))


def test_restaurant():
    for players in range(2, 7):
        state, card = card_on_table(players, "R")
        shown = (card.item, card.name, card.features, card.price, card.surcharge, card.leaves_at)
        assert shown == ("R", "Restaurant", "", 0, 0, 0)
        events = choose(state, *["R(13)@b2"] * players)
        assert told(events, kinds={"received"}) == [("received", seat, 6) for seat in range(players)]
        assert money(state) == [42 + 3 * players + 6] * players
        assert state.view(0).round == 2, "no features for a restaurant"
        assert removed(state) == set()
        assert museum(state, 0) == {"b2": "(13)"}
        idle(state, 9)
        assert "R" in offer(state)


def all_cards():
    state = idle(start(2), 4)
    return [card for column in state.view(None).columns for card in column.cards]


def test_base_prices_add_up():
    """DD-18: $64 for all exhibits, $42 without the last three; the hidden 12 costs 6."""
    prices = {card.item: card.price for card in all_cards()}
    assert sum(prices.values()) + 6 == 64
    assert prices["13"] + prices["14"] + prices["15"] == 22


@pytest.mark.parametrize(("feature", "values"), [
    ("A", {1, 3, 5, 7, 9, 13, 15}),
    ("W", {3, 4, 6, 7, 8, 10, 14}),
    ("L", {2, 4, 6, 7, 8, 10, 11, 14}),
])  # fmt: skip
def test_eight_exhibits_carry_each_feature(feature, values):
    """DD-29: the hidden 12 has A and W besides."""
    assert {int(card.item) for card in all_cards() if feature in card.features} == values


def test_nobody_is_asked_about_a_feature_of_a_corridor():
    """DD-32: the corridor is no card at all."""
    state = start(2)
    lap(state, "C", "C")
    assert state.view(0).round == 2
