"""The search: legal, repeatable, honest, keeping to its plan and to its budget."""

from __future__ import annotations

import pytest

import mesozoic
from mesozoic.bots import check_bot, make_bot
from mesozoic.bots.levels import LEVELS, USUAL
from mesozoic.bots.search import Search, affordable
from mesozoic.bots.searcher import Budget, SearchBot, read_budget
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.hints import Hints, Thinking

TURN_BASED = [name for name, game in mesozoic.all_games().items() if not game.facts.realtime]
DOLPHINS = mesozoic.game("dolphins-and-dinos")
QUICK = ":6v:width=3:plans=12:glances=1"
"""Little enough for uncompiled tests."""


def midway(game: str, moves: int) -> mesozoic.State:
    """A game after so many moves by chance."""
    state = mesozoic.game(game).start(mesozoic.game(game).facts.most_players, seed=4)
    mover = make_bot("random", mesozoic.seeded(5))
    for _ in range(moves):
        state.play(state.to_move[-1], mover.choose(state, state.to_move[-1]))
    return state


@pytest.mark.parametrize("game", TURN_BASED)
def test_search_plays_every_game_with_legal_moves(game: str) -> None:
    state = midway(game, 0)
    bots = [make_bot("search" + QUICK, mesozoic.seeded(seat)) for seat in range(state.players)]
    for _ in range(30):
        if state.to_move:
            seat = state.to_move[0]
            state.play(seat, bots[seat].choose(state, seat))


@pytest.mark.parametrize("game", TURN_BASED)
@pytest.mark.parametrize("moves", [0, 7, 18])
def test_every_level_knows_only_what_its_seat_knows(game: str, moves: int) -> None:
    """In any world that looks the same to the seat, a bot with the same chance of its own does the same."""
    state = midway(game, moves)
    seat = state.to_move[-1]
    elsewhere = state.imagine(seat, mesozoic.seeded("elsewhere", moves))
    for name in (*LEVELS, "search"):
        bot = name + QUICK if LEVELS.get(name, USUAL).ms else name
        here, there = (make_bot(bot, mesozoic.seeded(moves)).choose(world, seat) for world in (state, elsewhere))
        assert here == there, bot


@pytest.mark.parametrize("game", TURN_BASED)
@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("name", ["hatchling", "forager", "hunter", "search" + QUICK, "greedy"])
def test_no_bot_is_led_by_what_is_hidden_in_a_whole_game(game: str, alone: bool, name: str) -> None:
    """One bot sits at the table, its twin always in another world that looks the same: they keep the same plans.

    Seats decide in turns that change, so that what others have sealed differs between the worlds as well.
    """
    facts = mesozoic.game(game).facts
    players = facts.fewest_players if alone else facts.most_players
    state = mesozoic.game(game).start(players, seed="twins")
    here, there = ([make_bot(name, mesozoic.seeded(seat)) for seat in range(players)] for _ in range(2))
    for number in range(30):
        if not state.to_move:
            break
        seat = state.to_move[number % len(state.to_move)]
        elsewhere = state.imagine(seat, mesozoic.seeded("elsewhere", number))
        chosen = here[seat].choose(state, seat)
        assert there[seat].choose(elsewhere, seat) == chosen, (number, seat)
        state.play(seat, chosen)


def test_the_same_visits_give_the_same_plans_with_the_same_values() -> None:
    def think() -> list[tuple[list[int], float, int]]:
        plans = Search(DOLPHINS.start(3, seed=1), 0, Thinking(width=4, plans=30), mesozoic.seeded(9)).think(40, 0.0)
        return [(plan.codes, plan.mean(), plan.visits) for plan in plans]

    first = think()
    assert first == think()
    assert [visits for _, _, visits in first] == [15, 15, 5, 5]  # the better half goes on


def test_where_all_worlds_are_alike_every_plan_is_met_once() -> None:
    search = Search(DOLPHINS.start(3, seed=1), 0, Thinking(width=3, plans=30, worlds=1), mesozoic.seeded(9))
    plans = search.think(40, 0.0)
    assert [plan.visits for plan in plans] == [1, 1, 1, 0]
    assert plans[0].mean() >= plans[1].mean() >= plans[2].mean()


def test_few_visits_are_spent_on_few_plans() -> None:
    assert [affordable(12, visits) for visits in (1, 60, 120, 192, 10_000)] == [2, 5, 8, 12, 12]


