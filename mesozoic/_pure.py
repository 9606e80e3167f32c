"""Running the engine from its source although a compiled one is installed (``MESOZOIC_PURE=1``), or never (``0``)."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType


class _SourceFinder(MetaPathFinder):
    """Finds the modules of one package, and only as ``.py`` files."""

    def __init__(self, package: str) -> None:
        self.prefix = f"{package}."

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(self.prefix):
            return None
        for folder in path or ():
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(fullname)
            if spec is not None:
                return spec
        return None


def insist_on_compiled_if_asked(compiled: bool) -> None:
    """End where the compiled engine was asked for and there is none."""
    if not compiled and os.environ.get("MESOZOIC_PURE") == "0":
        sys.exit(
            "mesozoic: MESOZOIC_PURE=0 asks for the compiled engine, but none is installed: "
            "reinstall with a C compiler."
        )


# From now on this package's modules are imported from source; ahead of the finder that prefers compiled ones.
if os.environ.get("MESOZOIC_PURE", "") not in ("", "0"):
    sys.meta_path.insert(0, _SourceFinder("mesozoic"))
