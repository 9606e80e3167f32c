"""The same pieces on a Dask cluster: the only file that knows Dask.

A piece that a worker was playing when it died is played again by another one; what it holds depends on its numbers
alone. Workers need Mesozoic of the same version, and nothing else: tables come back over the network.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from threading import Event
from typing import Final

import dask
from distributed import Client, LocalCluster, as_completed
from distributed.scheduler import KilledWorker

import mesozoic
from mesozoic.kernel.errors import MesozoicError, Stopped
from mesozoic.lab.pieces import DEATHS, Do, Killed, Made, One

PATIENCE: Final = "10s"
"""How long somebody waits for a cluster to answer."""
AHEAD: Final = 4
"""So many pieces for each worker are given out at a time, so that nobody waits and stopping is quick."""


class NoCluster(MesozoicError):
    """Nobody answers there, or with another version."""


class DaskCluster:
    """The workers of a cluster at an address such as ``tcp://192.168.1.20:8786``."""

    def __init__(self, address: str) -> None:
        self.address = address

    def play(
        self, do: Do[One, Made], pieces: Sequence[One], is_stopped: Callable[[], bool]
    ) -> Generator[tuple[One, Made]]:
        if not pieces:
            return
        with dask.config.set({"distributed.scheduler.allowed-failures": DEATHS}), self.connect() as client:
            todo = list(reversed(pieces))
            given = as_completed(loop=client.loop)
            waiting = {}
            for _ in range(AHEAD * max(1, len(client.scheduler_info(n_workers=-1)["workers"]))):
                waiting.update(_give(client, do, todo, given))
            for future in given:
                if is_stopped():
                    client.cancel(list(waiting))
                    raise Stopped
                piece = waiting.pop(future)
                try:
                    made = future.result()
                except KilledWorker:
                    raise Killed from None
                waiting.update(_give(client, do, todo, given))
                yield piece, made

    def connect(self) -> Client:
        try:
            client = Client(self.address, timeout=PATIENCE, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise NoCluster(f"No Dask cluster answers at {self.address}: {error}.") from None
        try:
            versions = set(client.run(version).values())
        except Exception as error:
            client.close()
            raise NoCluster(f"The workers at {self.address} have no Mesozoic: {error}.") from None
        if versions - {version()}:
            client.close()
            raise NoCluster(
                f"The workers at {self.address} have Mesozoic {', '.join(sorted(versions))}, here it is {version()}."
            )
        return client


def version() -> str:
    return mesozoic.__version__


def _give(client: Client, do: Do[One, Made], todo: list[One], given: as_completed) -> dict[object, One]:
    """The next piece to whoever is free."""
    if not todo:
        return {}
    piece = todo.pop()
    future = client.submit(_do, do, piece, pure=False)
    given.add(future)
    return {future: piece}


def _do(do: Do[One, Made], piece: One) -> Made:
    """On a worker, which nobody can stop in the middle of a piece."""
    return do(piece, lambda: False)


def serve(workers: int, port: int, tell: Callable[[str], None]) -> None:
    """A cluster of so many processes on this machine, for trying, until Ctrl-C."""
    with local_cluster(workers, port) as cluster:
        tell(f"{workers} workers at {cluster.scheduler_address}. Run something on them, and end them with Ctrl-C:")
        tell(f"  mesozoic lab run dinospan --games 1000 --out runs/dinospan --cluster {cluster.scheduler_address}")
        try:
            Event().wait()
        except KeyboardInterrupt:
            tell("The cluster has ended.")


def local_cluster(workers: int, port: int = 0) -> LocalCluster:
    """Processes of one thread each; reached from this machine only."""
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        scheduler_port=port,
        dashboard_address=None,
        memory_limit=0,
    )
