"""Dolphins and Dinos, by Arthur Wohlwill: fill a museum of nine squares, rising to the right and upwards.

Numbers such as DD-14 are those of ``rules.md``, DD-R11 those of ``rulings.md``. The whole of a game lies in the score
sheets: one line per seat and round says what was chosen, where it stands and what became of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from mesozoic.games.dolphins_and_dinos import events
from mesozoic.games.dolphins_and_dinos.cards import (
    CARDS,
    CORRIDOR,
    FEATURES,
    ITEM_TEXTS,
    LIFE,
    MOST_EXPENSIVE,
    NO_FEATURE,
    PRICE,
    RESTAURANT,
    SURCHARGE,
    WATER,
)
from mesozoic.kernel.bits import bit, count, has, lowest
from mesozoic.kernel.state import NOBODY, Moves, State

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup

ROUNDS: Final = 9
SQUARES: Final = 9
DEALT_CARDS: Final = 15
SOLO_MONEY: Final = 50
CROWD_PULLERS: Final = 13  # 13, 14 and 15 cost more the more players pick them, and can leave the game

# --- The museum: three files a to c, three ranks 1 to 3, six halls ------------------------------------
# Square a1 is 0, b1 is 1, ... c3 is 8. A hall is read left to right or bottom to top.
HALL_NAMES: Final = ("r1", "r2", "r3", "ca", "cb", "cc")
HALLS: Final = vec[i64]([0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 3, 6, 1, 4, 7, 2, 5, 8])
"""The squares of the six halls, three each."""
EVERY_SQUARE: Final = 0b111111111


def _neighbours(square: int) -> int:
    """The squares that share a side with this one."""
    file, rank = square % 3, square // 3
    return sum([1 << other for other in range(9) if abs(other % 3 - file) + abs(other // 3 - rank) == 1])


def _open_squares(filled: int) -> int:
    """DD-14: at first any square; later the empty ones beside a filled one."""
    beside = 0
    for square in range(SQUARES):
        if filled >> square & 1:
            beside |= _neighbours(square)
    return beside & ~filled if filled else EVERY_SQUARE


OPEN_SQUARES: Final = vec[i64]([_open_squares(filled) for filled in range(512)])

# --- The path over the table columns (DD-07) ------------------------------------------------------------
# In rounds 1 to 9 the active columns are T1 T2 T3 T4 T5 T5 T4 T3 and at last T1 with T2.
FIRST_ON_OFFER: Final = vec[i64]([0, 0, 3, 6, 9, 12, 12, 9, 6, 0])
ON_OFFER: Final = vec[i64]([0, 3, 3, 3, 3, 3, 3, 3, 3, 6])
FACE_UP: Final = vec[i64]([0, 6, 9, 12, 15, 15, 15, 15, 15, 15])
"""How many cards of the deck lie face up during each round (DD-04, DD-33)."""

# --- Moves: the four small decisions of a round --------------------------------------------------------
NUMBER_CODE: Final = 32
SQUARE_CODE: Final = 64
FEATURE_CODE: Final = 96


def pick(item: int) -> int:
    """The move that picks an exhibit, the restaurant or a corridor."""
    return item


def number(value: int) -> int:
    """The move that assigns the restaurant its number."""
    return NUMBER_CODE + value


def square(place: int) -> int:
    """The move that chooses the square, and so commits the seat."""
    return SQUARE_CODE + place


def feature(mark: int) -> int:
    """The move that draws a feature, or none."""
    return FEATURE_CODE + mark


# --- A line of a score sheet, packed into one integer ---------------------------------------------------
NUMBER_AT: Final = 5
SQUARE_AT: Final = 9
MARK_AT: Final = 13
UNPAID_AT: Final = 15
PAID_AT: Final = 16
FEE_AT: Final = 21


def item_of(line: i64) -> i64:
    """What was picked: an exhibit's value, RESTAURANT, CORRIDOR, or 0 while nothing is."""
    return line & 31


def number_of(line: i64) -> i64:
    """The number assigned to a restaurant."""
    return (line >> NUMBER_AT) & 15


def square_of(line: i64) -> i64:
    return (line >> SQUARE_AT) & 15


def mark_of(line: i64) -> i64:
    """The feature drawn on the exhibit."""
    return (line >> MARK_AT) & 3


def is_unpaid(line: i64) -> bool:
    """DD-21: the picker had too little money, and the square became a corridor."""
    return (line >> UNPAID_AT) & 1 != 0


