"""Setup (DS-01 to DS-10, DS-12, DS-62, DS-63, DS-66): the table laid out from piles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.dinospan.cards import (
    CARD_IDS,
    CARDS,
    FIRST_CRETACEOUS,
    FIRST_JURASSIC,
    GOAL_MASKS,
    GOALS,
    RESEARCH_CARDS,
)
from mesozoic.games.dinospan.rules import Span
from mesozoic.games.dinospan.rules_moves import RESEARCH
from mesozoic.games.dinospan.rules_table import (
    ATLAS,
    BOX,
    COLLECTION,
    GOAL_POINTS,
    MARKERS,
    NONE,
    ROUNDS,
    SEAT,
    SECRET,
    WORDS,
    Variant,
)
from mesozoic.kernel.bits import bit
from mesozoic.kernel.deal import Chance

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup
    from mesozoic.kernel.rng import Rng


def shuffle(setup: Setup, rng: Rng) -> Span:
    """A game dealt by chance."""
    first_player = setup.options["first_player"]
    first: i64 = 0
    if setup.players > 1:
        first = rng.below(setup.players) if first_player == "random" else first_player
    triassic = mixed(rng, 0, FIRST_JURASSIC)
    jurassic = mixed(rng, FIRST_JURASSIC, FIRST_CRETACEOUS)
    cretaceous = mixed(rng, FIRST_CRETACEOUS, CARDS)
    research = mixed(rng, 0, RESEARCH_CARDS if setup.options["personal_research"] else 0)
    return new_game(setup, Chance(rng.clone(), []), first, triassic, jurassic, cretaceous, research)


def mixed(rng: Rng, start: i64, end: i64) -> vec[i64]:
    pile = vec[i64]([0] * (end - start))
    at = start
    while at < end:
        pile[at - start] = at
        at += 1
    rng.shuffle_vec(pile, 0)
    return pile


def dealt_game(
    setup: Setup,
    chance: Chance,
    first: i64,
    triassic: list[int],
    jurassic: list[int],
    cretaceous: list[int],
    research: list[int],
) -> Span:
    """A deal's. What is not compiled gives lists: of every ``vec`` that it gave, mypyc would keep one for ever."""
    piles = [vec[i64](pile) for pile in (triassic, jurassic, cretaceous, research)]
    return new_game(setup, chance, first, piles[0], piles[1], piles[2], piles[3])


def new_game(
    setup: Setup,
    chance: Chance,
    first: i64,
    triassic: vec[i64],
    jurassic: vec[i64],
    cretaceous: vec[i64],
    research: vec[i64],
) -> Span:
    """Everything laid out from piles that are listed top first."""
    variant: Variant = setup.variant
    named = setup.options["scenario"]
    key = cretaceous[0] if named == "standard" else scenario_card(named)
    reserve = vec[i64]([0] * (len(cretaceous) - 1))
    at = len(reserve) - 1
    for card in cretaceous:
        if card != key:
            reserve[at] = card
            at -= 1
    game = empty_table(setup, chance, key, reserve)
    game.first = first
    game.on_turn = first
    size: i64 = len(jurassic)
    at = 0
    while at < size:
        game.footprint[size - 1 - at] = jurassic[at]
        at += 1
    game.footprint_size = size
    give_resources(game)
    game.refresh()
    deal_research(game, research)
    deal_triassic(game, triassic)
    game.phase = RESEARCH
    if not variant.research:
        game.after_research()
    game.run()
    return game


def give_resources(game: Span) -> None:
    """DS-08: none, unless a designer wants some."""
    seat: i64 = 0
    while seat < game.variant.players:
        kind: i64 = 0
        while kind < MARKERS:
            game.seats[seat * SEAT + kind] = game.variant.resources
            kind += 1
        seat += 1


def scenario_card(named: str) -> i64:
    return CARD_IDS.index({"triceratops": "K11", "velociraptor": "K67"}.get(named, named))


def deal_research(game: Span, research: vec[i64]) -> None:
    """DS-63: in turn order, the top 2 each."""
    players = game.variant.players
    at: i64 = 0
    while at < len(research) and at < 2 * players:
        seat = (game.first + at // 2) % players
        game.secret[seat * SECRET + 2] |= bit(research[at])
        at += 1


def deal_triassic(game: Span, triassic: vec[i64]) -> None:
    """DS-10, DS-12, DS-62, DS-66."""
    variant = game.variant
    players = variant.players
    left = triassic
    number: i64 = 2
    to: i64 = 0
    if variant.triassic == "draft":
        number = 3 if players == 5 else 4
        to = 1
    turn: i64 = 0
    while turn < players:
        seat = (game.first + turn) % players
        if variant.triassic == "first_game":
            game.secret[seat * SECRET] = bit(topmost(game, left, 1)) | bit(topmost(game, left, 2))
        else:
            dealt: i64 = 0
            while dealt < number:
                game.secret[seat * SECRET + to] |= bit(left[turn * number + dealt])
                dealt += 1
        turn += 1
    taken: i64 = 0
    seat = 0
    while seat < players:
        taken |= game.secret[seat * SECRET] | game.secret[seat * SECRET + 1]
        seat += 1
    rival: i64 = 2 if variant.solo else 0
    for card in triassic:
        if (taken >> card) & 1 == 0:
            game.put(COLLECTION if rival > 0 else BOX, card)
            rival -= 1


def topmost(game: Span, pile: vec[i64], order: i64) -> i64:
    """The topmost card of an Order that nobody has yet."""
    taken: i64 = 0
    seat: i64 = 0
    while seat < game.variant.players:
        taken |= game.secret[seat * SECRET]
        seat += 1
    at: i64 = 0
    while (taken >> pile[at]) & 1 != 0 or game.deck.traits[pile[at]] & order == 0:
        at += 1
    return pile[at]


def bare_table(setup: Setup, chance: Chance, key: i64, reserve: list[int]) -> Span:
    """A position's."""
    return empty_table(setup, chance, key, vec[i64](reserve))


def empty_table(setup: Setup, chance: Chance, key: i64, reserve: vec[i64]) -> Span:
    """DS-03 to DS-05, DS-08, DS-09."""
    variant: Variant = setup.variant
    players = variant.players
    game = Span(
        setup,
        variant,
        chance,
        zeros(CARDS),
        reserve,
        zeros(CARDS),
        vec[i64]([NONE, NONE, NONE, NONE]),
        zeros(players * WORDS),
        zeros(3 * WORDS),
        zeros(players * ATLAS),
        zeros(players * SEAT),
        zeros(players * SECRET),
        goals_of(variant, key),
        zeros(16),
        zeros(48),
    )
    game.key = key
    game.red = variant.red
    game.gold = variant.gold
    seat: i64 = 0
    while seat < players:
        game.seats[seat * SEAT + MARKERS] = variant.markers
        number: i64 = 0
        while number < ROUNDS:
            game.seats[seat * SEAT + GOAL_POINTS + number] = NONE
            number += 1
        seat += 1
    return game


def goals_of(variant: Variant, key: i64) -> vec[i64]:
    """DS-04, DS-05: one tile of each category; the highest percentage first, else in their order (DS-R12)."""
    chosen = [goal for goal in range(GOALS) if GOAL_MASKS[goal] & variant.deck.traits[key] != 0]
    percent = [int(one) for one in variant.deck.percent]
    ordered = sorted(chosen, key=lambda goal: (-percent[goal], goal))
    return vec[i64]([ordered[0], ordered[1], ordered[2], ordered[3]])


def zeros(length: i64) -> vec[i64]:
    return vec[i64]([0] * length)
