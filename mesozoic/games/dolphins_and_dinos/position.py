"""Deals and positions as plain JSON, read with care and written out again.

A deal is ``{"hidden": 12, "deck": [15, 11, 3, ...]}`` in the order the cards are drawn (solo: the deck alone).
A position adds the round, the phase and, for each seat, its money, the lines of its sheet and what it has chosen::

    {"round": 2, "phase": "choose", "hidden": 12, "deck": [15, 11, 3, ...], "removed": [15], "seats": [
        {"money": 42, "sheet": [{"item": 15, "square": "c3", "paid": 12}], "choice": {}}, ...]}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

from mesozoic.games.dolphins_and_dinos import rules_setup, rules_sheet
from mesozoic.games.dolphins_and_dinos.cards import (
    CORRIDOR,
    FEATURE_LETTERS,
    HIGHEST,
    ITEM_TEXTS,
    NO_FEATURE,
    RESTAURANT,
    SQUARE_NAMES,
)
from mesozoic.games.dolphins_and_dinos.notation import ITEMS
from mesozoic.games.dolphins_and_dinos.rules import Museums
from mesozoic.games.dolphins_and_dinos.rules_table import CHOOSE, FEATURES_DUE, OVER, PICK, WAITING
from mesozoic.kernel.bits import has
from mesozoic.kernel.deal import expect_pile
from mesozoic.kernel.errors import BadOptions, MesozoicError
from mesozoic.kernel.game import Setup
from mesozoic.kernel.parts import read, whole, written
from mesozoic.kernel.rng import Rng

Phase = Literal["choose", "features", "over"]
PHASES: tuple[Phase, ...] = get_args(Phase)
RICH = 99
"""The most money that a puzzle may give a seat; what restaurants have brought it since comes on top."""

Value = Annotated[int, Meta(ge=1, le=HIGHEST)]
Item = Value | Literal["R", "C"]
"""Exhibits are numbers, the rest letters."""


class Deal(Struct, forbid_unknown_fields=True, kw_only=True):
    hidden: int | UnsetType = UNSET
    deck: list[Any]


class Choice(Struct, forbid_unknown_fields=True):
    """A choice that is still secret, as far as it has been made."""

    item: Item | UnsetType = UNSET
    number: Value | UnsetType = UNSET
    square: str | UnsetType = UNSET


class Line(Struct, forbid_unknown_fields=True):
    """A choice that has been shown, and what became of it. What it leaves out follows from the rules."""

    item: Item
    square: str
    number: Value | UnsetType = UNSET
    unpaid: bool | UnsetType = UNSET
    paid: int | UnsetType = UNSET
    feature: str | UnsetType = UNSET
    fee: int | UnsetType = UNSET


class Seat(Struct, forbid_unknown_fields=True):
    money: int
    sheet: list[Line]
    choice: Choice | UnsetType = UNSET
    to_decide: bool | UnsetType = UNSET


class Position(Struct, forbid_unknown_fields=True, kw_only=True):
    round: Annotated[int, Meta(ge=1, le=rules_sheet.ROUNDS)]
    phase: Phase
    hidden: int | UnsetType = UNSET
    deck: list[Any]
    removed: list[int]
    free: int | UnsetType = UNSET
    seats: list[Seat]


# --- Deals ------------------------------------------------------------------------------------------------------


def deal_out(setup: Setup, deal: Mapping[str, Any], rng: Rng) -> Museums:
    return _deal(setup, read(Deal, "deal", deal))


def _deal(setup: Setup, given: Deal | Position) -> Museums:
    """DD-02, DD-03, DD-43: a new game with this hidden card and deck."""
    cards: list[int | str] = [int(value) for value in setup.variant.values]
    hidden = 0
    if setup.players == 1:
        if given.hidden is not UNSET:
            raise BadOptions("The solo game has no 'hidden' card: give the deck alone.")
    elif given.hidden is UNSET:
        raise BadOptions("The card set aside is missing: give it as 'hidden', beside the deck.")
    else:
        settled = [int(value) for value in setup.variant.settled]
        hidden = whole("The hidden card", given.hidden, settled[0], settled[-1])
        if hidden not in settled:
            raise BadOptions(f"The hidden card is one of {', '.join(map(str, settled))}, not {hidden}.")
        cards.remove(hidden)
        cards.append("R")
    deck = expect_pile("The deck", given.deck, cards)
    return rules_setup.dealt_game(setup, [ITEMS[str(card)] for card in deck], hidden)


def deal_of(state: Museums) -> dict[str, Any]:
    """What chance gave."""
    hidden = UNSET if state.variant.solo else int(state.hidden)
    return written(Deal(hidden=hidden, deck=[_item(item) for item in state.deck]))


def _item(item: int) -> Any:
    return int(item) if item <= HIGHEST else ITEM_TEXTS[item]


# --- Writing a position -----------------------------------------------------------------------------------------


def position_of(state: Museums) -> dict[str, Any]:
    return written(
        Position(
            round=int(state.round),
            phase=PHASES[state.phase],
            hidden=UNSET if state.variant.solo else int(state.hidden),
            deck=[_item(item) for item in state.deck],
            removed=[item for item in range(HIGHEST + 1) if has(state.removed, item)],
            free=int(state.free),
            seats=[_seat_of(state, seat) for seat in range(state.players)],
        )
    )


def _seat_of(state: Museums, seat: int) -> Seat:
    return Seat(
        money=int(state.money[seat]),
        sheet=[_line_of(line) for line in state.lines(seat)],
        choice=_choice_of(state.line(seat), state.steps[seat]) if state.phase == CHOOSE else UNSET,
        to_decide=has(state.pending, seat) if state.phase == FEATURES_DUE else UNSET,
    )


def _line_of(line: int) -> Line:
    item = rules_sheet.item_of(line)
    found = Line(_item(item), SQUARE_NAMES[rules_sheet.square_of(line)])
    if item == RESTAURANT:
        found.number = int(rules_sheet.number_of(line))
    elif rules_sheet.is_unpaid(line):
        found.unpaid = True
    elif item != CORRIDOR:
        found.paid = int(rules_sheet.paid_of(line))
        if rules_sheet.mark_of(line) != NO_FEATURE:
            found.feature = FEATURE_LETTERS[rules_sheet.mark_of(line)]
            found.fee = int(rules_sheet.fee_of(line))
    return found


def _choice_of(line: int, step: int) -> Choice:
    return Choice(
        item=UNSET if step == PICK else _item(rules_sheet.item_of(line)),
        number=int(rules_sheet.number_of(line)) or UNSET,
        square=SQUARE_NAMES[rules_sheet.square_of(line)] if step == WAITING else UNSET,
    )


# --- Reading a position -----------------------------------------------------------------------------------------
# The choices are played again through the rules, so that no position can hold what the rules forbid; only the money
# is taken as given, which lets a puzzle start rich or poor.


def take_up(setup: Setup, given: Mapping[str, Any]) -> Museums:
    """The state of a position; BadOptions says what is wrong with it."""
    position = read(Position, "position", given)
    seats, phase = position.seats, PHASES.index(position.phase)
    state = _deal(setup, position)
    if phase == OVER and position.round != rules_sheet.ROUNDS:
        raise BadOptions("The game is over only after round 9.")
    _expect_seats(setup.players, seats, position.round - 1 if phase == CHOOSE else position.round)
    while state.round < position.round or (phase == OVER and state.phase != OVER):
        _replay_round(state, seats)
    for seat, one in enumerate(seats):
        state.money[seat] = one.money
    if phase == CHOOSE:
        _replay_choices(state, seats)
    elif phase == FEATURES_DUE:
        _replay_decisions(state, seats)
    _expect_same(position_of(state), written(position))
    return state


def _expect_seats(players: int, seats: list[Seat], shown: int) -> None:
    """The seats, each with its money and a line for every round whose choices were shown."""
    if len(seats) != players:
        raise BadOptions(f"The position needs a list of {players} seats.")
    for number, one in enumerate(seats, 1):
        if len(one.sheet) != shown:
            raise BadOptions(f"The sheet of seat {number} needs {shown} lines, one for each round shown.")
        earned = sum(rules_sheet.income(line.number) for line in one.sheet if line.number is not UNSET)
        whole(f"The money of seat {number}", one.money, 0, int(RICH + earned))


def _replay(state: Museums, seat: int, move: str) -> None:
    """Play a small move of the position by the rules."""
    try:
        state.play(seat, move)
    except MesozoicError as error:
        raise BadOptions(f"Round {state.round} of the position breaks a rule for seat {seat + 1}: {error}") from None


def _replay_choice(state: Museums, seat: int, choice: Choice | Line) -> None:
    _replay(state, seat, str(choice.item))
    if choice.number is not UNSET:
        _replay(state, seat, f"({choice.number})")
    if choice.square is not UNSET:
        _replay(state, seat, f"@{choice.square}")


def _replay_feature(state: Museums, seat: int, line: Line) -> None:
    _replay(state, seat, "none" if line.feature is UNSET else line.feature)


def _replay_round(state: Museums, seats: list[Seat]) -> None:
    """A finished round: who paid had enough money, who did not had none."""
    lines = [one.sheet[state.round - 1] for one in seats]
    _show_choices(state, lines, [0 if line.unpaid is True else RICH for line in lines])
    for seat in state.to_move if state.phase == FEATURES_DUE else ():
        _replay_feature(state, seat, lines[seat])


def _show_choices(state: Museums, lines: list[Line], money: Sequence[int]) -> None:
    for seat, line in enumerate(lines):
        state.money[seat] = money[seat]
        _replay_choice(state, seat, line)


def _replay_choices(state: Museums, seats: list[Seat]) -> None:
    """What has been chosen in this round, as far as it has been."""
    choices = [Choice() if one.choice is UNSET else one.choice for one in seats]
    if all(choice.square is not UNSET for choice in choices):
        raise BadOptions("In this position everybody has chosen: give the one that follows.")
    for seat, choice in enumerate(choices):
        if choice.item is not UNSET:
            _replay_choice(state, seat, choice)


def _replay_decisions(state: Museums, seats: list[Seat]) -> None:
    """The features of this round, as far as they are decided; the money is what is left after paying."""
    lines = [one.sheet[-1] for one in seats]
    picked = [line.item for line in lines]
    spent = [_spent(state, line, picked.count(line.item)) for line in lines]
    _show_choices(state, lines, [one.money + cost for one, cost in zip(seats, spent, strict=True)])
    decided = [seat for seat in state.to_move if seats[seat].to_decide is not True]
    if state.phase != FEATURES_DUE or len(decided) == len(state.to_move):
        raise BadOptions("In this position nobody has a feature left to decide: give the one that follows.")
    for seat in decided:
        _replay_feature(state, seat, lines[seat])


def _spent(state: Museums, line: Line, pickers: int) -> int:
    """What a line cost its seat when the choices were shown."""
    if isinstance(line.item, str):
        return 0 if line.number is UNSET else -int(rules_sheet.income(line.number))
    return 0 if line.unpaid is True else int(state.price_for(line.item, pickers))


def _expect_same(derived: Any, given: Any, where: str = "the position") -> None:
    """Whatever the position says beside the choices must be what the rules make of them."""
    if isinstance(given, dict):
        for name, value in given.items():
            if name not in derived:
                raise BadOptions(f"{where} says {name} {value!r}, which does not belong there.")
            _expect_same(derived[name], value, f"{name} in {where}" if where != "the position" else name)
    elif isinstance(given, list) and len(given) == len(derived):
        for number, (one, other) in enumerate(zip(derived, given, strict=True), 1):
            _expect_same(one, other, f"{where}, number {number}")
    elif derived != given:
        raise BadOptions(f"{where} is {given!r}, but by the rules it must be {derived!r}.")
