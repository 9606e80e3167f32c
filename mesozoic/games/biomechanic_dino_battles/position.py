"""Deals and positions as plain JSON, read with care and written out again. Piles are lists of card ids.

A deal may give any of its parts; what it leaves open comes from the seed::

    {"dinos": ["raptor", ...], "stacks": ["overclock", ...], "start_seat": 0, "dino_deck": ["rex", ...],
     "decks": [["A", "W", ...], ...], "reshuffles": [[["A", "E", ...], ...], ...]}

Decks are written top first. A position holds every zone, the phase, the allowances of the turn and what is pending.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.biomechanic_dino_battles import invariants, position_pending, rules_setup
from mesozoic.games.biomechanic_dino_battles import rules_moves as moves
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
from mesozoic.games.biomechanic_dino_battles.rules_table import (
    ASSISTED,
    CALM,
    DECK_SIZE,
    DINOS_IN_GAME,
    DISCARD,
    FRAME,
    HAND,
    HURT,
    ITEMS_OWNED,
    KIND,
    KNOWN_AT,
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
    ROW_AT,
    SEAT,
    SHUFFLED,
    STACKS_IN_GAME,
    TROPHIES,
    Variant,
)
from mesozoic.kernel.bits import has
from mesozoic.kernel.deal import SeatChance, expect_keys, expect_pile
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Setup
from mesozoic.kernel.parts import whole
from mesozoic.kernel.rng import Rng, seeded
from mesozoic.kernel.state import seat_name

PHASES: Final = ("action", "reaction", "buy", "cleanup", "over")
ENDINGS: Final = (None, "trophies", "wounds", "round limit")
STARTING_DECK: Final = [*"AAAEEEDDDWWW"]
ZONES: Final = {"hand": HAND, "discard": DISCARD, "played": PLAYED, "shuffled": SHUFFLED}
MODIFIERS: Final = {"atk": MORE_ATK, "eva": MORE_EVA, "def": MORE_DEF, "damage_bonus": MORE_DAMAGE}
COUNTERS: Final = ("strategies", "attaches", "buys", "combat_bonus", "combat_used")
PURPOSES: Final = ("attack", "retreat", "assist", "item", "card", "dino")
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
ROW_FIELDS: Final = ("attacker", "dino")
"""Numbers of a frame that mean a dino in play: written as seat and place, ``[0, 1]``."""
MOST: Final = 1000

# --- Deals ------------------------------------------------------------------------------------------------


def deal_out(setup: Setup, deal: Mapping[str, Any], rng: Rng) -> Battle:
    """The game of a deal; parts that it does not give are drawn by chance."""
    parts = ["dinos", "stacks", "start_seat", "dino_deck", "decks", "reshuffles"]
    expect_keys("deal", deal, [], parts)
    by_chance = rules_setup.shuffle(setup, rng)
    variant: Variant = setup.variant
    dinos = _ids_of(by_chance.chosen_dinos, DINO_IDS)
    stacks = _ids_of(by_chance.chosen_stacks, CARD_IDS)
    if "dinos" in deal:
        dinos = _chosen(setup, deal, "dinos", DINO_IDS)
    if "stacks" in deal:
        stacks = _chosen(setup, deal, "stacks", STACK_IDS)
    first = _start_seat(setup, deal["start_seat"]) if "start_seat" in deal else int(by_chance.start_seat)
    copies = sorted([DINO_IDS.index(dino) for dino in dinos] * int(variant.copies))
    if "dino_deck" in deal:
        given = expect_copies("The Dino Deck", deal["dino_deck"], [DINO_IDS[kind] for kind in copies])
        dino_deck = [DINO_IDS.index(dino) for dino in given]
    else:
        dino_deck = list(copies)
        rng.shuffle(dino_deck)
    decks = _read_decks(setup, deal, rng)
    flat = vec[i64]([0] * (setup.players * int(variant.most_cards)))
    for seat, deck in enumerate(decks):
        for at, card in enumerate(reversed(deck)):
            flat[seat * variant.most_cards + at] = CARD_IDS.index(card)
    chance = SeatChance(rng.clone(), _read_reshuffles(setup, deal))
    kinds = [DINO_IDS.index(dino) for dino in dinos], [CARD_IDS.index(stack) for stack in stacks]
    return rules_setup.new_game(setup, chance, *kinds, first, vec[i64](dino_deck), flat)


def _ids_of(chosen: int, ids: Sequence[str]) -> list[str]:
    return [one for at, one in enumerate(ids) if has(chosen, at)]


def _chosen(setup: Setup, given: Mapping[str, Any], name: str, ids: Sequence[str]) -> list[str]:
    """The dinos or stacks that a deal or a position names: only a random set-up leaves them open."""
    number = DINOS_IN_GAME if name == "dinos" else STACKS_IN_GAME
    named = given[name]
    if not isinstance(named, list) or len(named) != number or len(set(map(str, named))) != number:
        raise BadOptions(f"There must be {number} different {name}.")
    for one in named:
        if one not in ids:
            raise BadOptions(f"{one!r} is given among the {name}, but is none.")
    found = sorted(named, key=ids.index)
    if setup.options["setup"] != "random" and found != sorted(rules_setup.named(setup.options, name), key=ids.index):
        raise BadOptions(f"Other {name} than the options say go only with setup=random.")
    return found


def _start_seat(setup: Setup, given: Any) -> int:
    first = whole("start_seat", given, 0, setup.players - 1)
    if setup.options["start_seat"] not in ("random", first):
        raise BadOptions(f"Seat {first} is given as the start seat, but the option start_seat says otherwise.")
    return first


def _read_decks(setup: Setup, deal: Mapping[str, Any], rng: Rng) -> list[list[str]]:
    if "decks" in deal:
        given = deal["decks"]
        if not isinstance(given, list) or len(given) != setup.players:
            raise BadOptions(f"The deal needs {setup.players} decks.")
        return [expect_copies(f"The deck of seat {seat + 1}", deck, STARTING_DECK) for seat, deck in enumerate(given)]
    decks = []
    for _ in range(setup.players):
        order = list(range(len(STARTING_DECK)))
        rng.shuffle(order)
        decks.append([STARTING_DECK[at] for at in order])
    return decks


def _read_reshuffles(setup: Setup, deal: Mapping[str, Any]) -> list[list[list[int]]]:
    given = deal.get("reshuffles", [])
    if given == []:
        return []
    if not isinstance(given, list) or len(given) != setup.players:
        raise BadOptions(f"The reshuffles of the deal need a list of orders for each of {setup.players} seats.")
    queues = []
    for seat, orders in enumerate(given, 1):
        if not isinstance(orders, list) or not all(isinstance(order, list) for order in orders):
            raise BadOptions(f"The reshuffles of seat {seat} must be a list of lists of cards.")
        queues.append([[_card(card) for card in order] for order in orders])
    return queues


def expect_copies(name: str, given: Any, cards: list[str]) -> list[str]:
    """The given order of exactly these cards, copies included."""
    if not isinstance(given, list) or not all(isinstance(card, str) for card in given):
        raise BadOptions(f"{name} must be a list of {len(cards)} cards.")
    seen: dict[str, int] = {}
    numbered = []
    for card in given:
        seen[card] = seen.get(card, 0) + 1
        numbered.append(f"{card} ({seen[card]})")
    seen = {}
    wanted = []
    for card in cards:
        seen[card] = seen.get(card, 0) + 1
        wanted.append(f"{card} ({seen[card]})")
    expect_pile(name, numbered, wanted)
    return given


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
        "pending": [frame_json(state, at) for at in range(0, len(state.frames), FRAME)],
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
    at = seat * SEAT
    trophies = [state.trophies[seat * DINO_KINDS + kind] for kind in range(DINO_KINDS)]
    return {
        "deck": [CARD_IDS[kind] for kind in state.deck_order(seat)],
        **{name: zone_pile(state, zone, seat) for name, zone in ZONES.items()},
        "active": dino_json(state, state.row_at(seat, 0)),
        "bench": [
            dino_json(state, state.row_at(seat, place)) for place in range(1, LINE) if state.row_at(seat, place) != NONE
        ],
        "trophies": dino_pile(trophies),
        "calm": int(state.seats[at + CALM]),
        "poisoner": None if state.seats[at + POISONER] == NONE else int(state.seats[at + POISONER]),
    }


def dino_json(state: Battle, row: int) -> dict[str, Any] | None:
    if row == NONE:
        return None
    at = row * ROW
    return {
        "dino": DINO_IDS[state.kind_at(row)],
        "damage": int(state.rows[at + HURT]),
        **{name: int(state.rows[at + field]) for name, field in MODIFIERS.items()},
        "assisted": bool(state.rows[at + ASSISTED]),
        "attached": [card_json(card) for card in state.attached if card >> ROW_AT == row],
    }


def card_json(card: int) -> dict[str, Any]:
    """An attached card, and which seats know it (``all``: everybody who watches)."""
    known = card >> KNOWN_AT & 31
    return {
        "card": CARD_IDS[card & 31],
        "known": "all" if known == 31 else [seat for seat in range(4) if has(known, seat)],
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
        elif field in ROW_FIELDS:
            found[field] = _place_of(state, value)
        else:
            found[field] = value
    return found


def _place_of(state: Battle, row: int) -> list[int] | str | None:
    """Where the dino of a row is: seat and place; None for no dino, ``gone`` for one that was knocked out."""
    if row == NONE:
        return None
    for place in range(LINE):
        if state.row_at(row // LINE, place) == row:
            return [row // LINE, place]
    return "gone"


# --- Reading a position -----------------------------------------------------------------------------------


def take_up(setup: Setup, given: Mapping[str, Any]) -> Battle:
    """The state of a position; BadOptions says what is wrong with it."""
    names = ["round", "start_seat", "on_turn", "phase", "reactor", "turn", "dinos", "stacks", "supply", "purgatory"]
    names += ["purged_dinos", "dino_deck", "offering", "seats", "pending", "ending"]
    expect_keys("position", given, names)
    variant: Variant = setup.variant
    dinos = _chosen(setup, given, "dinos", DINO_IDS)
    stacks = _chosen(setup, given, "stacks", STACK_IDS)
    kinds = [DINO_IDS.index(dino) for dino in dinos], [CARD_IDS.index(stack) for stack in stacks]
    unseen = vec[i64]([_dino(dino) for dino in _list("dino_deck", given["dino_deck"])])
    flat = vec[i64]([0] * (setup.players * int(variant.most_cards)))
    state = rules_setup.empty_table(setup, SeatChance(seeded("position"), []), *kinds, unseen, flat)
    _read_turn(state, given)
    _read_centre(state, given)
    seats = _list("seats", given["seats"])
    if len(seats) != setup.players:
        raise BadOptions(f"The position needs {setup.players} seats.")
    for seat, one in enumerate(seats):
        _read_seat(state, seat, one)
    for frame in _list("pending", given["pending"]):
        _read_frame(state, frame)
    _expect_lawful(state)
    # One position has one future, so that the record of a game that began with it can be replayed.
    state.chance = SeatChance(seeded("position", json.dumps(position_of(state), sort_keys=True)), [])
    return state


def _expect_lawful(state: Battle) -> None:
    """No position may hold what no game can lead to: neither for the game's own laws nor for anybody who looks."""
    game = state.setup.game
    try:
        position_pending.check(state)
        invariants.check(state)
        for seat in state.to_move:
            for code in state.codes(seat):
                game.words.label(state, seat, code)
        for watcher in (None, *range(state.players)):
            game.view(state, watcher)
    except AssertionError as error:
        raise BadOptions(f"The position breaks a law of the game: {error}.") from None
    except (IndexError, KeyError, ValueError, TypeError, StopIteration):
        raise BadOptions("The position contradicts itself: what is pending does not fit the table.") from None


