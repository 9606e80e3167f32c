"""What a bot should value: points on the table, what can still be made of resources and cards, and the engine.

A state is first settled (the seat's own open choices are made as well as possible) and then weighed: by hand for
``greedy``, for a search by what was learned from games, which foresees the final score.
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
    GOLD_AT,
    HIGH_AT,
    MARKERS,
    NONE,
    PARENT_AT,
    RED_AT,
    ROUNDS,
    SEAT,
    SPACES,
    TOP,
    WORDS,
    lone,
)
from mesozoic.kernel.hints import LEAD_SHARE, Hints, Thinking
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
"""Where ``find_best`` puts what the best hand cards are worth; never kept."""
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
        return Thinking(turns=4, boldness=1.6)

    def stage(self, state: State) -> i64:
        """Alone, every action is a turn."""
        assert isinstance(state, Span)
        return actions_left(state, 0)

    def outlook(self, state: State, seat: i64, spread: float) -> float:
        """The chance to win by what is foreseen of everybody; alone: to beat the Rival, with the lead as tie-break."""
        assert isinstance(state, Span)
        if state.variant.solo:
            lead = foresee(state, seat) - rival_value(state)
            chance = 1.0 / (1.0 + exp(-lead / spread))
            if state.phase != OVER:
                return chance
            return (1.0 - LEAD_SHARE) * (1.0 if lead > 0.0 else 0.0) + LEAD_SHARE * chance
        if state.phase == OVER:
            return super().outlook(state, seat, spread)
        mine = settled(state, seat, foreseen=True)
        total = 1.0
        other: i64 = 0
        while other < state.setup.players:
            if other != seat:
                total += exp((settled(state, other, foreseen=True) - mine) / spread)
            other += 1
        return 1.0 / total

    def first_look(self, state: State, seat: i64) -> float:
        return self.forecast(state, seat)

    def forecast(self, state: State, seat: i64) -> float:
        assert isinstance(state, Span)
        return settled(state, seat, foreseen=True)

    def quick_move(self, state: State, seat: i64, rng: Rng) -> i64:
        """Small choices by what they lead to at once; a main action and what to publish by the end of the turn."""
        assert isinstance(state, Span)
        is_small = state.phase == PLAY and state.frame_size != 0 and not is_deep(state.top(0))
        return best_choice(state, seat, foreseen=True, at_once=is_small)


def settled(state: Span, seat: i64, foreseen: bool = False) -> float:
    """The value when the seat's own pending choices are made well: weighed, or what is foreseen."""
    if state.phase != PLAY or state.frame_size == 0 or state.top(1) != seat:
        return worth(state, seat, foreseen)
    game = state.clone()
    steps: i64 = 0
    while game.phase == PLAY and game.frame_size != 0 and game.top(1) == seat and steps < DEPTH:
        if is_deep(game.top(0)):
            return best_settled(game, seat, foreseen)
        game.apply(seat, best_choice(game, seat, foreseen, at_once=True))
        steps += 1
    return worth(game, seat, foreseen)


def is_deep(pending: i64) -> bool:
    """Must the choice be followed to its end, because nothing has come of it before?"""
    return pending in (PICK_CARD, METHOD, OVERLAY, EGG_PAID)


def best_settled(game: Span, seat: i64, foreseen: bool) -> float:
    out = Moves()
    game.list_moves(seat, out)
    best = -1e300
    i: i64 = 0
    while i < out.count:
        after = game.clone()
        after.apply(seat, out.codes[i])
        value = settled(after, seat, foreseen)
        if value > best:
            best = value
        i += 1
    return best


def best_choice(game: Span, seat: i64, foreseen: bool, at_once: bool) -> i64:
    """The choice after which the table is worth most, either at once or when what follows from it is done too."""
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
        value = worth(after, seat, foreseen) if at_once else settled(after, seat, foreseen)
        if value > best_value:
            best_value = value
            best = i
        i += 1
    return out.codes[best]


def worth(state: Span, seat: i64, foreseen: bool) -> float:
    return foresee(state, seat) if foreseen else weigh(state, seat)


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
        certain = 0.9 if number == state.round - 1 else 0.45
        total += certain * float(goal_points(mine - lowest_count(state, goal))) + 0.35 * float(mine)
        number += 1
    return total


