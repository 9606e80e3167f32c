"""Deals and positions as plain JSON; a position is taken up if it has this shape and keeps the invariants."""

from itertools import chain
from typing import Any

import msgspec

from mesozoic.kernel import parts
from mesozoic.kernel.deal import Chance, expect_pile
from mesozoic.kernel.rng import Rng

from .rules import CARDS, Nests, new_game


class Deal(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    deck: list[int]
    reshuffles: list[list[int]] = []


class Position(msgspec.Struct, forbid_unknown_fields=True):
    rounds_left: int
    deck: list[int]
    hands: list[list[int]]
    played: list[int]
    eggs: list[int]
    discard: list[int]
    turned_up: list[int]


def deal_out(setup: Any, deal: Any, rng: Rng) -> Nests:
    given = parts.read(Deal, "deal", deal)
    return new_game(setup, expect_pile("The deck", given.deck, CARDS), Chance(rng, given.reshuffles))


def deal_of(state: Nests) -> dict[str, Any]:
    return parts.written(Deal([*chain(*state.hands), *state.deck]))
