"""Ledger section 11: bots by reaction time on a virtual clock, the host's timers, the reference values."""

from __future__ import annotations

import statistics
import time
from math import exp
from random import Random

import pytest

import mesozoic
from mesozoic.bots import bots_for, check_bot
from mesozoic.games.clades import levels
from mesozoic.games.clades import rules_moves as terms
from mesozoic.games.clades.cards import failing
from mesozoic.games.clades.levels import LEVELS, Reactions, level_of
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.realtime import run
from mesozoic.kernel.state import Moves
from mesozoic.lab.simulate import simulate

from .helpers import GAME, HOST, call, place

NAMES = ["child", "beginner", "casual", "practised", "expert", "champion"]
GRID = "ML1B SL2G AL3R MW2B SA1G MW1B ML2B MA3B SW3G SL3G SA3G AA1B"
DECK = "AW1B AW2G AW3R AL1G AL2B AA2R AA3B MW3R ML3R MA1R"
RACE_SECONDS = dict(zip(NAMES, (830, 470, 255, 140, 70, 34), strict=True))
TABLE_SECONDS = dict(zip(NAMES, (840, 465, 235, 135, 75, 46), strict=True))
"""The ledger's 700, 400, 220, 113, 64, 35 are those of exponential times: of two humped ones the sooner is later."""
needs_speed = pytest.mark.skipif(not mesozoic.compiled, reason="hundreds of games need the compiled engine")


def simulated(levels, seed, options=None):
    """A game of these levels, and its tempo."""
    state = GAME.prepare(len(levels), options or {}).shuffle(mesozoic.seeded(seed))
    tempo = GAME.levels.tempo(state, dict(enumerate(levels)), seed)
    run(tempo)
    return state, tempo


def watch(state, levels, seed=1):
    """The tempo of a position, not yet running."""
    tempo = Reactions(state, levels, seed)
    tempo.begin(int(state.clock))
    return tempo


def step(tempo):
    """Let the next thing happen; returns time, seat and move."""
    while True:
        happening = tempo.due(tempo.next().at)
        if happening is not None:
            at, seat, code = happening
            tempo.state.clock = at
            tempo.state.apply(seat, code)
            tempo.follow(seat, code, at)
            return at, seat, GAME.text(code)


# --- Deterministic --------------------------------------------------------------------------------------------


def test_a_game_is_a_pure_function_of_seed_options_and_levels():
    one, two = (simulated(["casual", "expert", "child"], 7, {"victory_break": True}) for _ in range(2))
    assert one[0].position() == two[0].position() and one[1].near_misses == two[1].near_misses
    assert simulated(["casual", "expert", "child"], 8)[0].position() != one[0].position()


def test_every_seat_has_a_generator_of_its_own():
    tempo = Reactions(GAME.prepare(2).shuffle(mesozoic.seeded(1)), {0: "child", 1: "child"}, 5)
    assert tempo.draws[1].random() == Random("5/clades/seat1").random()
    assert tempo.host.random() == Random("5/clades/host").random()


