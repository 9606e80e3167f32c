"""How many ways the next decisions can go, from fixed deals: any change of legal moves shows here.

The seat with the lowest number decides first. Two players, T1 = R 5 9, T2 = 1 3 7:

1. P1 picks R, 5, 9 or C: 4.
2. Three of them go on with 9 squares, R with 15 numbers: 27 + 15 = 42.
3. 27 choices are complete, and P2 picks: 27 * 4; R goes on with squares: 15 * 9. 108 + 135 = 243.
4. P2 as in 2, or after R the first pick: 27 * 42 + 135 * 4 = 1674.
5. Neither has R (81 pairs of squares): eight of nine pairs of items lead to a feature of one mark (none or A), two
   corridors to the next pick (4): 81 * (8 * 2 + 4) = 1620. P2 has R: 27 * 135 = 3645. P1 has R: 135 * 42 = 5670.
6. Two exhibits: 81 * 4 * 4 = 1296. One, and the next pick: twice 81 * 2 * 2 * 4 = 1296. Two corridors, the next pick
   and square (24 pairs of a first square and its neighbours): 9 * 24 * 4 = 864. P2 has R, then a feature or a pick:
   18 * 135 * 2 + 9 * 135 * 4 = 9720. P1 has R, then P2's feature: 135 * 18 * 2 = 4860; or P1's next pick, one card of
   which is barred by three of the 15 numbers: 9 * 9 * (12 * 4 + 3 * 3) = 4617. Both have R: 135 * 135 = 18225.

Solo, T1 = 7 1 15, T2 = 4 9 12: the 7 has three features, 1 and 15 have one.

1. 4 picks. 2. 9 squares each: 36.
3. Features or none, and after a corridor the next pick: 9 * (4 + 2 + 2 + 4) = 108.
4. The next pick, and after a corridor and a pick a neighbouring square: 9 * (4 + 2 + 2) * 4 + 24 * 4 = 384.
5. Squares, and then features (4 WL, 9 A, 12 WA) or the third pick: 24 * 8 * 4 + 24 * (3 + 2 + 3 + 4) = 1056.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mesozoic.kernel.playout import count_tree

from .helpers import GAME, idle

TABLES = {path.stem: json.loads(path.read_text("utf-8")) for path in Path(__file__).with_name("counts").glob("*.json")}
WHOLE_TREE = 99


def split(state, depth):
    """The count behind each first move, for finding out where two engines part."""
    seat = int(state.turn())
    lines = []
    for move in state.moves(seat):
        after = state.clone()
        after.play(seat, move)
        lines.append(f"P{seat + 1} {move}: {count_tree(after, depth - 1)}")
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("name", "depth"), [(name, int(depth)) for name, table in sorted(TABLES.items()) for depth in table["counts"]]
)
def test_counts(name, depth):
    table = TABLES[name]
    state = GAME.start(table["players"], deal=table["deal"])
    before = state.position()
    assert count_tree(state, depth) == table["counts"][str(depth)], f"behind each first move:\n{split(state, depth)}"
    assert state.position() == before, "counting leaves the game alone"


def test_the_split_adds_up():
    """What a failure would print."""
    table = TABLES["two-players"]
    state = GAME.start(2, deal=table["deal"])
    lines = split(state, 3).splitlines()
    assert lines == ["P1 R: 135", "P1 5: 36", "P1 9: 36", "P1 C: 36"]


def last_rounds(name, number):
    """The game of the table with nothing but corridors until this round begins."""
    table = TABLES[name]
    return idle(GAME.start(table["players"], deal=table["deal"]), number)


def test_the_whole_tree_of_the_last_round_of_two():
    """DD-34: one square left. R has 15 numbers; 5, 9 and 1 go with or without A; 3 three ways, 7 four, C one: 29."""
    assert count_tree(last_rounds("two-players", 9), WHOLE_TREE) == 29 * 29


@pytest.mark.parametrize(
    ("number", "ways"),
    [
        (9, 4 + 2 + 2 + 3 + 2 + 3 + 1),  # 7 1 15 4 9 12 C on the last square
        (8, 2 * (2 + 3 + 2 + 1) * 17),  # 2 3 5 C on one of two squares
        (7, 3 * (3 + 3 + 3 + 1) * 2 * 8 * 17),  # 6 8 10 C on one of three squares
    ],
)
def test_the_whole_tree_of_the_last_solo_rounds(number, ways):
    """DD-34: to the end of every game, each of which counts once."""
    assert count_tree(last_rounds("solo", number), WHOLE_TREE) == ways
