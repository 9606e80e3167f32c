"""The short version of ``make kill-test``: the server is killed while people play, and nothing is lost or doubled."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.table import kill_campaign

GAMES = ("dolphins-and-dinos", "carbon-dating", "clades")


def test_a_killed_server_loses_nothing_and_everybody_plays_on(tmp_path: Path) -> None:
    tables = [one for one in kill_campaign.TABLES if one["game"] in GAMES]
    figures = asyncio.run(kill_campaign.run(tmp_path, kills=6, seed=8, tables=tables))
    assert figures.kills == 6
    assert figures.finished >= len(GAMES)
    assert figures.acknowledged > 50
