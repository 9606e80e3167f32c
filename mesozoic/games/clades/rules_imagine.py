"""Other worlds that look the same to a seat: what it cannot see is dealt anew."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.clades import rules_moves as terms
from mesozoic.games.clades.cards import is_bonus
from mesozoic.games.clades.rules import Table
from mesozoic.kernel.bits import has
from mesozoic.kernel.deal import Chance
from mesozoic.kernel.rng import Rng


def can_see_hand(state: Table, other: int, seat: int | None) -> bool:
    """CL-04, CL-07: nobody before play begins, then the owner; everybody while hands are open and at the end."""
    if state.phase in (terms.READY, terms.SHOWN):
        return False
    return other == seat or state.hands_open or state.phase == terms.OVER


def imagine(state: Table, seat: int | None, rng: Rng) -> Table:
    """A state that looks the same to the seat: what it cannot see is dealt anew; bonus cards lie in the deck only.

    With an empty deck a game that goes on tells that somebody has a triple (CL-R24), so a deal without one is none.
    """
    world = _dealt_anew(state, seat, rng)
    if state.phase == terms.OPEN and state.deck_count() == 0 and state.somebody_has_triple():
        while not world.somebody_has_triple():
            world = _dealt_anew(state, seat, rng)
    world.chance = Chance(rng.clone(), [])
    return world


def _dealt_anew(state: Table, seat: int | None, rng: Rng) -> Table:
    world = state.clone()
    world.penalties = []
    places = [at for other in range(state.players) for at in hidden_places(state, other, seat)]
    grid = 0
    if state.phase == terms.READY:
        grid = int(state.laid)
        world.laid = 0
    size = int(state.deck_count())
    unseen = sorted(_unseen(state, seat))
    rng.shuffle(unseen)
    animals = [card for card in unseen if not is_bonus(card)]
    dealt = len(places) + grid
    for card, at in zip(animals, places, strict=False):
        world.hands[at] = card
        world.zone[card] = terms.HAND + at // terms.MOST_PERSONAL
    for card in animals[len(places) : dealt]:
        world.lay(card, terms.GRID)
    bonus = [card for card in unseen if is_bonus(card)]
    rest = [*bonus, *animals[dealt:]]
    deck = rest[:size]
    rng.shuffle(deck)
    for card in rest[size:]:
        world.zone[card] = terms.ASIDE
    for card in deck:
        world.zone[card] = terms.DECK
    world.deck = vec[i64](deck)
    world.top = 0
    return world


def hidden_places(state: Table, other: int, seat: int | None) -> list[int]:
    """The places of this hand whose cards the seat has never seen there (CL-R44)."""
    if can_see_hand(state, other, seat):
        return []
    first = other * terms.MOST_PERSONAL
    return [at for at in range(first, first + int(state.hand_count(other))) if not has(state.remembered, at)]


def _unseen(state: Table, seat: int | None) -> list[int]:
    """The cards whose place the seat does not know."""
    found = state.in_deck()
    for other in range(state.players):
        found += [int(state.hands[at]) for at in hidden_places(state, other, seat)]
    if state.phase == terms.READY:
        found += state.in_grid()
    if state.variant.race:
        found += state.aside()
    return found
