"""CL-01 to CL-07, CL-R1 to CL-R5: components, the deal, bonus cards during setup, how play begins."""

from __future__ import annotations

import pytest

import mesozoic
from mesozoic.kernel.errors import BadOptions

from .helpers import GAME, HOST, dealt, deck, grid, hand, order, refusal

FIRST = "MW1B MW1G MW1R MW2B MW2G MW2R MW3B MW3G MW3R ML1B ML1G ML1R ML2B ML2G"


def test_cl_02_the_largest_pile_is_what_counts():
    """CL-02."""
    assert GAME.facts.fewest_points_win is False


def test_cl_03_one_personal_card_each_seat_0_first_then_12_shared_cards():
    """CL-03."""
    state = dealt(2, FIRST)
    assert hand(state, 0) == ["MW1B"] and hand(state, 1) == ["MW1G"]
    assert grid(state) == FIRST.split()[2:]
    assert len(deck(state)) == 83 - 14


def test_cl_04_nobody_sees_a_personal_card_before_play_begins():
    """CL-04."""
    state = dealt(2, FIRST)
    for seat in (0, 1, None):
        assert all(one.personal is None for one in state.view(seat).seats)
    state.play(HOST, "reveal")
    for seat in (0, 1, None):
        assert all(one.personal is None for one in state.view(seat).seats)


def test_cl_05_shared_cards_are_turned_up_together_and_sorted_by_clade():
    """CL-05."""
    state = dealt(2, "MW1B MW1G AL1B ML1B SL1B AA1B SA1B MA1B SW2R SW3R AW3R MW3R ML3R MA3R")
    assert state.view(0).rows == ((), (), ()) and state.view(0).shared_count == 12
    state.play(HOST, "reveal")
    rows = [[one.card for one in row] for row in state.view(None).rows]
    assert rows == [
        ["ML1B", "MA1B", "MW3R", "ML3R", "MA3R"],
        ["SL1B", "SA1B", "SW2R", "SW3R"],
        ["AL1B", "AA1B", "AW3R"],
    ]
    assert state.to_move == (HOST,), "no call is possible yet"
    assert "waits for host" in refusal(state, 0, "call(ML1B,SL1B,AL1B)")


def test_cl_06_a_bonus_card_in_setup_is_replaced_and_shuffled_back():
    """CL-06."""
    state = dealt(2, "SHARK " + FIRST)
    assert hand(state, 0) == ["ML2G"], "the next card of the deck"
    assert hand(state, 1) == ["MW1B"], "the other places are dealt as they were"
    assert "SHARK" in deck(state) and len(deck(state)) == 69
    assert state.view(0).bonus_seen == (), "it does not count as having come up"


def test_cl_r3_places_in_deal_order_replaced_from_the_top_then_one_shuffle():
    """CL-R3."""
    first = "SHARK MW1B " + FIRST.replace("MW1B ", "")
    pile = order(first)
    pile.remove("BIVALVE")
    pile.insert(14, "BIVALVE")  # the first card of the deck, so the replacement of the shark is a bonus card itself
    after = [*reversed(pile[16:]), "BIVALVE", "SHARK"]
    state = GAME.start(2, deal={"order": pile, "after_setup": after})
    assert hand(state, 0) == [pile[15]], "the bivalve is passed over, the next animal card is laid"
    assert deck(state) == after
    with pytest.raises(BadOptions, match="after_setup must hold"):
        GAME.start(2, deal={"order": pile, "after_setup": after[1:]})
    with pytest.raises(BadOptions, match="only for a deal in which a bonus card"):
        GAME.start(2, deal={"order": order(FIRST), "after_setup": after})


def test_cl_r3_the_shuffle_back_is_by_chance():
    """CL-R3."""
    decks = {tuple(deck(dealt(2, "SHARK " + FIRST, seed=seed))) for seed in range(6)}
    assert len(decks) == 6


def test_cl_07_everybody_looks_and_play_begins_at_once():
    """CL-07."""
    state = dealt(2, FIRST)
    state.play(HOST, "reveal")
    events = state.play(HOST, "start")
    assert state.to_move == (0, 1, HOST)
    assert state.view(0).seats[0].personal == ("MW1B",) and state.view(0).seats[1].personal is None
    seen = [event.kind for event in events if event.is_known_to(1)]
    assert seen == ["looked", "began"] and events[1].seat == 1


@pytest.mark.parametrize("players", [0, 9])
def test_cl_r1_two_to_eight_players_or_one(players):
    """CL-R1."""
    with pytest.raises(BadOptions, match="1 to 8 players"):
        GAME.start(players, seed=1)


def test_cl_r1_one_player_plays_solitaire_and_several_do_not():
    """CL-R1."""
    with pytest.raises(BadOptions, match="alone play casual or race"):
        GAME.start(1, seed=1, options={"mode": "table"})
    with pytest.raises(BadOptions, match="for one player"):
        GAME.start(2, seed=1, options={"mode": "race"})
    assert GAME.start(1, seed=1).setup.options["mode"] == "race"


def test_cl_r2_second_and_third_personal_cards_come_in_further_rounds():
    """CL-R2."""
    state = GAME.start(
        3, deal={"order": order("MW1B MW1G MW1R MW2B MW2G MW2R ML1B", {}, 3)}, options={"personal": [3, 1, 2]}
    )
    assert [hand(state, seat) for seat in range(3)] == [["MW1B", "MW2B", "MW2R"], ["MW1G"], ["MW1R", "MW2G"]]
    assert grid(state)[0] == "ML1B"


def test_cl_r4_threes_only_keeps_12_shared_cards_unless_told_otherwise():
    """CL-R4."""
    state = GAME.start(2, seed=1, options={"deck": "threes"})
    assert state.view(0).shared_count == 12 and state.view(0).deck_count == 13
    assert GAME.start(2, seed=1, options={"deck": "threes", "grid_size": 7}).view(0).shared_count == 7


def test_cl_r5_a_deck_too_small_for_the_deal_is_refused():
    """CL-R5."""
    GAME.prepare(6, {"deck": "threes", "personal": 2})
    with pytest.raises(BadOptions, match="at most 24 can be dealt"):
        GAME.prepare(7, {"deck": "threes", "personal": 2})


def test_dealing_is_fair():
    """Every card comes to the first hand about equally often."""
    first = [GAME.prepare(2).shuffle(mesozoic.seeded(seed)).held(0)[0] for seed in range(3000)]
    assert max(first.count(card) for card in range(81)) < 75 and not any(card > 80 for card in first)
