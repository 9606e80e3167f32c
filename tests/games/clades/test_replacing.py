"""CL-18 to CL-23, CL-27 to CL-34, CL-R14, CL-R15, CL-R18 to CL-R32: drawing, bonus cards, stalls and the end."""

from __future__ import annotations

import pytest

from .helpers import (
    BARE,
    CLADE_CALL,
    GAME,
    HOST,
    MIXED_CALL,
    begun,
    call,
    counts,
    deck,
    false_call,
    grid,
    hand,
    kinds,
    order,
    pile,
    place,
    refusal,
    told,
    true_calls,
)

GRID = "ML1B SL2G AL3R MW2B SA1G MW1B ML2B MA3B SW3G SL3G SA3G AA1B"
DECK = "AW1B AW2G AW3R AL1G AL2B AA2R AA3B MW3R ML3R MA1R"
HANDS = ["MA2G", "SA2G", "AW2B"]


# --- Clade triples ------------------------------------------------------------------------------------------


def test_cl_19_a_clade_triple_earns_two_cards_from_the_deck():
    """CL-19."""
    state = place(3, GRID, HANDS, DECK)
    events = call(state, 0, CLADE_CALL)
    assert counts(state) == [5, 0, 0] and {"AW1B", "AW2G"} < pile(state, 0)
    assert [event.seat for event in told(events, "won")] == [0, 0]
    assert "clade triple" in events[0].words()
    assert state.view(1).seats[0].clade_triples == 1


def test_cl_19_any_other_triple_earns_nothing_extra():
    """CL-19."""
    state = place(3, GRID, HANDS, DECK)
    call(state, 0, MIXED_CALL)
    assert counts(state) == [3, 0, 0] and deck(state) == DECK.split()


def test_cl_20_a_bonus_card_among_the_extras_goes_to_a_neighbour_and_is_replaced():
    """CL-20."""
    state = place(3, GRID, HANDS, "AW1B SHARK AW2G AW3R")
    call(state, 0, CLADE_CALL)
    assert counts(state) == [5, 0, 1] and pile(state, 2) == {"SHARK"}
    assert {"AW1B", "AW2G"} < pile(state, 0)


def test_cl_21_with_an_empty_deck_clade_triples_earn_nothing_extra():
    """CL-21."""
    state = place(3, GRID, HANDS, "")
    call(state, 0, CLADE_CALL)
    assert counts(state) == [3, 0, 0]


# --- Replacing ----------------------------------------------------------------------------------------------


def test_cl_22_shared_cards_first_then_the_personal_card():
    """CL-22; CL-R14: the order of the text."""
    state = place(2, "ML1B SL2G MW2B SA1G MW1B ML2B MA3B SW3G SL3G SA3G AA1B AA2B", ["AL3R", "SA2G"], DECK)
    call(state, 0, MIXED_CALL)
    assert hand(state, 0) == []
    events = state.play(HOST, "settle")
    assert [event.kind for event in events if event.kind in ("laid", "drew")] == ["laid", "laid", "drew"]
    assert grid(state)[-2:] == ["AW1B", "AW2G"] and hand(state, 0) == ["AW3R"]
    assert [event.is_known_to(1) for event in told(events, "drew")] == [False]
    assert [event.is_known_to(0) for event in told(events, "drew")] == [True]


def test_cl_23_a_bonus_card_among_the_replacements_is_itself_replaced():
    """CL-23; CL-29, CL-30: the shark to the right, the next card at the place where it came up."""
    state = place(3, GRID, HANDS, "AW1B SHARK AW2G AW3R AL1G")
    call(state, 0, MIXED_CALL)
    events = state.play(HOST, "settle")
    assert grid(state)[-3:] == ["AW1B", "AW2G", "AW3R"]
    assert counts(state) == [3, 0, 1] and pile(state, 2) == {"SHARK"}
    assert told(events, "passed")[0].receiver == 2
    assert state.view(1).bonus_seen == ("SHARK",)


def test_cl_28_after_a_triple_the_pool_goes_back_to_the_grid_size():
    """CL-28; CL-R15: two scorers with 13 on the table: the first draws 3, the second 2."""
    state = place(2, GRID + " AA2B", HANDS[:2], DECK)
    call(state, 0, MIXED_CALL)
    events = call(state, 1, "SW3G SL3G SA3G")
    assert len(grid(state)) == 12
    assert len(told(events, "laid")) == 5


def test_cl_r15_nothing_is_drawn_while_more_than_12_remain():
    """CL-R15."""
    state = place(3, GRID + " AA2B AA2G AA2R", HANDS, "AW1B AW2G AW3R")
    call(state, 0, MIXED_CALL)
    state.play(HOST, "settle")
    assert len(grid(state)) == 12 and len(deck(state)) == 3


