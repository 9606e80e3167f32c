"""Setup: DD-01 to DD-05."""

from __future__ import annotations

import pytest

from mesozoic import BadOptions

from .helpers import GAME, deal, idle, money, museum, offer, start

EXHIBITS = set(range(1, 16))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_to_six_play_the_standard_game(players):
    """DD-01: with a restaurant in the deck and a card set aside."""
    state = GAME.start(players, seed=1)
    assert state.to_move == tuple(range(players))
    assert "R" in state.position()["deck"]
    assert not state.view(0).solo


def test_one_plays_the_solo_game():
    """DD-01: neither restaurant nor hidden card."""
    state = GAME.start(1, seed=1)
    assert state.to_move == (0,)
    assert "R" not in state.position()["deck"]
    assert state.view(0).solo


@pytest.mark.parametrize("players", [0, 7, -1, 100, True, 2.0, "4", None])
def test_any_other_number_of_seats_is_refused(players):
    """DD-01: at creation, with a sentence."""
    with pytest.raises(BadOptions, match=r"1 to 6 players"):
        GAME.start(players, seed=1)


def test_the_hidden_card_is_any_exhibit_from_1_to_12():
    """DD-02: and no other."""
    hidden = [GAME.start(2, seed=seed).position()["hidden"] for seed in range(300)]
    assert set(hidden) == set(range(1, 13))
    assert max(hidden.count(value) for value in set(hidden)) < 60, "25 of 300 are expected for each"


def test_the_hidden_card_never_enters_play():
    """DD-02: no column ever shows it, no round ever offers it."""
    for seed in range(12):
        state = GAME.start(3, seed=seed)
        hidden = str(state.position()["hidden"])
        for number in range(1, 10):
            idle(state, number)
            assert hidden not in [card.item for column in state.view(0).columns for card in column.cards]
            assert hidden not in state.moves(0)


def test_the_deck_is_everything_else():
    """DD-03: the other eleven, 13, 14, 15 and the restaurant, each once."""
    for seed in range(30):
        dealt = GAME.start(4, seed=seed).position()
        assert sorted(map(str, dealt["deck"])) == sorted(map(str, [*(EXHIBITS - {dealt["hidden"]}), "R"]))


@pytest.mark.parametrize("card", ["R", 13, 15])
def test_the_deck_is_shuffled(card):
    """DD-03: the restaurant and the dear exhibits lie anywhere, first and last place included."""
    decks = [GAME.start(4, seed=seed).position()["deck"] for seed in range(250)]
    assert {deck.index(card) for deck in decks} == set(range(15))


def test_the_deck_is_not_shuffled_apart_from_the_hidden_card_alone():
    """DD-02, DD-03: the same hidden card leaves room for many orders, and the same seed for one game."""
    games = [GAME.start(2, seed=seed).position() for seed in range(60)]
    assert len({tuple(game["deck"]) for game in games}) == 60
    assert GAME.start(2, seed=7).position() == GAME.start(2, seed=7).position()


def test_six_cards_lie_face_up_in_two_columns():
    """DD-04: draws 1-3 are T1, draws 4-6 are T2, from the top; nothing else is face up."""
    view = start(3, "9 15 2 | R 13 4 | 5 6 7").view(1)
    assert [column.number for column in view.columns] == [1, 2]
    assert [[card.item for card in column.cards] for column in view.columns] == [["9", "15", "2"], ["R", "13", "4"]]
    assert view.deck_count == 9


def test_later_draws_are_the_later_columns():
    """DD-04: T3 = draws 7-9, T4 = 10-12, T5 = 13-15."""
    state = idle(start(2, "1 2 3 | 4 5 6 | 13 R 7 | 14 8 9 | 15 11 10"), 4)
    columns = [[card.item for card in column.cards] for column in state.view(0).columns]
    assert columns[2:] == [["13", "R", "7"], ["14", "8", "9"], ["15", "11", "10"]]


@pytest.mark.parametrize(("players", "dollars"), [(2, 48), (3, 51), (4, 54), (5, 57), (6, 60)])
def test_everybody_gets_an_empty_array_and_money(players, dollars):
    """DD-05: 42 + 3N dollars."""
    state = start(players)
    assert money(state) == [dollars] * players
    for seat in range(players):
        assert museum(state, seat) == {}
        assert state.view(seat).seats[seat].features == 0
        assert len(offer(state)) == 3


def test_an_explicit_deal_is_dealt_as_given():
    """DD-02 to DD-04: the scripted deal of section 2."""
    given = deal("15 11 3 | 1 2 4 | 5 6 7 | 8 9 10 | 13 14 R", hidden=12)
    position = GAME.start(4, deal=given).position()
    assert {name: position[name] for name in ("hidden", "deck")} == given
