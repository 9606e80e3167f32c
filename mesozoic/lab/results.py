"""Reading what a lab run has written.

>>> from mesozoic.lab.results import Run                                        # doctest: +SKIP
>>> run = Run.open("runs/dinospan")                                             # doctest: +SKIP
>>> run.setup.bots, run.games.num_rows, run.figures("seats")                    # doctest: +SKIP
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from mesozoic.kernel.errors import MesozoicError
from mesozoic.lab.pieces import PIECES
from mesozoic.lab.schema import COLUMNS, SETUP, TABLES, RunSetup

SETUP_FILE: Final = "run.json"
"""Until a run is finished its pieces lie in this folder, each a folder with the four tables as Arrow files."""


class BadRun(MesozoicError):
    """The folder holds no run of the lab, or a damaged one."""


@dataclass(frozen=True)
class Told:
    """A figure that the game itself declares."""

    name: str
    means: str
    unit: str
    is_points: bool
    """Does it add up, with the others of its kind, to the score?"""


@dataclass(frozen=True)
class Run:
    """A run, finished or stopped; tables are read when they are asked for."""

    folder: Path
    setup: RunSetup

    @classmethod
    def open(cls, folder: Path | str) -> Run:
        """The run in a folder; BadRun, with a sentence, if there is none that can be read."""
        home = Path(folder)
        if not home.is_dir():
            raise BadRun(f"There is no folder {home}: make a run with mesozoic lab run GAME --out {home}.")
        run = cls(home, read_setup(home))
        if not run.is_finished and not run.pieces:
            raise BadRun(f"The run in {home} has no finished game yet: go on with {run.setup.command or 'it'}.")
        for name in TABLES:
            run.check(name)
        return run

    @property
    def is_finished(self) -> bool:
        return all(self.file(name).is_file() for name in TABLES)

    @cached_property
    def pieces(self) -> list[Path]:
        """The finished pieces of a run that is not finished, in their order."""
        return sorted(one for one in (self.folder / PIECES).glob("[0-9]*") if one.is_dir())

    def file(self, table: str) -> Path:
        return self.folder / f"{table}.parquet"

    def files(self, table: str) -> list[Path]:
        """The files that hold a table."""
        return [self.file(table)] if self.is_finished else [piece / f"{table}.arrow" for piece in self.pieces]

    def check(self, table: str) -> None:
        """BadRun if a file of the table is missing, damaged, or of another run."""
        for path in self.files(table):
            try:
                schema = schema_of(path)
            except (OSError, pa.ArrowInvalid) as error:
                reason = "it is missing" if isinstance(error, FileNotFoundError) else "it cannot be read"
                raise BadRun(f"The run in {self.folder} is damaged: {path.name}: {reason}. Run it anew.") from None
            missing = [column.name for column in COLUMNS[table] if column.name not in schema.names]
            if missing:
                raise BadRun(f"{path} has no column {', '.join(missing)}: another version of Mesozoic wrote it.")
            found = _setup_of(schema)
            if found is None or self.setup.differs(found):
                raise BadRun(f"{path} belongs to another run than {SETUP_FILE} beside it: run it anew in a new folder.")

    def table(self, name: str) -> pa.Table:
        """One of the four tables, whole."""
        return pa.concat_tables([read_table(path) for path in self.files(name)]).unify_dictionaries()

    @cached_property
    def games(self) -> pa.Table:
        return self.table("games")

    @cached_property
    def seats(self) -> pa.Table:
        return self.table("seats")

    @cached_property
    def cards(self) -> pa.Table:
        return self.table("cards")

    @cached_property
    def decisions(self) -> pa.Table:
        return self.table("decisions")

    def explain(self) -> None:
        """Print every column of every table with its sentence."""
        for table in TABLES:
            print(f"{table}.parquet")
            for field in schema_of(self.files(table)[0]):
                unit = field.metadata[b"unit"].decode()
                print(f"  {field.name}: {field.metadata[b'means'].decode()}{f' ({unit})' if unit else ''}")

    def figures(self, table: str) -> list[Told]:
        """The columns of ``games`` or ``seats`` that the game itself declares."""
        schema = schema_of(self.files(table)[0])
        own = [field for field in schema if (field.metadata or {}).get(b"of") == b"game"]
        return [
            Told(
                field.name,
                field.metadata[b"means"].decode(),
                field.metadata[b"unit"].decode(),
                field.metadata[b"source"] == b"points",
            )
            for field in own
        ]


def schema_of(path: Path) -> pa.Schema:
    """What a file of a run or of a piece holds."""
    if path.suffix == ".parquet":
        return pq.read_schema(path)
    with pa.OSFile(str(path)) as file:
        return pa.ipc.open_file(file).schema


def read_table(path: Path) -> pa.Table:
    if path.suffix == ".parquet":
        return pq.read_table(path)
    with pa.OSFile(str(path)) as file:
        return pa.ipc.open_file(file).read_all()


def read_setup(folder: Path) -> RunSetup:
    """What was asked for in this folder; BadRun if that cannot be read."""
    path = folder / SETUP_FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=RunSetup)
    except FileNotFoundError:
        raise BadRun(f"{folder} holds no run of the lab: there is no {SETUP_FILE} in it.") from None
    except (OSError, msgspec.MsgspecError) as error:
        raise BadRun(f"{path} cannot be read: {error}.") from None


def _setup_of(schema: pa.Schema) -> RunSetup | None:
    try:
        return msgspec.json.decode((schema.metadata or {})[SETUP], type=RunSetup)
    except (KeyError, msgspec.MsgspecError):
        return None
