"""Whether the parts of a position fit together: there is something to decide in it, or it is an end."""

from __future__ import annotations

from mesozoic.games.carbon_dating.cards import EDGE, REARRANGE
from mesozoic.games.carbon_dating.notation import STEPS
from mesozoic.games.carbon_dating.rules import Table
from mesozoic.games.carbon_dating.rules_neighbours import batches_of
from mesozoic.games.carbon_dating.rules_table import NO_CARD
from mesozoic.kernel.bits import count
from mesozoic.kernel.errors import BadOptions


def check(state: Table) -> None:
    """The step must be one at which there really is something to decide, or the end."""
    in_hand = (state.first != NO_CARD) + (state.second != NO_CARD)
    if count(state.ends) < in_hand:
        raise BadOptions("Every drawn card that is still to be played needs an open end.")
    if state.is_final and state.dealt < len(state.deck):
        raise BadOptions("The final round begins when the deck is empty.")
    fits = (_fits_play, _fits_place, _fits_swap, _fits_date, _fits_end)[state.step](state)
    if not fits:
        step = STEPS[state.step]
        raise BadOptions(f"The position does not fit its step {step!r}: nothing like that is to be decided there.")


def _is_between_plays(state: Table) -> bool:
    return not state.waits and not state.dated and state.played == NO_CARD


def _is_hand_empty(state: Table) -> bool:
    return state.first == NO_CARD and state.second == NO_CARD


def _fits_play(state: Table) -> bool:
    return _is_between_plays(state) and (not _is_hand_empty(state) or state.can_play_aside())


def _fits_place(state: Table) -> bool:
    is_shown = state.variant.blind and not state.face_down and (state.first == NO_CARD or state.second == NO_CARD)
    return is_shown and not state.waits and not state.dated and state.has_target(state.played)


def _fits_swap(state: Table) -> bool:
    ends = (state.right[EDGE], state.left[EDGE])
    return state.played in ends and state.variant.on_play[state.played] == REARRANGE and state.seated >= 3


def _fits_date(state: Table) -> bool:
    batches = batches_of(state)
    return len(batches) > 0 and len(batches[-1]) > 1 and state.played == NO_CARD


def _fits_end(state: Table) -> bool:
    is_last = state.is_final or state.round >= state.variant.closing_round
    return _is_between_plays(state) and _is_hand_empty(state) and is_last
