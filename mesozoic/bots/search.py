"""Thinking ahead: the best of a turn's plans, tried in many imagined worlds that all plans share.

A plan is all small decisions of a seat up to where something is revealed or somebody else decides. The plans are first
ranked at a glance, by the value right after them; the best are thought through. Then sequential halving: in every
imagined world each plan still in the running is played out for a few turns, everybody following a cheap policy, and
the outlook is asked; half of the plans are dropped, the rest goes on in new worlds. Others who decide at the same time
as the seat do so before it in each world, so nobody's choice depends on what is sealed.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Final, final

from mypy_extensions import i64

from mesozoic.bots.lookahead import policy_move, settled_value
from mesozoic.kernel.hints import MANY, UNKNOWN, Hints, Thinking
from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import HOST, NOBODY, Moves, State

FEWEST_WORLDS: Final = 4
LONGEST_TURN: Final = 400
"""No roll-out follows more decisions than this; a game that never ends would hold it up."""


@final
class Plan:
    """The small decisions of a turn, and what is known about them so far."""

    def __init__(self, codes: list[int]) -> None:
        self.codes = codes
        self.glance = 0.0
        """The mean of its values right after it."""
        self.outlook = 0.0
        """The sum of what came of it in the worlds where it was thought through."""
        self.value = 0.0
        """The same in the game's own points."""
        self.visits: i64 = 0

    def points(self) -> float:
        """What it should lead to, in the game's own points."""
        return self.value / float(self.visits) if self.visits > 0 else self.glance

    def mean(self) -> float:
        return self.outlook / float(self.visits) if self.visits > 0 else -1e300


@final
class World:
    """One imagined world in which the others have chosen whatever they choose at the same time."""

    def __init__(self, state: State, chance: Rng) -> None:
        self.state = state
        self.chance = chance


