"""What holds in every game: the invariants of section 10, on random games and random museums."""

from __future__ import annotations

import functools
import itertools
import random
import re

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from mesozoic import seeded
from mesozoic.games.dolphins_and_dinos import rules_scoring

from .helpers import (
    GAME,
    HALLS,
    IDLE,
    SQUARES,
    array_text,
    finished,
    money,
    museum,
    play_museum,
    read_array,
    removed,
    restart,
    sheet_score,
    start,
    told,
)
from .reference import HAS, Ledger, hall_points, money_bonus

BEST_ARRAY = {1: 233, 2: 215, 3: 224, 4: 233, 5: 239, 6: 239}


def few(examples, shrink=False):
    """So many examples, always the same ones; a seed is no simpler for being smaller."""
    phases = [Phase.generate, Phase.shrink] if shrink else [Phase.generate]
    return settings(max_examples=examples, phases=phases, deadline=None, derandomize=True, database=None)


SEEDS = st.integers(0, 2**32)
PLAYERS = st.integers(1, 6)
SHEETS = st.sampled_from(["open", "closed"])
FREE = st.sampled_from(["chosen", "offered"])


def wander(state, rng):
    """Play on at random, with a liking for dear exhibits, so that money runs out and cards leave."""
    while not state.is_over:
        seat = rng.choice(state.to_move)
        moves = state.moves(seat)
        move = rng.choice(moves)
        if moves[-1] == "C" and rng.random() < 0.6:
            move = max(moves, key=lambda item: int(item) if item.isdecimal() else 0)
        yield seat, move, state.play(seat, move)


def wandered(players, seed, steps=None, **options):
    """A game after so many random steps (None: at its end), and the dice it was played with."""
    rng = random.Random(seed)
    state = GAME.start(players, seed=seed, options=options)
    for _ in itertools.islice(wander(state, rng), steps):
        pass
    return state, rng


# --- Every state keeps the laws -----------------------------------------------------------------------------


@few(16)
@given(players=PLAYERS, seed=SEEDS, sheets=SHEETS, free=FREE)
def test_every_state_keeps_the_laws_of_the_game(players, seed, sheets, free):
    """Section 10: cards, squares, values, money, features, removal, and something to do for everybody who must."""
    rng = random.Random(seed)
    state = GAME.start(players, seed=seed, options={"sheets": sheets, "free_feature": free})
    first_money = money(state)
    gone, in_play = set(), [0] * players
    number = 1
    GAME.check_invariants(state)
    for seat, move, events in wander(state, rng):
        GAME.check_invariants(state)
        view = state.view(None)
        assert gone <= removed(state) <= {"13", "14", "15"}, "removed cards stay removed"
        assert view.deck_count == {1: 9, 2: 6, 3: 3}.get(view.round, 0)
        for event in told(events, kinds={"paid"}):
            assert str(event[2]) not in gone, "nobody places a card in a round after its removal"
        if view.round != number:
            number = view.round
            for owner in range(players):
                in_play[owner] = len(museum(state, owner))
                assert in_play[owner] == number - 1
        gone = removed(state)
        for waiting in state.to_move:
            moves = state.moves(waiting)
            assert moves
            assert len(set(moves)) == len(moves)
            if view.phase == "choose" and not state.view(waiting).choice:
                assert moves[-1] == "C"
                assert len(moves) <= 7
        assert all(0 <= purse <= first + 14 for purse, first in zip(money(state), first_money, strict=True))
        assert seat in range(players)
        assert move
    assert [len(museum(state, seat)) for seat in range(players)] == [9] * players


@few(12)
@given(seed=SEEDS)
def test_in_a_game_of_two_a_dear_exhibit_is_placed_in_one_round_only(seed):
    """DD-R15, section 10: each of 13, 14, 15."""
    rng = random.Random(seed)
    state = GAME.start(2, seed=seed)
    rounds = {13: set(), 14: set(), 15: set()}
    number = 1
    for _, _, events in wander(state, rng):
        for event in told(events, kinds={"paid"}):
            if event[2] in rounds:
                rounds[event[2]].add(number)
        number = state.view(None).round
    assert all(len(found) <= 1 for found in rounds.values())


