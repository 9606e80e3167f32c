"""The table: the extra challenges, and everything that a game in progress consists of. The row is linked both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from mesozoic.games.carbon_dating.cards import EDGE, IDS, Dinosaurs
from mesozoic.games.carbon_dating.rules_moves import BOTH_ENDS
from mesozoic.kernel.deal import Chance
from mesozoic.kernel.state import NOBODY, State

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup

NO_CARD: Final = -1
DEALT: Final = 4  # dinosaurs in the starting row

# --- What is being decided ------------------------------------------------------------------------------------
PLAY: Final = 0  # a card and its place, or to end the round
PLACE: Final = 1  # the place of a special card that lay face down
SWAP: Final = 2  # Compsognathus
DATE: Final = 3  # which of several dates comes first
OVER: Final = 4


@final
@mypyc_attr(acyclic=True)
class Variant:
    """The extra challenges and the cards, as the rules ask for them."""

    def __init__(self, options: dict[str, Any], table: Any) -> None:
        self.table = table  # as people read it
        dinosaurs: Dinosaurs = table.dinosaurs
        self.arrows = dinosaurs.arrows
        self.hearts = dinosaurs.hearts
        self.on_bad_date = dinosaurs.on_bad_date
        self.on_play = dinosaurs.on_play
        self.always = dinosaurs.always
        self.likes = dinosaurs.likes
        self.impatient: bool = options["impatient_customers"]
        self.staffing: bool = options["staffing_shortage"]
        self.audit: bool = options["health_and_safety_audit"]
        self.vip: bool = options["vip"]
        self.blind: bool = options["blind_dates"]
        self.closing_round: i64 = options["closing_round"]
        self.row: i64 = options["tune_row"]

    def heart(self, left: i64, right: i64) -> i64:
        """CD-19: the slot of the left-hand card at the height of the right-hand card's arrow."""
        return (self.hearts[left] >> 2 * self.arrows[right]) & 3


@mypyc_attr(acyclic=True)
class Row(State):
    """Cards are their numbers in the card table, sets of cards are bit masks."""

    def __init__(
        self,
        setup: Setup,
        variant: Variant,
        chance: Chance,
        deck: vec[i64],
        left: vec[i64],
        right: vec[i64],
        before: vec[i64],
        tucked: vec[i64],
        waiting: vec[i64],
        dates: vec[i64],
    ) -> None:
        super().__init__(setup)
        self.variant = variant
        self.chance = chance
        self.deck = deck  # top first; never changed, so clones share it
        self.dealt: i64 = 0  # so many cards of the deck have been drawn
        self.left = left  # each seated card's neighbour on the left, EDGE at the end of the row, NO_CARD if not seated
        self.right = right  # the same on the right; right[EDGE] is the first of the row, left[EDGE] the last
        self.before = before  # ``right`` as it was when an event began; of no use after it, so clones share it
        self.seated: i64 = 0  # how many sit in the row
        self.tucked = tucked  # what each card has eaten
        self.discarded: i64 = 0
        self.satisfied: i64 = 0  # those who left after a good date; what they had eaten is with them
        self.aside: i64 = 0  # PTE and TYR until they are played
        self.first: i64 = NO_CARD  # the drawn cards that are still to be played
        self.second: i64 = NO_CARD
        self.face_down = False  # Blind Dates: the second card lies face down
        self.ends: i64 = BOTH_ENDS  # the ends that an ordinary drawn card may still take this round
        self.round: i64 = 0
        self.is_final = False
        self.reshuffles: i64 = 0
        self.step: i64 = PLAY
        self.played: i64 = NO_CARD  # the card whose place (PLACE) or swap (SWAP) is being decided
        self.waiting = waiting  # pairs whose date waits, oldest batch first
        self.waits: i64 = 0  # so many of them
        self.dates = dates  # the dates of this play, each as L and R
        self.dated: i64 = 0  # so many of them

    def turn(self) -> i64:
        if self.step == OVER:
            return NOBODY
        return 0

    def has_given_chance(self) -> bool:
        return self.chance.is_given()

    # --- Seats (CD-17): gaps close at once ------------------------------------------------------------------------

    def sit(self, card: i64, left: i64, right: i64) -> None:
        """Take a seat between two neighbours."""
        self.left[card] = left
        self.right[card] = right
        self.right[left] = card
        self.left[right] = card
        self.seated += 1

    def stand_up(self, card: i64) -> None:
        """Leave the row; those beside move together."""
        left = self.left[card]
        right = self.right[card]
        self.right[left] = right
        self.left[right] = left
        self.left[card] = NO_CARD
        self.right[card] = NO_CARD
        self.seated -= 1

    def dinosaur_at(self, seat: i64) -> i64:
        """Who sits on that seat, counted from 1 at the left end."""
        dinosaur = self.right[EDGE]
        while seat > 1:
            dinosaur = self.right[dinosaur]
            seat -= 1
        return dinosaur


# --- The row and the deck as lists ------------------------------------------------------------------------------


def row_of(state: Row) -> list[int]:
    """The row from left to right."""
    row: list[int] = []
    card = int(state.right[EDGE])
    while card != EDGE:
        row.append(card)
        card = int(state.right[card])
    return row


def deck_of(state: Row) -> list[int]:
    """What is left of the deck, top first."""
    return list(state.deck)[state.dealt :]


# --- Sets of cards ----------------------------------------------------------------------------------------------


def members(cards: i64) -> list[int]:
    """The cards of a set, in the order of the card table."""
    found: list[int] = []
    card: i64 = 0
    while cards != 0:
        if cards & 1 != 0:
            found.append(card)
        cards >>= 1
        card += 1
    return found


def names(cards: i64) -> tuple[str, ...]:
    return tuple([IDS[card] for card in members(cards)])
