"""The solo game: DS-66 to DS-73."""

from __future__ import annotations

import pytest

from mesozoic.games.dinospan.result import ladder

from .helpers import GAME, of, seat, table

GREEN = "K11"  # Round I: Ground-Plant Feeders


def solo(mine=None, level=2, **more):
    return table(mine or seat(), options={"solo_level": level}, **more)


def test_turns_alternate():
    """DS-67: the Rival publishes, then analyzes, and so on."""
    state = solo(key=GREEN)
    kinds = []
    for _ in range(4):
        told = [event.kind for event in state.play(0, "analyze:L")]
        kinds += [kind for kind in told if kind in ("rival_published", "rival_discarded")]
    assert kinds == ["rival_published", "rival_discarded"] * 2
    assert state.position()["round"] == 2


def test_a_rival_with_the_token_begins():
    """DS-67, DS-71: the token is with the lowest count, the Rival included."""
    mine = seat({"L1": "J03", "L2": "J17", "L3": "J12", "L4": "J07", "L5": "J08"}, markers=1)
    state = solo(mine, key=GREEN, hype=["J43", "J44", "J45", "J49"],
                 rival={"collection": [], "turns": 3})  # fmt: skip
    told = state.play(0, "analyze:G")
    kinds = [event.kind for event in told]
    assert of(state)["goals"][0] == 10 and state.position()["first"] == 1
    assert kinds.index("round_began") < kinds.index("rival_published"), "it begins the new round"


@pytest.mark.parametrize(("level", "card"), [(1, "J03"), (2, "J03"), (3, "J24")])
def test_rival_publish(level, card):
    """DS-68: a card of the current Goal, the lowest slot or (level 3) the most PP."""
    state = solo(level=level, key=GREEN, hype=["J43", "J03", "J24", "J20"])
    state.play(0, "analyze:L")
    assert state.position()["rival"]["collection"] == [card]
    assert None not in state.position()["hype"]


def test_rival_publish_without_a_match():
    """DS-68: any Hype card then."""
    state = solo(key=GREEN, hype=["J43", "J44", "J45", "J49"])
    state.play(0, "analyze:L")
    assert state.position()["rival"]["collection"] == ["J43"]


@pytest.mark.parametrize(("level", "number", "study"), [(1, 1, 0), (2, 1, 1), (3, 1, 1), (3, 3, 2)])
def test_rival_analyze(level, number, study):
    """DS-69."""
    state = solo(level=level, number=number, rival={"collection": [], "turns": 1})
    top = state.position()["hype"][0]
    state.play(0, "analyze:L")
    assert state.position()["rival"]["study"] == study
    assert state.position()["archive"] == [top]


def test_ecosystem_effects_teach_the_rival():
    """DS-70."""
    state = solo(seat({"L1": "J43"}), level=1)
    state.play(0, "analyze:L")
    assert state.position()["rival"]["study"] == 1


def test_rival_score_and_winning():
    """DS-72: strictly more."""
    for points, winners in ((8, (0,)), (9, ())):
        rival = {"collection": ["K70"] if points == 9 else ["K41"], "turns": 4}
        mine = seat({"L1": "K35"}, goals=[0, 0, 0, None], markers=1)
        state = solo(mine, level=1, number=4, rival=rival, key="K67", hype=["K01", "K02", "K03", "K05"])
        state.play(0, "analyze:G")
        assert state.is_over and state.result.scores == (9,)
        assert state.view(0).rival.points == points
        assert state.result.winners == winners


def test_rival_points():
    """DS-72: collection, Goals and study points."""
    state = solo(rival={"collection": ["J03", "J24"], "goals": 4, "study": 3})
    assert state.view(0).rival.points == 2 + 5 + 4 + 3


def test_ladder():
    """DS-73, DS-R4."""
    names = {29: "Volunteer", 30: "Field Assistant", 40: "Curator", 50: "Professor", 69: "Museum Director"}
    assert {score: ladder(score) for score in names} == names
    assert ladder(70) == "Best Paleontologist of the Year"


def test_five_markers():
    """DS-67: a fifth turn is Publish."""
    state = GAME.start(1, seed=1, options={"action_markers": 5})
    while state.position()["round"] == 1:
        state.play(0, state.moves(0)[-1])
    assert len(state.position()["rival"]["collection"]) >= 2 + 3
