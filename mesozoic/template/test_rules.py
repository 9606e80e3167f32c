"""Every rule by its number, after a test that tries everything which the contract of all games promises."""

from mesozoic.kernel.conformance import check_game

from . import GAME

DEAL = {"deck": [1, 2, 3, 16, 15, 14, *range(4, 14)], "reshuffles": [[*range(1, 17)]]}


def test_the_contract_is_kept() -> None:
    check_game(GAME, most=3)


def test_all_play_a_card_of_three_at_once_and_face_down() -> None:
    """NG-01, NG-02."""
    state = GAME.start(2, deal=DEAL)
    assert (state.to_move, state.moves(0)) == ((0, 1), ["play 1", "play 2", "play 3"])
    state.play(1, "play 15")
    assert (state.to_move, state.view(0).seats[1].has_played) == ((0,), True)
    assert (state.view(0).played, state.view(1).played) == ([], [15])


def test_the_highest_card_takes_an_egg_and_everybody_draws() -> None:
    """NG-03, NG-04."""
    state = GAME.start(2, deal=DEAL)
    state.play(0, "play 3")
    state.play(1, "play 14")
    assert [seat.eggs for seat in state.view(None).seats] == [0, 1]
    assert (state.view(0).discard, state.view(0).hand, state.view(1).hand) == ([3, 14], [1, 2, 4], [16, 15, 5])


def test_all_cards_are_dealt_anew_when_the_deck_is_used_up() -> None:
    """NG-05."""
    state = GAME.start(2, deal=DEAL)
    for seat in (0, 1) * 6:
        state.play(seat, state.moves(seat)[0])
    assert (state.view(0).hand, state.view(1).hand, state.view(0).discard) == ([1, 2, 3], [4, 5, 6], [])


def test_most_eggs_win_after_the_last_round() -> None:
    """NG-06."""
    state = GAME.start(2, deal=DEAL, options={"rounds": 1})
    state.play(0, "play 1")
    state.play(1, "play 14")
    assert state.result is not None and (state.result.scores, state.result.winners) == ((0, 1), (1,))
