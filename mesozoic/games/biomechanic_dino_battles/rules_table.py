"""The table of Biomechanic Dino Battles: who has which cards where, and what happens to them whatever the reason.

Numbers such as BD-27 are those of ``rules.md``, BD-R33 those of ``rulings.md``. The turn and everything that a player
decides is in ``rules.py``.

Hands, discard piles and play areas are counts by kind of card; decks and attached cards are ordered. A dino in play
has a row of its own for as long as it lives; the line-up says which row is active and which sit on the Bench.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from mesozoic.games.biomechanic_dino_battles import events
from mesozoic.games.biomechanic_dino_battles.cards import (
    CARD_IDS,
    FIRST_ITEM,
    FIRST_STRATEGY,
    KINDS,
    Arsenal,
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
    """The number of players, the options and the cards, as the rules ask for them (Table 1)."""

    def __init__(self, players: int, options: dict[str, Any], table: Any) -> None:
        combat = COMBAT_COUNT[players]
        usual = _or_auto(options["supply_stack"], STACK_SIZE[players])
        arsenal: Arsenal = table.arsenal
        stacks = [int(count) or usual for count in arsenal.card_count][FIRST_STRATEGY:]
        self.table = table  # as people read it
        self.arsenal = arsenal
        self.players: i64 = players
        self.copies = vec[i64]([int(count) or options["tune_dino_copies"] for count in arsenal.dino_count])
        self.stacks = vec[i64]([0] * FIRST_STRATEGY + stacks)
        self.most_played: i64 = sum(sorted(stacks)[-STACKS_IN_GAME:])  # strategies and items in one game
        self.combat_stack: i64 = options["tune_combat_stack"]
        self.hand_size: i64 = options["tune_hand"]
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
        supply = 3 * self.combat_stack + self.most_played
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
        self.arsenal = variant.arsenal
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
        self.frames = frames  # what is pending, frames[:frame_size]
        self.frame_size: i64 = 0
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
                for below, card in enumerate(given):
                    self.decks[base + size - 1 - below] = card
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

    # --- Pending work ---------------------------------------------------------------------------------------

    def push(self, kind: i64, seat: i64, first: i64 = 0, second: i64 = 0, third: i64 = 0, fourth: i64 = 0) -> None:
        at = self.frame_size
        while len(self.frames) < at + FRAME:
            self.frames = append(self.frames, 0)
        frames = self.frames
        frames[at] = kind
        frames[at + 1] = seat
        frames[at + 2] = first
        frames[at + 3] = second
        frames[at + 4] = third
        frames[at + 5] = fourth
        self.frame_size = at + FRAME

    def drop(self) -> None:
        """The newest frame is done with."""
        self.frame_size -= FRAME

    def top(self, field: i64) -> i64:
        """A number of the newest frame: 0 is its kind, 1 its seat."""
        at = self.frame_size - FRAME + field
        return self.frames[at]

    def set_top(self, field: i64, value: i64) -> None:
        self.frames[self.frame_size - FRAME + field] = value

    def pending(self) -> i64:
        """The kind of the newest frame, 0 if nothing is pending."""
        at = self.frame_size - FRAME
        if at < 0:
            return 0
        return self.frames[at]

    def below(self, field: i64) -> i64:
        """A number of the frame under the newest: the attack that a window is about."""
        at = self.frame_size - 2 * FRAME + field
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
        if seat + 1 == self.seat_count:
            return 0
        return seat + 1

    def only_opponent(self, seat: i64) -> i64:
        """The other seat of a game of two, NONE with more."""
        if self.seat_count == 2:
            return 1 - seat
        return NONE

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
        self.frame_size = 0
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
