"""What a choice would make of a museum: halls as they stand and as they would stand, shown before anybody commits."""

from __future__ import annotations

from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.dolphins_and_dinos import rules_sheet
from mesozoic.games.dolphins_and_dinos.cards import (
    FEATURE_LETTERS,
    HIGHEST,
    RESTAURANT,
    SQUARE_NAMES,
)
from mesozoic.games.dolphins_and_dinos.notation import square_content
from mesozoic.games.dolphins_and_dinos.rules import Museums
from mesozoic.games.dolphins_and_dinos.rules_moves import NUMBER_CODE
from mesozoic.games.dolphins_and_dinos.rules_scoring import hall_bonus, hall_score, is_ascending
from mesozoic.games.dolphins_and_dinos.rules_table import PICK
from mesozoic.games.dolphins_and_dinos.shown import HallView, MarkView, NumberView, PlacingView, PlanView
from mesozoic.kernel.bits import has
from mesozoic.kernel.sharing import remembered
from mesozoic.kernel.state import Moves

# --- Halls as they stand ----------------------------------------------------------------------------------------


PLACES = tuple(tuple(int(rules_sheet.HALLS[3 * hall + i]) for i in range(3)) for hall in range(6))
CROSSING = tuple(tuple(hall for hall in range(6) if place in PLACES[hall]) for place in range(rules_sheet.SQUARES))
"""The halls that each square belongs to."""
NEIGHBOURS = tuple(
    tuple(sorted({other for hall in CROSSING[place] for other in PLACES[hall] if other != place}))
    for place in range(rules_sheet.SQUARES)
)
"""The other squares of those halls."""
NAMED_SQUARES = tuple(tuple(SQUARE_NAMES[place] for place in places) for places in PLACES)
"""The squares of each hall by name; one tuple for all views."""


def hall_view(squares: vec[i64], hall: int) -> HallView:
    first, second, third = PLACES[hall]
    return _hall_of(hall, int(squares[first]), int(squares[second]), int(squares[third]))


@remembered(4_000)
def _hall_of(hall: int, *filled: int) -> HallView:
    places = PLACES[hall]
    squares = vec[i64]([0] * rules_sheet.SQUARES)
    for place, line in zip(places, filled, strict=True):
        squares[place] = line
    lines = [line for line in filled if line]
    marks = {FEATURE_LETTERS[rules_sheet.mark_of(line)] if rules_sheet.has_placed(line) else "-" for line in lines}
    ascending = is_ascending(squares, hall)
    theme = marks.pop() if len(marks) == 1 and ascending else "-"
    return HallView(
        name=rules_sheet.HALL_NAMES[hall],
        ascending=ascending,
        complete=len(lines) == 3,
        points=int(hall_score(squares, hall)),
        bonus=int(hall_bonus(squares, hall)),
        squares=NAMED_SQUARES[hall],
        theme=theme.strip("-"),
        marked=len(lines) if theme != "-" else 0,
    )


def squares_of(lines: Sequence[int]) -> vec[i64]:
    """The lines by the squares that they fill."""
    squares = vec[i64]([0] * rules_sheet.SQUARES)
    for line in lines:
        squares[rules_sheet.square_of(line)] = line
    return squares


# --- What a choice would do -------------------------------------------------------------------------------------


def plan_of(state: Museums, seat: int) -> PlanView:
    """The squares, and what each item still possible would do in each of them (DD-11, DD-13, DD-14)."""
    places = [place for place in range(rules_sheet.SQUARES) if has(rules_sheet.OPEN_SQUARES[state.filled[seat]], place)]
    items = _items(state, seat)
    numbers = _numbers(state, seat) if RESTAURANT in items else []
    lines = [item for item in items if item <= HIGHEST and _is_covered(state, seat, item)]
    lines += [RESTAURANT | number << rules_sheet.NUMBER_AT for number in numbers]
    return PlanView(
        squares=tuple(SQUARE_NAMES[place] for place in places),
        numbers=tuple(NumberView(number, int(rules_sheet.income(number))) for number in numbers),
        placings=_placings(tuple(state.museum(seat)), tuple(lines), tuple(places)),
    )


def _items(state: Museums, seat: int) -> list[int]:
    """What the seat has picked, or all that it may pick."""
    if state.steps[seat] != PICK:
        return [int(rules_sheet.item_of(state.line(seat)))]
    out = Moves()
    state.pick_options(seat, out)
    return out.listed()


def _numbers(state: Museums, seat: int) -> list[int]:
    """The number that the seat has assigned, or all that it may."""
    if rules_sheet.number_of(state.line(seat)):
        return [int(rules_sheet.number_of(state.line(seat)))]
    out = Moves()
    state.number_options(seat, out)
    return [code - NUMBER_CODE for code in out.listed()]


def _is_covered(state: Museums, seat: int, item: int) -> bool:
    """Can the seat pay for it if nobody else picks it? If not, it becomes a corridor (DD-21)."""
    return bool(state.price_for(item, 1) <= state.money[seat])


@remembered(1_000)
def _placings(filled: tuple[int, ...], lines: tuple[int, ...], places: tuple[int, ...]) -> tuple[PlacingView, ...]:
    around = [tuple(filled[near] for near in NEIGHBOURS[place]) for place in places]
    return tuple(_placing(line, place, near) for line in lines for place, near in zip(places, around, strict=True))


@remembered(2_000)
def _placing(line: int, place: int, near: tuple[int, ...]) -> PlacingView:
    """Nothing but the two halls of the square has a say in it."""
    squares = vec[i64]([0] * rules_sheet.SQUARES)
    for neighbour, content in zip(NEIGHBOURS[place], near, strict=True):
        squares[neighbour] = content
    crossing = CROSSING[place]
    before = [hall_view(squares, hall) for hall in crossing]
    squares[place] = line | place << rules_sheet.SQUARE_AT
    after = tuple(hall_view(squares, hall) for hall in crossing)
    pairs = list(zip(before, after, strict=True))
    return PlacingView(
        item=square_content(line),
        square=SQUARE_NAMES[place],
        gain=sum(now.points + now.bonus - was.points - was.bonus for was, now in pairs),
        breaks=tuple(now.name for was, now in pairs if was.ascending and not now.ascending),
        halls=after,
    )


def marks_of(state: Museums, seat: int) -> tuple[MarkView, ...]:
    """Each feature that the exhibit of this round has (DD-29)."""
    line = state.line(seat)
    item = int(rules_sheet.item_of(line))
    squares = state.museum(seat)
    place = int(rules_sheet.square_of(line))
    crossing = CROSSING[place]
    found = []
    for mark in range(1, len(FEATURE_LETTERS)):
        if has(state.variant.features[item], mark):
            squares[place] = line | mark << rules_sheet.MARK_AT
            halls = tuple(hall_view(squares, hall) for hall in crossing)
            bonus = sum(hall.bonus for hall in halls)
            found.append(MarkView(FEATURE_LETTERS[mark], int(state.fee(item)), bonus, halls))
    return tuple(found)
