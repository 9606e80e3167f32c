"""What a move would set off, step by step, shown before anybody commits to it.

A chain hides nothing (ledger 9), so it is played on a copy and filmed, to the next decision or to the end of the play.
What lies beyond, the draw of the next round, is cut off; of the face-down card nothing is foretold.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final, cast

from mesozoic.games.carbon_dating import events, words
from mesozoic.games.carbon_dating.notation import STEPS, with_meal
from mesozoic.games.carbon_dating.rules import Table
from mesozoic.games.carbon_dating.rules_moves import CARD_AT, END_ROUND, FACE_DOWN
from mesozoic.games.carbon_dating.rules_table import PLAY, row_of
from mesozoic.games.carbon_dating.shown import Preview, StepView
from mesozoic.kernel.errors import BadOptions

if TYPE_CHECKING:
    from mesozoic.kernel.event import Event
    from mesozoic.kernel.state import State

_NAMES: Final = ("card", "left", "right", "eater", "victim", "by")
"""The facts of an event that name a dinosaur."""


UNTOLD: Final = Preview((), "", None)


def foresee(state: Table, code: int) -> Preview:
    """The steps of a legal move as far as open information determines them."""
    if code >> CARD_AT == FACE_DOWN or code == END_ROUND:
        return UNTOLD
    trial = state.clone()
    told: list[Event] = []
    film: list[State] = []
    trial.log = told
    trial.film = film
    with suppress(BadOptions):  # a reshuffle of the deal that does not fit: playing the move will say so
        trial.apply(0, code)
    scenes = list(zip(told, cast("list[Table]", film), strict=True))
    ends = [at for at, event in enumerate(told) if isinstance(event, events.RoundEnded)]
    play = scenes[: ends[0]] if ends else scenes
    is_decided = bool(ends) or trial.step == PLAY
    return Preview(
        steps=tuple(_step(event, frame) for event, frame in play if is_worth_showing(frame, event)),
        then="" if is_decided else STEPS[trial.step],
        bad_reviews=int(play[-1][1].score(0)) if play else None,
    )


def is_worth_showing(state: Table, event: Event) -> bool:
    return isinstance(event, events.Placed) or words.in_short(state, event) != ""


def _step(event: Event, frame: Table) -> StepView:
    facts = event.facts()
    return StepView(
        kind=event.kind,
        words=words.told(frame.setup, event),
        verdict=facts.get("verdict"),
        cards=tuple(facts[name] for name in _NAMES if name in facts),
        row=tuple(with_meal(card, frame.tucked[card]) for card in row_of(frame)),
    )
