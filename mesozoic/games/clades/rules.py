"""CLADES Prehistoric, by Jonathan Tweet and Karen Lewis: everybody looks for triples at once, the earliest call counts.

Numbers such as CL-14 are those of ``rules.md``, CL-R11 those of ``rulings.md``. There is no clock in here: calls count
in the order in which they arrive, and whatever happens after a while is a move of the host.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from mesozoic.games.clades import events
from mesozoic.games.clades.cards import ANIMALS, EVERY_CARD, NAMES, is_bonus, is_one_clade, is_triple
from mesozoic.games.clades.rules_table import Cards
from mesozoic.games.clades.rules_terms import (
    ASIDE,
    CALL,
    CARDS,
    CLADE_EXTRAS,
    CLADE_TRIPLES,
    DECK,
    FALSE_CALLS,
    FRESH,
    GOING_ON,
    GRID,
    HAND,
    MOST_FALSE_CALLS,
    MOST_PENALTIES,
    MOST_PERSONAL,
    MOST_ROUNDS,
    NONE,
    NONE_LEFT,
    NONE_SEEN,
    OPEN,
    OUT,
    OVER,
    OWED,
    PAID,
    PILE,
    RACE_TRIPLES,
    READY,
    RELEASED,
    RESHUFFLE,
    REVEAL,
    ROUND_OVER,
    SETTLE,
    SETTLING,
    SHOWN,
    STALL_MAJORITY,
    STALL_TIMER,
    START,
    STOP,
    STOPPED,
    TALLY,
    TEN_TRIPLES,
    TIME_UP,
    TIME_UP_REASON,
    TRIPLES,
    UNLOCK,
    Variant,
    card_of,
    given_of,
    owner_of,
    personal_of,
    scorer_entry,
    scorer_of,
    shared_of,
)
from mesozoic.kernel.bits import bit, count, has
from mesozoic.kernel.deal import Chance
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.state import HOST, NOBODY, Moves

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup
    from mesozoic.kernel.rng import Rng


@final
@mypyc_attr(acyclic=True)
class Table(Cards):
    """A game of CLADES: where every card is, who has scored in the open window, who is locked or on a break."""

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
        copy.refuted = self.refuted
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
                if self.refuted:
                    self.leave_out_refuted(out)
            if self.can_vote(seat):
                out.add(NONE)

    def random_move(self, seat: i64, rng: Rng, out: Moves) -> i64:
        """Draw among all three-card sets by their number in the list, without listing them."""
        if seat == HOST or self.phase == ROUND_OVER or self.hands_open or self.refuted or not self.can_call(seat):
            self.list_moves(seat, out)
            return out.codes[rng.below(out.count)]
        size = self.laid + self.hand_count(seat)
        calls = size * (size - 1) * (size - 2) // 6
        at = rng.below(calls + (1 if self.can_vote(seat) else 0))
        return NONE if at == calls else self.random_call(seat, at)

    def leave_out_refuted(self, out: Moves) -> None:
        """CL-R16: what was shown to be no triple is not called again."""
        refuted = set(self.refuted)
        calls = out.listed()
        out.clear()
        for code in calls:
            if code not in refuted:
                out.add(code)

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
        return self.can_call(seat) and self.is_callable(seat, move) and int(move) not in self.refuted

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

    def has_given_chance(self) -> bool:
        return len(self.penalties) > 0 or self.chance.used < len(self.chance.orders)

    # --- Setup: turning the shared cards, looking at the own card (CL-05, CL-07, CL-55) -------------------------

    def reveal(self) -> None:
        self.phase = SHOWN
        if self.log is not None:
            self.tell(events.Turned(tuple([int(self.grid[i]) for i in range(self.laid)])))
        if self.variant.solitaire:
            self.revealed_at = self.clock
            self.begin()

    def start(self) -> None:
        if self.log is not None:
            for seat in range(self.variant.players):
                if self.hand_count(seat) != 0:
                    self.tell(events.looked(seat, self.held(seat)))
        self.begin()

    def begin(self) -> None:
        self.phase = OPEN
        if self.log is not None:
            self.tell(events.Began())
        self.end_if_bare()

    # --- Calling (CL-08 to CL-12) -------------------------------------------------------------------------------

    def call(self, seat: i64, move: i64) -> None:
        a = card_of(move, 0)
        b = card_of(move, 1)
        c = card_of(move, 2)
        true = is_triple(a, b, c)
        if self.log is not None:
            self.tell(events.Called(seat, (int(a), int(b), int(c)), true))
        if true:
            self.make_triple(seat, move)
        elif self.variant.solitaire:
            self.refuted = [*self.refuted, int(move)]
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
        if self.refuted:
            self.refuted = [one for one in self.refuted if self.is_callable(seat, one)]
        if self.log is not None:
            self.tell(events.Took(seat, (int(card_of(move, 0)), int(card_of(move, 1)), int(card_of(move, 2)))))
        if owner != seat and self.variant.switch and self.hand_count(seat) > 0:
            self.give(seat, owner, given_of(move))
            owner = seat
        return scorer_entry(seat, shared, personal, owner)

    def give(self, seat: i64, other: i64, card: i64) -> None:
        """CL-51: the caller's own personal card for the one it used; it stays open (CL-R40)."""
        if card < 0:
            card = self.hands[seat * MOST_PERSONAL]
        self.take_personal(card, seat)
        self.lay(card, HAND + other)
        if self.log is not None:
            self.tell(events.Gave(seat, other, card))

    # --- False calls (CL-45, CL-R16, CL-R17, CL-R35) ---------------------------------------------------------------

    def false_call(self, seat: i64) -> None:
        """At a table; in solitaire nothing is punished."""
        self.locked |= bit(seat)
        self.add_to(seat, FALSE_CALLS, 1)
        if self.log is not None:
            self.tell(events.Locked(seat))
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
            self.tell(events.PaidPenalty(seat, card))

    def drawn_penalty(self, cards: list[int]) -> int:
        if not self.penalties:
            return cards[self.chance.rng.below(len(cards))]
        card = self.penalties.pop(0)
        if card not in cards:
            raise BadOptions(f"The penalty {NAMES[card]} of the deal is no animal card of the pile that pays it.")
        return card

    def unlock(self, seat: i64) -> None:
        self.locked &= ~bit(seat)
        if self.log is not None:
            self.tell(events.Unlocked(seat))

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
            self.tell(events.Settled(tuple([int(scorer_of(self.window[i])) for i in range(self.scored)])))
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
        seat: i64 = 0
        while seat < self.variant.players:
            self.tally[seat * TALLY + FRESH] = 0
            seat += 1
        if self.log is not None:
            self.tell(events.HandsClosed())

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
            self.tell(events.BreakBegan(seat))

    def end_break(self) -> None:
        seat = self.on_break
        if seat < 0:
            return
        self.on_break = -1
        owed = self.counted(seat, OWED)
        self.add_to(seat, OWED, -owed)
        self.add_to(seat, RELEASED, owed)
        if self.log is not None:
            self.tell(events.BreakEnded(seat))

    # --- Lucky 13 and open hands (CL-27, CL-47, CL-R18 to CL-R23) --------------------------------------------------

    def voters(self) -> i64:
        """How many seats may say that they see none."""
        return self.variant.players - (1 if self.on_break >= 0 else 0)

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
            self.end(NONE_SEEN)
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
                self.zone[card] = ASIDE
            return
        card = self.deck[self.top]
        self.top += 1
        self.lay(card, GRID)
        if self.log is not None:
            self.tell(events.drawn(card, GRID - HAND, GRID - PILE))
        if met:
            self.shuffle_back(met)

    def shuffle_back(self, met: list[int]) -> None:
        self.deck = vec[i64](self.later_order([card for card in self.deck[self.top :]] + met))  # noqa: C416
        self.top = 0
        self.shuffled_back += len(met)
        if self.log is not None:
            self.tell(events.ShuffledBack(len(met)))

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
        if self.deck_count() == 0 and not self.somebody_has_triple():
            self.end(NONE_LEFT)

    def end(self, why: i64) -> None:
        self.why = why
        self.ended_at = self.clock
        self.scored = 0
        self.phase = ROUND_OVER if self.variant.casual and why != STOPPED else OVER
        if self.log is None:
            return
        if self.phase == ROUND_OVER:
            self.tell(events.RoundEnded(self.round, self.rounds[self.round - 1]))
            return
        for seat in range(self.variant.players):
            self.tell(events.Counted(seat, self.score(seat), self.held(seat)))

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
        self.refuted = []
        self.tally[CARDS] = 0
        self.votes = 0
        self.why = GOING_ON
        self.deck = vec[i64](order)
        self.top = 0
        for card in order:
            self.zone[card] = DECK
        while self.laid < self.variant.grid_size:
            self.lay(self.deck[self.top], GRID)
            self.top += 1
        if self.log is not None:
            self.tell(events.Turned(tuple([int(self.grid[i]) for i in range(self.laid)])))
        self.begin()


# --- Setup (CL-03, CL-06, CL-38, CL-54) ----------------------------------------------------------------------------


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
