"""Situations for the tests: tables that name only what matters."""

from __future__ import annotations

import mesozoic
from mesozoic.games.dinospan.cards import CARD_IDS
from mesozoic.games.dinospan.tables import table_of

GAME = mesozoic.game("dinospan")
TABLE = table_of("")
CARDS = {card.id: card for card in TABLE.cards}
JURASSIC = [card for card in CARD_IDS if card[0] == "J"]
CRETACEOUS = [card for card in CARD_IDS if card[0] == "K"]


def seat(atlas=None, hand=(), goals=0, **numbers):
    """A seat: ``atlas`` maps spaces to a card id, or to (card, red) or (card, red, gold) or a whole space."""
    spaces = {}
    for place, one in (atlas or {}).items():
        if isinstance(one, str):
            one = (one,)
        if isinstance(one, tuple):
            one = dict(zip(("card", "red", "gold"), one, strict=False))
        spaces[place] = one
    made = {"P": 0, "T": 0, "M": 0, "markers": 4, "hand": list(hand), "atlas": spaces, **numbers}
    made["goals"] = goals
    return made


def stack(card, parent, overlay, red=0, gold=0):
    return {"card": card, "parent": parent, "overlay": overlay, "red": red, "gold": gold}


def table(*seats, hype=None, footprint=None, archive=(), number=None, options=None, key="K70", rival=None, **more):
    """A position in which seat 0 is to act; cards that are not named fill Hype and Footprint."""
    seats = [dict(one) for one in (seats or (seat(), seat()))]
    named = {key, *archive, *(hype or ()), *(footprint or ())} - {None}
    for one in seats:
        named |= set(one["hand"])
        for space in one["atlas"].values():
            named |= {space["card"], space.get("parent", space["card"])}
    if rival:
        named |= set(rival["collection"])
    if number is None:
        number = 3 if any(card[0] == "K" for card in named - {key}) else 1
    for one in seats:
        if isinstance(one["goals"], int):
            one["goals"] = [0] * (number - 1) + [None] * (5 - number)
    free = [card for card in (JURASSIC if number < 3 else CRETACEOUS) if card not in named]
    if hype is None:
        hype, free = free[:4], free[4:]
    if footprint is None:
        footprint = free
    position = {
        "phase": "play",
        "round": number,
        "on_turn": 0,
        "first": 0,
        "key": key,
        "hype": list(hype),
        "footprint": list(footprint),
        "archive": list(archive),
        "reserve": [card for card in CRETACEOUS if card not in named] if number < 3 else [],
        "seats": seats,
        **more,
    }
    if len(seats) == 1:
        position["rival"] = {"collection": [], "study": 0, "goals": 0, "turns": 0, **(rival or {})}
    return GAME.start(len(seats), options=options or {}, position=position)


def of(state, at=0):
    """The seat in the position."""
    return state.position()["seats"][at]


def track(state, at=0):
    one = of(state, at)
    return one["P"], one["T"], one["M"]


def go(state, text, at=0):
    """Play the words of a text one after the other; returns the kinds of the events."""
    told = []
    for word in text.split():
        told += state.play(at, word)
    return [event.kind for event in told]


def eggs(state, at=0):
    spaces = of(state, at)["atlas"].items()
    return {name: (one["red"], one["gold"]) for name, one in spaces if one["red"] or one["gold"]}


def activated(card, row=None, *, atlas=None, at_most=None, hand=(), others=1, **more):
    """Seat 0 analyzes the row in which the card lies alone (or with the ``atlas``); the ability is pending or done."""
    row = row or CARDS[card].hemisphere
    numbers = {name: more.pop(name) for name in ("P", "T", "M") if name in more}
    mine = seat({f"{row}1": card, **(atlas or {})}, hand, **numbers)
    state = table(mine, *[seat() for _ in range(others)], **more)
    state.play(0, f"analyze:{row}")
    return state


def round_of(state):
    """Everybody analyzes until the round is over."""
    before = state.position()["round"]
    while not state.is_over and state.position()["round"] == before:
        who = state.to_move[0]
        options = state.moves(who)
        state.play(who, "analyze:L" if "analyze:L" in options else options[-1])
    return state
