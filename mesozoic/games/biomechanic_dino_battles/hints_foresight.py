"""What a search expects at the end of a turn: by how much signs of the table raise a seat's chance to win.

Learned from plans played out, as ``scripts/fit_biomechanic.py`` does (``docs/results.md``).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.biomechanic_dino_battles.cards import KINDS, TOTAL_AT, P, W, Z
from mesozoic.games.biomechanic_dino_battles.hints_counts import (
    CROWDED,
    combat_cards,
    count_owned,
    covered_cards,
    strongest_atk,
    tricks,
)
from mesozoic.games.biomechanic_dino_battles.rules import Battle
from mesozoic.games.biomechanic_dino_battles.rules_costs import can_pay
from mesozoic.games.biomechanic_dino_battles.rules_table import HAND, LINE, NONE, SEAT, TROPHIES

CERTAIN: Final = 100.0
"""A lead in what is foreseen that makes a win e times as likely."""
TO_MOVE: Final = 0
TAKEN: Final = 1
LAST_BUT_ONE: Final = 2
LATE_WOUNDS: Final = 3
NTH: Final = 4
HP_ACTIVE: Final = 8
HP_BENCH: Final = 9
STRENGTH_ACTIVE: Final = 10
STRENGTH_BENCH: Final = 11
QUICK: Final = 12
STURDY: Final = 13
HITS_NOW: Final = 14
HITS_NEXT: Final = 15
KNOCKS_OUT: Final = 16
EVADES: Final = 17
DEFENDS: Final = 18
LOAD_ACTIVE: Final = 19
LOAD_BENCH: Final = 20
CARDS_ACTIVE: Final = 21
CARDS_BENCH: Final = 22
HITS_FROM_BENCH: Final = 23
HAND_COMBAT: Final = 24
HAND_TRICKS: Final = 25
ALL_TRICKS: Final = 26
OWNS: Final = 27
FORESIGHT: Final[list[float]] = [
    0.3581,  # is to move
    1.0944,  # trophies
    0.5523,  # is one trophy short of the win
    0.0355,  # Wounds owned, by the part of their stack that is gone
    -0.1636,  # a first dino
    -0.2293,  # a second
    -0.1127,  # a third
    -0.1886,  # a fourth
    0.0358,  # HP left, active dino
    0.0171,  # HP left, Bench
    -0.0349,  # what the active dino is worth by hand
    -0.0101,  # what the Bench is worth by hand
    0.2026,  # EVA of the active dino is enough
    -0.0213,  # DEF of the active dino is enough
    -0.0009,  # damage of the best attack that is paid for
    0.0138,  # the same with one card more from the hand
    0.1382,  # which knocks out somebody who cannot stop it
    0.0847,  # an Evade that would help
    0.2271,  # a Defend that would help
    0.0236,  # the best attack's damage by the part of its cost that is attached, active dino
    0.0258,  # the same, Bench
    0.0127,  # cards attached, active dino
    0.0018,  # cards attached, Bench
    0.0017,  # damage of the best attack that is paid for, Bench
    0.0579,  # Combat cards in the hand
    0.0959,  # strategies and items in the hand
    0.0710,  # what all strategies and items are worth by hand
    # Each card owned: A, E, D, W, P, Z, then the strategies and items in the order of their table.
    0.0159, -0.0453, -0.0494, -0.1318, -0.1325, -0.5395,
    0.0589, -0.0171, 0.0105, 0.1226, -0.1537, 0.1124,
    -0.1016, -0.1215, 0.0807, 0.1621, -0.1936, 0.0559,
    0.1330, 0.1629, -0.2821, 0.2467, -0.0410, -0.1721,
    0.4157, -0.2224, 0.0110,
]  # fmt: skip
"""What one of each sign adds to the logarithm of the odds."""
FORESEEN: Final = vec[float](FORESIGHT)
SEEN: Final = vec[float]([0.0] * len(FORESIGHT))
"""Where ``look`` puts how much of each sign there is; never kept."""


def foresee(state: Battle, seat: i64) -> float:
    """How good the seat's chance to win is beside those of the others; CERTAIN is a factor e."""
    look(state, seat)
    value = 0.0
    sign: i64 = 0
    while sign < len(SEEN):
        value += SEEN[sign] * FORESEEN[sign]
        sign += 1
    return CERTAIN * value


def look(state: Battle, seat: i64) -> None:
    """How much of each sign there is."""
    sign: i64 = 0
    while sign < len(SEEN):
        SEEN[sign] = 0.0
        sign += 1
    SEEN[TO_MOVE] = 1.0 if state.on_turn == seat else 0.0
    trophies = state.seats[seat * SEAT + TROPHIES]
    SEEN[TAKEN] = float(trophies)
    SEEN[LAST_BUT_ONE] = 1.0 if trophies + 1 >= state.variant.trophies_to_win else 0.0
    look_at_cards(state, seat)
    look_at_dinos(state, seat)
    if state.row_at(seat, 0) != NONE:
        look_at_fight(state, seat)


