"""What a seat may know, as numbers: every zone by kind of card, the dinos in play, the turn, the attack that waits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.biomechanic_dino_battles import rules_moves as moves
from mesozoic.games.biomechanic_dino_battles import rules_table as table
from mesozoic.games.biomechanic_dino_battles.cards import CARD_IDS, DINO_IDS, DINO_KINDS, KINDS
from mesozoic.games.biomechanic_dino_battles.rules import Battle
from mesozoic.games.biomechanic_dino_battles.rules_imagine import SPECTATOR, is_known
from mesozoic.games.biomechanic_dino_battles.rules_table import LINE, NONE, OFFERED, ROW
from mesozoic.kernel.observe import Field, Numbers, Observer, distance, seat_names, seats_from
from mesozoic.kernel.state import State

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup

MOST_ATTACHED: Final = 12
"""Of a dino's cards the earliest are told one by one, the rest by their number only."""
FACE_DOWN: Final = KINDS + 1
"""An attached card that the seat does not know; otherwise the kind plus 1."""
MANY: Final = 1000
PHASES: Final = ("action", "reaction", "buy", "cleanup", "over")
DECISIONS: Final = (
    "of the phase",
    "an opponent",
    "a payment",
    "the defence",
    "a new active dino",
    "healing",
    "purging",
    "switching",
    "a dino to jam",
    "a card to jam",
    "whom to spill on",
    "salvaging",
    "a dino to look at",
    "where cards leave",
    "where they go",
    "curing",
    "whom to hit",
    "the rest of a text",
    "Poison to discard",
    "an item when an attack is declared",
    "an item when it is answered",
    "an item when a text is announced",
)
"""What is decided, by the numbers of ``rules_moves``."""
SOURCES: Final = ("hand", "discard", "played", "shuffled")
PLACES: Final = ("active", "bench 1", "bench 2", "bench 3")
DINO: Final = (
    ("dino", DINO_KINDS),
    ("damage", MANY),
    ("more ATK", MANY),
    ("more EVA", MANY),
    ("more DEF", MANY),
    ("more damage", MANY),
    ("Assist Power used", 1),
)
"""What is kept of a dino in play, in the order of its row."""
ATTACK: Final = ("by", "target", "attack", "attacker", "reduction", "answer")


def _with(names: tuple[str, ...], further: tuple[str, ...]) -> tuple[str, ...]:
    """Every pair of a name and another, the second running faster."""
    return tuple([f"{name}, {other}" for name in names for other in further])


