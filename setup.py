"""Compiles the engine with mypyc where that is possible; elsewhere the same source runs uncompiled.

MESOZOIC_PURE=1 never compiles. MESOZOIC_PURE=0 insists on compiling and fails where that is impossible.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from glob import glob

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

# Together in one mypyc call: apart, calls between kernel and rules would cost twice as much. No list of games.
COMPILED = [
    "mesozoic/kernel/bits.py",
    "mesozoic/kernel/rng.py",
    "mesozoic/kernel/deal.py",
    "mesozoic/kernel/state.py",
    "mesozoic/kernel/hints.py",
    "mesozoic/kernel/playout.py",
    "mesozoic/bots/lookahead.py",
    *glob("mesozoic/games/*/cards.py"),
    *glob("mesozoic/games/*/rules.py"),
    *glob("mesozoic/games/*/rules_*.py"),
    *glob("mesozoic/games/*/hints.py"),
]
# Without the second flag calls inside the library go through its table of symbols (a third of the speed); the last
# makes overflowing arithmetic wrap instead of being undefined.
FLAGS = ["-O3", "-fno-semantic-interposition", "-fwrapv"]
PURE = os.environ.get("MESOZOIC_PURE", "")


def give_up(reason: str) -> None:
    """One clear line, or the end if the compiled engine was asked for."""
    if PURE == "0":
        raise SystemExit(f"mesozoic: MESOZOIC_PURE=0 asks for the compiled engine, but {reason}.")
    print(f"mesozoic: {reason}, so the engine runs uncompiled, about 30 to 60 times slower.")


def compiled_engine() -> list[Extension]:
    if PURE not in ("", "0"):
        return []
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if sys.platform != "win32" and shutil.which(compiler) is None:
        give_up(f"there is no C compiler ({compiler})")
        return []
    from mypyc.build import mypycify

    # What the engine does not use itself (the terminal's library) need not be there when it is compiled.
    files = ["--ignore-missing-imports", *sorted(COMPILED)]
    extensions: list[Extension] = mypycify(files, opt_level="3", group_name="mesozoic")
    for extension in extensions:
        if sys.platform != "win32":
            extension.extra_compile_args += FLAGS
    return extensions


class BuildEngine(build_ext):
    """A compiler that fails, for instance because Python's headers are missing, is as good as none."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:
            give_up(f"the C compiler failed ({str(error).splitlines()[0]})")
            self.extensions = []


setup(ext_modules=compiled_engine(), cmdclass={"build_ext": BuildEngine})