@few(30)
@given(players=PLAYERS, seed=SEEDS)
def test_how_many_decisions_a_game_has(players, seed):
    """Section 10: 9N picks, 9N squares, at most 9N features and 2N numbers."""
    state, _ = wandered(players, seed)
    moves = [played.move for played in state.history]
    picks = [move for move in moves if re.fullmatch("[0-9]+|R|C", move)]
    squares = [move for move in moves if move.startswith("@")]
    numbers = [move for move in moves if move.startswith("(")]
    features = [move for move in moves if move in ("none", "W", "A", "L")]
    assert len(picks) == len(squares) == 9 * players
    assert len(features) <= 9 * players
    assert len(numbers) <= (2 * players if players > 1 else 0)
    assert len(picks) + len(squares) + len(numbers) + len(features) == len(moves) <= GAME.longest(state.setup)


@few(20)
@given(players=PLAYERS, seed=SEEDS)
def test_scores_stay_below_the_maxima(players, seed):
    """Section 10: array score, money bonus and total."""
    state, _ = wandered(players, seed)
    low, high = GAME.score_bounds(state.setup)
    for sheet in state.result.details:
        assert 0 <= sum(sheet.halls) + sum(sheet.bonuses) <= BEST_ARRAY[players]
        assert 0 <= sheet.money_bonus <= 2 * (players - 1)
        assert low <= sheet.total <= high == BEST_ARRAY[players] + 2 * (players - 1)
        assert sheet.total == sum(sheet.halls) + sum(sheet.bonuses) + sheet.money_bonus


@pytest.mark.parametrize(
    ("players", "array"),
    [
        (2, "12W 13A 14L / 8W 9A 11L / 4W 7A 10L"),
        (3, "11L 14L 15A / 8L 10L 12A / 6L 7L 9A"),
        (4, "12W 14L 15A / 10W 11L 13A / 4W 8L 9A"),
        (5, "12W 14L 15A / 10W 11L 13A / 7W 8L 9A"),
    ],
)
def test_the_maxima_can_be_reached(players, array):
    """Section 10: 215, 224, 233, 239: every dollar but one or none is spent for it."""
    state, _ = play_museum(array, players)
    sheet = state.result.details[0]
    assert sum(sheet.halls) + sum(sheet.bonuses) == BEST_ARRAY[players]
    assert sheet.money == (1 if players == 5 else 0)


# --- The engine against a plain reading of the ledger -------------------------------------------------------


@few(40)
@given(players=PLAYERS, seed=SEEDS, free=FREE)
def test_the_engine_plays_like_the_ledger(players, seed, free):
    """DD-07 to DD-39: offers, legal moves, money, arrays, removal, fees and scores agree, rich or poor."""
    rng = random.Random(seed)
    state = GAME.start(players, seed=seed, options={"free_feature": free})
    purses = [rng.choice([0, 3, 8, 15, 25, 40, 60]) for _ in range(players)]

    def change(position):
        for seat, purse in zip(position["seats"], purses, strict=True):
            seat["money"] = purse

    state = restart(state, change)
    book = Ledger(players, state.position()["deck"], purses, free)
    while not state.is_over:
        choices = [choose_by_the_book(state, book, seat, rng) for seat in range(players)]
        order = rng.sample(range(players), players)
        for seat in order:
            item, number, square = choices[seat]
            state.play(seat, f"{item}{f'({number})' if item == 'R' else ''}@{square}")
        fees = book.settle(choices)
        asked = tuple(seat for seat in range(players) if fees[seat] is not None)
        marks = {}
        if asked:
            assert state.to_move == asked
            assert state.view(None).phase == "features"
        for seat in asked:
            assert state.moves(seat) == ["none", *HAS[book.placed[seat]]]
            marks[seat] = rng.choice(state.moves(seat))
            state.play(seat, marks[seat])
        book.draw(choices, fees, marks)
        assert money(state) == book.money
        assert removed(state) == book.removed
        assert [museum(state, seat) for seat in range(players)] == [
            {square: array[square] for square in SQUARES if square in array} for array in book.arrays
        ]
    assert book.round == 10
    assert list(state.result.scores) == book.totals()


def choose_by_the_book(state, book, seat, rng):
    """A choice that the ledger allows, after comparing all that it and the engine allow."""
    trial = state.clone()
    assert trial.moves(seat) == book.picks(seat)
    item = max(book.picks(seat), key=lambda one: (rng.random() < 0.6, len(one), one)) if rng.random() < 0.5 else None
    item = item or rng.choice(book.picks(seat))
    trial.play(seat, item)
    number = None
    if item == "R":
        assert trial.moves(seat) == [f"({value})" for value in book.numbers(seat)]
        number = rng.choice(book.numbers(seat))
        trial.play(seat, f"({number})")
    assert trial.moves(seat) == [f"@{square}" for square in book.squares(seat)]
    return item, number, rng.choice(book.squares(seat))


# --- Museums ------------------------------------------------------------------------------------------------


