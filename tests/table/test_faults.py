"""The short version of ``make test-faults``: some hundreds of simulated faults, and proof that wrongs are noticed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from unittest import mock

import pytest

from mesozoic.table.matches.room import Room
from mesozoic.table.storage.store import Store
from tests.table.simulated.oracle import digest
from tests.table.simulated.world import Outcome, Plan, simulate

QUICK = Plan(seconds=12, games=("dolphins-and-dinos", "carbon-dating"))
SEEDS = {
    1: Plan(seconds=25, games=("dolphins-and-dinos", "carbon-dating")),
    2: Plan(seconds=10, games=("clades",)),
    3: Plan(seconds=20, games=("carbon-dating",), shared=True),
}
"""Worlds of every test run; what once was wrong in the campaign has a test of its own (test_told.py)."""


def wrong_in(outcome: Outcome) -> str:
    return "\n".join([*outcome.last, outcome.wrong]) if outcome.wrong else ""


def test_some_hundreds_of_faults_lose_nothing_tell_no_secret_and_stop_no_match() -> None:
    struck = 0
    for seed, plan in SEEDS.items():
        outcome = simulate(seed, plan)
        assert not outcome.wrong, wrong_in(outcome)
        assert outcome.checks["updates compared"] and outcome.games
        struck += outcome.faults.total()
    assert struck > 200


def test_the_same_seed_is_the_same_world() -> None:
    plan = Plan(seconds=6, matches=1, games=("dolphins-and-dinos",))
    one, again, other = simulate(4, plan), simulate(4, plan), simulate(5, plan)
    assert (one.trace, one.steps, one.faults) == (again.trace, again.steps, again.faults)
    assert one.trace != other.trace


# --- A server with a fault of its own is found out -------------------------------------------------------------------


def tells_before_it_stores() -> AbstractContextManager[Any]:
    """An entry is acknowledged though its commit may fail."""
    append = Store.append

    async def careless(self: Store, entry: Any, **row: Any) -> bool:
        asyncio.ensure_future(append(self, entry, **row)).add_done_callback(lambda done: done.exception())
        return True

    return mock.patch.object(Store, "append", careless)


def forgets_keys() -> AbstractContextManager[Any]:
    """What was asked for is stored without its key: a request that comes twice would be carried out twice."""

    async def careless(self: Room, wish: Any, own_key: str | None, at: int | None, asked: str) -> None:
        await do(self, wish, None, at, asked)

    do = Room._do
    return mock.patch.object(Room, "_do", careless)


def lets_clocks_run_on() -> AbstractContextManager[Any]:
    """Time without any server is charged."""

    async def careless(*_: object) -> None:
        pass

    return mock.patch.object(Store, "_stop_clocks", careless)


SABOTAGE = {tells_before_it_stores: 1, forgets_keys: 1, lets_clocks_run_on: 5}
"""With the seed to begin at: not every world has the fault that brings it to light."""


@pytest.mark.parametrize("sabotage", SABOTAGE, ids=lambda one: one.__name__)
def test_a_careless_server_is_found_out(sabotage: Callable[[], AbstractContextManager[Any]]) -> None:
    with sabotage():
        for seed in range(SABOTAGE[sabotage], 21):
            if simulate(seed, QUICK).wrong:
                return
    raise AssertionError("nobody has noticed")


def test_another_view_has_another_digest() -> None:
    assert digest({"hand": [1, 2]}) == digest({"hand": (1, 2)}) != digest({"hand": [2, 1]})
