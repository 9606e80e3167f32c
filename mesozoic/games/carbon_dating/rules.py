"""Carbon Dating, a solo game: seat dinosaurs in a row, and live with what their dates lead to.

Numbers such as CD-19 are those of ``rules.md``, CD-R9 those of ``rulings.md``. A chain of dates and effects is data in
the state, a stack of pairs that wait for their date, so that it can be shown, stored and searched at any moment. Here
are the rounds, playing a card and the end; ``rules_neighbours.py``, ``rules_dates.py`` and ``rules_effects.py`` tell
what follows from it.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from mesozoic.games.carbon_dating import events
from mesozoic.games.carbon_dating.cards import (
    ARMOUR,
    CARDS,
    EAT_NEIGHBOUR,
    EDGE,
    IDS,
    ORDINARY_CARDS,
    PTE,
    REARRANGE,
    TYR,
)
from mesozoic.games.carbon_dating.rules_dates import Dates
from mesozoic.games.carbon_dating.rules_moves import (
    BOTH_ENDS,
    CARD_AT,
    DATE_CODE,
    END_ROUND,
    FACE_DOWN,
    GAP,
    LEFT,
    RIGHT,
    SEAT,
    SWAP_CODE,
)
from mesozoic.games.carbon_dating.rules_table import NO_CARD, OVER, PLACE, PLAY, SWAP, members
from mesozoic.kernel.bits import bit, count, has
from mesozoic.kernel.state import Moves

MOST_EATEN: Final = 3  # Health and Safety Audit
LARGE_MEAL: Final = 5  # Very Important Predator
RATINGS: Final = ("Flawless Matchmaker", "Love Maestro", "Matchmaking Guru", "Extinction Accelerator")


def rating(reviews: i64) -> i64:
    """CD-50: which of the RATINGS."""
    return 0 if reviews == 0 else 1 if reviews <= 2 else 2 if reviews <= 4 else 3


@final
@mypyc_attr(acyclic=True)
class Table(Dates):
    """A game of Carbon Dating."""

    def clone(self) -> Table:
        copy = Table(
            self.setup,
            self.variant,
            self.chance.clone(),
            self.deck,
            self.left[:],
            self.right[:],
            self.before,
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

    # --- What the player decides ----------------------------------------------------------------------------------

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
            self.resolve()
        else:
            self.pick_date(move - DATE_CODE)
            self.resolve()

    def resolve(self) -> None:
        """What a play leads to: its chain of dates, and if the player need not pick one of them, its end."""
        if self.resolve_dates():
            self.end_play()

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
        """CD-06: the whole discard pile becomes the deck."""
        order = self.shuffled(self.chance, members(self.discarded), IDS)
        self.deck = vec[i64](order)
        self.dealt = 0
        self.discarded = 0
        self.reshuffles += 1
        if self.log is not None:
            self.tell(events.Reshuffled(len(order)))

    def play_options(self, out: Moves) -> None:
        """CD-08, CD-11: the drawn cards, those set aside that have a target, and an end when all drawn are played."""
        if self.first != NO_CARD:
            self.place_options(self.first, out)
        if self.second != NO_CARD:
            second = self.second
            if self.face_down:
                second = FACE_DOWN
            self.place_options(second, out)
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
            ends: i64 = BOTH_ENDS
            if card < ORDINARY_CARDS or card == FACE_DOWN:
                ends = self.ends
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
            if self.variant.always[dinosaur] != ARMOUR:
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
            if self.variant.always[dinosaur] != ARMOUR:
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
        self.note_seats(card)
        if end == LEFT:
            self.sit(card, EDGE, self.right[EDGE])
        else:
            self.sit(card, self.left[EDGE], EDGE)
        if self.log is not None:
            self.tell(events.Placed(IDS[card], "left" if end == LEFT else "right", 0))
        self.meet(bit(card))
        if self.variant.on_play[card] == EAT_NEIGHBOUR:
            # CD-36: at the end of the row there is at most one.
            self.eat(card, self.right[card] if end == LEFT else self.left[card], EDGE)
        elif self.variant.on_play[card] == REARRANGE and self.seated >= 3:
            self.step = SWAP
            self.played = card
            return
        self.resolve()

    def place_specially(self, card: i64, where: i64) -> None:
        """CD-45, CD-46: the Pterodactyl into a gap, the Tyrannosaurus onto a seat."""
        self.played = NO_CARD
        self.note_seats(card)
        if card == PTE:
            beside = self.dinosaur_at(where - GAP)
            self.sit(card, beside, self.right[beside])
            if self.log is not None:
                self.tell(events.Placed(IDS[card], "gap", where - GAP))
        else:
            victim = self.dinosaur_at(where - SEAT)
            frightened = self.skittish(self.left[victim]) | self.skittish(self.right[victim])
            self.sit(card, self.left[victim], victim)
            if self.log is not None:
                self.tell(events.Placed(IDS[card], "seat", where - SEAT))
            self.swallow(card, victim)
            self.flee(frightened)
        self.meet(bit(card))
        self.resolve()

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
