"""CL-08 to CL-12, CL-24 to CL-26, CL-R6 to CL-R17: calls, windows, false calls and locks; races for the same card."""

from __future__ import annotations

import itertools
import random

import pytest

from mesozoic.games.clades.cards import NAMES
from mesozoic.games.clades.events import Called
from mesozoic.kernel.errors import IllegalMove, UnreadableMove
from mesozoic.kernel.record import Record

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


def test_cl_08_every_seat_may_call_at_any_moment():
    """CL-08."""
    state = place(3, GRID, ["MA2G", "SA2G", "AW2B"], DECK)
    assert state.to_move == (0, 1, 2, HOST)
    for seat in (2, 0, 1):
        assert state.clone().play(seat, true_calls(state, seat)[0])


def test_cl_09_a_call_shows_three_cards_to_everybody_and_the_earliest_counts():
    """CL-09."""
    state = place(2, GRID, ["MA2G", "SA2G"], DECK)
    events = call(state, 1, MIXED_CALL)
    assert all(event.is_known_to(watcher) for event in events for watcher in (0, 1, None))
    assert [event.words() for event in told(events, "called")] == ["P2 calls ML1B SL2G AL3R: a triple."]
    assert told(events, "called")[0].check == (
        "clade: all different",
        "environment: all same",
        "number: all different",
        "colour: all different",
    )
    assert "too late" in refusal(state, 0, "call(ML1B,SL2G,AL3R)")
    assert counts(state) == [0, 3]


def test_cl_10_shared_cards_and_own_personal_cards_only():
    """CL-10."""
    state = place(3, GRID, ["MA2G", "SA2G", "AW2B"], DECK, piles=[["AL1B"], [], []])
    listed = " ".join(state.moves(0))
    assert "MA2G" in listed and "SA2G" not in listed and "AW1B" not in listed and "AL1B" not in listed
    for card in ("SA2G", "AW1B"):
        assert "your own personal cards only" in refusal(state, 0, f"call(ML1B,SL2G,{card})")
    assert "gone" in refusal(state, 0, "call(ML1B,SL2G,AL1B)")
    assert any("MA2G" not in move for move in state.moves(0)), "it needs no personal card"


def test_cl_11_a_triple_goes_to_the_callers_pile_at_once():
    """CL-11."""
    state = place(2, GRID, ["MA2G", "SA2G"], DECK)
    call(state, 0, MIXED_CALL)
    assert pile(state, 0) == set(MIXED_CALL.split()) and len(grid(state)) == 9
    assert state.view(1).seats[0].pile == ("ML1B", "SL2G", "AL3R"), "face up"


@pytest.mark.parametrize(
    "move", ["call(ML1B,SL2G)", "call(ML1B,ML1B,SL2G)", "call(ML1B,SL2G,SHARK)", "call(XX9X,SL2G,AL3R)"]
)
def test_cl_12_anything_else_is_no_move(move):
    """CL-12."""
    state = place(2, GRID, ["MA2G", "SA2G"], DECK)
    with pytest.raises(UnreadableMove):
        state.play(0, move)
    assert refusal(state, 0, move)


def test_cl_24_all_triples_count_before_any_card_is_replaced():
    """CL-24."""
    state = place(3, GRID, ["MA2G", "SA2G", "AW2B"], DECK)
    call(state, 0, MIXED_CALL)
    assert len(grid(state)) == 9 and deck(state) == DECK.split()
    call(state, 2, "SW3G SL3G SA3G")
    assert len(grid(state)) == 6, "still nothing is replaced"


def test_cl_25_the_first_caller_takes_first_and_the_next_is_out_of_luck():
    """CL-25: Two calls that share a card, in both orders."""
    share = {0: "ML1B SL2G AL3R", 1: "MW2B AL3R SA1G"}
    for first, second in ((0, 1), (1, 0)):
        state = place(2, GRID, ["MA2G", "SA2G"], DECK)
        call(state, first, share[first])
        assert "AL3R is gone" in refusal(state, second, f"call({','.join(share[second].split())})")
        assert counts(state)[first] == 3 and counts(state)[second] == 0
        assert second in state.to_move, "it may call something else"
        call(state, second, "SW3G SL3G SA3G")
        assert counts(state)[second] == 5


