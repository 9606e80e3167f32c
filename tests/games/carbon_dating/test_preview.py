"""The preview of a whole chain: what a move would set off, step by step, as far as nothing hidden is touched."""

from __future__ import annotations

import random

import pytest

from mesozoic import seeded

from .helpers import GAME, position, seating, start


def preview(state, move):
    return next(option for option in state.view(0).options if option.move == move)


def rows(option):
    return [(step.kind, " ".join(step.row)) for step in option.steps]


def test_the_example_round_before_it_is_played():
    """CD-X1, steps 2 to 6."""
    option = preview(start("STE3 GAL2 IGU1 VEL1 / SPI1 BRA2"), "SPI1 left")
    assert rows(option) == [
        ("placed", "SPI1 STE3 GAL2 IGU1 VEL1"),
        ("ate", "SPI1(STE3) GAL2 IGU1 VEL1"),
        ("fled", "SPI1(STE3) IGU1 VEL1"),
        ("dated", "SPI1(STE3) IGU1 VEL1"),
        ("left_satisfied", "VEL1"),
    ]
    assert [step.verdict for step in option.steps if step.kind == "dated"] == ["good"]
    assert option.steps[1].cards == ("SPI1", "STE3")
    assert option.then == ""
    assert option.bad_reviews == 2  # VEL1 in the row, GAL2 in the discard pile


def test_the_preview_stops_where_the_player_decides():
    """CD-X5: two new neighbours, one of which is picked."""
    option = preview(position("BRA2 IGU1 COM4", "VEL1 VEL3", aside="PTE TYR"), "PTE gap 1")
    assert rows(option) == [("placed", "BRA2 PTE IGU1 COM4")]
    assert option.then == "date"
    assert preview(seating("VEL1 ALL1", "COM1"), "COM1 right").then == "swap"


def test_nothing_is_foretold_of_the_face_down_card():
    state = GAME.start(1, seed=4, options={"blind_dates": True})
    option = preview(state, "? left")
    assert (option.steps, option.then, option.bad_reviews) == ((), "", None)


def test_the_draw_of_the_next_round_is_no_part_of_it():
    state = position("VEL1", "BRA2", deck="IGU1 IGU2 IGU3")
    option = preview(state, "BRA2 right")
    assert [step.kind for step in option.steps] == ["placed", "dated"]
    assert state.moves(0) == ["BRA2 left", "BRA2 right"]


@pytest.mark.parametrize("seed", range(12))
def test_it_comes_as_foretold_and_tells_nothing_hidden(seed):
    choices = random.Random(seed)
    options = {"blind_dates": seed % 2 == 0, "staffing_shortage": seed % 3 == 0}
    state = GAME.start(1, seed=seed, options=options)
    while not state.is_over:
        seen = state.view(0)
        assert state.imagine(0, seeded(seed)).view(0) == seen
        for option in seen.options:
            after = state.clone()
            after.apply(0, GAME.parse(option.move))
            if option.steps:
                assert list(option.steps[-1].row) == after.position()["table"]
        state.play(0, choices.choice(state.moves(0)))


def test_the_reviews_say_who_writes_them_and_from_where():
    state = position("VEL1 BRA2", "", final=True, discard="GAL2", aside="TYR")
    state.play(0, "end round")
    details = state.result.details[0]
    assert [(one.card, one.place) for one in details.reviews] == [
        ("VEL1", "table"),
        ("BRA2", "table"),
        ("GAL2", "discard"),
    ]
    assert tuple(one.card for one in details.reviews) == details.reviewers
    assert details.reviews[1].words == "I could not see anyone from up there."
    assert details.satisfied == 0
