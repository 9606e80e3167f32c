"""Abilities (DS-33 to DS-47): what can be performed, and the steps of what is.

A branch runs as a STEPS frame; each step that asks somebody pushes a frame of its own on top.
"""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from mesozoic.games.dinospan import events
from mesozoic.games.dinospan.cards import (
    ANY,
    ARCHIVE_TOP,
    CARD,
    CARD_IDS,
    CHURN,
    CULL,
    DIFFERENT,
    DIG,
    EGG,
    FLIP,
    FROM_FOOTPRINT,
    FROM_HYPE,
    GAIN,
    HYPE_COUNT,
    IF,
    KIND,
    LOOK,
    MASK,
    MASK_2,
    MASK_3,
    MASK_4,
    MINE,
    MOST,
    NUMBER,
    ORDER_BITS,
    PAID_CARD,
    PER,
    REWARD,
    REWARD_KIND,
    REWARD_NUMBER,
    ROW,
    STEP,
    SWAP,
    TAKEN,
    UP,
    VERB,
)
from mesozoic.games.dinospan.rules_moves import (
    BRANCH,
    CHURNING,
    CULL_SLOT,
    CULLING,
    DISCARD,
    DISPOSE,
    DO,
    DRAW,
    ECOSYSTEM,
    EFFECT,
    FROM_SLOT,
    GAIN_UNIT,
    GILD,
    LAY,
    LAY_ON,
    MOVE_AT,
    ON_TOP,
    PAY_CARD,
    PAY_SWAP,
    REFRESH,
    RESOURCE,
    SOURCE,
    STEPS,
    STOP,
    SWAPPING,
    TAKE,
    TAKE_CARD,
    TO_ARCHIVE,
    UPGRADE,
)
from mesozoic.games.dinospan.rules_table import ATLAS, BITS, HYPE, NONE, OPEN, RED_AT, SEAT, TRACK, WORDS, Table, lone
from mesozoic.kernel.bits import count
from mesozoic.kernel.state import Moves


