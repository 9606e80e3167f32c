"""What can be pending in a position: which frame may lie on which, and which numbers it may hold.

The frames are those of ``rules_moves.py``. A position that passes can be played on; everything else is refused with a
sentence.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from mesozoic.games.dinospan import rules_moves as moves
from mesozoic.games.dinospan.cards import CARDS, CULL, ENDLESS, GAIN, ORDER_BITS, STEP, SWAP, UP, VERB
from mesozoic.games.dinospan.pending import FRAMES, frames
from mesozoic.games.dinospan.rules import Span
from mesozoic.games.dinospan.rules_moves import (
    ABILITY,
    BRANCH,
    CHURNING,
    CULLING,
    DISPOSE,
    EFFECT,
    EGG_PAID,
    END_TURN,
    LAST_CHOICE,
    LAY,
    METHOD,
    ORDER,
    OVERLAY,
    PAY_CARD,
    PICK_CARD,
    REFRESH,
    RESOURCE,
    SOURCE,
    STEPS,
    SWAPPING,
    TAKE,
    UPGRADE,
    WALK,
)
from mesozoic.games.dinospan.rules_table import (
    ATLAS,
    GOLD_AT,
    HIGH_AT,
    MARKERS,
    OPEN,
    PARENT_AT,
    RED_AT,
    SEAT,
    SPACES,
    TOP,
)
from mesozoic.kernel.errors import BadOptions

MOST_NUMBER: Final = 9
MOST_UNITS: Final = 9 * 20
"""No step gives more: 9 for each of twenty cards on an Atlas."""
MASK: Final = (1 << 62) - 1

REWARDS: Final = frozenset({RESOURCE, SOURCE, LAY, UPGRADE})
DOING: Final = REWARDS | {BRANCH, STEPS, TAKE, DISPOSE, CULLING, SWAPPING, EFFECT}
"""What an ability may be at."""
ABOVE: Final[dict[int, frozenset[int]]] = {
    END_TURN: frozenset({PICK_CARD, METHOD, OVERLAY, EGG_PAID, REFRESH, WALK}),
    WALK: frozenset({REFRESH}),
    REFRESH: DOING | {ORDER, ABILITY, CHURNING},
    ABILITY: DOING | {PAY_CARD},
    STEPS: REWARDS | {TAKE, DISPOSE, CULLING, SWAPPING},
    DISPOSE: REWARDS | {TAKE},
    SOURCE: frozenset({REFRESH}),
    CULLING: REWARDS,
    SWAPPING: REWARDS | {EFFECT},
    EFFECT: REWARDS | {EFFECT, PAY_CARD},
}
"""What may lie directly on what."""
LONGEST: Final = len((END_TURN, WALK, REFRESH, ABILITY, STEPS, SWAPPING, SOURCE, REFRESH, CHURNING))
"""So many frames at most lie on each other, and between them an effect for each of the others."""
FOR_OTHERS: Final = REWARDS | {EFFECT}


def check(state: Span) -> None:
    """Refuse a stack of frames that no game could have."""
    stack = frames(state)
    if sum(kind == DISPOSE for kind, _, _ in stack) != (state.shown_size > 0):
        raise BadOptions("Cards are revealed exactly while a 'dispose' is pending.")
    if not stack:
        return
    if state.phase not in (moves.TRIASSIC, moves.PLAY):
        raise BadOptions("Nothing is pending before the Triassic publication and after the end.")
    check_order(state, [kind for kind, _, _ in stack])
    for kind, seat, numbers in stack:
        if seat != state.on_turn and kind not in FOR_OTHERS:
            raise wrong(kind, "belongs to the seat on turn")
        check_numbers(state, kind, seat, numbers)


def wrong(kind: int, why: str) -> BadOptions:
    return BadOptions(f"What is pending cannot be: {FRAMES[kind]!r} {why}.")


def check_order(state: Span, kinds: list[int]) -> None:
    if kinds[0] != (END_TURN if state.phase == moves.PLAY else REFRESH):
        raise wrong(kinds[0], "does not lie at the bottom")
    if kinds[-1] > LAST_CHOICE:
        raise wrong(kinds[-1], "asks nobody")
    for place, kind in enumerate(kinds[1:], 1):
        below, under = kinds[place - 1], kinds[place - 2] if place > 1 else 0
        if kind not in ABOVE.get(below, ()):
            raise wrong(kind, f"does not lie on {FRAMES[below]!r}")
        if below == REFRESH and (kind == CHURNING) != (under == SOURCE):
            raise wrong(kind, "does not lie there")
        if below == EFFECT and (kind == PAY_CARD) != (under == SWAPPING):
            raise wrong(kind, "does not lie there")
    if len(kinds) > LONGEST + state.players:
        raise BadOptions("So much cannot be pending.")


def check_numbers(state: Span, kind: int, seat: int, numbers: tuple[int, ...]) -> None:
    a, b = numbers[:2]
    limits: dict[int, tuple[range, ...]] = {
        METHOD: (range(CARDS),),
        OVERLAY: (range(CARDS), range(ATLAS)),
        EGG_PAID: (range(CARDS), range(ATLAS), range(2)),
        PAY_CARD: (range(1, MOST_NUMBER + 1), range(MASK), range(2), range(ORDER_BITS + 1)),
        ORDER: (range(ATLAS),),
        BRANCH: (range(CARDS),),
        RESOURCE: (range(1, MOST_UNITS + 1),),
        SOURCE: (range(1, MOST_UNITS + 1), range(1, 4)),
        LAY: (range(1, MOST_UNITS + 1),),
        UPGRADE: (range(1, MOST_UNITS + 1),),
        TAKE: (range(1, MOST_NUMBER + 1), range(min(MOST_NUMBER, int(state.archive_size)) + 1)),
        CHURNING: (range(1, MOST_NUMBER + 1),),
        CULLING: (range(len(state.deck.steps) // STEP), range(2)),
        SWAPPING: (range(len(state.deck.steps) // STEP), range(ENDLESS + 1), range(2)),
        ABILITY: (range(CARDS),),
        STEPS: (range(len(state.deck.steps) // STEP), range(len(state.deck.steps) // STEP + 1), range(2)),
        EFFECT: (range(GAIN, UP + 1), range(4), range(1, MOST_NUMBER + 1)),
        WALK: (range(2), range(SPACES + 1)),
    }
    allowed = (*limits.get(kind, ()), *[range(1)] * 4)
    for number, known in zip(numbers, allowed, strict=False):
        if number not in known:
            raise wrong(kind, f"holds {number}, not {known.start} to {known.stop - 1}")
    if not is_possible(state, kind, seat, a, b):
        raise wrong(kind, "does not fit the table")
    if kind == EGG_PAID:
        space = int(state.spaces[seat * ATLAS + b])
        if not (space >> RED_AT & 7 and space >> GOLD_AT):
            raise wrong(kind, "needs eggs of both colours")


def is_possible(state: Span, kind: int, seat: int, a: int, b: int) -> bool:
    """Does the table have what the frame speaks of?"""
    if kind == END_TURN:
        return state.seats[seat * SEAT + MARKERS] > 0
    if kind in (METHOD, OVERLAY, EGG_PAID):
        if not (state.has_in_hand(seat, a) and state.is_in(OPEN, a)):  # it was shown when it was chosen
            return False
        return kind == METHOD or (b // SPACES == state.row_of(a) and state.can_evolve(seat, a, b))
    if kind == ORDER:
        return int(state.spaces[seat * ATLAS + a]) >> HIGH_AT & 1 == 1
    if kind == BRANCH:
        fewest = 1 if state.deck.ecosystem[a] >= 0 else 2  # DS-R45: else nobody would be asked
        return a in published(state, seat) and state.ways(seat, a) >= fewest
    if kind == ABILITY:
        return a in published(state, seat)
    if kind == CULLING:
        return state.deck.steps[a * STEP + VERB] == CULL
    if kind == SWAPPING:
        return state.deck.steps[a * STEP + VERB] == SWAP
    if kind == STEPS:
        starts = list(state.deck.branches)
        return any(start <= a < b == end for start, end in pairwise(starts))
    if kind == EFFECT:
        return b < 4 if a == GAIN else 0 < b < 4 if a == GAIN + 1 else b == 0
    return True


def published(state: Span, seat: int) -> set[int]:
    found = set()
    for space in list(state.spaces)[seat * ATLAS : seat * ATLAS + ATLAS]:
        found |= {(int(space) & TOP) - 1, (int(space) >> PARENT_AT & TOP) - 1}
    return found - {-1}
