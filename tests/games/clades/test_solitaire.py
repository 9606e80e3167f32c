"""CL-52 to CL-57, CL-R37 to CL-R39: the casual game, the ten-triple race, stopwatch and countdown."""

from __future__ import annotations

import pytest

from mesozoic.games.clades.cards import NUMBER_OF, is_one_clade
from mesozoic.games.clades.rules_moves import CALL
from mesozoic.kernel.realtime import run
from mesozoic.kernel.rng import seeded
from mesozoic.kernel.state import Moves

from .helpers import (
    GAME,
    HOST,
    MIXED_CALL,
    begun,
    call,
    counts,
    deck,
    false_call,
    grid,
    kinds,
    place,
    refusal,
    true_calls,
)

GRID = "ML1B SL2G AL3R MW2B SA1G MW1B ML2B MA3B SW3G SL3G SA3G AA1B"
RACE = {"mode": "race"}


def play_all(state, at=0):
    """Call whatever there is, and ask for cards otherwise; returns the deck sizes after each triple."""
    sizes = []
    while state.view(0).phase == "open":
        calls = true_calls(state, 0)
        state.play(0, calls[0] if calls else "none", at + 1000 * len(state.history))
        if calls:
            sizes.append(len(deck(state)))
    return sizes


def test_cl_52_no_personal_cards_no_bonus_cards_no_extras():
    """CL-52."""
    for mode in ("race", "casual"):
        state = begun(1, {"mode": mode}, seed=3)
        assert state.position()["hands"] == [[]]
        assert not any(len(card) > 5 for card in deck(state))
    state = place(1, GRID, None, "AW1B AW2G AW3R AL1G", RACE)
    call(state, 0, "MW1B ML2B MA3B")
    assert is_one_clade(*[NUMBER_OF[card] for card in ("MW1B", "ML2B", "MA3B")]) and counts(state) == [3]


def test_cl_53_casual_lays_out_plenty_and_goes_on_as_long_as_you_can():
    """CL-53; CL-R39: 15 by default, refilled after each triple; then reshuffle or stop, counts kept."""
    state = begun(1, {"mode": "casual"}, seed=3)
    assert len(grid(state)) == 15 and len(deck(state)) == 66
    state.play(0, true_calls(state, 0)[0])
    assert len(grid(state)) == 15, "no window in solitaire"
    play_all(state)
    first = state.view(0).rounds[0]
    assert state.view(0).phase == "round_over" and first > 15
    assert state.to_move == (0,) and state.moves(0) == ["reshuffle", "stop"]
    events = state.play(0, "reshuffle")
    assert kinds(events) == ["turned", "began"] and counts(state) == [0]
    assert len(grid(state)) == 15 and len(deck(state)) == 66 and state.view(0).rounds == (first, 0)
    play_all(state)
    state.play(0, "stop")
    assert state.score(0) == 3 * sum(state.view(0).rounds) == state.result.scores[0]
    assert state.result.winners == (0,) and "Triples per round" in state.result.why


def test_cl_r39_giving_up_with_an_empty_deck_ends_the_round():
    """CL-R39."""
    state = place(1, GRID, None, "", {"mode": "casual"})
    state.play(0, "none")
    assert state.view(0).phase == "round_over"


def test_cl_r39_at_most_20_rounds():
    """CL-R39."""
    state = place(1, GRID, None, "", {"mode": "casual"}, rounds=[1] * 20)
    state.play(0, "none")
    assert state.moves(0) == ["stop"]


def test_cl_r39_casual_grid_is_an_option():
    """CL-R39."""
    assert len(grid(GAME.start(1, seed=1, options={"mode": "casual", "casual_grid": 24}))) == 24


def test_cl_54_the_race_uses_39_cards_and_the_others_stay_out_unseen():
    """CL-54."""
    state = begun(1, RACE, seed=3)
    assert len(grid(state)) == 12 and len(deck(state)) == 27
    assert state.view(0).aside == () and len(state.setup.game.secrets(state, 0)["cards out of the race"]) == 42
    assert len(GAME.prepare(1, {"combined": "genius"}).variant.cards) == 162


def test_cl_55_the_stopwatch_runs_from_turning_up_to_the_tenth_triple():
    """CL-55."""
    state = GAME.start(1, seed=3)
    state.play(HOST, "reveal", 5000)
    assert state.view(0).phase == "open" and state.view(0).revealed_at == 5000
    play_all(state, 5000)
    assert state.result.winners == (0,) and state.view(0).seats[0].triples == 10
    last = state.history[-1].at
    assert state.result.details[0].milliseconds == last - 5000 and state.view(0).ended_at == last
    assert f"10 of 10 triples in {(last - 5000) / 1000:.1f} s" in state.result.why


@pytest.mark.parametrize("seed", range(12))
def test_cl_56_the_deck_is_empty_after_the_ninth_triple_at_the_latest(seed):
    """CL-56."""
    state = begun(1, RACE, seed)
    sizes = play_all(state)
    assert len(sizes) < 9 or sizes[8] == 0


