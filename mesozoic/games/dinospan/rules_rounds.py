"""Turns, the end of a round, the change of era, and the Rival (DS-13, DS-49 to DS-55, DS-66 to DS-72)."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from mesozoic.games.dinospan import events
from mesozoic.games.dinospan.cards import CARD_IDS, CARDS, GOAL_MASKS
from mesozoic.games.dinospan.rules_moves import OVER, PLAY
from mesozoic.games.dinospan.rules_scoring import Scoring, goal_points
from mesozoic.games.dinospan.rules_table import (
    BOX,
    COLLECTION,
    GOAL_POINTS,
    HYPE,
    KEPT_AT,
    MARKERS,
    NEW_ERA,
    NONE,
    OPEN,
    ROUNDS,
    SEAT,
    SECRET,
    lone,
)


@mypyc_attr(acyclic=True)
class Rounds(Scoring):
    """Four rounds, and the Rival's part in them."""

    # --- Turns (DS-13, DS-14, DS-67) -----------------------------------------------------------------------------

    def begin_play(self) -> None:
        seat: i64 = 0
        while seat < self.variant.players:  # DS-62: the rest of the draft leaves the game
            self.masks[BOX] |= self.secret[seat * SECRET + 1]
            self.secret[seat * SECRET + 1] = 0
            seat += 1
        self.phase = PLAY
        self.begin_round()

    def begin_round(self) -> None:
        self.rival_turns = 0
        if self.log is not None:
            self.tell(events.RoundBegan(self.round, self.first, self.goals[self.round - 1]))
        self.on_turn = self.first
        if self.first == self.variant.players:
            self.on_turn = 0
            self.rival_turn()

    def end_turn(self, seat: i64) -> None:
        self.seats[seat * SEAT + MARKERS] -= 1
        self.reveals += 1  # what was done is done
        if self.variant.solo:
            if self.rival_turns < self.variant.markers:
                self.rival_turn()
            if self.seats[MARKERS] == 0:
                self.end_round()
            return
        self.on_turn = (seat + 1) % self.variant.players
        at = self.on_turn * SEAT + MARKERS
        if self.seats[at] == 0:
            self.end_round()

    # --- The end of a round (DS-49 to DS-55) -----------------------------------------------------------------------

    def end_round(self) -> None:
        self.score_goal()
        if self.round == ROUNDS:
            self.phase = OVER
            if self.log is not None:
                self.tell_research()
                self.tell(events.GameEnded())
            return
        self.round += 1
        seat: i64 = 0
        while seat < self.variant.players:
            self.seats[seat * SEAT + MARKERS] = self.variant.markers
            seat += 1
        if self.round == NEW_ERA:
            self.change_era()
        self.renew_hype()
        self.begin_round()

    def tell_research(self) -> None:
        """DS-64: the cards kept are shown at the end."""
        seat: i64 = 0
        while seat < self.variant.players and self.log is not None:
            kept = self.secret[seat * SECRET + 2] >> KEPT_AT
            if kept != 0:
                self.tell(events.research_shown(seat, lone(kept), self.research_points(seat)))
            seat += 1

    def score_goal(self) -> None:
        """DS-49 to DS-52, DS-R35 to DS-R37."""
        sides = self.variant.sides
        goal = self.goals[self.round - 1]
        lowest: i64 = CARDS
        seat: i64 = 0
        while seat < sides:
            number = self.goal_count(seat, goal)
            if number < lowest:
                lowest = number
            seat += 1
        holder = self.first
        step: i64 = 0
        while step < sides:
            seat = (self.first + step) % sides
            number = self.goal_count(seat, goal)
            points = goal_points(number - lowest)
            if number == lowest:
                holder = seat  # the last of them in turn order
            if seat == self.variant.players:
                self.rival_goals += points
            else:
                self.seats[seat * SEAT + GOAL_POINTS + self.round - 1] = points
            if self.log is not None:
                self.tell(events.GoalScored(seat, self.round, number, points, seat == self.variant.players))
            step += 1
        self.first = holder
        if self.log is not None:
            self.tell(events.TokenMoved(holder, holder == self.variant.players))

    def change_era(self) -> None:
        """DS-54, DS-R18."""
        while self.footprint_size > 0:
            self.footprint_size -= 1
            card = self.footprint[self.footprint_size]
            self.put(BOX, card)
            if self.known > 0:
                self.known -= 1
                self.put(OPEN, card)  # everybody knows where it is
        footprint = self.footprint[:]
        at: i64 = 0
        while at < len(self.reserve):
            footprint[at] = self.reserve[at]
            at += 1
        self.footprint = footprint
        self.footprint_size = at
        if self.log is not None:
            self.tell(events.EraChanged())

    def renew_hype(self) -> None:
        """DS-55, DS-R16."""
        slot: i64 = 0
        while slot < HYPE and not self.variant.refill:
            card = self.hype[slot]
            if card != NONE:
                self.hype[slot] = NONE
                self.to_archive(card)
            slot += 1
        if self.log is not None:
            self.tell(events.HypeRenewed())
        self.refresh()

    # --- The Rival (DS-66 to DS-72) --------------------------------------------------------------------------------

    def rival_turn(self) -> None:
        number = self.rival_turns
        self.rival_turns += 1
        if number % 2 == 0:
            self.rival_publish()
        else:
            self.rival_analyze()
        self.refresh()

    def rival_publish(self) -> None:
        """DS-68."""
        mask = GOAL_MASKS[self.goals[self.round - 1]]
        chosen = self.rival_choice(mask)
        if chosen == NONE:
            chosen = self.rival_choice(-1)
        if chosen == NONE:
            return
        card = self.hype[chosen]
        self.hype[chosen] = NONE
        self.put(COLLECTION, card)
        if self.log is not None:
            self.tell(events.RivalPublished(CARD_IDS[card], chosen + 1))

    def rival_choice(self, mask: i64) -> i64:
        """The slot that the Rival takes among those with one of these traits."""
        best: i64 = NONE
        slot: i64 = 0
        while slot < HYPE:
            card = self.hype[slot]
            if card != NONE and self.deck.traits[card] & mask != 0:
                better = best == NONE
                if not better and self.variant.level == 3:
                    better = self.deck.points[card] > self.deck.points[self.hype[best]]
                if better:
                    best = slot
            slot += 1
        return best

    def rival_analyze(self) -> None:
        """DS-69."""
        slot: i64 = 0
        while slot < HYPE and self.hype[slot] == NONE:
            slot += 1
        if slot < HYPE:
            card = self.hype[slot]
            self.hype[slot] = NONE
            self.to_archive(card)
            if self.log is not None:
                self.tell(events.RivalDiscarded(CARD_IDS[card], slot + 1))
        study: i64 = self.variant.level - 1
        if self.variant.level == 3:
            study = 1 if self.round < NEW_ERA else 2
        self.rival_study += study
        if self.log is not None and study > 0:
            self.tell(events.RivalStudied(study, self.rival_study))
