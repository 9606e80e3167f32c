"""The games as Gymnasium environments: one learner, bots in the other seats. Importing this registers their names.

    import gymnasium
    import mesozoic.adapters.gymnasium
    env = gymnasium.make("mesozoic/DolphinsAndDinos-v1", opponents=["greedy", "greedy"])

An observation has the numbers that ``mesozoic observations GAME`` explains. The legal actions are in
``info["action_mask"]``, and ``env.unwrapped.action_masks()`` gives them in the way that MaskablePPO of sb3-contrib asks
for. Rewards: by ``place`` (1 for the first to -1 for the last, alone 1 or -1) or by ``score`` when the game ends; by
``hints`` the former, and after every decision how much the game's own estimate for the learner has changed.

An illegal action raises ``InvalidAction``; with ``illegal="replace"`` the first legal one is taken instead, for
programs that know of no mask, such as Gymnasium's own ``check_env``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.error import InvalidAction, ResetNeeded
except ImportError:
    raise ImportError("Gymnasium is not installed: pip install 'mesozoic[gymnasium]'.") from None

from mesozoic.adapters import picture
from mesozoic.adapters.legal import LegalActions, read_action
from mesozoic.adapters.seating import USUAL_STEP_MS, Seating
from mesozoic.bots import Bot, check_bot, make_bot
from mesozoic.games import all_games, find_game
from mesozoic.kernel.errors import BadOptions, IllegalMove
from mesozoic.kernel.rng import seeded

HINTS = "hints"
ILLEGAL = ("refuse", "replace")
RENDER_MODES = ("human", "ansi", "rgb_array")


class LearnerEnv(gymnasium.Env[Any, Any]):
    """``opponents`` are bots by name, one for each other seat, in the order of play after the learner's ``seat``."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        opponents: Sequence[str] | None = None,
        seat: int = 0,
        options: Mapping[str, Any] | None = None,
        rewards: str = "place",
        max_steps: int | None = None,
        step_ms: int = USUAL_STEP_MS,
        render_mode: str | None = None,
        illegal: str = "refuse",
    ) -> None:
        found = find_game(game)
        if opponents is None:
            usual = found.levels.names()[0] if found.facts.realtime else "greedy"
            opponents = [usual] * (found.facts.fewest_players - 1)
        for name in opponents:
            check_bot(found, name)
        players = len(opponents) + 1
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < players:
            raise BadOptions(f"The learner sits in one of {players} seats, 0 to {players - 1}, not in {seat!r}.")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadOptions(f"There is no render mode {render_mode!r}: choose {' or '.join(RENDER_MODES)}.")
        if illegal not in ILLEGAL:
            raise BadOptions(f"An illegal action can be met by {' or '.join(ILLEGAL)}, not by {illegal!r}.")
        self.seat = seat
        self.replaces_illegal = illegal == "replace"
        self.names = {(seat + 1 + ahead) % players: name for ahead, name in enumerate(opponents)}
        self.by_hints = rewards == HINTS
        self.seating = seating = Seating(
            game,
            players,
            options,
            "place" if self.by_hints else rewards,
            step_ms,
            timed_bots=self.names if found.facts.realtime else {},
        )
        self.bots: dict[int, Bot] = {}
        self.max_steps = max_steps
        self.render_mode = render_mode
        self.steps = 0
        self.is_reset = False
        fields = seating.arrays.fields
        low = np.array([field.low for field in fields for _ in field.parts], np.int32)
        high = np.array([field.high for field in fields for _ in field.parts], np.int32)
        self.observation_space = spaces.Box(low, high, dtype=np.int32)
        self.action_space = LegalActions(seating.action_count, self._legal)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        chance = int(self.np_random.integers(2**62)) if seed is None else seed
        self.seating.begin(chance)
        if not self.seating.realtime:
            self.bots = {seat: make_bot(name, seeded(chance, "bot", seat)) for seat, name in self.names.items()}
        self.steps = 0
        self.is_reset = True
        self._let_others_play()
        self.estimate = self._estimate() if self.by_hints else 0.0
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not self.is_reset:
            raise ResetNeeded("Reset the environment first: no game is under way.")
        chosen = read_action(action)
        if self.replaces_illegal and chosen not in (legal := self._legal()):
            chosen = legal[0]
        try:
            self.seating.act(self.seat, chosen)
        except IllegalMove as refusal:
            raise InvalidAction(str(refusal)) from None
        self._let_others_play()
        self.steps += 1
        over = self.seating.state.is_over
        cut = not over and self.max_steps is not None and self.steps >= self.max_steps
        reward = self.seating.earned()[self.seat] if over else 0.0
        if self.by_hints:
            before, self.estimate = self.estimate, self._estimate()
            reward += self.estimate - before
        self.is_reset = not (over or cut)
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, over, cut, self._info()

    def action_masks(self) -> Any:
        """The legal actions as a mask, under the name that sb3-contrib looks for."""
        mask = np.zeros(self.seating.action_count, np.int8)
        mask[self._legal()] = 1
        return mask

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            return picture.image(self.seating.state)
        drawn = picture.text(self.seating.state)
        if self.render_mode == "human":
            print(drawn)
            return None
        return drawn

    def _legal(self) -> list[int]:
        return self.seating.legal(self.seat) if self.seating.asked == self.seat else []

    def _let_others_play(self) -> None:
        """Until the learner has to decide, or the game is over."""
        while (asked := self.seating.asked) is not None and asked != self.seat:
            self.seating.state.apply(asked, self.bots[asked].code(self.seating.state, asked))

    def _estimate(self) -> float:
        """The game's own estimate for the learner's seat, of a world that looks the same to it."""
        state = self.seating.state
        game = state.setup.game
        return float(game.hints.value(game.imagine(state, self.seat, seeded("estimate")), self.seat))

    def _observation(self) -> Any:
        numbers = self.seating.arrays.observation(self.seating.state, self.seat)
        return np.frombuffer(memoryview(numbers), np.int32).copy()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}


def name_of(game: str) -> str:
    """``carbon-dating`` as ``mesozoic/CarbonDating-v1``."""
    return f"mesozoic/{''.join(word.capitalize() for word in game.split('-'))}-v1"


def register() -> list[str]:
    """Give every game its name with Gymnasium; done once by importing this."""
    names = [name_of(game) for game in all_games()]
    for name, game in zip(names, all_games(), strict=True):
        if name not in gymnasium.registry:
            gymnasium.register(name, f"{__name__}:LearnerEnv", kwargs={"game": game})
    return names


register()