def _read_turn(state: Battle, given: Mapping[str, Any]) -> None:
    last = state.players - 1
    state.round = whole("round", given["round"], 1, int(state.variant.round_limit))
    state.start_seat = _start_seat(state.setup, given["start_seat"])
    state.on_turn = whole("on_turn", given["on_turn"], 0, last)
    if given["phase"] not in PHASES or given["ending"] not in ENDINGS:
        raise BadOptions(f"The phase must be {', '.join(PHASES)}; the ending goes with over.")
    state.phase = PHASES.index(given["phase"])
    state.ending = ENDINGS.index(given["ending"])
    state.reactor = state.on_turn
    if state.phase == moves.REACTION:
        state.reactor = whole("reactor", given["reactor"], 0, last)
    elif given["reactor"] is not None:
        raise BadOptions("Only the reaction window has a reactor.")
    expect_keys("turn", given["turn"], COUNTERS)
    for name in COUNTERS:
        setattr(state, name, whole(name, given["turn"][name], 0, MOST))


def _read_centre(state: Battle, given: Mapping[str, Any]) -> None:
    in_supply = [CARD_IDS[kind] for kind in range(KINDS) if is_in_supply(state, kind)]
    expect_keys("supply", given["supply"], in_supply)
    for card in in_supply:
        state.supply[CARD_IDS.index(card)] = whole(f"The stack of {card}", given["supply"][card], 0, MOST)
    for card in _list("purgatory", given["purgatory"]):
        state.purgatory[_card(card)] += 1
    for dino in _list("purged_dinos", given["purged_dinos"]):
        state.purgatory[KINDS + _dino(dino)] += 1
    offering = _list("offering", given["offering"])
    if len(offering) != OFFERED:
        raise BadOptions(f"The offering needs {OFFERED} slots, empty ones null.")
    for slot, dino in enumerate(offering):
        state.offering[slot] = NONE if dino is None else _dino(dino)


