"""DinoSpan: the turn, the rounds, the setup, the Rival, and who decides what.

Numbers such as DS-19 are those of ``rules.md``, DS-R27 those of ``rulings.md``. The chapters: zones in
``rules_table.py``, what cards do in ``rules_abilities.py``, publishing and analyzing in ``rules_publish.py``. Work that
is still to be done is a stack of frames, the newest on top; with none left the phase says who decides. A choice with a
single option resolves by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from mesozoic.games.dinospan import events
from mesozoic.games.dinospan.cards import (
    CARD_IDS,
    CARDS,
    CONT_AT,
    FIRST_CRETACEOUS,
    FIRST_JURASSIC,
    GOAL_MASKS,
    GOALS,
    MOST_RESEARCH,
    ORDER_BITS,
    RESEARCH_CARDS,
    TAG_AT,
)
from mesozoic.games.dinospan.rules_moves import (
    ABILITY,
    ANALYZE,
    ARGUMENT,
    BRANCH,
    CHURNING,
    CULLING,
    DISPOSE,
    DRAFT_1,
    DRAFT_2,
    DROP,
    ECOSYSTEM,
    EFFECT,
    EGG_PAID,
    END_TURN,
    FIRST,
    KEEP,
    KEEP_RESEARCH,
    LAST_CHOICE,
    LAY,
    METHOD,
    MOVE_AT,
    OVER,
    OVERLAY,
    PAY_CARD,
    PAY_EGG,
    PICK_CARD,
    PLACE_G,
    PLACE_L,
    PLAY,
    PUBLISH,
    REFRESH,
    RESEARCH,
    RESOURCE,
    SET_OVERLAY,
    SOURCE,
    STEPS,
    SWAPPING,
    TAKE,
    TRIASSIC,
    UPGRADE,
    WALK,
)
from mesozoic.games.dinospan.rules_publish import Publishing
from mesozoic.games.dinospan.rules_table import (
    ATLAS,
    BOX,
    COLLECTION,
    GOAL_POINTS,
    GOLD_AT,
    HIGH_AT,
    HYPE,
    MARKERS,
    NEW_ERA,
    NONE,
    OPEN,
    PARENT_AT,
    RED_AT,
    RETURNED,
    ROUNDS,
    SEAT,
    SPACES,
    TOP,
    WORDS,
    Variant,
    lone,
)
from mesozoic.kernel.bits import bit, count
from mesozoic.kernel.deal import Chance
from mesozoic.kernel.state import NOBODY, Moves

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup
    from mesozoic.kernel.rng import Rng

SECRET: Final = 3
SECOND_AT: Final = 16
"""The second card kept in the draft stands so far to the left of the first."""
KEPT_AT: Final = 12
"""The Research card kept stands so far to the left of those dealt."""


@final
@mypyc_attr(acyclic=True)
class Span(Publishing):
    """A game of DinoSpan."""

    def clone(self) -> Span:
        copy = Span(
            self.setup,
            self.variant,
            self.chance.clone(),
            self.footprint[:],
            self.reserve,
            self.archive[:],
            self.hype[:],
            self.hands[:],
            self.masks[:],
            self.spaces[:],
            self.seats[:],
            self.secret[:],
            self.goals,
            self.shown[:],
            self.frames[:],
        )
        copy.footprint_size = self.footprint_size
        copy.known = self.known
        copy.archive_size = self.archive_size
        copy.shown_size = self.shown_size
        copy.frame_size = self.frame_size
        copy.red = self.red
        copy.gold = self.gold
        copy.round = self.round
        copy.phase = self.phase
        copy.on_turn = self.on_turn
        copy.first = self.first
        copy.key = self.key
        copy.rival_study = self.rival_study
        copy.rival_goals = self.rival_goals
        copy.rival_turns = self.rival_turns
        copy.last_seat = self.last_seat
        copy.last_move = self.last_move
        copy.clock = self.clock
        copy.reveals = self.reveals
        return copy

    # --- Whose decision it is -------------------------------------------------------------------------------

    def turn(self) -> i64:
        if self.phase >= TRIASSIC:
            if self.phase == OVER:
                return NOBODY
            return self.on_turn if self.frame_size == 0 else self.top(1)
        seat: i64 = 0
        while not self.has_secret_choice(seat):
            seat += 1
        return seat

    def has_secret_choice(self, seat: i64) -> bool:
        """May the seat choose a Research or draft card now?"""
        if self.phase == RESEARCH:
            return self.secret[seat * SECRET + 2] >> KEPT_AT == 0
        kept = self.secret[seat * SECRET]
        return kept == 0 if self.phase == DRAFT_1 else kept >> SECOND_AT == 0

    def is_waiting_for(self, seat: i64) -> bool:
        if self.phase >= TRIASSIC:
            return self.turn() == seat
        return 0 <= seat < self.variant.players and self.has_secret_choice(seat)

    @property
    def to_move(self) -> tuple[int, ...]:
        if self.phase == OVER:
            return ()
        return tuple([seat for seat in range(self.variant.players) if self.is_waiting_for(seat)])

    def list_moves(self, seat: i64, out: Moves) -> None:
        out.clear()
        if self.frame_size != 0:
            self.list_choices(seat, out)
        elif self.phase == PLAY:
            if self.can_publish_any(seat):
                out.add(PUBLISH << MOVE_AT)
            out.add(ANALYZE << MOVE_AT)
            out.add(ANALYZE << MOVE_AT | 1)
        elif self.phase == TRIASSIC:
            self.list_bits(self.secret[seat * SECRET], PLACE_L, out)
            self.list_bits(self.secret[seat * SECRET], PLACE_G, out)
        elif self.phase == RESEARCH:
            self.list_bits(self.secret[seat * SECRET + 2], KEEP_RESEARCH, out)
        else:
            self.list_bits(self.secret[seat * SECRET + 1], KEEP, out)

    def list_bits(self, mask: i64, kind: i64, out: Moves) -> None:
        while mask != 0:
            low = mask & -mask
            mask ^= low
            out.add(kind << MOVE_AT | lone(low))

    def list_choices(self, seat: i64, out: Moves) -> None:
        """The options of the newest frame; none if it has become pointless."""
        pending = self.top(0)
        if pending == SOURCE:
            self.source_options(out)
        elif pending == LAY:
            self.lay_options(seat, out)
        elif pending == RESOURCE:
            self.resource_options(seat, out)
        elif pending == BRANCH:
            self.branch_options(seat, self.top(2), out)
        elif pending == DISPOSE:
            self.dispose_options(out)
        elif pending == TAKE:
            self.take_options(out)
        elif pending == CHURNING:
            self.slot_options(DROP, 0, out)
        elif pending == SWAPPING:
            self.swap_options(seat, out)
        elif pending == CULLING:
            self.cull_options(out)
        elif pending == PICK_CARD:
            self.card_options(seat, out)
        elif pending == METHOD:
            self.method_options(seat, self.top(2), out)
        elif pending == OVERLAY:
            self.overlay_moves(SET_OVERLAY, out)
        elif pending == EGG_PAID:
            self.overlay_moves(PAY_EGG, out)
        elif pending == PAY_CARD:
            self.pay_card_options(seat, out)
        elif pending == UPGRADE:
            self.upgrade_options(seat, out)
        else:
            self.overlay_moves(FIRST, out)

    def apply(self, seat: i64, move: i64) -> None:
        if self.phase >= TRIASSIC:
            self.last_seat = seat
            self.last_move = move
        if self.frame_size != 0:
            self.choose(seat, move >> MOVE_AT, move & ARGUMENT)
        else:
            self.act(seat, move >> MOVE_AT, move & ARGUMENT)
        self.run()
        self.reveals += 1

    def act(self, seat: i64, kind: i64, argument: i64) -> None:
        """A main action (DS-14), or a decision of the setup."""
        if kind == PUBLISH:
            self.push(END_TURN, seat)
            self.publish(seat)
        elif kind == ANALYZE:
            self.push(END_TURN, seat)
            if self.log is not None:
                self.tell(events.AnalyzeBegan(seat, argument))
            self.push(WALK, seat, argument, 0)
        elif kind == KEEP_RESEARCH:
            self.keep_research(seat, argument)
        elif kind == KEEP:
            self.keep_triassic(seat, argument)
        else:
            self.place_triassic(seat, argument, kind - PLACE_L)

    def choose(self, seat: i64, kind: i64, argument: i64) -> None:
        """The answer to the newest frame."""
        pending = self.top(0)
        first = self.top(2)
        second = self.top(3)
        third = self.top(4)
        if pending == SOURCE:
            self.take_source(seat, kind, argument)
        elif pending == LAY:
            self.count_down()
            self.lay(seat, argument)
        elif pending == RESOURCE:
            self.count_down()
            self.gain(seat, argument, 1)
        elif pending == UPGRADE:
            self.count_down()
            self.gild(seat, argument)
        elif pending == TAKE:
            self.take_shown(seat, argument)
        elif pending == DISPOSE:
            self.dispose(seat, kind, argument)
        elif pending == CHURNING:
            self.count_down()
            self.discard_slot(seat, argument)
        elif pending == CULLING:
            self.cull(seat, kind, argument)
        elif pending == SWAPPING:
            self.swap(seat, kind)
        elif pending == PAY_CARD:
            self.pay_card(seat, argument)
        else:
            self.drop()
            if pending == BRANCH:
                if kind == ECOSYSTEM:
                    self.give_to_others(seat, first)
                else:
                    self.begin_branch(seat, first, self.deck.branch_at[first] + argument)
            elif pending == PICK_CARD:
                self.put(OPEN, argument)  # D5: the others see the card
                self.push(METHOD, seat, argument)
            elif pending == METHOD:
                self.choose_method(seat, first, kind, argument)
            elif pending == OVERLAY:
                self.choose_overlay(seat, first, second, argument)
            elif pending == EGG_PAID:
                self.evolve(seat, first, second, third, argument)
            else:
                self.choose_order(seat, first, argument)

    def run(self) -> None:
        """Do everything that asks nobody, until somebody has to decide or the game is over."""
        out = self.variant.buffer
        while True:
            if self.frame_size == 0:
                if self.phase != TRIASSIC or self.is_triassic_due():
                    return
                continue
            pending = self.top(0)
            if pending == STEPS:
                self.next_step()
            elif pending <= LAST_CHOICE:
                seat = self.top(1)
                out.clear()
                self.list_choices(seat, out)
                if out.count > 1:
                    return
                if out.count == 0:
                    self.drop()
                else:
                    code = out.codes[0]
                    self.choose(seat, code >> MOVE_AT, code & ARGUMENT)
            else:
                self.run_frame(pending)

    def run_frame(self, pending: i64) -> None:
        seat = self.top(1)
        first = self.top(2)
        if pending == WALK:
            self.walk()
            return
        second = self.top(3)
        third = self.top(4)
        self.drop()
        if pending == ABILITY:
            self.begin_ability(seat, first)
        elif pending == REFRESH:
            self.refresh()
        elif pending == EFFECT:
            if self.can_get(seat, first, second):
                self.reward(seat, first, second, third)
        else:
            self.end_turn(seat)

    # --- Before the first round (DS-10 to DS-12, DS-62, DS-63) ---------------------------------------------------

    def keep_research(self, seat: i64, research: i64) -> None:
        self.secret[seat * SECRET + 2] |= bit(research) << KEPT_AT
        if self.log is not None:
            self.tell_all(events.kept_research(seat, research))
        if not self.anybody_chooses():
            self.after_research()

    def anybody_chooses(self) -> bool:
        seat: i64 = 0
        while seat < self.variant.players:
            if self.has_secret_choice(seat):
                return True
            seat += 1
        return False

    def after_research(self) -> None:
        self.phase = DRAFT_1 if self.variant.triassic == "draft" else TRIASSIC

    def keep_triassic(self, seat: i64, card: i64) -> None:
        """DS-62: kept in secret; when everybody has, the packs go to the left, and after the second time out."""
        at = seat * SECRET
        self.secret[at + 1] ^= bit(card)
        self.secret[at] |= bit(card) if self.phase == DRAFT_1 else bit(card) << SECOND_AT
        if self.log is not None:
            self.tell_all(events.kept(seat, CARD_IDS[card]))
        if self.anybody_chooses():
            return
        if self.phase == DRAFT_1:
            self.pass_packs()
            self.phase = DRAFT_2
        else:
            self.end_draft()
            self.phase = TRIASSIC

    def pass_packs(self) -> None:
        last = self.variant.players - 1
        carried = self.secret[last * SECRET + 1]
        seat: i64 = 0
        while seat <= last:
            own = self.secret[seat * SECRET + 1]
            self.secret[seat * SECRET + 1] = carried
            carried = own
            seat += 1
        if self.log is not None:
            self.tell(events.PacksPassed())

    def end_draft(self) -> None:
        seat: i64 = 0
        while seat < self.variant.players:
            at = seat * SECRET
            kept = self.secret[at]
            self.secret[at] = (kept & (bit(SECOND_AT) - 1)) | kept >> SECOND_AT
            self.masks[BOX] |= self.secret[at + 1]
            self.secret[at + 1] = 0
            seat += 1

    def is_triassic_due(self) -> bool:
        """DS-11, DS-R9: one player after the other; the second card goes to the other row by itself."""
        seat = self.on_turn
        held = self.secret[seat * SECRET]
        if held == 0:
            self.on_turn = (seat + 1) % self.variant.players
            if self.secret[self.on_turn * SECRET] == 0:
                self.begin_play()
                return True
            return False
        if held & (held - 1) != 0:
            return True
        self.place_triassic(seat, lone(held), 0 if self.spaces[seat * ATLAS] == 0 else 1)
        return False

    def place_triassic(self, seat: i64, card: i64, row: i64) -> None:
        """DS-R7, DS-R8: any row, no cost."""
        self.secret[seat * SECRET] ^= bit(card)
        self.spaces[seat * ATLAS + row * SPACES] = card + 1
        if self.log is not None:
            self.tell(events.Published(seat, CARD_IDS[card], row * SPACES))
        self.activate_published(seat, card)

    # --- Turns (DS-13, DS-14, DS-67) -----------------------------------------------------------------------------

    def begin_play(self) -> None:
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
        if self.variant.solo:
            if self.rival_turns < self.variant.markers:
                self.rival_turn()
            if self.seats[MARKERS] == 0:
                self.end_round()
            return
        self.on_turn = (seat + 1) % self.variant.players
        if self.seats[self.on_turn * SEAT + MARKERS] == 0:
            self.end_round()

    # --- The end of a round (DS-49 to DS-55) -----------------------------------------------------------------------

    def end_round(self) -> None:
        self.score_goal()
        if self.round == ROUNDS:
            self.phase = OVER
            if self.log is not None:
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
            self.put(BOX, self.footprint[self.footprint_size])
        self.known = 0
        word: i64 = 0
        while word < WORDS:
            self.masks[RETURNED + word] = 0  # those shuffled in before may be in the box now
            word += 1
        at: i64 = 0
        while at < len(self.reserve):
            self.footprint[at] = self.reserve[at]
            at += 1
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

    def rival_score(self) -> i64:
        """DS-72."""
        points = self.rival_goals + self.rival_study
        card: i64 = 0
        while card < CARDS:
            if self.is_in(COLLECTION, card):
                points += self.deck.points[card]
            card += 1
        return points

    # --- Scoring (DS-56 to DS-60, DS-65) -----------------------------------------------------------------------------

    def score(self, seat: i64) -> i64:
        return (
            self.card_points(seat)
            + self.egg_points(seat)
            + self.goal_total(seat)
            + self.resource_points(seat)
            + self.research_points(seat)
        )

    def card_points(self, seat: i64) -> i64:
        """DS-57, DS-25, DS-26."""
        total: i64 = 0
        place = seat * ATLAS
        while place < seat * ATLAS + ATLAS:
            space = self.spaces[place]
            if space != 0:
                total += self.deck.points[(space & TOP) - 1]
                parent = (space >> PARENT_AT) & TOP
                if parent != 0 and (space >> HIGH_AT) & 1 == 0:
                    total += self.deck.points[parent - 1]
            place += 1
        return total

    def egg_points(self, seat: i64) -> i64:
        """DS-58."""
        total: i64 = 0
        place = seat * ATLAS
        while place < seat * ATLAS + ATLAS:
            space = self.spaces[place]
            total += ((space >> RED_AT) & 7) + 3 * (space >> GOLD_AT)
            place += 1
        return total

    def goal_total(self, seat: i64) -> i64:
        total: i64 = 0
        number: i64 = 0
        while number < ROUNDS:
            points = self.seats[seat * SEAT + GOAL_POINTS + number]
            if points > 0:
                total += points
            number += 1
        return total

    def resource_points(self, seat: i64) -> i64:
        """DS-60, DS-R39."""
        total: i64 = 0
        resource: i64 = 0
        while resource < 3:
            number = self.seats[seat * SEAT + resource]
            if number == 10:
                total += 5
            elif number >= 8:
                total += 3
            resource += 1
        return total

    def research_points(self, seat: i64) -> i64:
        """DS-65."""
        kept = self.secret[seat * SECRET + 2] >> KEPT_AT
        if kept == 0:
            return 0
        points = self.research_value(seat, lone(kept))
        return points if points < MOST_RESEARCH else MOST_RESEARCH

    def research_value(self, seat: i64, research: i64) -> i64:
        """Ledger section 8.6, before the limit."""
        if research < 2:
            return 2 * beyond(self.row_length(seat, research), 2)
        if research < 5:
            return self.count_own(seat, bit(research - 2), 0)
        if research == 8:
            return self.different_families(seat)
        if research == 11:
            return self.hand_size(seat)
        stacks: i64 = 0
        gold: i64 = 0
        full: i64 = 0
        traits: i64 = 0
        tags: i64 = 0
        place: i64 = 0
        while place < ATLAS:
            space = self.spaces[seat * ATLAS + place]
            if space != 0:
                top = self.deck.traits[(space & TOP) - 1]
                traits |= top
                tags |= top
                parent = (space >> PARENT_AT) & TOP
                if parent != 0:
                    stacks += 1
                    traits |= self.deck.traits[parent - 1]
                    if (space >> HIGH_AT) & 1 == 0:
                        tags |= self.deck.traits[parent - 1]
                gold += space >> GOLD_AT
                if self.room(seat, place) == 0:
                    full += 1
            place += 1
        if research == 5:
            return 2 * stacks
        if research == 6:
            return 2 * gold
        if research == 7:
            return full
        if research == 9:
            return 2 * beyond(count((traits >> CONT_AT) & 127), 3)
        return 2 * beyond(count((tags >> TAG_AT) & 255), 3)

    def different_families(self, seat: i64) -> i64:
        """R09: pairs of Order and Family."""
        found: i64 = 0
        order: i64 = 1
        while order <= 4:
            families: i64 = 0
            place = seat * ATLAS
            while place < seat * ATLAS + ATLAS:
                space = self.spaces[place]
                while space & TOP != 0:
                    traits = self.deck.traits[(space & TOP) - 1]
                    if traits & ORDER_BITS == order:
                        families |= traits >> 34
                    space = (space >> PARENT_AT) & TOP
                place += 1
            found += count(families)
            order *= 2
        return found


def goal_points(ahead: i64) -> i64:
    """DS-50, DS-52, DS-R35."""
    return 2 * ahead if ahead < 5 else 10


def beyond(number: i64, free: i64) -> i64:
    return number - free if number > free else 0


# --- Setup (DS-01 to DS-10) -------------------------------------------------------------------------------------


def shuffle(setup: Setup, rng: Rng) -> Span:
    """A game dealt by chance."""
    first_player = setup.options["first_player"]
    first: i64 = 0
    if setup.players > 1:
        first = rng.below(setup.players) if first_player == "random" else first_player
    triassic = mixed(rng, 0, FIRST_JURASSIC)
    jurassic = mixed(rng, FIRST_JURASSIC, FIRST_CRETACEOUS)
    cretaceous = mixed(rng, FIRST_CRETACEOUS, CARDS)
    research = mixed(rng, 0, RESEARCH_CARDS if setup.options["personal_research"] else 0)
    return new_game(setup, Chance(rng.clone(), []), first, triassic, jurassic, cretaceous, research)


def mixed(rng: Rng, start: i64, end: i64) -> vec[i64]:
    pile = vec[i64]([0] * (end - start))
    at = start
    while at < end:
        pile[at - start] = at
        at += 1
    rng.shuffle_vec(pile, 0)
    return pile


def new_game(
    setup: Setup,
    chance: Chance,
    first: i64,
    triassic: vec[i64],
    jurassic: vec[i64],
    cretaceous: vec[i64],
    research: vec[i64],
) -> Span:
    """Everything laid out from piles that are listed top first."""
    variant: Variant = setup.variant
    named = setup.options["scenario"]
    key = cretaceous[0] if named == "standard" else scenario_card(named)
    reserve = vec[i64]([0] * (len(cretaceous) - 1))
    at = len(reserve) - 1
    for card in cretaceous:
        if card != key:
            reserve[at] = card
            at -= 1
    game = empty_table(setup, chance, key, reserve)
    game.first = first
    game.on_turn = first
    size: i64 = len(jurassic)
    at = 0
    while at < size:
        game.footprint[size - 1 - at] = jurassic[at]
        at += 1
    game.footprint_size = size
    game.refresh()
    deal_research(game, research)
    deal_triassic(game, triassic)
    game.phase = RESEARCH
    if not variant.research:
        game.after_research()
    game.run()
    return game


def scenario_card(named: str) -> i64:
    return CARD_IDS.index({"triceratops": "K11", "velociraptor": "K67"}.get(named, named))


def deal_research(game: Span, research: vec[i64]) -> None:
    """DS-63: in turn order, the top 2 each."""
    players = game.variant.players
    at: i64 = 0
    while at < len(research) and at < 2 * players:
        seat = (game.first + at // 2) % players
        game.secret[seat * SECRET + 2] |= bit(research[at])
        at += 1


def deal_triassic(game: Span, triassic: vec[i64]) -> None:
    """DS-10, DS-12, DS-62, DS-66."""
    variant = game.variant
    players = variant.players
    left = triassic
    number: i64 = 2
    to: i64 = 0
    if variant.triassic == "draft":
        number = 3 if players == 5 else 4
        to = 1
    turn: i64 = 0
    while turn < players:
        seat = (game.first + turn) % players
        if variant.triassic == "first_game":
            game.secret[seat * SECRET] = bit(topmost(game, left, 1)) | bit(topmost(game, left, 2))
        else:
            dealt: i64 = 0
            while dealt < number:
                game.secret[seat * SECRET + to] |= bit(left[turn * number + dealt])
                dealt += 1
        turn += 1
    taken: i64 = 0
    seat = 0
    while seat < players:
        taken |= game.secret[seat * SECRET] | game.secret[seat * SECRET + 1]
        seat += 1
    rival: i64 = 2 if variant.solo else 0
    for card in triassic:
        if (taken >> card) & 1 == 0:
            game.put(COLLECTION if rival > 0 else BOX, card)
            rival -= 1


def topmost(game: Span, pile: vec[i64], order: i64) -> i64:
    """The topmost card of an Order that nobody has yet."""
    taken: i64 = 0
    seat: i64 = 0
    while seat < game.variant.players:
        taken |= game.secret[seat * SECRET]
        seat += 1
    at: i64 = 0
    while (taken >> pile[at]) & 1 != 0 or game.deck.traits[pile[at]] & order == 0:
        at += 1
    return pile[at]


def empty_table(setup: Setup, chance: Chance, key: i64, reserve: vec[i64]) -> Span:
    """DS-03 to DS-05, DS-08, DS-09."""
    variant: Variant = setup.variant
    players = variant.players
    game = Span(
        setup,
        variant,
        chance,
        zeros(CARDS),
        reserve,
        zeros(CARDS),
        vec[i64]([NONE, NONE, NONE, NONE]),
        zeros(players * WORDS),
        zeros(4 * WORDS),
        zeros(players * ATLAS),
        zeros(players * SEAT),
        zeros(players * SECRET),
        goals_of(variant, key),
        zeros(16),
        zeros(48),
    )
    game.key = key
    game.red = variant.red
    game.gold = variant.gold
    seat: i64 = 0
    while seat < players:
        game.seats[seat * SEAT + MARKERS] = variant.markers
        number: i64 = 0
        while number < ROUNDS:
            game.seats[seat * SEAT + GOAL_POINTS + number] = NONE
            number += 1
        seat += 1
    return game


def goals_of(variant: Variant, key: i64) -> vec[i64]:
    """DS-04, DS-05: one tile of each category; the highest percentage first, else in their order (DS-R12)."""
    chosen = [goal for goal in range(GOALS) if GOAL_MASKS[goal] & variant.deck.traits[key] != 0]
    percent = [int(one) for one in variant.deck.percent]
    ordered = sorted(chosen, key=lambda goal: (-percent[goal], goal))
    return vec[i64]([ordered[0], ordered[1], ordered[2], ordered[3]])


def zeros(length: i64) -> vec[i64]:
    return vec[i64]([0] * length)
