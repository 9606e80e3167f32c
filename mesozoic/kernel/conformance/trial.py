"""One random game with everything tried on the way."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from mesozoic.kernel.conformance import ending, leaks, moves, shown, worlds
from mesozoic.kernel.conformance.report import ContractBroken, Report, broken, said_of, said_of_error
from mesozoic.kernel.errors import IllegalMove, MesozoicError
from mesozoic.kernel.event import Event
from mesozoic.kernel.game import Setup
from mesozoic.kernel.playout import play_randomly
from mesozoic.kernel.record import take_back
from mesozoic.kernel.rng import seeded
from mesozoic.kernel.state import HOST, Moves, State, seat_name

LOOKS = 30
"""About so many steps of a game are looked at closely, drawn by chance from all of it."""
TAKEN_BACK = 8
"""One move in so many is taken back."""

CLOSE_LOOKS: tuple[tuple[str, Callable[[Trial, int, str], None]], ...] = (
    ("moves are listed", moves.check_listing),
    ("a clone is made and played", moves.check_clone),
    ("wrong moves are refused", moves.check_refusals),
    ("bots ask the hints", moves.check_hints),
    ("a position is written and read", worlds.check_positions),
    ("a world is imagined", worlds.check_imagining),
    ("a move is told and filmed", leaks.check_telling),
    ("a film is made", shown.check_film),
    ("the table is shown", shown.check_table),
)


class Trial:
    """A game of one set-up and seed; what it does is counted in the report."""

    def __init__(self, setup: Setup, seed: str, report: Report, looks: int = LOOKS) -> None:
        self.setup = setup
        self.game = setup.game
        self.seed = seed
        self.report = report
        self.looks = looks
        self.rng = seeded("conformance", seed)
        self.everybody: list[int | None] = [*range(setup.players), None]
        self.texts_seen: set[str] = set()
        self.told: list[list[Event]] = []
        self.doing = "a game is begun"
        self.trying = ""

    def start(self) -> State:
        return self.game.start(self.setup.players, seed=self.seed, options=self.setup.options)

    # --- Saying what broke ------------------------------------------------------------------------------------

    def law(self, holds: bool, law: str, found: object = "") -> None:
        """Count a check, or say what broke, what was found, and how to get there again."""
        self.report.checks[law] += 1
        if not holds:
            raise broken(self.game.name, law, *self.how(), *([f"found: {found}"] if found else []))

    def how(self) -> list[str]:
        """How to get to where the trial is."""
        lines = [said_of(self.setup.players, self.seed, self.setup.options)]
        history = self.state.history if hasattr(self, "state") else []
        lines.append("moves: " + " ".join(f"{seat_name(one.seat)}:{one.move}" for one in history))
        return [*lines, f"then: {self.trying}"] if self.trying else lines

    def run(self) -> None:
        """Play the game; whatever the game raises on the way is a broken law too."""
        try:
            self.play_through()
        except ContractBroken:
            raise
        except Exception as error:
            law = f"no error when {self.doing}"
            raise broken(self.game.name, law, *self.how(), said_of_error(error)) from error

    # --- The game -----------------------------------------------------------------------------------------------

    def play_through(self) -> None:
        self.state = self.start()
        self.sensible = self.rng.below(2) == 0
        longest = self.game.longest(self.setup)
        self.check_invariants(self.state)
        length = self.likely_length()
        while self.state.to_move:
            self.law(len(self.state.history) < longest, "no game is longer than declared")
            self.state.wait_until(self.now + self.rng.below(1000))
            seat = self.one_of(self.state.to_move)
            self.note_kinds()
            move = self.chosen_move(seat)
            if self.rng.below(length) < self.looks:
                self.look_closely(seat, move)
            self.told.append(self.play(seat, move))
            self.report.decisions += 1
        self.end()

    def likely_length(self) -> int:
        """How long a random game from here is, so that close looks are spread over all of it."""
        self.doing = "moves are listed"
        if self.state.to_move:
            moves.check_listing(self, self.state.to_move[0], "")
        self.doing = "a game is played at random"
        rehearsal, rng, out = self.start(), self.rng.clone(), Moves()
        if not self.sensible:
            return max(1, play_randomly(rehearsal, rng, out))
        length = 1
        while rehearsal.to_move and length < 1000:
            seat = rehearsal.to_move[rng.below(len(rehearsal.to_move))]
            self.game.hints.candidates(rehearsal, seat, out)
            rehearsal.apply(seat, out.codes[rng.below(out.count)])
            length += 1
        return length

    @property
    def now(self) -> int:
        """The time of the last move."""
        return self.state.history[-1].at if self.state.history else 0

    def one_of(self, items: Any) -> Any:
        return items[self.rng.below(len(items))]

    def random_move(self, seat: int) -> str:
        return self.game.text(self.state.random_move(seat, self.rng, Moves()))

    def chosen_move(self, seat: int) -> str:
        """Any move; in half of the games one that the hints think worth thinking about, to see how good play goes."""
        self.doing = "a move is drawn"
        if not self.sensible:
            return self.random_move(seat)
        out = Moves()
        self.game.hints.candidates(self.state, seat, out)
        return self.game.text(self.one_of(out.listed())) if out.count else self.random_move(seat)

    def look_closely(self, seat: int, move: str) -> None:
        for doing, check in CLOSE_LOOKS:
            self.doing = doing
            check(self, seat, move)
            self.trying = ""

    def play(self, seat: int, move: str) -> list[Event]:
        self.doing, self.trying = "a move is played", f"{seat_name(seat)}:{move}"
        before = self.state.position()
        earlier, revealed = self.state.clone(), self.state.reveals
        events = self.state.play(seat, move, at=None if self.game.facts.realtime else self.now + self.rng.below(1000))
        self.trying = ""
        for event in events:
            self.law(bool(self.game.words.told(self.setup, event).strip()), "every event has words")
            shown.plain(event.facts())
        self.check_invariants(self.state, earlier)
        if self.rng.below(TAKEN_BACK) == 0:
            self.check_taking_back(seat, before, revealed)
        return events

    def check_taking_back(self, seat: int, before: dict[str, Any], revealed: int) -> None:
        self.doing = "a move is taken back"
        if self.state.reveals == revealed:
            back = take_back(self.state, seat)
            self.law(back.position() == before, "a move that revealed nothing can be taken back")
        else:
            self.refused(IllegalMove, lambda: take_back(self.state, seat), "what revealed something stays")

    def note_kinds(self) -> None:
        people = [seat for seat in self.state.to_move if seat != HOST]
        if len(people) > 1:
            self.report.kinds_seen.add("simultaneous")
        if HOST in self.state.to_move:
            self.report.kinds_seen.add("realtime")

    def end(self) -> None:
        self.report.games += 1
        self.report.longest = max(self.report.longest, len(self.state.history))
        for doing, check in ending.LAST_LOOKS:
            self.doing = doing
            check(self)
        deal = self.state.journal.deal if self.state.journal else {}
        if len(self.report.deals_seen) < 2:
            self.report.deals_seen.add(json.dumps(deal, sort_keys=True))

    # --- What several laws use ------------------------------------------------------------------------------------

    def check_invariants(self, state: State, before: State | None = None) -> None:
        """The laws of a state, and those of the decision that led to it from the one before."""
        try:
            self.game.check_invariants(state)
            if before is not None:
                self.game.check_step(before, state)
        except AssertionError as error:
            self.law(False, "the game's own invariants hold", error)
        self.report.checks["the game's own invariants hold"] += 1

    def watchers(self) -> set[int | None]:
        """Two of those who watch, drawn by chance: each comes up often enough in a whole game."""
        return {self.one_of(self.everybody) for _ in range(2)}

    def drawn_of(self, codes: list[int], number: int) -> list[int]:
        """At most so many different ones, drawn by chance."""
        if len(codes) <= number:
            self.rng.shuffle(codes)
            return codes
        return sorted({self.one_of(codes) for _ in range(number)})

    def refused(self, error: type[MesozoicError], call: Callable[[], object], law: str) -> None:
        before = self.state.position(), len(self.state.history), self.state.clock, self.state.reveals
        try:
            call()
        except error as refusal:
            self.law(len(str(refusal)) > 10, f"{law}: with a sentence")
        else:
            self.law(False, law)
        after = self.state.position(), len(self.state.history), self.state.clock, self.state.reveals
        self.law(before == after, "a refusal changes nothing")
