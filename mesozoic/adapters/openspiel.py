"""The games for OpenSpiel: ``register()`` makes them known to pyspiel, all but those in real time.

    import pyspiel
    from mesozoic.adapters import openspiel
    openspiel.register()
    game = pyspiel.load_game("mesozoic_dolphins_and_dinos(players=4)")

Parameters: ``players``, ``rewards`` (place or score), ``deals``, and the options of the game by their names, as texts.
All of chance is one choice at the root, of one of ``deals`` shuffles; later shuffles follow from it. Seats that decide
at once do so in their order and see nothing of each other. The observation has the numbers that ``mesozoic observations
GAME`` explains; the information state's string adds the seat's own decisions so far, its tensor is the observation's.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache, cached_property
from typing import Any

try:
    import numpy as np
    import pyspiel
except ImportError:
    raise ImportError("OpenSpiel is not installed: pip install 'mesozoic[openspiel]'.") from None

from mesozoic.adapters.seating import earned
from mesozoic.games import all_games, find_game
from mesozoic.kernel.arrays import Arrays
from mesozoic.kernel.errors import BadOptions, IllegalMove
from mesozoic.kernel.game import Game, Setup
from mesozoic.kernel.rng import WORD, Rng, seeded
from mesozoic.kernel.state import State

USUAL_DEALS = 10_000
OWN = ("players", "rewards", "deals")


def register() -> list[str]:
    """Make every game known to pyspiel that is not played in real time; returns their names."""
    names = []
    known = pyspiel.registered_names()
    for game in all_games().values():
        if not game.facts.realtime:
            names.append(name_of(game))
            if names[-1] not in known:
                # A class for each game: pyspiel keeps it until the process ends, when nothing else could be freed.
                pyspiel.register_game(game_type(game), type(game.name, (OpenSpielGame,), {"name": game.name}))
    return names


def name_of(game: Game) -> str:
    return "mesozoic_" + game.name.replace("-", "_")


def usual_players(game: Game) -> int:
    return min(max(2, game.facts.fewest_players), game.facts.most_players)


def game_type(game: Game) -> Any:
    types = pyspiel.GameType
    return types(
        short_name=name_of(game),
        long_name=game.title,
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=types.ChanceMode.EXPLICIT_STOCHASTIC,
        information=types.Information.IMPERFECT_INFORMATION,
        utility=types.Utility.GENERAL_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=game.facts.most_players,
        min_num_players=game.facts.fewest_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": usual_players(game),
            "rewards": "place",
            "deals": USUAL_DEALS,
            **{option.name: "" for option in game.options},
        },
    )


@cache
def _deals(count: int) -> list[tuple[int, float]]:
    return [(deal, 1.0 / count) for deal in range(count)]


class OpenSpielGame(pyspiel.Game):
    """A set-up of one of the games."""

    name: str

    def __init__(self, given: Any = None) -> None:
        game = find_game(self.name)
        parameters = dict(given or {})
        self.rewards = parameters.get("rewards", "place")
        self.deals = parameters.get("deals", USUAL_DEALS)
        if self.rewards not in ("place", "score"):
            raise BadOptions(f"There are no rewards by {self.rewards!r}: choose place or score.")
        if self.deals < 1:
            raise BadOptions("There is at least one deal to choose from: give a higher number of deals.")
        options = {key: value for key, value in parameters.items() if key not in OWN and value != ""}
        self.setup: Setup = game.prepare(parameters.get("players", usual_players(game)), options)
        self.arrays = Arrays(self.setup)
        low, high = (-1.0, 1.0) if self.rewards == "place" else self._score_bounds()
        info = pyspiel.GameInfo(
            num_distinct_actions=self.arrays.action_count,
            max_chance_outcomes=self.deals,
            num_players=self.setup.players,
            min_utility=low,
            max_utility=high,
            max_game_length=game.longest(self.setup),
        )
        super().__init__(game_type(game), info, parameters)

    def _score_bounds(self) -> tuple[float, float]:
        low, high = self.setup.game.score_bounds(self.setup)
        return (-float(high), -float(low)) if self.setup.game.facts.fewest_points_win else (float(low), float(high))

    def new_initial_state(self, state: str | None = None) -> OpenSpielState:
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SeatObserver | None:
        """What a seat may know. There is no observer of what is public alone, or private: then None, as usual."""
        if params:
            raise ValueError(f"An observation takes no parameters, and {params} were given.")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return SeatObserver(self.arrays, bool(kind.perfect_recall))


class Decision:
    """What a seat has decided, and what it knew. It is told in words only where somebody asks: a roll-out does not."""

    def __init__(self, arrays: Arrays, action: int, known: bytes) -> None:
        self.arrays = arrays
        self.action = action
        self.known = known

    @cached_property
    def text(self) -> str:
        """The action with a digest of what the seat knew."""
        return f"{self.arrays.text(self.action)} ({hashlib.blake2b(self.known, digest_size=6).hexdigest()})"


def told(decisions: list[Decision]) -> str:
    return ", ".join([decision.text for decision in decisions])


class Play:
    """What a state of OpenSpiel consists of; pyspiel makes its clones by copying all attributes in depth."""

    def __init__(self, game: OpenSpielGame, table: State | None, decisions: list[list[Decision]]) -> None:
        self.game = game
        self.table = table
        """None before the deal."""
        self.decisions = decisions
        """What each seat has decided so far."""
        self.strings: dict[tuple[int, bool], str] = {}
        """What observers have written of this moment: a search asks for the same one several times."""

    def __deepcopy__(self, memo: Any) -> Play:
        table = None if self.table is None else self.table.clone()
        return Play(self.game, table, [list(decided) for decided in self.decisions])


class OpenSpielState(pyspiel.State):
    """A game in progress; before the deal there is nothing but chance."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.play = Play(game, None, [[] for _ in range(game.setup.players)])

    def current_player(self) -> int:
        table = self.play.table
        if table is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if table.is_over else int(table.turn())

    def _legal_actions(self, player: int) -> list[int]:
        assert self.play.table is not None
        return sorted(self.play.game.arrays.legal(self.play.table, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return _deals(self.play.game.deals)

    def _apply_action(self, action: int) -> None:
        play = self.play
        if play.table is None:
            if not 0 <= action < play.game.deals:
                raise pyspiel.SpielError(f"There is no deal {action}: they go from 0 to {play.game.deals - 1}.")
            play.table = play.game.setup.shuffle(seeded("openspiel", action))
            return
        if play.table.is_over:
            raise pyspiel.SpielError("The game is over: nothing can be done any more.")
        seat = int(play.table.turn())
        arrays = play.game.arrays
        try:
            code = arrays.code(play.table, seat, action)
        except IllegalMove as refusal:
            raise pyspiel.SpielError(str(refusal)) from None
        play.decisions[seat].append(Decision(arrays, action, bytes(memoryview(arrays.observation(play.table, seat)))))
        play.table.apply(seat, code)
        play.strings.clear()

    def _action_to_string(self, player: int, action: int) -> str:
        return f"Deal {action}" if player == pyspiel.PlayerId.CHANCE else self.play.game.arrays.text(action)

    def is_terminal(self) -> bool:
        return self.play.table is not None and self.play.table.is_over

    def returns(self) -> list[float]:
        setup = self.play.game.setup
        if self.play.table is None or not self.play.table.is_over:
            return [0.0] * setup.players
        return earned(setup, setup.game.result(self.play.table), self.play.game.rewards)

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> OpenSpielState:
        """A state that looks the same to the player, everything hidden drawn anew."""
        other: OpenSpielState = self.clone()
        if self.play.table is not None:
            a, b, c = (int(probability_sampler() * 2**32) & WORD for _ in range(3))
            other.play.table = self.play.game.setup.game.imagine(self.play.table, player_id, Rng(a, b, c, 1))
        return other

    def __str__(self) -> str:
        if self.play.table is None:
            return "before the deal"
        return " | ".join([told(decided) for decided in self.play.decisions])


class SeatObserver:
    """What a seat may know: the tensor, and a string of it; with perfect recall the own decisions so far too."""

    def __init__(self, arrays: Arrays, recalls: bool) -> None:
        self.arrays = arrays
        self.recalls = recalls
        self.tensor = np.zeros(arrays.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        self.tensor.fill(0)
        if state.play.table is not None:
            self.tensor[:] = np.frombuffer(memoryview(self.arrays.observation(state.play.table, player)), np.int32)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        play = state.play
        if play.table is None:
            return "before the deal"
        if (player, self.recalls) not in play.strings:
            known = self.arrays.named(play.table, player)
            seen = "; ".join([f"{name} {' '.join(map(str, some))}" for name, some in known.items() if any(some)])
            play.strings[player, self.recalls] = f"{told(play.decisions[player])} | {seen}" if self.recalls else seen
        return play.strings[player, self.recalls]
