"""Costs in Combat cards (BD-R12): with what they can be paid, in which ways, and paying.

A pool of Combat cards is packed like a payment: how many A, E and D, eight bits each.
"""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from mesozoic.games.biomechanic_dino_battles.cards import ANY_AT, KINDS, TOTAL_AT, A, D
from mesozoic.games.biomechanic_dino_battles.rules_dinos import Dinos
from mesozoic.games.biomechanic_dino_battles.rules_table import DISCARD, HAND, LINE, NONE, POOL, ROW
from mesozoic.kernel.bits import bit


@mypyc_attr(acyclic=True)
class Costs(Dinos):
    """Pools of Combat cards in hands and on dinos, and payments out of them."""

    def pool_in_hand(self, seat: i64) -> i64:
        at = self.zone(HAND, seat)
        counts = self.counts
        return counts[at] | counts[at + 1] << 8 | counts[at + 2] << 16

    def pool_on(self, row: i64) -> i64:
        at = row * ROW + POOL
        return self.rows[at]

    def pool_on_all(self, seat: i64) -> i64:
        pool: i64 = 0
        place: i64 = 0
        while place < LINE:
            row = self.row_at(seat, place)
            if row != NONE:
                pool += self.pool_on(row)
            place += 1
        return pool

    def pay_from_hand(self, seat: i64, way: i64) -> None:
        kind: i64 = A
        while kind <= D:
            number = (way >> kind * 8) & 255
            if number > 0:
                self.add(HAND, seat, kind, -number)
                self.counts[(DISCARD * self.seat_count + seat) * KINDS + kind] += number
            kind += 1

    def pay_from_dino(self, seat: i64, row: i64, way: i64) -> i64:
        """Discard the cards of the payment that are attached to this dino; returns what is still to be paid."""
        kind: i64 = A
        while kind <= D:
            while (way >> kind * 8) & 255 > 0:
                at = self.find_attached(row, kind)
                if at == NONE:
                    break
                self.discard(seat, self.detach(at))
                way -= bit(kind * 8)
            kind += 1
        return way


def can_pay(pool: i64, cost: i64) -> bool:
    """Is there a payment of exactly this cost?"""
    a = (pool & 255) - (cost & 15)
    e = ((pool >> 8) & 255) - ((cost >> 4) & 15)
    d = ((pool >> 16) & 255) - ((cost >> 8) & 15)
    return a >= 0 and e >= 0 and d >= 0 and a + e + d >= (cost >> ANY_AT) & 15


def next_way(pool: i64, cost: i64, before: i64) -> i64:
    """The first payment of the cost (``before`` NONE) or the one that follows another; NONE if there is no more."""
    free = (cost >> ANY_AT) & 15
    total = cost >> TOTAL_AT
    a = cost & 15
    e = (cost >> 4) & 15
    if before != NONE:
        a = before & 255
        e = ((before >> 8) & 255) + 1
    while a <= pool & 255 and a <= (cost & 15) + free:
        while e <= (pool >> 8) & 255 and e <= ((cost >> 4) & 15) + free:
            d = total - a - e
            if d >= (cost >> 8) & 15 and d <= (pool >> 16) & 255:
                return a | e << 8 | d << 16
            e += 1
        a += 1
        e = (cost >> 4) & 15
    return NONE
