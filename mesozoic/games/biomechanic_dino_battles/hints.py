"""What a bot should value: trophies, dinos that live and are loaded, a good deck, and what the turn can still bring.

A state is first settled (others answer attacks sensibly, own choices that are still open are made as well as possible)
and then weighed. The unit is about one HP of an opposing dino.
"""

from __future__ import annotations

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.biomechanic_dino_battles.cards import (
    COMBAT_CARDS,
    FIRST_ITEM,
    FIRST_STRATEGY,
    KINDS,
    TOTAL_AT,
    D,
    E,
)
from mesozoic.games.biomechanic_dino_battles.hints_counts import (
    CROWDED,
    combat_cards,
    copies_worth,
    count_owned,
    covered_cards,
    strongest_atk,
    tricks,
)
from mesozoic.games.biomechanic_dino_battles.hints_foresight import CERTAIN, foresee
from mesozoic.games.biomechanic_dino_battles.rules import Battle
from mesozoic.games.biomechanic_dino_battles.rules_costs import can_pay
from mesozoic.games.biomechanic_dino_battles.rules_moves import (
    ACTION,
    BUY,
    BUY_CARD,
    BUY_DINO,
    DECLARED,
    DEFENCE,
    DEFEND,
    DONE,
    EVADE,
    FOR_CARD,
    MOVE_AT,
    OVER,
    PASS,
    PAYMENT,
    PURPOSE,
)
from mesozoic.games.biomechanic_dino_battles.rules_table import (
    BENCH,
    BY_TROPHIES,
    DISCARD,
    HAND,
    LINE,
    MORE_DAMAGE,
    NONE,
    OFFERED,
    ROW,
    SEAT,
    TROPHIES,
)
from mesozoic.kernel.bits import has
from mesozoic.kernel.hints import NO_OPINION, Hints, Thinking
from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import Moves, State

# Chosen by hand and kept where a change lost games against the bot before (README.md says what it reaches); what each
# card is worth stands in worth.py.
VICTORY: Final = 1000.0
A_TROPHY: Final = 100.0
A_HIT_POINT: Final = 0.8
A_LOADED_CARD: Final = 0.5
"""The share of an attack's damage that its attached cards are worth before it is made."""
A_GUARD: Final = 5.0
A_HAND_CARD: Final = 0.25
FULL_HAND: Final = 1.0
IN_DANGER: Final = 30.0
ON_THE_BENCH: Final = 0.4
LIKELY: Final = 0.9
"""What the best attack still to be made counts, against one that is made."""
IF_ANSWERED: Final = 0.6
NTH_DINO: Final = vec[float]([24.0, 16.0, 4.0, 0.0])
OUT: Final = Moves()
"""Where options are looked at; never kept."""


@final
class BattleHints(Hints):
    def value(self, state: State, seat: i64) -> float:
        assert isinstance(state, Battle)
        return settled_value(state, seat)

    def thinking(self, state: State) -> Thinking:
        """One further turn of everybody (``docs/results.md``)."""
        return Thinking(turns=1, spread=CERTAIN, slips=0.3)

    def whose_turn(self, state: State) -> i64:
        """Attacks and items ask the others in the middle of a turn."""
        assert isinstance(state, Battle)
        return state.on_turn

    def outlook(self, state: State, seat: i64, spread: float) -> float:
        """The chance to win by what is foreseen of everybody."""
        assert isinstance(state, Battle)
        if state.phase == OVER:
            return super().outlook(state, seat, spread)
        mine = foresee(state, seat)
        total = 1.0
        other: i64 = 0
        while other < state.seat_count:
            if other != seat:
                total += exp((foresee(state, other) - mine) / spread)
            other += 1
        return 1.0 / total

    def quick_move(self, state: State, seat: i64, rng: Rng) -> i64:
        """Purchases by what they add; everything else by its value, which plays better (``docs/results.md``)."""
        assert isinstance(state, Battle)
        pending = state.pending()
        if pending == PAYMENT and state.top(PURPOSE) >= FOR_CARD and state.buys == 1:
            state.list_moves(seat, OUT)  # the rest of the hand is discarded anyway
            return OUT.codes[0]
        if pending == 0 and state.phase == BUY and not holds_item(state, seat):
            return usual_purchase(state, seat)
        return NO_OPINION