def paid_of(line: i64) -> i64:
    """The price paid for the exhibit, surcharge included."""
    return (line >> PAID_AT) & 31


def fee_of(line: i64) -> i64:
    """The dollar paid for the feature, or 0."""
    return (line >> FEE_AT) & 1


def has_placed(line: i64) -> bool:
    """Was an exhibit picked and paid for?"""
    return 0 < item_of(line) <= MOST_EXPENSIVE and not is_unpaid(line)


def value_of(line: i64) -> i64:
    """The number that stands in the array: an exhibit's value or a restaurant's number; 0 for a corridor."""
    if has_placed(line):
        return item_of(line)
    return number_of(line)


def income(assigned: i64) -> i64:
    """DD-22: a restaurant brings half its number, rounded down."""
    return assigned >> 1


# --- The table ------------------------------------------------------------------------------------------
# Where a seat stands within the round.
PICK: Final = 0
NUMBER: Final = 1
SQUARE: Final = 2
FEATURE: Final = 3
WAITING: Final = 4

CHOOSE: Final = 0
FEATURES_DUE: Final = 1
OVER: Final = 2


@final
@mypyc_attr(acyclic=True)
class Variant:
    """The number of players and the options, as the rules ask for them."""

    def __init__(self, players: int, options: dict[str, str]) -> None:
        self.players: i64 = players
        self.solo = players == 1
        self.closed = options["sheets"] == "closed"
        self.lowest_offered_is_free = options["free_feature"] == "offered"
        self.goal = options["solo_goal"]
        # DD-26: how many must have placed each item for it to leave the game; 0 for those that never leave.
        leaves_at = [0 if card.missed_by is None else max(1, players - card.missed_by) for card in CARDS]
        self.leaves_at = vec[i64]([0] + leaves_at + [0, 0])

    def starting_money(self) -> i64:
        """DD-05, DD-44."""
        return SOLO_MONEY if self.solo else 42 + 3 * self.players

    def surcharge(self, item: i64) -> i64:
        """DD-19, DD-45: nothing extra in the solo game."""
        return 0 if self.solo else SURCHARGE[item]


