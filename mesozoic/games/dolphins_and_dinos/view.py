"""What a seat may know, built up from nothing, and the states that it cannot tell from the real one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.dolphins_and_dinos import rules
from mesozoic.games.dolphins_and_dinos.cards import (
    CARDS,
    FEATURE_LETTERS,
    FEATURES,
    MOST_EXPENSIVE,
    NO_FEATURE,
    RESTAURANT,
    SQUARE_NAMES,
)
from mesozoic.games.dolphins_and_dinos.notation import item_text, square_content
from mesozoic.games.dolphins_and_dinos.position import PHASES, choice_json
from mesozoic.games.dolphins_and_dinos.result import result
from mesozoic.games.dolphins_and_dinos.rules import Museums
from mesozoic.games.dolphins_and_dinos.rules_imagine import can_read, shown_lines, unsealed_lines
from mesozoic.kernel.bits import has
from mesozoic.kernel.game import Result
from mesozoic.kernel.state import Moves, seat_name

# --- The view ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardView:
    """A face-up card. A picker pays ``price`` and ``surcharge`` for each player who picks it."""

    item: str
    name: str
    features: str
    price: int
    surcharge: int
    leaves_at: int
    """So many players placing it make it leave the game; 0 if it never leaves."""
    removed: bool
    barred: bool
    """The own museum holds its value already (DD-11)."""
    prices: tuple[int, ...]
    """What each picker pays if 1, 2, ... players pick it; one price where there is no surcharge."""
    covered: int | None
    """For so many pickers the own money does; 0 if not even alone. None for a spectator."""
    feature: str
    """While it is on offer, its feature would be free ``always``, ``unless lower`` is placed, or ``never``."""


@dataclass(frozen=True, slots=True)
class ColumnView:
    number: int
    active: bool
    rounds: tuple[int, ...]
    """The rounds in which one may pick from this column."""
    cards: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class LineView:
    """What a seat did in a round. ``None`` where the reader may not see the sheet."""

    round: int
    item: str
    unpaid: bool
    paid: int
    income: int
    drew_feature: bool
    fee: int
    square: str | None
    number: int | None
    feature: str | None


@dataclass(frozen=True, slots=True)
class HallView:
    """A hall as it stands: what it would score now, and whether it still rises."""

    name: str
    ascending: bool
    complete: bool
    points: int
    bonus: int
    squares: tuple[str, ...]
    theme: str
    """The mark that all its exhibits carry so far, where nothing else stands in its way; else nothing."""
    marked: int
    """How many squares carry that mark."""


@dataclass(frozen=True, slots=True)
class NumberView:
    """A number that the restaurant could get, and what it would bring."""

    number: int
    income: int


@dataclass(frozen=True, slots=True)
class PlacingView:
    """What an item (``11``, or ``(10)`` for a restaurant) would make of its two halls, once it stands in a square."""

    item: str
    square: str
    gain: int
    """Points more or fewer than now, feature bonuses included."""
    breaks: tuple[str, ...]
    """Halls that rise now and no longer would."""
    halls: tuple[HallView, ...]


@dataclass(frozen=True, slots=True)
class PlanView:
    """What the seat may still choose this round, and what it would do. A corridor changes no hall, nor does a card
    that is too dear and becomes one."""

    squares: tuple[str, ...]
    numbers: tuple[NumberView, ...]
    placings: tuple[PlacingView, ...]


@dataclass(frozen=True, slots=True)
class MarkView:
    """A feature that the seat may draw now: its fee, and the bonus that it would complete."""

    feature: str
    fee: int
    bonus: int
    halls: tuple[HallView, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    seat: int
    name: str
    money: int
    to_decide: bool
    features: int
    lines: tuple[LineView, ...]
    museum: tuple[str, ...] | None
    """The squares a1 b1 c1 a2 ... c3 as ``7L``, ``(10)``, ``C`` or empty; None if the sheet is closed to the reader."""
    halls: tuple[HallView, ...] | None
    points: int | None
    """Halls and feature bonuses, if the game ended now; None if the sheet is closed to the reader."""
    money_bonus: int
    """The points for money, if the game ended now."""


@dataclass(frozen=True, slots=True)
class View:
    seat: int | None
    round: int
    phase: str
    path: tuple[tuple[int, ...], ...]
    """The columns on offer, round by round."""
    columns: tuple[ColumnView, ...]
    deck_count: int
    seats: tuple[SeatView, ...]
    choice: str
    """What the seat itself has chosen so far this round: ``11``, ``R(10)``, ``11@b2``, or nothing."""
    plan: PlanView | None
    """While the seat chooses."""
    marks: tuple[MarkView, ...]
    """While the seat decides about a feature."""
    free_item: str | None
    """During the feature step: the exhibit whose feature costs nothing; None before it is known."""
    hidden: str | None
    """The card set aside, once the game is over."""
    solo: bool
    goal: str
    """The option ``solo_goal`` in the solo game."""
    closed: bool
    result: Result | None


def _columns_of(number: int) -> tuple[int, ...]:
    """The columns on offer in a round (DD-07)."""
    first, cards = rules.FIRST_ON_OFFER[number], rules.ON_OFFER[number]
    return tuple(int(column) for column in range(first // 3 + 1, (first + cards) // 3 + 1))


PATH = tuple(_columns_of(number) for number in range(1, rules.ROUNDS + 1))


def look(state: Museums, seat: int | None) -> View:
    """The view of a seat, or of a spectator."""
    over = state.phase == rules.OVER
    return View(
        seat=seat,
        round=int(state.round),
        phase=PHASES[state.phase],
        path=PATH,
        columns=tuple(_column(state, column, seat) for column in range(rules.FACE_UP[state.round] // 3)),
        deck_count=int(rules.DEALT_CARDS - rules.FACE_UP[state.round]),
        seats=tuple(_seat(state, other, seat) for other in range(state.players)),
        choice=choice_text(state, seat) if seat is not None and state.phase == rules.CHOOSE else "",
        plan=_plan(state, seat) if seat is not None and _may(state, seat, rules.CHOOSE) else None,
        marks=_marks(state, seat) if seat is not None and _may(state, seat, rules.FEATURES_DUE) else (),
        free_item=item_text(int(state.free)) if state.free else None,
        hidden=item_text(int(state.hidden)) if over and not state.variant.solo else None,
        solo=state.variant.solo,
        goal=state.variant.goal if state.variant.solo else "",
        closed=state.variant.closed,
        result=result(state) if over else None,
    )


def choice_text(state: Museums, seat: int) -> str:
    """A seat's choice of this round as far as it has been made."""
    made = choice_json(state.line(seat), int(state.steps[seat]))
    number = f"({made['number']})" if "number" in made else ""
    square = f"@{made['square']}" if "square" in made else ""
    return f"{made.get('item', '')}{number}{square}"


