"""A first game with a teacher, as data: a deal or a position, and beats that each ask for a move and say why.

A lesson is a pure function of the moves made in it, so nothing has to be stored: see :func:`follow`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from mesozoic.kernel.errors import MesozoicError

if TYPE_CHECKING:
    from mesozoic.kernel.event import Event
    from mesozoic.kernel.game import Game
    from mesozoic.kernel.state import State

NEXT: Final = "next"
"""The move that reads on where nothing is to be done."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What somebody else (or the host, seat -1) does after a beat."""

    seat: int
    move: str
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Beat:
    """One step of a lesson."""

    say: str
    """What the teacher says before it."""
    goal: str
    """What is to be done, in one short sentence."""
    allow: tuple[str, ...] | None = None
    """The moves that fit; None: any legal move. Empty: nothing is to be done but to read on (the move ``next``)."""
    wrong: str = ""
    """What is said to a legal move that does not fit."""
    after: str = ""
    """What is said once it is done."""
    marked: tuple[str, ...] = ()
    """Elements of the table worth looking at."""
    replies: tuple[Reply, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    title: str
    players: int
    seat: int
    options: dict[str, Any]
    beats: tuple[Beat, ...]
    deal: dict[str, Any] | None = None
    position: dict[str, Any] | None = None
    closing: str = ""
    """What is said at the end."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a lesson stands after the moves made in it."""

    state: State
    beat: int
    """The beat that waits; the number of beats when the lesson is done."""
    done: bool
    said: str
    """What the last move that counted brought, in the teacher's words; the closing words at the end."""
    refused: str | None
    """Why the last move did not count; None if it did."""
    moves: tuple[str, ...]
    """The moves that counted, :data:`NEXT` included: to follow these again leads to the same standing."""
    frames: tuple[tuple[Event, State], ...]
    """What the last move and the replies to it caused, each with the table right after it; empty if it was refused."""


def follow(game: Game, lesson: Lesson, moves: Sequence[str]) -> Standing:
    """Play a lesson from its beginning; nothing is stored.

    A legal move that does not fit its beat is answered with the beat's ``wrong`` and does not count; neither does an
    illegal one, which is answered as in any game. A big move of ``allow`` may also be made in its small ones.
    """
    course = _Course(game, lesson)
    for move in moves:
        course.make(move)
    return course.standing()


class _Course:
    """A lesson under way."""

    def __init__(self, game: Game, lesson: Lesson) -> None:
        self.game = game
        self.lesson = lesson
        seed = "lesson" if lesson.position is None else None
        self.state = game.start(lesson.players, seed, lesson.options, lesson.deal, lesson.position)
        self.beat = 0
        self.steps: list[str] = []  # the small moves made in this beat
        self.said = ""
        self.refused: str | None = None
        self.counted: list[str] = []
        self.frames: list[tuple[Event, State]] = []

    def standing(self) -> Standing:
        done = self.beat == len(self.lesson.beats)
        counted, frames = tuple(self.counted), tuple(self.frames)
        return Standing(self.state, self.beat, done, self.said, self.refused, counted, frames)

    def make(self, move: str) -> None:
        self.frames = []
        self.refused = self.refusal(move)
        if self.refused is not None:
            return
        beat = self.lesson.beats[self.beat]
        if move != NEXT:
            try:
                self.frames += self.state.play_filmed(self.lesson.seat, move)
            except MesozoicError as error:
                self.refused = str(error)
                return
            self.steps += self.game.split(move)
        self.counted.append(move)
        if move == NEXT or beat.allow is None or self.steps in map(self.game.split, beat.allow):
            self.end_beat(beat)

    def refusal(self, move: str) -> str | None:
        """Why the move does not fit the beat; None if it does, as far as the lesson is concerned."""
        if self.beat == len(self.lesson.beats):
            return "The lesson is over."
        beat = self.lesson.beats[self.beat]
        if move == NEXT or beat.allow == ():
            return None if move == NEXT and beat.allow == () else beat.wrong or beat.goal
        if beat.allow is None:
            return None
        made = [*self.steps, *self.game.split(move)]
        if any(self.game.split(one)[: len(made)] == made for one in beat.allow):
            return None
        try:
            self.state.clone().play(self.lesson.seat, move)
        except MesozoicError as error:
            return str(error)
        return beat.wrong or beat.goal

    def end_beat(self, beat: Beat) -> None:
        for reply in beat.replies:
            self.frames += self.state.play_filmed(reply.seat, reply.move, reply.at)
        self.beat += 1
        self.steps = []
        is_last = self.beat == len(self.lesson.beats)
        self.said = "\n\n".join(filter(None, (beat.after, self.lesson.closing if is_last else "")))
