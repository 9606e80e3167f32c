"""What a bot should value: about how many bad reviews the table as it stands will lead to.

A weighted sum, asked when a play or a round is over: who sits in the row, who is still to come, what the two ends wait
for, and whether the specials are still there. The weights were fitted to the ends of 2,400 games (``docs/results.md``).
A search asks it only on the way: whole evenings are played out, each card where the sum is best, the last rounds are
thought to their end, and that end counts.
"""

from __future__ import annotations

from typing import Final, NamedTuple, final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.carbon_dating.cards import CARDS, EDGE, FULL, IDS, PTE, TYR
from mesozoic.games.carbon_dating.rules import LARGE_MEAL, Table
from mesozoic.games.carbon_dating.rules_moves import BOTH_ENDS, END_ROUND, FACE_DOWN
from mesozoic.games.carbon_dating.rules_table import NO_CARD, OVER, PLAY, Variant
from mesozoic.kernel.bits import bit, count, has
from mesozoic.kernel.hints import Hints, Thinking
from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import Moves, State


class Worry(NamedTuple):
    """How many bad reviews a species brings in the end: while it sits in the row, while it is still to come."""

    seated: float
    coming: float


WORRIES: Final = {
    "IGU": Worry(0.46, -0.05),
    "GAL": Worry(0.45, -0.09),
    "VEL": Worry(0.71, 0.31),
    "SPI": Worry(0.37, -0.48),
    "BRA": Worry(0.54, 0.11),
    "TRI": Worry(0.57, 0.01),
    "STE": Worry(0.61, 0.02),
    "PAC": Worry(0.78, 0.43),
    "ALL": Worry(0.64, 0.25),
    "PAR": Worry(0.76, 0.19),
    "COM": Worry(0.44, -0.47),
    "ANK": Worry(0.85, 0.5),
    "PTE": Worry(1.0, 0.06),
    "TYR": Worry(0.33, -0.43),
}
SEATED: Final = vec[float]([WORRIES[card[:3]].seated for card in IDS])
COMING: Final = vec[float]([WORRIES[card[:3]].coming for card in IDS])

EARLY: Final = 0.6  # so much less a seated card worries while all cards are still to come
AT_THE_END: Final = 1.2  # what an end is worth that every card to come would leave with, and
BEHIND_IT: Final = 0.48  # what the dinosaur behind the end is worth then
PTE_ASIDE: Final = 0.5
TYR_ASIDE: Final = 0.6
KEPT: Final = 1.5  # what either is worth to a search, which makes good the end of an evening with it, and
KEPT_EARLY: Final = 1.0  # so much more while all cards are still to come
LATE: Final = 8  # a roll-out plays no special while more cards are to come
SURE: Final = 2  # so few cards to come are drawn together, in whatever order they lie: the end can be thought out
LINES: Final = 100  # so many ways to go on are looked at for a move of a roll-out,
LINES_AT_A_GLANCE: Final = 400  # and for a plan of the seat
FLAWED: Final = 0.5  # what any bad review at all costs a search, beside each of them
A_MEAL: Final = 2.0  # what a card eaten is worth, or costs, when there is a goal


@final
class MatchmakerHints(Hints):
    def value(self, state: State, seat: i64) -> float:
        assert isinstance(state, Table)
        reviews = float(state.score(0)) if state.step == OVER else worry(state)
        return goal_value(state) - reviews

    def thinking(self, state: State) -> Thinking:
        """Whole evenings are played out: the deck's order is all that is unknown, and only the end counts.

        What a play leads to is public at once, so one world is enough for a glance.
        """
        return Thinking(turns=50, width=16, plans=1000, glances=1)

    def outlook(self, state: State, seat: i64, spread: float) -> float:
        """The result, and whether it is flawless."""
        assert isinstance(state, Table)
        value = self.value(state, seat)
        return value - FLAWED if state.score(0) > 0 else value

    def first_look(self, state: State, seat: i64) -> float:
        """The end, where nothing is left to chance; otherwise once the drawn cards of this round are placed."""
        assert isinstance(state, Table)
        has_ended = state.step == PLAY and state.ends == BOTH_ENDS
        if has_ended and not is_sure(state):
            return self.promise(state)
        return Line(self, LINES_AT_A_GLANCE).prospect(state, state.reveals)

    def promise(self, table: Table) -> float:
        """The value, with specials that are worth keeping."""
        value = self.value(table, 0)
        if table.step == OVER or table.aside == 0:
            return value
        kept = KEPT + KEPT_EARLY * float(count(cards_to_come(table))) / 34.0
        if has(table.aside, PTE):
            value += kept - PTE_ASIDE
        if has(table.aside, TYR):
            value += kept - TYR_ASIDE
        return value

    def quick_move(self, state: State, seat: i64, rng: Rng) -> i64:
        """The drawn cards first, then those set aside: whatever leaves the fewest worries behind."""
        assert isinstance(state, Table)
        out = Moves()
        list_in_order(state, out)
        if out.count == 1:
            return out.codes[0]
        return out.codes[Line(self, LINES).best_of(state, out)]

    def sameness(self, state: State) -> i64:
        """Everything that a play or a choice changes."""
        assert isinstance(state, Table)
        key = mixed(state.step, state.first + 1)
        key = mixed(key, state.second + 1)
        key = mixed(key, state.ends)
        key = mixed(key, state.aside)
        key = mixed(key, state.discarded)
        key = mixed(key, state.played + 1)
        key = mixed(key, state.reveals)
        if has_goal(state):  # then it matters who was eaten by those who have left
            key = mixed(mixed(key, state.satisfied), state.largest_meal())
        card = state.right[EDGE]
        while card != EDGE:
            key = mixed(mixed(key, card + 1), state.tucked[card])
            card = state.right[card]
        i: i64 = 0
        while i < state.waits:
            key = mixed(key, state.waiting[i] + 1)
            i += 1
        i = 0
        while i < state.dated:
            key = mixed(key, state.dates[i] + 1)
            i += 1
        return key


