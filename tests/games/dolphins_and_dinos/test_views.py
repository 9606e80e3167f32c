"""What each seat may see: DD-R4, DD-R24, DD-R33, sections 2 and 5; neither order nor seats matter."""

from __future__ import annotations

import itertools

import pytest
from msgspec.structs import replace

from mesozoic import IllegalMove

from .helpers import (
    GAME,
    choose,
    features,
    finished,
    idle,
    lap,
    money,
    museum,
    numbers,
    place,
    play_round,
    restart,
    squares,
    start,
    told,
    with_money,
)

# --- Open sheets --------------------------------------------------------------------------------------------


def test_open_sheets_show_card_square_and_number_after_the_reveal():
    """DD-R33: to rivals and spectators alike."""
    state = start(3, "R 7 9")
    choose(state, "R(10)@b2", "7@a1", "C@c3")
    for reader in (0, 1, 2, None):
        seats = state.view(reader).seats
        assert [seat.museum.index(text) for seat, text in zip(seats, ("(10)", "7", "C"), strict=True)] == [4, 0, 8]
        (line,) = seats[0].lines
        assert (line.item, line.square, line.number, line.income) == ("R", "b2", 10, 5)


def test_open_sheets_show_the_feature_after_the_feature_step():
    """DD-R33: with its fee."""
    state = start(2, "3 7 9")
    play_round(state, "7@a1", "3@a1", P1="L")
    for reader in (0, 1, None):
        (line,) = state.view(reader).seats[0].lines
        assert (line.drew_feature, line.feature, line.fee, line.paid) == (True, "L", 1, 4)
        assert state.view(reader).seats[0].museum[0] == "7L"
        assert [seat.features for seat in state.view(reader).seats] == [1, 0]


# --- Closed sheets ------------------------------------------------------------------------------------------


def closed_game():
    state = start(3, "R 7 9 | 4 5 6", sheets="closed")
    choose(state, "R(10)@b2", "9@a1", "7@c3")
    features(state, P2="A", P3="W")
    return state


def test_closed_sheets_hide_square_number_and_feature_from_the_others():
    """DD-R33: but not the card, the dollars, whether a feature was drawn and its fee."""
    state = closed_game()
    for reader in (1, None):
        owner = state.view(reader).seats[0]
        (line,) = owner.lines
        assert (owner.museum, owner.halls) == (None, None)
        assert (line.item, line.income, line.unpaid) == ("R", 5, False)
        assert (line.square, line.number, line.feature) == (None, None, None)
    for reader in (0, 2, None):
        owner = state.view(reader).seats[1]
        (line,) = owner.lines
        assert (line.item, line.paid, line.drew_feature, line.fee) == ("9", 5, True, 1)
        assert (line.square, line.feature) == (None, None)
        assert owner.features == 1


def test_closed_sheets_show_that_a_pick_was_not_paid():
    """DD-R33: unpaid or not is public."""
    state = with_money(start(2, "9 7 5", sheets="closed"), 4, 48)
    choose(state, "9@a1", "C@a1")
    (line,) = state.view(1).seats[0].lines
    assert (line.item, line.unpaid, line.paid, line.square) == ("9", True, 0, None)


def test_the_owner_reads_the_own_closed_sheet():
    """DD-R33: all of it."""
    state = closed_game()
    assert museum(state, 0) == {"b2": "(10)"}
    assert museum(state, 1) == {"a1": "9A"}
    (line,) = state.view(1).seats[1].lines
    assert (line.square, line.feature) == ("a1", "A")
    assert state.view(1).seats[1].halls is not None


@pytest.mark.parametrize("sheets", ["open", "closed"])
def test_money_is_public_either_way(sheets):
    """DD-R33: to everybody."""
    state = start(3, "R 7 9 | 4 5 6", sheets=sheets)
    lap(state, "R(10)", "9", "7", P2="A")
    for reader in (0, 1, 2, None):
        assert [seat.money for seat in state.view(reader).seats] == [51 + 5, 51 - 5 - 1, 51 - 4]


