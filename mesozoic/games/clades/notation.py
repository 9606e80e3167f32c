"""The notation: ``call(MW1B,ML2B,MA3B)``, with a fourth card for the one given in a switch; ``none``; the host's moves.

People may leave out ``call``, separate cards by spaces, name them in any order and type small letters.
"""

from __future__ import annotations

import re
from typing import Final

from mesozoic.games.clades import rules_moves as terms
from mesozoic.games.clades.cards import ANIMALS, NAMES, NUMBER_OF
from mesozoic.kernel.errors import UnreadableMove
from mesozoic.kernel.notation import unreadable

_WORDS: Final = {
    "none": terms.NONE,
    "reveal": terms.REVEAL,
    "start": terms.START,
    "settle": terms.SETTLE,
    "stall(timer)": terms.STALL_TIMER,
    "stall(majority)": terms.STALL_MAJORITY,
    "time_up": terms.TIME_UP,
    "reshuffle": terms.RESHUFFLE,
    "stop": terms.STOP,
    **{f"unlock(P{seat + 1})": terms.UNLOCK + seat for seat in range(8)},
}
_LOWER: Final = {word.lower(): code for word, code in _WORDS.items()}
_TEXTS: Final = {code: text for text, code in _WORDS.items()}
_CALL: Final = re.compile(r"(?:call\()?(?P<cards>[A-Za-z0-9]+(?:[ ,]+[A-Za-z0-9]+)*)\)?")
_EXACT: Final = re.compile(r"call\((\w+),(\w+),(\w+)(?:,(\w+))?\)")
_LOOSE: Final = {name.lower(): card for name, card in NUMBER_OF.items()}
_HOW: Final = "call three cards such as MW1B ML2B MA3B, or say none"


def move_text(code: int) -> str:
    """A move as text."""
    if code < terms.CALL:
        return _TEXTS[code]
    give = terms.given_of(code)
    given = f",{NAMES[give]}" if give >= 0 else ""
    a, b, c = terms.cards_in(code)
    return f"call({NAMES[a]},{NAMES[b]},{NAMES[c]}{given})"


def read_move(text: str) -> int:
    """The move that a text means."""
    exact = _EXACT.fullmatch(text)
    if exact is not None:
        a, b, c = NUMBER_OF.get(exact[1], 999), NUMBER_OF.get(exact[2], 999), NUMBER_OF.get(exact[3], 999)
        if a < b < c < ANIMALS and exact[4] is None:
            return int(terms.call(a, b, c))
    word = text.strip(" ")
    if word.lower() in _LOWER:
        return _LOWER[word.lower()]
    found = _CALL.fullmatch(word)
    if found is None or word.startswith("call(") != word.endswith(")"):
        raise unreadable(text, _HOW)
    return _read_call(re.split(r"[ ,]+", found["cards"]), text)


def _read_call(names: list[str], text: str) -> int:
    cards = [_LOOSE[name.lower()] for name in names if name.lower() in _LOOSE]
    if len(cards) != len(names) or any(card >= ANIMALS for card in cards):
        raise UnreadableMove(f"{text[:40]!r} names something that is no animal card: {_HOW}.")
    if len(cards) not in (3, 4) or len(set(cards)) != len(cards):
        raise UnreadableMove("A call names three different cards, and a fourth only to give it away (CL-12).")
    a, b, c = sorted(cards[:3])
    return int(terms.call(a, b, c, cards[3] if len(cards) == 4 else -1))
