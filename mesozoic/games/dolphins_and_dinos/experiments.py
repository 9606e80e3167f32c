"""What the lab has to know to try the cards of Dolphins and Dinos."""

from __future__ import annotations

from mesozoic.games.dolphins_and_dinos.cards import ITEM_TEXTS
from mesozoic.games.dolphins_and_dinos.rules import Museums
from mesozoic.games.dolphins_and_dinos.rules_moves import NUMBER_CODE


def taken(state: Museums, code: int) -> str:
    """The card, restaurant or corridor that is chosen."""
    return ITEM_TEXTS[code] if 0 < code < min(NUMBER_CODE, len(ITEM_TEXTS)) else ""
