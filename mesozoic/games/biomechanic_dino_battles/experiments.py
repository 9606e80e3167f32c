"""What the lab has to know to try the cards of Biomechanic Dino Battles."""

from __future__ import annotations

from typing import Final

from mesozoic.games.biomechanic_dino_battles import rules_moves as moves
from mesozoic.games.biomechanic_dino_battles.cards import CARD_IDS, DINO_IDS
from mesozoic.games.biomechanic_dino_battles.rules import Battle
from mesozoic.kernel.folder import Exchange

EXCHANGE: Final = Exchange(
    "id",
    "kind",
    "cost",
    ("cost", "type", "retreat", "hp", "atk", "eva", "def", "special", "first", "second", "assist", "effect"),
)


def taken(state: Battle, code: int) -> str:
    """The card or the dino that is bought."""
    kind, argument = code >> moves.MOVE_AT, code & moves.ARGUMENT
    if kind == moves.BUY_CARD:
        return str(CARD_IDS[argument])
    offered = int(state.offering[argument]) if kind == moves.BUY_DINO else -1
    return str(DINO_IDS[offered]) if offered >= 0 else ""
