"""A game's own pages: the whole of one, or the rule or ruling of a number."""

from __future__ import annotations

import os
import re

from rich.console import Console
from rich.markdown import Markdown

from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Game

PAGES = ("rules.md", "rulings.md")
NUMBERED = re.compile(r"(?:[-*] +)?\*\*(?P<number>[^*]+)\*\*")


def page(game: Game, name: str) -> str:
    try:
        return game.document(name)
    except FileNotFoundError:
        raise BadOptions(f"{game.title} has no page {name}.") from None


def rule(game: Game, number: str) -> str:
    """The rule or ruling of that number, such as ``DD-19`` or ``DD-R11``, with the table that follows it."""
    for name in PAGES:
        lines = page(game, name).splitlines()
        for at, line in enumerate(lines):
            found = NUMBERED.match(line)
            if found and found["number"].strip().lower() == number.strip().lower():
                return "\n".join(lines[at : end_of_rule(lines, at)]).strip()
    raise BadOptions(f"{game.title} has no rule {number[:40]!r}: mesozoic rules {game.name} shows them all.")


def end_of_rule(lines: list[str], start: int) -> int:
    """The line after the rule: the next number, a heading, or a paragraph that is no table."""
    for at in range(start + 1, len(lines)):
        line = lines[at]
        new_paragraph = not lines[at - 1].strip() and line.strip() and line[0] not in "| "
        if line.startswith("#") or NUMBERED.match(line) or new_paragraph:
            return at
    return len(lines)


def show_rules(console: Console, game: Game, number: str | None) -> None:
    """One rule, or all of them: page by page if a person sits there."""
    if number is not None:
        console.print(Markdown(rule(game, number)))
        return
    text = Markdown(page(game, "rules.md"))
    if not console.is_terminal:
        console.print(text)
        return
    os.environ.setdefault("LESS", "FRX")  # quit if it fits, colours, keep the screen
    with console.pager(styles=True):
        console.print(text)
