"""CLADES Prehistoric, by Jonathan Tweet and Karen Lewis: everybody looks for triples at once, the earliest call counts.

Numbers such as CL-14 are those of ``rules.md``, CL-R11 those of ``rulings.md``. There is no clock in here: calls count
in the order in which they arrive, and whatever happens after a while is a move of the host.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from mesozoic.games.clades import events
from mesozoic.games.clades.cards import (
    ANIMALS,
    BIVALVE,
    CLADE,
    CLADES,
    EVERY_CARD,
    FACES,
    FISH,
    MOLLUSK,
    NAMES,
    SHARK,
    failing,
    find_triples,
    has_triple,
    is_bonus,
    is_one_clade,
    is_triple,
    places,
)
from mesozoic.kernel.bits import bit, count, has
from mesozoic.kernel.deal import Chance
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.state import HOST, NOBODY, Moves, State

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup
    from mesozoic.kernel.rng import Rng

SHARED_CARDS: Final = 12
MOST_PERSONAL: Final = 3
CLADE_EXTRAS: Final = 2
PAIR_EXTRAS: Final = 5
RACE_CARDS: Final = 39
RACE_TRIPLES: Final = 10
MOST_ROUNDS: Final = 20
MOST_FALSE_CALLS: Final = 3
MOST_PENALTIES: Final = 60

# --- Phases ---------------------------------------------------------------------------------------------
READY: Final = 0
SHOWN: Final = 1
OPEN: Final = 2
SETTLING: Final = 3
ROUND_OVER: Final = 4
OVER: Final = 5

# --- Where a card is; the hand and the pile of seat i are HAND + i and PILE + i -----------------------------
OUT: Final = 0  # not a card of this game
DECK: Final = 1
GRID: Final = 2
ASIDE: Final = 3
HAND: Final = 8
PILE: Final = 16

# --- What is counted for each seat --------------------------------------------------------------------------
CARDS: Final = 0  # in the animal pile
TRIPLES: Final = 1
CLADE_TRIPLES: Final = 2
EXTRAS: Final = 3
PAID: Final = 4  # penalties
FALSE_CALLS: Final = 5  # since the last settle or stall
OWED: Final = 6  # CL-41: personal cards that wait for the end of the seat's break
RELEASED: Final = 7  # those of a break that has ended, drawn first at the next settle (CL-R34)
TALLY: Final = 8

# --- Why a game ended ---------------------------------------------------------------------------------------
GOING_ON: Final = 0
NONE_LEFT: Final = 1
NONE_SEEN: Final = 2
TEN_TRIPLES: Final = 3
TIME_UP_REASON: Final = 4
STOPPED: Final = 5

# --- Moves ----------------------------------------------------------------------------------------------------
NONE: Final = 1
REVEAL: Final = 2
START: Final = 3
SETTLE: Final = 4
STALL_TIMER: Final = 5
STALL_MAJORITY: Final = 6
TIME_UP: Final = 7
RESHUFFLE: Final = 8
STOP: Final = 9
UNLOCK: Final = 16
CALL: Final = 0x1000000000


def unlock(seat: i64) -> i64:
    """The host's move that lets a seat call again."""
    return UNLOCK + seat


def call(a: i64, b: i64, c: i64, give: i64 = -1) -> i64:
    """The call of three cards in canonical order; ``give`` is the card handed over in a switch, if it is named."""
    return CALL | a << 24 | b << 16 | c << 8 | (give + 1)


def card_of(move: i64, place: i64) -> i64:
    """One of the three cards of a call, by place 0 to 2."""
    return (move >> (24 - 8 * place)) & 255


def given_of(move: i64) -> i64:
    """The card that a call names for the switch, -1 if it names none."""
    return (move & 255) - 1


# --- A scorer of the open window: who, how many shared cards and how many personal cards to replace, and for whom ---


def scorer_entry(seat: i64, shared: i64, personal: i64, owner: i64) -> i64:
    return seat | shared << 4 | personal << 8 | owner << 12


def scorer_of(entry: i64) -> i64:
    return entry & 15


def shared_of(entry: i64) -> i64:
    return (entry >> 4) & 15


