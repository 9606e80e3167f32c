"""What a bot should value: the museum that could still be made of this one.

The remaining rounds are filled in quickly, each with the card and square that look best, from the cards that will be on
offer (in an imagined world they are known). The points of the museum planned like that are the value. A search asks for
the outlook instead: there its own museum is drafted in many ways at once, features, restaurants and money included.
"""

from __future__ import annotations

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.dolphins_and_dinos.cards import (
    CORRIDOR,
    LIFE,
    NO_FEATURE,
    RESTAURANT,
    WATER,
)
from mesozoic.games.dolphins_and_dinos.rules import Museums
from mesozoic.games.dolphins_and_dinos.rules_imagine import reopen
from mesozoic.games.dolphins_and_dinos.rules_moves import FEATURE_CODE
from mesozoic.games.dolphins_and_dinos.rules_scoring import hall_score, is_ascending
from mesozoic.games.dolphins_and_dinos.rules_sheet import (
    HALLS,
    MARK_AT,
    NUMBER_AT,
    OPEN_SQUARES,
    ROUNDS,
    SQUARE_AT,
    UNPAID_AT,
    fee_of,
    has_placed,
    income,
    item_of,
    mark_of,
    number_of,
    square_of,
    value_of,
)
from mesozoic.games.dolphins_and_dinos.rules_table import (
    CHOOSE,
    DEALT_CARDS,
    FACE_UP,
    FEATURE,
    FEATURES_DUE,
    FIRST_ON_OFFER,
    ON_OFFER,
    OVER,
    PICK,
    WAITING,
)
from mesozoic.kernel.bits import bit, has
from mesozoic.kernel.hints import NO_OPINION, UNKNOWN, Hints, Thinking
from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import NOBODY, State

NATURAL: Final = vec[i64]([1, 5, 8, 5, 8, 11, 8, 11, 15])
"""The exhibit that belongs on each square, by its place among the fifteen: low at a1, high at c3."""
OFF_PLACE: Final = 1.3  # what a step away from the natural value costs in the plan
A_CORRIDOR: Final = 3.0  # a corridor is better than an exhibit that gains less than this
A_DOLLAR: Final = 0.25  # what a dollar left over is worth
HALF_THEME: Final = 0.45  # how much of the bonus two equal marks are worth
FIRST_MARK: Final = 0.12  # and a single one


@final
class MuseumHints(Hints):
    def value(self, state: State, seat: i64) -> float:
        assert isinstance(state, Museums)
        if state.variant.solo:
            return solo_value(state)
        plan = Plan(state, seat)
        plan.fill()
        return plan.points()

    def outlook(self, state: State, seat: i64, spread: float) -> float:
        """The seat's own museum is thought through to the end, the others' are filled in quickly."""
        assert isinstance(state, Museums)
        if state.variant.solo:
            return solo_outlook(state)
        if state.phase == OVER:
            return super().outlook(state, seat, spread)
        rivals: list[Plan] = []
        other: i64 = 0
        while other < state.variant.players:
            if other != seat:
                rival = Plan(state, other)
                rival.fill()
                rivals.append(rival)
            other += 1
        mine = best_museum(state, seat, BREADTH, rivals)
        total = 1.0
        for rival in rivals:
            total += exp((rival.points() + THEIR_REST[state.round] - mine) / spread)
        return 1.0 / total

    def first_look(self, state: State, seat: i64) -> float:
        """The best of a few drafts, themes and restaurants included; nothing is known better alone, or halfway."""
        assert isinstance(state, Museums)
        is_halfway = state.phase == CHOOSE and PICK < state.steps[seat] < WAITING
        if state.variant.solo or state.phase == OVER or is_halfway:
            return UNKNOWN
        return best_museum(state, seat, AT_A_GLANCE, [])

    def thinking(self, state: State) -> Thinking:
        """The outlook itself sees to the end. Once all cards lie open (DD-33) and all sheets, there is one world."""
        assert isinstance(state, Museums)
        if state.variant.solo or state.variant.closed or FACE_UP[state.round] < DEALT_CARDS:
            return Thinking(turns=0, replies=state.variant.solo, width=24, glances=2, slips=0.3)
        return Thinking(turns=0, replies=False, width=40, glances=1, slips=0.3, worlds=1)

    def whose_turn(self, state: State) -> i64:
        """All choose at once: with others it is nobody's, and the outlook is asked right after a plan."""
        return state.turn() if state.setup.players == 1 else NOBODY

    def take_back(self, state: State, seat: i64) -> None:
        """Whoever has chosen before the seat did so as well as those who have not yet."""
        assert isinstance(state, Museums)
        reopen(state, seat)

    def quick_move(self, state: State, seat: i64, rng: Rng) -> i64:
        """The feature that goes best with those drawn; a whole choice is left to the value."""
        assert isinstance(state, Museums)
        if state.steps[seat] != FEATURE or state.variant.solo:
            return NO_OPINION
        return FEATURE_CODE + best_mark(state, seat)


