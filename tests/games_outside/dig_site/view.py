"""What a seat may know, built up from nothing, and by name what it may not."""

from dataclasses import dataclass
from typing import Any

from .notation import card_id
from .rules import Site


@dataclass(frozen=True, slots=True)
class SeatView:
    seat: int
    points: int
    cards_in_hand: int
    museum: list[str]


@dataclass(frozen=True, slots=True)
class View:
    round: int
    turn_of: str
    deck_count: int
    may_add: bool
    turned_up: str
    trench: list[str]
    hand: list[str]
    discard: list[str]
    seats: list[SeatView]


def names(cards: list[int]) -> list[str]:
    return [card_id(card) for card in cards]


def look(state: Site, seat: int | None) -> View:
    return View(
        round=state.round,
        turn_of=f"P{state.on_turn + 1}",
        deck_count=len(state.deck),
        may_add=not state.has_added,
        turned_up=", ".join(names(state.turned_up)) or "nothing",
        trench=names(state.trench),
        hand=[] if seat is None else names(state.hands[seat]),
        discard=names(state.discard),
        seats=[
            SeatView(one, int(state.score(one)), len(state.hands[one]), names(state.museums[one]))
            for one in range(state.players)
        ],
    )


def secrets(state: Site, seat: int | None) -> dict[str, Any]:
    hands = [hand for one, hand in enumerate(state.hands) if one != seat and hand]
    return {"deck": state.deck} | ({"hands": hands} if hands else {})
