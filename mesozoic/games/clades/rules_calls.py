"""Calling: who may, triples and clade triples, the switch, false calls (CL-08 to CL-21, CL-45, CL-51)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from mesozoic.games.clades import events
from mesozoic.games.clades import rules_moves as terms
from mesozoic.games.clades.cards import NAMES, is_bonus, is_one_clade, is_triple
from mesozoic.games.clades.rules_moves import GRID, HAND, MOST_PERSONAL, PILE
from mesozoic.games.clades.rules_stalls import Stalls
from mesozoic.kernel.bits import bit, has
from mesozoic.kernel.errors import BadOptions


@mypyc_attr(acyclic=True)
class Calls(Stalls):
    """The earliest call counts: a triple is taken, a false call locks."""

    # --- Who may call ----------------------------------------------------------------------------------------------

    def has_scored(self, seat: i64) -> bool:
        """CL-R10: has the seat made a triple in the open window?"""
        return any(terms.scorer_of(self.window[at]) == seat for at in range(self.scored))

    def is_free(self, seat: i64) -> bool:
        """Neither locked (CL-R16) nor on a break (CL-40) nor done with this window nor out of penalties (CL-R35)."""
        return (
            seat != self.on_break
            and not has(self.locked, seat)
            and self.counted(seat, terms.PAID) < terms.MOST_PENALTIES
            and not self.has_scored(seat)
        )

    def is_late(self) -> bool:
        """CL-R38: a countdown has run out."""
        return self.variant.countdown != 0 and self.clock > self.deadline()

    def deadline(self) -> i64:
        return self.revealed_at + self.variant.countdown

    def can_call(self, seat: i64) -> bool:
        if self.phase != terms.OPEN and self.phase != terms.SETTLING:
            return False
        if not self.is_free(seat) or self.is_late():
            return False
        own = self.hand_count(seat)
        return self.laid + own >= 3 or (self.hands_open and self.laid == 2 and self.personal_cards() > own)

    def call(self, seat: i64, move: i64) -> None:
        a, b, c = terms.cards_in(move)
        true = is_triple(a, b, c)
        if self.log is not None:
            self.tell(events.Called(seat, (int(a), int(b), int(c)), true))
        if true:
            self.make_triple(seat, move)
        elif self.variant.solitaire:
            self.refute(move)
        else:
            self.show(move)
            self.false_call(seat)

    # --- Triples and clade triples (CL-11, CL-18 to CL-21) ---------------------------------------------------------

    def make_triple(self, seat: i64, move: i64) -> None:
        """What a true call does, in the order of ledger section 5."""
        if self.phase == terms.OPEN:
            self.phase = terms.SETTLING
        entry = self.take(seat, move)
        self.add_to(seat, terms.TRIPLES, 1)
        self.last_call = move
        self.last_call_at = self.clock
        if self.variant.casual:
            self.rounds[self.round - 1] += 1
        if self.variant.victory_break:
            self.take_break(seat)
        a, b, c = terms.cards_in(move)
        if is_one_clade(a, b, c):
            self.add_to(seat, terms.CLADE_TRIPLES, 1)
            if not self.variant.solitaire:
                self.draw_extras(seat, seat, terms.CLADE_EXTRAS)
        self.window[self.scored] = entry
        self.scored += 1
        self.last_scorer = seat
        if self.variant.race and self.counted(seat, terms.TRIPLES) == terms.RACE_TRIPLES:
            self.end(terms.TEN_TRIPLES)
        else:
            self.settle_if_done()

    def take(self, seat: i64, move: i64) -> i64:
        """The three cards go to the caller's pile; returns the entry for replacing them."""
        shared: i64 = 0
        personal: i64 = 0
        owner = seat
        place: i64 = 0
        while place < 3:
            card = terms.card_of(move, place)
            zone = self.zone[card]
            if zone == GRID:
                if self.take_shared(card):
                    shared += 1
            else:
                owner = zone - HAND
                self.take_personal(card, owner)
                personal += 1
            self.zone[card] = PILE + seat
            place += 1
        self.add_to(seat, terms.CARDS, 3)
        if len(self.refuted) != 0:
            self.refuted = vec[i64]([one for one in self.refuted if self.is_callable(seat, one)])
        if self.log is not None:
            a, b, c = terms.cards_in(move)
            self.tell(events.Took(seat, (int(a), int(b), int(c))))
        if owner != seat and self.variant.switch and self.hand_count(seat) > 0:
            self.give(seat, owner, terms.given_of(move))
            owner = seat
        return terms.scorer_entry(seat, shared, personal, owner)

    def give(self, seat: i64, other: i64, card: i64) -> None:
        """CL-51: the caller's own personal card for the one it used; it stays open (CL-R40)."""
        if card < 0:
            card = self.hands[seat * MOST_PERSONAL]
        self.take_personal(card, seat)
        self.lay(card, HAND + other)
        self.remember(card, other)
        if self.log is not None:
            self.tell(events.Gave(seat, other, card))

    def settle_if_done(self) -> None:
        """CL-R11: settle at once if nobody could call in this window any more."""
        for seat in range(self.variant.players):
            if self.is_free(seat):
                return
        self.settle()

    # --- False calls (CL-45, CL-R16, CL-R17, CL-R35) ---------------------------------------------------------------

    def show(self, move: i64) -> None:
        """CL-R44: the personal cards of a false call have been seen by everybody."""
        place: i64 = 0
        while place < 3:
            card = terms.card_of(move, place)
            zone = self.zone[card]
            if HAND <= zone < PILE:
                self.remember(card, zone - HAND)
            place += 1

    def false_call(self, seat: i64) -> None:
        """At a table; in solitaire nothing is punished."""
        self.locked |= bit(seat)
        self.add_to(seat, terms.FALSE_CALLS, 1)
        if self.log is not None:
            self.tell(events.Locked(seat))
        if self.variant.penalty:
            self.pay_penalty(seat)
        if self.phase == terms.SETTLING:
            self.settle_if_done()

    def pay_penalty(self, seat: i64) -> None:
        """A random animal card of the pile becomes a temporary shared card."""
        animals = [card for card in self.pile(seat) if not is_bonus(card)]
        if not animals:
            return
        card = self.drawn_penalty(animals)
        self.lay_penalty(card, seat)
        self.add_to(seat, terms.CARDS, -1)
        self.add_to(seat, terms.PAID, 1)
        self.votes = 0
        self.note_chance("penalty", NAMES[card])
        if self.log is not None:
            self.tell(events.PaidPenalty(seat, card))

    def drawn_penalty(self, cards: list[int]) -> int:
        if not self.penalties:
            return cards[self.chance.rng.below(len(cards))]
        card = self.penalties.pop(0)
        if card not in cards:
            raise BadOptions(f"The penalty {NAMES[card]} of the deal is no animal card of the pile that pays it.")
        return card

    def can_unlock(self, seat: i64) -> bool:
        """CL-R16: after the third false call only a settle or a stall helps."""
        return has(self.locked, seat) and self.counted(seat, terms.FALSE_CALLS) < terms.MOST_FALSE_CALLS

    def unlock(self, seat: i64) -> None:
        self.locked &= ~bit(seat)
        if self.log is not None:
            self.tell(events.Unlocked(seat))
