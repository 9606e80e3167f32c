"""The public face: what a user needs and nothing else, and every number in one place."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import mesozoic

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_the_package_shows_what_a_user_needs_and_nothing_else() -> None:
    said = subprocess.run(
        [sys.executable, "-c", "import mesozoic, mesozoic.cli; print(*dir(mesozoic))"], capture_output=True, text=True
    )
    shown = [name for name in said.stdout.split() if not name.startswith("__")]
    errors = {"BadOptions", "BadRecord", "IllegalMove", "MesozoicError", "UnreadableMove"}
    kinds = {"Event", "Facts", "Game", "Record", "Result", "Rng", "State"}
    assert set(shown) == errors | kinds | {"HOST", "all_games", "compiled", "game", "seeded"}, said.stderr
    assert not {"os", "sys"} & vars(mesozoic).keys()


def test_the_version_stands_in_the_package_alone() -> None:
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert PROJECT["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "mesozoic.__version__"}
    assert re.fullmatch(r"\d+\.\d+\.\d+", mesozoic.__version__)


def test_what_is_compiled_stands_in_one_place() -> None:
    """The Makefile and setup.py read it there."""
    compiled = PROJECT["tool"]["mesozoic"]["compiled"]
    found = {str(file.relative_to(ROOT)) for pattern in compiled for file in ROOT.glob(pattern)}
    assert {"mesozoic/kernel/state.py", "mesozoic/games/clades/rules_moves.py"} <= found
    made = subprocess.run(
        ["make", "--no-print-directory", "--eval", "list:\n\t@echo $(ENGINE)", "list"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert set(made.stdout.split()) == found
    for other in ("Makefile", "setup.py"):
        assert "rules_*.py" not in (ROOT / other).read_text("utf-8")


def test_the_engine_is_built_with_the_pinned_compiler() -> None:
    """The build's own requirements cannot read the constraints, so they are compared."""
    pins = dict(re.findall(r"^([\w.-]+)==(\S+)$", (ROOT / "constraints.txt").read_text("utf-8"), re.MULTILINE))
    built = re.findall(r"([\w.-]+)(?:\[\w+\])?==([\w.]+)", " ".join(PROJECT["build-system"]["requires"]))
    assert built and all(pins[name] == version for name, version in built)
