"""Deals and positions as plain JSON, read with care and written out again.

A deal is ``{"hidden": 12, "deck": [15, 11, 3, ...]}`` in the order the cards are drawn (solo: the deck alone). A position
adds the round, the phase and, for each seat, its money, the lines of its score sheet and what it has chosen so far::

    {"round": 2, "phase": "choose", "hidden": 12, "deck": [15, 11, 3, ...], "removed": [15], "seats": [
        {"money": 42, "sheet": [{"item": 15, "square": "c3", "paid": 12}], "choice": {}}, ...]}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.dolphins_and_dinos import rules
from mesozoic.games.dolphins_and_dinos.cards import (
    CORRIDOR,
    FEATURE_LETTERS,
    FEATURES,
    MOST_EXPENSIVE,
    NO_FEATURE,
    PRICE,
    RESTAURANT,
    SQUARE_NAMES,
)
from mesozoic.games.dolphins_and_dinos.notation import item_text, read_item
from mesozoic.games.dolphins_and_dinos.rules import Museums
from mesozoic.kernel.bits import bit, has
from mesozoic.kernel.deal import expect_keys, expect_pile
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Setup

PHASES = ("choose", "features", "over")

# --- Deals ------------------------------------------------------------------------------------------------


def read_deal(setup: Setup, what: str, given: Mapping[str, Any]) -> tuple[int, vec[i64]]:
    """The hidden card and the deck."""
    exhibits = list(range(1, MOST_EXPENSIVE + 1))
    if setup.players == 1:
        if what == "deal":
            expect_keys("deal of the solo game", given, ["deck"])
        return 0, vec[i64](expect_pile("The deck", given["deck"], exhibits))
    if what == "deal":
        expect_keys("deal", given, ["hidden", "deck"])
    hidden = given["hidden"]
    if not isinstance(hidden, int) or isinstance(hidden, bool) or not 1 <= hidden < rules.CROWD_PULLERS:
        raise BadOptions(f"The hidden card must be an exhibit from 1 to 12, not {hidden!r}.")
    exhibits.remove(hidden)
    deck = expect_pile("The deck", given["deck"], [*exhibits, "R"])
    return hidden, vec[i64]([read_item(str(card)) for card in deck])


def deal_of(state: Museums) -> dict[str, Any]:
    """What chance gave."""
    deck = [json_item(item) for item in state.deck]
    return {"deck": deck} if state.variant.solo else {"hidden": int(state.hidden), "deck": deck}


def json_item(item: int) -> int | str:
    """Exhibits are numbers, the rest letters."""
    return int(item) if item <= MOST_EXPENSIVE else item_text(item)


# --- Writing a position -----------------------------------------------------------------------------------


def position_of(state: Museums) -> dict[str, Any]:
    return {
        "round": int(state.round),
        "phase": PHASES[state.phase],
        **deal_of(state),
        "removed": [item for item in range(rules.CROWD_PULLERS, MOST_EXPENSIVE + 1) if has(state.removed, item)],
        "free": int(state.free),
        "seats": [_seat_of(state, seat) for seat in range(state.players)],
    }


def _seat_of(state: Museums, seat: int) -> dict[str, Any]:
    shown = state.round - 1 if state.phase == rules.CHOOSE else state.round
    lines = [state.sheets[seat * rules.ROUNDS + i] for i in range(shown)]
    found: dict[str, Any] = {"money": int(state.money[seat]), "sheet": [line_json(line) for line in lines]}
    if state.phase == rules.CHOOSE:
        found["choice"] = choice_json(state.line(seat), int(state.steps[seat]))
    elif state.phase == rules.FEATURES_DUE:
        found["to_decide"] = has(state.pending, seat)
    return found


def line_json(line: int) -> dict[str, Any]:
    """A line whose choice has been shown."""
    item = rules.item_of(line)
    found: dict[str, Any] = {"item": json_item(item), "square": SQUARE_NAMES[rules.square_of(line)]}
    if item == RESTAURANT:
        found["number"] = int(rules.number_of(line))
    elif rules.is_unpaid(line):
        found["unpaid"] = True
    elif item != CORRIDOR:
        found["paid"] = int(rules.paid_of(line))
        if rules.mark_of(line) != NO_FEATURE:
            found["feature"] = FEATURE_LETTERS[rules.mark_of(line)]
            found["fee"] = int(rules.fee_of(line))
    return found


def choice_json(line: int, step: int) -> dict[str, Any]:
    """A choice that is still secret, as far as it has been made."""
    found: dict[str, Any] = {}
    if step == rules.PICK:
        return found
    found["item"] = json_item(rules.item_of(line))
    if rules.number_of(line):
        found["number"] = int(rules.number_of(line))
    if step == rules.WAITING:
        found["square"] = SQUARE_NAMES[rules.square_of(line)]
    return found


# --- Reading a position -----------------------------------------------------------------------------------


def take_up(setup: Setup, given: Mapping[str, Any]) -> Museums:
    """The state of a position; BadOptions says what is wrong with it."""
    needed = ["round", "phase", "deck", "removed", "seats"] + ([] if setup.players == 1 else ["hidden"])
    expect_keys("position", given, needed, ["free"])
    hidden, deck = read_deal(setup, "position", given)
    state = rules.new_game(setup, deck, hidden)
    state.round = _whole("round", given["round"], 1, rules.ROUNDS)
    if given["phase"] not in PHASES:
        raise BadOptions(f"The phase must be {', '.join(PHASES)}, not {given['phase']!r}.")
    state.phase = PHASES.index(given["phase"])
    if state.phase == rules.OVER and state.round != rules.ROUNDS:
        raise BadOptions("The game is over only after round 9.")
    state.removed = _removed(given["removed"])
    state.free = _whole("free", given.get("free", 0), 0, RESTAURANT)
    seats = given["seats"]
    if not isinstance(seats, list) or len(seats) != setup.players:
        raise BadOptions(f"The position needs a list of {setup.players} seats.")
    for seat, one in enumerate(seats):
        _take_seat(state, seat, one)
    for seat, one in enumerate(seats):
        _take_decision(state, seat, one)
    if state.pending == 0 and state.phase != rules.OVER:
        raise BadOptions("In this position nobody has anything left to decide: give the one that follows.")
    return state


def _whole(name: str, value: Any, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadOptions(f"{name} must be a whole number from {low} to {high}, not {value!r}.")
    return value


def _removed(given: Any) -> int:
    if not isinstance(given, list) or any(item not in (13, 14, 15) for item in given):
        raise BadOptions("removed must be a list with nothing in it but 13, 14 and 15.")
    return sum(1 << item for item in set(given))


def _take_seat(state: Museums, seat: int, given: Any) -> None:
    """Money and the lines already shown."""
    name = f"seat {seat + 1}"
    last = {rules.CHOOSE: ["choice"], rules.FEATURES_DUE: ["to_decide"], rules.OVER: []}[state.phase]
    expect_keys(name, given, ["money", "sheet"], last)
    state.money[seat] = _whole(f"The money of {name}", given["money"], 0, 99)
    shown = state.round - 1 if state.phase == rules.CHOOSE else state.round
    lines = given["sheet"]
    if not isinstance(lines, list) or len(lines) != shown:
        raise BadOptions(f"The sheet of {name} needs {shown} lines, one for each round whose choices were shown.")
    for index, one in enumerate(lines):
        where = f"line {index + 1} of {name}"
        line = _read_line(state, index + 1, where, one)
        place = rules.square_of(line)
        if not has(rules.OPEN_SQUARES[state.filled[seat]], place):
            raise BadOptions(f"The square in {where} is filled or touches no filled one.")
        value = rules.value_of(line)
        if value and has(state.used[seat], value):
            raise BadOptions(f"{where} puts {value} into a museum that holds it already.")
        state.filled[seat] |= bit(place)
        state.used[seat] |= bit(value) & ~1
        state.sheets[seat * rules.ROUNDS + index] = line


def _read_line(state: Museums, round: int, where: str, given: Any) -> int:
    expect_keys(where, given, ["item", "square"], ["number", "unpaid", "paid", "feature", "fee"])
    try:
        item = read_item(str(given["item"]))
        place = SQUARE_NAMES.index(given["square"])
    except ValueError:
        raise BadOptions(f"The item or the square in {where} is none of this game.") from None
    first, end = rules.FIRST_ON_OFFER[round], rules.FIRST_ON_OFFER[round] + rules.ON_OFFER[round]
    if item != CORRIDOR and item not in list(state.deck)[first:end]:
        raise BadOptions(f"The item in {where} was not on offer in round {round}.")
    line = item | place << rules.SQUARE_AT
    if item == RESTAURANT:
        return line | _whole(f"The number in {where}", given.get("number"), 1, MOST_EXPENSIVE) << rules.NUMBER_AT
    if item == CORRIDOR:
        return line
    if given.get("unpaid", False) is True:
        return line | 1 << rules.UNPAID_AT
    line |= _whole(f"The price in {where}", given.get("paid", int(PRICE[item])), 0, 31) << rules.PAID_AT
    letter = given.get("feature")
    if letter is None:
        return line
    marks = [mark for mark in range(1, 4) if FEATURE_LETTERS[mark] == letter and has(FEATURES[item], mark)]
    if not marks:
        raise BadOptions(f"The exhibit in {where} has no feature {letter!r}.")
    fee = _whole(f"The fee in {where}", given.get("fee", 0), 0, 1)
    return line | marks[0] << rules.MARK_AT | fee << rules.FEE_AT


def _take_decision(state: Museums, seat: int, given: Mapping[str, Any]) -> None:
    """What the seat has decided in the present step, or that it still has to."""
    state.pending &= ~bit(seat)
    if state.phase == rules.CHOOSE:
        _take_choice(state, seat, given.get("choice", {}))
    elif state.phase == rules.FEATURES_DUE:
        state.steps[seat] = rules.WAITING
        if given.get("to_decide", False) is True:
            line = state.line(seat)
            if not rules.has_placed(line) or state.money[seat] < state.fee(rules.item_of(line)):
                raise BadOptions(f"Seat {seat + 1} has no feature to decide about.")
            state.steps[seat] = rules.FEATURE
            state.pending |= bit(seat)


def _take_choice(state: Museums, seat: int, given: Any) -> None:
    where = f"the choice of seat {seat + 1}"
    expect_keys(where, given, [], ["item", "number", "square"])
    state.steps[seat] = rules.PICK
    state.pending |= bit(seat)
    if "item" not in given:
        return
    try:
        codes = [rules.pick(read_item(str(given["item"])))]
    except ValueError:
        raise BadOptions(f"The item in {where} is none of this game.") from None
    if "number" in given:
        codes.append(rules.number(_whole(f"The number in {where}", given["number"], 1, MOST_EXPENSIVE)))
    for code in codes:
        if code not in state.codes(seat):
            raise BadOptions(f"{where} is not legal there.")
        state.apply(seat, code)
    if "square" in given:
        if given["square"] not in SQUARE_NAMES:
            raise BadOptions(f"The square in {where} is none of a1 to c3.")
        place = SQUARE_NAMES.index(given["square"])
        if rules.square(place) not in state.codes(seat):
            raise BadOptions(f"{where} is not legal there.")
        seal(state, seat, place)


def seal(state: Museums, seat: int, place: int) -> None:
    """Complete a choice without what follows when it is the last one."""
    state.write(seat, state.line(seat) | place << rules.SQUARE_AT)
    state.steps[seat] = rules.WAITING
    state.pending &= ~bit(seat)