def _read_seat(state: Battle, seat: int, given: Any) -> None:
    names = ["deck", *ZONES, "active", "bench", "trophies", "calm", "poisoner"]
    expect_keys(f"seat {seat + 1}", given, names)
    base = seat * int(state.variant.most_cards)
    deck = _list("deck", given["deck"])
    sizes = {name: len(_list(name, given[name])) for name in ZONES}
    shuffled = sizes.pop("shuffled")  # no pile: a memory of what lay in the deck
    if max(len(deck) + sum(sizes.values()), shuffled) > state.variant.most_cards:
        raise BadOptions(f"Seat {seat + 1} has more cards than there are.")
    for at, card in enumerate(reversed(deck)):
        state.decks[base + at] = _card(card)
    state.seats[seat * SEAT + DECK_SIZE] = len(deck)
    for name, zone in ZONES.items():
        for card in given[name]:
            state.add(zone, seat, _card(card), 1)
    bench = _list("bench", given["bench"])
    if len(bench) >= LINE:
        raise BadOptions(f"The bench of seat {seat + 1} has only {LINE - 1} places.")
    for place, dino in enumerate([given["active"], *bench]):
        if dino is not None:
            _read_dino(state, seat, place, dino)
    for dino in _list("trophies", given["trophies"]):
        state.trophies[seat * DINO_KINDS + _dino(dino)] += 1
        state.seats[seat * SEAT + TROPHIES] += 1
    state.seats[seat * SEAT + CALM] = whole("calm", given["calm"], -MOST, MOST)
    if given["poisoner"] is not None:
        state.seats[seat * SEAT + POISONER] = whole("poisoner", given["poisoner"], 0, state.players - 1)
    hidden = [*deck, *given["hand"], *given["discard"], *given["played"]]
    hidden += [CARD_IDS[card & 31] for card in state.attached if card >> ROW_AT >> 2 == seat]
    state.seats[seat * SEAT + ITEMS_OWNED] = sum(CARD_IDS.index(card) >= FIRST_ITEM for card in hidden)