def test_calls_arriving_in_any_order_fold_to_one_state_each():
    """Shuffled arrivals: the same list of events always gives the same state, late calls never count."""
    wishes = {0: "ML1B SL2G AL3R", 1: "MW2B AL3R SA1G", 2: "SW3G SL3G SA3G", 3: "SA1G MW2B AL3R"}
    for arrival in itertools.permutations(wishes):
        ends = []
        for _ in range(2):
            state = place(4, GRID, ["MA2G", "SA2G", "AW2B", "AW2R"], DECK)
            scored = []
            for at, seat in enumerate(arrival):
                try:
                    call(state, seat, wishes[seat], at)
                    scored.append(seat)
                except IllegalMove:
                    pass
            state.play(HOST, "settle", 1500)
            ends.append((scored, state.position()))
        assert ends[0] == ends[1]
        sharing = [seat for seat in arrival if seat != 2]
        assert ends[0][0] == [seat for seat in arrival if seat in (2, sharing[0])]


def test_a_record_of_a_real_time_game_replays_to_the_same_state_at_every_step():
    rng = random.Random(3)
    state = begun(3, {"false_call_penalty": True, "victory_break": True}, seed=4)
    now = 0
    while state.to_move and len(state.history) < 200:
        now += rng.randrange(900)
        seat = rng.choice(state.to_move)
        calls = true_calls(state, seat) if seat != HOST and state.can_call(seat) else []
        state.play(seat, rng.choice(calls or state.moves(seat)), now)
    record = Record.of(state)
    assert Record.parse(record.text()).replay(lambda name: GAME).position() == state.position()
    assert [one.at for one in state.history] == sorted(one.at for one in state.history)


def test_cl_26_scorers_replace_in_the_order_they_scored():
    """CL-26."""
    state = place(3, GRID, ["MA2G", "SA2G", "AW2B"], DECK)
    call(state, 2, MIXED_CALL)
    call(state, 0, "SW3G SL3G SA3G")  # the extras AW1B AW2G are drawn at once
    events = state.play(HOST, "settle")
    laid = [event.card for event in told(events, "laid")]
    assert told(events, "settled")[0].scorers == (2, 0)
    assert grid(state)[-6:] == ["AW3R", "AL1G", "AL2B", "AA2R", "AA3B", "MW3R"] and len(laid) == 6


def test_cl_r6_times_never_run_backwards_and_nothing_else_reads_them():
    """CL-R6."""
    state = place(2, GRID, ["MA2G", "SA2G"], DECK)
    call(state, 0, MIXED_CALL, 5000)
    assert "backwards" in refusal(state, 1, "call(SW3G,SL3G,SA3G)", 4999)
    other = place(2, GRID, ["MA2G", "SA2G"], DECK)
    call(other, 0, MIXED_CALL, 3)
    call(state, 1, "SW3G SL3G SA3G", 5000)
    call(other, 1, "SW3G SL3G SA3G", 999_999)
    without = [{k: v for k, v in s.position().items() if k not in ("clock", "last_triple")} for s in (state, other)]
    assert without[0] == without[1]


def test_cl_r7_saying_triple_and_showing_the_cards_is_one_move():
    """CL-R7."""
    state = place(2, GRID, ["MA2G", "SA2G"], DECK)
    assert "call three cards" in refusal(state, 0, "triple")


def test_cl_r8_every_three_usable_cards_are_listed_triple_or_not():
    """CL-R8."""
    state = place(2, GRID, ["MA2G", "SA2G"], DECK)
    calls = [move for move in state.moves(0) if move != "none"]
    assert len(calls) == 286 == len(set(calls))
    assert state.moves(0)[-1] == "none"
    own = sorted([*GRID.split(), "MA2G"], key=_number)
    assert calls == [f"call({','.join(trio)})" for trio in itertools.combinations(own, 3)]


def _number(name):
    return "MSA".index(name[0]), "WLA".index(name[1]), name[2], "BGR".index(name[3])


def test_cl_r9_a_true_call_opens_a_window_that_only_settle_closes():
    """CL-R9."""
    state = place(2, GRID, ["MA2G", "SA2G"], DECK)
    call(state, 0, MIXED_CALL)
    assert state.view(1).phase == "settling" and state.view(1).scorers == (0,)
    assert state.moves(HOST) == ["settle"]
    assert not any(move == "none" for move in state.moves(1))
    state.play(HOST, "settle")
    assert state.view(1).phase == "open" and len(grid(state)) == 12
    assert GAME.prepare(2).options["settle_ms"] == 1500


def test_cl_r10_a_seat_scores_once_in_a_window():
    """CL-R10."""
    state = place(2, GRID, ["MA2G", "SA2G"], DECK)
    call(state, 0, MIXED_CALL)
    assert 0 not in state.to_move
    state.play(HOST, "settle")
    assert 0 in state.to_move


def test_cl_r11_the_window_closes_by_itself_when_nobody_could_call():
    """CL-R11."""
    state = place(2, GRID, ["MA2G", "SA2G"], DECK)
    call(state, 0, MIXED_CALL)
    events = call(state, 1, "SW3G SL3G SA3G")
    assert "settled" in kinds(events) and state.view(0).phase == "open"


