"""What time a bot takes is seen by everybody: it follows from what everybody can see (DS-R65), on a made-up clock."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from types import SimpleNamespace
from typing import Any, cast

import pytest

import mesozoic
from mesozoic.bots import make_bot, seems_open
from mesozoic.kernel.pack import unpacked
from mesozoic.kernel.state import State
from mesozoic.table.matches import thinkers
from mesozoic.table.matches.driver import BotPlan, Driver
from mesozoic.table.matches.room import Room
from mesozoic.table.matches.thinkers import Question, Thinkers, Thought, Worker, prepared
from tests.table.simulated.loop import SimulatedLoop

LEVELS = ["hatchling", "hunter", "alpha", "apex", "search:700ms", "search:500v", "random"]
CROWD = 3
"""More who wait than there is time for."""


class MadeUpThinkers(Thinkers):
    """Whoever has a choice thinks as long as it may, the others do not think at all; both are done to the moment."""

    def __init__(self) -> None:
        super().__init__(1, budget_ms=3000, least_ms=300, seed="pace")
        self.asked: list[Question] = []
        self.free.append(
            cast(Worker, SimpleNamespace(is_well=True, is_leaving=False, thoughts=0, begin=lambda *_: None))
        )

    async def _thought(self, worker: Worker, question: Question) -> Thought:
        self.asked.append(question)
        world = unpacked(prepared(question.game, question.players, bytes(question.options)), question.state)
        moves = world.moves(question.seat)
        is_thinking = len(moves) > 1 and question.bot not in ("hatchling", "hunter")
        try:
            async with asyncio.timeout(self.budget):
                await asyncio.sleep(question.most_ms / 1000 if is_thinking else 0.0)
        finally:
            self._is_free(worker)
        return Thought(moves[-1:])


def on_a_made_up_clock(doing: Coroutine[Any, Any, float]) -> float:
    loop = SimulatedLoop(random.Random(1), lambda _: None)
    try:
        return loop.run_until_complete(doing)
    finally:
        loop.close()


async def seconds_taken(state: State, seat: int, bot: str, others: int = 0, goes_on: bool = False) -> float:
    """How long the bot takes, where so many other tables have asked before it."""
    made, loop = MadeUpThinkers(), asyncio.get_running_loop()
    beside = mesozoic.game("dinospan").start(2, seed=1)
    before = [asyncio.create_task(made.choose(beside, beside.to_move[0], "apex", str(one))) for one in range(others)]
    await asyncio.sleep(0)
    begun = loop.time()
    await made.choose(state, seat, bot, "me", goes_on)
    taken = loop.time() - begun
    await asyncio.gather(*before)
    return round(taken, 6)


def decisions(game: str, players: int) -> list[tuple[State, int]]:
    """Those of one game, without its past."""
    state, chooser = mesozoic.game(game).start(players, seed=3), make_bot("greedy", mesozoic.seeded(1))
    found: list[tuple[State, int]] = []
    while state.to_move and len(found) < 300:
        seat = state.to_move[0]
        found.append((state.clone(), seat))
        state.play(seat, chooser.choose(state, seat))
    return found


def forced_or_not(game: str, players: int) -> tuple[State, State, int]:
    """Two worlds that the others cannot tell apart: in the one the seat has a single move, in the other a choice."""
    for state, seat in decisions(game, players):
        if len(state.codes(seat)) == 1 and seems_open(state, seat, mesozoic.seeded("pace")):
            for number in range(20):
                world = state.imagine((seat + 1) % players, mesozoic.seeded("world", number))
                if len(world.codes(seat)) > 1:
                    return state, world, seat
    raise AssertionError("The game has no such moment.")


@pytest.mark.parametrize("bot", LEVELS)
@pytest.mark.parametrize("others", [0, CROWD])
def test_nobody_sees_by_its_time_whether_a_bot_had_a_choice(bot: str, others: int) -> None:
    """As whether it holds a Defend or an Evade, however many wait."""
    forced, free, seat = forced_or_not("biomechanic-dino-battles", 2)
    taken = [on_a_made_up_clock(seconds_taken(world, seat, bot, others)) for world in (forced, free)]
    assert taken[0] == taken[1]


def test_a_bot_takes_its_levels_time_and_little_where_everybody_sees_that_it_is_forced() -> None:
    forced, _, seat = forced_or_not("biomechanic-dino-battles", 2)
    usual = [on_a_made_up_clock(seconds_taken(forced, seat, bot)) for bot in ("hunter", "alpha", "apex")]
    assert usual == [0.3, 0.3, 1.1]
    known = next(
        (state, asked)
        for state, asked in decisions("biomechanic-dino-battles", 2)
        if not seems_open(state, asked, mesozoic.seeded("pace"))
    )
    assert on_a_made_up_clock(seconds_taken(*known, "apex")) == 0.3


@pytest.mark.parametrize("hog", ["search:60000ms", "search:1000000v", "search:3000ms"])
def test_whoever_thinks_without_end_is_stopped_in_time_and_no_other_clients_bot_moves_at_random(hog: str) -> None:
    """Also one with a name that no table would let sit down any more."""

    async def think() -> float:
        made, loop = MadeUpThinkers(), asyncio.get_running_loop()
        state = mesozoic.game("dinospan").start(2, seed=1)
        hogs = [asyncio.create_task(made.choose(state, state.to_move[0], hog, "hog")) for _ in range(3)]
        await asyncio.sleep(0)
        begun = loop.time()
        await made.choose(state, state.to_move[0], "alpha", "me")
        taken = loop.time() - begun
        await asyncio.gather(*hogs)
        assert [question.bot for question in made.asked] == [hog, "alpha", hog, hog]
        assert made.too_slow == 0
        return taken

    assert on_a_made_up_clock(think()) < 3.0


@pytest.mark.parametrize("bot", LEVELS)
def test_who_seems_forced_and_is_not_takes_no_longer(monkeypatch: pytest.MonkeyPatch, bot: str) -> None:
    """Otherwise its time would tell that it holds what hardly anybody expects."""
    monkeypatch.setattr(thinkers, "seems_open", lambda *_: False)
    forced, free, seat = forced_or_not("biomechanic-dino-battles", 2)
    for world in (forced, free):
        assert on_a_made_up_clock(seconds_taken(world, seat, bot)) == 0.3


def test_what_seems_open_is_the_same_in_all_worlds_that_look_alike() -> None:
    for game, players in (("biomechanic-dino-battles", 3), ("dolphins-and-dinos", 3), ("dinospan", 2)):
        for number, (state, seat) in enumerate(decisions(game, players)[::7]):
            world = state.imagine((seat + 1) % players, mesozoic.seeded("world", number))
            here, there = (seems_open(one, seat, mesozoic.seeded(number)) for one in (state, world))
            assert here == there


def test_a_turn_that_goes_on_takes_as_long_whether_the_bot_had_planned_so_far() -> None:
    """How far it plans ahead depends on how much it can do."""
    state = mesozoic.game("dolphins-and-dinos").start(3, seed=1)
    seat = state.to_move[0]

    async def second_step(is_planned: bool) -> float:
        made, loop = MadeUpThinkers(), asyncio.get_running_loop()
        hub = SimpleNamespace(thinkers=made)
        driver = Driver(
            cast(Room, SimpleNamespace(hub=hub, match=SimpleNamespace(row=SimpleNamespace(id="match")), client=""))
        )
        now = state.clone()
        now.play(seat, await driver._next_of_plan(now, seat, "apex"))
        if is_planned:
            driver.plans[seat] = BotPlan(int(now.reveals), now.moves(seat)[:1])
        begun = loop.time()
        await driver._next_of_plan(now, seat, "apex")
        assert len(made.asked) == 2 - is_planned
        return round(loop.time() - begun, 6)

    assert on_a_made_up_clock(second_step(True)) == on_a_made_up_clock(second_step(False)) == 0.3
