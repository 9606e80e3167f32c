"""What the lab has to know to try the cards of Biomechanic Dino Battles."""

from __future__ import annotations

from mesozoic.games.biomechanic_dino_battles import rules_moves as moves
from mesozoic.games.biomechanic_dino_battles.cards import CARD_IDS, DINO_IDS
from mesozoic.games.biomechanic_dino_battles.rules import Battle


def taken(state: Battle, code: int) -> str:
    """The card or the dino that is bought."""
    kind, argument = code >> moves.MOVE_AT, code & moves.ARGUMENT
    if kind == moves.BUY_CARD:
        return CARD_IDS[argument]
    return DINO_IDS[int(state.offering[argument])] if kind == moves.BUY_DINO and state.offering[argument] >= 0 else ""
