"""The best museum that could still be made, by beam search.

What a draft promises by its halls, marks and money, what its cards may cost, and which of them may have left by then.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.dolphins_and_dinos.cards import CORRIDOR, LIFE, NO_FEATURE, RESTAURANT, WATER
from mesozoic.games.dolphins_and_dinos.hints_plan import Plan
from mesozoic.games.dolphins_and_dinos.rules import Museums
from mesozoic.games.dolphins_and_dinos.rules_scoring import is_ascending
from mesozoic.games.dolphins_and_dinos.rules_sheet import (
    HALLS,
    MARK_AT,
    NUMBER_AT,
    OPEN_SQUARES,
    ROUNDS,
    SQUARE_AT,
    has_placed,
    income,
    item_of,
    mark_of,
    square_of,
    value_of,
)
from mesozoic.games.dolphins_and_dinos.rules_table import CHOOSE, FEATURES_DUE, FIRST_ON_OFFER, ON_OFFER
from mesozoic.kernel.bits import bit, has

USUAL: Final = vec[float]([3.0, 6.0, 9.5, 6.0, 9.0, 12.5, 9.5, 12.5, 14.7])
"""The exhibit, by its place among the fifteen, on each square of the best museums (200 drafts of each of 100 deals)."""
UNUSUAL: Final = 2.5  # what a step away from it costs a draft
SPENT: Final = 0.9  # and a dollar
PASSED_BY: Final = 12.0  # and to count on a 13, 14 or 15 when it comes by again: often it has left by then
OTHERS_TOO: Final = 0.8  # so many of the others, each, pick a 13, 14 or 15 in the same round (measured)
ALL_WANT: Final = 0.75  # and so many where the plans of all of them do; the plans of fewer come true (measured)
WILL_LEAVE: Final = 20.0  # what it costs a draft to count on what will have left by the others' plans
HIGHEST: Final = vec[float]([9.5, 12.5, 14.7, 9.5, 12.5, 14.7])
"""The usual bonus of each hall."""
THEME_SO_FAR: Final = vec[float]([0.0, 0.25, 0.57])
"""The part of it that so many equal marks are worth while the hall is not full; nothing else may stand in it."""
HALF_A_WORD: Final = 2**31


@final
class Draft:
    """A museum as it could become, what it promises, and what of it may well be gone."""

    def __init__(self, squares: vec[i64], filled: i64, used: i64, money: i64, promise: float, risk: float) -> None:
        self.squares = squares
        self.filled = filled
        self.used = used
        self.money = money
        self.promise = promise
        self.risk = risk


@final
class Beam:
    """The most promising ways to fill a seat's museum, one more square each round."""

    def __init__(self, state: Museums, breadth: i64, rivals: list[Plan]) -> None:
        self.state = state
        self.breadth = breadth
        self.rivals = rivals  # with their plans; none if those are not known
        self.pickers = 1.0 + OTHERS_TOO * float(state.variant.players - 1)
        self.drafts: list[Draft] = []
        self.kept: i64 = 0
        self.promises = vec[float]([0.0] * breadth)
        self.parents = vec[i64]([0] * breadth)
        self.lines = vec[i64]([0] * breadth)
        self.costs = vec[i64]([0] * breadth)
        self.risks = vec[float]([0.0] * breadth)
        self.heap = vec[i64]([0] * breadth)  # those kept, once they are as many as can be: the least promising on top
        size: i64 = 64
        while size < 8 * breadth:
            size *= 2
        self.met = vec[i64]([0] * size)  # what was considered this round, each where its own number says or behind it
        self.met_count: i64 = 0

    def consider(self, promise: float, parent: i64, line: i64, cost: i64, risk: float) -> None:
        """Keep it if it is among the best, and no other order of the same choices, or their mirror image, was met."""
        is_full = self.kept == self.breadth
        if is_full and promise <= self.promises[self.heap[0]]:
            return
        draft = self.drafts[parent]
        if self.is_met(promise, draft.used | bit(value_of(line))):
            return
        at = self.heap[0] if is_full else self.kept
        self.promises[at] = promise
        self.parents[at] = parent
        self.lines[at] = line
        self.costs[at] = cost
        self.risks[at] = draft.risk + risk
        if is_full:
            self.sink(0)
        else:
            self.heap[at] = at
            self.kept += 1
            if self.kept == self.breadth:
                self.pile_up()

    def is_met(self, promise: float, used: i64) -> bool:
        """Were the same values with the same promise considered? Then it is most likely the same museum."""
        mask: i64 = len(self.met) - 1
        number = (i64(promise * 1024.0 + 0.5) + (1 << 20)) * HALF_A_WORD + used + 1
        at = (number ^ number >> 13 ^ number >> 29) & mask
        while self.met[at] != 0:
            if self.met[at] == number:
                return True
            at = (at + 1) & mask
        if 4 * self.met_count < 3 * mask:  # a table that is full would be searched for ever
            self.met[at] = number
            self.met_count += 1
        return False

    def pile_up(self) -> None:
        at = self.breadth // 2
        while at > 0:
            at -= 1
            self.sink(at)

    def sink(self, at: i64) -> None:
        """Move what lies there below all that promise less."""
        slot = self.heap[at]
        while True:
            below = 2 * at + 1
            if below + 1 < self.breadth and self.promises[self.heap[below + 1]] < self.promises[self.heap[below]]:
                below += 1
            if below >= self.breadth or self.promises[self.heap[below]] >= self.promises[slot]:
                break
            self.heap[at] = self.heap[below]
            at = below
        self.heap[at] = slot

    def carry_on(self) -> None:
        """The kept ones become the drafts."""
        drafts: list[Draft] = []
        i: i64 = 0
        while i < self.kept:
            parent = self.drafts[self.parents[i]]
            line = self.lines[i]
            squares = parent.squares[:]
            squares[square_of(line)] = line
            drafts.append(
                Draft(
                    squares,
                    parent.filled | bit(square_of(line)),
                    parent.used | bit(value_of(line)),
                    parent.money - self.costs[i],
                    self.promises[i],
                    self.risks[i],
                )
            )
            i += 1
        self.drafts = drafts
        self.kept = 0
        i = 0
        while i < len(self.met):
            self.met[i] = 0
            i += 1
        self.met_count = 0

    def extend(self, round: i64) -> None:
        """Every card on offer on every open square with every mark, a restaurant, a corridor."""
        state = self.state
        first = FIRST_ON_OFFER[round]
        end = first + ON_OFFER[round]
        lowest: i64 = RESTAURANT
        prices = vec[i64]([0, 0, 0, 0, 0, 0])
        risks = vec[float]([0.0, 0.0, 0.0, 0.0, 0.0, 0.0])
        at = first
        while at < end:
            if state.deck[at] < lowest and not has(state.removed, state.deck[at]):
                lowest = state.deck[at]
            prices[at - first] = self.price(state.deck[at], round)
            risks[at - first] = self.risk(round, at)
            at += 1
        parent: i64 = 0
        while parent < len(self.drafts):
            draft = self.drafts[parent]
            place: i64 = 0
            while place < 9:
                if has(OPEN_SQUARES[draft.filled], place):
                    before = draft.promise - halls_promise(draft.squares, place)
                    self.try_line(draft, parent, before, CORRIDOR | place << SQUARE_AT, 0, 0.0)
                    at = first
                    while at < end:
                        item = state.deck[at]
                        if item == RESTAURANT:
                            self.try_restaurant(draft, parent, before, place)
                        elif not has(draft.used | state.removed, item):
                            price = prices[at - first]
                            fee: i64 = 0 if item == lowest else 1
                            self.try_exhibit(draft, parent, before, item, place, price, fee, risks[at - first])
                        at += 1
                place += 1
            parent += 1
        self.carry_on()

    def may_have_left(self, round: i64, at: i64) -> bool:
        """A 13, 14 or 15 that comes by again in this round, and has not come by for the first time yet (DD-26)."""
        state = self.state
        first = at // 3 + 1
        is_ahead = first > state.round or (first == state.round and state.phase == CHOOSE)
        return round > first and is_ahead and state.variant.leaves_at[state.deck[at]] != 0

    def risk(self, round: i64, at: i64) -> float:
        """What it costs to count on that card of the deck in that round."""
        if not self.may_have_left(round, at):
            return 0.0
        if len(self.rivals) == 0:
            return PASSED_BY
        item = self.state.deck[at]
        return WILL_LEAVE if self.wanted(item, at // 3 + 1) >= self.state.variant.leaves_at[item] else 0.0

    def price(self, item: i64, round: i64) -> i64:
        """DD-19: with those who pick it by their plans, or else as many as usually do, rounded."""
        surcharge = float(self.state.variant.surcharges[item])
        pickers = self.pickers
        if surcharge > 0.0 and len(self.rivals) > 0:
            wanted = self.wanted(item, round)
            pickers = 1.0 + float(wanted) * (ALL_WANT if wanted == len(self.rivals) else 1.0)
        return self.state.variant.prices[item] + i64(pickers * surcharge + 0.5)

    def wanted(self, item: i64, round: i64) -> i64:
        """So many rivals pick the card in that round by their plans."""
        found: i64 = 0
        for rival in self.rivals:
            if rival.picks[round] == item:
                found += 1
        return found

    def try_exhibit(
        self, draft: Draft, parent: i64, before: float, item: i64, place: i64, price: i64, fee: i64, risk: float
    ) -> None:
        if price > draft.money:
            return
        line = item | place << SQUARE_AT
        before -= UNUSUAL * abs(float(self.state.variant.ranks[item]) - USUAL[place]) + risk
        self.try_line(draft, parent, before, line, price, risk)
        if price + fee > draft.money:
            return
        mark: i64 = WATER
        while mark <= LIFE:
            if has(self.state.variant.features[item], mark):
                self.try_line(draft, parent, before, line | mark << MARK_AT, price + fee, risk)
            mark += 1

    def try_restaurant(self, draft: Draft, parent: i64, before: float, place: i64) -> None:
        """With the highest number that breaks no hall."""
        value: i64 = self.state.variant.highest
        while value > 1:
            if not has(draft.used, value):
                line = RESTAURANT | value << NUMBER_AT | place << SQUARE_AT
                draft.squares[place] = line
                fits = is_ascending(draft.squares, place // 3) and is_ascending(draft.squares, 3 + place % 3)
                draft.squares[place] = 0
                if fits:
                    self.try_line(draft, parent, before, line, -income(value), 0.0)
                    return
            value -= 1

    def try_line(self, draft: Draft, parent: i64, before: float, line: i64, cost: i64, risk: float) -> None:
        place = square_of(line)
        draft.squares[place] = line
        promise = before + halls_promise(draft.squares, place) - SPENT * float(cost)
        draft.squares[place] = 0
        self.consider(promise, parent, line, cost, risk)


def halls_promise(squares: vec[i64], place: i64) -> float:
    """What the two halls of a square promise."""
    return hall_promise(squares, place // 3) + hall_promise(squares, 3 + place % 3)


def hall_promise(squares: vec[i64], hall: i64) -> float:
    """Its points if it rises so far, and a share of the bonus for marks that agree."""
    points: i64 = 0
    before: i64 = 0
    marks: i64 = 0
    theme: i64 = NO_FEATURE
    has_theme = True
    at = hall * 3
    end = at + 3
    filled: i64 = 0
    while at < end:
        line = squares[HALLS[at]]
        if line != 0:
            filled += 1
            value = value_of(line)
            mark = mark_of(line)
            if value != 0:
                if value <= before:
                    return 0.0
                before = value
                if has_placed(line):
                    points += value
            if mark == NO_FEATURE or (theme != NO_FEATURE and mark != theme):
                has_theme = False
            theme = mark
            marks += 1
        at += 1
    if not has_theme:
        return float(points)
    if filled == 3:
        return float(points + before)
    return float(points) + THEME_SO_FAR[marks] * HIGHEST[hall]


def best_museum(state: Museums, seat: i64, breadth: i64, rivals: list[Plan]) -> float:
    """The points of the best museum that a beam search finds, from the cards that will be on offer."""
    plan = Plan(state, seat)
    beam = Beam(state, breadth, rivals)
    beam.drafts.append(Draft(plan.squares, plan.filled, plan.used, plan.money, 0.0, 0.0))
    if state.phase == FEATURES_DUE and has(state.pending, seat):
        add_marks(beam, state, square_of(state.line(seat)))
    round = plan.round
    while round < ROUNDS:
        round += 1
        beam.extend(round)
    sure = 1.0 / float(1 + ROUNDS - plan.round)
    best = -1e300
    for draft in beam.drafts:
        points = money_points(draft.money, rivals, sure) - draft.risk
        hall: i64 = 0
        while hall < 6:
            points += hall_promise(draft.squares, hall)
            hall += 1
        if points > best:
            best = points
    return best


def money_points(money: i64, rivals: list[Plan], sure: float) -> float:
    """DD-39 by what the others will have left: 2, 1 or 0 for each; the more rounds are left, the less sure it is."""
    points = 0.0
    if money > 0:
        for rival in rivals:
            ahead = 1.0 + sure * float(money - rival.money)
            points += 0.0 if ahead < 0.0 else 2.0 if ahead > 2.0 else ahead
    return points


def add_marks(beam: Beam, state: Museums, place: i64) -> None:
    """The mark of this round is still to be drawn: one more draft for each that is possible."""
    draft = beam.drafts[0]
    line = draft.squares[place]
    fee = state.fee(item_of(line))
    if fee > draft.money:
        return
    before = halls_promise(draft.squares, place)
    mark: i64 = WATER
    while mark <= LIFE:
        if has(state.variant.features[item_of(line)], mark):
            squares = draft.squares[:]
            squares[place] = line | mark << MARK_AT
            promise = halls_promise(squares, place) - before - SPENT * float(fee)
            beam.drafts.append(Draft(squares, draft.filled, draft.used, draft.money - fee, promise, 0.0))
        mark += 1


def best_mark(state: Museums, seat: i64) -> i64:
    """The mark that promises most in the two halls of the square just filled."""
    squares = state.museum(seat)
    line = state.line(seat)
    place = square_of(line)
    best = halls_promise(squares, place)
    found: i64 = NO_FEATURE
    mark: i64 = WATER
    while mark <= LIFE:
        if has(state.variant.features[item_of(line)], mark):
            squares[place] = line | mark << MARK_AT
            promise = halls_promise(squares, place) - SPENT * float(state.fee(item_of(line)))
            if promise > best:
                best = promise
                found = mark
        mark += 1
    return found
