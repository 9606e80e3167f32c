"""What a search of DinoSpan should foresee, learned from play: the table FORESIGHT of its ``hints.py``.

    python scripts/fit_dinospan.py --games 240 --seed 1

At every turn some of the plans are played out to the end, all in the same imagined world with the same chance, and the
signs right after the turn are compared: how much further ahead did a plan end that had more of this and less of that?
Only plans of the same position are compared, so that nothing passes for a merit that leaders merely happen to have.
What is left of the final score, for every seat alike, is fitted to the actions left.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import mesozoic
from mesozoic.bots.lookahead import policy_move
from mesozoic.bots.search import Plan, Search, World, by_glance
from mesozoic.games.dinospan import hints
from mesozoic.games.dinospan.rules import Span
from mesozoic.games.dinospan.rules_moves import PLAY

BEST = 4
OTHERS = 2
"""So many of the best plans at a glance are played out, and so many of the rest."""
BOLD = 0.25
"""How often a player takes any of these instead of the best, so that all kinds of positions come up."""
STIFF = 2000.0
"""How strongly weights are held near 0, in plans."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Side:
    """A seat right after a turn, and how it ended."""

    signs: Numbers
    """How much of each sign it has, then the same multiplied by the actions left."""
    left: int
    score: int
    final: int

    @property
    def gain(self) -> int:
        return self.final - self.score


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=240)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    positions: list[list[tuple[Side, Side]]] = []
    for number in range(given.games):
        positions += one_game(f"{given.seed}/{number}")
    print(f"{len(positions)} positions, {sum(map(len, positions))} plans")
    for now, more in weights(positions):
        print(f"    ({now:.3f}, {more:.4f}),")


def one_game(seed: str) -> list[list[tuple[Side, Side]]]:
    """For each position the mover and the other after each plan that was played out."""
    state = mesozoic.game("dinospan").start(2, seed=seed)
    rng, dice = mesozoic.seeded("fit", seed), random.Random(seed)
    found: list[list[tuple[Side, Side]]] = []
    while not state.is_over:
        seat = int(state.to_move[0])
        search = Search(state, seat, state.setup.game.hints.thinking(state), rng)
        plans = search.find_plans()
        chosen = plans[0]
        if len(plans) > 1:
            search.glance(plans, 2)
            plans.sort(key=by_glance, reverse=True)
            tried = plans[:BEST] + dice.sample(plans[BEST:], min(OTHERS, max(0, len(plans) - BEST)))
            world = search.world(2 + len(found) % 3)
            ends = [played_out(world, plan, seat) for plan in tried]
            found.append([end for end in ends if end is not None])
            chosen = dice.choice(tried) if dice.random() < BOLD else plans[0]
        for code in chosen.codes:
            state.apply(seat, code)
    return [position for position in found if len(position) > 1]


def played_out(world: World, plan: Plan, seat: int) -> tuple[Side, Side] | None:
    """Both sides at the end of the turn that begins with the plan; None where that ends the game."""
    after = world.state.clone()
    assert isinstance(after, Span)
    own, chance = after.setup.game.hints, world.chance.clone()
    for code in plan.codes:
        after.apply(seat, code)
    while after.turn() == seat and after.frame_size:
        after.apply(seat, policy_move(after, seat, own, chance))
    if after.is_over or after.phase != PLAY:
        return None
    seen = [(signs(after, one), int(hints.actions_left(after, one)), int(after.score(one))) for one in (seat, 1 - seat)]
    while not after.is_over:
        after.apply(after.turn(), policy_move(after, after.turn(), own, chance))
    mine, theirs = (
        Side(np.concatenate([some, left * some]), left, score, int(after.score(one)))
        for one, (some, left, score) in zip((seat, 1 - seat), seen, strict=True)
    )
    return mine, theirs


def signs(state: Span, seat: int) -> Numbers:
    hints.look(state, seat, hints.actions_left(state, seat))
    return np.array([float(one) for one in hints.SEEN])


def weights(positions: list[list[tuple[Side, Side]]]) -> list[tuple[float, float]]:
    """What each sign adds, and what it adds besides for every action left."""
    rows, gains = [], []
    for position in positions:
        seen = np.array([mine.signs - theirs.signs for mine, theirs in position])
        gained = np.array([float(mine.gain - theirs.gain) for mine, theirs in position])
        rows.append(seen - seen.mean(0))
        gains.append(gained - gained.mean())
    table, aims = np.concatenate(rows), np.concatenate(gains)
    number = table.shape[1] // 2
    table[:, [hints.START, number + hints.START]] = 0.0
    spread = table.std(0) + 1e-9
    table /= spread
    found = np.linalg.solve(table.T @ table + STIFF * np.eye(2 * number), table.T @ aims) / spread
    sides = [side for position in positions for pair in position for side in pair]
    lefts = np.array([(1.0, float(side.left)) for side in sides])
    rest = np.array([float(side.gain) - float(side.signs @ found) for side in sides])
    found[[hints.START, number + hints.START]] = np.linalg.lstsq(lefts, rest, rcond=None)[0]
    return [(float(found[sign]), float(found[number + sign])) for sign in range(number)]


if __name__ == "__main__":
    main()
