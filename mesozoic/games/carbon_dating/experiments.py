"""What the lab has to know to try the cards of Carbon Dating."""

from __future__ import annotations

from typing import Final

from mesozoic.games.carbon_dating import rules_moves as moves
from mesozoic.games.carbon_dating.cards import IDS
from mesozoic.games.carbon_dating.rules import Table
from mesozoic.kernel.folder import Exchange

EXCHANGE: Final = Exchange("id", "", "arrow", ("hearts", "bad_date", "immediate", "constant"))


def taken(state: Table, code: int) -> str:
    """The dinosaur that is seated, where its face is known."""
    card = code >> moves.CARD_AT
    return IDS[card] if code < moves.END_ROUND and card < moves.FACE_DOWN else ""
