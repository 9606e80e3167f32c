"""Bots think in processes of their own: compiled thinking would hold up every match of this one.

A worker is given a position that was imagined for the bot's seat, made from what that seat may know; the real hidden
cards never reach it.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import secrets
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

import mesozoic
from mesozoic.bots import Advice, make_bot
from mesozoic.kernel.rng import seeded
from mesozoic.kernel.state import State

log = logging.getLogger("mesozoic.table")
Found = TypeVar("Found")


def choose(game: str, players: int, options: dict[str, Any], position: dict[str, Any], seat: int, bot: str) -> str:
    """In a worker: the move of a bot."""
    state = mesozoic.game(game).start(players, options=options, position=position)
    return make_bot(bot, seeded(secrets.randbits(62))).choose(state, seat)


def advise(game: str, players: int, options: dict[str, Any], position: dict[str, Any], seat: int, bot: str) -> Advice:
    """In a worker: what a bot would do, and why."""
    state = mesozoic.game(game).start(players, options=options, position=position)
    return make_bot(bot, seeded(secrets.randbits(62))).advise(state, seat)


def _ready() -> None:
    """In a new worker: load the games, so that the first bot need not wait for them."""
    mesozoic.games()


class Thinkers:
    """The workers of one server process."""

    def __init__(self, workers: int, budget_ms: int) -> None:
        self.workers = workers
        self.budget = budget_ms / 1000
        self.pool: ProcessPoolExecutor | None = None
        self.too_slow = 0

    def start(self) -> None:
        """Have the workers ready."""
        self._pool().submit(_ready)

    def _pool(self) -> ProcessPoolExecutor:
        if self.pool is None:
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(self.workers, mp_context=context, initializer=_ready)
        return self.pool

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.pool = None

    async def choose(self, state: State, seat: int, bot: str) -> str:
        """The move of a bot in this seat. Who has one move only, plays at random or thinks too long is served here."""
        codes = state.codes(seat)
        rng = seeded(secrets.randbits(62))
        if len(codes) == 1:
            return state.setup.game.text(codes[0])
        if bot != "random":
            try:
                return await self._ask(choose, state, seat, bot)
            except (TimeoutError, BrokenProcessPool) as error:
                self.too_slow += 1
                log.warning("a %s bot of %s did not decide in time: %r", bot, state.setup.game.name, error)
        return make_bot("random", rng).choose(state, seat)

    async def advise(self, state: State, seat: int, bot: str) -> Advice:
        return await self._ask(advise, state, seat, bot)

    async def _ask(self, what: Callable[..., Found], state: State, seat: int, bot: str) -> Found:
        setup = state.setup
        seen = state.imagine(seat, seeded(secrets.randbits(62))).position()
        arguments = (setup.game.name, setup.players, dict(setup.options), seen, seat, bot)
        loop = asyncio.get_running_loop()
        try:
            return await asyncio.wait_for(loop.run_in_executor(self._pool(), what, *arguments), self.budget)
        except BrokenProcessPool:
            self.pool = None  # the next one starts anew
            raise