def test_a_simulated_game_needs_no_real_clock():
    """Minutes of play pass without waiting for them: nothing sleeps, and nobody asks what time it is."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("time", "monotonic", "perf_counter", "sleep"):
            patch.setattr(time, name, None)
        state, _ = simulated(["child"] * 4, 3)
    assert state.clock > 200_000


def test_the_levels_of_the_ledger():
    """CL-R49: and what it adds, the taps and how many triples are compared."""
    assert list(LEVELS) == ["hatchling", "forager", "hunter", "alpha", "apex"]
    assert [level_of(name)[:6] for name in NAMES] == [
        (150, 2.0, 1.0, 1.0, 0.60, 75),
        (80, 1.6, 1.0, 1.0, 0.35, 60),
        (40, 1.3, 0.9, 1.2, 0.20, 45),
        (20, 1.0, 0.8, 1.4, 0.10, 35),
        (9, 0.8, 0.6, 1.7, 0.05, 22),
        (4, 0.5, 0.4, 2.0, 0.03, 12),
    ]


# --- The model ------------------------------------------------------------------------------------------------


def test_the_rate_of_finding_a_triple():
    """w(d)^gamma * k * theta * (13/N) / mu."""
    state = place(2, "ML1B SL2G AL3R MW1B ML2B MA3B", ["", ""], DECK)
    tempo = Reactions(state, {0: "expert"}, 1)
    rates = dict(zip([GAME.text(code) for code in _seen(tempo, state)], tempo.rates(0, LEVELS["alpha"]), strict=True))
    assert rates["call(ML1B,SL2G,AL3R)"] == pytest.approx(0.8**0.6 * (13 / 6) / 9)
    assert rates["call(MW1B,ML2B,MA3B)"] == pytest.approx(1.3**0.6 * 1.7 * (13 / 6) / 9)
    bare = place(2, "ML1B SL2G AL3R MW1B ML2B MA3B", ["", ""], "")
    empty = Reactions(bare, {0: "expert"}, 1)
    assert max(empty.rates(0, LEVELS["alpha"])) == pytest.approx(1.3**0.6 * (13 / 6) / 9), "no extra"


def _seen(tempo, state):
    state.list_triples(0, tempo.seen)
    return tempo.seen.listed()


@pytest.mark.parametrize(
    ("options", "ease"),
    [
        ({}, 1.0),
        ({"deck": "threes"}, 1.3),
        ({"combined": "standard"}, 0.9),
        ({"combined": "genius", "deck": "threes"}, 0.91),
    ],
)
def test_fewer_qualities_are_easier_and_two_sets_harder(options, ease):
    state = GAME.prepare(2, options).shuffle(mesozoic.seeded(1))
    assert Reactions(state, {}, 1).ease == pytest.approx(ease)


def test_a_locked_or_resting_or_finished_seat_plans_nothing():
    for more in ({"locked": [0]}, {"on_break": 0}):
        state = place(2, GRID, None, DECK, {"victory_break": True}, **more)
        tempo = watch(state, {0: "expert"})
        assert not any(plan.seat == 0 for plan in tempo.queue)


def test_the_bot_votes_when_its_patience_ends_and_goes_on_looking():
    state = place(2, "ML1B SL2G AL2R", None, DECK)
    tempo = watch(state, {0: "champion"})
    votes = [plan for plan in tempo.queue if plan.topic == "none"]
    assert len(votes) == 1 and 4000 < votes[0].at < 40_000
    assert step(tempo) == (votes[0].at, 0, "none")
    assert any(plan.topic == "call" and plan.seat == 0 for plan in tempo.queue), "it goes on looking"


def planned_at(tempo, topic, what):
    """When the seat means to do this."""
    return next(plan.at for plan in tempo.queue if plan.topic == topic and plan.what == what)


def test_patience_is_three_times_as_long_with_an_empty_deck():
    usual, empty = (watch(place(2, GRID, None, deck), {0: "champion"}) for deck in (DECK, ""))
    wait = planned_at(usual, "none", terms.NONE)
    assert planned_at(empty, "none", terms.NONE) == pytest.approx(3 * wait, abs=3)


def test_the_penalty_makes_false_calls_rarer():
    """At 0.4 times the rate the same draw comes 2.5 times as late, after the same time before."""
    usual = watch(place(2, GRID, None, DECK), {0: "child"})
    careful = watch(place(2, GRID, None, DECK, {"false_call_penalty": True}), {0: "child"})
    delay = 2000 * exp(0.25 * Random("1/clades/seat0").gauss(0, 1)) + 2000  # to take it in, and three taps
    late = planned_at(careful, "call", None) - delay
    assert late == pytest.approx(2.5 * (planned_at(usual, "call", None) - delay), rel=0.01)


def test_a_mistake_fails_in_exactly_one_quality():
    state = place(2, GRID, ["MA2G", "SA2G"], DECK)
    tempo = Reactions(state, {0: "child"}, 1)
    for _ in range(10):
        move = tempo.mistake(0, 0)
        assert failing(*[terms.card_of(move, at) for at in range(3)]) == 1
        assert state.is_legal(0, move)


def test_a_late_call_is_a_near_miss_and_the_bot_looks_again():
    state = place(3, GRID, None, DECK)
    tempo = watch(state, {0: "champion"})
    planned = next(plan for plan in tempo.queue if plan.topic == "call" and plan.what is not None)
    names = [GAME.text(planned.what)[5:-1].replace(",", " ")]
    at = planned.at - 200
    call(state, 1, names[0], at)
    tempo.follow(1, planned.what, at)
    while tempo.next().at < planned.at:
        tempo.due(tempo.next().at)
    assert tempo.due(planned.at) is None
    assert [(miss.seat, miss.late_by) for miss in tempo.near_misses] == [(0, 200)]
    assert any(plan.seat == 0 and plan.number > planned.number for plan in tempo.queue)


def test_a_call_in_the_very_millisecond_of_the_settle_still_counts():
    assert (levels.UNLOCKS, levels.CALLS, levels.SETTLES, levels.VOTES, levels.STALLS) == (0, 1, 2, 3, 4)
    state = place(3, GRID, None, DECK)
    tempo = watch(state, {})
    call(state, 0, "ML1B SL2G AL3R", 1000)
    tempo.follow(0, GAME.parse("call(ML1B,SL2G,AL3R)"), 1000)
    tempo.plan(2500, levels.CALLS, 0.9, 1, "call", GAME.parse("call(SW3G,SL3G,SA3G)"))
    assert step(tempo) == (2500, 1, "call(SW3G,SL3G,SA3G)")
    assert step(tempo) == (2500, HOST, "settle")


# --- The host's timers (CL-R9, CL-R16, CL-R18) ----------------------------------------------------------------


def test_cl_r9_the_host_settles_after_the_window():
    """CL-R9."""
    state = place(3, GRID, None, DECK, {"settle_ms": 700})
    tempo = watch(state, {})
    call(state, 0, "ML1B SL2G AL3R", 5000)
    tempo.follow(0, GAME.parse("call(ML1B,SL2G,AL3R)"), 5000)
    assert step(tempo) == (5700, HOST, "settle")


def test_cl_r16_the_host_unlocks_after_a_while():
    """CL-R16."""
    state = place(3, GRID, None, DECK)
    tempo = watch(state, {})
    call(state, 0, "ML1B SL2G MW2B", 5000)
    tempo.follow(0, GAME.parse("call(ML1B,MW2B,SL2G)"), 5000)
    assert step(tempo) == (8000, HOST, "unlock(P1)")


def test_cl_r18_the_host_stalls_after_a_majority_or_after_the_timer():
    """CL-R18."""
    state = place(3, GRID, None, DECK)
    tempo = watch(state, {})
    for seat, at in ((0, 1000), (2, 2000)):
        state.play(seat, "none", at)
        tempo.follow(seat, terms.NONE, at)
    assert step(tempo) == (7000, HOST, "stall(majority)")
    assert step(tempo) == (97_000, HOST, "stall(timer)"), "90 s after the last stall"


def follow(tempo, seat, move, at):
    """A person's move, and what the tempo makes of it."""
    tempo.state.play(seat, move, at)
    tempo.follow(seat, GAME.parse(move), at)