@final
class Search:
    """One decision of one seat."""

    def __init__(self, state: State, seat: i64, thinking: Thinking, rng: Rng) -> None:
        self.real = state
        self.seat = seat
        self.hints: Hints = state.setup.game.hints
        self.thinking = thinking
        self.rng = rng
        self.worlds: list[World] = []
        self.out = Moves()
        self.deadline = 1e300
        """Until then plans may be looked for and glanced at, ..."""
        self.latest = 1e300
        """... and thought through until then, ..."""
        self.is_enough: Callable[[], bool] | None = None
        """... unless somebody says before that it is enough."""

    def is_past(self, moment: float) -> bool:
        return perf_counter() > moment or (self.is_enough is not None and self.is_enough())

    # --- Worlds -----------------------------------------------------------------------------------

    def world(self, number: i64) -> World:
        """The world of that number; those before it are kept, so that all plans meet the same ones."""
        while len(self.worlds) <= number:
            state = self.real.imagine(None if self.seat == HOST else self.seat, self.rng)
            chance = Rng(self.rng.word(), self.rng.word(), self.rng.word(), self.rng.word() | 1)
            self.hints.take_back(state, self.seat)
            other: i64 = 0
            while other < state.setup.players:
                while other != self.seat and state.is_waiting_for(other) and state.is_waiting_for(self.seat):
                    state.apply(other, policy_move(state, other, self.hints, chance))
                other += 1
            self.worlds.append(World(state, chance))
        return self.worlds[number]

    # --- Plans ------------------------------------------------------------------------------------

    def find_plans(self) -> list[Plan]:
        """Every way to make the turn's decisions, one decision deeper as long as they are not too many."""
        start = self.world(0).state
        plans = [Plan([])]
        states = [start]
        is_open = [True]
        met: dict[int, bool] = {}
        while True:
            longer: list[Plan] = []
            after_them: list[State] = []
            still_open: list[bool] = []
            any_open = False
            i: i64 = 0
            while i < len(plans):
                if is_open[i]:
                    self.hints.candidates(states[i], self.seat, self.out)
                    for code in self.out.listed():
                        after = states[i].clone()
                        after.apply(self.seat, code)
                        sameness = self.hints.sameness(after)
                        if sameness != 0 and sameness in met:
                            continue  # the same decisions in another order
                        met[sameness] = True
                        goes_on = after.reveals == start.reveals and after.is_waiting_for(self.seat)
                        longer.append(Plan([*plans[i].codes, code]))
                        after_them.append(after)
                        still_open.append(goes_on)
                        any_open = any_open or goes_on
                else:
                    longer.append(plans[i])
                    after_them.append(states[i])
                    still_open.append(False)
                are_enough = len(longer) > self.thinking.plans or self.is_past(self.deadline)
                if are_enough and len(plans[0].codes) > 0:
                    return plans
                i += 1
            plans, states, is_open = longer, after_them, still_open
            if not any_open:
                return plans

    def noticed(self, plans: list[Plan]) -> list[Plan]:
        """Without those that a weak player overlooks: first whole ways to begin, then single plans."""
        part = self.thinking.overlooks
        if part == 0.0:
            return plans
        chances: dict[int, bool] = {}
        found: list[Plan] = []
        for plan in plans:
            first = plan.codes[0]
            if first not in chances:
                chances[first] = self.happens(part)
            if not self.happens(part) and not chances[first]:
                found.append(plan)
        return found if len(found) > 0 else [plans[self.rng.below(len(plans))]]

    def happens(self, chance: float) -> bool:
        return float(self.rng.below(1 << 20)) < chance * float(1 << 20)

    def misjudge(self, plans: list[Plan]) -> None:
        """A weak player's values are off, the more so the more the plans differ."""
        error = self.thinking.misjudges
        if error == 0.0:
            return
        mean = 0.0
        for plan in plans:
            mean += plan.glance / float(len(plans))
        away = 0.0
        for plan in plans:
            away += abs(plan.glance - mean) / float(len(plans))
        for plan in plans:
            luck = float(self.rng.below(1 << 20) + self.rng.below(1 << 20)) / float(1 << 20) - 1.0
            plan.glance += 2.0 * error * away * luck

    def glance(self, plans: list[Plan], worlds: i64) -> None:
        """What each plan looks worth right after it, over so many worlds (at least one, however late it is).

        All plans that begin alike follow together as many lines as hints think worth it for one move.
        """
        begun: dict[int, bool] = {}
        for plan in plans:
            begun[plan.codes[0]] = True
        lines = self.hints.lines() * len(begun) // len(plans)
        number: i64 = 0
        while number < worlds and (number == 0 or not self.is_past(self.deadline)):
            world = self.world(number).state
            for plan in plans:
                after = world.clone()
                for code in plan.codes:
                    after.apply(self.seat, code)
                look = self.hints.first_look(after, self.seat)
                if look == UNKNOWN:
                    look = settled_value(after, self.seat, self.hints, world.reveals, lines)
                plan.glance += look
            number += 1
        for plan in plans:
            plan.glance /= float(number)

    # --- Thinking them through --------------------------------------------------------------------

    def visit(self, plan: Plan, number: i64) -> None:
        """Play the plan out in one world."""
        world = self.world(number)
        after = world.state.clone()
        for code in plan.codes:
            after.apply(self.seat, code)
        self.roll_out(after, self.hints.stage(world.state), world.chance.clone())
        plan.outlook += self.hints.outlook(after, self.seat, self.thinking.spread)
        plan.value += self.hints.forecast(after, self.seat)
        plan.visits += 1

    def roll_out(self, state: State, stage: i64, chance: Rng) -> None:
        """Everybody goes on by the cheap policy, for as many turns of the seat as are worth it.

        A turn of the seat is over when somebody else's begins; alone, at the next stage of the game.
        """
        turns = self.thinking.turns
        is_alone = state.setup.players == 1
        is_mine = True
        steps: i64 = 0
        seat = state.turn()
        while seat != NOBODY and steps < LONGEST_TURN:
            if self.hints.whose_turn(state) == self.seat:
                if not is_mine or (is_alone and self.hints.stage(state) != stage):
                    if turns == 0:
                        return
                    turns -= 1
                    is_mine = True
                    stage = self.hints.stage(state)
            else:
                if turns == 0 and not self.thinking.replies:
                    return
                is_mine = False
            state.apply(seat, policy_move(state, seat, self.hints, chance))
            steps += 1
            seat = state.turn()

    def halve(self, plans: list[Plan], visits: i64, seconds: float) -> list[Plan]:
        """Sequential halving: all plans in shared worlds, then the better half in further ones, until one is left.

        Either the visits are given, or the seconds. Returns the plans, best first.
        """
        begun = perf_counter()
        latest = begun + seconds if seconds > 0.0 else self.latest
        rounds = rounds_of(len(plans))
        ranked = list(plans)
        left = len(plans)
        number: i64 = 0
        step: i64 = 0
        while step < rounds and left > 1:
            worlds = visits // (rounds * left)
            if worlds < 1:
                worlds = 1
            until = latest
            if seconds > 0.0:
                until = begun + seconds * float(step + 1) / float(rounds)
                worlds = MANY
            if worlds > self.thinking.worlds - number:
                worlds = self.thinking.worlds - number
            while worlds > 0 and (number == 0 or not self.is_past(until)):
                i: i64 = 0
                while i < left:
                    self.visit(ranked[i], number)
                    i += 1
                    if self.is_past(latest):
                        break
                number += 1
                worlds -= 1
            best = [ranked[i] for i in range(left)]
            best.sort(key=by_outlook, reverse=True)
            ranked[:left] = best
            left = (left + 1) // 2
            step += 1
        return ranked

    def think(self, visits: i64, seconds: float, most: float = 0.0) -> list[Plan]:
        """The plans worth thinking about, best first: so many visits, or so many seconds if that is not 0.

        Where others wait it is ``most`` seconds at most, however many visits are given.
        """
        begun = perf_counter()
        if most > 0.0:
            self.latest = begun + most
            self.deadline = begun + most / 4.0
        if seconds > 0.0:
            self.deadline = begun + seconds / 4.0
        plans = self.find_plans()
        if len(plans) == 1:
            return plans
        plans = self.noticed(plans)
        self.glance(plans, self.thinking.glances)
        self.misjudge(plans)
        plans.sort(key=by_glance, reverse=True)
        rest = seconds - (perf_counter() - begun)
        if self.thinking.width == 1 or (visits == 0 and rest <= 0.0):
            return plans
        if seconds > 0.0:
            visits = self.visits_in(rest, plans[0])
            rest = seconds - (perf_counter() - begun)
        number = self.thinking.width if self.thinking.worlds == 1 else affordable(self.thinking.width, visits)
        return self.halve(plans[:number], visits, rest if seconds > 0.0 else 0.0) + plans[number:]

    def visits_in(self, seconds: float, plan: Plan) -> i64:
        """About how many visits there is time for, by one on trial."""
        begun = perf_counter()
        self.visit(Plan(plan.codes), 0)
        return int(seconds / (perf_counter() - begun + 1e-9))


def rounds_of(plans: i64) -> i64:
    """How often so many plans are halved until one is left."""
    rounds: i64 = 1
    while (1 << rounds) < plans:
        rounds += 1
    return rounds


def affordable(width: i64, visits: i64) -> i64:
    """So many plans that each is met in a few worlds before the first are dropped: luck decides in fewer."""
    while width > 2 and visits < FEWEST_WORLDS * width * rounds_of(width):
        width -= 1
    return width


def by_outlook(plan: Plan) -> float:
    return plan.mean()


def by_glance(plan: Plan) -> float:
    return plan.glance