def lowest_count(state: Span, goal: i64) -> i64:
    """The fewest cards of the goal's class that anybody has."""
    lowest: i64 = 1000
    side: i64 = 0
    while side < state.variant.sides:
        found = state.goal_count(side, goal)
        if found < lowest:
            lowest = found
        side += 1
    return lowest


def engine_value(state: Span, seat: i64) -> float:
    """What one Analyze of each row would bring."""
    first = row_worth(state, seat, 0)
    second = row_worth(state, seat, 1)
    best = first if first > second else second
    return best + LATER * (first + second - best)


def row_worth(state: Span, seat: i64, row: i64) -> float:
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
    return value


def ability_value(state: Span, seat: i64, card: i64) -> float:
    return best_branch(state, seat, card)[0]


def best_branch(state: Span, seat: i64, card: i64) -> tuple[float, i64]:
    """What the best branch is worth, and which it is; NONE where all are worth nothing."""
    deck = state.deck
    best = 0.0
    found: i64 = NONE
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
            found = branch
        branch += 1
    return best, found


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
    find_best(state, seat, left, hand)
    total = 0.1 * float(hand if hand < 6 else 6)
    share = 0.5
    at: i64 = 0
    while at < 4 and at < left:
        total += share * BEST[at]
        share *= 0.7
        at += 1
    return total


def find_best(state: Span, seat: i64, left: i64, hand: i64) -> None:
    """Put what the four best hand cards are worth into ``BEST``, the best first."""
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


# --- Foresight ------------------------------------------------------------------------------------------------
# What a search expects of the final score: points now, and signs of more to come. Learned by
# scripts/fit_dinospan.py --games 240 --seed 1 from plans played out in the same world (docs/results.md).
START: Final = 0
RED_EGGS: Final = 1
GOLD_EGGS: Final = 2
ROOM: Final = 3
GOAL_NOW: Final = 4
GOALS_LATER: Final = 5
GOAL_CARDS: Final = 6
BETTER_ROW: Final = 7
OTHER_ROW: Final = 12
FEW: Final = 17
SOME: Final = 18
MANY: Final = 19
HAND_CARDS: Final = 20
HAND_WORTH: Final = 21
FILLED: Final = 24
PAIRS: Final = 25
FORESIGHT: Final[list[tuple[float, float]]] = [
    (-2.596, 2.7904),  # for every seat alike
    (0.275, -0.0405),  # red eggs, beyond their points
    (-0.036, -0.1477),  # gold eggs, beyond their points
    (0.303, -0.0190),  # eggs that still have room, at most 6
    (0.588, 0.0264),  # points of this round's Goal as it stands
    (0.223, -0.0019),  # points of later Goals as they stand
    (0.366, -0.0332),  # own cards that belong to later Goals
    (-0.123, 0.0634),  # better row, one Analyze: resources
    (0.549, 0.0728),  # better row, one Analyze: cards
    (-0.183, 0.1489),  # better row, one Analyze: eggs
    (0.537, 0.0776),  # better row, one Analyze: upgrades
    (-0.201, 0.0784),  # better row, one Analyze: the worth of everything else
    (-0.106, 0.0577),  # other row, one Analyze: resources
    (0.268, 0.0866),  # other row, one Analyze: cards
    (-0.579, 0.2172),  # other row, one Analyze: eggs
    (-0.104, 0.2347),  # other row, one Analyze: upgrades
    (-0.194, 0.1062),  # other row, one Analyze: the worth of everything else
    (0.320, 0.0175),  # each resource up to 3
    (0.193, -0.0222),  # each resource from 3 to 7
    (-0.623, -0.0955),  # each resource beyond 7
    (0.216, -0.0056),  # hand cards, at most 8
    (0.335, 0.0077),  # what the best hand card is worth
    (0.098, 0.0376),  # the second best
    (0.134, 0.0116),  # the third best
    (0.087, -0.0314),  # spaces with a card
    (0.005, -0.2149),  # spaces with two
]
"""What one of each sign adds, and what it adds besides for every action left."""
NOW: Final = vec[float]([now for now, _ in FORESIGHT])
PER_ACTION: Final = vec[float]([more for _, more in FORESIGHT])
SEEN: Final = vec[float]([0.0] * len(FORESIGHT))
"""Where ``look`` puts how much of each sign there is; never kept."""
PARTS: Final = 5
"""A row brings resources, cards, eggs, upgrades (by their verbs) and the rest."""


