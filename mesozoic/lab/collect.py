"""Games under the eyes of a witness, as the four tables of a run."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from io import BytesIO
from typing import Any, Final

import numpy as np
import pyarrow as pa

from mesozoic.kernel.game import Setup
from mesozoic.kernel.state import HOST, State
from mesozoic.kernel.witness import CARD_CELLS, GAME_CELLS, NOTHING, SEAT_CELLS, Lines, Witness
from mesozoic.lab.pieces import wanted
from mesozoic.lab.schema import RunSetup, schemas
from mesozoic.lab.simulate import fill_seats, play_out

Cells = dict[str, Any]
"""Columns of whole numbers by name, as NumPy arrays."""


PAGE: Final = 20_000
"""So many cells are taken away at once."""


def play_piece(run: RunSetup, players: int, numbers: range, is_stopped: Callable[[], bool]) -> dict[str, pa.Table]:
    """The games of these numbers among those of so many players, as four tables; Stopped if nobody wants them."""
    setup = run.prepare()[players]
    seats = fill_seats(list(run.bots), players)
    witness = setup.game.figures.witness(setup)
    sampler = Sampler(setup, witness)
    written = Written(witness)
    gap = round(1 / run.sampled) if run.sampled else 0
    first = run.players.index(players) * run.games
    seated: list[str] = []
    for number in wanted(numbers, is_stopped):
        sample = partial(sampler.sample, first + number)
        played = play_out(setup, seats, run.seed, number, run.paired, witness, sample, first + number, gap)
        seated += played.seated
        written.turn_pages()
    return _tables(run, setup, written, sampler, seated, first + numbers.start)


class Pages:
    """What a witness writes about one thing, taken away page by page, so that its buffer stays small."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.pages: list[Any] = []

    def turn(self, least: int = PAGE) -> None:
        size = int(self.lines.size)
        if size >= least:
            self.pages.append(np.frombuffer(memoryview(self.lines.cells), np.int64, count=size).copy())
            self.lines.size = 0

    def columns(self, names: list[str]) -> Cells:
        self.turn(0)
        cells = np.ascontiguousarray(np.concatenate(self.pages).reshape(-1, int(self.lines.width)).T)
        return dict(zip(names, cells, strict=True))


class Written:
    """All that a witness writes."""

    def __init__(self, witness: Witness) -> None:
        self.witness = witness
        self.games = Pages(witness.games)
        self.seats = Pages(witness.seats)
        self.cards = Pages(witness.cards)

    def turn_pages(self) -> None:
        self.games.turn()
        self.seats.turn()
        self.cards.turn()


class Sampler:
    """Writes down some decisions, with what the game's hints think of them."""

    def __init__(self, setup: Setup, witness: Witness) -> None:
        self.setup = setup
        self.witness = witness
        self.lines: list[tuple[Any, ...]] = []

    def sample(self, game: int, state: State, seat: int, move: int) -> None:
        """Make the move and write a line about it; one of the host is no decision."""
        if seat == HOST:
            state.apply(seat, move)
            return
        text, hints = self.setup.game.text, self.setup.game.hints
        is_listed = self.witness.lists_moves
        open_moves = [text(code) for code in self.witness.out.listed()] if is_listed else []
        where = self.witness.round_of(state)
        before = hints.value(state, seat)
        state.apply(seat, move)
        after = hints.value(state, seat)
        self.lines.append(
            (
                game,
                self.setup.players,
                int(self.witness.decisions) - 1,
                seat + 1,
                None if where == NOTHING else int(where),
                len(open_moves) if is_listed else None,
                open_moves,
                text(move),
                before,
                after,
            )
        )


