"""Compiles the engine with mypyc where that is possible; elsewhere the same source runs uncompiled.

MESOZOIC_PURE=1 never compiles. MESOZOIC_PURE=0 insists on compiling and fails where that is impossible.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
import tomllib
from multiprocessing.pool import ThreadPool
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
# Together in one mypyc call: apart, calls between kernel and rules would cost twice as much.
COMPILED = [
    str(file.relative_to(ROOT))
    for pattern in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mesozoic"]["compiled"]
    for file in ROOT.glob(pattern)
]
CORES = os.cpu_count() or 1
# The first makes overflowing arithmetic wrap instead of being undefined. Without the others calls inside the library go
# through its table of symbols (a third of the speed). A C file per module is compiled on all cores; gcc then joins them
# as if they were one (-flto), so that the kernel's short functions still become part of the games' code.
FLAGS = ["-fwrapv"]
if sys.platform == "linux":
    FLAGS += ["-fno-semantic-interposition", "-fvisibility=hidden", f"-flto={CORES}"]
# What is mostly calls into Python gains nothing from more of gcc's time.
LIGHTLY = ["-O1"]
LIGHT = ("view", "preview", "differences")
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
    extensions: list[Extension] = mypycify(files, debug_level="0", group_name="mesozoic", multi_file=True)
    if sys.platform != "win32":
        engine = extensions[0]  # the others only open it under the names of its modules
        engine.extra_compile_args += FLAGS
        engine.extra_link_args += ["-O3", *FLAGS]
    return extensions


class BuildEngine(build_ext):
    """Compiles on all cores. A compiler that fails, as without Python's headers, is as good as none."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or CORES

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:
            give_up(f"the C compiler failed ({str(error).splitlines()[0]})")
            self.extensions = []

    def build_extension(self, ext: Extension) -> None:
        """The C files of one extension side by side, where setuptools would take them one after the other."""

        def compiled(source: str) -> str:
            module = Path(source).stem.rpartition("___")[2]
            more = LIGHTLY if module in LIGHT and sys.platform != "win32" else []
            return str(self.compiler.compile(
                [source],
                output_dir=self.build_temp,
                include_dirs=ext.include_dirs,
                extra_postargs=[*ext.extra_compile_args, *more],
                depends=ext.depends,
            )[0])  # fmt: skip

        if len(ext.sources) > 1:
            with ThreadPool(CORES) as pool:
                ext.extra_objects = pool.map(compiled, ext.sources, chunksize=1)
            ext.sources = []
        super().build_extension(ext)


setup(ext_modules=compiled_engine(), cmdclass={"build_ext": BuildEngine})
