"""What the server no longer needs goes back to the system."""

from __future__ import annotations

import ctypes
import os
import platform
import sys
from contextlib import suppress


def take_from_the_system() -> None:
    """Begin this process anew with the memory of the C library, which gives back what is free; called once, early.

    Python's own keeps whole megabytes for the sake of one small thing in them, so the most that was ever needed would
    stay. It serves small things sooner, though, so the processes that think for bots keep it. Whoever has chosen by
    PYTHONMALLOC is left alone, and so is a program that only calls the command.
    """
    is_chosen = os.environ.pop("PYTHONMALLOC", "") != ""
    if not is_chosen and sys.argv[1:2] == ["serve"] and platform.libc_ver()[0] == "glibc":
        chosen = {"PYTHONMALLOC": "malloc", "MALLOC_ARENA_MAX": "2"}
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], {**os.environ, **chosen})


def give_back() -> None:
    """Python frees memory to the C library, which keeps it; glibc can be asked to give it back."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
