"""Card texts: each verb of ``cards.py`` is a function here (BD-13, BD-R15 to BD-R17).

A verb that leaves a choice pushes a frame and lists its options; with one possibility it is carried out at once.
"""

from __future__ import annotations

from librt.vecs import append
from mypy_extensions import i64, mypyc_attr

from mesozoic.games.biomechanic_dino_battles import cards, events
from mesozoic.games.biomechanic_dino_battles.cards import (
    CARD_IDS,
    DINO_IS_PREDATOR,
    FIRST_ITEM,
    IMMUNE_P,
    KINDS,
    TAPE,
    A,
    D,
    E,
    P,
    Z,
)
from mesozoic.games.biomechanic_dino_battles.rules_moves import (
    ARGUMENT,
    CURE_FROM,
    CURING,
    DEFENCE,
    HEAL_DINO,
    HEALING,
    HITTING,
    JAM_CARD,
    JAM_DINO,
    JAM_POSITION,
    JAMMING,
    LOOKING,
    MOVE_AT,
    MOVE_CARDS_FROM,
    MOVE_CARDS_TO,
    MOVE_FROM,
    MOVE_TO,
    NO_SALVAGE,
    PURGE_CARD,
    PURGING,
    SALVAGE_CARD,
    SALVAGING,
    SEAT_AT,
    SOURCE_AT,
    SPILL_ON,
    SPILLING,
    STOP,
    SWITCHING,
)
from mesozoic.games.biomechanic_dino_battles.rules_table import (
    CALM,
    DISCARD,
    EVERYBODY,
    FRAME,
    HAND,
    HURT,
    ITEMS_OWNED,
    KNOWN_AT,
    LINE,
    MORE_ATK,
    MORE_DAMAGE,
    NONE,
    ROW,
    ROW_AT,
    SEAT,
    Table,
)
from mesozoic.kernel.bits import bit
from mesozoic.kernel.state import Moves


