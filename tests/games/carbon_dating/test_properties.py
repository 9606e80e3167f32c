"""What holds in every game (section 10 of the ledger), and the engine against the ledger written a second time."""

from __future__ import annotations

import random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from mesozoic import seeded
from mesozoic.games.carbon_dating import invariants
from mesozoic.games.carbon_dating.cards import IDS

from .helpers import GAME, kinds, told, wander
from .reference import Ledger, picture, read


def few(examples):
    """So many examples, always the same ones; a seed is no simpler for being smaller."""
    return settings(max_examples=examples, phases=[Phase.generate], deadline=None, derandomize=True, database=None)


SEEDS = st.integers(0, 2**32)
OPTIONS = st.fixed_dictionaries(
    {
        name: st.booleans()
        for name in ("impatient_customers", "staffing_shortage", "health_and_safety_audit", "vip", "blind_dates")
    }
)


def all_cards(position):
    """Every card of a position, zone by zone."""
    found = [*position["deck"], *position["discard"], *position["aside"], *position["drawn"]]
    if position["step"] == "place":
        found.append(position["played"])
    for card, eaten in map(read, position["table"] + position["satisfied"]):
        found += [card, *eaten]
    return found


@few(120)
@given(SEEDS, OPTIONS)
def test_the_engine_agrees_with_the_ledger(seed, options):
    """CD-05 to CD-47: the same legal moves and the same table after every move, over whole random games."""
    state = GAME.start(1, seed=seed, options=options)
    rng = random.Random(seed)
    ledger = Ledger(state.position())
    while not state.is_over:
        moves = state.moves(0)
        assert set(moves) == ledger.moves()
        move = rng.choice(moves)
        state.play(0, move)
        is_round_over = ledger.apply(move)
        position = state.position()
        if is_round_over:
            compare_draw(ledger, position)
            ledger = Ledger(position)
        assert picture(position) == ledger.picture()


def compare_draw(ledger, position):
    """Between two rounds nothing changes but that cards are drawn, from the deck or from the former discard pile."""
    now = picture(position)
    for zone in ("table", "satisfied", "aside"):
        assert now[zone] == ledger.picture()[zone]
    gone = ledger.discard - now["discard"]
    assert gone in (set(), ledger.discard)
    assert gone <= {*position["drawn"], *position["deck"]}


@few(60)
@given(SEEDS, OPTIONS)
def test_no_card_is_lost_or_doubled(seed, options):
    """Invariant 1."""
    state = GAME.start(1, seed=seed, options=options)
    for _ in wander(state, random.Random(seed)):
        assert sorted(all_cards(state.position())) == sorted(IDS)


@few(60)
@given(SEEDS, OPTIONS)
def test_counts_only_move_one_way(seed, options):
    """Invariants 3, 7 and 11: satisfied grows by twos, rounds and reshuffles never fall, set aside only shrinks."""
    state = GAME.start(1, seed=seed, options=options)
    before = state.position()
    for _ in wander(state, random.Random(seed)):
        after = state.position()
        assert {read(one)[0] for one in before["satisfied"]} <= {read(one)[0] for one in after["satisfied"]}
        assert len(after["satisfied"]) % 2 == 0
        assert before["round"] <= after["round"] <= 60
        assert before["reshuffles_used"] <= after["reshuffles_used"] <= (1 if options["impatient_customers"] else 99)
        assert set(after["aside"]) <= set(before["aside"])
        before = after


@few(60)
@given(SEEDS, OPTIONS)
def test_eaten_cards_travel_with_their_eater(seed, options):
    """Invariants 2 and 6, CD-30 to CD-32: a meal shrinks only when its eater is eaten or discarded."""
    state = GAME.start(1, seed=seed, options=options)
    before = state.position()
    for events in wander(state, random.Random(seed)):
        after = state.position()
        meals = dict(map(read, after["table"] + after["satisfied"]))
        gone = {event.victim for event in events if event.kind == "ate"}
        gone |= {event.card for event in events if event.kind in ("stormed_off", "fled")}
        for card, eaten in map(read, before["table"] + before["satisfied"]):
            assert card in gone or set(eaten) <= set(meals[card])
        for card, eaten in meals.items():
            assert not eaten or card[:3] in ("SPI", "VEL", "ALL", "TYR")
            assert not any(one.startswith("ANK") for one in eaten)
        before = after


