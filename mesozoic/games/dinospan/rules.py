"""DinoSpan: who decides what, and everything before the first round.

Numbers such as DS-19 are those of ``rules.md``, DS-R27 those of ``rulings.md``. The chapters: setup in
``rules_setup.py``, zones in ``rules_table.py``, what cards do in ``rules_abilities.py``, publishing and analyzing in
``rules_publish.py``, rounds and the Rival in ``rules_rounds.py``, scoring in ``rules_scoring.py``. Work that is still
to be done is a stack of frames, the newest on top; with none left the phase says who decides. A choice with a single
option resolves by itself where nobody wonders at it (DS-R64).
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from mesozoic.games.dinospan import events
from mesozoic.games.dinospan.cards import (
    CARD_IDS,
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
    NEW_GENUS,
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
    STOP,
    SWAPPING,
    TAKE,
    TRIASSIC,
    UPGRADE,
    WALK,
)
from mesozoic.games.dinospan.rules_rounds import Rounds
from mesozoic.games.dinospan.rules_table import (
    ATLAS,
    KEPT_AT,
    OPEN,
    SECOND_AT,
    SECRET,
    SPACES,
    lone,
)
from mesozoic.kernel.bits import bit
from mesozoic.kernel.state import NOBODY, Moves


@final
@mypyc_attr(acyclic=True)
class Span(Rounds):
    """A game of DinoSpan."""

    def clone(self) -> Span:
        copy = Span(
            self.setup,
            self.variant,
            self.chance.clone(),
            self.footprint,
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
        copy.batch = self.batch
        copy.batches = self.batches
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
            at = seat * SECRET + 2
            return self.secret[at] >> KEPT_AT == 0
        at = seat * SECRET
        kept = self.secret[at]
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
            self.list_bits(self.held(seat), PLACE_L, out)
            self.list_bits(self.held(seat), PLACE_G, out)
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
        """``reveals`` is raised where a card is drawn or a turn ends; a seat's own open choices leave it alone."""
        if self.phase >= TRIASSIC:
            self.last_seat = seat
            self.last_move = move
        else:
            self.reveals += 1  # a secret choice is sealed
        if self.frame_size != 0:
            self.choose(seat, move >> MOVE_AT, move & ARGUMENT)
        else:
            self.act(seat, move >> MOVE_AT, move & ARGUMENT)
        self.run()
        if self.turn() != seat:
            self.reveals += 1  # others go on from it

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
                if out.count == 0:
                    self.drop()
                elif out.count > 1 or not self.answers_itself(pending, out.codes[0]):
                    return
                else:
                    code = out.codes[0]
                    self.choose(seat, code >> MOVE_AT, code & ARGUMENT)
            else:
                self.run_frame(pending)

    def answers_itself(self, pending: i64, code: i64) -> bool:
        """DS-R64: the only option, where the seat has said what it does and gives nothing up. DS-R65: nobody learns
        from a silent answer what a hand lacks, so whoever can only decline is asked too."""
        if pending in (PICK_CARD, PAY_CARD, BRANCH):
            return False
        kind = code >> MOVE_AT
        return kind not in (NEW_GENUS, STOP)

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
            if not self.variant.literal or self.is_refresh_said():
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
        """DS-62: kept in secret; when everybody has, the packs go to the left. What is left after the second time stays
        with the seat until the first round: it knows these cards."""
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
        if self.log is not None and last > 0:
            self.tell(events.PacksPassed())

    def held(self, seat: i64) -> i64:
        """The Triassic cards that the seat will publish."""
        kept = self.secret[seat * SECRET]
        return (kept & (bit(SECOND_AT) - 1)) | kept >> SECOND_AT

    def is_triassic_due(self) -> bool:
        """DS-11, DS-R9: one player after the other; the second card goes to the other row by itself."""
        seat = self.on_turn
        held = self.held(seat)
        if held == 0:
            self.on_turn = (seat + 1) % self.variant.players
            if self.held(self.on_turn) == 0:
                self.begin_play()
                return True
            return False
        if held & (held - 1) != 0:
            return True
        self.place_triassic(seat, lone(held), 0 if self.spaces[seat * ATLAS] == 0 else 1)
        return False

    def place_triassic(self, seat: i64, card: i64, row: i64) -> None:
        """DS-R7, DS-R8: any row, no cost."""
        self.secret[seat * SECRET] &= ~(bit(card) | bit(card) << SECOND_AT)
        self.spaces[seat * ATLAS + row * SPACES] = card + 1
        if self.log is not None:
            self.tell(events.Published(seat, CARD_IDS[card], row * SPACES))
        self.activate_published(seat, card)
