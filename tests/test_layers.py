"""Imports point one way: whoever reads a folder needs to know only those below it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "mesozoic"
KERNEL = {"mesozoic.kernel", "mesozoic._pure"}
GAMES = KERNEL | {"mesozoic", "mesozoic.games"}
BOTS = GAMES | {"mesozoic.bots"}
CLIENT = BOTS | {"mesozoic.client"}
TABLE = CLIENT | {"mesozoic.table", "mesozoic.workshop"}
LAYERS = {
    "kernel": KERNEL,
    "games": GAMES,
    "bots": BOTS,
    "adapters": BOTS | {"mesozoic.adapters"},
    "lab": BOTS | {"mesozoic.lab", "mesozoic.batch"},
    "client": CLIENT,
    "workshop": CLIENT | {"mesozoic.lab", "mesozoic.workshop"},
    "terminal": CLIENT | {"mesozoic.terminal"},
    "table": TABLE,
    "table/storage": {"mesozoic.kernel", "mesozoic.table.errors", "mesozoic.table.storage"},
    "table/outside": {"mesozoic.table.errors", "mesozoic.table.outside"},
    "table/matches": CLIENT
    | {f"mesozoic.table.{name}" for name in ("errors", "settings", "storage", "outside", "matches")},
}
"""What the files of a folder may import of the package, with everything in it."""


def imported(file: Path) -> set[str]:
    """Modules of the package that a file names, those within functions too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            here = ROOT.parent.joinpath(*node.module.split("."))
            inner = {
                one.name for one in node.names if (here / one.name).is_dir() or (here / f"{one.name}.py").is_file()
            }
            found |= {f"{node.module}.{name}" for name in inner}
            if len(inner) < len(node.names):
                found.add(node.module)
    return {name for name in found if name.split(".")[0] == "mesozoic"}


def is_allowed(name: str, allowed: set[str]) -> bool:
    """The package itself is allowed by its own name only, a folder with everything in it."""
    return name in allowed or any(name.startswith(f"{one}.") for one in allowed - {"mesozoic"})


@pytest.mark.parametrize("folder", LAYERS)
def test_a_folder_imports_only_what_lies_below_it(folder: str) -> None:
    wrong = {
        f"{file.relative_to(ROOT)} imports {name}"
        for file in (ROOT / folder).rglob("*.py")
        for name in imported(file)
        if not is_allowed(name, LAYERS[folder])
    }
    assert not wrong


def test_a_server_runs_without_the_lab() -> None:
    """The workshop's processes load the lab and its libraries; the server, which holds the matches, does not."""
    code = "import sys, mesozoic.table.http.app; print([one for one in sys.modules if one in ('pyarrow', 'numpy')])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]", found.stdout


def test_no_game_knows_another_one() -> None:
    wrong = {
        f"{file.relative_to(ROOT)} imports {name}"
        for game in (ROOT / "games").iterdir()
        for file in game.rglob("*.py")
        for name in imported(file)
        if name.startswith("mesozoic.games") and not is_allowed(name, {f"mesozoic.games.{game.name}"})
    }
    assert not wrong
