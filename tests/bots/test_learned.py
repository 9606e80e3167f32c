"""The bot that learns: its network counts in whole numbers, and it plays without PyTorch."""

from __future__ import annotations

import json
import sys
from array import array
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i32

import mesozoic
from mesozoic.bots import check_bot, make_bot
from mesozoic.bots import learned as bot
from mesozoic.bots.learned import inputs_of
from mesozoic.bots.net import EACH, LAST, PAIRS, SHIFT, TALLY, Inputs, Net, weight_count
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.rng import seeded
from mesozoic.table.matches.service import bot_seat
from mesozoic.terminal.arguments import seat_names
from tests.kernel.test_compiled import run_python


def active(inputs: Inputs, *numbers: int) -> list[int]:
    net = Net([inputs], 1, 1, [0] * weight_count(inputs.size(), 1, 1))
    net.inputs(vec[i32](list(numbers)), 0)
    return [int(number) for number in net.active][: int(net.found)]


def test_numbers_become_inputs():
    assert active(Inputs(EACH, 0, 3, 1, 2), 2, 0, 1) == [1, 4]
    assert active(Inputs(TALLY, 0, 3, 1, 2), 2, 2, 3) == [1, 1]
    assert active(Inputs(PAIRS, 0, 2, 1, 3, 2, 4), 3, 0, 4, 1) == [2 * 5 + 4]
    assert active(Inputs(LAST, 0, 3, 0, 1), 3, 0, 2) == [0, 5]


def test_the_net_counts_as_anybody_would():
    chance = seeded("net")
    inputs = [Inputs(EACH, 0, 4, 0, 2)]
    first, second = 5, 3
    weights = [chance.below(4000) - 2000 for _ in range(weight_count(12, first, second))]
    net = Net(inputs, first, second, weights)
    row = [2, 0, 1, 1]
    rest = iter(weights)
    rows = [[next(rest) for _ in range(first)] for _ in range(13)]
    sums = [sum(rows[at * 3 + number][unit] for at, number in enumerate(row)) + rows[12][unit] for unit in range(first)]
    deep = [[next(rest) for _ in range(second)] for _ in range(first + 1)]
    units = [
        max(0, sum(max(0, one) * line[unit] for one, line in zip(sums, deep, strict=False)) + (deep[-1][unit] << SHIFT))
        >> SHIFT
        for unit in range(second)
    ]
    last = list(rest)
    assert (
        net.value(vec[i32](row), 0)
        == (sum(one * by for one, by in zip(units, last, strict=False)) + (last[-1] << SHIFT)) >> SHIFT
    )
    with pytest.raises(ValueError, match="weights, but 3 are given"):
        Net(inputs, first, second, [1, 2, 3])


HEAD: dict[str, Any] = {
    "players": [2, 6],
    "first": 8,
    "second": 4,
    "trust": 0.9,
    "spread": 20.0,
    "inputs": [
        {"way": "pairs", "field": "item", "low": 1, "high": 17, "with": "square", "most": 9, "first": 9},
        {"way": "each", "field": "money", "low": 0, "high": 40, "first": 1},
    ],
}


@pytest.fixture
def taught(tmp_path, monkeypatch):
    """Dolphins and Dinos with weights by chance."""
    game = mesozoic.game("dolphins-and-dinos")
    size = sum(one.size() for one in inputs_of(game.prepare(2), HEAD["inputs"]))
    chance = seeded("weights")
    weights = array("h", [chance.below(4000) - 2000 for _ in range(weight_count(size, 8, 4))])
    file = tmp_path / bot.FILE
    file.write_bytes(json.dumps(HEAD).encode() + b"\n" + weights.tobytes())
    monkeypatch.setattr(bot, "weights_file", lambda game: file)
    return game


