"""Deals and positions as plain JSON, read with care and written out again. Piles are lists of card ids.

A deal may give any of its parts; what it leaves open comes from the seed::

    {"dinos": ["raptor", ...], "stacks": ["overclock", ...], "start_seat": 0, "dino_deck": ["rex", ...],
     "decks": [["A", "W", ...], ...], "reshuffles": [[["A", "E", ...], ...], ...]}

Decks are written top first. A position holds every zone, the phase, the allowances of the turn and what is pending.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal, Union, get_args

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct

from mesozoic.games.biomechanic_dino_battles import invariants, position_laws, rules_setup
from mesozoic.games.biomechanic_dino_battles import rules_moves as moves
from mesozoic.games.biomechanic_dino_battles import rules_table as table
from mesozoic.games.biomechanic_dino_battles.cards import (
    CARD_IDS,
    DINO_IDS,
    DINO_KINDS,
    FIRST_ITEM,
    FIRST_STRATEGY,
    KINDS,
    STACK_IDS,
)
from mesozoic.games.biomechanic_dino_battles.events import ANSWERS
from mesozoic.games.biomechanic_dino_battles.rules import Battle
from mesozoic.games.biomechanic_dino_battles.rules_table import NONE, Variant
from mesozoic.kernel.bits import has
from mesozoic.kernel.deal import SeatChance, expect_keys, expect_pile
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Setup
from mesozoic.kernel.parts import cards_of, read, whole
from mesozoic.kernel.rng import Rng, seeded
from mesozoic.kernel.state import seat_name

MOST: Final = 1000
Seat = Annotated[int, Meta(ge=0, le=3)]
Place = Annotated[int, Meta(ge=0, le=table.LINE - 1)]
MOST_GIVEN: Final = 1_000_000
"""More than any table of cards gives in a turn; ``position_laws.py`` knows what those of the game give."""
Number = Annotated[int, Meta(ge=0, le=MOST_GIVEN)]
Phase = Literal["action", "reaction", "buy", "cleanup", "over"]
Ending = Literal["trophies", "wounds", "round limit"]
Purpose = Literal["attack", "retreat", "assist", "item", "card", "dino"]
PHASES: Final[tuple[str, ...]] = get_args(Phase)
ENDINGS: Final[tuple[str | None, ...]] = (None, *get_args(Ending))
PURPOSES: Final[tuple[str, ...]] = get_args(Purpose)
STARTING_DECK: Final = [*"AAAEEEDDDWWW"]
CARD_OF: Final = {name: kind for kind, name in enumerate(CARD_IDS)}
DINO_OF: Final = {name: kind for kind, name in enumerate(DINO_IDS)}
ZONES: Final = {"hand": table.HAND, "discard": table.DISCARD, "played": table.PLAYED, "shuffled": table.SHUFFLED}
MODIFIERS: Final = {
    "atk": table.MORE_ATK,
    "eva": table.MORE_EVA,
    "def": table.MORE_DEF,
    "damage_bonus": table.MORE_DAMAGE,
}
COUNTERS: Final = ("strategies", "attaches", "buys", "combat_bonus", "combat_used")
FRAMES: Final = {
    moves.OPPONENT: ("opponent", "purpose", "detail"),
    moves.PAYMENT: ("payment", "purpose", "detail", "target"),
    moves.DEFENCE: ("defence", "attack", "by", "attacker", "reduction"),
    moves.PROMOTE: ("promote",),
    moves.HEALING: ("heal", "amount"),
    moves.PURGING: ("purge", "left"),
    moves.SWITCHING: ("switch", "optional"),
    moves.JAMMING: ("jam",),
    moves.JAM_POSITION: ("jam_position", "dino"),
    moves.SPILLING: ("poison",),
    moves.SALVAGING: ("salvage",),
    moves.LOOKING: ("look",),
    moves.MOVE_FROM: ("move_from",),
    moves.MOVE_TO: ("move_to", "place"),
    moves.CURING: ("cure",),
    moves.HITTING: ("hit", "amount"),
    moves.EFFECTS: ("effects", "step"),
    moves.POISONS: ("poisons",),
    moves.DECLARED: ("declared", "opener"),
    moves.ANSWERED: ("answered", "opener", "answer"),
    moves.ANNOUNCED: ("announced", "opener"),
}
"""How each kind of pending work is written: its name, and the names of its numbers."""
FIELDS: Final[dict[str, Any]] = {
    "purpose": Purpose,
    "answer": Literal[tuple(ANSWERS)],
    "attacker": tuple[Seat, Place] | Literal["gone"] | None,
    "dino": tuple[Seat, Place],
}
"""What a number of a frame is written as, if not as itself: a dino in play is a seat and a place, ``[0, 1]``."""
Pending: Any = Union[  # noqa: UP007
    tuple(
        defstruct(
            name,
            [("seat", Seat), *[(field, FIELDS.get(field, Annotated[int, Meta(ge=NONE, le=MOST)])) for field in fields]],
            tag_field="kind",
            tag=name,
            forbid_unknown_fields=True,
        )
        for name, *fields in FRAMES.values()
    )
]
KIND_OF: Final = {names[0]: kind for kind, names in FRAMES.items()}


class Deal(Struct, forbid_unknown_fields=True):
    dinos: list[str] | UnsetType = UNSET
    stacks: list[str] | UnsetType = UNSET
    start_seat: Seat | UnsetType = UNSET
    dino_deck: list[str] | UnsetType = UNSET
    decks: list[list[str]] | UnsetType = UNSET
    reshuffles: list[list[list[str]]] = []


class Turn(Struct, forbid_unknown_fields=True):
    """What the turn still allows."""

    strategies: Number
    attaches: Number
    buys: Number
    combat_bonus: Number
    combat_used: Number


class Attached(Struct, forbid_unknown_fields=True):
    card: str
    known: list[Seat] | Literal["all"] = []


class Dino(Struct, forbid_unknown_fields=True, rename={"more_def": "def"}):
    dino: str
    damage: Number = 0
    atk: Number = 0
    eva: Number = 0
    more_def: Number = 0
    damage_bonus: Number = 0
    assisted: bool = False
    attached: list[Attached] = []


class Player(Struct, forbid_unknown_fields=True):
    deck: list[str]
    hand: list[str]
    discard: list[str]
    played: list[str]
    shuffled: list[str]
    active: Dino | None
    bench: Annotated[list[Dino], Meta(max_length=table.BENCH)]
    trophies: list[str]
    calm: Annotated[int, Meta(ge=-MOST, le=MOST)]
    """Records keep this name for the Paralyze that lingers: below 0 where Shock Nets calmed what is in the hand."""
    poisoner: Seat | None


class Position(Struct, forbid_unknown_fields=True):
    round: int
    start_seat: Seat
    on_turn: Seat
    phase: Phase
    reactor: Seat | None
    turn: Turn
    dinos: list[str]
    stacks: list[str]
    supply: dict[str, int]
    purgatory: list[str]
    purged_dinos: list[str]
    dino_deck: list[str]
    offering: Annotated[list[str | None], Meta(min_length=table.OFFERED, max_length=table.OFFERED)]
    seats: list[Player]
    pending: list[Pending]
    ending: Ending | None


# --- Deals ------------------------------------------------------------------------------------------------


def deal_out(setup: Setup, given: Mapping[str, Any], rng: Rng) -> Battle:
    """The game of a deal; parts that it does not give are drawn by chance."""
    deal = read(Deal, "deal", given)
    by_chance = rules_setup.shuffle(setup, rng)
    variant: Variant = setup.variant
    dinos = _kinds_of(by_chance.chosen_dinos, DINO_IDS)
    stacks = _kinds_of(by_chance.chosen_stacks, CARD_IDS)
    if deal.dinos is not UNSET:
        dinos = _chosen(setup, deal.dinos, "dinos", DINO_IDS)
    if deal.stacks is not UNSET:
        stacks = _chosen(setup, deal.stacks, "stacks", CARD_IDS)
    first = int(by_chance.start_seat) if deal.start_seat is UNSET else _start_seat(setup, deal.start_seat)
    dino_deck = [kind for kind in dinos for _ in range(int(variant.copies[kind]))]
    if deal.dino_deck is UNSET:
        rng.shuffle(dino_deck)
    else:
        order = expect_pile("The Dino Deck", deal.dino_deck, [DINO_IDS[kind] for kind in dino_deck])
        dino_deck = [DINO_OF[dino] for dino in order]
    decks = _read_decks(setup, deal, rng)
    flat = [0] * (setup.players * int(variant.most_cards))
    for seat, deck in enumerate(decks):
        for at, name in enumerate(reversed(deck)):
            flat[seat * int(variant.most_cards) + at] = CARD_OF[name]
    chance = SeatChance(rng.clone(), _read_reshuffles(setup, deal))
    return rules_setup.dealt_game(setup, chance, dinos, stacks, first, dino_deck, flat)


def _kinds_of(chosen: int, ids: Sequence[str]) -> list[int]:
    return [kind for kind in range(len(ids)) if has(chosen, kind)]


def _chosen(setup: Setup, given: list[str], name: str, ids: Sequence[str]) -> list[int]:
    """The dinos or stacks that a deal or a position names: only a random set-up leaves them open."""
    number = table.DINOS_IN_GAME if name == "dinos" else table.STACKS_IN_GAME
    if len(given) != number or len(set(given)) != number:
        raise BadOptions(f"There must be {number} different {name}.")
    for one in given:
        if one not in (DINO_IDS if name == "dinos" else STACK_IDS):
            raise BadOptions(f"{one!r} is given among the {name}, but is none.")
    found = sorted(ids.index(one) for one in given)
    if setup.options["setup"] != "random" and found != sorted(map(ids.index, rules_setup.named(setup.options, name))):
        raise BadOptions(f"Other {name} than the options say go only with setup=random.")
    return found


def _start_seat(setup: Setup, given: int) -> int:
    first = whole("start_seat", given, 0, setup.players - 1)
    if setup.options["start_seat"] not in ("random", first):
        raise BadOptions(f"Seat {first} is given as the start seat, but the option start_seat says otherwise.")
    return first


def _read_decks(setup: Setup, deal: Deal, rng: Rng) -> list[list[str]]:
    if deal.decks is not UNSET:
        if len(deal.decks) != setup.players:
            raise BadOptions(f"The deal needs {setup.players} decks.")
        return [expect_pile(f"The deck of seat {seat}", deck, STARTING_DECK) for seat, deck in enumerate(deal.decks, 1)]
    decks = []
    for _ in range(setup.players):
        order = list(range(len(STARTING_DECK)))
        rng.shuffle(order)
        decks.append([STARTING_DECK[at] for at in order])
    return decks


def _read_reshuffles(setup: Setup, deal: Deal) -> list[list[list[int]]]:
    if deal.reshuffles and len(deal.reshuffles) != setup.players:
        raise BadOptions(f"The reshuffles of the deal need a list of orders for each of {setup.players} seats.")
    return [[cards_of("A reshuffle", order, CARD_OF) for order in orders] for orders in deal.reshuffles]


def deal_of(state: Battle) -> dict[str, Any]:
    """What chance gave before the first move: the hands are the tops of the decks."""
    decks = []
    for seat in range(state.players):
        base = seat * state.variant.most_cards
        decks.append([CARD_IDS[state.decks[base + at]] for at in reversed(range(len(STARTING_DECK)))])
    return {
        "dinos": _ids_of(state.chosen_dinos, DINO_IDS),
        "stacks": _ids_of(state.chosen_stacks, CARD_IDS),
        "start_seat": int(state.start_seat),
        "dino_deck": [DINO_IDS[kind] for kind in state.dino_deck],
        "decks": decks,
        "reshuffles": [[] for _ in range(state.players)],
    }


def _ids_of(chosen: int, ids: Sequence[str]) -> list[str]:
    return [ids[kind] for kind in _kinds_of(chosen, ids)]


# --- Writing a position -----------------------------------------------------------------------------------


def position_of(state: Battle) -> dict[str, Any]:
    unseen = list(state.dino_deck)[state.dinos_shown :]
    return {
        "round": int(state.round),
        "start_seat": int(state.start_seat),
        "on_turn": int(state.on_turn),
        "phase": PHASES[state.phase],
        "reactor": int(state.reactor) if state.phase == moves.REACTION else None,
        "turn": {name: int(getattr(state, name)) for name in COUNTERS},
        "dinos": _ids_of(state.chosen_dinos, DINO_IDS),
        "stacks": _ids_of(state.chosen_stacks, CARD_IDS),
        "supply": {CARD_IDS[kind]: int(state.supply[kind]) for kind in range(KINDS) if is_in_supply(state, kind)},
        "purgatory": pile(list(state.purgatory)[:KINDS]),
        "purged_dinos": dino_pile(list(state.purgatory)[KINDS:]),
        "dino_deck": [DINO_IDS[kind] for kind in unseen],
        "offering": [None if kind == NONE else DINO_IDS[kind] for kind in state.offering],
        "seats": [seat_json(state, seat) for seat in range(state.players)],
        "pending": [frame_json(state, at) for at in range(0, state.frame_size, moves.FRAME)],
        "ending": ENDINGS[state.ending],
    }


def is_in_supply(state: Battle, kind: int) -> bool:
    return kind < FIRST_STRATEGY or has(state.chosen_stacks, kind)


def pile(counts: Sequence[int]) -> list[str]:
    return [CARD_IDS[kind] for kind, number in enumerate(counts) for _ in range(number)]


def dino_pile(counts: Sequence[int]) -> list[str]:
    return [DINO_IDS[kind] for kind, number in enumerate(counts) for _ in range(number)]


def zone_pile(state: Battle, zone: int, seat: int) -> list[str]:
    return [CARD_IDS[kind] for kind in state.kinds_in(zone, seat)]


def seat_json(state: Battle, seat: int) -> dict[str, Any]:
    at = seat * table.SEAT
    trophies = [state.trophies[seat * DINO_KINDS + kind] for kind in range(DINO_KINDS)]
    return {
        "deck": [CARD_IDS[kind] for kind in state.deck_order(seat)],
        **{name: zone_pile(state, zone, seat) for name, zone in ZONES.items()},
        "active": dino_json(state, state.row_at(seat, 0)),
        "bench": [
            dino_json(state, state.row_at(seat, place))
            for place in range(1, table.LINE)
            if state.row_at(seat, place) != NONE
        ],
        "trophies": dino_pile(trophies),
        "calm": int(state.seats[at + table.LINGERING]),
        "poisoner": None if state.seats[at + table.POISONER] == NONE else int(state.seats[at + table.POISONER]),
    }


def dino_json(state: Battle, row: int) -> dict[str, Any] | None:
    if row == NONE:
        return None
    at = row * table.ROW
    return {
        "dino": DINO_IDS[state.kind_at(row)],
        "damage": int(state.rows[at + table.HURT]),
        **{name: int(state.rows[at + field]) for name, field in MODIFIERS.items()},
        "assisted": bool(state.rows[at + table.ASSISTED]),
        "attached": [card_json(card) for card in state.attached if table.row_of(card) == row],
    }


def card_json(card: int) -> dict[str, Any]:
    """An attached card, and which seats know it (``all``: everybody who watches)."""
    known = table.known_to(card)
    return {
        "card": CARD_IDS[table.kind_of(card)],
        "known": "all" if known == table.EVERYBODY else [seat for seat in range(4) if has(known, seat)],
    }


def frame_json(state: Battle, at: int) -> dict[str, Any]:
    name, *fields = FRAMES[state.frames[at]]
    found: dict[str, Any] = {"kind": name, "seat": int(state.frames[at + 1])}
    for number, field in enumerate(fields, 2):
        value = int(state.frames[at + number])
        if field == "purpose":
            found[field] = PURPOSES[value]
        elif field == "answer":
            found[field] = ANSWERS[value - moves.PASS]
        elif field in FIELDS:
            found[field] = _place_of(state, value)
        else:
            found[field] = value
    return found


def _place_of(state: Battle, row: int) -> list[int] | str | None:
    """Where the dino of a row is: seat and place; None for no dino, ``gone`` for one that was knocked out."""
    if row == NONE:
        return None
    for place in range(table.LINE):
        if state.row_at(row // table.LINE, place) == row:
            return [row // table.LINE, place]
    return "gone"


# --- Reading a position -----------------------------------------------------------------------------------


def take_up(setup: Setup, given: Mapping[str, Any]) -> Battle:
    """The state of a position; BadOptions says what is wrong with it."""
    position = read(Position, "position", given)
    variant: Variant = setup.variant
    dinos = _chosen(setup, position.dinos, "dinos", DINO_IDS)
    stacks = _chosen(setup, position.stacks, "stacks", CARD_IDS)
    unseen = _dinos("dino_deck", position.dino_deck)
    flat = [0] * (setup.players * int(variant.most_cards))
    state = rules_setup.bare_table(setup, SeatChance(seeded("position"), []), dinos, stacks, unseen, flat)
    _take_turn(state, position)
    _take_centre(state, position)
    if len(position.seats) != setup.players:
        raise BadOptions(f"The position needs {setup.players} seats.")
    for seat, one in enumerate(position.seats):
        _take_seat(state, seat, one)
    for frame in position.pending:
        _take_frame(state, frame)
    _expect_lawful(state)
    # One position has one future, so that the record of a game that began with it can be replayed.
    state.chance = SeatChance(seeded("position", json.dumps(position_of(state), sort_keys=True)), [])
    return state


def _expect_lawful(state: Battle) -> None:
    """No position may hold what no game can lead to: neither for the game's own laws nor for anybody who looks."""
    game = state.setup.game
    try:
        position_laws.check(state)
        invariants.check(state)
        position_laws.check_turn(state)
        for seat in state.to_move:
            for code in state.codes(seat):
                game.words.label(state, seat, code)
        for watcher in (None, *range(state.players)):
            game.view(state, watcher)
    except AssertionError as error:
        raise BadOptions(f"The position breaks a law of the game: {error}.") from None
    except (IndexError, KeyError, ValueError, TypeError, StopIteration):
        raise BadOptions("The position contradicts itself: what is pending does not fit the table.") from None


