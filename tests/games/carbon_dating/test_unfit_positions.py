"""Positions and deals that no game can lead to are refused; joined moves betray nothing."""

from __future__ import annotations

from typing import Any

import pytest

import mesozoic
from mesozoic.kernel.errors import BadOptions, IllegalMove
from mesozoic.kernel.record import Record

GAME = mesozoic.game("carbon-dating")


def taken(options: dict[str, Any] | None = None, **position: Any) -> Any:
    return GAME.start(1, options=options, position=position)


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"drawn": ["BRA1"], "ends": []}, "needs an open end"),
        ({"drawn": ["BRA1", "BRA2"], "ends": ["left"]}, "needs an open end"),
        ({"drawn": ["BRA1"], "ends": ["left", "left"]}, "each once"),
        ({"drawn": ["BRA1"], "final": True, "deck": ["VEL1"]}, "deck is empty"),
        ({"drawn": ["VEL1"], "step": "place", "played": "PTE"}, "does not fit its step"),
        ({"drawn": {(1, 2): 3}}, "by texts"),
        ({"drawn": {"1": 3}}, "must be a list"),
        ({"drawn": ["BRA1", "BRA2"], "final": True}, "final round one card is drawn at most"),
        ({"drawn": ["BRA1"], "aside": ["PTE", "TYR"], "final": True, "discard": ["VEL1"]}, "nothing is left to draw"),
        ({"reshuffles_used": 1000}, "from 0 to 59"),
        ({"drawn": ["BRA1"], "round": 3, "reshuffles_used": 4}, "from 0 to 3"),
        ({"round": 3, "reshuffles_used": 3}, "from 0 to 2"),
        ({"reshuffles": {1: 2, "a": 3}}, "."),
    ],
)
def test_impossible_positions_are_refused(position: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOptions, match=words):
        taken(table=["IGU1"], **position)


def test_impatient_customers_see_one_reshuffle_in_positions_too() -> None:
    """CD-52."""
    with pytest.raises(BadOptions, match="one reshuffle"):
        taken({"impatient_customers": True}, table=["IGU1"], drawn=["BRA1"], reshuffles_used=2)


@pytest.mark.parametrize(
    ("reshuffles", "drawn", "round"), [(0, None, 1), (0, ["BRA1"], 1), (59, None, 60), (3, ["BRA1"], 3)]
)
def test_a_position_without_a_round_is_in_the_first_that_had_so_many_reshuffles(
    reshuffles: int, drawn: list[str] | None, round: int
) -> None:
    given = {"table": ["SPI1", "IGU1"], "reshuffles_used": reshuffles, "deck": ["BRA2", "BRA3"]}
    state = GAME.start(1, position=given if drawn is None else {**given, "drawn": drawn})
    assert state.position()["round"] == round
    assert GAME.start(1, position=state.position()).position() == state.position()


CHAIN = {"table": ["IGU1", "BRA1", "COM4"], "step": "date", "waiting": [[["IGU1", "BRA1"], ["BRA1", "COM4"]]]}
SWAP = {"table": ["COM1", "IGU1", "BRA1"], "step": "swap", "played": "COM1", "ends": ["right"]}
BLIND, STAFFING = {"blind_dates": True}, {"staffing_shortage": True}


@pytest.mark.parametrize(
    ("options", "position", "words"),
    [
        (STAFFING, {"table": ["IGU1"], "drawn": ["BRA1"], "aside": ["PTE"]}, "no card is set aside"),
        (BLIND, {"table": ["IGU1"], "drawn": ["BRA1", "BRA2"]}, "second card lies face down"),
        (BLIND, {"table": ["IGU1"], "drawn": ["BRA1", "BRA2"], "face_down": True, "final": True}, "one card is drawn"),
        (
            BLIND,
            {"table": ["IGU1", "IGU2"], "drawn": [], "step": "place", "played": "PTE", "final": True},
            "one card is drawn",
        ),
        (STAFFING, {**CHAIN, "drawn": ["VEL1", "VEL3"]}, "begins with a card that is played"),
        ({}, {**CHAIN, "drawn": ["VEL1", "VEL3"], "aside": ["PTE", "TYR"]}, "begins with a card that is played"),
        ({}, {**CHAIN, "drawn": ["VEL1"], "dates": [["VEL1", "IGU1"]]}, "who has dated has sat in the row"),
        ({}, {**CHAIN, "drawn": [], "dates": [["VEL1", "IGU1"]]}, "who has dated has sat in the row"),
        ({}, {**SWAP, "drawn": []}, "waits for one date"),
        ({}, {**SWAP, "drawn": [], "waiting": [[["IGU1", "BRA1"]]]}, "waits for one date"),
        ({}, {**SWAP, "drawn": [], "waiting": [[["COM1", "IGU1"]]], "dates": [["IGU1", "BRA1"]]}, "waits for one date"),
        ({}, {**SWAP, "drawn": [], "waiting": [[["COM1", "IGU1"]]], "ends": ["left", "right"]}, "takes an end"),
    ],
)
def test_what_the_rules_cannot_lead_to_is_refused(options: Any, position: Any, words: str) -> None:
    """CD-05, CD-09, CD-24, CD-37, CD-53, CD-56, CD-R20, CD-R26, CD-R27."""
    with pytest.raises(BadOptions, match=words):
        taken(options, **position)


