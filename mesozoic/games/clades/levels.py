"""How soon a bot sees a triple: the reaction-time model of ledger section 11, as timed events without a clock.

Every seat draws from a generator of its own, so a game is a pure function of seed, options and levels. Finding triples
is trivial for a program; what makes a level strong is speed, so a bot races its own triples against each other, similar
cards sooner. It never knows that there is none: it says so when its patience ends. A find takes as long on average as
the ledger says, but as it does people (CL-R49): the last second goes to three taps, and the time before is seldom very
short. Who sees several triples at once takes the one that brings more and leaves less.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from random import Random
from typing import Final, NamedTuple

from mesozoic.games.clades import rules_moves as terms
from mesozoic.games.clades.cards import differing, failing, is_one_clade
from mesozoic.games.clades.rules import Table
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.realtime import Planned, Tempo
from mesozoic.kernel.state import HOST, Moves, seat_name


class Level(NamedTuple):
    """A kind of player."""

    find: float
    """Mean seconds to find one triple of middling difficulty."""
    settle_in: float
    """Seconds to take in a changed table."""
    likeness: float
    """How much similar cards help."""
    clade_eye: float
    """How much sooner a clade triple is seen that earns cards."""
    false_calls: float
    """False calls a minute."""
    patience: float
    """Seconds until it says that it sees none."""
    taps: float
    """Seconds to point at three cards."""
    compares: int
    """So many of the triples on the table it sees at once and compares."""


LEVELS: Final[dict[str, Level]] = {
    "hatchling": Level(150, 2.0, 1.0, 1.0, 0.60, 75, 2.0, 1),
    "forager": Level(40, 1.3, 0.9, 1.2, 0.20, 45, 1.6, 1),
    "hunter": Level(20, 1.0, 0.8, 1.4, 0.10, 35, 1.3, 2),
    "alpha": Level(9, 0.8, 0.6, 1.7, 0.05, 22, 1.1, 3),
    "apex": Level(4, 0.5, 0.4, 2.0, 0.03, 12, 1.0, 6),
}
"""The ledger's levels by the names that all games share, weakest first."""
OTHERS: Final[dict[str, Level | None]] = {
    "beginner": Level(80, 1.6, 1.0, 1.0, 0.35, 60, 1.8, 1),
    "absent": None,
    "oracle": None,
}
"""Understood, but not offered: a level of the ledger between the first two, an absent seat, which only says that it
sees none, and the oracle of the lab, which calls after 1 ms."""
COMPARING: Final = {
    f"{name}:compares={number}": level._replace(compares=number)
    for name, level in LEVELS.items()
    for number in range(1, 7)
}
"""For the lab: the same levels, but comparing so many triples; with 1 the first that is seen, as the ledger has it."""
FORMER: Final = {
    "child": "hatchling",
    "casual": "forager",
    "practised": "hunter",
    "expert": "alpha",
    "champion": "apex",
}
"""The ledger's own names, by which matches and records know the levels too."""
UNLIKE: Final = 0.12
"""How much bots of one level differ in speed from each other (of a normal draw, as a power of e)."""
SOONEST: Final = 0.2
"""Seconds in which nobody sees anything yet, however many triples there are."""
HUMP: Final = 1.5
"""The shape of the time that a find takes: above 1 very short times are rare."""
EASE: Final = (0.0, 2.0, 1.3, 0.8, 0.45)
"""How easily a triple is seen, by the number of qualities that differ."""
UNLOCKS, CALLS, SETTLES, VOTES, STALLS = range(5)
"""The order of events that share a millisecond."""
NEAR_MISS_MS: Final = 400


class NearMiss(NamedTuple):
    """A seat wanted to call a triple and came too late by so much."""

    seat: int
    at: int
    late_by: int


