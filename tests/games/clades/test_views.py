"""What a seat may know: nothing of the deck, of closed hands, or of what is a triple."""

from __future__ import annotations

import mesozoic
from mesozoic.kernel.realtime import run

from .helpers import GAME, HOST, begun, deck, hand, place, true_calls

GRID = "ML1B SL2G AL3R MW2B SA1G MW1B ML2B MA3B SW3G SL3G SA3G AA1B"


def test_the_deck_is_in_no_view():
    state = begun(3)
    for seat in (0, 1, 2, None):
        text = repr(state.view(seat))
        assert not any(f"'{card}'" in text for card in deck(state))
        assert state.view(seat).deck_count == len(deck(state))


def test_closed_hands_are_in_their_owners_view_alone():
    state = begun(3)
    for owner in range(3):
        for seat in (0, 1, 2, None):
            assert (f"'{hand(state, owner)[0]}'" in repr(state.view(seat))) == (seat == owner)


def test_two_states_that_differ_in_hidden_cards_look_alike_and_list_alike():
    state = begun(3, seed=8)
    for seat in range(3):
        for stream in range(5):
            other = state.imagine(seat, mesozoic.seeded(stream))
            assert other.view(seat) == state.view(seat) and other.codes(seat) == state.codes(seat)
            assert other.position() != state.position()


def test_imagined_hands_are_drawn_evenly_and_hold_no_bonus_card():
    state = begun(2, seed=8)
    seen = {}
    for stream in range(2000):
        card = state.imagine(0, mesozoic.seeded(stream)).held(1)[0]
        seen[card] = seen.get(card, 0) + 1
    assert len(seen) == 81 - 13 and max(seen) < 81
    assert max(seen.values()) < 60


def test_exchanging_two_unseen_cards_changes_no_view():
    state = begun(2, seed=8)
    given = state.position()
    given["deck"][0], given["hands"][1][0] = given["hands"][1][0], given["deck"][0]
    if given["hands"][1][0] in ("SHARK", "BIVALVE"):
        given["deck"][1], given["hands"][1][0] = given["hands"][1][0], given["deck"][1]
    other = GAME.start(2, position=given)
    assert other.view(0) == state.view(0) and other.view(None) == state.view(None)
    assert other.view(1) != state.view(1)


def test_no_view_tells_what_is_a_triple_before_the_end():
    state = place(2, GRID, ["MA2G", "SA2G"], "AW1B AW2G")
    assert state.view(0).left_over == ()
    bare = place(2, "ML1B SL2G AL2R", ["MA2G", "SA2G"], "AW1B AW2G")
    assert bare.view(0).left_over == () and bare.to_move == (0, 1, HOST)


def test_the_public_scalars_are_seen_by_everybody():
    state = place(
        3,
        GRID,
        ["MA2G", "", "AW2B"],
        "AW1B",
        {"victory_break": True},
        on_break=1,
        owed=[0, 1, 0],
        locked=[2],
        votes=[0],
    )
    for watcher in (0, 1, 2, None):
        seen = state.view(watcher)
        assert [seat.on_break for seat in seen.seats] == [False, True, False]
        assert [seat.owed for seat in seen.seats] == [0, 1, 0]
        assert [seat.locked for seat in seen.seats] == [False, False, True]
        assert [seat.voted for seat in seen.seats] == [True, False, False]
        assert [seat.personal_count for seat in seen.seats] == [1, 0, 1]


def test_the_last_triple_is_shown_with_caller_and_time():
    state = begun(2, seed=1)
    move = true_calls(state, 1)[0]
    state.play(1, move, 4321)
    last = state.view(0).last_triple
    assert (last.seat, last.at) == (1, 4321) and f"call({','.join(last.cards)})" == move


def test_at_the_end_hands_are_open_and_left_over_triples_shown():
    state = GAME.prepare(3).shuffle(mesozoic.seeded(2))
    run(GAME.levels.tempo(state, dict.fromkeys(range(3), "champion"), 2))
    assert all(seat.personal is not None for seat in state.view(None).seats)
    assert state.view(None).ended_at == state.clock


def test_the_last_triple_says_why_it_is_one():
    state = place(2, GRID, ["MA2G", "SA2G"], "AW1B AW2G AW3G AA2G AA3G")
    state.play(0, "call(MW1B,ML2B,MA3B)", 10)
    last = state.view(1).last_triple
    assert last.one_clade
    assert [(one.quality, one.verdict) for one in last.check] == [
        ("clade", "all same"),
        ("environment", "all different"),
        ("number", "all different"),
        ("colour", "all same"),
    ]
    assert last.check[1].types == ("water", "land", "air")


def test_a_false_call_is_told_with_the_quality_that_breaks_it():
    state = place(2, GRID, ["MA2G", "SA2G"], "AW1B AW2G AW3G")
    called = next(event for event in state.play(0, "call(ML1B,SL2G,AA1B)", 10) if event.kind == "called")
    verdicts = {one["quality"]: one["verdict"] for one in called.facts()["check"]}
    assert verdicts["number"] == verdicts["environment"] == verdicts["colour"] == "two of a kind"
    assert verdicts["clade"] == "all different"
    assert state.view(1).seats[0].false_calls == 1 and state.view(None).seats[1].false_calls == 0


def test_the_times_of_the_host_are_in_the_view():
    times = begun(2, {"settle_ms": 700, "lock_ms": 800, "majority_ms": 900, "stall_s": 60}).view(0).times
    assert (times.settle, times.lock, times.majority, times.stall) == (700, 800, 900, 60_000)
    alone = begun(1).view(0)
    assert alone.times.stall == 0 and not alone.open_hand
    assert begun(2, {"open_hand": "open"}).view(0).open_hand


def test_cl_r24_with_an_empty_deck_somebody_has_a_triple_in_every_imagined_world():
    """CL-R24: a table that is bare for everybody would have ended the game."""
    state = place(3, "ML1B SA1G SA2B", ["MA2G AA3R", "SL2G AL3R", "AW1G MW1R"], "", {"personal": 2})
    assert state.view(0).phase == "open" and not true_calls(state, 0)
    worlds = [state.imagine(0, mesozoic.seeded(stream)) for stream in range(100)]
    assert all(world.somebody_has_triple() and world.view(0) == state.view(0) for world in worlds)
    assert len({world.held(1) for world in worlds}) == 4, "the pair that makes it, with either seat and in either order"
