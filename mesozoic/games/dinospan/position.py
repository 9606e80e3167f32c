"""Deals and positions as plain JSON, read with care and written out again. Piles are lists of card ids.

A deal may give any of its parts; what it leaves open comes from the seed::

    {"triassic": ["T03", ...], "jurassic": [...], "cretaceous": [...], "research": ["R05", ...], "first_player": 0,
     "reshuffles": [["J03", ...], ...]}

Decks are written top first, the Archive bottom first. A position holds every zone; cards that it does not name are in
the box.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.dinospan import invariants, pending, rules_imagine, rules_setup
from mesozoic.games.dinospan import rules_moves as moves
from mesozoic.games.dinospan.cards import (
    CARD_IDS,
    CARDS,
    FIRST_CRETACEOUS,
    FIRST_JURASSIC,
    ORDER_BITS,
    RESEARCH_CARDS,
    RESEARCH_IDS,
)
from mesozoic.games.dinospan.notation import SPACE_NAMES, move_text, read_move
from mesozoic.games.dinospan.pending import FRAMES
from mesozoic.games.dinospan.rules import Span
from mesozoic.games.dinospan.rules_imagine import DECKS, Unseen
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
    SECOND_AT,
    SECRET,
    SPACES,
    TOP,
    TRACK,
    WORDS,
)
from mesozoic.kernel.bits import count
from mesozoic.kernel.deal import Chance, expect_keys, expect_pile
from mesozoic.kernel.errors import BadOptions, UnreadableMove
from mesozoic.kernel.game import Setup
from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import Moves

PHASES: Final = ("research", "draft 1", "draft 2", "triassic", "play", "over")
CARD_NUMBERS: Final = {card: number for number, card in enumerate(CARD_IDS)}
OVERLAYS: Final = ("low", "high")
RESOURCE_KEYS: Final = ("P", "T", "M")
MOST: Final = 1 << 62
MOST_SHOWN: Final = 9

# --- Deals ---------------------------------------------------------------------------------------------------


def deal_out(setup: Setup, deal: Mapping[str, Any], rng: Rng) -> Span:
    """A game from a deal; what the deal leaves open comes from ``rng``."""
    parts = ["triassic", "jurassic", "cretaceous", "research", "first_player", "reshuffles"]
    expect_keys("deal", deal, [], parts)
    first: int = rng.below(setup.players)
    if setup.options["first_player"] != "random":
        first = setup.options["first_player"]
    piles = [
        _pile(deal, "triassic", CARD_IDS, 0, FIRST_JURASSIC, rng),
        _pile(deal, "jurassic", CARD_IDS, FIRST_JURASSIC, FIRST_CRETACEOUS, rng),
        _pile(deal, "cretaceous", CARD_IDS, FIRST_CRETACEOUS, CARDS, rng),
    ]
    research = vec[i64]([])
    if setup.options["personal_research"]:
        research = _pile(deal, "research", RESEARCH_IDS, 0, RESEARCH_CARDS, rng)
    elif deal.get("research"):
        raise BadOptions("The deal gives Research cards, but personal_research is not played.")
    if "first_player" in deal:
        first = whole("first_player", deal["first_player"], 0, setup.players - 1)
    chance = Chance(rng.clone(), read_orders(deal.get("reshuffles", [])))
    return rules_setup.new_game(setup, chance, first, piles[0], piles[1], piles[2], research)


def _pile(deal: Mapping[str, Any], name: str, ids: tuple[str, ...], start: int, end: int, rng: Rng) -> vec[i64]:
    if name not in deal:
        return rules_setup.mixed(rng, start, end)
    return vec[i64]([ids.index(card) for card in expect_pile(name, deal[name], ids[start:end])])


def read_orders(given: Any) -> list[list[int]]:
    if not isinstance(given, list) or not all(isinstance(order, list) for order in given):
        raise BadOptions("The reshuffles must be a list of lists of cards.")
    return [[card_number(card) for card in order] for order in given]


def deal_of(state: Span) -> dict[str, Any]:
    """The deal is not kept in the state: it is read off the table right after it was laid out."""
    seats = state.players
    turn = [(int(state.first) + step) % seats for step in range(seats)]
    found: dict[str, Any] = {
        "triassic": triassic_order(state, turn),
        "jurassic": [*(CARD_IDS[card] for card in state.hype), *footprint(state)],
        "cretaceous": [CARD_IDS[state.key], *reserve(state)],
        "first_player": int(state.first),
        "reshuffles": orders_left(state),
    }
    if state.variant.research:
        dealt = [card for seat in turn for card in bits(int(state.secret[seat * SECRET + 2]) & 4095, RESEARCH_IDS)]
        found["research"] = dealt + [card for card in RESEARCH_IDS if card not in dealt]
    return found


def orders_left(state: Span) -> list[list[str]]:
    """The orders of reshuffles that are given for later."""
    return [[CARD_IDS[card] for card in order] for order in state.chance.orders[state.chance.used :]]


def triassic_order(state: Span, turn: list[int]) -> list[str]:
    """An order of the Triassic deck that deals the same cards to everybody."""
    at = 1 if state.variant.triassic == "draft" else 0
    dealt = [card for seat in turn for card in bits(int(state.secret[seat * SECRET + at]), CARD_IDS)]
    rival = pile_of(state, COLLECTION)
    return dealt + rival + [card for card in CARD_IDS[:FIRST_JURASSIC] if card not in dealt and card not in rival]


# --- Writing a position -----------------------------------------------------------------------------------------


def last_move(state: Span) -> list[Any]:
    """The last open move: its seat and its text; nothing before the first."""
    return [] if state.last_seat == NONE else [int(state.last_seat), move_text(int(state.last_move))]


def footprint(state: Span) -> list[str]:
    """Top first."""
    return [CARD_IDS[state.footprint[at]] for at in range(int(state.footprint_size) - 1, -1, -1)]


def reserve(state: Span) -> list[str]:
    return [CARD_IDS[card] for card in reversed(list(state.reserve))] if state.round < NEW_ERA else []


def archive(state: Span) -> list[str]:
    return [CARD_IDS[state.archive[at]] for at in range(int(state.archive_size))]


def pile_of(state: Span, what: int) -> list[str]:
    return members(state.masks, what)


def piles(unseen: Unseen) -> list[int]:
    """The piles from which hidden cards came: both decks, and the reshuffles of which some are left."""
    return [0, 1, *(pile for pile in range(DECKS, int(unseen.piles)) if len(unseen.of_pile(pile)))]


def returned(unseen: Unseen) -> list[list[str]]:
    """Of each Archive that was shuffled in, the cards that not everybody has seen since."""
    return [[CARD_IDS[card] for card in unseen.of_pile(pile)] for pile in piles(unseen)[DECKS:]]


def removed(state: Span) -> list[str]:
    """Cards that everybody knows to have left the game."""
    return [card for card in pile_of(state, BOX) if state.is_in(OPEN, CARD_NUMBERS[card])]


def hand_of(state: Span, seat: int) -> list[str]:
    return members(state.hands, seat * WORDS)


def members(words: vec[i64], start: int) -> list[str]:
    """The cards of a set."""
    found = []
    for word in range(WORDS):
        mask = int(words[start + word])
        while mask:
            low = mask & -mask
            found.append(CARD_IDS[word * BITS + low.bit_length() - 1])
            mask ^= low
    return found


def bits(mask: int, names: tuple[str, ...]) -> list[str]:
    return [name for number, name in enumerate(names) if mask >> number & 1] if mask else []


def position_of(state: Span) -> dict[str, Any]:
    """Everything there is, hidden parts included."""
    found: dict[str, Any] = {
        "phase": PHASES[state.phase],
        "round": int(state.round),
        "on_turn": int(state.on_turn),
        "first": int(state.first),
        "key": CARD_IDS[state.key],
        "last": last_move(state),
        "hype": [None if card == NONE else CARD_IDS[card] for card in state.hype],
        "footprint": footprint(state),
        "known": int(state.known),
        "reserve": reserve(state),
        "archive": archive(state),
        "returned": returned(Unseen(state, NONE)),
        "removed": removed(state),
        "shown": [CARD_IDS[state.shown[at]] for at in range(int(state.shown_size))],
        "seats": [_seat(state, seat) for seat in range(state.players)],
        "pending": [_frame(state, at) for at in range(0, int(state.frame_size), FRAME)],
        "reshuffles": orders_left(state),
    }
    if state.variant.solo:
        found["rival"] = {
            "collection": pile_of(state, COLLECTION),
            "study": int(state.rival_study),
            "goals": int(state.rival_goals),
            "turns": int(state.rival_turns),
        }
    return found


def _seat(state: Span, seat: int) -> dict[str, Any]:
    numbers = [int(state.seats[seat * SEAT + field]) for field in range(SEAT)]
    hand = hand_of(state, seat)
    kept, pack, research = (int(state.secret[seat * SECRET + field]) for field in range(SECRET))
    found: dict[str, Any] = {
        **{key: numbers[place] for place, key in enumerate(RESOURCE_KEYS)},
        "markers": numbers[MARKERS],
        "goals": [None if points == NONE else points for points in numbers[GOAL_POINTS:]],
        "hand": hand,
        "open": [card for card in hand if state.is_in(OPEN, CARD_NUMBERS[card])],
        "atlas": {
            name: _space(int(state.spaces[seat * ATLAS + place]))
            for place, name in enumerate(SPACE_NAMES)
            if state.spaces[seat * ATLAS + place]
        },
    }
    if state.phase <= moves.TRIASSIC:
        found["triassic"] = bits(kept & 65535, CARD_IDS)
        found["second"] = bits(kept >> SECOND_AT, CARD_IDS)
        found["pack"] = bits(pack, CARD_IDS)
    if state.variant.research:
        found["research"] = bits(research & 4095, RESEARCH_IDS)
        found["kept"] = bits(research >> KEPT_AT, RESEARCH_IDS)
    return found


def _space(space: int) -> dict[str, Any]:
    found: dict[str, Any] = {"card": CARD_IDS[(space & TOP) - 1]}
    parent = space >> PARENT_AT & TOP
    if parent:
        found["parent"] = CARD_IDS[parent - 1]
        found["overlay"] = OVERLAYS[space >> HIGH_AT & 1]
    found["red"] = space >> RED_AT & 7
    found["gold"] = space >> GOLD_AT
    return found


def _frame(state: Span, at: int) -> dict[str, Any]:
    kind, seat, *numbers = (int(state.frames[at + field]) for field in range(FRAME))
    return {"kind": FRAMES[kind], "seat": seat, "numbers": numbers}


# --- Reading a position ------------------------------------------------------------------------------------------


def take_up(setup: Setup, given: Mapping[str, Any]) -> Span:
    """The state of a position; BadOptions says what is wrong with it."""
    parts = ["phase", "round", "on_turn", "first", "key", "hype", "footprint", "archive", "seats"]
    optional = ["known", "last", "reserve", "returned", "removed", "shown", "pending", "reshuffles"]
    expect_keys("position", given, parts + (["rival"] if setup.players == 1 else []), optional)
    try:
        state = _build(setup, given)
        invariants.check(state)
        pending.check(state)
        _check_choice(state)
        for watcher in (None, *range(setup.players)):
            state.view(watcher)
    except AssertionError as error:
        raise BadOptions(f"The position breaks a law of the game: {error}.") from None
    except UnreadableMove as error:
        raise BadOptions(f"The last move of the position cannot be read: {error}") from None
    except (IndexError, ValueError, TypeError, KeyError, OverflowError) as error:
        raise BadOptions(f"The position cannot be read: {error}.") from None
    return state


def _build(setup: Setup, given: Mapping[str, Any]) -> Span:
    if given["phase"] not in PHASES:
        raise BadOptions(f"The phase is one of {', '.join(PHASES)}, not {given['phase']!r}.")
    key = card_number(given["key"])
    if key < FIRST_CRETACEOUS:
        raise BadOptions("The Key Species is a Cretaceous card.")
    chance = Chance(Rng(1, 2, 3, 4), read_orders(given.get("reshuffles", [])))
    hidden = [card_number(card) for card in _list("reserve", given.get("reserve", []))]
    if any(card < FIRST_CRETACEOUS for card in hidden):
        raise BadOptions("The reserve holds Cretaceous cards.")
    state = rules_setup.empty_table(setup, chance, key, vec[i64](hidden[::-1]))
    state.phase = PHASES.index(given["phase"])
    state.round = whole("round", given["round"], 1, ROUNDS)
    state.on_turn = whole("on_turn", given["on_turn"], 0, setup.players - 1)
    state.first = whole("first", given["first"], 0, int(state.variant.sides) - 1)
    _read_last(state, _list("last", given.get("last", [])))
    placed = [*hidden, key, *_read_piles(state, given)]
    seats = _list("seats", given["seats"])
    if len(seats) != setup.players:
        raise BadOptions(f"The position needs {setup.players} seats.")
    for seat, one in enumerate(seats):
        placed += _read_seat(state, seat, one)
    if setup.players == 1:
        placed += _read_rival(state, given["rival"])
    _fill_box(state, placed)
    _read_knowledge(state, given)
    for one in _list("pending", given.get("pending", [])):
        _read_frame(state, one)
    _check_phase(state)
    return state


def _read_last(state: Span, last: list[Any]) -> None:
    if not last:
        return
    if len(last) != 2 or not isinstance(last[1], str):
        raise BadOptions("The last move is a seat and a text.")
    state.last_seat = whole("last", last[0], 0, state.players - 1)
    state.last_move = read_move(last[1])


def _fill_box(state: Span, placed: list[int]) -> None:
    """Cards that are nowhere else."""
    for card, number in enumerate(counted(placed)):
        if number > 1:
            raise BadOptions(f"{CARD_IDS[card]} lies in two places.")
        if number == 0:
            state.put(BOX, card)


def counted(placed: list[int]) -> list[int]:
    """How often each card is named."""
    found = [0] * CARDS
    for card in placed:
        found[card] += 1
    return found


def _read_piles(state: Span, given: Mapping[str, Any]) -> list[int]:
    hype = _list("hype", given["hype"])
    if len(hype) != HYPE:
        raise BadOptions(f"Hype has {HYPE} slots.")
    placed = []
    for slot, card in enumerate(hype):
        if card is not None:
            state.hype[slot] = later_card(card)
            placed.append(later_card(card))
    pile = [later_card(card) for card in _list("footprint", given["footprint"])][::-1]
    old = [later_card(card) for card in _list("archive", given["archive"])]
    shown = [later_card(card) for card in _list("shown", given.get("shown", []))]
    if max(counted(pile + old + shown)) > 1 or len(shown) > MOST_SHOWN:
        raise BadOptions(f"A card lies in one pile only, and at most {MOST_SHOWN} are revealed.")
    for at, card in enumerate(pile):
        state.footprint[at] = card
    state.footprint_size = len(pile)
    state.known = whole("known", given.get("known", 0), 0, len(pile))
    for at, card in enumerate(old):
        state.archive[at] = card
    state.archive_size = len(old)
    for at, card in enumerate(shown):
        state.shown[at] = card
    state.shown_size = len(shown)
    return placed + pile + old + shown


def _read_knowledge(state: Span, given: Mapping[str, Any]) -> None:
    """What everybody knows about hidden cards: those in the box, and those that were shuffled in."""
    for name in _list("removed", given.get("removed", [])):
        card = later_card(name)
        if not state.is_in(BOX, card):
            raise BadOptions(f"{name} is said to be removed, but lies elsewhere.")
        state.put(OPEN, card)
    hidden = Unseen(state, NONE).pile
    given_piles = _list("returned", given.get("returned", []))
    batches = [[later_card(card) for card in _list("returned", pile)] for pile in given_piles]
    together = [card for pile in batches for card in pile]
    reserved = set(state.reserve)
    for card in together:
        if hidden[card] == NONE or card in reserved or together.count(card) > 1:
            raise BadOptions(f"{CARD_IDS[card]} is no hidden card that was shuffled in once.")
    if not all(batches):
        raise BadOptions("Each pile of 'returned' holds cards.")
    _number_batches(state, batches)
    under = [int(state.footprint[at]) for at in range(int(state.footprint_size - state.known))]
    piles_there = {int(rules_imagine.pile_of(state, card)) for card in under}
    other_deck = 1 if state.round < NEW_ERA else 0
    if len(piles_there) > 1 or other_deck in piles_there:
        if batches:
            raise BadOptions("The unknown cards of the Footprint come from one pile: the deck, or one of 'returned'.")
        _number_batches(state, [under])  # a Jurassic card in a later Footprint was shuffled in, and so was the rest


def _number_batches(state: Span, batches: list[list[int]]) -> None:
    numbers = [0] * CARDS
    for number, pile in enumerate(batches, 1):
        for card in pile:
            numbers[card] = number
    state.batch = vec[i64](numbers)
    state.batches = len(batches)


def _read_seat(state: Span, seat: int, given: Any) -> list[int]:
    optional = ["open", "triassic", "second", "pack", "research", "kept"]
    expect_keys(f"seat {seat + 1}", given, ["P", "T", "M", "markers", "goals", "hand", "atlas"], optional)
    at = seat * SEAT
    for place, name in enumerate(RESOURCE_KEYS):
        state.seats[at + place] = whole(name, given[name], 0, TRACK)
    state.seats[at + MARKERS] = whole("markers", given["markers"], 0, int(state.variant.markers))
    goals = _list("goals", given["goals"])
    if len(goals) != ROUNDS:
        raise BadOptions(f"The goals are {ROUNDS}, with null for those to come.")
    for number, points in enumerate(goals):
        state.seats[at + GOAL_POINTS + number] = NONE if points is None else whole("goals", points, 0, 10)
    hand = [later_card(card) for card in _list("hand", given["hand"])]
    seen = [later_card(card) for card in _list("open", given.get("open", []))]
    if not set(seen) <= set(hand):
        raise BadOptions("Open hand cards are in the hand.")
    for card in hand:
        state.to_hand(seat, card, card in seen)
    placed = hand + _read_atlas(state, seat, given["atlas"])
    kept, second, pack = (
        [card_number(card) for card in _list(name, given.get(name, []))] for name in ("triassic", "second", "pack")
    )
    state.secret[seat * SECRET] = _mask(kept) | _mask(second) << SECOND_AT
    state.secret[seat * SECRET + 1] = _mask(pack)
    dealt, chosen = (
        [RESEARCH_IDS.index(card) for card in _list(name, given.get(name, []))] for name in ("research", "kept")
    )
    state.secret[seat * SECRET + 2] = _mask(dealt) | _mask(chosen) << KEPT_AT
    if not set(chosen) <= set(dealt) or len(chosen) > 1:
        raise BadOptions("A Research card that is kept was dealt.")
    return placed + kept + second + pack


def _mask(cards: list[int]) -> int:
    if any(card >= FIRST_JURASSIC for card in cards):
        raise BadOptions("Only Triassic cards are dealt before the first round.")
    return sum(1 << card for card in set(cards))


def _read_atlas(state: Span, seat: int, given: Any) -> list[int]:
    if not isinstance(given, Mapping):
        raise BadOptions("An atlas maps spaces such as L1 to cards.")
    placed = []
    for name, one in given.items():
        if name not in SPACE_NAMES:
            raise BadOptions(f"{name!r} is no space: L1 to L5, G1 to G5.")
        expect_keys(f"space {name}", one, ["card"], ["parent", "overlay", "red", "gold"])
        card = card_number(one["card"])
        red, gold = whole("red", one.get("red", 0), 0, 3), whole("gold", one.get("gold", 0), 0, 3)
        space = card + 1 | red << RED_AT | gold << GOLD_AT
        placed.append(card)
        if "parent" in one:
            parent = card_number(one["parent"])
            placed.append(parent)
            space |= parent + 1 << PARENT_AT | OVERLAYS.index(one["overlay"]) << HIGH_AT
        state.spaces[seat * ATLAS + SPACE_NAMES.index(name)] = space
        state.red -= red
        state.gold -= gold
    return placed


def _read_rival(state: Span, given: Any) -> list[int]:
    expect_keys("rival", given, ["collection", "study", "goals", "turns"])
    cards = [card_number(card) for card in _list("collection", given["collection"])]
    for card in cards:
        state.put(COLLECTION, card)
    state.rival_study = whole("study", given["study"], 0, 10_000)
    state.rival_goals = whole("goals", given["goals"], 0, 40)
    state.rival_turns = whole("turns", given["turns"], 0, int(state.variant.markers))
    return cards


def _read_frame(state: Span, given: Any) -> None:
    expect_keys("pending", given, ["kind", "seat", "numbers"])
    if given["kind"] not in FRAMES[1:]:
        raise BadOptions(f"{given['kind']!r} is nothing that can be pending.")
    numbers = [whole("numbers", number, 0, MOST) for number in _list("numbers", given["numbers"])]
    if len(numbers) != FRAME - 2:
        raise BadOptions(f"What is pending has {FRAME - 2} numbers.")
    seat = whole("seat", given["seat"], 0, state.players - 1)
    state.push(FRAMES.index(given["kind"]), seat, *numbers)


# --- Does it all go together? ------------------------------------------------------------------------------------


def _check_phase(state: Span) -> None:
    """Everybody holds what belongs to the phase."""
    if (state.phase < moves.PLAY and state.round != 1) or (state.phase == moves.OVER and state.round != ROUNDS):
        raise BadOptions(f"The phase {PHASES[state.phase]!r} does not belong to Round {state.round}.")
    if state.phase < moves.PLAY and state.first >= state.players:
        raise BadOptions("The Rival is not First Player before the first round.")
    _check_research(state)
    for seat in range(state.players):
        _check_triassic(state, seat)
    if state.phase < moves.TRIASSIC and not state.anybody_chooses():
        raise BadOptions("In this position nobody is left to choose.")


def _check_research(state: Span) -> None:
    dealt: list[str] = []
    for seat in range(state.players):
        research = int(state.secret[seat * SECRET + 2])
        mine, kept = bits(research & 4095, RESEARCH_IDS), bits(research >> KEPT_AT, RESEARCH_IDS)
        dealt += mine
        if len(mine) != (2 if state.variant.research else 0):
            raise BadOptions("With personal_research everybody was dealt two Research cards, otherwise nobody.")
        if state.variant.research and state.phase > moves.RESEARCH and not kept:
            raise BadOptions("After the phase 'research' everybody keeps a Research card.")
    if state.phase == moves.RESEARCH and not state.variant.research:
        raise BadOptions("There is no phase 'research' without personal_research.")
    if len(set(dealt)) < len(dealt):
        raise BadOptions("A Research card is dealt once.")


def _check_triassic(state: Span, seat: int) -> None:
    """DS-10, DS-11, DS-62: how many cards a seat holds, and where it stands in the publication."""
    kept = int(state.secret[seat * SECRET])
    first, second = bits(kept & 65535, CARD_IDS), bits(kept >> SECOND_AT, CARD_IDS)
    pack = bits(int(state.secret[seat * SECRET + 1]), CARD_IDS)
    draft = state.variant.triassic == "draft"
    number = 3 if state.players == 5 else 4
    if state.phase in (moves.DRAFT_1, moves.DRAFT_2) and not draft:
        raise BadOptions("There is no draft without triassic_setup = draft.")
    if state.phase == moves.PLAY or state.phase == moves.OVER:
        fits = not first and not second and not pack
    elif state.phase == moves.TRIASSIC:
        fits = len(pack) == (number - 2 if draft else 0) and _fits_publication(state, seat, first, second)
    elif not draft:
        fits = len(first) == 2 and not second and not pack
    elif state.phase == moves.DRAFT_2:
        fits = len(first) == 1 and len(second) + len(pack) == number - 1 and len(second) < 2
    else:
        chosen = len(first) if state.phase == moves.DRAFT_1 else 0
        fits = chosen < 2 and len(first) == chosen and not second and chosen + len(pack) == number
    untouched = not any(state.spaces[seat * ATLAS + place] for place in range(ATLAS))
    if state.phase < moves.TRIASSIC and (not untouched or hand_of(state, seat)):
        fits = False
    if not fits:
        raise BadOptions(f"Seat {seat + 1} does not hold what it would hold in the phase {PHASES[state.phase]!r}.")


def _fits_publication(state: Span, seat: int, first: list[str], second: list[str]) -> bool:
    """One after the other, from the First Player: done, at it, or still to come."""
    held = first + second
    before = (seat - int(state.first)) % state.players - (int(state.on_turn) - int(state.first)) % state.players
    filled = [place for place in range(ATLAS) if state.spaces[seat * ATLAS + place]]
    fits = len(held) + len(filled) == 2 and set(filled) <= {0, SPACES}
    if before < 0:
        fits = fits and not held
    elif before > 0 or state.frame_size == 0:
        fits = fits and len(held) == 2
    else:
        fits = fits and len(held) < 2
    if state.variant.triassic == "draft":
        return fits and len(first) < 2 and len(second) < 2
    if state.variant.triassic == "first_game":
        orders = [int(state.deck.traits[CARD_NUMBERS[card]]) & ORDER_BITS for card in held]
        orders += [
            int(state.deck.traits[(int(state.spaces[seat * ATLAS + at]) & TOP) - 1]) & ORDER_BITS for at in filled
        ]
        fits = fits and sorted(orders) == [1, 2]
    return fits and not second


def _check_choice(state: Span) -> None:
    """Somebody can move, and is asked nothing that answers itself."""
    if state.is_over:
        return
    if state.phase == moves.TRIASSIC and state.frame_size == 0 and count(state.held(state.on_turn)) != 2:
        raise BadOptions("In the phase 'triassic' the seat on turn has two cards, or something is pending.")
    for seat in state.to_move:
        out = Moves()
        state.list_moves(seat, out)
        if out.count == 0 or (out.count == 1 and _answers_itself(state, out.codes[0])):
            raise BadOptions("In this position there is nothing to choose: a single option resolves by itself.")
        for code in out.listed():
            state.setup.game.words.label(state, seat, code)
    if not rules_imagine.is_met(state, rules_imagine.asked_for(state, NONE)):
        raise BadOptions("What is pending asks for hand cards that are not there.")


def _answers_itself(state: Span, code: int) -> bool:
    return state.frame_size > 0 and bool(state.answers_itself(state.top(0), code))


def whole(name: str, value: Any, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadOptions(f"{name} must be a whole number from {low} to {high}, not {value!r}.")
    return value


def _list(name: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise BadOptions(f"{name} must be a list, not {value!r}.")
    return value


def card_number(value: Any) -> int:
    if not isinstance(value, str) or value not in CARD_NUMBERS:
        raise BadOptions(f"{value!r} is no card of this game.")
    return CARD_NUMBERS[value]


def later_card(value: Any) -> int:
    """A card that is not Triassic: those are never drawn."""
    card = card_number(value)
    if card < FIRST_JURASSIC:
        raise BadOptions(f"{value} is a Triassic card: it lies on an Atlas or was dealt before the first round.")
    return card