def foresee(state: Span, seat: i64) -> float:
    """About the final score."""
    value = float(state.score(seat))
    if state.phase == OVER:
        return value
    left = actions_left(state, seat)
    look(state, seat, left)
    sign: i64 = 0
    while sign < len(SEEN):
        value += SEEN[sign] * (NOW[sign] + PER_ACTION[sign] * float(left))
        sign += 1
    return value


def look(state: Span, seat: i64, left: i64) -> None:
    """How much of each sign there is."""
    sign: i64 = 0
    while sign < len(SEEN):
        SEEN[sign] = 0.0
        sign += 1
    SEEN[START] = 1.0
    look_at_spaces(state, seat)
    look_at_goals(state, seat)
    look_at_rows(state, seat)
    look_at_resources(state, seat)
    look_at_hand(state, seat, left)


def look_at_spaces(state: Span, seat: i64) -> None:
    room: i64 = 0
    place: i64 = 0
    while place < ATLAS:
        space = state.spaces[seat * ATLAS + place]
        if space != 0:
            SEEN[FILLED] += 1.0
            SEEN[RED_EGGS] += float((space >> RED_AT) & 7)
            SEEN[GOLD_EGGS] += float(space >> GOLD_AT)
            room += state.room(seat, place)
            if (space >> PARENT_AT) & TOP != 0:
                SEEN[PAIRS] += 1.0
        place += 1
    SEEN[ROOM] = float(room if room < 6 else 6)


def look_at_goals(state: Span, seat: i64) -> None:
    number = state.round - 1
    while number < ROUNDS:
        goal = state.goals[number]
        mine = state.goal_count(seat, goal)
        points = float(goal_points(mine - lowest_count(state, goal)))
        if number == state.round - 1:
            SEEN[GOAL_NOW] = points
        else:
            SEEN[GOALS_LATER] += points
            SEEN[GOAL_CARDS] += float(mine)
        number += 1


def look_at_rows(state: Span, seat: i64) -> None:
    """What one Analyze of each row brings."""
    first = add_row(state, seat, 0, BETTER_ROW)
    if add_row(state, seat, 1, OTHER_ROW) > first:
        part: i64 = 0
        while part < PARTS:
            passed = SEEN[BETTER_ROW + part]
            SEEN[BETTER_ROW + part] = SEEN[OTHER_ROW + part]
            SEEN[OTHER_ROW + part] = passed
            part += 1


def add_row(state: Span, seat: i64, row: i64, sign: i64) -> float:
    """Add the parts of its abilities to the signs that begin there; what they are worth by hand."""
    value = 0.0
    place = seat * ATLAS + row * SPACES
    end = place + SPACES
    while place < end:
        space = state.spaces[place]
        if space != 0:
            value += add_ability(state, seat, (space & TOP) - 1, sign)
            if (space >> HIGH_AT) & 1 != 0:
                value += add_ability(state, seat, ((space >> PARENT_AT) & TOP) - 1, sign)
        place += 1
    return value


def add_ability(state: Span, seat: i64, card: i64, sign: i64) -> float:
    """The parts of its best branch."""
    value, branch = best_branch(state, seat, card)
    if branch == NONE:
        return value
    deck = state.deck
    step = deck.branches[branch]
    while step < deck.branches[branch + 1]:
        at = step * STEP
        verb = deck.steps[at + VERB]
        if verb <= UP:
            SEEN[sign + verb - 1] += float(state.amount(seat, at))
        else:
            SEEN[sign + PARTS - 1] += step_value(state, seat, at)
        step += 1
    return value


def look_at_resources(state: Span, seat: i64) -> None:
    resource: i64 = 0
    while resource < 3:
        number = state.seats[seat * SEAT + resource]
        SEEN[FEW] += float(number if number < 3 else 3)
        SEEN[SOME] += float(0 if number < 3 else number - 3 if number < 7 else 4)
        SEEN[MANY] += float(number - 7 if number > 7 else 0)
        resource += 1


def look_at_hand(state: Span, seat: i64, left: i64) -> None:
    """Cards are worth nothing after the last action."""
    if left <= 0:
        return
    hand = state.hand_size(seat)
    SEEN[HAND_CARDS] = float(hand if hand < 8 else 8)
    find_best(state, seat, left, hand)
    at: i64 = 0
    while at < 3 and at < left:
        SEEN[HAND_WORTH + at] = BEST[at]
        at += 1
