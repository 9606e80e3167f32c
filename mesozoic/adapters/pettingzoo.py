"""The games as PettingZoo environments: ``env`` asks one agent after the other, ``parallel_env`` all at once.

    from mesozoic.adapters import pettingzoo
    env = pettingzoo.env("dolphins-and-dinos", players=4, options={"sheets": "closed"})

Agents are ``P1``, ``P2`` and so on. An observation has the numbers that ``mesozoic observations GAME`` explains, and
the mask of the legal actions. Rewards come when the game ends: by ``place`` from 1 for the first to -1 for the last
(alone 1 or -1), or by ``score``. A real-time game runs on a clock of ``step_ms`` milliseconds a step; its last action
is to wait.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import partial
from typing import Any

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.error import InvalidAction, ResetNeeded
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
except ImportError:
    raise ImportError("PettingZoo is not installed: pip install 'mesozoic[pettingzoo]'.") from None

from mesozoic.adapters import picture
from mesozoic.adapters.legal import LegalActions, read_action
from mesozoic.adapters.seating import USUAL_STEP_MS, Seating
from mesozoic.kernel.errors import BadOptions, IllegalMove
from mesozoic.kernel.state import seat_name

RENDER_MODES = ("human", "ansi", "rgb_array")


def env(game: str, players: int | None = None, **settings: Any) -> Any:
    """One agent after the other (AEC), with PettingZoo's usual wrappers. Settings as for :class:`TableEnv`."""
    wrapped = wrappers.AssertOutOfBoundsWrapper(TableEnv(game, players, **settings))
    return wrappers.OrderEnforcingWrapper(wrapped)


def parallel_env(game: str, players: int | None = None, **settings: Any) -> ParallelTableEnv:
    """All agents at once, for games in which all decide at once. Settings as for :class:`TableEnv`."""
    return ParallelTableEnv(game, players, **settings)


class Common:
    """What both kinds of environment share."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        rewards: str = "place",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        step_ms: int = USUAL_STEP_MS,
        can_wait: bool = False,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadOptions(f"There is no render mode {render_mode!r}: choose {' or '.join(RENDER_MODES)}.")
        self.seating = seating = Seating(game, players, options, rewards, step_ms, can_wait)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "name": game.replace("-", "_") + "_v" + str(seating.setup.game.rules_version),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [seat_name(seat) for seat in range(seating.players)]
        self.agents: list[str] = []
        self.cycles = 0
        fields = seating.arrays.fields
        low = [field.low for field in fields for _ in field.parts]
        high = [field.high for field in fields for _ in field.parts]
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(np.array(low, np.int32), np.array(high, np.int32), dtype=np.int32),
                    "action_mask": spaces.Box(0, 1, (seating.action_count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: LegalActions(seating.action_count, partial(seating.legal, seat))
            for seat, agent in enumerate(self.possible_agents)
        }

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def begin(self, seed: int | None) -> None:
        self.seating.begin(secrets.randbits(62) if seed is None else seed)
        self.agents = list(self.possible_agents)
        self.cycles = 0

    def observed(self, agent: str, may_act: bool) -> dict[str, Any]:
        """What the agent may know; nothing is legal for one that is not asked."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.seating.action_count, np.int8)
        if may_act:
            mask[self.seating.legal(seat)] = 1
        numbers = self.seating.arrays.observation(self.seating.state, seat)
        return {"observation": np.frombuffer(memoryview(numbers), np.int32).copy(), "action_mask": mask}

    def carry_out(self, agent: str, action: Any) -> None:
        try:
            self.seating.act(self.possible_agents.index(agent), read_action(action))
        except IllegalMove as refusal:
            raise InvalidAction(str(refusal)) from None

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            return picture.image(self.seating.state)
        drawn = picture.text(self.seating.state)
        if self.render_mode == "human":
            print(drawn)
            return None
        return drawn

    def close(self) -> None:
        """Nothing is left open."""


class TableEnv(Common, AECEnv):
    """``rewards``: place or score. ``max_cycles``: the game is cut short after so many decisions of each agent."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._next_agent()

    def observe(self, agent: str) -> dict[str, Any]:
        asked = self.seating.asked
        return self.observed(agent, asked is not None and self.possible_agents[asked] == agent)

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self.carry_out(agent, action)
        self._cumulative_rewards[agent] = 0.0
        self.cycles += 1
        self._clear_rewards()
        if self.seating.state.is_over:
            self.rewards = dict(zip(self.possible_agents, self.seating.earned(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self.cycles >= self.max_cycles * len(self.possible_agents):
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._next_agent()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _next_agent(self) -> str:
        asked = self.seating.asked
        return self.agents[0] if asked is None else self.possible_agents[asked]


class ParallelTableEnv(Common, ParallelEnv):
    """Every agent acts in every step; the last action is to wait, for those who have nothing to decide."""

    def __init__(self, game: str, players: int | None = None, **settings: Any) -> None:
        super().__init__(game, players, can_wait=True, **settings)
        facts = self.seating.setup.game.facts
        if not facts.simultaneous or facts.turns_follow:
            title = self.seating.setup.game.title
            raise BadOptions(f"In {title} one decides after the other: use env instead of parallel_env.")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        self.begin(seed)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        agents = list(self.agents)
        if not agents:
            raise ResetNeeded("Reset the environment first: no game is under way.")
        asked = self._asked()
        for agent in agents:
            if agent not in actions:
                raise InvalidAction(f"{agent} has no action: every agent acts in every step.")
            action = read_action(actions[agent])
            if action not in self.seating.legal(self.possible_agents.index(agent)):
                raise InvalidAction(f"The action {action} of {agent} is not possible now: see the mask.")
        tick = self.seating.ticks
        for seat in asked:
            if self.seating.ticks == tick and seat in self._asked():
                self._act_or_wait(seat, read_action(actions[self.possible_agents[seat]]))
        self.cycles += 1
        over = self.seating.state.is_over
        cut = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        rewards = dict(zip(agents, self.seating.earned(), strict=True)) if over else dict.fromkeys(agents, 0.0)
        observations = self._observations()
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        ended, truncated = dict.fromkeys(agents, over), dict.fromkeys(agents, cut)
        return observations, rewards, ended, truncated, {agent: {} for agent in agents}

    def _asked(self) -> list[int]:
        """Those who decide in this step, in the order in which their actions count."""
        return list(self.seating.to_ask if self.seating.realtime else self.seating.state.to_move)

    def _act_or_wait(self, seat: int, action: int) -> None:
        """What has become impossible by another's action in the same step of the clock is as if one had waited."""
        if self.seating.realtime and action not in self.seating.legal(seat):
            assert self.seating.wait is not None
            action = self.seating.wait
        self.carry_out(self.possible_agents[seat], action)

    def _observations(self) -> dict[str, Any]:
        return {agent: self.observed(agent, True) for agent in self.agents}
