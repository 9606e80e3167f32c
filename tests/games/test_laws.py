"""No law of a game is one that cannot be broken: damaged states break nearly all, and the rest is broken by hand.

What guards a rule and not a state (that somebody has a certain move, how points are counted) is broken by a planted
rule, which only the uncompiled engine can be given.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from librt.vecs import append, vec
from mypy_extensions import i64

import mesozoic
from mesozoic.games.biomechanic_dino_battles import invariants as battle_laws
from mesozoic.games.biomechanic_dino_battles import rules_moves as battle_moves
from mesozoic.games.biomechanic_dino_battles import rules_table as battle
from mesozoic.games.biomechanic_dino_battles.cards import A, W
from mesozoic.games.carbon_dating import invariants as dating_laws
from mesozoic.games.carbon_dating import rules_table as dating
from mesozoic.games.carbon_dating.cards import CARD_OF, PTE, TYR
from mesozoic.games.clades import invariants as clades_laws
from mesozoic.games.clades import rules_moves as clades
from mesozoic.games.dinospan import invariants as span_laws
from mesozoic.games.dinospan import rules_table as span
from mesozoic.games.dinospan.cards import FIRST_JURASSIC
from mesozoic.games.dolphins_and_dinos import invariants as museum_laws
from mesozoic.games.dolphins_and_dinos import rules_sheet as sheet
from mesozoic.games.dolphins_and_dinos.cards import RESTAURANT
from mesozoic.kernel.conformance.bulk import Inspector
from mesozoic.kernel.conformance.laws import laws_of
from mesozoic.kernel.state import Moves
from tests.games.damage import damaged_laws, law_of

TRIALS = 60_000
"""So many damaged states of each game at most: a tenth is nearly always enough."""
FAR = 4000
"""After so many games nothing new comes."""


def reached(name: str, fits: Callable[[Any], bool], players: int | None = None, **options: Any) -> Any:
    """A state of a random game in which something is so."""
    game = mesozoic.game(name)
    setup = game.prepare(players or game.facts.fewest_players, options)
    out = Moves()
    for number in range(FAR):
        rng = mesozoic.seeded("reached", number)
        state = setup.shuffle(rng.clone())
        while not fits(state):
            seat = state.turn()
            if seat < -1:
                break
            game.hints.candidates(state, seat, out)
            state.apply(seat, out.codes[rng.below(out.count)])
        else:
            return state
    raise AssertionError("never reached")


def more(numbers: Any, *added: int) -> Any:
    for number in added:
        numbers = append(numbers, number)
    return numbers


# --- Carbon Dating ------------------------------------------------------------------------------------------------


def sets_aside_in_a_shortage() -> None:
    state = reached("carbon-dating", lambda state: True, staffing_shortage=True)
    state.deck = vec[i64]([card for card in list(state.deck)[state.dealt :] if card != PTE])
    state.dealt = 0
    state.aside = 1 << PTE
    dating_laws.check(state)


def ends_with_a_deck() -> None:
    state = reached("carbon-dating", lambda state: state.step == dating.OVER and state.discarded, vip=True)
    card = int(state.discarded).bit_length() - 1
    state.discarded ^= 1 << card
    state.deck, state.dealt = vec[i64]([card]), 0
    dating_laws.check(state)


def counts_other_reviews() -> None:
    state = reached("carbon-dating", lambda state: state.step == dating.OVER)
    dating_laws.check_end(state, 0)


def loses_a_card() -> None:
    state: Any = mesozoic.game("carbon-dating").start(1, seed=1)
    state.aside = 1 << TYR
    dating_laws.check(state)


def waits_twice() -> None:
    state = reached("carbon-dating", lambda state: state.step == dating.DATE)
    state.waiting = more(state.waiting[: state.waits], state.waiting[0])
    state.waits += 1
    dating_laws.check(state)


def dates_twice() -> None:
    state = reached("carbon-dating", lambda state: state.dated > 0)
    state.dates = more(state.dates[: state.dated], state.dates[0])
    state.dated += 1
    dating_laws.check(state)


def eats_armour() -> None:
    ankylosaurs = sum(1 << CARD_OF[name] for name in ("ANK1", "ANK2", "ANK4"))

    def is_near(state: Any) -> bool:
        return any(state.tucked) and bool(state.discarded & ankylosaurs)

    state = reached("carbon-dating", is_near)
    eater = next(card for card, eaten in enumerate(state.tucked) if eaten)
    armour = state.discarded & ankylosaurs
    state.discarded ^= armour
    state.tucked[eater] |= armour
    dating_laws.check(state)


# --- Dolphins and Dinos -------------------------------------------------------------------------------------------


def with_three_restaurants() -> Any:
    state = reached("dolphins-and-dinos", lambda state: state.round == 5, 2)
    for at, number in enumerate((15, 14, 13)):
        square = sheet.square_of(state.sheets[at])
        state.sheets[at] = RESTAURANT | number << sheet.NUMBER_AT | square << sheet.SQUARE_AT
    return state


def has_three_restaurants() -> None:
    state = with_three_restaurants()
    state.used[0] = sum(1 << sheet.value_of(state.sheets[at]) for at in range(4) if sheet.value_of(state.sheets[at]))
    museum_laws.check_sheet(state, 0)


def earns_too_much() -> None:
    state = with_three_restaurants()
    state.sheets[3] = 0
    state.money[0] = state.variant.starting_money + 7 + 7 + 6
    museum_laws.check_money(state, 0)


def beats_the_best() -> None:
    state = reached("dolphins-and-dinos", lambda state: state.turn() == -2, 2)
    for square in range(9):
        state.sheets[square] = 21 + square | square << sheet.SQUARE_AT
    museum_laws.check_end(state)


def adds_up_otherwise() -> None:
    state = reached("dolphins-and-dinos", lambda state: state.turn() == -2, 2)
    state.money[0], state.money[1] = -1, 0
    museum_laws.check_end(state)


# --- DinoSpan -----------------------------------------------------------------------------------------------------


def lays_on_nothing() -> None:
    state = reached("dinospan", lambda state: state.round == 2)
    state.spaces[state.row_length(0, 0)] = span.ONE_RED
    state.red -= 1
    span_laws.check(state)


def lays_too_many() -> None:
    state = reached("dinospan", lambda state: state.round == 2)
    room = state.room(0, 0) + 1
    state.spaces[0] += room * span.ONE_RED
    state.red -= room
    span_laws.check(state)


def descends_from_others() -> None:
    state = reached("dinospan", lambda state: state.round == 3)
    cards = range(FIRST_JURASSIC, 140)
    card = next(card for card in cards if state.row_of(card) == 0)
    parent = next(other for other in cards if not state.is_link(other, card))
    span_laws.check_space(state, card + 1 | parent + 1 << span.PARENT_AT, 0)


def evolves_to_the_triassic() -> None:
    state = reached("dinospan", lambda state: state.round == 2)
    cards = range(FIRST_JURASSIC)
    card, parent = next((a, b) for a in cards for b in cards if a != b and state.is_link(b, a))
    span_laws.check_space(state, card + 1 | parent + 1 << span.PARENT_AT, 0)


def leaves_hype_empty() -> None:
    state = reached("dinospan", lambda state: state.round == 2 and not state.frame_size)
    state.to_archive(state.hype[0])
    state.hype[0] = span.NONE
    span_laws.check(state)


def scores_for_everybody() -> None:
    state = reached("dinospan", lambda state: state.round == 2, 2)
    for seat in range(2):
        state.seats[seat * span.SEAT + span.GOAL_POINTS] = 2
    span_laws.check_goals(state)


# --- Biomechanic Dino Battles ---------------------------------------------------------------------------------------


def fight(fits: Callable[[Any], bool], **options: Any) -> Any:
    return reached("biomechanic-dino-battles", fits, 2, **options)


def is_over(state: Any) -> bool:
    return bool(state.phase == battle_moves.OVER)


def leaves_work() -> None:
    state = fight(is_over)
    state.push(battle_moves.HEALING, 0, 5)
    battle_laws.check(state)


def ends_by_other_means(means: int, how: int) -> None:
    state = fight(lambda state: is_over(state) and state.ending == means)
    state.ending = how
    battle_laws.check(state)


def attaches_wounds() -> None:
    state = fight(lambda state: state.has_dino(0))
    row = state.row_at(0, 0)
    state.supply[W] -= 1
    state.attached = more(state.attached, W | row << battle.ROW_AT)
    state.rows[row * battle.ROW + battle.LOADED] |= 1 << W
    battle_laws.check(state)


def attaches_to_nobody() -> None:
    state = fight(lambda state: not state.rows[3 * battle.ROW + battle.KIND])
    state.supply[A] -= 1
    state.attached = more(state.attached, A | 3 << battle.ROW_AT)
    battle_laws.check(state)


def goes_on_without_wounds() -> None:
    state = fight(lambda state: state.round == 2)
    wounds, state.supply[W] = state.supply[W], 0
    state.counts[state.zone(battle.DISCARD, 0) + W] += wounds
    battle_laws.check(state)


def plays_combat_cards() -> None:
    state = fight(lambda state: state.round == 2)
    state.supply[A] -= 1
    state.counts[state.zone(battle.PLAYED, 0) + A] += 1
    state.seats[battle.IN_PLAY] += 1
    battle_laws.check(state)


def grows_without_a_card() -> None:
    """Where no card gives more attack; the table of the game is put right again."""
    state = fight(lambda state: state.has_dino(0))
    state.rows[state.row_at(0, 0) * battle.ROW + battle.MORE_ATK] = 2
    steps = state.variant.table.steps
    usual, steps["atk"] = steps["atk"], 0
    try:
        battle_laws.check(state)
    finally:
        steps["atk"] = usual


# --- CLADES -------------------------------------------------------------------------------------------------------


def table(fits: Callable[[Any], bool], **options: Any) -> Any:
    return reached("clades", fits, 2, **options)


def is_open(state: Any) -> bool:
    return bool(state.phase == clades.OPEN and state.deck_count() > 9)


def pays_too_much() -> None:
    state = table(is_open, false_call_penalty=True)
    state.tally[clades.PAID] += 63
    state.tally[clades.TRIPLES] += 21
    clades_laws.check(state)


def keeps_false_calls_at_a_table() -> None:
    state = table(is_open)
    state.refute(state.random_call(0, 0))
    clades_laws.check(state)


def owes_to_others() -> None:
    state = table(is_open, personal=1)
    card = state.hands[0]
    state.hands[0] = -1
    state.zone[card] = clades.ASIDE
    state.tally[clades.OWED] = 1
    clades_laws.check(state)


def scores_too_often() -> None:
    state = table(is_open)
    state.tally[clades.TRIPLES] += 100
    clades_laws.check_extras(state)


def lays_too_few() -> None:
    state = table(is_open)
    state.laid -= 1
    state.zone[state.grid[state.laid]] = clades.ASIDE
    clades_laws.check(state)


def lays_a_bonus_card() -> None:
    state = table(lambda state: is_open(state) and clades_laws.SHARK in list(state.deck)[state.top :])
    at = list(state.deck).index(clades_laws.SHARK)
    deck = list(state.deck)
    deck[at] = int(state.grid[0])
    state.deck = vec[i64](deck)
    state.zone[deck[at]] = clades.DECK
    state.grid[0] = clades_laws.SHARK
    state.zone[clades_laws.SHARK] = clades.GRID
    clades_laws.check(state)


def alone() -> Any:
    return reached("clades", lambda state: state.phase == clades.OPEN, 1, mode="casual")


def keeps_a_call_twice() -> None:
    state = alone()
    out = Moves()
    state.list_near_misses(0, out)
    state.refuted = vec[i64]([int(out.codes[0])] * 2)
    clades_laws.check(state)


def keeps_calls_of_the_deck() -> None:
    state = alone()
    a, b, c = sorted(list(state.deck)[-3:])
    state.refute(clades.call(a, b, c))
    clades_laws.check(state)


BY_HAND: dict[str, list[Callable[[], None]]] = {
    "carbon-dating": [
        sets_aside_in_a_shortage,
        ends_with_a_deck,
        counts_other_reviews,
        loses_a_card,
        waits_twice,
        dates_twice,
        eats_armour,
    ],
    "dolphins-and-dinos": [has_three_restaurants, earns_too_much, beats_the_best, adds_up_otherwise],
    "dinospan": [
        lays_on_nothing,
        lays_too_many,
        descends_from_others,
        evolves_to_the_triassic,
        leaves_hype_empty,
        scores_for_everybody,
    ],
    "biomechanic-dino-battles": [
        leaves_work,
        lambda: ends_by_other_means(battle.BY_LIMIT, battle.BY_TROPHIES),
        lambda: ends_by_other_means(battle.BY_LIMIT, battle.BY_WOUNDS),
        attaches_wounds,
        attaches_to_nobody,
        goes_on_without_wounds,
        plays_combat_cards,
        grows_without_a_card,
    ],
    "clades": [
        pays_too_much,
        keeps_false_calls_at_a_table,
        owes_to_others,
        scores_too_often,
        lays_too_few,
        lays_a_bonus_card,
        keeps_a_call_twice,
        keeps_calls_of_the_deck,
    ],
}


# --- Planted rules: only where Python itself carries them out -----------------------------------------------------


def without_last(state: Any, seat: int, out: Moves, listed: Callable[..., None]) -> None:
    listed(state, seat, out)
    out.count = max(1, out.count - 1)


PLANTED: dict[str, tuple[str, str, str, Callable[..., Any]]] = {
    "dolphins-and-dinos": ("rules", "Museums", "list_moves", without_last),
    "dolphins-and-dinos ": ("rules", "Museums", "money_bonus", lambda state, seat, own: 2 * state.players),
    "dinospan": ("rules", "Span", "list_moves", without_last),
    "biomechanic-dino-battles": ("rules", "Battle", "list_moves", without_last),
    "clades": ("rules", "Table", "is_free", lambda state, seat, own: True),
}
"""By game the file, the class, what it does, and what it does instead."""


def planted_laws() -> dict[str, list[str]]:
    """Which laws the planted rules break, each found in bulk play."""
    found: dict[str, list[str]] = {}
    for key, (file, kind, method, instead) in PLANTED.items():
        game = mesozoic.game(key.strip())
        home = getattr(sys.modules[f"{game.package}.{file}"], kind)
        own = getattr(home, method)
        setattr(home, method, lambda state, *given, own=own, instead=instead: instead(state, *given, own))
        try:
            found.setdefault(game.name, []).append(law_of(game, broken_in_bulk(game.prepare(2))))
        finally:
            setattr(home, method, own)
    return found


def broken_in_bulk(setup: Any) -> str:
    for number in range(20):
        rng = mesozoic.seeded("planted", number)
        try:
            Inspector(setup).play(setup.shuffle(rng.clone()), rng, False)
        except AssertionError as error:
            return str(error)
    raise AssertionError("nothing was found")


@pytest.fixture(scope="module")
def planted() -> dict[str, list[str]]:
    command = "import json; from tests.games.test_laws import planted_laws; print(json.dumps(planted_laws()))"
    call = [sys.executable, "-c", command]
    environment = {**os.environ, "MESOZOIC_PURE": "1"}
    done = subprocess.run(call, env=environment, capture_output=True, text=True, check=True)
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


@pytest.mark.skipif(not mesozoic.compiled, reason="many states are damaged, which takes the compiled engine")
@pytest.mark.parametrize("name", BY_HAND)
def test_every_law_can_be_broken(name: str, planted: dict[str, list[str]]) -> None:
    game = mesozoic.game(name)
    broken = set(planted.get(name, []))
    for damage in BY_HAND[name]:
        with pytest.raises(AssertionError) as found:
            damage()
        broken.add(law_of(game, str(found.value)))
    rest = set(laws_of(game)) - broken
    assert rest - damaged_laws(game, rest, TRIALS) == set()
