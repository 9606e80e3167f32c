"""What a seat may know, as numbers: where every card is, what is counted for each seat, the times. Calls as actions.

In solitaire the calls that were shown to be false (CL-R16) are not listed: the mask of the actions leaves them out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.clades import rules_moves as terms
from mesozoic.games.clades.cards import ANIMALS, CLADE, EVERY_CARD, FACE, NAMES, SHARK
from mesozoic.games.clades.rules import Table
from mesozoic.games.clades.rules_moves import GRID, HAND, PILE
from mesozoic.kernel.bits import has
from mesozoic.kernel.observe import NO_ACTION, Actions, Field, Numbers, Observer, distance, seat_names, seats_from
from mesozoic.kernel.state import State

if TYPE_CHECKING:
    from mesozoic.games.clades.rules_table import Variant
    from mesozoic.kernel.game import Setup

# --- Where a card is; then the hands and at last the piles of the seats ---------------------------------------------
UNSEEN: Final = 0
SHARED: Final = 1
ASIDE: Final = 2
FIRST_HAND: Final = 3
LATEST: Final = 2**31 - 1
"""Later times, in milliseconds, are written as this: it is more than three weeks."""
NOBODY_PAID: Final = 0
PAYER_UNKNOWN: Final = 1
FIRST_PAYER: Final = 2
PHASES: Final = ("ready", "shown", "open", "settling", "round over", "over")
COUNTED: Final = (
    ("false calls", terms.FALSE_CALLS),
    ("triples", terms.TRIPLES),
    ("triples of one clade", terms.CLADE_TRIPLES),
    ("extra cards", terms.EXTRAS),
    ("penalties", terms.PAID),
)
"""What everybody sees counted, seat by seat."""
COUNTED_AT: Final = vec[i64]([what for _, what in COUNTED])
SIGNS: Final = ("on break", "locked", "sees none", "scored", "may call")
WORDS: Final = (terms.NONE, terms.RESHUFFLE, terms.STOP)
"""The moves of a seat that are no calls; their actions come first."""
SPOKEN: Final = vec[i64](list(WORDS))


def _binomial(n: i64, of: i64) -> i64:
    """How many pairs or trios there are among n."""
    return n * (n - 1) // 2 if of == 2 else n * (n - 1) * (n - 2) // 6


@final
class CallActions(Actions):
    """Calls by their cards: the trio of the animals i < j < k of this deck is number C(k, 3) + C(j, 2) + i.

    In a switch (CL-R40) the card that is given is the first of the own hand: an action names three cards only.
    """

    def __init__(self, cards: list[int]) -> None:
        super().__init__(list(WORDS))
        animals = [card for card in cards if card < ANIMALS]
        self.cards = vec[i64](animals)
        ranks = [NO_ACTION] * EVERY_CARD
        for rank, card in enumerate(animals):
            ranks[card] = rank
        self.ranks = vec[i64](ranks)
        self.size = len(WORDS) + _binomial(len(animals), 3)

    def action(self, code: i64) -> i64:
        if code < terms.CALL:
            word: i64 = 0
            while word < len(SPOKEN):
                if SPOKEN[word] == code:
                    return word
                word += 1
            return NO_ACTION
        i = self.ranks[terms.card_of(code, 0)]
        j = self.ranks[terms.card_of(code, 1)]
        k = self.ranks[terms.card_of(code, 2)]
        if i < 0 or j < 0 or k < 0:
            return NO_ACTION
        return len(SPOKEN) + _binomial(k, 3) + _binomial(j, 2) + i

    def code(self, state: State, seat: i64, action: i64) -> i64:
        assert isinstance(state, Table)
        code = self.trio(action)
        if code < terms.CALL or not state.variant.switch or state.is_callable(seat, code):
            return code
        return code + state.hands[seat * terms.MOST_PERSONAL] + 1

    def text(self, setup: Setup, action: int) -> str:
        return setup.game.text(self.trio(action))

    def trio(self, action: i64) -> i64:
        """The call without a gift, or one of the other moves."""
        if action < len(SPOKEN):
            return SPOKEN[action]
        left = action - len(SPOKEN)
        k: i64 = 2
        while _binomial(k + 1, 3) <= left:
            k += 1
        left -= _binomial(k, 3)
        j: i64 = 1
        while _binomial(j + 1, 2) <= left:
            j += 1
        left -= _binomial(j, 2)
        return terms.call(self.cards[left], self.cards[j], self.cards[k])


@final
class TableObserver(Observer):
    def fields(self, setup: Setup) -> list[Field]:
        variant: Variant = setup.variant
        seats = seat_names(setup)
        players = setup.players
        cards = tuple([NAMES[card] for card in variant.cards])
        count = len(cards)
        zones = tuple([f"{zone} of {seat}" for zone in ("hand", "pile") for seat in seats])
        places = ("unseen", "shared", "aside", *zones)
        return [
            Field("seat", 0, players - 1),
            Field("phase", terms.READY, terms.OVER, values=PHASES),
            Field("shared cards", 0, count),
            Field("cards in the deck", 0, count),
            Field("hands open", 0, 1),
            Field("bonus seen", 0, 1, tuple(NAMES[SHARK:])),
            Field("bonus cards shuffled back", 0, 1000),
            Field("last scorer", 0, players),
            Field("last triple", 0, ANIMALS, ("first card", "second card", "third card")),
            Field("time of the last triple", 0, LATEST),
            Field("turned up at", 0, LATEST),
            Field("ended at", 0, LATEST),
            Field("round", 1, terms.MOST_ROUNDS),
            Field("triples of the round", 0, count, tuple([str(one) for one in range(1, terms.MOST_ROUNDS + 1)])),
            Field("scorers of the window", 0, players, tuple([f"number {at + 1}" for at in range(players)])),
            Field("place", UNSEEN, FIRST_HAND + 2 * players - 1, cards, places),
            Field("number in its row", 0, count, cards),
            Field("paid by", NOBODY_PAID, PAYER_UNKNOWN + players, cards, ("nobody", "unknown", *seats)),
            Field("personal cards", 0, terms.MOST_PERSONAL, seats),
            Field("personal cards owed", 0, 2 * terms.MOST_PERSONAL, seats),
            *[Field(name, 0, 1, seats) for name in SIGNS],
            *[Field(name, 0, max(count, terms.MOST_PENALTIES) * terms.MOST_ROUNDS, seats) for name, _ in COUNTED],
        ]

    def actions(self, setup: Setup) -> Actions:
        variant: Variant = setup.variant
        return CallActions(variant.cards)

    def write(self, state: State, seat: i64, out: Numbers) -> None:
        assert isinstance(state, Table)
        out.add(seat)
        out.add(state.phase)
        out.add(state.laid)
        out.add(state.deck_count())
        out.add(1 if state.hands_open else 0)
        bonus: i64 = 0
        while bonus < EVERY_CARD - SHARK:
            out.add((state.bonus_seen >> bonus) & 1)
            bonus += 1
        out.add(state.shuffled_back)
        out.add(0 if state.last_scorer < 0 else distance(state.variant.players, seat, state.last_scorer) + 1)
        self.write_last_triple(state, out)
        out.add(_time(state.revealed_at))
        out.add(_time(state.ended_at) if state.phase == terms.OVER else 0)
        out.add(state.round)
        at: i64 = 0
        while at < terms.MOST_ROUNDS:
            out.add(state.rounds[at] if at < len(state.rounds) and at < state.round else 0)
            at += 1
        at = 0
        while at < state.variant.players:
            scored = at < state.scored
            out.add(distance(state.variant.players, seat, terms.scorer_of(state.window[at])) + 1 if scored else 0)
            at += 1
        self.write_cards(state, seat, out)
        self.write_seats(state, seat, out)

    def write_last_triple(self, state: Table, out: Numbers) -> None:
        place: i64 = 0
        while place < 3:
            out.add(terms.card_of(state.last_call, place) + 1 if state.last_call != 0 else 0)
            place += 1
        out.add(_time(state.last_call_at) if state.last_call != 0 else 0)

    def write_cards(self, state: Table, seat: i64, out: Numbers) -> None:
        """CL-04, CL-05: nobody sees shared cards before they are turned up, nor another's personal cards."""
        cards = state.variant.cards
        players: i64 = state.variant.players
        for card in cards:
            zone = state.zone[card]
            place: i64 = UNSEEN
            if zone == GRID:
                place = UNSEEN if state.phase == terms.READY else SHARED
            elif zone == terms.ASIDE:
                place = UNSEEN if state.variant.race else ASIDE
            elif zone >= PILE:
                place = FIRST_HAND + players + distance(state.variant.players, seat, zone - PILE)
            elif zone >= HAND and self.is_seen(state, seat, zone - HAND, card):
                place = FIRST_HAND + distance(state.variant.players, seat, zone - HAND)
            out.add(place)
        numbers = out.zeros(len(cards))
        payers = out.zeros(len(cards))
        if state.phase == terms.READY:
            return
        rows = vec[i64]([0, 0, 0])
        at: i64 = 0
        while at < state.laid:
            shared = state.grid[at]
            row = FACE[shared] // CLADE
            rows[row] += 1
            place = 0
            while cards[place] != shared:
                place += 1
            out.put(numbers + place, rows[row])
            if state.is_temporary(shared):
                payer = state.payers[shared]
                known = FIRST_PAYER + distance(state.variant.players, seat, payer) if payer >= 0 else PAYER_UNKNOWN
                out.put(payers + place, known)
            at += 1

    def is_seen(self, state: Table, seat: i64, owner: i64, card: i64) -> bool:
        """CL-07, CL-49: the own personal cards, open ones that were not drawn since, and all at the end."""
        if state.phase == terms.READY or state.phase == terms.SHOWN:
            return False
        if owner == seat:
            return True
        if not state.hands_open and state.phase != terms.OVER:
            return False
        at: i64 = owner * terms.MOST_PERSONAL
        end = at + state.hand_count(owner) - state.counted(owner, terms.FRESH)
        while at < end:
            if state.hands[at] == card:
                return True
            at += 1
        return False

    def write_seats(self, state: Table, seat: i64, out: Numbers) -> None:
        order = seats_from(state.variant.players, seat)
        players: i64 = len(order)
        start = out.zeros((2 + len(SIGNS) + len(COUNTED)) * players)
        at: i64 = 0
        while at < players:
            other = order[at]
            out.put(start + at, state.hand_count(other))
            owed = state.counted(other, terms.OWED) + state.counted(other, terms.RELEASED)
            out.put(start + players + at, owed)
            out.put(start + 2 * players + at, 1 if state.on_break == other else 0)
            out.put(start + 3 * players + at, 1 if has(state.locked, other) else 0)
            out.put(start + 4 * players + at, 1 if has(state.votes, other) else 0)
            out.put(start + 5 * players + at, 1 if state.has_scored(other) else 0)
            out.put(start + 6 * players + at, 1 if state.can_call(other) else 0)
            what: i64 = 0
            while what < len(COUNTED_AT):
                out.put(start + (7 + what) * players + at, state.counted(other, COUNTED_AT[what]))
                what += 1
            at += 1


def _time(at: i64) -> i64:
    return LATEST if at > LATEST else at


OBSERVER: Final = TableObserver()