def settled_value(state: Battle, seat: i64) -> float:
    """The worth once everything that is pending has been carried out sensibly."""
    if state.phase == OVER:
        return final_value(state, seat)
    pending = state.pending()
    if pending == 0:
        return standing_value(state, seat)
    decider = state.turn()
    out = Moves()
    if pending == DEFENCE:
        after = state.clone()
        after.apply(decider, sensible_answer(state, decider) << MOVE_AT)
        return settled_value(after, seat)
    if pending >= DECLARED:
        after = state.clone()
        after.apply(decider, PASS << MOVE_AT)
        return settled_value(after, seat)
    state.list_moves(decider, out)
    best = -1e300
    end = out.count if decider == seat else 1
    i: i64 = 0
    while i < end:
        after = state.clone()
        after.apply(decider, out.codes[i])
        value = settled_value(after, seat)
        if value > best:
            best = value
        i += 1
    return best


def final_value(state: Battle, seat: i64) -> float:
    """Won or lost; a shared place counts half."""
    worse: i64 = 0
    equal: i64 = 0
    other: i64 = 0
    while other < state.seat_count:
        if other != seat:
            if state.ending == BY_TROPHIES:
                ahead = state.score(seat) - state.score(other)
            else:
                ahead = 8 * (state.wounds(other) - state.wounds(seat)) + state.score(seat) - state.score(other)
            if ahead < 0:
                worse += 1
            elif ahead == 0:
                equal += 1
        other += 1
    if worse > 0:
        return -VICTORY
    return VICTORY if equal == 0 else 0.0


def sensible_answer(state: Battle, seat: i64) -> i64:
    """Evade or Defend where the comparison holds and the damage is worth a card; otherwise Pass."""
    row = state.row_at(seat, 0)
    if row == NONE:
        return PASS
    attack = state.top(2)
    attacker = state.top(4)
    damage = state.arsenal.attack_damage[attack] - state.top(5)
    if attacker != NONE:
        damage += state.rows[attacker * ROW + MORE_DAMAGE]
    if damage < 10 and damage < state.hp_left(row) and state.arsenal.attack_status[attack] == 0:
        return PASS
    atk = state.attack_value(attack, attacker)
    kinds = state.attached_kinds(row)
    if has(kinds, D) and state.defence(row) >= atk:
        return DEFEND
    if has(kinds, E) and state.evasion(row) >= atk:
        return EVADE
    return PASS


def standing_value(state: Battle, seat: i64) -> float:
    """What the seat has, less what the others have on average, and what the turn may still bring."""
    others = 0.0
    other: i64 = 0
    while other < state.seat_count:
        if other != seat:
            others += seat_value(state, other)
        other += 1
    value = seat_value(state, seat) - others / float(state.seat_count - 1)
    if state.on_turn != seat:
        return value + A_HAND_CARD * float(combat_cards(state, seat))
    if state.phase == ACTION:
        value += LIKELY * best_attack(state, seat) + A_HAND_CARD * float(combat_cards(state, seat))
    elif state.phase <= BUY:
        value += FULL_HAND
    if state.buys > 0:
        value += best_purchase(state, seat)
    return value


# --- A seat -----------------------------------------------------------------------------------------------