def test_cl_r16_a_stall_voids_the_unlock_of_a_lock_that_it_has_cleared():
    """CL-R16: each unlock comes lock_ms after its own false call."""
    state = place(3, GRID, None, DECK)
    tempo = watch(state, {})
    false = "call(ML1B,MW2B,SL2G)"
    follow(tempo, 0, false, 100)
    follow(tempo, HOST, "stall(timer)", 1000)
    follow(tempo, 0, false, 2000)
    assert step(tempo) == (5000, HOST, "unlock(P1)")


def test_cl_r16_a_settle_voids_it_too():
    """CL-R16."""
    state = place(3, GRID, None, DECK)
    tempo = watch(state, {})
    follow(tempo, 0, "call(SL3G,SA3G,AA1B)", 100)
    follow(tempo, 1, "call(ML1B,SL2G,AL3R)", 200)
    assert step(tempo) == (1700, HOST, "settle")
    follow(tempo, 0, "call(SL3G,SA3G,AA1B)", 2000)
    assert step(tempo) == (5000, HOST, "unlock(P1)")


def test_cl_r16_a_lock_of_a_game_taken_up_ends_once():
    """CL-R16."""
    state = place(3, GRID, None, DECK, locked=[0])
    tempo = watch(state, {})
    follow(tempo, HOST, "stall(timer)", 1000)
    follow(tempo, 0, "call(ML1B,MW2B,SL2G)", 2000)
    assert step(tempo) == (5000, HOST, "unlock(P1)")


