"""Phases, pending frames and moves of Biomechanic Dino Battles: small numbers with names."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# --- The phases of a turn (BD-09) ---------------------------------------------------------------------------
ACTION: Final = 0
REACTION: Final = 1
BUY: Final = 2
CLEANUP: Final = 3
OVER: Final = 4

# --- Frames: what is pending --------------------------------------------------------------------------------
# A frame is its kind, the seat that decides, and up to four numbers. OPPONENT and PAYMENT are a seat's own business
# until they are settled: nobody else sees them (BD-R46).
OPPONENT: Final = 1  # purpose, detail
PAYMENT: Final = 2  # purpose, detail, the opponent
DEFENCE: Final = 3  # the attack, the attacker's seat, the attacking dino's row (NONE: an item), the reduction
PROMOTE: Final = 4
HEALING: Final = 5  # how much
PURGING: Final = 6  # how many more
SWITCHING: Final = 7  # 1 if one may stay
JAMMING: Final = 8
JAM_POSITION: Final = 9  # the dino's row
SPILLING: Final = 10
SALVAGING: Final = 11
LOOKING: Final = 12
MOVE_FROM: Final = 13
MOVE_TO: Final = 14  # the place that the cards leave
CURING: Final = 15
HITTING: Final = 16  # how much
EFFECTS: Final = 17  # where on the tape the rest of the text begins
POISONS: Final = 18  # the Poison in the hand, discarded one by one in the cleanup
# Windows for items (BD-R53): each knows who opened it; from DECLARED on every frame is one.
DECLARED: Final = 19  # over an attack that is not answered yet
ANSWERED: Final = 20  # over an attack that is answered, with the answer
ANNOUNCED: Final = 21  # over the text of a strategy or an Assist Power

# --- The numbers of a frame, by what they mean in each kind ----------------------------------------------------
FRAME: Final = 6
WHAT: Final = 0
WHO: Final = 1
AMOUNT: Final = 2  # HEALING, PURGING, SWITCHING, HITTING
PURPOSE: Final = 2  # OPPONENT, PAYMENT
DETAIL: Final = 3
TARGET: Final = 4
MADE: Final = 2  # DEFENCE: the attack
BY: Final = 3
ATTACKER: Final = 4
REDUCTION: Final = 5
JAMMED: Final = 2  # JAM_POSITION
LEFT: Final = 2  # MOVE_TO
NEXT_STEP: Final = 2  # EFFECTS
OPENER: Final = 2  # windows
ANSWER: Final = 3

# --- What is paid for ---------------------------------------------------------------------------------------
FOR_ATTACK: Final = 0
FOR_RETREAT: Final = 1
FOR_ASSIST: Final = 2
FOR_ITEM: Final = 3
FOR_CARD: Final = 4
FOR_DINO: Final = 5

# --- Moves: what kind, and one number -----------------------------------------------------------------------
MOVE_AT: Final = 12
ARGUMENT: Final = 4095
PLAY_STRATEGY: Final = 1  # source and card
ATTACH_CARD: Final = 2  # place and card
ATTACK: Final = 3  # 0 or 1
RETREAT: Final = 4  # place
ASSIST: Final = 5  # place
PLAY_ITEM: Final = 6  # source and power
END_ACTIONS: Final = 7
CHOOSE_OPPONENT: Final = 8  # seat
PAY: Final = 9  # how many A, E and D
PASS: Final = 10
EVADE: Final = 11
DEFEND: Final = 12
CHOOSE_ACTIVE: Final = 13  # place
HEAL_DINO: Final = 14  # place
PURGE_CARD: Final = 15  # card
STOP: Final = 16
SWITCH_WITH: Final = 17  # place
STAY: Final = 18
JAM_DINO: Final = 19  # seat and place
JAM_CARD: Final = 20  # position
SPILL_ON: Final = 21  # seat
SALVAGE_CARD: Final = 22  # place and card
NO_SALVAGE: Final = 23
LOOK_AT: Final = 24  # seat and place
MOVE_CARDS_FROM: Final = 25  # place
MOVE_CARDS_TO: Final = 26  # place
CURE_FROM: Final = 27  # HAND or DISCARD
HIT_DINO: Final = 28  # seat and place
BUY_CARD: Final = 29  # card
BUY_DINO: Final = 30  # slot, counted from 0
DONE: Final = 31

SOURCE_AT: Final = 5
"""A source is the hand (0) or the dino in place n (n + 1); a place beside a card stands there as it is."""
SEAT_AT: Final = 2


def move(kind: i64, argument: i64 = 0) -> i64:
    return kind << MOVE_AT | argument


def kind_of(code: i64) -> i64:
    return code >> MOVE_AT


def argument_of(code: i64) -> i64:
    return code & ARGUMENT


def payment(way: i64) -> i64:
    """The argument of a payment: four bits a kind instead of eight."""
    return way & 15 | (way >> 4) & 240 | (way >> 8) & 3840


def way_of(argument: i64) -> i64:
    return argument & 15 | (argument & 240) << 4 | (argument & 3840) << 8
