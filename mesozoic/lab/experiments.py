"""What a card does to winning, by experiment: the same game played on twice from the moment a seat takes the card.

Whoever takes a good card is often ahead already, so how often takers win says little. Here a game is played, and for a
card that a seat takes it is played again from there, with all hidden cards and all chance to come the same:

- *without*: that seat may never take the card, wherever another move is possible;
- *ordinary*: the seat takes it too, but the card has the costs, values and abilities of the median card of its kind, so
  that the seat has an ordinary card in its place (where no two cards may be alike, the two have exchanged them).

The difference between the two ends is the card's doing, and chance; over many games chance goes away. Both ends of
every pair are kept, so that the interval is that of paired differences.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from mesozoic.bots import Bot
from mesozoic.bots.greedy import GreedyBot
from mesozoic.bots.searcher import SearchBot
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.folder import Exchange, exchange_of
from mesozoic.kernel.game import Game, Setup
from mesozoic.kernel.rng import seeded
from mesozoic.kernel.state import NOBODY, State
from mesozoic.lab.entrants import check_entrant, make_checked
from mesozoic.lab.pieces import PIECES, Files, Workers, carry_out, is_stored, wanted, write_whole
from mesozoic.lab.results import Run
from mesozoic.lab.schema import RunSetup

FOLDER: Final = "experiments"
SETUP_FILE: Final = "experiments.json"
TRIALS_FILE: Final = "trials.parquet"
PIECE: Final = 10
"""Games a piece: a stopped run loses at most so many."""
TRIES: Final = 6
"""So many cards of a game are tried, drawn by chance among those that were taken."""
WITHOUT: Final = "without"
ORDINARY: Final = "ordinary"


class Trial(NamedTuple):
    """One pair of games: as it was played, and as it would have gone otherwise."""

    experiment: str
    bot: str
    players: int
    game: int
    seat: int
    card: str
    share: float
    """The seat's share of the win with the card, and otherwise."""
    share_otherwise: float
    lead: float
    """How many points the seat was ahead of the best other (alone: how many it had), with the card and otherwise."""
    lead_otherwise: float


SCHEMA: Final = pa.schema(
    [
        ("experiment", pa.string()),
        ("bot", pa.string()),
        ("players", pa.int16()),
        ("game", pa.int32()),
        ("seat", pa.int16()),
        ("card", pa.string()),
        ("share", pa.float32()),
        ("share_otherwise", pa.float32()),
        ("lead", pa.float32()),
        ("lead_otherwise", pa.float32()),
    ]
)


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What is tried: everything that the result depends on."""

    run: RunSetup
    bots: tuple[str, ...]
    """Each plays all seats of its own games: two strengths tell whether the card is strong for all."""
    games: int
    seed: str
    card: str = ""
    """Only this card, if one is named."""
    command: str = ""

    def pieces(self) -> list[Piece]:
        return [
            Piece(self, bot, players, start)
            for start in range(0, self.games, PIECE)
            for players in self.run.players
            for bot in self.bots
        ]


class Piece(NamedTuple):
    """Some games of one bot and number of players."""

    plan: Plan
    bot: str
    players: int
    start: int

    @property
    def name(self) -> str:
        at = self.plan.bots.index(self.bot)
        return f"{self.players}-{at}-{self.start:06}-{self.numbers.stop:06}"

    @property
    def size(self) -> int:
        return len(self.numbers)

    @property
    def numbers(self) -> range:
        return range(self.start, min(self.start + PIECE, self.plan.games))


# --- Trying cards ---------------------------------------------------------------------------------------------------


class Without(Bot):
    """A bot that never takes a card, wherever it may do something else."""

    name = "without"

    def __init__(self, bot: Bot, card: str) -> None:
        super().__init__(bot.rng)
        self.bot = bot
        self.card = card
        self.has_abstained = False

    def code(self, state: State, seat: int) -> int:
        self.bot.rng = self.rng
        code = self.bot.code(state, seat)
        planned = self.bot.planned if isinstance(self.bot, SearchBot) else []
        if not any(self.takes(state, one) for one in (code, *planned)):
            return code
        other = self.instead(state, seat)
        self.has_abstained |= other != code
        return other

    def takes(self, state: State, code: int) -> bool:
        return state.setup.game.experiments.taken(state, code) == self.card

    def instead(self, state: State, seat: int) -> int:
        """The best of all else, by the same bot's own judgement."""
        if isinstance(self.bot, SearchBot):
            self.bot.planned, self.bot.foreseen = [], None
            plans = self.bot.plans(state, seat)
            kept = [plan.codes for plan in plans if not any(self.takes(state, code) for code in plan.codes)]
            kept = kept or [plan.codes for plan in plans if not self.takes(state, plan.codes[0])]
            if kept:
                return int(kept[0][0])
        if isinstance(self.bot, GreedyBot):
            ranked = sorted(self.bot.values(state, seat), reverse=True)
            for _, code in ranked:
                if not self.takes(state, code):
                    return code
        codes = state.codes(seat)
        others = [code for code in codes if not self.takes(state, code)] or codes
        return others[int(self.rng.below(len(others)))]


