"""What the lab counts of a game of DinoSpan."""

from __future__ import annotations

from collections import Counter

from mesozoic.games.dinospan import events
from mesozoic.games.dinospan.cards import CARD_IDS
from mesozoic.games.dinospan.result import points
from mesozoic.games.dinospan.rules import Span
from mesozoic.kernel.event import Event

SOURCES = ("cards", "eggs", "goals", "resources", "research")


def of_game(state: Span, told: list[Event]) -> dict[str, float]:
    """Where points come from, over all seats, and what was done for them."""
    seats = state.players
    parts = [points(state, seat, True) for seat in range(seats)]
    kinds = Counter(event.kind for event in told)
    found = {f"PP from {name}": sum(getattr(one, name) for one in parts) / seats for name in SOURCES}
    found["New Genus a seat"] = kinds["published"] / seats - 2
    found["Evolutions a seat"] = kinds["evolved"] / seats
    found["reshuffles"] = float(kinds["reshuffled"])
    if state.variant.solo:
        found["Rival's PP"] = float(state.rival_score())
    return found


def of_seat(state: Span, told: list[Event], seat: int) -> dict[str, float]:
    """Which cards the seat published."""
    published = {
        event.card for event in told if isinstance(event, events.Published | events.Evolved) and event.seat == seat
    }
    return {f"published {card}": float(card in published) for card in CARD_IDS}
