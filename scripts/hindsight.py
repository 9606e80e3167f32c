"""Dolphins and Dinos: the best museum that could still be made, told with hindsight, at the beginning of each round.

    python scripts/hindsight.py --bot search:120v --players 4 --games 40 --seed b

One bot against ``greedy``, a deal a game, in each seat in turn; the others always decide first. Afterwards all cards,
what the others picked in every round and the money that they have left are known: where the best museum falls from one
round to the next, the choice in between cost so much.
"""

from __future__ import annotations

import argparse
from math import sqrt
from statistics import mean, stdev

import mesozoic
from mesozoic.bots import make_bot
from mesozoic.games.dolphins_and_dinos.hints_draft import best_museum
from mesozoic.games.dolphins_and_dinos.hints_plan import Plan
from mesozoic.games.dolphins_and_dinos.rules import Museums
from mesozoic.games.dolphins_and_dinos.rules_sheet import ROUNDS, item_of
from mesozoic.games.dolphins_and_dinos.rules_table import CHOOSE

GAME = mesozoic.game("dolphins-and-dinos")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="search:120v")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--breadth", type=int, default=1000)
    given = parser.parse_args()
    museums: list[list[float]] = [[] for _ in range(ROUNDS)]
    scores: list[float] = []
    won: list[float] = []
    for number in range(given.games):
        seat = number % given.players
        begun, end = one_game(given.bot, given.players, seat, f"{given.seed} {number}")
        for round, state in enumerate(begun):
            museums[round].append(best_museum(state, seat, given.breadth, known_rivals(state, end, seat)))
        assert end.result is not None
        scores.append(float(end.score(seat)))
        won.append(1 / len(end.result.winners) if seat in end.result.winners else 0.0)
    print("  ".join(f"{mean(round):.1f}" for round in museums))
    print(f"score {mean(scores):.1f} ± {1.96 * error(scores):.1f}, won {mean(won):.1%} ± {1.96 * error(won):.1%}")


def one_game(bot: str, players: int, seat: int, seed: str) -> tuple[list[Museums], Museums]:
    """The states at the beginning of each round, and the end."""
    state = GAME.start(players, seed=seed)
    assert isinstance(state, Museums)
    bots = [make_bot(bot if at == seat else "greedy", mesozoic.seeded(seed, at)) for at in range(players)]
    begun: list[Museums] = []
    while not state.is_over:
        if state.phase == CHOOSE and len(begun) < state.round:
            begun.append(state.clone())
        mover = next((at for at in state.to_move if at != seat), seat)
        state.apply(mover, bots[mover].code(state, mover))
    return begun, state


def known_rivals(state: Museums, end: Museums, seat: int) -> list[Plan]:
    """The others, with what they did as their plans."""
    rivals = []
    for other in range(state.players):
        if other != seat:
            rival = Plan(state, other)
            for round in range(1, ROUNDS + 1):
                rival.picks[round] = item_of(end.sheets[other * ROUNDS + round - 1])
            rival.money = end.money[other]
            rivals.append(rival)
    return rivals


def error(values: list[float]) -> float:
    return stdev(values) / sqrt(len(values))


if __name__ == "__main__":
    main()
