"""Replacing what was taken: drawing, the bonus cards, several calls in one window, and the victory break."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from mesozoic.games.clades import events
from mesozoic.games.clades import rules_moves as terms
from mesozoic.games.clades.cards import FISH, SHARK, is_bonus
from mesozoic.games.clades.rules_end import Ending
from mesozoic.games.clades.rules_moves import GRID, HAND, MOST_PERSONAL, PILE
from mesozoic.kernel.bits import bit


@mypyc_attr(acyclic=True)
class Replacing(Ending):
    """After a triple, new cards come from the deck, in the order in which the triples were called."""

    # --- Drawing, and the bonus cards (CL-29 to CL-32, CL-R28) -----------------------------------------------------

    def draw(self, scorer: i64, place: i64) -> None:
        """A card for the place, then 5 for each receiver of a completed pair, each drawn by the same rule."""
        first: i64 = -1  # there are two pairs at most
        second: i64 = -1
        while self.top < len(self.deck):
            card = self.deck[self.top]
            self.top += 1
            if not is_bonus(card):
                self.lay_drawn(card, place)
                break
            receiver = self.pass_bonus(scorer, card)
            if self.completes_pair(card):
                if first < 0:
                    first = receiver
                else:
                    second = receiver
        if first >= 0:
            self.draw_extras(scorer, first, terms.PAIR_EXTRAS)
        if second >= 0:
            self.draw_extras(scorer, second, terms.PAIR_EXTRAS)

    def draw_extras(self, scorer: i64, receiver: i64, number: i64) -> None:
        while number > 0:
            self.draw(scorer, PILE + receiver)
            number -= 1

    def lay_drawn(self, card: i64, place: i64) -> None:
        self.lay(card, place)
        if self.hands_open and HAND <= place < PILE:
            self.add_to(place - HAND, terms.FRESH, 1)
        if self.log is not None:
            self.tell(events.drawn(card, place - HAND, place - PILE))

    def pass_bonus(self, scorer: i64, card: i64) -> i64:
        """CL-29, CL-R31: shark and fish to the right of the scorer, bivalve and mollusk to the left."""
        seats = self.variant.players
        to_right = card in (SHARK, FISH)
        receiver = (scorer + (seats - 1 if to_right else 1)) % seats
        self.zone[card] = PILE + receiver
        self.add_to(receiver, terms.CARDS, 1)
        self.bonus_seen |= bit(card - SHARK)
        if self.log is not None:
            self.tell(events.Passed(scorer, receiver, card))
            if self.completes_pair(card):
                self.tell(events.PairCompleted(receiver))
        return receiver

    def completes_pair(self, card: i64) -> bool:
        """CL-31, CL-63, CL-R30: have both bonus cards of the set come up?"""
        pair: i64 = 3 if card < FISH else 12
        return self.bonus_seen & pair == pair

    # --- Settling: several calls, replacing (CL-22 to CL-26, CL-28, CL-49) -----------------------------------------

    def settle(self) -> None:
        """Replace what was taken, in the order of ledger section 5."""
        if self.log is not None:
            self.tell(events.Settled(self.scorers()))
        self.draw_released()
        if self.hands_open:
            for at in range(self.scored):
                self.replace_personal(self.window[at])
            self.close_hands()
            for at in range(self.scored):
                self.replace_shared(self.window[at])
        else:
            for at in range(self.scored):
                self.replace_shared(self.window[at])
                self.replace_personal(self.window[at])
        self.scored = 0
        self.clear_locks_and_votes()
        self.phase = terms.OPEN
        self.end_if_bare()

    def draw_released(self) -> None:
        """CL-R34: the seat whose break ended in this window made its triple earlier, so it draws first."""
        for seat in range(self.variant.players):
            number = self.counted(seat, terms.RELEASED)
            self.add_to(seat, terms.RELEASED, -number)
            while number > 0:
                self.draw(seat, HAND + seat)
                number -= 1

    def replace_shared(self, entry: i64) -> None:
        """CL-28, CL-R15: one for each card taken, up to the grid size."""
        number = terms.shared_of(entry)
        while number > 0 and self.lasting() < self.variant.grid_size:
            self.draw(terms.scorer_of(entry), GRID)
            number -= 1

    def replace_personal(self, entry: i64) -> None:
        """CL-22; a seat on a break has to wait (CL-41, CL-R34)."""
        owner = terms.owner_of(entry)
        number = terms.personal_of(entry)
        if owner == self.on_break:
            self.add_to(owner, terms.OWED, number)
            return
        while number > 0:
            self.draw(terms.scorer_of(entry), HAND + owner)
            number -= 1

    def close_hands(self) -> None:
        """CL-R44: what lay open is remembered, but not what was drawn meanwhile."""
        self.hands_open = False
        for seat in range(self.variant.players):
            at = seat * MOST_PERSONAL
            end = at + self.hand_count(seat) - self.counted(seat, terms.FRESH)
            while at < end:
                self.remembered |= bit(at)
                at += 1
            self.tally[seat * terms.TALLY + terms.FRESH] = 0
        if self.log is not None:
            self.tell(events.HandsClosed())

    def clear_locks_and_votes(self) -> None:
        """CL-R16, CL-R19: after every settle and every stall."""
        self.settles += 1
        self.votes = 0
        self.locked = 0
        for seat in range(self.variant.players):
            self.tally[seat * terms.TALLY + terms.FALSE_CALLS] = 0

    # --- Victory break (CL-40, CL-41, CL-R33, CL-R34) --------------------------------------------------------------

    def take_break(self, seat: i64) -> None:
        """The scorer's break begins; that of the scorer before ends, and its owed cards are released."""
        self.end_break()
        self.on_break = seat
        if self.log is not None:
            self.tell(events.BreakBegan(seat))

    def end_break(self) -> None:
        seat = self.on_break
        if seat < 0:
            return
        self.on_break = -1
        owed = self.counted(seat, terms.OWED)
        self.add_to(seat, terms.OWED, -owed)
        self.add_to(seat, terms.RELEASED, owed)
        if self.log is not None:
            self.tell(events.BreakEnded(seat))
