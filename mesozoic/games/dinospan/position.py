"""Deals and positions as plain JSON, read with care and written out again. Piles are lists of card ids.

A deal may give any of its parts; what it leaves open comes from the seed::

    {"triassic": ["T03", ...], "jurassic": [...], "cretaceous": [...], "research": ["R05", ...], "first_player": 0,
     "reshuffles": [["J03", ...], ...]}

Decks are written top first, the Archive bottom first. A position holds every zone; cards that it does not name are in
the box.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

from mesozoic.games.dinospan import invariants, position_laws, position_pending, rules_imagine, rules_setup
from mesozoic.games.dinospan import rules_moves as moves
from mesozoic.games.dinospan.cards import (
    CARD_IDS,
    CARDS,
    FIRST_CRETACEOUS,
    FIRST_JURASSIC,
    RESEARCH_CARDS,
    RESEARCH_IDS,
)
from mesozoic.games.dinospan.notation import PHASES, SPACE_NAMES, Phase, move_text, read_move
from mesozoic.games.dinospan.pending import FRAMES, frames
from mesozoic.games.dinospan.rules import Span
from mesozoic.games.dinospan.rules_imagine import Unseen
from mesozoic.games.dinospan.rules_table import (
    ATLAS,
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
    SECOND_AT,
    SECRET,
    TOP,
    TRACK,
)
from mesozoic.games.dinospan.zones import (
    CARD_NUMBERS,
    archive,
    bits,
    collection,
    footprint,
    hand_of,
    open_hand,
    removed,
    reserve,
    returned,
    revealed,
)
from mesozoic.kernel.deal import Chance, expect_pile
from mesozoic.kernel.errors import BadOptions, UnreadableMove
from mesozoic.kernel.game import Setup
from mesozoic.kernel.parts import cards_of, lawful, read, whole, written
from mesozoic.kernel.rng import Rng

Overlay = Literal["low", "high"]
OVERLAYS: Final[tuple[Overlay, ...]] = get_args(Overlay)
RESEARCH_NUMBERS: Final = {card: number for number, card in enumerate(RESEARCH_IDS)}
MOST_SHOWN: Final = 9

Ids = list[str]
Tracker = Annotated[int, Meta(ge=0, le=TRACK)]
Eggs = Annotated[int, Meta(ge=0, le=3)]
Number = Annotated[int, Meta(ge=0, le=1 << 62)]


class Deal(Struct, forbid_unknown_fields=True):
    triassic: list[Any] | UnsetType = UNSET
    jurassic: list[Any] | UnsetType = UNSET
    cretaceous: list[Any] | UnsetType = UNSET
    first_player: int | UnsetType = UNSET
    reshuffles: list[Ids] = []
    research: list[Any] | UnsetType = UNSET


class Space(Struct, forbid_unknown_fields=True):
    card: str
    parent: str | UnsetType = UNSET
    overlay: Overlay | UnsetType = UNSET
    red: Eggs = 0
    gold: Eggs = 0


class Seat(Struct, forbid_unknown_fields=True, kw_only=True):
    """The Triassic cards are there before the first round, the Research cards where they are played."""

    P: Tracker
    T: Tracker
    M: Tracker
    markers: int
    goals: list[int | None]
    hand: Ids
    open: Ids = []
    atlas: dict[str, Space]
    triassic: Ids | UnsetType = UNSET
    second: Ids | UnsetType = UNSET
    pack: Ids | UnsetType = UNSET
    research: Ids | UnsetType = UNSET
    kept: Ids | UnsetType = UNSET


class Frame(Struct, forbid_unknown_fields=True):
    kind: str
    seat: int
    numbers: Annotated[list[Number], Meta(min_length=FRAME - 2, max_length=FRAME - 2)]


class Rival(Struct, forbid_unknown_fields=True):
    collection: Ids
    study: Annotated[int, Meta(ge=0, le=10_000)]
    goals: Annotated[int, Meta(ge=0, le=40)]
    turns: int


class Position(Struct, forbid_unknown_fields=True, kw_only=True):
    phase: Phase
    round: Annotated[int, Meta(ge=1, le=ROUNDS)]
    on_turn: int
    first: int
    key: str
    last: list[int | str] = []
    hype: Annotated[list[str | None], Meta(min_length=HYPE, max_length=HYPE)]
    footprint: Ids
    known: int = 0
    reserve: Ids = []
    archive: Ids
    returned: list[Annotated[Ids, Meta(min_length=1)]] = []
    removed: Ids = []
    shown: Annotated[Ids, Meta(max_length=MOST_SHOWN)] = []
    seats: list[Seat]
    pending: list[Frame] = []
    reshuffles: list[Ids] = []
    rival: Rival | UnsetType = UNSET


# --- Deals ------------------------------------------------------------------------------------------------------


def deal_out(setup: Setup, deal: Mapping[str, Any], rng: Rng) -> Span:
    """A game from a deal; what the deal leaves open comes from ``rng``."""
    given = read(Deal, "deal", deal)
    first: int = rng.below(setup.players)
    if setup.options["first_player"] != "random":
        first = setup.options["first_player"]
    decks = [
        _pile("triassic", given.triassic, CARD_IDS, 0, FIRST_JURASSIC, rng),
        _pile("jurassic", given.jurassic, CARD_IDS, FIRST_JURASSIC, FIRST_CRETACEOUS, rng),
        _pile("cretaceous", given.cretaceous, CARD_IDS, FIRST_CRETACEOUS, CARDS, rng),
    ]
    research: list[int] = []
    if setup.options["personal_research"]:
        research = _pile("research", given.research, RESEARCH_IDS, 0, RESEARCH_CARDS, rng)
    elif given.research:
        raise BadOptions("The deal gives Research cards, but personal_research is not played.")
    if given.first_player is not UNSET:
        first = whole("first_player", given.first_player, 0, setup.players - 1)
        position_laws.check_first(setup, first)
    chance = Chance(rng.clone(), read_orders(given.reshuffles))
    return rules_setup.dealt_game(setup, chance, first, decks[0], decks[1], decks[2], research)


def _pile(name: str, given: list[Any] | UnsetType, ids: tuple[str, ...], start: int, end: int, rng: Rng) -> list[int]:
    if given is UNSET:
        return list(rules_setup.mixed(rng, start, end))
    return [ids.index(card) for card in expect_pile(name, given, ids[start:end])]


def read_orders(given: list[Ids]) -> list[list[int]]:
    return [cards_of("reshuffles", order, CARD_NUMBERS) for order in given]


def deal_of(state: Span) -> dict[str, Any]:
    """The deal is not kept in the state: it is read off the table right after it was laid out."""
    seats = state.players
    turn = [(int(state.first) + step) % seats for step in range(seats)]
    found = Deal(
        triassic=triassic_order(state, turn),
        jurassic=[*(CARD_IDS[card] for card in state.hype), *footprint(state)],
        cretaceous=[CARD_IDS[state.key], *reserve(state)],
        first_player=int(state.first),
        reshuffles=orders_left(state),
    )
    if state.variant.research:
        dealt = [card for seat in turn for card in bits(int(state.secret[seat * SECRET + 2]) & 4095, RESEARCH_IDS)]
        found.research = dealt + [card for card in RESEARCH_IDS if card not in dealt]
    return written(found)


def orders_left(state: Span) -> list[Ids]:
    """The orders of reshuffles that are given for later."""
    return [[CARD_IDS[card] for card in order] for order in state.chance.orders[state.chance.used :]]


def triassic_order(state: Span, turn: list[int]) -> Ids:
    """An order of the Triassic deck that deals the same cards to everybody."""
    at = 1 if state.variant.triassic == "draft" else 0
    dealt = [card for seat in turn for card in bits(int(state.secret[seat * SECRET + at]), CARD_IDS)]
    rival = collection(state)
    return dealt + rival + [card for card in CARD_IDS[:FIRST_JURASSIC] if card not in dealt and card not in rival]


# --- Writing a position -----------------------------------------------------------------------------------------


def position_of(state: Span) -> dict[str, Any]:
    """Everything there is, hidden parts included."""
    last = last_move(state)
    return written(
        Position(
            phase=PHASES[state.phase],
            round=int(state.round),
            on_turn=int(state.on_turn),
            first=int(state.first),
            key=CARD_IDS[state.key],
            last=[] if last is None else list(last),
            hype=[None if card == NONE else CARD_IDS[card] for card in state.hype],
            footprint=footprint(state),
            known=int(state.known),
            reserve=reserve(state),
            archive=archive(state),
            returned=returned(Unseen(state, NONE)),
            removed=removed(state),
            shown=revealed(state),
            seats=[_seat(state, seat) for seat in range(state.players)],
            pending=[Frame(FRAMES[kind], seat, list(numbers)) for kind, seat, numbers in frames(state)],
            reshuffles=orders_left(state),
            rival=_rival(state) if state.variant.solo else UNSET,
        )
    )


def last_move(state: Span) -> tuple[int, str] | None:
    """The last open move: its seat and its text; None before the first."""
    return None if state.last_seat == NONE else (int(state.last_seat), move_text(int(state.last_move)))


def _rival(state: Span) -> Rival:
    return Rival(collection(state), int(state.rival_study), int(state.rival_goals), int(state.rival_turns))


def _seat(state: Span, seat: int) -> Seat:
    plants, trees, mammals, *_ = numbers = [int(state.seats[seat * SEAT + field]) for field in range(SEAT)]
    kept, pack, research = (int(state.secret[seat * SECRET + field]) for field in range(SECRET))
    found = Seat(
        P=plants,
        T=trees,
        M=mammals,
        markers=numbers[MARKERS],
        goals=[None if points == NONE else points for points in numbers[GOAL_POINTS:]],
        hand=hand_of(state, seat),
        open=open_hand(state, seat),
        atlas={
            name: _space(int(state.spaces[seat * ATLAS + place]))
            for place, name in enumerate(SPACE_NAMES)
            if state.spaces[seat * ATLAS + place]
        },
    )
    if state.phase <= moves.TRIASSIC:
        found.triassic = bits(kept & 65535, CARD_IDS)
        found.second = bits(kept >> SECOND_AT, CARD_IDS)
        found.pack = bits(pack, CARD_IDS)
    if state.variant.research:
        found.research = bits(research & 4095, RESEARCH_IDS)
        found.kept = bits(research >> KEPT_AT, RESEARCH_IDS)
    return found


def _space(space: int) -> Space:
    found = Space(CARD_IDS[(space & TOP) - 1], red=space >> RED_AT & 7, gold=space >> GOLD_AT)
    parent = space >> PARENT_AT & TOP
    if parent:
        found.parent = CARD_IDS[parent - 1]
        found.overlay = OVERLAYS[space >> HIGH_AT & 1]
    return found


# --- Reading a position -----------------------------------------------------------------------------------------


def take_up(setup: Setup, given: Mapping[str, Any]) -> Span:
    """The state of a position; BadOptions says what is wrong with it."""
    state = _build(setup, read(Position, "position", given))
    position_laws.check_phase(state)
    lawful(invariants.check, state)
    position_pending.check(state)
    position_laws.check_choice(state)
    return state


def _build(setup: Setup, given: Position) -> Span:
    [key] = _cards("key", [given.key])
    hidden = _cards("reserve", given.reserve)
    if any(card < FIRST_CRETACEOUS for card in (key, *hidden)):
        raise BadOptions("The Key Species is a Cretaceous card, and the reserve holds Cretaceous cards.")
    chance = Chance(Rng(1, 2, 3, 4), read_orders(given.reshuffles))
    state = rules_setup.bare_table(setup, chance, key, hidden[::-1])
    state.phase = PHASES.index(given.phase)
    state.round = given.round
    state.on_turn = whole("on_turn", given.on_turn, 0, setup.players - 1)
    state.first = whole("first", given.first, 0, int(state.variant.sides) - 1)
    _read_last(state, given.last)
    placed = [*hidden, key, *_read_piles(state, given)]
    if len(given.seats) != setup.players:
        raise BadOptions(f"The position needs {setup.players} seats.")
    for seat, one in enumerate(given.seats):
        placed += _read_seat(state, seat, one)
    if (given.rival is UNSET) == state.variant.solo:
        raise BadOptions("The 'rival' belongs to the solo game, and to no other.")
    if given.rival is not UNSET:
        placed += _read_rival(state, given.rival)
    _fill_box(state, placed)
    _read_knowledge(state, given)
    for frame in given.pending:
        _read_frame(state, frame)
    return state


def _cards(name: str, given: Ids) -> list[int]:
    return cards_of(name, given, CARD_NUMBERS)


def _later_cards(name: str, given: Ids) -> list[int]:
    """Cards that are not Triassic: those are never drawn."""
    found = _cards(name, given)
    for card in found:
        if card < FIRST_JURASSIC:
            raise BadOptions(
                f"{CARD_IDS[card]} is a Triassic card: it lies on an Atlas or was dealt before the first round."
            )
    return found


def _read_last(state: Span, last: list[int | str]) -> None:
    if not last:
        return
    if len(last) != 2 or not isinstance(last[1], str):
        raise BadOptions("The last move is a seat and a text.")
    state.last_seat = whole("last", last[0], 0, state.players - 1)
    try:
        state.last_move = read_move(last[1])
    except UnreadableMove as error:
        raise BadOptions(f"The last move of the position cannot be read: {error}") from None


def _fill_box(state: Span, placed: list[int]) -> None:
    """Cards that are nowhere else."""
    number = Counter(placed)
    for card in range(CARDS):
        if number[card] > 1:
            raise BadOptions(f"{CARD_IDS[card]} lies in two places.")
        if number[card] == 0:
            state.put(BOX, card)


def _read_piles(state: Span, given: Position) -> list[int]:
    hype = [NONE if card is None else _later_cards("hype", [card])[0] for card in given.hype]
    pile = _later_cards("footprint", given.footprint)[::-1]
    old = _later_cards("archive", given.archive)
    shown = _later_cards("shown", given.shown)
    if len(set(pile + old + shown)) < len(pile + old + shown):
        raise BadOptions("A card lies in one pile only.")
    for at, card in enumerate(hype):
        state.hype[at] = card
    for at, card in enumerate(pile):
        state.footprint[at] = card
    for at, card in enumerate(old):
        state.archive[at] = card
    for at, card in enumerate(shown):
        state.shown[at] = card
    state.footprint_size, state.archive_size, state.shown_size = len(pile), len(old), len(shown)
    state.known = whole("known", given.known, 0, len(pile))
    return [card for card in hype if card != NONE] + pile + old + shown


def _read_knowledge(state: Span, given: Position) -> None:
    """What everybody knows about hidden cards: those in the box, and those that were shuffled in."""
    for card in _later_cards("removed", given.removed):
        if not state.is_in(BOX, card):
            raise BadOptions(f"{CARD_IDS[card]} is said to be removed, but lies elsewhere.")
        state.put(OPEN, card)
    hidden = Unseen(state, NONE).pile
    batches = [_later_cards("returned", pile) for pile in given.returned]
    together = [card for pile in batches for card in pile]
    reserved = set(state.reserve)
    for card in together:
        if hidden[card] == NONE or card in reserved or together.count(card) > 1:
            raise BadOptions(f"{CARD_IDS[card]} is no hidden card that was shuffled in once.")
    _number_batches(state, batches)
    under = [int(state.footprint[at]) for at in range(int(state.footprint_size - state.known))]
    piles_there = {int(rules_imagine.pile_of(state, card)) for card in under}
    other_deck = 1 if state.round < NEW_ERA else 0
    if len(piles_there) > 1 or other_deck in piles_there:
        if batches:
            raise BadOptions("The unknown cards of the Footprint come from one pile: the deck, or one of 'returned'.")
        _number_batches(state, [under])  # a Jurassic card in a later Footprint was shuffled in, and so was the rest
    if state.round >= NEW_ERA:
        _number_known(state)


def _number_known(state: Span) -> None:
    """Jurassic cards that were just revealed, or returned on top, were shuffled in too, with what they lay on."""
    known = [
        int(state.footprint[at]) for at in range(int(state.footprint_size - state.known), int(state.footprint_size))
    ]
    for card in [*known, *list(state.shown)[: state.shown_size]]:
        if card < FIRST_CRETACEOUS and state.batch[card] == 0:
            state.batches = max(1, int(state.batches))
            state.batch[card] = state.batches


def _number_batches(state: Span, batches: list[list[int]]) -> None:
    numbers = [0] * CARDS
    for number, pile in enumerate(batches, 1):
        for card in pile:
            numbers[card] = number
    state.take_batches(numbers)
    state.batches = len(batches)


def _read_seat(state: Span, seat: int, given: Seat) -> list[int]:
    if len(given.goals) != ROUNDS:
        raise BadOptions(f"The goals are {ROUNDS}, with null for those to come.")
    goals = [NONE if points is None else whole("goals", points, 0, 10) for points in given.goals]
    markers = whole("markers", given.markers, 0, int(state.variant.markers))
    for field, number in enumerate((given.P, given.T, given.M, markers, *goals)):
        state.seats[seat * SEAT + field] = number
    hand, seen = _later_cards("hand", given.hand), _later_cards("open", given.open)
    if not set(seen) <= set(hand):
        raise BadOptions("Open hand cards are in the hand.")
    for card in hand:
        state.to_hand(seat, card, card in seen)
    kept = _cards("triassic", given.triassic or [])
    second = _cards("second", given.second or [])
    pack = _cards("pack", given.pack or [])
    if any(card >= FIRST_JURASSIC for card in kept + second + pack):
        raise BadOptions("Only Triassic cards are dealt before the first round.")
    dealt = cards_of("research", given.research or [], RESEARCH_NUMBERS)
    chosen = cards_of("kept", given.kept or [], RESEARCH_NUMBERS)
    if not set(chosen) <= set(dealt) or len(chosen) > 1:
        raise BadOptions("A Research card that is kept was dealt.")
    state.secret[seat * SECRET] = _mask(kept) | _mask(second) << SECOND_AT
    state.secret[seat * SECRET + 1] = _mask(pack)
    state.secret[seat * SECRET + 2] = _mask(dealt) | _mask(chosen) << KEPT_AT
    return hand + _read_atlas(state, seat, given.atlas) + kept + second + pack


def _mask(cards: list[int]) -> int:
    return sum(1 << card for card in set(cards))


def _read_atlas(state: Span, seat: int, given: dict[str, Space]) -> list[int]:
    placed = []
    for name, one in given.items():
        if name not in SPACE_NAMES:
            raise BadOptions(f"{name!r} is no space: L1 to L5, G1 to G5.")
        if (one.parent is UNSET) != (one.overlay is UNSET):
            raise BadOptions(f"Space {name} needs the parent and how it is overlaid, or neither.")
        [card] = _cards(name, [one.card])
        space = card + 1 | one.red << RED_AT | one.gold << GOLD_AT
        placed.append(card)
        if one.parent is not UNSET and one.overlay is not UNSET:
            [parent] = _cards(name, [one.parent])
            placed.append(parent)
            space |= parent + 1 << PARENT_AT | OVERLAYS.index(one.overlay) << HIGH_AT
        state.spaces[seat * ATLAS + SPACE_NAMES.index(name)] = space
        state.red -= one.red
        state.gold -= one.gold
    return placed


def _read_rival(state: Span, given: Rival) -> list[int]:
    cards = _cards("collection", given.collection)
    for card in cards:
        state.put(COLLECTION, card)
    state.rival_study = given.study
    state.rival_goals = given.goals
    state.rival_turns = whole("turns", given.turns, 0, int(state.variant.markers))
    return cards


def _read_frame(state: Span, given: Frame) -> None:
    if given.kind not in FRAMES[1:]:
        raise BadOptions(f"{given.kind!r} is nothing that can be pending.")
    seat = whole("seat", given.seat, 0, state.players - 1)
    state.push(FRAMES.index(given.kind), seat, *given.numbers)