def _column(state: Museums, column: int, seat: int | None) -> ColumnView:
    rounds = tuple(number for number, columns in enumerate(PATH, 1) if column + 1 in columns)
    return ColumnView(
        number=column + 1,
        active=int(state.round) in rounds,
        rounds=rounds,
        cards=tuple(_card(state, int(state.deck[3 * column + row]), seat, state.round in rounds) for row in range(3)),
    )


def _card(state: Museums, item: int, seat: int | None, active: bool) -> CardView:
    removed = has(state.removed, item)
    barred = seat is not None and has(state.used[seat], item)
    if item == RESTAURANT:
        return CardView("R", "Restaurant", "", 0, 0, 0, removed, barred, (0,), None if seat is None else 1, "")
    variant = state.variant
    return _animal(
        item,
        int(state.players),
        int(variant.surcharge(item)),
        int(variant.leaves_at[item]),
        removed,
        barred,
        None if seat is None else int(state.money[seat]),
        _feature_words(state, item) if active and not removed and state.phase == rules.CHOOSE else "",
    )


@lru_cache(maxsize=10_000)
def _animal(
    item: int, players: int, extra: int, leaves_at: int, removed: bool, barred: bool, money: int | None, feature: str
) -> CardView:
    card = CARDS[item - 1]
    prices = tuple(card.price + extra * pickers for pickers in range(1, players + 1)) if extra else (card.price,)
    return CardView(
        item=item_text(item),
        name=card.name,
        features=card.features,
        price=card.price,
        surcharge=extra,
        leaves_at=leaves_at,
        removed=removed,
        barred=barred,
        prices=prices,
        covered=None if money is None else sum(price <= money for price in prices),
        feature=feature,
    )


