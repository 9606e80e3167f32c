"""What hand cards and rows could do now: shown before anybody commits to it."""

from __future__ import annotations

import re
from typing import Any, Final

from mesozoic.games.dinospan import words
from mesozoic.games.dinospan.abilities import ecosystem_words
from mesozoic.games.dinospan.cards import CARD_IDS, STEP, TAGS
from mesozoic.games.dinospan.events import space_name
from mesozoic.games.dinospan.rules import Span
from mesozoic.games.dinospan.rules_table import ATLAS, SEAT, SPACES
from mesozoic.games.dinospan.shown import AbilityPreview, EvolutionView, HandCardView, OverlayView
from mesozoic.games.dinospan.view_cards import card_view, space_view
from mesozoic.games.dinospan.zones import CARD_NUMBERS
from mesozoic.kernel.sharing import alike, shared


@shared
def atlas(state: Span, seat: int) -> tuple[int, ...]:
    """What lies in the spaces of the seat."""
    return tuple(int(state.spaces[seat * ATLAS + place]) for place in range(ATLAS))


@shared
def _means(state: Span, seat: int) -> tuple[Any, ...]:
    """What the seat publishes with: resources, hand cards, and the Parents in its Atlas."""
    resources = tuple(int(state.seats[seat * SEAT + resource]) for resource in range(3))
    return resources, int(state.hand_size(seat)), atlas(state, seat)


@alike(lambda state, seat, _name: _means(state, seat))
def hand_card(state: Span, seat: int, name: str) -> HandCardView:
    card = CARD_NUMBERS[name]
    row = int(state.row_of(card)) * SPACES
    hand = int(state.hand_size(seat))
    founds = bool(state.can_found(seat, card, hand))
    parents = [place for place in range(row, row + SPACES) if state.can_evolve(seat, card, place)]
    possible = founds or bool(parents)
    return HandCardView(
        card=card_view(state, card),
        can_publish=possible,
        why_not="" if possible else words.not_publishable(state, seat, card),
        short="" if possible else _short_reason(state, seat, card),
        new_genus=space_name(row + int(state.row_length(seat, row // SPACES))) if founds else "",
        left=_after_paying(state, seat, card, hand) if founds else None,
        parents=tuple(map(space_name, parents)),
        evolutions=tuple(_evolution(state, seat, card, place) for place in parents),
    )


def _after_paying(state: Span, seat: int, card: int, hand: int) -> tuple[int, int, int, int]:
    """DS-17, DS-18: the card itself leaves the hand too."""
    plants, trees, mammals, cards = words.card_of(state, card).cost
    have = [int(state.seats[seat * SEAT + resource]) for resource in range(3)]
    return have[0] - plants, have[1] - trees, have[2] - mammals, hand - 1 - cards


def _short_reason(state: Span, seat: int, card: int) -> str:
    """``2 Trees short; no egg on Eocursor``."""
    found = _RULES.sub("", words.no_new_genus(state, seat, card)).replace(" missing for a New Genus", " short")
    found = _SINGLE.sub(r"1 \1", found)
    row = int(state.row_of(card)) * SPACES
    kin = [
        words.card_of(state, words.top_card(state, seat, place)).genus
        for place in range(row, row + SPACES)
        if state.spaces[seat * ATLAS + place]
        and not words.is_stack(state, seat, place)
        and state.is_link(words.top_card(state, seat, place), card)
    ]
    return f"{found}; {f'no egg on {kin[0]}' if kin else 'no Parent'}"


_RULES: Final = re.compile(r" \(DS-[^)]*\)")
_SINGLE: Final = re.compile(r"\b1 (Plant|Tree|Mammal)s\b")


def _evolution(state: Span, seat: int, card: int, place: int) -> EvolutionView:
    now = space_view(state, seat, place)
    top, parent = words.card_of(state, card), words.card_of(state, words.top_card(state, seat, place))
    both = tuple(sorted((top.tag, parent.tag), key=TAGS.index))
    return EvolutionView(
        place=space_name(place),
        parent=parent.id,
        low=OverlayView(top.pp + parent.pp, both, (top.id,)),
        high=OverlayView(top.pp, (top.tag,), (top.id, parent.id)),
        points_now=now.points,
        red=now.red,
        gold=now.gold,
        eggs_lost=max(0, now.red + now.gold - 1 - top.eggs),
    )


def own_preview(state: Span, seat: int, row: int) -> tuple[AbilityPreview, ...]:
    """What an Analyze of the row would activate, in order, as the table stands now."""
    return _previews(state, seat, row, True)


@alike(lambda state, seat, _row: atlas(state, seat))
def open_preview(state: Span, seat: int, row: int) -> tuple[AbilityPreview, ...]:
    """The same of another seat: it depends on the Atlas alone."""
    return _previews(state, seat, row, False)


def _previews(state: Span, seat: int, row: int, own: bool) -> tuple[AbilityPreview, ...]:
    found = []
    for place in range(row * SPACES, row * SPACES + SPACES):
        cards = words.visible_abilities(state, seat, place)
        for card in cards:
            first = int(state.deck.branch_at[card])
            ecosystem = words.card_of(state, card).ability.ecosystem
            found.append(
                AbilityPreview(
                    space_name(place),
                    CARD_IDS[card],
                    words.card_of(state, card).text,
                    any(state.can_do(seat, first + branch) for branch in range(state.branch_count(card)))
                    if own
                    else None,
                    "" if ecosystem is None else ecosystem_words(ecosystem),
                    len(cards) > 1,
                    _counts(state, seat, card),
                )
            )
    return tuple(found)


def _counts(state: Span, seat: int, card: int) -> tuple[int, ...]:
    """What the steps of an ability come to now (DS-47); the Atlas is public."""
    deck = state.deck
    last = int(deck.branch_at[card]) + int(state.branch_count(card))
    steps = range(int(deck.branches[int(deck.branch_at[card])]), int(deck.branches[last]))
    return tuple(int(state.amount(seat, step * STEP)) for step in steps)