def seat_value(state: Battle, seat: i64) -> float:
    """Trophies, dinos and the deck."""
    value = A_TROPHY * float(state.seats[seat * SEAT + TROPHIES]) + deck_value(state, seat)
    threat = strongest_threat(state, seat)
    atk = strongest_atk(state, seat)
    place: i64 = 0
    while place < LINE:
        row = state.row_at(seat, place)
        if row == NONE:
            break
        share = 1.0 if place == 0 else ON_THE_BENCH
        kind = state.kind_at(row)
        value += NTH_DINO[place] + state.arsenal.dino_worth[kind] * (0.5 + 0.5 * share)
        value += A_HIT_POINT * float(state.hp_left(row))
        value += share * load_value(state, row, atk)
        if place == 0 and state.hp_left(row) <= threat:
            value -= IN_DANGER
        place += 1
    return value


def strongest_threat(state: Battle, seat: i64) -> i64:
    """The most damage that another active dino could do with as many cards as it has, and one more."""
    best: i64 = 0
    other: i64 = 0
    while other < state.seat_count:
        row = state.row_at(other, 0)
        if other != seat and row != NONE:
            cards = state.attached_count(row) + 1
            attack = 2 * state.kind_at(row)
            end = attack + 2
            while attack < end:
                damage = state.arsenal.attack_damage[attack]
                if state.arsenal.attack_cost[attack] >> TOTAL_AT <= cards and damage > best:
                    best = damage
                attack += 1
        other += 1
    return best


def load_value(state: Battle, row: i64, atk: i64) -> float:
    """The attached cards of a dino: how far they pay for its attacks, and whether they stop what threatens it."""
    arsenal = state.arsenal
    pool = state.pool_on(row)
    kind = state.kind_at(row)
    best = 0.0
    attack = 2 * kind
    end = attack + 2
    while attack < end:
        cost = arsenal.attack_cost[attack]
        covered = covered_cards(pool, cost)
        total = cost >> TOTAL_AT
        value = float(arsenal.attack_damage[attack] + arsenal.attack_bench[attack])
        if arsenal.attack_status[attack] != 0:
            value += 3.0
        if covered != total:
            value *= float(covered) / float(total)
        if covered == total:
            value += 2.0
        if value > best:
            best = value
        attack += 1
    value = A_LOADED_CARD * best
    guards = 0.0
    if (pool >> 8) & 255 > 0 and arsenal.dino_eva[kind] >= atk:
        guards = A_GUARD
    if (pool >> 16) & 255 > 0 and arsenal.dino_def[kind] >= atk:
        guards += A_GUARD
    return value + guards + 0.3 * float((pool & 255) + ((pool >> 8) & 255) + (pool >> 16))


def deck_value(state: Battle, seat: i64) -> float:
    """All cards that the seat owns, wherever they are; strategies and items crowd each other."""
    owned = count_owned(state, seat)
    value = 0.0
    kind: i64 = 0
    while kind < FIRST_STRATEGY:
        value += state.arsenal.card_worth[kind] * float(owned[kind])
        kind += 1
    many, number = tricks(state, owned)
    return value + many / (1.0 + CROWDED * float(number))


# --- The rest of the turn -----------------------------------------------------------------------------------


def best_attack(state: Battle, seat: i64) -> float:
    """What the best attack that can be paid now is about worth beyond the cards that it costs."""
    if not state.has_combat_move(seat):
        return 0.0
    row = state.row_at(seat, 0)
    pool = state.attack_pool(seat)
    best = 0.0
    attack = 2 * state.kind_at(row)
    end = attack + 2
    while attack < end:
        if can_pay(pool, state.arsenal.attack_cost[attack]):
            damage = state.arsenal.attack_damage[attack] + state.rows[row * ROW + MORE_DAMAGE]
            other: i64 = 0
            while other < state.seat_count:
                if other != seat:
                    gain = attack_gain(state, other, damage, state.attack_value(attack, row), attack)
                    gain -= A_LOADED_CARD * float(state.arsenal.attack_damage[attack])
                    if gain > best:
                        best = gain
                other += 1
        attack += 1
    return best


