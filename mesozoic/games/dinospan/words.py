"""Moves in words: a label for a menu that says what a move will do, and a sentence why a move is not possible."""

from __future__ import annotations

import re
from typing import Final

from mesozoic.games.dinospan import rules_moves as moves
from mesozoic.games.dinospan.abilities import branch_words, ecosystem_words
from mesozoic.games.dinospan.cards import CARD_IDS, RESEARCH_NAMES, RESEARCH_TEXTS, STEP
from mesozoic.games.dinospan.events import EGGS, RESOURCES, ROWS, amount
from mesozoic.games.dinospan.rules import Span
from mesozoic.games.dinospan.rules_table import ATLAS, FRAME, PARENT_AT, SEAT, SPACES, TOP
from mesozoic.games.dinospan.tables import Card, Table
from mesozoic.kernel.event import Event
from mesozoic.kernel.game import Setup

DECISIONS: Final = {
    moves.PICK_CARD: "choose the card to publish",
    moves.METHOD: "choose how to publish it",
    moves.OVERLAY: "choose the overlay, low or high",
    moves.EGG_PAID: "choose the egg to pay",
    moves.PAY_CARD: "discard a card",
    moves.ORDER: "choose which ability goes first",
    moves.BRANCH: "choose what the ability does",
    moves.RESOURCE: "choose a Bio-Resource",
    moves.SOURCE: "choose where the card comes from",
    moves.LAY: "lay an egg",
    moves.UPGRADE: "upgrade an egg",
    moves.TAKE: "take a revealed card",
    moves.DISPOSE: "put a revealed card on top or into the Archive",
    moves.CHURNING: "discard a Hype card",
    moves.CULLING: "discard a matching Hype card or stop",
    moves.SWAPPING: "pay for the swap or stop",
}
NO_PRICE: Final = "decline: you have nothing to pay with, but only you know that"
PHASES: Final = (
    "keep a Research card",
    "keep a Triassic card",
    "keep a second Triassic card",
    "place a Triassic card",
    "publish, or analyze a row",
    "",
)


def counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def card_of(state: Span, card: int) -> Card:
    found: Card = state.variant.table.cards[card]
    return found


def name(state: Span, card: int) -> str:
    return card_of(state, card).genus


def place_name(place: int) -> str:
    """``Laurasia 1`` to ``Gondwana 5``."""
    return f"{ROWS[place // SPACES]} {place % SPACES + 1}"


_CARD: Final = re.compile(r"\b[TJK]\d\d\b")
_SPACE: Final = re.compile(r"\b([LG])([1-5])\b")
_NUMBER_OF: Final = {one: number for number, one in enumerate(CARD_IDS)}


def with_names(table: Table, text: str) -> str:
    """Cards and spaces as people call them: ``publishes J17 on L2`` as ``publishes Stegosaurus on Laurasia 2``."""
    named = _CARD.sub(lambda found: table.cards[_NUMBER_OF[found[0]]].genus, text)
    return _SPACE.sub(lambda found: f"{ROWS['LG'.index(found[1])]} {found[2]}", named)


def cost_words(card: Card) -> str:
    """``2 Plants, 1 card``."""
    parts = [amount(number, resource) for resource, number in enumerate(card.cost[:3]) if number]
    if card.cost[3]:
        parts.append(f"{card.cost[3]} card{'s' * (card.cost[3] != 1)}")
    return ", ".join(parts) or "nothing"


def decision(state: Span) -> str:
    """What has to be decided now."""
    if state.frame_size:
        return DECISIONS.get(int(state.frames[state.frame_size - FRAME]), "")  # nothing in the middle of a move
    return PHASES[state.phase]


def label(state: Span, seat: int, code: int) -> str:
    """A legal move in words."""
    kind, argument = moves.kind_of(code), moves.argument_of(code)
    if kind in (moves.FROM_SLOT, moves.DROP, moves.CULL_SLOT):
        verb = "take" if kind == moves.FROM_SLOT else "discard"
        card = int(state.hype[argument])
        return f"{verb} {name(state, card)} from Hype slot {argument + 1}: {card_of(state, card).text}"
    if kind in (moves.CHOOSE, moves.DISCARD, moves.TAKE_CARD, moves.ON_TOP, moves.TO_ARCHIVE, moves.KEEP):
        verb, after = {
            moves.CHOOSE: ("publish ", f", for {cost_words(card_of(state, argument))}"),
            moves.DISCARD: ("discard ", ""),
            moves.TAKE_CARD: ("take ", ""),
            moves.ON_TOP: ("put ", " on top of the Footprint"),
            moves.TO_ARCHIVE: ("put ", " into the Archive"),
            moves.KEEP: ("keep ", ""),
        }[kind]
        return f"{verb}{name(state, argument)}{after}: {card_of(state, argument).text}"
    if kind in (moves.PLACE_L, moves.PLACE_G):
        row = ROWS[kind - moves.PLACE_L]
        return f"{name(state, argument)} into {row}: {card_of(state, argument).text}"
    if kind == moves.ANALYZE:
        return f"analyze {ROWS[argument]}: {' '.join(row_words(state, seat, argument)) or 'nothing there'}"
    if kind in (moves.LAY_ON, moves.GILD):
        verb = "lay an egg on" if kind == moves.LAY_ON else "upgrade an egg on"
        return f"{verb} {space_words(state, seat, argument)}"
    return _other_label(state, seat, kind, argument)


