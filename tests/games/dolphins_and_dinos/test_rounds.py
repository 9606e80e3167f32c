"""The structure of the nine rounds: DD-06 to DD-08, rulings DD-R1 to DD-R5."""

from __future__ import annotations

import pytest

from mesozoic import IllegalMove

from .helpers import choose, features, idle, kinds, lap, offer, picks, removed, start, told

DECK = "1 2 3 | 4 5 6 | 7 8 9 | 10 11 15 | 13 14 R"
# round: the active columns, how many columns are face up, how many cards are left in the deck
SCHEDULE = {
    1: ((1,), 2, 9),
    2: ((2,), 3, 6),
    3: ((3,), 4, 3),
    4: ((4,), 5, 0),
    5: ((5,), 5, 0),
    6: ((5,), 5, 0),
    7: ((4,), 5, 0),
    8: ((3,), 5, 0),
    9: ((1, 2), 5, 0),
}


def test_a_round_goes_choose_reveal_pay_remove_features_end():
    """DD-06: each step for all players before the next one begins."""
    state = start(2, "15 5 9")
    events = choose(state, "15@a1", "5@b2") + features(state, P1="A")
    steps = ["chose", "revealed", "paid", "removed", "decided", "featured", "column_dealt", "round_began"]
    assert kinds(events) == steps


def test_nobody_moves_ahead_of_the_others():
    """DD-06: a seat that has chosen waits for all the others, round by round and step by step."""
    state = start(3, "15 5 9")
    choose(state, "5@a1", "9@a1")
    assert state.to_move == (2,)
    with pytest.raises(IllegalMove, match="P1 has nothing to decide now; the game waits for P3"):
        state.play(0, "C@a2")
    state.play(2, "C@a1")
    state.play(0, "A")
    assert state.to_move == (1,)
    state.play(1, "A")
    assert state.to_move == (0, 1, 2)


def test_there_are_nine_rounds():
    """DD-06: not one more, not one less."""
    state = start(2)
    began = [state.view(0).round]
    while not state.is_over:
        events = lap(state, "C", "C")
        began += [fact[1] for fact in told(events, kinds={"round_began"})]
    assert began == [1, 2, 3, 4, 5, 6, 7, 8, 9]


@pytest.mark.parametrize("number", SCHEDULE)
def test_the_path_over_the_table(number):
    """DD-07: active columns, face-up columns and deck, round by round."""
    view = idle(start(2, DECK), number).view(None)
    active = tuple(column.number for column in view.columns if column.active)
    assert (active, len(view.columns), view.deck_count) == SCHEDULE[number]


def test_each_column_says_when_it_is_used():
    """DD-07: T1 and T2 come back together in round 9."""
    view = idle(start(2, DECK), 4).view(0)
    assert [column.rounds for column in view.columns] == [(1, 9), (2, 9), (3, 8), (4, 7), (5, 6)]


def test_on_offer_are_the_cards_of_the_active_column():
    """DD-08: all of them, and a corridor beside them."""
    state = start(2, DECK)
    assert picks(state) == ["1", "2", "3", "C"]
    assert picks(idle(state, 2)) == ["4", "5", "6", "C"]


def test_a_card_that_has_left_is_not_on_offer():
    """DD-08: although its column is active again."""
    state = start(2, "15 1 2 | 4 5 6")
    lap(state, "15", "C")
    idle(state, 9)
    assert offer(state) == ["1", "2", "4", "5", "6"]
    assert picks(state, 1) == ["1", "2", "4", "5", "6", "C"]


def test_columns_are_dealt_after_rounds_1_2_3_only():
    """DD-R1: five columns are all there are; after round 4 there is nothing to deal."""
    state = start(2, DECK)
    dealt = {}
    while not state.is_over:
        number = state.view(0).round
        dealt[number] = told(lap(state, "C", "C"), kinds={"column_dealt"})
    assert [number for number, events in dealt.items() if events] == [1, 2, 3]
    assert len(state.view(0).columns) == 5


def test_the_way_back_ends_on_the_two_leftmost_columns():
    """DD-R2: T5 again, then T4, T3, and T1 with T2; one card from the pool of both."""
    state = start(2, DECK)
    offers = {number: offer(idle(state, number)) for number in range(5, 10)}
    assert offers[5] == offers[6] == ["13", "14", "R"]
    assert offers[7] == ["10", "11", "15"]
    assert offers[8] == ["7", "8", "9"]
    assert offers[9] == ["1", "2", "3", "4", "5", "6"]
    lap(state, "6", "1")
    assert state.is_over


def test_a_removed_card_leaves_a_gap():
    """DD-R3: nothing slides, no column is renumbered."""
    state = start(2, "1 15 2 | 4 5 6")
    lap(state, "15", "C")
    first = state.view(None).columns[0]
    assert (first.number, [card.item for card in first.cards]) == (1, ["1", "15", "2"])
    assert [card.removed for card in first.cards] == [False, True, False]
    assert picks(state) == ["4", "5", "6", "C"], "round 2 is still T2"


def test_two_players_can_empty_a_column_but_for_one_card():
    """DD-R3: at most two of its cards leave in its first use, so something is on offer when it comes back."""
    state = start(2, "13 15 14")
    lap(state, "13", "14")
    assert removed(state) == {"13", "14"}
    idle(state, 9)
    assert "15" in picks(state, 0)


def test_three_players_can_take_two_cards_away():
    """DD-R3: two for the 13, one for the 15."""
    state = start(3, "13 15 14")
    lap(state, "13", "15", "13")
    assert removed(state) == {"13", "15"}


def test_four_players_can_take_only_one_card_away():
    """DD-R3: three on the 13 leave one, who cannot take the 15 away alone; two and two take the 15 alone."""
    state = start(4, "13 15 14")
    lap(state, "13", "15", "13", "13")
    assert removed(state) == {"13"}
    state = start(4, "13 15 14")
    lap(state, "13", "15", "13", "15")
    assert removed(state) == {"15"}


def test_the_hidden_card_stays_out_of_every_view_until_the_end():
    """DD-R4: also from round 4 on, when it could be worked out."""
    state = start(2, DECK)
    hidden = str(state.position()["hidden"])
    for number in range(1, 10):
        idle(state, number)
        for seat in (0, 1, None):
            view = state.view(seat)
            assert view.hidden is None
            assert hidden not in [card.item for column in view.columns for card in column.cards]
    idle(state, 10)
    assert {state.view(seat).hidden for seat in (0, 1, None)} == {hidden}


def test_from_round_4_the_hidden_card_can_be_worked_out():
    """DD-R4: all 15 others lie face up then; in round 3 three are still missing."""
    state = start(2, DECK)
    seen = {}
    for number in (3, 4):
        columns = idle(state, number).view(1).columns
        seen[number] = {card.item for column in columns for card in column.cards}
    assert len(seen[3]) == 12
    everything = {str(value) for value in range(1, 16)} | {"R"}
    assert everything - seen[4] == {str(state.position()["hidden"])}


def test_the_schedule_stands_for_the_lost_picture():
    """DD-R5: the table of DD-07, card by card, is what the game plays."""
    state = start(2, DECK)
    path = []
    while not state.is_over:
        path.append(offer(state))
        lap(state, "C", "C")
    columns = [["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"], ["10", "11", "15"], ["13", "14", "R"]]
    t1, t2, t3, t4, t5 = columns
    assert path == [t1, t2, t3, t4, t5, t5, t4, t3, t1 + t2]
