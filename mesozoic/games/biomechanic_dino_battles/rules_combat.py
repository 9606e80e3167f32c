"""Paying, attacking and being attacked (BD-15 to BD-24, BD-33, BD-38, BD-39, BD-R10 to BD-R12, BD-R20 to BD-R30)."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from mesozoic.games.biomechanic_dino_battles import cards, events
from mesozoic.games.biomechanic_dino_battles import rules_moves as moves
from mesozoic.games.biomechanic_dino_battles import rules_table as table
from mesozoic.games.biomechanic_dino_battles.cards import D, E, P, W, Z
from mesozoic.games.biomechanic_dino_battles.rules_costs import can_pay, next_way
from mesozoic.games.biomechanic_dino_battles.rules_effects import Effects
from mesozoic.games.biomechanic_dino_battles.rules_table import NONE
from mesozoic.kernel.bits import has
from mesozoic.kernel.event import Event
from mesozoic.kernel.state import Moves


@mypyc_attr(acyclic=True)
class Combat(Effects):
    """Everything that is paid for, and attacks above all."""

    # --- Combat Moves (BD-15 to BD-18) ----------------------------------------------------------------------

    def has_combat_move(self, seat: i64) -> bool:
        """BD-R18: is a Combat Move left, and a dino to make it?"""
        if not self.has_dino(seat):
            return False
        allowance = 1 + self.combat_bonus
        if not self.is_unshakable(seat):
            allowance -= self.paralysis(seat)
        return self.combat_used < allowance

    def attack_options(self, seat: i64, out: Moves) -> None:
        pool = self.attack_pool(seat)
        first = self.kind_at(self.row_at(seat, 0)) * 2
        if can_pay(pool, self.arsenal.attack_cost[first]):
            out.add(moves.ATTACK << moves.MOVE_AT)
        if can_pay(pool, self.arsenal.attack_cost[first + 1]):
            out.add(moves.ATTACK << moves.MOVE_AT | 1)

    def attack_pool(self, seat: i64) -> i64:
        """BD-R10: the cards on the attacking dino, by option also those on the Bench."""
        if self.variant.pays_from_all_dinos:
            return self.pool_on_all(seat)
        return self.pool_on(self.row_at(seat, 0))

    def retreat_options(self, seat: i64, out: Moves) -> None:
        if self.has_bench(seat) and can_pay(
            self.retreat_pool(seat), self.arsenal.dino_retreat[self.kind_at(self.row_at(seat, 0))]
        ):
            self.place_options(seat, moves.RETREAT, 1, out)

    def retreat_pool(self, seat: i64) -> i64:
        """BD-R11: from the hand, by option from the retreating dino."""
        return self.pool_in_hand(seat) if self.variant.retreats_from_hand else self.pool_on(self.row_at(seat, 0))

    # --- Aiming and paying ----------------------------------------------------------------------------------

    def aim(self, seat: i64, purpose: i64, detail: i64) -> None:
        """An attack needs an opponent first; with two players there is only one."""
        self.ask(moves.OPPONENT, seat, purpose, detail)

    def pay(self, seat: i64, purpose: i64, detail: i64, target: i64) -> None:
        """BD-R12: a single possibility is paid without asking."""
        pool = self.pool(seat, purpose, detail)
        cost = self.cost(seat, purpose, detail)
        way = next_way(pool, cost, NONE)
        if next_way(pool, cost, way) != NONE:
            self.push(moves.PAYMENT, seat, purpose, detail, target)
        else:
            self.settle(seat, purpose, detail, target, way)

    def pool(self, seat: i64, purpose: i64, detail: i64) -> i64:
        """The Combat cards that may pay."""
        if purpose == moves.FOR_ATTACK:
            return self.attack_pool(seat)
        if purpose == moves.FOR_RETREAT:
            return self.retreat_pool(seat)
        if purpose == moves.FOR_ASSIST:
            return self.pool_on(self.row_at(seat, detail))
        return self.pool_in_hand(seat)

    def cost(self, seat: i64, purpose: i64, detail: i64) -> i64:
        if purpose == moves.FOR_ATTACK:
            return self.arsenal.attack_cost[self.kind_at(self.row_at(seat, 0)) * 2 + detail]
        if purpose == moves.FOR_RETREAT:
            return self.arsenal.dino_retreat[self.kind_at(self.row_at(seat, 0))]
        if purpose == moves.FOR_ASSIST:
            return self.arsenal.assist_cost[self.kind_at(self.row_at(seat, detail))]
        if purpose == moves.FOR_ITEM:
            return self.arsenal.power_cost[detail & 31]
        if purpose == moves.FOR_CARD:
            return self.arsenal.card_cost[detail]
        return self.arsenal.dino_cost[self.offering[detail]]

    def payment_options(self, seat: i64, out: Moves) -> None:
        pool = self.pool(seat, self.top(moves.PURPOSE), self.top(moves.DETAIL))
        cost = self.cost(seat, self.top(moves.PURPOSE), self.top(moves.DETAIL))
        way = next_way(pool, cost, NONE)
        while way != NONE:
            out.add(moves.PAY << moves.MOVE_AT | moves.payment(way))
            way = next_way(pool, cost, way)

    def settle(self, seat: i64, purpose: i64, detail: i64, target: i64, way: i64) -> None:
        """Everything is chosen: pay, announce it, and do it."""
        if self.log is None:
            self.spend(seat, purpose, detail, way)
        else:
            told = self.announcement(seat, purpose, detail, target, way)
            self.spend(seat, purpose, detail, way)
            self.tell_all(told)
        row = self.row_at(seat, 0)
        if purpose == moves.FOR_ATTACK:
            self.combat_used += 1
            self.declare(target, self.kind_at(row) * 2 + detail, seat, row)
        elif purpose == moves.FOR_RETREAT:
            self.combat_used += 1
            self.swap(seat, detail)
        elif purpose == moves.FOR_ASSIST:
            row = self.row_at(seat, detail)
            self.rows[row * table.ROW + table.ASSISTED] = 1
            self.announce(seat, self.arsenal.starts[cards.ASSIST_STARTS + self.kind_at(row)])
        elif purpose == moves.FOR_ITEM:
            self.use_item(seat, detail & 31, target)
        elif purpose == moves.FOR_DINO:
            self.buy_dino(seat, detail)

    def spend(self, seat: i64, purpose: i64, detail: i64, way: i64) -> None:
        """The cards that pay are put away; an item comes into play, and a bought card to its buyer."""
        row = self.row_at(seat, 0)
        if purpose == moves.FOR_ATTACK:
            left = self.pay_from_dino(seat, row, way)
            place: i64 = 1
            while left != 0:
                left = self.pay_from_dino(seat, self.row_at(seat, place), left)
                place += 1
        elif purpose == moves.FOR_RETREAT and not self.variant.retreats_from_hand:
            self.pay_from_dino(seat, row, way)
        elif purpose == moves.FOR_ASSIST:
            self.pay_from_dino(seat, self.row_at(seat, detail), way)
        elif purpose == moves.FOR_ITEM:
            self.into_play(seat, detail >> moves.SOURCE_AT, cards.FIRST_ITEM + (detail & 31) // 2)
            self.pay_from_hand(seat, way)
        else:
            self.pay_from_hand(seat, way)
            if purpose == moves.FOR_CARD:
                self.buy_card(seat, detail)

    def announcement(self, seat: i64, purpose: i64, detail: i64, target: i64, way: i64) -> list[Event]:
        """What is announced, and the cards paid for it."""
        dino = NONE if self.row_at(seat, 0) == NONE else self.kind_at(self.row_at(seat, 0))
        if purpose == moves.FOR_ASSIST:
            dino = self.kind_at(self.row_at(seat, detail))
        if purpose == moves.FOR_DINO:
            dino = self.offering[detail]
        return events.announced(self.variant.table, seat, purpose, detail, target, dino, way)

    def use_item(self, seat: i64, power: i64, target: i64) -> None:
        attack = self.arsenal.power_attack[power]
        if attack >= 0:
            self.declare(target, attack, seat, NONE)
        else:
            self.push(moves.EFFECTS, seat, self.arsenal.starts[cards.POWER_STARTS + power])

    def into_play(self, seat: i64, source: i64, kind: i64) -> None:
        """BD-R9: the card lies in its owner's play area until the cleanup."""
        if source == 0:
            self.add(table.HAND, seat, kind, -1)
        else:
            self.detach(self.find_attached(self.row_at(seat, source - 1), kind))
        self.add(table.PLAYED, seat, kind, 1)

    def buy_card(self, seat: i64, kind: i64) -> None:
        """BD-42: it goes to the buyer's discard pile."""
        self.buys -= 1
        self.supply[kind] -= 1
        self.discard(seat, kind)
        if kind >= cards.FIRST_ITEM:
            self.seats[seat * table.SEAT + table.ITEMS_OWNED] += 1

    def buy_dino(self, seat: i64, slot: i64) -> None:
        """BD-R37: the slot stays empty until the end of the turn."""
        self.buys -= 1
        kind = self.offering[slot]
        self.offering[slot] = NONE
        self.put_in_play(seat, kind)

    # --- Windows for items: only with items=anytime (BD-R26, BD-R53) ----------------------------------------

    def declare(self, target: i64, attack: i64, by: i64, attacker: i64) -> None:
        """The attack waits for its answer; before that whoever attacks and the bystanders may play items."""
        self.push(moves.DEFENCE, target, attack, by, attacker)
        if self.variant.items_anytime:
            self.push(moves.DECLARED, by, by)

    def announce(self, seat: i64, start: i64) -> None:
        """The text of a strategy or an Assist Power follows; before it the others may play items."""
        self.push(moves.EFFECTS, seat, start)
        if self.variant.items_anytime:
            self.push(moves.ANNOUNCED, self.after(seat), seat)

    def is_window_due(self) -> bool:
        """Is the seat that the window has come to asked? That goes by what everybody can see (BD-R29)."""
        if self.pending() != moves.ANNOUNCED and self.is_gone(self.below(moves.ATTACKER)):
            self.drop()  # the attack is over, so nobody else is asked about it
            return False
        if self.may_hold_item(self.top(moves.WHO)):
            return True
        self.pass_on()
        return False

    def pass_on(self) -> None:
        """The window goes on clockwise, and closes when it comes to whoever opened it."""
        seat = self.after(self.top(moves.WHO))
        if self.pending() == moves.DECLARED and seat == self.below(moves.WHO):
            seat = self.after(seat)  # the attacked player plays items with the answer
        if seat != self.top(moves.OPENER):
            self.set_top(moves.WHO, seat)
            return
        kind = self.pending()
        answer = self.top(moves.ANSWER)
        self.drop()
        if kind == moves.ANSWERED:
            self.carry_out(answer)

    def window_timing(self, seat: i64) -> i64:
        """What the seat may play in the newest window: about an attack on itself also what needs one."""
        is_attacked = self.pending() == moves.ANSWERED and self.below(moves.WHO) == seat
        return cards.RESP if is_attacked else cards.ANY

    def is_gone(self, attacker: i64) -> bool:
        """Was the attacking dino knocked out since it attacked?"""
        return attacker != NONE and self.rows[attacker * table.ROW + table.KIND] == 0

    # --- Being attacked (BD-19 to BD-24, BD-R20 to BD-R30) --------------------------------------------------

    def is_defence_due(self) -> bool:
        """Is the attacked seat asked? If not, Pass is taken; an attack whose dino is gone ends (BD-R25)."""
        if self.is_gone(self.top(moves.ATTACKER)):
            if self.log is not None:
                self.tell(events.AttackFaded(self.top(moves.BY)))
            self.drop()
            return False
        seat = self.top(moves.WHO)
        row = self.row_at(seat, 0)
        if (row != NONE and self.is_loaded(row)) or self.may_hold_item(seat):
            return True
        self.answer(moves.PASS)
        return False

    def answer(self, answer: i64) -> None:
        """The attack of the newest frame is answered, with the purge that goes with it, and carried out."""
        seat = self.top(moves.WHO)
        if self.log is not None:
            self.tell(events.Answered(seat, events.ANSWERS[answer - moves.PASS]))
        if answer != moves.PASS:
            self.purge_attached(seat, self.row_at(seat, 0), E if answer == moves.EVADE else D)
        if self.variant.items_anytime:
            self.push(moves.ANSWERED, self.top(moves.BY), self.top(moves.BY), answer)
        else:
            self.carry_out(answer)

    def carry_out(self, answer: i64) -> None:
        """The answered attack of the newest frame, in the order of BD-R20."""
        seat = self.top(moves.WHO)
        attack = self.top(moves.MADE)
        by = self.top(moves.BY)
        attacker = self.top(moves.ATTACKER)
        reduction = self.top(moves.REDUCTION)
        self.drop()
        row = self.row_at(seat, 0)
        damage = self.arsenal.attack_damage[attack] - reduction
        if attacker != NONE:
            damage += self.rows[attacker * table.ROW + table.MORE_DAMAGE]
        if damage < 0:
            damage = 0
        if row == NONE:  # BD-24, BD-R30: a direct attack
            self.suffer(seat, W, damage // table.STEP, by)
        elif self.is_stopped(seat, row, attack, by, attacker, answer):
            if self.log is not None:
                self.tell(events.AttackFailed(seat))
        else:
            self.strike(seat, row, attack, damage, by)
        self.knock_out(seat, by)
        self.check_ends()
        self.fill_active_zone(seat)

    def is_stopped(self, seat: i64, row: i64, attack: i64, by: i64, attacker: i64, answer: i64) -> bool:
        """Spiked and the comparison (BD-20 to BD-22, BD-33)."""
        if answer == moves.PASS:
            return False
        if answer == moves.DEFEND and attacker != NONE and self.special(row) & cards.SPIKED != 0:
            self.suffer(by, W, 1, seat)
        value = self.evasion(row) if answer == moves.EVADE else self.defence(row)
        atk = self.attack_value(attack, attacker)
        if self.log is not None:
            self.tell(events.Compared(seat, events.ANSWERS[answer - moves.PASS], value, atk))
        return value >= atk

    def attack_value(self, attack: i64, attacker: i64) -> i64:
        """BD-R25: an item's attack has its own ATK, which no dino's modifiers touch."""
        if attacker == NONE:
            return self.arsenal.attack_atk[attack]
        return self.arsenal.dino_atk[self.kind_at(attacker)] + self.rows[attacker * table.ROW + table.MORE_ATK]

    def evasion(self, row: i64) -> i64:
        return self.arsenal.dino_eva[self.kind_at(row)] + self.rows[row * table.ROW + table.MORE_EVA]

    def defence(self, row: i64) -> i64:
        return self.arsenal.dino_def[self.kind_at(row)] + self.rows[row * table.ROW + table.MORE_DEF]

    def purge_attached(self, seat: i64, row: i64, kind: i64) -> None:
        self.detach(self.find_attached(row, kind))
        self.purgatory[kind] += 1
        if self.log is not None:
            self.tell(events.Purged(seat, cards.CARD_IDS[kind], "dino"))

    def strike(self, seat: i64, row: i64, attack: i64, damage: i64, by: i64) -> None:
        """A successful attack: damage to the active dino and the Bench (BD-R24), then the status cards (BD-R23)."""
        special = self.special(row)
        if damage > 0:
            self.hurt(seat, row, damage)
        if self.arsenal.attack_bench[attack] > 0:
            place: i64 = 1
            while place < table.LINE and self.row_at(seat, place) != NONE:
                self.hurt(seat, self.row_at(seat, place), self.arsenal.attack_bench[attack])
                place += 1
        status = self.arsenal.attack_status[attack]
        if damage > 0 and status != 0:
            if has(status, P) and special & cards.IMMUNE_P == 0:
                self.suffer(seat, P, 1, by)
            if has(status, Z) and special & cards.IMMUNE_Z == 0:
                self.suffer(seat, Z, 1, by)
            if has(status, W):
                self.suffer(seat, W, 1, by)