def _take_turn(state: Battle, position: Position) -> None:
    state.round = whole("round", position.round, 1, int(state.variant.round_limit))
    state.start_seat = _start_seat(state.setup, position.start_seat)
    state.on_turn = _seat(state, "on_turn", position.on_turn)
    state.phase = PHASES.index(position.phase)
    state.ending = ENDINGS.index(position.ending)
    state.reactor = state.on_turn
    if (position.reactor is not None) != (state.phase == moves.REACTION):
        raise BadOptions("Only the reaction window has a reactor.")
    if position.reactor is not None:
        state.reactor = _seat(state, "reactor", position.reactor)
    for name in COUNTERS:
        setattr(state, name, getattr(position.turn, name))


def _take_centre(state: Battle, position: Position) -> None:
    in_supply = [kind for kind in range(KINDS) if is_in_supply(state, kind)]
    expect_keys("supply", position.supply, [CARD_IDS[kind] for kind in in_supply])
    for kind in in_supply:
        name = CARD_IDS[kind]
        state.supply[kind] = whole(f"The stack of {name}", position.supply[name], 0, MOST)
    for kind in cards_of("purgatory", position.purgatory, CARD_OF):
        state.purgatory[kind] += 1
    for kind in _dinos("purged_dinos", position.purged_dinos):
        state.purgatory[KINDS + kind] += 1
    for slot, dino in enumerate(position.offering):
        state.offering[slot] = NONE if dino is None else _dino("offering", dino)


