"""The table of Biomechanic Dino Battles: who has which cards where, and what happens to them whatever the reason.

Numbers such as BD-27 are those of ``rules.md``, BD-R33 those of ``rulings.md``. The turn and everything that a player
decides is in ``rules.py``.

Hands, discard piles and play areas are counts by kind of card; decks and attached cards are ordered. A dino in play
has a row of its own for as long as it lives; the line-up says which row is active and which sit on the Bench.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from librt.vecs import append, pop, vec
from mypy_extensions import i64, mypyc_attr

from mesozoic.games.biomechanic_dino_battles import events
from mesozoic.games.biomechanic_dino_battles.cards import (
    ANY_AT,
    CARD_IDS,
    DINO_HP,
    DINO_KINDS,
    DINO_SPECIAL,
    FIRST_ITEM,
    IMMUNE_Z,
    KINDS,
    TOTAL_AT,
    A,
    D,
    P,
    W,
    Z,
)
from mesozoic.games.biomechanic_dino_battles.rules_moves import (
    ACTION,
    ARGUMENT,
    FRAME,
    MOVE_AT,
    OPPONENT,
    OVER,
    PAYMENT,
    PROMOTE,
)
from mesozoic.kernel.bits import bit
from mesozoic.kernel.deal import SeatChance
from mesozoic.kernel.state import Moves, State

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup

HAND_SIZE: Final = 6
STARTING_COPIES: Final = 3
STARTING_KINDS: Final = 4  # A, E, D and W
STARTING_DECK: Final = STARTING_COPIES * STARTING_KINDS
OFFERED: Final = 5
BENCH: Final = 3
DINOS_IN_GAME: Final = 6
STACKS_IN_GAME: Final = 10
STEP: Final = 5
"""BD-07: damage is counted in steps of 5; so are Wounds of a direct attack (BD-24) and the loss by Poison (BD-30)."""
NONE: Final = -1

# --- Zones counted by kind ----------------------------------------------------------------------------------
HAND: Final = 0
DISCARD: Final = 1
PLAYED: Final = 2
SHUFFLED: Final = 3
"""What lay in the deck when it was last shuffled: everybody saw it in the discard pile."""
ZONES: Final = 4

# --- What is kept for each seat -----------------------------------------------------------------------------
SEAT: Final = 8
DECK_SIZE: Final = 0
HAND_COUNT: Final = 1
LINGERING: Final = 2  # BD-R19: paralysis is the Z in the hand plus this: Z that left it, less Shock Nets, since cleanup
POISONER: Final = 3  # the seat that last made this one take a P
ITEMS_OWNED: Final = 4
TROPHIES: Final = 5
IN_PLAY: Final = 6  # how many cards lie in the play area
HELD: Final = 7  # the set of kinds in the hand: asked for more often than it changes

# --- What is kept for each dino in play ---------------------------------------------------------------------
LINE: Final = 4  # the Active zone, place 0, and three benched
ROW: Final = 9
KIND: Final = 0  # the dino's kind plus 1; 0 is an empty row
HURT: Final = 1
MORE_ATK: Final = 2
MORE_EVA: Final = 3
MORE_DEF: Final = 4
MORE_DAMAGE: Final = 5
ASSISTED: Final = 6
LOADED: Final = 7  # the set of kinds attached to it: asked for more often than it changes
POOL: Final = 8  # the Combat cards attached to it, packed like a payment; for the same reason

# --- An attached card, packed into one integer --------------------------------------------------------------
KNOWN_AT: Final = 5
ROW_AT: Final = 10
EVERYBODY: Final = 31
"""The mask of those who know an attached card: a bit for each seat, and one for everybody who watches."""

# --- How the game ended -------------------------------------------------------------------------------------
BY_TROPHIES: Final = 1
BY_WOUNDS: Final = 2
BY_LIMIT: Final = 3

COPIES: Final = {2: 3, 3: 4, 4: 5}
COMBAT_COUNT: Final = {2: 10, 3: 15, 4: 20}
STACK_SIZE: Final = {2: 6, 3: 8, 4: 10}
WOUNDS_PER_PLAYER: Final = 4


OPTIONS: Final = Moves()
"""Where ``ask`` looks at the options; never kept."""


def _or_auto(value: Any, auto: int) -> int:
    return auto if value == "auto" else int(value)


@final
@mypyc_attr(acyclic=True)
class Variant:
    """The number of players and the options, as the rules ask for them (Table 1)."""

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        combat = COMBAT_COUNT[players]
        self.players: i64 = players
        self.copies: i64 = COPIES[players]
        self.combat_stack: i64 = combat
        self.supply_stack: i64 = _or_auto(options["supply_stack"], STACK_SIZE[players])
        self.wound_stack: i64 = _or_auto(options["wound_stack"], WOUNDS_PER_PLAYER * players)
        self.poison_stack: i64 = _or_auto(options["poison_stack"], combat)
        self.paralyze_stack: i64 = _or_auto(options["paralyze_stack"], combat)
        self.trophies_to_win: i64 = options["trophies_to_win"]
        self.round_limit: i64 = options["round_limit"]
        self.assist_powers: bool = options["assist_powers"]
        self.pays_from_all_dinos: bool = options["attack_payment"] == "any"
        self.retreats_from_hand: bool = options["retreat_payment"] == "hand"
        self.items_anytime: bool = options["items"] == "anytime"
        self.poisoner_wins: bool = options["poison_trophy"] == "poisoner"
        # The most cards that one seat can ever own: its share of the decks array.
        status = self.wound_stack + self.poison_stack + self.paralyze_stack
        supply = 3 * self.combat_stack + STACKS_IN_GAME * self.supply_stack
        self.most_cards: i64 = STARTING_DECK + status + supply


@mypyc_attr(acyclic=True)
class Table(State):
    """All zones of ledger section 2."""

    def __init__(
        self,
        setup: Setup,
        variant: Variant,
        chance: SeatChance,
        dino_deck: vec[i64],
        counts: vec[i64],
        decks: vec[i64],
        seats: vec[i64],
        trophies: vec[i64],
        rows: vec[i64],
        line_up: vec[i64],
        attached: vec[i64],
        supply: vec[i64],
        purgatory: vec[i64],
        offering: vec[i64],
        frames: vec[i64],
    ) -> None:
        super().__init__(setup)
        self.variant = variant
        self.seat_count: i64 = variant.players
        self.chance = chance
        self.dino_deck = dino_deck  # top first; never changed, so clones share it
        self.dinos_shown: i64 = 0  # how many of the Dino Deck have been revealed
        self.counts = counts
        self.decks = (
            decks  # each seat's share; the top of a deck is its last card; replaced, never changed, so clones share it
        )
        self.seats = seats
        self.trophies = trophies
        self.rows = rows
        self.line_up = line_up  # per seat: the rows of the Active zone and the Bench in order, or NONE
        self.attached = attached  # all attached cards of all seats in the order of attaching
        self.supply = supply  # by kind, Status stacks included
        self.purgatory = purgatory  # cards by kind, then dinos by kind
        self.offering = offering  # slot 1 first
        self.frames = frames
        self.chosen_stacks: i64 = 0
        self.chosen_dinos: i64 = 0
        self.ending: i64 = 0
        self.round: i64 = 1
        self.start_seat: i64 = 0
        self.on_turn: i64 = 0
        self.phase: i64 = ACTION
        self.reactor: i64 = 0  # BD-R28: whom the reaction window has come to
        self.strategies: i64 = 1
        self.attaches: i64 = 1
        self.buys: i64 = 1
        self.combat_bonus: i64 = 0
        self.combat_used: i64 = 0

    # --- Cards counted by kind ------------------------------------------------------------------------------

    def zone(self, zone: i64, seat: i64) -> i64:
        """Where the counts of a seat's zone begin."""
        return (zone * self.seat_count + seat) * KINDS

    def count(self, zone: i64, seat: i64, kind: i64) -> i64:
        at = (zone * self.seat_count + seat) * KINDS + kind
        return self.counts[at]

    def add(self, zone: i64, seat: i64, kind: i64, number: i64) -> None:
        at = (zone * self.seat_count + seat) * KINDS + kind
        there = self.counts[at] + number
        self.counts[at] = there
        if zone == HAND:
            self.seats[seat * SEAT + HAND_COUNT] += number
            if there == 0:
                self.seats[seat * SEAT + HELD] &= ~bit(kind)
            else:
                self.seats[seat * SEAT + HELD] |= bit(kind)
        elif zone == PLAYED:
            self.seats[seat * SEAT + IN_PLAY] += number

    def held_kinds(self, seat: i64) -> i64:
        """The kinds of the cards in a hand, as a set."""
        at = seat * SEAT + HELD
        return self.seats[at]

    def kinds_in(self, zone: i64, seat: i64) -> list[int]:
        """The cards of a zone one by one, in the order of the kinds."""
        at = self.zone(zone, seat)
        return [kind for kind in range(KINDS) for _ in range(self.counts[at + kind])]

    def hand_count(self, seat: i64) -> i64:
        at = seat * SEAT + HAND_COUNT
        return self.seats[at]

    def deck_size(self, seat: i64) -> i64:
        at = seat * SEAT + DECK_SIZE
        return self.seats[at]

    def discard(self, seat: i64, kind: i64) -> None:
        """A card that is no longer anywhere else goes to the seat's discard pile."""
        self.counts[(DISCARD * self.seat_count + seat) * KINDS + kind] += 1

    def may_hold_item(self, seat: i64) -> bool:
        """BD-R29: what everybody can deduce; what the seat really holds plays no part."""
        if self.hand_count(seat) == 0:
            return False
        at = seat * SEAT + ITEMS_OWNED
        hidden = self.seats[at]
        if hidden == 0:
            return False
        counts = self.counts
        discard = self.zone(DISCARD, seat)
        played = self.zone(PLAYED, seat)
        kind: i64 = FIRST_ITEM
        while kind < KINDS:
            hidden -= counts[discard + kind] + counts[played + kind]
            kind += 1
        return hidden > 0

    def wounds(self, seat: i64) -> i64:
        """BD-R41: deck, hand and discard pile."""
        wounds = self.count(HAND, seat, W) + self.count(DISCARD, seat, W)
        at = seat * self.variant.most_cards
        end = at + self.deck_size(seat)
        while at < end:
            if self.decks[at] == W:
                wounds += 1
            at += 1
        return wounds

    def paralysis(self, seat: i64) -> i64:
        """BD-R19: the Z drawn since the own cleanup are those in the hand and those that left it."""
        at = seat * SEAT + LINGERING
        return self.count(HAND, seat, Z) + self.seats[at]

    # --- Drawing (BD-R33) -----------------------------------------------------------------------------------

    def draw(self, seat: i64, number: i64) -> None:
        """Draw so many cards, as far as there are any; the discard pile is shuffled when a card is needed."""
        base = seat * self.variant.most_cards
        hand = self.zone(HAND, seat)
        drawn: list[int] | None = None if self.log is None else []
        held = self.held_kinds(seat)
        left = self.deck_size(seat)
        counts = self.counts
        decks = self.decks
        done: i64 = 0
        while done < number:
            if left == 0:
                if not self.reshuffle(seat):
                    break
                left = self.deck_size(seat)
                decks = self.decks
            left -= 1
            kind = decks[base + left]
            counts[hand + kind] += 1
            held |= bit(kind)
            if drawn is not None:
                drawn.append(kind)
            done += 1
        seats = self.seats
        seats[seat * SEAT + DECK_SIZE] = left
        seats[seat * SEAT + HAND_COUNT] += done
        seats[seat * SEAT + HELD] = held
        if self.log is not None and drawn:
            self.tell_all(events.drew(seat, drawn))

    def reshuffle(self, seat: i64) -> bool:
        """Make the discard pile the new deck; False if there is no card in it."""
        base = seat * self.variant.most_cards
        pile = self.zone(DISCARD, seat)
        shuffled = self.zone(SHUFFLED, seat)
        counts = self.counts
        size: i64 = 0
        kind: i64 = 0
        while kind < KINDS and counts[pile + kind] == 0:
            kind += 1
        if kind == KINDS:
            return False
        decks = self.decks[:]
        self.decks = decks
        kind = 0
        while kind < KINDS:
            left = counts[pile + kind]
            counts[shuffled + kind] = left
            counts[pile + kind] = 0
            while left > 0:
                decks[base + size] = kind
                size += 1
                left -= 1
            kind += 1
        self.seats[seat * SEAT + DECK_SIZE] = size
        self.mix(seat, base, size)
        if self.log is not None:
            self.tell(events.Reshuffled(seat, size))
        if self.journal is not None:
            self.note_chance("reshuffles", [CARD_IDS[kind] for kind in self.deck_order(seat)], seat)
        return True

    def mix(self, seat: i64, base: i64, size: i64) -> None:
        """Put the seat's deck into the order that chance gives it."""
        if self.chance.orders:
            given = self.chance.given(seat, [self.decks[base + i] for i in range(size)])
            if given is not None:
                for below, kind in enumerate(given):
                    self.decks[base + size - 1 - below] = kind
                return
        rng = self.chance.rng
        decks = self.decks
        i: i64 = size - 1
        while i > 0:
            j = rng.below(i + 1)
            kind = decks[base + i]
            decks[base + i] = decks[base + j]
            decks[base + j] = kind
            i -= 1

    def deck_order(self, seat: i64) -> list[int]:
        """The seat's deck, top first."""
        base = seat * self.variant.most_cards
        return [self.decks[base + i] for i in range(self.deck_size(seat) - 1, -1, -1)]

    # --- Status cards (BD-29, BD-R36) -----------------------------------------------------------------------

    def suffer(self, seat: i64, kind: i64, number: i64, by: i64) -> None:
        """Take so many Status cards into the discard pile, or as many as the stack has."""
        if number > self.supply[kind]:
            number = self.supply[kind]
        if number == 0:
            return
        self.supply[kind] -= number
        self.counts[(DISCARD * self.seat_count + seat) * KINDS + kind] += number
        if kind == P:
            self.seats[seat * SEAT + POISONER] = by
        if self.log is not None:
            self.tell(events.StatusTaken(seat, CARD_IDS[kind], number, self.supply[kind]))

    # --- Dinos in play --------------------------------------------------------------------------------------

    def row_at(self, seat: i64, place: i64) -> i64:
        """The row of the dino in a place of the line-up (0 is the Active zone), NONE if the place is empty."""
        at = seat * LINE + place
        return self.line_up[at]

    def kind_at(self, row: i64) -> i64:
        at = row * ROW + KIND
        return self.rows[at] - 1

    def has_dino(self, seat: i64) -> bool:
        return self.row_at(seat, 0) != NONE

    def has_bench(self, seat: i64) -> bool:
        return self.row_at(seat, 1) != NONE

    def dino_count(self, seat: i64) -> i64:
        number: i64 = 0
        at = seat * LINE
        end = at + LINE
        while at < end:
            if self.line_up[at] != NONE:
                number += 1
            at += 1
        return number

    def special(self, row: i64) -> i64:
        kind = self.kind_at(row)
        return DINO_SPECIAL[kind]

    def damage_on(self, row: i64) -> i64:
        at = row * ROW + HURT
        return self.rows[at]

    def hp_left(self, row: i64) -> i64:
        kind = self.kind_at(row)
        return DINO_HP[kind] - self.damage_on(row)

    def is_unshakable(self, seat: i64) -> bool:
        """BD-35: is the active dino Immune to Paralyze?"""
        row = self.row_at(seat, 0)
        return row != NONE and self.special(row) & IMMUNE_Z != 0

    def put_in_play(self, seat: i64, kind: i64) -> None:
        """BD-43: a bought dino becomes active, or goes to the end of the Bench."""
        row = seat * LINE
        while self.rows[row * ROW + KIND] != 0:
            row += 1
        self.rows[row * ROW + KIND] = kind + 1
        place: i64 = 0
        while self.line_up[seat * LINE + place] != NONE:
            place += 1
        self.line_up[seat * LINE + place] = row
        if self.log is not None:
            self.tell(events.DinoArrived(seat, kind, place))

    def swap(self, seat: i64, place: i64) -> None:
        """BD-17, BD-R38: the active dino and a benched one change places; everything on them stays on them."""
        row = self.line_up[seat * LINE]
        self.line_up[seat * LINE] = self.line_up[seat * LINE + place]
        self.line_up[seat * LINE + place] = row
        if self.log is not None:
            self.tell(events.Switched(seat, self.kind_at(self.line_up[seat * LINE]), self.kind_at(row), place))

    def close_gap(self, seat: i64, place: i64) -> None:
        """BD-R38: the dinos behind a place that became empty move up."""
        line_up = self.line_up
        while place < BENCH:
            line_up[seat * LINE + place] = line_up[seat * LINE + place + 1]
            place += 1
        line_up[seat * LINE + BENCH] = NONE

    def promote(self, seat: i64, place: i64) -> None:
        """BD-28: a benched dino becomes active."""
        self.line_up[seat * LINE] = self.line_up[seat * LINE + place]
        self.close_gap(seat, place)
        if self.log is not None:
            self.tell(events.Promoted(seat, self.kind_at(self.line_up[seat * LINE])))

    def hurt(self, seat: i64, row: i64, damage: i64) -> None:
        self.rows[row * ROW + HURT] += damage
        if self.log is not None:
            self.tell(events.Damaged(seat, self.kind_at(row), damage, max(0, int(self.hp_left(row)))))

    def heal(self, seat: i64, row: i64, amount: i64) -> None:
        """BD-R15: never above the printed HP."""
        if amount > self.damage_on(row):
            amount = self.damage_on(row)
        self.rows[row * ROW + HURT] -= amount
        if self.log is not None:
            self.tell(events.Healed(seat, self.kind_at(row), amount, self.hp_left(row)))

    def knock_out(self, seat: i64, by: i64) -> None:
        """Every dino of the seat without HP is knocked out, the active one first, then along the Bench (BD-25).

        ``by`` takes them as trophies; with NONE they go to Purgatory (BD-26).
        """
        row = self.row_at(seat, 0)
        if row != NONE and self.hp_left(row) <= 0:
            self.line_up[seat * LINE] = NONE
            self.take_out(seat, row, by)
        place: i64 = 1
        while place < LINE:
            row = self.row_at(seat, place)
            if row != NONE and self.hp_left(row) <= 0:
                self.close_gap(seat, place)
                self.take_out(seat, row, by)
            else:
                place += 1

    def take_out(self, seat: i64, row: i64, by: i64) -> None:
        """The dino leaves; its cards go to their owner's discard pile (BD-27)."""
        kind = self.kind_at(row)
        cards: list[int] | None = None if self.log is None else []
        at: i64 = 0
        while at < len(self.attached):
            if row_of(self.attached[at]) == row:
                card = self.detach(at)
                self.discard(seat, card)
                if cards is not None:
                    cards.append(card)
            else:
                at += 1
        field: i64 = 0
        while field < ROW:
            self.rows[row * ROW + field] = 0
            field += 1
        if by == NONE:
            self.purgatory[KINDS + kind] += 1
        else:
            self.trophies[by * DINO_KINDS + kind] += 1
            self.seats[by * SEAT + TROPHIES] += 1
        if self.log is not None and cards is not None:
            self.tell(events.KnockedOut(seat, kind, None if by == NONE else by, events.card_ids(cards)))

    # --- Attached cards -------------------------------------------------------------------------------------

    def attach(self, row: i64, kind: i64, known: i64) -> None:
        self.attached = append(self.attached, kind | known << KNOWN_AT | row << ROW_AT)
        self.rows[row * ROW + LOADED] |= bit(kind)
        if kind <= D:
            self.rows[row * ROW + POOL] += bit(kind * 8)

    def detach(self, at: i64) -> i64:
        """Take the attached card with this number away; returns its kind."""
        kind = kind_of(self.attached[at])
        row = row_of(self.attached[at])
        left, _ = pop(self.attached, at)
        self.attached = left
        if kind <= D:
            self.rows[row * ROW + POOL] -= bit(kind * 8)
        if self.find_attached(row, kind) == NONE:
            self.rows[row * ROW + LOADED] &= ~bit(kind)
        return kind

    def find_attached(self, row: i64, kind: i64) -> i64:
        """BD-R12: of equal cards the earliest attached."""
        attached = self.attached
        at: i64 = 0
        while at < len(attached):
            card = attached[at]
            if row_of(card) == row and kind_of(card) == kind:
                return at
            at += 1
        return NONE

    def attached_count(self, row: i64) -> i64:
        number: i64 = 0
        at: i64 = 0
        while at < len(self.attached):
            if row_of(self.attached[at]) == row:
                number += 1
            at += 1
        return number

    def attached_kinds(self, row: i64) -> i64:
        """The kinds of the cards attached to a dino, as a set."""
        at = row * ROW + LOADED
        return self.rows[at]

    def is_loaded(self, row: i64) -> bool:
        """Are there cards attached to the dino?"""
        return self.attached_kinds(row) != 0

    # --- Pending work ---------------------------------------------------------------------------------------

    def push(self, kind: i64, seat: i64, first: i64 = 0, second: i64 = 0, third: i64 = 0, fourth: i64 = 0) -> None:
        frames = append(self.frames, kind)
        frames = append(frames, seat)
        frames = append(frames, first)
        frames = append(frames, second)
        frames = append(frames, third)
        self.frames = append(frames, fourth)

    def drop(self) -> None:
        """The newest frame is done with."""
        self.frames = self.frames[: len(self.frames) - FRAME]

    def top(self, field: i64) -> i64:
        """A number of the newest frame: 0 is its kind, 1 its seat."""
        at = len(self.frames) - FRAME + field
        return self.frames[at]

    def pending(self) -> i64:
        """The kind of the newest frame, 0 if nothing is pending."""
        at = len(self.frames) - FRAME
        return 0 if at < 0 else self.frames[at]

    def below(self, field: i64) -> i64:
        """A number of the frame under the newest: the attack that a window is about."""
        at = len(self.frames) - 2 * FRAME + field
        return self.frames[at]

    def ask(self, kind: i64, seat: i64, first: i64 = 0, second: i64 = 0) -> None:
        """Let the seat choose; a single option is carried out at once, and without one nothing happens."""
        self.push(kind, seat, first, second)
        options = OPTIONS
        options.clear()
        self.list_choices(kind, seat, options)
        if options.count == 0:
            self.drop()
        elif options.count == 1:
            self.choose(kind, seat, options.codes[0] >> MOVE_AT, options.codes[0] & ARGUMENT)

    def list_choices(self, pending: i64, seat: i64, out: Moves) -> None:
        """The options of a pending choice: ``rules.py`` knows them all."""
        raise NotImplementedError

    def choose(self, pending: i64, seat: i64, kind: i64, argument: i64) -> None:
        """The answer to the newest choice: see ``rules.py``."""
        raise NotImplementedError

    def is_private(self) -> bool:
        """Is the seat in the middle of a choice that nobody else has heard of yet?"""
        kind = self.pending()
        return OPPONENT <= kind <= PAYMENT

    def after(self, seat: i64) -> i64:
        """BD-01: the next seat clockwise."""
        return 0 if seat + 1 == self.seat_count else seat + 1

    def only_opponent(self, seat: i64) -> i64:
        """The other seat of a game of two, NONE with more."""
        return 1 - seat if self.seat_count == 2 else NONE

    # --- Costs (BD-R12) -------------------------------------------------------------------------------------
    # A pool of Combat cards is packed like a payment: how many A, E and D, eight bits each.

    def pool_in_hand(self, seat: i64) -> i64:
        at = self.zone(HAND, seat)
        counts = self.counts
        return counts[at] | counts[at + 1] << 8 | counts[at + 2] << 16

    def pool_on(self, row: i64) -> i64:
        at = row * ROW + POOL
        return self.rows[at]

    def pool_on_all(self, seat: i64) -> i64:
        pool: i64 = 0
        place: i64 = 0
        while place < LINE:
            row = self.row_at(seat, place)
            if row != NONE:
                pool += self.pool_on(row)
            place += 1
        return pool

    def pay_from_hand(self, seat: i64, way: i64) -> None:
        kind: i64 = A
        while kind <= D:
            number = (way >> kind * 8) & 255
            if number > 0:
                self.add(HAND, seat, kind, -number)
                self.counts[(DISCARD * self.seat_count + seat) * KINDS + kind] += number
            kind += 1

    def pay_from_dino(self, seat: i64, row: i64, way: i64) -> i64:
        """Discard the cards of the payment that are attached to this dino; returns what is still to be paid."""
        kind: i64 = A
        while kind <= D:
            while (way >> kind * 8) & 255 > 0:
                at = self.find_attached(row, kind)
                if at == NONE:
                    break
                self.discard(seat, self.detach(at))
                way -= bit(kind * 8)
            kind += 1
        return way

    def fill_active_zone(self, seat: i64) -> None:
        """BD-28: after a knock-out somebody from the Bench becomes active."""
        if self.phase == OVER or self.has_dino(seat) or not self.has_bench(seat):
            return
        self.ask(PROMOTE, seat)

    # --- The end (BD-46, BD-47, BD-R40) ---------------------------------------------------------------------

    def check_ends(self) -> None:
        """Three trophies win; otherwise an empty Wound stack ends the game."""
        at: i64 = TROPHIES
        while at < len(self.seats):
            if self.seats[at] >= self.variant.trophies_to_win:
                self.finish(BY_TROPHIES)
                return
            at += SEAT
        if self.supply[W] == 0:
            self.finish(BY_WOUNDS)

    def finish(self, ending: i64) -> None:
        if self.phase == OVER:
            return
        self.phase = OVER
        self.ending = ending
        self.frames = self.frames[:0]
        if self.log is not None:
            self.tell(events.GameEnded(events.ENDINGS[ending]))


