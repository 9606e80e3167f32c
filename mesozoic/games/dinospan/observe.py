"""What a seat may know, as numbers: every card that it can place, the spaces of all seats, what is under way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.dinospan import rules_moves as moves
from mesozoic.games.dinospan.cards import CARD_IDS, CARDS, FIRST_JURASSIC, GOAL_NAMES, RESEARCH_IDS
from mesozoic.games.dinospan.rules import Span
from mesozoic.games.dinospan.rules_imagine import DECKS, NOBODY, Unseen, passed_pack, pile_of
from mesozoic.games.dinospan.rules_table import (
    ATLAS,
    BITS,
    BOX,
    COLLECTION,
    FRAME,
    GOAL_POINTS,
    GOLD_AT,
    HIGH_AT,
    HYPE,
    KEPT_AT,
    MARKERS,
    NEW_ERA,
    NONE,
    OPEN,
    PARENT_AT,
    RED_AT,
    ROUNDS,
    SEAT,
    SECRET,
    TOP,
    TRACK,
    WORDS,
    lone,
)
from mesozoic.kernel.bits import count, lowest
from mesozoic.kernel.observe import Field, Numbers, Observer, distance, seat_names, seats_from
from mesozoic.kernel.state import State

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup

MANY: Final = 2000
MOST_FRAMES: Final = 16
"""What is pending, the next first; what lies deeper is not told."""
MOST_RETURNED: Final = 6
"""So many Archives that were shuffled in are told apart; later ones count with the last of these."""
NOTHING_RETURNED: Final = vec[i64]([0] * DECKS)
"""How piles are told as long as no Archive was shuffled in."""
PHASES: Final = ("Research", "first draft", "second draft", "Triassic", "play", "over")
RESEARCH: Final = len(RESEARCH_IDS)
SPACE: Final = (("card", CARDS), ("Parent", CARDS), ("high overlay", 1), ("red eggs", 7), ("gold eggs", 7))
NUMBERS: Final = ("Plants", "Trees", "Mammals", "markers")
FRAME_PARTS: Final = ("kind", "seat", "a", "b", "c", "d")


def _with(names: tuple[str, ...], further: tuple[str, ...]) -> tuple[str, ...]:
    """Every pair of a name and another, the second running faster."""
    return tuple([f"{name}, {other}" for name in names for other in further])


@final
class SpanObserver(Observer):
    def fields(self, setup: Setup) -> list[Field]:
        seats = seat_names(setup)
        players = setup.players
        triassic = CARD_IDS[:FIRST_JURASSIC]
        frames = tuple([f"{number} from the top" for number in range(1, MOST_FRAMES + 1)])
        piles = ("Jurassic", "Cretaceous", *[f"returned {number}" for number in range(1, MOST_RETURNED + 1)])
        spaces = tuple([f"{row}{number}" for row in "LG" for number in range(1, ATLAS // 2 + 1)])
        return [
            Field("seat", 0, players - 1),
            Field("phase", moves.RESEARCH, moves.OVER, values=PHASES),
            Field("round", 1, ROUNDS),
            Field("on turn", 0, players),
            Field("first player", 0, players),
            Field("last move", 0, moves.ARGUMENT, ("seat", "kind", "argument")),
            Field("frames", 0, MANY),
            Field("frame", -MANY, 2**31 - 1, _with(frames, FRAME_PARTS)),
            Field("Key Species", 1, CARDS),
            Field("Goal", 0, len(GOAL_NAMES) - 1, tuple([f"round {number}" for number in range(1, ROUNDS + 1)])),
            Field("Hype", 0, CARDS, tuple([f"slot {slot}" for slot in range(1, HYPE + 1)])),
            Field("Footprint", 0, CARDS),
            Field("reserve", 0, CARDS),
            Field("eggs left", 0, MANY, ("red", "gold")),
            Field("Rival", 0, MANY, ("study", "Goals", "turns")),
            Field("known place in the Footprint", 0, CARDS, CARD_IDS),
            Field("place in the Archive", 0, CARDS, CARD_IDS),
            Field("place among the revealed", 0, CARDS, CARD_IDS),
            Field("in hand of", 0, players, CARD_IDS),
            Field("seen by everybody in a hand", 0, 1, CARD_IDS),
            Field("removed", 0, 1, CARD_IDS),
            Field("of the Rival", 0, 1, CARD_IDS),
            Field("returned with Archive", 0, MOST_RETURNED, CARD_IDS),
            *[Field(name, 0, 1, triassic) for name in ("Triassic cards kept", "draft pack", "passed on")],
            Field("Research dealt", 0, 1, RESEARCH_IDS),
            Field("Research kept", 0, RESEARCH, seats),
            Field("to decide", 0, 1, seats),
            *[Field(name, 0, TRACK, seats) for name in NUMBERS],
            Field("Goal points", NONE, 10, _with(seats, tuple([f"round {one}" for one in range(1, ROUNDS + 1)]))),
            *[Field(name, 0, CARDS, seats) for name in ("hand size", "Triassic cards", "pack size")],
            Field("unseen hand cards from", 0, CARDS, _with(seats, piles)),
            *[Field(f"space: {name}", 0, high, _with(seats, spaces)) for name, high in SPACE],
        ]

    def write(self, state: State, seat: i64, out: Numbers) -> None:
        assert isinstance(state, Span)
        out.add(seat)
        out.add(state.phase)
        out.add(state.round)
        out.add(_side(state, seat, state.on_turn))
        out.add(_side(state, seat, state.first))
        is_moved = state.last_seat != NONE
        out.add(_side(state, seat, state.last_seat) + 1 if is_moved else 0)
        out.add(moves.kind_of(state.last_move) if is_moved else 0)
        out.add(moves.argument_of(state.last_move) if is_moved else 0)
        self.write_frames(state, seat, out)
        out.add(state.key + 1)
        out.copy(state.goals, 0, ROUNDS)
        at: i64 = 0
        while at < HYPE:
            out.add(state.hype[at] + 1)
            at += 1
        out.add(state.footprint_size)
        out.add(len(state.reserve) if state.round < NEW_ERA else 0)
        out.add(state.red)
        out.add(state.gold)
        out.add(state.rival_study)
        out.add(state.rival_goals)
        out.add(state.rival_turns)
        order = seats_from(state.variant.players, seat)
        self.write_cards(state, order, out)
        told = self.write_returned(state, out)
        self.write_secrets(state, seat, order, out)
        self.write_seats(state, order, told, out)

    def write_frames(self, state: Span, seat: i64, out: Numbers) -> None:
        """All of it is public."""
        out.add(state.frame_size // FRAME)
        start = out.zeros(MOST_FRAMES * FRAME)
        number: i64 = 0
        at = state.frame_size - FRAME
        while at >= 0 and number < MOST_FRAMES:
            place = start + number * FRAME
            out.put(place, state.frames[at])
            out.put(place + 1, _side(state, seat, state.frames[at + 1]) + 1)
            field: i64 = 2
            while field < FRAME:
                out.put(place + field, state.frames[at + field])
                field += 1
            number += 1
            at -= FRAME

    def write_cards(self, state: Span, order: vec[i64], out: Numbers) -> None:
        """Where each card is, as far as the seat knows."""
        start = out.zeros(CARDS)
        at: i64 = 0
        while at < state.known:
            place = state.footprint_size - 1 - at
            out.put(start + state.footprint[place], at + 1)
            at += 1
        start = out.zeros(CARDS)
        at = 0
        while at < state.archive_size:
            out.put(start + state.archive[at], at + 1)
            at += 1
        start = out.zeros(CARDS)
        at = 0
        while at < state.shown_size:
            out.put(start + state.shown[at], at + 1)
            at += 1
        holders = out.zeros(CARDS)
        opened = out.zeros(CARDS)
        removed = out.zeros(CARDS)
        collected = out.zeros(CARDS)
        word: i64 = 0
        while word < WORDS:
            place = OPEN + word
            known = state.masks[place]
            ahead: i64 = 0
            while ahead < len(order):
                place = order[ahead] * WORDS + word
                held = state.hands[place]
                if ahead != 0:
                    held &= known
                _mark(held, holders + word * BITS, ahead + 1, out)
                _mark(held & known, opened + word * BITS, 1, out)
                ahead += 1
            place = BOX + word
            _mark(state.masks[place] & known, removed + word * BITS, 1, out)
            place = COLLECTION + word
            _mark(state.masks[place], collected + word * BITS, 1, out)
            word += 1

    def write_returned(self, state: Span, out: Numbers) -> vec[i64]:
        """Hidden cards that were shuffled in with an Archive; returns by which number each pile is told."""
        start = out.zeros(CARDS)
        if state.batches == 0:
            return NOTHING_RETURNED
        unseen = Unseen(state, NOBODY)
        told = returned_piles(unseen)
        card: i64 = 0
        while card < CARDS:
            pile = unseen.pile[card]
            if pile >= DECKS:
                out.put(start + card, told[pile])
            card += 1
        return told

    def write_secrets(self, state: Span, seat: i64, order: vec[i64], out: Numbers) -> None:
        """DS-62, DS-63: the own cards of the draft, and the own Research; everybody's at the end."""
        _members(state.held(seat), FIRST_JURASSIC, out)
        _members(state.secret[seat * SECRET + 1], FIRST_JURASSIC, out)
        _members(passed_pack(state, seat), FIRST_JURASSIC, out)
        _members(state.secret[seat * SECRET + 2], RESEARCH, out)
        at: i64 = 0
        while at < len(order):
            is_shown = at == 0 or (state.phase == moves.OVER and state.variant.research)
            kept = state.secret[order[at] * SECRET + 2] >> KEPT_AT
            out.add(lowest(kept) + 1 if is_shown and kept != 0 else 0)
            at += 1

    def write_seats(self, state: Span, order: vec[i64], told: vec[i64], out: Numbers) -> None:
        players: i64 = len(order)
        at: i64 = 0
        while at < players:
            out.add(1 if state.is_waiting_for(order[at]) else 0)
            at += 1
        field: i64 = 0
        while field <= MARKERS:
            at = 0
            while at < players:
                place = order[at] * SEAT + field
                out.add(state.seats[place])
                at += 1
            field += 1
        at = 0
        while at < players:
            out.copy(state.seats, order[at] * SEAT + GOAL_POINTS, ROUNDS)
            at += 1
        at = 0
        while at < players:
            out.add(state.hand_size(order[at]))
            at += 1
        at = 0
        while at < players:
            out.add(count(state.held(order[at])))
            at += 1
        at = 0
        while at < players:
            place = order[at] * SECRET + 1
            out.add(count(state.secret[place]))
            at += 1
        width: i64 = DECKS + MOST_RETURNED
        start = out.zeros(players * width)
        at = 0
        while at < players:
            self.write_hidden_hand(state, order[at], told, start + at * width, out)
            at += 1
        self.write_spaces(state, order, out)

    def write_hidden_hand(self, state: Span, owner: i64, told: vec[i64], start: i64, out: Numbers) -> None:
        """How many cards of a hand came unseen from each pile: everybody saw that."""
        word: i64 = 0
        while word < WORDS:
            hand = owner * WORDS + word
            known = OPEN + word
            left = state.hands[hand] & ~state.masks[known]
            while left != 0:
                low = left & -left
                left ^= low
                pile = pile_of(state, word * BITS + lone(low))
                there = start + (pile if pile < DECKS else DECKS + told[pile] - 1)
                out.put(there, 1 + i64(out.row[there]))
            word += 1

    def write_spaces(self, state: Span, order: vec[i64], out: Numbers) -> None:
        width: i64 = len(order) * ATLAS
        start = out.zeros(len(SPACE) * width)
        number: i64 = 0
        while number < width:
            there = order[number // ATLAS] * ATLAS + number % ATLAS
            space = state.spaces[there]
            if space != 0:
                out.put(start + number, space & TOP)
                out.put(start + width + number, (space >> PARENT_AT) & TOP)
                out.put(start + 2 * width + number, (space >> HIGH_AT) & 1)
                out.put(start + 3 * width + number, (space >> RED_AT) & 7)
                out.put(start + 4 * width + number, space >> GOLD_AT)
            number += 1


def returned_piles(unseen: Unseen) -> vec[i64]:
    """The piles that were shuffled in and of which hidden cards are left, numbered from 1 on; 0 for any other."""
    numbers = vec[i64]([0] * unseen.piles)
    card: i64 = FIRST_JURASSIC
    while card < CARDS:
        if unseen.pile[card] >= DECKS:
            numbers[unseen.pile[card]] = 1
        card += 1
    found: i64 = 0
    pile: i64 = DECKS
    while pile < unseen.piles:
        if numbers[pile] != 0:
            if found < MOST_RETURNED:
                found += 1
            numbers[pile] = found
        pile += 1
    return numbers


def _side(state: Span, seat: i64, side: i64) -> i64:
    """How far after the seat a side comes; the Rival comes last."""
    return side if side >= state.variant.players else distance(state.variant.players, seat, side)


def _mark(cards: i64, start: i64, number: i64, out: Numbers) -> None:
    """Put the number at every card of a word of a card set."""
    while cards != 0:
        low = cards & -cards
        cards ^= low
        out.put(start + lone(low), number)


def _members(mask: i64, size: i64, out: Numbers) -> None:
    start = out.zeros(size)
    at: i64 = 0
    while mask != 0 and at < size:
        if mask & 1 != 0:
            out.put(start + at, 1)
        mask >>= 1
        at += 1


OBSERVER: Final = SpanObserver()