def _take_seat(state: Battle, seat: int, given: Player) -> None:
    piles = {name: cards_of(name, getattr(given, name), CARD_OF) for name in ("deck", *ZONES)}
    held = piles["deck"] + piles["hand"] + piles["discard"] + piles["played"]
    if max(len(held), len(piles["shuffled"])) > state.variant.most_cards:  # no pile: what lay in the deck
        raise BadOptions(f"Seat {seat + 1} has more cards than there are.")
    for at, kind in enumerate(reversed(piles["deck"])):
        state.decks[seat * int(state.variant.most_cards) + at] = kind
    state.seats[seat * table.SEAT + table.DECK_SIZE] = len(piles["deck"])
    for name, zone in ZONES.items():
        for kind in piles[name]:
            state.add(zone, seat, kind, 1)
    for place, dino in enumerate([given.active, *given.bench]):
        if dino is not None:
            held += _take_dino(state, seat, place, dino)
    for kind in _dinos("trophies", given.trophies):
        state.trophies[seat * DINO_KINDS + kind] += 1
        state.seats[seat * table.SEAT + table.TROPHIES] += 1
    state.seats[seat * table.SEAT + table.LINGERING] = given.calm
    if given.poisoner is not None:
        state.seats[seat * table.SEAT + table.POISONER] = _seat(state, "poisoner", given.poisoner)
    state.seats[seat * table.SEAT + table.ITEMS_OWNED] = sum(kind >= FIRST_ITEM for kind in held)


