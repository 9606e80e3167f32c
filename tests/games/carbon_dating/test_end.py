"""End and score: CD-48 to CD-51, CD-R29, CD-R31, CD-R36."""

from __future__ import annotations

import pytest

from mesozoic.games.carbon_dating.rules import RATINGS, rating

from .helpers import GAME, kinds, pile, play, play_out, position, row, told


def test_the_game_ends_after_the_final_round():
    """CD-48: drawn cards are played first."""
    state = position("VEL1 VEL3", deck="ALL1")
    assert state.position()["final"]
    assert not state.is_over
    events = play(state, "ALL1 left")
    assert kinds(events)[-2:] == ["round_ended", "closed"]
    assert state.is_over
    assert state.result.why == "The final round is over: Matchmaking Guru."


def test_reviews_come_from_the_table_and_the_discard_pile():
    """CD-49: top cards only; tucked, satisfied and set-aside cards give none."""
    state = position("VEL1(IGU1,IGU2) VEL3", deck="PAC1", satisfied="SPI1(STE1) COM1", aside="PTE")
    play(state, "PAC1 right", "end round")
    assert row(state) == "VEL1(IGU1,IGU2) VEL3 PAC1"
    assert state.result.scores == (3,)
    assert state.result.details[0].reviewers == ("VEL1", "VEL3", "PAC1")


def test_discarded_cards_review_too():
    """CD-49."""
    state = position("ANK2", deck="PAC1")
    play(state, "PAC1 right")
    assert state.result.details[0].reviewers == ("PAC1", "ANK2")


@pytest.mark.parametrize(("reviews", "name"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (38, 3)])
def test_ratings(reviews, name):
    """CD-50."""
    assert rating(reviews) == name
    assert RATINGS == ("Flawless Matchmaker", "Love Maestro", "Matchmaking Guru", "Extinction Accelerator")


def test_a_flawless_end():
    """CD-50: everybody left."""
    state = position("IGU1", deck="IGU2")
    events = play(state, "IGU2 left")
    assert told(events)[-1] == ("closed", 0, "Flawless Matchmaker")
    assert state.result.details[0].rating == "Flawless Matchmaker"


def test_results_are_compared_by_reviews_alone():
    """CD-51: one player, one place, fewest points win."""
    state = position("VEL1 VEL3")
    assert (state.result.scores, state.result.places) == ((2,), (1,))
    assert GAME.facts.fewest_points_win


def test_the_result_object():
    """Section 6."""
    state = position("VEL1(IGU1,IGU2) VEL3", satisfied="SPI1(STE1) COM1", round=17, reshuffles_used=2)
    details = state.result.details[0]
    assert (details.bad_reviews, details.rating) == (2, "Love Maestro")
    assert (details.eaten, details.largest_meal) == (3, 2)
    assert (details.rounds, details.reshuffles, details.goals) == (17, 2, {})


def test_eaten_counts_seated_and_satisfied_eaters():
    """CD-R29: victims of a discarded eater do not count, inherited ones do."""
    state = position("VEL1(IGU1,IGU2) SPI1(STE4)", satisfied="SPI2(STE1) COM1", discard="GAL2 GAL3")
    assert state.view(0).eaten == 4
    play_out(position("VEL1 VEL3"))
    inherits = position("SPI1(STE4,STE1) ALL1", "SPI4 VEL1")
    play(inherits, "SPI4 left")
    assert inherits.view(0).largest_meal == 3


def test_closing_time():
    """CD-R31: after that round the game ends, and the deck reviews too."""
    state = position("VEL1 VEL3", "ALL1", deck="IGU1 IGU2 IGU3", round=60)
    play(state, "ALL1 left")
    assert state.is_over
    assert state.result.scores == (6,)
    assert state.result.details[0].reviewers == ("ALL1", "VEL1", "VEL3", "IGU1", "IGU2", "IGU3")
    assert state.result.why == "Closing time after round 60: Extinction Accelerator."


def test_before_closing_time_the_deck_does_not_review():
    """CD-R31, section 2: the count "if it ended now" is table and discard pile."""
    state = position("VEL1 VEL3", "ALL1 ALL2", deck="IGU1 IGU2 IGU3", discard="GAL2")
    assert state.view(0).bad_reviews == 3


@pytest.mark.parametrize("rounds", [1, 2, 7, 200])
def test_closing_round_can_be_chosen(rounds):
    """CD-R31, CD-R40."""
    state = GAME.start(1, seed=3, options={"closing_round": rounds})
    play_out(state, ["end round"])
    assert state.result.details[0].rounds <= rounds


def test_a_game_that_never_ends_is_closed():
    """CD-R31: two Gallimimus storm off wherever they are put, round after round."""
    for end in ("left", "right"):
        state = position("VEL1 STE1", deck="GAL2 GAL3", options={"closing_round": 25})
        while not state.is_over:
            moves = state.moves(0)
            state.play(0, next((move for move in moves if move.endswith(end)), moves[0]))
        assert (row(state), pile(state, "discard")) == ("VEL1 STE1", "GAL2 GAL3")
        assert state.result.details[0].rounds == 25


@pytest.mark.parametrize(
    ("start", "won"), [("", True), ("VEL1 VEL3 ALL1 ALL2", True), ("VEL1 VEL3 ALL1 ALL2 PAC1", False)]
)
def test_a_win_is_any_rating_but_the_worst(start, won):
    """CD-R36: without goals."""
    assert position(start).result.winners == ((0,) if won else ())


FED, FULL_HOUSE = "VEL1(IGU1,IGU2,IGU3,GAL2,GAL3)", "VEL3 ALL1 ALL2 PAC1 PAC2"


@pytest.mark.parametrize(
    ("options", "start", "won", "why"),
    [
        (["vip"], FED, True, "Love Maestro."),
        (["vip"], f"{FED} {FULL_HOUSE}", False, "Extinction Accelerator."),
        (["vip"], "", False, "Flawless Matchmaker, but a goal is missed."),
        (["health_and_safety_audit"], "VEL1(IGU1,IGU2,IGU3)", True, "Love Maestro."),
        (["health_and_safety_audit"], FULL_HOUSE, False, "Extinction Accelerator."),
        (["health_and_safety_audit"], "VEL1(IGU1,IGU2,IGU3,GAL2)", False, "Love Maestro, but a goal is missed."),
        (["health_and_safety_audit", "vip"], FED, False, "Love Maestro, but a goal is missed."),
    ],
)
def test_a_goal_adds_to_the_rating(options, start, won, why):
    """CD-R36, CD-54, CD-55: a rating better than the worst and every goal, so a goal never makes winning easier."""
    state = position(start, options=dict.fromkeys(options, True))
    assert state.result.winners == ((0,) if won else ())
    assert state.result.why == f"The final round is over: {why}"