@few(60)
@given(SEEDS, OPTIONS)
def test_every_play_ends_and_repeats_no_date(seed, options):
    """Invariant 5, CD-R11: within a play no L-R dates twice, and there are at most n(n-1) dates."""
    state = GAME.start(1, seed=seed, options=options)
    dated = []
    most = 0
    for events in wander(state, random.Random(seed)):
        dated += [(event.left, event.right) for event in events if event.kind == "dated"]
        position = state.position()
        most = max(most, len(position["table"]) + 2)
        assert len(dated) == len(set(dated)) <= most * (most - 1) + 2
        if position["step"] in ("play", "over"):
            assert position["waiting"] == position["dates"] == []
            dated = []


@few(60)
@given(SEEDS, OPTIONS)
def test_the_end_adds_up(seed, options):
    """Invariants 8 and 9, CD-48, CD-49: at the end everybody is a bad review, eaten, satisfied or still aside."""
    state = GAME.start(1, seed=seed, options=options)
    failed = 0
    for events in wander(state, random.Random(seed)):
        if "draw_failed" in kinds(events):
            failed += 1
            assert options["impatient_customers"] or state.position()["discard"] == []
    end = state.position()
    details = state.result.details[0]
    assert details.bad_reviews + details.eaten + len(end["satisfied"]) + len(end["aside"]) == 38
    assert 0 <= details.bad_reviews <= 38
    assert details.rounds == end["round"]
    if details.rounds < 60:
        assert (end["deck"], end["final"], failed) == ([], True, 1)


@few(40)
@given(SEEDS, OPTIONS)
def test_views_hide_the_order_and_the_face_down_card(seed, options):
    """Invariant 10: states that differ only in what nobody has seen give equal views, moves and labels."""
    state = GAME.start(1, seed=seed, options=options)
    rng = random.Random(seed)
    while not state.is_over:
        other = state.imagine(0, seeded(seed, rng.random()))
        assert other.view(0) == state.view(0)
        assert other.moves(0) == state.moves(0)
        for code in state.codes(0):
            assert GAME.words.label(other, 0, code) == GAME.words.label(state, 0, code)
        state.play(0, rng.choice(state.moves(0)))


@few(30)
@given(SEEDS, OPTIONS)
def test_same_seed_same_game(seed, options):
    """Invariant 12."""
    first, second = (GAME.start(1, seed=seed, options=options) for _ in range(2))
    rng = random.Random(seed)
    while not first.is_over:
        move = rng.choice(first.moves(0))
        assert told(first.play(0, move)) == told(second.play(0, move))
    assert first.position() == second.position()


@few(40)
@given(SEEDS, OPTIONS)
def test_any_moment_can_be_stored_and_taken_up(seed, options):
    """A game taken up from its position in the middle of a chain goes on in the same way."""
    state = GAME.start(1, seed=seed, options=options)
    rng = random.Random(seed)
    while not state.is_over:
        twin = GAME.start(1, options=options, position=state.position())
        move = rng.choice(state.moves(0))
        assert twin.moves(0) == state.moves(0)
        events, again = state.play(0, move), twin.play(0, move)
        if "reshuffled" not in kinds(events):
            assert told(events) == told(again)
            assert twin.position() == state.position()


@pytest.mark.parametrize(
    ("change", "law"),
    [
        (lambda state: setattr(state, "discarded", state.discarded | 1 << 36), "two places"),
        (lambda state: setattr(state, "aside", 1), "two places|set aside"),
        (lambda state: setattr(state, "seated", state.seated + 1), "holes"),
        (lambda state: setattr(state, "round", 61), "closing round"),
        (lambda state: setattr(state, "played", 3), "between plays"),
        (lambda state: setattr(state, "face_down", True), "face down"),
    ],
)
def test_the_invariants_notice_damage(change, law):
    """The check that conformance runs is no rubber stamp."""
    state = GAME.start(1, seed=1)
    invariants.check(state)
    change(state)
    with pytest.raises(AssertionError, match=law):
        invariants.check(state)
