"""Species facts for people: when, where, how large, what it ate with which teeth, and one sentence."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from mesozoic.games.dinospan.abilities import CONTINENT_WORDS, ERA_WORDS, FOOD_WORDS, TEETH_WORDS
from mesozoic.games.dinospan.tables import table_of


@dataclass(frozen=True)
class Fact:
    """What a table may tell about a species."""

    id: str
    name: str
    period: str
    place: str
    size: str
    diet: str
    teeth: str
    sentence: str


@lru_cache(maxsize=1)
def facts() -> dict[str, Fact]:
    """The facts of the game's own 140 cards, by id."""
    text = resources.files(__package__ or "").joinpath("facts.csv").read_text("utf-8")
    sentences = dict(line.split(",", 1) for line in text.splitlines()[1:])
    return {
        card.id: Fact(
            id=card.id,
            name=card.name,
            period=ERA_WORDS[card.era],
            place=f"{card.country}, {CONTINENT_WORDS[card.continent]}",
            size=f"{card.length_m:g} m",
            diet=FOOD_WORDS[card.food],
            teeth=TEETH_WORDS[card.teeth],
            sentence=sentences[card.id],
        )
        for card in table_of("").cards
    }
