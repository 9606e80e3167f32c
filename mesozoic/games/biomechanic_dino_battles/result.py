"""How a battle ended: trophies, Wounds, and what is left."""

from __future__ import annotations

from dataclasses import dataclass

from mesozoic.games.biomechanic_dino_battles.position import ENDINGS
from mesozoic.games.biomechanic_dino_battles.rules import Battle
from mesozoic.games.biomechanic_dino_battles.rules_table import (
    LINE,
    NONE,
)
from mesozoic.kernel.game import Result
from mesozoic.kernel.parts import ranking
from mesozoic.kernel.state import seat_name


@dataclass(frozen=True, slots=True)
class Standing:
    """What decides: trophies, or else Wounds, then trophies, then remaining HP (BD-R41)."""

    trophies: int
    wounds: int
    hp: int


def remaining_hp(state: Battle, seat: int) -> int:
    rows = [state.row_at(seat, place) for place in range(LINE)]
    return sum(int(state.hp_left(row)) for row in rows if row != NONE)


def _all_rounds(number: int) -> str:
    return "The only round is" if number == 1 else f"All {number} rounds are"


def standings(state: Battle) -> tuple[Standing, ...]:
    seats = range(state.players)
    return tuple(Standing(int(state.score(one)), int(state.wounds(one)), remaining_hp(state, one)) for one in seats)


def wound_ranks(all_of_them: tuple[Standing, ...]) -> list[tuple[int, int, int]]:
    """BD-47, BD-R41: the fewest Wounds, then more trophies, then more HP."""
    return [(one.wounds, -one.trophies, -one.hp) for one in all_of_them]


def result(state: Battle) -> Result:
    """BD-46, BD-47, BD-R41, BD-R42."""
    all_of_them = standings(state)
    if ENDINGS[state.ending] == "trophies":
        ranks = [(-one.trophies, one.wounds, -one.hp) for one in all_of_them]
    else:
        ranks = wound_ranks(all_of_them)
    places, winners = ranking(ranks)
    why = {
        "trophies": f"{seat_name(winners[0])} owns {all_of_them[winners[0]].trophies} trophies.",
        "wounds": "The Wound stack is empty: the fewest Wounds win.",
        "round limit": f"{_all_rounds(int(state.variant.round_limit))} played: the fewest Wounds win.",
    }[str(ENDINGS[state.ending])]
    return Result(tuple(one.trophies for one in all_of_them), places, winners, why, all_of_them)
