"""CL-37 to CL-51, CL-R33 to CL-R36, CL-R40, CL-R43, CL-R44, CL-R46: teaching, balancing and harder variants."""

from __future__ import annotations

import mesozoic
from mesozoic.kernel.deal import Chance

from .helpers import (
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
    pile,
    place,
    refusal,
    told,
    true_calls,
)

GRID = "ML1B SL2G AL3R MW2B SA1G MW1B ML2B MA3B SW3G SL3G SA3G AA1B"
DECK = "AW1B AW2G AW3R AL1G AL2B AA2R AA3B MW3R ML3R MA1R"
HANDS = ["MA2G", "SA2G", "AW2B"]
BREAK = {"victory_break": True}
PENALTY = {"false_call_penalty": True}
OPEN = {"open_hand": "open"}
SWITCH = {"open_hand": "switch"}


# --- Teaching, threes only, personal cards ------------------------------------------------------------------


def test_cl_37_the_teaching_game_uses_the_27_cards_with_three_animals():
    """CL-37."""
    state = GAME.start(3, seed=1, options={"teaching": True})
    used = [card for zone in ("grid", "deck") for card in state.position()[zone]]
    used += [card for one in state.position()["hands"] for card in one]
    assert len(used) == 27 and all(card[2] == "3" and len(card) == 4 for card in used)


def test_cl_38_the_teaching_game_has_7_shared_cards_and_everything_else_as_usual():
    """CL-38."""
    state = begun(3, {"teaching": True}, seed=2)
    assert len(grid(state)) == 7 and all(len(hand(state, seat)) == 1 for seat in range(3))
    state.play(HOST, "stall(timer)")
    assert len(grid(state)) == 8
    state.play(0, true_calls(state, 0)[0])
    state.play(HOST, "settle")
    assert len(grid(state)) == 7, "the number that the pool goes back to"


def test_cl_42_threes_only_has_no_bonus_cards():
    """CL-42."""
    assert len(GAME.prepare(4, {"deck": "threes"}).variant.cards) == 27
    assert max(GAME.prepare(4, {"deck": "threes"}).variant.cards) < 81


def test_cl_43_chosen_seats_play_without_a_personal_card():
    """CL-43."""
    state = begun(3, {"personal": [0, 1, 1]})
    assert [len(hand(state, seat)) for seat in range(3)] == [0, 1, 1]
    assert len(state.moves(0)) == 220 + 1 and len(state.moves(1)) == 286 + 1


def test_cl_44_extra_personal_cards_are_each_replaced():
    """CL-44; CL-R36: any number of own personal cards in one triple, even three."""
    state = place(2, "MW2B SA1G AA1B", ["ML1B SL2G AL3R", "SA2G"], DECK, {"personal": [3, 1]})
    call(state, 0, MIXED_CALL)
    assert hand(state, 0) == []
    state.play(HOST, "settle")
    assert hand(state, 0) == ["AW1B", "AW2G", "AW3R"] and len(grid(state)) == 3, "no shared card was taken"


# --- Victory break ------------------------------------------------------------------------------------------


def test_cl_40_who_scores_takes_a_break_until_another_seat_scores():
    """CL-40."""
    state = place(3, GRID, HANDS, DECK, BREAK)
    call(state, 0, MIXED_CALL)
    state.play(HOST, "settle")
    assert 0 not in state.to_move and state.view(1).seats[0].on_break
    call(state, 1, "SW3G SL3G SA3G")
    state.play(HOST, "settle")
    assert 0 in state.to_move and 1 not in state.to_move


def test_cl_41_its_personal_card_waits_for_the_next_triple_shared_cards_do_not():
    """CL-41; CL-R34: drawn first at the settle of the window in which the break ended."""
    grid_now = GRID.replace("AL3R", "AL2R")
    state = place(3, grid_now, ["AL3R", "SA2G", "AW2B"], DECK, BREAK)
    call(state, 0, MIXED_CALL)
    state.play(HOST, "settle")
    assert hand(state, 0) == [] and state.view(1).seats[0].owed == 1 and len(grid(state)) == 12
    left = deck(state)
    call(state, 1, "SW3G SL3G SA3G")  # takes two extras
    events = state.play(HOST, "settle")
    assert hand(state, 0) == [left[2]], "before all replacements"
    assert kinds(events)[:2] == ["settled", "drew"] and state.view(1).seats[0].owed == 0


