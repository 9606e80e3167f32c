"""Moves in words: a label for a menu, and a sentence why a move is not possible. Neither tells what is a triple."""

from __future__ import annotations

import re
from typing import Final

from mesozoic.games.clades import rules_moves as terms
from mesozoic.games.clades.cards import ANIMALS, NAMES, NUMBER_OF
from mesozoic.games.clades.qualities import CLADE_NAMES, COLOUR_NAMES, ENVIRONMENT_NAMES
from mesozoic.games.clades.rules import Table
from mesozoic.kernel.bits import has
from mesozoic.kernel.event import Event
from mesozoic.kernel.game import Setup
from mesozoic.kernel.state import HOST, seat_name

LABELS: Final = {
    terms.NONE: "I see no triple here",
    terms.REVEAL: "turn the shared cards face up",
    terms.START: "everybody looks at the personal cards, and play begins",
    terms.SETTLE: "close the window: replace the cards that were taken",
    terms.STALL_TIMER: "nobody has called for a while: go on",
    terms.STALL_MAJORITY: "most see none: go on",
    terms.TIME_UP: "the countdown has run out",
    terms.RESHUFFLE: "shuffle all cards and deal a new round",
    terms.STOP: "stop here",
}


def card_words(card: int) -> str:
    """``2 blue water mammals``."""
    clade, environment, number, colour = list(NAMES[card].removeprefix("o"))
    plural = "" if number == "1" else "s"
    origin = "original " if NAMES[card].startswith("o") else ""
    return f"{number} {COLOUR_NAMES[colour]} {ENVIRONMENT_NAMES[environment]} {origin}{CLADE_NAMES[clade]}{plural}"


SHORT: Final = [card_words(card) for card in range(ANIMALS)]


_CARDS: Final = re.compile(rf"\b({'|'.join(NAMES)})\b(?: (?:{'|'.join(NAMES)})\b)*")
FEW: Final = 4
"""So many cards are named; of more only their number is told."""


def with_animals(text: str) -> str:
    """Cards as people call them: ``P1 calls MW2G, MW3R`` as ``P1 calls 2 green water mammals, 3 red water mammals``."""

    def said(found: re.Match[str]) -> str:
        cards = [called(NUMBER_OF[name]) for name in found[0].split()]
        return ", ".join(cards) if len(cards) <= FEW else f"{len(cards)} cards"

    return _CARDS.sub(said, text)


def called(card: int) -> str:
    """An animal card in words, a bonus card by its animal."""
    return SHORT[card] if card < ANIMALS else f"the {NAMES[card].lower()}"


def label(state: Table, seat: int, code: int) -> str:
    """A legal move in words."""
    if code >= terms.CALL:
        give = terms.given_of(code)
        given = f"; give {SHORT[give]}" if give >= 0 else ""
        return ", ".join(SHORT[card] for card in terms.cards_in(code)) + given
    if code >= terms.UNLOCK:
        return f"let {seat_name(code - terms.UNLOCK)} call again"
    return LABELS[code]


def value_words(state: Table, value: float) -> str:
    return f"{value:.0f} card{'' if round(value) == 1 else 's'} in your pile"


def explain(state: Table, seat: int, code: int) -> str:
    """Why a readable move is not legal now."""
    if code >= terms.CALL:
        return _no_call(state, seat, code)
    if code >= terms.UNLOCK and seat == HOST:
        return _no_unlock(state, code - terms.UNLOCK)
    if code == terms.NONE and seat != HOST:
        if state.phase == terms.SETTLING:
            return "Somebody has just made a triple: wait until the cards are replaced (CL-R18)."
        return "You have said already that you see none (CL-R18)."
    if code == terms.STALL_MAJORITY and state.phase == terms.OPEN:
        return "Not more than half of the seats have said that they see none (CL-R18)."
    if code == terms.TIME_UP and seat == HOST:
        return "The countdown has not run out (CL-R38)." if state.variant.countdown else "There is no countdown."
    who = "the host" if seat == HOST else "a player"
    return f"{LABELS.get(code, 'unlock')!r} is not for {who} to say now."


def _no_unlock(state: Table, seat: int) -> str:
    if has(state.locked, seat):
        return f"{seat_name(seat)} has called falsely three times: only a settle or a stall helps (CL-R16)."
    return f"{seat_name(seat)} is not locked."


def _no_call(state: Table, seat: int, code: int) -> str:
    if seat == HOST:
        return "The host does not call."
    if state.is_late():
        return "Too late: the countdown has run out (CL-R38)."
    if has(state.locked, seat):
        return "You are locked after a false call: wait until you may call again (CL-R16)."
    if seat == state.on_break:
        return "You are on a break until another seat scores (CL-40)."
    if state.has_scored(seat):
        return "You have made a triple already: wait until the cards are replaced (CL-R10)."
    if state.counted(seat, terms.PAID) >= terms.MOST_PENALTIES:
        return "You have paid sixty penalties and may not call any more (CL-R35)."
    if code in state.refuted:
        return "You have called these three already, and they are no triple: call others (CL-R16)."
    cards = terms.cards_in(code)
    for card in cards:
        if state.zone[card] >= terms.PILE:
            taker = int(state.zone[card]) - terms.PILE
            owner = "you have" if taker == seat else f"{seat_name(taker)} has"
            return f"{NAMES[card]} is gone, {owner} taken it: too late (CL-R12)."
    if any(state.zone[card] not in (terms.GRID, terms.HAND + seat) and not state.hands_open for card in cards):
        return "Use the shared cards and your own personal cards only (CL-10)."
    own = state.held(seat)
    if state.hands_open and own and terms.given_of(code) < 0 and state.is_callable(seat, terms.call(*cards, own[0])):
        return "Name the personal card that you give as a fourth card (CL-R40)."
    return "Use shared cards and your own; another's open card only with two shared ones (CL-48)."


def told(setup: Setup, event: Event) -> str:
    """An event with the animals of its cards."""
    return with_animals(event.words())
