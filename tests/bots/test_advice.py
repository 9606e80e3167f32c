"""A hint names the whole choice in words, says why in the game's own units, and can be played as it is."""

from __future__ import annotations

import pytest

import mesozoic
from mesozoic.bots import advise, make_bot
from mesozoic.bots.advice import Plan, Way, next_best, outcome, percent, reads_alike, told_chance
from mesozoic.bots.searcher import Budget
from mesozoic.kernel.state import HOST, State

SEATS = [
    ("biomechanic-dino-battles", 2),
    ("carbon-dating", 1),
    ("clades", 2),
    ("dinospan", 2),
    ("dolphins-and-dinos", 1),
    ("dolphins-and-dinos", 3),
]
FEW = Budget(visits=4, figures={"width": 2, "plans": 20, "glances": 1})
"""So that nothing depends on the machine, and little is thought."""
UNITS = {
    "biomechanic-dino-battles": ("a chance to win of ",),
    "carbon-dating": ("bad reviews",),
    "clades": ("cards in your pile", "card in your pile"),
    "dinospan": ("Prestige Points",),
    "dolphins-and-dinos": ("points", "exhibits with their hall's feature", "out of reach"),
}


def moments(name: str, players: int, asked: int = 30) -> list[tuple[State, int]]:
    """Decisions from one game between greedy and random players, each with the seat that is asked."""
    state = mesozoic.game(name).start(players, seed="advice")
    chooser = [make_bot("random", mesozoic.seeded(1)), make_bot("greedy", mesozoic.seeded(2))]
    found: list[tuple[State, int]] = []
    for step in range(5000):
        if state.is_over or len(found) == asked:
            break
        seat = state.to_move[0]
        if seat != HOST and len(state.codes(seat)) > 1 and step % 3 == 0:
            found.append((state.clone(), seat))
        state.play(seat, chooser[step % 2].choose(state, seat))
    return found


@pytest.mark.parametrize(("name", "players"), SEATS)
def test_the_whole_choice_is_named_and_can_be_played_at_once(name: str, players: int) -> None:
    for state, seat in moments(name, players):
        advice = advise(state, seat, mesozoic.seeded(3), FEW)
        assert advice.moves[0] in state.moves(seat)
        assert mesozoic.game(name).split(advice.whole) == list(advice.moves)
        assert advice.words and advice.why.endswith(".")
        assert set(advice.elements) >= set(elements(state, seat, advice.moves[0]))
        state.play(seat, advice.whole)


@pytest.mark.parametrize(("name", "players"), SEATS)
def test_the_reason_is_told_in_the_games_own_units(name: str, players: int) -> None:
    told = [
        advice
        for state, seat in moments(name, players)
        if (advice := advise(state, seat, mesozoic.seeded(3), FEW)).value
    ]
    assert told
    for advice in told:
        assert any(unit in advice.value for unit in UNITS[name]), advice.value
        assert ("a chance to win of" in advice.value) == (players > 1 and name != "clades")
        assert advice.value in advice.why


@pytest.mark.parametrize(("name", "players"), SEATS)
def test_the_next_best_is_another_choice_than_the_best(name: str, players: int) -> None:
    named = 0
    for state, seat in moments(name, players):
        advice = advise(state, seat, mesozoic.seeded(3), FEW)
        words = advice.next_best.rpartition(": ")[0]
        assert words != advice.words
        assert ("The next best, " in advice.why) == bool(words and advice.value)
        assert not words or not advice.value or words in advice.why
        named += bool(words)
    assert named


