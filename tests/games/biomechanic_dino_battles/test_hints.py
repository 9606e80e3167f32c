"""What the hints say by rule of thumb is legal, and about what their values say."""

from __future__ import annotations

import pytest

from mesozoic.bots.lookahead import policy_move, settled_value
from mesozoic.bots.search import Search
from mesozoic.games.biomechanic_dino_battles import hints_foresight as foresight
from mesozoic.games.biomechanic_dino_battles import rules_moves as moves
from mesozoic.games.biomechanic_dino_battles.rules import Battle
from mesozoic.games.biomechanic_dino_battles.rules_table import SEAT, TROPHIES
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


def midway(players: int, seed: int, pending: int = 0, round: int = 5) -> Battle:
    """A game played by the roll-outs' policy until something like this is pending in a later round."""
    state = GAME.start(players=players, seed=seed)
    rng = seeded("midway", seed)
    while not (state.round >= round and state.pending() == pending):
        state.apply(state.turn(), policy_move(state, state.turn(), GAME.hints, rng))
    assert isinstance(state, Battle)
    return state


@pytest.mark.parametrize("players", [2, 4])
def test_the_chances_of_all_seats_make_one_win(players: int) -> None:
    state = midway(players, 3)
    chances = [GAME.hints.outlook(state, seat, foresight.CERTAIN) for seat in range(players)]
    assert sum(chances) == pytest.approx(1.0)
    assert all(0.0 < chance < 1.0 for chance in chances)


def test_each_trophy_raises_the_chance_and_the_last_but_one_most() -> None:
    state = midway(2, 3)
    state.seats[0 * SEAT + TROPHIES] = 0
    foreseen = []
    for trophies in range(3):
        state.seats[0 * SEAT + TROPHIES] = trophies
        foreseen.append(foresight.foresee(state, 0))
    assert 0.0 < foreseen[1] - foreseen[0] < foreseen[2] - foreseen[1]


def test_what_is_foreseen_knows_no_more_signs_than_were_learned() -> None:
    state = midway(2, 5)
    foresight.look(state, 0)
    assert len(foresight.SEEN) == len(foresight.FORESIGHT)
    assert foresight.SEEN[foresight.TO_MOVE] == (state.on_turn == 0)
    owned = sum(int(foresight.SEEN[sign]) for sign in range(foresight.OWNS, len(foresight.SEEN)))
    attached = sum(int(foresight.SEEN[sign]) for sign in (foresight.CARDS_ACTIVE, foresight.CARDS_BENCH))
    assert owned >= 12 and attached <= owned


def test_a_roll_out_ends_where_a_turn_begins_whoever_is_asked_in_between() -> None:
    """An attack asks the other in the middle of a turn: that is no turn of the other."""
    state = midway(2, 4, pending=moves.DEFENCE)
    seat = state.turn()
    assert GAME.hints.whose_turn(state) == 1 - seat
    state.apply(seat, state.codes(seat)[0])
    round, search = state.round, Search(state, seat, GAME.hints.thinking(state), seeded(1))
    search.roll_out(state, GAME.hints.stage(state), seeded(2))
    assert state.is_over or (state.on_turn == seat and state.pending() == 0 and state.phase == moves.ACTION)
    assert state.is_over or state.round >= round + 1