@mypyc_attr(acyclic=True)
class Abilities(Table):
    """What cards do."""

    # --- What can be performed (DS-R43) -----------------------------------------------------------------------

    def can_get(self, seat: i64, verb: i64, kind: i64) -> bool:
        """Would at least one unit of a reward arrive?"""
        if verb == GAIN:
            return self.can_gain(seat, kind)
        if verb == CARD:
            return (kind & FROM_HYPE != 0 and self.hype_size() > 0) or (kind & FROM_FOOTPRINT != 0 and self.can_draw())
        if verb == EGG:
            return self.red > 0 and self.has_room(seat)
        return self.gold > 0 and self.has_red_egg(seat)

    def can_gain(self, seat: i64, kind: i64) -> bool:
        seats = self.seats
        at = seat * SEAT
        if kind != ANY:
            return seats[at + kind] < TRACK
        return seats[at] < TRACK or seats[at + 1] < TRACK or seats[at + 2] < TRACK

    def hype_size(self) -> i64:
        hype = self.hype
        size: i64 = 0
        slot: i64 = 0
        while slot < HYPE:
            if hype[slot] != NONE:
                size += 1
            slot += 1
        return size

    def amount(self, seat: i64, at: i64) -> i64:
        """The number of a step, multiplied where it says "per" (DS-47, DS-R54)."""
        steps = self.deck.steps
        number = steps[at + NUMBER]
        if steps[at + PER] == 0:
            return number
        found = self.count_own(seat, steps[at + MASK], steps[at + ROW])
        return number * (found if found < steps[at + MOST] else steps[at + MOST])

    def can_perform(self, seat: i64, step: i64) -> bool:
        at = step * STEP
        steps = self.deck.steps
        verb = steps[at + VERB]
        if verb <= UP:
            return self.can_get(seat, verb, steps[at + KIND]) and self.amount(seat, at) > 0
        if verb in (LOOK, FLIP):
            return self.can_draw()
        if verb == CHURN:
            return self.hype_size() > 0
        if verb == DIG:
            return self.archive_size > 0
        if verb == CULL:  # DS-R50: not for nothing
            return self.hype_matches(steps[at + MASK]) > 0 and self.can_get(
                seat, steps[at + REWARD], steps[at + REWARD_KIND]
            )
        if verb == IF:
            return self.holds(seat, at) and self.can_get(seat, steps[at + REWARD], steps[at + REWARD_KIND])
        return self.can_swap(seat, at)

    def hype_matches(self, mask: i64) -> i64:
        found: i64 = 0
        slot: i64 = 0
        while slot < HYPE:
            card = self.hype[slot]
            if card != NONE and self.deck.traits[card] & mask == mask:
                found += 1
            slot += 1
        return found

    def holds(self, seat: i64, at: i64) -> bool:
        """DS-42."""
        steps = self.deck.steps
        kind = steps[at + KIND]
        mask = steps[at + MASK]
        if kind == HYPE_COUNT:
            return self.hype_matches(mask) >= steps[at + NUMBER]
        if kind == MINE:
            return self.count_own(seat, mask, steps[at + ROW]) >= steps[at + NUMBER]
        if kind == ARCHIVE_TOP:
            return self.archive_size > 0 and self.deck.traits[self.archive[self.archive_size - 1]] & mask == mask
        return (
            self.hype_matches(mask) > 0
            and (steps[at + MASK_2] < 0 or self.hype_matches(steps[at + MASK_2]) > 0)
            and (steps[at + MASK_3] < 0 or self.hype_matches(steps[at + MASK_3]) > 0)
            and (steps[at + MASK_4] < 0 or self.hype_matches(steps[at + MASK_4]) > 0)
        )

    def can_swap(self, seat: i64, at: i64) -> bool:
        """DS-R50: the price can be paid, and the reward is of some use."""
        return self.is_swap_open(seat, at, False)

    def may_swap(self, seat: i64, at: i64) -> bool:
        """DS-R65: the same as far as everybody can see, for whom a hidden hand card may be any card."""
        return self.is_swap_open(seat, at, True)

    def is_swap_open(self, seat: i64, at: i64, as_seen: bool) -> bool:
        steps = self.deck.steps
        item = steps[at + KIND]
        if item != PAID_CARD:
            mine = seat * SEAT + item
            if self.seats[mine] < steps[at + NUMBER]:
                return False
        elif self.payable_cards(seat, steps[at + MASK], steps[at + DIFFERENT], as_seen) < steps[at + NUMBER]:
            return False
        return self.can_get(seat, steps[at + REWARD], steps[at + REWARD_KIND])

    def payable_cards(self, seat: i64, mask: i64, different: i64, as_seen: bool) -> i64:
        """How many hand cards fit, or (DS-R51) how many Orders there are among them; at most, as everybody sees it."""
        found: i64 = 0
        hidden: i64 = 0
        orders: i64 = 0
        word: i64 = 0
        while word < WORDS:
            at = seat * WORDS + word
            left = self.hands[at]
            if as_seen:
                at = OPEN + word
                seen = self.masks[at]
                hidden += count(left & ~seen)
                left &= seen
            while left != 0:
                low = left & -left
                left ^= low
                card = word * BITS + lone(low)
                traits = self.deck.traits[card]
                if traits & mask == mask:
                    found += 1
                    orders |= traits & ORDER_BITS
            word += 1
        return hidden + (found if different == 0 else count(orders))

    # --- An ability begins (DS-33, DS-34) -----------------------------------------------------------------------

    def branch_count(self, card: i64) -> i64:
        deck = self.deck
        following = card + 1
        number = deck.branch_at[following] - deck.branch_at[card]
        return number - 1 if deck.ecosystem[card] >= 0 else number

    def can_do(self, seat: i64, branch: i64) -> bool:
        """DS-R43: a branch can be performed when one of its steps can."""
        step = self.deck.branches[branch]
        branch += 1
        end = self.deck.branches[branch]
        while step < end:
            if self.can_perform(seat, step):
                return True
            step += 1
        return False

    def may_do(self, seat: i64, branch: i64) -> bool:
        """DS-R65: as far as everybody can see."""
        step = self.deck.branches[branch]
        branch += 1
        end = self.deck.branches[branch]
        while step < end:
            if self.may_perform(seat, step):
                return True
            step += 1
        return False

    def may_perform(self, seat: i64, step: i64) -> bool:
        at = step * STEP
        verb_at = at + VERB
        return self.may_swap(seat, at) if self.deck.steps[verb_at] == SWAP else self.can_perform(seat, step)

    def ways(self, seat: i64, card: i64) -> i64:
        """How many branches of an ability everybody must take for possible."""
        branch = self.deck.branch_at[card]
        end = branch + self.branch_count(card)
        found: i64 = 0
        while branch < end:
            if self.may_do(seat, branch):
                found += 1
            branch += 1
        return found

    def begin_ability(self, seat: i64, card: i64) -> None:
        """DS-R44, DS-R45: one way left is taken at once, several are a choice. What is asked does not depend on what
        only the seat knows (DS-R65)."""
        deck = self.deck
        ways = self.ways(seat, card)
        if self.log is not None:
            self.tell(events.AbilityBegan(seat, CARD_IDS[card], ways == 0 and deck.ecosystem[card] < 0))
        if deck.ecosystem[card] >= 0:
            if ways == 0:
                self.give_to_others(seat, card)
            else:
                self.push(BRANCH, seat, card)
        elif ways == 1:
            branch = deck.branch_at[card]
            while not self.may_do(seat, branch):
                branch += 1
            self.begin_branch(seat, card, branch)
        elif ways > 1:
            self.push(BRANCH, seat, card)

    def branch_options(self, seat: i64, card: i64, out: Moves) -> None:
        first = self.deck.branch_at[card]
        branch = first
        end = first + self.branch_count(card)
        while branch < end:
            if self.can_do(seat, branch) if self.is_bound(card, branch) else self.may_do(seat, branch):
                out.add(DO << MOVE_AT | (branch - first))
            branch += 1
        if self.deck.ecosystem[card] >= 0:
            out.add(ECOSYSTEM << MOVE_AT)

    def begin_branch(self, seat: i64, card: i64, branch: i64) -> None:
        must: i64 = 0
        if self.is_bound(card, branch):
            must = 1
        self.push(STEPS, seat, self.deck.branches[branch], self.deck.branches[branch + 1], must)

    def is_bound(self, card: i64, branch: i64) -> bool:
        """DS-R45: a lone swap or cull chosen instead of the ecosystem effect is done at least once."""
        deck = self.deck
        step = deck.branches[branch]
        if deck.ecosystem[card] < 0 or deck.branches[branch + 1] != step + 1:
            return False
        return deck.steps[step * STEP + VERB] in (SWAP, CULL)

    def give_to_others(self, seat: i64, card: i64) -> None:
        """DS-34, DS-R48: clockwise from the active player; in the solo game DS-70."""
        at = self.deck.ecosystem[card] * STEP
        steps = self.deck.steps
        number = steps[at + NUMBER]
        if self.log is not None:
            self.tell(events.EcosystemChosen(seat, CARD_IDS[card]))
        if self.variant.solo:
            self.rival_study += number
            if self.log is not None:
                self.tell(events.RivalStudied(number, self.rival_study))
            return
        behind = self.variant.players - 1
        while behind > 0:  # the nearest on top of the stack
            other = (seat + behind) % self.variant.players
            self.push(EFFECT, other, steps[at + VERB], steps[at + KIND], number)
            behind -= 1

    # --- Steps ------------------------------------------------------------------------------------------------

    def next_step(self) -> None:
        """DS-R47: in printed order; what everybody sees to be impossible when it is reached is skipped."""
        seat = self.top(1)
        step = self.top(2)
        must = self.top(4)
        if step + 1 == self.top(3):
            self.drop()
        else:
            self.set_top(2, step + 1)
        if self.may_perform(seat, step):
            self.begin_step(seat, step, must)

    def begin_step(self, seat: i64, step: i64, must: i64) -> None:
        at = step * STEP
        steps = self.deck.steps
        verb = steps[at + VERB]
        number = steps[at + NUMBER]
        if verb <= UP:
            self.reward(seat, verb, steps[at + KIND], self.amount(seat, at))
        elif verb == LOOK:
            self.reveal(seat, number)
            self.push(DISPOSE, seat)
            self.push(TAKE, seat, steps[at + TAKEN], 0)
        elif verb == FLIP:
            self.reveal(seat, number)
            self.push(DISPOSE, seat)
            matches = self.shown_matches(steps[at + MASK])
            if matches > 0:
                self.reward(seat, steps[at + REWARD], steps[at + REWARD_KIND], steps[at + REWARD_NUMBER] * matches)
        elif verb == CHURN:
            self.push(SOURCE, seat, steps[at + TAKEN], FROM_HYPE)
            self.push(REFRESH, seat)
            self.push(CHURNING, seat, number)
        elif verb == DIG:
            shown = number if number < self.archive_size else self.archive_size
            self.push(TAKE, seat, steps[at + TAKEN], shown)
        elif verb == CULL:
            self.push(CULLING, seat, step, must)
        elif verb == IF:
            self.reward(seat, steps[at + REWARD], steps[at + REWARD_KIND], steps[at + REWARD_NUMBER])
        else:
            self.push(SWAPPING, seat, step, steps[at + TAKEN], must)

    def reward(self, seat: i64, verb: i64, kind: i64, number: i64) -> None:
        if verb == GAIN:
            if kind == ANY:
                self.push(RESOURCE, seat, number)
            else:
                self.gain(seat, kind, number)
        elif verb == CARD:
            if kind == FROM_FOOTPRINT:
                while number > 0:
                    self.draw_to_hand(seat)
                    number -= 1
            else:
                self.push(SOURCE, seat, number, kind)
        elif verb == EGG:
            self.push(LAY, seat, number)
        else:
            self.push(UPGRADE, seat, number)

    def reveal(self, seat: i64, number: i64) -> None:
        """DS-37, DS-R20: public; as many as there are."""
        while number > 0:
            card = self.draw_card()
            if card == NONE:
                return
            self.show(card)
            if self.log is not None:
                self.tell(events.Revealed(seat, CARD_IDS[card]))
            number -= 1

    def show(self, card: i64) -> None:
        self.shown[self.shown_size] = card
        self.shown_size += 1

    def unshow(self, card: i64) -> None:
        at: i64 = 0
        while self.shown[at] != card:
            at += 1
        self.shown_size -= 1
        while at < self.shown_size:
            self.shown[at] = self.shown[at + 1]
            at += 1

    def shown_matches(self, mask: i64) -> i64:
        found: i64 = 0
        at: i64 = 0
        while at < self.shown_size:
            if self.deck.traits[self.shown[at]] & mask == mask:
                found += 1
            at += 1
        return found

    # --- Choices: what there is to choose ----------------------------------------------------------------------

    def pay_card_options(self, seat: i64, out: Moves) -> None:
        """D9; DS-R51: only Orders that were not used for this payment."""
        mask = self.top(3)
        different = self.top(4)
        used = self.top(5)
        word: i64 = 0
        while word < WORDS:
            left = self.hands[seat * WORDS + word]
            while left != 0:
                low = left & -left
                left ^= low
                card = word * BITS + lone(low)
                traits = self.deck.traits[card]
                if traits & mask == mask and (different == 0 or traits & used == 0):
                    out.add(DISCARD << MOVE_AT | card)
            word += 1

    def resource_options(self, seat: i64, out: Moves) -> None:
        seats = self.seats
        resource: i64 = 0
        while resource < 3:
            if seats[seat * SEAT + resource] < TRACK:
                out.add(GAIN_UNIT << MOVE_AT | resource)
            resource += 1

    def source_options(self, out: Moves) -> None:
        sources = self.top(3)
        if sources & FROM_HYPE != 0:
            self.slot_options(FROM_SLOT, 0, out)
        if sources & FROM_FOOTPRINT != 0 and self.can_draw():
            out.add(DRAW << MOVE_AT)

    def slot_options(self, kind: i64, mask: i64, out: Moves) -> None:
        slot: i64 = 0
        while slot < HYPE:
            card = self.hype[slot]
            if card != NONE and self.deck.traits[card] & mask == mask:
                out.add(kind << MOVE_AT | slot)
            slot += 1

    def lay_options(self, seat: i64, out: Moves) -> None:
        if self.red == 0:
            return
        place: i64 = 0
        while place < ATLAS:
            if self.room(seat, place) > 0:
                out.add(LAY_ON << MOVE_AT | place)
            place += 1

    def upgrade_options(self, seat: i64, out: Moves) -> None:
        if self.gold == 0:
            return
        place: i64 = 0
        while place < ATLAS:
            at = seat * ATLAS + place
            if (self.spaces[at] >> RED_AT) & 7 != 0:
                out.add(GILD << MOVE_AT | place)
            place += 1

    def take_options(self, out: Moves) -> None:
        dug = self.top(3)
        at: i64 = 0
        if dug > 0:
            while at < dug:
                out.add(TAKE_CARD << MOVE_AT | self.archive[at])
                at += 1
            return
        while at < self.shown_size:
            out.add(TAKE_CARD << MOVE_AT | self.shown[at])
            at += 1

    def dispose_options(self, out: Moves) -> None:
        at: i64 = 0
        while at < self.shown_size:
            out.add(ON_TOP << MOVE_AT | self.shown[at])
            out.add(TO_ARCHIVE << MOVE_AT | self.shown[at])
            at += 1

    def cull_options(self, out: Moves) -> None:
        self.slot_options(CULL_SLOT, self.deck.steps[self.top(2) * STEP + MASK], out)
        if out.count > 0 and self.top(3) == 0:
            out.add(STOP << MOVE_AT)

    def swap_options(self, seat: i64, out: Moves) -> None:
        """D20, DS-R65: who cannot pay can only decline, and is asked all the same."""
        at = self.top(2) * STEP
        if self.top(3) == 0 or not self.may_swap(seat, at):
            return
        if self.can_swap(seat, at):
            out.add(PAY_SWAP << MOVE_AT)
        if self.top(4) == 0:
            out.add(STOP << MOVE_AT)

    # --- Choices: what was chosen -------------------------------------------------------------------------------

    def count_down(self) -> None:
        """One of several is done."""
        if self.top(2) > 1:
            self.set_top(2, self.top(2) - 1)
        else:
            self.drop()

    def pay_card(self, seat: i64, card: i64) -> None:
        self.set_top(5, self.top(5) | (self.deck.traits[card] & ORDER_BITS))
        self.count_down()
        self.from_hand(seat, card)
        self.to_archive(card)
        if self.log is not None:
            self.tell(events.Discarded(seat, CARD_IDS[card]))

    def take_source(self, seat: i64, kind: i64, slot: i64) -> None:
        self.count_down()
        if kind == DRAW:
            self.draw_to_hand(seat)
        else:
            self.take_from_hype(seat, slot)

    def take_shown(self, seat: i64, card: i64) -> None:
        if self.top(3) > 0:
            at: i64 = 0
            while self.archive[at] != card:
                at += 1
            self.from_archive(at)
            self.set_top(3, self.top(3) - 1)
            if self.top(3) == 0:
                self.set_top(2, 1)  # none is left to take
        else:
            self.unshow(card)
        self.count_down()
        self.to_hand(seat, card, True)
        if self.log is not None:
            self.tell(events.TookRevealed(seat, CARD_IDS[card]))

    def dispose(self, seat: i64, kind: i64, card: i64) -> None:
        """DS-R20: a later card lies above an earlier one, and everybody knows it there."""
        self.unshow(card)
        if kind == ON_TOP:
            footprint = self.footprint[:]
            footprint[self.footprint_size] = card
            self.footprint = footprint
            self.footprint_size += 1
            self.known += 1
        else:
            self.to_archive(card)
        if self.log is not None:
            self.tell(events.Disposed(seat, CARD_IDS[card], kind == ON_TOP))

    def discard_slot(self, seat: i64, slot: i64) -> None:
        card = self.hype[slot]
        self.hype[slot] = NONE
        self.to_archive(card)
        if self.log is not None:
            self.tell(events.HypeDiscarded(seat, slot + 1, CARD_IDS[card]))

    def cull(self, seat: i64, kind: i64, slot: i64) -> None:
        """DS-41, DS-R52."""
        if kind == STOP:
            self.drop()
            return
        at = self.top(2) * STEP
        self.set_top(3, 0)
        self.discard_slot(seat, slot)
        steps = self.deck.steps
        self.reward(seat, steps[at + REWARD], steps[at + REWARD_KIND], steps[at + REWARD_NUMBER])

    def swap(self, seat: i64, kind: i64) -> None:
        """DS-43: the price first, then the reward."""
        if kind == STOP:
            self.drop()
            return
        at = self.top(2) * STEP
        self.set_top(3, self.top(3) - 1)
        self.set_top(4, 0)
        steps = self.deck.steps
        item = steps[at + KIND]
        number = steps[at + NUMBER]
        self.push(EFFECT, seat, steps[at + REWARD], steps[at + REWARD_KIND], steps[at + REWARD_NUMBER])
        if item == PAID_CARD:
            self.push(PAY_CARD, seat, number, steps[at + MASK], steps[at + DIFFERENT], 0)
        else:
            self.pay(seat, item, number)

    def pay(self, seat: i64, resource: i64, number: i64) -> None:
        self.seats[seat * SEAT + resource] -= number
        if self.log is not None and number > 0:
            self.tell(events.Paid(seat, resource, number))
