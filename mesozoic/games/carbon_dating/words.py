"""Moves in words: a label with what the move leads to, and a sentence why a move is not possible."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Final

from mesozoic.games.carbon_dating import events
from mesozoic.games.carbon_dating import rules_moves as moves
from mesozoic.games.carbon_dating.cards import ARMOUR, IDS, PTE, TYR
from mesozoic.games.carbon_dating.notation import ENDS, move_text
from mesozoic.games.carbon_dating.rules import Table
from mesozoic.games.carbon_dating.rules_dates import VERDICTS
from mesozoic.games.carbon_dating.rules_neighbours import batches_of
from mesozoic.games.carbon_dating.rules_table import DATE, NO_CARD, PLACE, PLAY, SWAP, row_of
from mesozoic.games.carbon_dating.tables import Card
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.event import Event
from mesozoic.kernel.game import Setup

TO_DECIDE = ("play a card", "find a place for {played}", "decide about the swap of {played}", "pick a date", "")


_CALLED: Final = re.compile(r"\w+ \(([A-Z]{3}[1-4]?)\)")


def species(state: Table, card: int) -> str:
    """What a card is called in the table that is played with."""
    found: Card = state.variant.table.cards[card]
    return found.name


def name(state: Table, card: int) -> str:
    """``Spinosaurus (SPI1)``."""
    return f"{species(state, card)} ({IDS[card]})"


def in_names(names: dict[str, str], text: str) -> str:
    """``Spinosaurus (SPI1) eats`` as people say it: ``Spinosaurus eats``, by the names of this card table."""
    return _CALLED.sub(lambda found: names[found[1]], text)


def pair(state: Table, left: int, right: int) -> str:
    return f"{species(state, left)} and {species(state, right)}"


# --- What a move leads to ------------------------------------------------------------------------------------


def foretell(state: Table, code: int) -> list[Event]:
    """All that the move sets off, to the next decision or the end of the play; nothing there is hidden (ledger 9).

    Nothing is foretold of the face-down card.
    """
    if code >> moves.CARD_AT == moves.FACE_DOWN or code == moves.END_ROUND:
        return []
    trial = state.clone()
    told: list[Event] = []
    trial.log = told
    with suppress(BadOptions):  # a reshuffle of the deal that does not fit: playing the move will say so
        trial.apply(0, code)
    ends = [at for at, event in enumerate(told) if isinstance(event, events.RoundEnded)]
    return told[: ends[0]] if ends else told


def effects(state: Table, code: int) -> list[str]:
    """All that the move leads to before the next decision, each step in few words."""
    return [shown for event in foretell(state, code) if (shown := in_short(state, event))]


def in_short(state: Table, event: Event) -> str:
    """A step in few words, nothing for those that a preview leaves out."""
    names: dict[str, str] = state.variant.table.names
    match event:
        case events.Dated():
            calmed = " (calmed)" if event.calmed else ""
            return f"{event.verdict} date of {names[event.left]} and {names[event.right]}{calmed}"
        case events.LeftSatisfied():
            return "both leave"
        case events.Shrugged():
            return f"{names[event.card]} does not mind"
        case events.StormedOff():
            return f"{names[event.card]} storms off"
        case events.Ate():
            return f"{names[event.eater]} eats {names[event.victim]}"
        case events.Withstood():
            return f"{names[event.card]} cannot be eaten"
        case events.Fled():
            return f"{names[event.card]} flees"
        case events.Stampeded():
            return f"{names[event.card]} stampedes to the right end"
        case events.Flung():
            return f"{names[event.by]} flings {names[event.card]} to the left end"
        case events.Swapped():
            return f"{names[event.left]} and {names[event.right]} swap seats"
    return ""


def verdict(state: Table, code: int) -> str | None:
    """The date that the move gives first: good, bad, medium; None if there is none before the next choice."""
    dates = [event for event in foretell(state, code) if isinstance(event, events.Dated)]
    return dates[0].verdict if dates else None


# --- Labels ----------------------------------------------------------------------------------------------------


def label(state: Table, seat: int, code: int) -> str:
    """A legal move in words, with all that it leads to."""
    if code == moves.END_ROUND:
        return "end the round"
    said = _said(state, code)
    following = [effect for effect in (*effects(state, code), _what_next(state, code)) if effect]
    return f"{said}: {', '.join(following)}" if following else said


def brief(state: Table, seat: int, code: int) -> str:
    """The move without what it leads to, unless another one of the same species would read just so."""
    whole = label(state, seat, code)
    said, _, following = whole.partition(": ")
    is_double = sum(_said(state, other) == said for other in state.codes(seat) if other != moves.END_ROUND) > 1
    return f"{said} ({following})" if is_double and following else said


def _said(state: Table, code: int) -> str:
    if code > moves.DATE_CODE:
        return _date_said(state, code - moves.DATE_CODE)
    if code == moves.DECLINE:
        return "everybody keeps their seats"
    if code > moves.SWAP_CODE:
        swap = code - moves.SWAP_CODE
        return f"{pair(state, (swap >> 6) - 1, swap & 63)} swap seats"
    card, where = code >> moves.CARD_AT, code & 127
    who = "the face-down card" if card == moves.FACE_DOWN else species(state, card)
    return f"{who} {_where(state, where)}"


def _where(state: Table, where: int) -> str:
    if where in ENDS:
        return f"at the {ENDS[where]} end"
    row = row_of(state)
    if where > moves.SEAT:
        return f"takes the seat of {species(state, row[where - moves.SEAT - 1])}"
    gap = where - moves.GAP
    return f"lands between {pair(state, row[gap - 1], row[gap])}"


def _date_said(state: Table, date: int) -> str:
    """The picked date, and what becomes of the others of its batch (CD-23, CD-R7)."""
    picked = {date >> 6, date & 63}
    fates = [
        f"the date of {pair(state, left, right)} {'is cancelled' if {left, right} & picked else 'waits'}"
        for left, right in batches_of(state)[-1]
        if {left, right} != picked
    ]
    return f"{species(state, date >> 6)} dates {species(state, date & 63)} ({', '.join(fates)})"


def _what_next(state: Table, code: int) -> str:
    """What has to be decided after the move, or that it leads to no date."""
    card, where = code >> moves.CARD_AT, code & 127
    if card == moves.FACE_DOWN:
        return "shown once it is placed"
    trial = state.clone()
    try:
        trial.apply(0, code)
    except BadOptions:  # a reshuffle of the deal that does not fit: playing the move will say so
        return ""
    if trial.step == SWAP:
        return "you may then swap two neighbours"
    if trial.step == DATE:
        pairs = [f"{pair(state, left, right)} ({outcome(trial, left, right)})" for left, right in batches_of(trial)[-1]]
        return f"then you pick {' or '.join(pairs)}"
    return "alone at the table" if where in ENDS and not state.seated else ""


def outcome(state: Table, left: int, right: int) -> str:
    """What a date of two neighbours would be now."""
    return VERDICTS[state.verdict(left, right)]


def value_words(state: Table, value: float) -> str:
    """What the hints' value means; with a goal, every step towards it counts in."""
    goals = ", the goals counted in" if state.variant.audit or state.variant.vip else ""
    reviews = f"{max(0.0, -value):.1f}"
    return f"{'no' if reviews == '0.0' else f'about {reviews}'} bad reviews in the end{goals}"


