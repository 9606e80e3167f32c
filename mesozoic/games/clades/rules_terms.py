"""The terms of the game: phases, places, counts, moves as small numbers, and the variants with their decks.

Numbers such as CL-14 are those of ``rules.md``, CL-R11 those of ``rulings.md``.
"""

from __future__ import annotations

from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from mesozoic.games.clades.cards import ANIMALS, BIVALVE, CLADE, CLADES, FACES, FISH, MOLLUSK, SHARK

SHARED_CARDS: Final = 12
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


def unlock(seat: i64) -> i64:
    """The host's move that lets a seat call again."""
    return UNLOCK + seat


def call(a: i64, b: i64, c: i64, give: i64 = -1) -> i64:
    """The call of three cards in canonical order; ``give`` is the card handed over in a switch, if it is named."""
    return CALL | a << 24 | b << 16 | c << 8 | (give + 1)


def card_of(move: i64, place: i64) -> i64:
    """One of the three cards of a call, by place 0 to 2."""
    return (move >> (24 - 8 * place)) & 255


def given_of(move: i64) -> i64:
    """The card that a call names for the switch, -1 if it names none."""
    return (move & 255) - 1


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


# --- Variants ---------------------------------------------------------------------------------------------------


def cards_of(options: dict[str, Any]) -> list[int]:
    """The cards of a game, in canonical order: CL-01, CL-37, CL-42, CL-52, CL-60, CL-61."""
    found: list[int] = []
    combined = options["combined"]
    for card in range(ANIMALS):
        face = card % FACES
        letter = "P" if card < FACES else "O"
        wanted = "P"
        if combined == "standard":
            wanted = options["clade_sets"][CLADES[face // CLADE]]
        if (combined == "genius" or letter == wanted) and (options["deck"] == "full" or face // 3 % 3 == 2):
            found.append(card)
    if options["deck"] == "full" and options["mode"] == "table":
        if combined == "genius":
            found += [SHARK, BIVALVE, FISH, MOLLUSK]
        elif combined == "standard" and options["bonus_set"] == "O":
            found += [FISH, MOLLUSK]
        else:
            found += [SHARK, BIVALVE]
    return found


@final
@mypyc_attr(acyclic=True)
class Variant:
    """The number of players and the options, as the rules ask for them."""

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        self.players: i64 = players
        self.mode: str = options["mode"]
        self.solitaire = self.mode != "table"
        self.race = self.mode == "race"
        self.casual = self.mode == "casual"
        self.cards = cards_of(options)
        size: int = options["casual_grid"] if self.casual else options["grid_size"]
        self.grid_size: i64 = size
        personal = options["personal"]
        each = personal if isinstance(personal, list) else [personal] * players
        self.personal = vec[i64]([0 if self.solitaire else number for number in each])
        self.victory_break: bool = options["victory_break"]
        self.penalty: bool = options["false_call_penalty"]
        self.open_hand: bool = options["open_hand"] != "off"
        self.switch: bool = options["open_hand"] == "switch"
        seconds: int = options["race_countdown_s"]
        self.countdown: i64 = 1000 * seconds


def sorted_call(card: i64, a: i64, b: i64) -> i64:
    """The call of a card and two others that are in order."""
    if card < a:
        return call(card, a, b)
    return call(a, card, b) if card < b else call(a, b, card)