@final
@mypyc_attr(acyclic=True)
class Museums(State):
    """A game of Dolphins and Dinos: the table, and every player's score sheet."""

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
        self.removed: i64 = 0  # DD-26: a set of 13, 14 and 15
        self.free: i64 = 0  # the exhibit whose feature is free this round
        self.unsealed: i64 = 0  # the seats whose feature of this round lies open, while one after the other is shown

    def clone(self) -> Museums:
        copy = Museums(
            self.setup,
            self.variant,
            self.deck,
            self.hidden,
            self.sheets[:],
            self.money[:],
            self.filled[:],
            self.used[:],
            self.steps[:],
        )
        copy.round = self.round
        copy.phase = self.phase
        copy.pending = self.pending
        copy.removed = self.removed
        copy.free = self.free
        copy.unsealed = self.unsealed
        copy.clock = self.clock
        copy.reveals = self.reveals
        return copy

    def line(self, seat: i64) -> i64:
        """The seat's line of this round."""
        return self.sheets[seat * ROUNDS + self.round - 1]

    def write(self, seat: i64, line: i64) -> None:
        self.sheets[seat * ROUNDS + self.round - 1] = line

    # --- Whose decision it is -------------------------------------------------------------------------

    def turn(self) -> i64:
        return NOBODY if self.pending == 0 else lowest(self.pending)

    @property
    def to_move(self) -> tuple[int, ...]:
        return tuple([seat for seat in range(self.variant.players) if has(self.pending, seat)])

    def is_waiting_for(self, seat: i64) -> bool:
        return has(self.pending, seat)

    def list_moves(self, seat: i64, out: Moves) -> None:
        out.clear()
        step = self.steps[seat]
        if step == PICK:
            self.pick_options(seat, out)
        elif step == NUMBER:
            self.number_options(seat, out)
        elif step == SQUARE:
            self.square_options(seat, out)
        else:
            self.feature_options(seat, out)

    def apply(self, seat: i64, move: i64) -> None:
        step = self.steps[seat]
        if step == PICK:
            self.pick(seat, move)
        elif step == NUMBER:
            self.number(seat, move - NUMBER_CODE)
        elif step == SQUARE:
            self.square(seat, move - SQUARE_CODE)
        else:
            self.feature(seat, move - FEATURE_CODE)

    def commit(self, seat: i64) -> None:
        """The seat has decided for good and waits for the others."""
        self.steps[seat] = WAITING
        self.pending &= ~bit(seat)
        self.reveals += 1

    # --- Choose (DD-09 to DD-16) ------------------------------------------------------------------------

    def pick_options(self, seat: i64, out: Moves) -> None:
        """Each card on offer whose value the array does not hold yet, and always a corridor."""
        barred = self.used[seat] | self.removed
        place = FIRST_ON_OFFER[self.round]
        end = place + ON_OFFER[self.round]
        while place < end:
            item = self.deck[place]
            if not has(barred, item):
                out.add(item)
            place += 1
        out.add(CORRIDOR)

    def pick(self, seat: i64, item: i64) -> None:
        self.write(seat, item)
        self.steps[seat] = NUMBER if item == RESTAURANT else SQUARE

    def number_options(self, seat: i64, out: Moves) -> None:
        """DD-13: any number that does not stand in the own array."""
        used = self.used[seat]
        value: i64 = 1
        while value <= MOST_EXPENSIVE:
            if not has(used, value):
                out.add(NUMBER_CODE + value)
            value += 1

    def number(self, seat: i64, value: i64) -> None:
        self.write(seat, self.line(seat) | value << NUMBER_AT)
        self.steps[seat] = SQUARE

    def square_options(self, seat: i64, out: Moves) -> None:
        places = OPEN_SQUARES[self.filled[seat]]
        place: i64 = 0
        while places != 0:
            if places & 1 != 0:
                out.add(SQUARE_CODE + place)
            places >>= 1
            place += 1

    def square(self, seat: i64, place: i64) -> None:
        """The choice is complete and cannot be taken back; the others learn only that it was made."""
        self.write(seat, self.line(seat) | place << SQUARE_AT)
        self.commit(seat)
        if self.log is not None:
            self.tell(events.Chose(seat))
        if self.pending == 0:
            self.pay()

    # --- Reveal, Pay, Remove (DD-17 to DD-27) -------------------------------------------------------------

    def pickers(self, item: i64) -> i64:
        """How many seats picked the card this round, able to pay or not (DD-R11)."""
        pickers: i64 = 0
        seat: i64 = 0
        while seat < self.variant.players:
            if item_of(self.line(seat)) == item:
                pickers += 1
            seat += 1
        return pickers

    def price(self, item: i64) -> i64:
        """What the card costs each of its pickers this round."""
        price = PRICE[item]
        if item >= CROWD_PULLERS:
            price += self.variant.surcharge(item) * self.pickers(item)
        return price

    def pay(self) -> None:
        """Everybody pays at once; then cards leave, and features are due."""
        self.phase = FEATURES_DUE  # the choices lie open from here on
        if self.log is not None:
            self.tell_choices()
        lowest_placed: i64 = 0
        seat: i64 = 0
        while seat < self.variant.players:
            item = self.pay_for(seat)
            if item != 0 and (lowest_placed == 0 or item < lowest_placed):
                lowest_placed = item
            seat += 1
        self.free = self.lowest_offered() if self.variant.lowest_offered_is_free else lowest_placed
        self.remove()
        self.ask_for_features()

    def pay_for(self, seat: i64) -> i64:
        """Settle the seat's choice and fill its square; returns the exhibit that it placed, or 0."""
        line = self.line(seat)
        item = item_of(line)
        self.filled[seat] |= bit(square_of(line))
        if item == CORRIDOR:
            return 0
        if item == RESTAURANT:
            self.money[seat] += income(number_of(line))
            self.used[seat] |= bit(number_of(line))
            if self.log is not None:
                self.tell(events.Received(seat, income(number_of(line))))
            return 0
        price = self.price(item)
        if self.money[seat] < price:
            self.write(seat, line | bit(UNPAID_AT))
            if self.log is not None:
                self.tell(events.Unpaid(seat, ITEM_TEXTS[item], price))
            return 0
        self.money[seat] -= price
        self.used[seat] |= bit(item)
        self.write(seat, line | price << PAID_AT)
        if self.log is not None:
            self.tell(events.Paid(seat, ITEM_TEXTS[item], price, price - PRICE[item]))
        return item

    def remove(self) -> None:
        """DD-26: 13, 14 and 15 leave when too many have placed them; a card can leave only once."""
        item: i64 = CROWD_PULLERS
        while item <= MOST_EXPENSIVE:
            placed = self.placers(item)
            if placed != 0 and placed >= self.variant.leaves_at[item]:
                self.removed |= bit(item)
                if self.log is not None:
                    self.tell(events.Removed(ITEM_TEXTS[item], placed))
            item += 1

    def placers(self, item: i64) -> i64:
        """How many seats picked the card this round and paid for it (DD-24)."""
        placers: i64 = 0
        seat: i64 = 0
        while seat < self.variant.players:
            line = self.line(seat)
            if item_of(line) == item and not is_unpaid(line):
                placers += 1
            seat += 1
        return placers

    # --- Features (DD-28 to DD-32) --------------------------------------------------------------------------

    def lowest_offered(self) -> i64:
        """The lowest exhibit lying on offer, before this round's removals (``free_feature = offered``)."""
        best: i64 = RESTAURANT
        place = FIRST_ON_OFFER[self.round]
        end = place + ON_OFFER[self.round]
        while place < end:
            item = self.deck[place]
            if item < best and not has(self.removed, item):
                best = item
            place += 1
        return best

    def fee(self, item: i64) -> i64:
        """DD-30: the lowest exhibit's feature is free, every other costs a dollar."""
        return 0 if item == self.free else 1

    def ask_for_features(self) -> None:
        """Whoever placed an exhibit and can pay the fee may draw a feature; the others are passed over."""
        seat: i64 = 0
        while seat < self.variant.players:
            line = self.line(seat)
            if has_placed(line) and self.money[seat] >= self.fee(item_of(line)):
                self.steps[seat] = FEATURE
                self.pending |= bit(seat)
            seat += 1
        if self.pending == 0:
            self.end_round()

    def feature_options(self, seat: i64, out: Moves) -> None:
        """DD-28, DD-29: none, or one that the exhibit has."""
        out.add(FEATURE_CODE + NO_FEATURE)
        own = FEATURES[item_of(self.line(seat))]
        mark: i64 = WATER
        while mark <= LIFE:
            if has(own, mark):
                out.add(FEATURE_CODE + mark)
            mark += 1

    def feature(self, seat: i64, mark: i64) -> None:
        """Sealed until the last seat has decided (DD-R24), the fee included."""
        line = self.line(seat)
        if mark != NO_FEATURE:
            line |= mark << MARK_AT | self.fee(item_of(line)) << FEE_AT
        self.write(seat, line)
        self.commit(seat)
        if self.log is not None:
            self.tell(events.Decided(seat))
        if self.pending == 0:
            self.end_round()

    # --- End of round, end of game (DD-33, DD-34) -------------------------------------------------------------

    def end_round(self) -> None:
        """Show and charge the features, deal the next column, begin the next round or end the game."""
        seat: i64 = 0
        while seat < self.variant.players:
            line = self.line(seat)
            was_asked = has_placed(line) and self.money[seat] >= self.fee(item_of(line))
            self.money[seat] -= fee_of(line)
            self.steps[seat] = PICK
            self.unsealed |= bit(seat)
            if self.log is not None and was_asked:
                self.tell_all(events.featured(seat, mark_of(line), fee_of(line), self.variant.closed))
            seat += 1
        self.unsealed = 0
        self.free = 0
        if self.round == ROUNDS:
            self.phase = OVER
            if self.log is not None:
                self.tell_end()
            return
        self.phase = CHOOSE
        self.round += 1
        self.pending = bit(self.variant.players) - 1
        if self.log is not None:
            self.tell_column()

    # --- Scoring (DD-35 to DD-41) -----------------------------------------------------------------------------

    def museum(self, seat: i64) -> vec[i64]:
        """The seat's nine squares: the line that stands in each, 0 where nothing does yet."""
        squares = vec[i64]([0, 0, 0, 0, 0, 0, 0, 0, 0])
        at = seat * ROUNDS
        end = at + count(self.filled[seat])  # a square is filled each round, when the choices are shown
        while at < end:
            line = self.sheets[at]
            squares[square_of(line)] = line
            at += 1
        return squares

    def array_score(self, seat: i64) -> i64:
        """Halls and feature bonuses of the seat as its array stands now."""
        squares = self.museum(seat)
        total: i64 = 0
        hall: i64 = 0
        while hall < 6:
            total += hall_score(squares, hall) + hall_bonus(squares, hall)
            hall += 1
        return total

    def money_bonus(self, seat: i64) -> i64:
        """DD-39: two points for each player with less money, one for each with the same; none without money."""
        mine = self.money[seat]
        if mine == 0 or self.variant.solo:
            return 0
        points: i64 = -1  # the seat itself has the same amount
        other: i64 = 0
        while other < self.variant.players:
            if self.money[other] < mine:
                points += 2
            elif self.money[other] == mine:
                points += 1
            other += 1
        return points

    def score(self, seat: i64) -> i64:
        return self.array_score(seat) + self.money_bonus(seat)

    def features_drawn(self, seat: i64) -> i64:
        """DD-41: every drawn feature counts, in a scoring hall or not."""
        drawn: i64 = 0
        at = seat * ROUNDS
        end = at + ROUNDS
        while at < end:
            if mark_of(self.sheets[at]) != NO_FEATURE:
                drawn += 1
            at += 1
        return drawn

    # --- Solo game (DD-42 to DD-47) -----------------------------------------------------------------------------

    def is_goal_met(self) -> bool:
        """DD-46: an ancient, a water and a life hall; rising according to the option ``solo_goal``."""
        squares = self.museum(0)
        themes: i64 = 0
        hall: i64 = 0
        while hall < 6:
            rising = is_ascending(squares, hall)
            if not rising and self.variant.goal == "all_halls":
                return False
            if rising or self.variant.goal == "unordered":
                themes |= bit(hall_theme(squares, hall))
            hall += 1
        return count(themes >> WATER) == 3

    # --- Telling what happened; only when somebody listens --------------------------------------------------------

    def tell_choices(self) -> None:
        assert self.log is not None
        for seat in range(self.variant.players):
            line = self.line(seat)
            self.tell_all(events.revealed(seat, item_of(line), number_of(line), square_of(line), self.variant.closed))

    def tell_column(self) -> None:
        assert self.log is not None
        first, end = FACE_UP[self.round - 1], FACE_UP[self.round]
        if first < end:
            self.tell(events.ColumnDealt(end // 3, tuple([ITEM_TEXTS[self.deck[i]] for i in range(first, end)])))
        self.tell(events.RoundBegan(self.round))

    def tell_end(self) -> None:
        assert self.log is not None
        if not self.variant.solo:
            self.tell(events.HiddenShown(ITEM_TEXTS[self.hidden]))
        for seat in range(self.variant.players):
            squares = self.museum(seat)
            self.tell(
                events.Scored(
                    seat,
                    tuple([int(hall_score(squares, hall)) for hall in range(6)]),
                    tuple([int(hall_bonus(squares, hall)) for hall in range(6)]),
                    self.money_bonus(seat),
                    self.score(seat),
                )
            )


# --- Halls ------------------------------------------------------------------------------------------------------


def is_ascending(squares: vec[i64], hall: i64) -> bool:
    """DD-35: its numbers strictly increase; corridors, unpaid picks and empty squares are skipped."""
    before: i64 = 0
    at = hall * 3
    end = at + 3
    while at < end:
        value = value_of(squares[HALLS[at]])
        if value != 0:
            if value <= before:
                return False
            before = value
        at += 1
    return True


def hall_score(squares: vec[i64], hall: i64) -> i64:
    """DD-36: an ascending hall scores the sum of its exhibits; any other scores nothing."""
    if not is_ascending(squares, hall):
        return 0
    total: i64 = 0
    at = hall * 3
    end = at + 3
    while at < end:
        line = squares[HALLS[at]]
        if has_placed(line):
            total += item_of(line)
        at += 1
    return total


def hall_theme(squares: vec[i64], hall: i64) -> i64:
    """The feature drawn on all three exhibits of the hall, or NO_FEATURE."""
    at = hall * 3
    mark = mark_of(squares[HALLS[at]])
    if mark_of(squares[HALLS[at + 1]]) == mark and mark_of(squares[HALLS[at + 2]]) == mark:
        return mark
    return NO_FEATURE


def hall_bonus(squares: vec[i64], hall: i64) -> i64:
    """DD-38: an ascending hall of one feature scores its highest exhibit, which is its last, once more."""
    if hall_theme(squares, hall) == NO_FEATURE or not is_ascending(squares, hall):
        return 0
    return item_of(squares[HALLS[hall * 3 + 2]])


# --- Setup (DD-01 to DD-05, DD-43) ------------------------------------------------------------------------------


def new_game(setup: Setup, deck: vec[i64], hidden: i64) -> Museums:
    """Round 1: empty arrays, money in hand, the first two columns face up."""
    variant: Variant = setup.variant
    seats = variant.players
    game = Museums(
        setup, variant, deck, hidden, zeros(seats * ROUNDS), zeros(seats), zeros(seats), zeros(seats), zeros(seats)
    )
    seat: i64 = 0
    while seat < seats:
        game.money[seat] = variant.starting_money()
        seat += 1
    return game


def zeros(length: i64) -> vec[i64]:
    return vec[i64]([0] * length)