@pytest.mark.parametrize("players", [2, 6])
def test_it_plays_the_same_from_the_same_seed_by_what_its_seat_knows(taught, players):
    state = taught.start(players, seed="learned")
    one, other = (bot.LearnedBot(seeded(2)) for _ in range(2))
    for _ in range(2 * players):
        seat = state.to_move[0]
        code = one.code(state, seat)
        assert code in state.codes(seat)
        assert code == other.code(state.imagine(seat, seeded("elsewhere")), seat)
        state.apply(seat, code)
    assert "torch" not in sys.modules


LEARNED = ["carbon-dating", "dolphins-and-dinos"]
MOST_BYTES = 200_000


@pytest.mark.parametrize("name", LEARNED)
def test_the_kept_weights_are_what_their_head_says(name):
    game = mesozoic.game(name)
    head, weights = bot.kept_weights(game)
    fewest, most = head["players"]
    for players in range(fewest, most + 1):
        size = sum(one.size() for one in inputs_of(game.prepare(players), head["inputs"]))
        assert len(weights) == weight_count(size, head["first"], head["second"])
    assert any(weights)
    assert bot.weights_file(game).stat().st_size < MOST_BYTES


@pytest.mark.parametrize("name", LEARNED)
def test_it_plays_whole_games_by_what_its_seat_knows(name):
    """In any world that looks the same to the seat it does the same."""
    game = mesozoic.game(name)
    players = game.facts.most_players
    state = game.start(players, seed="whole")
    asked = 0
    while state.to_move:
        seat = state.to_move[-1]
        move = make_bot("learned", seeded(asked)).choose(state, seat)
        if asked % 7 == 0:
            elsewhere = state.imagine(seat, seeded("elsewhere", asked))
            assert make_bot("learned", seeded(asked)).choose(elsewhere, seat) == move
        state.play(seat, move)
        asked += 1
    assert state.result is not None
    assert "torch" not in sys.modules


def choices(name: str) -> list[str]:
    """What it does at the first decisions of a game."""
    state = mesozoic.game(name).start(min(2, mesozoic.game(name).facts.most_players), seed="both engines")
    player = make_bot("learned", seeded("both engines"))
    player.worlds = 1  # type: ignore[attr-defined]
    made: list[str] = []
    while state.to_move and len(made) < 6:
        made.append(player.choose(state, state.to_move[0]))
        state.play(state.to_move[0], made[-1])
    return made


@pytest.mark.skipif(not mesozoic.compiled, reason="the engine is not compiled here")
@pytest.mark.parametrize("name", LEARNED)
def test_both_engines_choose_the_same(name):
    command = f"from tests.bots.test_learned import choices; print(choices({name!r}))"
    assert run_python(command, "1") == f"{choices(name)}\n"


def test_a_game_that_nobody_learned_is_refused_before_it_begins():
    with pytest.raises(BadOptions, match="Nobody has learned DinoSpan yet"):
        check_bot(mesozoic.game("dinospan"), "learned")


def test_a_table_that_it_was_not_learned_for_is_refused_before_it_begins():
    dolphins = mesozoic.game("dolphins-and-dinos")
    check_bot(dolphins, "learned")
    check_bot(dolphins, "learned", players=2)
    with pytest.raises(BadOptions, match="was learned for 2 players or more"):
        check_bot(dolphins, "learned", players=1)
    with pytest.raises(BadOptions, match="was learned for 2 players or more"):
        bot_seat(dolphins, "learned", 0, 1000, players=1)
    with pytest.raises(BadOptions, match="was learned for 2 players or more"):
        seat_names(dolphins, 1, ["learned"])


def test_what_was_not_learned_is_told_in_a_sentence(taught, monkeypatch):
    state = taught.start(1, seed=1)
    with pytest.raises(BadOptions, match="was learned for 2 players or more"):
        bot.LearnedBot(seeded(1)).code(state, 0)
    monkeypatch.undo()
    state = mesozoic.game("dinospan").start(2, seed=1)
    with pytest.raises(BadOptions, match="Nobody has learned DinoSpan yet"):
        bot.LearnedBot(seeded(1)).code(state, state.to_move[0])
