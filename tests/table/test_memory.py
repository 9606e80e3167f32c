"""The server's memory comes from the C library, that of its bots from Python."""

from __future__ import annotations

import ctypes
import os
import platform
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from mesozoic.table.memory import SYSTEM, take_from_the_system
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
    for name in SYSTEM:
        monkeypatch.delenv(name, raising=False)
    return given


@on_glibc
def test_server_begins_anew_with_the_memory_of_the_system(begun_anew: list[Any]) -> None:
    take_from_the_system()
    ((words, environment),) = begun_anew
    assert words == [sys.executable, "-m", "mesozoic.cli", "serve", "--lan"]
    assert environment["PYTHONMALLOC"] == "malloc"


def test_what_was_begun_anew_keeps_its_choice_to_itself(begun_anew: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _: None)  # this process keeps its name
    for name, value in SYSTEM.items():
        monkeypatch.setenv(name, value)
    take_from_the_system()
    assert begun_anew == []
    assert not SYSTEM.keys() & os.environ.keys(), "they would reach the bots' processes"


@pytest.mark.parametrize("chosen", ["pymalloc", "debug"])
def test_who_has_chosen_is_left_alone(begun_anew: list[Any], monkeypatch: pytest.MonkeyPatch, chosen: str) -> None:
    monkeypatch.setenv("PYTHONMALLOC", chosen)
    take_from_the_system()
    assert begun_anew == []
    assert os.environ["PYTHONMALLOC"] == chosen


@on_glibc
def test_number_of_heaps_that_somebody_has_chosen_stays(begun_anew: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MALLOC_ARENA_MAX", "1")
    take_from_the_system()
    ((_, environment),) = begun_anew
    assert environment["MALLOC_ARENA_MAX"] == "1"


@pytest.mark.parametrize("words", [["pytest", "tests"], ["-", "serve"]])
def test_program_that_calls_the_command_is_not_begun_anew(
    begun_anew: list[Any], monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    """Nor one that was read from the standard input, where nothing is left to read."""
    monkeypatch.setattr(sys, "argv", words)
    take_from_the_system()
    assert begun_anew == []


@pytest.mark.parametrize("error", [OSError("not permitted"), ValueError("argv first element cannot be empty")])
def test_server_that_cannot_begin_anew_goes_on(
    begun_anew: list[Any], monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def refuse(*_: Any) -> None:
        raise error

    monkeypatch.setattr(os, "execve", refuse)
    take_from_the_system()


@on_glibc
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_running_server_takes_it_from_the_system_and_its_bots_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in SYSTEM:
        monkeypatch.delenv(name, raising=False)
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
        assert not any(name in environment_of(workers[0]) for name in SYSTEM)
    finally:
        server.kill()


def children_of(pid: int) -> list[int]:
    """Also those that a thread has started; one that is not yet what it is to be has its parent's environment."""
    tasks = [task / "children" for task in Path(f"/proc/{pid}/task").iterdir()]
    found = [int(one) for task in tasks for one in text_of(task).split()]
    return [one for one in found if "mesozoic.table.matches.thinkers" in text_of(Path(f"/proc/{one}/cmdline"))]


def text_of(file: Path) -> str:
    """Nothing where a thread or process has ended meanwhile."""
    try:
        return file.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def environment_of(pid: int) -> str:
    return Path(f"/proc/{pid}/environ").read_text()
