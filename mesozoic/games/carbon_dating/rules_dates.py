"""The order of a chain (CD-24, CD-26, CD-27), and resolving a date (CD-19 to CD-22, CD-35)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append
from mypy_extensions import i64, mypyc_attr

from mesozoic.games.carbon_dating import events
from mesozoic.games.carbon_dating.cards import BROKEN, EDGE, EMPTY, FULL, IDS, SERENADE
from mesozoic.games.carbon_dating.rules_effects import Effects
from mesozoic.games.carbon_dating.rules_moves import DATE_CODE
from mesozoic.games.carbon_dating.rules_neighbours import batch_of, has_common_dinosaur, one_of, other_of
from mesozoic.games.carbon_dating.rules_table import DATE
from mesozoic.kernel.bits import bit
from mesozoic.kernel.state import Moves

if TYPE_CHECKING:
    from mesozoic.kernel.event import Event

VERDICTS: Final = ("medium", "good", "bad")  # in the order of EMPTY, FULL and BROKEN


@mypyc_attr(acyclic=True)
class Dates(Effects):
    def resolve_dates(self) -> bool:
        """Newest first (CD-R9), until no pair waits. No if the player has to pick one of several (CD-23, CD-R7)."""
        while True:
            self.strike_repeated()
            if self.waits == 0:
                return True
            top = self.waits - 1
            if top > 0 and batch_of(self.waiting[top - 1]) == batch_of(self.waiting[top]):
                self.step = DATE
                return False
            self.take(top)

    def date_options(self, out: Moves) -> None:
        """The pairs of the newest batch."""
        top = batch_of(self.waiting[self.waits - 1])
        i: i64 = 0
        while i < self.waits:
            pair = self.waiting[i]
            if batch_of(pair) == top:
                out.add(DATE_CODE + self.date_of(pair))
            i += 1

    def pick_date(self, date: i64) -> None:
        i = self.waits - 1
        while self.date_of(self.waiting[i]) != date:
            i -= 1
        self.take(i)

    def take(self, at: i64) -> None:
        """CD-27: the pair has its date; those of its batch that share a dinosaur with it wait no longer."""
        taken = self.waiting[at]
        cancelled: list[Event] | None = None if self.log is None else []
        kept: i64 = 0
        i: i64 = 0
        while i < self.waits:
            pair = self.waiting[i]
            if batch_of(pair) != batch_of(taken) or not has_common_dinosaur(pair, taken):
                self.waiting[kept] = pair
                kept += 1
            elif pair != taken and cancelled is not None:
                date = self.date_of(pair)
                cancelled.append(events.Cancelled(IDS[one_of(date)], IDS[other_of(date)]))
            i += 1
        self.waits = kept
        if cancelled is not None:
            self.tell_all(cancelled)
        self.date(self.date_of(taken))

    # --- Resolving a date (CD-19 to CD-22) --------------------------------------------------------------------

    def date(self, date: i64) -> None:
        """One comparison: the left-hand heart at the height of the right-hand arrow."""
        self.note_date(date)
        left = one_of(date)
        right = other_of(date)
        verdict = self.verdict(left, right)
        if self.log is not None:
            calmed = verdict != self.variant.heart(left, right)
            self.tell(events.Dated(IDS[left], IDS[right], VERDICTS[verdict], calmed))
        if verdict == FULL:
            self.leave_satisfied(left, right)
        elif verdict == BROKEN:
            self.suffer_bad_date(left, right)

    def verdict(self, left: i64, right: i64) -> i64:
        """What the arrow of the right-hand one points at; a calmed broken heart counts as an empty slot (CD-35)."""
        found = self.variant.heart(left, right)
        if found == BROKEN and self.is_calmed(left):
            return EMPTY
        return found

    def note_date(self, date: i64) -> None:
        if self.dated == len(self.dates):
            self.dates = append(self.dates, date)
        else:
            self.dates[self.dated] = date
        self.dated += 1

    def is_calmed(self, dinosaur: i64) -> bool:
        """CD-35: a Parasaurolophus on either side."""
        always = self.variant.always
        return always[self.left[dinosaur]] == SERENADE or always[self.right[dinosaur]] == SERENADE

    def leave_satisfied(self, left: i64, right: i64) -> None:
        """CD-20, CD-32: both leave, and what they have eaten goes with them."""
        self.note_seats(EDGE)
        self.stand_up(left)
        self.stand_up(right)
        self.satisfied |= bit(left) | bit(right)
        if self.log is not None:
            self.tell(events.LeftSatisfied(IDS[left], IDS[right]))
        self.meet(0)
