"""What lies where on the table: counting, usable cards and calls, taking, drawing with bonus cards, finding triples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from mesozoic.games.clades import events
from mesozoic.games.clades.cards import (
    ANIMALS,
    EVERY_CARD,
    FISH,
    SHARK,
    failing,
    find_triples,
    has_triple,
    is_bonus,
    is_triple,
    places,
)
from mesozoic.games.clades.rules_terms import (
    CALL,
    CARDS,
    EXTRAS,
    FRESH,
    GOING_ON,
    GRID,
    HAND,
    MOST_PERSONAL,
    PAID,
    PAIR_EXTRAS,
    PILE,
    READY,
    TALLY,
    Variant,
    call,
    card_of,
    given_of,
    sorted_call,
)
from mesozoic.kernel.bits import bit
from mesozoic.kernel.deal import Chance
from mesozoic.kernel.state import Moves, State

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup


@mypyc_attr(acyclic=True)
class Cards(State):
    """Where every card is, and what may be done with them; whose decision it is and what follows is in ``rules.py``."""

    def __init__(
        self,
        setup: Setup,
        variant: Variant,
        deck: vec[i64],
        top: i64,
        zone: vec[i64],
        grid: vec[i64],
        hands: vec[i64],
        tally: vec[i64],
        window: vec[i64],
        rounds: vec[i64],
        chance: Chance,
        penalties: list[int],
    ) -> None:
        super().__init__(setup)
        self.variant = variant
        self.deck = deck  # deck[top:] is the deck, top first; never changed in place, so clones share it
        self.top = top
        self.zone = zone  # where each of the 166 cards is
        self.grid = grid  # the shared cards in the order they were laid; a penalty card with its payer
        self.hands = hands  # three places a seat, -1 where there is no card
        self.tally = tally  # what is counted for each seat, TALLY numbers each
        self.window = window  # the scorers of the open window in order
        self.rounds = rounds  # casual: triples of each round
        self.chance = chance
        self.penalties = penalties  # the cards that the deal gives for coming penalties
        self.refuted: list[
            int
        ] = []  # CL-R16: solitaire's false calls whose cards still lie there; replaced, not changed
        self.laid: i64 = 0
        self.scored: i64 = 0
        self.phase: i64 = READY
        self.on_break: i64 = -1
        self.locked: i64 = 0
        self.votes: i64 = 0
        self.hands_open = False
        self.bonus_seen: i64 = 0  # a mask of the bonus cards that have come up, SHARK first
        self.last_scorer: i64 = -1
        self.shuffled_back: i64 = 0  # CL-R22: bonus cards shuffled back before the first triple
        self.last_call: i64 = 0  # the last triple, and when it was called
        self.last_call_at: i64 = 0
        self.round: i64 = 1
        self.revealed_at: i64 = 0
        self.ended_at: i64 = 0
        self.why: i64 = GOING_ON
        self.settles: i64 = 0  # settles and stalls so far: whenever it grows everybody looks at a new table
        self.tick: i64 = 0  # how many moves were made: whom turn() names goes round with it

    # --- Counting --------------------------------------------------------------------------------------------------

    def deck_count(self) -> i64:
        return len(self.deck) - self.top

    def counted(self, seat: i64, what: i64) -> i64:
        return self.tally[seat * TALLY + what]

    def add_to(self, seat: i64, what: i64, number: i64) -> None:
        self.tally[seat * TALLY + what] += number

    def hand_count(self, seat: i64) -> i64:
        held: i64 = 0
        at = seat * MOST_PERSONAL
        while held < MOST_PERSONAL and self.hands[at + held] >= 0:
            held += 1
        return held

    def is_temporary(self, place: i64) -> bool:
        """CL-45: was the shared card at this place laid as a penalty?"""
        return self.grid[place] >> 8 != 0

    def lasting(self) -> i64:
        """The shared cards that count towards the grid size (CL-R35)."""
        number: i64 = 0
        place: i64 = 0
        while place < self.laid:
            if not self.is_temporary(place):
                number += 1
            place += 1
        return number

    def personal_cards(self) -> i64:
        number: i64 = 0
        seat: i64 = 0
        while seat < self.variant.players:
            number += self.hand_count(seat)
            seat += 1
        return number

    def held(self, seat: i64) -> tuple[int, ...]:
        at = seat * MOST_PERSONAL
        return tuple([int(self.hands[at + i]) for i in range(self.hand_count(seat))])

    def pile(self, seat: i64) -> list[int]:
        """The seat's animal pile in canonical order."""
        return [card for card in range(EVERY_CARD) if self.zone[card] == PILE + seat]

    def penalties_paid(self) -> i64:
        """By all seats together."""
        paid: i64 = 0
        seat: i64 = 0
        while seat < self.variant.players:
            paid += self.counted(seat, PAID)
            seat += 1
        return paid

    def usable_count(self, seat: i64) -> i64:
        """How many cards the seat may use, open cards of others among them."""
        return self.laid + (self.personal_cards() if self.hands_open else self.hand_count(seat))

    # --- Which cards a seat may use, and which calls that makes (CL-10, CL-48, CL-R8, CL-R36, CL-R40) --------------

    def usable(self, seat: i64) -> vec[i64]:
        """The shared cards and the seat's own, in canonical order (CL-10)."""
        cards = vec[i64]([0] * (self.laid + self.hand_count(seat)))
        found: i64 = 0
        card: i64 = 0
        while found < len(cards):
            zone = self.zone[card]
            if zone == GRID or zone == HAND + seat:
                cards[found] = card
                found += 1
            card += 1
        return cards

    def shared_cards(self) -> vec[i64]:
        """The shared cards in canonical order."""
        cards = vec[i64]([0] * self.laid)
        found: i64 = 0
        card: i64 = 0
        while found < len(cards):
            if self.zone[card] == GRID:
                cards[found] = card
                found += 1
            card += 1
        return cards

    def is_foreign(self, card: i64, seat: i64) -> bool:
        zone = self.zone[card]
        return HAND <= zone < PILE and zone != HAND + seat

    def is_callable(self, seat: i64, move: i64) -> bool:
        """CL-10, CL-48, CL-R36, CL-R40: may the seat use these three cards, and give that one?"""
        a = card_of(move, 0)
        b = card_of(move, 1)
        c = card_of(move, 2)
        if not a < b < c < ANIMALS:
            return False
        shared: i64 = 0
        foreign: i64 = 0
        place: i64 = 0
        while place < 3:
            zone = self.zone[card_of(move, place)]
            if zone == GRID:
                shared += 1
            elif zone != HAND + seat:
                if not (HAND <= zone < PILE and self.hands_open):
                    return False
                foreign += 1
            place += 1
        give = given_of(move)
        if foreign == 0:
            return give < 0
        if foreign > 1 or shared < 2:
            return False
        if self.variant.switch and self.hand_count(seat) > 1:
            return give >= 0 and self.zone[give] == HAND + seat
        return give < 0

    def call_options(self, seat: i64, out: Moves) -> None:
        """CL-R8: every three usable cards, a triple or not."""
        cards = self.usable(seat)
        end: i64 = len(cards)
        i: i64 = 0
        while i < end:
            j = i + 1
            while j < end:
                pair = CALL | cards[i] << 24 | cards[j] << 16
                k = j + 1
                while k < end:
                    out.add(pair | cards[k] << 8)
                    k += 1
                j += 1
            i += 1
        if self.hands_open:
            self.foreign_options(seat, out)

    def foreign_options(self, seat: i64, out: Moves) -> None:
        """CL-48: another seat's open card with two shared ones; in a switch with the card to give (CL-R40)."""
        shared = self.shared_cards()
        card: i64 = 0
        while card < ANIMALS:
            if self.is_foreign(card, seat):
                i: i64 = 0
                while i < len(shared):
                    j = i + 1
                    while j < len(shared):
                        self.add_with_gift(seat, sorted_call(card, shared[i], shared[j]), out)
                        j += 1
                    i += 1
            card += 1

    def add_with_gift(self, seat: i64, move: i64, out: Moves) -> None:
        if not self.variant.switch or self.hand_count(seat) < 2:
            out.add(move)
            return
        at: i64 = 0
        while at < self.hand_count(seat):
            out.add(move + self.hands[seat * MOST_PERSONAL + at] + 1)
            at += 1

    def random_call(self, seat: i64, at: i64) -> i64:
        """The call at this place of the list, found without listing."""
        cards = self.usable(seat)
        left: i64 = len(cards) - 1
        i: i64 = 0
        while at >= left * (left - 1) // 2:  # so many sets begin with card i
            at -= left * (left - 1) // 2
            left -= 1
            i += 1
        j = i + 1
        left -= 1
        while at >= left:
            at -= left
            left -= 1
            j += 1
        return call(cards[i], cards[j], cards[j + 1 + at])

    # --- Taking cards ----------------------------------------------------------------------------------------------

    def take_shared(self, card: i64) -> bool:
        """Lift a shared card off the grid; was it a temporary one?"""
        place: i64 = 0
        while self.grid[place] & 255 != card:
            place += 1
        temporary = self.is_temporary(place)
        self.laid -= 1
        while place < self.laid:
            self.grid[place] = self.grid[place + 1]
            place += 1
        return temporary

    def take_personal(self, card: i64, owner: i64) -> None:
        at = owner * MOST_PERSONAL
        end = at + MOST_PERSONAL - 1
        while self.hands[at] != card:
            at += 1
        while at < end:
            self.hands[at] = self.hands[at + 1]
            at += 1
        self.hands[end] = -1

    # --- Drawing, and the bonus cards (CL-29 to CL-32, CL-R28) -----------------------------------------------------

    def draw(self, scorer: i64, place: i64) -> None:
        """A card for the place, then 5 for each receiver of a completed pair, each drawn by the same rule.

        What is still to be drawn stands on a small stack of six bits each: receiver and number of cards.
        """
        stack = self.draw_one(scorer, place)
        while stack != 0:
            receiver = (stack >> 3) & 7
            left = (stack & 7) - 1
            stack >>= 6
            if left != 0:
                stack = stack << 6 | receiver << 3 | left
            inner = self.draw_one(scorer, PILE + receiver)
            if inner != 0:
                stack = stack << (6 if inner < 64 else 12) | inner

    def draw_one(self, scorer: i64, place: i64) -> i64:
        """Lay the next animal card; bonus cards before it go to neighbours. Returns the payments that come due."""
        due: i64 = 0
        shift: i64 = 0
        while self.top < len(self.deck):
            card = self.deck[self.top]
            self.top += 1
            if not is_bonus(card):
                self.lay(card, place)
                if self.hands_open and HAND <= place < PILE:
                    self.add_to(place - HAND, FRESH, 1)
                if self.log is not None:
                    self.tell(events.drawn(card, place - HAND, place - PILE))
                return due
            receiver = self.pass_bonus(scorer, card)
            if self.completes_pair(card):
                due |= (receiver << 3 | PAIR_EXTRAS) << shift
                shift += 6
        return due

    def lay(self, card: i64, place: i64) -> None:
        self.zone[card] = place
        if place == GRID:
            self.grid[self.laid] = card
            self.laid += 1
        elif place < PILE:
            seat = place - HAND
            self.hands[seat * MOST_PERSONAL + self.hand_count(seat)] = card
        else:
            self.add_to(place - PILE, CARDS, 1)
            self.add_to(place - PILE, EXTRAS, 1)

    def pass_bonus(self, scorer: i64, card: i64) -> i64:
        """CL-29, CL-R31: shark and fish to the right of the scorer, bivalve and mollusk to the left."""
        seats = self.variant.players
        to_right = card in (SHARK, FISH)
        receiver = (scorer + (seats - 1 if to_right else 1)) % seats
        self.zone[card] = PILE + receiver
        self.add_to(receiver, CARDS, 1)
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

    def draw_extras(self, scorer: i64, receiver: i64, number: i64) -> None:
        while number > 0:
            self.draw(scorer, PILE + receiver)
            number -= 1

    # --- Looking for triples: for bots and for the end of the game -------------------------------------------------

    def somebody_has_triple(self) -> bool:
        """CL-R24: could any seat, free or not, make a triple with the shared cards and its own?"""
        seat: i64 = 0
        while seat < self.variant.players:
            cards = self.usable(seat)
            if has_triple(cards, len(cards)):
                return True
            seat += 1
        return False

    def list_triples(self, seat: i64, out: Moves) -> None:
        """Every true call of the seat, in canonical order; in a switch it gives its first card."""
        cards = self.usable(seat)
        found = Moves()
        find_triples(cards, len(cards), found)
        out.clear()
        i: i64 = 0
        while i < found.count:
            a, b, c = places(found.codes[i])
            out.add(call(cards[a], cards[b], cards[c]))
            i += 1
        if self.hands_open:
            self.list_foreign(seat, 0, out)
            put_in_order(out)

    def list_near_misses(self, seat: i64, out: Moves) -> None:
        """Every call of the seat that fails in exactly one quality, in canonical order."""
        cards = self.usable(seat)
        end: i64 = len(cards)
        out.clear()
        i: i64 = 0
        while i < end:
            j = i + 1
            while j < end:
                k = j + 1
                while k < end:
                    if failing(cards[i], cards[j], cards[k]) == 1:
                        out.add(call(cards[i], cards[j], cards[k]))
                    k += 1
                j += 1
            i += 1
        if self.hands_open:
            self.list_foreign(seat, 1, out)
            put_in_order(out)

    def list_foreign(self, seat: i64, fails: i64, out: Moves) -> None:
        """The calls with another seat's open card that fail in so many qualities."""
        found = Moves()
        self.foreign_options(seat, found)
        before: i64 = 0
        i: i64 = 0
        while i < found.count:
            move = found.codes[i]
            a = card_of(move, 0)
            b = card_of(move, 1)
            c = card_of(move, 2)
            fitting = failing(a, b, c) == fails and (fails != 0 or is_triple(a, b, c))
            if fitting and move >> 8 != before:
                out.add(move)
                before = move >> 8
            i += 1


def put_in_order(calls: Moves) -> None:
    """The calls in the canonical order of their cards, which is that of their codes."""
    codes = sorted(calls.listed())
    calls.clear()
    for code in codes:
        calls.add(code)
