"""``make play`` begins at once, and changes over to the compiled engine when that is ready."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "scripts" / "play.sh"
TABLE = """#!/bin/sh
echo "$* pure=${MESOZOIC_PURE:-} " >> served
[ "${MESOZOIC_PURE:-}" = 1 ] || exit 0
trap 'echo stopped >> served; exit 0' TERM
touch begun
while :; do sleep 0.05; done
"""
MAKING = """
.venv/engine: $(wildcard rules.py)
	@while [ ! -f begun ]; do sleep 0.05; done
	@{engine}
"""
"""Once the table has begun, so that there is something to stop."""


def played(folder: Path, engine: str, until: str = "") -> list[str]:
    """What the table was asked for and said, where the engine is made by this command.

    With a text, the program is told to stop as soon as it has written it.
    """
    table = folder / ".venv" / "bin" / "mesozoic"
    table.parent.mkdir(parents=True, exist_ok=True)
    table.write_text(TABLE, encoding="utf-8")
    table.chmod(0o755)
    (folder / "Makefile").write_text(MAKING.format(engine=engine), encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name not in ("MESOZOIC_PURE", "MAKEFLAGS")}
    with subprocess.Popen([SCRIPT], cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        for line in program.stdout:
            if until and until in line:
                program.terminate()
    assert program.returncode == (130 if until else 0)
    return [line.strip() for line in (folder / "served").read_text(encoding="utf-8").splitlines()]


def test_the_table_is_there_at_once_and_goes_on_with_the_compiled_engine(tmp_path: Path) -> None:
    assert played(tmp_path, "touch $@") == ["serve --open pure=1", "stopped", "serve pure="]


def test_a_compiled_engine_is_used_right_away(tmp_path: Path) -> None:
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "engine").touch()
    assert played(tmp_path, "false") == ["serve --open pure="]


def test_without_a_compiler_the_table_goes_on_as_it_is(tmp_path: Path) -> None:
    """Also where an engine was compiled from older source."""
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "engine").touch()
    (tmp_path / "rules.py").touch()
    os.utime(tmp_path / ".venv" / "engine", (1, 1))
    assert played(tmp_path, "false", until="goes on") == ["serve --open pure=1", "stopped"]
