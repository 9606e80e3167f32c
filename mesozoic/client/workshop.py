"""What crosses the wire between the workshop's pages and the server: card tables as grids, runs, how far they are."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from mesozoic.client.messages import Answer, BotInfo, Request
from mesozoic.kernel.options import LONGEST_TEXT

FEWEST_GAMES = 2
"""A mean has no interval with fewer."""
MOST_GAMES = 20_000
"""For each number of players, in each of the two games."""

Cell = Annotated[str, Meta(max_length=400)]
CardRow = Annotated[list[Cell], Meta(max_length=60)]
TableText = Annotated[str, Meta(max_length=LONGEST_TEXT)]
OptionName = Annotated[str, Meta(max_length=60)]


class ColumnInfo(Answer):
    """A column of a card table."""

    name: str
    means: str
    """What it is about, with its unit; nothing where its name says it."""
    takes: list[str]
    """What it may hold, in the words of the check, empty where any words do: one text for all of the game's own cards,
    or one for each."""


class CardSheet(Answer):
    """A game's own cards as a grid."""

    columns: list[ColumnInfo]
    key: str
    """The column by which a card is known again."""
    called: str
    """The column that tells how a card is called."""
    rows: list[list[str]]


class CardsWish(Request):
    """A card table to be looked through: the cells of a grid, or the text of a CSV file."""

    rows: Annotated[list[CardRow], Meta(max_length=1000)] | None = None
    text: TableText | None = None


class CardProblem(Answer):
    """What is wrong with a card table."""

    row: int | None
    """Which card of the grid, from 0; None: the table as a whole."""
    column: str
    """Which column; nothing where it is about the whole card."""
    message: str
    text: str
    """The same with line and column of the file, as ``mesozoic cards check`` says it."""


class CheckedCards(Answer):
    """A card table that was looked through."""

    rows: list[list[str]]
    text: str
    """The table as a CSV file."""
    problems: list[CardProblem]
    notes: list[str]
    """What is worth knowing about a table that can be played."""
    changes: list[str]
    """What it changes, in words."""


class WorkshopGame(Answer):
    """What can be changed in a game, beside its options, and who plays."""

    name: str
    cards: CardSheet | None
    bots: list[BotInfo]
    usual_bot: str


class WorkshopWish(Request):
    """A game with changes, to be played against the game as it is."""

    game: Annotated[str, Meta(min_length=1, max_length=60)]
    players: Annotated[list[Annotated[int, Meta(ge=1, le=12)]], Meta(min_length=1, max_length=12)]
    bots: Annotated[list[Annotated[str, Meta(min_length=1, max_length=60)]], Meta(min_length=1, max_length=12)]
    games: Annotated[int, Meta(ge=FEWEST_GAMES, le=MOST_GAMES)]
    """For each number of players, in each of the two games."""
    seed: Annotated[str, Meta(min_length=1, max_length=64)] = "1"
    cards: TableText = ""
    """Another card table; nothing for the game's own."""
    options: Annotated[dict[OptionName, Any], Meta(max_length=60)] = field(default_factory=dict)
    """Of the changed game."""
    both: Annotated[dict[OptionName, Any], Meta(max_length=60)] = field(default_factory=dict)
    """Of both games."""
    title: Annotated[str, Meta(max_length=100)] = ""
    """How the run is called; nothing: by its changes."""


class WorkshopRun(Answer):
    """A run of the workshop: both games, and what came of them."""

    id: str
    title: str
    game_title: str
    made: str
    """When, as ISO 8601."""
    status: Literal["playing", "reporting", "stopped", "finished"]
    done: int
    """So many games are kept, of ..."""
    total: int
    """... so many in all."""
    rate: float | None
    """Games a second since it was begun or gone on with."""
    seconds_left: float | None
    trouble: str
    """Why it stopped by itself, in words."""
    changes: list[str]
    short: list[str]
    """What the comparison says, in words."""
    reports: list[Literal["compare", "usual", "changed"]]
    """Which pages there are."""
    wish: WorkshopWish


class Workshop(Answer):
    """The workshop as a whole."""

    needs: str
    """What must be installed first, in words; nothing if all is there."""
    folder: str
    """Where the runs are kept."""
    most_games: int
    runs: list[WorkshopRun]
    """Newest first."""