def test_closed_sheets_are_opened_at_the_end():
    """DD-R33: all is public then."""
    state = idle(closed_game(), 10)
    views = [state.view(reader) for reader in (0, 1, 2, None)]
    for view in views:
        assert [seat.museum for seat in view.seats] == [seat.museum for seat in views[0].seats]
        assert view.seats[1].museum[0] == "9A"
        assert view.seats[0].lines[0].number == 10


def test_closed_events_keep_the_secret():
    """DD-R33: everybody hears of every choice once, only the owner hears where."""
    state = start(2, "R 7 9", sheets="closed")
    events = choose(state, "R(10)@b2", "7@c3")
    assert told(events, 0, {"revealed"}) == [("revealed", 0, "R", 10, "b2"), ("revealed", 1, 7, None, None)]
    assert told(events, 1, {"revealed"}) == [("revealed", 0, "R", None, None), ("revealed", 1, 7, None, "c3")]
    assert told(events, None, {"revealed"}) == [("revealed", 0, "R", None, None), ("revealed", 1, 7, None, None)]
    assert told(events, 1, {"received"}) == told(events, None, {"received"}) == [("received", 0, 5)]
    events = features(state, P2="A")
    assert told(events, 1, {"featured"}) == [("featured", 1, True, "ancient", 0)]
    assert told(events, 0, {"featured"}) == told(events, None, {"featured"}) == [("featured", 1, True, None, 0)]


def test_closed_sheets_that_differ_only_in_secret_look_the_same():
    """DD-R33: another square, another number of the same income, another feature of the same fee."""
    one, other = (start(2, "R 7 9 | 4 5 6", sheets="closed") for _ in range(2))
    told_one = choose(one, "R(8)@b2", "7@a1") + features(one) + play_round(one, "6@b1", "5@a2", P1="W")
    told_other = choose(other, "R(9)@a1", "7@a1") + features(other) + play_round(other, "6@a2", "5@a2", P1="L")
    assert one.view(1) == other.view(1)
    assert one.view(None) == other.view(None)
    assert told(told_one, 1) == told(told_other, 1)
    assert told(told_one, None) == told(told_other, None)
    assert one.view(0) != other.view(0)


def test_in_a_closed_solo_game_the_player_sees_everything():
    """DD-R33: there is nobody to hide from but spectators."""
    state = start(1, "3 7 9", sheets="closed")
    lap(state, "3", P1="W")
    assert museum(state, 0) == {"a1": "3W"}
    assert state.view(None).seats[0].museum is None


# --- Sealed choices -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("sheets", ["open", "closed"])
def test_a_pending_choice_changes_no_other_view(sheets):
    """DD-09, section 10: until it is committed nothing is seen; then only that it is."""
    state = start(3, "R 7 9", sheets=sheets)
    before = {reader: state.view(reader) for reader in (1, 2, None)}
    for step in ("R", "(10)"):
        state.play(0, step)
        assert {reader: state.view(reader) for reader in (1, 2, None)} == before
    state.play(0, "@b2")
    rival = start(3, "R 7 9", sheets=sheets)
    rival.play(0, "C@a1")
    for reader in (1, 2, None):
        assert state.view(reader) == rival.view(reader)
        assert [seat.to_decide for seat in state.view(reader).seats] == [False, True, True]
        changed = replace(before[reader].seats[0], to_decide=False)
        assert state.view(reader).seats == (changed, *before[reader].seats[1:])


def test_a_seat_sees_its_own_choice_as_far_as_it_is_made():
    """DD-09: step by step."""
    state = start(2, "R 7 9")
    seen = [state.view(0).choice]
    for step in ("R", "(10)", "@b2"):
        state.play(0, step)
        seen.append(state.view(0).choice)
    assert seen == ["", "R", "R(10)", "R(10)@b2"]


def test_steps_of_a_choice_are_told_to_nobody():
    """DD-17: pick and number cause no event; the commitment tells only who."""
    state = start(2, "R 7 9")
    assert [state.play(0, "R"), state.play(0, "(10)")] == [[], []]
    events = state.play(0, "@b2")
    for reader in (0, 1, None):
        assert told(events, reader) == [("chose", 0)]