def _read_dino(state: Battle, seat: int, place: int, given: Any) -> None:
    expect_keys("dino", given, ["dino"], ["damage", *MODIFIERS, "assisted", "attached"])
    row = seat * LINE + place
    state.line_up[row] = row
    state.rows[row * ROW + KIND] = _dino(given["dino"]) + 1
    state.rows[row * ROW + HURT] = whole("damage", given.get("damage", 0), 0, MOST)
    for name, field in MODIFIERS.items():
        state.rows[row * ROW + field] = whole(name, given.get(name, 0), 0, MOST)
    if not isinstance(given.get("assisted", False), bool):
        raise BadOptions(f"assisted must be true or false, not {given['assisted']!r}.")
    state.rows[row * ROW + ASSISTED] = int(given.get("assisted", False))
    for card in _list("attached", given.get("attached", [])):
        expect_keys("attached card", card, ["card"], ["known"])
        known = card.get("known", [])
        if known == "all":
            mask = 31
        else:
            mask = 1 << seat
            for other in _list("known", known):
                mask |= 1 << whole("A seat that knows a card", other, 0, state.players - 1)
        state.attach(row, _card(card["card"]), mask)


def _read_frame(state: Battle, given: Any) -> None:
    kinds = {names[0]: (kind, names[1:]) for kind, names in FRAMES.items()}
    if not isinstance(given, Mapping) or given.get("kind") not in list(kinds):
        raise BadOptions(f"Pending work must be one of {', '.join(kinds)}.")
    kind, fields = kinds[given["kind"]]
    expect_keys(f"pending {given['kind']}", given, ["kind", "seat", *fields])
    seat = whole("seat", given["seat"], 0, state.players - 1)
    by = whole("by", given["by"], 0, state.players - 1) if "by" in fields else seat
    numbers = [_frame_number(state, field, given[field], by) for field in fields]
    state.push(kind, seat, *numbers)


