"""Carbon Dating, a solo game: seat dinosaurs in a row, and live with what their dates lead to.

Numbers such as CD-19 are those of ``rules.md``, CD-R9 those of ``rulings.md``. A chain of dates and effects is data in
the state, a stack of pairs that wait for their date, so that it can be shown, stored and searched at any moment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from mesozoic.games.carbon_dating import events
from mesozoic.games.carbon_dating.cards import (
    ALWAYS,
    ARMOUR,
    BROKEN,
    CARDS,
    EAT_BOTH,
    EAT_DATE,
    EAT_NEIGHBOUR,
    EDGE,
    EMPTY,
    FLEE,
    FLING,
    FULL,
    HEAD_BUTT,
    IDS,
    ON_BAD_DATE,
    ON_PLAY,
    ORDINARY_CARDS,
    PTE,
    REARRANGE,
    SERENADE,
    STAMPEDE,
    STORM_OFF,
    TYR,
    heart,
)
from mesozoic.kernel.bits import bit, count, has
from mesozoic.kernel.deal import Chance
from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import NOBODY, Moves, State

if TYPE_CHECKING:
    from mesozoic.kernel.event import Event
    from mesozoic.kernel.game import Setup

DEALT: Final = 4  # dinosaurs in the starting row
MOST_EATEN: Final = 3  # Health and Safety Audit
LARGE_MEAL: Final = 5  # Very Important Predator
VERDICTS: Final = ("medium", "good", "bad")  # in the order of EMPTY, FULL and BROKEN
RATINGS: Final = ("Flawless Matchmaker", "Love Maestro", "Matchmaking Guru", "Extinction Accelerator")
SPECIALS: Final = 0x30_0000_0000  # PTE and TYR as a set
NO_CARD: Final = -1
FACE_DOWN: Final = 38
"""How a move names the card that nobody has seen."""

# --- Moves: place a card, end the round, swap two neighbours, pick a date -------------------------------------
LEFT: Final = 1
RIGHT: Final = 2
BOTH_ENDS: Final = 3
GAP: Final = 2  # gap 1 is between seats 1 and 2
SEAT: Final = 64
CARD_AT: Final = 7
END_ROUND: Final = 8191
DECLINE: Final = 8192  # swap nobody
SWAP_CODE: Final = 8192
DATE_CODE: Final = 16384


def place_code(card: int, where: int) -> int:
    """The move that places a card (or FACE_DOWN) at LEFT, RIGHT, ``GAP + n`` or ``SEAT + n``."""
    return card << CARD_AT | where


def swap_code(left: int, right: int) -> int:
    """The move that makes two neighbours swap seats."""
    return SWAP_CODE + (left + 1 << 6 | right)


def date_code(left: int, right: int) -> int:
    """The move that picks this date among those of the newest batch."""
    return DATE_CODE + (left << 6 | right)


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


# --- What is being decided ------------------------------------------------------------------------------------
PLAY: Final = 0  # a card and its place, or to end the round
PLACE: Final = 1  # the place of a special card that lay face down
SWAP: Final = 2  # Compsognathus
DATE: Final = 3  # which of several dates comes first
OVER: Final = 4


@final
@mypyc_attr(acyclic=True)
class Variant:
    """The extra challenges, as the rules ask for them."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.impatient: bool = options["impatient_customers"]
        self.staffing: bool = options["staffing_shortage"]
        self.audit: bool = options["health_and_safety_audit"]
        self.vip: bool = options["vip"]
        self.blind: bool = options["blind_dates"]
        self.closing_round: i64 = options["closing_round"]


