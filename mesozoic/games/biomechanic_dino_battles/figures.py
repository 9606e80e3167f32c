"""What the lab counts of a battle."""

from __future__ import annotations

from collections import Counter

from mesozoic.games.biomechanic_dino_battles import cards, events
from mesozoic.games.biomechanic_dino_battles.position import ENDINGS
from mesozoic.games.biomechanic_dino_battles.result import result
from mesozoic.games.biomechanic_dino_battles.rules import Battle
from mesozoic.kernel.bits import has
from mesozoic.kernel.event import Event


def of_game(state: Battle, told: list[Event]) -> dict[str, float]:
    """Rounds, and by which ending the game was decided."""
    return {
        "rounds": float(state.round),
        "start seat won": float(state.start_seat in result(state).winners),
        **{f"ended by {name}": float(ENDINGS[state.ending] == name) for name in ENDINGS[1:]},
    }


def of_seat(state: Battle, told: list[Event], seat: int) -> dict[str, float]:
    """How many of each card the seat bought."""
    bought = Counter(event.card for event in told if isinstance(event, events.Bought) and event.seat == seat)
    dinos = Counter(event.dino for event in told if isinstance(event, events.DinoBought) and event.seat == seat)
    stacks = [*"AED", *[card for kind, card in enumerate(cards.CARD_IDS) if has(state.chosen_stacks, kind)]]
    species = [(kind, dino) for kind, dino in enumerate(cards.DINO_IDS) if has(state.chosen_dinos, kind)]
    return {
        **{f"bought {card}": float(bought[card]) for card in stacks},
        **{f"bought {dino}": float(dinos[kind]) for kind, dino in species},
    }