def test_cl_r29_a_late_personal_card_is_drawn_for_its_owners_triple():
    """CL-R29."""
    grid_now = GRID.replace("AL3R", "AL2R")
    state = place(3, grid_now, ["AL3R", "SA2G", "AW2B"], "AW1B AW2G AW3R AL1G SHARK AL2B AA2R AA3B MW3R", BREAK)
    call(state, 0, MIXED_CALL)
    state.play(HOST, "settle")
    call(state, 1, "SW3G SL3G SA3G")
    state.play(HOST, "settle")
    assert hand(state, 0) == ["AL2B"] and "SHARK" in pile(state, 2), "right of seat 0, not of seat 1"


def test_cl_r33_only_the_last_scorer_of_a_window_is_on_break():
    """CL-R33."""
    state = place(3, GRID, HANDS, DECK, BREAK)
    call(state, 0, MIXED_CALL)
    call(state, 1, "SW3G SL3G SA3G")
    assert 0 not in state.to_move, "freed, but it has scored in this window"
    state.play(HOST, "settle")
    assert [seat.on_break for seat in state.view(0).seats] == [False, True, False]


def test_cl_r33_a_seat_freed_inside_a_window_may_call_in_it():
    """CL-R33."""
    state = place(3, GRID, HANDS, DECK, BREAK, on_break=2)
    assert 2 not in state.to_move
    call(state, 0, MIXED_CALL)
    assert 2 in state.to_move
    call(state, 2, "SW3G SL3G SA3G")
    assert counts(state) == [3, 0, 5]


def test_cl_r34_a_break_that_ends_in_the_window_it_began_in_normal_order():
    """CL-R34."""
    state = place(3, GRID.replace("AL3R", "AL2R"), ["AL3R", "SA2G", "AW2B"], DECK, BREAK)
    call(state, 0, MIXED_CALL)
    call(state, 1, CLADE_CALL)  # takes the extras AW1B AW2G
    state.play(HOST, "settle")
    assert hand(state, 0) == ["AL2B"], "after its two shared cards AW3R AL1G"
    assert state.view(0).seats[0].owed == 0


def test_cl_r46_old_debts_are_paid_even_if_the_seat_scores_again_in_that_window():
    """CL-R46."""
    grid_now = "ML1B SL2G MW2B SA1G MW1B ML2B MA3B SW3G SL3G AA1B AA2B"
    state = place(2, grid_now, ["", "SA3G"], DECK, BREAK, on_break=0, owed=[1, 0], last_scorer=0)
    call(state, 1, "SW3G SL3G SA3G")
    call(state, 0, CLADE_CALL)  # the window closes by itself; seat 0 is on break again
    assert state.view(0).seats[0].on_break and len(hand(state, 0)) == 1
    assert state.view(0).seats[0].owed == 0


def test_cl_r43_a_break_ends_only_by_another_triple_or_an_empty_deck():
    """CL-R43."""
    state = place(2, GRID, HANDS[:2], "AW1B AW2G", BREAK, on_break=0, last_scorer=0)
    for _ in range(2):
        state.play(1, "none")
        assert state.view(0).seats[0].on_break
    state.play(1, "none")
    assert not state.view(0).seats[0].on_break and state.to_move


# --- False call penalty -------------------------------------------------------------------------------------


def test_cl_45_a_false_call_costs_a_random_card_of_the_pile():
    """CL-45."""
    state = place(2, GRID, HANDS[:2], DECK, PENALTY, piles=[["MW3G", "MW1R"], []], penalty=["MW1R"])
    events = state.play(0, false_call(state, 0))
    assert kinds(events) == ["called", "locked", "paid_penalty"]
    assert pile(state, 0) == {"MW3G"} and grid(state)[-1] == "MW1R"
    shared = [one for row in state.view(1).rows for one in row if one.paid_by]
    assert [(one.card, one.paid_by) for one in shared] == [("MW1R", "P1")]


