"""Publishing (DS-15 to DS-29) and analyzing (DS-30 to DS-32)."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from mesozoic.games.dinospan import events
from mesozoic.games.dinospan.cards import CARD_IDS, HEMI_AT
from mesozoic.games.dinospan.rules_abilities import Abilities
from mesozoic.games.dinospan.rules_moves import (
    ABILITY,
    CHOOSE,
    EGG_PAID,
    EVOLVE,
    GOLD,
    HIGH,
    LOW,
    MOVE_AT,
    NEW_GENUS,
    ORDER,
    OVERLAY,
    PAY_CARD,
    PICK_CARD,
    RED,
    REFRESH,
    SOURCE,
    WALK,
)
from mesozoic.games.dinospan.rules_table import (
    ATLAS,
    BITS,
    GOLD_AT,
    HIGH_AT,
    ONE_GOLD,
    ONE_RED,
    PARENT_AT,
    RED_AT,
    SEAT,
    SPACES,
    TOP,
    WORDS,
    lone,
)
from mesozoic.kernel.state import Moves


@mypyc_attr(acyclic=True)
class Publishing(Abilities):
    """Cards that come onto an Atlas, and the marker that visits them."""

    # --- What can be published (DS-15) --------------------------------------------------------------------------

    def row_of(self, card: i64) -> i64:
        """The row of its printed Hemisphere."""
        return (self.deck.traits[card] >> HEMI_AT >> 1) & 1

    def can_found(self, seat: i64, card: i64, hand: i64) -> bool:
        """DS-16 to DS-18: a New Genus needs a space and its whole cost; the card never pays for itself (DS-R56)."""
        costs = self.deck.costs
        at = card * 4
        mine = seat * SEAT
        seats = self.seats
        return (
            seats[mine] >= costs[at]
            and seats[mine + 1] >= costs[at + 1]
            and seats[mine + 2] >= costs[at + 2]
            and hand > costs[at + 3]
            and not self.is_row_full(seat, self.row_of(card))
        )

    def is_row_full(self, seat: i64, row: i64) -> bool:
        last = seat * ATLAS + row * SPACES + SPACES - 1
        return self.spaces[last] != 0

    def can_evolve(self, seat: i64, card: i64, place: i64) -> bool:
        """DS-20 to DS-22, DS-28: one card there, an egg on it, and the link."""
        at = seat * ATLAS + place
        space = self.spaces[at]
        if space >> RED_AT == 0 or (space >> PARENT_AT) & TOP != 0:
            return False
        return self.is_link((space & TOP) - 1, card)

    def can_publish(self, seat: i64, card: i64, hand: i64) -> bool:
        if self.can_found(seat, card, hand):
            return True
        place = self.row_of(card) * SPACES
        end = place + SPACES
        while place < end:
            if self.can_evolve(seat, card, place):
                return True
            place += 1
        return False

    def can_publish_any(self, seat: i64) -> bool:
        hand = self.hand_size(seat)
        word: i64 = 0
        while word < WORDS:
            at = seat * WORDS + word
            left = self.hands[at]
            while left != 0:
                low = left & -left
                left ^= low
                if self.can_publish(seat, word * BITS + lone(low), hand):
                    return True
            word += 1
        return False

    def card_options(self, seat: i64, out: Moves) -> None:
        """D5."""
        hand = self.hand_size(seat)
        word: i64 = 0
        while word < WORDS:
            at = seat * WORDS + word
            left = self.hands[at]
            while left != 0:
                low = left & -left
                left ^= low
                card = word * BITS + lone(low)
                if self.can_publish(seat, card, hand):
                    out.add(CHOOSE << MOVE_AT | card)
            word += 1

    def method_options(self, seat: i64, card: i64, out: Moves) -> None:
        """D6."""
        if self.can_found(seat, card, self.hand_size(seat)):
            out.add(NEW_GENUS << MOVE_AT)
        place = self.row_of(card) * SPACES
        end = place + SPACES
        while place < end:
            if self.can_evolve(seat, card, place):
                out.add(EVOLVE << MOVE_AT | place)
            place += 1

    # --- Publishing -------------------------------------------------------------------------------------------

    def publish(self, seat: i64) -> None:
        if self.log is not None:
            self.tell(events.PublishBegan(seat))
        self.push(PICK_CARD, seat)

    def choose_method(self, seat: i64, card: i64, kind: i64, place: i64) -> None:
        if kind == EVOLVE:
            self.push(OVERLAY, seat, card, place)
        else:
            self.found_genus(seat, card)

    def found_genus(self, seat: i64, card: i64) -> None:
        """DS-19: place, pay, activate."""
        row = self.row_of(card)
        place = row * SPACES + self.row_length(seat, row)
        self.from_hand(seat, card)
        self.spaces[seat * ATLAS + place] = card + 1
        if self.log is not None:
            self.tell(events.Published(seat, CARD_IDS[card], place))
        resource: i64 = 0
        while resource < 3:
            self.pay(seat, resource, self.deck.costs[card * 4 + resource])
            resource += 1
        self.activate_published(seat, card)
        if self.deck.costs[card * 4 + 3] > 0:
            self.push(PAY_CARD, seat, self.deck.costs[card * 4 + 3], 0, 0, 0)

    def activate_published(self, seat: i64, card: i64) -> None:
        """DS-R15: Hype is refreshed after the ability."""
        self.push(REFRESH, seat)
        self.push(ABILITY, seat, card)

    def choose_overlay(self, seat: i64, card: i64, place: i64, overlay: i64) -> None:
        """DS-22: which egg is paid is a choice only if both colours lie there."""
        space = self.spaces[seat * ATLAS + place]
        if (space >> RED_AT) & 7 == 0:
            self.evolve(seat, card, place, overlay, GOLD)
        elif space >> GOLD_AT == 0:
            self.evolve(seat, card, place, overlay, RED)
        else:
            self.push(EGG_PAID, seat, card, place, overlay)

    def evolve(self, seat: i64, card: i64, place: i64, overlay: i64, colour: i64) -> None:
        """DS-20 to DS-29; DS-R32: the egg, the overlay, then the eggs that the new card cannot hold, red first."""
        at = seat * ATLAS + place
        space = self.spaces[at]
        parent = (space & TOP) - 1
        self.from_hand(seat, card)
        if colour == RED:
            space -= ONE_RED
            self.red += 1
        else:
            space -= ONE_GOLD
            self.gold += 1
        if self.log is not None:
            self.tell(events.Evolved(seat, CARD_IDS[card], CARD_IDS[parent], place, overlay, colour))
        red = (space >> RED_AT) & 7
        gold = space >> GOLD_AT
        before = red + gold
        while red + gold > self.deck.eggs[card] and red > 0:
            red -= 1
            self.red += 1
        while red + gold > self.deck.eggs[card]:
            gold -= 1
            self.gold += 1
        self.spaces[at] = (card + 1) | (parent + 1) << PARENT_AT | overlay << HIGH_AT | red << RED_AT | gold << GOLD_AT
        if self.log is not None and red + gold < before:
            self.tell(events.EggsLost(seat, place, before - red - gold))
        self.activate_published(seat, card)

    def overlay_moves(self, kind: i64, out: Moves) -> None:
        out.add(kind << MOVE_AT | LOW)
        out.add(kind << MOVE_AT | HIGH)

    # --- Analyzing --------------------------------------------------------------------------------------------

    def walk(self) -> None:
        """DS-30 to DS-32: the marker goes to the next space of the row; Hype is refreshed when it leaves."""
        seat = self.top(1)
        row = self.top(2)
        at = self.top(3)
        place = row * SPACES + at
        there = seat * ATLAS + place
        if at == SPACES or self.spaces[there] == 0:
            self.drop()
            return
        self.set_top(3, at + 1)
        space = self.spaces[there]
        if self.log is not None:
            self.tell(events.MarkerMoved(seat, place))
        self.push(REFRESH, seat)
        if (space >> HIGH_AT) & 1 != 0:
            self.push(ORDER, seat, place)
        else:
            self.push(ABILITY, seat, (space & TOP) - 1)

    def is_refresh_said(self) -> bool:
        """DS-R15 by the letter (``hype_timing``): the marker goes on to a next space, or an effect says so."""
        if self.frame_size == 0:
            return False
        if self.top(0) != WALK:
            return self.top(0) == SOURCE  # a churn
        at = self.top(3)
        return at < SPACES and self.spaces[self.top(1) * ATLAS + self.top(2) * SPACES + at] != 0

    def choose_order(self, seat: i64, place: i64, parent_first: i64) -> None:
        """DS-31: both are activated."""
        space = self.spaces[seat * ATLAS + place]
        top = (space & TOP) - 1
        parent = ((space >> PARENT_AT) & TOP) - 1
        if parent_first == 0:
            self.push(ABILITY, seat, parent)
            self.push(ABILITY, seat, top)
        else:
            self.push(ABILITY, seat, top)
            self.push(ABILITY, seat, parent)
