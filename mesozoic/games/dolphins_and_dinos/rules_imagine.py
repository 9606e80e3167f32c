"""Other worlds that look the same to a seat: everything hidden from it drawn anew."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.dolphins_and_dinos.cards import NO_FEATURE, RESTAURANT
from mesozoic.games.dolphins_and_dinos.rules import Museums
from mesozoic.games.dolphins_and_dinos.rules_moves import SQUARE_CODE
from mesozoic.games.dolphins_and_dinos.rules_sheet import (
    FEE_AT,
    MARK_AT,
    NUMBER_AT,
    OPEN_SQUARES,
    ROUNDS,
    SQUARE_AT,
    has_placed,
    income,
    item_of,
    mark_of,
    number_of,
    value_of,
)
from mesozoic.games.dolphins_and_dinos.rules_table import (
    CHOOSE,
    FACE_UP,
    FEATURE,
    FEATURES_DUE,
    OVER,
    PICK,
    SQUARE,
    WAITING,
)
from mesozoic.kernel.bits import bit, has
from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import Moves


def can_read(state: Museums, sheet: int, seat: int | None) -> bool:
    """May the seat read the squares, numbers and marks of that sheet (DD-R33)?"""
    return not state.variant.closed or sheet == seat or state.phase == OVER


def unsealed_lines(state: Museums, sheet: int, seat: int | None) -> list[int]:
    """The shown lines without the mark of this round, which is sealed until the last seat has decided (DD-R24)."""
    lines = state.lines(sheet)
    if state.phase == FEATURES_DUE and sheet != seat and not has(state.unsealed, sheet):
        lines[-1] = unmarked(lines[-1])
    return lines


def unmarked(line: int) -> int:
    return line & ~(3 << MARK_AT | 1 << FEE_AT)


def imagine(state: Museums, seat: int | None, rng: Rng) -> Museums:
    """A state that looks the same to the seat, everything hidden from it drawn anew."""
    other_world = state.clone()
    if state.phase == OVER:
        return other_world
    _redeal(other_world, rng)
    for other in range(state.players):
        if other != seat:
            if not can_read(state, other, seat):
                _rewrite_sheet(other_world, other, rng)
            if state.phase == CHOOSE:
                _choose_anew(other_world, other, rng)
            elif not has(state.pending, other):
                _decide_anew(other_world, other, rng)
    return other_world


def _redeal(state: Museums, rng: Rng) -> None:
    """Shuffle what nobody has seen: each unseen exhibit that may be set aside (1 to 12) is as likely to be hidden."""
    face_up = list(state.deck)[: FACE_UP[state.round]]
    cards = list(state.variant.values) if state.variant.solo else [*state.variant.values, RESTAURANT]
    unseen = [item for item in cards if item not in face_up]
    if not state.variant.solo:
        settled = list(state.variant.settled)
        low = [item for item in unseen if item in settled]
        state.hidden = low[rng.below(len(low))]
        unseen.remove(int(state.hidden))
    rng.shuffle(unseen)
    state.deck = vec[i64](face_up + unseen)


def _rewrite_sheet(state: Museums, seat: int, rng: Rng) -> None:
    """Squares, restaurant numbers and marks that fit what was publicly seen of a closed sheet."""
    lines = unsealed_lines(state, seat, None)
    numbers = fitting_numbers(lines, state.variant.highest)
    assigned = iter(numbers[rng.below(len(numbers))])
    state.filled[seat] = 0
    state.used[seat] = 0
    for at, line in enumerate(lines):
        item = item_of(line)
        places = [place for place in range(9) if has(OPEN_SQUARES[state.filled[seat]], place)]
        place = places[rng.below(len(places))]
        new = line & ~(31 << NUMBER_AT | 15 << SQUARE_AT | 3 << MARK_AT) | place << SQUARE_AT
        if item == RESTAURANT:
            new |= next(assigned) << NUMBER_AT
        if mark_of(line) != NO_FEATURE:
            marks = [mark for mark in range(1, 4) if has(state.variant.features[item], mark)]
            new |= marks[rng.below(len(marks))] << MARK_AT
        state.sheets[seat * ROUNDS + at] = new
        state.filled[seat] |= bit(place)
        state.used[seat] |= bit(value_of(new)) & ~1


def fitting_numbers(lines: list[int], highest: int) -> list[tuple[int, ...]]:
    """The restaurant numbers, in order, that give the incomes seen and bar no pick that was made."""
    fitting: list[tuple[int, ...]] = [()]
    placed = {item_of(line) for line in lines if has_placed(line)}
    for at, line in enumerate(lines):
        if item_of(line) == RESTAURANT:
            picked_later = {item_of(later) for later in lines[at:]}
            money = income(number_of(line))
            fitting = [
                (*before, number)
                for before in fitting
                for number in (2 * money, 2 * money + 1)
                if 1 <= number <= highest and number not in before and number not in placed | picked_later
            ]
    return fitting


def _choose_anew(state: Museums, seat: int, rng: Rng) -> None:
    """A committed choice becomes any legal one; one that is not committed is as if not begun."""
    committed = not has(state.pending, seat)
    state.write(seat, 0)
    state.steps[seat] = PICK
    if not committed:
        return
    out = Moves()
    while state.steps[seat] != SQUARE:
        state.list_moves(seat, out)
        state.apply(seat, out.codes[rng.below(out.count)])
    state.list_moves(seat, out)
    place = out.codes[rng.below(out.count)] - SQUARE_CODE
    state.write(seat, state.line(seat) | place << SQUARE_AT)
    state.steps[seat] = WAITING


def _decide_anew(state: Museums, seat: int, rng: Rng) -> None:
    """A sealed decision about a feature becomes any legal one."""
    line = unmarked(state.line(seat))
    item = item_of(line)
    if has_placed(line) and state.money[seat] >= state.fee(item):
        marks = [mark for mark in range(4) if mark == NO_FEATURE or has(state.variant.features[item], mark)]
        mark = marks[rng.below(len(marks))]
        if mark != NO_FEATURE:
            line |= mark << MARK_AT | state.fee(item) << FEE_AT
    state.write(seat, line)


def reopen(state: Museums, seat: i64) -> None:
    """What the others have sealed this round is as if not decided."""
    for other in range(state.players):
        if other == seat or has(state.pending, other):
            continue
        if state.phase == CHOOSE:
            state.write(other, 0)
            state.steps[other] = PICK
        elif state.phase == FEATURES_DUE and state.may_draw(other):
            state.write(other, unmarked(state.line(other)))
            state.steps[other] = FEATURE
        else:
            continue
        state.pending |= bit(other)
