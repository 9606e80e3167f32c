"""What the lab has to know to try the cards of Dolphins and Dinos."""

from __future__ import annotations

from typing import Final

from mesozoic.games.dolphins_and_dinos.cards import ITEM_TEXTS
from mesozoic.games.dolphins_and_dinos.rules import Museums
from mesozoic.games.dolphins_and_dinos.rules_moves import NUMBER_CODE
from mesozoic.kernel.folder import Exchange

EXCHANGE: Final = Exchange("value", "", "price", ("features", "price", "surcharge", "missed_by"))


def taken(state: Museums, code: int) -> str:
    """The card, restaurant or corridor that is chosen."""
    return ITEM_TEXTS[code] if 0 < code < min(NUMBER_CODE, len(ITEM_TEXTS)) else ""