def test_cl_45_without_the_variant_nothing_is_paid():
    """CL-45."""
    state = place(2, GRID, HANDS[:2], DECK, piles=[["MW3G"], []])
    state.play(0, false_call(state, 0))
    assert pile(state, 0) == {"MW3G"}


def test_cl_46_a_temporary_card_can_be_used_by_everybody_and_is_not_replaced():
    """CL-46."""
    state = place(2, "ML1B SL2G MW2B SA1G", HANDS[:2], DECK, PENALTY, piles=[["AL3R"], []])
    state.play(0, "call(ML1B,MW2B,SA1G)")
    call(state, 1, MIXED_CALL)
    assert state.view(0).phase == "open", "seat 0 is locked, so the window closed"
    assert counts(state) == [0, 3] and len(grid(state)) == 2 + 2, "two replaced for two shared cards"


def test_cl_r35_bonus_cards_are_never_taken_and_an_empty_pile_pays_nothing():
    """CL-R35."""
    bonus = place(2, GRID, HANDS[:2], DECK, PENALTY, piles=[["SHARK", "BIVALVE"], []])
    bonus.play(0, false_call(bonus, 0))
    assert pile(bonus, 0) == {"SHARK", "BIVALVE"} and bonus.position()["paid"] == [0, 0]


def test_cl_r35_uniform_among_the_animal_cards():
    """CL-R35."""
    taken = []
    for seed in range(300):
        state = place(2, GRID, None, DECK, PENALTY, piles=[["MW3G", "MW1R", "ML3G", "SHARK"], []])
        state.chance = Chance(mesozoic.seeded(seed), [])
        state.play(0, "call(ML1B,SL2G,MW2B)")
        taken.append(grid(state)[-1])
    found = [taken.count(card) for card in ("MW3G", "MW1R", "ML3G")]
    assert sum(found) == 300 and all(70 < number < 130 for number in found)


def test_cl_r35_temporary_cards_do_not_count_towards_the_grid_size():
    """CL-R35."""
    state = place(3, GRID, HANDS, DECK, PENALTY, piles=[["MW3G"], [], []])
    state.play(0, false_call(state, 0))
    assert len(grid(state)) == 13
    call(state, 1, MIXED_CALL)
    state.play(HOST, "settle")
    assert len(grid(state)) == 13


def test_cl_r35_after_sixty_penalties_no_more_calls():
    """CL-R35."""
    state = place(2, GRID, HANDS[:2], DECK, PENALTY, piles=[["MW3G"], []], paid=[59, 0])
    state.play(0, false_call(state, 0))
    state.play(HOST, "unlock(P1)")
    assert state.moves(0) == ["none"]
    assert "sixty penalties" in refusal(state, 0, "call(ML1B,SL2G,AL3R)")


# --- Open hands ---------------------------------------------------------------------------------------------


def opened(options=OPEN, hands=HANDS, players=3, deck_now=DECK, grid_now=GRID, **more):
    state = place(players, grid_now, hands, deck_now, options, **more)
    state.play(HOST, "stall(timer)")
    assert state.view(None).hands_open
    return state


def test_cl_47_when_nobody_calls_all_lay_their_personal_cards_open():
    """CL-47."""
    state = place(3, GRID, HANDS, DECK, OPEN)
    events = state.play(HOST, "stall(timer)")
    assert kinds(events) == ["opened"] * 3 and all(event.is_known_to(None) for event in events)
    assert [seat.personal for seat in state.view(None).seats] == [("MA2G",), ("SA2G",), ("AW2B",)]
    assert len(grid(state)) == 12, "they do not become shared cards"


def test_cl_48_anothers_open_card_with_two_shared_cards():
    """CL-48."""
    state = opened(hands=["AL3R", "SA2G", "AW2B"], grid_now=GRID.replace("AL3R", "AL2R"))
    assert "call(ML1B,SL2G,AL3R)" in state.moves(1)
    call(state, 1, MIXED_CALL)
    assert counts(state) == [0, 3, 0] and hand(state, 0) == []


