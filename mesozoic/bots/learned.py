"""A player who learned by playing: it looks one step ahead, and a small network judges what it sees there.

The weights of a game are in its folder, in ``learned.net``: a line of JSON that says what the inputs are, then whole
numbers of 16 bits. ``examples/learn.py`` makes them; ``docs/results.md`` says how well they play.
"""

from __future__ import annotations

import json
import sys
from array import array
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from mesozoic.bots.greedy import GreedyBot
from mesozoic.bots.net import PAIRS, WAYS, Inputs, Net, NetHints
from mesozoic.kernel.arrays import Arrays
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Game, Setup
from mesozoic.kernel.hints import Hints
from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import State

FILE: Final = "learned.net"


class LearnedBot(GreedyBot):
    name = "learned"

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        self.judge: tuple[Setup, Hints] | None = None

    def hints(self, state: State) -> Hints:
        if self.judge is None or self.judge[0] is not state.setup:
            self.judge = (state.setup, judge(state.setup, *kept_weights(state.setup.game)))
        return self.judge[1]


def weights_file(game: Game) -> Path:
    return Path(str(import_module(game.package).__file__)).parent / FILE


def kept_weights(game: Game) -> tuple[dict[str, Any], list[int]]:
    """What the game's file says about its net, and the weights; BadOptions if nobody has learned the game."""
    file = weights_file(game)
    if not file.exists():
        raise BadOptions(f"Nobody has learned {game.title} yet: examples/learn.py can make the weights.")
    return read_weights(file)


def check_learned(game: Game, players: int) -> None:
    """BadOptions if nobody has learned the game, or not for a table of so few; with 0 their number is not known yet."""
    check_players(game, players, kept_weights(game)[0])


def check_players(game: Game, players: int, head: dict[str, Any]) -> None:
    fewest = head["players"][0]
    if 0 < players < fewest:
        raise BadOptions(f"{game.title} was learned for {fewest} players or more.")


@cache
def read_weights(file: Path) -> tuple[dict[str, Any], list[int]]:
    head, _, body = file.read_bytes().partition(b"\n")
    weights = array("h", body)
    if sys.byteorder == "big":
        weights.byteswap()
    return json.loads(head), weights.tolist()


def inputs_of(setup: Setup, wanted: list[dict[str, Any]]) -> list[Inputs]:
    """The inputs of a net, whose fields are named, at their places in the observations of a set-up."""
    starts: dict[str, tuple[int, int]] = {}
    at = 0
    for field in Arrays(setup).fields:
        starts[field.name] = (at, len(field.parts))
        at += len(field.parts)
    found = []
    for one in wanted:
        way = WAYS.index(one["way"])
        start, count = starts[one["field"]]
        other = starts[one["with"]][0] if way == PAIRS else 0
        # The first ones are those of the seat itself, where a field has numbers of all seats.
        first = one.get("first", count)
        found.append(Inputs(way, start, first, one["low"], one["high"], other, one.get("most", 0)))
    return found


def judge(setup: Setup, head: dict[str, Any], weights: list[int]) -> NetHints:
    """The hints with which a bot of these weights judges positions; BadOptions if the table is too small for them."""
    check_players(setup.game, setup.players, head)
    arrays = Arrays(setup)
    net = Net(inputs_of(setup, head["inputs"]), head["first"], head["second"], weights)
    return NetHints(setup.game.hints, arrays.observer, arrays.size, net, head["trust"], head["spread"])
