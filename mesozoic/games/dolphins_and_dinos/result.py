"""How a game ended: the score sheets and their order."""

from __future__ import annotations

from dataclasses import dataclass

from mesozoic.games.dolphins_and_dinos.rules import Museums
from mesozoic.kernel.game import Result
from mesozoic.kernel.parts import ranking


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A seat's final score, taken apart. Halls in the order r1 r2 r3 ca cb cc."""

    halls: tuple[int, ...]
    bonuses: tuple[int, ...]
    money: int
    money_bonus: int
    features: int
    total: int


def result(state: Museums) -> Result:
    """DD-40, DD-41, DD-R32; in the solo game DD-46 and DD-47."""
    sheets = tuple(_score_sheet(state, seat) for seat in range(state.players))
    places, winners = ranking([(-sheet.total, -sheet.features) for sheet in sheets])
    why = "All nine rounds are played."
    if state.variant.solo:
        met = state.is_goal_met()
        winners = (0,) if met else ()
        why = f"All nine rounds are played; the goal is {'met' if met else 'missed'}."
    return Result(tuple(sheet.total for sheet in sheets), places, winners, why, sheets)


def _score_sheet(state: Museums, seat: int) -> ScoreSheet:
    return ScoreSheet(
        halls=tuple(int(state.points_of_hall(seat, hall)) for hall in range(6)),
        bonuses=tuple(int(state.bonus_of_hall(seat, hall)) for hall in range(6)),
        money=int(state.money[seat]),
        money_bonus=int(state.money_bonus(seat)),
        features=int(state.features_drawn(seat)),
        total=int(state.score(seat)),
    )