def test_the_next_best_is_the_first_that_reads_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other small steps to the same are no other choice; where all are the same none is named."""
    told = iter(["eat", "eat", "eat", "turn", "rest"])
    monkeypatch.setattr("mesozoic.bots.advice.follow", lambda *_: Plan((), next(told), ()))
    state, ways = mesozoic.game("carbon-dating").start(1, seed=1), [Way([], points) for points in (5.0, 4.0, 3.0, 2.0)]
    other = next_best(state, 0, [Way([], 6.0), *ways], next(told), mesozoic.seeded(1))
    assert other is not None
    assert (other.words, other.value) == ("turn", outcome(state, ways[2]))
    told = iter(["eat"] * 4)
    assert next_best(state, 0, [Way([], 6.0), *ways], "eat", mesozoic.seeded(1)) is None


def test_no_next_best_is_told_to_lead_to_more_than_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was dropped after a few worlds may have been lucky in them; what was only glanced at has no chance."""
    state = mesozoic.game("dolphins-and-dinos").start(3, seed=1)
    told = iter(f"number {number}" for number in range(100))
    monkeypatch.setattr("mesozoic.bots.advice.follow", lambda *_: Plan((), next(told), ()))

    def named(best: Way, *others: Way) -> str | None:
        other = next_best(state, 0, [best, *others], "best", mesozoic.seeded(1))
        return None if other is None else other.value

    best, glanced, poor = Way([], 157.0, 0.56, True), Way([], 181.0), Way([], 140.0, 0.5, True)
    assert named(best, Way([], 150.0, 0.61, True)) == outcome(state, best)
    assert named(best, Way([], 159.0, 0.562, True)) == outcome(state, best)
    assert named(best, Way([], 159.0, 0.52, True)) == "a chance to win of 52 % and about 159 points in the end"
    assert named(best, glanced) is None
    assert named(best, glanced, poor) == outcome(state, poor)
    assert named(Way([], 6.0), Way([], 5.0)) == "about 5 points in the end"


def test_the_same_steps_in_another_order_are_no_next_best() -> None:
    assert reads_alike("take Mei, take Minmi", "take Minmi, take Mei")
    assert not reads_alike("take Mei, take Mei", "take Mei, take Minmi")


def test_nothing_is_not_told_as_about_nought() -> None:
    state = mesozoic.game("carbon-dating").start(1, seed=1)
    told = [outcome(state, Way([], points)) for points in (0.2, 0.0, -0.04, -0.06, -1.0)]
    assert told == [*["no bad reviews in the end"] * 3, *[f"about {n} bad reviews in the end" for n in (0.1, 1.0)]]


def test_alone_a_goal_that_no_way_leads_to_is_told_as_out_of_reach() -> None:
    state = mesozoic.game("dolphins-and-dinos").start(1, seed=1)
    assert [outcome(state, Way([], points)) for points in (0.0, 0.4, 84.0)] == [
        *["a goal out of reach, as far as can be seen"] * 2,
        "about 8.4 of nine exhibits with their hall's feature",
    ]


def test_a_hint_needs_what_the_seat_knows_and_nothing_else() -> None:
    for name, players in SEATS:
        for number, (state, seat) in enumerate(moments(name, players, 6)):
            elsewhere = state.imagine(seat, mesozoic.seeded("elsewhere", number))
            assert advise(elsewhere, seat, mesozoic.seeded(4), FEW) == advise(state, seat, mesozoic.seeded(4), FEW)


def test_a_chance_is_never_told_as_certain() -> None:
    assert [percent(chance) for chance in (0.0, 0.004, 0.126, 0.984, 1.0)] == [
        "under 1 %", "under 1 %", "13 %", "98 %", "over 99 %",
    ]  # fmt: skip


def test_a_bold_chance_is_further_from_an_even_one() -> None:
    for players in (2, 3, 5):
        even = 1 / players
        assert told_chance(even, players, 1.6) == pytest.approx(even)
        assert told_chance(0.9, players, 1.6) > 0.9 and told_chance(even / 2, players, 1.6) < even / 2
        assert [told_chance(share, players, 1.0) for share in (0.0, 0.3, 1.0)] == pytest.approx([0.0, 0.3, 1.0])


def test_where_nothing_can_be_chosen_the_hint_says_so() -> None:
    state = mesozoic.game("biomechanic-dino-battles").start(2, seed=1)
    while len(state.codes(state.to_move[0])) > 1:
        seat = state.to_move[0]
        state.play(seat, make_bot("random", mesozoic.seeded(1)).choose(state, seat))
    advice = advise(state, state.to_move[0], mesozoic.seeded(1), FEW)
    assert (advice.value, advice.next_best, advice.why) == ("", "", "There is nothing else to do.")


def elements(state: State, seat: int, move: str) -> tuple[str, ...]:
    game = state.setup.game
    return game.tabletop.elements(state, seat, game.parse(move))
