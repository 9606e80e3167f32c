"""The notation of DinoSpan: one short word a move, cards by their ids, spaces as L1 to G5.

``analyze:L``, ``publish`` ``card:K12`` ``new`` or ``evolve:L3`` ``low``. Several small moves may be written with spaces
between them: ``publish card:K12 evolve:L3 low``.
"""

from __future__ import annotations

from typing import Final

from mesozoic.games.dinospan import rules_moves as moves
from mesozoic.games.dinospan.cards import CARD_IDS, FIRST_JURASSIC, RESEARCH_IDS
from mesozoic.games.dinospan.events import space_name
from mesozoic.kernel.errors import UnreadableMove

SPACE_NAMES: Final = tuple(space_name(place) for place in range(10))
SLOTS: Final = ("1", "2", "3", "4")
BRANCHES: Final = tuple(str(number) for number in range(1, 10))
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
_CODES: Final = {text.casefold(): code for code, text in _TEXTS.items()}


def move_text(code: int) -> str:
    """A small move as text."""
    return _TEXTS[code]


def read_move(text: str) -> int:
    """The small move that a text means."""
    found = _CODES.get(text.strip().casefold())
    if found is None:
        raise UnreadableMove(f"{text[:40]!r} is not a move of this game: {_HOW}.")
    return found


def split_moves(text: str) -> list[str]:
    """Several small moves with spaces between them."""
    steps = text.split()
    return steps if len(steps) > 1 and all(step.casefold() in _CODES for step in steps) else [text]
