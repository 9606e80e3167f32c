"""What a bot should value: points on the table, what can still be made of resources and cards, and the engine.

A state is first settled (the seat's own open choices are made as well as possible) and then weighed.
"""

from __future__ import annotations

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.dinospan.cards import (
    ANY,
    CARD,
    CHURN,
    CULL,
    DIG,
    EGG,
    FLIP,
    GAIN,
    GOAL_MASKS,
    IF,
    KIND,
    LOOK,
    NUMBER,
    PAID_CARD,
    REWARD,
    REWARD_NUMBER,
    STEP,
    TAKEN,
    UP,
    VERB,
)
from mesozoic.games.dinospan.rules import Span
from mesozoic.games.dinospan.rules_moves import EGG_PAID, METHOD, OVER, OVERLAY, PICK_CARD, PLAY
from mesozoic.games.dinospan.rules_scoring import goal_points
from mesozoic.games.dinospan.rules_table import (
    ATLAS,
    BITS,
    HIGH_AT,
    MARKERS,
    PARENT_AT,
    ROUNDS,
    SEAT,
    SPACES,
    TOP,
    WORDS,
    lone,
)
from mesozoic.kernel.hints import LEAD_SHARE, NO_OPINION, Hints, Thinking
from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import Moves, State

# Chosen by hand and kept where a change lost games against the bot before (README.md says what it reaches).
A_RESOURCE: Final = 0.55
A_CARD: Final = 0.5
AN_EGG: Final = 1.2
AN_UPGRADE: Final = 2.0
RUNS: Final = 0.3
"""How many of the actions left run a given row, about."""
LATER: Final = 0.35
DEPTH: Final = 60
BEST: Final = vec[float]([0.0, 0.0, 0.0, 0.0])
"""Where ``hand_value`` keeps the best hand cards; never kept."""
A_RIVAL_TURN: Final = 3.0
"""PP of the Rival's cards and study for each of its turns to come, about."""


@final
class SpanHints(Hints):
    def value(self, state: State, seat: i64) -> float:
        assert isinstance(state, Span)
        return settled(state, seat)

    def lines(self) -> i64:
        """None: ``settled`` makes the choices that are still open."""
        return 0

    def thinking(self, state: State) -> Thinking:
        """An engine pays only after a round or so."""
        return Thinking(turns=4)

    def stage(self, state: State) -> i64:
        """Alone, every action is a turn."""
        assert isinstance(state, Span)
        return actions_left(state, 0)

    def outlook(self, state: State, seat: i64, spread: float) -> float:
        """Alone: the chance to beat the Rival, with the lead as tie-break."""
        assert isinstance(state, Span)
        if not state.variant.solo:
            return super().outlook(state, seat, spread)
        lead = weigh(state, seat) - rival_value(state)
        chance = 1.0 / (1.0 + exp(-lead / spread))
        if state.phase != OVER:
            return chance
        return (1.0 - LEAD_SHARE) * (1.0 if lead > 0.0 else 0.0) + LEAD_SHARE * chance

    def quick_move(self, state: State, seat: i64, rng: Rng) -> i64:
        """Small choices by what they lead to at once; a main action and what to publish by the settled value."""
        assert isinstance(state, Span)
        if state.phase != PLAY or state.frame_size == 0 or is_deep(state.top(0)):
            return NO_OPINION
        return best_at_once(state, seat)


def settled(state: Span, seat: i64) -> float:
    """The value when the seat's own pending choices are made well."""
    if state.phase != PLAY or state.frame_size == 0 or state.top(1) != seat:
        return weigh(state, seat)
    game = state.clone()
    steps: i64 = 0
    while game.phase == PLAY and game.frame_size != 0 and game.top(1) == seat and steps < DEPTH:
        if is_deep(game.top(0)):
            return best_settled(game, seat)
        game.apply(seat, best_at_once(game, seat))
        steps += 1
    return weigh(game, seat)


def is_deep(pending: i64) -> bool:
    """Must the choice be followed to its end, because nothing has come of it before?"""
    return pending in (PICK_CARD, METHOD, OVERLAY, EGG_PAID)


def best_settled(game: Span, seat: i64) -> float:
    out = Moves()
    game.list_moves(seat, out)
    best = -1e300
    i: i64 = 0
    while i < out.count:
        after = game.clone()
        after.apply(seat, out.codes[i])
        value = settled(after, seat)
        if value > best:
            best = value
        i += 1
    return best


def best_at_once(game: Span, seat: i64) -> i64:
    """The choice after which the table weighs most."""
    out = Moves()
    game.list_moves(seat, out)
    if out.count == 1:
        return out.codes[0]
    best: i64 = 0
    best_value = -1e300
    i: i64 = 0
    while i < out.count:
        after = game.clone()
        after.apply(seat, out.codes[i])
        value = weigh(after, seat)
        if value > best_value:
            best_value = value
            best = i
        i += 1
    return out.codes[best]


def weigh(state: Span, seat: i64) -> float:
    """Points there are, and about what is still to come."""
    value = float(state.score(seat))
    if state.phase == OVER:
        return value
    left = actions_left(state, seat)
    value += goals_value(state, seat)
    value += engine_value(state, seat) * float(left) * RUNS
    value += hand_value(state, seat, left)
    resource: i64 = 0
    while resource < 3:
        number = state.seats[seat * SEAT + resource]
        worth = A_RESOURCE if left > 3 else 0.12 * float(left)
        value += worth * float(number if number < 6 else 6) + 0.1 * float(number)
        resource += 1
    return value


