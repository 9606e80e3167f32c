"""Deals and positions as plain JSON; a position is taken up if it has this shape and keeps the invariants."""

from itertools import chain
from typing import Any

import msgspec

from mesozoic.kernel import parts
from mesozoic.kernel.deal import Chance, expect_pile
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.rng import Rng

from .rules import CARDS, HAND, Site, kind, new_game


class Deal(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    deck: list[int]
    reshuffles: list[list[int]] = []


class Position(msgspec.Struct, forbid_unknown_fields=True):
    round: int
    on_turn: int
    has_added: bool
    deck: list[int]
    trench: list[int]
    discard: list[int]
    turned_up: list[int]
    hands: list[list[int]]
    museums: list[list[int]]


def deal_out(setup: Any, deal: Any, rng: Rng) -> Site:
    given = parts.read(Deal, "deal", deal)
    deck = expect_pile("The deck", given.deck, range(CARDS))
    if not all(map(kind, deck[: HAND * setup.players])):
        raise BadOptions("The deck begins with the bones that are dealt; cave-ins come later.")
    return new_game(setup, deck, Chance(rng, given.reshuffles))


def deal_of(state: Site) -> dict[str, Any]:
    return parts.written(Deal([*chain(*state.hands), *state.deck]))
