"""OpenSpiel's IS-MCTS against our strongest bot, at equal time per decision: who wins, with an interval.

    python examples/ismcts.py --game dolphins-and-dinos --games 48 --ms 200

Both sit in both seats of the same deals. OpenSpiel's bot is its Python IS-MCTS over our games with random roll-outs, as
many as fit into the time. The time is that of the clock on the wall: what else the machine does slows both.
"""

from __future__ import annotations

import argparse
import time

from rich.progress import Progress

try:
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts
except ImportError:
    raise SystemExit("OpenSpiel is not installed: pip install 'mesozoic[openspiel]'.") from None

from mesozoic.adapters import openspiel
from mesozoic.bots import make_bot
from mesozoic.kernel.rng import seeded
from mesozoic.lab.simulate import standing


class TimedIsmcts(ismcts.ISMCTSBot):
    """OpenSpiel's bot, which counts simulations, with so many milliseconds a decision instead."""

    def __init__(self, game: pyspiel.Game, ms: int, seed: int) -> None:
        chance = np.random.RandomState(seed)
        rollouts = mcts.RandomRolloutEvaluator(1, chance)
        super().__init__(game, rollouts, 2.0, 2, random_state=chance, allow_inconsistent_action_sets=True)
        self.seconds = ms / 1000
        self.decisions = self.simulations = 0

    def run_search(self, state: pyspiel.State) -> list[tuple[int, float]]:
        end = time.perf_counter() + self.seconds
        policy: list[tuple[int, float]] = super().run_search(state)  # two simulations: the tree, and a first visit
        if len(policy) == 1:
            return policy
        self.decisions += 1
        self.simulations += 2
        while time.perf_counter() < end:
            self.run_simulation(self.sample_root_state(state))
            self.simulations += 1
        found: list[tuple[int, float]] = self.get_final_policy(state, self._root_node)
        return found


def play(game: pyspiel.Game, deal: int, seat: int, guest: TimedIsmcts, ms: int) -> list[tuple[float, float]]:
    """One game of two with OpenSpiel's bot in this seat: points and share of the win, first its own, then of ours."""
    ours = make_bot(f"apex:{ms}ms", seeded("example", deal, seat))
    state = game.new_initial_state()
    state.apply_action(deal)
    while not state.is_terminal():
        player = state.current_player()
        if player == seat:
            state.apply_action(int(guest.step(state)))
        else:
            code = ours.code(state.play.table, player)
            state.apply_action(int(state.play.game.arrays.actions.action(code)))
    result = state.play.table.result
    return [(float(result.scores[one]), (one in result.winners) / len(result.winners)) for one in (seat, 1 - seat)]


def main() -> None:
    parser = argparse.ArgumentParser(description="OpenSpiel's IS-MCTS against our strongest bot, at equal time.")
    parser.add_argument("--game", default="dolphins-and-dinos")
    parser.add_argument("--games", type=int, default=48, help="an even number: each deal is played from both seats")
    parser.add_argument("--ms", type=int, default=200, help="milliseconds a decision, for both")
    given = parser.parse_args()
    if given.games < 2 or given.games % 2 or given.ms < 1:
        parser.error("give an even number of games, and at least one millisecond a decision")
    openspiel.register()
    game = pyspiel.load_game(f"mesozoic_{given.game.replace('-', '_')}(players=2)")
    guest = TimedIsmcts(game, given.ms, 1)
    played = []
    with Progress() as bar:
        task = bar.add_task("playing", total=given.games)
        for number in range(given.games):
            played.append(play(game, number // 2, number % 2, guest, given.ms))
            won = sum(theirs[1] for theirs, _ in played)
            bar.update(task, advance=1, description=f"IS-MCTS won {won:g} of {len(played)}")
    print(f"{given.game}, {given.games} games, each deal from both seats, {given.ms} ms a decision; 95 % intervals")
    for name, lot in zip(("IS-MCTS", "apex"), zip(*played, strict=True), strict=True):
        one = standing(list(lot), paired=2)
        points = f"{one.mean_score:.1f} ± {one.score_error:.1f} points a game"
        print(f"{name} won {one.win_share:.1%} ({one.win_low:.1%} to {one.win_high:.1%}), {points}")
    print(f"IS-MCTS made {guest.simulations / max(1, guest.decisions):.0f} simulations a decision.")


if __name__ == "__main__":
    main()
