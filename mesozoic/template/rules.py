"""The rules, in the order of rules.md: the state of a game, its verbs, its beginning, and its other worlds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from mesozoic.kernel.deal import Chance
from mesozoic.kernel.event import Said
from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import AllAtOnce, Moves, seat_name

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup

CARDS: Final = list(range(1, 17))
HAND: Final = 3
NONE: Final = 0


class Nests(AllAtOnce):
    def __init__(self, setup: Setup, deck: list[int], chance: Chance) -> None:
        super().__init__(setup)
        self.deck = deck
        self.chance = chance
        self.rounds_left: int = setup.options["rounds"]
        self.hands: list[list[int]] = [[] for _ in range(setup.players)]
        self.played = [NONE] * setup.players
        self.eggs = [0] * setup.players
        self.discard: list[int] = []
        self.turned_up: list[int] = []

    def clone(self) -> Nests:
        copy = Nests(self.setup, list(self.deck), self.chance.clone())
        copy.rounds_left, copy.reveals = self.rounds_left, self.reveals
        copy.hands = [list(hand) for hand in self.hands]
        copy.played, copy.eggs = list(self.played), list(self.eggs)
        copy.discard, copy.turned_up = list(self.discard), list(self.turned_up)
        return copy

    def score(self, seat: i64) -> i64:
        return self.eggs[seat]

    def has_given_chance(self) -> bool:
        return self.chance.is_given()

    # --- A round: NG-02 to NG-05 ---

    def is_waiting_for(self, seat: i64) -> bool:
        return self.rounds_left > 0 and 0 <= seat < len(self.played) and self.played[seat] == NONE

    def list_moves(self, seat: i64, out: Moves) -> None:
        out.clear()
        for card in self.hands[seat]:
            out.add(card)

    def apply(self, seat: i64, move: i64) -> None:
        self.played[seat] = move
        self.reveals += 1
        if self.log is not None:
            self.tell(Said(f"{seat_name(seat)} plays a card face down."))
        if NONE not in self.played:
            self.turn_up()

    def turn_up(self) -> None:
        cards, self.played = self.played, [NONE] * len(self.played)
        self.turned_up = cards
        best = cards.index(max(cards))
        self.eggs[best] += 1
        self.rounds_left -= 1
        self.discard += cards
        self.hands = [[card for card in hand if card not in cards] for hand in self.hands]
        if self.log is not None:
            self.tell(Said(f"Turned up: {', '.join(map(str, cards))}. {seat_name(best)} takes an egg."))
        if self.rounds_left > 0:
            self.draw()

    def draw(self) -> None:
        is_short = len(self.deck) < len(self.hands)
        if is_short:
            self.deck = self.chance.order(CARDS)
            self.note_chance("reshuffles", self.deck)
            self.hands, self.discard = [[] for _ in self.hands], []
        for hand in self.hands:
            while len(hand) < HAND:
                hand.append(self.deck.pop(0))
        if self.log is not None:
            self.tell(Said("All cards are shuffled and dealt anew." if is_short else "Everybody draws a card."))


# --- A new game: NG-01 ---


def shuffle(setup: Setup, rng: Rng) -> Nests:
    deck = list(CARDS)
    rng.shuffle(deck)
    return new_game(setup, deck, Chance(rng.clone(), []))


def new_game(setup: Setup, deck: list[int], chance: Chance) -> Nests:
    state = Nests(setup, deck, chance)
    state.draw()
    return state


# --- Other worlds that look the same to a seat: what it never saw may lie anywhere ---


def imagine(state: Nests, seat: int | None, rng: Rng) -> Nests:
    other = state.clone()
    seen = state.discard + ([] if seat is None else state.hands[seat])
    unseen = [card for card in CARDS if card not in seen]
    rng.shuffle(unseen)
    for one, hand in enumerate(state.hands):
        if one != seat:
            other.hands[one] = [unseen.pop() for _ in hand]
            other.played[one] = other.hands[one][0] if state.played[one] != NONE else NONE
    other.deck, other.chance = unseen, Chance(rng.clone(), [])
    return other
