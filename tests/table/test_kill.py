"""The short version of ``make kill-test``: the server is killed while people play, and nothing is lost or doubled."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.table import kill_campaign
from tests.table.postgres import Postgres

GAMES = ("dolphins-and-dinos", "carbon-dating", "clades")


def test_a_killed_server_loses_nothing_and_everybody_plays_on(tmp_path: Path) -> None:
    tables = [one for one in kill_campaign.TABLES if one["game"] in GAMES]
    figures = asyncio.run(kill_campaign.run(tmp_path, kills=4, seed=8, tables=tables))
    assert figures.kills == 4
    assert figures.finished >= len(GAMES)
    assert figures.acknowledged > 50


def test_two_processes_and_their_postgresql_may_fall_and_nothing_is_lost(tmp_path: Path, postgres: Postgres) -> None:
    tables = [one for one in kill_campaign.TABLES if one["game"] == "clades"]
    figures = asyncio.run(kill_campaign.run(tmp_path, kills=2, seed=6, tables=tables, postgres=postgres))
    assert figures.kills == 2 and figures.falls == 1
    assert figures.finished >= 1