def brief(state: Span, seat: int, code: int) -> str:
    """A legal move in few words, without the texts of its cards."""
    kind, argument = moves.kind_of(code), moves.argument_of(code)
    if kind == moves.PUBLISH:
        return ""  # the card is chosen next (DS-R64)
    if kind == moves.CHOOSE:
        return f"publish {card_of(state, argument).genus}"
    if kind == moves.NEW_GENUS:
        return "as a New Genus"
    if kind == moves.SET_OVERLAY:
        return "laid low over its Parent" if argument == moves.LOW else "laid high over its Parent"
    if kind == moves.GAIN_UNIT:
        return f"gain {amount(1, argument)}"
    if kind in (moves.DO, moves.ECOSYSTEM):
        return label(state, seat, code).replace(": ", ", ")
    return label(state, seat, code).partition(": ")[0]


def value_words(state: Span, value: float) -> str:
    """What the hints' value means: points there are, and about what is still to come."""
    return f"about {value:.1f} Prestige Points in the end"


def _other_label(state: Span, seat: int, kind: int, argument: int) -> str:
    top = [int(state.frames[state.frame_size - FRAME + field]) for field in range(FRAME)] if state.frame_size else []
    if kind == moves.KEEP_RESEARCH:
        return f"keep {RESEARCH_NAMES[argument]}: {RESEARCH_TEXTS[argument]}"
    if kind == moves.NEW_GENUS:
        return f"as a New Genus, for {cost_words(card_of(state, top[2]))}"
    if kind == moves.EVOLVE:
        parent = card_of(state, (int(state.spaces[seat * ATLAS + argument]) & TOP) - 1).genus
        return f"by Evolution from {parent} ({place_name(argument)}), for an egg"
    if kind == moves.SET_OVERLAY:
        below = card_of(state, (int(state.spaces[seat * ATLAS + top[3]]) & TOP) - 1)
        if argument == moves.LOW:
            return f"LOW: the {below.pp} PP and the tag {below.tag} of {below.genus} stay, its ability is covered"
        return f"HIGH: the ability of {below.genus} stays ({below.text}), its PP and tag are covered"
    if kind == moves.PAY_EGG:
        return f"pay the {EGGS[argument]} egg"
    if kind == moves.FIRST:
        space = int(state.spaces[seat * ATLAS + top[2]])
        card = (space & TOP if argument == 0 else (space >> PARENT_AT) & TOP) - 1
        return f"{name(state, card)} first: {card_of(state, card).text}"
    if kind == moves.DO:
        return branch_words(card_of(state, top[2]).ability.branches[argument])
    if kind == moves.ECOSYSTEM:
        reward = card_of(state, top[2]).ability.ecosystem
        assert reward is not None
        return f"decline: {ecosystem_words(reward)}"
    if kind == moves.GAIN_UNIT:
        return f"{amount(1, argument)} ({state.seats[seat * SEAT + argument]} now)"
    return {
        moves.PUBLISH: "publish a card from your hand",
        moves.DRAW: "draw the top card of the Footprint",
        moves.STOP: "stop" if top[:1] != [moves.SWAPPING] or state.can_swap(seat, top[2] * STEP) else NO_PRICE,
        moves.PAY_SWAP: "pay and get the reward",
    }[kind]


def row_words(state: Span, seat: int, row: int) -> list[str]:
    """The cards whose abilities will fire, in order; two of one space in the order that is chosen then."""
    found = []
    for place in range(row * SPACES, row * SPACES + SPACES):
        cards = visible_abilities(state, seat, place)
        if cards:
            found.append("+".join(card_of(state, card).genus for card in cards))
    return found


def visible_abilities(state: Span, seat: int, place: int) -> list[int]:
    """DS-31: the top card, and the Parent under a HIGH overlay."""
    space = int(state.spaces[seat * ATLAS + place])
    if space == 0:
        return []
    top, parent = (space & TOP) - 1, ((space >> PARENT_AT) & TOP) - 1
    return [top, parent] if (space >> 16) & 1 else [top]