def actions_left(state: Span, seat: i64) -> i64:
    return state.seats[seat * SEAT + MARKERS] + (ROUNDS - state.round) * state.variant.markers


def rival_value(state: Span) -> float:
    """About what the Rival of the solo game will end with."""
    value = float(state.rival_score())
    if state.phase == OVER:
        return value
    left = state.variant.markers - state.rival_turns + (ROUNDS - state.round) * state.variant.markers
    return value + A_RIVAL_TURN * float(left) + goals_value(state, 1)


def goals_value(state: Span, seat: i64) -> float:
    """Goals still to be scored, at what they would give now, and a little for every card that fits."""
    total = 0.0
    number = state.round - 1
    while number < ROUNDS:
        goal = state.goals[number]
        mine = state.goal_count(seat, goal)
        lowest = mine
        other: i64 = 0
        while other < state.variant.sides:
            found = state.goal_count(other, goal)
            if found < lowest:
                lowest = found
            other += 1
        certain = 0.9 if number == state.round - 1 else 0.45
        total += certain * float(goal_points(mine - lowest)) + 0.35 * float(mine)
        number += 1
    return total


def engine_value(state: Span, seat: i64) -> float:
    """What one Analyze of each row would bring."""
    total = 0.0
    best = 0.0
    row: i64 = 0
    while row < 2:
        value = 0.0
        place = seat * ATLAS + row * SPACES
        end = place + SPACES
        while place < end:
            space = state.spaces[place]
            if space != 0:
                value += ability_value(state, seat, (space & TOP) - 1)
                if (space >> HIGH_AT) & 1 != 0:
                    value += ability_value(state, seat, ((space >> PARENT_AT) & TOP) - 1)
            place += 1
        if value > best:
            best = value
        total += value
        row += 1
    return best + LATER * (total - best)


def ability_value(state: Span, seat: i64, card: i64) -> float:
    """The best branch."""
    deck = state.deck
    best = 0.0
    branch = deck.branch_at[card]
    end = branch + state.branch_count(card)
    while branch < end:
        value = 0.0
        step = deck.branches[branch]
        while step < deck.branches[branch + 1]:
            value += step_value(state, seat, step * STEP)
            step += 1
        if value > best:
            best = value
        branch += 1
    return best


def step_value(state: Span, seat: i64, at: i64) -> float:
    steps = state.deck.steps
    verb = steps[at + VERB]
    if verb <= UP:
        return unit(verb, steps[at + KIND]) * float(state.amount(seat, at))
    if verb in (LOOK, DIG, CHURN):
        return A_CARD * (0.9 + 0.3 * float(steps[at + TAKEN]))
    reward = unit(steps[at + REWARD], ANY) * float(steps[at + REWARD_NUMBER])
    if verb == FLIP:
        return 0.35 * float(steps[at + NUMBER]) * reward
    if verb == CULL:
        return 1.1 * reward
    if verb == IF:
        return 0.4 * reward
    times = steps[at + TAKEN]
    price = A_CARD if steps[at + KIND] == PAID_CARD else A_RESOURCE
    gain = reward - 0.8 * price * float(steps[at + NUMBER])
    return gain * float(times if times < 2 else 2) if gain > 0.0 else 0.1


def unit(verb: i64, kind: i64) -> float:
    if verb == GAIN:
        return A_RESOURCE + (0.1 if kind == ANY else 0.0)
    if verb == CARD:
        return A_CARD
    if verb == EGG:
        return AN_EGG
    return AN_UPGRADE


def hand_value(state: Span, seat: i64, left: i64) -> float:
    """The best hand cards, as many as can still be published, each at a part of its worth."""
    if left <= 0:
        return 0.0
    hand = state.hand_size(seat)
    best = BEST
    at: i64 = 0
    while at < 4:
        best[at] = 0.0
        at += 1
    word: i64 = 0
    while word < WORDS:
        at = seat * WORDS + word
        mask = state.hands[at]
        while mask != 0:
            low = mask & -mask
            mask ^= low
            value = card_value(state, seat, word * BITS + lone(low), left, hand)
            at = 0
            while at < 4:
                if value > best[at]:
                    passed = best[at]
                    best[at] = value
                    value = passed
                at += 1
        word += 1
    total = 0.1 * float(hand if hand < 6 else 6)
    share = 0.5
    at = 0
    while at < 4 and at < left:
        total += share * best[at]
        share *= 0.7
        at += 1
    return total


def card_value(state: Span, seat: i64, card: i64, left: i64, hand: i64) -> float:
    """What publishing the card would bring, less when it cannot be paid yet."""
    value = float(state.deck.points[card])
    number = state.round - 1
    while number < ROUNDS:
        if state.deck.traits[card] & GOAL_MASKS[state.goals[number]] != 0:
            value += 0.8
        number += 1
    missing: i64 = 0
    costs = state.deck.costs
    seats = state.seats
    resource: i64 = 0
    while resource < 3:
        short = costs[card * 4 + resource] - seats[seat * SEAT + resource]
        if short > 0:
            missing += short
        resource += 1
    if state.can_publish(seat, card, hand):
        return value
    if state.is_row_full(seat, state.row_of(card)):
        return 0.3
    value -= 0.6 * float(missing)
    if missing > 3 * left or left == 1:
        return 0.0
    return 0.6 * value if value > 0.0 else 0.0
