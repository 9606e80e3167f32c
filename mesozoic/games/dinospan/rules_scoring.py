"""Scoring (DS-56 to DS-60, DS-65, DS-72)."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from mesozoic.games.dinospan.cards import CONT_AT, MOST_RESEARCH, ORDER_BITS, TAG_AT
from mesozoic.games.dinospan.rules_publish import Publishing
from mesozoic.games.dinospan.rules_table import (
    ATLAS,
    BITS,
    COLLECTION,
    GOAL_POINTS,
    GOLD_AT,
    HIGH_AT,
    KEPT_AT,
    PARENT_AT,
    RED_AT,
    ROUNDS,
    SEAT,
    SECRET,
    TOP,
    WORDS,
    lone,
)
from mesozoic.kernel.bits import bit, count


@mypyc_attr(acyclic=True)
class Scoring(Publishing):
    """What everything on the table is worth."""

    def score(self, seat: i64) -> i64:
        return (
            self.card_points(seat)
            + self.egg_points(seat)
            + self.goal_total(seat)
            + self.resource_points(seat)
            + self.research_points(seat)
        )

    def card_points(self, seat: i64) -> i64:
        """DS-57, DS-25, DS-26."""
        points = self.deck.points
        total: i64 = 0
        place = seat * ATLAS
        while place < seat * ATLAS + ATLAS:
            space = self.spaces[place]
            if space != 0:
                total += points[(space & TOP) - 1]
                parent = (space >> PARENT_AT) & TOP
                if parent != 0 and (space >> HIGH_AT) & 1 == 0:
                    total += points[parent - 1]
            place += 1
        return total

    def egg_points(self, seat: i64) -> i64:
        """DS-58."""
        total: i64 = 0
        place = seat * ATLAS
        while place < seat * ATLAS + ATLAS:
            space = self.spaces[place]
            total += ((space >> RED_AT) & 7) + 3 * (space >> GOLD_AT)
            place += 1
        return total

    def goal_total(self, seat: i64) -> i64:
        seats = self.seats
        total: i64 = 0
        number: i64 = 0
        while number < ROUNDS:
            points = seats[seat * SEAT + GOAL_POINTS + number]
            if points > 0:
                total += points
            number += 1
        return total

    def resource_points(self, seat: i64) -> i64:
        """DS-60, DS-R39."""
        seats = self.seats
        total: i64 = 0
        resource: i64 = 0
        while resource < 3:
            number = seats[seat * SEAT + resource]
            if number == 10:
                total += 5
            elif number >= 8:
                total += 3
            resource += 1
        return total

    def research_points(self, seat: i64) -> i64:
        """DS-65."""
        at = seat * SECRET + 2
        kept = self.secret[at] >> KEPT_AT
        if kept == 0:
            return 0
        points = self.research_value(seat, lone(kept))
        return points if points < MOST_RESEARCH else MOST_RESEARCH

    def research_value(self, seat: i64, research: i64) -> i64:
        """Ledger section 8.6, before the limit."""
        if research < 2:
            return 2 * beyond(self.row_length(seat, research), 2)
        if research < 5:
            return self.count_own(seat, bit(research - 2), 0)
        if research == 8:
            return self.different_families(seat)
        if research == 11:
            return self.hand_size(seat)
        stacks: i64 = 0
        gold: i64 = 0
        full: i64 = 0
        traits: i64 = 0
        tags: i64 = 0
        place: i64 = 0
        while place < ATLAS:
            space = self.spaces[seat * ATLAS + place]
            if space != 0:
                top = self.deck.traits[(space & TOP) - 1]
                traits |= top
                tags |= top
                parent = (space >> PARENT_AT) & TOP
                if parent != 0:
                    stacks += 1
                    traits |= self.deck.traits[parent - 1]
                    if (space >> HIGH_AT) & 1 == 0:
                        tags |= self.deck.traits[parent - 1]
                gold += space >> GOLD_AT
                if self.room(seat, place) == 0:
                    full += 1
            place += 1
        if research == 5:
            return 2 * stacks
        if research == 6:
            return 2 * gold
        if research == 7:
            return full
        if research == 9:
            return 2 * beyond(count((traits >> CONT_AT) & 127), 3)
        return 2 * beyond(count((tags >> TAG_AT) & 255), 3)

    def different_families(self, seat: i64) -> i64:
        """R09: pairs of Order and Family."""
        found: i64 = 0
        order: i64 = 1
        while order <= 4:
            families: i64 = 0
            place = seat * ATLAS
            while place < seat * ATLAS + ATLAS:
                space = self.spaces[place]
                while space & TOP != 0:
                    traits = self.deck.traits[(space & TOP) - 1]
                    if traits & ORDER_BITS == order:
                        families |= traits >> 34
                    space = (space >> PARENT_AT) & TOP
                place += 1
            found += count(families)
            order *= 2
        return found

    def rival_score(self) -> i64:
        """DS-72."""
        points = self.rival_goals + self.rival_study
        word: i64 = 0
        while word < WORDS:
            left = self.masks[COLLECTION + word]
            while left != 0:
                low = left & -left
                left ^= low
                card = word * BITS + lone(low)
                points += self.deck.points[card]
            word += 1
        return points


def goal_points(ahead: i64) -> i64:
    """DS-50, DS-52, DS-R35."""
    if ahead < 5:
        return 2 * ahead
    return 10


def beyond(number: i64, free: i64) -> i64:
    if number > free:
        return number - free
    return 0
