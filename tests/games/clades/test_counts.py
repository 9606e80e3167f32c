"""How many ways the next decisions can go, from fixed positions: any change of legal moves shows here.

Seats and host come up in turn. Two players, four shared cards and one personal card each, one triple of shared cards:

1. P1 has C(5,3) = 10 calls and its vote: 11.
2. After the triple two cards are left for P2, so the host settles: 1. After 9 false calls and the vote P2 has 11 each:
   110.
3. The host, after a settle: stall: 1. P1 false and P2 right: settled by itself, stall: 9. Both false: stall and two
   unlocks: 9 * 9 * 3 = 243. P1 false and P2 votes: stall and one unlock: 9 * 2 = 18. P1 votes and P2 right: settle: 1;
   P2 false: 9 * 2 = 18; both vote: a card is added, stall: 1. Together 291.

Solitaire race, four shared cards and four in the deck:

1. 4 calls and the vote: 5.
2. The host: 1 after the triple (settled by itself), 1 after each of 3 false calls, which lock nobody (CL-R16), 1 after
   the vote: 5.
3. P1 after triple and stall has 5 cards: 11. After a false call and a stall 5 cards, without what was called: 10;
   3 * 10 = 30. After vote and stall 6 cards: 21. Together 62.
"""

from __future__ import annotations

import pytest

from mesozoic.kernel.playout import count_tree

from .helpers import HOST, place

POSITIONS = {
    "two players": (2, ["MW2B", "SA2G"], "AW1B AW2G AW3R AL1G AL2B AA2R", {}, [11, 111, 291]),
    "race": (1, None, "AW1B AW2G AW3R AL1G", {}, [5, 5, 62]),
}


def start(name):
    players, hands, deck, options, _ = POSITIONS[name]
    return place(players, "ML1B SL2G AL3R AA1B", hands, deck, options)


def split(state, depth):
    """The count behind each first move, for finding out where two engines part."""
    seat = int(state.turn())
    lines = []
    for move in state.moves(seat):
        after = state.clone()
        after.play(seat, move)
        lines.append(f"{'host' if seat == HOST else f'P{seat + 1}'} {move}: {count_tree(after, depth - 1)}")
    return "\n".join(lines)


@pytest.mark.parametrize(("name", "depth"), [(name, depth) for name in POSITIONS for depth in (1, 2, 3)])
def test_counts(name, depth):
    state = start(name)
    before = state.position()
    assert count_tree(state, depth) == POSITIONS[name][-1][depth - 1], f"behind each first move:\n{split(state, depth)}"
    assert state.position() == before, "counting leaves the game alone"


def test_the_split_adds_up():
    lines = split(start("race"), 3).splitlines()
    assert [int(line.split(": ")[1]) for line in lines] == [11, 10, 10, 10, 21]
