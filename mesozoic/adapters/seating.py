"""A game between agents, one decision after the other: what all adapters share. Nothing here knows their libraries.

Seats that decide at once are asked in their order, none sees what another has chosen. In a real-time game the clock
runs in steps: within a step everybody who can is asked once, a different seat first each time, and may wait; then the
clock goes on, and the host and bots with a tempo of their own do what is due.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mesozoic.games import find_game
from mesozoic.kernel.arrays import Arrays
from mesozoic.kernel.errors import BadOptions, IllegalMove
from mesozoic.kernel.game import Result, Setup
from mesozoic.kernel.realtime import Tempo
from mesozoic.kernel.rng import seeded
from mesozoic.kernel.state import HOST, NOBODY, State

REWARDS: Final = ("place", "score")
USUAL_STEP_MS: Final = 500


class Seating:
    """One game after another of the same set-up. ``asked`` is the seat that decides, None when the game is over."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        rewards: str = "place",
        step_ms: int = USUAL_STEP_MS,
        can_wait: bool = False,
        timed_bots: Mapping[int, str] | None = None,
    ) -> None:
        found = find_game(game)
        if rewards not in REWARDS:
            raise BadOptions(f"There are no rewards by {rewards!r}: choose {' or '.join(REWARDS)}.")
        if not isinstance(step_ms, int) or isinstance(step_ms, bool) or not 1 <= step_ms <= 60_000:
            raise BadOptions(f"A step of the clock takes 1 to 60000 milliseconds, not {step_ms!r}.")
        fewest = max(2, found.facts.fewest_players)
        usual = min(fewest, found.facts.most_players)
        self.setup: Setup = found.prepare(usual if players is None else players, options)
        self.arrays = Arrays(self.setup)
        self.rewards = rewards
        self.step_ms = step_ms
        self.realtime = found.facts.realtime
        self.wait = self.arrays.action_count if self.realtime or can_wait else None
        """The action that does nothing, where there is one: the last."""
        self.action_count = self.arrays.action_count + (self.wait is not None)
        self.players = self.setup.players
        self.timed_bots = timed_bots or {}
        self.begin(0)

    def begin(self, seed: object) -> None:
        """A new game."""
        self.state: State = self.setup.shuffle(seeded(seed))
        self.now = 0
        self.ticks = 0
        self.to_ask: list[int] = []
        self.tempo: Tempo | None = None
        if self.realtime:
            self.tempo = self.setup.game.levels.tempo(self.state, self.timed_bots, seed)
            self.tempo.begin(0)
        self._ask()

    @property
    def asked(self) -> int | None:
        if self.realtime:
            return self.to_ask[0] if self.to_ask else None
        seat = int(self.state.turn())
        return None if seat == NOBODY else seat

    def legal(self, seat: int) -> list[int]:
        """The actions of a seat that may decide now, waiting among them."""
        legal = self.arrays.legal(self.state, seat)
        if self.wait is not None and (self.realtime or not legal):
            legal.append(self.wait)
        return legal

    def act(self, seat: int, action: int) -> None:
        """Carry out an action; IllegalMove says why not, and then nothing has happened."""
        if self.wait is not None and action == self.wait:
            if not self.realtime and seat in self.state.to_move:
                raise IllegalMove("The action is to wait, but there is something to decide: see the mask.")
        else:
            code = self.arrays.code(self.state, seat, action)
            self.state.apply(seat, code)
            if self.tempo is not None:
                self.tempo.follow(seat, code, self.now)
        if self.realtime:
            self.to_ask = [other for other in self.to_ask if other != seat]
            self._ask()

    def text(self, action: int) -> str:
        return "wait" if action == self.wait else self.arrays.text(action)

    def _ask(self) -> None:
        """Real time: whom to ask next; the clock runs until there is somebody."""
        while self.realtime and not self.state.is_over:
            self.to_ask = [seat for seat in self.to_ask if self.state.is_waiting_for(seat)]
            if self.to_ask:
                return
            self._tick()
        if self.realtime:
            self.to_ask = []

    def _tick(self) -> None:
        """The clock goes on by one step: the host does what is due, then everybody is asked once."""
        assert self.tempo is not None
        self.ticks += 1
        self.now += self.step_ms
        while not self.state.is_over and (due := self.tempo.due(self.now)) is not None:
            at, seat, code = due
            self.state.clock = at
            self.state.apply(seat, code)
            self.tempo.follow(seat, code, at)
        self.state.clock = max(int(self.state.clock), self.now)
        seats = [(self.ticks + ahead) % self.players for ahead in range(self.players)]
        waiting = [seat for seat in self.state.to_move if seat != HOST and seat not in self.timed_bots]
        self.to_ask = [seat for seat in seats if seat in waiting]

    def earned(self) -> list[float]:
        """What the finished game brings to each seat."""
        result = self.state.result
        assert result is not None
        return earned(self.setup, result, self.rewards)


def earned(setup: Setup, result: Result, rewards: str) -> list[float]:
    """By place: 1 for the first to -1 for the last, alone 1 for a win and -1 for a loss. By score: the points,
    negative where the fewest win."""
    if rewards == "score":
        sign = -1.0 if setup.game.facts.fewest_points_win else 1.0
        return [sign * score for score in result.scores]
    if setup.players == 1:
        return [1.0 if result.winners else -1.0]
    return [1.0 - 2.0 * (place - 1) / (setup.players - 1) for place in result.places]