def test_cl_48_no_second_personal_card_beside_anothers():
    """CL-48."""
    state = opened(hands=["AL3R", "SL2G", "ML1B"], grid_now=GRID.replace("ML1B SL2G AL3R ", ""))
    assert "only with two shared ones" in refusal(state, 1, "call(ML1B,SL2G,AL3R)")
    assert "only with two shared ones" in refusal(state, 1, "call(MW2B,SL2G,AL3R)"), "not even its own"
    calls = state.moves(1)
    assert not any(sum(card in move for card in ("AL3R", "ML1B")) > 1 for move in calls)


def test_cl_49_personal_first_then_hands_close_then_shared():
    """CL-49; CL-R14: personal cards of all scorers, close hands, then shared cards of all."""
    state = opened(hands=["AL3R", "SA2G", "AW2B"], grid_now=GRID.replace("AL3R", "AL2R"))
    call(state, 1, MIXED_CALL)  # seat 0's card
    call(state, 2, "SW3G SL3G SA3G")  # takes AW1B AW2G
    events = state.play(HOST, "settle")
    steps = [kind for kind in kinds(events) if kind in ("drew", "hands_closed", "laid")]
    assert steps == ["drew", "hands_closed", "laid", "laid", "laid", "laid", "laid"]
    assert hand(state, 0) == ["AW3R"] and not told(events, "drew")[0].is_known_to(1)


def test_cl_50_hands_close_with_a_triple_and_can_open_again():
    """CL-50."""
    state = opened()
    call(state, 0, MIXED_CALL)
    state.play(HOST, "settle")
    assert not state.view(None).hands_open and state.view(1).seats[0].personal is None
    state.play(HOST, "stall(timer)")
    assert state.view(None).hands_open


def test_cl_r29_an_open_hand_triple_draws_for_the_caller():
    """CL-R29."""
    state = opened(
        hands=["AL3R", "SA2G", "AW2B"], grid_now=GRID.replace("AL3R", "AL2R"), deck_now="SHARK AW1B AW2G AW3R"
    )
    call(state, 1, MIXED_CALL)
    state.play(HOST, "settle")
    assert hand(state, 0) == ["AW1B"] and pile(state, 0) == {"SHARK"}, "right of the caller, seat 1, is seat 0"


def test_cl_r36_own_cards_may_be_used_together_also_with_open_hands():
    """CL-R36."""
    state = opened(hands=["AL3R SL2G", "SA2G", "AW2B"], grid_now=GRID.replace("AL3R ", "").replace("SL2G ", ""))
    call(state, 0, MIXED_CALL)
    assert counts(state)[0] == 3


def test_cl_51_the_caller_gives_its_own_card_and_draws_the_replacement_itself():
    """CL-51."""
    state = opened(SWITCH, ["AL3R", "SA2G", "AW2B"], grid_now=GRID.replace("AL3R", "AL2R"))
    events = call(state, 1, MIXED_CALL)
    assert hand(state, 0) == ["SA2G"] and hand(state, 1) == []
    assert kinds(events)[:3] == ["called", "took", "gave"], "at the call, before anything else"
    state.play(HOST, "settle")
    assert hand(state, 0) == ["SA2G"] and hand(state, 1) == ["AW1B"]


def test_cl_51_open_hand_without_switch_gives_nothing():
    """CL-51."""
    state = opened(OPEN, ["AL3R", "SA2G", "AW2B"], grid_now=GRID.replace("AL3R", "AL2R"))
    call(state, 1, MIXED_CALL)
    state.play(HOST, "settle")
    assert hand(state, 0) == ["AW1B"] and hand(state, 1) == ["SA2G"]


def test_cl_r40_with_several_personal_cards_the_caller_names_the_one_it_gives():
    """CL-R40."""
    grid_now = GRID.replace("AL3R", "AL2R")
    state = opened({**SWITCH, "personal": [1, 2, 1]}, ["AL3R", "SA2G SA2R", "AW2B"], grid_now=grid_now)
    assert "Name the personal card that you give" in refusal(state, 1, "call(ML1B,SL2G,AL3R)")
    state.play(1, "call(ML1B,SL2G,AL3R,SA2R)")
    assert hand(state, 0) == ["SA2R"] and hand(state, 1) == ["SA2G"]
    assert "only with two" in refusal(state, 2, "call(MW2B,SA1G,AL2R,AW2B)")