# --- Bonus cards --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "receiver"), [("SHARK", 1), ("BIVALVE", 3)])
def test_cl_29_shark_right_bivalve_left_of_the_scorer(card, receiver):
    """CL-29."""
    state = place(4, GRID, [*HANDS, "AW2R"], f"{card} AW1B AW2G AW3R")
    call(state, 2, CLADE_CALL)
    assert pile(state, receiver) == {card}


def test_cl_29_with_two_seats_both_go_to_the_opponent():
    """CL-29; CL-R1."""
    state = place(2, GRID, HANDS[:2], "SHARK AW1B AW2G BIVALVE " + DECK[15:])
    call(state, 0, CLADE_CALL)
    state.play(HOST, "settle")
    assert {"SHARK", "BIVALVE"} <= pile(state, 1)


def test_cl_31_the_second_bonus_card_brings_its_receiver_five_cards():
    """CL-31."""
    state = place(3, GRID, HANDS, "AW1B BIVALVE AW2G AW3R AL1G AL2B AA2R AA3B MW3R", bonus_seen=["SHARK"])
    events = call(state, 0, CLADE_CALL)
    assert pile(state, 1) == {"BIVALVE", "AW3R", "AL1G", "AL2B", "AA2R", "AA3B"}
    assert pile(state, 0) >= {"AW1B", "AW2G"}, "the place is filled first"
    at = kinds(events)
    assert at.index("passed") < at.index("pair_completed") < at.index("won", at.index("passed")) < len(at) - 5
    assert deck(state) == ["MW3R"]


def test_cl_32_a_bonus_card_counts_as_one_card():
    """CL-32."""
    state = place(3, "ML1B SL2G AL3R", HANDS, "", piles=[["SHARK"], [], []])
    assert state.score(0) == 1


def test_cl_r26_each_draw_takes_what_is_there():
    """CL-R26."""
    state = place(3, GRID, HANDS, "AW1B")
    call(state, 0, CLADE_CALL)
    assert counts(state) == [4, 0, 0]
    state.play(HOST, "settle")
    assert len(grid(state)) == 9, "nothing is replaced"


def test_cl_r28_two_adjacent_bonus_cards_in_one_draw():
    """CL-R28: Both given, the place filled, then 5 cards to the second's receiver."""
    state = place(3, GRID, HANDS, "SHARK BIVALVE AW1B AW2G AW3R AL1G AL2B AA2R AA3B MW3R")
    events = call(state, 0, CLADE_CALL)
    assert pile(state, 2) == {"SHARK"}
    assert pile(state, 1) == {"BIVALVE", "AW2G", "AW3R", "AL1G", "AL2B", "AA2R"}
    assert {"AW1B", "AA3B"} <= pile(state, 0), "the second extra comes after the five"
    assert [event.receiver for event in told(events, "passed")] == [2, 1]


def test_cl_r28_a_deck_that_ends_with_a_bonus_card():
    """CL-R28."""
    state = place(3, GRID, HANDS, "AW1B SHARK")
    call(state, 0, CLADE_CALL)
    assert counts(state) == [4, 0, 1] and deck(state) == []


def test_cl_r29_relative_to_the_seat_whose_triple_caused_the_draw():
    """CL-R29."""
    state = place(3, GRID, HANDS, "AW1B AW2G AW3R AL1G SHARK AL2B AA2R AA3B")
    call(state, 1, MIXED_CALL)
    call(state, 2, "SW3G SL3G SA3G")
    state.play(HOST, "settle")
    # seat 2 drew AW1B AW2G as extras; seat 1 replaced with AW3R AL1G and then met the shark: right of 1 is 0
    assert pile(state, 0) == {"SHARK"}


def test_cl_r30_a_bonus_card_of_setup_does_not_count():
    """CL-R30."""
    state = place(3, GRID, HANDS, "AW1B BIVALVE AW2G AW3R AL1G")
    call(state, 0, CLADE_CALL)
    assert counts(state)[1] == 1


# --- Nobody sees a triple -----------------------------------------------------------------------------------


def test_cl_27_when_nobody_sees_a_triple_a_card_is_added_though_there_may_be_one():
    """CL-27."""
    state = place(2, GRID, HANDS[:2], DECK)
    assert true_calls(state, 0)
    state.play(0, "none")
    events = state.play(1, "none")
    assert kinds(events) == ["voted", "stalled", "laid"] and grid(state)[-1] == "AW1B" and len(grid(state)) == 13