def test_cl_r11_a_window_never_closes_because_no_triple_is_left():
    """CL-R11."""
    state = place(3, "ML1B SL2G AL3R MW1B", ["MA2G", "SA2G", "AW2B"], DECK)
    call(state, 0, MIXED_CALL)
    assert state.view(1).phase == "settling" and not true_calls(state, 1)


def test_cl_r12_a_card_that_is_gone_costs_nothing_and_nobody_else_hears_of_it():
    """CL-R12."""
    state = place(2, GRID, ["MA2G", "SA2G"], DECK)
    call(state, 0, MIXED_CALL)
    before = state.view(0), state.view(None), len(state.history)
    assert "P1 has taken it: too late (CL-R12)" in refusal(state, 1, "call(AL3R,MW2B,SA1G)")
    assert (state.view(0), state.view(None), len(state.history)) == before
    state.play(HOST, "settle")
    assert "too late" in refusal(state, 1, "call(AL3R,MW2B,SA1G)"), "also when it went earlier"
    assert not state.view(1).seats[1].locked


def test_cl_r13_clade_extras_are_drawn_with_the_taking_before_any_replacement():
    """CL-R13."""
    state = place(2, GRID, ["MA2G", "SA2G"], DECK)
    call(state, 0, MIXED_CALL)
    call(state, 1, CLADE_CALL)
    assert {"AW1B", "AW2G"} <= pile(state, 1), "the top of the deck, though seat 0 has not replaced anything"


def test_cl_r16_a_false_call_moves_nothing_and_locks():
    """CL-R16."""
    state = place(2, GRID, ["MA2G", "SA2G"], DECK)
    events = call(state, 0, "ML1B SL2G MA2G")
    assert kinds(events) == ["called", "locked"]
    assert "no triple, two of a kind in" in events[0].words() and events[0].is_known_to(1)
    assert hand(state, 0) == ["MA2G"] and len(grid(state)) == 12 and counts(state) == [0, 0]
    assert state.view(1).seats[0].personal is None, "the shown card is closed again"
    assert state.moves(0) == ["none"]
    assert "unlock(P1)" in state.moves(HOST)
    state.play(HOST, "unlock(P1)")
    assert len(state.moves(0)) == 287


def test_cl_r16_after_the_third_false_call_only_a_settle_or_a_stall_helps():
    """CL-R16."""
    state = place(2, GRID, ["MA2G", "SA2G"], DECK)
    for _ in range(2):
        state.play(0, false_call(state, 0))
        state.play(HOST, "unlock(P1)")
    state.play(0, false_call(state, 0))
    assert "unlock(P1)" not in state.moves(HOST)
    assert "three times" in refusal(state, HOST, "unlock(P1)")
    stalled, settled = state.clone(), state
    stalled.play(HOST, "stall(timer)")
    assert "call" in stalled.moves(0)[0] and stalled.position()["false_calls"] == [0, 0]
    call(settled, 1, MIXED_CALL)
    assert settled.view(0).phase == "open", "nobody else could call, so the window closed by itself"
    assert not settled.view(0).seats[0].locked and "call" in settled.moves(0)[0]


def test_cl_r17_a_false_call_inside_a_window_locks_and_may_close_it():
    """CL-R17."""
    state = place(3, GRID, ["MA2G", "SA2G", "AW2B"], DECK)
    call(state, 0, MIXED_CALL)
    state.play(1, false_call(state, 1))
    assert state.view(0).phase == "settling" and state.view(0).seats[1].locked
    events = state.play(2, false_call(state, 2))
    assert "settled" in kinds(events) and state.view(0).phase == "open"
    assert not any(seat.locked for seat in state.view(0).seats)


def test_a_locked_seat_can_be_unlocked_inside_a_window():
    state = place(3, GRID, ["MA2G", "SA2G", "AW2B"], DECK)
    state.play(1, false_call(state, 1))
    call(state, 0, MIXED_CALL)
    assert state.moves(HOST) == ["settle", "unlock(P2)"]
    state.play(HOST, "unlock(P2)")
    call(state, 1, "SW3G SL3G SA3G")
    assert counts(state)[1] == 5


def test_a_false_call_lists_what_broke_it() -> None:
    wrong = {"MW1B MW1G SW2R": "clade and number", "MW1B MW1G SW2G": "clade, number and colour"}
    for cards, qualities in wrong.items():
        event = Called(0, tuple(NAMES.index(card) for card in cards.split()), False)
        assert event.words() == f"P1 calls {cards}: no triple, two of a kind in {qualities}."
