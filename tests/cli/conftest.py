"""The command line, called from within; the current folder is a fresh one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from mesozoic.cli import app

Call = Callable[..., Any]


@pytest.fixture(autouse=True)
def fresh_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[str], str]], None]:
    """From now on every question is answered by this function."""

    def answer_by(function: Callable[[str], str]) -> None:
        def ask(question: str = "") -> str:
            print(question, end="")
            return function(question)

        monkeypatch.setattr("builtins.input", ask)

    return answer_by


@pytest.fixture
def call() -> Call:
    """``call("play", "--seed", "7", typed=["11@b2", ...])``: what the command printed, and its exit status."""

    def run(*words: str, typed: list[str] | None = None) -> Any:
        text = "".join(f"{line}\n" for line in typed or [])
        return CliRunner().invoke(app, [str(word) for word in words], input=text, prog_name="mesozoic")

    return run


@pytest.fixture
def refused(call: Call) -> Callable[..., str]:
    """The one sentence on the error output of a call that cannot be carried out."""

    def run(*words: str, typed: list[str] | None = None) -> str:
        result = call(*words, typed=typed)
        assert result.exit_code == 2, result.output
        assert result.stdout == ""
        lines = result.stderr.splitlines()
        assert len(lines) == 1, lines
        assert lines[0].startswith("mesozoic: ")
        assert lines[0].endswith(".")
        return str(lines[0].removeprefix("mesozoic: "))

    return run