@final
class Plan:
    """A seat's museum with what it has chosen this round, and what the coming rounds could add."""

    def __init__(self, state: Museums, seat: i64) -> None:
        self.state = state
        self.squares = state.museum(seat)
        self.filled = state.filled[seat]
        self.used = state.used[seat]
        self.money = state.money[seat]
        self.round = state.round
        self.picks = vec[i64]([0, 0, 0, 0, 0, 0, 0, 0, 0, 0])  # by the round: what it picks in those to come
        self.markable: i64 = 0  # the squares whose mark can still be drawn: those only planned, and one just placed
        line = state.line(seat)
        if state.phase == CHOOSE and state.steps[seat] == WAITING:
            self.picks[self.round] = item_of(line)
            self.put(line)
        elif state.phase == FEATURES_DUE:
            self.money -= fee_of(line)
            if has(state.pending, seat):
                self.markable = bit(square_of(line))
        elif state.phase == CHOOSE:
            self.round -= 1  # nothing is chosen yet in this round

    def price(self, item: i64) -> i64:
        """With one more picker on what has a surcharge (13, 14 and 15)."""
        return self.state.variant.prices[item] + 2 * self.state.variant.surcharges[item]

    def put(self, line: i64) -> None:
        """Write a choice of this seat into the museum, as if it were paid now."""
        item = item_of(line)
        if item == RESTAURANT:
            self.money += income(number_of(line))
        elif item != CORRIDOR:
            price = self.price(item)
            if price > self.money:
                line |= bit(UNPAID_AT)
            else:
                self.money -= price
        place = square_of(line)
        self.squares[place] = line
        self.filled |= bit(place)
        self.markable |= bit(place)
        value = value_of(line)
        if value != 0:
            self.used |= bit(value)

    def fill(self) -> None:
        """Choose for each remaining round what looks best."""
        while self.round < ROUNDS:
            self.round += 1
            best_line: i64 = 0
            best = -1e300
            at = FIRST_ON_OFFER[self.round]
            end = at + ON_OFFER[self.round]
            while at < end:
                item = self.state.deck[at]
                if (
                    item != RESTAURANT
                    and not has(self.used | self.state.removed, item)
                    and self.price(item) <= self.money
                ):
                    place: i64 = 0
                    while place < 9:
                        if has(OPEN_SQUARES[self.filled], place):
                            gain = self.gain(item, place)
                            if gain > best:
                                best = gain
                                best_line = item | place << SQUARE_AT
                        place += 1
                at += 1
            if best < A_CORRIDOR:
                best_line = self.best_corridor()
            self.picks[self.round] = item_of(best_line)
            self.put(best_line)

    def best_corridor(self) -> i64:
        """The square whose natural value is lowest loses least."""
        place: i64 = 0
        best: i64 = 100
        found: i64 = 0
        while place < 9:
            if has(OPEN_SQUARES[self.filled], place) and NATURAL[place] < best:
                best = NATURAL[place]
                found = place
            place += 1
        return CORRIDOR | found << SQUARE_AT

    def gain(self, item: i64, place: i64) -> float:
        """What the exhibit adds on that square: its value in each hall that stays ascending, less what it breaks."""
        before_row, before_column = self.hall_points(place // 3), self.hall_points(3 + place % 3)
        self.squares[place] = item
        after = self.hall_points(place // 3) + self.hall_points(3 + place % 3)
        self.squares[place] = 0
        away = self.state.variant.ranks[item] - NATURAL[place]
        if away < 0:
            away = -away
        return float(after - before_row - before_column) - OFF_PLACE * float(away)

    def hall_points(self, hall: i64) -> i64:
        return hall_score(self.squares, hall)

    def points(self) -> float:
        """The planned museum's halls, the themes begun in it, and the money left."""
        total = A_DOLLAR * float(self.money)
        hall: i64 = 0
        while hall < 6:
            if is_ascending(self.squares, hall):
                total += float(hall_score(self.squares, hall)) + self.theme(hall)
            hall += 1
        return total

    def theme(self, hall: i64) -> float:
        """A share of the bonus for marks that agree and exhibits that could still agree."""
        marks: i64 = 0
        mark: i64 = NO_FEATURE
        highest: i64 = 0
        possible: i64 = 14  # the set of all three features
        at = hall * 3
        end = at + 3
        while at < end:
            line = self.squares[HALLS[at]]
            if not has_placed(line):
                return 0.0
            highest = item_of(line)
            if mark_of(line) != NO_FEATURE:
                marks += 1
                mark = mark_of(line)
                possible &= bit(mark)
            elif not has(self.markable, HALLS[at]):
                return 0.0
            else:
                possible &= self.state.variant.features[item_of(line)]
            at += 1
        if possible == 0:
            return 0.0
        return float(highest) * (
            1.0 if marks == 3 else HALF_THEME if marks == 2 else FIRST_MARK if marks == 1 else 0.04
        )


# --- The best museum, by beam search ------------------------------------------------------------------------------

BREADTH: Final = 160  # so many drafts of a museum go on to the next round
THEIR_REST: Final = vec[float]([0.0, 40.0, 38.0, 35.0, 30.0, 28.0, 24.0, 15.0, 8.5, 4.5])
"""By the round: what rivals who think as well make of their museums beyond what is filled in quickly (measured)."""
AT_A_GLANCE: Final = 6  # and so many while plans are only ranked
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


# --- The solo game: three themed halls side by side ----------------------------------------------------------------

THEMES: Final = vec[i64]([1, 2, 3, 1, 3, 2, 2, 1, 3, 2, 3, 1, 3, 1, 2, 3, 2, 1])
"""The six ways to give water, ancient and life to three halls."""
A_SQUARE: Final = 10.0
SPACING: Final = vec[i64]([3, 8, 13])
"""The exhibits, by their place among the fifteen, that leave most room in an ascending hall."""


def solo_value(state: Museums) -> float:
    """DD-R35: the halls are the three rows or the three columns; the best of the twelve ways to theme them."""
    best = 0.0
    way: i64 = 0
    while way < 12:
        plan = Plan(state, 0)
        value = fill_themed(plan, (way // 6) * 3, (way % 6) * 3)
        if value > best:
            best = value
        way += 1
    return best


def fill_themed(plan: Plan, first_hall: i64, themes: i64) -> float:
    """How many squares can carry their hall's theme, 0 if one cannot any more; each round adds what fits best."""
    place: i64 = 0
    while place < 9:
        line = plan.squares[place]
        theme = theme_of(place, first_hall, themes)
        if line != 0 and not can_carry(plan, place, theme):
            return 0.0
        place += 1
    total = A_SQUARE * float(plan.round) + 0.1 * float(plan.money)
    while plan.round < ROUNDS:
        plan.round += 1
        line = best_themed(plan, first_hall, themes)
        if line != 0:
            plan.put(line)
            plan.money -= 1
            total += A_SQUARE
    return total if is_in_order(plan, first_hall) else 0.0


def theme_of(place: i64, first_hall: i64, themes: i64) -> i64:
    """The theme that the square's hall is to have: its row's, or its column's."""
    return THEMES[themes + (place // 3 if first_hall == 0 else place % 3)]


def can_carry(plan: Plan, place: i64, theme: i64) -> bool:
    """Does the square carry the mark, or can it still?"""
    line = plan.squares[place]
    if mark_of(line) != NO_FEATURE or not has(plan.markable, place):
        return mark_of(line) == theme
    return has_placed(line) and has(plan.state.variant.features[item_of(line)], theme)


def solo_outlook(state: Museums) -> float:
    """The chance to reach the goal: whether one way to do it is found in this world; if not, how far it leads."""
    if state.phase == OVER:
        return 1.0 if state.is_goal_met() else 0.0
    farthest: i64 = 0
    way: i64 = 0
    while way < 12:
        tour = Tour(state, (way // 6) * 3, (way % 6) * 3)
        if tour.begin():
            return 1.0
        if tour.farthest > farthest:
            farthest = tour.farthest
        way += 1
    return MISSED * float(farthest) / float(ROUNDS)


MISSED: Final = 0.2  # what a museum is worth whose last square alone fails
TRIES: Final = 400  # so many choices are tried for each way to theme the halls


@final
class Tour:
    """Looks for choices that fill all halls with their themes, in the cards that will be on offer."""

    def __init__(self, state: Museums, first_hall: i64, themes: i64) -> None:
        self.plan = Plan(state, 0)
        self.state = state
        self.first_hall = first_hall
        self.themes = themes
        self.tries: i64 = TRIES
        self.farthest: i64 = 0

    def begin(self) -> bool:
        """Can it still be done, with what stands in the museum so far?"""
        plan = self.plan
        place: i64 = 0
        while place < 9:
            if plan.squares[place] != 0 and not can_carry(plan, place, self.theme(place)):
                return False
            place += 1
        hall: i64 = 0
        while hall < 6:
            if self.must_rise(hall) and not has_room(plan.squares, hall, self.state.variant.highest):
                return False
            hall += 1
        if has(plan.markable, square_of(self.state.line(0))):
            plan.money -= self.state.fee(item_of(self.state.line(0)))
        return plan.money >= 0 and self.go_on(plan.round + 1, plan.filled, plan.used, plan.money)

    def theme(self, place: i64) -> i64:
        return theme_of(place, self.first_hall, self.themes)

    def must_rise(self, hall: i64) -> bool:
        goal = self.state.variant.goal
        return goal == "all_halls" or (goal == "feature_halls" and hall // 3 == self.first_hall // 3)

    def go_on(self, round: i64, filled: i64, used: i64, money: i64) -> bool:
        """Is there a choice for each further round?"""
        if round - 1 > self.farthest:
            self.farthest = round - 1
        if round > ROUNDS:
            return True
        variant = self.state.variant
        first = FIRST_ON_OFFER[round]
        end = first + ON_OFFER[round]
        free = self.free_item(first, end, used)
        at = first
        while at < end:
            item = self.state.deck[at]
            fee: i64 = 1 if variant.lowest_offered_is_free and item != free else 0
            left = money - variant.prices[item] - fee
            if left >= 0 and not has(used, item) and self.goes_somewhere(round, item, filled, used, left):
                return True
            at += 1
        return False

    def free_item(self, first: i64, end: i64, used: i64) -> i64:
        """DD-R25: the lowest on offer has its feature free; whatever was placed of 13, 14 and 15 has left (DD-R36)."""
        found: i64 = RESTAURANT
        at = first
        while at < end:
            item = self.state.deck[at]
            if item < found and not (self.state.variant.leaves_at[item] != 0 and has(used, item)):
                found = item
            at += 1
        return found

    def goes_somewhere(self, round: i64, item: i64, filled: i64, used: i64, money: i64) -> bool:
        squares = self.plan.squares
        highest = self.state.variant.highest
        place: i64 = 0
        while place < 9:
            if has(OPEN_SQUARES[filled], place) and has(self.state.variant.features[item], self.theme(place)):
                if self.tries <= 0:
                    return False
                self.tries -= 1
                squares[place] = item
                row = place // 3
                column = 3 + place % 3
                fits = (not self.must_rise(row) or has_room(squares, row, highest)) and (
                    not self.must_rise(column) or has_room(squares, column, highest)
                )
                if fits and self.go_on(round + 1, filled | bit(place), used | bit(item), money):
                    squares[place] = 0
                    return True
                squares[place] = 0
            place += 1
        return False


def has_room(squares: vec[i64], hall: i64, highest: i64) -> bool:
    """Does the hall rise, with a number left for each empty square?"""
    lowest: i64 = 1
    at = hall * 3
    end = at + 3
    while at < end:
        value = value_of(squares[HALLS[at]])
        if value == 0:
            lowest += 1
        elif value < lowest:
            return False
        else:
            lowest = value + 1
        at += 1
    return lowest <= highest + 1


def is_in_order(plan: Plan, first_hall: i64) -> bool:
    """Do the halls that must rise still rise?"""
    goal = plan.state.variant.goal
    hall: i64 = 0
    while hall < 6:
        needed = goal == "all_halls" or (goal == "feature_halls" and hall // 3 == first_hall // 3)
        if needed and not is_ascending(plan.squares, hall):
            return False
        hall += 1
    return True


def best_themed(plan: Plan, first_hall: i64, themes: i64) -> i64:
    """The card and square of this round that fit the themes and leave most room, or 0 if none does."""
    best_line: i64 = 0
    best: i64 = 1000
    at = FIRST_ON_OFFER[plan.round]
    end = at + ON_OFFER[plan.round]
    while at < end:
        item = plan.state.deck[at]
        place: i64 = 0
        while place < 9:
            theme = theme_of(place, first_hall, themes)
            is_open = has(OPEN_SQUARES[plan.filled], place) and not has(plan.used, item)
            if is_open and has(plan.state.variant.features[item], theme) and plan.price(item) < plan.money:
                plan.squares[place] = item
                away = plan.state.variant.ranks[item] - SPACING[place % 3 if first_hall == 0 else place // 3]
                if away < 0:
                    away = -away
                if away < best and is_in_order(plan, first_hall):
                    best = away
                    best_line = item | place << SQUARE_AT
                plan.squares[place] = 0
            place += 1
        at += 1
    return best_line
