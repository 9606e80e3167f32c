"""What a seat may know, built up from nothing, and by name what it may not."""

from typing import Any

from mesozoic.kernel.sharing import Shown

from .rules import NONE, Nests


class SeatView(Shown, frozen=True):
    seat: int
    eggs: int
    has_played: bool


class View(Shown, frozen=True):
    rounds_left: int
    deck_count: int
    turned_up: str
    """The cards of the last round: whatever was told stays in sight, also when all cards are dealt anew."""
    hand: list[int]
    played: list[int]
    """The own card that lies face down, if there is one."""
    discard: list[int]
    seats: list[SeatView]


def look(state: Nests, seat: int | None) -> View:
    hand, played = ([], NONE) if seat is None else (state.hands[seat], state.played[seat])
    return View(
        rounds_left=state.rounds_left,
        deck_count=len(state.deck),
        turned_up=", ".join(map(str, state.turned_up)) or "nothing yet",
        hand=[card for card in hand if card != played],
        played=[played] if played != NONE else [],
        discard=list(state.discard),
        seats=[SeatView(one, eggs, state.played[one] != NONE) for one, eggs in enumerate(state.eggs)],
    )


def secrets(state: Nests, seat: int | None) -> dict[str, Any]:
    others = [one for one in range(state.players) if one != seat]
    face_down = [state.played[one] for one in others]
    return {"hands": [state.hands[one] for one in others], "cards face down": face_down, "deck": state.deck}
