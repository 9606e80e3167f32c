"""What a search of Biomechanic Dino Battles should foresee, learned from play: FORESIGHT of its ``hints_foresight.py``.

    python scripts/fit_biomechanic.py --games 160 --random 120 --seed 1

At a third of all decisions some of the plans are played out to the end, all in the same imagined world with the same
chance. What both sides have at the end of that turn is fitted to who won (logistic regression).
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

import mesozoic
from mesozoic.bots.lookahead import policy_move
from mesozoic.bots.search import Plan, Search, World, by_glance
from mesozoic.games.biomechanic_dino_battles import hints_foresight as foresight
from mesozoic.games.biomechanic_dino_battles.cards import FIRST_STRATEGY
from mesozoic.games.biomechanic_dino_battles.rules import Battle

BEST = 4
OTHERS = 2
"""So many of the best plans at a glance are played out, and so many of the rest."""
LOOKED_AT = 0.35
"""At so many of the decisions."""
BOLD = 0.2
"""How often a player takes any of these instead of the best, so that all kinds of positions come up."""
STIFF = 100.0
"""How strongly weights are held near 0, for a sign in units of how far it differs,"""
STIFF_CARDS = 75.0
"""and for a single strategy or item, of which few games have many."""
STEPS = 60

Numbers = NDArray[np.float64]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=160, help="games of the Starter set-up")
    parser.add_argument("--random", type=int, default=120, help="games of random set-ups")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found = [
        end
        for setup, games in (("starter", given.games), ("random", given.random))
        for number in range(games)
        for end in one_game(setup, f"{given.seed}/{setup}/{number}")
    ]
    leads, won = np.array([lead for lead, _ in found]), np.array([share for _, share in found])
    print(f"{len(found)} plans")
    for weight in weights(leads, won):
        print(f"    {weight:.3f},")


def one_game(setup: str, seed: str) -> Iterator[tuple[Numbers, float]]:
    """For each plan that was played out: what the seat had more of than the other, and its share of the win."""
    state = mesozoic.game("biomechanic-dino-battles").start(2, seed=seed, options={"setup": setup})
    rng, dice = mesozoic.seeded("fit", seed), random.Random(seed)
    while not state.is_over:
        seat = int(state.to_move[0])
        search = Search(state, seat, state.setup.game.hints.thinking(state), rng)
        plans = search.find_plans()
        chosen = plans[0]
        if len(plans) > 1:
            search.glance(plans, 2)
            plans.sort(key=by_glance, reverse=True)
            tried = plans[:BEST] + dice.sample(plans[BEST:], min(OTHERS, max(0, len(plans) - BEST)))
            if dice.random() < LOOKED_AT:
                ends = [played_out(search.world(2), plan, seat) for plan in tried]
                yield from [end for end in ends if end is not None]
            chosen = dice.choice(tried) if dice.random() < BOLD else plans[0]
        for code in chosen.codes:
            state.apply(seat, code)


def played_out(world: World, plan: Plan, seat: int) -> tuple[Numbers, float] | None:
    """The signs at the end of the turn in which the plan is made, and the share of the win; None if that ends it."""
    after = world.state.clone()
    assert isinstance(after, Battle)
    own, chance, turn = after.setup.game.hints, world.chance.clone(), after.on_turn
    for code in plan.codes:
        after.apply(seat, code)
    while not after.is_over and after.on_turn == turn:
        after.apply(after.turn(), policy_move(after, after.turn(), own, chance))
    if after.is_over:
        return None
    lead = signs(after, seat) - signs(after, 1 - seat)
    while not after.is_over:
        after.apply(after.turn(), policy_move(after, after.turn(), own, chance))
    winners = after.result.winners
    return lead, (seat in winners) / len(winners)


def signs(state: Battle, seat: int) -> Numbers:
    foresight.look(state, seat)
    return np.array([float(one) for one in foresight.SEEN])


def weights(leads: Numbers, won: Numbers) -> Numbers:
    """How much each sign adds to the logarithm of the odds: Newton's steps to the most likely ones."""
    tricks = foresight.OWNS + FIRST_STRATEGY
    unit = leads.std(0) + 1e-9
    unit[tricks:] = 1.0
    stiff = np.full(len(unit), STIFF)
    stiff[tricks:] = STIFF_CARDS
    table = leads / unit
    found = np.zeros(len(unit))
    for _ in range(STEPS):
        chance = 1.0 / (1.0 + np.exp(-table @ found))
        curve = table.T @ (table * (chance * (1.0 - chance))[:, None]) + np.diag(stiff)
        found += np.linalg.solve(curve, table.T @ (won - chance) - stiff * found)
    return np.asarray(found / unit)


if __name__ == "__main__":
    main()