def test_cl_r18_votes_majority_and_timer():
    """CL-R18."""
    state = place(4, GRID, [*HANDS, "AW2R"], DECK)
    state.play(0, "none")
    assert "none" not in state.moves(0) and "call" in state.moves(0)[0], "once, and it can still call"
    assert "already" in refusal(state, 0, "none")
    assert state.view(3).seats[0].voted and state.view(3).votes_needed == 4
    state.play(1, "none")
    assert "stall(majority)" not in state.moves(HOST)
    assert "more than half" in refusal(state, HOST, "stall(majority)")
    state.play(2, "none")
    assert state.moves(HOST) == ["stall(timer)", "stall(majority)"]
    state.play(HOST, "stall(majority)")
    assert len(grid(state)) == 13
    assert (GAME.prepare(2).options["majority_ms"], GAME.prepare(2).options["stall_s"]) == (5000, 90)
    state.play(HOST, "stall(timer)")
    assert len(grid(state)) == 14, "the host may at any time"


def test_cl_r18_a_locked_seat_votes_and_a_seat_on_break_does_not():
    """CL-R18."""
    state = place(3, GRID, HANDS, DECK, {"victory_break": True})
    call(state, 0, MIXED_CALL)
    state.play(HOST, "settle")
    assert 0 not in state.to_move and state.view(0).votes_needed == 2
    state.play(1, false_call(state, 1))
    state.play(1, "none")
    assert "stalled" in kinds(state.play(2, "none"))


def test_cl_r18_in_solitaire_one_vote_suffices():
    """CL-R18."""
    state = begun(1)
    before = len(grid(state))
    state.play(0, "none")
    assert len(grid(state)) == before + 1


def test_cl_r19_votes_are_wiped_at_settle_stall_and_penalty():
    """CL-R19."""
    settled = place(2, GRID, HANDS[:2], DECK)
    settled.play(1, "none")
    call(settled, 0, MIXED_CALL)
    settled.play(HOST, "settle")
    assert settled.position()["votes"] == []
    stalled = place(2, GRID, HANDS[:2], DECK)
    stalled.play(1, "none")
    stalled.play(HOST, "stall(timer)")
    assert stalled.position()["votes"] == []
    paid = place(2, GRID, HANDS[:2], DECK, {"false_call_penalty": True}, piles=[["MW3G"], []])
    paid.play(1, "none")
    paid.play(0, false_call(paid, 0))
    assert paid.position()["votes"] == []
    unpaid = place(2, GRID, HANDS[:2], DECK)
    unpaid.play(1, "none")
    unpaid.play(0, false_call(unpaid, 0))
    assert unpaid.position()["votes"] == [1], "a false call alone wipes nothing"


def test_cl_r20_the_four_steps_of_a_stall_in_their_order():
    """CL-R20: Open hands, add a card, end the break, end the game."""
    options = {"open_hand": "open", "victory_break": True}
    state = place(3, GRID, HANDS, "AW1B AW2G", options, on_break=2, owed=[0, 0, 1], last_scorer=2)
    state.play(HOST, "stall(timer)")
    assert state.view(0).hands_open and len(grid(state)) == 12
    state.play(HOST, "stall(timer)")
    state.play(HOST, "stall(timer)")
    assert len(grid(state)) == 14 and state.view(0).seats[2].on_break
    events = state.play(HOST, "stall(timer)")
    assert kinds(events) == ["break_ended"]
    assert not state.view(0).seats[2].on_break and state.view(0).seats[2].owed == 0
    assert state.to_move
    state.play(HOST, "stall(timer)")
    assert state.to_move == () and "nobody finds" in state.result.why


def test_cl_r20_without_any_personal_card_there_is_nothing_to_open():
    """CL-R20."""
    state = place(3, GRID, ["", "", ""], "AW1B AW2G", {"open_hand": "open"}, last_scorer=0)
    state.play(HOST, "stall(timer)")
    assert not state.view(0).hands_open and len(grid(state)) == 13


def test_cl_r21_still_none_with_13_adds_a_14th_and_a_15th():
    """CL-R21."""
    state = place(2, BARE.replace(" AL3G AA2B", ""), ["MW1B", "MW1G"], "AW1B AW2G AW3R", last_scorer=0)
    for size in (19, 20, 21):
        state.play(0, "none")
        state.play(1, "none")
        assert len(grid(state)) == size


def test_cl_r22_a_bonus_card_as_the_added_card_goes_beside_the_last_scorer():
    """CL-R22."""
    state = place(3, GRID, HANDS, "SHARK AW1B AW2G", last_scorer=1)
    state.play(HOST, "stall(timer)")
    assert pile(state, 0) == {"SHARK"} and grid(state)[-1] == "AW1B"


def test_cl_r22_before_the_first_triple_it_is_shuffled_back_and_not_counted():
    """CL-R22."""
    state = place(3, GRID, HANDS, "SHARK AW1B AW2G AW3R", reshuffles=[["AW3R", "SHARK", "AW2G"]])
    events = state.play(HOST, "stall(timer)")
    assert kinds(events) == ["stalled", "laid", "shuffled_back"]
    assert grid(state)[-1] == "AW1B" and deck(state) == ["AW3R", "SHARK", "AW2G"]
    assert counts(state) == [0, 0, 0] and state.view(0).bonus_seen == () and state.view(0).shuffled_back == 1


