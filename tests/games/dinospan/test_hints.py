"""What the hints tell a search: turns of the solo game, the chance to beat the Rival, cheap choices for roll-outs."""

from __future__ import annotations

import mesozoic
from mesozoic.bots import make_bot
from mesozoic.kernel.hints import NO_OPINION

from .helpers import GAME, seat, table

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


def test_small_choices_of_a_roll_out_are_legal_and_main_actions_are_left_to_the_value():
    state = GAME.start(2, seed=3)
    bot = make_bot("random", mesozoic.seeded(1))
    made = 0
    for _ in range(120):
        decider = state.to_move[0]
        code = HINTS.quick_move(state, decider, mesozoic.seeded(2))
        if code == NO_OPINION:
            state.play(decider, bot.choose(state, decider))
        else:
            assert code in state.codes(decider)
            state.apply(decider, code)
            made += 1
        if not state.to_move:
            break
    assert made > 10
