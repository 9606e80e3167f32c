"""The notation of DinoSpan: one short word a move, cards by their ids, spaces as L1 to G5.

``analyze:L``, ``publish`` ``card:K12`` ``new`` or ``evolve:L3`` ``low``. Several small moves may be written with spaces
between them: ``publish card:K12 evolve:L3 low``.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

from mesozoic.games.dinospan import rules_moves as moves
from mesozoic.games.dinospan.cards import CARD_IDS, FIRST_JURASSIC, RESEARCH_IDS
from mesozoic.games.dinospan.events import space_name
from mesozoic.games.dinospan.rules import Span
from mesozoic.games.dinospan.rules_table import ATLAS, GOLD_AT, RED_AT
from mesozoic.kernel.notation import unreadable

Phase = Literal["research", "draft 1", "draft 2", "triassic", "play", "over"]
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
SPACE_NAMES: Final = tuple(space_name(place) for place in range(10))
SLOTS: Final = ("1", "2", "3", "4")
BRANCHES: Final = tuple(str(number) for number in range(1, 10))
NOTHING: Final = -1
_HOW: Final = "write such as analyze:L, publish, card:K12, new, evolve:L3, low, hype:2, footprint, lay:G1, stop"

WORDS: Final[dict[int, tuple[str, tuple[str, ...]]]] = {
    moves.KEEP_RESEARCH: ("research:", RESEARCH_IDS),
    moves.KEEP: ("keep:", CARD_IDS[:FIRST_JURASSIC]),
    moves.PLACE_L: ("laurasia:", CARD_IDS[:FIRST_JURASSIC]),
    moves.PLACE_G: ("gondwana:", CARD_IDS[:FIRST_JURASSIC]),
    moves.PUBLISH: ("publish", ("",)),
    moves.ANALYZE: ("analyze:", ("L", "G")),
    moves.CHOOSE: ("card:", CARD_IDS),
    moves.NEW_GENUS: ("new", ("",)),
    moves.EVOLVE: ("evolve:", SPACE_NAMES),
    moves.SET_OVERLAY: ("", ("low", "high")),
    moves.PAY_EGG: ("egg:", ("red", "gold")),
    moves.DISCARD: ("pay:", CARD_IDS),
    moves.FIRST: ("first:", ("top", "parent")),
    moves.DO: ("do:", BRANCHES),
    moves.ECOSYSTEM: ("all", ("",)),
    moves.GAIN_UNIT: ("gain:", ("P", "T", "M")),
    moves.FROM_SLOT: ("hype:", SLOTS),
    moves.DRAW: ("footprint", ("",)),
    moves.LAY_ON: ("lay:", SPACE_NAMES),
    moves.GILD: ("gild:", SPACE_NAMES),
    moves.TAKE_CARD: ("take:", CARD_IDS),
    moves.ON_TOP: ("top:", CARD_IDS),
    moves.TO_ARCHIVE: ("archive:", CARD_IDS),
    moves.DROP: ("drop:", SLOTS),
    moves.CULL_SLOT: ("cull:", SLOTS),
    moves.STOP: ("stop", ("",)),
    moves.PAY_SWAP: ("swap", ("",)),
}
_TEXTS: Final = {
    moves.move(kind, argument): word + name
    for kind, (word, names) in WORDS.items()
    for argument, name in enumerate(names)
}
MOVES: Final = {text.casefold(): code for code, text in _TEXTS.items()}


def move_text(code: int) -> str:
    """A small move as text."""
    return _TEXTS[code]


def read_move(text: str) -> int:
    """The small move that a text means."""
    found = MOVES.get(text.strip().casefold())
    if found is None:
        raise unreadable(text, _HOW)
    return found


def split_moves(text: str) -> list[str]:
    """Several small moves with spaces between them."""
    steps = text.split()
    return steps if len(steps) > 1 and all(step.casefold() in MOVES for step in steps) else [text]


def without_forced(state: Span, seat: int, steps: list[str]) -> list[str]:
    """A publication's only Parent and only colour of egg are taken by themselves (DS-R64): they may be named too."""
    codes = [read_move(step) for step in steps] if len(steps) > 1 else []
    if not any(moves.kind_of(code) in (moves.EVOLVE, moves.PAY_EGG) for code in codes):
        return steps
    copy = state.clone()
    kept: list[str] = []
    done = NOTHING
    for step, code in zip(steps, codes, strict=True):
        if code == done:
            continue
        kept.append(step)
        if code in copy.codes(seat):  # what is not legal is refused later
            done = _egg_paid(copy, seat) if moves.kind_of(code) == moves.SET_OVERLAY else NOTHING
            copy.apply(seat, code)
            if moves.kind_of(code) == moves.CHOOSE and copy.top(0) == moves.OVERLAY:
                done = moves.move(moves.EVOLVE, copy.top(3))
    return kept


def _egg_paid(state: Span, seat: int) -> int:
    """The egg that pays by itself once the overlay is chosen."""
    space = int(state.spaces[seat * ATLAS + state.top(3)])
    if space >> RED_AT & 7 and space >> GOLD_AT:
        return NOTHING
    return int(moves.move(moves.PAY_EGG, moves.RED if space >> RED_AT & 7 else moves.GOLD))


def steps(state: Span, seat: int, text: str) -> list[str]:
    """The small moves of a text, without those that are made by themselves."""
    return without_forced(state, seat, split_moves(text))
