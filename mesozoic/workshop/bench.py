"""Where the workshop's runs are played: processes that give way to everything else, one run at a time.

The server only hands out pieces and hears how far they are, so those who play a match do not wait. A run that is
stopped keeps what is done; the processes end with the server, however the server ends.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import time
from collections import deque
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal

import msgspec

from mesozoic.kernel.errors import MesozoicError
from mesozoic.workshop.shelf import Kept, Shelf
from mesozoic.workshop.worker import Part, Said, Task

try:
    import fcntl
except ImportError:  # pragma: no cover
    fcntl = None  # type: ignore[assignment]

log = logging.getLogger("mesozoic.workshop")
WORKER: Final = (sys.executable, "-m", "mesozoic.workshop.worker")
NEEDED: Final = ("numpy", "pyarrow")
LONGEST_LINE: Final = 2**22
"""Bytes: all that is missing of the longest run is told at once."""


ENDED: Final = "A process that played has ended by itself. What is done is kept: go on when you like."


class NotNow(MesozoicError):
    """Something else is going on."""


class Trouble(Exception):
    """A run cannot go on, and why."""


def needs() -> str:
    """What must be installed first, in words; nothing if all is there."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if not missing:
        return ""
    return f"The workshop needs {' and '.join(missing)}: install them with pip install 'mesozoic[lab]'."


class Worker:
    """One process that plays."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None and process.stdout is not None
        self.process = process
        self.tasks = process.stdin
        self.answers = process.stdout

    async def give(self, task: Task) -> None:
        try:
            self.tasks.write(msgspec.json.encode(task) + b"\n")
            await self.tasks.drain()
        except (OSError, RuntimeError):
            raise Trouble(ENDED) from None

    async def hear(self) -> Said:
        line = await self.answers.readline()
        if not line:
            raise Trouble(ENDED)
        said = msgspec.json.decode(line, type=Said)
        if said.problem:
            raise Trouble(said.problem)
        return said

    def end(self) -> None:
        with suppress(ProcessLookupError):
            self.process.kill()

    async def gone(self) -> None:
        """End it, and wait until its pipes are closed too."""
        self.end()
        self.tasks.close()
        await self.answers.read()
        await self.process.wait()


async def dismiss(workers: set[Worker]) -> None:
    """All of them end, and are gone."""
    await asyncio.gather(*(worker.gone() for worker in workers), return_exceptions=True)
    workers.clear()


@dataclass
class Going:
    """The run that is being played."""

    kept: Kept
    status: Literal["playing", "reporting"] = "playing"
    done: int = 0
    played: int = 0
    """Since it was begun or gone on with."""
    began: float = 0.0
    is_stopped: bool = False
    workers: set[Worker] = field(default_factory=set)

    def rate(self) -> float | None:
        """Games a second; None while nothing is known."""
        seconds = time.monotonic() - self.began
        return self.played / seconds if self.played and seconds > 0 else None


class Bench:
    """The run of this server, and those that were made before."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.shelf = Shelf(folder)
        self.workers = workers
        self.going: Going | None = None
        self.troubles: dict[str, str] = {}
        """Why runs stopped by themselves, while this server runs."""
        self.working: asyncio.Task[None] | None = None

    def start(self, kept: Kept, plays: bool = True) -> None:
        """Play what is missing and write the report, or only the latter; NotNow while that cannot be done."""
        self.expect_free()
        if not plays and not kept.is_comparable():
            raise NotNow("Nothing can be compared yet: go on with the run until games of both are done.")
        alone = self._alone()
        self.troubles.pop(kept.name, None)
        self.going = Going(kept, "playing" if plays else "reporting", kept.done())
        self.working = asyncio.create_task(self._carry_out(self.going, plays, alone))

    def stop(self, name: str) -> None:
        """Play no more games of this run; what is done is kept, and a report of it is written."""
        going = self.going
        if going is None or going.kept.name != name:
            raise NotNow("This run is not being played.")
        going.is_stopped = True
        for worker in going.workers:
            worker.end()

    def expect_free(self) -> None:
        if self.going is not None:
            raise NotNow(f"Another run is being played: {self.going.kept.plan.title}. Stop it first, or wait for it.")
        if lacking := needs():
            raise NotNow(lacking)

    def expect_rest(self, name: str) -> None:
        if self.going is not None and self.going.kept.name == name:
            raise NotNow("This run is being played: stop it first.")

    async def close(self) -> None:
        """Nobody plays any more; what is done is kept."""
        if self.working is not None:
            self.working.cancel()
            with suppress(asyncio.CancelledError):
                await self.working

    def _alone(self) -> ExitStack:
        """One run at a time on this machine, whichever server it belongs to."""
        until_the_end = ExitStack()
        self.shelf.folder.mkdir(parents=True, exist_ok=True)
        if fcntl is not None:
            lock = os.open(self.shelf.folder / ".lock", os.O_RDWR | os.O_CREAT, 0o600)
            until_the_end.callback(os.close, lock)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                until_the_end.close()
                raise NotNow("Another server on this machine plays a run of the workshop: wait for it.") from None
        return until_the_end

    async def _carry_out(self, going: Going, plays: bool, alone: ExitStack) -> None:
        kept = going.kept
        with alone:
            try:
                if plays:
                    await self._play(going)
                going.done = kept.done()
                going.status = "reporting"
                if going.is_stopped:
                    await dismiss(going.workers)
                    going.is_stopped = False
                if kept.is_comparable():
                    await self._report(going)
            except Trouble as trouble:
                if not going.is_stopped:
                    self.troubles[kept.name] = str(trouble)
                    log.warning("run %s of the workshop stopped: %s", kept.name, trouble)
            except Exception:
                self.troubles[kept.name] = "This is a fault of the workshop; the server's log tells more."
                log.exception("run %s of the workshop failed", kept.name)
            finally:
                await dismiss(going.workers)
                self.going = None

    async def _play(self, going: Going) -> None:
        first = await self._hire(going)
        try:
            await first.give(Task("begin", str(going.kept.folder)))
            missing = deque((await first.hear()).missing)
            if missing:
                going.kept.forget_result()
            going.done = going.kept.plan.total - sum(part.games for part in missing)
            going.began = time.monotonic()
            others = [await self._hire(going) for _ in range(min(self.workers, len(missing)) - 1)]
            await asyncio.gather(*(self._play_pieces(going, worker, missing) for worker in (first, *others)))
        except Trouble:
            if not going.is_stopped:
                raise

    async def _play_pieces(self, going: Going, worker: Worker, missing: deque[Part]) -> None:
        while missing and not going.is_stopped:
            await worker.give(Task("play", str(going.kept.folder), missing.popleft()))
            while not (await worker.hear()).is_done:
                going.done += 1
                going.played += 1

    async def _report(self, going: Going) -> None:
        worker = next(iter(going.workers), None) or await self._hire(going)
        await worker.give(Task("report", str(going.kept.folder)))
        await worker.hear()

    async def _hire(self, going: Going) -> Worker:
        path = os.pathsep.join(folder for folder in sys.path if folder)
        process = await asyncio.create_subprocess_exec(
            *WORKER,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
            limit=LONGEST_LINE,
        )
        worker = Worker(process)
        going.workers.add(worker)
        if going.is_stopped:
            worker.end()
        return worker
