"""Setup: CD-01 to CD-04."""

from __future__ import annotations

from mesozoic.games.carbon_dating.cards import IDS

from .helpers import GAME, ORDINARY, SPECIALS, pile, row, start


def test_the_specials_are_put_aside_face_up():
    """CD-01."""
    state = start()
    assert pile(state, "aside") == "PTE TYR"
    assert [card.card for card in state.view(None).aside] == SPECIALS


def test_the_deck_is_the_other_36_shuffled():
    """CD-02: every order comes from the seed; no special is in it."""
    decks = [GAME.start(1, seed=seed).journal.deal["deck"] for seed in range(50)]
    assert all(sorted(deck) == sorted(ORDINARY) for deck in decks)
    assert len({tuple(deck) for deck in decks}) == 50
    first = {deck[0] for deck in decks}
    assert len(first) > 15, "any card can be the first"


def test_four_cards_in_a_row_first_drawn_leftmost():
    """CD-03, section 2."""
    state = start("STE3 GAL2 IGU1 VEL1 / SPI1 BRA2")
    assert row(state) == "STE3 GAL2 IGU1 VEL1"
    assert len(state.position()["deck"]) == 32 - 2


def test_being_dealt_causes_nothing():
    """CD-03, CD-R14: neighbours that would have a good date stay, Spinosaurus eats nobody, no swap is asked."""
    state = start("IGU1 ALL1 COM1 SPI1")
    assert row(state) == "IGU1 ALL1 COM1 SPI1"
    assert state.view(0).marks[0].verdict == "good"
    assert (state.position()["step"], state.position()["dates"]) == ("play", [])


def test_the_game_starts_with_empty_piles_in_round_one():
    """CD-04."""
    position = start().position()
    assert (position["discard"], position["satisfied"], position["round"]) == ([], [], 1)
    assert position["reshuffles_used"] == 0
    assert not position["final"]


def test_there_are_38_cards():
    """Section 1: 36 ordinary ones and the two specials."""
    assert len(IDS) == len(set(IDS)) == 38
