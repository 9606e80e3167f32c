"""The server's memory comes from the C library, that of its bots from Python."""

from __future__ import annotations

import os
import platform
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from mesozoic.table.memory import take_from_the_system
from tests.table.patience import PATIENCE
from tests.table.server import Server

on_glibc = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc gives back what is free")


@pytest.fixture
def begun_anew(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """With what the process was begun anew."""
    given: list[Any] = []
    monkeypatch.setattr(os, "execve", lambda program, words, environment: given.append((words, environment)))
    monkeypatch.setattr(sys, "argv", ["mesozoic", "serve", "--lan"])
    monkeypatch.setattr(sys, "orig_argv", ["python", "-m", "mesozoic.cli", "serve", "--lan"])
    monkeypatch.delenv("PYTHONMALLOC", raising=False)
    return given


@on_glibc
def test_server_begins_anew_with_the_memory_of_the_system(begun_anew: list[Any]) -> None:
    take_from_the_system()
    ((words, environment),) = begun_anew
    assert words == [sys.executable, "-m", "mesozoic.cli", "serve", "--lan"]
    assert environment["PYTHONMALLOC"] == "malloc"


@pytest.mark.parametrize("chosen", ["malloc", "pymalloc"])
def test_who_has_chosen_is_left_alone(begun_anew: list[Any], monkeypatch: pytest.MonkeyPatch, chosen: str) -> None:
    monkeypatch.setenv("PYTHONMALLOC", chosen)
    take_from_the_system()
    assert begun_anew == []
    assert "PYTHONMALLOC" not in os.environ, "it would reach the bots' processes"


def test_program_that_calls_the_command_is_not_begun_anew(
    begun_anew: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["pytest", "tests"])
    take_from_the_system()
    assert begun_anew == []


@on_glibc
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_running_server_takes_it_from_the_system_and_its_bots_do_not(tmp_path: Path) -> None:
    server = Server(tmp_path).start(cold=True)
    try:
        assert server.pid is not None
        assert "PYTHONMALLOC=malloc" in environment_of(server.pid)
        workers = children_of(server.pid)
        until = time.monotonic() + PATIENCE
        while not workers:
            assert time.monotonic() < until, "no worker for bots was started"
            time.sleep(0.02)
            workers = children_of(server.pid)
        assert "PYTHONMALLOC" not in environment_of(workers[0])
    finally:
        server.kill()


def children_of(pid: int) -> list[int]:
    """Also those that a thread has started; one that is not yet what it is to be has its parent's environment."""
    found = [
        int(one) for task in Path(f"/proc/{pid}/task").iterdir() for one in (task / "children").read_text().split()
    ]
    return [one for one in found if "mesozoic.table.matches.thinkers" in Path(f"/proc/{one}/cmdline").read_text()]


def environment_of(pid: int) -> str:
    return Path(f"/proc/{pid}/environ").read_text()