def _frame_number(state: Battle, field: str, value: Any, by: int) -> int:
    if field == "purpose":
        if value not in PURPOSES:
            raise BadOptions(f"A purpose is one of {', '.join(PURPOSES)}.")
        return PURPOSES.index(value)
    if field == "answer":
        if value not in ANSWERS:
            raise BadOptions(f"An answer is one of {', '.join(ANSWERS)}.")
        return moves.PASS + ANSWERS.index(value)
    if field in ROW_FIELDS:
        if value is None:
            return NONE
        if value == "gone":
            empty = [row for row in range(LINE * by, LINE * by + LINE) if state.rows[row * ROW + KIND] == 0]
            if not empty:
                raise BadOptions(f"{seat_name(by)} has all the dinos there is room for, so none of them is gone.")
            return empty[0]
        places = _list(field, value)
        if len(places) != 2:
            raise BadOptions(f"{field} must be a seat and a place.")
        seat = whole("seat", places[0], 0, state.players - 1)
        row = int(state.row_at(seat, whole("place", places[1], 0, LINE - 1)))
        if row == NONE:
            raise BadOptions(f"{field} names a place without a dino.")
        return row
    return whole(field, value, NONE, MOST)


def _list(name: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise BadOptions(f"{name} must be a list, not {value!r}.")
    return value


def _card(value: Any) -> int:
    if value not in CARD_IDS:
        raise BadOptions(f"{value!r} is no card of this game.")
    return CARD_IDS.index(value)


def _dino(value: Any) -> int:
    if value not in DINO_IDS:
        raise BadOptions(f"{value!r} is no dino of this game.")
    return DINO_IDS.index(value)