@final
@mypyc_attr(acyclic=True)
class Table(State):
    """A game of Carbon Dating. Cards are their numbers in the card table, sets of cards are bit masks."""

    def __init__(
        self,
        setup: Setup,
        variant: Variant,
        chance: Chance,
        deck: vec[i64],
        left: vec[i64],
        right: vec[i64],
        tucked: vec[i64],
        waiting: vec[i64],
        dates: vec[i64],
    ) -> None:
        super().__init__(setup)
        self.variant = variant
        self.chance = chance
        self.deck = deck  # top first; never changed, so clones share it
        self.dealt: i64 = 0  # so many cards of the deck have been drawn
        self.left = left  # each seated card's neighbour on the left, EDGE at the end of the row, NO_CARD if not seated
        self.right = right  # the same on the right; right[EDGE] is the first of the row, left[EDGE] the last
        self.seated: i64 = 0  # how many sit in the row
        self.tucked = tucked  # what each card has eaten
        self.discarded: i64 = 0
        self.satisfied: i64 = 0  # those who left after a good date; what they had eaten is with them
        self.aside: i64 = 0  # PTE and TYR until they are played
        self.first: i64 = NO_CARD  # the drawn cards that are still to be played
        self.second: i64 = NO_CARD
        self.face_down = False  # Blind Dates: the second card lies face down
        self.ends: i64 = BOTH_ENDS  # the ends that an ordinary drawn card may still take this round
        self.round: i64 = 0
        self.is_final = False
        self.reshuffles: i64 = 0
        self.step: i64 = PLAY
        self.played: i64 = NO_CARD  # the card whose place (PLACE) or swap (SWAP) is being decided
        self.waiting = waiting  # pairs whose date waits, oldest batch first
        self.waits: i64 = 0  # so many of them
        self.dates = dates  # the dates of this play, each as L and R
        self.dated: i64 = 0  # so many of them

    def clone(self) -> Table:
        copy = Table(
            self.setup,
            self.variant,
            self.chance.clone(),
            self.deck,
            self.left[:],
            self.right[:],
            self.tucked[:],
            self.waiting[: self.waits],
            self.dates[: self.dated],
        )
        copy.dealt = self.dealt
        copy.seated = self.seated
        copy.discarded = self.discarded
        copy.satisfied = self.satisfied
        copy.aside = self.aside
        copy.first = self.first
        copy.second = self.second
        copy.face_down = self.face_down
        copy.ends = self.ends
        copy.round = self.round
        copy.is_final = self.is_final
        copy.reshuffles = self.reshuffles
        copy.step = self.step
        copy.played = self.played
        copy.waits = self.waits
        copy.dated = self.dated
        copy.clock = self.clock
        copy.reveals = self.reveals
        return copy

    # --- What the player decides ------------------------------------------------------------------------------

    def turn(self) -> i64:
        return NOBODY if self.step == OVER else 0

    def list_moves(self, seat: i64, out: Moves) -> None:
        out.clear()
        if self.step == PLAY:
            self.play_options(out)
        elif self.step == PLACE:
            self.place_options(self.played, out)
        elif self.step == SWAP:
            self.swap_options(out)
        else:
            self.date_options(out)

    def apply(self, seat: i64, move: i64) -> None:
        if self.step == PLAY:
            if move == END_ROUND:
                self.end_round()
            else:
                self.play_card(move >> CARD_AT, move & 127)
        elif self.step == PLACE:
            self.place_specially(self.played, move & 127)
        elif self.step == SWAP:
            self.swap(move - SWAP_CODE)
        else:
            self.pick_date(move - DATE_CODE)

    def has_given_chance(self) -> bool:
        return self.chance.used < len(self.chance.orders)

    # --- Setup (CD-01 to CD-04, CD-53) ------------------------------------------------------------------------

    def deal_row(self) -> None:
        """CD-03: four cards in a row, without dates or abilities; CD-01: the specials lie beside it."""
        while self.dealt < DEALT:
            self.sit(self.deck[self.dealt], self.left[EDGE], EDGE)
            self.dealt += 1
        if not self.variant.staffing:
            self.aside = SPECIALS

    # --- Round (CD-05 to CD-12) -------------------------------------------------------------------------------

    def begin_round(self) -> None:
        """Draw two cards, as far as there are any; with nothing to play at all the game is over (CD-R21)."""
        self.round += 1
        self.ends = BOTH_ENDS
        self.step = PLAY
        if self.log is not None:
            self.tell(events.RoundBegan(self.round))
        self.first = self.draw()
        if self.log is not None and self.first != NO_CARD:
            self.tell(events.Drew(IDS[self.first]))
        if not self.is_final:
            self.second = self.draw()
            self.face_down = self.variant.blind and not self.is_final  # CD-56, CD-R26
            if self.log is not None and self.second != NO_CARD:
                self.tell(events.Drew(None if self.face_down else IDS[self.second]))
        if self.first == NO_CARD and not self.can_play_aside():
            self.close()

    def draw(self) -> i64:
        """CD-05 to CD-07: the next card; NO_CARD, and a final round, if there is none."""
        if self.dealt == len(self.deck):
            if self.discarded == 0 or not self.can_reshuffle():
                self.is_final = True
                if self.log is not None:
                    self.tell(events.DrawFailed(self.round))
                return NO_CARD
            self.reshuffle()
        card = self.deck[self.dealt]
        self.dealt += 1
        self.reveals += 1
        return card

    def can_reshuffle(self) -> bool:
        """CD-52: impatient customers wait for one reshuffle only."""
        return not (self.variant.impatient and self.reshuffles > 0)

    def reshuffle(self) -> None:
        """CD-06: the whole discard pile becomes the deck. What chance gives is written down."""
        is_given = self.chance.used < len(self.chance.orders)
        order = self.chance.order(members(self.discarded))
        self.deck = vec[i64](order)
        self.dealt = 0
        self.discarded = 0
        self.reshuffles += 1
        if self.journal is not None and not is_given:
            start = self.journal.deal if self.journal.position is None else self.journal.position
            start.setdefault("reshuffles", []).append([IDS[card] for card in order])
        if self.log is not None:
            self.tell(events.Reshuffled(len(order)))

    def play_options(self, out: Moves) -> None:
        """CD-08, CD-11: the drawn cards, those set aside that have a target, and an end when all drawn are played."""
        if self.first != NO_CARD:
            self.place_options(self.first, out)
        if self.second != NO_CARD:
            self.place_options(FACE_DOWN if self.face_down else self.second, out)
        if has(self.aside, PTE):
            self.gap_options(out)
        if has(self.aside, TYR):
            self.seat_options(out)
        if self.first == NO_CARD and self.second == NO_CARD:
            out.add(END_ROUND)

    def can_play_aside(self) -> bool:
        return (has(self.aside, PTE) and self.has_target(PTE)) or (has(self.aside, TYR) and self.has_target(TYR))

    def end_play(self) -> None:
        """CD-12: the round goes on while there is anything to play; the end is automatic if nothing else is left."""
        self.dated = 0
        self.step = PLAY
        if self.first == NO_CARD and self.second == NO_CARD and not self.can_play_aside():
            self.end_round()

    def end_round(self) -> None:
        """CD-48, CD-R31: the final round or closing time ends the game, otherwise the next round begins."""
        if self.log is not None:
            self.tell(events.RoundEnded(self.round))
        if self.is_final or self.round >= self.variant.closing_round:
            self.close()
        else:
            self.begin_round()

    # --- Playing a card (CD-09, CD-13 to CD-16, CD-45, CD-46) -------------------------------------------------

    def place_options(self, card: i64, out: Moves) -> None:
        """Where a card in hand may go: a special one only in its own way as long as it has a target (CD-R25)."""
        if self.has_target(card):
            if card == PTE:
                self.gap_options(out)
            else:
                self.seat_options(out)
        else:
            # CD-09: two ordinary cards take different ends; a special card may take either (CD-R24).
            ends = self.ends if card < ORDINARY_CARDS or card == FACE_DOWN else BOTH_ENDS
            if ends & LEFT != 0:
                out.add(card << CARD_AT | LEFT)
            if ends & RIGHT != 0:
                out.add(card << CARD_AT | RIGHT)

    def gap_options(self, out: Moves) -> None:
        """CD-45: the Pterodactyl lands between any two neighbours."""
        gap: i64 = 1
        while gap < self.seated:
            out.add(PTE << CARD_AT | GAP + gap)
            gap += 1

    def seat_options(self, out: Moves) -> None:
        """CD-46: the Tyrannosaurus takes the seat of anyone it can eat."""
        seat: i64 = 1
        dinosaur = self.right[EDGE]
        while dinosaur != EDGE:
            if ALWAYS[dinosaur] != ARMOUR:
                out.add(TYR << CARD_AT | SEAT + seat)
            seat += 1
            dinosaur = self.right[dinosaur]

    def has_target(self, card: i64) -> bool:
        """Can this special card be played in its own way? Ordinary cards cannot."""
        if card == PTE:
            return self.seated >= 2
        return card == TYR and self.is_anyone_edible()

    def is_anyone_edible(self) -> bool:
        dinosaur = self.right[EDGE]
        while dinosaur != EDGE:
            if ALWAYS[dinosaur] != ARMOUR:
                return True
            dinosaur = self.right[dinosaur]
        return False

    def play_card(self, card: i64, where: i64) -> None:
        if card == FACE_DOWN:
            self.reveal(where)
            return
        if card == self.first:
            self.first = NO_CARD
        elif card == self.second:
            self.second = NO_CARD
        else:
            self.aside &= ~bit(card)
        if where <= RIGHT:
            self.place_at_end(card, where)
        else:
            self.place_specially(card, where)

    def reveal(self, where: i64) -> None:
        """CD-56: the face-down card is shown once it is placed; CD-R27: a special one is lifted if it has a target."""
        card = self.second
        if self.log is not None:
            self.tell(events.PlacedFaceDown("left" if where == LEFT else "right"))
        self.face_down = False
        self.reveals += 1
        if self.log is not None:
            self.tell(events.Revealed(IDS[card]))
        self.second = NO_CARD
        if self.has_target(card):
            self.step = PLACE
            self.played = card
            if self.log is not None:
                self.tell(events.Lifted(IDS[card]))
        else:
            self.place_at_end(card, where)

    def place_at_end(self, card: i64, end: i64) -> None:
        """Step 1: extend the row. Step 2: the immediate ability. Step 3 is the date that waits from step 1 (CD-28)."""
        if card < ORDINARY_CARDS:
            self.ends &= ~end
        before = self.right[:]
        if end == LEFT:
            self.sit(card, EDGE, self.right[EDGE])
        else:
            self.sit(card, self.left[EDGE], EDGE)
        if self.log is not None:
            self.tell(events.Placed(IDS[card], "left" if end == LEFT else "right", 0))
        self.meet(before, bit(card))
        if ON_PLAY[card] == EAT_NEIGHBOUR:
            # CD-36: at the end of the row there is at most one.
            self.eat(card, self.right[card] if end == LEFT else self.left[card], EDGE)
        elif ON_PLAY[card] == REARRANGE and self.seated >= 3:
            self.step = SWAP
            self.played = card
            return
        self.resolve_dates()

    def place_specially(self, card: i64, where: i64) -> None:
        """CD-45, CD-46: the Pterodactyl into a gap, the Tyrannosaurus onto a seat."""
        self.played = NO_CARD
        before = self.right[:]
        if card == PTE:
            beside = self.dinosaur_at(where - GAP)
            self.sit(card, beside, self.right[beside])
            if self.log is not None:
                self.tell(events.Placed(IDS[card], "gap", where - GAP))
        else:
            victim = self.dinosaur_at(where - SEAT)
            frightened = skittish(self.left[victim]) | skittish(self.right[victim])
            self.sit(card, self.left[victim], victim)
            if self.log is not None:
                self.tell(events.Placed(IDS[card], "seat", where - SEAT))
            self.swallow(card, victim)
            self.flee(frightened)
        self.meet(before, bit(card))
        self.resolve_dates()

    def dinosaur_at(self, seat: i64) -> i64:
        """Who sits on that seat, counted from 1 at the left end."""
        dinosaur = self.right[EDGE]
        while seat > 1:
            dinosaur = self.right[dinosaur]
            seat -= 1
        return dinosaur

    # --- The row (CD-17): gaps close at once ------------------------------------------------------------------

    def sit(self, card: i64, left: i64, right: i64) -> None:
        """Take a seat between two neighbours."""
        self.left[card] = left
        self.right[card] = right
        self.right[left] = card
        self.left[right] = card
        self.seated += 1

    def stand_up(self, card: i64) -> None:
        """Leave the row; those beside move together."""
        left = self.left[card]
        right = self.right[card]
        self.right[left] = right
        self.left[right] = left
        self.left[card] = NO_CARD
        self.right[card] = NO_CARD
        self.seated -= 1

    # --- New neighbours (CD-18, CD-25) ------------------------------------------------------------------------

    def meet(self, before: vec[i64], moved: i64) -> None:
        """The end of an event: dates of those who were parted are struck, new neighbours form a batch on top.

        ``before`` says who sat to the right of whom before the event; ``moved`` are those who took a new seat in it.
        """
        self.strike_parted()
        batch = (batch_of(self.waiting[self.waits - 1]) if self.waits != 0 else 0) + 1
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

    def left_of_pair(self, pair: i64) -> i64:
        """Which of two neighbours sits on the left now."""
        return one_of(pair) if self.right[one_of(pair)] == other_of(pair) else other_of(pair)

    def right_of_pair(self, pair: i64) -> i64:
        return other_of(pair) if self.right[one_of(pair)] == other_of(pair) else one_of(pair)

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
            left = self.left_of_pair(pair)
            right = self.right_of_pair(pair)
            if not self.has_dated(left << 6 | right):
                self.waiting[kept] = pair
                kept += 1
            elif struck is not None:
                struck.append(events.Struck(IDS[left], IDS[right], "repeated"))
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

    # --- The chain (CD-24, CD-26, CD-27) ----------------------------------------------------------------------

    def resolve_dates(self) -> None:
        """Newest first (CD-R9), until no pair waits or the player has to pick one of several (CD-23, CD-R7)."""
        while True:
            self.strike_repeated()
            if self.waits == 0:
                self.end_play()
                return
            top = self.waits - 1
            if top > 0 and batch_of(self.waiting[top - 1]) == batch_of(self.waiting[top]):
                self.step = DATE
                return
            self.take(top)

    def date_options(self, out: Moves) -> None:
        """The pairs of the newest batch."""
        top = batch_of(self.waiting[self.waits - 1])
        i: i64 = 0
        while i < self.waits:
            pair = self.waiting[i]
            if batch_of(pair) == top:
                out.add(DATE_CODE + (self.left_of_pair(pair) << 6 | self.right_of_pair(pair)))
            i += 1

    def pick_date(self, date: i64) -> None:
        left = date >> 6
        right = date & 63
        i = self.waits - 1
        while self.left_of_pair(self.waiting[i]) != left or self.right_of_pair(self.waiting[i]) != right:
            i -= 1
        self.take(i)
        self.resolve_dates()

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
                cancelled.append(events.Cancelled(IDS[self.left_of_pair(pair)], IDS[self.right_of_pair(pair)]))
            i += 1
        self.waits = kept
        if cancelled is not None:
            self.tell_all(cancelled)
        self.date(self.left_of_pair(taken), self.right_of_pair(taken))

    # --- Resolving a date (CD-19 to CD-22) --------------------------------------------------------------------

    def date(self, left: i64, right: i64) -> None:
        """One comparison: the left-hand heart at the height of the right-hand arrow."""
        self.note_date(left << 6 | right)
        verdict = self.verdict(left, right)
        if self.log is not None:
            calmed = verdict != heart(left, right)
            self.tell(events.Dated(IDS[left], IDS[right], VERDICTS[verdict], calmed))
        if verdict == FULL:
            self.leave_satisfied(left, right)
        elif verdict == BROKEN:
            self.suffer_bad_date(left, right)

    def verdict(self, left: i64, right: i64) -> i64:
        """What the arrow of the right-hand one points at; a calmed broken heart counts as an empty slot (CD-35)."""
        found = heart(left, right)
        return EMPTY if found == BROKEN and self.is_calmed(left) else found

    def note_date(self, date: i64) -> None:
        if self.dated == len(self.dates):
            self.dates = append(self.dates, date)
        else:
            self.dates[self.dated] = date
        self.dated += 1

    def is_calmed(self, dinosaur: i64) -> bool:
        """CD-35: a Parasaurolophus on either side."""
        return ALWAYS[self.left[dinosaur]] == SERENADE or ALWAYS[self.right[dinosaur]] == SERENADE

    def leave_satisfied(self, left: i64, right: i64) -> None:
        """CD-20, CD-32: both leave, and what they have eaten goes with them."""
        before = self.right[:]
        self.stand_up(left)
        self.stand_up(right)
        self.satisfied |= bit(left) | bit(right)
        if self.log is not None:
            self.tell(events.LeftSatisfied(IDS[left], IDS[right]))
        self.meet(before, 0)

    def suffer_bad_date(self, left: i64, right: i64) -> None:
        """CD-21: what the left-hand dinosaur does, CD-38 to CD-44."""
        verb = ON_BAD_DATE[left]
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
        before = self.right[:]
        frightened = self.swallow(eater, victim) | self.swallow(eater, also)
        self.flee(frightened)
        self.meet(before, 0)

    def swallow(self, eater: i64, victim: i64) -> i64:
        """CD-30, CD-31: tuck the victim and all it has eaten under the eater; returns those who take fright."""
        if victim == EDGE:
            return 0
        if ALWAYS[victim] == ARMOUR:
            if self.log is not None:
                self.tell(events.Withstood(IDS[victim], IDS[eater]))
            return 0
        frightened = skittish(self.left[victim]) | skittish(self.right[victim])
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
        before = self.right[:]
        freed = self.tucked[card]
        self.discard(card)
        if self.log is not None:
            self.tell(events.StormedOff(IDS[card], names(freed)))
        self.meet(before, 0)

    def stampede(self, card: i64) -> None:
        """CD-41: to the right end."""
        before = self.right[:]
        self.stand_up(card)
        self.sit(card, self.left[EDGE], EDGE)
        if self.log is not None:
            self.tell(events.Stampeded(IDS[card]))
        self.meet(before, bit(card))

    def fling(self, by: i64, card: i64) -> None:
        """CD-42: to the left end."""
        before = self.right[:]
        self.stand_up(card)
        self.sit(card, EDGE, self.right[EDGE])
        if self.log is not None:
            self.tell(events.Flung(IDS[card], IDS[by]))
        self.meet(before, bit(card))

    def swap_seats(self, left: i64, right: i64, by: i64) -> None:
        """CD-37, CD-43: two neighbours change places; between themselves they are nothing new (CD-R5)."""
        before = self.right[:]
        self.stand_up(left)
        self.sit(left, right, self.right[right])
        if self.log is not None:
            self.tell(events.Swapped(IDS[right], IDS[left], IDS[by]))
        self.meet(before, bit(left) | bit(right))

    # --- Compsognathus (CD-37) --------------------------------------------------------------------------------

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
        self.resolve_dates()

    # --- Game end (CD-48 to CD-51, CD-54, CD-55) --------------------------------------------------------------

    def close(self) -> None:
        """The reviews are in: nothing can be taken back any more."""
        self.step = OVER
        self.reveals += 1
        if self.log is not None:
            self.tell(events.Closed(self.score(0), RATINGS[rating(self.score(0))]))

    def score(self, seat: i64) -> i64:
        """CD-49: bad reviews, from those in the row and in the discard pile, at closing time also from the deck."""
        reviews = self.seated + count(self.discarded)
        if self.step == OVER:
            reviews += len(self.deck) - self.dealt
        return reviews

    def eaten(self) -> i64:
        """CD-R29: all cards tucked under somebody, in the row or satisfied."""
        total: i64 = 0
        card: i64 = 0
        while card < CARDS:
            total += count(self.tucked[card])
            card += 1
        return total

    def largest_meal(self) -> i64:
        """CD-R29: the most that one dinosaur has eaten, inherited cards included."""
        largest: i64 = 0
        card: i64 = 0
        while card < CARDS:
            meal = count(self.tucked[card])
            if meal > largest:
                largest = meal
            card += 1
        return largest


