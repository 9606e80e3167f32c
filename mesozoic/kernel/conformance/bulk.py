"""Games inside the compiled engine, every state of them checked: for campaigns of many millions of decisions.

Here are the laws that can be tried after every decision. What needs text, views or other worlds is tried by a
``Trial``, which looks at thousands of decisions and not at millions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import HOST, NOBODY, Moves, State

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup

SELDOM: Final = 2048
"""One decision in so many is looked at closely: that costs as much as some hundred others."""
RESULTS: Final = 16
"""One result in so many is made and compared with the engine's points."""


@final
class Inspector:
    """Plays games of one set-up to their end; AssertionError names the law that one of them breaks."""

    def __init__(self, setup: Setup, seldom: i64 = SELDOM) -> None:
        game = setup.game
        low, high = game.score_bounds(setup)
        self.setup = setup
        self.seldom = seldom
        self.check = game.check_invariants
        self.check_step = game.check_step
        self.hints = game.hints
        self.players: i64 = setup.players
        self.longest: i64 = game.longest(setup)
        self.lowest: i64 = low
        self.highest: i64 = high
        self.realtime = game.facts.realtime
        self.at_once = game.facts.simultaneous or game.facts.realtime
        self.looks: i64 = 0
        self.out = Moves()
        self.seats = Moves()  # the game so far: who moved, what, and when
        self.codes = Moves()
        self.times = Moves()

    def play(self, state: State, rng: Rng, is_sensible: bool) -> int:
        """Play a game from this state on; returns how many decisions were made.

        Moves are drawn evenly from all, or from those that the hints think worth thinking about.
        """
        self.seats.clear()
        self.codes.clear()
        self.times.clear()
        check = self.check
        check_step = self.check_step
        check(state)
        while state.turn() != NOBODY:
            assert self.codes.count < self.longest, "no game is longer than declared"
            if self.realtime:
                state.clock += rng.below(1000)
            seat = self.who_decides(state, rng)
            move = self.drawn(state, seat, rng, is_sensible)
            self.seats.add(seat)
            self.codes.add(move)
            self.times.add(state.clock)
            before = state.clone()
            if rng.below(self.seldom) == 0:
                self.look_closely(state, seat, move)
            state.apply(seat, move)
            check(state)
            check_step(before, state)
        self.check_scores(state)
        if rng.below(RESULTS) == 0:
            self.check_result(state)
        return self.codes.count

    def who_decides(self, state: State, rng: Rng) -> i64:
        """One of those who may, drawn evenly, the host among them."""
        if not self.at_once:
            return state.turn()
        first: i64 = HOST if self.realtime else 0
        waiting: i64 = 0
        seat = first
        while seat < self.players:
            if state.is_waiting_for(seat):
                waiting += 1
            seat += 1
        assert waiting > 0, "somebody has to decide until the game is over"
        left = rng.below(waiting)
        seat = first
        while True:
            if state.is_waiting_for(seat):
                if left == 0:
                    return seat
                left -= 1
            seat += 1

    def drawn(self, state: State, seat: i64, rng: Rng, is_sensible: bool) -> i64:
        out = self.out
        out.clear()
        if is_sensible:
            self.hints.candidates(state, seat, out)
            if out.count > 0:
                return out.codes[rng.below(out.count)]
        move = state.random_move(seat, rng, out)  # a game with long lists draws without listing
        assert out.count > 0 or state.is_legal(seat, move), "who decides has a move"
        return move

    def check_scores(self, state: State) -> None:
        seat: i64 = 0
        while seat < self.players:
            points = state.score(seat)
            assert self.lowest <= points <= self.highest, "scores keep the declared bounds"
            seat += 1

    # --- Now and then -------------------------------------------------------------------------------------------

    def check_result(self, state: State) -> None:
        result = self.setup.game.result(state)
        points = [int(state.score(seat)) for seat in range(self.players)]
        assert list(result.scores) == points, "the engine and the result count the same points"
        best = [seat for seat in range(self.players) if result.places[seat] == 1]
        assert best and all(seat in best for seat in result.winners), "winners are among the best"
        assert result.winners or self.players == 1, "somebody wins where several play"

    def look_closely(self, state: State, seat: i64, move: i64) -> None:
        """The move is one of those listed; clones do the same as their originals, and leave them alone."""
        self.looks += 1
        out = Moves()
        state.list_moves(seat, out)
        listed = out.listed()
        assert len(set(listed)) == len(listed), "every move is listed once"
        assert int(move) in listed, "who decides draws a legal move"
        assert seat in state.to_move and state.is_waiting_for(seat), "who decides is asked"
        position = state.position()
        one = state.clone()
        assert one.position() == position, "a clone equals its original"
        other = one.clone()
        one.apply(seat, move)
        assert state.position() == position, "nothing done to a clone touches its original"
        assert other.position() == position, "nothing done to an original touches its clone"
        other.apply(seat, move)
        assert one.position() == other.position(), "the same move does the same"
        assert one.to_move == other.to_move and one.reveals == other.reveals, "the same move asks and reveals the same"
