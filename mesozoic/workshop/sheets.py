"""A card table as a grid: cells become the text of a file, and every problem of the file is told at its cell."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

from mesozoic.client import workshop as messages
from mesozoic.kernel.card_tables import BadTable, CardTable, Problem
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Game

FIRST_LINE = 2
"""The head is the first line of a file."""
AT_LINE = re.compile(r"line (\d+), column \d+: (.*)", re.DOTALL)
Rows = Sequence[Sequence[str]]


def sheet(game: Game) -> messages.CardSheet | None:
    """The game's own cards; None if it plays with no others."""
    table = game.card_table
    if table is None:
        return None
    cards = [line.row for line in table.lines(table.own_text)[0]]
    columns = []
    for name in table.columns:
        takes = [table.takes(row, name) for row in cards]
        columns.append(
            messages.ColumnInfo(name, table.means.get(name, ""), takes if len(set(takes)) > 1 else takes[:1])
        )
    return messages.CardSheet(
        columns, table.key, table.called, [[row[name] for name in table.columns] for row in cards]
    )


def rows_of(table: CardTable[object, object], text: str) -> list[list[str]]:
    """The cells of a file; BadOptions, with every line that is no card, if it has no place in a grid."""
    try:
        lines, problems = table.lines(text)
    except BadTable as error:
        problems = error.problems
    if problems:
        raise BadOptions(f"This file has no such cards: {'; '.join(problems)}.")
    return [[line.row[name] for name in table.columns] for line in lines]


def text_of(table: CardTable[object, object], rows: Rows) -> str:
    """The file of these cells."""
    if any(len(row) != len(table.columns) for row in rows):
        raise BadOptions(f"A card has {len(table.columns)} fields: {', '.join(table.columns)}.")
    if any(len(cell.splitlines()) > 1 or cell.endswith(("\n", "\r")) for row in rows for cell in row):
        raise BadOptions("A field of a card is one line: take out the line breaks.")
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([table.columns, *rows])
    return out.getvalue()


def checked(game: Game, wish: messages.CardsWish) -> messages.CheckedCards:
    """Look a table through, as ``mesozoic cards check`` does with a file."""
    table = game.other_cards()
    if (wish.rows is None) == (wish.text is None):
        raise BadOptions("Give the cards as rows or as the text of a file.")
    rows = wish.rows if wish.rows is not None else rows_of(table, wish.text or "")
    text = text_of(table, rows)
    problems, notes = game.check_cards(text)
    changes = [change.words() for change in table.changes("", text)]
    return messages.CheckedCards(
        rows=rows,
        text=text,
        problems=[placed(table, problem, len(rows)) for problem in problems],
        notes=notes if changes else [],
        changes=changes,
    )


def placed(table: CardTable[object, object], problem: str, cards: int) -> messages.CardProblem:
    """A problem at its cell, or at its card where a game names only the line."""
    if isinstance(problem, Problem):
        line, field, message = problem.line, problem.field, problem.message
    else:
        found = AT_LINE.fullmatch(problem)
        line, field, message = (int(found[1]), "", found[2]) if found else (0, "", problem)
    row = line - FIRST_LINE if 0 <= line - FIRST_LINE < cards else None
    return messages.CardProblem(row, field if field in table.columns else "", message, str(problem))
