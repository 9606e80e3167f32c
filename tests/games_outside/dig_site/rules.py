"""The rules, in the order of rules.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from mesozoic.kernel.deal import Chance
from mesozoic.kernel.event import Said, all_but, only
from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import NOBODY, Moves, State, seat_name

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup

CARDS: Final = 36
KINDS: Final = 5
HAND: Final = 2
ROUNDS: Final = 20
DIG: Final = 100
STOP: Final = 101
PASS: Final = 102


def kind(card: int) -> int:
    """DG-02: what a bone is worth; cards 0 to 5 are cave-ins."""
    return card // 6


def card_name(card: int) -> str:
    return f"bone {kind(card)}" if kind(card) else "a cave-in"


class Site(State):
    def __init__(self, setup: Setup, deck: list[int], chance: Chance) -> None:
        super().__init__(setup)
        self.deck = deck
        self.chance = chance
        self.goal: int = setup.options["goal"]
        self.round = 1
        self.on_turn = 0
        self.has_added = False
        self.trench: list[int] = []
        self.discard: list[int] = []
        self.turned_up: list[int] = []  # by the last move: it stays in sight also when all is shuffled
        self.hands: list[list[int]] = [[] for _ in range(setup.players)]
        self.museums: list[list[int]] = [[] for _ in range(setup.players)]

    def clone(self) -> Site:
        copy = Site(self.setup, list(self.deck), self.chance.clone())
        copy.round, copy.on_turn, copy.has_added = self.round, self.on_turn, self.has_added
        copy.trench, copy.discard, copy.reveals = list(self.trench), list(self.discard), self.reveals
        copy.turned_up = list(self.turned_up)
        copy.hands = [list(hand) for hand in self.hands]
        copy.museums = [list(museum) for museum in self.museums]
        return copy

    def has_given_chance(self) -> bool:
        return self.chance.is_given()

    def say(self, words: str, known_to: int = -1) -> None:
        self.tell(Said(f"{seat_name(self.on_turn)} {words}.", known_to=known_to))

    # --- A turn: DG-04 to DG-07, DG-11 ---

    def turn(self) -> i64:
        return NOBODY if self.round > ROUNDS else self.on_turn

    def list_moves(self, seat: i64, out: Moves) -> None:
        out.clear()
        if self.deck:
            out.add(DIG)
        if not self.has_added:
            for card in self.hands[seat]:
                if not self.has_in_trench(kind(card)):
                    out.add(card)
        if self.trench:
            out.add(STOP)
        if out.count == 0:
            out.add(PASS)

    def apply(self, seat: i64, move: i64) -> None:
        self.reveals += 1
        self.turned_up = []
        if move == DIG:
            self.dig()
        elif move == STOP:
            self.museums[seat] += self.trench
            self.trench = []
            if self.log is not None:
                self.say("stops and takes the trench into the museum")
            self.end_turn()
        elif move == PASS:
            if self.log is not None:
                self.say("passes")
            self.end_turn()
        else:
            self.has_added = True
            self.hands[seat].remove(int(move))
            self.trench.append(int(move))
            if self.log is not None:
                self.say(f"adds {card_name(int(move))} from the hand")

    def has_in_trench(self, wanted: int) -> bool:
        return wanted in [kind(card) for card in self.trench]

    def dig(self) -> None:
        card = self.deck.pop(0)
        is_lost = kind(card) == 0 or self.has_in_trench(kind(card))
        self.trench.append(card)
        self.turned_up.append(card)
        if self.log is not None:
            self.say(f"digs up {card_name(card)}")
        if is_lost:
            self.discard += self.trench
            self.trench = []
            if self.log is not None:
                self.say("loses the trench")
            self.end_turn()
        else:
            self.refill_deck()

    # --- The end of a turn: DG-08 to DG-10, DG-13 ---

    def end_turn(self) -> None:
        self.draw(self.on_turn)
        self.refill_deck()
        self.has_added = False
        self.on_turn = (self.on_turn + 1) % len(self.hands)
        if self.on_turn == 0:
            best = max([self.score(seat) for seat in range(len(self.hands))])
            self.round = ROUNDS + 1 if best >= self.goal else self.round + 1

    def draw(self, seat: int) -> None:
        hand = self.hands[seat]
        while len(hand) < HAND and self.deck:
            card = self.deck.pop(0)
            if kind(card) == 0:
                self.discard.append(card)
                self.turned_up.append(card)
                if self.log is not None:
                    self.tell(Said(f"{seat_name(seat)} draws a cave-in."))
                return
            hand.append(card)
            if self.log is not None:
                self.tell(Said(f"{seat_name(seat)} draws {card_name(card)}.", known_to=only(seat)))
                self.tell(Said(f"{seat_name(seat)} draws a bone.", known_to=all_but(seat)))

    def refill_deck(self) -> None:
        if self.deck:
            return
        cards = list(self.discard)
        for hand in self.hands:
            cards += hand
        self.deck = self.chance.order(cards)
        self.note_chance("reshuffles", self.deck)
        self.hands, self.discard = [[] for _ in self.hands], []
        if self.log is not None:
            self.tell(Said("All hands and discards are shuffled."))
        for seat in range(len(self.hands)):
            self.draw(seat)

    # --- The score: DG-12 ---

    def score(self, seat: i64) -> i64:
        kinds = [kind(card) for card in self.museums[seat]]
        return sum(kinds) + 5 * min([kinds.count(one) for one in range(1, KINDS + 1)])


# --- A new game: DG-03 ---


def shuffle(setup: Setup, rng: Rng) -> Site:
    bones, caves = list(range(6, CARDS)), list(range(6))
    rng.shuffle(bones)
    rest = bones[HAND * setup.players :] + caves
    rng.shuffle(rest)
    return new_game(setup, bones[: HAND * setup.players] + rest, Chance(rng.clone(), []))


def new_game(setup: Setup, deck: list[int], chance: Chance) -> Site:
    state = Site(setup, deck, chance)
    for seat in range(setup.players):
        state.draw(seat)
    return state


# --- Other worlds: hands hold any unseen bones, the deck all the rest ---


def imagine(state: Site, seat: int | None, rng: Rng) -> Site:
    other = state.clone()
    hidden = [one for one in range(len(state.hands)) if one != seat]
    unseen = sorted(state.deck + [card for one in hidden for card in state.hands[one]])
    bones = [card for card in unseen if kind(card)]
    rng.shuffle(bones)
    for one in hidden:
        other.hands[one] = [bones.pop() for _ in state.hands[one]]
    other.deck = sorted(bones + [card for card in unseen if not kind(card)])
    rng.shuffle(other.deck)
    other.chance = Chance(rng.clone(), [])
    return other
