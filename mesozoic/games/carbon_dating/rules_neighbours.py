"""New neighbours (CD-18, CD-25, CD-26): pairs that wait for their date, and those that wait no longer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append
from mypy_extensions import i64, mypyc_attr

from mesozoic.games.carbon_dating import events
from mesozoic.games.carbon_dating.cards import EDGE, IDS
from mesozoic.games.carbon_dating.rules_table import NO_CARD, Row
from mesozoic.kernel.bits import bit, has

if TYPE_CHECKING:
    from mesozoic.kernel.event import Event

# --- Waiting pairs: two cards and the batch that they belong to, packed into one integer ----------------------
BATCH_AT: Final = 12


def one_of(pair: i64) -> i64:
    return (pair >> 6) & 63


def other_of(pair: i64) -> i64:
    return pair & 63


def batch_of(pair: i64) -> i64:
    """Batches are numbered from 1 at the bottom of the stack."""
    return pair >> BATCH_AT


def has_common_dinosaur(pair: i64, other: i64) -> bool:
    members_of_other = bit(one_of(other)) | bit(other_of(other))
    return has(members_of_other, one_of(pair)) or has(members_of_other, other_of(pair))


@mypyc_attr(acyclic=True)
class Neighbours(Row):
    def note_seats(self, newcomer: i64) -> None:
        """The beginning of an event: note who sits to the right of whom; a newcomer (else EDGE) sits nowhere yet."""
        before = self.before
        before[newcomer] = NO_CARD
        card: i64 = EDGE
        while True:
            right = self.right[card]
            before[card] = right
            if right == EDGE:
                return
            card = right

    def meet(self, moved: i64) -> None:
        """The end of an event: dates of those who were parted are struck, new neighbours form a batch on top.

        ``moved`` are those who took a new seat in it.
        """
        before = self.before
        self.strike_parted()
        batch: i64 = 1
        if self.waits != 0:
            batch += batch_of(self.waiting[self.waits - 1])
        left = self.right[EDGE]
        right = self.right[left]
        while right != EDGE:
            if before[left] != right and before[right] != left:
                self.wait(batch << BATCH_AT | left << 6 | right, moved)
            left = right
            right = self.right[left]

    def wait(self, pair: i64, moved: i64) -> None:
        if self.waits == len(self.waiting):
            self.waiting = append(self.waiting, pair)
        else:
            self.waiting[self.waits] = pair
        self.waits += 1
        if self.log is not None:
            left = IDS[one_of(pair)]
            right = IDS[other_of(pair)]
            if not has(moved, one_of(pair)) and not has(moved, other_of(pair)):
                self.tell(events.GapClosed(left, right))
            self.tell(events.Met(left, right))

    def are_neighbours(self, pair: i64) -> bool:
        return self.right[one_of(pair)] == other_of(pair) or self.left[one_of(pair)] == other_of(pair)

    def date_of(self, pair: i64) -> i64:
        """The date of two neighbours, packed like a pair: who sits on the left now, and who on the right."""
        one = one_of(pair)
        other = other_of(pair)
        if self.right[one] == other:
            return one << 6 | other
        return other << 6 | one

    def strike_parted(self) -> None:
        """CD-25, CD-R10: no date for those who are neighbours no longer."""
        struck: list[Event] | None = None if self.log is None else []
        kept: i64 = 0
        i: i64 = 0
        while i < self.waits:
            pair = self.waiting[i]
            if self.are_neighbours(pair):
                self.waiting[kept] = pair
                kept += 1
            elif struck is not None:
                struck.append(events.Struck(IDS[one_of(pair)], IDS[other_of(pair)], "parted"))
            i += 1
        self.waits = kept
        if struck is not None:
            self.tell_all(struck)

    def strike_repeated(self) -> None:
        """CD-26, CD-R11: within a play the same date takes place once, so every chain ends."""
        struck: list[Event] | None = None if self.log is None else []
        kept: i64 = 0
        i: i64 = 0
        while i < self.waits:
            pair = self.waiting[i]
            date = self.date_of(pair)
            if not self.has_dated(date):
                self.waiting[kept] = pair
                kept += 1
            elif struck is not None:
                struck.append(events.Struck(IDS[one_of(date)], IDS[other_of(date)], "repeated"))
            i += 1
        self.waits = kept
        if struck is not None:
            self.tell_all(struck)

    def has_dated(self, date: i64) -> bool:
        i: i64 = 0
        while i < self.dated:
            if self.dates[i] == date:
                return True
            i += 1
        return False


def batches_of(state: Neighbours) -> list[list[tuple[int, int]]]:
    """The waiting pairs, oldest batch first, each pair as it sits now."""
    batches: dict[int, list[tuple[int, int]]] = {}
    for pair in list(state.waiting)[: state.waits]:
        if not state.are_neighbours(pair):  # in the middle of an event, before the parted are struck
            continue
        date = state.date_of(pair)
        batches.setdefault(batch_of(pair), []).append((int(one_of(date)), int(other_of(date))))
    return list(batches.values())
