"""Phases, places, counts and moves of CLADES: small numbers with names."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

MOST_PERSONAL: Final = 3
CLADE_EXTRAS: Final = 2
PAIR_EXTRAS: Final = 5
RACE_CARDS: Final = 39
RACE_TRIPLES: Final = 10
MOST_ROUNDS: Final = 20
MOST_FALSE_CALLS: Final = 3
MOST_PENALTIES: Final = 60

# --- Phases ---------------------------------------------------------------------------------------------
READY: Final = 0
SHOWN: Final = 1
OPEN: Final = 2
SETTLING: Final = 3
ROUND_OVER: Final = 4
OVER: Final = 5

# --- Where a card is; the hand and the pile of seat i are HAND + i and PILE + i -----------------------------
OUT: Final = 0  # not a card of this game
DECK: Final = 1
GRID: Final = 2
ASIDE: Final = 3
HAND: Final = 8
PILE: Final = 16

# --- Who paid for a shared card; any other number is a seat -------------------------------------------------
NO_PENALTY: Final = -1  # nobody: it lies there for good
UNKNOWN_PAYER: Final = -2  # a position need not say who

# --- What is counted for each seat --------------------------------------------------------------------------
CARDS: Final = 0  # in the animal pile
TRIPLES: Final = 1
CLADE_TRIPLES: Final = 2
EXTRAS: Final = 3
PAID: Final = 4  # penalties
FALSE_CALLS: Final = 5  # since the last settle or stall
OWED: Final = 6  # CL-41: personal cards that wait for the end of the seat's break
RELEASED: Final = 7  # those of a break that has ended, drawn first at the next settle (CL-R34)
FRESH: Final = 8  # personal cards drawn while hands lie open, which stay closed to others (CL-49)
TALLY: Final = 9

# --- Why a game ended ---------------------------------------------------------------------------------------
GOING_ON: Final = 0
NONE_LEFT: Final = 1
NONE_SEEN: Final = 2
TEN_TRIPLES: Final = 3
TIME_UP_REASON: Final = 4
STOPPED: Final = 5

# --- Moves ----------------------------------------------------------------------------------------------------
NONE: Final = 1
REVEAL: Final = 2
START: Final = 3
SETTLE: Final = 4
STALL_TIMER: Final = 5
STALL_MAJORITY: Final = 6
TIME_UP: Final = 7
RESHUFFLE: Final = 8
STOP: Final = 9
UNLOCK: Final = 16
CALL: Final = 0x1000000000


def call(a: i64, b: i64, c: i64, give: i64 = -1) -> i64:
    """The call of three cards in canonical order; ``give`` is the card handed over in a switch, if it is named."""
    return CALL | a << 24 | b << 16 | c << 8 | (give + 1)


def card_of(move: i64, place: i64) -> i64:
    """One of the three cards of a call, by place 0 to 2."""
    return (move >> (24 - 8 * place)) & 255


def cards_in(move: i64) -> tuple[i64, i64, i64]:
    """The three cards of a call."""
    return card_of(move, 0), card_of(move, 1), card_of(move, 2)


def given_of(move: i64) -> i64:
    """The card that a call names for the switch, -1 if it names none."""
    return (move & 255) - 1


def without_gift(move: i64) -> i64:
    """The call of the same three cards with nothing to give."""
    return move & ~255


def sorted_call(card: i64, a: i64, b: i64) -> i64:
    """The call of a card and two others that are in order."""
    if card < a:
        return call(card, a, b)
    return call(a, card, b) if card < b else call(a, b, card)


# --- A scorer of the open window: who, how many shared cards and how many personal cards to replace, and for whom ---


def scorer_entry(seat: i64, shared: i64, personal: i64, owner: i64) -> i64:
    return seat | shared << 4 | personal << 8 | owner << 12


def scorer_of(entry: i64) -> i64:
    return entry & 15


def shared_of(entry: i64) -> i64:
    return (entry >> 4) & 15


def personal_of(entry: i64) -> i64:
    return (entry >> 8) & 15


def owner_of(entry: i64) -> i64:
    return (entry >> 12) & 15
