"""Deals and positions as plain JSON, read with care and written out again.

A deal is ``{"hidden": 12, "deck": [15, 11, 3, ...]}`` in the order the cards are drawn (solo: the deck alone).
A position adds the round, the phase and, for each seat, its money, the lines of its sheet and what it has chosen::

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
    MOST_EXPENSIVE,
    NO_FEATURE,
    PRICE,
    RESTAURANT,
    SQUARE_NAMES,
)
from mesozoic.games.dolphins_and_dinos.notation import item_text, read_item
from mesozoic.games.dolphins_and_dinos.rules import Museums
from mesozoic.kernel.bits import has
from mesozoic.kernel.deal import expect_keys, expect_pile
from mesozoic.kernel.errors import BadOptions, MesozoicError
from mesozoic.kernel.game import Setup
from mesozoic.kernel.parts import whole
from mesozoic.kernel.rng import Rng

PHASES = ("choose", "features", "over")
RICH = 99
"""The most money that a puzzle may give a seat; what restaurants have brought it since comes on top."""

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


def deal_out(setup: Setup, deal: Mapping[str, Any], rng: Rng) -> Museums:
    hidden, deck = read_deal(setup, "deal", deal)
    return rules.new_game(setup, deck, hidden)


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
# The choices are played again through the rules, so that no position can hold what the rules forbid; only the money
# is taken as given, which lets a puzzle start rich or poor.


def take_up(setup: Setup, given: Mapping[str, Any]) -> Museums:
    """The state of a position; BadOptions says what is wrong with it."""
    needed = ["round", "phase", "deck", "removed", "seats"] + ([] if setup.players == 1 else ["hidden"])
    expect_keys("position", given, needed, ["free"])
    hidden, deck = read_deal(setup, "position", given)
    last_round = whole("round", given["round"], 1, rules.ROUNDS)
    if given["phase"] not in PHASES:
        raise BadOptions(f"The phase must be {', '.join(PHASES)}, not {given['phase']!r}.")
    phase = PHASES.index(given["phase"])
    if phase == rules.OVER and last_round != rules.ROUNDS:
        raise BadOptions("The game is over only after round 9.")
    seats = _read_seats(setup.players, given["seats"], last_round - 1 if phase == rules.CHOOSE else last_round, phase)
    state = rules.new_game(setup, deck, hidden)
    while state.round < last_round or (state.round == last_round and phase == rules.OVER and state.pending):
        _replay_round(state, seats)
    for seat, one in enumerate(seats):
        state.money[seat] = one["money"]
    if phase == rules.CHOOSE:
        _replay_choices(state, seats)
    elif phase == rules.FEATURES_DUE:
        _replay_decisions(state, seats)
    _expect_same(position_of(state), given)
    return state


def _read_seats(players: int, given: Any, shown: int, phase: int) -> list[Mapping[str, Any]]:
    """The seats, each with its money and a line for every round whose choices were shown."""
    if not isinstance(given, list) or len(given) != players:
        raise BadOptions(f"The position needs a list of {players} seats.")
    for number, one in enumerate(given, 1):
        optional = {rules.CHOOSE: ["choice"], rules.FEATURES_DUE: ["to_decide"], rules.OVER: []}[phase]
        expect_keys(f"seat {number}", one, ["money", "sheet"], optional)
        if not isinstance(one["sheet"], list) or len(one["sheet"]) != shown:
            raise BadOptions(f"The sheet of seat {number} needs {shown} lines, one for each round shown.")
        for line in one["sheet"]:
            _check_line(f"a line of seat {number}", line)
        earned = sum(rules.income(line["number"]) for line in one["sheet"] if "number" in line)
        whole(f"The money of seat {number}", one["money"], 0, int(RICH + earned))
        expect_keys(f"the choice of seat {number}", one.get("choice", {}), [], ["item", "number", "square"])
    return given


def _check_line(where: str, line: Any) -> None:
    expect_keys(where, line, ["item", "square"], ["number", "unpaid", "paid", "feature", "fee"])
    if "number" in line:
        whole(f"number in {where}", line["number"], 1, MOST_EXPENSIVE)
    try:
        read_item(str(line["item"]))
    except ValueError:
        raise BadOptions(f"The item in {where} is none of this game.") from None


def _replay(state: Museums, seat: int, move: str) -> None:
    """Play a small move of the position by the rules."""
    try:
        state.play(seat, move)
    except MesozoicError as error:
        raise BadOptions(f"Round {state.round} of the position breaks a rule for seat {seat + 1}: {error}") from None


def _replay_choice(state: Museums, seat: int, choice: Mapping[str, Any]) -> None:
    _replay(state, seat, str(choice["item"]))
    if "number" in choice:
        _replay(state, seat, f"({choice['number']})")
    if "square" in choice:
        _replay(state, seat, f"@{choice['square']}")


def _replay_round(state: Museums, seats: list[Mapping[str, Any]]) -> None:
    """A finished round: who paid had enough money, who did not had none."""
    lines = [one["sheet"][state.round - 1] for one in seats]
    _show_choices(state, lines, [0 if line.get("unpaid") is True else RICH for line in lines])
    for seat in state.to_move if state.phase == rules.FEATURES_DUE else ():
        _replay(state, seat, str(lines[seat].get("feature", "none")))


def _show_choices(state: Museums, lines: list[Mapping[str, Any]], money: list[int]) -> None:
    for seat, line in enumerate(lines):
        state.money[seat] = money[seat]
        _replay_choice(state, seat, line)


def _replay_choices(state: Museums, seats: list[Mapping[str, Any]]) -> None:
    """What has been chosen in this round, as far as it has been."""
    choices = [one.get("choice", {}) for one in seats]
    if all("square" in choice for choice in choices):
        raise BadOptions("In this position everybody has chosen: give the one that follows.")
    for seat, choice in enumerate(choices):
        if choice:
            expect_keys(f"the choice of seat {seat + 1}", choice, ["item"], ["number", "square"])
            _replay_choice(state, seat, choice)


def _replay_decisions(state: Museums, seats: list[Mapping[str, Any]]) -> None:
    """The features of this round, as far as they are decided; the money is what is left after paying."""
    lines = [one["sheet"][-1] for one in seats]
    picked = [read_item(str(line["item"])) for line in lines]
    before = [
        one["money"] + _spent(state, line, item, picked.count(item))
        for one, line, item in zip(seats, lines, picked, strict=True)
    ]
    _show_choices(state, lines, before)
    decided = [seat for seat in state.to_move if seats[seat].get("to_decide") is not True]
    if state.phase != rules.FEATURES_DUE or len(decided) == len(state.to_move):
        raise BadOptions("In this position nobody has a feature left to decide: give the one that follows.")
    for seat in decided:
        _replay(state, seat, str(lines[seat].get("feature", "none")))


def _spent(state: Museums, line: Mapping[str, Any], item: int, pickers: int) -> int:
    """What a line cost its seat when the choices were shown."""
    if item > MOST_EXPENSIVE:
        return -int(rules.income(line.get("number", 0)))
    return 0 if line.get("unpaid") is True else int(PRICE[item] + state.variant.surcharge(item) * pickers)


def _expect_same(derived: Any, given: Any, where: str = "the position") -> None:
    """Whatever the position says beside the choices must be what the rules make of them."""
    if isinstance(given, Mapping):
        for name, value in given.items():
            if name not in derived or type(derived[name]) is not type(value):
                raise BadOptions(f"{where} says {name} {value!r}, which does not belong there.")
            _expect_same(derived[name], value, f"{name} in {where}" if where != "the position" else name)
    elif isinstance(given, list) and len(given) == len(derived):
        for number, (one, other) in enumerate(zip(derived, given, strict=True), 1):
            if type(one) is not type(other):
                raise BadOptions(f"{where}, number {number}, is {other!r}, which does not belong there.")
            _expect_same(one, other, f"{where}, number {number}")
    elif derived != given:
        raise BadOptions(f"{where} is {given!r}, but by the rules it must be {derived!r}.")