def test_cl_r22_if_nothing_but_bonus_cards_is_left_they_go_aside():
    """CL-R22."""
    state = place(3, GRID, HANDS, "SHARK BIVALVE")
    state.play(HOST, "stall(timer)")
    assert deck(state) == [] and set(state.view(0).aside) >= {"SHARK", "BIVALVE"} and len(grid(state)) == 12


def test_cl_r22_reshuffles_come_from_chance_and_are_written_down():
    """CL-R22."""
    state = GAME.start(3, deal={"order": _bonus_first()}, seed=3)
    state.play(HOST, "reveal")
    state.play(HOST, "start")
    state.play(HOST, "stall(timer)")
    assert state.journal.deal["reshuffles"] == [deck(state)]


def _bonus_first():
    first = [*HANDS, *GRID.split(), "SHARK"]
    return order(" ".join(first), players=3)


def test_cl_r23_the_added_card_is_an_ordinary_shared_card_at_once():
    """CL-R23."""
    state = place(2, "ML1B SL2G MW2B", HANDS[:2], "AL3R AW1B", last_scorer=0)
    state.play(HOST, "stall(timer)")
    call(state, 1, MIXED_CALL)
    assert counts(state) == [0, 3] and state.position()["scorers"][0]["shared"] == 3


# --- The end ------------------------------------------------------------------------------------------------


def test_cl_33_with_an_empty_deck_play_goes_on_and_nothing_is_replaced():
    """CL-33."""
    state = place(3, GRID, HANDS, "")
    call(state, 0, MIXED_CALL)
    state.play(HOST, "settle")
    assert state.to_move and len(grid(state)) == 9


def test_cl_34_the_game_ends_when_no_triple_is_left():
    """CL-34; CL-R24: after a settle, with an empty deck."""
    state = place(3, MIXED_CALL + " AA1B", HANDS, "")
    call(state, 0, MIXED_CALL)
    events = state.play(HOST, "settle")
    assert state.to_move == () and kinds(events)[-3:] == ["counted"] * 3
    assert "no triple is left" in state.result.why


def test_cl_r24_while_the_deck_holds_cards_nothing_is_announced():
    """CL-R24."""
    state = place(3, BARE[:29], None, "AA3R")
    assert not any(true_calls(state, seat) for seat in range(3))
    assert state.to_move == (0, 1, 2, HOST)


def test_cl_r24_when_play_begins_and_after_a_stall():
    """CL-R24."""
    assert place(2, "ML1B SL2G", ["MA2G", "SA2G"], "").to_move == ()
    state = place(2, "ML1B SL2G", ["MA2G", "SA2G"], "SL2B", last_scorer=0)
    state.play(HOST, "stall(timer)")
    assert state.to_move == ()


@pytest.mark.parametrize("blocked", ["locked", "on_break"])
def test_cl_r24_a_seat_that_is_locked_or_on_break_counts_too(blocked):
    """CL-R24."""
    more = {"locked": [1]} if blocked == "locked" else {"on_break": 1}
    options = {"victory_break": True}
    state = place(2, "ML1B SL2G", ["MA2G", "AL3R"], "", options, **more)
    assert state.to_move, "seat 1 could make the triple"


def test_cl_r25_triples_remain_but_nobody_finds_them():
    """CL-R25."""
    state = place(2, GRID, HANDS[:2], "")
    state.play(0, "none")
    state.play(1, "none")
    assert state.to_move == () and "nobody finds another triple" in state.result.why
    assert state.view(None).left_over, "what was still possible is shown"


def test_cl_35_score_is_the_pile_and_left_over_cards_count_for_nobody():
    """CL-35."""
    state = place(2, MIXED_CALL + " AA1B", HANDS[:2], "", piles=[["MW3G"], ["MW3R", "SHARK"]])
    call(state, 0, MIXED_CALL)
    state.play(HOST, "settle")
    assert state.result.scores == (4, 2)
    assert state.view(1).seats[0].personal == ("MA2G",), "remaining hands are shown"


def test_cl_36_the_most_cards_win_and_all_who_are_tied_for_most():
    """CL-36."""
    state = place(3, "ML1B SL2G", HANDS, "", piles=[["MW3G"], ["MW3R"], []])
    assert state.result.winners == (0, 1) and state.result.places == (1, 1, 3)


def test_cl_r27_nobody_scored_and_all_win():
    """CL-R27."""
    assert place(3, "ML1B SL2G", HANDS, "").result.winners == (0, 1, 2)