class Reactions(Tempo):
    """The bots and the host of one table."""

    def __init__(self, state: Table, seats: Mapping[int, str], seed: object) -> None:
        super().__init__(state, seats)
        self.levels = {seat: level_of(name) for seat, name in seats.items()}
        self.table = state
        history = state.history
        since = f"{seed}/{len(history)}" if history else seed  # taken up in its middle: the same bots, with fresh luck
        self.draws = {seat: Random(f"{since}/clades/seat{seat}") for seat in seats}
        self.slowness = {seat: exp(UNLIKE * Random(f"{seed}/clades/slowness{seat}").gauss(0, 1)) for seat in seats}
        self.mistakes = {(one.seat, code) for one in history for code in _false_call(state, one.move)}
        self.host = Random(f"{since}/clades/host")
        self.options = state.setup.options
        self.near_misses: list[NearMiss] = []
        self.remarked = 0
        self.taken_at: dict[int, int] = {}
        self.seen = Moves()
        self.ease = self._ease()
        self.before = self._marks()

    def _ease(self) -> float:
        """Fewer qualities to compare make it easier, two sets of animals harder."""
        ease = 1.3 if self.options["deck"] == "threes" else 1.0
        return ease * {"none": 1.0, "standard": 0.9, "genius": 0.7}[self.options["combined"]]

    # --- What follows from what ---------------------------------------------------------------------------------

    def begin(self, now: int) -> None:
        phase = self.table.phase
        if phase == terms.READY:
            self.tick(now, UNLOCKS, terms.REVEAL)
        elif phase == terms.SHOWN:
            self.tick(now, UNLOCKS, terms.START)
        elif phase == terms.SETTLING:
            self.tick(now + self.options["settle_ms"], SETTLES, terms.SETTLE, "window")
        if phase in (terms.OPEN, terms.SETTLING, terms.ROUND_OVER):
            self.begin_anew(now)
            for seat in range(self.table.players):
                self.unlock_later(seat, now)

    def begin_anew(self, now: int) -> None:
        """Play begins, or goes on after a settle or a stall: everybody looks again, and the timers start anew."""
        self.before = self._marks()
        self.void(HOST, "majority")
        self.void(HOST, "timer")
        for seat in range(self.table.players):
            self.void(HOST, f"unlock {seat}")
        if self.table.phase == terms.OPEN:
            if self.table.has_majority():  # only in a game that is taken up: settles and stalls wipe the votes
                self.stall_later(now)
            if self.options["stall_s"] and not self.table.variant.solitaire:
                self.tick(now + 1000 * self.options["stall_s"], STALLS, terms.STALL_TIMER, "timer")
            if self.table.variant.countdown:
                self.tick(max(now, int(self.table.deadline())), STALLS, terms.TIME_UP, "countdown")
        for seat in self.seats:
            self.look(seat, now)
        if self.table.phase == terms.ROUND_OVER and 0 in self.seats:
            self.plan(now + 1, CALLS, self.draws[0].random(), 0, "call", terms.STOP)

    def follow(self, seat: int, move: int, now: int) -> None:
        before, self.before = self.before, self._marks()
        table = self.table
        if move == terms.REVEAL and table.phase == terms.SHOWN:
            self.tick(now, UNLOCKS, terms.START)
        if move >= terms.CALL:
            self.follow_call(seat, move, now)
        if table.phase == terms.SETTLING:
            if before.phase == terms.OPEN:
                self.void(HOST, "timer")
                self.void(HOST, "majority")
                self.tick(now + self.options["settle_ms"], SETTLES, terms.SETTLE, "window")
        elif self.before.epoch != before.epoch or before.phase != table.phase:
            self.void(HOST, "window")
            self.begin_anew(now)
            return
        if move >= terms.CALL and table.variant.solitaire and seat in self.seats:
            self.look(seat, now)  # CL-R16: a false call costs the time that it took
        if self.before.paid != before.paid:
            self.void(HOST, "majority")  # CL-R19: the votes are wiped
            for other in self.seats:
                self.look(other, now)
        elif self.before.on_break != before.on_break and before.on_break in self.seats:
            self.look(before.on_break, now)
        if move == terms.NONE and table.has_majority() and not before.majority:
            self.stall_later(now)
        if terms.UNLOCK <= move < terms.CALL and move - terms.UNLOCK in self.seats:
            self.look(move - terms.UNLOCK, now)

    def follow_call(self, seat: int, move: int, now: int) -> None:
        for card in terms.cards_in(move):
            if self.table.zone[card] >= terms.PILE:
                self.taken_at[card] = now
        self.unlock_later(seat, now)

    def unlock_later(self, seat: int, now: int) -> None:
        """CL-R16: a seat that is locked now; an earlier plan to unlock it is void."""
        self.void(HOST, f"unlock {seat}")
        if self.table.can_unlock(seat):
            self.tick(now + self.options["lock_ms"], UNLOCKS, terms.UNLOCK + seat, f"unlock {seat}")

    def stall_later(self, now: int) -> None:
        """CL-R18: the majority sees none from now on."""
        self.tick(now + self.options["majority_ms"], STALLS, terms.STALL_MAJORITY, "majority")

    def _marks(self) -> Marks:
        """What the plans depend on; a difference says what a move has changed."""
        table = self.table
        paid = int(table.counted_by_all(terms.PAID))
        return Marks(int(table.phase), int(table.settles), int(table.on_break), paid, table.has_majority())

    def tick(self, at: int, rank: int, move: int, topic: str = "host") -> None:
        """A move of the host's clock."""
        self.plan(at, rank, self.host.random(), HOST, topic, move)

    # --- A bot looks at the table ---------------------------------------------------------------------------------

    def look(self, seat: int, now: int, settled_in: bool = False) -> None:
        """``plan`` of the ledger: what the seat will do if nothing happens; its earlier plans are void."""
        self.void(seat, "call")
        self.void(seat, "none")
        table = self.table
        if table.phase not in (terms.OPEN, terms.SETTLING):
            return
        level = self.levels[seat]
        if not table.is_free(seat):
            if not table.can_unlock(seat):
                self.lose_patience(seat, level, now)
            return
        if level is None:
            self.look_at_once(seat, now)
            return
        draws = self.draws[seat]
        settle_in = 0.0 if settled_in else level.settle_in * exp(0.25 * draws.gauss(0, 1))
        rates = self.rates(seat, level)
        if total := sum(rates):
            seconds = self.time_to_call(seat, level, settle_in + 1 / total)
            move = self.best_of_some(seat, level, rates)
            self.plan(_ms(now + 1000 * seconds, now), CALLS, draws.random(), seat, "call", move)
        false_calls = level.false_calls * (0.4 if table.variant.penalty else 1.0) / 60
        seconds = settle_in + level.taps + draws.expovariate(false_calls)
        self.plan(_ms(now + 1000 * seconds, now), CALLS, draws.random(), seat, "call", None)
        self.lose_patience(seat, level, now)

    def lose_patience(self, seat: int, level: Level | None, now: int) -> None:
        """When the seat will say that it sees none, if it may: also one that no unlock lets call again (CL-R18)."""
        if not self.table.can_vote(seat):
            return
        draws = self.draws[seat]
        patience = 0.0
        if level is not None:
            patience = level.patience * exp(0.35 * draws.gauss(0, 1)) * (1 if self.table.deck_count() else 3)
        self.plan(_ms(now + 1000 * patience, now), VOTES, draws.random(), seat, "none", terms.NONE)

    def look_at_once(self, seat: int, now: int) -> None:
        """The oracle calls the triple that brings most after 1 ms; who sees none, or is absent, says so."""
        draws = self.draws[seat]
        self.table.list_triples(seat, self.seen)
        found = self.seen.listed() if self.seats[seat] == "oracle" else []
        if found:
            self.plan(now + 1, CALLS, draws.random(), seat, "call", max(found, key=_is_clade_call))
        else:
            self.lose_patience(seat, None, now)

    def time_to_call(self, seat: int, level: Level, mean: float) -> float:
        """CL-R49: seconds until the third tap, of this mean where the taps leave room: first seen, then checked."""
        draws = self.draws[seat]
        looking = max(self.slowness[seat] * mean - level.taps, SOONEST)
        return draws.gammavariate(HUMP, looking / HUMP) + level.taps * exp(0.1 * draws.gauss(0, 1))

    def best_of_some(self, seat: int, level: Level, rates: list[float]) -> int:
        """The triple to call, of those that the seat happens to see: what it brings, and what it takes from others.

        What it takes from the seat itself counts against it: a triple with an own card can wait, nobody else has it.
        """
        found = self.seen.listed()
        some = self.draws[seat].choices(range(len(found)), rates, k=level.compares)
        if level.compares == 1 or self.table.variant.solitaire:
            return found[some[0]]
        own = set(self.table.held(seat))
        chances = [rate / sum(rates) * self.gain(move) for move, rate in zip(found, rates, strict=True)]
        triples = [(_cards(move), chance) for move, chance in zip(found, chances, strict=True)]

        def worth(move: int) -> float:
            spoilt = [(cards, chance) for cards, chance in triples if cards & _cards(move)]
            return self.gain(move) + sum(-chance if cards & own else chance for cards, chance in spoilt)

        return max((found[at] for at in some), key=worth)

    def gain(self, move: int) -> int:
        """The cards that a triple brings."""
        return 3 + (terms.CLADE_EXTRAS if _is_clade_call(move) and self.table.deck_count() else 0)

    def rates(self, seat: int, level: Level) -> list[float]:
        """How often a second each of the seat's triples would be found, in canonical order."""
        table = self.table
        table.list_triples(seat, self.seen)
        earns = not table.variant.solitaire and table.deck_count() != 0
        unit = self.ease * 13 / (int(table.usable_count(seat)) * level.find) if self.seen.count else 0.0
        rates = []
        for move in self.seen.listed():
            rate = EASE[differing(terms.card_of(move, 0), terms.card_of(move, 1))] ** level.likeness * unit
            rates.append(rate * level.clade_eye if earns and _is_clade_call(move) else rate)
        return rates

    # --- The time of a plan has come ------------------------------------------------------------------------------

    def decide(self, planned: Planned) -> int | None:
        table, seat = self.table, planned.seat
        if planned.what is None:
            return self.mistake(seat, planned.at)
        move: int = planned.what
        if move == terms.TIME_UP:
            return move if table.phase == terms.OPEN and planned.at >= table.deadline() else None
        if move < terms.CALL:
            return move if table.is_waiting_for(seat) and table.is_legal(seat, move) else None
        if not table.can_call(seat):
            return None
        if table.is_callable(seat, move):
            return move
        self.note_near_miss(seat, move, planned.at)
        self.look(seat, planned.at, settled_in=True)
        return None

    def mistake(self, seat: int, now: int) -> int | None:
        """A false call: three usable cards that fail in exactly one quality."""
        if not self.table.can_call(seat):
            return None
        self.table.list_near_misses(seat, self.seen)
        misses = [
            move for move in self.seen.listed() if move not in self.table.refuted and (seat, move) not in self.mistakes
        ]
        if misses:
            move = self.draws[seat].choice(misses)
            self.mistakes.add((seat, move))  # nobody makes the same mistake twice
            return move
        self.look(seat, now, settled_in=True)
        return None

    def note_near_miss(self, seat: int, move: int, now: int) -> None:
        gone = [self.taken_at.get(card, -NEAR_MISS_MS - 1) for card in terms.cards_in(move)]
        if now - max(gone) <= NEAR_MISS_MS:
            self.near_misses.append(NearMiss(seat, now, now - max(gone)))

    def remarks(self) -> list[str]:
        """The near misses in words."""
        fresh = self.near_misses[self.remarked :]
        self.remarked = len(self.near_misses)
        return [
            f"{seat_name(miss.seat)} saw one too, but called {miss.late_by / 1000:.1f} s too late." for miss in fresh
        ]