class Moment(NamedTuple):
    """A seat is about to take a card."""

    seat: int
    card: str
    before: State
    """As it was when the seat began the choice that leads to it."""
    begun: int
    """So many moves had been made then."""
    moves: int
    """So many moves were made when it was taken, this one included."""


def play_piece(piece: Piece, is_stopped: Callable[[], bool]) -> Files:
    """All trials of a piece of work, as a Parquet file."""
    setup = piece.plan.run.prepare()[piece.players]
    what = (piece.bot, piece.plan.seed, piece.plan.card)
    trials = [trial for number in wanted(piece.numbers, is_stopped) for trial in try_cards(setup, what, number)]
    columns: dict[str, list[Any]] = {name: [getattr(one, name) for one in trials] for name in Trial._fields}
    out = io.BytesIO()
    pq.write_table(pa.table(columns, schema=SCHEMA), out)
    return {TRIALS_FILE: out.getvalue()}


def try_cards(setup: Setup, what: tuple[str, str, str], number: int) -> Iterator[Trial]:
    """Play a game, and again for some of the cards taken in it; ``what`` is the bot, the seed, and one card or none."""
    bot, seed, card = what
    chance = (seed, number)
    state = setup.shuffle(seeded(*chance))
    made, moments = play(state, bot, chance)
    moments = [moment for moment in moments if card in ("", moment.card)]
    rng = seeded(*chance, "tries")
    while len(moments) > TRIES:
        moments.pop(rng.below(len(moments)))
    for moment in moments:
        for experiment, otherwise in _otherwise(setup, bot, chance, made, moment):
            yield Trial(
                experiment, bot, setup.players, number, moment.seat + 1, moment.card,
                _share(state, moment.seat), _share(otherwise, moment.seat),
                _lead(state, moment.seat), _lead(otherwise, moment.seat),
            )  # fmt: skip


def play(state: State, bot: str, chance: tuple[object, int]) -> tuple[list[tuple[int, int]], list[Moment]]:
    """Play to the end; returns the moves, and each first time that a seat took a card."""
    taken = state.setup.game.experiments.taken
    bots = [make_checked(bot, seeded(*chance, "bot", at), f"game {chance[1] + 1}") for at in range(state.players)]
    made: list[tuple[int, int]] = []
    moments: dict[tuple[int, str], Moment] = {}
    choice: tuple[int, int] | None = None
    before, begun = state, 0
    while (seat := int(state.turn())) != NOBODY:
        if choice != (seat, int(state.reveals)):
            choice, before, begun = (seat, int(state.reveals)), state.clone(), len(made)
        code = decide(bots[seat], state, seat, (*chance, len(made)))
        made.append((seat, code))
        card = taken(state, code)
        if card and (seat, card) not in moments:
            moments[seat, card] = Moment(seat, card, before, begun, len(made))
        state.apply(seat, code)
    return made, list(moments.values())


def decide(bot: Bot, state: State, seat: int, chance: tuple[object, ...]) -> int:
    """The bot's move, with chance of this decision's own: both ends of a pair have the same luck as far as they can."""
    bot.rng = seeded(*chance, seat)
    return bot.code(state, seat)


def _otherwise(
    setup: Setup, bot: str, chance: tuple[object, int], made: Sequence[tuple[int, int]], moment: Moment
) -> Iterator[tuple[str, State]]:
    """How the game would have gone on in each experiment that is possible."""
    banned = _again(setup, bot, chance)
    banned[moment.seat] = Without(banned[moment.seat], moment.card)
    state = moment.before.clone()
    if _play_on(state, banned, chance, moment.begun):
        yield WITHOUT, state
    other = with_ordinary(setup, moment.card)
    if other is not None:
        state = other.shuffle(seeded(*chance))
        number = 0
        for seat, code in made[: moment.moves]:
            if state.turn() != seat or not state.is_legal(seat, code):
                break  # the card costs something else now, for instance: from here the bots decide
            state.apply(seat, code)
            number += 1
        _play_on(state, _again(setup, bot, chance), chance, number)
        yield ORDINARY, state


def _again(setup: Setup, bot: str, chance: tuple[object, int]) -> list[Bot]:
    where = f"game {chance[1] + 1} played again"
    return [make_checked(bot, seeded(*chance), where) for _ in range(setup.players)]


def _play_on(state: State, bots: Sequence[Bot], chance: tuple[object, ...], number: int) -> bool:
    """Play to the end. False if somebody who may not take a card could do nothing else: then nothing was tried."""
    while (seat := int(state.turn())) != NOBODY:
        bot = bots[seat]
        code = decide(bot, state, seat, (*chance, number))
        if isinstance(bot, Without) and not bot.has_abstained and bot.takes(state, code):
            return False
        state.apply(seat, code)
        number += 1
    return True


def _share(state: State, seat: int) -> float:
    result = state.result
    assert result is not None
    return 1 / len(result.winners) if seat in result.winners else 0.0


