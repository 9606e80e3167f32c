"""Dinos in play: the Active zone and the Bench, damage, knock-outs, and the cards attached to them."""

from __future__ import annotations

from librt.vecs import append, pop
from mypy_extensions import i64, mypyc_attr

from mesozoic.games.biomechanic_dino_battles import events
from mesozoic.games.biomechanic_dino_battles.cards import DINO_KINDS, IMMUNE_Z, KINDS, D
from mesozoic.games.biomechanic_dino_battles.rules_moves import OVER, PROMOTE
from mesozoic.games.biomechanic_dino_battles.rules_table import (
    BENCH,
    HURT,
    KIND,
    KNOWN_AT,
    LINE,
    LOADED,
    NONE,
    POOL,
    ROW,
    ROW_AT,
    SEAT,
    TROPHIES,
    Table,
    kind_of,
    row_of,
)
from mesozoic.kernel.bits import bit


@mypyc_attr(acyclic=True)
class Dinos(Table):
    """What happens to dinos, whatever the reason."""

    def row_at(self, seat: i64, place: i64) -> i64:
        """The row of the dino in a place of the line-up (0 is the Active zone), NONE if the place is empty."""
        at = seat * LINE + place
        return self.line_up[at]

    def kind_at(self, row: i64) -> i64:
        at = row * ROW + KIND
        return self.rows[at] - 1

    def has_dino(self, seat: i64) -> bool:
        return self.row_at(seat, 0) != NONE

    def has_bench(self, seat: i64) -> bool:
        return self.row_at(seat, 1) != NONE

    def dino_count(self, seat: i64) -> i64:
        number: i64 = 0
        at = seat * LINE
        end = at + LINE
        while at < end:
            if self.line_up[at] != NONE:
                number += 1
            at += 1
        return number

    def special(self, row: i64) -> i64:
        kind = self.kind_at(row)
        return self.arsenal.dino_special[kind]

    def damage_on(self, row: i64) -> i64:
        at = row * ROW + HURT
        return self.rows[at]

    def hp_left(self, row: i64) -> i64:
        kind = self.kind_at(row)
        return self.arsenal.dino_hp[kind] - self.damage_on(row)

    def is_unshakable(self, seat: i64) -> bool:
        """BD-35: is the active dino Immune to Paralyze?"""
        row = self.row_at(seat, 0)
        return row != NONE and self.special(row) & IMMUNE_Z != 0

    def put_in_play(self, seat: i64, kind: i64) -> None:
        """BD-43: a bought dino becomes active, or goes to the end of the Bench."""
        row = seat * LINE
        while self.rows[row * ROW + KIND] != 0:
            row += 1
        self.rows[row * ROW + KIND] = kind + 1
        place: i64 = 0
        while self.line_up[seat * LINE + place] != NONE:
            place += 1
        self.line_up[seat * LINE + place] = row
        if self.log is not None:
            self.tell(events.DinoArrived(seat, kind, place))

    def swap(self, seat: i64, place: i64) -> None:
        """BD-17, BD-R38: the active dino and a benched one change places; everything on them stays on them."""
        row = self.line_up[seat * LINE]
        self.line_up[seat * LINE] = self.line_up[seat * LINE + place]
        self.line_up[seat * LINE + place] = row
        if self.log is not None:
            self.tell(events.Switched(seat, self.kind_at(self.line_up[seat * LINE]), self.kind_at(row), place))

    def close_gap(self, seat: i64, place: i64) -> None:
        """BD-R38: the dinos behind a place that became empty move up."""
        line_up = self.line_up
        while place < BENCH:
            line_up[seat * LINE + place] = line_up[seat * LINE + place + 1]
            place += 1
        line_up[seat * LINE + BENCH] = NONE

    def promote(self, seat: i64, place: i64) -> None:
        """BD-28: a benched dino becomes active."""
        self.line_up[seat * LINE] = self.line_up[seat * LINE + place]
        self.close_gap(seat, place)
        if self.log is not None:
            self.tell(events.Promoted(seat, self.kind_at(self.line_up[seat * LINE])))

    def hurt(self, seat: i64, row: i64, damage: i64) -> None:
        self.rows[row * ROW + HURT] += damage
        if self.log is not None:
            self.tell(events.Damaged(seat, self.kind_at(row), damage, max(0, int(self.hp_left(row)))))

    def heal(self, seat: i64, row: i64, amount: i64) -> None:
        """BD-R15: never above the printed HP."""
        if amount > self.damage_on(row):
            amount = self.damage_on(row)
        self.rows[row * ROW + HURT] -= amount
        if self.log is not None:
            self.tell(events.Healed(seat, self.kind_at(row), amount, self.hp_left(row)))

    def knock_out(self, seat: i64, by: i64) -> None:
        """Every dino of the seat without HP is knocked out, the active one first, then along the Bench (BD-25).

        ``by`` takes them as trophies; with NONE they go to Purgatory (BD-26).
        """
        row = self.row_at(seat, 0)
        if row != NONE and self.hp_left(row) <= 0:
            self.line_up[seat * LINE] = NONE
            self.take_out(seat, row, by)
        place: i64 = 1
        while place < LINE:
            row = self.row_at(seat, place)
            if row != NONE and self.hp_left(row) <= 0:
                self.close_gap(seat, place)
                self.take_out(seat, row, by)
            else:
                place += 1

    def take_out(self, seat: i64, row: i64, by: i64) -> None:
        """The dino leaves; its cards go to their owner's discard pile (BD-27)."""
        kind = self.kind_at(row)
        cards: list[int] | None = None if self.log is None else []
        at: i64 = 0
        while at < len(self.attached):
            if row_of(self.attached[at]) == row:
                card = self.detach(at)
                self.discard(seat, card)
                if cards is not None:
                    cards.append(card)
            else:
                at += 1
        field: i64 = 0
        while field < ROW:
            self.rows[row * ROW + field] = 0
            field += 1
        if by == NONE:
            self.purgatory[KINDS + kind] += 1
        else:
            self.trophies[by * DINO_KINDS + kind] += 1
            self.seats[by * SEAT + TROPHIES] += 1
        if self.log is not None and cards is not None:
            self.tell(events.KnockedOut(seat, kind, None if by == NONE else by, events.card_ids(cards)))

    def fill_active_zone(self, seat: i64) -> None:
        """BD-28: after a knock-out somebody from the Bench becomes active."""
        if self.phase == OVER or self.has_dino(seat) or not self.has_bench(seat):
            return
        self.ask(PROMOTE, seat)

    # --- Attached cards -------------------------------------------------------------------------------------

    def attach(self, row: i64, kind: i64, known: i64) -> None:
        self.attached = append(self.attached, kind | known << KNOWN_AT | row << ROW_AT)
        self.rows[row * ROW + LOADED] |= bit(kind)
        if kind <= D:
            self.rows[row * ROW + POOL] += bit(kind * 8)

    def detach(self, at: i64) -> i64:
        """Take the attached card with this number away; returns its kind."""
        kind = kind_of(self.attached[at])
        row = row_of(self.attached[at])
        left, _ = pop(self.attached, at)
        self.attached = left
        if kind <= D:
            self.rows[row * ROW + POOL] -= bit(kind * 8)
        if self.find_attached(row, kind) == NONE:
            self.rows[row * ROW + LOADED] &= ~bit(kind)
        return kind

    def find_attached(self, row: i64, kind: i64) -> i64:
        """BD-R12: of equal cards the earliest attached."""
        attached = self.attached
        at: i64 = 0
        while at < len(attached):
            card = attached[at]
            if row_of(card) == row and kind_of(card) == kind:
                return at
            at += 1
        return NONE

    def attached_count(self, row: i64) -> i64:
        number: i64 = 0
        at: i64 = 0
        while at < len(self.attached):
            if row_of(self.attached[at]) == row:
                number += 1
            at += 1
        return number

    def attached_kinds(self, row: i64) -> i64:
        """The kinds of the cards attached to a dino, as a set."""
        at = row * ROW + LOADED
        return self.rows[at]

    def is_loaded(self, row: i64) -> bool:
        """Are there cards attached to the dino?"""
        return self.attached_kinds(row) != 0