def test_cl_r40_without_a_personal_card_nothing_is_given_and_the_other_seat_draws():
    """CL-R40."""
    grid_now = GRID.replace("AL3R", "AL2R")
    state = opened({**SWITCH, "personal": [1, 0, 1]}, ["AL3R", "", "AW2B"], grid_now=grid_now)
    call(state, 1, MIXED_CALL)
    state.play(HOST, "settle")
    assert hand(state, 0) == ["AW1B"] and hand(state, 1) == []


def test_cl_r40_the_given_card_stays_open_for_a_later_caller_of_the_window():
    """CL-R40."""
    grid_now = "ML1B SL2G AL2R MW2B SA1G MW1B ML2B SW3G SL3G AA1B AA2B AA3G"
    state = opened(SWITCH, ["AL3R", "SA3G", "AW2B"], grid_now=grid_now)
    call(state, 1, MIXED_CALL)
    assert hand(state, 0) == ["SA3G"]
    call(state, 2, "SW3G SL3G SA3G")
    assert counts(state)[2] == 5 and hand(state, 0) == ["AW2B"]


def test_cl_r34_the_switch_replacement_of_a_seat_on_break_waits():
    """CL-R34."""
    grid_now = GRID.replace("AL3R", "AL2R")
    state = opened({**SWITCH, **BREAK}, ["AL3R", "SA2G", "AW2B"], grid_now=grid_now)
    call(state, 1, MIXED_CALL)
    state.play(HOST, "settle")
    assert hand(state, 1) == [] and state.view(0).seats[1].owed == 1


def test_cl_r44_once_hands_close_a_view_forgets_them():
    """CL-R44."""
    state = opened()
    call(state, 0, MIXED_CALL)
    state.play(HOST, "settle")
    assert "SA2G" not in repr(state.view(0)) and "SA2G" in repr(state.view(1))
    shown = place(3, GRID, HANDS, DECK)
    call(shown, 1, "ML1B SL2G SA2G")
    assert "SA2G" not in repr(shown.view(0))


def imagined(state, seat, number=40):
    return [state.imagine(seat, mesozoic.seeded("remembered", at)) for at in range(number)]


def test_cl_r44_imagined_worlds_keep_to_what_everybody_has_seen():
    """CL-R44: cards of hands that were open, but not one that was drawn since."""
    state = opened(hands=["AL3R", "SA2G", "AW2B"], grid_now=GRID.replace("AL3R", "AL2R"))
    call(state, 0, MIXED_CALL)  # with its own card, so it draws another one
    state.play(HOST, "settle")
    worlds = imagined(state, 2)
    assert all(hand(world, 1) == ["SA2G"] for world in worlds)
    assert len({hand(world, 0)[0] for world in worlds}) > 1


def test_cl_r44_the_cards_of_a_false_call_and_of_a_switch_are_remembered_until_they_are_used():
    """CL-R44; also by somebody who takes the position up later."""
    state = place(3, GRID, HANDS, DECK)
    assert len({hand(world, 1)[0] for world in imagined(state, 0)}) > 1
    events = call(state, 1, "ML1B SL2G SA2G")
    again = GAME.start(3, options=state.setup.options, position=state.position())
    for seat in (0, 2, None):
        assert all(hand(world, 1) == ["SA2G"] for world in [*imagined(state, seat), *imagined(again, seat)])
        assert not any(GAME.contradiction(world, seat, events) for world in imagined(state, seat))
    other = place(3, GRID, ["MA2G", "AW1B", "AW2B"], DECK.replace("AW1B", "SA2G"))
    assert "P2 has shown it" in GAME.contradiction(other, 0, events)
    given = opened(SWITCH, ["AL3R", "SA2G", "AW2B"], grid_now=GRID.replace("AL3R", "AL2R"))
    call(given, 1, MIXED_CALL)
    given.play(HOST, "settle")
    assert all(hand(world, 0) == ["SA2G"] for world in imagined(given, 2))
