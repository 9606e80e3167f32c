"""Eating and discarding (CD-29 to CD-34), and what the cards do on a bad date or when they are played."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from mesozoic.games.carbon_dating import events
from mesozoic.games.carbon_dating.cards import (
    ARMOUR,
    EAT_BOTH,
    EAT_DATE,
    EDGE,
    FLEE,
    FLING,
    HEAD_BUTT,
    IDS,
    STAMPEDE,
    STORM_OFF,
)
from mesozoic.games.carbon_dating.rules_moves import DECLINE, SWAP_CODE
from mesozoic.games.carbon_dating.rules_neighbours import Neighbours
from mesozoic.games.carbon_dating.rules_table import NO_CARD, members, names
from mesozoic.kernel.bits import bit
from mesozoic.kernel.state import Moves


@mypyc_attr(acyclic=True)
class Effects(Neighbours):
    def skittish(self, card: i64) -> i64:
        """The card as a set if it is one that flees, otherwise the empty set."""
        if self.variant.always[card] == FLEE:
            return bit(card)
        return 0

    def suffer_bad_date(self, left: i64, right: i64) -> None:
        """CD-21: what the left-hand dinosaur does, CD-38 to CD-44."""
        verb = self.variant.on_bad_date[left]
        if verb == STORM_OFF:
            self.storm_off(left)
        elif verb == EAT_DATE:
            self.eat(left, right, EDGE)
        elif verb == EAT_BOTH:
            self.eat(left, right, self.left[left])
        elif verb == STAMPEDE:
            self.stampede(left)
        elif verb == FLING:
            self.fling(left, right)
        elif verb == HEAD_BUTT:
            self.swap_seats(left, right, left)
        elif self.log is not None:
            self.tell(events.Shrugged(IDS[left]))

    # --- Eating and discarding (CD-29 to CD-34) ---------------------------------------------------------------

    def eat(self, eater: i64, victim: i64, also: i64) -> None:
        """One event, whether it has two victims, one or (EDGE) none: all are eaten, then fleeing, then gaps close."""
        self.note_seats(EDGE)
        frightened = self.swallow(eater, victim) | self.swallow(eater, also)
        self.flee(frightened)
        self.meet(0)

    def swallow(self, eater: i64, victim: i64) -> i64:
        """CD-30, CD-31: tuck the victim and all it has eaten under the eater; returns those who take fright."""
        if victim == EDGE:
            return 0
        if self.variant.always[victim] == ARMOUR:
            if self.log is not None:
                self.tell(events.Withstood(IDS[victim], IDS[eater]))
            return 0
        frightened = self.skittish(self.left[victim]) | self.skittish(self.right[victim])
        inherited = self.tucked[victim]
        self.stand_up(victim)
        self.tucked[eater] |= bit(victim) | inherited
        self.tucked[victim] = 0
        if self.log is not None:
            self.tell(events.Ate(IDS[eater], IDS[victim], names(inherited)))
        return frightened

    def flee(self, frightened: i64) -> None:
        """CD-33: every Gallimimus beside a victim is discarded, in the same event."""
        if frightened == 0:
            return
        for card in members(frightened):
            self.discard(card)
            if self.log is not None:
                self.tell(events.Fled(IDS[card]))

    def discard(self, card: i64) -> None:
        """CD-29: to the discard pile, and what it had eaten too, eaten no longer."""
        self.stand_up(card)
        self.discarded |= bit(card) | self.tucked[card]
        self.tucked[card] = 0

    # --- Bad dates without a meal (CD-38, CD-41 to CD-43) -----------------------------------------------------

    def storm_off(self, card: i64) -> None:
        self.note_seats(EDGE)
        freed = self.tucked[card]
        self.discard(card)
        if self.log is not None:
            self.tell(events.StormedOff(IDS[card], names(freed)))
        self.meet(0)

    def stampede(self, card: i64) -> None:
        """CD-41: to the right end."""
        self.note_seats(EDGE)
        self.stand_up(card)
        self.sit(card, self.left[EDGE], EDGE)
        if self.log is not None:
            self.tell(events.Stampeded(IDS[card]))
        self.meet(bit(card))

    def fling(self, by: i64, card: i64) -> None:
        """CD-42: to the left end."""
        self.note_seats(EDGE)
        self.stand_up(card)
        self.sit(card, EDGE, self.right[EDGE])
        if self.log is not None:
            self.tell(events.Flung(IDS[card], IDS[by]))
        self.meet(bit(card))

    def swap_seats(self, left: i64, right: i64, by: i64) -> None:
        """CD-37, CD-43: two neighbours change places; between themselves they are nothing new (CD-R5)."""
        self.note_seats(EDGE)
        self.stand_up(left)
        self.sit(left, right, self.right[right])
        if self.log is not None:
            self.tell(events.Swapped(IDS[right], IDS[left], IDS[by]))
        self.meet(bit(left) | bit(right))

    # --- Compsognathus (CD-37) ----------------------------------------------------------------------------------

    def swap_options(self, out: Moves) -> None:
        """Any two neighbours but itself, or nobody."""
        out.add(DECLINE)
        left = self.right[EDGE]
        right = self.right[left]
        while right != EDGE:
            if left != self.played and right != self.played:
                out.add(SWAP_CODE + (left + 1 << 6 | right))
            left = right
            right = self.right[left]

    def swap(self, pair: i64) -> None:
        by = self.played
        self.played = NO_CARD
        if pair != 0:
            self.swap_seats((pair >> 6) - 1, pair & 63, by)
        elif self.log is not None:
            self.tell(events.KeptSeats(IDS[by]))
