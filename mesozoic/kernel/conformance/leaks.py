"""Laws of secrecy: what a seat notices of a move must not tell worlds apart that it cannot tell apart afterwards.

A seat notices the events that it may know, the picture beside each, whose decision it then is, and its view. The same
move is played in the real world and in one that the seat could imagine. If the seat sees the same in the end, then
everything on the way must have been the same; otherwise it has learnt something that it may not know, and worlds that
are imagined from its view would contradict what it was told.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mesozoic.kernel.conformance.swaps import swapped_worlds
from mesozoic.kernel.conformance.worlds import watcher_name
from mesozoic.kernel.state import HOST, Moves, State, seat_name

if TYPE_CHECKING:
    from mesozoic.kernel.conformance.trial import Trial

WALKS = 3
"""So many ways are followed that a seat which is asked could answer."""
STEPS = 2
"""At most so many answers in a row."""


@dataclass
class Noticed:
    """A move as one watcher notices it."""

    watcher: int | None
    state: State
    told: list[tuple[str, dict[str, Any]]]
    pictures: list[Any]
    view: Any

    def ends_like(self, other: Noticed) -> bool:
        """Does it look the same in the end, although something hidden is different?"""
        return self.view == other.view and is_different(self.state, other.state, self.watcher)


def is_different(one: State, other: State, watcher: int | None) -> bool:
    """The same seats are asked, and something that the watcher may know in neither state is different."""
    game = one.setup.game
    here, there = game.secrets(one, watcher), game.secrets(other, watcher)
    return one.to_move == other.to_move and any(here[name] != there[name] for name in here.keys() & there.keys())


def notice(state: State, seat: int, move: str, watcher: int | None) -> Noticed:
    """Play the move and watch."""
    known = [(event, frame) for event, frame in state.play_filmed(seat, move) if event.is_known_to(watcher)]
    told = [(event.kind, event.facts()) for event, _ in known]
    return Noticed(watcher, state, told, [frame.view(watcher) for _, frame in known], state.view(watcher))


# --- Events and pictures ----------------------------------------------------------------------------------------------


def check_telling(trial: Trial, seat: int, move: str) -> None:
    """The same move in another world, and another (perhaps sealed) move of somebody else in the same world."""
    other_move = trial.random_move(seat)
    for watcher in trial.watchers():
        trial.trying = f"{seat_name(seat)}:{move} as {watcher_name(watcher)} notices it"
        before = trial.state.view(watcher)
        imagined = trial.state.imagine(watcher, trial.rng)
        worlds = [(trial.state.clone(), imagined.clone()), *swapped_worlds(trial, watcher, imagined)]
        for here, there in worlds:
            if there.is_legal(seat, trial.game.parse(move)):
                one, other = notice(here, seat, move, watcher), notice(there, seat, move, watcher)
                compare(trial, one, other)
                compare_asking(trial, one, other, before)
                compare_asking(trial, other, one, before)
        if watcher != seat:
            here, there = trial.state.clone(), trial.state.clone()
            compare(trial, notice(here, seat, move, watcher), notice(there, seat, other_move, watcher))


def compare(trial: Trial, here: Noticed, there: Noticed) -> None:
    """Open moves may lead to the same state in different ways; where nothing hidden differs, nothing is betrayed. Nor
    is it where the same is told in another order: two cards that are laid open may come one way or the other."""
    if here.ends_like(there) and (here.told == there.told or not is_reordered(here.told, there.told)):
        apart = first_difference(here.told, there.told)
        trial.law(not apart, "events tell a seat no more than its view", apart)
        apart = first_difference(here.pictures, there.pictures)
        trial.law(not apart, "frames show a seat no more than its view", apart)


def is_reordered(here: list[Any], there: list[Any]) -> bool:
    return sorted(map(repr, here)) == sorted(map(repr, there))


def first_difference(here: list[Any], there: list[Any]) -> str:
    """Where two lists of what was noticed part; nothing if they do not."""
    for at, (one, other) in enumerate(zip(here, there, strict=False), 1):
        if one != other:
            return f"number {at} is {one} or {other}"
    return "" if len(here) == len(there) else f"{len(here)} or {len(there)} of them"


# --- "Cannot" and "does not want" -------------------------------------------------------------------------------------


def compare_asking(trial: Trial, asked: Noticed, other: Noticed, before: Any) -> None:
    """Somebody who cannot go on must look like somebody who could and does not.

    Where the move leads to different views, no answer of others in one world may lead to where the other world is
    already: that nothing was asked there has told the watcher that nothing could be done. (A decision in several small
    moves, of which nobody notices the first, is one.)
    """
    waiting = asked.state.to_move
    unnoticed = asked.view == before and waiting == trial.state.to_move and not asked.told
    if not unnoticed and (asked.view != other.view or waiting != other.state.to_move):
        for _ in range(WALKS):
            follow_answers(trial, asked.state.clone(), other)


def follow_answers(trial: Trial, asked: State, other: Noticed) -> None:
    watcher = other.watcher
    answers: list[str] = []
    while len(answers) < STEPS:
        seats = [seat for seat in asked.to_move if seat not in (watcher, HOST)]
        if not seats:
            return
        seat = trial.one_of(seats)
        answer = asked.random_move(seat, trial.rng, Moves())
        answers.append(f"{seat_name(seat)}:{trial.game.text(answer)}")
        asked.apply(seat, answer)
        same = asked.view(watcher) == other.view and is_different(asked, other.state, watcher)
        found = f"after {', '.join(answers)} it looks as if nobody had been asked"
        trial.law(not same, "who cannot looks like who does not want", found)
