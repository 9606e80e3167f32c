"""Taking back among several people: in secret what nobody else has heard of, openly what they have."""

from __future__ import annotations

import random
from typing import Any

import pytest

from mesozoic.kernel.record import can_take_back
from mesozoic.table.errors import Forbidden
from mesozoic.table.matches import present, wishes
from mesozoic.table.matches.match import Match, Reader, Told
from mesozoic.table.storage import entries as kinds
from mesozoic.table.storage.entries import Entry
from tests.table.test_clocks import started

WALL = 100.0
CLOCK = {"per": "move", "seconds": 900, "then": "bot_moves"}


def fold(match: Match, kind: str, seat: int, **data: Any) -> Told:
    return match.fold(Entry("m", match.number + 1, kind, seat, data, 0, WALL))


def noticed(match: Match, but: int) -> dict[Reader, Any]:
    """All that others have been told and could ask for now."""
    assert match.state is not None
    others = [reader for reader in match.readers if reader != but]
    return {
        reader: (match.state.view(reader), match.to_move, match.versions[reader], present.log_lines(match, reader))
        for reader in others
    }


@pytest.mark.parametrize("game", ["dolphins-and-dinos", "dinospan"])
def test_what_others_have_heard_of_is_taken_back_openly_and_the_rest_without_a_trace(game: str) -> None:
    """Whoever reloads sees what those see who stayed, whether or not something was taken back in secret.

    A small step that others only see (which card somebody looks at) is not told in the log: it needs no consent.
    """
    rng, secret, seen, heard = random.Random(5), 0, 0, 0
    match = started(game, CLOCK)
    for _ in range(250):
        if match.status != "playing" or match.state is None:
            break
        seat = rng.choice(match.to_move)
        before = noticed(match, seat)
        move = rng.choice(match.state.moves(seat))
        told = fold(match, kinds.MOVE, seat, move=move)
        if match.status != "playing" or not can_take_back(match.state, seat):
            continue
        others = [one for one in range(3) if one != seat]
        if told.readers == [seat]:
            secret += 1
            assert match.undo_question(seat) == []
            assert fold(match, kinds.UNDO, seat).readers == [seat]
            assert noticed(match, seat) == before
        elif all(line[3] == before[reader][3] for reader, line in noticed(match, seat).items()):
            seen += 1
            assert match.undo_question(seat) == []
            assert set(told.readers) <= set(fold(match, kinds.UNDO, seat).readers)
            assert [one[0] for one in noticed(match, seat).values()] == [one[0] for one in before.values()]
        else:
            heard += 1
            assert match.undo_question(seat) == others, move
            assert fold(match, kinds.UNDO, seat).readers == match.readers
            for reader, (*_, lines) in noticed(match, seat).items():
                assert lines == before[reader][3][-len(lines) :], "a log forgets its oldest lines"
        fold(match, kinds.MOVE, seat, move=move)
    assert secret > 5 if game == "dolphins-and-dinos" else min(seen, heard) > 5


def test_what_was_asked_before_the_last_move_can_be_agreed_to_no_more() -> None:
    """Where all choose at once others go on while somebody asks; their move may end the game."""
    rng, match = random.Random(5), started("dolphins-and-dinos", CLOCK)
    assert match.state is not None
    ahead, moves = match.state.clone(), list[tuple[int, str]]()
    while ahead.to_move:
        seat = rng.choice(ahead.to_move)
        moves.append((seat, rng.choice(ahead.moves(seat))))
        ahead.play(*moves[-1])
    for seat, move in moves[:-1]:
        fold(match, kinds.MOVE, seat, move=move)
    last = moves[-1][0]
    asks, agrees = (seat for seat in range(3) if seat != last)
    after, needed = match.question_back(asks, 1)
    fold(match, kinds.UNDO_ASK, asks, after=after, turns=1, needed=needed)
    fold(match, kinds.UNDO_ANSWER, last, agree=True)
    fold(match, kinds.MOVE, last, move=moves[-1][1])
    assert match.status == "over" and match.undo is None
    with pytest.raises(Forbidden):
        wishes.answer_undo(match, agrees, True)


def test_nobody_agrees_to_anything_in_a_match_that_the_host_has_ended() -> None:
    match = started("dinospan", CLOCK)
    assert match.state is not None
    [asks] = match.to_move
    fold(match, kinds.MOVE, asks, move=match.state.moves(asks)[0])
    others = [seat for seat in range(3) if seat != asks]
    fold(match, kinds.UNDO_ASK, asks, needed=others)
    fold(match, kinds.UNDO_ANSWER, others[0], agree=True)
    match.fold(Entry("m", match.number + 1, kinds.ABANDON, None, {"why": "The host has ended it."}, 0, WALL))
    with pytest.raises(Forbidden):
        wishes.answer_undo(match, others[1], True)
    fold(match, kinds.UNDO_ANSWER, others[1], agree=True)  # by a former version of the program
    assert match.is_undo_agreed and wishes.finish(match, WALL) is None
