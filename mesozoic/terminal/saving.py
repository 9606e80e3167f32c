"""Keeping a game in a file, whatever ends the evening: the end, ``quit``, Ctrl-C, a closed window."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from types import FrameType

from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.record import FIRST_LINE, Record

STOPS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""The signals of a closed window and of a program that is asked to end."""
Answer = Callable[[int, FrameType | None], None] | signal.Handlers

INTERRUPTED = 128 + signal.SIGINT
"""The exit status after Ctrl-C, as shells expect it."""


class Stopped(KeyboardInterrupt):
    """The terminal was closed, or the program was asked to end."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.status = 128 + number


def usual_path(game: str) -> Path:
    """``dolphins-and-dinos-20261115-2142.record`` in the current folder, numbered if that one is there already."""
    name = f"{game}-{datetime.now():%Y%m%d-%H%M}"
    path = Path(f"{name}.record")
    number = 1
    while path.exists():
        number += 1
        path = Path(f"{name}-{number}.record")
    return path


def target(text: str) -> Path:
    """The file that somebody names, if a record may be written there."""
    try:
        return check_target(Path(text).expanduser())
    except (OSError, ValueError, RuntimeError):
        raise BadOptions(f"{text[:60]!r} cannot be the name of a file.") from None


def check_target(path: Path) -> Path:
    """The file itself, if a record may be written there: never over something that is no record."""
    if not path.parent.is_dir():
        raise BadOptions(f"{path} cannot be written: there is no folder {path.parent}.")
    if path.is_dir():
        raise BadOptions(f"{path} cannot be written: it is a folder.")
    if path.exists() and not is_record(path):
        raise BadOptions(f"{path} is there already and is not a record: choose another name.")
    return path


def is_record(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.readline().strip() == FIRST_LINE.encode()
    except OSError:
        return False


def save(record: Record, path: Path) -> None:
    """Write the record; BadOptions if that is not possible."""
    check_target(path)
    try:
        record.save(path)
    except OSError as error:
        raise BadOptions(f"{path} cannot be written: {error.strerror or error}.") from None
    except ValueError:
        raise BadOptions(f"{str(path)!r} cannot be the name of a file.") from None


def save_somewhere(record: Record, path: Path) -> Path:
    """Write the record before the program ends: to the path or, if that fails, to the folder for temporary files."""
    try:
        save(record, path)
    except BadOptions:
        path = Path(tempfile.mkdtemp(prefix="mesozoic-")) / path.name
        save(record, path)
    return path


def what_now(path: Path, is_over: bool) -> str:
    """How to take up the game again, or to look at one that is over."""
    file = shlex.quote(str(path))
    if is_over:
        return f"The record is saved. Look at it again with: {program()} replay {file}"
    return f"The game is saved. Go on with: {program()} play --resume {file}"


def program() -> str:
    """What to type to call this program: its path, if it was called by that because it is not among the commands."""
    called = Path(sys.argv[0])
    if called.name != "mesozoic" or shutil.which("mesozoic"):
        return "mesozoic"
    return shlex.quote(os.path.relpath(called))


@contextmanager
def undisturbed() -> Iterator[None]:
    """A second, impatient Ctrl-C does not interrupt what the first one started."""
    with answered([signal.SIGINT, *STOPS], signal.SIG_IGN):
        yield


@contextmanager
def stopping_saves() -> Iterator[None]:
    """Inside, closing the window or ending the program raises :class:`Stopped`, as Ctrl-C raises KeyboardInterrupt."""

    def stop(number: int, _frame: FrameType | None) -> None:
        raise Stopped(number)

    with answered(STOPS, stop):
        yield


@contextmanager
def answered(numbers: Sequence[signal.Signals], answer: Answer) -> Iterator[None]:
    """Inside, these signals are answered like that."""
    before = [signal.signal(number, answer) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
