"""A new game, written from the template: a complete small one, to be changed into the game that is meant."""

from __future__ import annotations

import keyword
import re
from importlib import resources
from pathlib import Path

from mesozoic import games
from mesozoic.kernel.errors import BadOptions

TEMPLATE = "mesozoic.template"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST = 40


def write_game(name: str, title: str = "", into: Path | None = None) -> Path:
    """The folder of the new game. BadOptions for a name that is none or taken, and nothing is written then."""
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        raise BadOptions(f"{name[:LONGEST]!r} is no name for one: write small letters and hyphens, such as egg-race.")
    if name in games.all_games():
        raise BadOptions(f"There is a game {name!r} already.")
    folder = (Path(games.__path__[0]) if into is None else into) / name.replace("-", "_")
    if folder.exists():
        raise BadOptions(f"{folder} exists already: choose another name.")
    if keyword.iskeyword(folder.name):
        raise BadOptions(f"{name!r} means something else in Python: choose another name.")
    said = " ".join(title.split()) or name.replace("-", " ").title()
    if not said.isprintable() or set(said) & set('"\\{}'):
        raise BadOptions("A title is one line of plain text, without quotation marks.")
    try:
        folder.mkdir(parents=True)
        for file, text in _files(name, said):
            (folder / file).write_text(text, "utf-8")
    except OSError as error:
        raise BadOptions(f"{folder} cannot be written: {error.strerror}.") from None
    return folder


def _files(name: str, title: str) -> list[tuple[str, str]]:
    """The files of the template under the new name; rules are numbered by its first letters."""
    words = name.split("-")
    letters = "".join(word[0] for word in words) if len(words) > 1 else name[:2]
    changes = {
        '"new-game"': f'"{name}"',
        "New Game": title,
        "NewGame": "".join(word.capitalize() for word in words),
        "NG-": f"{letters.upper()}-",
    }
    found = []
    for one in resources.files(TEMPLATE).iterdir():
        if one.name.endswith((".py", ".md")):
            text = one.read_text("utf-8")
            for old, new in changes.items():
                text = text.replace(old, new)
            found.append((one.name, text))
    return found