@mypyc_attr(acyclic=True)
class Effects(Table):
    """What a card's text does."""

    # --- Effects: the rest of a card's text (BD-13) ---------------------------------------------------------

    def next_effect(self) -> None:
        """Carry out the next verb of the newest text; at its end look whether the game is over (BD-R40)."""
        seat = self.top(1)
        at = self.top(2)
        verb = TAPE[at]
        if verb == 0:
            self.drop()
            self.check_ends()
            return
        self.frames[len(self.frames) - FRAME + 2] = at + 2
        number = TAPE[at + 1]
        if verb == cards.DRAW:
            self.draw(seat, number)
        elif verb <= cards.BUY:
            self.grant(seat, verb, number)
        elif verb == cards.HEAL:
            self.ask_heal(seat, number)
        elif verb <= cards.LOCK:
            self.strengthen(seat, verb, number)
        elif verb == cards.PURGE:
            self.purge(seat, number)
        elif verb == cards.SPILL:
            self.ask_spill(seat)
        elif verb == cards.JAM:
            self.ask_jam(seat)
        elif verb == cards.SWITCH or verb == cards.SWAP:
            self.ask_switch(seat, verb == cards.SWITCH)
        elif verb == cards.SALVAGE:
            self.ask_salvage(seat)
        elif verb == cards.HIT:
            self.ask_hit(seat, number)
        elif verb == cards.COOL:
            self.cool(seat, number)
        elif verb == cards.REDUCE:
            self.reduce(seat, number)
        elif verb == cards.CURE:
            self.ask_cure(seat)
        elif verb == cards.SHAKE:
            self.shake_off(seat, number)
        elif verb == cards.LOOK:
            self.ask_look(seat)
        else:
            self.ask_move(seat)

    def grant(self, seat: i64, verb: i64, number: i64) -> None:
        """+X Strategy, Attach, Combat or Buy, for this turn only."""
        if verb == cards.STRATEGY:
            self.strategies += number
        elif verb == cards.ATTACH:
            self.attaches += number
        elif verb == cards.COMBAT:
            self.combat_bonus += number
        else:
            self.buys += number
        if self.log is not None:
            self.tell(events.Granted(seat, cards.VERBS[verb], number))

    def strengthen(self, seat: i64, verb: i64, number: i64) -> None:
        """BD-R17: until the end of the turn the dino that is active now is stronger."""
        row = self.row_at(seat, 0)
        if row == NONE:
            return
        field: i64 = MORE_ATK + verb - cards.ATK
        if verb == cards.LOCK:
            field = MORE_DAMAGE
            if DINO_IS_PREDATOR[self.kind_at(row)] != 0:
                number *= 2
        self.rows[row * ROW + field] += number
        if self.log is not None:
            self.tell(events.Strengthened(seat, self.kind_at(row), events.STRENGTHS[field - MORE_ATK], number))

    def reduce(self, seat: i64, number: i64) -> None:
        """Reactive Plating: the newest attack, somewhere below, loses some of its damage."""
        at = len(self.frames) - 2 * FRAME
        while self.frames[at] != DEFENCE:  # a window may lie between
            at -= FRAME
        self.frames[at + 5] += number
        if self.log is not None:
            self.tell(events.Reduced(seat, number))

    def shake_off(self, seat: i64, number: i64) -> None:
        self.seats[seat * SEAT + CALM] -= number
        if self.log is not None:
            self.tell(events.ShookOff(seat))

    def cool(self, seat: i64, amount: i64) -> None:
        row = self.row_at(seat, 0)
        if row != NONE and self.rows[row * ROW + HURT] > 0:
            self.heal(seat, row, amount)

    # heal(dino): BD-R15

    def damaged_dinos(self, seat: i64) -> i64:
        """How many own dinos have damage."""
        number: i64 = 0
        place: i64 = 0
        while place < LINE:
            row = self.row_at(seat, place)
            if row != NONE and self.rows[row * ROW + HURT] > 0:
                number += 1
            place += 1
        return number

    def ask_heal(self, seat: i64, amount: i64) -> None:
        damaged = self.damaged_dinos(seat)
        if damaged > 1:
            self.push(HEALING, seat, amount)
        elif damaged == 1:
            place: i64 = 0
            while self.row_at(seat, place) == NONE or self.rows[self.row_at(seat, place) * ROW + HURT] == 0:
                place += 1
            self.heal(seat, self.row_at(seat, place), amount)

    def heal_options(self, seat: i64, out: Moves) -> None:
        place: i64 = 0
        while place < LINE:
            row = self.row_at(seat, place)
            if row != NONE and self.rows[row * ROW + HURT] > 0:
                out.add(HEAL_DINO << MOVE_AT | place)
            place += 1

    # purge(card in hand) or stop

    def purge(self, seat: i64, left: i64) -> None:
        if left > 0 and self.hand_count(seat) > 0:
            self.push(PURGING, seat, left)

    def purge_options(self, seat: i64, out: Moves) -> None:
        hand = self.zone(HAND, seat)
        kind: i64 = 0
        while kind < KINDS:
            if self.counts[hand + kind] > 0:
                out.add(PURGE_CARD << MOVE_AT | kind)
            kind += 1
        out.add(STOP << MOVE_AT)

    def purge_from_hand(self, seat: i64, kind: i64) -> None:
        """BD-R39: everybody sees it; nothing comes back from Purgatory."""
        self.add(HAND, seat, kind, -1)
        self.purgatory[kind] += 1
        if kind >= FIRST_ITEM:
            self.seats[seat * SEAT + ITEMS_OWNED] -= 1
        elif kind == Z:
            self.seats[seat * SEAT + CALM] += 1  # BD-R19: it was drawn all the same
        if self.log is not None:
            self.tell(events.Purged(seat, CARD_IDS[kind], "hand"))

    # switch(bench place) or stay

    def place_options(self, seat: i64, kind: i64, first: i64, out: Moves) -> None:
        """A move for each place from ``first`` on that holds a dino."""
        place = first
        while place < LINE:
            if self.row_at(seat, place) != NONE:
                out.add(kind << MOVE_AT | place)
            place += 1

    def ask_switch(self, seat: i64, optional: bool) -> None:
        if not self.has_bench(seat):
            return
        if not optional and self.row_at(seat, 2) == NONE:
            self.swap(seat, 1)
        else:
            self.push(SWITCHING, seat, 1 if optional else 0)

    # Dinos of opponents: jam, look, hit

    def their_dinos(self, seat: i64, loaded: bool) -> i64:
        """How many dinos (with attached cards, if asked for) the opponents have."""
        number: i64 = 0
        other: i64 = 0
        while other < self.seat_count:
            if other != seat:
                number += self.loaded_dinos(other) if loaded else self.dino_count(other)
            other += 1
        return number

    def loaded_dinos(self, seat: i64) -> i64:
        """How many dinos of the seat have attached cards."""
        number: i64 = 0
        place: i64 = 0
        while place < LINE:
            row = self.row_at(seat, place)
            if row != NONE and self.attached_count(row) > 0:
                number += 1
            place += 1
        return number

    def their_dino_options(self, seat: i64, kind: i64, loaded: bool, out: Moves) -> None:
        other: i64 = 0
        while other < self.seat_count:
            place: i64 = 0
            while other != seat and place < LINE:
                row = self.row_at(other, place)
                if row != NONE and (not loaded or self.attached_count(row) > 0):
                    out.add(kind << MOVE_AT | other << SEAT_AT | place)
                place += 1
            other += 1

    def only_dino(self, seat: i64, loaded: bool) -> i64:
        """The opponents' one dino that qualifies, as seat and place."""
        out = Moves()
        self.their_dino_options(seat, JAM_DINO, loaded, out)
        return out.codes[0] & ARGUMENT

    def ask_jam(self, seat: i64) -> None:
        loaded = self.their_dinos(seat, True)
        if loaded > 1:
            self.push(JAMMING, seat)
        elif loaded == 1:
            only = self.only_dino(seat, True)
            self.jam(seat, self.row_at(only >> SEAT_AT, only & 3))

    def jam(self, seat: i64, row: i64) -> None:
        if self.attached_count(row) == 1:
            self.jam_card(row, 1)
        else:
            self.push(JAM_POSITION, seat, row)

    def position_options(self, out: Moves) -> None:
        end = self.attached_count(self.top(2))
        position: i64 = 1
        while position <= end:
            out.add(JAM_CARD << MOVE_AT | position)
            position += 1

    def jam_card(self, row: i64, position: i64) -> None:
        at: i64 = NONE
        while position > 0:
            at += 1
            if self.attached[at] >> ROW_AT == row:
                position -= 1
        owner = row // LINE
        kind = self.detach(at)
        self.discard(owner, kind)
        if self.log is not None:
            self.tell(events.Jammed(owner, self.kind_at(row), CARD_IDS[kind]))

    def ask_look(self, seat: i64) -> None:
        loaded = self.their_dinos(seat, True)
        if loaded > 1:
            self.push(LOOKING, seat)
        elif loaded == 1:
            only = self.only_dino(seat, True)
            self.look(seat, only >> SEAT_AT, only & 3)

    def look(self, seat: i64, other: i64, place: i64) -> None:
        """BD-R31: the seat has learnt every card there."""
        row = self.row_at(other, place)
        seen: list[int] = []
        at: i64 = 0
        while at < len(self.attached):
            if self.attached[at] >> ROW_AT == row:
                self.attached[at] |= bit(seat) << KNOWN_AT
                if self.log is not None:
                    seen.append(self.attached[at] & 31)
            at += 1
        if self.log is not None:
            self.tell_all(events.looked(seat, other, self.kind_at(row), seen))

    def ask_hit(self, seat: i64, damage: i64) -> None:
        dinos = self.their_dinos(seat, False)
        if dinos > 1:
            self.push(HITTING, seat, damage)
        elif dinos == 1:
            only = self.only_dino(seat, False)
            self.hit(seat, only >> SEAT_AT, only & 3, damage)

    def hit(self, seat: i64, other: i64, place: i64, damage: i64) -> None:
        """BD-R22, BD-R32: no attack, but a knock-out by it is the opponent's trophy."""
        self.hurt(other, self.row_at(other, place), damage)
        self.knock_out(other, seat)
        self.check_ends()
        self.fill_active_zone(other)

    # poison(opponent)

    def can_be_spilled_on(self, seat: i64) -> bool:
        row = self.row_at(seat, 0)
        return row != NONE and self.special(row) & IMMUNE_P == 0

    def ask_spill(self, seat: i64) -> None:
        number: i64 = 0
        target: i64 = NONE
        other: i64 = 0
        while other < self.seat_count:
            if other != seat and self.can_be_spilled_on(other):
                number += 1
                target = other
            other += 1
        if number > 1:
            self.push(SPILLING, seat)
        elif number == 1:
            self.suffer(target, P, 1, seat)

    def spill_options(self, seat: i64, out: Moves) -> None:
        other: i64 = 0
        while other < self.seat_count:
            if other != seat and self.can_be_spilled_on(other):
                out.add(SPILL_ON << MOVE_AT | other)
            other += 1

    def opponent_options(self, seat: i64, kind: i64, out: Moves) -> None:
        other: i64 = 0
        while other < self.seat_count:
            if other != seat:
                out.add(kind << MOVE_AT | other)
            other += 1

    # salvage(card, dino) or none

    def ask_salvage(self, seat: i64) -> None:
        pile = self.zone(DISCARD, seat)
        if self.has_dino(seat) and self.counts[pile + A] + self.counts[pile + E] + self.counts[pile + D] > 0:
            self.push(SALVAGING, seat)

    def salvage_options(self, seat: i64, out: Moves) -> None:
        kind: i64 = A
        while kind <= D:
            place: i64 = 0
            while self.count(DISCARD, seat, kind) > 0 and place < LINE:
                if self.row_at(seat, place) != NONE:
                    out.add(SALVAGE_CARD << MOVE_AT | place << SOURCE_AT | kind)
                place += 1
            kind += 1
        out.add(NO_SALVAGE << MOVE_AT)

    def salvage(self, seat: i64, kind: i64, place: i64) -> None:
        """BD-R31: everybody saw which card it was."""
        self.add(DISCARD, seat, kind, -1)
        row = self.row_at(seat, place)
        self.attach(row, kind, EVERYBODY)
        if self.log is not None:
            self.tell(events.Salvaged(seat, CARD_IDS[kind], self.kind_at(row), place))

    # move_from(dino), move_to(dino)

    def ask_move(self, seat: i64) -> None:
        loaded = self.loaded_dinos(seat)
        if loaded > 1:
            self.push(MOVE_FROM, seat)
        elif loaded == 1:
            place: i64 = 0
            while self.attached_count(self.row_at(seat, place)) == 0:
                place += 1
            self.move_from(seat, place)

    def move_from_options(self, seat: i64, out: Moves) -> None:
        place: i64 = 0
        while place < LINE:
            row = self.row_at(seat, place)
            if row != NONE and self.attached_count(row) > 0:
                out.add(MOVE_CARDS_FROM << MOVE_AT | place)
            place += 1

    def move_from(self, seat: i64, place: i64) -> None:
        dinos = self.dino_count(seat)
        if dinos > 2:
            self.push(MOVE_TO, seat, place)
        elif dinos == 2:
            self.move_cards(seat, place, 1 - place)

    def move_to_options(self, seat: i64, out: Moves) -> None:
        place: i64 = 0
        while place < LINE:
            if self.row_at(seat, place) != NONE and place != self.top(2):
                out.add(MOVE_CARDS_TO << MOVE_AT | place)
            place += 1

    def move_cards(self, seat: i64, place: i64, to: i64) -> None:
        """All cards of one dino go to another, behind those already there; who knew them still does (BD-R31)."""
        row = self.row_at(seat, place)
        target = self.row_at(seat, to)
        number: i64 = 0
        at: i64 = 0
        end = len(self.attached)
        while at < end:
            card = self.attached[at]
            if card >> ROW_AT == row:
                self.detach(at)
                self.attached = append(self.attached, card & (bit(ROW_AT) - 1) | target << ROW_AT)
                end -= 1
                number += 1
            else:
                at += 1
        if self.log is not None:
            self.tell(events.CardsMoved(seat, self.kind_at(row), self.kind_at(target), number))

    # cure(hand/discard)

    def ask_cure(self, seat: i64) -> None:
        """BD-R47: asked unless everybody can see that there is no choice; the hand must not betray itself."""
        if self.count(DISCARD, seat, P) == 0:
            self.cure(seat, HAND)
        elif self.hand_count(seat) == 0:
            self.cure(seat, DISCARD)
        else:
            self.push(CURING, seat)

    def cure_options(self, seat: i64, out: Moves) -> None:
        if self.count(HAND, seat, P) > 0:
            out.add(CURE_FROM << MOVE_AT | HAND)
        if self.count(DISCARD, seat, P) > 0:
            out.add(CURE_FROM << MOVE_AT | DISCARD)

    def cure(self, seat: i64, zone: i64) -> None:
        self.add(zone, seat, P, -1)
        self.purgatory[P] += 1
        if self.log is not None:
            self.tell(events.Purged(seat, "P", "hand" if zone == HAND else "discard pile"))

    def can_begin(self, seat: i64, start: i64) -> bool:
        """BD-R16: can an item or Assist Power do what its text begins with? Attacks always can."""
        verb = TAPE[start]
        if verb == cards.HEAL:
            return self.damaged_dinos(seat) > 0
        if verb == cards.ATK or verb == cards.EVA or verb == cards.DEF or verb == cards.DAMAGE:
            return self.has_dino(seat)
        if verb == cards.COOL:
            return self.has_dino(seat) and self.rows[self.row_at(seat, 0) * ROW + HURT] > 0
        if verb == cards.SWAP:
            return self.has_bench(seat)
        if verb == cards.CURE:
            return self.count(HAND, seat, P) + self.count(DISCARD, seat, P) > 0
        if verb == cards.SHAKE:
            return self.paralysis(seat) > 0
        if verb == cards.LOOK:
            return self.their_dinos(seat, True) > 0
        if verb == cards.HIT:
            return self.their_dinos(seat, False) > 0
        if verb == cards.MOVE:
            return self.has_bench(seat) and self.loaded_dinos(seat) > 0
        return True
