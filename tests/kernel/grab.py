"""A toy game that needs everything the kernel offers: real time, a host, hidden hands, a reshuffle in the middle.

Each seat holds one hidden card. The host flips a card; whoever grabs it first has it; the host clears what nobody
wants. Cards cleared in the first pass are shuffled into a second one, then the game is over. Most points win.
It is written in plain Python on the compiled kernel, as a game of somebody else's would be.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mesozoic.kernel.deal import Chance, expect_keys, expect_pile
from mesozoic.kernel.errors import UnreadableMove
from mesozoic.kernel.event import Event, only
from mesozoic.kernel.folder import TabletopPart, Words
from mesozoic.kernel.game import Facts, Game, Result, Setup
from mesozoic.kernel.hints import Hints
from mesozoic.kernel.options import Flag, Option
from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import HOST, NOBODY, Moves, State, seat_name

CARDS = list(range(1, 9))
GRAB, PASS, FLIP, CLEAR = 1, 2, 3, 4
TEXTS = {GRAB: "grab", PASS: "pass", FLIP: "flip", CLEAR: "clear"}


@dataclass(frozen=True, slots=True)
class Happened(Event):
    what: str
    card: int

    def words(self) -> str:
        return f"{self.what}: {self.card}." if self.what else ""


class Grabbing(State):
    def __init__(self, setup: Setup, hands: list[int], deck: list[int], chance: Chance) -> None:
        super().__init__(setup)
        self.hands = hands
        self.deck = deck
        self.chance = chance
        self.piles: list[list[int]] = [[] for _ in hands]
        self.cleared: list[int] = []
        self.shown = 0
        self.passed: list[int] = []
        self.passes_left = 1
        self.shown_at = 0

    def clone(self) -> Grabbing:
        copy = type(self)(self.setup, list(self.hands), list(self.deck), self.chance.clone())
        copy.piles = [list(pile) for pile in self.piles]
        copy.cleared, copy.passed = list(self.cleared), list(self.passed)
        copy.shown, copy.passes_left, copy.shown_at = self.shown, self.passes_left, self.shown_at
        copy.clock, copy.reveals = self.clock, self.reveals
        return copy

    def turn(self) -> int:
        return self.to_move[0] if self.to_move else NOBODY

    def is_waiting_for(self, seat: int) -> bool:
        return seat in self.to_move

    @property
    def to_move(self) -> tuple[int, ...]:
        if self.shown:
            return (*(seat for seat in range(len(self.hands)) if seat not in self.passed), HOST)
        return (HOST,) if self.deck else ()

    def list_moves(self, seat: int, out: Moves) -> None:
        out.clear()
        for code in [CLEAR if self.shown else FLIP] if seat == HOST else [GRAB, PASS]:
            out.add(code)

    def apply(self, seat: int, move: int) -> None:
        self.reveals += 1
        if move == FLIP:
            self.shown = self.deck.pop(0)
            self.shown_at = self.clock
            self.announce("flipped", self.shown)
        elif move == GRAB:
            self.piles[seat].append(self.shown)
            self.announce(f"{seat_name(seat)} grabbed", self.shown)
            self.announce("your hand is", self.hands[seat], only(seat))
            self.put_away()
        elif move == PASS:
            self.passed.append(seat)
            self.announce(f"{seat_name(seat)} passed", 0)
        else:
            self.cleared.append(self.shown)
            self.announce("cleared", self.shown)
            self.put_away()

    def has_given_chance(self) -> bool:
        return self.chance.is_given()

    def put_away(self) -> None:
        self.shown, self.passed = 0, []
        if not self.deck and self.passes_left and self.cleared:
            self.passes_left -= 1
            self.deck = self.chance.order(self.cleared)
            self.cleared = []
            self.note_chance("reshuffles", self.deck)

    def announce(self, what: str, card: int, known_to: int = -1) -> None:
        if self.log is not None:
            self.tell(Happened(what, card, known_to=known_to))

    def score(self, seat: int) -> int:
        return sum(self.piles[seat]) + self.hands[seat]


@dataclass(frozen=True)
class Seen:
    seat: int | None
    hand: int
    deck_count: int
    piles: tuple[tuple[int, ...], ...]
    cleared: tuple[int, ...]
    shown: int
    passed: tuple[int, ...]
    passes_left: int
    shown_at: int
    all_hands: tuple[int, ...]


class GrabHints(Hints):
    def value(self, state: State, seat: int) -> float:
        return float(state.score(seat))


class GrabWords(Words):
    def label(self, state: Grabbing, seat: int, code: int) -> str:
        return f"{TEXTS[code]} {state.shown}"


class GrabTable(TabletopPart):
    def elements(self, state: Grabbing, seat: int, code: int) -> tuple[str, ...]:
        """A card that is grabbed lies beside nothing yet, so it is the seat that is pointed at."""
        return (f"seat:{seat}",) if code == GRAB else ()


class Grab(Game):
    name = "grab"
    title = "Grab"
    summary = "A toy."
    rules_version = 1
    package = "tests"
    hints = GrabHints()
    facts = Facts(2, 3, (1, 1), hidden=True, chance=True, simultaneous=True, realtime=True)
    options: tuple[Option, ...] = (Flag("second_pass", "cleared cards come again", True),)
    state_class = Grabbing
    words_class: type[Words] = GrabWords
    table_class: type[TabletopPart] = GrabTable

    @property
    def words(self) -> Words:
        return self.words_class(self)

    @property
    def tabletop(self) -> TabletopPart:
        return self.table_class(self)

    def shuffle(self, setup: Setup, rng: Rng) -> State:
        cards = list(CARDS)
        rng.shuffle(cards)
        return self.new(setup, cards[: setup.players], cards[setup.players :], Chance(rng.clone(), []))

    def new(self, setup: Setup, hands: list[int], deck: list[int], chance: Chance) -> Grabbing:
        state = self.state_class(setup, hands, deck, chance)
        state.passes_left = int(setup.options["second_pass"])
        return state

    def deal_out(self, setup: Setup, deal: Mapping[str, Any], rng: Rng) -> State:
        expect_keys("deal", deal, ["hands", "deck"], ["reshuffles"])
        cards = expect_pile("The deal", [*deal["hands"], *deal["deck"]], CARDS)
        chance = Chance(rng, [list(order) for order in deal.get("reshuffles", [])])
        return self.new(setup, cards[: setup.players], cards[setup.players :], chance)

    def deal_of(self, state: State) -> dict[str, Any]:
        assert isinstance(state, Grabbing)
        return {"hands": list(state.hands), "deck": list(state.deck)}

    FIELDS: tuple[str, ...] = (
        "hands",
        "deck",
        "piles",
        "cleared",
        "shown",
        "passed",
        "passes_left",
        "shown_at",
        "clock",
    )

    def position_of(self, state: Grabbing) -> dict[str, Any]:
        return {name: getattr(state.clone(), name) for name in self.FIELDS}

    def take_up(self, setup: Setup, position: Mapping[str, Any]) -> State:
        state = self.new(setup, [], [], Chance(Rng(1, 2, 3, 4), []))
        for name in self.FIELDS:
            setattr(state, name, position[name])
        return state

    def text(self, code: int) -> str:
        return TEXTS[code]

    def parse(self, text: str) -> int:
        for code, known in TEXTS.items():
            if text == known:
                return code
        raise UnreadableMove(f"{text!r} is not a move: say grab or pass.")

    def view(self, state: Grabbing, seat: int | None) -> Seen:
        return Seen(
            seat=seat,
            hand=0 if seat is None else state.hands[seat],
            deck_count=len(state.deck),
            piles=tuple(tuple(pile) for pile in state.piles),
            cleared=tuple(state.cleared),
            shown=state.shown,
            passed=tuple(state.passed),
            passes_left=state.passes_left,
            shown_at=int(state.shown_at),
            all_hands=() if state.to_move else tuple(state.hands),
        )

    def imagine(self, state: Grabbing, seat: int | None, rng: Rng) -> State:
        other = state.clone()
        if not state.to_move:
            return other
        hands = sorted(card for at, card in enumerate(state.hands) if at != seat)
        deck = sorted(state.deck)
        if state.setup.options["second_pass"] and not state.passes_left:  # the second deck was seen when it was cleared
            rng.shuffle(hands)
            rng.shuffle(deck)
        else:
            unseen = sorted(hands + deck)
            rng.shuffle(unseen)
            hands, deck = unseen[: len(hands)], unseen[len(hands) :]
        other.hands = [card if at == seat else hands.pop() for at, card in enumerate(state.hands)]
        other.deck = deck
        other.chance = Chance(rng.clone(), [])
        return other

    def secrets(self, state: Grabbing, seat: int | None) -> dict[str, Any]:
        if not state.to_move:
            return {}
        hands = [card for at, card in enumerate(state.hands) if at != seat]
        return {"other hands": hands} | ({"deck": list(state.deck)} if state.deck else {})

    def result(self, state: Grabbing) -> Result:
        scores = tuple(state.score(seat) for seat in range(state.players))
        places = tuple(1 + sum(other > mine for other in scores) for mine in scores)
        return Result(scores, places, tuple(seat for seat, place in enumerate(places) if place == 1), "No cards left.")

    def score_bounds(self, setup: Setup) -> tuple[int, int]:
        return 1, sum(CARDS)

    def longest(self, setup: Setup) -> int:
        return 2 * len(CARDS) * (setup.players + 2)

    def check_invariants(self, state: Grabbing) -> None:
        piles = [card for pile in state.piles for card in pile]
        everywhere = [*state.hands, *state.deck, *piles, *state.cleared, *([state.shown] if state.shown else [])]
        assert sorted(everywhere) == CARDS, "every card is somewhere"
