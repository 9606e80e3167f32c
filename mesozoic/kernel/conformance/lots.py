"""Lots of random games of one game, every state checked: what one process does of a campaign.

What a lot holds depends on the game, the seed and its number alone, so it makes no difference who plays it or when.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from time import thread_time

import msgspec

from mesozoic.kernel.conformance.bulk import SELDOM, Inspector
from mesozoic.kernel.conformance.report import ContractBroken, broken, said_of, said_of_error
from mesozoic.kernel.conformance.setups import drawn_setup, spread
from mesozoic.kernel.errors import MesozoicError, Stopped
from mesozoic.kernel.game import Game, Setup
from mesozoic.kernel.record import Record
from mesozoic.kernel.rng import seeded
from mesozoic.kernel.state import State, seat_name

MIXTURES = 40
"""So many mixtures of options are drawn for each lot, beside the whole spread."""
FINGERPRINT = 2**61 - 1


class Counted(msgspec.Struct):
    """What was checked."""

    games: int = 0
    decisions: int = 0
    looks: int = 0
    """So many decisions were looked at closely."""
    seconds: float = 0.0
    """What it took of one core."""
    players: dict[int, int] = {}
    """Decisions by the number of players."""
    fingerprint: int = 0
    """The same for the same games: how long each was, and with how many points it ended."""

    def add(self, other: Counted) -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.looks += other.looks
        self.seconds += other.seconds
        for players, decisions in other.players.items():
            self.players[players] = self.players.get(players, 0) + decisions
        self.fingerprint = (self.fingerprint + other.fingerprint) % FINGERPRINT


class LawBroken(ContractBroken):
    """A law is broken: what is said of it, and the record of the game, which replays up to there."""

    def __init__(self, said: str, record: str) -> None:
        super().__init__(said, record)
        self.record = record

    def __str__(self) -> str:
        return str(self.args[0])


@cache
def _spread(game: Game) -> list[Setup]:
    return spread(game)


def check_lot(
    game: Game, seed: str, number: int, decisions: int, is_stopped: Callable[[], bool] = lambda: False
) -> Counted:
    """Games of this number of the seed until at least so many decisions are made; raises LawBroken or Stopped."""
    begun = thread_time()
    found = Counted(players={})
    name = f"{seed}/{game.name}/{number}"
    rng = seeded("lot", name)
    setups = [*_spread(game), *(drawn_setup(game, rng) for _ in range(MIXTURES))]
    inspectors: dict[int, Inspector] = {}
    while found.decisions < decisions:
        if is_stopped():
            raise Stopped
        which = int(rng.below(len(setups)))
        if which not in inspectors:
            inspectors[which] = Inspector(setups[which], SELDOM)
        _check_one(inspectors[which], f"{name}/{found.games}", found)
    found.looks = sum(int(inspector.looks) for inspector in inspectors.values())
    found.seconds = thread_time() - begun
    return found


def _check_one(inspector: Inspector, seed: str, found: Counted) -> None:
    setup: Setup = inspector.setup
    rng = seeded("moves", seed)
    is_sensible = rng.below(2) == 0
    state = setup.shuffle(seeded(seed))
    try:
        made = inspector.play(state, rng, is_sensible)
    except Exception as error:
        raise _broken(inspector, setup, seed, error) from error
    found.games += 1
    found.decisions += made
    found.players[setup.players] = found.players.get(setup.players, 0) + made
    for number in (made, *(int(state.score(seat)) for seat in range(setup.players))):
        found.fingerprint = (found.fingerprint * 1000003 + number) % FINGERPRINT


def _broken(inspector: Inspector, setup: Setup, seed: str, error: Exception) -> LawBroken:
    is_law = isinstance(error, AssertionError) and str(error)
    law = str(error) if is_law else f"no error when a move is played ({said_of_error(error)})"
    state, refusal = played_again(inspector, setup, seed)
    said = f"after {int(inspector.codes.count)} decisions"
    how = [said_of(setup.players, seed, setup.options), f"{said}; {refusal}" if refusal else said]
    return LawBroken(str(broken(setup.game.name, law, *how)), Record.of(state).text())


def played_again(inspector: Inspector, setup: Setup, seed: str) -> tuple[State, str]:
    """The inspector's last game as one that people play, and why its last move cannot be played, if so."""
    game = setup.game
    state = game.start(setup.players, seed=seed, options=setup.options)
    path = zip(inspector.seats.listed(), inspector.codes.listed(), inspector.times.listed(), strict=True)
    for seat, code, at in path:
        try:
            state.play(seat, game.text(code), at=at if game.facts.realtime else None)
        except MesozoicError as refusal:
            return state, f"{seat_name(seat)}:{game.text(code)} is refused: {refusal}"
        except Exception as error:
            return state, f"then {seat_name(seat)}:{game.text(code)} ({said_of_error(error)})"
    return state, ""
