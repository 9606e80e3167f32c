"""What the lab has to know to try the cards of DinoSpan."""

from __future__ import annotations

from typing import Final

from mesozoic.games.dinospan import rules_moves as moves
from mesozoic.games.dinospan.cards import CARD_IDS
from mesozoic.games.dinospan.rules import Span
from mesozoic.kernel.folder import Exchange

EXCHANGE: Final = Exchange("id", "era", "pp", ("cost_p", "cost_t", "cost_m", "cost_c", "pp", "eggs", "ability"))


def taken(state: Span, code: int) -> str:
    """The card that is published."""
    return CARD_IDS[int(moves.argument_of(code))] if moves.kind_of(code) == moves.CHOOSE else ""