@st.composite
def museums(draw):
    """Any museum at all: exhibits with or without a mark, at most two restaurants, corridors."""
    values = draw(st.permutations(range(1, 16)))
    contents, restaurants = [], 0
    for value in values[:9]:
        kind = draw(st.sampled_from("EEEEEERC"))
        if kind == "R" and restaurants < 2:
            restaurants += 1
            contents.append(f"({value})")
        elif kind == "C":
            contents.append("C")
        else:
            contents.append(f"{value}{draw(st.sampled_from(['', *HAS[value]]))}")
    if draw(st.booleans()):  # rising museums are rare among the others
        contents.sort(key=lambda content: int(re.sub("[^0-9]", "", content) or 0))
    return array_text(dict(zip(SQUARES, contents, strict=True)))


@few(100, shrink=True)
@given(array=museums())
def test_museums_score_as_the_ledger_says(array):
    """DD-35 to DD-38: hall by hall."""
    sheet = sheet_score(array)
    points, bonus = hall_points(read_array(array))
    assert dict(zip(HALLS, sheet.halls, strict=True)) == points
    assert dict(zip(HALLS, sheet.bonuses, strict=True)) == bonus
    assert sheet.features == len(re.findall("[WAL]", array))
    assert sheet.total == sum(points.values()) + sum(bonus.values()) <= 239


@few(30, shrink=True)
@given(array=museums())
def test_a_mirrored_museum_scores_the_same(array):
    """Section 10: files and ranks swapped, rows become columns."""
    wanted = read_array(array)
    mirror = {square: wanted["abc"[int(square[1]) - 1] + str("abc".index(square[0]) + 1)] for square in SQUARES}
    one, other = sheet_score(array), sheet_score(array_text(mirror))
    assert one.total == other.total
    assert one.halls[:3] == other.halls[3:]
    assert one.halls[3:] == other.halls[:3]
    assert one.bonuses == other.bonuses[3:] + other.bonuses[:3]


@few(60, shrink=True)
@given(purses=st.lists(st.integers(0, 6), min_size=2, max_size=6))
def test_money_bonuses_add_up(purses):
    """DD-39, section 10: N(N-1) - z(z-1) points in all, z the number of players without money."""
    found = [sheet.money_bonus for sheet in finished(*[IDLE] * len(purses), purses=purses).result.details]
    assert found == [money_bonus(purses, seat) for seat in range(len(purses))]
    poor = purses.count(0)
    assert sum(found) == len(purses) * (len(purses) - 1) - poor * (poor - 1)
    assert all(0 <= points <= 2 * (len(purses) - 1) for points in found)


def rising_orders(contents, free):
    """The ways to fill the squares from a1 on with these values so that no hall is broken."""
    if not free:
        return [tuple(contents)]
    found = []
    for value in sorted(free):
        squares = vec[i64]([*contents, value] + [0] * (8 - len(contents)))
        if all(rules_scoring.is_ascending(squares, hall) for hall in range(6)):
            found += rising_orders([*contents, value], free - {value})
    return found


def test_42_orders_of_nine_values_make_every_hall_rise():
    """DD-35, section 10: exactly so many, and each of them scores in all six halls."""
    orders = rising_orders([], frozenset(range(1, 10)))
    assert len(orders) == len(set(orders)) == 42
    for order in orders[::6]:
        sheet = sheet_score(array_text(dict(zip(SQUARES, map(str, order), strict=True))))
        assert all(sheet.halls)
        assert sheet.total == 90


def test_29568_connected_ways_to_fill_the_grid():
    """DD-14, section 10: counted with the squares that the engine offers."""

    @functools.cache
    def ways(filled):
        state = start(1)
        for square in filled_in_order(filled):
            state.play(0, f"C@{square}")
        if state.is_over:
            return 1
        state.play(0, "C")
        return sum(ways(filled | {move[1:]}) for move in state.moves(0))

    assert ways(frozenset()) == 29568


def filled_in_order(filled):
    """These squares in an order in which they touch each other."""
    done = []
    left = sorted(filled)
    while left:
        square = next(one for one in left if not done or Ledger.touches(one, done))
        done.append(square)
        left.remove(square)
    return done


# --- Secrets ------------------------------------------------------------------------------------------------