def test_cl_r19_a_penalty_card_wipes_the_majority_and_its_timer():
    """CL-R18, CL-R19: five seconds after the majority was reached anew."""
    options = {"false_call_penalty": True, "lock_ms": 60_000}
    state = place(3, GRID, None, DECK, options, piles=[[], ["MW3G"], []])
    tempo = watch(state, {})
    follow(tempo, 0, "none", 100)
    follow(tempo, 2, "none", 200)
    follow(tempo, 1, "call(ML1B,MW2B,SL2G)", 1000)
    assert state.position()["votes"] == []
    follow(tempo, 0, "none", 5000)
    follow(tempo, 2, "none", 5100)
    assert step(tempo) == (10_100, HOST, "stall(majority)")


def test_cl_r18_a_game_taken_up_with_a_majority_stalls_after_a_while():
    """CL-R18."""
    state = place(3, GRID, None, DECK, {"stall_s": 0}, votes=[0, 1], clock=700)
    assert step(watch(state, {})) == (5700, HOST, "stall(majority)")


def test_a_casual_round_that_is_over_is_taken_up():
    state = place(1, GRID, None, "", {"mode": "casual"}, phase="round_over", why="none_seen")
    assert step(watch(state, {0: "champion"})) == (1, 0, "stop")


def test_triples_and_mistakes_are_found_in_canonical_order_with_open_hands():
    """Ledger section 11: the T drawn depends on the order."""
    for options in ({"open_hand": "open"}, {"open_hand": "switch", "personal": 2}):
        state = place(2, GRID, ["MW1G MW3G", "MW3B MA2B"], DECK, options, hands_open=True)
        for listing in (state.list_triples, state.list_near_misses):
            found = Moves()
            listing(0, found)
            called = [code >> 8 for code in found.listed()]
            assert called == sorted(set(called)), "each once, by its cards"
        state.list_triples(0, found)
        foreign = [any(state.is_foreign(terms.card_of(code, at), 0) for at in range(3)) for code in found.listed()]
        assert any(foreign) and not foreign[-1], "those with another seat's card are among the others"


def test_cl_r18_the_timer_is_off_with_0_and_in_solitaire():
    """CL-R18."""
    assert watch(place(3, GRID, None, DECK, {"stall_s": 0}), {}).next() is None
    assert watch(place(1, GRID, None, DECK), {}).next() is None


def test_cl_r18_an_absent_seat_counts_as_having_voted():
    """CL-R18."""
    state = place(3, GRID, None, DECK)
    tempo = watch(state, {2: "absent"})
    assert step(tempo) == (1, 2, "none")
    for seat in (0, 1):
        state.play(seat, "none", 2000)
        tempo.follow(seat, terms.NONE, 2000)
    assert state.position()["votes"] == [] and step(tempo) == (2001, 2, "none"), "again after every stall"


def test_cl_57_the_host_ends_a_countdown():
    """CL-57."""
    state = GAME.start(1, seed=3, options={"race_countdown_s": 5})
    tempo = Reactions(state, {0: "absent"}, 1)
    assert run(tempo) and state.clock <= 5000


# --- Strength: the reference values within 15 % ---------------------------------------------------------------


@needs_speed
@pytest.mark.parametrize("level", NAMES)
def test_race_times(level):
    times, reached = [], 0
    for seed in range(250):
        state, _ = simulated([level], f"race {seed}")
        if state.counted(0, terms.TRIPLES) == terms.RACE_TRIPLES:
            reached += 1
            times.append((state.ended_at - state.revealed_at) / 1000)
    assert statistics.mean(times) == pytest.approx(RACE_SECONDS[level], rel=0.15)
    assert 0.86 * 0.85 <= reached / 250 <= 1.0


