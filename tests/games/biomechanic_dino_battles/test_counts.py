"""How many ways the next decisions can go, from fixed deals: any change of legal moves shows here.

Two players, seat 0 begins. Every hand is A A E E D W; the Offering is raptor raptor raptor dilopho dilopho (AE* each).
The Starter stacks cost: rapid_deployment AED, overclock A*, supply_drop ***, field_repair D*, battle_plan **,
scrap_run *, signal_jammer DE*, missile_pod AA*, reactive_plating DD, stim_injector A*.

1. Nobody has a dino, so nothing but ``end``: 1.
2. The buy phase (nobody may hold an item, so nobody is asked in between). Free cards 3; ``done`` 1; of the stacks all
   but reactive_plating (one D only): 9; the five dinos (A, E and one more): 5. 3 + 1 + 9 + 5 = 18.
3. After ``done`` P2 has ``end``: 1. After a free card only ``done``: 3. rapid_deployment can be paid in one way, so it
   is paid at once and ``done`` follows: 1. The ways to pay with A2 E2 D1 otherwise: overclock AA AE AD 3; supply_drop
   AAE AAD AEE AED EED 5; field_repair AD ED 2; battle_plan AA AE AD EE ED 5; scrap_run A E D 3; signal_jammer AED EED
   2; missile_pod AAE AAD 2; stim_injector 3; each dino AAE AEE AED 3.
   1 + 3 + 1 + (3 + 5 + 2 + 5 + 3 + 2 + 2 + 3) + 5 * 3 = 45.
4. After ``done`` and ``end`` P2 buys from the same hand: 18. Everything bought is followed by ``done`` and P2's
   ``end``: 3 free cards, 1 rapid_deployment; each of the 40 payments by ``done``. 18 + 3 + 1 + 40 = 62.

Four players, start seat 2, every hand A A A E E E, the Offering five bronto (D***: nobody has a D):

1. ``end``: 1.
2. Free cards 3, ``done`` 1, and overclock, supply_drop, battle_plan, scrap_run, missile_pod, stim_injector: 10.
3. After ``done`` P4's ``end`` 1, after free cards ``done`` 3; payments: overclock AA AE 2, supply_drop AAA AAE AEE EEE
   4, battle_plan AA AE EE 3, scrap_run 2, missile_pod AAA AAE 2, stim_injector 2. 1 + 3 + 15 = 19.
"""

from __future__ import annotations

import pytest

from mesozoic.kernel.playout import count_tree

from .helpers import GAME, do, seat, table

RAPTORS = ["raptor"] * 3 + ["dilopho"] * 3 + ["rex"] * 3 + ["stego"] * 3 + ["pterano"] * 3 + ["bronto"] * 3
TWO = {"decks": [[*"AAEEDWAEDDWW"]] * 2, "dino_deck": RAPTORS, "start_seat": 0}
BRONTOS = [name for name in reversed(list(dict.fromkeys(RAPTORS))) for _ in range(5)]
FOUR = {"decks": [[*"AAAEEEDDDWWW"]] * 4, "dino_deck": BRONTOS, "start_seat": 2}


def split(state, depth):
    """The count behind each first move, for finding out where two engines part."""
    mover = int(state.turn())
    lines = []
    for move in state.moves(mover):
        after = state.clone()
        after.play(mover, move)
        lines.append(f"P{mover + 1} {move}: {count_tree(after, depth - 1)}")
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("players", "deal", "depth", "ways"),
    [
        *((2, TWO, 1, 1), (2, TWO, 2, 18), (2, TWO, 3, 45), (2, TWO, 4, 62)),
        *((4, FOUR, 1, 1), (4, FOUR, 2, 10), (4, FOUR, 3, 19)),
    ],
)
def test_counts(players, deal, depth, ways):
    state = GAME.start(players, deal=deal)
    before = state.position()
    assert count_tree(state, depth) == ways, f"behind each first move:\n{split(state, depth)}"
    assert state.position() == before, "counting leaves the game alone"


def test_counts_of_a_fight():
    """An attack with two answers. Attack or end: 2; then pass or evade, and buying, free cards 3 and done: 2 + 4 = 6.

    After either answer only ``end`` is left (2); after a free card ``done`` (3), after ``done`` P2's ``end`` (1).
    """
    state = table(seat("raptor A"), seat("raptor E"))
    assert [count_tree(state, depth) for depth in (1, 2, 3)] == [2, 6, 6], split(state, 3)


def test_the_split_adds_up():
    """What a failure would print."""
    state = GAME.start(2, deal=TWO)
    do(state, "end")
    lines = split(state, 2).splitlines()
    assert len(lines) == 18 and lines[0] == "P1 buy:A: 1" and lines[-1] == "P1 done: 1"