def test_cl_57_a_countdown_beats_the_clock_or_not():
    """CL-57; CL-R38: a call at the deadline is legal, a later one is not; time_up from the deadline on."""
    state = GAME.start(1, seed=3, options={"race_countdown_s": 60})
    state.play(HOST, "reveal", 1000)
    assert state.view(0).deadline == 61_000
    move = true_calls(state, 0)[0]
    assert "has not run out" in refusal(state, HOST, "time_up", 60_999)
    assert "countdown has run out" in refusal(state, 0, move, 61_001)
    state.clone().play(0, move, 61_000)
    early = state.clone()
    early.play(HOST, "time_up", 61_000)
    assert early.to_move == () and early.result.winners == () and "run out" in early.result.why
    state.play(0, move, 61_000)
    assert state.view(0).seats[0].triples == 1


def test_without_a_countdown_there_is_no_time_up():
    state = begun(1, RACE)
    assert "no countdown" in refusal(state, HOST, "time_up")


def test_cl_r37_no_triple_left_ends_the_race_with_what_was_found():
    """CL-R37, CL-R47: ten triples win a race."""
    state = place(1, MIXED_CALL + " AA1B", None, "", RACE, triples=[8])
    call(state, 0, MIXED_CALL)
    assert state.to_move == () and state.result.winners == () and "9 of 10" in state.result.why


def test_the_race_with_perfect_sight():
    """About 93.3 % find ten, 6.6 % nine; a card is added 0.74 times on average (ledger section 8)."""
    found, added = [], 0
    for seed in range(400):
        state = GAME.prepare(1).shuffle(seeded("race", seed))
        moves = run(GAME.levels.tempo(state, {0: "oracle"}, seed))
        found.append(int(state.counted(0, 1)))
        added += moves - 1 - found[-1]
    assert 0.88 <= found.count(10) / 400 <= 0.97
    assert set(found) <= {8, 9, 10}
    assert 0.5 <= added / 400 <= 1.0


@pytest.mark.parametrize("mode", ["race", "casual"])
def test_cl_r16_in_solitaire_no_false_call_is_punished(mode):
    """CL-R16: neither a lock nor a limit of three; the next call is as free as the first."""
    state = place(1, GRID, None, "AW1B AW2G AW3R", {"mode": mode})
    for _ in range(5):
        assert kinds(state.play(0, false_call(state, 0))) == ["called"]
        seat = state.view(0).seats[0]
        assert seat.can_call and not seat.locked and seat.false_calls == 0
        assert not any("unlock" in move for move in state.moves(HOST))
    call(state, 0, MIXED_CALL)
    assert state.view(0).seats[0].triples == 1


def test_cl_r16_in_solitaire_the_same_false_call_is_refused_as_long_as_its_cards_lie_there():
    """CL-R16: so that every game ends; a record and a position keep what was shown."""
    state = place(1, GRID, None, "AW1B AW2G AW3R SW1R", {"mode": "casual"})
    before = state.moves(0)
    wrong, other = "call(ML1B,SL2G,MW2B)", "call(MW2B,SA1G,AA1B)"
    state.play(0, wrong)
    assert "already, and they are no triple (CL-R16)" in refusal(state, 0, wrong).replace(": call others", "")
    assert state.moves(0) == [move for move in before if GAME.parse(move) != GAME.parse(wrong)]
    state.play(0, other)
    again = GAME.start(1, options={"mode": "casual"}, position=state.position())
    assert again.moves(0) == state.moves(0) and again.position() == state.position()
    call(state, 0, "MW1B ML2B MA3B")
    assert "already" in refusal(state, 0, wrong), "what lies there after a triple is still no triple"
    call(state, 0, MIXED_CALL)
    assert "too late" in refusal(state, 0, wrong) and "already" in refusal(state, 0, other)
    assert state.position()["refuted"] == [["MW2B", "SA1G", "AA1B"]]
    assert state.view(None).refuted == (("MW2B", "SA1G", "AA1B"),), "whoever watches has seen it too"


@pytest.mark.parametrize("mode", ["casual", "race"])
def test_cl_r16_a_random_call_is_that_at_its_place_in_the_list(mode):
    """CL-R16: what was refuted is left out, and every other call has its place."""
    state = GAME.start(1, seed=mode, options={"mode": mode}).clone()
    rng, out = seeded(mode), Moves()
    while not state.can_call(0):
        state.apply(state.turn(), state.random_move(state.turn(), rng, out))
    for _ in range(12):
        state.list_moves(0, out)
        calls = [code for code in out.listed() if code >= CALL]
        assert [state.random_call(0, at) for at in range(len(calls))] == calls
        for _ in range(9):
            state.apply(0, state.random_move(0, rng, out))
            if not state.can_call(0):
                return


def test_cl_r16_a_reshuffle_forgets_the_false_calls():
    """CL-R16, CL-R39."""
    state = place(1, GRID, None, "", {"mode": "casual"})
    state.play(0, false_call(state, 0))
    state.play(0, "none")
    state.play(0, "reshuffle")
    assert state.position()["refuted"] == []


def test_cl_r16_a_bot_alone_goes_on_after_false_calls():
    """CL-R16."""
    for seed in range(20):
        state = GAME.prepare(1).shuffle(seeded("slips", seed))
        run(GAME.levels.tempo(state, {0: "child"}, seed))
        assert state.result.why
