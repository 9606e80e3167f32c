"""Observed steps a second on one core: batches of our games beside what researchers use, in the same run.

    python benchmarks/peers.py            # or: make bench-peers

Random legal actions in, observations (and masks, where there are any) out as arrays, 512 games at once where a library
has batches. Counted by processor time, all threads together, so that a busy machine slows all alike. What is not
installed is left out: pip install 'mesozoic[bench]'.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from statistics import median

import numpy as np

BATCH = 512
SECONDS = 0.3
OURS = (
    ("dolphins-and-dinos", 2),
    ("dolphins-and-dinos", 4),
    ("carbon-dating", 1),
    ("biomechanic-dino-battles", 2),
    ("biomechanic-dino-battles", 4),
    ("dinospan", 2),
    ("dinospan", 4),
)
Stepper = Callable[[], int]
"""Makes some steps; how many."""


def ours(name: str, players: int) -> Stepper:
    from mesozoic.batch import Batch

    batch = Batch(name, BATCH, players, seed="bench", rewards="score")
    batch.reset()
    chance = np.random.default_rng(0)

    def step() -> int:
        batch.step(batch.random_actions(chance))
        return BATCH

    return step


def open_spiel(name: str) -> Stepper:
    import pyspiel

    game = pyspiel.load_game(name)
    draw = random.Random(0).choice

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            if not state.is_chance_node():
                np.array(state.observation_tensor(state.current_player()), np.float32)
                np.array(state.legal_actions_mask())
                steps += 1
            state.apply_action(draw(legal))
        return steps

    return play


def pgx(name: str) -> Stepper:
    import jax
    import pgx

    jax.config.update("jax_platforms", "cpu")
    env = pgx.make(name)
    begin, go = jax.vmap(env.init), jax.vmap(pgx_auto_reset(env))
    key = jax.random.PRNGKey(0)

    @jax.jit
    def step(state, key):  # type: ignore[no-untyped-def]
        key, drawn, anew = jax.random.split(key, 3)
        odds = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        return go(state, jax.random.categorical(drawn, odds, axis=1), jax.random.split(anew, BATCH)), key

    state = [jax.jit(begin)(jax.random.split(key, BATCH)), key]

    def steps() -> int:
        state[0], state[1] = step(*state)
        np.asarray(state[0].observation), np.asarray(state[0].legal_action_mask)
        return BATCH

    return steps


def pgx_auto_reset(env):  # type: ignore[no-untyped-def]
    from pgx.experimental import auto_reset

    return auto_reset(env.step, env.init)


def env_pool(name: str) -> Stepper:
    import envpool

    env = envpool.make(name, env_type="gymnasium", num_envs=BATCH, num_threads=1)
    env.reset()
    chance = np.random.default_rng(0)
    actions = int(env.action_space.n)

    def step() -> int:
        env.step(chance.integers(0, actions, BATCH))
        return BATCH

    return step


def rl_card(name: str) -> Stepper:
    import rlcard

    env = rlcard.make(name)
    draw = random.Random(0).choice

    def play() -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            state, _ = env.step(draw(list(state["legal_actions"])))
            steps += 1
        return steps

    return play


def petting_zoo(name: str) -> Stepper:
    from importlib import import_module

    env = import_module(f"pettingzoo.classic.{name}").env()
    chance = np.random.default_rng(0)

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            observation, _, over, cut, info = env.last()
            if over or cut:
                env.step(None)
                continue
            mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
            env.step(int(chance.choice(np.flatnonzero(mask))))
            steps += 1
        return steps

    return play


PEERS: tuple[tuple[str, Callable[[str], Stepper], tuple[str, ...]], ...] = (
    ("pgx on CPU, batches", pgx, ("tic_tac_toe", "leduc_holdem", "sparrow_mahjong")),
    ("EnvPool, batches", env_pool, ("CartPole-v1", "Blackjack-v1")),
    ("OpenSpiel, C++ from Python", open_spiel, ("tic_tac_toe", "gin_rummy")),
    ("RLCard", rl_card, ("leduc-holdem", "uno", "gin-rummy")),
    ("PettingZoo classic", petting_zoo, ("connect_four_v3", "tictactoe_v3")),
)


def per_second(step: Stepper) -> float:
    start, steps = time.process_time(), 0
    while (spent := time.process_time() - start) < SECONDS:
        steps += step()
    return steps / spent


def main() -> None:
    parser = argparse.ArgumentParser(description="Observed steps a second on one core, beside peers.")
    parser.add_argument("--rounds", type=int, default=3, help="the middle one counts")
    rounds = parser.parse_args().rounds
    entered: list[tuple[str, Stepper]] = [(f"{name}, {players} players", ours(name, players)) for name, players in OURS]
    for library, make, names in PEERS:
        for name in names:
            try:
                step = make(name)
                step()
                entered.append((f"{library}: {name}", step))
            except Exception as error:  # whatever a library lacks here
                print(f"{library}: {name} does not run here: {type(error).__name__}: {str(error)[:100]}")
    runs = [[per_second(step) for _, step in entered] for _ in range(rounds)]
    for (name, _), figures in zip(entered, zip(*runs, strict=True), strict=True):
        print(f"| {name} | {median(figures):,.0f} |", flush=True)


if __name__ == "__main__":
    main()
