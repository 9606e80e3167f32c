"""What a bot should value: every game says it in its own ``hints.py``."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from mesozoic.kernel.state import Moves, State


@mypyc_attr(allow_interpreted_subclasses=True)
class Hints:
    """A game's advice to bots, in its own points."""

    def value(self, state: State, seat: i64) -> float:
        """About how well the game will end for the seat if it goes on sensibly from here; more is better.

        It is asked of imagined states, right after a decision of the seat, while others may still be deciding.
        Without better knowledge it is what the seat's points so far are worth.
        """
        points = float(state.score(seat))
        return -points if state.setup.game.facts.fewest_points_win else points

    def candidates(self, state: State, seat: i64, out: Moves) -> None:
        """The legal moves worth thinking about, by what the seat can see; all of them unless a game knows better."""
        state.list_moves(seat, out)

    def lines(self) -> i64:
        """So many ways of going on are worth following for each move in each world, so that no decision takes a second.

        Few for a game whose ``value`` itself sees to the choices that are still open.
        """
        return 2000
