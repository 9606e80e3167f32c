"""What went wrong in a bot is told in one short line."""

from __future__ import annotations

import json
import re

import pytest

from mesozoic.bots.faults import own_words, said_of, words_of


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise ValueError


class Panic(BaseException):
    """As those of libraries in other languages are."""


class Worse(Panic):
    def __str__(self) -> str:
        raise Panic


def test_whatever_the_error_says_is_one_short_line_that_can_be_written() -> None:
    assert words_of(ZeroDivisionError("by\n  nothing.")) == "ZeroDivisionError: by nothing"
    assert words_of(SystemExit("\ud800" + "x" * 99_999)) == f"SystemExit: ?{'x' * 299}..."
    assert own_words(ModuleNotFoundError("No module named 'flat'")) == "No module named 'flat'"
    assert [said_of(error) for error in (ValueError(), Unspeakable(), Worse())] == [
        "ValueError", "Unspeakable", "Worse"
    ]  # fmt: skip


def test_the_line_is_the_last_one_or_that_of_the_module() -> None:
    with pytest.raises(ValueError, match="Expecting value") as raised:
        json.loads("no idea")
    assert re.fullmatch(r"JSONDecodeError: .*, in line \d+ of decoder.py", said_of(raised.value))
    assert re.fullmatch(r"JSONDecodeError: .*, in line \d+ of test_faults.py", said_of(raised.value, __name__))
    assert said_of(raised.value, "elsewhere") == words_of(raised.value)
