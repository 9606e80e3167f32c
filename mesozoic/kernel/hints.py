"""What a bot should value: every game says it in its own ``hints.py``."""

from __future__ import annotations

from math import exp
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import NOBODY, Moves, State

NO_OPINION: Final = -(2**40)
"""No move of any game has this code: the hints leave the choice to the bot."""
UNKNOWN: Final = -1e300
"""No state is worth this: the hints leave it to the bot what it looks at."""
MANY: Final = 2**40
"""More worlds than any search imagines."""
LEAD_SHARE: Final = 0.05
"""What the lead counts for at the end of a game, beside winning."""


@final
class Thinking:
    """How a search thinks about a game: its figures, measured for each number of seats (``docs/results.md``)."""

    def __init__(
        self,
        turns: i64 = 2,
        replies: bool = True,
        width: i64 = 12,
        plans: i64 = 400,
        glances: i64 = 4,
        spread: float = 10.0,
        overlooks: float = 0.0,
        misjudges: float = 0.0,
        slips: float = 1.0,
        boldness: float = 1.0,
        worlds: i64 = MANY,
    ) -> None:
        self.turns = turns
        """So many further turns of its own a seat plays in a roll-out before the value is asked."""
        self.replies = replies
        """Do the others still answer the last of these turns?"""
        self.width = width
        """So many plans, the best at a glance, are thought through."""
        self.plans = plans
        """So many ways to make all small decisions of a turn are told apart; where they are more, it looks less far."""
        self.glances = glances
        """The worlds in which a plan is glanced at: its value right away."""
        self.spread = spread
        """A lead in the unit of the value that makes a win e times as likely."""
        self.overlooks = overlooks
        """The part of the plans that a weak player does not notice; nothing for a game to say."""
        self.misjudges = misjudges
        """How far a weak player is wrong about the rest, in units of how far they differ; nothing for a game to say."""
        self.slips = slips
        """What part of a weak level's errors is enough here: less where a single one costs the game."""
        self.boldness = boldness
        """So many times as far from an even chance (in logarithms of the odds) is what a person is told: more than 1
        where the search plays best by a spread that makes too little of a lead."""
        self.worlds = worlds
        """So many worlds can differ; where it is one, every plan is met there once and no more."""


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

    def thinking(self, state: State) -> Thinking:
        """How a search should think here, by the number of seats and by what is still hidden."""
        return Thinking()

    def first_look(self, state: State, seat: i64) -> float:
        """What a search ranks a plan by, right after it or halfway, before it thinks the best through.

        UNKNOWN: the value once the seat's choice is complete.
        """
        return UNKNOWN

    def sameness(self, state: State) -> i64:
        """A number that only the same states share, so that no search thinks of them twice; 0: nothing is known."""
        return 0

    def forecast(self, state: State, seat: i64) -> float:
        """What a person is told that it should lead to, in the game's points: the value, unless a game knows better."""
        return self.value(state, seat)

    def whose_turn(self, state: State) -> i64:
        """With others: the seat whose turn it is in a roll-out; who decides, unless others are asked in between."""
        return state.turn()

    def take_back(self, state: State, seat: i64) -> None:
        """Open again what others than the seat have sealed in an imagined state, so that they decide by the policy.

        There it is any legal choice; a game in which all decide at once knows better.
        """

    def stage(self, state: State) -> i64:
        """Alone: a number that changes from turn to turn; how much is revealed, unless a game knows better."""
        return state.reveals

    def quick_move(self, state: State, seat: i64, rng: Rng) -> i64:
        """What the seat would do by a cheap rule of thumb, for roll-outs; NO_OPINION: whatever has the best value.

        The state is an imagined one. Nothing that another seat has sealed in it may be looked at.
        """
        return NO_OPINION

    def outlook(self, state: State, seat: i64, spread: float) -> float:
        """The seat's share of the win to be expected, with the lead as tie-break; alone: the value.

        The shares of all seats are made from their values: a seat ``spread`` ahead wins e times as often.
        """
        players = state.setup.players
        mine = self.value(state, seat)
        if players == 1:
            return mine
        total = 0.0
        other: i64 = 0
        while other < players:
            lead = 0.0 if other == seat else (self.value(state, other) - mine) / spread
            total += exp(lead if lead < 50.0 else 50.0)
            other += 1
        if state.turn() != NOBODY:
            return 1.0 / total
        winners = state.setup.game.result(state).winners
        won = 1.0 / len(winners) if seat in winners else 0.0
        return (1.0 - LEAD_SHARE) * won + LEAD_SHARE / total