@few(60)
@given(players=st.integers(2, 5), seed=SEEDS, steps=st.integers(0, 60), sheets=SHEETS)
def test_no_view_shows_a_pending_decision_of_another_seat(players, seed, steps, sheets):
    """Section 10: two different decisions of one seat look the same to all others, while somebody else must decide."""
    state, rng = wandered(players, seed, steps, sheets=sheets)
    if len(state.to_move) < 2:
        return
    seat = rng.choice(state.to_move)
    one, other = decided(state, seat, rng), decided(state, seat, rng)
    for reader in [*range(players), None]:
        if reader != seat:
            assert one.view(reader) == other.view(reader)
    if state.view(None).phase == "choose" and len(state.moves(seat)) and not state.view(seat).choice:
        begun = state.clone()
        begun.play(seat, rng.choice(begun.moves(seat)))
        for reader in [*range(players), None]:
            if reader != seat:
                assert begun.view(reader) == state.view(reader)


def decided(state, seat, rng):
    """A copy in which the seat has come to a decision."""
    copy = state.clone()
    while seat in copy.to_move:
        copy.play(seat, rng.choice(copy.moves(seat)))
    return copy


@few(60)
@given(players=PLAYERS, seed=SEEDS, steps=st.integers(0, 40))
def test_no_view_depends_on_cards_that_nobody_has_seen(players, seed, steps):
    """Section 10: the undealt cards and the hidden one exchanged."""
    state, rng = wandered(players, seed, steps)
    undealt = state.view(None).deck_count

    def exchange(position):
        deck = position["deck"]
        unseen = deck[15 - undealt :]
        if undealt and "hidden" in position:
            low = [card for card in [*unseen, position["hidden"]] if card != "R" and card <= 12]
            hidden = rng.choice(low)
            unseen = [card for card in [*unseen, position["hidden"]] if card != hidden]
            position["hidden"] = hidden
        rng.shuffle(unseen)
        position["deck"] = deck[: 15 - undealt] + unseen

    other = restart(state, exchange)
    for reader in [*range(players), None]:
        assert other.view(reader) == state.view(reader)
    for seat in range(players):
        assert other.moves(seat) == state.moves(seat)


@few(60)
@given(players=PLAYERS, seed=SEEDS, steps=st.integers(0, 120), sheets=SHEETS)
def test_imagined_games_look_the_same_and_keep_the_laws(players, seed, steps, sheets):
    """What a seat cannot tell from the real game, it cannot tell."""
    state, _ = wandered(players, seed, steps, sheets=sheets)
    for reader in [*range(players), None]:
        imagined = state.imagine(reader, seeded(seed, "imagine"))
        assert imagined.view(reader) == state.view(reader)
        assert imagined.to_move == state.to_move
        GAME.check_invariants(imagined)


# --- Neither order nor seats matter -------------------------------------------------------------------------


@few(30)
@given(players=st.integers(2, 6), seed=SEEDS)
def test_the_order_of_decisions_never_matters(players, seed):
    """Section 10: every seat decides the same, at other moments."""
    state, rng = wandered(players, seed)
    deal = {name: state.position()[name] for name in ("hidden", "deck")}
    again = GAME.start(players, deal=deal)
    left = [[played.move for played in state.history if played.seat == seat] for seat in range(players)]
    while not again.is_over:
        seat = rng.choice(again.to_move)
        again.play(seat, left[seat].pop(0))
    assert again.position() == state.position()
    assert again.result == state.result


@few(30)
@given(players=st.integers(2, 6), seed=SEEDS)
def test_renaming_seats_renames_the_result(players, seed):
    """Section 10: no seat is better than another."""
    state, rng = wandered(players, seed)
    deal = {name: state.position()[name] for name in ("hidden", "deck")}
    renamed = rng.sample(range(players), players)
    again = GAME.start(players, deal=deal)
    for played in state.history:
        again.play(renamed[played.seat], played.move)
    for seat in range(players):
        assert again.position()["seats"][renamed[seat]] == state.position()["seats"][seat]
        assert again.result.scores[renamed[seat]] == state.result.scores[seat]
        assert again.result.places[renamed[seat]] == state.result.places[seat]
    assert set(again.result.winners) == {renamed[seat] for seat in state.result.winners}


@few(30)
@given(players=PLAYERS, seed=SEEDS, steps=st.integers(0, 120), sheets=SHEETS)
def test_positions_hold_everything(players, seed, steps, sheets):
    """Section 2: taken up again, the game looks and goes on the same."""
    state, rng = wandered(players, seed, steps, sheets=sheets)
    again = restart(state, lambda position: None)
    assert again.position() == state.position()
    for reader in [*range(players), None]:
        assert again.view(reader) == state.view(reader)
    for seat, move, _ in wander(state, rng):
        again.play(seat, move)
    assert again.position() == state.position()
    assert again.result == state.result
