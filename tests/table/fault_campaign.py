"""Simulates faults by the hundred thousand: ``make test-faults``. Each seed is a world of its own, and the same again.

python -m tests.table.fault_campaign --faults 100000        # worlds from seed 1 on, until so many faults have struck
python -m tests.table.fault_campaign --seed 17              # one world once more, with what happened last in it
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import count

from tests.table.simulated.world import Outcome, Plan, simulate

SECONDS = 100.0
"""So long it storms in a world of the campaign."""
TELL_SECONDS = 20.0


def outcomes(first: int, plan: Plan, jobs: int) -> Iterator[Outcome]:
    """One world after the other, for as long as somebody wants more."""
    if jobs == 1:
        for seed in count(first):
            yield simulate(seed, plan)
    with ProcessPoolExecutor(jobs) as pool:
        seeds = count(first)
        running: set[Future[Outcome]] = {pool.submit(simulate, next(seeds), plan) for _ in range(jobs)}
        try:
            while True:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                running |= {pool.submit(simulate, next(seeds), plan) for _ in done}
                yield from (one.result() for one in done)
        finally:
            for one in running:
                one.cancel()


class Campaign:
    def __init__(self) -> None:
        self.began = self.told = time.monotonic()
        self.worlds = self.steps = 0
        self.faults: Counter[str] = Counter()
        self.checks: Counter[str] = Counter()
        self.games: Counter[str] = Counter()

    def add(self, one: Outcome) -> None:
        self.worlds += 1
        self.steps += one.steps
        self.faults += one.faults
        self.checks += one.checks
        self.games += one.games

    def tell(self, wanted: int) -> None:
        if time.monotonic() - self.told > TELL_SECONDS:
            self.told = time.monotonic()
            minutes = (self.told - self.began) / 60
            rate = self.faults.total() / minutes
            print(
                f"{self.faults.total():,} of {wanted:,} faults in {self.worlds} worlds, {rate:,.0f} a minute",
                flush=True,
            )

    def __str__(self) -> str:
        minutes = (time.monotonic() - self.began) / 60
        lines = [
            f"{self.faults.total():,} faults in {self.worlds} worlds, {self.games.total()} matches played to their end "
            f"({', '.join(f'{game} {n}' for game, n in sorted(self.games.items()))}), {minutes:.1f} minutes"
        ]
        for title, counts in (("Faults", self.faults), ("Looked at", self.checks)):
            lines += [f"{title}:", *(f"  {n:>9,}  {kind}" for kind, n in counts.most_common())]
        return "\n".join(lines)


def explain(one: Outcome, seconds: float) -> str:
    return "\n".join(
        [
            *one.last,
            "",
            one.wrong,
            f"Seed {one.seed} is wrong. The same again, exactly:",
            f"  .venv/bin/python -m tests.table.fault_campaign --seed {one.seed} --seconds {seconds:g}",
        ]
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faults", type=int, default=100_000, help="stop when so many have struck")
    parser.add_argument("--first", type=int, default=1, help="the seed to begin with")
    parser.add_argument("--seed", type=int, help="this world alone, twice: it must be the same")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="so long it storms in each world")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    plan = Plan(seconds=given.seconds)
    campaign = Campaign()
    if given.seed is not None:
        one, again = simulate(given.seed, plan), simulate(given.seed, plan)
        campaign.add(one)
        print(campaign, f"\nTrace {one.trace}" + ("" if one.trace == again.trace else f", and then {again.trace}!"))
        if one.wrong:
            print(explain(one, given.seconds))
        return int(bool(one.wrong) or one.trace != again.trace)
    for one in outcomes(given.first, plan, given.jobs):
        campaign.add(one)
        campaign.tell(given.faults)
        if one.wrong:
            print(explain(one, given.seconds), file=sys.stderr)
            return 1
        if campaign.faults.total() >= given.faults:
            break
    print(campaign)
    return 0


if __name__ == "__main__":
    sys.exit(main())
