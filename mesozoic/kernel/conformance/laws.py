"""The laws that a game's states are checked by, in words: they stand in the source, beside what they ask."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from mesozoic.kernel.conformance import bulk
from mesozoic.kernel.folder import Invariants, file_of
from mesozoic.kernel.game import Game


def laws_of(game: Game) -> tuple[str, ...]:
    """Every law of the game's own ``invariants.py``, in the order in which they stand there."""
    module = file_of(game.package, Invariants.file)
    return laws_in(str(module.__file__)) if module is not None else ()


def laws_of_all() -> tuple[str, ...]:
    """Every law of bulk play that is the same for all games."""
    return laws_in(str(bulk.__file__))


@cache
def laws_in(file: str) -> tuple[str, ...]:
    """The words of every assert; a number in them that only the state knows is an ellipsis."""
    home = Path(file)
    tree = ast.parse((home.parent / f"{home.name.partition('.')[0]}.py").read_text("utf-8"))
    named = {name: text for name, text in _constants(tree) if text}
    return tuple(dict.fromkeys(_words(node, named) for node in ast.walk(tree) if _is_law(node)))


def _constants(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, _text(node.value)


def _is_law(node: ast.AST) -> bool:
    """``assert holds, words`` or ``law(holds, words)``, or an error that says the same."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("law", "AssertionError")
    return isinstance(node, ast.Assert)


def _words(node: ast.AST, named: dict[str, str]) -> str:
    words = node.msg if isinstance(node, ast.Assert) else node.args[-1] if isinstance(node, ast.Call) else None
    return named.get(words.id, "") if isinstance(words, ast.Name) else _text(words)


def _text(node: ast.expr | None) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part) for part in node.values)
    if isinstance(node, ast.FormattedValue):
        return "…"
    return str(node.value) if isinstance(node, ast.Constant) else ""
