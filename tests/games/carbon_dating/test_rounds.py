"""A round: CD-05 to CD-12, rulings CD-R18 to CD-R22, CD-R33, CD-R34."""

from __future__ import annotations

import pytest

from mesozoic import IllegalMove

from .helpers import kinds, pile, play, position, row, start, told


def test_a_round_starts_with_two_draws():
    """CD-05: both are drawn before anything is played."""
    state = start("STE3 GAL2 IGU1 VEL1 / SPI1 BRA2 / TRI3 ANK4")
    assert pile(state, "drawn") == "SPI1 BRA2"
    events = play(state, "SPI1 left", "BRA2 right", "end round")
    assert told(events)[-4:] == [
        ("round_ended", 1),
        ("round_began", 2),
        ("drew", "TRI3"),
        ("drew", "ANK4"),
    ]


def test_an_empty_deck_is_made_from_the_whole_discard_pile():
    """CD-06."""
    state = position("VEL1 VEL3", discard="IGU1 IGU2 IGU3", reshuffles=[["IGU2", "IGU3", "IGU1"]])
    assert pile(state, "drawn") == "IGU2 IGU3"
    assert (pile(state, "deck"), pile(state, "discard")) == ("IGU1", "")
    assert state.position()["reshuffles_used"] == 1


def test_a_reshuffle_is_shuffled():
    """CD-06: without a given order, chance decides."""
    decks = set()
    for round in range(1, 30):
        state = position("VEL1 VEL3", discard="IGU1 IGU2 IGU3 GAL2 GAL3", round=round)
        decks.add((pile(state, "drawn"), pile(state, "deck")))
    assert len(decks) > 15


def test_a_draw_without_any_card_fails_and_the_round_is_the_final_one():
    """CD-07: one card was there, the second draw fails."""
    state = position("VEL1 VEL3", deck="ANK1")
    assert (pile(state, "drawn"), state.position()["final"]) == ("ANK1", True)
    play(state, "ANK1 left")
    assert state.is_over


def test_after_a_failed_draw_nothing_more_is_drawn():
    """CD-07: cards that come back to the discard pile in the final round are not drawn."""
    state = position("VEL1 GAL2", deck="SPI4")
    events = play(state, "SPI4 left")  # eats VEL1, GAL2 flees to the discard pile
    assert kinds(events)[-2:] == ["round_ended", "closed"]
    assert pile(state, "discard") == "GAL2"


def test_the_drawn_cards_are_played_in_any_order():
    """CD-08."""
    state = position("VEL1 VEL3", "ANK1 ANK2", deck="IGU1 IGU2")
    assert {move.split()[0] for move in state.moves(0)} == {"ANK1", "ANK2"}
    play(state, "ANK2 left")
    assert state.moves(0) == ["ANK1 right"]


def test_all_drawn_cards_must_be_played():
    """CD-08, CD-12: no end of the round before."""
    state = position("VEL1 VEL3", "ANK1 ANK2", aside="PTE TYR", deck="IGU1 IGU2")
    with pytest.raises(IllegalMove, match="must all be played"):
        state.play(0, "end round")
    play(state, "ANK2 left")
    assert "end round" not in state.moves(0)


@pytest.mark.parametrize(("first", "other"), [("left", "right"), ("right", "left")])
def test_one_card_left_one_card_right(first, other):
    """CD-09: the first takes either end, the second the other one."""
    state = position("VEL1 VEL3", "ANK1 ANK2", deck="IGU1 IGU2")
    assert state.moves(0) == ["ANK1 left", "ANK1 right", "ANK2 left", "ANK2 right"]
    play(state, f"ANK1 {first}")
    assert state.moves(0) == [f"ANK2 {other}"]
    with pytest.raises(IllegalMove, match="end is taken"):
        state.play(0, f"ANK2 {first}")


def test_a_play_is_finished_before_the_next_card():
    """CD-10: while a choice of the chain is open, no card can be played."""
    state = position("STE4 VEL1 ALL3", "COM1 ANK1", aside="PTE")
    play(state, "COM1 right")
    assert state.moves(0) == ["no swap", "swap STE4 VEL1", "swap VEL1 ALL3"]
    with pytest.raises(IllegalMove, match="decide about the swap"):
        state.play(0, "ANK1 left")


def test_set_aside_cards_may_be_played_before_between_and_after():
    """CD-11: in addition to the drawn cards, both in one round."""
    before = position("VEL1 VEL4", "ANK1 ANK2", aside="PTE TYR")
    assert {"PTE gap 1", "TYR seat 1", "TYR seat 2"} < set(before.moves(0))
    play(before, "PTE gap 1, date VEL1 PTE")
    assert pile(before, "drawn") == "ANK1 ANK2"
    play(before, "ANK1 left")
    assert "TYR seat 2" in before.moves(0), "between"
    play(before, "ANK2 right")
    assert "TYR seat 2" in before.moves(0), "after"
    assert "end round" in before.moves(0)


