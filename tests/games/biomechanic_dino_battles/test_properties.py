"""What holds in every game: the invariants of section 10, on random games."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mesozoic
from mesozoic.kernel.conformance import Report, Trial
from mesozoic.kernel.playout import play_randomly
from mesozoic.kernel.rng import seeded
from mesozoic.kernel.state import Moves
from mesozoic.lab.simulate import simulate

from .helpers import GAME, options
from .test_options import DINOS, STACKS

SEEDS = st.integers(0, 2**32)
PLAYERS = st.integers(2, 4)


def few(examples):
    """So many examples, always the same ones."""
    return settings(max_examples=examples, deadline=None, derandomize=True, database=None)


def wander(state, rng):
    """Play on at random, with a liking for dinos, cards on them, and attacks; yields before and after."""
    while not state.is_over:
        legal = options(state)
        liked = [move for move in legal if move.startswith(("attack", "dino", "attach", "item", "assist", "evade"))]
        move = rng.choice(liked if liked and rng.random() < 0.5 else legal)
        before = state.position()
        seat = state.to_move[0]
        told = state.play(seat, move)
        yield before, state.position(), told


@few(6)
@given(players=PLAYERS, seed=SEEDS)
def test_every_state_keeps_the_laws_of_the_game(players, seed):
    """Section 10: conservation over all zones, damage in steps of five, benches, allowances, a move for who decides."""
    state = GAME.start(players, seed=seed, options={"setup": "random", "round_limit": 14})
    for _ in wander(state, random.Random(seed)):
        GAME.check_invariants(state)
    assert state.result.winners and state.round <= 14


@few(6)
@given(players=PLAYERS, seed=SEEDS)
def test_what_never_grows_and_what_never_shrinks(players, seed):
    """Section 10: stacks, Purgatory, trophies, rounds."""
    state = GAME.start(players, seed=seed, options={"setup": "random", "round_limit": 14})
    for before, after, _ in wander(state, random.Random(seed)):
        assert all(after["supply"][card] <= number for card, number in before["supply"].items())
        assert len(after["purgatory"]) >= len(before["purgatory"])
        assert len(after["purged_dinos"]) >= len(before["purged_dinos"])
        assert after["round"] >= before["round"]
        for one, other in zip(before["seats"], after["seats"], strict=True):
            assert len(other["trophies"]) >= len(one["trophies"])


@few(6)
@given(players=PLAYERS, seed=SEEDS)
def test_trophies_only_for_knock_outs_and_hit_points_in_steps_of_five(players, seed):
    """BD-07, BD-26."""
    state = GAME.start(players, seed=seed, options={"setup": "random", "round_limit": 14})
    for before, after, told in wander(state, random.Random(seed)):
        outs = [event for event in told if event.kind == "knocked_out"]
        for seat, (one, other) in enumerate(zip(before["seats"], after["seats"], strict=True)):
            assert len(other["trophies"]) - len(one["trophies"]) == sum(event.by == seat for event in outs)
        assert len(after["purged_dinos"]) - len(before["purged_dinos"]) == sum(
            event.by is None for event in outs
        ) + sum(event.kind == "dino_left" for event in told)
        assert all(event.damage % 5 == 0 for event in told if event.kind == "damaged")


@few(6)
@given(players=PLAYERS, seed=SEEDS)
def test_after_a_cleanup_everything_is_in_place(players, seed):
    """Section 10, BD-44, BD-45: six cards or all there are, empty play areas, no modifiers, a full Offering."""
    state = GAME.start(players, seed=seed, options={"setup": "random", "round_limit": 14})
    for before, after, told in wander(state, random.Random(seed)):
        if "turn_began" not in [event.kind for event in told]:
            continue
        one = after["seats"][before["on_turn"]]
        assert len(one["hand"]) == 6 or not one["deck"] + one["discard"]
        assert all(other["played"] == [] for other in after["seats"])
        for other in after["seats"]:
            for place in [other["active"], *other["bench"]]:
                modifiers = [place[name] for name in ("atk", "eva", "def", "damage_bonus")] if place else []
                assert not any(modifiers) and not (place and place["assisted"])
        assert None not in after["offering"] or not after["dino_deck"]


@few(6)
@given(players=PLAYERS, seed=SEEDS)
def test_exactly_one_seat_decides(players, seed):
    """Section 5: and its neutral move is there where it has one."""
    state = GAME.start(players, seed=seed, options={"round_limit": 14})
    neutral = {
        "action": "end",
        "buy": "done",
        "reaction": "pass",
        "defence": "pass",
        "purge": "stop",
        "salvage": "none",
    }
    for _ in wander(state, random.Random(seed)):
        if state.is_over:
            break
        (seat,) = state.to_move
        decision = state.view(seat).decision
        assert decision not in neutral or neutral[decision] in state.moves(seat)


@few(6)
@given(players=PLAYERS, seed=SEEDS)
def test_the_same_seed_and_moves_give_the_same_game(players, seed):
    """Section 10."""
    ends = []
    for _ in range(2):
        state = GAME.start(players, seed=seed, options={"round_limit": 14})
        for _ in wander(state, random.Random(seed)):
            pass
        ends.append(state.position())
    assert ends[0] == ends[1]


def test_random_games_end_in_all_three_ways():
    """BD-46, BD-47, BD-R42: within the longest game declared."""
    endings = set()
    out = Moves()
    for number in range(150):
        setup = GAME.prepare(2 + number % 3, {"setup": "random"})
        state = setup.shuffle(seeded(number))
        assert play_randomly(state, seeded("moves", number), out) < GAME.longest(setup)
        GAME.check_invariants(state)
        endings.add(int(state.ending))
    assert endings == {1, 2, 3}


@pytest.mark.parametrize("players", [2, 4])
def test_a_chosen_setup_keeps_the_contract(players):
    """The checks of conformance on a set-up that its spread cannot name."""
    setup = GAME.prepare(players, {"setup": "chosen", "dinos": DINOS, "stacks": STACKS, "round_limit": 4})
    report = Report(GAME.name)
    Trial(setup, f"chosen/{players}", report).run()
    assert report.games == 1


def test_greedy_beats_random():
    """At least 90 % (README: all of 1,000)."""
    found = simulate(GAME.prepare(2), ["greedy", "random"], games=60, seed=11, workers=1)
    assert found.by_bot["greedy"].win_share >= 0.9


def test_greedy_buys_attaches_attacks_and_defends():
    """Over a few games every kind of sensible action occurs."""
    found = simulate(GAME.prepare(2), ["greedy"], games=12, seed=5, workers=1, figures=True)
    assert sum(times for trophies, times in found.scores["greedy"].items() if trophies >= 3) > found.games / 2
    assert found.seat_figures["cards_bought"].mean > 1 and found.seat_figures["dinos_bought"].mean > 0
    state, told = GAME.start(2, seed=3), []
    bots = [mesozoic.bots.make_bot("greedy", seeded(seat)) for seat in range(2)]
    while state.to_move:
        seat = state.to_move[0]
        told += state.play(seat, bots[seat].choose(state, seat))
    kinds = {event.kind for event in told}
    assert {"attached", "attack_declared", "bought", "dino_bought", "strategy_played"} <= kinds
