"""What the hints say by rule of thumb is legal, and about what their values say."""

from __future__ import annotations

import pytest

from mesozoic.bots.lookahead import settled_value
from mesozoic.games.biomechanic_dino_battles import rules_moves as moves
from mesozoic.kernel.hints import NO_OPINION
from mesozoic.kernel.rng import seeded
from tests.games.biomechanic_dino_battles.helpers import GAME


@pytest.mark.parametrize("setup", ["starter", "random"])
def test_in_a_roll_out_purchases_are_legal_and_nearly_the_best_by_value(setup: str) -> None:
    rng = seeded("purchases", setup)
    asked = best = 0
    for seed in range(6):
        state = GAME.start(players=2, seed=seed, options={"setup": setup})
        while state.to_move:
            seat = state.to_move[0]
            codes = state.codes(seat)
            code = GAME.hints.quick_move(state, seat, rng)
            if code == NO_OPINION:
                code = codes[rng.below(len(codes))]
            elif state.pending() == 0:
                assert code in codes
                values = {}
                for one in codes:
                    after = state.clone()
                    after.apply(seat, one)
                    values[one] = settled_value(after, seat, GAME.hints, state.reveals, 10)
                asked += 1
                best += values[code] >= max(values.values()) - 1.0
            state.apply(seat, code)
    assert asked > 50 and best > 0.9 * asked


def test_the_last_purchase_is_paid_in_whatever_way_comes_first() -> None:
    state = GAME.start(players=2, seed=1)
    while not (state.pending() == moves.PAYMENT and state.top(moves.PURPOSE) >= moves.FOR_CARD):
        seat = state.to_move[0]
        codes = state.codes(seat)
        state.apply(seat, codes[-2] if len(codes) > 1 and state.phase == moves.BUY else codes[-1])
    assert GAME.hints.quick_move(state, state.to_move[0], seeded(1)) == state.codes(state.to_move[0])[0]
