"""Phases, pending frames and moves of DinoSpan: small numbers with names."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# --- Phases ---------------------------------------------------------------------------------------------------
RESEARCH: Final = 0  # everybody at once (DS-63)
DRAFT_1: Final = 1  # everybody at once (DS-62)
DRAFT_2: Final = 2
TRIASSIC: Final = 3  # one after the other (DS-11)
PLAY: Final = 4
OVER: Final = 5

# --- Frames: what is pending. A frame is its kind, a seat, and up to four numbers --------------------------------
# Those that ask their seat:
PICK_CARD: Final = 1  # D5
METHOD: Final = 2  # D6: the card
OVERLAY: Final = 3  # D7: the card, the space
EGG_PAID: Final = 4  # D8: the card, the space, the overlay
PAY_CARD: Final = 5  # D9: how many, the filter, 1 for different Orders, the Orders used
ORDER: Final = 6  # D10: the space
BRANCH: Final = 7  # D11: the card
RESOURCE: Final = 8  # D12: how many units
SOURCE: Final = 9  # D13: how many cards, the sources
LAY: Final = 10  # D14: how many eggs
UPGRADE: Final = 11  # D15: how many
TAKE: Final = 12  # D16: how many, 0 for a look or how many at the bottom of the Archive are shown
DISPOSE: Final = 13  # D17
CHURNING: Final = 14  # D18: how many
CULLING: Final = 15  # D19: the step, 1 if it must be done
SWAPPING: Final = 16  # D20: the step, how often, 1 if it must be done
LAST_CHOICE: Final = 16
# Those that run by themselves:
ABILITY: Final = 17  # the card
STEPS: Final = 18  # the next step, the end, 1 if it must be done
EFFECT: Final = 19  # a reward for the seat: verb, kind, number
WALK: Final = 20  # the row, the next space
REFRESH: Final = 21
END_TURN: Final = 22

# --- Moves: what kind, and one number ---------------------------------------------------------------------------
MOVE_AT: Final = 12
ARGUMENT: Final = 4095
KEEP_RESEARCH: Final = 1  # Research card
KEEP: Final = 2  # card
PLACE_L: Final = 3  # card
PLACE_G: Final = 4  # card
PUBLISH: Final = 5
ANALYZE: Final = 6  # row
CHOOSE: Final = 7  # card
NEW_GENUS: Final = 8
EVOLVE: Final = 9  # space
SET_OVERLAY: Final = 10  # LOW, HIGH
PAY_EGG: Final = 11  # RED, GOLD
DISCARD: Final = 12  # card
FIRST: Final = 13  # 0 the top card, 1 the Parent
DO: Final = 14  # branch
ECOSYSTEM: Final = 15
GAIN_UNIT: Final = 16  # resource
FROM_SLOT: Final = 17  # slot
DRAW: Final = 18
LAY_ON: Final = 19  # space
GILD: Final = 20  # space
TAKE_CARD: Final = 21  # card
ON_TOP: Final = 22  # card
TO_ARCHIVE: Final = 23  # card
DROP: Final = 24  # slot
CULL_SLOT: Final = 25  # slot
STOP: Final = 26
PAY_SWAP: Final = 27

LOW: Final = 0
HIGH: Final = 1
RED: Final = 0
GOLD: Final = 1


def move(kind: i64, argument: i64 = 0) -> i64:
    return kind << MOVE_AT | argument


def kind_of(code: i64) -> i64:
    return code >> MOVE_AT


def argument_of(code: i64) -> i64:
    return code & ARGUMENT
