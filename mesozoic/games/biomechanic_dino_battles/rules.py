"""Biomechanic Dino Battles, the deckbuilding game: who decides what.

Numbers such as BD-19 are those of ``rules.md``, BD-R27 those of ``rulings.md``. The chapters: setup in
``rules_setup.py``, zones and what happens to them whatever the reason in ``rules_table.py``, card texts in
``rules_effects.py``, attacks and payments in ``rules_combat.py``, how a turn ends and the next begins in
``rules_turn.py``; this one is what everybody may do when. Work that is still to be done (a choice, an attack that waits
for its answer, the rest of a card's text) is a stack of frames, the newest on top; with none left the phase of the turn
says who decides.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from mesozoic.games.biomechanic_dino_battles import cards, events
from mesozoic.games.biomechanic_dino_battles import rules_moves as moves
from mesozoic.games.biomechanic_dino_battles import rules_table as table
from mesozoic.games.biomechanic_dino_battles.cards import D, E, P
from mesozoic.games.biomechanic_dino_battles.rules_costs import can_pay
from mesozoic.games.biomechanic_dino_battles.rules_table import NONE
from mesozoic.games.biomechanic_dino_battles.rules_turn import Turn
from mesozoic.kernel.bits import bit, has
from mesozoic.kernel.state import NOBODY, Moves


@final
@mypyc_attr(acyclic=True)
class Battle(Turn):
    """A game of Biomechanic Dino Battles."""

    def clone(self) -> Battle:
        copy = Battle(
            self.setup,
            self.variant,
            self.chance.clone(),
            self.dino_deck,
            self.counts[:],
            self.decks,
            self.seats[:],
            self.trophies[:],
            self.rows[:],
            self.line_up[:],
            self.attached[:],
            self.supply[:],
            self.purgatory[:],
            self.offering[:],
            self.frames[: self.frame_size],
        )
        copy.frame_size = self.frame_size
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
        return self.chance.is_given()

    def score(self, seat: i64) -> i64:
        """Trophies; a game that ends otherwise is decided by Wounds (see ``Game.result``)."""
        at = seat * table.SEAT + table.TROPHIES
        return self.seats[at]

    # --- Whose decision it is -------------------------------------------------------------------------------

    def turn(self) -> i64:
        if self.phase == moves.OVER:
            return NOBODY
        if self.frame_size != 0:
            return self.top(moves.WHO)
        return self.reactor if self.phase == moves.REACTION else self.on_turn

    def list_moves(self, seat: i64, out: Moves) -> None:
        out.clear()
        pending = self.pending()
        if pending != 0:
            self.list_choices(pending, seat, out)
        elif self.phase == moves.ACTION:
            self.action_options(seat, out)
        elif self.phase == moves.REACTION:
            self.window_options(seat, cards.ANY, out)
        else:
            self.buy_options(seat, out)

    def list_choices(self, pending: i64, seat: i64, out: Moves) -> None:
        if pending == moves.PAYMENT:
            self.payment_options(seat, out)
        elif pending == moves.DEFENCE:
            self.defence_options(seat, out)
        elif pending == moves.PROMOTE:
            self.place_options(seat, moves.CHOOSE_ACTIVE, 1, out)
        elif pending == moves.OPPONENT:
            self.opponent_options(seat, moves.CHOOSE_OPPONENT, out)
        elif pending == moves.HEALING:
            self.heal_options(seat, out)
        elif pending == moves.PURGING:
            self.purge_options(seat, out)
        elif pending == moves.SWITCHING:
            self.place_options(seat, moves.SWITCH_WITH, 1, out)
            if self.top(moves.AMOUNT) != 0:
                out.add(moves.STAY << moves.MOVE_AT)
        elif pending == moves.JAMMING:
            self.their_dino_options(seat, moves.JAM_DINO, True, out)
        elif pending == moves.JAM_POSITION:
            self.position_options(out)
        elif pending == moves.SPILLING:
            self.spill_options(seat, out)
        elif pending == moves.SALVAGING:
            self.salvage_options(seat, out)
        elif pending == moves.LOOKING:
            self.their_dino_options(seat, moves.LOOK_AT, True, out)
        elif pending == moves.MOVE_FROM:
            self.move_from_options(seat, out)
        elif pending == moves.MOVE_TO:
            self.move_to_options(seat, out)
        elif pending == moves.CURING:
            self.cure_options(seat, out)
        elif pending >= moves.DECLARED:
            self.window_options(seat, self.window_timing(seat), out)
        else:
            self.their_dino_options(seat, moves.HIT_DINO, False, out)

    def apply(self, seat: i64, move: i64) -> None:
        kind = move >> moves.MOVE_AT
        argument = move & moves.ARGUMENT
        pending = self.pending()
        if pending == 0 or kind == moves.PLAY_ITEM:
            self.act(seat, kind, argument)
        elif pending == moves.DEFENCE:
            self.answer(kind)
        elif pending >= moves.DECLARED:
            self.pass_on()
        else:
            self.choose(pending, seat, kind, argument)
        self.run()
        if not self.is_private():
            self.reveals += 1

    def act(self, seat: i64, kind: i64, argument: i64) -> None:
        """A move of the action phase, the reaction window or the buy phase, or an item in a defence or window."""
        if kind == moves.ATTACH_CARD:
            self.attach_from_hand(seat, argument & 31, argument >> moves.SOURCE_AT)
        elif kind == moves.PLAY_STRATEGY:
            self.play_strategy(seat, argument >> moves.SOURCE_AT, argument & 31)
        elif kind == moves.ATTACK:
            self.aim(seat, moves.FOR_ATTACK, argument)
        elif kind == moves.RETREAT:
            self.pay(seat, moves.FOR_RETREAT, argument, NONE)
        elif kind == moves.ASSIST:
            self.pay(seat, moves.FOR_ASSIST, argument, NONE)
        elif kind == moves.PLAY_ITEM:
            if self.arsenal.power_attack[argument & 31] >= 0:
                self.aim(seat, moves.FOR_ITEM, argument)
            else:
                self.pay(seat, moves.FOR_ITEM, argument, NONE)
        elif kind == moves.END_ACTIONS:
            self.end_actions()
        elif kind == moves.PASS:
            self.reactor = self.after(seat)
        elif kind == moves.BUY_CARD:
            self.pay(seat, moves.FOR_CARD, argument, NONE)
        elif kind == moves.BUY_DINO:
            self.pay(seat, moves.FOR_DINO, argument, NONE)
        else:
            self.clean_up()

    def choose(self, pending: i64, seat: i64, kind: i64, argument: i64) -> None:
        """The answer to a pending choice."""
        first = self.top(2)  # what they mean depends on the frame
        second = self.top(3)
        third = self.top(4)
        self.drop()
        if pending == moves.PAYMENT:
            self.settle(seat, first, second, third, moves.way_of(argument))
        elif pending == moves.PROMOTE:
            self.promote(seat, argument)
        elif pending == moves.OPPONENT:
            self.pay(seat, first, second, argument)
        elif pending == moves.HEALING:
            self.heal(seat, self.row_at(seat, argument), first)
        elif pending == moves.PURGING:
            if kind == moves.PURGE_CARD:
                self.purge_from_hand(seat, argument)
                if first > 1:
                    self.ask(moves.PURGING, seat, first - 1)
        elif pending == moves.SWITCHING:
            if kind == moves.SWITCH_WITH:
                self.swap(seat, argument)
        elif pending == moves.JAMMING:
            self.ask(moves.JAM_POSITION, seat, self.row_at(argument >> moves.SEAT_AT, argument & 3))
        elif pending == moves.JAM_POSITION:
            self.jam_card(first, argument)
        elif pending == moves.SPILLING:
            self.suffer(argument, P, 1, seat)
        elif pending == moves.SALVAGING:
            if kind == moves.SALVAGE_CARD:
                self.salvage(seat, argument & 31, argument >> moves.SOURCE_AT)
        elif pending == moves.LOOKING:
            self.look(seat, argument >> moves.SEAT_AT, argument & 3)
        elif pending == moves.MOVE_FROM:
            self.ask(moves.MOVE_TO, seat, argument)
        elif pending == moves.MOVE_TO:
            self.move_cards(seat, first, argument)
        elif pending == moves.CURING:
            self.cure(seat, argument)
        else:
            self.hit(seat, argument >> moves.SEAT_AT, argument & 3, first)

    def run(self) -> None:
        """Do everything that asks nobody, until somebody has to decide or the game is over."""
        while self.phase != moves.OVER:
            pending = self.pending()
            if pending == moves.EFFECTS:
                self.next_effect()
            elif pending == moves.DEFENCE:
                if self.is_defence_due():
                    return
            elif pending >= moves.DECLARED:
                if self.is_window_due():
                    return
            elif pending == moves.POISONS:
                self.discard_poison()
            elif pending != 0:
                return
            elif self.phase == moves.REACTION:
                if self.reactor == self.on_turn:
                    self.phase = moves.BUY
                elif self.may_hold_item(self.reactor):
                    return
                else:
                    self.reactor = self.after(self.reactor)
            elif self.phase == moves.CLEANUP:
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
        self.item_options(seat, cards.OWN, out)
        out.add(moves.END_ACTIONS << moves.MOVE_AT)

    # --- Strategies (BD-11 to BD-13) ------------------------------------------------------------------------

    def strategy_options(self, seat: i64, out: Moves) -> None:
        """From the hand, or attached to a dino."""
        self.add_strategies(self.held_kinds(seat), 0, out)
        if len(self.attached) == 0:
            return
        place: i64 = 0
        while place < table.LINE:
            row = self.row_at(seat, place)
            if row == NONE:
                return
            place += 1
            self.add_strategies(self.attached_kinds(row), place, out)

    def add_strategies(self, kinds: i64, source: i64, out: Moves) -> None:
        kinds = (kinds & (bit(cards.FIRST_ITEM) - 1)) >> cards.FIRST_STRATEGY
        kind: i64 = cards.FIRST_STRATEGY
        while kinds != 0:
            if kinds & 1 != 0:
                out.add(moves.PLAY_STRATEGY << moves.MOVE_AT | source << moves.SOURCE_AT | kind)
            kinds >>= 1
            kind += 1

    def play_strategy(self, seat: i64, source: i64, kind: i64) -> None:
        self.strategies -= 1
        self.into_play(seat, source, kind)
        if self.log is not None:
            self.tell(events.StrategyPlayed(seat, cards.CARD_IDS[kind], source))
        self.announce(seat, self.arsenal.starts[kind - cards.FIRST_STRATEGY])

    # --- Attaching (BD-14) ----------------------------------------------------------------------------------

    def attach_options(self, seat: i64, out: Moves) -> None:
        dinos = self.dino_count(seat)
        kinds = self.held_kinds(seat) & ~cards.STATUS
        kind: i64 = 0
        while kinds != 0:
            if kinds & 1 != 0:
                place: i64 = 0
                while place < dinos:
                    out.add(moves.ATTACH_CARD << moves.MOVE_AT | place << moves.SOURCE_AT | kind)
                    place += 1
            kinds >>= 1
            kind += 1

    def attach_from_hand(self, seat: i64, kind: i64, place: i64) -> None:
        self.attaches -= 1
        self.add(table.HAND, seat, kind, -1)
        row = self.row_at(seat, place)
        self.attach(row, kind, bit(seat))
        if self.log is not None:
            self.tell_all(events.attached(seat, kind, self.kind_at(row), place))

    # --- Assist Powers (BD-36, BD-37) -----------------------------------------------------------------------

    def assist_options(self, seat: i64, out: Moves) -> None:
        place: i64 = 1
        while place < table.LINE:
            row = self.row_at(seat, place)
            if row == NONE:
                return
            kind = self.kind_at(row)
            cost = self.arsenal.assist_cost[kind]
            at = row * table.ROW + table.ASSISTED
            is_ready = cost >= 0 and self.rows[at] == 0 and can_pay(self.pool_on(row), cost)
            if is_ready and self.can_begin(seat, self.arsenal.starts[cards.ASSIST_STARTS + kind]):
                out.add(moves.ASSIST << moves.MOVE_AT | place)
            place += 1

    # --- Items (BD-38 to BD-40) -----------------------------------------------------------------------------

    def item_options(self, seat: i64, window: i64, out: Moves) -> None:
        """Every item power that can be used in this window: OWN is the own action phase, RESP a defence, else ANY."""
        at = seat * table.SEAT + table.ITEMS_OWNED
        if self.seats[at] == 0:
            return
        timings = self.timings(seat, window)
        pool = self.pool_in_hand(seat)
        self.add_items(seat, timings, pool, 0, self.held_kinds(seat), out)
        if len(self.attached) == 0:
            return
        place: i64 = 0
        while place < table.LINE:
            row = self.row_at(seat, place)
            if row == NONE:
                return
            place += 1
            self.add_items(seat, timings, pool, place, self.attached_kinds(row), out)

    def add_items(self, seat: i64, timings: i64, pool: i64, source: i64, kinds: i64, out: Moves) -> None:
        kinds >>= cards.FIRST_ITEM
        kind: i64 = cards.FIRST_ITEM
        while kinds != 0:
            if kinds & 1 != 0:
                self.power_options(seat, timings, pool, source, kind, out)
            kinds >>= 1
            kind += 1

    def timings(self, seat: i64, window: i64) -> i64:
        """BD-R26: the powers of this window, as a set of timings; by option the own ones in all of the action phase."""
        timings = bit(cards.ANY) | bit(window)
        if self.variant.items_anytime and self.phase == moves.ACTION and seat == self.on_turn:
            timings |= bit(cards.OWN)
        return timings

    def power_options(self, seat: i64, timings: i64, pool: i64, source: i64, kind: i64, out: Moves) -> None:
        power = (kind - cards.FIRST_ITEM) * 2
        end = power + 2
        while power < end:
            if has(timings, self.arsenal.power_timing[power]) and can_pay(pool, self.arsenal.power_cost[power]):
                start = self.arsenal.starts[cards.POWER_STARTS + power]
                if self.can_begin(seat, start) and not self.is_only_load(seat, source, self.arsenal.tape[start]):
                    out.add(moves.PLAY_ITEM << moves.MOVE_AT | source << moves.SOURCE_AT | power)
            power += 1

    def is_only_load(self, seat: i64, source: i64, verb: i64) -> bool:
        """BD-R16: an item that leaves its dino to be played does not count among the cards that it could move."""
        if source == 0 or verb != cards.MOVE:
            return False
        return self.loaded_dinos(seat) == 1 and self.attached_count(self.row_at(seat, source - 1)) == 1

    def window_options(self, seat: i64, window: i64, out: Moves) -> None:
        out.add(moves.PASS << moves.MOVE_AT)
        self.item_options(seat, window, out)

    def defence_options(self, seat: i64, out: Moves) -> None:
        out.add(moves.PASS << moves.MOVE_AT)
        row = self.row_at(seat, 0)
        if row != NONE:
            kinds = self.attached_kinds(row)
            if has(kinds, E):
                out.add(moves.EVADE << moves.MOVE_AT)
            if has(kinds, D):
                out.add(moves.DEFEND << moves.MOVE_AT)
        self.item_options(seat, cards.RESP, out)

    # --- Buying (BD-41 to BD-43) ----------------------------------------------------------------------------

    def buy_options(self, seat: i64, out: Moves) -> None:
        if self.buys > 0:
            pool = self.pool_in_hand(seat)
            kinds = self.chosen_stacks | cards.COMBAT_CARDS
            kind: i64 = 0
            while kinds != 0:
                if kinds & 1 != 0 and can_pay(pool, self.arsenal.card_cost[kind]) and self.supply[kind] > 0:
                    out.add(moves.BUY_CARD << moves.MOVE_AT | kind)
                kinds >>= 1
                kind += 1
            if self.row_at(seat, table.BENCH) == NONE:
                slot: i64 = 0
                while slot < table.OFFERED:
                    if self.offering[slot] != NONE and can_pay(pool, self.arsenal.dino_cost[self.offering[slot]]):
                        out.add(moves.BUY_DINO << moves.MOVE_AT | slot)
                    slot += 1
        self.item_options(seat, cards.ANY, out)
        out.add(moves.DONE << moves.MOVE_AT)
