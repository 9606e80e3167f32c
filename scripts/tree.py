"""A search with a tree below the root (information-set MCTS), to be compared with the flat one at equal visits.

    mesozoic simulate dinospan -p 2 -b scripts.tree:Tree,search:120v -g 200 --paired

Plans, worlds, halving, horizon and outlook are those of ``mesozoic/bots/search.py``. What differs: below each plan the
decisions that follow, of everybody, are a tree shared by all worlds, keyed by what was decided since. A node first
follows the cheap policy; the more often it is met, the more of its other moves are tried, those with the best value
first, and among them the deciding seat takes what was best for itself so far (UCB over the moves that are possible in
the world at hand). Only for games in which nobody's decision is sealed: others' sealed choices would be in the key.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final

from mesozoic.bots.lookahead import policy_move, settled_value
from mesozoic.bots.search import LONGEST_TURN, Plan, Search, affordable, rounds_of
from mesozoic.bots.searcher import Budget, SearchBot
from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import NOBODY, Moves, State

VISITS: Final = 120
CURIOSITY: Final = 0.3
WIDENING: Final = 0.5


class Node:
    """What was decided since the plan, and how it went for the seat that decided last."""

    def __init__(self) -> None:
        self.visits = 0
        self.outlook = 0.0
        self.ranks: list[int] = []
        """The moves from here that were thought of, the policy's first."""
        self.children: dict[int, Node] = {}

    def choose(self, state: State, seat: int, search: Search, chance: Rng) -> int:
        policy = policy_move(state, seat, search.hints, chance)
        if self.visits < 2:
            return self.met(policy)
        out = Moves()
        search.hints.candidates(state, seat, out)
        codes = out.listed()
        if len(codes) == 1:
            return self.met(codes[0])
        if len(self.ranks) < len(codes):
            self.rank(state, seat, search, codes)
        here = set(codes)
        open_ones = [code for code in self.ranks if code in here][: 1 + int(self.visits**WIDENING)]
        return self.met(max(open_ones or [policy], key=self.promise))

    def rank(self, state: State, seat: int, search: Search, codes: list[int]) -> None:
        values: dict[int, float] = {}
        for code in codes:
            if code not in self.ranks:
                after = state.clone()
                after.apply(seat, code)
                values[code] = settled_value(after, seat, search.hints, state.reveals, search.hints.lines())
        self.ranks += sorted(values, key=values.__getitem__, reverse=True)

    def met(self, code: int) -> int:
        if code not in self.ranks:
            self.ranks.append(code)
        return code

    def promise(self, code: int) -> float:
        child = self.children.get(code)
        if child is None:
            return 1e9
        return child.outlook / child.visits + CURIOSITY * sqrt(log(self.visits + 1) / child.visits)


class Tree(SearchBot):
    name = "tree"

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng, Budget(visits=VISITS))

    def plans(self, state: State, seat: int) -> list[Plan]:
        search = Search(state, seat, state.setup.game.hints.thinking(state), self.rng)
        plans = search.find_plans()
        if len(plans) == 1:
            return plans
        search.glance(plans, search.thinking.glances)
        plans.sort(key=lambda plan: plan.glance, reverse=True)
        return halve(search, plans[: affordable(search.thinking.width, VISITS)])


def halve(search: Search, plans: list[Plan]) -> list[Plan]:
    roots = {id(plan): Node() for plan in plans}
    rounds, left, number = rounds_of(len(plans)), len(plans), 0
    for _ in range(rounds):
        for _ in range(max(1, VISITS // (rounds * left))):
            for plan in plans[:left]:
                visit(search, plan, roots[id(plan)], number)
            number += 1
        plans[:left] = sorted(plans[:left], key=lambda plan: plan.mean(), reverse=True)
        left = (left + 1) // 2
    return plans


def visit(search: Search, plan: Plan, root: Node, number: int) -> None:
    """As ``Search.visit``, with the first decisions of the roll-out taken from the tree."""
    world = search.world(number)
    state, chance = world.state.clone(), world.chance.clone()
    for code in plan.codes:
        state.apply(search.seat, code)
    path = roll_out(search, state, search.hints.stage(world.state), chance, root)
    shares = {seat: search.hints.outlook(state, seat, search.thinking.spread) for seat in {search.seat, *path.values()}}
    root.visits += 1
    for node, seat in path.items():
        node.visits += 1
        node.outlook += shares[seat]
    plan.outlook += shares[search.seat]
    plan.visits += 1


def roll_out(search: Search, state: State, stage: int, chance: Rng, root: Node) -> dict[Node, int]:
    """As ``Search.roll_out``; returns the nodes that were met and who decided to go there."""
    hints, turns, path = search.hints, search.thinking.turns, dict[Node, int]()
    is_alone, is_mine, node = state.setup.players == 1, True, root
    for _ in range(LONGEST_TURN):
        seat = state.turn()
        if seat == NOBODY:
            break
        if hints.whose_turn(state) == search.seat:
            if not is_mine or (is_alone and hints.stage(state) != stage):
                if turns == 0:
                    break
                turns, is_mine, stage = turns - 1, True, hints.stage(state)
        elif turns == 0 and not search.thinking.replies:
            break
        else:
            is_mine = False
        if node is not root and node.visits == 0:  # a new leaf: by the policy from here on
            code = policy_move(state, seat, hints, chance)
        else:
            code = node.choose(state, seat, search, chance)
            node = node.children.setdefault(code, Node())
            path[node] = seat
        state.apply(seat, code)
    return path
