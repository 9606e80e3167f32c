"""Dolphins and Dinos in the terminal shows what a player must see (ledger section 9)."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

import mesozoic
from mesozoic.bots import make_bot
from mesozoic.kernel.rng import seeded
from mesozoic.kernel.state import State
from tests.terminal.scripts import DEAL, GAME


def drawn(state: State, seat: int | None, width: int = 100) -> str:
    """The view as text without colour."""
    page = io.StringIO()
    Console(width=width, no_color=True, force_terminal=False, file=page).print(
        state.setup.game.terminal.draw(state.view(seat))
    )
    return page.getvalue()


def begin(players: int = 4, **options: str) -> State:
    return mesozoic.game(GAME).start(players, deal=DEAL, options=options)


def example_round() -> State:
    """The rulebook's example round up to the features (DD-X1)."""
    state = begin()
    for seat, choice in enumerate(("15@c3", "15@c3", "11@b2", "3@a1")):
        state.play(seat, choice)
    return state


def after_the_round() -> State:
    state = example_round()
    for seat, feature in enumerate(("none", "none", "L", "W")):
        state.play(seat, feature)
    return state


def random_state(moves: int, players: int = 4, seed: int = 5, **options: str) -> State:
    state = mesozoic.game(GAME).start(players, seed=seed, options=options)
    bot = make_bot("random", seeded(seed))
    while state.to_move and len(state.history) < moves:
        seat = state.to_move[-1]
        state.play(seat, bot.choose(state, seat))
    return state


def test_the_path_and_the_marker():
    assert "Round 1 of 9  Path [1]-2-3-4-5-5-4-3-(1+2)  Deck 9" in drawn(begin(), 0)
    assert "Round 2 of 9  Path 1-[2]-3-4-5-5-4-3-(1+2)  Deck 6" in drawn(after_the_round(), 0)


def test_the_columns_say_when_they_come_back():
    text = drawn(begin(), 0)
    for words in ("▶ T1 on offer", "back in round 9", "next round", "in round 5", "(face down)"):
        assert words in text


def test_the_last_chance_is_named():
    state = begin(2)
    for number in range(5):
        for seat in (0, 1):
            state.play(seat, f"C@{('a1', 'b1', 'c1', 'c2', 'b2')[number]}")
    text = drawn(state, 0)
    assert "▶ T5 on offer" in text
    assert "last chance" in text
    assert "back in round 9" in text


def test_cards_show_features_price_and_surcharge():
    text = drawn(begin(), 0)
    for words in ("15 T. Rex", "A $8+2 each", "3 Trilobite", "WA $2", "L $6"):
        assert words in text
    assert "15 costs $8 and $2 more per picker; it leaves once 2 players have placed it." in text


def test_a_removed_card_and_one_in_the_own_museum_say_so():
    state = after_the_round()
    assert "has left" in drawn(state, 2)
    of_paul = drawn(state, 2)
    of_nancy = drawn(state, 3)
    assert of_paul.count("you have it") == 1
    assert of_nancy.count("you have it") == 1
    assert drawn(state, None).count("you have it") == 0


def test_the_own_museum_has_ranks_from_the_top_marks_and_halls():
    lines = drawn(after_the_round(), 2).splitlines()
    heading = next(number for number, line in enumerate(lines) if line.startswith("Your museum, P3  $47  1 feature"))
    assert lines[heading + 1].startswith("3 │  .    +    .  │ 3→     0 empty")
    assert lines[heading + 2].startswith("2 │  +   11L   +  │ 2→    11 rising")
    assert lines[heading + 3].startswith("1 │  .    +    .  │ 1→     0 empty")
    assert "b↑    11 rising" in lines[heading + 5]


def test_the_other_museums_stand_beside_it():
    text = drawn(after_the_round(), 2)
    assert "P1 $42" in text
    assert "P2 $42" in text
    assert "│  3W   .   . " in text


def test_who_has_chosen_is_ticked_and_nothing_more():
    state = begin()
    before = drawn(state, 1)
    assert "✓done" not in before
    state.play(0, "15@c3")
    after = drawn(state, 1)
    assert "P1 $54 ✓done" in after
    assert after.replace(" ✓done", "      ") == before


def test_squares_that_would_break_a_hall_are_marked():
    state = after_the_round()
    state.play(3, "2")
    text = drawn(state, 3)
    assert "You picked 2 Butterfly: now its square, one marked +; ! would break a hall." in text
    assert "2 │  !    .    .  │" in text
    state = after_the_round()
    state.play(3, "4")
    assert "2 │  +    .    .  │" in drawn(state, 3)


def test_the_status_leads_through_the_steps():
    state = mesozoic.game(GAME).start(2, deal=DEAL | {"deck": ["R", *[card for card in DEAL["deck"] if card != "R"]]})
    assert "Pick a card of T1, or a corridor (C)." in drawn(state, 0)
    state.play(0, "R")
    assert "You picked the Restaurant: now its number" in drawn(state, 0)
    state.play(0, "(10)")
    assert "You picked the Restaurant (10): now its square" in drawn(state, 0)
    state.play(0, "@b2")
    assert "You chose R(10)@b2. Waiting for P2." in drawn(state, 0)
    assert "R(10)" not in drawn(state, 1)


def test_the_feature_step_names_the_fee():
    state = example_round()
    assert "You placed 3 Trilobite on a1: a feature is free." in drawn(state, 3)
    assert "You placed 11 Snake on b2: a feature costs $1 (free for 3 Trilobite)." in drawn(state, 2)


def test_closed_sheets_show_picks_only():
    state = begin(sheets="closed")
    for seat, choice in enumerate(("15@c3", "15@c3", "11@b2", "3@a1")):
        state.play(seat, choice)
    text = drawn(state, 0)
    assert text.count("sheet closed") == 3
    assert "points" not in text


def test_the_end_takes_every_score_apart():
    text = drawn(random_state(1000), 0)
    assert "Game over. The hidden card was " in text
    for words in ("1→", "c↑", "$ left", "$ bonus", "total", "features", "P1 you"):
        assert words in text


@pytest.mark.parametrize("width", [80, 100, 120, 160])
@pytest.mark.parametrize("players", [1, 2, 4, 6])
def test_every_moment_fits_the_width(width, players):
    for moves in range(0, 200, 23):
        state = random_state(moves, players, seed=width + players)
        for seat in (None, 0, players - 1):
            text = drawn(state, seat, width)
            assert all(len(line) <= width for line in text.splitlines())
            assert "…" not in text


def test_at_80_columns_four_players_fit_a_small_screen():
    """With four moves to choose from, their list and the prompt, 24 lines are enough as a rule."""
    assert len(drawn(after_the_round(), 0, 80).splitlines()) <= 19


def test_in_few_lines_what_is_on_offer_stays():
    """Above, everything stands once more in full."""
    sight = mesozoic.game(GAME).terminal.draw(random_state(27, 6).view(0))
    page = io.StringIO()
    Console(width=80, no_color=True, force_terminal=False, file=page).print(sight.within(12))
    above, _, near = page.getvalue().partition("Round ")
    assert above.count(" points") == 5 and "T1  " in above and "T5  " in above
    assert len(near.splitlines()) <= 12
    assert " on offer, " in near and " points" not in near


def test_the_same_view_is_drawn_the_same():
    assert drawn(random_state(50), 1) == drawn(random_state(50), 1)
