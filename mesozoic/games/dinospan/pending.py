"""What is pending, in words and for a view: the frames of ``rules_moves.py`` by name, and what the newest asks for."""

from __future__ import annotations

from typing import Final

from mesozoic.games.dinospan import rules_moves as moves
from mesozoic.games.dinospan.cards import CARD_IDS, CARDS
from mesozoic.games.dinospan.events import space_name
from mesozoic.games.dinospan.rules import Span
from mesozoic.games.dinospan.rules_table import FRAME, SPACES
from mesozoic.kernel.sharing import Shown

FRAMES: Final = (
    "",
    "card",
    "method",
    "overlay",
    "egg",
    "pay",
    "order",
    "branch",
    "resource",
    "source",
    "lay",
    "upgrade",
    "take",
    "dispose",
    "churn",
    "cull",
    "swap",
    "ability",
    "steps",
    "effect",
    "walk",
    "refresh",
    "end turn",
)

Frame = tuple[int, int, tuple[int, int, int, int]]
"""Kind, seat and numbers; all of it is public."""


def frames(state: Span) -> list[Frame]:
    """All that is pending, the next last."""
    found = []
    for at in range(0, int(state.frame_size), FRAME):
        kind, seat, a, b, c, d = (int(state.frames[at + field]) for field in range(FRAME))
        found.append((kind, seat, (a, b, c, d)))
    return found


# --- What is asked ----------------------------------------------------------------------------------------------


class TaskView(Shown, frozen=True):
    """What the present decision belongs to."""

    kind: str
    """``card``, ``method``, ``overlay`` and so on as in ``pending``; empty for a whole action."""
    seat: int
    card: str
    """The card that is published, or whose ability runs, as far as the pending frames tell."""
    place: str
    """The space that is chosen, or where the marker stands."""
    number: int
    """How many are still to come."""
    must: bool
    """May it not be left undone (DS-R45)?"""


_COUNTED: Final = frozenset(
    {moves.PAY_CARD, moves.RESOURCE, moves.SOURCE, moves.LAY, moves.UPGRADE, moves.TAKE, moves.CHURNING}
)
_NAMES_CARD: Final = frozenset({moves.METHOD, moves.OVERLAY, moves.EGG_PAID, moves.BRANCH})
_NAMES_STEP: Final = {moves.STEPS: 1, moves.SWAPPING: 0, moves.CULLING: 0}
"""Which of its numbers is a step of the running ability, or the end of its steps."""


def task_of(state: Span) -> TaskView | None:
    """The frame that asks; its card and space are looked up in the frames below it. All of it is public."""
    if not state.frame_size:
        return None
    stack = frames(state)[::-1]
    kind, seat, numbers = stack[0]
    names_space = {moves.OVERLAY: 1, moves.EGG_PAID: 1, moves.ORDER: 0}
    place = numbers[names_space[kind]] if kind in names_space else _marker(stack)
    must = {moves.CULLING: 1, moves.SWAPPING: 2}
    return TaskView(
        kind=FRAMES[kind],
        seat=seat,
        card=_asking_card(state, stack),
        place="" if place < 0 else space_name(place),
        number=numbers[0] if kind in _COUNTED else 0,
        must=kind in must and numbers[must[kind]] == 1,
    )


def _marker(stack: list[Frame]) -> int:
    """The space that an Analyze has reached; -1 if none is under way."""
    return next((row * SPACES + at - 1 for kind, _, (row, at, *_) in stack if kind == moves.WALK and at), -1)


def _asking_card(state: Span, stack: list[Frame]) -> str:
    """Frames from the top: the first that names a card or one of its steps, within the running ability."""
    asking, _, asked = stack[0]
    if asking in _NAMES_CARD:
        return CARD_IDS[asked[0]]
    if asking == moves.PAY_CARD and len(stack) > 1 and stack[1][0] == moves.ABILITY:
        return CARD_IDS[stack[1][2][0]]
    for kind, _, numbers in stack:
        if kind in _NAMES_STEP:
            step = numbers[_NAMES_STEP[kind]] - (kind == moves.STEPS)
            return CARD_IDS[_card_of_step(state, step)]
        if kind in (moves.REFRESH, moves.WALK, moves.END_TURN) and asking != moves.CHURNING:
            break
    return ""


def _card_of_step(state: Span, step: int) -> int:
    deck = state.deck
    return next(card for card in range(CARDS) if step < int(deck.branches[int(deck.branch_at[card + 1])]))
