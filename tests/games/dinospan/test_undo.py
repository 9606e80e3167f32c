"""Taking back: open choices of one's own can be undone until something is drawn or somebody else goes on."""

from __future__ import annotations

import pytest

from mesozoic.kernel.errors import IllegalMove
from mesozoic.kernel.record import take_back

from .helpers import GAME, activated, go, seat, stack, table


def test_publishing_is_taken_back_choice_by_choice():
    state = table(seat({"L1": ("J40", 1, 1)}, hand=["J43", "J54"], M=4), seat())
    before = [state.position()]
    for move in ("publish", "card:J43", "evolve:L1", "high"):
        state.play(0, move)
        before.append(state.position())
    for position in reversed(before[:-1]):
        state = take_back(state, 0)
        assert state.position() == position
    assert "analyze:L" in state.moves(0)


def test_what_is_revealed_stays():
    """The same seat still decides, but two cards of the Footprint are seen."""
    state = activated("J09")
    assert state.moves(0)[0].startswith("take:")
    with pytest.raises(IllegalMove, match="something was revealed"):
        take_back(state, 0)
    before = state.position()
    state.play(0, state.moves(0)[0])
    assert take_back(state, 0).position() == before, "taking one of them can be undone"


def test_payments_are_taken_back_before_the_ability_draws():
    state = activated("K42", hand=["J24", "J29", "J08"])
    before = state.position()
    go(state, "swap")
    assert take_back(state, 0).position() == before


def test_a_turn_that_went_on_stays():
    """Nothing is drawn, but P2 is to move."""
    state = table(seat({"L1": "J08"}), seat())
    go(state, "analyze:L gain:P")
    assert state.to_move == (1,)
    with pytest.raises(IllegalMove):
        take_back(state, 0)


def test_the_main_action_and_the_order_of_two_abilities_are_taken_back():
    state = table(seat({"L1": stack("J17", "J03", "high")}), seat())
    go(state, "analyze:L")
    assert state.moves(0) == ["first:top", "first:parent"]
    assert take_back(state, 0).moves(0) == ["analyze:L", "analyze:G"]


def test_several_choices_in_one_text():
    """None but the last reveals anything."""
    state = table(seat({"L1": ("J40", 1, 1)}, hand=["J43", "J54"], M=4), seat())
    state.play(0, "publish card:J43 evolve:L1 high egg:gold")
    assert state.position()["seats"][0]["atlas"]["L1"]["overlay"] == "high"
    state = activated("J13")
    with pytest.raises(IllegalMove, match="play it alone"):
        state.play(0, "footprint analyze:L")


def test_sealed_choices_stay():
    state = GAME.start(2, seed=1, options={"triassic_setup": "draft"})
    state.play(0, state.moves(0)[0])
    with pytest.raises(IllegalMove):
        take_back(state, 0)


def test_solo_draft_passes_nothing():
    """DS-62: keep 2 of 4, no passing."""
    solo = GAME.start(1, seed=1, options={"triassic_setup": "draft"})
    assert "packs_passed" not in [event.kind for event in solo.play(0, solo.moves(0)[0])]
    two = GAME.start(2, seed=1, options={"triassic_setup": "draft"})
    two.play(0, two.moves(0)[0])
    assert "packs_passed" in [event.kind for event in two.play(1, two.moves(1)[0])]


def test_research_is_told_at_the_end():
    """DS-64: to everybody, with its points."""
    state = GAME.start(3, seed=5, options={"personal_research": True})
    told = []
    while not state.is_over:
        who = state.to_move[0]
        told = state.play(who, state.moves(who)[-1])
    shown = [event for event in told if event.kind == "research_shown"]
    assert [event.seat for event in shown] == [0, 1, 2]
    for event in shown:
        assert event.is_known_to(None) and event.points == state.result.details[event.seat].research
        assert event.research.startswith(state.view(None).seats[event.seat].research_kept)
