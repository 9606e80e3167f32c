"""What a bot should value: the museum that could still be made of this one.

The remaining rounds are filled in quickly, each with the card and square that look best, from the cards that will be on
offer (in an imagined world they are known). The points of the museum planned like that are the value: ``hints_plan``.
A search asks for the outlook instead: there its own museum is drafted in many ways at once, features, restaurants and
money included: ``hints_draft``. Alone it is the goal that counts: ``hints_solo``.
"""

from __future__ import annotations

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.dolphins_and_dinos.hints_draft import best_mark, best_museum
from mesozoic.games.dolphins_and_dinos.hints_plan import Plan
from mesozoic.games.dolphins_and_dinos.hints_solo import solo_outlook, solo_value
from mesozoic.games.dolphins_and_dinos.rules import Museums
from mesozoic.games.dolphins_and_dinos.rules_imagine import reopen
from mesozoic.games.dolphins_and_dinos.rules_moves import FEATURE_CODE
from mesozoic.games.dolphins_and_dinos.rules_table import CHOOSE, DEALT_CARDS, FACE_UP, FEATURE, OVER, PICK, WAITING
from mesozoic.kernel.hints import NO_OPINION, UNKNOWN, Hints, Thinking
from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import NOBODY, State

BREADTH: Final = 160  # so many drafts of a museum go on to the next round
AT_A_GLANCE: Final = 6  # and so many while plans are only ranked
THEIR_REST: Final = vec[float]([0.0, 40.0, 38.0, 35.0, 30.0, 28.0, 24.0, 15.0, 8.5, 4.5])
"""By the round: what rivals who think as well make of their museums beyond what is filled in quickly (measured)."""
WITH_OTHERS: Final = 0.3  # part of a weak level's errors that is enough here, ...
ALONE: Final = 0.13  # ... and where a single slip can cost the goal


@final
class MuseumHints(Hints):
    def value(self, state: State, seat: i64) -> float:
        assert isinstance(state, Museums)
        if state.variant.solo:
            return solo_value(state)
        plan = Plan(state, seat)
        plan.fill()
        return plan.points()

    def outlook(self, state: State, seat: i64, spread: float) -> float:
        """The seat's own museum is thought through to the end, the others' are filled in quickly."""
        assert isinstance(state, Museums)
        if state.variant.solo:
            return solo_outlook(state)
        if state.phase == OVER:
            return super().outlook(state, seat, spread)
        rivals: list[Plan] = []
        other: i64 = 0
        while other < state.variant.players:
            if other != seat:
                rival = Plan(state, other)
                rival.fill()
                rivals.append(rival)
            other += 1
        mine = best_museum(state, seat, BREADTH, rivals)
        total = 1.0
        for rival in rivals:
            total += exp((rival.points() + THEIR_REST[state.round] - mine) / spread)
        return 1.0 / total

    def first_look(self, state: State, seat: i64) -> float:
        """The best of a few drafts, themes and restaurants included; nothing is known better alone, or halfway."""
        assert isinstance(state, Museums)
        is_halfway = state.phase == CHOOSE and PICK < state.steps[seat] < WAITING
        if state.variant.solo or state.phase == OVER or is_halfway:
            return UNKNOWN
        return best_museum(state, seat, AT_A_GLANCE, [])

    def thinking(self, state: State) -> Thinking:
        """The outlook itself sees to the end. Once all cards lie open (DD-33) and all sheets, there is one world."""
        assert isinstance(state, Museums)
        if state.variant.solo:
            return Thinking(turns=0, replies=True, width=24, glances=2, slips=ALONE)
        if state.variant.closed or FACE_UP[state.round] < DEALT_CARDS:
            return Thinking(turns=0, replies=False, width=24, glances=2, slips=WITH_OTHERS)
        return Thinking(turns=0, replies=False, width=40, glances=1, slips=WITH_OTHERS, worlds=1)

    def whose_turn(self, state: State) -> i64:
        """All choose at once: with others it is nobody's, and the outlook is asked right after a plan."""
        return state.turn() if state.setup.players == 1 else NOBODY

    def take_back(self, state: State, seat: i64) -> None:
        """Whoever has chosen before the seat did so as well as those who have not yet."""
        assert isinstance(state, Museums)
        reopen(state, seat)

    def quick_move(self, state: State, seat: i64, rng: Rng) -> i64:
        """The feature that goes best with those drawn; a whole choice is left to the value."""
        assert isinstance(state, Museums)
        if state.steps[seat] != FEATURE or state.variant.solo:
            return NO_OPINION
        return FEATURE_CODE + best_mark(state, seat)