def kind_of(attached: i64) -> i64:
    """The kind of an attached card."""
    return attached & 31


def row_of(attached: i64) -> i64:
    """The row of the dino that it is attached to."""
    return attached >> ROW_AT


def seat_of(attached: i64) -> i64:
    """Whose dino that is."""
    return (attached >> ROW_AT) // LINE


def known_to(attached: i64) -> i64:
    """The mask of those who know the card."""
    return (attached >> KNOWN_AT) & EVERYBODY


def can_pay(pool: i64, cost: i64) -> bool:
    """Is there a payment of exactly this cost?"""
    a = (pool & 255) - (cost & 15)
    e = ((pool >> 8) & 255) - ((cost >> 4) & 15)
    d = ((pool >> 16) & 255) - ((cost >> 8) & 15)
    return a >= 0 and e >= 0 and d >= 0 and a + e + d >= (cost >> ANY_AT) & 15


def next_way(pool: i64, cost: i64, before: i64) -> i64:
    """The first payment of the cost (``before`` NONE) or the one that follows another; NONE if there is no more."""
    free = (cost >> ANY_AT) & 15
    total = cost >> TOTAL_AT
    a = cost & 15
    e = (cost >> 4) & 15
    if before != NONE:
        a = before & 255
        e = ((before >> 8) & 255) + 1
    while a <= pool & 255 and a <= (cost & 15) + free:
        while e <= (pool >> 8) & 255 and e <= ((cost >> 4) & 15) + free:
            d = total - a - e
            if d >= (cost >> 8) & 15 and d <= (pool >> 16) & 255:
                return a | e << 8 | d << 16
            e += 1
        a += 1
        e = (cost >> 4) & 15
    return NONE