@pytest.mark.parametrize("sheets", ["open", "closed"])
def test_a_sealed_feature_changes_no_other_view(sheets):
    """DD-R24: neither mark nor fee nor the number of features."""
    views = {}
    for mark in ("none", "W", "L"):
        state = start(3, "3 10 9", sheets=sheets)
        choose(state, "10@b2", "3@a1", "9@a1")
        assert told(state.play(0, mark)) == [("decided", 0)]
        views[mark] = [state.view(reader) for reader in (1, 2, None)]
        assert state.view(0).seats[0].features == (mark != "none")
    assert views["none"] == views["W"] == views["L"]


def test_who_has_a_feature_to_decide_is_public():
    """DD-31, section 5: it follows from public facts."""
    state = with_money(start(3, "3 10 9"), 5, 51, 51)
    choose(state, "10@b2", "3@a1", "C@a1")
    assert money(state)[0] == 0
    for reader in (0, 1, 2, None):
        assert [seat.to_decide for seat in state.view(reader).seats] == [False, True, False]
        assert state.view(reader).free_item == "3"


# --- Cards that nobody has seen -----------------------------------------------------------------------------


def test_no_view_depends_on_undealt_cards():
    """DD-R4, section 10: other hidden card, other order, same face-up columns."""
    one = start(2, "1 2 3 | 4 5 6 | 7 8 9 | 10 11 15 | 13 14 R", hidden=12)
    other = start(2, "1 2 3 | 4 5 6 | R 12 15 | 14 13 9 | 8 10 7", hidden=11)
    for reader in (0, 1, None):
        assert one.view(reader) == other.view(reader)
        assert (one.moves(0), one.moves(1)) == (other.moves(0), other.moves(1))


def test_the_next_column_is_seen_a_round_ahead():
    """DD-04: T2 lies face up in round 1, T3 does not."""
    view = start(2, "1 2 3 | 4 5 6 | 7 8 9").view(None)
    assert [column.active for column in view.columns] == [True, False]
    assert "7" not in [card.item for column in view.columns for card in column.cards]


def test_spectators_have_no_choice_and_no_barred_cards():
    """DD-11: what is barred depends on the reader's own array."""
    state = start(2, "5 7 9")
    lap(state, "5", "7")
    barred = {reader: [card.barred for card in state.view(reader).columns[0].cards] for reader in (0, 1, None)}
    assert barred == {0: [True, False, False], 1: [False, True, False], None: [False, False, False]}
    assert state.view(None).choice == ""
    assert state.view(None).seat is None


@pytest.mark.parametrize("seat", [2, -1, 99])
def test_there_is_no_view_for_a_seat_that_is_not_there(seat):
    with pytest.raises(IllegalMove, match="no seat"):
        start(2).view(seat)


def test_the_result_is_seen_by_everybody_at_the_end():
    """DD-34: and by nobody before."""
    state = idle(start(2), 9)
    assert [state.view(reader).result for reader in (0, 1, None)] == [None] * 3
    idle(state, 10)
    assert [state.view(reader).result for reader in (0, 1, None)] == [state.result] * 3


# --- Neither order nor seats matter -------------------------------------------------------------------------

CHOICES = ("15@c3", "15@b2", "R(7)@a1")


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_the_order_of_commitment_does_not_matter(order):
    """DD-17, section 5: same position, same events after the reveal."""
    usual, state = start(3, "15 R 9"), start(3, "15 R 9")
    usual_events = choose(usual, *CHOICES)
    events = []
    for seat in order:
        events += state.play(seat, CHOICES[seat])
    assert state.position() == usual.position()
    assert told(events)[3:] == told(usual_events)[3:]


def test_steps_of_several_seats_may_be_mixed():
    """DD-17: everybody thinks at the same time."""
    usual, state = start(3, "15 R 9"), start(3, "15 R 9")
    choose(usual, *CHOICES)
    for seat, step in [(2, "R"), (0, "15"), (1, "15"), (2, "(7)"), (1, "@b2"), (2, "@a1"), (0, "@c3")]:
        state.play(seat, step)
    assert state.position() == usual.position()


