"""The table as zones of cards, and which of its things a move concerns.

Ids: a card is its item (``1`` to ``15``, ``R`` the restaurant, ``C`` a corridor); a square of the reader's own museum
is ``a1`` to ``c3``, of another seat's (and for a spectator of every) ``P2b2``; a number for the restaurant is
``number:10``, a feature ``feature:W``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mesozoic.games.dolphins_and_dinos.cards import (
    FEATURE_LETTERS,
    FEATURE_NAMES,
    ITEM_TEXTS,
    NO_FEATURE,
    SQUARE_NAMES,
)
from mesozoic.games.dolphins_and_dinos.rules import Museums
from mesozoic.games.dolphins_and_dinos.rules_moves import FEATURE_CODE, NUMBER_CODE, SQUARE_CODE
from mesozoic.games.dolphins_and_dinos.rules_sheet import ROUNDS, item_of, square_of
from mesozoic.games.dolphins_and_dinos.shown import CardView, ColumnView, HallView, LineView, SeatView, View
from mesozoic.kernel.game import Setup
from mesozoic.kernel.tabletop import CardFace, Tabletop, Zone

PHASES: Final = {
    "choose": "everybody chooses a card and a square, in secret",
    "features": "whoever placed an exhibit may draw a feature",
    "over": "the game is over",
}
_WORDS: Final = dict(zip(FEATURE_LETTERS, FEATURE_NAMES, strict=True))


def elements(state: Museums, seat: int, code: int) -> tuple[str, ...]:
    """The card, number, square or feature that is chosen, and what it is for; nothing for drawing no feature."""
    if code >= FEATURE_CODE:
        mark = code - FEATURE_CODE
        place = SQUARE_NAMES[square_of(state.line(seat))]
        return () if mark == NO_FEATURE else (f"feature:{FEATURE_LETTERS[mark]}", place)
    if code >= SQUARE_CODE:
        return SQUARE_NAMES[code - SQUARE_CODE], ITEM_TEXTS[item_of(state.line(seat))]
    if code >= NUMBER_CODE:
        return f"number:{code - NUMBER_CODE}", "R"
    return (ITEM_TEXTS[code],)


def lay_out(view: View) -> Tabletop:
    return Tabletop(_facts(view), tuple(_zones(view)), tuple(_figures(view, seat) for seat in view.seats))


def _facts(view: View) -> dict[str, str]:
    facts = {"Round": f"{view.round} of {ROUNDS}", "Now": PHASES.get(view.phase, view.phase)}
    if view.result is not None:
        facts["The end"] = view.result.why
    if view.choice:
        facts["Your choice"] = view.choice
    if view.free_item is not None:
        facts["Free feature"] = f"for {view.free_item}; every other costs $1"
    facts["Undealt cards"] = str(view.deck_count)
    if view.hidden is not None:
        facts["The card set aside"] = view.hidden
    return facts


def _figures(view: View, seat: SeatView) -> dict[str, str]:
    found = {"Money": f"${seat.money}", "Features": str(seat.features)}
    if seat.halls is not None:
        found["Halls now"] = str(sum(hall.points + hall.bonus for hall in seat.halls))
    if view.result is not None:
        found["Points"] = str(view.result.scores[seat.seat])
        found["Money bonus"] = str(view.result.details[seat.seat].money_bonus)
    elif seat.to_decide:
        found["Note"] = "decides"
    return found


def _zones(view: View) -> Iterator[Zone]:
    for column in view.columns:
        yield _column(column)
    corridor = CardFace("C", "Corridor", text="Free; it holds no number.", marks=("$0",), tone="corridor")
    yield Zone("corridors", "Always there", None, (corridor,))
    yield from _choices(view)
    for seat in sorted(view.seats, key=lambda one: one.seat != view.seat):
        yield _museum(view, seat)
        lines = tuple(
            CardFace(
                f"line:{seat.seat}:{line.round}",
                f"Round {line.round}: {line.item}",
                line.square or "",
                marks=tuple(_line_marks(line)),
            )
            for line in seat.lines
        )
        yield Zone("sheet", f"Sheet of {seat.name}", seat.seat, lines)


def _column(column: ColumnView) -> Zone:
    rounds = ", ".join(map(str, column.rounds))
    note = f"On offer in rounds {rounds}" + ("" if column.active else "; not now")
    return Zone(f"column:{column.number}", f"Column {column.number}", None, tuple(map(_card, column.cards)), note)


def _card(card: CardView) -> CardFace:
    price = f"${card.price}" + (f" and ${card.surcharge} for each who picks it" if card.surcharge else "")
    marks = [price, *(_WORDS[letter] for letter in card.features if letter in _WORDS)]
    if card.leaves_at:
        marks.append(f"leaves when {card.leaves_at} place it")
    if card.removed:
        marks.append("has left the game")
    if card.barred:
        marks.append("its number stands in your museum")
    return CardFace(card.item, card.name, card.item, marks=tuple(marks), tone=card.features or "restaurant")


def _choices(view: View) -> Iterator[Zone]:
    """The numbers and features that the reader is choosing among."""
    if view.seat is None or not view.seats[view.seat].to_decide:
        return
    me = view.seats[view.seat]
    if view.choice == "R" and view.plan is not None:
        faces = [
            CardFace(f"number:{one.number}", str(one.number), f"income ${one.income}") for one in view.plan.numbers
        ]
        yield Zone("numbers", "A number for the restaurant", view.seat, tuple(faces))
    if view.marks:
        placed = view.names[me.lines[-1].item]
        faces = [CardFace(f"feature:{mark.feature}", _WORDS[mark.feature]) for mark in view.marks]
        yield Zone("features", f"A feature for {placed}", view.seat, tuple(faces))


def _museum(view: View, seat: SeatView) -> Zone:
    own = seat.seat == view.seat
    title = f"Museum of {seat.name}"
    if seat.museum is None:
        return Zone("museum", title, seat.seat, (), "The sheet is closed.")
    prefix = "" if own else seat.name
    squares = tuple(
        CardFace(f"{prefix}{place}", content or "empty", place)
        for place, content in zip(SQUARE_NAMES, seat.museum, strict=True)
    )
    return Zone("museum", title, seat.seat, squares, "; ".join(map(_hall, seat.halls or ())))


def _hall(hall: HallView) -> str:
    state = f"{hall.points + hall.bonus}" if hall.ascending else "does not rise"
    return f"{hall.name} {state}{'' if hall.complete else ' so far'}"


def _line_marks(line: LineView) -> Iterator[str]:
    if line.unpaid:
        yield "could not be paid: a corridor"
    if line.paid:
        yield f"paid ${line.paid}"
    if line.number is not None:
        yield f"number {line.number}"
    if line.income:
        yield f"received ${line.income}"
    if line.feature is not None:
        yield _WORDS[line.feature]
    if line.fee:
        yield f"fee ${line.fee}"


def cards(setup: Setup) -> tuple[CardFace, ...]:
    """Every exhibit, the restaurant and the corridor."""
    found = []
    for card in setup.variant.table.cards:
        features = ", ".join(FEATURE_NAMES[FEATURE_LETTERS.index(letter)] for letter in card.features)
        more = f"${card.surcharge} more for each player who picks it" if card.surcharge else "the same price for all"
        leaves = f"leaves the game when at most {card.missed_by} did not place it" if card.missed_by is not None else ""
        marks = tuple(mark for mark in (f"value {card.value}", f"${card.price}", more, leaves) if mark)
        found.append(CardFace(str(card.value), card.name, f"may carry {features}", marks=marks))
    half = "You receive half of the number, rounded down."
    restaurant = CardFace("R", "Restaurant", "takes a number of your choice", half)
    return (*found, restaurant, CardFace("C", "Corridor", "free", "Fills a square and breaks no ascending hall."))
