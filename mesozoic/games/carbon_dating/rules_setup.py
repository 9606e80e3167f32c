"""Setup (CD-01 to CD-04, CD-53)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from mesozoic.games.carbon_dating.cards import CARDS, EDGE, ORDINARY_CARDS, PTE, TYR
from mesozoic.games.carbon_dating.rules import Table
from mesozoic.games.carbon_dating.rules_table import NO_CARD, Variant
from mesozoic.kernel.deal import Chance
from mesozoic.kernel.rng import Rng

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup

SPECIALS: Final = 0x30_0000_0000  # PTE and TYR as a set


def shuffle(setup: Setup, rng: Rng) -> Table:
    """CD-02: a game dealt by chance."""
    deck = vec[i64](list(range(ORDINARY_CARDS)))
    rng.shuffle_vec(deck, 0)
    variant: Variant = setup.variant
    if variant.staffing:
        # CD-53: the specials are shuffled into what is left after the row is dealt.
        deck = append(append(deck, PTE), TYR)
        rng.shuffle_vec(deck, variant.row)
    return new_game(setup, deck, Chance(later(rng), []))


def later(rng: Rng) -> Rng:
    """A stream of its own for the reshuffles to come."""
    return Rng(rng.word(), rng.word(), rng.word(), rng.word() | 1)


def dealt_game(setup: Setup, deck: list[int], chance: Chance) -> Table:
    """A deal's. What is not compiled gives lists: of every ``vec`` that it gave, mypyc would keep one for ever."""
    return new_game(setup, vec[i64](deck), chance)


def new_game(setup: Setup, deck: vec[i64], chance: Chance) -> Table:
    """CD-03, CD-04: the row is dealt, and round 1 begins."""
    table = empty_table(setup, deck, chance)
    deal_row(table)
    table.begin_round()
    return table


def deal_row(table: Table) -> None:
    """CD-03: four cards in a row, without dates or abilities; CD-01: the specials lie beside it."""
    while table.dealt < table.variant.row:
        table.sit(table.deck[table.dealt], table.left[EDGE], EDGE)
        table.dealt += 1
    if not table.variant.staffing:
        table.aside = SPECIALS


def bare_table(setup: Setup, deck: list[int], chance: Chance) -> Table:
    """A position's."""
    return empty_table(setup, vec[i64](deck), chance)


def empty_table(setup: Setup, deck: vec[i64], chance: Chance) -> Table:
    left = vec[i64]([NO_CARD] * CARDS + [EDGE])
    right = vec[i64]([NO_CARD] * CARDS + [EDGE])
    before = vec[i64]([NO_CARD] * CARDS + [EDGE])
    return Table(setup, setup.variant, chance, deck, left, right, before, vec[i64]([0] * CARDS), vec[i64](), vec[i64]())
