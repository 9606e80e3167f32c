"""What the hints tell a search: turns of the solo game, chances, forecasts, moves for roll-outs."""

from __future__ import annotations

import mesozoic
from mesozoic.bots import make_bot

from .helpers import CARDS, GAME, seat, table

HINTS = GAME.hints


def solo(mine, **rival):
    return table(mine, options={"solo_level": 3}, rival={"collection": [], "turns": 0, **rival})


def test_alone_every_action_is_a_turn():
    state = GAME.start(1, seed=5)
    bot = make_bot("random", mesozoic.seeded(1))
    stages = []
    while state.to_move:
        if not stages or stages[-1] != HINTS.stage(state):
            stages.append(HINTS.stage(state))
        state.play(0, bot.choose(state, 0))
    assert stages == list(range(16, 0, -1))


def test_alone_more_points_than_the_rival_make_a_win_likelier():
    poor, rich = seat({"L1": "J03"}), seat({"L1": ("J03", 2)})
    assert HINTS.outlook(solo(poor), 0, 10.0) < HINTS.outlook(solo(rich), 0, 10.0) < 1.0
    assert HINTS.outlook(solo(poor, collection=["J24"]), 0, 10.0) < HINTS.outlook(solo(poor), 0, 10.0)


def test_alone_the_end_says_who_has_won():
    bot = make_bot("random", mesozoic.seeded(1))
    state = GAME.start(1, seed=5)
    while state.to_move:
        state.play(0, bot.choose(state, 0))
    assert not state.result.winners and HINTS.outlook(state, 0, 10.0) < 0.05


def test_moves_of_a_roll_out_are_legal():
    state = GAME.start(2, seed=3)
    bot = make_bot("random", mesozoic.seeded(1))
    for _ in range(120):
        if not state.to_move:
            break
        decider = state.to_move[0]
        assert HINTS.quick_move(state, decider, mesozoic.seeded(2)) in state.codes(decider)
        state.play(decider, bot.choose(state, decider))


def test_the_first_forecast_is_a_whole_game_and_the_last_is_the_score():
    state = GAME.start(2, seed=3)
    assert 30 < HINTS.forecast(state, 0) < 60
    bot = make_bot("random", mesozoic.seeded(1))
    while state.to_move:
        state.play(state.to_move[0], bot.choose(state, state.to_move[0]))
    assert [HINTS.forecast(state, mine) for mine in (0, 1)] == [state.score(0), state.score(1)]


def test_a_search_foresees_what_both_rows_bring():
    bare, engine = seat({"L1": "J03"}), seat({"L1": "J03", "G1": "J35"})
    gain = HINTS.forecast(table(engine, seat()), 0) - HINTS.forecast(table(bare, seat()), 0)
    assert gain > CARDS["J35"].pp