def test_the_order_of_feature_decisions_does_not_matter():
    """DD-R24: nor who hears of them first."""
    positions = []
    for order in itertools.permutations(range(3)):
        state = start(3, "3 7 9")
        choose(state, "7@a1", "9@b2", "3@c3")
        for seat in order:
            state.play(seat, ("L", "A", "W")[seat])
        positions.append(state.position())
    assert all(position == positions[0] for position in positions)


def test_renaming_the_seats_renames_the_result():
    """Section 10: seat symmetry, in the middle and at the end."""
    arrays = ("C C C / C C C / 4W C 10", "C C C / C C C / 4 C 10", "C C C / C C C / C C 10L")
    purses = (3, 3, 1)
    usual = finished(*arrays, purses=list(purses), deck="4 10 12").result
    for order in itertools.permutations(range(3)):
        result = finished(*[arrays[at] for at in order], purses=[purses[at] for at in order], deck="4 10 12").result
        assert result.scores == tuple(usual.scores[at] for at in order)
        assert result.places == tuple(usual.places[at] for at in order)
        assert result.details == tuple(usual.details[at] for at in order)


def test_a_view_is_the_same_after_a_round_trip_of_the_position():
    """Section 2: nothing that is seen lies outside the position."""
    state = start(3, "15 R 9", sheets="closed")
    choose(state, *CHOICES[:2])
    again = restart(state, lambda position: None)
    for reader in (0, 1, 2, None):
        assert again.view(reader) == state.view(reader)
    GAME.check_invariants(again)


# --- What a choice would do -----------------------------------------------------------------------------------


def placing(state, item, square, seat=0):
    (found,) = [one for one in state.view(seat).plan.placings if (one.item, one.square) == (item, square)]
    return found