def _feature_words(state: Museums, item: int) -> str:
    """DD-30, DD-R21: nobody can place anything lower than the lowest exhibit on offer."""
    if item == state.lowest_offered():
        return "always"
    return "never" if state.variant.lowest_offered_is_free else "unless lower"


def _seat(state: Museums, sheet: int, seat: int | None) -> SeatView:
    return _sheet(
        sheet,
        tuple(int(line) for line in unsealed_lines(state, sheet, seat)),
        can_read(state, sheet, seat),
        int(state.money[sheet]),
        int(state.money_bonus(sheet)),
        has(state.pending, sheet),
    )


@lru_cache(maxsize=10_000)
def _sheet(
    sheet: int, lines: tuple[int, ...], readable: bool, money: int, money_bonus: int, to_decide: bool
) -> SeatView:
    """A sheet changes seldom and is looked at often: by every reader, and in every frame of a film."""
    squares = _squares(lines)
    halls = tuple(_hall(squares, hall) for hall in range(6)) if readable else None
    return SeatView(
        seat=sheet,
        name=seat_name(sheet),
        money=money,
        to_decide=to_decide,
        features=sum(rules.mark_of(line) != NO_FEATURE for line in lines),
        lines=tuple(_line(line, at + 1, readable) for at, line in enumerate(lines)),
        museum=tuple(square_content(line) if line else "" for line in squares) if readable else None,
        halls=halls,
        points=None if halls is None else sum(hall.points + hall.bonus for hall in halls),
        money_bonus=money_bonus,
    )


def _squares(lines: Sequence[int]) -> vec[i64]:
    """The lines by the squares that they fill."""
    squares = vec[i64]([0] * rules.SQUARES)
    for line in lines:
        squares[rules.square_of(line)] = line
    return squares


@lru_cache(maxsize=10_000)
def _line(line: int, round: int, readable: bool) -> LineView:
    item = rules.item_of(line)
    restaurant = item == RESTAURANT
    mark = rules.mark_of(line)
    return LineView(
        round=round,
        item=item_text(item),
        unpaid=rules.is_unpaid(line),
        paid=int(rules.paid_of(line)),
        income=int(rules.income(rules.number_of(line))) if restaurant else 0,
        drew_feature=mark != NO_FEATURE,
        fee=int(rules.fee_of(line)),
        square=SQUARE_NAMES[rules.square_of(line)] if readable else None,
        number=int(rules.number_of(line)) if readable and restaurant else None,
        feature=FEATURE_LETTERS[mark] if readable and mark != NO_FEATURE else None,
    )


PLACES = tuple(tuple(int(rules.HALLS[3 * hall + i]) for i in range(3)) for hall in range(6))
CROSSING = tuple(tuple(hall for hall in range(6) if place in PLACES[hall]) for place in range(rules.SQUARES))
"""The halls that each square belongs to."""


def _hall(squares: vec[i64], hall: int) -> HallView:
    first, second, third = PLACES[hall]
    return _hall_of(hall, int(squares[first]), int(squares[second]), int(squares[third]))


@lru_cache(maxsize=50_000)
def _hall_of(hall: int, *filled: int) -> HallView:
    places = PLACES[hall]
    squares = vec[i64]([0] * rules.SQUARES)
    for place, line in zip(places, filled, strict=True):
        squares[place] = line
    lines = [line for line in filled if line]
    marks = {FEATURE_LETTERS[rules.mark_of(line)] if rules.has_placed(line) else "-" for line in lines}
    ascending = rules.is_ascending(squares, hall)
    theme = marks.pop() if len(marks) == 1 and ascending else "-"
    return HallView(
        name=rules.HALL_NAMES[hall],
        ascending=ascending,
        complete=len(lines) == 3,
        points=int(rules.hall_score(squares, hall)),
        bonus=int(rules.hall_bonus(squares, hall)),
        squares=tuple(SQUARE_NAMES[place] for place in places),
        theme=theme.strip("-"),
        marked=len(lines) if theme != "-" else 0,
    )


# --- What a choice would do -------------------------------------------------------------------------------


def _may(state: Museums, seat: int, phase: int) -> bool:
    return state.phase == phase and has(state.pending, seat)


