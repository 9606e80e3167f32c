"""Looking for triples, and the end of the game (CL-33 to CL-36, CL-R24)."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from mesozoic.games.clades import events
from mesozoic.games.clades import rules_moves as terms
from mesozoic.games.clades.cards import failing, find_triples, has_triple, is_triple, places
from mesozoic.games.clades.rules_table import Cards
from mesozoic.kernel.state import Moves


@mypyc_attr(acyclic=True)
class Ending(Cards):
    """A game ends when no triple is left or seen, in a race with ten triples or in time, alone when one stops."""

    # --- Looking for triples: for the end of the game, and for bots --------------------------------------------------

    def somebody_has_triple(self) -> bool:
        """CL-R24: could any seat, free or not, make a triple with the shared cards and its own?"""
        for seat in range(self.variant.players):
            cards = self.usable(seat)
            if has_triple(cards, len(cards)):
                return True
        return False

    def list_triples(self, seat: i64, out: Moves) -> None:
        """Every true call of the seat, in canonical order; in a switch it gives its first card."""
        cards = self.usable(seat)
        found = Moves()
        find_triples(cards, len(cards), found)
        out.clear()
        for i in range(found.count):
            a, b, c = places(found.codes[i])
            out.add(terms.call(cards[a], cards[b], cards[c]))
        if self.hands_open:
            self.list_foreign(seat, 0, out)

    def list_near_misses(self, seat: i64, out: Moves) -> None:
        """Every call of the seat that fails in exactly one quality, in canonical order."""
        cards = self.usable(seat)
        end: i64 = len(cards)
        out.clear()
        for i in range(end):
            for j in range(i + 1, end):
                for k in range(j + 1, end):
                    if failing(cards[i], cards[j], cards[k]) == 1:
                        out.add(terms.call(cards[i], cards[j], cards[k]))
        if self.hands_open:
            self.list_foreign(seat, 1, out)

    def list_foreign(self, seat: i64, fails: i64, out: Moves) -> None:
        """Add the calls with another seat's open card that fail in so many qualities, and put all in order."""
        found = Moves()
        self.foreign_options(seat, found)
        before: i64 = 0
        for i in range(found.count):
            move = found.codes[i]
            a, b, c = terms.cards_in(move)
            fitting = failing(a, b, c) == fails and (fails != 0 or is_triple(a, b, c))
            if fitting and terms.without_gift(move) != before:
                out.add(move)
                before = terms.without_gift(move)
        codes = sorted(out.listed())  # the canonical order of their cards
        out.clear()
        for code in codes:
            out.add(code)

    # --- The end ---------------------------------------------------------------------------------------------------

    def end_if_bare(self) -> None:
        """CL-R24: only an empty deck lets the table say that no triple is left."""
        if self.deck_count() == 0 and not self.somebody_has_triple():
            self.end(terms.NONE_LEFT)

    def end(self, why: i64) -> None:
        self.why = why
        self.ended_at = self.clock
        self.scored = 0
        self.phase = terms.ROUND_OVER if self.variant.casual and why != terms.STOPPED else terms.OVER
        if self.log is None:
            return
        if self.phase == terms.ROUND_OVER:
            self.tell(events.RoundEnded(self.round, self.rounds[self.round - 1]))
            return
        for seat in range(self.variant.players):
            self.tell(events.Counted(seat, self.score(seat), self.held(seat)))

    def score(self, seat: i64) -> i64:
        """CL-35; in solitaire the cards of all triples, over all rounds."""
        if self.variant.solitaire:
            return 3 * self.counted(seat, terms.TRIPLES)
        return self.counted(seat, terms.CARDS)
