"""How a turn ends and the next begins: the reaction window, the cleanup, the Offering (BD-08, BD-44, BD-45, BD-R28)."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from mesozoic.games.biomechanic_dino_battles import cards, events
from mesozoic.games.biomechanic_dino_battles import rules_moves as moves
from mesozoic.games.biomechanic_dino_battles import rules_table as table
from mesozoic.games.biomechanic_dino_battles.cards import P, Z
from mesozoic.games.biomechanic_dino_battles.rules_combat import Combat
from mesozoic.games.biomechanic_dino_battles.rules_table import NONE
from mesozoic.kernel.bits import bit


@mypyc_attr(acyclic=True)
class Turn(Combat):
    """Every seat in turn acts, buys and cleans up; a round is over when the start seat comes again."""

    # --- The reaction window (BD-R28) -----------------------------------------------------------------------

    def end_actions(self) -> None:
        self.phase = moves.REACTION
        self.reactor = self.after(self.on_turn)
        if self.log is not None:
            self.tell(events.ActionsEnded(self.on_turn))

    # --- Cleanup (BD-44, BD-45, BD-R34, BD-R35) -------------------------------------------------------------

    def clean_up(self) -> None:
        """The hand is discarded, the Poison in it last and one by one."""
        seat = self.on_turn
        self.phase = moves.CLEANUP
        hand = self.zone(table.HAND, seat)
        pile = self.zone(table.DISCARD, seat)
        gone = None if self.log is None else events.HandDiscarded(seat, events.pile_ids(self.counts, hand, P))
        counts = self.counts
        seats = self.seats
        at = seat * table.SEAT
        # BD-R35: paralysis lasts until just before the draw
        seats[at + table.LINGERING] += counts[hand + Z]
        kinds = self.held_kinds(seat) & ~bit(P)
        kind: i64 = 0
        while kinds != 0:
            if kinds & 1 != 0:
                counts[pile + kind] += counts[hand + kind]
                counts[hand + kind] = 0
            kinds >>= 1
            kind += 1
        seats[at + table.HAND_COUNT] = counts[hand + P]
        seats[at + table.HELD] &= bit(P)
        if gone is not None:
            self.tell(gone)
        if counts[hand + P] > 0:
            self.push(moves.POISONS, seat)

    def discard_poison(self) -> None:
        """BD-30: one P; the dino that is active now loses 5 HP, unless it is immune."""
        seat = self.top(moves.WHO)
        if self.count(table.HAND, seat, P) == 0:
            self.drop()
            return
        self.add(table.HAND, seat, P, -1)
        self.discard(seat, P)
        if self.log is not None:
            self.tell(events.PoisonDiscarded(seat))
        row = self.row_at(seat, 0)
        if row == NONE or self.special(row) & cards.IMMUNE_P != 0:
            return
        self.hurt(seat, row, table.STEP)
        self.knock_out(seat, self.seats[seat * table.SEAT + table.POISONER] if self.variant.poisoner_wins else NONE)
        self.check_ends()
        self.fill_active_zone(seat)

    def finish_turn(self) -> None:
        """Play areas are cleared, modifiers end, the hand is drawn, the Offering filled; the next seat follows."""
        seat = self.on_turn
        other: i64 = 0
        while other < self.seat_count:
            at = other * table.SEAT + table.IN_PLAY
            if self.seats[at] != 0:
                self.clear_play_area(other)
            other += 1
        self.end_modifiers()
        self.seats[seat * table.SEAT + table.LINGERING] = 0
        self.draw(seat, self.variant.hand_size)
        self.fill_offering()
        self.on_turn = self.after(seat)
        if self.on_turn == self.start_seat:
            self.next_round()
        self.begin_turn()

    def clear_play_area(self, seat: i64) -> None:
        """Only strategies and items lie there."""
        counts = self.counts
        played = self.zone(table.PLAYED, seat)
        pile = self.zone(table.DISCARD, seat)
        kind: i64 = cards.FIRST_STRATEGY
        while kind < cards.KINDS:
            counts[pile + kind] += counts[played + kind]
            counts[played + kind] = 0
            kind += 1
        self.seats[seat * table.SEAT + table.IN_PLAY] = 0

    def end_modifiers(self) -> None:
        """BD-R17; Assist Powers can be used again."""
        rows = self.rows
        at: i64 = 0
        while at < len(rows):
            if rows[at + table.KIND] != 0:
                rows[at + table.MORE_ATK] = 0
                rows[at + table.MORE_EVA] = 0
                rows[at + table.MORE_DEF] = 0
                rows[at + table.MORE_DAMAGE] = 0
                rows[at + table.ASSISTED] = 0
            at += table.ROW

    def begin_turn(self) -> None:
        self.strategies = 1
        self.attaches = 1
        self.buys = 1
        self.combat_bonus = 0
        self.combat_used = 0
        if self.phase == moves.OVER:
            return
        self.phase = moves.ACTION
        if self.log is not None:
            self.tell(events.TurnBegan(self.on_turn, self.round))

    def fill_offering(self) -> None:
        """BD-45: the dinos shift down, and new ones come in at the other end."""
        filled: i64 = 0
        slot: i64 = 0
        while slot < table.OFFERED:
            kind = self.offering[slot]
            if kind != NONE:
                self.offering[slot] = NONE
                self.offering[filled] = kind
                filled += 1
            slot += 1
        while filled < table.OFFERED and self.dinos_shown < len(self.dino_deck):
            self.offering[filled] = self.dino_deck[self.dinos_shown]
            self.dinos_shown += 1
            if self.log is not None:
                self.tell(events.DinoRevealed(self.offering[filled]))
            filled += 1

    def next_round(self) -> None:
        """BD-08, BD-R6, BD-R42."""
        if self.round == self.variant.round_limit:
            self.finish(table.BY_LIMIT)
            return
        self.round += 1
        if self.log is not None:
            self.tell(events.RoundBegan(self.round))
        if self.dinos_shown < len(self.dino_deck):
            kind = self.offering[0]
            self.offering[0] = NONE
            self.purgatory[cards.KINDS + kind] += 1
            if self.log is not None:
                self.tell(events.DinoLeft(kind))
            self.fill_offering()
