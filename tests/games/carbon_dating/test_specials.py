"""Pterodactyl and Tyrannosaurus: CD-45, CD-46, CD-R23 to CD-R25, CD-R32."""

from __future__ import annotations

import pytest

from mesozoic import IllegalMove

from .helpers import dates, kinds, pile, play, position, row, told


def test_pterodactyl_lands_between_any_two():
    """CD-45: in each gap, and nowhere else."""
    state = position("VEL1 ALL1 ANK1", "IGU1 IGU2", aside="PTE")
    assert [move for move in state.moves(0) if move.startswith("PTE")] == ["PTE gap 1", "PTE gap 2"]
    play(state, "PTE gap 2")
    assert row(state) == "VEL1 ALL1 PTE ANK1"
    assert state.moves(0) == ["date ALL1 PTE", "date PTE ANK1"]


def test_pterodactyl_needs_two():
    """CD-45."""
    state = position("VEL1", "IGU1 IGU2", aside="PTE")
    assert not any(move.startswith("PTE") for move in state.moves(0))


def test_tyrannosaurus_takes_the_seat_of_its_victim():
    """CD-46: with all that it had eaten."""
    state = position("VEL1 SPI1(STE1) ALL3", "IGU1 IGU2", aside="TYR")
    events = play(state, "TYR seat 2")
    assert row(state) == "VEL1 TYR(SPI1,STE1) ALL3"
    assert told(events)[:2] == [("placed", "TYR", "seat", 2), ("ate", "TYR", "SPI1", ("STE1",))]
    assert state.moves(0) == ["date VEL1 TYR", "date TYR ALL3"], "both neighbours are new: CD-23"


def test_tyrannosaurus_at_an_end_has_one_new_neighbour():
    """CD-46: no choice then."""
    state = position("VEL1 ALL3", "IGU1 IGU2", aside="TYR")
    events = play(state, "TYR seat 2")
    assert dates(events) == ["VEL1-TYR medium"]


def test_tyrannosaurus_cannot_eat_armour():
    """CD-46, CD-34: those seats are not offered."""
    state = position("VEL1 ANK1 ALL3", "IGU1 IGU2", aside="TYR")
    assert [move for move in state.moves(0) if "TYR" in move] == ["TYR seat 1", "TYR seat 3"]
    with pytest.raises(IllegalMove, match="cannot be eaten"):
        state.play(0, "TYR seat 2")


def test_gallimimus_flees_from_tyrannosaurus():
    """CD-46 with CD-33: its victim was eaten beside it."""
    state = position("GAL2 STE1 VEL1", "IGU1 IGU2", aside="TYR")
    events = play(state, "TYR seat 2")
    assert told(events, "fled") == [("fled", "GAL2")]
    assert dates(events) == ["TYR-VEL1 bad"]


def test_specials_are_set_aside_once():
    """CD-R23: discarded, a Pterodactyl comes back with the deck like any card, never to the tray."""
    state = position("VEL1 STE4", "ANK1", aside="PTE", deck="")
    play(state, "PTE gap 1", "date PTE STE4")
    assert (pile(state, "discard"), pile(state, "aside")) == ("PTE", "")
    events = play(state, "ANK1 left")
    assert ("drew", "PTE") in told(events)
    assert pile(state, "aside") == ""


def test_an_eaten_special_is_tucked():
    """CD-R23."""
    state = position("VEL1 PTE ALL2", "SPI1 IGU1", aside="TYR")
    play(state, "TYR seat 2")
    assert "TYR(PTE)" in row(state)


def test_a_drawn_special_is_one_of_the_two_cards_and_uses_no_end():
    """CD-R24: it must be played in its special way, and no card is drawn instead."""
    state = position("VEL1 VEL4", deck="PTE ALL1 ANK2")
    assert pile(state, "drawn") == "PTE ALL1"
    assert state.moves(0) == ["PTE gap 1", "ALL1 left", "ALL1 right"]
    play(state, "ALL1 left")
    assert state.moves(0) == ["PTE gap 1", "PTE gap 2"], "it must be played: the round does not end"
    play(state, "PTE gap 1, date ALL1 PTE")
    assert state.position()["round"] == 2


@pytest.mark.parametrize(("card", "start"), [("PTE", "ALL2"), ("PTE", ""), ("TYR", "ANK1 ANK2"), ("TYR", "")])
def test_a_drawn_special_without_target_goes_to_an_end(card, start):
    """CD-R25: either end, without special effect; the neighbour there is new."""
    state = position(start, f"{card} ALL1", deck="IGU1 IGU2")
    assert state.moves(0)[:2] == [f"{card} left", f"{card} right"]
    events = play(state, f"{card} right")
    assert row(state) == f"{start} {card}".strip()
    assert kinds(events)[0] == "placed"
    assert len(dates(events)) == (1 if start else 0)
    assert state.moves(0) == ["ALL1 left", "ALL1 right"], "no end is used up (CD-R38)"


def test_a_drawn_special_may_take_the_end_that_an_ordinary_card_used():
    """CD-R38: ends are counted for ordinary cards only."""
    state = position("", "PTE ALL1", deck="IGU1 IGU2")
    play(state, "ALL1 left")
    assert state.moves(0) == ["PTE left", "PTE right"]


def test_with_a_target_an_end_is_not_allowed():
    """CD-R25."""
    state = position("VEL1 VEL4", "PTE TYR")
    assert state.moves(0) == ["PTE gap 1", "TYR seat 1", "TYR seat 2"]
    for move in ("PTE left", "TYR right"):
        with pytest.raises(IllegalMove, match="special way"):
            state.play(0, move)


def test_a_set_aside_card_without_target_cannot_be_played():
    """CD-R25: not even at an end."""
    state = position("ANK1", "IGU1 IGU2", aside="PTE TYR")
    assert state.moves(0) == ["IGU1 left", "IGU1 right", "IGU2 left", "IGU2 right"]


def test_unplayed_specials_give_no_review():
    """CD-R32: played, they count like any dinosaur."""
    unplayed = position("VEL1 VEL4", aside="PTE TYR")
    play(unplayed, "end round")
    assert unplayed.result.scores == (2,)
    played = position("VEL1 VEL4", aside="PTE")
    play(played, "PTE gap 1, date PTE VEL4")
    assert (row(played), pile(played, "discard"), played.result.scores) == ("VEL1 VEL4", "PTE", (3,))
