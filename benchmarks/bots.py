"""Many tables with bots at once: how long each bot takes for a move (``make bench-bots``).

Every table is a game among bots of one level, each of which thinks through the server's own workers. A bot may take
three times its budget at most, however many wait, and however long somebody else's bot beside it would like to think.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from collections.abc import Iterator

import mesozoic
from mesozoic.bots import make_bot, thinking_ms
from mesozoic.kernel.game import Game
from mesozoic.kernel.rng import seeded
from mesozoic.table.matches.thinkers import Thinkers

HINT = "hint"
"""In place of a bot: what a person is told who asks for advice at every decision."""


async def play(
    thinkers: Thinkers, game: Game, seed: int, bot: str, until: float, waits: list[float], client: str = ""
) -> None:
    """Games at one table, one after the other, until the time is up; with hints the moves are made by chance."""
    luck = make_bot("random", seeded("bench", seed))
    for number in deals(seed):
        state = game.start(min(2, game.facts.most_players), seed=number)
        while not state.is_over:
            seat = int(state.turn())
            begun = time.perf_counter()
            if begun > until:
                return
            has_choice = len(state.codes(seat)) > 1
            if bot == HINT:
                await thinkers.advise(state, seat, client)
                moves = [luck.choose(state, seat)]
            else:
                moves = await thinkers.choose(state, seat, bot, client)
            if has_choice:
                waits.append(time.perf_counter() - begun)
            state.play(seat, moves[0])


def deals(seed: int) -> Iterator[int]:
    while True:
        yield seed
        seed += 1000


async def measure(game: Game, tables: int, bot: str, beside: str, seconds: float, workers: int) -> None:
    thinkers = Thinkers(workers, budget_ms=20_000)
    thinkers.start()
    while len(thinkers.free) < workers:
        await asyncio.sleep(0.05)
    waits: list[float] = []
    until = time.perf_counter() + seconds
    playing = [play(thinkers, game, seed, bot, until, waits) for seed in range(tables)]
    if beside:
        playing.append(play(thinkers, game, tables, beside, until, [], "beside"))
    await asyncio.gather(*playing)
    await thinkers.close()
    waits.sort()
    budget = 0 if bot == HINT else thinking_ms(bot) / 1000
    company = f"{bot} beside {beside}" if beside else bot
    middle, late = waits[len(waits) // 2], waits[-1 - len(waits) // 100]
    print(
        f"{game.name:26} {tables:3} tables, {company}: {len(waits)} moves, median {middle * 1000:.0f} ms, "
        f"99 % within {late * 1000:.0f} ms, longest {waits[-1] * 1000:.0f} ms"
        + (f" ({waits[-1] / budget:.2f} budgets)" if budget else "")
        + f", {thinkers.too_slow + thinkers.failed} given up",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--bot", default="alpha", help="a bot's name, or hint: how long advice takes")
    parser.add_argument("--beside", default="", help="a bot of another client, at one more table")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) - 1), help="processes that think")
    given = parser.parse_args()
    for game in mesozoic.all_games().values():
        if not game.facts.realtime:
            asyncio.run(measure(game, given.tables, given.bot, given.beside, given.seconds, given.workers))


if __name__ == "__main__":
    main()