def attack_gain(state: Battle, target: i64, damage: i64, atk: i64, attack: i64) -> float:
    row = state.row_at(target, 0)
    if row == NONE:
        return 2.5 * float(damage // 5)
    gain = A_HIT_POINT * float(damage) + (3.0 if state.arsenal.attack_status[attack] != 0 else 0.0)
    if damage >= state.hp_left(row):
        gain += A_TROPHY
    can_stop = state.evasion(row) >= atk or state.defence(row) >= atk
    return gain * IF_ANSWERED if can_stop and state.attached_count(row) > 0 else gain


def best_purchase(state: Battle, seat: i64) -> float:
    """What the best purchase that the hand can pay is worth."""
    pool = state.pool_in_hand(seat)
    best = 0.0
    number: i64 = 0
    kind: i64 = FIRST_STRATEGY
    hand = state.zone(HAND, seat)
    pile = state.zone(DISCARD, seat)
    counts = state.counts
    while kind < KINDS:
        number += counts[hand + kind] + counts[pile + kind]
        kind += 1
    kinds = state.chosen_stacks | COMBAT_CARDS
    kind = 0
    while kinds != 0:
        if kinds & 1 != 0 and can_pay(pool, state.arsenal.card_cost[kind]) and state.supply[kind] > 0:
            worth = state.arsenal.card_worth[kind]
            if kind >= FIRST_STRATEGY:
                worth /= 1.0 + CROWDED * float(number + 1)
            if worth > best:
                best = worth
        kinds >>= 1
        kind += 1
    worth = best_dino(state, seat, pool)[0]
    return worth if worth > best else best


def best_dino(state: Battle, seat: i64, pool: i64) -> tuple[float, i64]:
    """What the best dino that such cards pay is worth, and its move."""
    best = 0.0
    move: i64 = NO_OPINION
    if state.row_at(seat, BENCH) != NONE:
        return best, move
    dinos = state.dino_count(seat)
    slot: i64 = 0
    while slot < OFFERED:
        dino = state.offering[slot]
        if dino != NONE and can_pay(pool, state.arsenal.dino_cost[dino]):
            worth = NTH_DINO[dinos] + state.arsenal.dino_worth[dino]
            worth += A_HIT_POINT * float(state.arsenal.dino_hp[dino])
            if worth > best:
                best = worth
                move = BUY_DINO << MOVE_AT | slot
        slot += 1
    return best, move


# --- Rules of thumb -----------------------------------------------------------------------------------------


def holds_item(state: Battle, seat: i64) -> bool:
    """Is there an item that the seat could use?"""
    kinds = state.held_kinds(seat)
    place: i64 = 0
    while place < LINE:
        row = state.row_at(seat, place)
        if row == NONE:
            break
        kinds |= state.attached_kinds(row)
        place += 1
    return kinds >> FIRST_ITEM != 0


def usual_purchase(state: Battle, seat: i64) -> i64:
    """What the deck or the line-up gains most by."""
    best = 0.0
    move: i64 = DONE << MOVE_AT
    if state.buys == 0:
        return move
    pool = state.pool_in_hand(seat)
    owned = count_owned(state, seat)
    many, number = tricks(state, owned)
    kinds = state.chosen_stacks | COMBAT_CARDS
    kind: i64 = 0
    while kinds != 0:
        if kinds & 1 != 0 and can_pay(pool, state.arsenal.card_cost[kind]) and state.supply[kind] > 0:
            worth = state.arsenal.card_worth[kind]
            if kind >= FIRST_STRATEGY:
                more = copies_worth(owned[kind] + 1) - copies_worth(owned[kind])
                worth = (many + worth * more) / (1.0 + CROWDED * float(number + 1))
                worth -= many / (1.0 + CROWDED * float(number))
            if worth > best:
                best = worth
                move = BUY_CARD << MOVE_AT | kind
        kinds >>= 1
        kind += 1
    worth, dino = best_dino(state, seat, pool)
    return dino if worth > best else move
