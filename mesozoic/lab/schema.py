"""What the files of a lab run hold: four tables, every column with a sentence, and the whole set-up beside them.

The columns here are those of every game; behind those of ``games`` and ``seats`` stand the game's own figures, which it
declares in its ``figures.py``. The sentences lie in the files too, as the metadata of each field (``means``, ``unit``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

import msgspec
import pyarrow as pa

import mesozoic
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Setup
from mesozoic.kernel.witness import Figure

SETUP: Final = b"mesozoic"
"""Under this key the metadata of every file hold the set-up of its run, as JSON."""
SAMPLED: Final = 0.002
"""The share of the decisions that are kept unless somebody wants another: two of a thousand."""
TABLES: Final = ("games", "seats", "cards", "decisions")

_TEXT: Final = pa.dictionary(pa.int32(), pa.string())


class Column(NamedTuple):
    """A column that every game has."""

    name: str
    type: pa.DataType
    means: str
    unit: str = ""


GAMES: Final = (
    Column("game", pa.int32(), "The number of the game in this run, from 0."),
    Column("players", pa.int16(), "How many played."),
    Column("deal", pa.int32(), "Games of as many players with the same seed and deal begin with the same cards."),
    Column("ending", _TEXT, "By which ending the game was over, in the words of the game."),
    Column("rounds", pa.int32(), "How many rounds were played; nothing where a game has none.", "rounds"),
    Column("decisions", pa.int32(), "How many small decisions were made by all seats.", "decisions"),
    Column("forced", pa.int32(), "How many of them had one legal move only.", "decisions"),
    Column("branching", pa.float32(), "How many legal moves a decision had, on average.", "moves"),
    Column("lead_changes", pa.int32(), "How often another seat took the lead; a tie is nobody's lead.", "changes"),
    Column(
        "decided_at",
        pa.float32(),
        "After which part of the game the final winner led for good: 0 is from the beginning, 1 the final score only; "
        "nothing alone or where several won.",
        "part of the game",
    ),
    Column("seconds", pa.float32(), "How long it lasted on its own clock; nothing without real time.", "seconds"),
)
SEATS: Final = (
    Column("game", pa.int32(), "The number of the game in this run, from 0."),
    Column("players", pa.int16(), "How many played."),
    Column("seat", pa.int16(), "The seat: 1 is P1."),
    Column("bot", _TEXT, "Who played in it."),
    Column("score", pa.int32(), "Its final score.", "points"),
    Column("share", pa.float32(), "Its share of the win: 1, or an equal part of a shared one, or 0."),
    Column("place", pa.int16(), "Its final place: 1 is best, and equals share one."),
    Column("ahead", pa.float32(), "In which part of the game the seat led; nothing alone.", "part of the game"),
)
CARDS: Final = (
    Column("game", pa.int32(), "The number of the game in this run, from 0."),
    Column("players", pa.int16(), "How many played."),
    Column("seat", pa.int16(), "The seat: 1 is P1."),
    Column("card", _TEXT, "The card (or the kind of card), by its id; there is a line if the seat saw it at all."),
    Column("offered", pa.int16(), "How often the seat could have taken or used it; what one chance is, the game says."),
    Column("taken", pa.int16(), "How often the seat took it."),
    Column("played", pa.int16(), "How often the seat played or used it."),
    Column("left", pa.int16(), "How many of it were left over, unused, in the end."),
    Column("round_taken", pa.int16(), "In which round the seat first took it; nothing if never.", "round"),
    Column("round_played", pa.int16(), "In which round the seat first played it; nothing if never.", "round"),
)
DECISIONS: Final = (
    Column("game", pa.int32(), "The number of the game in this run, from 0."),
    Column("players", pa.int16(), "How many played."),
    Column("number", pa.int32(), "The number of the decision in its game, from 0."),
    Column("seat", pa.int16(), "Who decided: 1 is P1."),
    Column("round", pa.int32(), "In which round; nothing where a game has none.", "round"),
    Column("options", pa.int32(), "How many legal moves there were.", "moves"),
    Column("open", pa.list_(pa.string()), "These moves, in the notation of the game."),
    Column("chosen", pa.string(), "The move that was made."),
    Column("value_before", pa.float32(), "What the game's hints said of the seat right before it, all cards known."),
    Column("value_after", pa.float32(), "What they said right after it."),
)
COLUMNS: Final[Mapping[str, tuple[Column, ...]]] = {
    "games": GAMES,
    "seats": SEATS,
    "cards": CARDS,
    "decisions": DECISIONS,
}


class RunSetup(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a run depends on, and how it was asked for."""

    game: str
    rules: int
    """The version of the game's rules."""
    players: tuple[int, ...]
    options: dict[str, str]
    """As they were given; a card table stands by itself."""
    settled: dict[str, dict[str, str]]
    """For each number of players every option of the game, those not given too."""
    cards: str = ""
    """The card table that was given as text; empty for the game's own."""
    cards_hash: str = ""
    """The SHA-256 of that text."""
    bots: tuple[str, ...]
    seed: str
    games: int
    """So many games for each number of players."""
    paired: bool = False
    """Was each deal played with the bots in every seat?"""
    sampled: float
    """This share of the decisions is in the table of decisions."""
    version: str
    """The version of Mesozoic."""
    piece: int = 100
    """So many games at most are played and stored together."""
    command: str = ""
    """The command, to be run again."""

    def in_all(self) -> int:
        """How many games the run has."""
        return self.games * len(self.players)

    def prepare(self) -> dict[int, Setup]:
        """For each number of players the game, ready to begin."""
        game = mesozoic.game(self.game)
        given: dict[str, Any] = dict(self.options)
        if self.cards:
            given[game.cards_option] = self.cards
        return {players: game.prepare(players, given) for players in self.players}

    def differs(self, other: RunSetup) -> list[str]:
        """In which respects the other run is another one, in words; how it was typed makes no difference."""
        names = [name for name in self.__struct_fields__ if name not in ("command", "settled", "cards", "piece")]
        return [
            f"{name.replace('_', ' ')} {_shown(getattr(self, name))}, not {_shown(getattr(other, name))}"
            for name in names
            if getattr(self, name) != getattr(other, name)
        ]