def look_at_cards(state: Battle, seat: i64) -> None:
    owned = count_owned(state, seat)
    kind: i64 = 0
    while kind < KINDS:
        SEEN[OWNS + kind] = float(owned[kind])
        kind += 1
    many, number = tricks(state, owned)
    SEEN[ALL_TRICKS] = many / (1.0 + CROWDED * float(number))
    gone = float(state.variant.wound_stack - state.supply[W]) / float(state.variant.wound_stack)
    SEEN[LATE_WOUNDS] = float(owned[W]) * gone
    combat = combat_cards(state, seat)
    SEEN[HAND_COMBAT] = float(combat)
    status = state.count(HAND, seat, W) + state.count(HAND, seat, P) + state.count(HAND, seat, Z)
    SEEN[HAND_TRICKS] = float(state.hand_count(seat) - combat - status)


def look_at_dinos(state: Battle, seat: i64) -> None:
    place: i64 = 0
    while place < LINE:
        row = state.row_at(seat, place)
        if row == NONE:
            return
        SEEN[NTH + place] = 1.0
        on_bench: i64 = 0 if place == 0 else 1
        pool = state.pool_on(row)
        SEEN[HP_ACTIVE + on_bench] += float(state.hp_left(row))
        SEEN[STRENGTH_ACTIVE + on_bench] += state.arsenal.dino_worth[state.kind_at(row)]
        SEEN[LOAD_ACTIVE + on_bench] += covered_damage(state, row, pool)
        SEEN[CARDS_ACTIVE + on_bench] += float(state.attached_count(row))
        hits = float(payable_damage(state, row, pool))
        if place == 0:
            SEEN[HITS_NOW] = hits
        elif hits > SEEN[HITS_FROM_BENCH]:
            SEEN[HITS_FROM_BENCH] = hits
        place += 1


def look_at_fight(state: Battle, seat: i64) -> None:
    """The active dino beside those of the others."""
    row = state.row_at(seat, 0)
    kind = state.kind_at(row)
    pool = state.pool_on(row)
    atk = strongest_atk(state, seat)
    if state.arsenal.dino_eva[kind] >= atk:
        SEEN[QUICK] = 1.0
        SEEN[EVADES] = 1.0 if (pool >> 8) & 255 > 0 else 0.0
    if state.arsenal.dino_def[kind] >= atk:
        SEEN[STURDY] = 1.0
        SEEN[DEFENDS] = 1.0 if pool >> 16 > 0 else 0.0
    damage = next_damage(state, seat, row, pool)
    SEEN[HITS_NEXT] = float(damage)
    other: i64 = 0
    while other < state.seat_count:
        target = state.row_at(other, 0)
        is_met = other != seat and target != NONE
        if is_met and damage >= state.hp_left(target) and not is_guarded(state, target, state.arsenal.dino_atk[kind]):
            SEEN[KNOCKS_OUT] = 1.0
        other += 1


def covered_damage(state: Battle, row: i64, pool: i64) -> float:
    """The damage of the best attack, by the share of its cost that is attached."""
    best = 0.0
    attack = 2 * state.kind_at(row)
    end = attack + 2
    while attack < end:
        cost = state.arsenal.attack_cost[attack]
        damage = float(state.arsenal.attack_damage[attack])
        covered = covered_cards(pool, cost)
        if covered != cost >> TOTAL_AT:
            damage *= float(covered) / float(cost >> TOTAL_AT)
        if damage > best:
            best = damage
        attack += 1
    return best


def payable_damage(state: Battle, row: i64, pool: i64) -> i64:
    """The most damage of an attack that such cards pay."""
    best: i64 = 0
    attack = 2 * state.kind_at(row)
    end = attack + 2
    while attack < end:
        damage = state.arsenal.attack_damage[attack]
        if damage > best and can_pay(pool, state.arsenal.attack_cost[attack]):
            best = damage
        attack += 1
    return best


def next_damage(state: Battle, seat: i64, row: i64, pool: i64) -> i64:
    """The same with one card more from the hand."""
    best = payable_damage(state, row, pool)
    hand = state.pool_in_hand(seat)
    kind: i64 = 0
    while kind <= 2:
        if (hand >> kind * 8) & 255 > 0:
            damage = payable_damage(state, row, pool + (1 << kind * 8))
            if damage > best:
                best = damage
        kind += 1
    return best


def is_guarded(state: Battle, row: i64, atk: i64) -> bool:
    """Can the dino stop such an attack with a card that it has?"""
    pool = state.pool_on(row)
    kind = state.kind_at(row)
    can_evade = (pool >> 8) & 255 > 0 and state.arsenal.dino_eva[kind] >= atk
    return can_evade or (pool >> 16 > 0 and state.arsenal.dino_def[kind] >= atk)