@final
class BattleObserver(Observer):
    def fields(self, setup: Setup) -> list[Field]:
        seats = seat_names(setup)
        players = setup.players
        dinos = _with(seats, PLACES)
        slots = tuple([f"card {number}" for number in range(1, MOST_ATTACHED + 1)])
        return [
            Field("seat", 0, players - 1),
            Field("round", 0, MANY),
            Field("phase", moves.ACTION, moves.OVER, values=PHASES),
            Field("on turn", 0, players - 1),
            Field("asked", 0, players),
            Field("decision", 0, moves.ANNOUNCED, values=DECISIONS),
            Field("choosing", 0, moves.ARGUMENT + 1, ("what", "which", "against")),
            Field("moves left", -MANY, MANY, ("strategies", "attaches", "buys", "combat bonus", "combat used")),
            Field("attack", 0, MANY, ATTACK),
            Field("supply", 0, MANY, CARD_IDS),
            Field("purgatory", 0, MANY, CARD_IDS + DINO_IDS),
            Field("offering", 0, DINO_KINDS, tuple([f"slot {slot}" for slot in range(1, OFFERED + 1)])),
            Field("dinos left", 0, MANY),
            Field("own hand", 0, MANY, CARD_IDS),
            *[Field(source, 0, MANY, _with(seats, CARD_IDS)) for source in SOURCES[1:]],
            *[Field(name, 0, MANY, seats) for name in ("hand size", "deck size", "wounds")],
            Field("may hold an item", 0, 1, seats),
            Field("own paralysis", -MANY, MANY),
            Field("trophies", 0, DINO_KINDS, _with(seats, DINO_IDS)),
            *[Field(name, -MANY if "more" in name else 0, high, dinos) for name, high in DINO],
            Field("attached", 0, MANY, dinos),
            Field("attached card", 0, FACE_DOWN, _with(dinos, slots)),
            Field("looked at by (1 you, 2 seat +1, 4 seat +2, 8 seat +3)", 0, 15, _with(dinos, slots)),
        ]

    def write(self, state: State, seat: i64, out: Numbers) -> None:
        assert isinstance(state, Battle)
        out.add(seat)
        out.add(state.round)
        out.add(state.phase)
        out.add(distance(state.variant.players, seat, state.on_turn))
        asked = state.turn()
        out.add(0 if asked < 0 else distance(state.variant.players, seat, asked) + 1)
        self.write_decision(state, seat, asked, out)
        out.add(state.strategies)
        out.add(state.attaches)
        out.add(state.buys)
        out.add(state.combat_bonus)
        out.add(state.combat_used)
        self.write_attack(state, seat, out)
        out.copy(state.supply, 0, KINDS)
        out.copy(state.purgatory, 0, KINDS + DINO_KINDS)
        at: i64 = 0
        while at < OFFERED:
            out.add(state.offering[at] + 1)
            at += 1
        out.add(len(state.dino_deck) - state.dinos_shown)
        out.copy(state.counts, state.zone(table.HAND, seat), KINDS)
        order = seats_from(state.variant.players, seat)
        self.write_piles(state, order, out)
        out.add(state.paralysis(seat))
        at = 0
        while at < len(order):
            out.copy(state.trophies, order[at] * DINO_KINDS, DINO_KINDS)
            at += 1
        self.write_dinos(state, seat, order, out)

    def write_decision(self, state: Battle, seat: i64, asked: i64, out: Numbers) -> None:
        """BD-R46: a choice that is still its owner's secret shows to others as the decision in which it was begun."""
        at = state.frame_size - moves.FRAME
        while at >= 0 and 0 < state.frames[at] <= moves.PAYMENT and state.frames[at + 1] != seat:
            at -= moves.FRAME
        out.add(0 if at < 0 else state.frames[at])
        is_own = asked == seat and state.is_private()
        aimed = is_own and state.pending() == moves.PAYMENT and state.top(moves.TARGET) != NONE
        out.add(state.top(moves.PURPOSE) + 1 if is_own else 0)
        out.add(state.top(moves.DETAIL) + 1 if is_own else 0)
        out.add(distance(state.variant.players, seat, state.top(moves.TARGET)) + 1 if aimed else 0)

    def write_attack(self, state: Battle, seat: i64, out: Numbers) -> None:
        """The newest attack that waits for its answer; the answer while items can still be played before it counts."""
        start = out.zeros(len(ATTACK))
        at = state.frame_size - moves.FRAME
        while at >= 0 and state.frames[at] != moves.DEFENCE:
            at -= moves.FRAME
        if at < 0:
            return
        row = state.frames[at + moves.ATTACKER]
        out.put(start, distance(state.variant.players, seat, state.frames[at + moves.BY]) + 1)
        out.put(start + 1, distance(state.variant.players, seat, state.frames[at + moves.WHO]) + 1)
        out.put(start + 2, state.frames[at + moves.MADE] + 1)
        out.put(start + 3, 0 if row == NONE else state.kind_at(row) + 1)
        out.put(start + 4, state.frames[at + moves.REDUCTION])
        above = at + moves.FRAME
        if above < state.frame_size and state.frames[above] == moves.ANSWERED:
            out.put(start + 5, state.frames[above + moves.ANSWER] - moves.PASS + 1)

    def write_piles(self, state: Battle, order: vec[i64], out: Numbers) -> None:
        """What everybody sees of the cards of each seat."""
        zone: i64 = table.DISCARD
        while zone <= table.SHUFFLED:
            at: i64 = 0
            while at < len(order):
                out.copy(state.counts, state.zone(zone, order[at]), KINDS)
                at += 1
            zone += 1
        at = 0
        while at < len(order):
            out.add(state.hand_count(order[at]))
            at += 1
        at = 0
        while at < len(order):
            out.add(state.deck_size(order[at]))
            at += 1
        at = 0
        while at < len(order):
            out.add(state.wounds(order[at]))
            at += 1
        at = 0
        while at < len(order):
            out.add(1 if state.may_hold_item(order[at]) else 0)
            at += 1

    def write_dinos(self, state: Battle, seat: i64, order: vec[i64], out: Numbers) -> None:
        width: i64 = len(order) * LINE
        start = out.zeros((len(DINO) + 1) * width)
        cards = out.zeros(width * MOST_ATTACHED)
        lookers = out.zeros(width * MOST_ATTACHED)
        number: i64 = 0
        while number < width:
            row = state.row_at(order[number // LINE], number % LINE)
            if row != NONE:
                field: i64 = 0
                while field < len(DINO):
                    out.put(start + field * width + number, state.rows[row * ROW + field])
                    field += 1
                attached: i64 = 0
                for card in state.attached:
                    if table.row_of(card) == row:
                        if attached < MOST_ATTACHED:
                            at = number * MOST_ATTACHED + attached
                            out.put(cards + at, table.kind_of(card) + 1 if is_known(card, seat) else FACE_DOWN)
                            out.put(lookers + at, self.looked_at_by(card, order, order[number // LINE]))
                        attached += 1
                out.put(start + len(DINO) * width + number, attached)
            number += 1

    def looked_at_by(self, card: i64, order: vec[i64], owner: i64) -> i64:
        """Those who know another's card because they looked, which everybody saw; nobody if it is open to all."""
        if is_known(card, SPECTATOR):
            return 0
        seen: i64 = 0
        ahead: i64 = len(order) - 1
        while ahead >= 0:
            seen <<= 1
            if order[ahead] != owner and is_known(card, order[ahead]):
                seen |= 1
            ahead -= 1
        return seen


OBSERVER: Final = BattleObserver()