# --- Small helpers --------------------------------------------------------------------------------------------


def skittish(card: i64) -> i64:
    """The card as a set if it is one that flees, otherwise the empty set."""
    return bit(card) if ALWAYS[card] == FLEE else 0


def rating(reviews: i64) -> i64:
    """CD-50: which of the RATINGS."""
    return 0 if reviews == 0 else 1 if reviews <= 2 else 2 if reviews <= 4 else 3


def members(cards: i64) -> list[int]:
    """The cards of a set, in the order of the card table."""
    found: list[int] = []
    card: i64 = 0
    while cards != 0:
        if cards & 1 != 0:
            found.append(card)
        cards >>= 1
        card += 1
    return found


def names(cards: i64) -> tuple[str, ...]:
    return tuple([IDS[card] for card in members(cards)])


# --- A new game -----------------------------------------------------------------------------------------------


def later(rng: Rng) -> Rng:
    """A stream of its own for the reshuffles to come."""
    return Rng(rng.word(), rng.word(), rng.word(), rng.word() | 1)


def new_game(setup: Setup, deck: vec[i64], chance: Chance) -> Table:
    """CD-03, CD-04: the row is dealt, and round 1 begins."""
    table = empty_table(setup, deck, chance)
    table.deal_row()
    table.begin_round()
    return table


def empty_table(setup: Setup, deck: vec[i64], chance: Chance) -> Table:
    left = vec[i64]([NO_CARD] * CARDS + [EDGE])
    right = vec[i64]([NO_CARD] * CARDS + [EDGE])
    return Table(setup, setup.variant, chance, deck, left, right, vec[i64]([0] * CARDS), vec[i64](), vec[i64]())
