"""The two endings and the round limit (BD-46, BD-47, BD-R40 to BD-R43)."""

from __future__ import annotations

import random

import pytest

from .helpers import GAME, asked, do, finish_turn, kinds, options, seat, table, zone


def test_three_trophies_win_at_once():
    """BD-46: in the middle of the turn."""
    state = table(seat("raptor A", trophies="rex stego"), seat("compy -20", "bronto", "bronto"))
    told = do(state, "attack:1")
    assert kinds(told)[-1] == "game_ended" and "promoted" not in kinds(told)
    assert state.result.winners == (0,) and state.result.why == "P1 owns 3 trophies." and asked(state) is None


def test_two_trophies_do_not():
    """BD-46."""
    state = table(seat("raptor A", trophies="rex"), seat("compy -20"))
    do(state, "attack:1")
    assert not state.is_over


def test_an_empty_wound_stack_ends_the_game():
    """BD-47: the fewest Wounds win, wherever they are (BD-R41)."""
    state = table(seat("compy A E", hand="W", discard="W", deck="W"), seat("rex", hand="W"), supply={"W": 1})
    do(state, "attack:2")
    assert state.is_over and state.result.winners == (1,)
    assert [one.wounds for one in state.result.details] == [3, 2]
    assert "Wound stack is empty" in state.result.why


def test_the_game_goes_on_while_there_are_wounds():
    """BD-47."""
    state = table(seat("compy A E"), seat("rex"), supply={"W": 2})
    do(state, "attack:2")
    assert not state.is_over


def test_trophies_come_before_wounds():
    """BD-R40: the same attack brings the third trophy and empties the stack."""
    state = table(seat("compy A E", hand="W W W", trophies="rex stego"), seat("raptor -20"), supply={"W": 1})
    do(state, "attack:2")
    assert state.result.winners == (0,) and "trophies" in state.result.why


def test_ends_are_looked_at_only_when_the_attack_is_over():
    """BD-R40, BD-R20: Spiked empties the stack, but the attack still knocks out."""
    state = table(seat("spino A", trophies="rex rex"), seat("stego -25 D"), supply={"W": 1})
    told = do(state, "attack:1", "defend")
    assert "knocked_out" in kinds(told) and state.result.winners == (0,)


def test_an_attack_inside_a_response_is_checked_at_its_own_end():
    """BD-R40: P2's missile wins before P1's attack is carried out."""
    state = table(
        seat("raptor -25 A", trophies="rex rex"), seat("compy -20", trophies="stego stego", hand="missile_pod A")
    )
    do(state, "attack:1", "item:missile_pod/1")
    assert state.result.winners == (1,)


def test_an_assist_and_a_poison_discard_are_checked_too():
    """BD-R40."""
    state = table(seat("rex", "dilopho E E", trophies="bronto bronto"), seat("compy -20"))
    do(state, "assist:b1")
    assert state.result.winners == (0,)
    state = table(
        seat("compy -20", hand="P", poisoner=1),
        seat("rex", trophies="bronto bronto"),
        phase="buy",
        poison_trophy="poisoner",
    )
    do(state, "done")
    assert state.result.winners == (1,)


@pytest.mark.parametrize(
    ("first", "second", "winners"),
    [
        (seat(hand="W", trophies="rex"), seat(hand="W"), (0,)),
        (seat("raptor -5", hand="W"), seat("raptor", hand="W"), (1,)),
        (seat("raptor", hand="W"), seat("raptor", hand="W"), (0, 1)),
        (seat("rex", hand="W W", trophies="rex"), seat(hand="W"), (1,)),
    ],
)
def test_ties_by_trophies_then_hp_then_shared(first, second, winners):
    """BD-R41."""
    state = table(first, second, on_turn=1, round=40)
    do(state, "end", "done")
    assert state.result.winners == winners
    assert all(state.result.places[seat_number] == 1 for seat_number in winners)


def test_the_round_limit_ends_the_game_by_wounds():
    """BD-R42: at the end of its last round."""
    state = table(seat(hand="W"), seat(), on_turn=0, round=5, round_limit=5)
    do(state, "end", "done")
    assert not state.is_over
    do(state, "end", "done")
    assert state.is_over and state.result.winners == (1,) and "5 rounds" in state.result.why


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("setup", ["starter", "random"])
def test_games_between_players_who_never_attack_end(players, setup):
    """BD-R42: by the round limit, whatever else they do."""
    for seed in range(3):
        rng = random.Random(seed)
        state = GAME.start(players, seed=seed, options={"setup": setup})
        while not state.is_over:
            peaceful = [move for move in options(state) if not move.startswith(("attack", "item", "assist"))]
            do(state, rng.choice(peaceful))
        assert state.round == 40 and "40 rounds" in state.result.why and state.result.winners


def test_players_who_do_nothing_at_all_share_the_win():
    """BD-R42, BD-R43."""
    state = GAME.start(2, seed=1, options={"round_limit": 3})
    while not state.is_over:
        do(state, "end", "done")
    assert state.result.winners == (0, 1) and state.result.scores == (0, 0)


def test_a_turn_is_bounded_by_its_cards():
    """BD-R42, BD-R9: however many +Strategy there are, every copy is played once."""
    state = table(seat(hand=" ".join(["battle_plan"] * 6), deck="W", discard="W"), seat())
    for _ in range(6):
        do(state, "strategy:battle_plan")
    assert options(state) == ["end"] and zone(state, 0, "played").split() == ["battle_plan"] * 6


def test_nobody_is_eliminated():
    """BD-R43: a player who lost every dino goes on, and can still win."""
    state = table(seat("raptor A"), seat("compy -20", hand="A A", deck="A"), offering="compy")
    do(state, "attack:1", "end", "done", "end")
    assert asked(state) == (1, "buy") and "dino:1" in options(state)


def test_points_are_trophies_and_places_go_by_the_ending():
    """BD-R51."""
    state = table(seat(hand="W W", trophies="rex rex"), seat(hand="W"), on_turn=1, round=40)
    do(state, "end", "done")
    assert (state.result.scores, state.result.places, state.result.winners) == ((2, 0), (2, 1), (1,))


@pytest.mark.parametrize(("limit", "why"), [(1, "The only round is played"), (2, "All 2 rounds are played")])
def test_the_limit_is_told_in_good_english(limit, why):
    """BD-R42."""
    state = GAME.start(2, seed=1, options={"round_limit": limit})
    while state.to_move:
        finish_turn(state)
    assert state.result.why.startswith(why)
