"""Cards and spaces as a view shows them, with everything printed on them."""

from __future__ import annotations

from mesozoic.games.dinospan import words
from mesozoic.games.dinospan.cards import TAGS
from mesozoic.games.dinospan.events import space_name
from mesozoic.games.dinospan.position import OVERLAYS
from mesozoic.games.dinospan.rules import Span
from mesozoic.games.dinospan.rules_table import ATLAS, GOLD_AT, HIGH_AT, PARENT_AT, RED_AT, TOP
from mesozoic.games.dinospan.shown import CardView, SpaceView
from mesozoic.games.dinospan.tables import Card
from mesozoic.kernel.sharing import remembered


def card_view(state: Span, card: int) -> CardView:
    return printed(words.card_of(state, card))


@remembered(2_000)
def printed(found: Card) -> CardView:
    return CardView(
        id=found.id,
        name=found.name,
        genus=found.genus,
        era=found.era,
        order=found.order,
        family=found.family,
        hemisphere=found.hemisphere,
        continent=found.continent,
        country=found.country,
        length=found.length_m,
        size=found.size,
        teeth=found.teeth,
        food=found.food,
        tag=found.tag,
        cost=found.cost_text,
        costs=found.cost,
        pp=found.pp,
        eggs=found.eggs,
        text=found.text,
        ability=found.notation,
    )


def space_view(state: Span, seat: int, place: int) -> SpaceView:
    space = int(state.spaces[seat * ATLAS + place])
    top, parent = (space & TOP) - 1, (space >> PARENT_AT & TOP) - 1
    points = int(state.deck.points[top])
    if parent >= 0 and not space >> HIGH_AT & 1:
        points += int(state.deck.points[parent])
    return _filled_space(
        words.card_of(state, top),
        words.card_of(state, parent) if parent >= 0 else None,
        place,
        space,
        int(state.deck.eggs[top]),
        points,
    )


@remembered(5_000)
def _filled_space(top: Card, parent: Card | None, place: int, space: int, capacity: int, points: int) -> SpaceView:
    high = space >> HIGH_AT & 1
    visible = [top] if parent is None or high else [top, parent]
    return SpaceView(
        place=space_name(place),
        card=printed(top),
        parent=None if parent is None else printed(parent),
        overlay="" if parent is None else OVERLAYS[high],
        red=space >> RED_AT & 7,
        gold=space >> GOLD_AT,
        capacity=capacity,
        points=points,
        tags=tuple(sorted((card.tag for card in visible), key=TAGS.index)),
    )