def _lead(state: State, seat: int) -> float:
    result = state.result
    assert result is not None
    sign = -1 if state.setup.game.facts.fewest_points_win else 1
    others = [sign * score for at, score in enumerate(result.scores) if at != seat]
    return float(sign * result.scores[seat] - max(others, default=0))


# --- An ordinary card in its place ----------------------------------------------------------------------------------

_ORDINARY: dict[tuple[object, ...], Setup | None] = {}


def with_ordinary(setup: Setup, card: str) -> Setup | None:
    """The same game in which the card is an ordinary one; None if the game cannot be played so."""
    game = setup.game
    how = exchange_of(game.package)
    if how is None or not game.cards_option:
        return None
    key = (game.name, setup.players, card, *sorted(setup.options.items()))
    if key not in _ORDINARY:
        table = setup.options[game.cards_option] or own_table(game)
        tables = (ordinary(table, card, how, is_exchanged) for is_exchanged in (False, True))
        found = (_prepared(setup, table) for table in tables if table)
        _ORDINARY[key] = next((one for one in found if one is not None), None)
    return _ORDINARY[key]


def _prepared(setup: Setup, table: str) -> Setup | None:
    """The same game with this card table; None if the game's own laws forbid it."""
    try:
        return setup.game.prepare(setup.players, {**setup.options, setup.game.cards_option: table})
    except BadOptions:
        return None


def own_table(game: Game) -> str:
    """The cards that the game comes with, as a table."""
    return game.other_cards().own_text


def id_column(game: Game) -> str:
    """The column of the card table that holds a card's id."""
    how = exchange_of(game.package)
    return how.id if how else game.other_cards().key


def read_rows(table: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(table)))


def write_rows(rows: Sequence[dict[str, str]]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def ordinary(table: str, card: str, how: Exchange, is_exchanged: bool) -> str | None:
    """The table with the card made like the median card of its kind; None if it is not in the table, or alone.

    Where no two cards may be alike, the two exchange what makes them strong.
    """
    rows = read_rows(table)
    mine = next((row for row in rows if row[how.id] == card), None)
    if mine is None:
        return None
    others = [row for row in rows if row is not mine and (not how.kind or row[how.kind] == mine[how.kind])]
    others.sort(key=lambda row: (_size(row[how.worth]), row[how.id]))
    if not others:
        return None
    median = others[len(others) // 2]
    for column in how.columns:
        mine[column], median[column] = median[column], mine[column] if is_exchanged else median[column]
    return write_rows(rows)


def _size(written: str) -> float:
    """A number, or how many letters a cost has."""
    return float(written) if written.isdecimal() else len(written)


# --- Running --------------------------------------------------------------------------------------------------------


def check(plan: Plan) -> None:
    """BadOptions, with the reason, if nothing can be tried like that."""
    for setup in plan.run.prepare().values():
        game = setup.game
        if not game.experiments.is_written or game.levels.names():
            raise BadOptions(f"{game.title} has no cards that somebody takes: there is nothing to try.")
        for bot in plan.bots:
            check_entrant(game, bot)
        ids = {face.id for face in game.tabletop.cards(setup)}
        if plan.card and ids and plan.card not in ids:
            raise BadOptions(f"{game.title} has no card {plan.card!r}: give its id, such as {sorted(ids)[0]}.")
    if plan.games < 1:
        raise BadOptions(f"Play at least 1 game, not {plan.games}.")


def run(plan: Plan, folder: Path, workers: Workers, progress: Callable[[int], None] = lambda done: None) -> None:
    """Try cards and keep every finished piece; Interrupted if somebody stops it, and the same again goes on."""
    check(plan)
    _settle(plan, folder)
    carry_out(folder / FOLDER, play_piece, plan.pieces(), workers, progress, lambda: False, "games")


def _settle(plan: Plan, folder: Path) -> None:
    """Write down what is tried; BadOptions if something else was tried here before."""
    path = folder / SETUP_FILE
    if path.exists():
        before = msgspec.json.decode(path.read_bytes(), type=Plan)
        if msgspec.structs.replace(before, command="", games=0) != msgspec.structs.replace(plan, command="", games=0):
            raise BadOptions(f"{folder} holds other experiments already: remove {path} and {folder / FOLDER} first.")
    write_whole(path, msgspec.json.encode(plan))


def read(run: Run) -> tuple[Plan, list[Trial]] | None:
    """What was tried beside a run, None if nothing was."""
    path = run.folder / SETUP_FILE
    if not path.exists():
        return None
    plan = msgspec.json.decode(path.read_bytes(), type=Plan)
    home = run.folder / FOLDER
    files = [home / PIECES / piece.name / TRIALS_FILE for piece in plan.pieces() if is_stored(home, piece)]
    if not files:
        return None
    table = pa.concat_tables([pq.read_table(file) for file in files])
    return plan, [
        Trial(*line) for line in zip(*(table.column(name).to_pylist() for name in Trial._fields), strict=True)
    ]
