"""CL-60 to CL-63, CL-R30 to CL-R32, CL-R41, CL-R42: together with the original CLADES."""

from __future__ import annotations

from mesozoic.games.clades.cards import NAMES

from .helpers import GAME, HOST, call, counts, pile, place, told, true_calls

GENIUS = {"combined": "genius"}
STANDARD = {"combined": "standard"}
GRID = "SL1R SL2R oSL3R MW1B ML2B MA3B AA1B AA2G oMW1B oML2B oMA3B AW1R"
HANDS = ["MA2G", "SA2G", "AW2B"]


def names(options, players=3):
    return [NAMES[card] for card in GAME.prepare(players, options).variant.cards]


def test_cl_60_each_clade_comes_wholly_from_one_set():
    """CL-60."""
    used = names({**STANDARD, "clade_sets": "M:P,S:P,A:O"})
    assert len(used) == 83
    assert sum(name.startswith("oA") for name in used) == 27
    assert not any(name.startswith(("oM", "oS")) and len(name) == 5 for name in used)
    assert sum(name[0] in "MS" and len(name) == 4 for name in used) == 54


def test_cl_r41_the_bonus_cards_are_those_of_bonus_set():
    """CL-R41."""
    assert names(STANDARD)[-2:] == ["SHARK", "BIVALVE"]
    assert names({**STANDARD, "bonus_set": "O"})[-2:] == ["oFISH", "oMOLLUSK"]


def test_cl_61_genius_shuffles_both_whole_decks_together():
    """CL-61."""
    used = names(GENIUS)
    assert len(used) == len(set(used)) == 166 and used[-4:] == ["SHARK", "BIVALVE", "oFISH", "oMOLLUSK"]
    assert len(names({**GENIUS, "deck": "threes"})) == 54


def test_cl_62_the_set_is_no_quality():
    """CL-62."""
    state = place(3, GRID, HANDS, "AW2R AW3R", GENIUS)
    for trio in ("SL1R SL2R oSL3R", "MW1B oML2B MA3B", "oMW1B oML2B oMA3B"):
        after = state.clone()
        call(after, 0, trio)
        assert counts(after)[0] == 5


def test_cl_63_five_cards_only_for_the_other_bonus_card_of_the_same_set():
    """CL-63."""
    rest = "AW2R AW3R AL1R AL2R AL3R AA1R AA2R AA3R"
    other = place(3, GRID, HANDS, "oMOLLUSK " + rest, GENIUS, bonus_seen=["SHARK", "BIVALVE"])
    call(other, 0, "SL1R SL2R oSL3R")
    assert counts(other) == [5, 1, 0], "another set's pair does not count"
    same = place(3, GRID, HANDS, "oMOLLUSK " + rest, GENIUS, bonus_seen=["oFISH"])
    call(same, 0, "SL1R SL2R oSL3R")
    assert counts(same) == [5, 6, 0]


def test_cl_r30_in_the_standard_game_the_pair_is_the_two_in_use():
    """CL-R30."""
    grid = "oML1B SL2G oAL3R oMW1B oML2B oMA3B"
    deck = "oAW1B oMOLLUSK oAW2B oAW3B oAL1B oAL2B oAL3B oAA1B"
    state = place(3, grid, None, deck, {**STANDARD, "bonus_set": "O"}, bonus_seen=["oFISH"])
    call(state, 0, "oMW1B oML2B oMA3B")
    assert counts(state) == [5, 6, 0]


def test_cl_r31_fish_to_the_right_mollusk_to_the_left():
    """CL-R31."""
    state = place(4, GRID, [*HANDS, "AW2R"], "oFISH oMOLLUSK AW3R AL1R AL2R", GENIUS)
    call(state, 1, "SL1R SL2R oSL3R")
    assert "oFISH" in pile(state, 0) and "oMOLLUSK" in pile(state, 2)


def test_cl_r32_a_bonus_card_among_the_five_may_complete_its_own_pair():
    """CL-R32."""
    deck = "AW2R BIVALVE AW3R AL1R oFISH AL2R AL3R AA1R AA2R AA3R oAW1R oAW2R oAW3R oAL1R oAL2R oAL3R"
    state = place(3, GRID, HANDS, deck, GENIUS, bonus_seen=["SHARK", "oMOLLUSK"])
    events = call(state, 0, "SL1R SL2R oSL3R")
    # AW2R; bivalve to seat 1 and AW3R: pair, five for seat 1: AL1R, then the fish to seat 2 and AL2R: pair, five for 2
    assert pile(state, 2) == {"oFISH", "AL3R", "AA1R", "AA2R", "AA3R", "oAW1R"}
    assert pile(state, 1) == {"BIVALVE", "AL1R", "AL2R", "oAW2R", "oAW3R", "oAL1R"}
    assert [event.receiver for event in told(events, "pair_completed")] == [1, 2]
    assert state.position()["extras"] == [2, 5, 5]


def test_cl_r28_two_pairs_completed_in_one_draw_are_paid_in_order():
    """CL-R28."""
    deck = "SHARK oFISH AW2R AW3R AL1R AL2R AL3R AA1R AA2R AA3R oAW1R oAW2R oAW3R oAL1R"
    state = place(3, GRID, HANDS, deck, GENIUS, bonus_seen=["BIVALVE", "oMOLLUSK"])
    call(state, 0, "SL1R SL2R oSL3R")
    # both go right of seat 0, to seat 2, who gets five twice; then the second extra card of seat 0
    assert counts(state) == [5, 0, 12] and "oAL1R" in pile(state, 0)


def test_cl_r42_twins_make_no_triple():
    """CL-R42."""
    state = place(2, "MW1B oMW1B ML2B MA3B oMA3B AA1B", ["SL1R", "SL2B"], "AW1B", GENIUS)
    assert {move for move in true_calls(state, 0) if "MW1B,oMW1B" in move} == set()
    assert len(true_calls(state, 0)) == 4, "ML2B with either of two and either of two"
    events = state.play(0, "call(MW1B,ML2B,oMW1B)")
    assert not events[0].triple
    state.play(HOST, "unlock(P1)")
