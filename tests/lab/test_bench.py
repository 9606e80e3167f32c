"""The bench measures something; how much is never asserted."""

from __future__ import annotations

import mesozoic
from mesozoic.lab import bench


def test_a_measurement_has_every_figure() -> None:
    setup = mesozoic.game("dolphins-and-dinos").prepare(2)
    speed = bench.measure(setup, seconds=0.01)
    assert speed.decisions_per_second > 0 and speed.games_per_second > 0
    assert 36 <= speed.decisions_per_game <= 58
    assert speed.clone_microseconds is not None and speed.clone_microseconds > 0


def test_ratios_are_taken_against_the_peer_of_the_same_run() -> None:
    ours = bench.Speed("ours", "compiled", 4, 10.0, 600.0, 60.0, 0.1)
    peer = bench.Speed(bench.PEER, "C++", 4, 1.0, 60.0, 60.0, None)
    rows = bench.report([ours, peer])["speeds"]
    assert [row["times_peer"] for row in rows] == [10.0, 1.0]
    assert bench.report([ours])["speeds"][0]["times_peer"] is None
