"""How many ways the next decisions can go, from two fixed tables: any change of legal moves shows here.

``quiet``: P1 has J08 on L1 (gain B 1) and nothing else, P2 has an empty Atlas and nothing in hand.

1. P1 analyzes L or G: 2.
2. After L P1 chooses one of 3 tracks; after G (empty) P2 analyzes L or G: 3 + 2 = 5.
3. The 3 go on with P2's 2; P2's 2 with P1's 2 again: 3 * 2 + 2 * 2 = 10.

``evolving``: P1 has J40 on L1 with a red and a gold egg and J43 in hand, all tracks 0; P2 has nothing.

1. Publish (Evolution only: Mammals are missing), analyze L, analyze G: 3.
2. Publish asks for the card, though there is one only (1). L gives 1 Mammal for J40's own tag, and P2 is to move (2).
   G: P2 (2). 5.
3. The card goes on its only Parent and asks for the overlay (2). After L and G P1 is to move again after each of P2's
   2 moves with 3 choices (a New Genus still lacks resources): 2 * 3 + 2 * 3 = 12. Together 14.
"""

from __future__ import annotations

import pytest

from mesozoic.kernel.playout import count_tree

from .helpers import seat, table

TABLES = {
    "quiet": (lambda: table(seat({"L1": "J08"}), seat()), (2, 5, 10)),
    "evolving": (lambda: table(seat({"L1": ("J40", 1, 1)}, hand=["J43"]), seat()), (3, 5, 14)),
}


def split(state, depth):
    """The count behind each first move."""
    who = int(state.turn())
    lines = []
    for move in state.moves(who):
        after = state.clone()
        after.play(who, move)
        lines.append(f"P{who + 1} {move}: {count_tree(after, depth - 1)}")
    return "\n".join(lines)


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_counts(name, depth):
    make, counts = TABLES[name]
    state = make()
    assert count_tree(state, depth) == counts[depth - 1], f"behind each first move:\n{split(state, depth)}"
