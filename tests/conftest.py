"""Refuses to test an engine that was compiled from other source than lies here; every run tries the same examples."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

import mesozoic

# Whether tests pass must not depend on luck; with HYPOTHESIS_PROFILE=default every run looks for new examples.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


def stale_modules() -> list[str]:
    """Compiled modules whose source was changed after they were compiled."""
    package = Path(mesozoic.__file__).parent
    found = []
    for built in package.rglob("*.so"):
        source = built.with_name(f"{built.name.split('.')[0]}.py")
        if source.exists() and source.stat().st_mtime > (package.parent / ".venv" / "engine").stat().st_mtime:
            found.append(str(source.relative_to(package)))
    return found


def pytest_configure(config: pytest.Config) -> None:
    """What is marked long is run only where marks are asked for, as ``make test-long`` does (``-m long``)."""
    config.addinivalue_line("markers", "long: more of what a shorter test shows already")
    config.option.markexpr = config.option.markexpr or "not long"


def pytest_sessionstart() -> None:
    is_built = mesozoic.compiled and (Path(mesozoic.__file__).parents[1] / ".venv" / "engine").exists()
    if is_built and (stale := stale_modules()):
        others = f" and {len(stale) - 3} others" if len(stale) > 3 else ""
        pytest.exit(f"The compiled engine is older than {', '.join(stale[:3])}{others}: run make build.", 3)
