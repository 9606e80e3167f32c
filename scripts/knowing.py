"""A search that is told the cards in the others' hands, and everything they have laid face down: it cheats.

    mesozoic simulate biomechanic-dino-battles -p 2 -b scripts.knowing:Knowing,search:120v -g 200 --paired

Whatever a seat could conclude about hidden cards from what others did, it is less than to know them. So what this bot
gains over the same search is the most that such conclusions could ever gain. Decks stay unknown: they are chance.
Where several decide at once it searches as usual.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mesozoic.bots.search import Plan, Search, World
from mesozoic.bots.searcher import Budget, SearchBot
from mesozoic.games.biomechanic_dino_battles import rules_imagine
from mesozoic.games.biomechanic_dino_battles.rules import Battle
from mesozoic.games.dinospan.rules import Span
from mesozoic.games.dinospan.rules_table import OPEN, WORDS
from mesozoic.kernel.deal import SeatChance
from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import State

VISITS: Final = 120


def known_battle(state: State, seat: int, rng: Rng) -> State:
    """Every seat's cards are dealt anew as far as that seat itself does not know them."""
    assert isinstance(state, Battle)
    other = state.clone()
    while other.is_private() and other.top(1) != seat:
        other.drop()
    other.decks = other.decks[:]
    rules_imagine.redeal_dino_deck(other, rng)
    for owner in range(other.seat_count):
        rules_imagine.redeal_seat(other, owner, owner, rng)
    other.chance = SeatChance(rng.clone(), [])
    return other


def known_span(state: State, seat: int, rng: Rng) -> State:
    """As if everybody had seen all hands."""
    assert isinstance(state, Span)
    other = state.clone()
    for owner in range(other.variant.players):
        for word in range(WORDS):
            other.masks[OPEN + word] |= other.hands[owner * WORDS + word]
    return other.imagine(seat, rng)


KNOWN: Final[dict[str, Callable[[State, int, Rng], State]]] = {
    "biomechanic-dino-battles": known_battle,
    "dinospan": known_span,
}


class Knowing(SearchBot):
    name = "knowing"

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng, Budget(visits=VISITS))

    def plans(self, state: State, seat: int) -> list[Plan]:
        known = KNOWN[state.setup.game.name]
        search, rng = Search(state, seat, state.setup.game.hints.thinking(state), self.rng), self.rng
        while len(state.to_move) == 1 and len(search.worlds) < VISITS:
            world = known(state, seat, rng)
            search.worlds.append(World(world, Rng(rng.word(), rng.word(), rng.word(), rng.word() | 1)))
        return search.think(VISITS, 0.0)