def test_a_game_says_how_much_of_a_weak_levels_errors_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[float, float]] = []

    def noted(state: mesozoic.State, seat: int, thinking: Thinking, rng: mesozoic.Rng) -> Search:
        asked.append((thinking.overlooks, thinking.misjudges))
        return Search(state, seat, thinking, rng)

    monkeypatch.setattr("mesozoic.bots.searcher.Search", noted)
    for slips in ("", ":slips=0.5", ":slips=0"):
        bot = make_bot("search:1v:width=1:glances=1:overlooks=0.4:misjudges=2" + slips, mesozoic.seeded(1))
        bot.choose(midway("dinospan", 20), midway("dinospan", 20).to_move[0])
    assert asked == [(0.4, 2.0), (0.2, 1.0), (0.0, 0.0)]


def test_a_plan_is_thought_out_once_and_kept_while_nothing_is_revealed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = DOLPHINS.start(2, seed=3)
    bot = make_bot("search:2v:width=2:glances=1", mesozoic.seeded(1))
    assert isinstance(bot, SearchBot)
    state.play(0, bot.choose(state, 0))
    planned = list(bot.planned)
    assert planned  # at least the square
    with monkeypatch.context() as patched:
        patched.setattr(bot, "plans", None)
        assert bot.code(state, 0) == planned[0]
    bot.planned, bot.foreseen = [max(state.codes(0)) + 1], (0, state.reveals, state.codes(0))
    assert bot.code(state, 0) in state.codes(0)  # somebody else has moved in this seat: a new plan
    other = DOLPHINS.start(2, seed=4)
    assert bot.code(other, 0) in other.codes(0)  # another game: a new plan


def test_a_game_without_hints_is_searched_by_its_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(DOLPHINS), "hints", Hints())
    state = midway(DOLPHINS.name, 60)
    bot = make_bot("search" + QUICK, mesozoic.seeded(1))
    while state.to_move:
        state.play(state.to_move[0], bot.choose(state, state.to_move[0]))
    assert state.result is not None


def test_a_budget_is_written_behind_the_name() -> None:
    assert read_budget("search", USUAL) == USUAL
    assert read_budget("search:500v", USUAL) == Budget(visits=500)
    assert read_budget("apex:40ms", LEVELS["apex"]) == Budget(ms=40)
    assert read_budget("search:5v:turns=2:spread=2.5", USUAL) == Budget(visits=5, figures={"turns": 2, "spread": 2.5})
    assert read_budget("hunter:glances=2", LEVELS["hunter"]).figures == {"width": 1, "glances": 2}


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("search:0ms", "give 1ms to 60000ms"),
        ("search:9999999v", "give 1v to 1000000v"),
        ("search:99999999999999999999v", "give 1v"),
        ("search:abc", "write search:500ms"),
        ("search:", "write search:500ms"),
        ("search:-5ms", "write search:500ms"),
        ("search:5s", "write search:500ms"),
        ("search:٥ms", "write search:500ms"),
        ("apex:5v:depth=3", "'depth' is no figure"),
        ("search:5v:turns=many", "turns is a number up to 50"),
        ("search:5v:turns=nan", "turns is a number up to 50"),
        ("search:5v:width=0", "width is a number up to 1000"),
        ("random:5v", "There is no bot 'random:5v'"),
        ("deep blue", "There is no bot 'deep blue': choose hatchling"),
    ],
)
def test_a_name_that_is_none_gets_a_sentence(name: str, sentence: str) -> None:
    with pytest.raises(BadOptions, match=sentence):
        check_bot(DOLPHINS, name)


def test_a_real_time_game_is_not_searched() -> None:
    with pytest.raises(BadOptions, match="played in real time"):
        check_bot(mesozoic.game("clades"), "search:500v")


def test_a_time_is_kept_to_even_where_nothing_can_be_finished() -> None:
    state = DOLPHINS.start(4, seed=2)
    plans = SearchBot(mesozoic.seeded(1), Budget(ms=1)).plans(state, 0)
    assert plans[0].codes[0] in state.codes(0)


def test_visits_end_where_the_time_of_a_table_does() -> None:
    search = Search(DOLPHINS.start(4, seed=2), 0, Thinking(width=4, plans=30), mesozoic.seeded(1))
    plans = search.think(1_000_000, 0.0, 1e-9)
    assert plans[0].codes[0] in search.real.codes(0)
    assert sum(plan.visits for plan in plans) <= 4, "no second world"


def test_nobody_sits_down_who_thinks_longer_than_the_table_gives_time_for() -> None:
    for name in ("search:3001ms", "search:60000ms", "apex:9000ms:turns=3", "hunter:9000ms"):
        check_bot(DOLPHINS, name)
        with pytest.raises(BadOptions, match="thinks longer than bots may at this table: give 1ms to 3000ms"):
            check_bot(DOLPHINS, name, most_ms=3000)
    for name in ("search:3000ms", "search:1000000v", "hunter", "random"):
        check_bot(DOLPHINS, name, most_ms=3000)
    check_bot(DOLPHINS, "apex", most_ms=500)  # a level has less time there