def _take_dino(state: Battle, seat: int, place: int, given: Dino) -> list[int]:
    """Put the dino in play; returns the cards that are attached to it."""
    row = seat * table.LINE + place
    at = row * table.ROW
    state.line_up[row] = row
    state.rows[at + table.KIND] = _dino("dino", given.dino) + 1
    state.rows[at + table.HURT] = given.damage
    state.rows[at + table.MORE_ATK] = given.atk
    state.rows[at + table.MORE_EVA] = given.eva
    state.rows[at + table.MORE_DEF] = given.more_def
    state.rows[at + table.MORE_DAMAGE] = given.damage_bonus
    state.rows[at + table.ASSISTED] = int(given.assisted)
    cards = cards_of("attached", [one.card for one in given.attached], CARD_OF)
    for kind, one in zip(cards, given.attached, strict=True):
        known = table.EVERYBODY
        if one.known != "all":
            known = sum(1 << _seat(state, "known", other) for other in {seat, *one.known})
        state.attach(row, kind, known)
    return cards


def _take_frame(state: Battle, frame: Any) -> None:
    kind = KIND_OF[frame.__struct_config__.tag]
    seat = _seat(state, "seat", frame.seat)
    by = _seat(state, "by", getattr(frame, "by", seat))
    state.push(kind, seat, *[_frame_number(state, name, getattr(frame, name), by) for name in FRAMES[kind][1:]])


def _frame_number(state: Battle, field: str, value: Any, by: int) -> int:
    if field == "purpose":
        return PURPOSES.index(value)
    if field == "answer":
        return moves.PASS + ANSWERS.index(value)
    if value is None:
        return NONE
    if value == "gone":
        empty = [row for row in range(table.LINE * by, table.LINE * by + table.LINE) if state.kind_at(row) < 0]
        if not empty:
            raise BadOptions(f"{seat_name(by)} has all the dinos there is room for, so none of them is gone.")
        return empty[0]
    if field in FIELDS:
        row = int(state.row_at(_seat(state, field, value[0]), value[1]))
        if row == NONE:
            raise BadOptions(f"{field} names a place without a dino.")
        return row
    return int(value)


def _seat(state: Battle, name: str, seat: int) -> int:
    return whole(name, seat, 0, state.players - 1)


def _dino(name: str, given: str) -> int:
    if given not in DINO_OF:
        raise BadOptions(f"{name} holds {given!r}, which is no dino of this game.")
    return DINO_OF[given]


def _dinos(name: str, given: list[str]) -> list[int]:
    return [_dino(name, one) for one in given]
