"""CL-X1 to CL-X13: the worked examples, step by step, with what is told."""

from __future__ import annotations

import pytest

from mesozoic.games.clades.cards import NAMES

from .helpers import GAME, HOST, begun, call, counts, deck, grid, kinds, pile, place, refusal, told, true_calls

REST = "AW1R AL1R AA1R MW3R SL3R"
DECK = "AW1B AA1B MW1G MA1R AL1B SA1R"


@pytest.mark.parametrize(
    ("number", "cards", "check"),
    [
        ("CL-X1", "ML1B SL2G AL3R", "different same different different"),
        ("CL-X2", "MW2B SW2G AW2R", "different same same different"),
        ("CL-X3", "MW1B SL2G AA3R", "different different different different"),
    ],
)
def test_mixed_triples(number, cards, check):
    """CL-X1, CL-X2, CL-X3: a triple, mixed, pile +3."""
    state = place(2, f"{cards} {REST}", ["SA3B", "SA3R"], DECK)
    events = call(state, 0, cards)
    assert kinds(events) == ["called", "took"] and counts(state) == [3, 0]
    assert [line.split()[-1] for line in events[0].check] == check.split()


@pytest.mark.parametrize("cards", ["SW3G SL3G SA3G", "MW1B ML2B MA3B"], ids=["CL-X4", "CL-X7"])
def test_clade_triples(cards):
    """CL-X4, CL-X7: with two animal cards on top of the deck the pile grows by 5."""
    state = place(2, f"{cards} {REST}", ["SA3B", "SA3R"], DECK)
    events = call(state, 0, cards)
    assert kinds(events) == ["called", "took", "won", "won"] and counts(state) == [5, 0]


@pytest.mark.parametrize(
    ("cards", "quality"),
    [("ML1R SL1R AL1G", "colour"), ("SA2B SW2G SA2R", "environment")],
    ids=["CL-X5", "CL-X6"],
)
def test_failed_triples(cards, quality):
    """CL-X5, CL-X6: one quality fails; a false call, nothing moves."""
    state = place(2, f"{cards} {REST.replace('AL1R', 'AL2R')}", ["SA3B", "SA3R"], DECK)
    events = call(state, 0, cards)
    assert kinds(events) == ["called", "locked"] and counts(state) == [0, 0]
    assert events[0].words().endswith(f"no triple, two of a kind in {quality}.")


def test_cl_x8_a_bonus_card_among_the_extras():
    """CL-X8."""
    state = place(3, "MW1B ML2B MA3B " + REST, None, "BIVALVE SL1G AA2R SA1R")
    events = call(state, 0, "MW1B ML2B MA3B")
    assert pile(state, 0) == {"MW1B", "ML2B", "MA3B", "SL1G", "AA2R"} and pile(state, 1) == {"BIVALVE"}
    assert kinds(events) == ["called", "took", "passed", "won", "won"] and counts(state) == [5, 1, 0]


def test_cl_x9_two_callers():
    """CL-X9."""
    state = place(2, "ML1B SL2G AL3R MW2B SA1G MW1B ML2B MA3B", None, DECK.replace("MA1R", "MA2R"))
    assert "call(MW2B,SA1G,AL3R)" in true_calls(state, 1), "a triple before"
    call(state, 0, "ML1B SL2G AL3R")
    assert "AL3R is gone" in refusal(state, 1, "call(AL3R,MW2B,SA1G)")
    call(state, 1, "MW1B ML2B MA3B")
    assert counts(state) == [3, 5]


def test_cl_x10_lucky_13():
    """CL-X10."""
    state = begun(2, seed=5)
    assert len(grid(state)) == 12
    state.play(HOST, "stall(timer)")
    assert len(grid(state)) == 13
    held = {card for one in state.position()["hands"] for card in one}
    shared = [move for move in true_calls(state, 0) if not any(card in move for card in held)]
    before = len(deck(state))
    events = state.play(0, shared[0])
    assert len(grid(state)) == 10
    events += state.play(HOST, "settle")
    assert len(grid(state)) == 12 and len(told(events, "laid")) == 2
    assert before - len(deck(state)) == 2 + len(told(events, "won")) + len(told(events, "passed"))


def test_cl_x11_the_race():
    """CL-X11."""
    state = next(one for one in (begun(1, seed=seed) for seed in range(99)) if _runs_through(one.clone()))
    for number in range(1, 11):
        state.play(0, true_calls(state, 0)[0])
        assert len(deck(state)) == max(0, 27 - 3 * number)
    assert len(grid(state)) == 9 and state.view(0).seats[0].triples == 10


def _runs_through(state):
    """Ten triples without an added card, always calling the first."""
    while state.to_move and true_calls(state, 0):
        state.play(0, true_calls(state, 0)[0])
    return state.view(0).seats[0].triples == 10


def test_cl_x12_the_standard_combined_game():
    """CL-X12."""
    setup = GAME.prepare(4, {"combined": "standard", "clade_sets": "M:O, S:P, A:O"})
    names = [NAMES[card] for card in setup.variant.cards]
    assert sum(name.startswith("o") for name in names) == 54
    assert sum(name.startswith("S") and len(name) == 4 for name in names) == 27
    assert names[-2:] == ["SHARK", "BIVALVE"] and len(names) == 83


def test_cl_x13_two_dinosaurs_and_a_lizard():
    """CL-X13."""
    state = place(2, "SL1R SL2R oSL3R AA1B", None, DECK.replace("AA1B", "AA2B"), {"combined": "genius"})
    events = call(state, 0, "SL1R SL2R oSL3R")
    assert "clade triple" in events[0].words() and counts(state) == [5, 0]
