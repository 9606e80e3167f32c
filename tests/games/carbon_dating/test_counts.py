"""How many ways the next decisions can go, from two fixed deals: any change of legal moves shows here.

The rulebook's example round, row STE3 GAL2 IGU1 VEL1, drawn SPI1 BRA2, both specials aside:

1. Two cards at two ends, 3 gaps, 4 seats: 4 + 3 + 4 = 11.
2. SPI1 left leaves VEL1 alone: BRA2 right, TYR: 2. SPI1 right eats VEL1 and leaves with IGU1, STE3 GAL2 stay: BRA2
   left, 1 gap, 2 seats: 4. BRA2 left leaves with STE3, three stay: SPI1 right, 2 gaps, 3 seats: 6. BRA2 right, five
   sit: SPI1 left, 4 gaps, 5 seats: 10. PTE in any of 3 gaps: two dates each: 6. TYR on seat 1 eats its way through
   (GAL2 flees): 4 placements. On seats 2 and 3: two dates each: 4. On seat 4 a medium date, four sit: 4 placements and
   3 gaps: 7. 2 + 4 + 6 + 10 + 6 + 4 + 4 + 7 = 43.
3. After SPI1 left: BRA2 (VEL1 BRA2: gap, 2 seats, end) 4, TYR 1: 5. After SPI1 right: BRA2 leaves with STE3, GAL2
   stays (TYR, end) 2, PTE 2 dates, TYR on STE3 (GAL2 flees) BRA2 alone 1, TYR on GAL2 is flung: BRA2 and a gap 2: 7.
   After BRA2 left: SPI1 2, PTE 2 x 2, TYR 1 + 1 + 3: 11. After BRA2 right: SPI1 4, PTE 4 x 2, TYR 1 + 2 + 2 + 2 + 5:
   24. After PTE: gap 1 flings PTE between GAL2 and STE3, two dates 2, or nothing, five sit: 4 + 5 = 9; gaps 2, 3 only
   medium dates, 9 each: 11 + 18 + 18 = 47. After TYR: seat 1: 1 + 1 + 2 + 1 = 5; seat 2: 7 + 5; seat 3: 6 + 5;
   seat 4: 1 + 2 + 3 + 3 + 2 x 3 = 15. 5 + 7 + 11 + 24 + 47 + 5 + 12 + 11 + 15 = 137.

Staffing Shortage, row VEL1 ALL1 VEL4 ALL3, drawn ANK1 PTE:

1. ANK1 at two ends, PTE in three gaps: 5.
2. ANK1 left storms off, 3 gaps; ANK1 right stays, 4 gaps; PTE in each of 3 gaps gives two dates: 3 + 4 + 6 = 13.
3. After ANK1 two dates in each gap: 6 + 8; after PTE and its date ANK1 at two ends: 6 x 2. 14 + 12 = 26.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mesozoic.kernel.playout import count_tree

from .helpers import GAME, position

TABLES = {path.stem: json.loads(path.read_text("utf-8")) for path in Path(__file__).with_name("counts").glob("*.json")}
BY_HAND = {"example_round": [11, 43, 137], "staffing_shortage": [5, 13, 26]}
WHOLE_TREE = 99


def split(state, depth):
    """The count behind each first move, for finding out where two engines part."""
    lines = []
    for move in state.moves(0):
        after = state.clone()
        after.play(0, move)
        lines.append(f"{move}: {count_tree(after, depth - 1)}")
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("name", "depth"), [(name, int(depth)) for name, table in sorted(TABLES.items()) for depth in table["counts"]]
)
def test_counts(name, depth):
    table = TABLES[name]
    state = GAME.start(1, options=table["options"], deal=table["deal"])
    before = state.position()
    assert count_tree(state, depth) == table["counts"][str(depth)], f"behind each first move:\n{split(state, depth)}"
    assert state.position() == before, "counting leaves the game alone"


@pytest.mark.parametrize("name", sorted(BY_HAND))
def test_the_first_depths_were_counted_by_hand(name):
    assert [TABLES[name]["counts"][str(depth)] for depth in (1, 2, 3)] == BY_HAND[name]


def test_a_whole_small_game():
    """ALL1 sits, VEL4 and ALL3 come, nothing else: every leaf is the end of a game.

    First VEL4 or ALL3, left or right; the second takes the other end: 4 ways. All dates are medium.
    """
    state = position("ALL1", deck="VEL4 ALL3")
    assert count_tree(state, WHOLE_TREE) == 4
