"""Biomechanic Dino Battles, the deckbuilding game: the turn, and who decides what.

Numbers such as BD-19 are those of ``rules.md``, BD-R27 those of ``rulings.md``. The chapters: zones and what happens to
them whatever the reason in ``rules_table.py``, card texts in ``rules_effects.py``, attacks and payments in
``rules_combat.py``; this one is the turn from its first action to its cleanup, and the setup. Work that is still to be
done (a choice, an attack that waits for its answer, the rest of a card's text) is a stack of frames, the newest on top;
with none left the phase of the turn says who decides.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from mesozoic.games.biomechanic_dino_battles import events
from mesozoic.games.biomechanic_dino_battles.cards import (
    ANY,
    ASSIST_COST,
    ASSIST_STARTS,
    CARD_COST,
    CARD_IDS,
    DINO_COST,
    FIRST_ITEM,
    FIRST_STRATEGY,
    IMMUNE_P,
    KINDS,
    MOVE,
    OWN,
    POWER_ATTACK,
    POWER_COST,
    POWER_STARTS,
    POWER_TIMING,
    RESP,
    STARTS,
    TAPE,
    D,
    E,
    P,
    W,
    Z,
)
from mesozoic.games.biomechanic_dino_battles.rules_combat import Combat
from mesozoic.games.biomechanic_dino_battles.rules_moves import (
    ACTION,
    ARGUMENT,
    ASSIST,
    ATTACH_CARD,
    ATTACK,
    BUY,
    BUY_CARD,
    BUY_DINO,
    CHOOSE_ACTIVE,
    CHOOSE_OPPONENT,
    CLEANUP,
    CURING,
    DECLARED,
    DEFENCE,
    DEFEND,
    DONE,
    EFFECTS,
    END_ACTIONS,
    EVADE,
    FOR_ASSIST,
    FOR_ATTACK,
    FOR_CARD,
    FOR_DINO,
    FOR_ITEM,
    FOR_RETREAT,
    HEALING,
    HIT_DINO,
    JAM_DINO,
    JAM_POSITION,
    JAMMING,
    LOOK_AT,
    LOOKING,
    MOVE_AT,
    MOVE_FROM,
    MOVE_TO,
    OPPONENT,
    OVER,
    PASS,
    PAYMENT,
    PLAY_ITEM,
    PLAY_STRATEGY,
    POISONS,
    PROMOTE,
    PURGE_CARD,
    PURGING,
    REACTION,
    RETREAT,
    SALVAGE_CARD,
    SALVAGING,
    SEAT_AT,
    SOURCE_AT,
    SPILLING,
    STAY,
    SWITCH_WITH,
    SWITCHING,
    way_of,
)
from mesozoic.games.biomechanic_dino_battles.rules_table import (
    ASSISTED,
    BENCH,
    BY_LIMIT,
    CALM,
    DISCARD,
    FRAME,
    HAND,
    HAND_COUNT,
    HAND_SIZE,
    LINE,
    MORE_ATK,
    MORE_DAMAGE,
    MORE_DEF,
    MORE_EVA,
    NONE,
    OFFERED,
    PLAYED,
    POISONER,
    ROW,
    SEAT,
    STEP,
    TROPHIES,
    can_pay,
)
from mesozoic.kernel.bits import bit, has
from mesozoic.kernel.state import NOBODY, Moves


@final
@mypyc_attr(acyclic=True)
class Battle(Combat):
    """A game of Biomechanic Dino Battles."""

    def clone(self) -> Battle:
        copy = Battle(
            self.setup,
            self.variant,
            self.chance.clone(),
            self.dino_deck,
            self.counts[:],
            self.decks[:],
            self.seats[:],
            self.trophies[:],
            self.rows[:],
            self.line_up[:],
            self.attached[:],
            self.supply[:],
            self.purgatory[:],
            self.offering[:],
            self.frames[:],
        )
        copy.dinos_shown = self.dinos_shown
        copy.chosen_stacks = self.chosen_stacks
        copy.chosen_dinos = self.chosen_dinos
        copy.ending = self.ending
        copy.round = self.round
        copy.start_seat = self.start_seat
        copy.on_turn = self.on_turn
        copy.phase = self.phase
        copy.reactor = self.reactor
        copy.strategies = self.strategies
        copy.attaches = self.attaches
        copy.buys = self.buys
        copy.combat_bonus = self.combat_bonus
        copy.combat_used = self.combat_used
        copy.clock = self.clock
        copy.reveals = self.reveals
        return copy

    def has_given_chance(self) -> bool:
        """Does the deal still give an order for a reshuffle to come?"""
        used = self.chance.used
        return any(len(orders) > (used[seat] if used else 0) for seat, orders in enumerate(self.chance.orders))

    def score(self, seat: i64) -> i64:
        """Trophies; a game that ends otherwise is decided by Wounds (see ``Game.result``)."""
        return self.seats[seat * SEAT + TROPHIES]

    # --- Whose decision it is -------------------------------------------------------------------------------

    def turn(self) -> i64:
        if self.phase == OVER:
            return NOBODY
        if len(self.frames) != 0:
            return self.frames[len(self.frames) - FRAME + 1]
        return self.reactor if self.phase == REACTION else self.on_turn

    def list_moves(self, seat: i64, out: Moves) -> None:
        out.clear()
        pending = self.pending()
        if pending != 0:
            self.list_choices(pending, seat, out)
        elif self.phase == ACTION:
            self.action_options(seat, out)
        elif self.phase == REACTION:
            self.window_options(seat, ANY, out)
        else:
            self.buy_options(seat, out)

    def list_choices(self, pending: i64, seat: i64, out: Moves) -> None:
        if pending == PAYMENT:
            self.payment_options(seat, out)
        elif pending == DEFENCE:
            self.defence_options(seat, out)
        elif pending == PROMOTE:
            self.place_options(seat, CHOOSE_ACTIVE, 1, out)
        elif pending == OPPONENT:
            self.opponent_options(seat, CHOOSE_OPPONENT, out)
        elif pending == HEALING:
            self.heal_options(seat, out)
        elif pending == PURGING:
            self.purge_options(seat, out)
        elif pending == SWITCHING:
            self.place_options(seat, SWITCH_WITH, 1, out)
            if self.top(2) != 0:
                out.add(STAY << MOVE_AT)
        elif pending == JAMMING:
            self.their_dino_options(seat, JAM_DINO, True, out)
        elif pending == JAM_POSITION:
            self.position_options(out)
        elif pending == SPILLING:
            self.spill_options(seat, out)
        elif pending == SALVAGING:
            self.salvage_options(seat, out)
        elif pending == LOOKING:
            self.their_dino_options(seat, LOOK_AT, True, out)
        elif pending == MOVE_FROM:
            self.move_from_options(seat, out)
        elif pending == MOVE_TO:
            self.move_to_options(seat, out)
        elif pending == CURING:
            self.cure_options(seat, out)
        elif pending >= DECLARED:
            self.window_options(seat, self.window_timing(seat), out)
        else:
            self.their_dino_options(seat, HIT_DINO, False, out)

    def apply(self, seat: i64, move: i64) -> None:
        kind = move >> MOVE_AT
        argument = move & ARGUMENT
        pending = self.pending()
        if pending == 0 or kind == PLAY_ITEM:
            self.act(seat, kind, argument)
        elif pending == DEFENCE:
            self.answer(kind)
        elif pending >= DECLARED:
            self.pass_on()
        else:
            self.choose(pending, seat, kind, argument)
        self.run()
        if not self.is_private():
            self.reveals += 1

    def act(self, seat: i64, kind: i64, argument: i64) -> None:
        """A move of the action phase, the reaction window or the buy phase, or an item in a defence or window."""
        if kind == ATTACH_CARD:
            self.attach_from_hand(seat, argument & 31, argument >> SOURCE_AT)
        elif kind == PLAY_STRATEGY:
            self.play_strategy(seat, argument >> SOURCE_AT, argument & 31)
        elif kind == ATTACK:
            self.aim(seat, FOR_ATTACK, argument)
        elif kind == RETREAT:
            self.pay(seat, FOR_RETREAT, argument, NONE)
        elif kind == ASSIST:
            self.pay(seat, FOR_ASSIST, argument, NONE)
        elif kind == PLAY_ITEM:
            if POWER_ATTACK[argument & 31] >= 0:
                self.aim(seat, FOR_ITEM, argument)
            else:
                self.pay(seat, FOR_ITEM, argument, NONE)
        elif kind == END_ACTIONS:
            self.end_actions()
        elif kind == PASS:
            self.reactor = self.after(seat)
        elif kind == BUY_CARD:
            self.pay(seat, FOR_CARD, argument, NONE)
        elif kind == BUY_DINO:
            self.pay(seat, FOR_DINO, argument, NONE)
        else:
            self.clean_up()

    def choose(self, pending: i64, seat: i64, kind: i64, argument: i64) -> None:
        """The answer to a pending choice."""
        first = self.top(2)
        second = self.top(3)
        third = self.top(4)
        self.drop()
        if pending == PAYMENT:
            self.settle(seat, first, second, third, way_of(argument))
        elif pending == PROMOTE:
            self.promote(seat, argument)
        elif pending == OPPONENT:
            self.pay(seat, first, second, argument)
        elif pending == HEALING:
            self.heal(seat, self.row_at(seat, argument), first)
        elif pending == PURGING:
            if kind == PURGE_CARD:
                self.purge_from_hand(seat, argument)
                self.purge(seat, first - 1)
        elif pending == SWITCHING:
            if kind == SWITCH_WITH:
                self.swap(seat, argument)
        elif pending == JAMMING:
            self.jam(seat, self.row_at(argument >> SEAT_AT, argument & 3))
        elif pending == JAM_POSITION:
            self.jam_card(first, argument)
        elif pending == SPILLING:
            self.suffer(argument, P, 1, seat)
        elif pending == SALVAGING:
            if kind == SALVAGE_CARD:
                self.salvage(seat, argument & 31, argument >> SOURCE_AT)
        elif pending == LOOKING:
            self.look(seat, argument >> SEAT_AT, argument & 3)
        elif pending == MOVE_FROM:
            self.move_from(seat, argument)
        elif pending == MOVE_TO:
            self.move_cards(seat, first, argument)
        elif pending == CURING:
            self.cure(seat, argument)
        else:
            self.hit(seat, argument >> SEAT_AT, argument & 3, first)

    def run(self) -> None:
        """Do everything that asks nobody, until somebody has to decide or the game is over."""
        while self.phase != OVER:
            pending = self.pending()
            if pending == EFFECTS:
                self.next_effect()
            elif pending == DEFENCE:
                if self.is_defence_due():
                    return
            elif pending >= DECLARED:
                if self.is_window_due():
                    return
            elif pending == POISONS:
                self.discard_poison()
            elif pending != 0:
                return
            elif self.phase == REACTION:
                if self.reactor == self.on_turn:
                    self.phase = BUY
                elif self.may_hold_item(self.reactor):
                    return
                else:
                    self.reactor = self.after(self.reactor)
            elif self.phase == CLEANUP:
                self.finish_turn()
            else:
                return

    # --- The action phase (BD-09, BD-10) --------------------------------------------------------------------

    def action_options(self, seat: i64, out: Moves) -> None:
        if self.strategies > 0:
            self.strategy_options(seat, out)
        if self.attaches > 0 and self.has_dino(seat):
            self.attach_options(seat, out)
        if self.has_combat_move(seat):
            self.attack_options(seat, out)
            self.retreat_options(seat, out)
        if self.variant.assist_powers:
            self.assist_options(seat, out)
        self.item_options(seat, OWN, out)
        out.add(END_ACTIONS << MOVE_AT)

    # --- Strategies (BD-11 to BD-13) ------------------------------------------------------------------------

    def strategy_options(self, seat: i64, out: Moves) -> None:
        """From the hand, or attached to a dino."""
        hand = self.zone(HAND, seat)
        kind: i64 = FIRST_STRATEGY
        while kind < FIRST_ITEM:
            if self.counts[hand + kind] > 0:
                out.add(PLAY_STRATEGY << MOVE_AT | kind)
            kind += 1
        if len(self.attached) == 0:
            return
        place: i64 = 0
        while place < LINE:
            row = self.row_at(seat, place)
            if row == NONE:
                return
            kinds = (self.attached_kinds(row) & (bit(FIRST_ITEM) - 1)) >> FIRST_STRATEGY
            kind = FIRST_STRATEGY
            while kinds != 0:
                if kinds & 1 != 0:
                    out.add(PLAY_STRATEGY << MOVE_AT | (place + 1) << SOURCE_AT | kind)
                kinds >>= 1
                kind += 1
            place += 1

    def play_strategy(self, seat: i64, source: i64, kind: i64) -> None:
        self.strategies -= 1
        self.into_play(seat, source, kind)
        if self.log is not None:
            self.tell(events.StrategyPlayed(seat, CARD_IDS[kind], source))
        self.announce(seat, STARTS[kind - FIRST_STRATEGY])

    # --- Attaching (BD-14) ----------------------------------------------------------------------------------

    def attach_options(self, seat: i64, out: Moves) -> None:
        hand = self.zone(HAND, seat)
        dinos = self.dino_count(seat)
        kind: i64 = 0
        while kind < KINDS:
            if self.counts[hand + kind] > 0 and (kind < W or kind > Z):
                place: i64 = 0
                while place < dinos:
                    out.add(ATTACH_CARD << MOVE_AT | place << SOURCE_AT | kind)
                    place += 1
            kind += 1

    def attach_from_hand(self, seat: i64, kind: i64, place: i64) -> None:
        self.attaches -= 1
        self.add(HAND, seat, kind, -1)
        row = self.row_at(seat, place)
        self.attach(row, kind, bit(seat))
        if self.log is not None:
            self.tell_all(events.attached(seat, kind, self.kind_at(row), place))

    # --- Assist Powers (BD-36, BD-37) -----------------------------------------------------------------------

    def assist_options(self, seat: i64, out: Moves) -> None:
        place: i64 = 1
        while place < LINE:
            row = self.row_at(seat, place)
            if row == NONE:
                return
            kind = self.kind_at(row)
            cost = ASSIST_COST[kind]
            is_ready = cost >= 0 and self.rows[row * ROW + ASSISTED] == 0 and can_pay(self.pool_on(row), cost)
            if is_ready and self.can_begin(seat, STARTS[ASSIST_STARTS + kind]):
                out.add(ASSIST << MOVE_AT | place)
            place += 1

    # --- Items (BD-38 to BD-40) -----------------------------------------------------------------------------

    def item_options(self, seat: i64, window: i64, out: Moves) -> None:
        """Every item power that can be used in this window: OWN is the own action phase, RESP a defence, else ANY."""
        hand = self.zone(HAND, seat)
        timings = self.timings(seat, window)
        pool = self.pool_in_hand(seat)
        kind: i64 = FIRST_ITEM
        while kind < KINDS:
            if self.counts[hand + kind] > 0:
                self.power_options(seat, timings, pool, 0, kind, out)
            kind += 1
        if len(self.attached) == 0:
            return
        place: i64 = 0
        while place < LINE:
            row = self.row_at(seat, place)
            if row == NONE:
                return
            kinds = self.attached_kinds(row) >> FIRST_ITEM
            kind = FIRST_ITEM
            while kinds != 0:
                if kinds & 1 != 0:
                    self.power_options(seat, timings, pool, place + 1, kind, out)
                kinds >>= 1
                kind += 1
            place += 1

    def timings(self, seat: i64, window: i64) -> i64:
        """BD-R26: the powers of this window, as a set of timings; by option the own ones in all of the action phase."""
        timings = bit(ANY) | bit(window)
        if self.variant.items_anytime and self.phase == ACTION and seat == self.on_turn:
            timings |= bit(OWN)
        return timings

    def power_options(self, seat: i64, timings: i64, pool: i64, source: i64, kind: i64, out: Moves) -> None:
        power = (kind - FIRST_ITEM) * 2
        end = power + 2
        while power < end:
            is_payable = has(timings, POWER_TIMING[power]) and can_pay(pool, POWER_COST[power])
            start = STARTS[POWER_STARTS + power]
            if is_payable and self.can_begin(seat, start) and not self.is_only_load(seat, source, TAPE[start]):
                out.add(PLAY_ITEM << MOVE_AT | source << SOURCE_AT | power)
            power += 1

    def is_only_load(self, seat: i64, source: i64, verb: i64) -> bool:
        """BD-R16: an item that leaves its dino to be played does not count among the cards that it could move."""
        if source == 0 or verb != MOVE:
            return False
        return self.loaded_dinos(seat) == 1 and self.attached_count(self.row_at(seat, source - 1)) == 1

    def window_options(self, seat: i64, window: i64, out: Moves) -> None:
        out.add(PASS << MOVE_AT)
        self.item_options(seat, window, out)

    def defence_options(self, seat: i64, out: Moves) -> None:
        out.add(PASS << MOVE_AT)
        row = self.row_at(seat, 0)
        if row != NONE:
            kinds = self.attached_kinds(row)
            if has(kinds, E):
                out.add(EVADE << MOVE_AT)
            if has(kinds, D):
                out.add(DEFEND << MOVE_AT)
        self.item_options(seat, RESP, out)

    # --- The reaction window, buying (BD-R28, BD-41 to BD-43) -----------------------------------------------

    def end_actions(self) -> None:
        self.phase = REACTION
        self.reactor = self.after(self.on_turn)
        if self.log is not None:
            self.tell(events.ActionsEnded(self.on_turn))

    def buy_options(self, seat: i64, out: Moves) -> None:
        if self.buys > 0:
            pool = self.pool_in_hand(seat)
            kind: i64 = 0
            while kind < KINDS:
                if self.supply[kind] > 0 and (kind < W or kind > Z) and can_pay(pool, CARD_COST[kind]):
                    out.add(BUY_CARD << MOVE_AT | kind)
                kind += 1
            if self.row_at(seat, BENCH) == NONE:
                slot: i64 = 0
                while slot < OFFERED:
                    if self.offering[slot] != NONE and can_pay(pool, DINO_COST[self.offering[slot]]):
                        out.add(BUY_DINO << MOVE_AT | slot)
                    slot += 1
        self.item_options(seat, ANY, out)
        out.add(DONE << MOVE_AT)

    # --- Cleanup (BD-44, BD-45, BD-R34, BD-R35) -------------------------------------------------------------

    def clean_up(self) -> None:
        """The hand is discarded, the Poison in it last and one by one."""
        seat = self.on_turn
        self.phase = CLEANUP
        hand = self.zone(HAND, seat)
        pile = self.zone(DISCARD, seat)
        if self.log is not None:
            self.tell(events.HandDiscarded(seat, events.pile_ids(self.counts, hand, P)))
        self.seats[seat * SEAT + CALM] += self.counts[hand + Z]  # BD-R35: paralysis lasts until just before the draw
        kind: i64 = 0
        while kind < KINDS:
            if kind != P:
                self.counts[pile + kind] += self.counts[hand + kind]
                self.counts[hand + kind] = 0
            kind += 1
        self.seats[seat * SEAT + HAND_COUNT] = self.counts[hand + P]
        if self.counts[hand + P] > 0:
            self.push(POISONS, seat)

    def discard_poison(self) -> None:
        """BD-30: one P; the dino that is active now loses 5 HP, unless it is immune."""
        seat = self.top(1)
        if self.count(HAND, seat, P) == 0:
            self.drop()
            return
        self.add(HAND, seat, P, -1)
        self.discard(seat, P)
        if self.log is not None:
            self.tell(events.PoisonDiscarded(seat))
        row = self.row_at(seat, 0)
        if row == NONE or self.special(row) & IMMUNE_P != 0:
            return
        self.hurt(seat, row, STEP)
        self.knock_out(seat, self.seats[seat * SEAT + POISONER] if self.variant.poisoner_wins else NONE)
        self.check_ends()
        self.fill_active_zone(seat)

    def finish_turn(self) -> None:
        """Play areas are cleared, modifiers end, the hand is drawn, the Offering filled; the next seat follows."""
        seat = self.on_turn
        kind: i64 = 0
        played = self.zone(PLAYED, 0)
        pile = self.zone(DISCARD, 0)
        end = self.seat_count * KINDS
        while kind < end:
            self.counts[pile + kind] += self.counts[played + kind]
            self.counts[played + kind] = 0
            kind += 1
        self.end_modifiers()
        self.seats[seat * SEAT + CALM] = 0
        self.draw(seat, HAND_SIZE)
        self.fill_offering()
        self.on_turn = self.after(seat)
        if self.on_turn == self.start_seat:
            self.next_round()
        self.begin_turn()

    def end_modifiers(self) -> None:
        """BD-R17; Assist Powers can be used again."""
        row: i64 = 0
        while row < self.seat_count * LINE:
            at = row * ROW
            self.rows[at + MORE_ATK] = 0
            self.rows[at + MORE_EVA] = 0
            self.rows[at + MORE_DEF] = 0
            self.rows[at + MORE_DAMAGE] = 0
            self.rows[at + ASSISTED] = 0
            row += 1

    def begin_turn(self) -> None:
        self.strategies = 1
        self.attaches = 1
        self.buys = 1
        self.combat_bonus = 0
        self.combat_used = 0
        if self.phase == OVER:
            return
        self.phase = ACTION
        if self.log is not None:
            self.tell(events.TurnBegan(self.on_turn, self.round))

    def fill_offering(self) -> None:
        """BD-45: the dinos shift down, and new ones come in at the other end."""
        filled: i64 = 0
        slot: i64 = 0
        while slot < OFFERED:
            kind = self.offering[slot]
            if kind != NONE:
                self.offering[slot] = NONE
                self.offering[filled] = kind
                filled += 1
            slot += 1
        while filled < OFFERED and self.dinos_shown < len(self.dino_deck):
            self.offering[filled] = self.dino_deck[self.dinos_shown]
            self.dinos_shown += 1
            if self.log is not None:
                self.tell(events.DinoRevealed(self.offering[filled]))
            filled += 1

    def next_round(self) -> None:
        """BD-08, BD-R6, BD-R42."""
        if self.round == self.variant.round_limit:
            self.finish(BY_LIMIT)
            return
        self.round += 1
        if self.log is not None:
            self.tell(events.RoundBegan(self.round))
        if self.dinos_shown < len(self.dino_deck):
            kind = self.offering[0]
            self.offering[0] = NONE
            self.purgatory[KINDS + kind] += 1
            if self.log is not None:
                self.tell(events.DinoLeft(kind))
            self.fill_offering()
