"""Remove: DD-24 to DD-27, rulings DD-R14 and DD-R15."""

from __future__ import annotations

import pytest

from mesozoic import IllegalMove

from .helpers import choose, features, idle, lap, museum, offer, picks, place, removed, start, told, with_money

LEAVES_AT = {
    "13": {1: 1, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5},
    "14": {1: 1, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5},
    "15": {1: 1, 2: 1, 3: 1, 4: 2, 5: 3, 6: 4},
}


def test_unpaid_pickers_do_not_count():
    """DD-24: two pick the 13 among three players, one pays: it stays."""
    state = with_money(start(3, "13 2 3"), 20, 8, 51)
    events = choose(state, "13@a1", "13@a1", "C@a1")
    assert told(events, kinds={"removed"}) == []
    features(state)
    assert removed(state) == set()


def test_those_who_placed_it_count():
    """DD-24: two of three paid, so it leaves."""
    state = start(3, "13 2 3")
    events = choose(state, "13@a1", "13@a1", "C@a1")
    assert told(events, kinds={"removed"}) == [("removed", 13, 2)]


def test_a_card_that_nobody_could_pay_stays():
    """DD-24, DD-26: no payer at all is not enough, whatever the number of players."""
    state = with_money(start(2, "15 2 3"), 11, 0)
    choose(state, "15@a1", "15@a1")
    assert removed(state) == set()


@pytest.mark.parametrize("value", [*range(1, 13), "R"])
def test_1_to_12_and_the_restaurant_stay_all_game(value):
    """DD-25: although everybody takes them."""
    state = start(2, f"{value} 13 14")
    pick = "R(4)" if value == "R" else str(value)
    events = lap(state, pick, pick)
    assert told(events, kinds={"removed"}) == []
    assert removed(state) == set()
    idle(state, 9)
    assert str(value) in offer(state)


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("card", ["13", "14", "15"])
def test_a_card_leaves_at_its_number_of_payers(players, card):
    """DD-26: and one payer fewer leaves it on the table."""
    for payers in range(players + 1):
        state = start(players, f"{card} 2 3")
        events = lap(state, *[card] * payers, *["C"] * (players - payers))
        leaves = payers >= LEAVES_AT[card][players]
        assert removed(state) == ({card} if leaves else set())
        assert told(events, kinds={"removed"}) == ([("removed", int(card), payers)] if leaves else [])


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6])
def test_the_card_says_when_it_leaves(players):
    """DD-26: what the table shows is what happens."""
    view = start(players, "13 14 15 | 1 2 3").view(0)
    shown = {card.item: card.leaves_at for column in view.columns for card in column.cards}
    assert shown == {**{card: LEAVES_AT[card][players] for card in LEAVES_AT}, "1": 0, "2": 0, "3": 0}


def test_those_who_placed_it_keep_it():
    """DD-27: removal comes after paying."""
    state = start(2, "15 2 3")
    lap(state, "15", "15")
    assert removed(state) == {"15"}
    assert museum(state, 0) == museum(state, 1) == {"a1": "15"}


def test_nobody_can_pick_it_later():
    """DD-27: not even those who never had it."""
    state = start(2, "15 2 3 | 4 5 6")
    lap(state, "15", "C")
    idle(state, 9)
    assert "15" not in picks(state, 1)
    with pytest.raises(IllegalMove, match="has left the game"):
        state.play(1, "15")


def test_a_card_that_stayed_can_be_picked_later():
    """DD-27: and leave then."""
    state = start(3, "13 2 3 | 4 5 6")
    lap(state, "13", "C", "C")
    idle(state, 9)
    assert ["13" in picks(state, seat) for seat in range(3)] == [False, True, True]
    for seat, item in enumerate(["C", "13", "13"]):
        events = place(state, seat, item)
    assert told(events, kinds={"removed"}) == [("removed", 13, 2)]


def test_payers_of_two_rounds_are_not_added_up():
    """DD-24: this round's payers alone count."""
    state = start(3, "13 2 3 | 4 5 6")
    lap(state, "13", "C", "C")
    idle(state, 9)
    for seat, item in enumerate(["C", "13", "C"]):
        place(state, seat, item)
    assert removed(state) == set()


# --- Rulings ------------------------------------------------------------------------------------------------


def test_the_number_of_players_is_never_reduced():
    """DD-R14: players who pick something else, or are broke, still count in N."""
    state = with_money(start(4, "13 2 3"), 54, 54, 0, 0)
    choose(state, "13@a1", "13@a1", "C@a1", "13@a1")
    assert removed(state) == set(), "two paid, three of four are needed"


def test_in_a_game_of_two_one_payer_is_enough():
    """DD-R15: and none is not, for the 15 either."""
    for card in ("13", "14", "15"):
        state = start(2, f"{card} 2 3")
        lap(state, "C", card)
        assert removed(state) == {card}
        state = start(2, f"{card} 2 3")
        lap(state, "C", "C")
        assert removed(state) == set()


def test_two_players_make_two_cards_leave_in_one_round():
    """DD-R15: each a different one."""
    state = start(2, "13 14 15")
    events = choose(state, "15@a1", "13@a1")
    assert told(events, kinds={"removed"}) == [("removed", 13, 1), ("removed", 15, 1)]
    assert removed(state) == {"13", "15"}