def test_the_plan_lists_squares_and_numbers_as_the_moves_do():
    """DD-13, DD-14: what may be chosen later in the round is known from its beginning."""
    state = start(2, "R 7 9 | 4 5 6")
    lap(state, "7", "9")
    for seat in (0, 1):
        assert ["@" + square for square in state.view(seat).plan.squares] == squares(state, seat)
        assert state.view(seat).plan.numbers == ()
    state = start(2, "4 5 6 | R 7 9")
    lap(state, "4", "6")
    for seat in (0, 1):
        plan = state.view(seat).plan
        assert [one.number for one in plan.numbers] == numbers(state, seat)
        assert [one.income for one in plan.numbers] == [number // 2 for number in numbers(state, seat)]


def test_the_plan_says_what_a_placing_does_to_its_two_halls():
    """DD-35 to DD-37: points gained, halls broken."""
    state = start(2, "5 7 9 | 4 8 12")
    play_round(state, "7@b2", "C@a1")
    up = placing(state, "8", "b3")
    assert (up.gain, up.breaks) == (16, ())
    assert [(hall.name, hall.points) for hall in up.halls] == [("r3", 8), ("cb", 15)]
    wrong = placing(state, "12", "a2")
    assert (wrong.gain, wrong.breaks) == (12 - 7, ("r2",))
    assert [(hall.name, hall.ascending, hall.points) for hall in wrong.halls] == [("r2", False, 0), ("ca", True, 12)]


def test_a_card_that_is_too_dear_gains_nothing():
    """DD-21: it would become a corridor, whatever its number."""
    state = with_money(start(2, "5 7 9"), 0, 50)
    dear = [card.item for column in state.view(0).columns for card in column.cards if card.covered == 0]
    assert "9" in dear
    assert not {one.item for one in state.view(0).plan.placings} & set(dear)
    assert {one.item for one in state.view(1).plan.placings} >= {"5", "7", "9"}


def test_the_plan_says_what_a_numbered_restaurant_does():
    """DD-35, DD-36: it must fit and scores nothing."""
    state = start(2, "5 7 9 | R 8 12")
    play_round(state, "7@b2", "C@a1")
    assert placing(state, "(6)", "a2").gain == 0
    assert (placing(state, "(8)", "a2").gain, placing(state, "(8)", "a2").breaks) == (-7, ("r2",))


def test_the_plan_agrees_with_what_happens():
    """DD-36: for every exhibit on offer and every square."""
    state = start(2, "5 7 9 | 4 8 12 | 1 2 3")
    play_round(state, "7@b2", "C@a1")
    play_round(state, "8@c2", "C@b1")
    now = state.view(0).seats[0].points
    for one in state.view(0).plan.placings:
        trial = state.clone()
        trial.play(0, f"{one.item}@{one.square}")
        place(trial, 1, "C")
        after = trial.view(0).seats[0]
        assert after.points == now + one.gain
        assert set(one.halls) <= set(after.halls)


def test_there_is_a_plan_only_for_a_seat_that_chooses():
    """Section 5: and it narrows as the choice is made."""
    state = start(2, "R 7 9")
    assert state.view(None).plan is None
    state.play(0, "R")
    assert {one.item for one in state.view(0).plan.placings} == {f"({number})" for number in range(1, 16)}
    state.play(0, "(10)")
    assert {one.item for one in state.view(0).plan.placings} == {"(10)"}
    state.play(0, "@b2")
    assert state.view(0).plan is None
    place(state, 1, "7")
    assert (state.view(1).plan, state.view(0).marks) == (None, ())


def test_the_marks_say_fee_and_bonus():
    """DD-30, DD-38: the third mark completes a themed hall."""
    state = start(2, "4 5 9 | 6 3 12 | 10 1 2")
    play_round(state, "4@a1", "9@a1", P1="L")
    play_round(state, "6@b1", "3@b1", P1="L")
    choose(state, "10@c1", "1@c1")
    assert [(one.feature, one.fee, one.bonus) for one in state.view(0).marks] == [("W", 1, 0), ("L", 1, 10)]
    assert state.view(None).marks == ()


def test_a_hall_says_which_theme_it_may_still_get():
    """DD-38: the mark of all that stands in it, if it rises."""
    state = start(2, "4 5 9 | 6 3 12 | 10 1 2")
    play_round(state, "4@a1", "9@a1", P1="L")
    play_round(state, "6@b1", "3@b1", P1="L", P2="A")
    halls = {hall.name: (hall.theme, hall.marked) for hall in state.view(0).seats[0].halls}
    assert (halls["r1"], halls["ca"], halls["r2"]) == (("L", 2), ("L", 1), ("", 0))
    assert {hall.theme for hall in state.view(0).seats[1].halls if hall.name == "r1"} == {""}


def test_prices_for_every_number_of_pickers():
    """DD-19, DD-X4, DD-R7: and for how many of them the own money does."""
    state = with_money(start(4, "15 13 7"), 12, 54, 7, 3)
    cards = {card.item: card for card in state.view(0).columns[0].cards}
    assert (cards["15"].prices, cards["15"].covered) == ((10, 12, 14, 16), 2)
    assert (cards["13"].prices, cards["7"].prices) == ((8, 9, 10, 11), (4,))
    assert [[card.covered for card in state.view(seat).columns[0].cards] for seat in (1, 2, 3)] == [
        [4, 4, 1],
        [0, 0, 1],
        [0, 0, 0],
    ]
    assert {card.covered for card in state.view(None).columns[0].cards} == {None}


@pytest.mark.parametrize(("option", "others"), [("chosen", "unless lower"), ("offered", "never")])
def test_whether_a_feature_would_be_free(option, others):
    """DD-30, DD-R21: of the cards on offer only."""
    state = start(2, "7 3 9 | 1 2 4", free_feature=option)
    first, second = state.view(0).columns
    assert [card.feature for card in first.cards] == [others, "always", others]
    assert {card.feature for card in second.cards} == {""}


def test_points_and_money_bonus_as_they_stand():
    """DD-39, DD-40: if the game ended now; a closed sheet keeps its points to itself."""
    state = start(3, "9 4 1", sheets="closed")
    lap(state, "9", "4", "4")
    assert [seat.points for seat in state.view(0).seats] == [18, None, None]
    assert [seat.money_bonus for seat in state.view(0).seats] == [0, 3, 3]


def test_the_path_over_the_columns():
    """DD-07."""
    assert start(2).view(None).path == ((1,), (2,), (3,), (4,), (5,), (5,), (4,), (3,), (1, 2))