def test_what_the_rules_lead_to_is_taken() -> None:
    """The same positions without their mistake."""
    assert taken(BLIND, table=["IGU1"], drawn=["BRA1", "BRA2"], face_down=True).moves(0)
    assert taken(table=["IGU1"], drawn=["BRA1"], final=True).moves(0)
    assert taken(table=["IGU1"], drawn=["BRA1"], round=3, reshuffles_used=3).moves(0)
    assert taken(**CHAIN, drawn=["VEL1", "VEL3"], aside=["PTE"]).moves(0)
    assert taken(**SWAP, drawn=[], waiting=[[["COM1", "IGU1"]]]).moves(0)


def test_a_date_waits_once_and_not_after_it_took_place() -> None:
    """CD-26, CD-R11."""
    row = ["IGU1", "BRA1", "COM4"]
    pairs = [["IGU1", "BRA1"], ["BRA1", "COM4"]]
    assert taken(table=row, drawn=[], step="date", waiting=[pairs]).moves(0)
    with pytest.raises(BadOptions, match="have had their date"):
        taken(table=row, drawn=[], step="date", waiting=[pairs], dates=[["IGU1", "BRA1"]])
    with pytest.raises(BadOptions, match="no pair waits twice"):
        taken(table=row, drawn=[], step="date", waiting=[[*pairs, pairs[0]]])


def test_a_reshuffle_that_does_not_fit_is_told_when_it_comes_up() -> None:
    """The table can still be looked at; the move that needs the reshuffle is refused and changes nothing."""
    state = taken(table=["ANK1"], drawn=["BRA1"], discard=["IGU1"], reshuffles=[["IGU2"]])
    assert state.view(0)
    before = state.position()
    with pytest.raises(BadOptions, match="does not hold the cards"):
        state.play(0, "BRA1 left")
    assert state.position() == before


def test_joined_moves_do_not_betray_the_face_down_card() -> None:
    """CD-56: a refusal says the same whatever lies there."""
    sentences = set()
    for hidden in ("COM1", "PTE", "SPI1"):
        state = taken(
            {"blind_dates": True},
            table=["BRA1", "BRA2", "ANK1"],
            drawn=["IGU1", hidden],
            face_down=True,
            deck=["VEL1", "VEL3"],
        )
        with pytest.raises(IllegalMove) as refusal:
            state.play(0, "? left, PTE gap 30")
        sentences.add(str(refusal.value))
    assert len(sentences) == 1


def test_a_record_from_any_position_replays() -> None:
    """Also when the position was not written as the program writes it."""
    state = taken(table=["ANK1", "IGU1"], discard=["IGU2", "BRA1", "VEL1", "GAL2", "TRI2"], deck=["PAC1", "STE1"])
    rng = mesozoic.seeded(3)
    while state.to_move:
        moves = state.moves(0)
        state.play(0, moves[rng.below(len(moves))])
    assert Record.of(state).replay(mesozoic.game).position() == state.position()


def test_another_card_has_to_wait_for_a_special_one_to_find_its_place() -> None:
    """CD-R26: the refusal names the reason."""
    state = taken({"blind_dates": True}, table=["BRA1", "BRA2"], drawn=["IGU1", "PTE"], face_down=True)
    state.play(0, "? left")
    with pytest.raises(IllegalMove, match="find a place for Pterodactyl"):
        state.play(0, "IGU1 right")
