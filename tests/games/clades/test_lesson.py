"""The lesson can be followed to its end, teaches what it says, and refuses what does not fit."""

from __future__ import annotations

from mesozoic.games.clades.cards import NUMBER_OF, is_triple
from mesozoic.games.clades.lesson import LESSON
from mesozoic.kernel.lesson import NEXT, follow

from .helpers import GAME, counts, triples_among, true_calls

WAY = [beat.allow[0] if beat.allow else NEXT for beat in LESSON.beats]


def stand_at(beat):
    return follow(GAME, LESSON, WAY[:beat])


def test_it_can_be_followed_to_its_end():
    stand = follow(GAME, LESSON, WAY)
    assert stand.done and stand.refused is None and "hatchling" in stand.said
    assert 8 <= len(LESSON.beats) <= 14
    assert GAME.lesson is LESSON


def test_every_call_is_what_the_beat_says():
    false_calls = 0
    for beat in LESSON.beats:
        for move in beat.allow or ():
            if move.startswith("call"):
                names = move[5:-1].split(",")
                cards = [NUMBER_OF[name] for name in names]
                assert cards == sorted(cards), "written as the table writes it"
                false_calls += not is_triple(*cards)
    assert false_calls == 1


def test_piles_grow_as_the_teacher_says():
    piles = [counts(stand_at(beat).state) for beat in range(len(WAY) + 1)]
    assert [pile[0] for pile in piles] == [0, 0, 0, 3, 3, 8, 11, 14, 14, 17, 23, 23]
    assert piles[9][2] == 1, "the shark"
    assert piles[-1] == [23, 3, 4]


def test_where_the_teacher_says_that_there_is_one_triple_there_is_one():
    own = stand_at(5).state
    assert [call for call in true_calls(own, 0) if "SW3B" in call] == ["call(MA1G,SW3B,AL2R)"]
    assert true_calls(stand_at(6).state, 0) == ["call(ML1R,SA1R,AW1R)"]
    assert true_calls(stand_at(8).state, 0) == ["call(MA1R,SA3R,AA2R)"]
    blue = [card for card in ("ML1B", "MW1B", "ML2B", "MA3B") if card in stand_at(4).state.position()["grid"]]
    assert blue == ["MW1B", "ML2B", "MA3B"]


def test_nobody_can_call_when_none_is_asked_for():
    state = stand_at(7).state
    for seat in range(3):
        assert true_calls(state, seat) == []
    assert triples_among(state.position()["grid"]) == []


def test_another_triple_is_answered_and_does_not_count():
    stand = follow(GAME, LESSON, [*WAY[:2], "call(MW1B,ML2B,MA3B)"])
    assert stand.refused == LESSON.beats[2].wrong and stand.beat == 2
