"""How many visits of the search a second of one core gives in the decisions of a game, by CPU time.

    python scripts/visits.py dinospan --players 2 --visits 400 --games 1 --seed 1

Every seat searches. A decision counts where more than one plan is thought about; its CPU time is that of all of it:
finding the plans, glancing at them and thinking the best through.
"""

from __future__ import annotations

import argparse
from statistics import median
from time import process_time

import mesozoic
from mesozoic.bots.search import Search
from mesozoic.terminal.arguments import parse_options


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--visits", type=int, default=400)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    given = parser.parse_args()
    costs: list[float] = []
    for number in range(given.games):
        costs += one_game(given.game, given.players, given.seed + number, given.visits, parse_options(given.option))
    print(
        f"{given.game}, {given.players} seats: {len(costs)} decisions of {given.visits} visits, CPU mean "
        f"{1000 * sum(costs) / len(costs):.1f} ms, median {1000 * median(costs):.1f} ms, longest "
        f"{1000 * max(costs):.1f} ms: {given.visits * len(costs) / sum(costs):,.0f} visits a second"
    )


def one_game(name: str, players: int, seed: int, visits: int, options: dict[str, str]) -> list[float]:
    """The seconds of CPU of each decision of a game."""
    state = mesozoic.game(name).start(players, seed=seed, options=options)
    rng = mesozoic.seeded("visits", seed)
    costs: list[float] = []
    while not state.is_over:
        seat = int(state.to_move[0])
        begun = process_time()
        plans = Search(state, seat, state.setup.game.hints.thinking(state), rng).think(visits, 0.0)
        if len(plans) > 1:
            costs.append(process_time() - begun)
        for code in plans[0].codes:
            state.apply(seat, code)
    return costs


if __name__ == "__main__":
    main()