def run_setup(
    game: str,
    players: Iterable[int],
    bots: Iterable[str],
    games: int,
    seed: int | str = 0,
    options: Mapping[str, Any] | None = None,
    cards: str = "",
    *,
    paired: bool = False,
    sampled: float = SAMPLED,
    command: str = "",
) -> RunSetup:
    """The set-up of a run; BadOptions if the game cannot be played like that."""
    chosen = mesozoic.game(game)
    if cards and not chosen.cards_option:
        raise BadOptions(f"{chosen.title} plays with no other cards than its own: leave out --cards.")
    counts = tuple(dict.fromkeys(players))
    if not counts:
        raise BadOptions("Say how many play.")
    if not 0 <= sampled <= 1:
        raise BadOptions(f"The share of the decisions that are kept goes from 0 to 1, so it is not {sampled}.")
    given = dict(options or {})
    setup = RunSetup(
        game=chosen.name,
        rules=chosen.rules_version,
        players=counts,
        options={name: str(value) for name, value in given.items()},
        settled={},
        cards=cards,
        cards_hash=hashlib.sha256(cards.encode()).hexdigest() if cards else "",
        bots=tuple(bots),
        seed=str(seed),
        games=games,
        paired=paired,
        sampled=sampled,
        version=mesozoic.__version__,
        command=command,
    )
    settled = {
        str(count): {
            name: str(value) for name, value in ready.options.items() if not cards or name != chosen.cards_option
        }
        for count, ready in setup.prepare().items()
    }
    return msgspec.structs.replace(setup, settled=settled)


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    if isinstance(value, dict):
        return " ".join(f"{name}={one}" for name, one in value.items()) or "none"
    return str(value) or "none"


def schemas(
    setup: RunSetup, games: Iterable[Figure], seats: Iterable[Figure], card_words: Mapping[str, str] | None = None
) -> dict[str, pa.Schema]:
    """The four tables of a run of a game with these figures of its own about games and seats.

    The words say what the columns about cards mean in this game, where that is special.
    """
    words = {"cards": card_words or {}}
    own: dict[str, list[pa.Field]] = {"games": list(map(_own, games)), "seats": list(map(_own, seats))}
    metadata = {SETUP: msgspec.json.encode(setup)}
    return {
        name: pa.schema(
            [*[_field(column, words.get(name, {})) for column in COLUMNS[name]], *own.get(name, [])], metadata=metadata
        )
        for name in TABLES
    }


def _field(column: Column, words: Mapping[str, str]) -> pa.Field:
    told = {"means": words.get(column.name, column.means), "unit": column.unit}
    return pa.field(column.name, column.type, metadata=told)


def _own(figure: Figure) -> pa.Field:
    """A figure of the game: a whole number. Those that add up to the score say so, for the report."""
    told = {"means": figure.means, "unit": figure.unit, "of": "game", "source": "points" if figure.is_points else ""}
    return pa.field(figure.name, pa.int64(), metadata=told)
