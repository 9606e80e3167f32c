"""Card texts: each verb of ``cards.py`` is a function here (BD-13, BD-R15 to BD-R17).

A verb that leaves a choice asks for it; with one possibility it is carried out at once.
"""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from mesozoic.games.biomechanic_dino_battles import cards, events
from mesozoic.games.biomechanic_dino_battles import rules_moves as moves
from mesozoic.games.biomechanic_dino_battles import rules_table as table
from mesozoic.games.biomechanic_dino_battles.cards import A, D, P, Z
from mesozoic.games.biomechanic_dino_battles.rules_costs import Costs
from mesozoic.games.biomechanic_dino_battles.rules_table import NONE
from mesozoic.kernel.bits import bit
from mesozoic.kernel.state import Moves


@mypyc_attr(acyclic=True)
class Effects(Costs):
    """What a card's text does."""

    # --- Effects: the rest of a card's text (BD-13) ---------------------------------------------------------

    def next_effect(self) -> None:
        """Carry out the next verb of the newest text; at its end look whether the game is over (BD-R40)."""
        seat = self.top(moves.WHO)
        at = self.top(moves.NEXT_STEP)
        verb = self.arsenal.tape[at]
        if verb == 0:
            self.drop()
            self.check_ends()
            return
        self.set_top(moves.NEXT_STEP, at + 2)
        number = self.arsenal.tape[at + 1]
        if verb == cards.DRAW:
            self.draw(seat, number)
        elif verb <= cards.BUY:
            self.grant(seat, verb, number)
        elif verb == cards.HEAL:
            self.ask(moves.HEALING, seat, number)
        elif verb <= cards.LOCK:
            self.strengthen(seat, verb, number)
        elif verb == cards.PURGE:
            self.ask(moves.PURGING, seat, number)
        elif verb == cards.SPILL:
            self.ask(moves.SPILLING, seat)
        elif verb == cards.JAM:
            self.ask(moves.JAMMING, seat)
        elif verb == cards.SWITCH or verb == cards.SWAP:
            self.ask(moves.SWITCHING, seat, 1 if verb == cards.SWITCH else 0)
        elif verb == cards.SALVAGE:
            self.ask(moves.SALVAGING, seat)
        elif verb == cards.HIT:
            self.ask(moves.HITTING, seat, number)
        elif verb == cards.COOL:
            self.cool(seat, number)
        elif verb == cards.REDUCE:
            self.reduce(seat, number)
        elif verb == cards.CURE:
            self.ask_cure(seat)
        elif verb == cards.SHAKE:
            self.shake_off(seat, number)
        elif verb == cards.LOOK:
            self.ask(moves.LOOKING, seat)
        else:
            self.ask(moves.MOVE_FROM, seat)

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
        field: i64 = table.MORE_ATK + verb - cards.ATK
        if verb == cards.LOCK:
            field = table.MORE_DAMAGE
            if self.arsenal.dino_is_predator[self.kind_at(row)] != 0:
                number *= 2
        self.rows[row * table.ROW + field] += number
        if self.log is not None:
            self.tell(events.Strengthened(seat, self.kind_at(row), events.STRENGTHS[field - table.MORE_ATK], number))

    def reduce(self, seat: i64, number: i64) -> None:
        """Reactive Plating: the newest attack, somewhere below, loses some of its damage."""
        at = self.frame_size - 2 * moves.FRAME
        while self.frames[at + moves.WHAT] != moves.DEFENCE:  # a window may lie between
            at -= moves.FRAME
        self.frames[at + moves.REDUCTION] += number
        if self.log is not None:
            self.tell(events.Reduced(seat, number))

    def shake_off(self, seat: i64, number: i64) -> None:
        self.seats[seat * table.SEAT + table.LINGERING] -= number
        if self.log is not None:
            self.tell(events.ShookOff(seat))

    def cool(self, seat: i64, amount: i64) -> None:
        row = self.row_at(seat, 0)
        if row != NONE and self.damage_on(row) > 0:
            self.heal(seat, row, amount)

    # heal(dino): BD-R15

    def damaged_dinos(self, seat: i64) -> i64:
        """How many own dinos have damage."""
        number: i64 = 0
        place: i64 = 0
        while place < table.LINE:
            row = self.row_at(seat, place)
            if row != NONE and self.damage_on(row) > 0:
                number += 1
            place += 1
        return number

    def heal_options(self, seat: i64, out: Moves) -> None:
        place: i64 = 0
        while place < table.LINE:
            row = self.row_at(seat, place)
            if row != NONE and self.damage_on(row) > 0:
                out.add(moves.HEAL_DINO << moves.MOVE_AT | place)
            place += 1

    # purge(card in hand) or stop

    def purge_options(self, seat: i64, out: Moves) -> None:
        kinds = self.held_kinds(seat)
        kind: i64 = 0
        while kinds != 0:
            if kinds & 1 != 0:
                out.add(moves.PURGE_CARD << moves.MOVE_AT | kind)
            kinds >>= 1
            kind += 1
        out.add(moves.STOP << moves.MOVE_AT)

    def purge_from_hand(self, seat: i64, kind: i64) -> None:
        """BD-R39: everybody sees it; nothing comes back from Purgatory."""
        self.add(table.HAND, seat, kind, -1)
        self.purgatory[kind] += 1
        if kind >= cards.FIRST_ITEM:
            self.seats[seat * table.SEAT + table.ITEMS_OWNED] -= 1
        elif kind == Z:
            self.seats[seat * table.SEAT + table.LINGERING] += 1  # BD-R19: it was drawn all the same
        if self.log is not None:
            self.tell(events.Purged(seat, cards.CARD_IDS[kind], "hand"))

    # switch(bench place) or stay

    def place_options(self, seat: i64, kind: i64, first: i64, out: Moves) -> None:
        """A move for each place from ``first`` on that holds a dino."""
        place = first
        while place < table.LINE:
            if self.row_at(seat, place) != NONE:
                out.add(kind << moves.MOVE_AT | place)
            place += 1

    # Dinos of opponents: jam, look, hit

    def their_dinos(self, seat: i64, loaded: bool) -> i64:
        """How many dinos (with attached cards, if asked for) the opponents have."""
        number: i64 = 0
        for other in range(self.seat_count):
            if other != seat:
                number += self.loaded_dinos(other) if loaded else self.dino_count(other)
        return number

    def loaded_dinos(self, seat: i64) -> i64:
        """How many dinos of the seat have attached cards."""
        number: i64 = 0
        place: i64 = 0
        while place < table.LINE:
            row = self.row_at(seat, place)
            if row != NONE and self.is_loaded(row):
                number += 1
            place += 1
        return number

    def their_dino_options(self, seat: i64, kind: i64, loaded: bool, out: Moves) -> None:
        for other in range(self.seat_count):
            place: i64 = 0
            while other != seat and place < table.LINE:
                row = self.row_at(other, place)
                if row != NONE and (not loaded or self.is_loaded(row)):
                    out.add(kind << moves.MOVE_AT | other << moves.SEAT_AT | place)
                place += 1

    def position_options(self, out: Moves) -> None:
        end = self.attached_count(self.top(moves.JAMMED))
        position: i64 = 1
        while position <= end:
            out.add(moves.JAM_CARD << moves.MOVE_AT | position)
            position += 1

    def jam_card(self, row: i64, position: i64) -> None:
        at: i64 = NONE
        while position > 0:
            at += 1
            if table.row_of(self.attached[at]) == row:
                position -= 1
        owner = row // table.LINE
        kind = self.detach(at)
        self.discard(owner, kind)
        if self.log is not None:
            self.tell(events.Jammed(owner, self.kind_at(row), cards.CARD_IDS[kind]))

    def look(self, seat: i64, other: i64, place: i64) -> None:
        """BD-R31: the seat has learnt every card there."""
        row = self.row_at(other, place)
        seen: list[int] = []
        at: i64 = 0
        while at < len(self.attached):
            if table.row_of(self.attached[at]) == row:
                self.attached[at] |= bit(seat) << table.KNOWN_AT
                if self.log is not None:
                    seen.append(table.kind_of(self.attached[at]))
            at += 1
        if self.log is not None:
            self.tell_all(events.looked(seat, other, self.kind_at(row), seen))

    def hit(self, seat: i64, other: i64, place: i64, damage: i64) -> None:
        """BD-R22, BD-R32: no attack, but a knock-out by it is the opponent's trophy."""
        self.hurt(other, self.row_at(other, place), damage)
        self.knock_out(other, seat)
        self.check_ends()
        self.fill_active_zone(other)

    # poison(opponent)

    def can_be_spilled_on(self, seat: i64) -> bool:
        row = self.row_at(seat, 0)
        return row != NONE and self.special(row) & cards.IMMUNE_P == 0

    def spill_options(self, seat: i64, out: Moves) -> None:
        for other in range(self.seat_count):
            if other != seat and self.can_be_spilled_on(other):
                out.add(moves.SPILL_ON << moves.MOVE_AT | other)

    def opponent_options(self, seat: i64, kind: i64, out: Moves) -> None:
        for other in range(self.seat_count):
            if other != seat:
                out.add(kind << moves.MOVE_AT | other)

    # salvage(card, dino) or none

    def salvage_options(self, seat: i64, out: Moves) -> None:
        kind: i64 = A
        while kind <= D:
            place: i64 = 0
            while self.count(table.DISCARD, seat, kind) > 0 and place < table.LINE:
                if self.row_at(seat, place) != NONE:
                    out.add(moves.SALVAGE_CARD << moves.MOVE_AT | place << moves.SOURCE_AT | kind)
                place += 1
            kind += 1
        out.add(moves.NO_SALVAGE << moves.MOVE_AT)

    def salvage(self, seat: i64, kind: i64, place: i64) -> None:
        """BD-R31: everybody saw which card it was."""
        self.add(table.DISCARD, seat, kind, -1)
        row = self.row_at(seat, place)
        self.attach(row, kind, table.EVERYBODY)
        if self.log is not None:
            self.tell(events.Salvaged(seat, cards.CARD_IDS[kind], self.kind_at(row), place))

    # move_from(dino), move_to(dino)

    def move_from_options(self, seat: i64, out: Moves) -> None:
        place: i64 = 0
        while place < table.LINE:
            row = self.row_at(seat, place)
            if row != NONE and self.is_loaded(row):
                out.add(moves.MOVE_CARDS_FROM << moves.MOVE_AT | place)
            place += 1

    def move_to_options(self, seat: i64, out: Moves) -> None:
        place: i64 = 0
        while place < table.LINE:
            if self.row_at(seat, place) != NONE and place != self.top(moves.LEFT):
                out.add(moves.MOVE_CARDS_TO << moves.MOVE_AT | place)
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
            if table.row_of(card) == row:
                self.attach(target, self.detach(at), table.known_to(card))
                end -= 1
                number += 1
            else:
                at += 1
        if self.log is not None:
            self.tell(events.CardsMoved(seat, self.kind_at(row), self.kind_at(target), number))

    # cure(hand/discard)

    def ask_cure(self, seat: i64) -> None:
        """BD-R47: asked unless everybody can see that there is no choice; the hand must not betray itself."""
        if self.count(table.DISCARD, seat, P) == 0:
            self.cure(seat, table.HAND)
        elif self.hand_count(seat) == 0:
            self.cure(seat, table.DISCARD)
        else:
            self.push(moves.CURING, seat)

    def cure_options(self, seat: i64, out: Moves) -> None:
        if self.count(table.HAND, seat, P) > 0:
            out.add(moves.CURE_FROM << moves.MOVE_AT | table.HAND)
        if self.count(table.DISCARD, seat, P) > 0:
            out.add(moves.CURE_FROM << moves.MOVE_AT | table.DISCARD)

    def cure(self, seat: i64, zone: i64) -> None:
        self.add(zone, seat, P, -1)
        self.purgatory[P] += 1
        if self.log is not None:
            self.tell(events.Purged(seat, "P", "hand" if zone == table.HAND else "discard pile"))

    def can_begin(self, seat: i64, start: i64) -> bool:
        """BD-R16: can an item or Assist Power do what its text begins with? Attacks always can."""
        verb = self.arsenal.tape[start]
        if verb == cards.HEAL:
            return self.damaged_dinos(seat) > 0
        if verb == cards.ATK or verb == cards.EVA or verb == cards.DEF or verb == cards.DAMAGE:
            return self.has_dino(seat)
        if verb == cards.COOL:
            return self.has_dino(seat) and self.damage_on(self.row_at(seat, 0)) > 0
        if verb == cards.SWAP:
            return self.has_bench(seat)
        if verb == cards.CURE:
            return self.count(table.HAND, seat, P) + self.count(table.DISCARD, seat, P) > 0
        if verb == cards.SHAKE:
            return self.paralysis(seat) > 0
        if verb == cards.LOOK:
            return self.their_dinos(seat, True) > 0
        if verb == cards.HIT:
            return self.their_dinos(seat, False) > 0
        if verb == cards.MOVE:
            return self.has_bench(seat) and self.loaded_dinos(seat) > 0
        return True