def space_words(state: Span, seat: int, place: int) -> str:
    card = (int(state.spaces[seat * ATLAS + place]) & TOP) - 1
    room = int(state.room(seat, place))
    return f"{card_of(state, card).genus} ({place_name(place)}, room for {room} more egg{'s' * (room != 1)})"


def explain(state: Span, seat: int, code: int) -> str:
    """Why a readable move is not legal now."""
    kind, argument = moves.kind_of(code), moves.argument_of(code)
    if state.frame_size == 0 and state.phase == moves.PLAY:
        if kind == moves.PUBLISH:
            return "None of your hand cards has a legal method now (DS-15)."
        if kind == moves.CHOOSE:
            return "Say publish first, then the card."
        return f"Now you have to {decision(state)}."
    pending = int(state.frames[state.frame_size - FRAME]) if state.frame_size else 0
    if pending == moves.PICK_CARD and kind == moves.CHOOSE:
        return not_publishable(state, seat, argument)
    if pending == moves.METHOD and kind in (moves.NEW_GENUS, moves.EVOLVE):
        card = int(state.top(2))
        found = no_parent(state, seat, card, argument) if kind == moves.EVOLVE else no_new_genus(state, seat, card)
        return f"{card_of(state, card).genus}: {found}."
    if pending == moves.LAY and kind == moves.LAY_ON:
        return f"{place_name(argument)} has no room for an egg (DS-46)."
    if pending == moves.RESOURCE and kind == moves.GAIN_UNIT:
        return f"{RESOURCES[argument]} stand at 10 already (DS-35)."
    return f"Now you have to {decision(state)}."


def not_publishable(state: Span, seat: int, card: int) -> str:
    """The reason why a card cannot be published: for a card that is not in the own hand nothing else is told."""
    if not state.has_in_hand(seat, card):
        return f"{card_of(state, card).genus} is not in your hand (DS-15)."
    row = int(state.row_of(card)) * SPACES
    kin = [
        place
        for place in range(row, row + SPACES)
        if state.spaces[seat * ATLAS + place] and state.is_link(top_card(state, seat, place), card)
    ]
    alone = [place for place in kin if not is_stack(state, seat, place)]
    # The nearest to success says most: an egg is missing, the line has gone on, or there is no relative at all.
    parent = no_parent(state, seat, card, (alone or kin)[0]) if kin else "there is no Parent for it (DS-21)"
    return f"{card_of(state, card).genus} cannot be published: {no_new_genus(state, seat, card)}, and {parent}."


def no_new_genus(state: Span, seat: int, card: int) -> str:
    """Why a card cannot come as a New Genus."""
    row = int(state.row_of(card))
    if state.row_length(seat, row) == SPACES:
        return f"{ROWS[row]} is full (DS-16)"
    cost = card_of(state, card).cost
    have = [int(state.seats[seat * SEAT + resource]) for resource in range(3)]
    missing = [
        amount(need - got, resource)
        for resource, (need, got) in enumerate(zip(cost[:3], have, strict=True))
        if need > got
    ]
    others = int(state.hand_size(seat)) - 1
    if others < cost[3]:
        missing.append(f"{cost[3] - others} card{'s' * (cost[3] - others > 1)} to discard")
    return f"{', '.join(missing)} missing for a New Genus (DS-17, DS-18)"


def no_parent(state: Span, seat: int, card: int, place: int) -> str:
    """Why a card cannot evolve on this space."""
    if place // SPACES != state.row_of(card):
        return f"{place_name(place)} is not in {ROWS[int(state.row_of(card))]} (DS-R33)"
    if not state.spaces[seat * ATLAS + place]:
        return f"{place_name(place)} is empty (DS-20)"
    below = card_of(state, top_card(state, seat, place)).genus
    if is_stack(state, seat, place):
        return f"{below} on {place_name(place)} has evolved itself and cannot be a Parent (DS-28)"
    if not state.is_link(top_card(state, seat, place), card):
        return f"{below} on {place_name(place)} is no Parent for it (DS-21)"
    return "its possible Parent has no egg (DS-22)"


def top_card(state: Span, seat: int, place: int) -> int:
    return (int(state.spaces[seat * ATLAS + place]) & TOP) - 1


def is_stack(state: Span, seat: int, place: int) -> bool:
    return int(state.spaces[seat * ATLAS + place]) >> PARENT_AT & TOP != 0


def told(setup: Setup, event: Event) -> str:
    """An event with the names of its cards."""
    return with_names(setup.variant.table, event.words())


def is_midway(state: Span, seat: int) -> bool:
    return state.frame_size > 0
