"""What the lab counts of CLADES: how soon triples are called, who stalls, what lies on the table; and for the bench."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.clades import GAME, levels
from mesozoic.games.clades import rules_moves as terms
from mesozoic.games.clades.cards import find_triples, is_triple, scan_often
from mesozoic.games.clades.result import WHY
from mesozoic.games.clades.rules import Table
from mesozoic.games.clades.rules_setup import shuffle
from mesozoic.kernel.game import Result, Setup
from mesozoic.kernel.realtime import run
from mesozoic.kernel.rng import seeded
from mesozoic.kernel.state import HOST, Moves, State
from mesozoic.kernel.witness import NOTHING, Figure, Lines, Witness

GAMES: Final = (
    Figure("tables", "How often everybody looked at new shared cards.", "tables"),
    Figure("triples_open", "Triples among the shared cards, over all these tables.", "triples"),
    Figure("tables_without", "Tables without a triple among the shared cards.", "tables"),
    Figure("stalls", "How often the table agreed that nobody sees one.", "times"),
    Figure("call_ms", "From a new table to its first right call, on average; nothing without one.", "milliseconds"),
)
SEATS: Final = (
    Figure("points_triples", "Cards of the seat's triples.", "cards", True),
    Figure("points_extra", "Its extra and bonus cards, less what it paid.", "cards", True),
    Figure("calls", "Right calls.", "calls"),
    Figure("false_calls", "Wrong calls.", "calls"),
    Figure("votes", "How often the seat said that it sees none.", "times"),
    Figure("clade_triples", "Triples of one clade.", "triples"),
    Figure("call_ms", "From a new table to the seat's right call, on average; nothing without one.", "milliseconds"),
)
RIGHT: Final = 0
WRONG: Final = 1
VOTES: Final = 2
WAITED: Final = 3
TALLY: Final = 4


def witness(setup: Setup) -> Witness:
    return CladesWitness(setup)


@final
class CladesWitness(Witness):
    """CLADES is about seeing, not about what a card is worth: no cards are counted."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, GAMES, SEATS)
        self.tally = vec[i64]([0] * (setup.players * TALLY))
        self.found = Moves()
        self.table: i64 = -1  # the table that was looked at last, by the count of settles and stalls
        self.since: i64 = 0
        self.before_at: i64 = 0  # the time of the move before
        self.tables: i64 = 0
        self.without: i64 = 0
        self.triples: i64 = 0
        self.settled: i64 = 0
        self.called: i64 = 0
        self.waited: i64 = 0
        self.is_called = False

    def round_of(self, state: State) -> i64:
        assert isinstance(state, Table)
        return state.round if state.variant.casual else NOTHING

    def ending_of(self, state: State, result: Result) -> str:
        assert isinstance(state, Table)
        return WHY[state.why]

    def begun(self, state: State) -> None:
        at: i64 = 0
        while at < len(self.tally):
            self.tally[at] = 0
            at += 1
        self.table = -1
        self.before_at = 0
        self.tables = 0
        self.without = 0
        self.triples = 0
        self.settled = 0
        self.called = 0
        self.waited = 0

    def before(self, state: State, seat: i64, move: i64) -> None:
        assert isinstance(state, Table)
        if state.phase == terms.OPEN and state.settles != self.table:
            self.new_table(state)
        if move >= terms.CALL:
            self.note_call(state, seat, move)
        elif move == terms.SETTLE:
            self.settled += 1
        elif move == terms.NONE and seat != HOST:
            self.tally[seat * TALLY + VOTES] += 1
        self.before_at = state.clock

    def new_table(self, state: Table) -> None:
        """It lies there since the move before."""
        self.table = state.settles
        self.since = self.before_at
        self.is_called = False
        cards = state.found_in(terms.GRID, terms.GRID, state.laid)
        find_triples(cards, state.laid, self.found)
        self.tables += 1
        self.triples += self.found.count
        if self.found.count == 0:
            self.without += 1

    def note_call(self, state: Table, seat: i64, move: i64) -> None:
        a, b, c = terms.cards_in(move)
        at = seat * TALLY
        if not is_triple(a, b, c):
            self.tally[at + WRONG] += 1
            return
        waited = state.clock - self.since
        self.tally[at + RIGHT] += 1
        self.tally[at + WAITED] += waited
        if not self.is_called:
            self.is_called = True
            self.called += 1
            self.waited += waited

    def write_game(self, state: State, result: Result, out: Lines) -> None:
        assert isinstance(state, Table)
        out.put(self.tables)
        out.put(self.triples)
        out.put(self.without)
        out.put(state.settles - self.settled)
        out.put(self.waited // self.called if self.called > 0 else NOTHING)

    def write_seat(self, state: State, result: Result, seat: i64, out: Lines) -> None:
        assert isinstance(state, Table)
        of_triples = 3 * state.counted(seat, terms.TRIPLES)
        at = seat * TALLY
        out.put(of_triples)
        out.put(state.score(seat) - of_triples)
        right = self.tally[at + RIGHT]
        out.put(right)
        out.put(self.tally[at + WRONG])
        out.put(self.tally[at + VOTES])
        out.put(state.counted(seat, terms.CLADE_TRIPLES))
        out.put(self.tally[at + WAITED] // right if right > 0 else NOTHING)


def feats() -> dict[str, Callable[[int], object]]:
    """For the bench."""
    tables = [shuffle(GAME.prepare(2), seeded("bench", number)) for number in range(8)]
    grids = [vec[i64](list(table.in_grid())) for table in tables]
    return {
        "scans of 12 shared cards for all triples": lambda times: [
            scan_often(grid, 1 + times // len(grids)) for grid in grids
        ],
        "four-player games of practised bots": _play_bots,
    }


def _play_bots(times: int) -> None:
    setup = GAME.prepare(4)
    for number in range(times):
        run(levels.tempo(shuffle(setup, seeded(number)), dict.fromkeys(range(4), "practised"), number))