def personal_of(entry: i64) -> i64:
    return (entry >> 8) & 15


def owner_of(entry: i64) -> i64:
    return (entry >> 12) & 15


# --- Variants ---------------------------------------------------------------------------------------------------


def cards_of(options: dict[str, Any]) -> list[int]:
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
        self.cards = cards_of(options)
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


# --- The table ----------------------------------------------------------------------------------------------------


@final
@mypyc_attr(acyclic=True)
class Table(State):
    """A game of CLADES: where every card is, who has scored in the open window, who is locked or on a break."""

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

    def clone(self) -> Table:
        copy = Table(
            self.setup,
            self.variant,
            self.deck,
            self.top,
            self.zone[:],
            self.grid[:],
            self.hands[:],
            self.tally[:],
            self.window[:],
            self.rounds[:],
            self.chance.clone(),
            self.penalties[:],
        )
        copy.laid = self.laid
        copy.scored = self.scored
        copy.phase = self.phase
        copy.on_break = self.on_break
        copy.locked = self.locked
        copy.votes = self.votes
        copy.hands_open = self.hands_open
        copy.bonus_seen = self.bonus_seen
        copy.last_scorer = self.last_scorer
        copy.shuffled_back = self.shuffled_back
        copy.last_call = self.last_call
        copy.last_call_at = self.last_call_at
        copy.round = self.round
        copy.revealed_at = self.revealed_at
        copy.ended_at = self.ended_at
        copy.why = self.why
        copy.settles = self.settles
        copy.tick = self.tick
        copy.clock = self.clock
        copy.reveals = self.reveals
        return copy

    # --- Counting -------------------------------------------------------------------------------------------

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

    # --- Whose decision it is -------------------------------------------------------------------------------

    def has_scored(self, seat: i64) -> bool:
        """CL-R10: has the seat made a triple in the open window?"""
        at: i64 = 0
        while at < self.scored:
            if scorer_of(self.window[at]) == seat:
                return True
            at += 1
        return False

    def is_free(self, seat: i64) -> bool:
        """Neither locked (CL-R16) nor on a break (CL-40) nor done with this window nor out of penalties (CL-R35)."""
        return (
            seat != self.on_break
            and not has(self.locked, seat)
            and self.counted(seat, PAID) < MOST_PENALTIES
            and not self.has_scored(seat)
        )

    def is_late(self) -> bool:
        """CL-R38: a countdown has run out."""
        return self.variant.countdown != 0 and self.clock > self.deadline()

    def deadline(self) -> i64:
        return self.revealed_at + self.variant.countdown

    def can_call(self, seat: i64) -> bool:
        if self.phase != OPEN and self.phase != SETTLING:
            return False
        if not self.is_free(seat) or self.is_late():
            return False
        own = self.hand_count(seat)
        return self.laid + own >= 3 or (self.hands_open and self.laid == 2 and self.personal_cards() > own)

    def can_vote(self, seat: i64) -> bool:
        """CL-R18: everybody who is not on a break, once, also while locked."""
        return self.phase == OPEN and seat != self.on_break and not has(self.votes, seat)

    def personal_cards(self) -> i64:
        number: i64 = 0
        seat: i64 = 0
        while seat < self.variant.players:
            number += self.hand_count(seat)
            seat += 1
        return number

    def is_waiting_for(self, seat: i64) -> bool:
        if seat == HOST:
            return self.phase < ROUND_OVER
        if self.phase == ROUND_OVER:
            return seat == 0
        return self.can_vote(seat) or self.can_call(seat)

    @property
    def to_move(self) -> tuple[int, ...]:
        waiting = [seat for seat in range(self.variant.players) if self.is_waiting_for(seat)]
        if self.is_waiting_for(HOST):
            waiting.append(HOST)
        return tuple(waiting)

    def turn(self) -> i64:
        """Those who may move come up one after the other, the host among them, so that any play gets on."""
        if self.phase == OVER:
            return NOBODY
        if self.phase == ROUND_OVER:
            return 0
        seats = self.variant.players
        seat = self.tick % (seats + 1)
        while seat < seats:
            if self.is_waiting_for(seat):
                return seat
            seat += 1
        return HOST

    def list_moves(self, seat: i64, out: Moves) -> None:
        out.clear()
        if seat == HOST:
            self.host_options(out)
        elif self.phase == ROUND_OVER:
            if self.round < MOST_ROUNDS:
                out.add(RESHUFFLE)
            out.add(STOP)
        else:
            if self.can_call(seat):
                self.call_options(seat, out)
            if self.can_vote(seat):
                out.add(NONE)

    def random_move(self, seat: i64, rng: Rng, out: Moves) -> i64:
        """Draw among all three-card sets by their number in the list, without listing them."""
        if seat == HOST or self.phase == ROUND_OVER or self.hands_open or not self.can_call(seat):
            self.list_moves(seat, out)
            return out.codes[rng.below(out.count)]
        cards = self.usable(seat)
        left: i64 = len(cards)
        calls = left * (left - 1) * (left - 2) // 6
        at = rng.below(calls + (1 if self.can_vote(seat) else 0))
        if at == calls:
            return NONE
        i: i64 = 0
        left -= 1
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

    def host_options(self, out: Moves) -> None:
        if self.phase == READY:
            out.add(REVEAL)
        elif self.phase == SHOWN:
            out.add(START)
        elif self.phase == SETTLING:
            out.add(SETTLE)
            self.unlock_options(out)
        elif self.phase == OPEN:
            out.add(STALL_TIMER)
            if self.has_majority():
                out.add(STALL_MAJORITY)
            if self.variant.countdown != 0 and self.clock >= self.deadline():
                out.add(TIME_UP)
            self.unlock_options(out)

    def unlock_options(self, out: Moves) -> None:
        """CL-R16: after the third false call only a settle or a stall helps."""
        seat: i64 = 0
        while seat < self.variant.players:
            if self.can_unlock(seat):
                out.add(UNLOCK + seat)
            seat += 1

    def can_unlock(self, seat: i64) -> bool:
        return has(self.locked, seat) and self.counted(seat, FALSE_CALLS) < MOST_FALSE_CALLS

    def is_legal(self, seat: i64, move: i64) -> bool:
        """A call is checked card by card: the list of all calls would be long."""
        if move < CALL or seat == HOST:
            return int(move) in self.codes(seat)
        return self.can_call(seat) and self.is_callable(seat, move)

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

    def apply(self, seat: i64, move: i64) -> None:
        self.tick += 1
        self.reveals += 1  # whatever is done at this table everybody sees
        if move >= CALL:
            self.call(seat, move)
        elif move >= UNLOCK:
            self.unlock(move - UNLOCK)
        elif move == NONE:
            self.none(seat)
        elif move == SETTLE:
            self.settle()
        elif move in (STALL_TIMER, STALL_MAJORITY):
            self.stall()
        elif move == REVEAL:
            self.reveal()
        elif move == START:
            self.start()
        elif move == TIME_UP:
            self.end(TIME_UP_REASON)
        elif move == RESHUFFLE:
            self.reshuffle()
        else:
            self.end(STOPPED)

    # --- Setup: turning the shared cards, looking at the own card (CL-05, CL-07, CL-55) -------------------------

    def reveal(self) -> None:
        self.phase = SHOWN
        if self.log is not None:
            self.log.append(events.Turned(tuple([int(self.grid[i]) for i in range(self.laid)])))
        if self.variant.solitaire:
            self.revealed_at = self.clock
            self.begin()

    def start(self) -> None:
        if self.log is not None:
            for seat in range(self.variant.players):
                if self.hand_count(seat) != 0:
                    self.log.append(events.looked(seat, self.held(seat)))
        self.begin()

    def begin(self) -> None:
        self.phase = OPEN
        if self.log is not None:
            self.log.append(events.Began())
        self.end_if_bare()

    def held(self, seat: i64) -> tuple[int, ...]:
        at = seat * MOST_PERSONAL
        return tuple([int(self.hands[at + i]) for i in range(self.hand_count(seat))])

    # --- Calling (CL-08 to CL-12) -------------------------------------------------------------------------------

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

    def add_with_gift(self, seat: i64, move: i64, out: Moves) -> None:
        if not self.variant.switch or self.hand_count(seat) < 2:
            out.add(move)
            return
        at: i64 = 0
        while at < self.hand_count(seat):
            out.add(move + self.hands[seat * MOST_PERSONAL + at] + 1)
            at += 1

    def call(self, seat: i64, move: i64) -> None:
        a = card_of(move, 0)
        b = card_of(move, 1)
        c = card_of(move, 2)
        true = is_triple(a, b, c)
        if self.log is not None:
            self.log.append(events.Called(seat, (int(a), int(b), int(c)), true))
        if true:
            self.make_triple(seat, move)
        else:
            self.false_call(seat)

    # --- Triples and clade triples (CL-11, CL-18 to CL-21) ------------------------------------------------------

    def make_triple(self, seat: i64, move: i64) -> None:
        """What a true call does, in the order of ledger section 5."""
        if self.phase == OPEN:
            self.phase = SETTLING
        entry = self.take(seat, move)
        self.add_to(seat, TRIPLES, 1)
        self.last_call = move
        self.last_call_at = self.clock
        if self.variant.casual:
            self.rounds[self.round - 1] += 1
        if self.variant.victory_break:
            self.take_break(seat)
        if is_one_clade(card_of(move, 0), card_of(move, 1), card_of(move, 2)):
            self.add_to(seat, CLADE_TRIPLES, 1)
            if not self.variant.solitaire:
                self.draw_extras(seat, seat, CLADE_EXTRAS)
        self.window[self.scored] = entry
        self.scored += 1
        self.last_scorer = seat
        if self.variant.race and self.counted(seat, TRIPLES) == RACE_TRIPLES:
            self.end(TEN_TRIPLES)
        else:
            self.settle_if_done()

    def take(self, seat: i64, move: i64) -> i64:
        """The three cards go to the caller's pile; returns the entry for replacing them."""
        shared: i64 = 0
        personal: i64 = 0
        owner = seat
        place: i64 = 0
        while place < 3:
            card = card_of(move, place)
            zone = self.zone[card]
            if zone == GRID:
                if not self.take_shared(card):
                    shared += 1
            else:
                owner = zone - HAND
                self.take_personal(card, owner)
                personal += 1
            self.zone[card] = PILE + seat
            place += 1
        self.add_to(seat, CARDS, 3)
        if self.log is not None:
            self.log.append(events.Took(seat, (int(card_of(move, 0)), int(card_of(move, 1)), int(card_of(move, 2)))))
        if owner != seat and self.variant.switch and self.hand_count(seat) > 0:
            self.give(seat, owner, given_of(move))
            owner = seat
        return scorer_entry(seat, shared, personal, owner)

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

    def give(self, seat: i64, other: i64, card: i64) -> None:
        """CL-51: the caller's own personal card for the one it used; it stays open (CL-R40)."""
        if card < 0:
            card = self.hands[seat * MOST_PERSONAL]
        self.take_personal(card, seat)
        self.lay(card, HAND + other)
        if self.log is not None:
            self.log.append(events.Gave(seat, other, card))

    def draw_extras(self, scorer: i64, receiver: i64, number: i64) -> None:
        while number > 0:
            self.draw(scorer, PILE + receiver)
            number -= 1

    # --- Drawing, and the bonus cards (CL-29 to CL-32, CL-R28) ----------------------------------------------------

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
                if self.log is not None:
                    self.log.append(events.drawn(card, place - HAND, place - PILE))
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
            self.log.append(events.Passed(scorer, receiver, card))
            if self.completes_pair(card):
                self.log.append(events.PairCompleted(receiver))
        return receiver

    def completes_pair(self, card: i64) -> bool:
        """CL-31, CL-63, CL-R30: have both bonus cards of the set come up?"""
        pair: i64 = 3 if card < FISH else 12
        return self.bonus_seen & pair == pair

    # --- False calls (CL-45, CL-R16, CL-R17, CL-R35) ---------------------------------------------------------------

    def false_call(self, seat: i64) -> None:
        self.locked |= bit(seat)
        self.add_to(seat, FALSE_CALLS, 1)
        if self.log is not None:
            self.log.append(events.Locked(seat))
        if self.variant.penalty:
            self.pay_penalty(seat)
        if self.phase == SETTLING:
            self.settle_if_done()

    def pay_penalty(self, seat: i64) -> None:
        """A random animal card of the pile becomes a temporary shared card."""
        pile = self.pile(seat)
        end = len(pile)
        while end > 0 and pile[end - 1] >= ANIMALS:
            end -= 1
        if end == 0:
            return
        card = self.drawn_penalty(pile[:end])
        self.zone[card] = GRID
        self.grid[self.laid] = card | (seat + 1) << 8
        self.laid += 1
        self.add_to(seat, CARDS, -1)
        self.add_to(seat, PAID, 1)
        self.votes = 0
        if self.journal is not None:
            self.journal.deal.setdefault("penalty", []).append(NAMES[card])
        if self.log is not None:
            self.log.append(events.PaidPenalty(seat, card))

    def pile(self, seat: i64) -> list[int]:
        """The seat's animal pile in canonical order."""
        return [card for card in range(EVERY_CARD) if self.zone[card] == PILE + seat]

    def drawn_penalty(self, cards: list[int]) -> int:
        if not self.penalties:
            return cards[self.chance.rng.below(len(cards))]
        card = self.penalties.pop(0)
        if card not in cards:
            raise BadOptions(f"The penalty {NAMES[card]} of the deal is no animal card of the pile that pays it.")
        return card

    def penalties_paid(self) -> i64:
        """By all seats together."""
        paid: i64 = 0
        seat: i64 = 0
        while seat < self.variant.players:
            paid += self.counted(seat, PAID)
            seat += 1
        return paid

    def unlock(self, seat: i64) -> None:
        self.locked &= ~bit(seat)
        if self.log is not None:
            self.log.append(events.Unlocked(seat))

    # --- Several calls, replacing (CL-22 to CL-26, CL-28, CL-49) -------------------------------------------------

    def settle_if_done(self) -> None:
        """CL-R11: settle at once if nobody could call in this window any more."""
        seat: i64 = 0
        while seat < self.variant.players:
            if self.is_free(seat):
                return
            seat += 1
        self.settle()

    def settle(self) -> None:
        """Replace what was taken, in the order of ledger section 5."""
        if self.log is not None:
            self.log.append(events.Settled(tuple([int(scorer_of(self.window[i])) for i in range(self.scored)])))
        self.draw_released()
        at: i64 = 0
        if self.hands_open:
            while at < self.scored:
                self.replace_personal(self.window[at])
                at += 1
            self.close_hands()
            at = 0
            while at < self.scored:
                self.replace_shared(self.window[at])
                at += 1
        else:
            while at < self.scored:
                self.replace_shared(self.window[at])
                self.replace_personal(self.window[at])
                at += 1
        self.scored = 0
        self.clear_locks_and_votes()
        self.phase = OPEN
        self.end_if_bare()

    def draw_released(self) -> None:
        """CL-R34: the seat whose break ended in this window made its triple earlier, so it draws first."""
        seat: i64 = 0
        while seat < self.variant.players:
            number = self.counted(seat, RELEASED)
            self.add_to(seat, RELEASED, -number)
            while number > 0:
                self.draw(seat, HAND + seat)
                number -= 1
            seat += 1

    def replace_shared(self, entry: i64) -> None:
        """CL-28, CL-R15: one for each card taken, up to the grid size."""
        number = shared_of(entry)
        while number > 0 and self.lasting() < self.variant.grid_size:
            self.draw(scorer_of(entry), GRID)
            number -= 1

    def replace_personal(self, entry: i64) -> None:
        """CL-22; a seat on a break has to wait (CL-41, CL-R34)."""
        owner = owner_of(entry)
        number = personal_of(entry)
        if owner == self.on_break:
            self.add_to(owner, OWED, number)
            return
        while number > 0:
            self.draw(scorer_of(entry), HAND + owner)
            number -= 1

    def close_hands(self) -> None:
        self.hands_open = False
        if self.log is not None:
            self.log.append(events.HandsClosed())

    def clear_locks_and_votes(self) -> None:
        """CL-R16, CL-R19: after every settle and every stall."""
        self.settles += 1
        self.votes = 0
        self.locked = 0
        seat: i64 = 0
        while seat < self.variant.players:
            self.tally[seat * TALLY + FALSE_CALLS] = 0
            seat += 1

    # --- Victory break (CL-40, CL-41, CL-R33, CL-R34) -------------------------------------------------------------

    def take_break(self, seat: i64) -> None:
        """The scorer's break begins; that of the scorer before ends, and its owed cards are released."""
        self.end_break()
        self.on_break = seat
        if self.log is not None:
            self.log.append(events.BreakBegan(seat))

    def end_break(self) -> None:
        seat = self.on_break
        if seat < 0:
            return
        self.on_break = -1
        owed = self.counted(seat, OWED)
        self.add_to(seat, OWED, -owed)
        self.add_to(seat, RELEASED, owed)
        if self.log is not None:
            self.log.append(events.BreakEnded(seat))

    # --- Lucky 13 and open hands (CL-27, CL-47, CL-R18 to CL-R23) --------------------------------------------------

    def voters(self) -> i64:
        """How many seats may say that they see none."""
        return self.variant.players - (1 if self.on_break >= 0 else 0)

    def has_majority(self) -> bool:
        return 2 * count(self.votes) > self.voters()

    def none(self, seat: i64) -> None:
        self.votes |= bit(seat)
        if self.log is not None:
            self.log.append(events.Voted(seat, count(self.votes), self.voters()))
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
            self.end(NONE_SEEN)
            return
        self.end_if_bare()

    def open_hands(self) -> None:
        self.hands_open = True
        if self.log is not None:
            for seat in range(self.variant.players):
                if self.hand_count(seat) != 0:
                    self.log.append(events.Opened(seat, self.held(seat)))

    def add_card(self) -> None:
        if self.log is not None:
            self.log.append(events.Stalled())
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
                self.zone[card] = ASIDE
            return
        card = self.deck[self.top]
        self.top += 1
        self.lay(card, GRID)
        if self.log is not None:
            self.log.append(events.drawn(card, GRID - HAND, GRID - PILE))
        if met:
            self.shuffle_back(met)

    def shuffle_back(self, met: list[int]) -> None:
        self.deck = vec[i64](self.later_order([card for card in self.deck[self.top :]] + met))  # noqa: C416
        self.top = 0
        self.shuffled_back += len(met)
        if self.log is not None:
            self.log.append(events.ShuffledBack(len(met)))

    def later_order(self, cards: list[int]) -> list[int]:
        """The cards as chance orders them in the middle of a game; a record keeps it."""
        order = self.chance.order(cards)
        if self.journal is not None:
            self.journal.deal.setdefault("reshuffles", []).append([NAMES[card] for card in order])
        return order

    def lapse(self, seat: i64) -> None:
        """CL-R20 (3): with an empty deck a break ends, and what it is owed with it."""
        self.tally[seat * TALLY + OWED] = 0
        self.end_break()

    # --- The end (CL-33 to CL-36, CL-R24) -------------------------------------------------------------------------

    def end_if_bare(self) -> None:
        """CL-R24: only an empty deck lets the table say that no triple is left."""
        if self.deck_count() != 0:
            return
        seat: i64 = 0
        while seat < self.variant.players:
            cards = self.usable(seat)
            if has_triple(cards, len(cards)):
                return
            seat += 1
        self.end(NONE_LEFT)

    def end(self, why: i64) -> None:
        self.why = why
        self.ended_at = self.clock
        self.scored = 0
        self.phase = ROUND_OVER if self.variant.casual and why != STOPPED else OVER
        if self.log is None:
            return
        if self.phase == ROUND_OVER:
            self.log.append(events.RoundEnded(self.round, self.rounds[self.round - 1]))
            return
        for seat in range(self.variant.players):
            self.log.append(events.Counted(seat, self.score(seat), self.held(seat)))

    def score(self, seat: i64) -> i64:
        """CL-35; in solitaire the cards of all triples, over all rounds."""
        if self.variant.solitaire:
            return 3 * self.counted(seat, TRIPLES)
        return self.counted(seat, CARDS)

    def reshuffle(self) -> None:
        """CL-53, CL-R39: all cards back, a new deal, the counts kept."""
        order = self.later_order(list(self.variant.cards))
        self.round += 1
        self.laid = 0
        self.tally[CARDS] = 0
        self.votes = 0
        self.locked = 0
        self.why = GOING_ON
        self.deck = vec[i64](order)
        self.top = 0
        for card in order:
            self.zone[card] = DECK
        while self.laid < self.variant.grid_size:
            self.lay(self.deck[self.top], GRID)
            self.top += 1
        if self.log is not None:
            self.log.append(events.Turned(tuple([int(self.grid[i]) for i in range(self.laid)])))
        self.begin()

    # --- Looking for triples: for bots and for the end of the game ---------------------------------------------------

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

    def list_near_misses(self, seat: i64, out: Moves) -> None:
        """Every call of the seat that fails in exactly one quality."""
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

    def usable_count(self, seat: i64) -> i64:
        """How many cards the seat may use, open cards of others among them."""
        return self.laid + (self.personal_cards() if self.hands_open else self.hand_count(seat))


