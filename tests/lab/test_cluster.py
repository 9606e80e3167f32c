"""The same pieces on a Dask cluster: the same bytes, also when workers are killed in the middle."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mesozoic.lab import run as lab
from mesozoic.lab.campaign import campaign
from mesozoic.lab.cluster import DaskCluster, NoCluster, local_cluster
from mesozoic.lab.pieces import Interrupted, ThisMachine
from mesozoic.lab.schema import TABLES, RunSetup, run_setup


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as patience, local_cluster(2) as started:
        patience.setattr("mesozoic.lab.cluster.PATIENCE", "180s")
        yield started


def setup() -> RunSetup:
    return run_setup("dolphins-and-dinos", [2, 3], ["random"], 64, seed=5, sampled=0.1)


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / f"{name}.parquet").read_bytes() for name in TABLES}


def test_a_cluster_gives_the_same_bytes_and_can_be_stopped(tmp_path: Path, cluster: Any) -> None:
    lab.run(setup(), tmp_path / "here", ThisMachine(1))
    workers = DaskCluster(cluster.scheduler_address)
    told: list[int] = []
    with pytest.raises(Interrupted, match="The same command goes on"):
        lab.run(setup(), tmp_path / "there", workers, told.append, lambda: sum(told) >= 8)
    assert 8 <= sum(told) < 128
    lab.run(setup(), tmp_path / "there", workers)
    assert contents(tmp_path / "here") == contents(tmp_path / "there")


def test_a_campaign_on_a_cluster_checks_the_same(tmp_path: Path, cluster: Any) -> None:
    here = campaign(["carbon-dating"], 800, "3", tmp_path / "here", ThisMachine(1))["carbon-dating"]
    workers = DaskCluster(cluster.scheduler_address)
    there = campaign(["carbon-dating"], 800, "3", tmp_path / "there", workers)["carbon-dating"]
    assert (here.games, here.decisions, here.fingerprint) == (there.games, there.decisions, there.fingerprint)


def test_an_address_without_a_cluster_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mesozoic.lab.cluster.PATIENCE", "100ms")
    with pytest.raises(NoCluster, match=r"No Dask cluster answers at tcp://127\.0\.0\.1:1"):
        lab.run(setup(), tmp_path, DaskCluster("tcp://127.0.0.1:1"))


@pytest.mark.long
def test_a_killed_worker_costs_its_piece_only(tmp_path: Path, cluster: Any) -> None:
    """Three workers are killed while they play; others play their pieces, and nothing that is done is played again."""
    lab.run(setup(), tmp_path / "here", ThisMachine(1))
    killed: list[int] = []
    told: list[int] = []

    def kill_some(done: int) -> None:
        told.append(done)
        living = [nanny.pid for nanny in cluster.workers.values() if nanny.pid and nanny.pid not in killed]
        if len(killed) < 3 and living:
            killed.append(living[0])
            os.kill(living[0], signal.SIGKILL)

    lab.run(setup(), tmp_path / "there", DaskCluster(cluster.scheduler_address), kill_some)
    assert len(killed) == 3 and sum(told) == 128
    assert contents(tmp_path / "here") == contents(tmp_path / "there")
