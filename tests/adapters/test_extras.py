"""Without its library an adapter says in a sentence what to install."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest


@pytest.mark.parametrize(
    ("module", "library", "extra"),
    [
        ("mesozoic.batch", "numpy", "batch"),
        ("mesozoic.adapters.pettingzoo", "pettingzoo", "pettingzoo"),
        ("mesozoic.adapters.gymnasium", "gymnasium", "gymnasium"),
        ("mesozoic.adapters.openspiel", "pyspiel", "openspiel"),
    ],
)
def test_a_missing_library_is_named(module, library, extra, monkeypatch):
    import_module(module)
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, module)
    with pytest.raises(ImportError, match=rf"pip install 'mesozoic\[{extra}\]'\.$"):
        import_module(module)
