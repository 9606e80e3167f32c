"""CLADES Prehistoric, by Jonathan Tweet and Karen Lewis: everybody looks for triples at once, the earliest call counts.

Numbers such as CL-14 are those of ``rules.md``, CL-R11 those of ``rulings.md``. The chapters: a new game in
``rules_setup.py``, what lies where in ``rules_table.py``, calls in ``rules_calls.py``, what happens when nobody calls
in ``rules_stalls.py``, replacing and bonus cards in ``rules_replacing.py``, the end in ``rules_end.py``. There is no
clock in here: calls count in the order in which they arrive, and whatever happens after a while is a move of the host.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from mesozoic.games.clades import events
from mesozoic.games.clades import rules_moves as terms
from mesozoic.games.clades.cards import NAMES
from mesozoic.games.clades.rules_calls import Calls
from mesozoic.games.clades.rules_table import sets_of_three
from mesozoic.kernel.state import HOST, NOBODY, Moves

if TYPE_CHECKING:
    from mesozoic.kernel.rng import Rng


@final
@mypyc_attr(acyclic=True)
class Table(Calls):
    """A game of CLADES: whose decision it is, what may be done, and how play begins."""

    def clone(self) -> Table:
        copy = Table(
            self.setup,
            self.variant,
            self.deck,
            self.top,
            self.zone[:],
            self.grid[:],
            self.payers[:],
            self.hands[:],
            self.tally[:],
            self.window[:],
            self.rounds[:],
            self.chance.clone(),
            self.penalties[:],
        )
        copy.refuted = self.refuted[:]
        copy.laid = self.laid
        copy.scored = self.scored
        copy.phase = self.phase
        copy.on_break = self.on_break
        copy.locked = self.locked
        copy.votes = self.votes
        copy.hands_open = self.hands_open
        copy.remembered = self.remembered
        copy.bonus_seen = self.bonus_seen
        copy.last_scorer = self.last_scorer
        copy.shuffled_back = self.shuffled_back
        copy.last_call = self.last_call
        copy.last_call_at = self.last_call_at
        copy.round = self.round
        copy.revealed_at = self.revealed_at
        copy.ended_at = self.ended_at
        copy.why = self.why
        copy.settles = self.settles
        copy.tick = self.tick
        copy.clock = self.clock
        copy.reveals = self.reveals
        return copy

    # --- Whose decision it is --------------------------------------------------------------------------------------

    def is_waiting_for(self, seat: i64) -> bool:
        if seat == HOST:
            return self.phase < terms.ROUND_OVER
        if self.phase == terms.ROUND_OVER:
            return seat == 0
        return self.can_vote(seat) or self.can_call(seat)

    @property
    def to_move(self) -> tuple[int, ...]:
        waiting = [seat for seat in range(self.variant.players) if self.is_waiting_for(seat)]
        if self.is_waiting_for(HOST):
            waiting.append(HOST)
        return tuple(waiting)

    def turn(self) -> i64:
        """Those who may move come up one after the other, the host among them, so that any play gets on."""
        if self.phase == terms.OVER:
            return NOBODY
        if self.phase == terms.ROUND_OVER:
            return 0
        seats = self.variant.players
        for seat in range(self.tick % (seats + 1), seats):
            if self.is_waiting_for(seat):
                return seat
        return HOST

    def list_moves(self, seat: i64, out: Moves) -> None:
        out.clear()
        if seat == HOST:
            self.host_options(out)
        elif self.phase == terms.ROUND_OVER:
            if self.round < terms.MOST_ROUNDS:
                out.add(terms.RESHUFFLE)
            out.add(terms.STOP)
        else:
            if self.can_call(seat):
                self.call_options(seat, out)
                if len(self.refuted) != 0:
                    self.leave_out_refuted(out)
            if self.can_vote(seat):
                out.add(terms.NONE)

    def host_options(self, out: Moves) -> None:
        if self.phase == terms.READY:
            out.add(terms.REVEAL)
        elif self.phase == terms.SHOWN:
            out.add(terms.START)
        elif self.phase == terms.SETTLING:
            out.add(terms.SETTLE)
        elif self.phase == terms.OPEN:
            out.add(terms.STALL_TIMER)
            if self.has_majority():
                out.add(terms.STALL_MAJORITY)
            if self.variant.countdown != 0 and self.clock >= self.deadline():
                out.add(terms.TIME_UP)
        for seat in range(self.variant.players):
            if self.can_unlock(seat):
                out.add(terms.UNLOCK + seat)

    def leave_out_refuted(self, out: Moves) -> None:
        """CL-R16: what was shown to be no triple is not called again. Both lists are in canonical order."""
        kept: i64 = 0
        known: i64 = 0
        for at in range(out.count):
            code = out.codes[at]
            if known < len(self.refuted) and self.refuted[known] == code:
                known += 1
            else:
                out.codes[kept] = code
                kept += 1
        out.count = kept

    def is_legal(self, seat: i64, move: i64) -> bool:
        """A call is checked card by card: the list of all calls would be long."""
        if move == terms.NONE and seat != HOST:
            return self.can_vote(seat)
        if move < terms.CALL or seat == HOST:
            return int(move) in self.codes(seat)
        return self.can_call(seat) and self.is_callable(seat, move) and move not in self.refuted

    def random_move(self, seat: i64, rng: Rng, out: Moves) -> i64:
        """Draw among all calls by their number in the list, without listing them."""
        if seat == HOST or self.phase == terms.ROUND_OVER or not self.can_call(seat):
            self.list_moves(seat, out)
            return out.codes[rng.below(out.count)]
        calls = sets_of_three(self.laid + self.hand_count(seat)) - len(self.refuted)
        foreign: i64 = 0
        if self.hands_open:
            foreign = self.foreign_calls(seat)
        number = calls + foreign
        if self.can_vote(seat):
            number += 1
        at = rng.below(number)
        if at < calls:
            return self.random_call(seat, at)
        if at < calls + foreign:
            return self.foreign_call(seat, at - calls)
        return terms.NONE

    def apply(self, seat: i64, move: i64) -> None:
        self.tick += 1
        self.reveals += 1  # whatever is done at this table everybody sees
        if move >= terms.CALL:
            self.call(seat, move)
        elif move >= terms.UNLOCK:
            self.unlock(move - terms.UNLOCK)
        elif move == terms.NONE:
            self.none(seat)
        elif move == terms.SETTLE:
            self.settle()
        elif move in (terms.STALL_TIMER, terms.STALL_MAJORITY):
            self.stall()
        elif move == terms.REVEAL:
            self.reveal()
        elif move == terms.START:
            self.start()
        elif move == terms.TIME_UP:
            self.end(terms.TIME_UP_REASON)
        elif move == terms.RESHUFFLE:
            self.reshuffle()
        else:
            self.end(terms.STOPPED)

    # --- Turning the shared cards, looking at the own card (CL-05, CL-07, CL-55) -----------------------------------

    def reveal(self) -> None:
        self.phase = terms.SHOWN
        if self.log is not None:
            self.tell(events.Turned(self.in_grid()))
        if self.variant.solitaire:
            self.revealed_at = self.clock
            self.begin()

    def start(self) -> None:
        if self.log is not None:
            for seat in range(self.variant.players):
                if self.hand_count(seat) != 0:
                    self.tell(events.looked(seat, self.held(seat)))
        self.begin()

    def begin(self) -> None:
        self.phase = terms.OPEN
        if self.log is not None:
            self.tell(events.Began())
        self.end_if_bare()

    def reshuffle(self) -> None:
        """CL-53, CL-R39: all cards back, a new deal, the counts kept."""
        order = self.shuffled(self.chance, list(self.variant.cards), NAMES)
        self.round += 1
        self.laid = 0
        self.refuted = vec[i64]()
        self.tally[terms.CARDS] = 0
        self.votes = 0
        self.why = terms.GOING_ON
        self.deck = vec[i64](order)
        self.top = 0
        for card in order:
            self.zone[card] = terms.DECK
        while self.laid < self.variant.grid_size:
            self.lay(self.deck[self.top], terms.GRID)
            self.top += 1
        if self.log is not None:
            self.tell(events.Turned(self.in_grid()))
        self.begin()
