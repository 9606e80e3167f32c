"""Moves in words: a label for a menu, and a sentence why a move is not possible."""

from __future__ import annotations

from mesozoic.games.dolphins_and_dinos.cards import (
    CORRIDOR,
    FEATURE_NAMES,
    HIGHEST,
    NO_FEATURE,
    RESTAURANT,
    SQUARE_NAMES,
)
from mesozoic.games.dolphins_and_dinos.events import CardEvent
from mesozoic.games.dolphins_and_dinos.hints_solo import A_SQUARE
from mesozoic.games.dolphins_and_dinos.rules import Museums
from mesozoic.games.dolphins_and_dinos.rules_moves import FEATURE_CODE, NUMBER_CODE, SQUARE_CODE
from mesozoic.games.dolphins_and_dinos.rules_sheet import income, item_of
from mesozoic.games.dolphins_and_dinos.rules_table import FEATURE, NUMBER, PICK, SQUARE
from mesozoic.games.dolphins_and_dinos.tables import Card
from mesozoic.kernel.bits import has
from mesozoic.kernel.event import Event
from mesozoic.kernel.game import Setup

RANKS = ("bottom", "middle", "top")
FILES = ("left", "centre", "right")
STEPS = ("pick a card or a corridor", "choose the restaurant's number", "choose a square", "decide about a feature", "")


def square_words(place: int) -> str:
    return f"{SQUARE_NAMES[place]}, {RANKS[place // 3]} {FILES[place % 3]}"


def name_of(state: Museums, item: int) -> str:
    """An exhibit's name in this card table."""
    card: Card = state.variant.table.by_value[item]
    return card.name


def told(setup: Setup, event: Event) -> str:
    """An event with the names that its cards have in this table."""
    if isinstance(event, CardEvent):
        return event.words(setup.variant.table.names)
    return event.words()


def label(state: Museums, seat: int, code: int) -> str:
    """A legal move in words, with what it costs or brings."""
    if code >= FEATURE_CODE:
        return _feature_label(state, seat, code - FEATURE_CODE)
    if code >= SQUARE_CODE:
        return square_words(code - SQUARE_CODE)
    if code >= NUMBER_CODE:
        number = code - NUMBER_CODE
        return f"number {number}, income ${income(number)}"
    if code == CORRIDOR:
        return "a corridor, free"
    if code == RESTAURANT:
        return "the Restaurant: choose a number, receive half of it"
    return f"{name_of(state, code)}, {price_words(state, seat, code)}"


def brief(state: Museums, seat: int, code: int) -> str:
    """A legal move in few words, without what it may cost or bring."""
    if code >= FEATURE_CODE:
        mark = code - FEATURE_CODE
        return "no feature" if mark == NO_FEATURE else f"the feature {FEATURE_NAMES[mark]}"
    if code >= SQUARE_CODE:
        return f"in the square {square_words(code - SQUARE_CODE)}"
    if code >= NUMBER_CODE:
        return f"with the number {code - NUMBER_CODE}"
    if code == CORRIDOR:
        return "a corridor"
    return "the Restaurant" if code == RESTAURANT else name_of(state, code)


def value_words(state: Museums, value: float) -> str:
    """What the hints' value means: the points of the museum that can be made, alone how much of the goal (DD-46)."""
    if state.variant.solo:
        exhibits = min(value / A_SQUARE, 9.0)
        if exhibits <= 0.05:
            return "a goal out of reach, as far as can be seen"
        return f"about {exhibits:.1f} of nine exhibits with their hall's feature"
    return f"about {value:.0f} points in the end"


def price_words(state: Museums, seat: int, item: int) -> str:
    """The price, and a warning where the money may not do."""
    price, extra, money = int(state.variant.prices[item]), int(state.variant.surcharges[item]), state.money[seat]
    alone = price + extra
    with_all = price + extra * state.players
    if not extra:
        return f"${price}" + ("" if money >= price else ": more than you have, would become a corridor")
    text = f"${alone} alone, ${alone + extra} with one more"
    if money < alone:
        return f"{text}: more than you have, would become a corridor"
    return text + (f": you could not pay ${with_all} if all pick it" if money < with_all else "")


def _feature_label(state: Museums, seat: int, mark: int) -> str:
    if mark == NO_FEATURE:
        return "no feature"
    fee = state.fee(item_of(state.line(seat)))
    return f"{FEATURE_NAMES[mark]}, {'$1' if fee else 'free'}"


def explain(state: Museums, seat: int, code: int) -> str:
    """Why a readable move is not legal now."""
    step = state.steps[seat]
    if code >= FEATURE_CODE and step == FEATURE:
        item = item_of(state.line(seat))
        return f"{name_of(state, item)} does not have the feature {FEATURE_NAMES[code - FEATURE_CODE]} (DD-29)."
    if SQUARE_CODE <= code < FEATURE_CODE and step == SQUARE:
        place = code - SQUARE_CODE
        if has(state.filled[seat], place):
            return f"Your square {SQUARE_NAMES[place]} is filled already (DD-14)."
        return f"{SQUARE_NAMES[place]} does not share a side with a filled square of yours (DD-14)."
    if NUMBER_CODE <= code < SQUARE_CODE and step == NUMBER:
        return f"{code - NUMBER_CODE} stands in your museum already: choose another number (DD-13)."
    if code < NUMBER_CODE and step == PICK:
        return _not_on_offer(state, seat, code)
    return f"Now you have to {STEPS[step]}."


def _not_on_offer(state: Museums, seat: int, item: int) -> str:
    name = f"{name_of(state, item)} ({item})" if item <= HIGHEST else "The Restaurant"
    if has(state.removed, item):
        return f"{name} has left the game (DD-27)."
    if item not in state.on_offer():
        return f"{name} is not on offer in round {state.round} (DD-08)."
    return f"{name} stands in your museum already: no value may occur twice (DD-11)."
