"""Ledger section 10 over random games: seats, seeds and options drawn by hypothesis."""

from __future__ import annotations

import random

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import mesozoic
from mesozoic.games.clades import rules_moves as terms
from mesozoic.games.clades.cards import FACES, NAMES, is_triple
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.state import Moves

from .helpers import GAME, HOST, false_call, true_calls

quick = settings(max_examples=30, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))

table_options = st.fixed_dictionaries(
    {},
    optional={
        "deck": st.sampled_from(["full", "threes"]),
        "personal": st.integers(0, 3),
        "victory_break": st.booleans(),
        "false_call_penalty": st.booleans(),
        "open_hand": st.sampled_from(["off", "open", "switch"]),
        "combined": st.sampled_from(["none", "standard", "genius"]),
        "grid_size": st.sampled_from([7, 12]),
    },
)


def started(players, seed, options):
    try:
        return GAME.start(players, seed=seed, options=options)
    except BadOptions:
        assume(False)


def some_move(state, seat, rng):
    """True calls half of the time, otherwise anything."""
    if seat != HOST and state.can_call(seat):
        calls = true_calls(state, seat)
        if calls and rng.random() < 0.5:
            return rng.choice(calls)
    return GAME.text(state.random_move(seat, mesozoic.seeded(rng.random()), Moves()))


def walk(state, seed, steps=250):
    """Random play that finds some triples; yields before and after every move."""
    rng = random.Random(seed)
    now = 0
    for _ in range(steps):
        if not state.to_move:
            return
        seat = rng.choice(state.to_move)
        before = state.clone()
        now += rng.randrange(2000)
        state.play(seat, some_move(state, seat, rng), now)
        yield before, state


@quick
@given(st.integers(2, 8), st.integers(0, 999), table_options)
def test_the_invariants_hold_in_every_game(players, seed, options):
    state = started(players, seed, options)
    for _, after in walk(state, seed):
        GAME.check_invariants(after)


@quick
@given(st.integers(2, 6), st.integers(0, 999), table_options)
def test_piles_fall_only_by_penalties_and_the_deck_never_grows(players, seed, options):
    state = started(players, seed, options)
    for before, after in walk(state, seed):
        assert after.deck_count() <= before.deck_count()
        for seat in range(players):
            fallen = before.counted(seat, terms.CARDS) - after.counted(seat, terms.CARDS)
            paid = after.counted(seat, terms.PAID) - before.counted(seat, terms.PAID)
            assert fallen <= 0 or (fallen == 1 and paid == 1)


@quick
@given(st.integers(2, 5), st.integers(0, 999), table_options)
def test_calls_depend_on_names_of_usable_cards_alone(players, seed, options):
    state = started(players, seed, options)
    for number, (_, after) in enumerate(walk(state, seed, 60)):
        for seat in range(players):
            other = after.imagine(seat, mesozoic.seeded(number))
            assert other.codes(seat) == after.codes(seat) and other.view(seat) == after.view(seat)


@quick
@given(st.integers(1, 8), st.integers(0, 999))
def test_any_random_play_ends(players, seed):
    state = GAME.prepare(players).shuffle(mesozoic.seeded(seed))
    out, rng = Moves(), mesozoic.seeded(seed, "moves")
    cards = len(state.variant.cards)
    stalls = scores = 0
    while (seat := state.turn()) != -2:
        move = state.random_move(seat, rng, out)
        scored = sum(int(state.counted(one, terms.TRIPLES)) for one in range(players))
        state.apply(seat, move)
        stalls += move in (terms.STALL_TIMER, terms.STALL_MAJORITY)
        scores += sum(int(state.counted(one, terms.TRIPLES)) for one in range(players)) - scored
    assert scores <= cards // 3 and stalls <= cards + 2


@quick
@given(st.lists(st.integers(0, 80), min_size=3, max_size=3, unique=True), st.permutations(range(3)), st.data())
def test_a_triple_stays_one_however_it_is_named(cards, order, data):
    """Symmetric, closed under permuting cards, unchanged by renaming the types of a quality."""
    assert is_triple(*cards) == is_triple(*[cards[at] for at in order])
    quality = data.draw(st.integers(0, 3))
    names = data.draw(st.permutations(range(3)))
    unit = (27, 9, 3, 1)[quality]

    def renamed(card):
        kind = card // unit % 3
        return card + (names[kind] - kind) * unit

    assert is_triple(*[renamed(card) for card in cards]) == is_triple(*cards)
    assert len(NAMES) == 2 * FACES + 4


@quick
@given(st.integers(1, 5), st.integers(0, 99), st.sampled_from(["off", "open", "switch"]), st.integers(0, 3))
def test_a_random_move_is_the_one_that_the_list_has_there(players, seed, open_hand, personal):
    """With open cards of others, with a card to give, and alone without what was refuted (CL-48, CL-R16, CL-R40)."""
    alone = {"mode": "casual"}
    state = started(players, seed, {"open_hand": open_hand, "personal": personal} if players > 1 else alone)
    for number, (_, after) in enumerate(walk(state, seed, 80)):
        for seat in after.to_move:
            codes = after.codes(seat)
            drawn = after.random_move(seat, mesozoic.seeded(number), Moves())
            assert drawn == codes[mesozoic.seeded(number).below(len(codes))]
            assert after.is_legal(seat, drawn)


@quick
@given(st.integers(0, 99))
def test_a_locked_seat_is_refused_its_calls(seed):
    state = GAME.start(2, seed=seed)
    state.play(HOST, "reveal")
    state.play(HOST, "start")
    move = false_call(state, 0)
    state.play(0, move)
    assert not state.is_legal(0, GAME.parse(move)) and state.moves(0) == ["none"]
