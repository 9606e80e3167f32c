"""Deals and positions as plain JSON, read with care and written out again.

A deal is ``{"deck": ["STE3", "GAL2", ...]}``, 36 cards, the first four for the row (with Staffing Shortage the 34 cards
drawn after the row follow as ``staffing_deck``), and optionally ``reshuffles``, one order for each reshuffle to come.
A position is any moment, the middle of a chain included; only the table is needed::

    {"table": ["SPI1(STE3)", "IGU1"], "deck": ["BRA2"], "discard": ["GAL2"], "satisfied": ["COM4", "ANK1(...)"],
     "aside": ["PTE"], "round": 3, "reshuffles_used": 1, "final": false,
     "drawn": ["ALL1", "PAC4"], "face_down": false, "ends": ["left", "right"],
     "step": "date", "waiting": [[["ALL3", "COM1"]], [["IGU3", "VEL1"], ["STE4", "ALL3"]]], "dates": [["TRI3", "PAC4"]]}

Without ``drawn`` the position is the start of its round and two cards are drawn; without ``round`` it is the first
round that can have seen so many reshuffles. Cards that are named nowhere are out of that game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from mesozoic.games.carbon_dating import invariants, position_laws, words
from mesozoic.games.carbon_dating.cards import (
    ARMOUR,
    CARD_OF,
    EDGE,
    IDS,
    ORDINARY_CARDS,
    PTE,
)
from mesozoic.games.carbon_dating.notation import ENDS, STEPS, Step, mask, read_with_meal, with_meal
from mesozoic.games.carbon_dating.rules import Table
from mesozoic.games.carbon_dating.rules_neighbours import BATCH_AT, batches_of
from mesozoic.games.carbon_dating.rules_setup import bare_table, dealt_game, later
from mesozoic.games.carbon_dating.rules_table import NO_CARD, deck_of, members, names, row_of
from mesozoic.kernel.deal import Chance, expect_pile
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Setup
from mesozoic.kernel.parts import card, cards_of, lawful, read, whole
from mesozoic.kernel.rng import Rng, seeded


class Deal(msgspec.Struct, forbid_unknown_fields=True):
    deck: list[str]
    reshuffles: list[list[str]] = []


class StaffingDeal(Deal, forbid_unknown_fields=True, kw_only=True):
    staffing_deck: list[str]


Pair = tuple[str, str]
Batch = Annotated[list[Pair], msgspec.Meta(min_length=1)]


class Position(msgspec.Struct, forbid_unknown_fields=True):
    table: list[str]
    deck: list[str] = []
    discard: list[str] = []
    satisfied: list[str] = []
    aside: list[str] = []
    round: int | UnsetType = UNSET
    reshuffles_used: int = 0
    final: bool = False
    drawn: list[str] | None = None
    face_down: bool = False
    ends: tuple[Literal["left", "right"], ...] = ("left", "right")
    step: Step = "play"
    played: str | None = None
    waiting: list[Batch] = []
    dates: list[Pair] = []
    reshuffles: list[list[str]] = []


# --- Deals ------------------------------------------------------------------------------------------------


def read_deal(setup: Setup, given: Mapping[str, Any], rng: Rng) -> tuple[list[int], Chance]:
    """The deck, row included, and the chance of the reshuffles."""
    staffing: bool = setup.variant.staffing
    deal = read(StaffingDeal if staffing else Deal, "deal", given)
    deck = expect_pile("The deck", deal.deck, IDS[:ORDINARY_CARDS])
    if isinstance(deal, StaffingDeal):
        row = deck[: setup.variant.row]
        rest = [card for card in IDS if card not in row]
        deck = row + expect_pile("The staffing deck", deal.staffing_deck, rest)
    orders = read_reshuffles(deal.reshuffles)
    return [CARD_OF[card] for card in deck], Chance(later(rng), orders)


def deal_out(setup: Setup, deal: Mapping[str, Any], rng: Rng) -> Table:
    return dealt_game(setup, *read_deal(setup, deal, rng))


def read_reshuffles(orders: list[list[str]]) -> list[list[int]]:
    """The orders of the reshuffles to come. Whether one fits the discard pile shows when its turn comes."""
    return [cards_of(f"reshuffle {number}", order, CARD_OF) for number, order in enumerate(orders, 1)]


def reshuffles_of(state: Table) -> list[list[str]]:
    """The given orders that have not had their turn yet."""
    return [[IDS[card] for card in order] for order in state.chance.orders[state.chance.used :]]


def deal_of(state: Table) -> dict[str, Any]:
    """What chance gave at the start: the deck is still the first one then."""
    deck = [IDS[card] for card in state.deck]
    found: dict[str, Any] = {"deck": deck}
    if state.variant.staffing:
        row = deck[: state.variant.row]
        found = {"deck": row + [card for card in IDS[:ORDINARY_CARDS] if card not in row]}
        found["staffing_deck"] = deck[state.variant.row :]
    if state.chance.orders:
        found["reshuffles"] = reshuffles_of(state)
    return found


# --- Writing a position -----------------------------------------------------------------------------------


def position_of(state: Table) -> dict[str, Any]:
    drawn = [card for card in (state.first, state.second) if card != NO_CARD]
    found: dict[str, Any] = {
        "table": [with_meal(card, state.tucked[card]) for card in row_of(state)],
        "deck": [IDS[card] for card in deck_of(state)],
        "discard": list(names(state.discarded)),
        "satisfied": [with_meal(card, state.tucked[card]) for card in members(state.satisfied)],
        "aside": list(names(state.aside)),
        "round": int(state.round),
        "reshuffles_used": int(state.reshuffles),
        "final": state.is_final,
        "drawn": [IDS[card] for card in drawn],
        "face_down": state.face_down,
        "ends": [name for end, name in ENDS.items() if state.ends & end],
        "step": STEPS[state.step],
        "played": IDS[state.played] if state.played != NO_CARD else None,
        "waiting": [[[IDS[card] for card in pair] for pair in batch] for batch in batches_of(state)],
        "dates": [[IDS[date >> 6], IDS[date & 63]] for date in list(state.dates)[: state.dated]],
    }
    if reshuffles_of(state):
        found["reshuffles"] = reshuffles_of(state)
    return found


# --- Reading a position -----------------------------------------------------------------------------------


def take_up(setup: Setup, given: Mapping[str, Any]) -> Table:
    """The state of a position; BadOptions says what is wrong with it."""
    position = read(Position, "position", given)
    deck = cards_of("deck", position.deck, CARD_OF)
    state = bare_table(setup, deck, Chance(seeded("position"), read_reshuffles(position.reshuffles)))
    for one in _with_meals(state, "table", position.table):
        state.sit(one, state.left[EDGE], EDGE)
    state.satisfied = mask(_with_meals(state, "satisfied", position.satisfied))
    state.discarded = mask(cards_of("discard", position.discard, CARD_OF))
    aside = cards_of("aside", position.aside, CARD_OF)
    if any(one < PTE for one in aside):
        raise BadOptions("Only PTE and TYR can be set aside.")
    state.aside = mask(aside)
    _take_round(state, position)
    _expect_each_once(position)
    if position.drawn is None:
        _expect_round_start(given)
        state.chance.rng = chance_of(state)
        state.round -= 1
        state.begin_round()
    else:
        _take_moment(state, position, position.drawn)
    lawful(invariants.check, state)
    state.chance.rng = chance_of(state)
    return state


def _take_round(state: Table, position: Position) -> None:
    """A round has one reshuffle at most, when its cards are drawn: without ``round`` it is the first that fits."""
    coming = 1 if position.drawn is None else 0
    last = int(state.variant.closing_round)
    latest = last if position.round is UNSET else whole("round", position.round, 1, last)
    state.reshuffles = whole("reshuffles_used", position.reshuffles_used, 0, latest - coming)
    state.round = max(1, int(state.reshuffles) + coming) if position.round is UNSET else latest


def chance_of(state: Table) -> Rng:
    """The chance that a position leaves open: the same whenever the same position is taken up."""
    return seeded("position", json.dumps(position_of(state)))


def _expect_each_once(position: Position) -> None:
    """No card in two places."""
    found: list[int] = []
    for text in position.table + position.satisfied:
        top, eaten = read_with_meal(text)
        found += [top, *eaten]
    for zone in (position.deck, position.discard, position.aside, position.drawn or []):
        found += cards_of("The position", zone, CARD_OF)
    if position.step == "place":
        found.append(card("played", position.played, CARD_OF))
    for one in found:
        if found.count(one) > 1:
            raise BadOptions(f"The position holds {IDS[one]} twice.")


def _expect_round_start(given: Mapping[str, Any]) -> None:
    for name in ("final", "face_down", "ends", "step", "played", "waiting", "dates"):
        if name in given:
            raise BadOptions(f"{name} belongs to the middle of a round: give the drawn cards too.")


def _with_meals(state: Table, name: str, dinosaurs: list[str]) -> list[int]:
    """The cards of a zone, what they have eaten tucked under them."""
    found: list[int] = []
    for text in dinosaurs:
        try:
            card, eaten = read_with_meal(text)
        except ValueError:
            raise BadOptions(f"{name} holds {text!r}: write a dinosaur like SPI1 or SPI1(STE3,GAL2).") from None
        if eaten and not state.variant.table.cards[card].eats:
            raise BadOptions(f"{IDS[card]} eats nobody, so nothing can be tucked under it.")
        armoured = [one for one in eaten if state.variant.always[one] == ARMOUR]
        if armoured:
            raise BadOptions(f"{text} has eaten {words.species(state, armoured[0])}, which cannot be eaten.")
        if card in found:
            raise BadOptions(f"The position holds {IDS[card]} twice.")
        state.tucked[card] = mask(eaten)
        found.append(card)
    return found


def _take_moment(state: Table, position: Position, in_hand: list[str]) -> None:
    """A moment within a round, or the end."""
    drawn = cards_of("drawn", in_hand, CARD_OF)
    if len(drawn) > 2:
        raise BadOptions("At most two cards are drawn in a round.")
    state.face_down = position.face_down
    if state.face_down and not (drawn and state.variant.blind):
        raise BadOptions("Only in Blind Dates, and only among drawn cards, one lies face down.")
    slots = [NO_CARD, *drawn] if state.face_down and len(drawn) == 1 else [*drawn, NO_CARD, NO_CARD]
    state.first, state.second = slots[0], slots[1]
    state.is_final = position.final
    if len(set(position.ends)) != len(position.ends):
        raise BadOptions("ends names the left and the right end, each once.")
    state.ends = sum(end for end, name in ENDS.items() if name in position.ends)
    state.step = STEPS.index(position.step)
    _take_chain(state, position)
    if position.played is not None:
        state.played = card("played", position.played, CARD_OF)
    position_laws.check(state)


def _take_chain(state: Table, position: Position) -> None:
    """The pairs that wait and the dates that have taken place in this play."""
    for number, batch in enumerate(position.waiting, 1):
        for pair in batch:
            left, right = _pair("waiting", pair)
            if state.right[left] != right:
                raise BadOptions(f"{IDS[left]} and {IDS[right]} cannot wait for a date: they are no neighbours.")
            state.wait(number << BATCH_AT | left << 6 | right, 0)
    for pair in position.dates:
        left, right = _pair("dates", pair)
        if any(pair in batch for batch in position.waiting):
            raise BadOptions(f"{IDS[left]} and {IDS[right]} have had their date and cannot wait for it again.")
        state.note_date(left << 6 | right)


def _pair(name: str, given: Pair) -> tuple[int, int]:
    left, right = cards_of(name, given, CARD_OF)
    if left == right:
        raise BadOptions(f"{name} needs pairs of two cards, not {IDS[left]} twice.")
    return left, right
