"""The runs of the workshop on disk: each a folder with its plan, two runs of the lab, and what was made of them."""

from __future__ import annotations

import re
import secrets
import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from mesozoic.kernel.errors import BadOptions
from mesozoic.workshop.plans import SIDES, Plan

PLAN_FILE: Final = "plan.json"
RESULT_FILE: Final = "result.json"
PAGES: Final = ("compare", *SIDES)
"""The pages that are made of a run: both compared, and each by itself."""
TABLES: Final = 4
"""Files of a finished run of the lab."""
NAME: Final = re.compile(r"[0-9a-f]{12}")


class _Size(msgspec.Struct):
    """Of a run's set-up: how many games are stored together. The lab itself is not loaded for that."""

    piece: int


class Result(msgspec.Struct):
    """What came of a run, so far as it is played."""

    short: list[str]
    """What differs, in words."""
    games: int
    """So many were played when it was written."""


@dataclass(frozen=True)
class Kept:
    """A run that is kept."""

    name: str
    folder: Path
    plan: Plan

    def side(self, name: str) -> Path:
        """The run of the lab with one of the two games."""
        return self.folder / name

    def done(self) -> int:
        """How many games are kept: those of finished pieces, as the lab names and stores them."""
        return sum(self._done(self.side(side)) for side in SIDES)

    def is_comparable(self) -> bool:
        """Are there games of both?"""
        return all(self._done(self.side(side)) for side in SIDES)

    def _done(self, home: Path) -> int:
        wish = self.plan.wish
        if len(list(home.glob("[!.]*.parquet"))) == TABLES:
            return len(wish.players) * wish.games
        try:
            size = msgspec.json.decode((home / "run.json").read_bytes(), type=_Size).piece
        except (OSError, msgspec.MsgspecError):
            return 0
        firsts = [int(piece.name) % wish.games for piece in (home / "pieces").glob("[0-9]*")]
        return sum(min(size, wish.games - first) for first in firsts)

    def page(self, name: str) -> Path:
        return self.folder / f"{name}.html"

    @property
    def pages(self) -> list[str]:
        return [name for name in PAGES if self.page(name).is_file()]

    @property
    def result(self) -> Result | None:
        try:
            return msgspec.json.decode((self.folder / RESULT_FILE).read_bytes(), type=Result)
        except (OSError, msgspec.MsgspecError):
            return None

    def write_result(self, result: Result) -> None:
        write(self.folder / RESULT_FILE, msgspec.json.encode(result))

    def forget_result(self) -> None:
        """What was made of fewer games is no longer true."""
        for path in (self.folder / RESULT_FILE, *map(self.page, PAGES)):
            path.unlink(missing_ok=True)


class Shelf:
    """All runs of one user."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def runs(self) -> list[Kept]:
        """Newest first; what cannot be read is left out."""
        found = []
        names = [one.name for one in self.folder.iterdir()] if self.folder.is_dir() else []
        for name in names:
            with suppress(BadOptions):
                found.append(self.open(name))
        return sorted(found, key=lambda run: (run.plan.made, run.name), reverse=True)

    def open(self, name: str) -> Kept:
        folder = self.folder / name
        if not NAME.fullmatch(name) or not folder.is_dir():
            raise BadOptions("There is no such run: it may have been deleted.")
        try:
            plan = msgspec.json.decode((folder / PLAN_FILE).read_bytes(), type=Plan)
        except (OSError, msgspec.MsgspecError) as error:
            raise BadOptions(f"The run in {folder} cannot be read: {error}.") from None
        return Kept(name, folder, plan)

    def add(self, plan: Plan) -> Kept:
        name = secrets.token_hex(6)
        folder = self.folder / name
        try:
            folder.mkdir(parents=True)
            write(folder / PLAN_FILE, msgspec.json.format(msgspec.json.encode(plan), indent=1))
        except OSError as error:
            raise BadOptions(f"Nothing can be kept in {self.folder}: {error.strerror or error}.") from None
        return Kept(name, folder, plan)

    def delete(self, name: str) -> None:
        """The folder leaves its place at once, so that nobody finds half of it."""
        kept = self.open(name)
        aside = kept.folder.with_name(f".{name}")
        kept.folder.rename(aside)
        shutil.rmtree(aside, ignore_errors=True)


def write(path: Path, content: bytes) -> None:
    """A file that appears whole."""
    aside = path.with_name(f".{path.name}")
    aside.write_bytes(content)
    aside.replace(path)
