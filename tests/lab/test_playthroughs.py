"""Every playthrough file is what the game plays today; ``make playthroughs`` writes them anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import mesozoic
from mesozoic.lab.playthrough import files, playthrough

FILES = list(files())
GAMES = Path(__file__).parents[1] / "games"


@pytest.mark.parametrize(("path", "how"), FILES, ids=[path.stem for path, _ in FILES])
def test_the_game_plays_as_written(path: Path, how: dict[str, Any]) -> None:
    assert playthrough(how).split("\n") == path.read_text("utf-8").split("\n")
    assert path.stat().st_size < 25_000


def test_every_game_with_tests_here_has_a_playthrough() -> None:
    written = {how["game"] for _, how in FILES}
    with_tests = {folder.name.replace("_", "-") for folder in GAMES.iterdir() if (folder / "__init__.py").exists()}
    assert with_tests <= written <= set(mesozoic.all_games())