class Marks(NamedTuple):
    """The few things whose change makes bots look again."""

    phase: int
    epoch: int
    on_break: int
    paid: int
    majority: bool


def level_of(name: str) -> Level | None:
    """The level of that name, or of that former one."""
    known: dict[str, Level | None] = {**LEVELS, **OTHERS, **COMPARING}
    name = FORMER.get(name, name)
    if name not in known:
        raise BadOptions(f"There is no level {name!r}: choose {' or '.join(LEVELS)}.")
    return known[name]


def _cards(move: int) -> set[int]:
    return {int(card) for card in terms.cards_in(move)}


def _false_call(state: Table, text: str) -> list[int]:
    """The code of a call that was false; nothing for any other move."""
    move = state.setup.game.parse(text)
    return [move] if move >= terms.CALL and failing(*terms.cards_in(move)) else []


def _is_clade_call(move: int) -> bool:
    return is_one_clade(*terms.cards_in(move))


def _ms(at: float, now: int) -> int:
    """Rounded down to milliseconds, at least one after now."""
    return max(now + 1, int(at))


# --- What the kernel asks for -------------------------------------------------------------------------------------

tempo = Reactions


def names() -> tuple[str, ...]:
    return tuple(LEVELS)


def understood() -> tuple[str, ...]:
    return (*FORMER, *(name for name in OTHERS if name not in lab_only()))


def lab_only() -> tuple[str, ...]:
    """The oracle's votes would tell people what is on the table; the others are there to be compared with."""
    return ("oracle", *COMPARING)