def sorted_call(card: i64, a: i64, b: i64) -> i64:
    """The call of a card and two others that are in order."""
    if card < a:
        return call(card, a, b)
    return call(a, card, b) if card < b else call(a, b, card)


# --- Setup (CL-03, CL-06, CL-38, CL-54) ----------------------------------------------------------------------------


def shuffle(setup: Setup, rng: Rng) -> Table:
    """A game dealt by chance; later chance goes on with the same generator."""
    variant: Variant = setup.variant
    order = list(variant.cards)
    rng.shuffle(order)
    if variant.race:
        order = order[:RACE_CARDS]
    return new_game(setup, order, None, Chance(rng.clone(), []), [])


def new_game(
    setup: Setup, order: list[int], after_setup: list[int] | None, chance: Chance, penalties: list[int]
) -> Table:
    """Deal the pile, top first: personal cards in rounds of one a seat (CL-R2), then the shared cards."""
    variant: Variant = setup.variant
    table = empty_table(setup, chance, penalties)
    for card in order:
        table.zone[card] = DECK
    where = deal_places(variant)
    deck = order[len(where) :]
    met: list[int] = []
    for place, card in zip(where, order):  # noqa: B905
        while card >= ANIMALS:  # CL-06, CL-R3
            met.append(card)
            card = deck.pop(0)
        table.lay(card, place)
    if met:
        if after_setup is None:
            deck = chance.order(deck + met)
        elif sorted(after_setup) == sorted(deck + met):
            deck = after_setup
        else:
            raise BadOptions("after_setup must hold the cards that are left in the deck after the deal.")
    elif after_setup is not None:
        raise BadOptions("after_setup is only for a deal in which a bonus card comes up.")
    table.deck = vec[i64](deck)
    return table


def deal_places(variant: Variant) -> list[int]:
    """Where the dealt cards go, in deal order."""
    found: list[int] = []
    for number in range(MOST_PERSONAL):
        for seat in range(variant.players):
            if variant.personal[seat] > number:
                found.append(HAND + seat)
    return found + [GRID] * variant.grid_size


def empty_table(setup: Setup, chance: Chance, penalties: list[int]) -> Table:
    """A table of the game with every card aside."""
    variant: Variant = setup.variant
    zone = vec[i64]([OUT] * EVERY_CARD)
    for card in variant.cards:
        zone[card] = ASIDE
    return Table(
        setup,
        variant,
        vec[i64](),
        0,
        zone,
        vec[i64]([0] * len(variant.cards)),
        vec[i64]([-1] * (MOST_PERSONAL * variant.players)),
        vec[i64]([0] * (TALLY * variant.players)),
        vec[i64]([0] * variant.players),
        vec[i64]([0] * (MOST_ROUNDS if variant.casual else 0)),
        chance,
        penalties,
    )