@needs_speed
@pytest.mark.parametrize("level", NAMES)
def test_length_of_a_game_of_two_equal_seats(level):
    games = [simulated([level, level], f"two {seed}")[0] for seed in range(120)]
    assert statistics.mean(state.clock / 1000 for state in games) == pytest.approx(TABLE_SECONDS[level], rel=0.15)
    triples = statistics.mean(int(state.counted(0, 1) + state.counted(1, 1)) for state in games)
    assert 16 < triples < 19.5, "about 17 to 19 triples a game: the fewer, the more of them are of one clade"


def share(strong, weak, options=None, mirrored=None, games=240):
    """The share of wins of the first level, seats swapped from game to game."""
    won = 0.0
    for seed in range(games):
        at = seed % 2
        chosen = (mirrored or options) if at else options
        state, _ = simulated([strong, weak] if at == 0 else [weak, strong], f"duel {seed}", chosen)
        winners = state.result.winners
        won += (at in winners) / len(winners)
    return won / games


@needs_speed
@pytest.mark.parametrize(("level", "percent"), list(zip(NAMES[1:], (92, 93, 95, 98, 99), strict=True)))
def test_a_level_beats_the_one_below(level, percent):
    assert share(level, NAMES[NAMES.index(level) - 1]) == pytest.approx(percent / 100, rel=0.15)


@needs_speed
def test_the_balancing_variants_do_their_work():
    """CL-40, CL-43, CL-44: hunter against forager 62 % with victory break, 75 % with 0 against 2 personal cards."""
    assert share("practised", "casual", {"victory_break": True}) == pytest.approx(0.62, rel=0.15)
    swapped = share("practised", "casual", {"personal": [0, 2]}, {"personal": [2, 0]})
    assert swapped == pytest.approx(0.75, rel=0.15)


@needs_speed
def test_equal_levels_win_equally_often_in_every_seat():
    found = simulate(GAME.prepare(3), ["practised"], games=300, seed="fair", workers=1)
    assert all(standing.win_low < 1 / 3 < standing.win_high for standing in found.by_seat.values())
    assert found.mean_seconds > 30


def test_in_real_time_bots_are_named_by_level():
    assert bots_for(GAME) == list(LEVELS)
    with pytest.raises(
        BadOptions, match="played in real time, where bots differ in speed: choose hatchling or forager"
    ):
        simulate(GAME.prepare(2), ["greedy"], games=1)
    with pytest.raises(BadOptions, match="no level 'greedy'"):
        Reactions(GAME.prepare(2).shuffle(mesozoic.seeded(1)), {0: "greedy"}, 1)
    for name in ("apex", "champion", "absent"):
        check_bot(GAME, name, with_people=True)
    check_bot(GAME, "oracle")
    with pytest.raises(BadOptions, match="'oracle' is for measuring"):
        check_bot(GAME, "oracle", with_people=True)


def test_in_the_lab_a_level_can_compare_more_or_less():
    """It is the same in all else; nobody plays against it."""
    assert level_of("apex:compares=1") == LEVELS["apex"]._replace(compares=1)
    assert simulate(GAME.prepare(2), ["apex", "apex:compares=1"], games=2, workers=1).bots[1] == "apex:compares=1"
    for name, people in (("apex:compares=1", True), ("apex:compares=7", False)):
        with pytest.raises(BadOptions, match="choose hatchling or forager"):
            check_bot(GAME, name, with_people=people)


# --- As people do (CL-R49) ------------------------------------------------------------------------------------


def calls_of(level, seed):
    """Every call of a game of two bots of a level: milliseconds since the table was new, seat and move."""
    calls, new, settles = [], 0, 0

    def make(state, seat, move):
        nonlocal new, settles
        if move >= terms.CALL:
            calls.append((state.clock - new, seat, move))
        state.apply(seat, move)
        if state.settles != settles:
            new, settles = state.clock, state.settles

    run(Reactions(GAME.start(2, seed=f"calls {seed}"), {0: level, 1: level}, seed), make)
    return calls


