"""OpenSpiel's IS-MCTS against our search, at equal time per move: who places better, with an interval.

    python examples/ismcts.py --game dolphins-and-dinos --games 20 --ms 200

Both sit in both seats of the same deals. OpenSpiel's bot is its Python IS-MCTS over our games, with random roll-outs;
it is given as many simulations as fit into the time.
"""

from __future__ import annotations

import argparse
import math
import time

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from mesozoic.adapters import openspiel
from mesozoic.bots import make_bot
from mesozoic.kernel.rng import seeded


class TimedIsmcts:
    """OpenSpiel's bot with so many milliseconds a move: its simulations follow the speed of the last move."""

    def __init__(self, game: pyspiel.Game, ms: int, seed: int) -> None:
        chance = np.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(1, chance)
        self.bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 4, random_state=chance, allow_inconsistent_action_sets=True)
        self.seconds = ms / 1000

    def step(self, state: pyspiel.State) -> int:
        start = time.perf_counter()
        action = int(self.bot.step(state))
        each = (time.perf_counter() - start) / self.bot._max_simulations
        self.bot._max_simulations = max(2, int(self.seconds / each))
        return action


def play(game: pyspiel.Game, deal: int, seat: int, ms: int) -> float:
    """One game of two: 1 if OpenSpiel's bot, which sits in this seat, wins it, 0 for a shared win, -1."""
    guest, ours = TimedIsmcts(game, ms, deal), make_bot(f"search:{ms}ms", seeded("example", deal, seat))
    state = game.new_initial_state()
    state.apply_action(deal)
    while not state.is_terminal():
        player = state.current_player()
        if player == seat:
            state.apply_action(guest.step(state))
        else:
            code = ours.code(state.play.table, player)
            state.apply_action(int(state.play.game.arrays.actions.action(code)))
    returns = state.returns()
    return (float(returns[seat]) - float(returns[1 - seat])) / 2


def main() -> None:
    parser = argparse.ArgumentParser(description="OpenSpiel's IS-MCTS against our search, at equal time per move.")
    parser.add_argument("--game", default="dolphins-and-dinos")
    parser.add_argument("--games", type=int, default=20, help="deals, each played from both seats")
    parser.add_argument("--ms", type=int, default=200, help="milliseconds a move, for both")
    given = parser.parse_args()
    openspiel.register()
    game = pyspiel.load_game(f"mesozoic_{given.game.replace('-', '_')}(players=2)")
    pairs = [(play(game, deal, 0, given.ms) + play(game, deal, 1, given.ms)) / 2 for deal in range(given.games)]
    mean = sum(pairs) / len(pairs)
    spread = math.sqrt(sum((one - mean) ** 2 for one in pairs) / max(1, len(pairs) - 1))
    error = 1.96 * spread / math.sqrt(len(pairs))
    print(f"{given.game}, {given.games} deals from both seats, {given.ms} ms a move")
    print(f"wins less losses of IS-MCTS against our search: {mean:+.2f} a game (95 % interval ±{error:.2f})")


if __name__ == "__main__":
    main()
