"""Moves as text, labels, refusals."""

from __future__ import annotations

import pytest

from mesozoic.games.clades import rules_moves as terms
from mesozoic.games.clades.cards import NUMBER_OF
from mesozoic.kernel.errors import UnreadableMove

from .helpers import GAME, HOST, begun, refusal

MAMMALS = terms.call(NUMBER_OF["MW1B"], NUMBER_OF["ML2B"], NUMBER_OF["MA3B"])


@pytest.mark.parametrize(
    "text",
    ["call(MW1B,ML2B,MA3B)", "MW1B ML2B MA3B", "ma3b,mw1b ml2b", "call(MA3B, ML2B, MW1B)", " MW1B  ML2B,MA3B "],
)
def test_people_may_write_a_call_in_many_ways(text):
    assert GAME.parse(text) == MAMMALS
    assert GAME.text(MAMMALS) == "call(MW1B,ML2B,MA3B)"


@pytest.mark.parametrize(
    "text",
    ["none", "reveal", "start", "settle", "stall(timer)", "stall(majority)", "time_up", "reshuffle", "stop"]
    + [f"unlock(P{seat})" for seat in range(1, 9)],
)
def test_words(text):
    assert GAME.text(GAME.parse(text)) == text
    assert GAME.parse(text.upper()) == GAME.parse(text)


@pytest.mark.parametrize(
    "text",
    ["", "call()", "call(MW1B,ML2B)", "MW1B ML2B MW1B", "MW1B ML2B SHARK", "MW1B ML2B MA3B SL1R AA1B", "unlock(P9)"]
    + ["call(MW1B,ML2B,MA3B", "MW1B ML2B MA3B)", "stall", "MW1B;ML2B;MA3B"],
)
def test_anything_else_is_unreadable(text):
    with pytest.raises(UnreadableMove):
        GAME.parse(text)


def test_a_fourth_card_is_the_one_given():
    code = GAME.parse("call(MW1B,ML2B,MA3B,oSL1R)")
    assert terms.given_of(code) == NUMBER_OF["oSL1R"]
    assert GAME.text(code) == "call(MW1B,ML2B,MA3B,oSL1R)"


def test_labels_say_what_the_cards_show_and_not_whether_they_fit():
    state = begun(2)
    labels = {GAME.words.label(state, 0, code) for code in state.codes(0)}
    assert len(labels) == 287 and "I see no triple here" in labels
    assert not any("triple" in label for label in labels - {"I see no triple here"})
    assert GAME.words.label(state, HOST, terms.UNLOCK + 1) == "let P2 call again"
    assert GAME.words.label(state, 0, MAMMALS) == "1 blue water mammal, 2 blue land mammals, 3 blue air mammals"
    assert "give 1 red land original sauropsid" in GAME.words.label(state, 0, GAME.parse("MW1B ML2B MA3B oSL1R"))


def test_refusals_of_moves_at_the_wrong_time():
    state = begun(2)
    assert "not for a player" in refusal(state, 0, "settle")
    assert "not for the host" in refusal(state, HOST, "reveal")
    assert "not locked" in refusal(state, HOST, "unlock(P1)")
    assert "does not call" in refusal(state, HOST, "MW1B ML2B MA3B")
