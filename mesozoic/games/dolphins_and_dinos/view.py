"""What a seat may know, built up from nothing."""

from __future__ import annotations

from typing import Any, NamedTuple

from mesozoic.games.dolphins_and_dinos import rules_sheet, rules_table
from mesozoic.games.dolphins_and_dinos.cards import (
    FEATURE_LETTERS,
    ITEM_TEXTS,
    NO_FEATURE,
    RESTAURANT,
    SQUARE_NAMES,
)
from mesozoic.games.dolphins_and_dinos.notation import choice_text, square_content
from mesozoic.games.dolphins_and_dinos.position import PHASES
from mesozoic.games.dolphins_and_dinos.preview import hall_view, marks_of, plan_of, squares_of
from mesozoic.games.dolphins_and_dinos.result import result
from mesozoic.games.dolphins_and_dinos.rules import Museums
from mesozoic.games.dolphins_and_dinos.rules_imagine import can_read, fitting_numbers, unsealed_lines
from mesozoic.games.dolphins_and_dinos.shown import (
    CardView,
    ColumnView,
    LineView,
    SeatView,
    View,
)
from mesozoic.games.dolphins_and_dinos.tables import Card
from mesozoic.kernel.bits import has
from mesozoic.kernel.sharing import remembered, shared
from mesozoic.kernel.state import seat_name