def test_cl_r49_three_taps_take_their_time():
    """CL-R49: two of the fastest made 57 % of their calls within a second of a new table; now it takes luck."""
    times = [ms for seed in range(40) for ms, _, _ in calls_of("apex", seed)]
    assert min(times) > 650 and sum(ms < 1000 for ms in times) < 0.12 * len(times)
    assert 1000 < statistics.median(times) < 2000


def test_cl_r49_short_times_are_rare_and_the_mean_is_the_ledgers():
    """CL-R49: of exponential times a tenth would be under 0.105 of the mean."""
    tempo = Reactions(place(2, GRID, None, DECK), {0: "hatchling"}, 1)
    tempo.slowness[0] = 1.0
    times = [tempo.time_to_call(0, LEVELS["hatchling"], 60.0) for _ in range(4000)]
    assert statistics.mean(times) == pytest.approx(60, rel=0.05)
    assert sum(seconds < 6.3 for seconds in times) < 0.07 * len(times)


def test_cl_r49_bots_of_one_level_differ():
    """CL-R49."""
    tempo = Reactions(place(4, GRID, None, DECK), dict.fromkeys(range(4), "hunter"), 1)
    assert len(set(tempo.slowness.values())) == 4
    assert all(0.6 < slowness < 1.6 for slowness in tempo.slowness.values())


def test_cl_r49_nobody_repeats_his_own_mistake():
    """CL-R49: three cards can be falsely called once by each."""
    state = place(2, "ML1B SL2G AL2R", None, DECK)
    tempo = Reactions(state, {0: "hatchling", 1: "hatchling"}, 1)
    made = tempo.mistake(0, 0)
    assert made is not None and tempo.mistake(0, 0) is None and tempo.mistake(1, 0) == made
    false = [(seat, move) for _, seat, move in calls_of("hatchling", 1) if failing(*terms.cards_in(move))]
    assert len(false) == len(set(false)) > 5, "nor in a whole game"


def test_cl_r49_a_game_that_is_taken_up_has_the_same_bots_with_the_same_memory():
    """CL-R49: as after a resume, or when somebody hands a seat over or comes back."""
    seats = dict.fromkeys(range(3), "hatchling")
    state = GAME.start(3, seed=4)
    tempo = Reactions(state, seats, "match")
    tempo.begin(0)
    while len(tempo.mistakes) < 4:
        at, seat, move = tempo.due(tempo.next().at) or (0, 0, None)
        if move is not None:
            state.play(seat, GAME.text(move), at)
            tempo.follow(seat, move, at)
    later = Reactions(state, seats, "match")
    assert later.slowness == tempo.slowness
    assert later.mistakes == tempo.mistakes
    assert {seat: draws.random() for seat, draws in later.draws.items()} != {
        seat: draws.random() for seat, draws in Reactions(GAME.start(3, seed=4), seats, "match").draws.items()
    }, "what comes is not what came"


