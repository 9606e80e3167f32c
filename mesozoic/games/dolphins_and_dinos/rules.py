"""Dolphins and Dinos, by Arthur Wohlwill: fill a museum of nine squares, rising to the right and upwards.

Numbers such as DD-14 are those of ``rules.md``, DD-R11 those of ``rulings.md``. The whole of a game lies in the score
sheets: one line per seat and round says what was chosen, where it stands and what became of it. Set-up is in
``rules_setup.py``, scoring in ``rules_scoring.py``; here are the nine rounds.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from mesozoic.games.dolphins_and_dinos import events
from mesozoic.games.dolphins_and_dinos.cards import (
    CORRIDOR,
    ITEM_TEXTS,
    LIFE,
    NO_FEATURE,
    RESTAURANT,
    WATER,
)
from mesozoic.games.dolphins_and_dinos.rules_moves import FEATURE_CODE, NUMBER_CODE, SQUARE_CODE
from mesozoic.games.dolphins_and_dinos.rules_scoring import Scoring, hall_bonus, hall_score
from mesozoic.games.dolphins_and_dinos.rules_sheet import (
    FEE_AT,
    MARK_AT,
    NUMBER_AT,
    OPEN_SQUARES,
    PAID_AT,
    ROUNDS,
    SQUARE_AT,
    UNPAID_AT,
    fee_of,
    has_placed,
    income,
    is_unpaid,
    item_of,
    mark_of,
    number_of,
    square_of,
)
from mesozoic.games.dolphins_and_dinos.rules_table import (
    CHOOSE,
    FACE_UP,
    FEATURE,
    FEATURES_DUE,
    FIRST_ON_OFFER,
    NUMBER,
    ON_OFFER,
    OVER,
    PICK,
    SQUARE,
    WAITING,
)
from mesozoic.kernel.bits import bit, has, lowest
from mesozoic.kernel.state import Moves


@final
@mypyc_attr(acyclic=True)
class Museums(Scoring):
    """A game of Dolphins and Dinos."""

    def clone(self) -> Museums:
        copy = Museums(
            self.setup,
            self.variant,
            self.deck,
            self.hidden,
            self.sheets[:],
            self.money[:],
            self.filled[:],
            self.used[:],
            self.steps[:],
        )
        copy.round = self.round
        copy.phase = self.phase
        copy.pending = self.pending
        copy.removed = self.removed
        copy.free = self.free
        copy.unsealed = self.unsealed
        copy.clock = self.clock
        copy.reveals = self.reveals
        return copy

    # --- A round: everybody chooses in secret, then the choices are resolved --------------------------------------

    def list_moves(self, seat: i64, out: Moves) -> None:
        out.clear()
        step = self.steps[seat]
        if step == PICK:
            self.pick_options(seat, out)
        elif step == NUMBER:
            self.number_options(seat, out)
        elif step == SQUARE:
            self.square_options(seat, out)
        else:
            self.feature_options(seat, out)

    def apply(self, seat: i64, move: i64) -> None:
        step = self.steps[seat]
        if step == PICK:
            self.pick(seat, move)
        elif step == NUMBER:
            self.assign_number(seat, move - NUMBER_CODE)
        elif step == SQUARE:
            self.choose_square(seat, move - SQUARE_CODE)
        else:
            self.draw_feature(seat, move - FEATURE_CODE)
        if self.pending == 0:
            self.resolve()

    def resolve(self) -> None:
        """Everybody has decided: go on until somebody has to decide again, or the game is over."""
        if self.phase == CHOOSE:
            self.reveal()
            placed = self.pay()
            self.find_free_feature(placed)
            self.remove(placed)
            self.ask_for_features()
        if self.pending == 0:
            self.settle_features()
            if self.round == ROUNDS:
                self.end()
            else:
                self.begin_next_round()

    def commit(self, seat: i64) -> None:
        """The seat has decided for good and waits for the others, who learn only that it has."""
        self.steps[seat] = WAITING
        self.pending &= ~bit(seat)
        self.reveals += 1

    # --- Choose (DD-09 to DD-16) ----------------------------------------------------------------------------------

    def pick_options(self, seat: i64, out: Moves) -> None:
        """Each card on offer whose value the array does not hold yet, and always a corridor."""
        barred = self.used[seat] | self.removed
        place = FIRST_ON_OFFER[self.round]
        end = place + ON_OFFER[self.round]
        while place < end:
            item = self.deck[place]
            if not has(barred, item):
                out.add(item)
            place += 1
        out.add(CORRIDOR)

    def pick(self, seat: i64, item: i64) -> None:
        self.write(seat, item)
        self.steps[seat] = NUMBER if item == RESTAURANT else SQUARE

    def number_options(self, seat: i64, out: Moves) -> None:
        """DD-13: any number that does not stand in the own array."""
        used = self.used[seat]
        value: i64 = 1
        while value <= self.variant.highest:
            if not has(used, value):
                out.add(NUMBER_CODE + value)
            value += 1

    def assign_number(self, seat: i64, value: i64) -> None:
        self.write(seat, self.line(seat) | value << NUMBER_AT)
        self.steps[seat] = SQUARE

    def square_options(self, seat: i64, out: Moves) -> None:
        places = OPEN_SQUARES[self.filled[seat]]
        place: i64 = 0
        while places != 0:
            if places & 1 != 0:
                out.add(SQUARE_CODE + place)
            places >>= 1
            place += 1

    def choose_square(self, seat: i64, place: i64) -> None:
        """The choice is complete and cannot be taken back."""
        self.write(seat, self.line(seat) | place << SQUARE_AT)
        self.commit(seat)
        if self.log is not None:
            self.tell(events.Chose(seat))

    # --- Reveal (DD-17) -------------------------------------------------------------------------------------------

    def reveal(self) -> None:
        self.phase = FEATURES_DUE  # the choices lie open from here on
        if self.log is not None:
            for seat in range(self.variant.players):
                line = self.line(seat)
                choice = item_of(line), number_of(line), square_of(line)
                self.tell_all(events.revealed(seat, *choice, self.variant.closed))

    # --- Pay (DD-18 to DD-23) -------------------------------------------------------------------------------------

    def pay(self) -> i64:
        """Everybody pays at once, by what all have picked; returns the set of exhibits placed."""
        placed: i64 = 0
        seat: i64 = 0
        while seat < self.variant.players:
            placed |= self.pay_for(seat)
            seat += 1
        return placed

    def pay_for(self, seat: i64) -> i64:
        """Settle the seat's choice and fill its square; returns the exhibit that it placed, as a set."""
        line = self.line(seat)
        item = item_of(line)
        self.filled[seat] |= bit(square_of(line))
        if item == CORRIDOR:
            return 0
        if item == RESTAURANT:
            self.money[seat] += income(number_of(line))
            self.used[seat] |= bit(number_of(line))
            if self.log is not None:
                self.tell(events.Received(seat, income(number_of(line))))
            return 0
        price = self.price(item)
        if self.money[seat] < price:
            self.write(seat, line | bit(UNPAID_AT))
            if self.log is not None:
                self.tell(events.Unpaid(seat, ITEM_TEXTS[item], price))
            return 0
        self.money[seat] -= price
        self.used[seat] |= bit(item)
        self.write(seat, line | price << PAID_AT)
        if self.log is not None:
            self.tell(events.Paid(seat, ITEM_TEXTS[item], price, price - self.variant.prices[item]))
        return bit(item)

    def price(self, item: i64) -> i64:
        """What the card costs each of its pickers this round."""
        if self.variant.surcharges[item] == 0:
            return self.variant.prices[item]
        return self.price_for(item, self.pickers(item))

    def price_for(self, item: i64, pickers: i64) -> i64:
        """DD-18, DD-19: what each of so many pickers pays."""
        return self.variant.prices[item] + self.variant.surcharges[item] * pickers

    def pickers(self, item: i64) -> i64:
        """How many seats picked the card this round, able to pay or not (DD-R11)."""
        pickers: i64 = 0
        seat: i64 = 0
        while seat < self.variant.players:
            if item_of(self.line(seat)) == item:
                pickers += 1
            seat += 1
        return pickers

    # --- Remove (DD-24 to DD-27) ----------------------------------------------------------------------------------

    def remove(self, placed: i64) -> None:
        """DD-26: the crowd pullers (13, 14 and 15) leave when too many have placed them; a card can leave only once."""
        leavers = self.variant.leavers
        at: i64 = 0
        while at < len(leavers):
            item = leavers[at]
            if has(placed, item) and self.placers(item) >= self.variant.leaves_at[item]:
                self.removed |= bit(item)
                if self.log is not None:
                    self.tell(events.Removed(ITEM_TEXTS[item], self.placers(item)))
            at += 1

    def placers(self, item: i64) -> i64:
        """How many seats picked the card this round and paid for it (DD-24)."""
        placers: i64 = 0
        seat: i64 = 0
        while seat < self.variant.players:
            line = self.line(seat)
            if item_of(line) == item and not is_unpaid(line):
                placers += 1
            seat += 1
        return placers

    # --- Features (DD-28 to DD-32) --------------------------------------------------------------------------------

    def find_free_feature(self, placed: i64) -> None:
        """DD-30, DD-R21: it belongs to the lowest exhibit, of those placed or (before any leaves) of those offered."""
        if self.variant.lowest_offered_is_free:
            self.free = self.lowest_offered()
        elif placed != 0:
            self.free = lowest(placed)

    def lowest_offered(self) -> i64:
        best: i64 = RESTAURANT
        place = FIRST_ON_OFFER[self.round]
        end = place + ON_OFFER[self.round]
        while place < end:
            item = self.deck[place]
            if item < best and not has(self.removed, item):
                best = item
            place += 1
        return best

    def fee(self, item: i64) -> i64:
        """DD-30: the lowest exhibit's feature is free, every other costs a dollar."""
        return 0 if item == self.free else 1

    def may_draw(self, seat: i64) -> bool:
        """Has the seat placed an exhibit this round, and can it pay the fee?"""
        line = self.line(seat)
        return has_placed(line) and self.money[seat] >= self.fee(item_of(line))

    def ask_for_features(self) -> None:
        """Whoever may draw a feature decides; the others are passed over."""
        seat: i64 = 0
        while seat < self.variant.players:
            if self.may_draw(seat):
                self.steps[seat] = FEATURE
                self.pending |= bit(seat)
            seat += 1

    def feature_options(self, seat: i64, out: Moves) -> None:
        """DD-28, DD-29: none, or one that the exhibit has."""
        out.add(FEATURE_CODE + NO_FEATURE)
        own = self.variant.features[item_of(self.line(seat))]
        mark: i64 = WATER
        while mark <= LIFE:
            if has(own, mark):
                out.add(FEATURE_CODE + mark)
            mark += 1

    def draw_feature(self, seat: i64, mark: i64) -> None:
        """Sealed until the last seat has decided (DD-R24), the fee included."""
        line = self.line(seat)
        if mark != NO_FEATURE:
            self.write(seat, line | mark << MARK_AT | self.fee(item_of(line)) << FEE_AT)
        self.commit(seat)
        if self.log is not None:
            self.tell(events.Decided(seat))

    def settle_features(self) -> None:
        """The features are shown and charged."""
        seat: i64 = 0
        while seat < self.variant.players:
            line = self.line(seat)
            was_asked = self.log is not None and self.may_draw(seat)
            self.money[seat] -= fee_of(line)
            self.steps[seat] = PICK
            self.unsealed |= bit(seat)
            if was_asked:
                self.tell_all(events.featured(seat, mark_of(line), fee_of(line), self.variant.closed))
            seat += 1
        self.unsealed = 0
        self.free = 0

    # --- The next round, the end (DD-33, DD-34) -------------------------------------------------------------------

    def begin_next_round(self) -> None:
        """The next column is dealt, while there is one."""
        self.phase = CHOOSE
        self.round += 1
        self.pending = bit(self.variant.players) - 1
        if self.log is not None:
            first, end = FACE_UP[self.round - 1], FACE_UP[self.round]
            if first < end:
                column = [ITEM_TEXTS[self.deck[at]] for at in range(first, end)]
                self.tell(events.ColumnDealt(end // 3, tuple(column)))
            self.tell(events.RoundBegan(self.round))

    def end(self) -> None:
        self.phase = OVER
        if self.log is None:
            return
        if not self.variant.solo:
            self.tell(events.HiddenShown(ITEM_TEXTS[self.hidden]))
        for seat in range(self.variant.players):
            squares = self.museum(seat)
            halls = tuple([int(hall_score(squares, hall)) for hall in range(6)])
            bonuses = tuple([int(hall_bonus(squares, hall)) for hall in range(6)])
            self.tell(events.Scored(seat, halls, bonuses, self.money_bonus(seat), self.score(seat)))
