"""The table: the path over its columns, the variant, and everything that a game in progress consists of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from mesozoic.games.dolphins_and_dinos.cards import CORRIDOR, EXHIBITS, ITEMS, RESTAURANT, Exhibits
from mesozoic.games.dolphins_and_dinos.rules_sheet import ROUNDS
from mesozoic.kernel.bits import bit, has, lowest
from mesozoic.kernel.state import NOBODY, AllAtOnce

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup

DEALT_CARDS: Final = EXHIBITS
SOLO_MONEY: Final = 50

# --- The path over the table columns (DD-07) ------------------------------------------------------------------
# In rounds 1 to 9 the active columns are T1 T2 T3 T4 T5 T5 T4 T3 and at last T1 with T2.
FIRST_ON_OFFER: Final = vec[i64]([0, 0, 3, 6, 9, 12, 12, 9, 6, 0])
ON_OFFER: Final = vec[i64]([0, 3, 3, 3, 3, 3, 3, 3, 3, 6])
FACE_UP: Final = vec[i64]([0, 6, 9, 12, 15, 15, 15, 15, 15, 15])
"""How many cards of the deck lie face up during each round (DD-04, DD-33)."""

# --- Where the game stands, and where a seat stands within the round ------------------------------------------
CHOOSE: Final = 0
FEATURES_DUE: Final = 1
OVER: Final = 2

PICK: Final = 0
NUMBER: Final = 1
SQUARE: Final = 2
FEATURE: Final = 3
WAITING: Final = 4


def starting_money(players: int) -> int:
    """DD-05, DD-44."""
    return SOLO_MONEY if players == 1 else 42 + 3 * players


@final
@mypyc_attr(acyclic=True)
class Variant:
    """The number of players and the options, as the rules ask for them."""

    def __init__(self, players: int, options: dict[str, Any], table: Any) -> None:
        self.table = table  # as people read it
        self.players: i64 = players
        self.solo = players == 1
        self.starting_money: i64 = options["tune_money"]
        self.closed = options["sheets"] == "closed"
        self.lowest_offered_is_free = options["free_feature"] == "offered"
        self.goal = options["solo_goal"]
        exhibits: Exhibits = table.exhibits
        self.values = exhibits.values
        self.settled = exhibits.settled
        # What is dealt, as long as the highest of those that may be set aside is.
        last = self.settled[len(self.settled) - 1]
        self.pile = vec[i64]([value for value in self.values if value != last] + [RESTAURANT])
        self.highest: i64 = exhibits.highest
        self.prices = exhibits.prices
        self.features = exhibits.features
        # DD-19, DD-45: nothing extra in the solo game.
        self.surcharges = vec[i64]([0] * ITEMS) if self.solo else exhibits.surcharges
        # DD-26: how many must have placed each item for it to leave the game; 0 for those that never leave.
        self.leaves_at = vec[i64]([0] * ITEMS)
        # The place of each exhibit among the fifteen, by rising value: bots and observations go by it.
        self.ranks = vec[i64]([0] * ITEMS)
        self.ranks[RESTAURANT] = EXHIBITS + 1
        self.ranks[CORRIDOR] = EXHIBITS + 2
        for rank in range(EXHIBITS):
            card = table.cards[rank]
            self.ranks[card.value] = rank + 1
            if card.missed_by is not None:
                self.leaves_at[card.value] = max(1, players - card.missed_by)
        self.leavers = vec[i64]([value for value in self.values if self.leaves_at[value] != 0])


@mypyc_attr(acyclic=True)
class Table(AllAtOnce):
    """The cards, and every player's score sheet."""

    def __init__(
        self,
        setup: Setup,
        variant: Variant,
        deck: vec[i64],
        hidden: i64,
        sheets: vec[i64],
        money: vec[i64],
        filled: vec[i64],
        used: vec[i64],
        steps: vec[i64],
    ) -> None:
        super().__init__(setup)
        self.variant = variant
        self.deck = deck  # the 15 cards in the order they are dealt; never changed, so clones share it
        self.hidden = hidden  # DD-02: the exhibit set aside unseen, 0 in the solo game
        self.sheets = sheets  # nine lines per seat
        self.money = money
        self.filled = filled  # per seat: the filled squares
        self.used = used  # per seat: the values that stand in the array
        self.steps = steps  # per seat: PICK, NUMBER, SQUARE, FEATURE or WAITING
        self.round: i64 = 1
        self.phase: i64 = CHOOSE
        self.pending: i64 = bit(variant.players) - 1  # the seats that still have to decide
        self.removed: i64 = 0  # DD-26: the set of those cards that have left the game
        self.free: i64 = 0  # the exhibit whose feature is free this round
        self.unsealed: i64 = 0  # the seats whose feature of this round lies open, while one after the other is shown

    def turn(self) -> i64:
        if self.pending == 0:
            return NOBODY
        return lowest(self.pending)

    def is_waiting_for(self, seat: i64) -> bool:
        return has(self.pending, seat)

    def line(self, seat: i64) -> i64:
        """The seat's line of this round."""
        return self.sheets[seat * ROUNDS + self.round - 1]

    def write(self, seat: i64, line: i64) -> None:
        self.sheets[seat * ROUNDS + self.round - 1] = line

    def lines(self, seat: int) -> list[int]:
        """The seat's lines of the rounds whose choices have been shown."""
        shown = self.round - 1 if self.phase == CHOOSE else self.round
        return [self.sheets[seat * ROUNDS + at] for at in range(shown)]

    def on_offer(self) -> list[int]:
        """What lies in the active columns, removed or not."""
        first = FIRST_ON_OFFER[self.round]
        return [self.deck[at] for at in range(first, first + ON_OFFER[self.round])]