@pytest.mark.parametrize("options", [{}, {"personal": 3}])
def test_every_level_knows_only_what_its_seat_knows(options):
    """In any world that looks the same to the seat, a bot with the same luck plans the same, its mistakes too."""
    state = GAME.start(3, seed=2, options=options)
    moments = []
    tempo = Reactions(state, dict.fromkeys(range(3), "apex"), 1)

    def make(table, seat, move):
        table.apply(seat, move)
        moments.append(table.clone())

    run(tempo, make)
    for number, here in enumerate(moments[:: len(moments) // 12]):
        for seat in range(3):
            elsewhere = here.imagine(seat, mesozoic.seeded("elsewhere", number))
            for name in LEVELS:
                assert plans(here, seat, name) == plans(elsewhere, seat, name)


def plans(state, seat, level):
    """What a bot means to do, and when."""
    tempo = Reactions(state, {seat: level}, "luck")
    tempo.look(seat, 0)
    found = [(plan.at, plan.topic, plan.what) for plan in sorted(tempo.queue) if plan.seat == seat]
    return found, tempo.mistake(seat, 0)


def test_cl_r49_who_compares_takes_what_brings_more_and_spoils_more():
    """CL-R49: the clade triple brings two cards more."""
    state = place(2, "ML1B SL2G AL3R MW1B ML2B MA3B", ["", ""], DECK)
    tempo = Reactions(state, {0: "apex"}, 1)
    rates = tempo.rates(0, LEVELS["apex"])
    chosen = {GAME.text(tempo.best_of_some(0, LEVELS["apex"]._replace(compares=40), rates)) for _ in range(10)}
    assert chosen == {"call(MW1B,ML2B,MA3B)"}
    first = {GAME.text(tempo.best_of_some(0, LEVELS["hatchling"], rates)) for _ in range(60)}
    assert len(first) > 1, "who sees one calls it"


def test_cl_r49_a_triple_with_an_own_card_can_wait():
    """CL-R49: nobody else has it, and the other triple is anybody's."""
    state = place(2, "ML1B SL2G AL3R MW1G SW2R", ["AW3B", ""], DECK)
    tempo = Reactions(state, {0: "apex"}, 1)
    rates = tempo.rates(0, LEVELS["apex"])
    assert [GAME.text(code) for code in tempo.seen.listed()] == ["call(MW1G,SW2R,AW3B)", "call(ML1B,SL2G,AL3R)"]
    chosen = {GAME.text(tempo.best_of_some(0, LEVELS["apex"]._replace(compares=40), rates)) for _ in range(10)}
    assert chosen == {"call(ML1B,SL2G,AL3R)"}


@needs_speed
def test_cl_r49_who_compares_wins_more_at_equal_speed():
    """CL-R49: 64.7 % of 10,000 games; see docs/results.md."""
    found = simulate(GAME.prepare(2), ["apex", "apex:compares=1"], games=800, seed="choice", workers=1, paired=True)
    assert found.by_bot["apex"].win_share > 0.61


def test_a_seat_without_a_bot_is_a_persons():
    state = GAME.prepare(2, {"stall_s": 0}).shuffle(mesozoic.seeded(1))
    with pytest.raises(BadOptions, match="Nobody means to do anything"):
        run(GAME.levels.tempo(state, {}, 1))


@pytest.mark.parametrize(
    "options",
    [
        {"open_hand": "switch", "personal": 2, "false_call_penalty": True, "victory_break": True},
        {"combined": "genius", "open_hand": "open"},
        {"teaching": True},
        {"combined": "standard", "deck": "threes", "stall_s": 0, "settle_ms": 0, "lock_ms": 0, "majority_ms": 0},
    ],
)
def test_bots_of_all_levels_finish_every_variant(options):
    state, _ = simulated(["child", "champion", "oracle", "absent"], 5, options)
    GAME.check_invariants(state)
    assert state.result is not None


def test_a_casual_game_of_a_bot_ends():
    state, _ = simulated(["champion"], 5, {"mode": "casual"})
    assert state.result.winners == (0,)


@pytest.mark.parametrize("more", [{"false_calls": [3, 3]}, {"paid": [60, 60]}])
def test_cl_r18_a_bot_that_cannot_call_still_says_that_it_sees_none(more):
    """CL-R18: also with a host that never stalls by itself the game goes on."""
    options = {"stall_s": 0, "false_call_penalty": True}
    locked = [0, 1] if "false_calls" in more else []
    state = place(2, GRID, None, DECK, options, locked=locked, **more)
    run(GAME.levels.tempo(state, {0: "child", 1: "oracle"}, 1))
    assert state.result is not None


def test_a_beginner_lasts_five_minutes_against_a_child():
    """The browser's "Play now" seats one bot, the weakest that plays; see docs/results.md for more games."""
    minutes = []
    for number in range(15):
        state = GAME.start(2, seed=f"glance {number}")
        run(Reactions(state, {0: "beginner", 1: "child"}, number))
        minutes.append(state.ended_at / 60_000)
    assert sorted(minutes)[7] > 5
