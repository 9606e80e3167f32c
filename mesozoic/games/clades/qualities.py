"""The four qualities in words, and what each of them says about three cards: why they are a triple, or why not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mesozoic.games.clades.cards import NAMES, QUALITIES, is_failing

CLADE_NAMES: Final = {"M": "mammal", "S": "sauropsid", "A": "arthropod"}
ENVIRONMENT_NAMES: Final = {"W": "water", "L": "land", "A": "air"}
NUMBER_NAMES: Final = {"1": "one", "2": "two", "3": "three"}
COLOUR_NAMES: Final = {"B": "blue", "G": "green", "R": "red"}
TYPE_NAMES: Final = (CLADE_NAMES, ENVIRONMENT_NAMES, NUMBER_NAMES, COLOUR_NAMES)
SAME: Final = "all same"
DIFFERENT: Final = "all different"
FAILING: Final = "two of a kind"


@dataclass(frozen=True, slots=True)
class Comparison:
    """One quality of three called cards: ``all same``, ``all different``, or ``two of a kind``, which breaks them."""

    quality: str
    verdict: str
    types: tuple[str, ...]
    """In the order of the cards."""


def compare(cards: tuple[int, ...]) -> tuple[Comparison, ...]:
    """The four lines that everybody sees after a call."""
    return tuple(_compare(quality, cards) for quality in range(len(QUALITIES)))


def _compare(quality: int, cards: tuple[int, ...]) -> Comparison:
    a, b, c = cards
    types = tuple(TYPE_NAMES[quality][NAMES[card].removeprefix("o")[quality]] for card in cards)
    fitting = SAME if len(set(types)) == 1 else DIFFERENT
    return Comparison(QUALITIES[quality], FAILING if is_failing(quality, a, b, c) else fitting, types)