def _tables(
    run: RunSetup, setup: Setup, written: Written, sampler: Sampler, seated: list[str], first: int
) -> dict[str, pa.Table]:
    witness = written.witness
    shapes = schemas(run, witness.game_figures, witness.seat_figures, witness.card_words)
    columns = {
        "games": _games(setup, written, first),
        "seats": _seats(setup, written, list(dict.fromkeys(run.bots)), seated),
        "cards": _cards(setup, written),
        "decisions": _decisions(shapes["decisions"], sampler.lines),
    }
    return {name: _table(shapes[name], columns[name]) for name in shapes}


def _games(setup: Setup, written: Written, first: int) -> Cells:
    witness = written.witness
    own = [figure.name for figure in witness.game_figures]
    cells = written.games.columns([*GAME_CELLS, *own])
    decisions = cells["decisions"]
    is_listed = witness.lists_moves
    return {
        **cells,
        "game": np.arange(first, first + len(decisions)),
        "players": np.full(len(decisions), setup.players),
        "ending": _named(cells["ending"], list(witness.endings)),
        "branching": _numbers(cells["options"] / decisions if is_listed else np.full(len(decisions), np.nan)),
        "decided_at": _numbers(np.where(cells["decided"] == NOTHING, np.nan, cells["decided"] / decisions)),
        "seconds": _numbers(cells["clock"] / 1000 if setup.game.facts.realtime else np.full(len(decisions), np.nan)),
    }


def _seats(setup: Setup, written: Written, bots: list[str], seated: list[str]) -> Cells:
    own = [figure.name for figure in written.witness.seat_figures]
    cells = written.seats.columns([*SEAT_CELLS, *own])
    winners = cells["winners"]
    return {
        **cells,
        "players": np.full(len(winners), setup.players),
        "seat": cells["seat"] + 1,
        "bot": _named(np.array(list(map({bot: at for at, bot in enumerate(bots)}.__getitem__, seated))), bots),
        "share": _numbers(np.where(winners > 0, 1 / np.maximum(winners, 1), 0.0)),
        "ahead": _numbers(cells["ahead"] / cells["looks"] if setup.players > 1 else np.full(len(winners), np.nan)),
    }


def _cards(setup: Setup, written: Written) -> Cells:
    cells = written.cards.columns(list(CARD_CELLS))
    return {
        **cells,
        "players": np.full(len(cells["game"]), setup.players),
        "seat": cells["seat"] + 1,
        "card": _named(cells["card"], list(written.witness.card_names)),
    }


def _decisions(schema: pa.Schema, lines: list[tuple[Any, ...]]) -> Cells:
    columns = list(zip(*lines, strict=True)) if lines else [()] * len(schema)
    return {field.name: pa.array(column, type=field.type) for field, column in zip(schema, columns, strict=True)}


def _numbers(column: Any) -> pa.Array:
    """Numbers of which those that are none are missing."""
    return pa.array(column.astype(np.float32), from_pandas=True)


def _named(column: Any, names: list[str]) -> pa.Array:
    return pa.DictionaryArray.from_arrays(pa.array(column.astype(np.int32)), pa.array(names, pa.string()))


def _table(schema: pa.Schema, columns: Cells) -> pa.Table:
    arrays = [_array(columns[field.name], field.type) for field in schema]
    return pa.table(arrays, schema=schema)


def _array(column: Any, kind: pa.DataType) -> pa.Array:
    if isinstance(column, pa.Array):
        return column
    missing = column == NOTHING
    if not missing.any():
        return pa.array(column.astype(kind.to_pandas_dtype()))
    return pa.array(np.where(missing, 0, column).astype(kind.to_pandas_dtype()), mask=missing)


def packed(tables: dict[str, pa.Table]) -> dict[str, bytes]:
    """The tables as the bytes of Arrow files, to be sent and stored for a while: that costs nearly nothing."""
    return {name: _bytes(table) for name, table in tables.items()}


def _bytes(table: pa.Table) -> bytes:
    out = BytesIO()
    with pa.ipc.new_file(out, table.schema) as file:
        file.write_table(table)
    return out.getvalue()
