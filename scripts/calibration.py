"""How often hints are right about the chance to win: what they foretell, and how often it comes to that.

    python scripts/calibration.py dinospan --players 2 --visits 40 --games 50 --seed 1

Every seat plays what its hint says. For each tenth of the foretold chance: the mean of what was foretold, and the
share of the win that followed.
"""

from __future__ import annotations

import argparse

import mesozoic
from mesozoic.bots.advice import ranking
from mesozoic.bots.searcher import Budget


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--visits", type=int, default=40)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    foretold: list[tuple[float, float]] = []
    for number in range(given.games):
        foretold += one_game(given.game, given.players, given.seed + number, Budget(visits=given.visits))
    print(f"{len(foretold)} decisions of {given.games} games")
    print("  foretold   came true   decisions")
    for tenth in range(10):
        within = [(said, won) for said, won in foretold if min(9, int(said * 10)) == tenth]
        if within:
            said, won = (sum(column) / len(within) for column in zip(*within, strict=True))
            print(f"  {said:8.1%}   {won:9.1%}   {len(within):9}")


def one_game(name: str, players: int, seed: int, budget: Budget) -> list[tuple[float, float]]:
    """Each chance that was foretold, with the share of the win that its seat had in the end."""
    state = mesozoic.game(name).start(players, seed=seed)
    rng = mesozoic.seeded("calibration", seed)
    said: list[tuple[int, float]] = []
    while not state.is_over:
        seat = int(state.to_move[0])
        best = ranking(state, seat, rng, budget)[0]
        if best.chance is not None:
            said.append((seat, best.chance))
        for code in best.codes:
            state.play(seat, state.setup.game.text(code))
    assert state.result is not None
    winners = state.result.winners
    return [(chance, 1 / len(winners) if seat in winners else 0.0) for seat, chance in said]


if __name__ == "__main__":
    main()
