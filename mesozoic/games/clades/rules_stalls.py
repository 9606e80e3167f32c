"""When nobody sees a triple: votes, Lucky 13, open hands (CL-27, CL-47, CL-R18 to CL-R23)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from mesozoic.games.clades import events
from mesozoic.games.clades import rules_moves as terms
from mesozoic.games.clades.cards import NAMES, is_bonus
from mesozoic.games.clades.rules_moves import GRID
from mesozoic.games.clades.rules_replacing import Replacing
from mesozoic.kernel.bits import bit, count, has


@mypyc_attr(acyclic=True)
class Stalls(Replacing):
    """A stall opens the hands, adds a card, ends a break, or the game."""

    def can_vote(self, seat: i64) -> bool:
        """CL-R18: everybody who is not on a break, once, also while locked."""
        return self.phase == terms.OPEN and seat != self.on_break and not has(self.votes, seat)

    def voters(self) -> i64:
        """How many seats may say that they see none."""
        voters = self.variant.players
        if self.on_break >= 0:
            voters -= 1
        return voters

    def has_majority(self) -> bool:
        return 2 * count(self.votes) > self.voters()

    def none(self, seat: i64) -> None:
        self.votes |= bit(seat)
        if self.log is not None:
            self.tell(events.Voted(seat, count(self.votes), self.voters()))
        if count(self.votes) == self.voters():
            self.stall()

    def stall(self) -> None:
        """CL-R20: the first step that applies."""
        self.clear_locks_and_votes()
        if self.variant.open_hand and not self.hands_open and self.personal_cards() != 0:
            self.open_hands()
        elif self.deck_count() != 0:
            self.add_card()
        elif self.on_break >= 0:
            self.lapse(self.on_break)
        else:
            self.end(terms.NONE_SEEN)
            return
        self.end_if_bare()

    def open_hands(self) -> None:
        self.hands_open = True
        if self.log is not None:
            for seat in range(self.variant.players):
                if self.hand_count(seat) != 0:
                    self.tell(events.Opened(seat, self.held(seat)))

    def add_card(self) -> None:
        if self.log is not None:
            self.tell(events.Stalled())
        if self.last_scorer >= 0:
            self.draw(self.last_scorer, GRID)
        else:
            self.add_animal()

    def add_animal(self) -> None:
        """CL-R22: before the first triple a bonus card has no neighbour to go to and is shuffled back."""
        met: list[int] = []
        while self.deck_count() != 0 and is_bonus(self.deck[self.top]):
            met.append(self.deck[self.top])
            self.top += 1
        if self.deck_count() == 0:
            for card in met:
                self.zone[card] = terms.ASIDE
            return
        self.top += 1
        self.lay_drawn(self.deck[self.top - 1], GRID)
        if met:
            self.shuffle_back(met)

    def shuffle_back(self, met: list[int]) -> None:
        self.deck = vec[i64](self.shuffled(self.chance, self.in_deck() + met, NAMES))
        self.top = 0
        self.shuffled_back += len(met)
        if self.log is not None:
            self.tell(events.ShuffledBack(len(met)))

    def lapse(self, seat: i64) -> None:
        """CL-R20 (3): with an empty deck a break ends, and what it is owed with it."""
        self.tally[seat * terms.TALLY + terms.OWED] = 0
        self.end_break()