def mixed(key: i64, more: i64) -> i64:
    """A number made of both, small enough that compiled and plain integers agree."""
    return (key * 1000003 + more) & 0xFFFFFFFFFF


@final
class Line:
    """Looks for the best way to go on, at so many of them."""

    def __init__(self, hints: MatchmakerHints, left: i64) -> None:
        self.hints = hints
        self.left = left
        self.is_flawless = False  # was an end without any bad review just found?

    def best_of(self, table: Table, out: Moves) -> i64:
        """Which of these moves leads to the best prospect."""
        found: i64 = 0
        best = -1e300
        i: i64 = 0
        while i < out.count and not self.is_flawless:
            after = table.clone()
            after.apply(0, out.codes[i])
            value = self.prospect(after, table.reveals)
            if value > best or self.is_flawless:
                best = value
                found = i
            i += 1
        return found

    def prospect(self, table: Table, reveals: i64) -> float:
        """The value once the drawn cards are placed; with hardly a card to come, once the evening is over."""
        self.left -= 1
        if self.left < 0 or table.step == OVER or (self.is_settled(table, reveals) and not is_sure(table)):
            value = self.hints.promise(table)
            self.is_flawless = table.step == OVER and table.score(0) == 0 and not has_goal(table)
            return value
        out = Moves()
        list_in_order(table, out)
        best = -1e300
        reveals = table.reveals
        i: i64 = 0
        while i < out.count:
            after = table.clone()
            after.apply(0, out.codes[i])
            value = self.prospect(after, reveals)
            if value > best or self.is_flawless:
                best = value
            if self.is_flawless:
                return best
            i += 1
        return best

    def is_settled(self, table: Table, reveals: i64) -> bool:
        return table.reveals != reveals or (table.step == PLAY and not has_drawn(table))


def is_sure(table: Table) -> bool:
    """Is nothing left to chance?"""
    return table.is_final or count(cards_to_come(table)) <= SURE


def has_goal(table: Table) -> bool:
    return table.variant.audit or table.variant.vip


def list_in_order(table: Table, out: Moves) -> None:
    """All moves, but a card that was set aside waits until those drawn are placed, and until it is late."""
    if table.step != PLAY:
        table.list_moves(0, out)
        return
    out.clear()
    if table.first != NO_CARD:
        table.place_options(table.first, out)
    if table.second != NO_CARD:
        table.place_options(FACE_DOWN if table.face_down else table.second, out)
    if out.count == 0:
        if table.is_final or count(cards_to_come(table)) <= LATE:
            table.play_options(out)
        else:
            out.add(END_ROUND)


def has_drawn(table: Table) -> bool:
    return table.first != NO_CARD or table.second != NO_CARD


def worry(table: Table) -> float:
    """The bad reviews to expect."""
    variant = table.variant
    total = 0.0 if table.can_reshuffle() else float(count(table.discarded))
    coming = cards_to_come(table)
    left_end = table.right[EDGE]
    right_end = table.left[EDGE]
    ends_meet: i64 = 0
    behind_meet: i64 = 0
    number: i64 = 0
    card: i64 = 0
    while card < CARDS:
        if has(coming, card):
            number += 1
            total += COMING[variant.likes[card]]
            if table.seated != 0:
                ends_meet += meets(variant, card, left_end) + meets(variant, right_end, card)
                if table.seated > 1:
                    behind_meet += meets(variant, card, table.right[left_end])
                    behind_meet += meets(variant, table.left[right_end], card)
        card += 1
    share = float(number) / 34.0
    while left_end != EDGE:
        total += SEATED[variant.likes[left_end]] - EARLY * share
        left_end = table.right[left_end]
    if number != 0:
        total -= (AT_THE_END * float(ends_meet) + BEHIND_IT * float(behind_meet)) / float(number)
    if has(table.aside, PTE):
        total -= PTE_ASIDE
    if has(table.aside, TYR):
        total -= TYR_ASIDE
    return total


def goal_value(table: Table) -> float:
    """CD-54, CD-55: with a goal, every step towards it or away from it counts."""
    value = 0.0
    if table.variant.audit:
        value -= A_MEAL * float(table.eaten())
    if table.variant.vip:
        meal = table.largest_meal()
        value += A_MEAL * float(meal if meal < LARGE_MEAL else LARGE_MEAL)
    return value


def cards_to_come(table: Table) -> i64:
    """Drawn, in the deck, or discarded and so in a later deck."""
    coming: i64 = table.discarded if table.can_reshuffle() else 0
    if table.first != NO_CARD:
        coming |= bit(table.first)
    if table.second != NO_CARD:
        coming |= bit(table.second)
    at = table.dealt
    while at < len(table.deck):
        coming |= bit(table.deck[at])
        at += 1
    return coming


def meets(variant: Variant, left: i64, right: i64) -> i64:
    """1 if the two would have a good date."""
    return 1 if variant.heart(left, right) == FULL else 0
