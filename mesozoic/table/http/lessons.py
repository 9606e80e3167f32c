"""Lessons over HTTP: nothing is stored, a lesson is a function of the moves made in it."""

from __future__ import annotations

from mesozoic.client import messages
from mesozoic.kernel.game import Game
from mesozoic.kernel.lesson import NEXT, Lesson, follow
from mesozoic.table.matches import present


def lesson_state(game: Game, lesson: Lesson, wanted: messages.LessonMoves) -> messages.LessonState:
    """Where the lesson stands after these moves."""
    stand = follow(game, lesson, wanted.moves)
    state, seat = stand.state, lesson.seat
    view = state.view(seat)
    moves: list[messages.MoveOption] = []
    if not stand.done:
        reads_on = lesson.beats[stand.beat].allow == ()
        moves = [messages.MoveOption(NEXT, "Read on", [])] if reads_on else present.move_options(state, seat)
    update = messages.Update(
        version=len(stand.moves),
        decision=len(stand.moves),
        view=view,
        tabletop=game.tabletop.lay_out(view) if wanted.tabletop else None,
        moves=moves,
        frames=present.frames(list(stand.frames), seat, with_views=True),
        to_move=[one for one in state.to_move if one >= 0],
        can_undo=False,
        undo=None,
        clocks=[],
        at_ms=int(state.clock),
        result=present.result_message(state.result),
    )
    return messages.LessonState(
        title=lesson.title,
        beats=[messages.LessonBeat(beat.say, beat.goal, list(beat.marked)) for beat in lesson.beats],
        beat=stand.beat,
        done=stand.done,
        said=stand.said,
        refused=stand.refused,
        moves_made=list(stand.moves),
        seat=seat,
        update=update,
    )
