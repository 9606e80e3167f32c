"""People at the screen see how long a bot thinks; that tells them nothing about its hand (DS-R65)."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

import mesozoic
from mesozoic.bots.searcher import SearchBot
from mesozoic.kernel.state import State
from mesozoic.terminal import pace
from mesozoic.terminal.pace import choose_in_time, goes_on
from mesozoic.terminal.sitting import Sitting, sit_down
from tests.table.test_pace import forced_or_not

GAME = mesozoic.game("biomechanic-dino-battles")


class MadeUpTime:
    """Thinking and waiting take time, and nothing else does."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def seconds_taken(monkeypatch: pytest.MonkeyPatch, state: State, seat: int, bot: str, *people: str) -> float:
    clock = MadeUpTime()
    names = [bot if number == seat else (people or ("you",))[0] for number in range(state.players)]
    sitting = Sitting(state, sit_down(GAME, names, 1), [], 1)
    thinker = sitting.seats[seat].bot

    def choose(world: State, number: int) -> str:
        moves = world.moves(number)
        if isinstance(thinker, SearchBot) and len(moves) > 1:
            clock.sleep(thinker.budget.ms / 1000)
        return moves[0]

    monkeypatch.setattr(thinker, "choose", choose)
    monkeypatch.setattr(pace, "time", clock)
    choose_in_time(sitting, sitting.seats[seat], lambda words, style: pytest.fail(words))
    return round(clock.now, 6)


@pytest.mark.parametrize(("bot", "seconds"), [("hunter", 0.0), ("alpha", 0.25), ("apex", 1.1), ("search:700ms", 0.8)])
def test_nobody_sees_by_its_time_whether_a_bot_had_a_choice(
    monkeypatch: pytest.MonkeyPatch, bot: str, seconds: float
) -> None:
    forced, free, seat = forced_or_not(GAME.name, 2)
    assert [seconds_taken(monkeypatch, world, seat, bot) for world in (forced, free)] == [seconds, seconds]


def test_who_seems_forced_is_quick_whatever_it_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "seems_open", lambda *_: False)
    forced, free, seat = forced_or_not(GAME.name, 2)
    assert [seconds_taken(monkeypatch, world, seat, "apex") for world in (forced, free)] == [0.2, 0.2]


def test_among_bots_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    forced, _, seat = forced_or_not(GAME.name, 2)
    assert seconds_taken(monkeypatch, forced, seat, "apex", "random") == 0.0


def test_a_turn_goes_on_until_something_is_revealed() -> None:
    def after(*moves: tuple[int, bool]) -> bool:
        history = [SimpleNamespace(seat=seat, revealed=revealed) for seat, revealed in moves]
        return goes_on(cast(Sitting, SimpleNamespace(state=SimpleNamespace(history=history))), SEAT)

    assert after((0, False)) and after((0, False), (1, False))
    assert not after() and not after((0, True)) and not after((0, False), (1, True)) and not after((1, False))


SEAT = sit_down(GAME, ["apex", "you"], 1)[0]