def test_the_round_ends_when_nothing_can_be_played():
    """CD-12: then the end is automatic."""
    state = position("VEL1 VEL4", "ANK1 ANK2", deck="IGU1 IGU2")
    events = play(state, "ANK1 left", "ANK2 right")
    assert ("round_ended", 1) in told(events)
    assert state.position()["round"] == 2


def test_the_round_waits_while_a_set_aside_card_has_a_target():
    """CD-12: the player declines by ending the round."""
    state = position("VEL1 VEL4", "ANK1", aside="PTE", deck="IGU1 IGU2")
    play(state, "ANK1 left")
    assert state.moves(0)[-1] == "end round"
    play(state, "end round")
    assert state.position()["round"] == 2
    assert pile(state, "aside") == "PTE"


def test_a_lone_ordinary_card_takes_either_end():
    """CD-R18: drawn alone, or beside a special one."""
    assert position("VEL1 VEL3", deck="ANK1").moves(0) == ["ANK1 left", "ANK1 right"]
    beside = position("VEL1 VEL4", "ANK1 PTE", deck="IGU1 IGU2")
    play(beside, "PTE gap 1, date VEL1 PTE")
    assert beside.moves(0) == ["ANK1 left", "ANK1 right"]


def test_a_reshuffle_happens_only_when_a_card_must_be_drawn():
    """CD-R19: not when the last card is drawn, but also between the two draws of a round."""
    waits = position("VEL1 VEL3", deck="ANK1 ANK2", discard="IGU1 IGU2 IGU3")
    assert (pile(waits, "deck"), pile(waits, "discard")) == ("", "IGU1 IGU2 IGU3")
    between = position("VEL1 VEL3", deck="ANK1", discard="IGU1 IGU2 IGU3", reshuffles=[["IGU3", "IGU1", "IGU2"]])
    assert pile(between, "drawn") == "ANK1 IGU3"
    assert (pile(between, "deck"), pile(between, "discard")) == ("IGU1 IGU2", "")


def test_discards_of_the_final_round_do_not_revive_the_game():
    """CD-R20: they count as bad reviews."""
    state = position("ANK2", deck="PAC1")
    play(state, "PAC1 right")  # ANK2-PAC1 is bad: ANK2 storms off
    assert state.is_over
    assert (row(state), pile(state, "discard"), state.result.scores) == ("PAC1", "ANK2", (2,))


def test_a_final_round_without_cards_still_lets_set_aside_cards_play():
    """CD-R21."""
    state = position("VEL1 VEL3", aside="TYR")
    assert state.position()["final"]
    assert state.moves(0) == ["TYR seat 1", "TYR seat 2", "end round"]
    play(state, "TYR seat 1")
    assert state.is_over


def test_a_final_round_without_anything_to_play_ends_at_once():
    """CD-R21: also if the set-aside card has no target."""
    assert position("VEL1 VEL3").is_over
    assert position("VEL1", aside="PTE").is_over
    assert position("ANK1 ANK2", aside="TYR").is_over


def test_a_round_begins_with_the_draw():
    """CD-R22: no set-aside card can come before it, and "turn" is just another word for round (CD-R33)."""
    state = position("VEL1 VEL3", "ANK1 ANK2", aside="PTE TYR", deck="IGU1 IGU2")
    events = play(state, "ANK1 left", "ANK2 right", "end round")
    begun = kinds(events).index("round_began")
    assert kinds(events)[begun:] == ["round_began", "drew", "drew"]
    assert pile(state, "drawn") == "IGU1 IGU2"


@pytest.mark.parametrize(
    ("moves", "result"),
    [
        (("ALL1 left", "VEL1 right"), "ALL1 VEL1"),
        (("ALL1 right", "VEL1 left"), "VEL1 ALL1"),
        (("VEL1 left", "ALL1 right"), "VEL1 ALL1"),
        (("VEL1 right", "ALL1 left"), "ALL1 VEL1"),
    ],
)
def test_the_named_end_counts_on_an_empty_table(moves, result):
    """CD-R34, CD-16."""
    state = position("", "ALL1 VEL1", deck="IGU1 IGU2")
    play(state, *moves)
    assert row(state) == result


def test_a_failed_draw_is_the_last_one():
    """CD-07: after the first failure no second draw is tried."""
    state = position("VEL1 VEL3", "ALL1", aside="TYR")
    events = play(state, "ALL1 left", "end round")
    assert told(events)[-3:] == [("round_ended", 1), ("round_began", 2), ("draw_failed", 2)]
