"""The table: the variants with their decks, where every card is, what is counted, and which calls that allows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from mesozoic.games.clades import rules_moves as terms
from mesozoic.games.clades.cards import ANIMALS, BIVALVE, CLADE, CLADES, EVERY_CARD, FACES, FISH, MOLLUSK, SHARK
from mesozoic.games.clades.rules_moves import GRID, HAND, MOST_PERSONAL, PILE
from mesozoic.kernel.bits import bit, has
from mesozoic.kernel.deal import Chance
from mesozoic.kernel.state import Moves, State

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup


def cards_in_use(options: dict[str, Any]) -> list[int]:
    """The cards of a game, in canonical order: CL-01, CL-37, CL-42, CL-52, CL-60, CL-61."""
    found: list[int] = []
    combined = options["combined"]
    for card in range(ANIMALS):
        face = card % FACES
        letter = "P" if card < FACES else "O"
        wanted = "P"
        if combined == "standard":
            wanted = options["clade_sets"][CLADES[face // CLADE]]
        if (combined == "genius" or letter == wanted) and (options["deck"] == "full" or face // 3 % 3 == 2):
            found.append(card)
    if options["deck"] == "full" and options["mode"] == "table":
        if combined == "genius":
            found += [SHARK, BIVALVE, FISH, MOLLUSK]
        elif combined == "standard" and options["bonus_set"] == "O":
            found += [FISH, MOLLUSK]
        else:
            found += [SHARK, BIVALVE]
    return found


# --- The list of all calls, in canonical order ------------------------------------------------------------------


def sets_of_three(cards: i64) -> i64:
    """So many sets of three can be made of so many cards."""
    return cards * (cards - 1) * (cards - 2) // 6


def call_at(cards: vec[i64], at: i64) -> i64:
    """The call at this place among all that can be made of these cards."""
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
    return terms.call(cards[i], cards[j], cards[j + 1 + at])


@final
@mypyc_attr(acyclic=True)
class Variant:
    """The number of players and the options, as the rules ask for them."""

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        self.players: i64 = players
        self.mode: str = options["mode"]
        self.solitaire = self.mode != "table"
        self.race = self.mode == "race"
        self.casual = self.mode == "casual"
        self.cards = cards_in_use(options)
        size: int = options["casual_grid"] if self.casual else options["grid_size"]
        self.grid_size: i64 = size
        personal = options["personal"]
        each = personal if isinstance(personal, list) else [personal] * players
        self.personal = vec[i64]([0 if self.solitaire else number for number in each])
        self.victory_break: bool = options["victory_break"]
        self.penalty: bool = options["false_call_penalty"]
        self.open_hand: bool = options["open_hand"] != "off"
        self.switch: bool = options["open_hand"] == "switch"
        seconds: int = options["race_countdown_s"]
        self.countdown: i64 = 1000 * seconds


@mypyc_attr(acyclic=True)
class Cards(State):
    """Where every card is, and what may be called with them; what follows from a call is in the next chapters."""

    def __init__(
        self,
        setup: Setup,
        variant: Variant,
        deck: vec[i64],
        top: i64,
        zone: vec[i64],
        grid: vec[i64],
        payers: vec[i64],
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
        self.grid = grid  # the shared cards in the order they were laid, grid[:laid]
        self.payers = payers  # who paid each card, in a game with penalties (else empty); NO_PENALTY for most
        self.hands = hands  # three places a seat, -1 where there is no card
        self.tally = tally  # what is counted for each seat, TALLY numbers each
        self.window = window  # the scorers of the open window in order, window[:scored]
        self.rounds = rounds  # casual: triples of each round
        self.chance = chance
        self.penalties = penalties  # the cards that the deal gives for coming penalties
        self.refuted = vec[i64]()  # CL-R16: solitaire's false calls whose cards lie there, in canonical order
        self.laid: i64 = 0
        self.scored: i64 = 0
        self.phase: i64 = terms.READY
        self.on_break: i64 = -1
        self.locked: i64 = 0
        self.votes: i64 = 0
        self.hands_open = False
        self.remembered: i64 = 0  # CL-R44: a mask of the places of hands whose cards everybody has seen
        self.bonus_seen: i64 = 0  # a mask of the bonus cards that have come up, SHARK first
        self.last_scorer: i64 = -1
        self.shuffled_back: i64 = 0  # CL-R22: bonus cards shuffled back before the first triple
        self.last_call: i64 = 0  # the last triple, and when it was called
        self.last_call_at: i64 = 0
        self.round: i64 = 1
        self.revealed_at: i64 = 0
        self.ended_at: i64 = 0
        self.why: i64 = terms.GOING_ON
        self.settles: i64 = 0  # settles and stalls so far: whenever it grows everybody looks at a new table
        self.tick: i64 = 0  # how many moves were made: whom turn() names goes round with it

    # --- Counting --------------------------------------------------------------------------------------------------

    def deck_count(self) -> i64:
        return len(self.deck) - self.top

    def take_deck(self, cards: list[int]) -> None:
        """A position's."""
        self.deck = vec[i64](cards)

    def take_refuted(self, calls: list[int]) -> None:
        """A position's."""
        self.refuted = vec[i64](calls)

    def counted(self, seat: i64, what: i64) -> i64:
        return self.tally[seat * terms.TALLY + what]

    def add_to(self, seat: i64, what: i64, number: i64) -> None:
        self.tally[seat * terms.TALLY + what] += number

    def counted_by_all(self, what: i64) -> i64:
        number: i64 = 0
        for seat in range(self.variant.players):
            number += self.counted(seat, what)
        return number

    def hand_count(self, seat: i64) -> i64:
        held: i64 = 0
        at = seat * MOST_PERSONAL
        while held < MOST_PERSONAL and self.hands[at + held] >= 0:
            held += 1
        return held

    def personal_cards(self) -> i64:
        number: i64 = 0
        for seat in range(self.variant.players):
            number += self.hand_count(seat)
        return number

    def usable_count(self, seat: i64) -> i64:
        """How many cards the seat may use, open cards of others among them."""
        return self.laid + (self.personal_cards() if self.hands_open else self.hand_count(seat))

    def is_temporary(self, card: i64) -> bool:
        """CL-45: was this shared card laid as a penalty?"""
        return self.variant.penalty and self.payers[card] != terms.NO_PENALTY

    def lasting(self) -> i64:
        """The shared cards that count towards the grid size (CL-R35)."""
        number = self.laid
        if self.variant.penalty:
            for place in range(self.laid):
                if self.is_temporary(self.grid[place]):
                    number -= 1
        return number

    # --- What lies where, for readers ------------------------------------------------------------------------------

    def in_grid(self) -> tuple[int, ...]:
        """The shared cards in the order they were laid."""
        return tuple([int(self.grid[place]) for place in range(self.laid)])

    def in_deck(self) -> list[int]:
        """The cards of the deck, top first."""
        return [int(card) for card in self.deck[self.top :]]

    def held(self, seat: i64) -> tuple[int, ...]:
        at = seat * MOST_PERSONAL
        return tuple([int(self.hands[at + i]) for i in range(self.hand_count(seat))])

    def pile(self, seat: i64) -> list[int]:
        """The seat's animal pile in canonical order."""
        return [card for card in range(EVERY_CARD) if self.zone[card] == PILE + seat]

    def aside(self) -> list[int]:
        """The cards that are out of this game, in canonical order."""
        return [card for card in self.variant.cards if self.zone[card] == terms.ASIDE]

    def scorers(self) -> tuple[int, ...]:
        """Who has scored in the open window, in order."""
        return tuple([int(terms.scorer_of(self.window[i])) for i in range(self.scored)])

    # --- Which cards a seat may use, and which calls that makes (CL-10, CL-48, CL-R8, CL-R36, CL-R40) --------------

    def usable(self, seat: i64) -> vec[i64]:
        """The shared cards and the seat's own, in canonical order (CL-10)."""
        return self.found_in(GRID, HAND + seat, self.laid + self.hand_count(seat))

    def found_in(self, place: i64, other: i64, number: i64) -> vec[i64]:
        """The cards of one or two places, so many together, in canonical order."""
        cards = vec[i64]([0] * number)
        zones = self.zone
        found: i64 = 0
        card: i64 = 0
        while found < number:
            cards[found] = card  # the next one takes its place unless this one counts: faster than a jump
            zone = zones[card]
            found += i64(zone in (place, other))
            card += 1
        return cards

    def is_foreign(self, card: i64, seat: i64) -> bool:
        zone = self.zone[card]
        return HAND <= zone < PILE and zone != HAND + seat

    def is_callable(self, seat: i64, move: i64) -> bool:
        """CL-10, CL-48, CL-R36, CL-R40: may the seat use these three cards, and give that one?"""
        a, b, c = terms.cards_in(move)
        if not a < b < c < ANIMALS:
            return False
        shared: i64 = 0
        foreign: i64 = 0
        place: i64 = 0
        while place < 3:
            zone = self.zone[terms.card_of(move, place)]
            if zone == GRID:
                shared += 1
            elif zone != HAND + seat:
                if not (HAND <= zone < PILE and self.hands_open):
                    return False
                foreign += 1
            place += 1
        give = terms.given_of(move)
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
        for i in range(end):
            for j in range(i + 1, end):
                pair = terms.call(cards[i], cards[j], 0)
                for k in range(j + 1, end):
                    out.add(pair | cards[k] << 8)
        if self.hands_open:
            self.foreign_options(seat, out)

    def foreign_options(self, seat: i64, out: Moves) -> None:
        """CL-48: another seat's open card with two shared ones; in a switch with the card to give (CL-R40)."""
        shared = self.found_in(GRID, GRID, self.laid)
        card: i64 = 0
        while card < ANIMALS:
            if self.is_foreign(card, seat):
                for i in range(self.laid):
                    for j in range(i + 1, self.laid):
                        self.add_with_gift(seat, terms.sorted_call(card, shared[i], shared[j]), out)
            card += 1

    def add_with_gift(self, seat: i64, move: i64, out: Moves) -> None:
        if self.gifts(seat) == 1:
            out.add(move)
            return
        for at in range(self.hand_count(seat)):
            out.add(move + self.hands[seat * MOST_PERSONAL + at] + 1)

    def gifts(self, seat: i64) -> i64:
        """Among how many of its own cards the seat picks the one to give in a switch; 1 without a choice."""
        held = self.hand_count(seat)
        if self.variant.switch and held > 1:
            return held
        return 1

    def foreign_calls(self, seat: i64) -> i64:
        """How many calls the seat could make with open cards of others."""
        cards = self.personal_cards() - self.hand_count(seat)
        return cards * (self.laid * (self.laid - 1) // 2) * self.gifts(seat)

    def foreign_call(self, seat: i64, at: i64) -> i64:
        """The call at this place among those with open cards of others, found without listing."""
        gifts = self.gifts(seat)
        pairs = self.laid * (self.laid - 1) // 2
        left = at // (pairs * gifts)
        card: i64 = 0
        while left > 0 or not self.is_foreign(card, seat):
            if self.is_foreign(card, seat):
                left -= 1
            card += 1
        pair = at % (pairs * gifts) // gifts
        shared = self.found_in(GRID, GRID, self.laid)
        i: i64 = 0
        after = self.laid - 1
        while pair >= after:  # so many pairs begin with shared card i
            pair -= after
            after -= 1
            i += 1
        move = terms.sorted_call(card, shared[i], shared[i + 1 + pair])
        if gifts == 1:
            return move
        place = seat * MOST_PERSONAL + at % gifts
        return move + self.hands[place] + 1

    def random_call(self, seat: i64, at: i64) -> i64:
        """The call at this place of the list, found without listing."""
        cards = self.usable(seat)
        call = call_at(cards, at)
        passed: i64 = 0
        refuted = self.refuted_up_to(call)
        while refuted != passed:  # the list leaves these out, so the call stands so many further on
            passed = refuted
            call = call_at(cards, at + passed)
            refuted = self.refuted_up_to(call)
        return call

    def refuted_up_to(self, call: i64) -> i64:
        """How many refuted calls come before this one in canonical order, or are this one."""
        refuted = self.refuted
        low: i64 = 0
        high: i64 = len(refuted)
        while low < high:
            middle = (low + high) // 2
            if refuted[middle] <= call:
                low = middle + 1
            else:
                high = middle
        return low

    def refute(self, call: i64) -> None:
        """CL-R16: remember a false call, in canonical order."""
        at = self.refuted_up_to(call)
        refuted = append(self.refuted, call)
        last: i64 = len(refuted) - 1
        while last > at:
            refuted[last] = refuted[last - 1]
            last -= 1
        refuted[at] = call
        self.refuted = refuted

    # --- Laying and taking cards -----------------------------------------------------------------------------------

    def lay(self, card: i64, place: i64) -> None:
        """A card to the grid, to a hand, or as an extra card to a pile."""
        self.zone[card] = place
        if place == GRID:
            self.grid[self.laid] = card
            self.laid += 1
        elif place < PILE:
            seat = place - HAND
            self.hands[seat * MOST_PERSONAL + self.hand_count(seat)] = card
        else:
            self.add_to(place - PILE, terms.CARDS, 1)
            self.add_to(place - PILE, terms.EXTRAS, 1)

    def lay_penalty(self, card: i64, payer: i64) -> None:
        """CL-45: a temporary shared card."""
        self.lay(card, GRID)
        self.payers[card] = payer

    def take_shared(self, card: i64) -> bool:
        """Lift a shared card off the grid; does it leave a gap, because it was no temporary one?"""
        place: i64 = 0
        while self.grid[place] != card:
            place += 1
        self.laid -= 1
        while place < self.laid:
            self.grid[place] = self.grid[place + 1]
            place += 1
        if not self.is_temporary(card):
            return True
        self.payers[card] = terms.NO_PENALTY
        return False

    def take_personal(self, card: i64, owner: i64) -> None:
        end = (owner + 1) * MOST_PERSONAL - 1
        at = self.place_in_hand(card, owner)
        while at < end:
            self.hands[at] = self.hands[at + 1]
            self.remembered &= ~bit(at)
            if has(self.remembered, at + 1):
                self.remembered |= bit(at)
            at += 1
        self.hands[end] = -1
        self.remembered &= ~bit(end)

    def place_in_hand(self, card: i64, owner: i64) -> i64:
        at = owner * MOST_PERSONAL
        while self.hands[at] != card:
            at += 1
        return at

    def remember(self, card: i64, owner: i64) -> None:
        """CL-R44: everybody has seen this personal card. No view shows it when it is closed again; who remembers it
        knows where it is until it is used, and imagined worlds keep to that."""
        self.remembered |= bit(self.place_in_hand(card, owner))

    # --- What chance gives in the middle of a game -----------------------------------------------------------------

    def has_given_chance(self) -> bool:
        return len(self.penalties) > 0 or self.chance.is_given()