# --- Reviews ------------------------------------------------------------------------------------------------------

REVIEWS = {
    "IGU": "I gave it a thumbs down. Both of them.",
    "GAL": "Left in a hurry. Would leave in a hurry again.",
    "VEL": "Clever table, no one to my taste.",
    "SPI": "The starter was fine. Then nothing.",
    "BRA": "I could not see anyone from up there.",
    "TRI": "Ran the length of the table for nobody.",
    "STE": "They kept telling me to mind my tail.",
    "PAC": "Not a single head worth butting.",
    "ALL": "Asked for a table for one. Got a waiting list.",
    "PAR": "Sang all evening. No applause.",
    "COM": "Stepped on twice.",
    "ANK": "Nobody got through to me.",
    "PTE": "Dropped in, regretted it.",
    "TYR": "Could not reach the menu.",
}


def review(state: Table, card: int) -> str:
    """What a dinosaur without a good date writes; one of another table as one of ours that does the same."""
    return REVIEWS[IDS[state.variant.likes[card]][:3]]


# --- Refusals ----------------------------------------------------------------------------------------------------


def explain(state: Table, seat: int, code: int) -> str:
    """Why a readable move is not legal now."""
    step = _step_of(code)
    is_placing = step == PLAY and state.step == PLACE
    is_other_card = is_placing and code >> moves.CARD_AT != state.played
    if (step != state.step and not is_placing) or is_other_card:
        played = name(state, state.played) if state.played != NO_CARD else ""
        return f"Now you have to {TO_DECIDE[state.step].format(played=played)}."
    if code == moves.END_ROUND:
        return "The drawn cards must all be played before the round ends (CD-12)."
    if step == DATE:
        return f"{move_text(code)} is none of the dates that wait to be picked (CD-26)."
    if step == SWAP:
        return f"{move_text(code)}: these two are no neighbours, or {name(state, state.played)} is one of them (CD-37)."
    return _not_placed(state, code >> moves.CARD_AT, code & 127)


def _step_of(code: int) -> int:
    return DATE if code > moves.DATE_CODE else SWAP if code >= moves.SWAP_CODE else PLAY


def _not_placed(state: Table, card: int, where: int) -> str:
    if card == moves.FACE_DOWN:
        if not state.face_down:
            return "There is no face-down card in your hand (CD-56)."
        return "That end is taken in this round (CD-09)."
    drawn = [state.first] if state.face_down else [state.first, state.second]
    if card not in drawn and not state.aside >> card & 1 and card != state.played:
        return f"{name(state, card)} is neither drawn nor set aside."
    if card not in (PTE, TYR):
        return f"The {ENDS[where]} end is taken in this round: the other card went there (CD-09)."
    named = species(state, card)
    if not state.has_target(card):
        return f"{named} has no place to be played in its special way now (CD-R25)."
    if where in ENDS:
        return f"{named} is played in its special way, not at an end (CD-45, CD-46, CD-R25)."
    row = row_of(state)
    if (
        where > moves.SEAT
        and where - moves.SEAT <= len(row)
        and state.variant.always[row[where - moves.SEAT - 1]] == ARMOUR
    ):
        return f"{name(state, row[where - moves.SEAT - 1])} cannot be eaten (CD-34)."
    return f"There is no {'seat' if where > moves.SEAT else 'gap'} with that number at the table."


def told(setup: Setup, event: Event) -> str:
    """An event with the names of its cards."""
    names: dict[str, str] = setup.variant.table.names
    return in_names(names, event.words())


def is_midway(state: Table, seat: int) -> bool:
    return state.step != PLAY
