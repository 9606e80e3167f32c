"""Run the tests of the table and of the browser again and again while every core is kept busy (``make test-often``).

A test that fails now and then says nothing when it passes. The first failure ends it; its whole output is kept.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOGS = ROOT / "build" / "test-often"
SUITES = ("tests/table", "tests/browser")
LONGEST_HOURS = 12
BURN = f"""
import os, sys, time
until, parent = time.monotonic() + 3600 * {LONGEST_HOURS}, int(sys.argv[1])
while time.monotonic() < until and os.getppid() == parent:
    sum(range(1_000_000))
"""
"""Does nothing, with all its might, as long as we are there."""


@dataclass(frozen=True)
class Outcome:
    run: int
    suite: str
    seconds: float
    summary: str
    passed: bool


@contextmanager
def busy_cores(count: int) -> Iterator[None]:
    """So many processes that do nothing but compute; they end with this program, however it ends."""
    burners = [subprocess.Popen([sys.executable, "-c", BURN, str(os.getpid())]) for _ in range(count)]
    try:
        yield
    finally:
        for one in burners:
            one.kill()
            one.wait()


def run_suite(run: int, suite: str, jobs: str) -> Outcome:
    """One suite once, its output in a file."""
    log = log_of(run, suite)
    began = time.monotonic()
    command = [sys.executable, "-m", "pytest", "-n", jobs, "--dist", "worksteal", "--durations=5", suite]
    with log.open("wb") as output:
        status = subprocess.run(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, check=False).returncode
    lines = log.read_text("utf-8", "replace").strip().splitlines()
    return Outcome(
        run, suite, time.monotonic() - began, lines[-1].strip("= ") if lines else "nothing said", status == 0
    )


def log_of(run: int, suite: str) -> Path:
    return LOGS / f"{run:02}-{Path(suite).name}.log"


def tell(outcomes: list[Outcome]) -> None:
    print(f"\n{'run':>4}  {'suite':14} {'seconds':>8}  outcome")
    for one in outcomes:
        print(f"{one.run:>4}  {one.suite:14} {one.seconds:>8.0f}  {one.summary}")
    failed = sum(not one.passed for one in outcomes)
    print(f"{len(outcomes)} runs of suites, {failed} failed.", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--busy", type=int, default=os.cpu_count() or 2, help="processes that keep the cores busy")
    parser.add_argument("--jobs", default="auto", help="processes that run tests")
    given = parser.parse_args()
    LOGS.mkdir(parents=True, exist_ok=True)
    outcomes: list[Outcome] = []
    try:
        with busy_cores(given.busy):
            for run in range(1, given.runs + 1):
                for suite in SUITES:
                    outcomes.append(run_suite(run, suite, given.jobs))
                    print(f"run {run} of {given.runs}, {suite}: {outcomes[-1].summary}", flush=True)
                    if not outcomes[-1].passed:
                        log = log_of(run, suite)
                        print(f"\n{log.read_text('utf-8', 'replace')[-20_000:]}\nAll of it: {log}")
                        return 1
    finally:
        tell(outcomes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
