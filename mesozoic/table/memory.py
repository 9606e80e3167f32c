"""What the server no longer needs goes back to the system."""

from __future__ import annotations

import ctypes
import os
import platform
import sys
import sysconfig
from contextlib import suppress

SYSTEM = {"PYTHONMALLOC": "malloc", "MALLOC_ARENA_MAX": "2"}
"""Memory of the C library; with a heap for each thread it would give back as little as Python."""
NAME_PROCESS = 15
"""So Linux calls the request that gives the process its name."""


def take_from_the_system() -> None:
    """Begin this process anew with the memory of the C library, which gives back what is free; called once, early.

    Python's own keeps whole megabytes for the sake of one small thing in them, so the most that was ever needed would
    stay. It serves small things sooner, though, so the processes that think for bots keep it. Whoever has chosen by
    PYTHONMALLOC is left alone.
    """
    if "PYTHONMALLOC" not in os.environ and can_begin_anew():
        with suppress(OSError, ValueError):  # then it goes on as it is
            os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], {**SYSTEM, **os.environ})
    elif os.environ.get("PYTHONMALLOC") == SYSTEM["PYTHONMALLOC"]:
        for name, value in SYSTEM.items():
            if os.environ.get(name) == value:
                del os.environ[name]
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(NAME_PROCESS, b"mesozoic", 0, 0, 0)  # it was lost on the way


def can_begin_anew() -> bool:
    """Not where a program only calls the command, or was read from its standard input, which is read by now; nor where
    Python ignores its environment or, without its global lock, has no choice of memory."""
    is_served = sys.argv[1:2] == ["serve"] and sys.argv[0] != "-"
    is_free = not sys.flags.ignore_environment and not sysconfig.get_config_var("Py_GIL_DISABLED")
    return is_served and is_free and platform.libc_ver()[0] == "glibc"


def give_back() -> None:
    """Python frees memory to the C library, which keeps it; glibc can be asked to give it back."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
