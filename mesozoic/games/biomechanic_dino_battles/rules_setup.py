"""Setup: everything laid out before the first turn (BD-01 to BD-07, BD-R1 to BD-R5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.biomechanic_dino_battles import cards
from mesozoic.games.biomechanic_dino_battles import rules_table as table
from mesozoic.games.biomechanic_dino_battles.cards import A, D, E, P, W, Z
from mesozoic.games.biomechanic_dino_battles.rules import Battle
from mesozoic.games.biomechanic_dino_battles.rules_table import NONE, Variant
from mesozoic.kernel.bits import bit
from mesozoic.kernel.deal import SeatChance

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup
    from mesozoic.kernel.rng import Rng


def shuffle(setup: Setup, rng: Rng) -> Battle:
    """A game dealt by chance."""
    variant: Variant = setup.variant
    options = setup.options
    dinos = pick(options, "dinos", rng)
    stacks = pick(options, "stacks", rng)
    start = options["start_seat"]
    first: i64 = rng.below(variant.players) if start == "random" else start
    dino_deck = vec[i64]([kind for kind in dinos for _ in range(variant.copies[kind])])
    rng.shuffle_vec(dino_deck, 0)
    decks = vec[i64]([0] * (variant.players * variant.most_cards))
    for seat in range(variant.players):
        deck = vec[i64]([A, A, A, E, E, E, D, D, D, W, W, W])
        rng.shuffle_vec(deck, 0)
        at: i64 = 0
        while at < table.STARTING_DECK:
            decks[seat * variant.most_cards + at] = deck[at]
            at += 1
    chance = SeatChance(rng.clone(), [])
    return new_game(setup, chance, dinos, stacks, first, dino_deck, decks)


def pick(options: Mapping[str, Any], name: str, rng: Rng) -> list[int]:
    """BD-03, BD-04: the kinds in this game, in the order of the card table."""
    ids = cards.DINO_IDS if name == "dinos" else cards.CARD_IDS
    if options["setup"] != "random":
        return sorted([ids.index(one) for one in named(options, name)])
    order = list(range(0 if name == "dinos" else cards.FIRST_STRATEGY, len(ids)))
    rng.shuffle(order)
    return sorted(order[: table.DINOS_IN_GAME if name == "dinos" else table.STACKS_IN_GAME])


def named(options: Mapping[str, Any], name: str) -> Sequence[str]:
    """The dinos or stacks of a set-up that chance has no part in; what is not chosen is the Starter's (BD-R49)."""
    if options["setup"] == "chosen" and options[name]:
        chosen: str = options[name]
        return chosen.split(",")
    return cards.STARTER_DINOS if name == "dinos" else cards.STARTER_STACKS


def dealt_game(
    setup: Setup,
    chance: SeatChance,
    dinos: list[int],
    stacks: list[int],
    first: i64,
    dino_deck: list[int],
    decks: list[int],
) -> Battle:
    """A deal's. What is not compiled gives lists: of every ``vec`` that it gave, mypyc would keep one for ever."""
    return new_game(setup, chance, dinos, stacks, first, vec[i64](dino_deck), vec[i64](decks))


def new_game(
    setup: Setup,
    chance: SeatChance,
    dinos: list[int],
    stacks: list[int],
    first: i64,
    dino_deck: vec[i64],
    decks: vec[i64],
) -> Battle:
    """Everything laid out, six cards in every hand (BD-R4), the first turn begun."""
    game = empty_table(setup, chance, dinos, stacks, dino_deck, decks)
    variant = game.variant
    game.start_seat = first
    game.on_turn = first
    game.fill_offering()
    for seat in range(variant.players):
        game.seats[seat * table.SEAT + table.DECK_SIZE] = table.STARTING_DECK
        for kind in (A, E, D, W):
            game.add(table.SHUFFLED, seat, kind, table.STARTING_COPIES)
        game.draw(seat, variant.hand_size)
    return game


def bare_table(
    setup: Setup, chance: SeatChance, dinos: list[int], stacks: list[int], dino_deck: list[int], decks: list[int]
) -> Battle:
    """A position's."""
    return empty_table(setup, chance, dinos, stacks, vec[i64](dino_deck), vec[i64](decks))


def empty_table(
    setup: Setup, chance: SeatChance, dinos: list[int], stacks: list[int], dino_deck: vec[i64], decks: vec[i64]
) -> Battle:
    """Table 1: the stacks of the centre, and nothing anywhere else."""
    variant: Variant = setup.variant
    seats = variant.players
    game = Battle(
        setup,
        variant,
        chance,
        dino_deck,
        zeros(table.ZONES * seats * cards.KINDS),
        decks,
        zeros(seats * table.SEAT),
        zeros(seats * cards.DINO_KINDS),
        zeros(seats * table.LINE * table.ROW),
        filled(seats * table.LINE, NONE),
        zeros(0),
        zeros(cards.KINDS),
        zeros(cards.KINDS + cards.DINO_KINDS),
        filled(table.OFFERED, NONE),
        zeros(0),
    )
    for seat in range(seats):
        game.seats[seat * table.SEAT + table.POISONER] = NONE
    game.supply[A] = variant.combat_stack
    game.supply[E] = variant.combat_stack
    game.supply[D] = variant.combat_stack
    game.supply[W] = variant.wound_stack
    game.supply[P] = variant.poison_stack
    game.supply[Z] = variant.paralyze_stack
    for stack in stacks:
        game.supply[stack] = variant.stacks[stack]
        game.chosen_stacks |= bit(stack)
    for dino in dinos:
        game.chosen_dinos |= bit(dino)
    return game


def zeros(length: i64) -> vec[i64]:
    return vec[i64]([0] * length)


def filled(length: i64, value: i64) -> vec[i64]:
    return vec[i64]([value] * length)
