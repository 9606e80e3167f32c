"""What the lab counts of a game of DinoSpan: which cards are taken and published, and where points come from."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.dinospan import rules_moves as moves
from mesozoic.games.dinospan.cards import CARD_IDS, CARDS
from mesozoic.games.dinospan.rules import Span
from mesozoic.games.dinospan.rules_table import ATLAS, BITS, NONE, PARENT_AT, TOP, WORDS, lone
from mesozoic.kernel.game import Result, Setup
from mesozoic.kernel.state import State
from mesozoic.kernel.witness import NOTHING, Figure, Lines, Witness

GAMES: Final = (
    Figure("reshuffles", "How often the Archive was shuffled into the Footprint.", "times"),
    Figure("rival_points", "The Rival's Prestige Points; nothing without a Rival.", "points"),
)
SEATS: Final = (
    Figure("points_cards", "Points of cards.", "points", True),
    Figure("points_eggs", "Points of eggs.", "points", True),
    Figure("points_goals", "Points of goals.", "points", True),
    Figure("points_resources", "Points of resources.", "points", True),
    Figure("points_research", "Points of Personal Research.", "points", True),
    Figure("new_genus", "Spaces with a genus, the two of the Triassic not counted.", "spaces"),
    Figure("evolutions", "Spaces in which a card lies on its Parent.", "spaces"),
)
CARD_WORDS: Final = {
    "offered": "How often the seat could have taken it from the Hype or a look, kept it, or published it.",
    "taken": "How often it came into the seat's hand, or was kept in the draft.",
    "played": "1 if the seat published it, by New Genus or by Evolution, and it lies there in the end.",
    "left": "1 if it is in the seat's hand in the end.",
}


def witness(setup: Setup) -> Witness:
    return SpanWitness(setup)


@final
class SpanWitness(Witness):
    """A card may be published without a decision, where it is the only one; so hands are compared, not moves."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, GAMES, SEATS, CARD_IDS, CARD_WORDS)
        self.hands = vec[i64]([0] * (setup.players * WORDS))  # as each seat's was when it was last looked at
        self.gone = vec[i64]([0] * (setup.players * CARDS))  # the round in which a card had left the hand

    def round_of(self, state: State) -> i64:
        assert isinstance(state, Span)
        return state.round

    def ending_of(self, state: State, result: Result) -> str:
        return "four rounds"

    def begun(self, state: State) -> None:
        at: i64 = 0
        while at < len(self.hands):
            self.hands[at] = 0
            at += 1
        at = 0
        while at < len(self.gone):
            self.gone[at] = 1
            at += 1

    def before(self, state: State, seat: i64, move: i64) -> None:
        assert isinstance(state, Span)
        self.compare_hand(state, seat)
        out = self.out
        at: i64 = 0
        while at < out.count:
            card = card_named(state, out.codes[at])
            if card != NONE:
                self.offer(seat, card)
            at += 1
        if moves.kind_of(move) == moves.KEEP:
            self.take(seat, moves.argument_of(move), state.round)

    def compare_hand(self, state: Span, seat: i64) -> None:
        word: i64 = 0
        while word < WORDS:
            at = seat * WORDS + word
            now = state.hands[at]
            changed = now ^ self.hands[at]
            self.hands[at] = now
            while changed != 0:
                low = changed & -changed
                card = word * BITS + lone(low)
                if now & low != 0:
                    self.take(seat, card, state.round)
                else:
                    self.gone[seat * CARDS + card] = state.round
                changed ^= low
            word += 1

    def ended(self, state: State) -> None:
        assert isinstance(state, Span)
        seat: i64 = 0
        while seat < self.players:
            self.compare_hand(state, seat)
            word: i64 = 0
            while word < WORDS:
                held = state.hands[seat * WORDS + word]
                while held != 0:
                    low = held & -held
                    self.leave(seat, word * BITS + lone(low))
                    held ^= low
                word += 1
            place = seat * ATLAS
            while place < seat * ATLAS + ATLAS:
                space = state.spaces[place]
                self.published(seat, space & TOP)
                self.published(seat, (space >> PARENT_AT) & TOP)
                place += 1
            seat += 1

    def published(self, seat: i64, top: i64) -> None:
        if top != 0:
            self.play(seat, top - 1, self.gone[seat * CARDS + top - 1])

    def write_game(self, state: State, result: Result, out: Lines) -> None:
        assert isinstance(state, Span)
        out.put(state.batches)
        out.put(state.rival_score() if state.variant.solo else NOTHING)

    def write_seat(self, state: State, result: Result, seat: i64, out: Lines) -> None:
        assert isinstance(state, Span)
        out.put(state.card_points(seat))
        out.put(state.egg_points(seat))
        out.put(state.goal_total(seat))
        out.put(state.resource_points(seat))
        out.put(state.research_points(seat))
        genera: i64 = 0
        evolutions: i64 = 0
        place = seat * ATLAS
        while place < seat * ATLAS + ATLAS:
            space = state.spaces[place]
            if space & TOP != 0:
                genera += 1
            if (space >> PARENT_AT) & TOP != 0:
                evolutions += 1
            place += 1
        out.put(genera - 2)
        out.put(evolutions)


def card_named(state: Span, code: i64) -> i64:
    """The card that a move would take, keep or publish; NONE for any other move."""
    kind = moves.kind_of(code)
    if kind in (moves.CHOOSE, moves.TAKE_CARD, moves.KEEP):
        return moves.argument_of(code)
    return state.hype[moves.argument_of(code)] if kind == moves.FROM_SLOT else NONE