def _plan(state: Museums, seat: int) -> PlanView:
    """The squares, and what each item still possible would do in each of them (DD-11, DD-13, DD-14)."""
    open_squares = rules.OPEN_SQUARES[state.filled[seat]]
    places = [place for place in range(rules.SQUARES) if has(open_squares, place)]
    step, chosen = state.steps[seat], state.line(seat)
    out = Moves()
    if step == rules.PICK:
        state.pick_options(seat, out)
    items = out.listed() if step == rules.PICK else [int(rules.item_of(chosen))]
    numbers: list[int] = []
    if RESTAURANT in items:
        out.clear()
        state.number_options(seat, out)
        fixed = int(rules.number_of(chosen))
        numbers = [fixed] if fixed else [code - rules.NUMBER_CODE for code in out.listed()]
    lines = [item for item in items if item <= MOST_EXPENSIVE and _is_covered(state, seat, item)]
    lines += [RESTAURANT | number << rules.NUMBER_AT for number in numbers]
    squares = _squares(shown_lines(state, seat))
    return PlanView(
        squares=tuple(SQUARE_NAMES[place] for place in places),
        numbers=tuple(NumberView(number, int(rules.income(number))) for number in numbers),
        placings=_placings(tuple(int(line) for line in squares), tuple(lines), tuple(places)),
    )


def _is_covered(state: Museums, seat: int, item: int) -> bool:
    """Can the seat pay for it if nobody else picks it? If not, it becomes a corridor (DD-21)."""
    return bool(CARDS[item - 1].price + state.variant.surcharge(item) <= state.money[seat])


@lru_cache(maxsize=2_000)
def _placings(filled: tuple[int, ...], lines: tuple[int, ...], places: tuple[int, ...]) -> tuple[PlacingView, ...]:
    squares = vec[i64](filled)
    return tuple(_placing(squares, line, place) for line in lines for place in places)


def _placing(squares: vec[i64], line: int, place: int) -> PlacingView:
    crossing = CROSSING[place]
    before = [_hall(squares, hall) for hall in crossing]
    trial = squares[:]
    trial[place] = line | place << rules.SQUARE_AT
    after = tuple(_hall(trial, hall) for hall in crossing)
    pairs = list(zip(before, after, strict=True))
    return PlacingView(
        item=square_content(line),
        square=SQUARE_NAMES[place],
        gain=sum(now.points + now.bonus - was.points - was.bonus for was, now in pairs),
        breaks=tuple(now.name for was, now in pairs if was.ascending and not now.ascending),
        halls=after,
    )


def _marks(state: Museums, seat: int) -> tuple[MarkView, ...]:
    """Each feature that the exhibit of this round has (DD-29)."""
    line = state.line(seat)
    item = int(rules.item_of(line))
    squares = _squares(shown_lines(state, seat))
    place = int(rules.square_of(line))
    crossing = CROSSING[place]
    found = []
    for mark in range(1, len(FEATURE_LETTERS)):
        if has(FEATURES[item], mark):
            squares[place] = line | mark << rules.MARK_AT
            halls = tuple(_hall(squares, hall) for hall in crossing)
            bonus = sum(hall.bonus for hall in halls)
            found.append(MarkView(FEATURE_LETTERS[mark], int(state.fee(item)), bonus, halls))
    return tuple(found)


# --- What is hidden, and imagining it ---------------------------------------------------------------------


def secrets(state: Museums, seat: int | None) -> dict[str, Any]:
    """Everything that the seat may not know, by name."""
    if state.phase == rules.OVER:
        return {}
    found: dict[str, Any] = {}
    undealt = list(state.deck)[rules.FACE_UP[state.round] :]
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
    lines = shown_lines(state, other)
    if state.phase == rules.CHOOSE:
        found[f"choice of {name}"] = choice_text(state, other)
    else:
        found[f"feature of {name}"] = int(rules.mark_of(lines[-1]))
    if not can_read(state, other, seat):
        found[f"squares of {name}"] = [int(rules.square_of(line)) for line in lines]
        found[f"numbers of {name}"] = [int(rules.number_of(line)) for line in lines]
        found[f"marks of {name}"] = [int(rules.mark_of(line)) for line in lines]
    return found