def _columns_of(number: int) -> tuple[int, ...]:
    """The columns on offer in a round (DD-07)."""
    first, cards = rules_table.FIRST_ON_OFFER[number], rules_table.ON_OFFER[number]
    return tuple(int(column) for column in range(first // 3 + 1, (first + cards) // 3 + 1))


PATH = tuple(_columns_of(number) for number in range(1, rules_sheet.ROUNDS + 1))


def look(state: Museums, seat: int | None) -> View:
    """The view of a seat, or of a spectator."""
    over = state.phase == rules_table.OVER
    return View(
        seat=seat,
        round=int(state.round),
        phase=PHASES[state.phase],
        path=PATH,
        columns=tuple(_column(face, state, seat) for face in _faces(state)),
        deck_count=int(rules_table.DEALT_CARDS - rules_table.FACE_UP[state.round]),
        seats=tuple(_seat(state, other, seat) for other in range(state.players)),
        choice=_choice(state, seat) if seat is not None and state.phase == rules_table.CHOOSE else "",
        plan=plan_of(state, seat) if seat is not None and _may(state, seat, rules_table.CHOOSE) else None,
        marks=marks_of(state, seat) if seat is not None and _may(state, seat, rules_table.FEATURES_DUE) else (),
        free_item=ITEM_TEXTS[state.free] if state.free else None,
        hidden=ITEM_TEXTS[state.hidden] if over and not state.variant.solo else None,
        solo=state.variant.solo,
        goal=state.variant.goal if state.variant.solo else "",
        closed=state.variant.closed,
        names=state.variant.table.names,
        result=result(state) if over else None,
    )


def _may(state: Museums, seat: int, phase: int) -> bool:
    return state.phase == phase and has(state.pending, seat)


def _choice(state: Museums, seat: int) -> str:
    """A seat's choice of this round as far as it has been made."""
    return choice_text(state.line(seat), state.steps[seat])


ROUNDS = tuple(
    tuple(number for number, columns in enumerate(PATH, 1) if column in columns)
    for column in range(1, max(max(columns) for columns in PATH) + 1)
)
"""In which rounds each column is on offer."""


def _column(face: Face, state: Museums, seat: int | None) -> ColumnView:
    """It depends on what the reader has used and can pay."""
    used, money = (0, None) if seat is None else (int(state.used[seat]), int(state.money[seat]))
    return _column_for(face, used & face.mask, money)


class Face:
    """A column as it lies there for everybody; the same object as long as nothing changes in it."""

    def __init__(self, column: int, active: bool, items: tuple[int, ...], *cards: CardFace) -> None:
        self.column = column
        self.active = active
        self.items = items
        self.mask = sum(1 << item for item in items)
        self.cards = cards


class CardFace(NamedTuple):
    """A card as it lies there for everybody: None for the restaurant."""

    card: Card | None
    players: int
    surcharge: int
    leaves_at: int
    removed: bool
    feature: str


@shared
def _faces(state: Museums) -> tuple[Face, ...]:
    return tuple(_face_of(state, column) for column in range(rules_table.FACE_UP[state.round] // 3))


def _face_of(state: Museums, column: int) -> Face:
    active = int(state.round) in ROUNDS[column]
    items = tuple(int(state.deck[3 * column + row]) for row in range(3))
    return _face(column, active, items, *(_card_face(state, item, active) for item in items))


_face = remembered(2_000)(Face)


def _card_face(state: Museums, item: int, active: bool) -> CardFace:
    removed = has(state.removed, item)
    if item == RESTAURANT:
        return CardFace(None, 0, 0, 0, removed, "")
    is_offered = active and not removed and state.phase == rules_table.CHOOSE
    variant = state.variant
    return CardFace(
        variant.table.by_value[item],
        int(state.players),
        int(variant.surcharges[item]),
        int(variant.leaves_at[item]),
        removed,
        _feature_words(state, item) if is_offered else "",
    )


@remembered(2_000)
def _column_for(face: Face, barred: int, money: int | None) -> ColumnView:
    """``money``: what the reader has; None for a spectator."""
    cards = tuple(_card(card, has(barred, item), money) for card, item in zip(face.cards, face.items, strict=True))
    return ColumnView(face.column + 1, face.active, ROUNDS[face.column], cards)


def _card(face: CardFace, barred: bool, money: int | None) -> CardView:
    card, extra = face.card, face.surcharge
    if card is None:
        return CardView("R", "Restaurant", "", 0, 0, 0, face.removed, barred, (0,), None if money is None else 1, "")
    prices = tuple(card.price + extra * pickers for pickers in range(1, face.players + 1)) if extra else (card.price,)
    return CardView(
        item=str(card.value),
        name=card.name,
        features=card.features,
        price=card.price,
        surcharge=extra,
        leaves_at=face.leaves_at,
        removed=face.removed,
        barred=barred,
        prices=prices,
        covered=None if money is None else sum(price <= money for price in prices),
        feature=face.feature,
    )


def _feature_words(state: Museums, item: int) -> str:
    """DD-30, DD-R21: nobody can place anything lower than the lowest exhibit on offer."""
    if item == state.lowest_offered():
        return "always"
    return "never" if state.variant.lowest_offered_is_free else "unless lower"


def _seat(state: Museums, sheet: int, seat: int | None) -> SeatView:
    return _sheet(
        sheet,
        tuple(unsealed_lines(state, sheet, seat)),
        can_read(state, sheet, seat),
        int(state.money[sheet]),
        int(state.money_bonus(sheet)),
        has(state.pending, sheet),
    )


@remembered(2_000)
def _sheet(
    sheet: int, lines: tuple[int, ...], readable: bool, money: int, money_bonus: int, to_decide: bool
) -> SeatView:
    """A sheet changes seldom and is looked at often: by every reader, and in every frame of a film."""
    squares = squares_of(lines)
    halls = tuple(hall_view(squares, hall) for hall in range(6)) if readable else None
    return SeatView(
        seat=sheet,
        name=seat_name(sheet),
        money=money,
        to_decide=to_decide,
        features=sum(rules_sheet.mark_of(line) != NO_FEATURE for line in lines),
        lines=tuple(_line(line, at + 1, readable) for at, line in enumerate(lines)),
        museum=tuple(square_content(line) if line else "" for line in squares) if readable else None,
        halls=halls,
        points=None if halls is None else sum(hall.points + hall.bonus for hall in halls),
        money_bonus=money_bonus,
    )


@remembered(2_000)
def _line(line: int, round: int, readable: bool) -> LineView:
    item = rules_sheet.item_of(line)
    restaurant = item == RESTAURANT
    mark = rules_sheet.mark_of(line)
    return LineView(
        round=round,
        item=ITEM_TEXTS[item],
        unpaid=rules_sheet.is_unpaid(line),
        paid=int(rules_sheet.paid_of(line)),
        income=int(rules_sheet.income(rules_sheet.number_of(line))) if restaurant else 0,
        drew_feature=mark != NO_FEATURE,
        fee=int(rules_sheet.fee_of(line)),
        square=SQUARE_NAMES[rules_sheet.square_of(line)] if readable else None,
        number=int(rules_sheet.number_of(line)) if readable and restaurant else None,
        feature=FEATURE_LETTERS[mark] if readable and mark != NO_FEATURE else None,
    )


# --- What is hidden ---------------------------------------------------------------------


def secrets(state: Museums, seat: int | None) -> dict[str, Any]:
    """Everything that the seat may not know, by name."""
    if state.phase == rules_table.OVER:
        return {}
    found: dict[str, Any] = {}
    undealt = list(state.deck)[rules_table.FACE_UP[state.round] :]
    if undealt:
        found["undealt cards"] = undealt
        if not state.variant.solo:
            found["hidden card"] = int(state.hidden)
    for other in range(state.players):
        if other != seat:
            found |= _secrets_of(state, other, seat)
    return found


def _secrets_of(state: Museums, other: int, seat: int | None) -> dict[str, Any]:
    name = seat_name(other)
    found: dict[str, Any] = {}
    lines = state.lines(other)
    if state.phase == rules_table.CHOOSE:
        found[f"choice of {name}"] = _choice(state, other)
    else:
        found[f"feature of {name}"] = int(rules_sheet.mark_of(lines[-1]))
    if not can_read(state, other, seat):
        found[f"squares of {name}"] = [int(rules_sheet.square_of(line)) for line in lines]
        if (
            len(fitting_numbers(unsealed_lines(state, other, None), state.variant.highest)) > 1
        ):  # else incomes tell them
            found[f"numbers of {name}"] = [int(rules_sheet.number_of(line)) for line in lines]
        found[f"marks of {name}"] = [int(rules_sheet.mark_of(line)) for line in lines]
    return found
