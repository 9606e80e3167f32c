"""The README's example runs and prints what the README says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import mesozoic

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def test_the_example_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    code, printed = re.findall(r"```(?:python|text)\n(.*?)```", README, re.DOTALL)[:2]
    assert len([line for line in code.splitlines() if line.strip()]) <= 10
    exec(compile(code, "README.md", "exec"), {})
    assert capsys.readouterr().out == printed


@pytest.mark.parametrize(
    "page", ["README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/add-a-game.md", "docs/research.md"]
)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    for link in re.findall(r"\]\(([^)#]+)", text):
        assert (ROOT / page).parent.joinpath(link).exists(), link


def test_the_readme_lists_games_that_there_are() -> None:
    """A new game becomes one of these rows when it is ready to be shown, not before it can be tried."""
    rows = re.findall(r"^\| \[([^\]]+)\]\(mesozoic/games/", README, re.MULTILINE)
    titles = [game.title for game in mesozoic.all_games().values()]
    assert len(rows) >= 5 and set(rows) <= set(titles)
