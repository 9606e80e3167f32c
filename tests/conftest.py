"""Refuses to test an engine that was compiled from other source than lies here."""

from __future__ import annotations

from pathlib import Path

import pytest

import mesozoic


def stale_modules() -> list[str]:
    """Compiled modules whose source was changed after they were compiled."""
    package = Path(mesozoic.__file__).parent
    found = []
    for built in package.rglob("*.so"):
        source = built.with_name(f"{built.name.split('.')[0]}.py")
        if source.exists() and source.stat().st_mtime > (package.parent / ".venv" / "engine").stat().st_mtime:
            found.append(str(source.relative_to(package)))
    return found


def pytest_sessionstart() -> None:
    if mesozoic.compiled and (Path(mesozoic.__file__).parents[1] / ".venv" / "engine").exists() and stale_modules():
        pytest.exit(f"The compiled engine is older than {', '.join(stale_modules())}: run make build.", returncode=3)
