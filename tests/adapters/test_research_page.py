"""What docs/research.md shows works, and its figures are those of the games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import mesozoic
from mesozoic.kernel.arrays import Arrays

PAGE = (Path(__file__).parents[2] / "docs" / "research.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_the_examples_run(number):
    exec(compile(EXAMPLES[number], "docs/research.md", "exec"), {})


def test_the_sizes_of_the_arrays_are_as_it_says():
    rows = re.findall(
        r"^\| (.+?)(?:, (?:table of )?(\d)(?: players)?)? \| ([\d,]+) \| ([\d,]+) \|$", PAGE, re.MULTILINE
    )
    games = {game.title: game for game in mesozoic.all_games().values()} | {"CLADES": mesozoic.game("clades")}
    assert len(rows) == 5
    for title, players, numbers, actions in rows:
        arrays = Arrays(games[title].prepare(int(players or 1)))
        assert (f"{arrays.size:,}", f"{arrays.action_count:,}") == (numbers, actions), title
