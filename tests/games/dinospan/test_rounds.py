"""Rounds, goals, eras, scoring: DS-49 to DS-61, DS-65, and the rulings about them."""

from __future__ import annotations

import pytest

from .helpers import CARDS, GAME, of, round_of, seat, stack, table

LARGE = ["K11", "K13", "K17", "K18", "K19"]  # size L
SMALL_KEY = "K67"  # goals: Miniaturization, Carnivorous, Blade, Eastern Frontiers


def goal_table(counts, **more):
    """Each seat has so many small cards of Laurasia and Gondwana; the Goal of Round I counts them."""
    small_l = ["T02", "T16", "J04", "J08", "J07"]
    small_g = ["T03", "T04", "T06", "T07", "T08", "T13", "J01", "J02", "J09", "J10"]
    spare = [card for card in CARDS if CARDS[card].size == "S" and CARDS[card].era == "K" and card != SMALL_KEY]
    north = small_l + [card for card in spare if CARDS[card].hemisphere == "L"]
    south = small_g + [card for card in spare if CARDS[card].hemisphere == "G"]
    seats = []
    for who, number in enumerate(counts):
        mine = {}
        rows = [("L", north), ("G", south)]
        for at in range(number):
            row, pile = rows[(at // 5 + who) % 2]
            mine[f"{row}{at % 5 + 1}"] = pile.pop(0)
        seats.append(seat(mine, markers=1))
    last = len(counts) - 1
    for at, one in enumerate(seats):
        one["markers"] = 1 if at == last else 0
    state = table(*seats, key=SMALL_KEY, number=1, on_turn=last, **more)
    state.play(last, "analyze:G" if last % 2 == 0 else "analyze:L")
    while state.position()["round"] == 1:
        state.play(last, state.moves(last)[-1])
    return state


def goals(state, number=0):
    return [of(state, at)["goals"][number] for at in range(state.players)]


def test_goal_scale():
    """DS-49, DS-50, DS-52, DS-59, DS-X6, DS-R35: by the difference to the lowest count."""
    assert goals(goal_table([4, 5, 6, 9, 4])) == [0, 2, 4, 10, 0]
    assert goals(goal_table([0, 3, 4])) == [0, 6, 8]
    assert goals(goal_table([1, 9])) == [0, 10], "more than +5 is 10"


def test_everyone_equal():
    """DS-R36, DS-R37: all score 0, the token goes to the First Player's right."""
    state = goal_table([2, 2, 2], first=1)
    assert goals(state) == [0, 0, 0]
    assert state.position()["first"] == 0


def test_token():
    """DS-51, DS-R37: the last of the lowest in turn order."""
    assert goal_table([1, 2, 1]).position()["first"] == 2
    assert goal_table([1, 2, 1], first=2).position()["first"] == 0
    assert goal_table([2, 1, 2]).position()["first"] == 1
    assert goal_table([2, 1, 2]).to_move == (1,)


def test_parents_count_for_goals():
    """DS-R34: every card on the Atlas; only top cards with goals_count=visible."""
    for option, points in (("published", 2), ("visible", 0)):
        mine = seat({"L1": stack("J17", "J04", "low")}, markers=0)
        state = table(mine, seat(markers=1), key=SMALL_KEY, on_turn=1, options={"goals_count": option})
        state.play(1, "analyze:L")
        assert goals(state)[0] == points


def test_hype_is_replaced_after_a_round():
    """DS-55, DS-R16: slots 1-4 to the Archive in their order, four new ones."""
    start = table(seat(markers=0), seat(markers=1), on_turn=1, hype=["J01", "J02", "J03", "J04"])
    pile = start.position()["footprint"]
    start.play(1, "analyze:L")
    assert start.position()["archive"] == ["J01", "J02", "J03", "J04"]
    assert start.position()["hype"] == pile[:4]
    kept = table(seat(markers=0), seat(markers=1), on_turn=1, hype=["J01", "J02", "J03", "J04"],
                 options={"hype_round_refresh": "refill"})  # fmt: skip
    kept.play(1, "analyze:L")
    assert kept.position()["hype"] == ["J01", "J02", "J03", "J04"]


def test_era_change():
    """DS-54, DS-R18: before Round III; the Archive and hands stay."""
    state = table(seat(hand=["J03"], markers=0), seat(markers=1), on_turn=1, number=2, archive=["J50"])
    reserve = state.position()["reserve"]
    state.play(1, "analyze:L")
    position = state.position()
    assert position["round"] == 3 and position["hype"] == reserve[:4] and position["footprint"] == reserve[4:]
    assert position["archive"][0] == "J50" and of(state)["hand"] == ["J03"]
    first = table(seat(markers=0), seat(markers=1), on_turn=1)
    first.play(1, "analyze:L")
    assert all(card[0] == "J" for card in first.position()["hype"])


def finished(*seats, **more):
    """The last action of the game."""
    for one in seats:
        one["goals"] = one["goals"] or [0, 0, 0, None]
        one["markers"] = 0
    seats[-1]["markers"] = 1
    state = table(*seats, number=4, on_turn=len(seats) - 1, **more)
    state.play(len(seats) - 1, "analyze:G" if not any(p[0] == "G" for p in seats[-1]["atlas"]) else "analyze:L")
    return state


def test_the_game_ends_after_four_rounds():
    """DS-13, DS-56, DS-R38: DS-53 to DS-55 are skipped, the token moves."""
    state = table(seat({"L1": "K64"}), seat(), key=SMALL_KEY)
    for number in (3, 4):
        assert state.position()["round"] == number
        round_of(state)
    assert state.is_over
    assert of(state)["markers"] == 0
    assert state.position()["first"] == 1
    whole = GAME.start(2, seed=3)
    turns = 0
    while not whole.is_over:
        moves = whole.moves(whole.to_move[0])
        turns += "analyze:L" in moves
        whole.play(whole.to_move[0], moves[-1])
    assert turns == 2 * 16


def test_card_points():
    """DS-57: top cards, and Parents under LOW."""
    for overlay, points in (("low", 8), ("high", 5)):
        state = finished(seat({"L1": stack("J43", "J40", overlay), "L2": "J17"}), seat())
        assert state.result.details[0].cards == points + 3


def test_egg_points():
    """DS-58."""
    state = finished(seat({"L1": ("J31", 2, 1), "L2": ("J36", 0, 2)}), seat())
    assert state.result.details[0].eggs == 2 + 3 * 3


@pytest.mark.parametrize(("number", "points"), [(7, 0), (8, 3), (9, 3), (10, 5)])
def test_resource_points(number, points):
    """DS-60, DS-R39: each track apart."""
    state = finished(seat(P=number, T=number, M=3), seat())
    assert state.result.details[0].resources == 2 * points


def test_worked_final_score():
    """DS-X3, DS-R40: 31 + 7 + 6 + 6 + 3 is 53."""
    mine = seat({"L1": ("K70", 0, 1), "L2": ("K35", 0, 1), "L3": ("J27", 1), "L4": ("J52", 3), "G1": ("J20", 2),
                 "G2": ("J41", 1)}, P=8, T=7, M=2, goals=[6, 0, 0, None])  # fmt: skip
    state = finished(mine, seat({"L1": "K13"}), key="K44")
    one = state.result.details[0]
    pp = sum(CARDS[card].pp for card in ("K70", "K35", "J27", "J52", "J20", "J41"))
    assert pp == 32
    assert (one.cards, one.eggs, one.goals, one.resources) == (32, 13, one.goals, 3)
    assert one.total == 32 + 13 + one.goals + 3 and state.result.scores[0] == one.total
    assert 31 + 7 + 6 + 6 + 3 == 53


def test_hands_and_supplies_are_worth_nothing():
    """DS-R41."""
    assert finished(seat(hand=["K69", "K35"]), seat()).result.scores == (0, 0)


def test_ties():
    """DS-61, DS-R38: farthest clockwise from the new token holder; the holder loses any tie."""
    state = finished(seat(), seat(), seat())
    assert state.result.scores == (0, 0, 0)
    assert state.position()["first"] == 2, "all equal: the token went to the right of P1"
    assert state.result.winners == (1,) and state.result.places == (2, 1, 3)
    state = finished(seat({"L1": ("J17", 1)}), seat())
    assert state.result.winners == (0,)


def test_the_title_of_the_winner():
    """DS-R4: among several players too, with and without a tie."""
    why = finished(seat({"L1": ("J17", 1)}), seat()).result.why
    assert why.startswith("4 rounds are played: P1 has the most Prestige Points") and why.endswith(
        ": Best Paleontologist of the Year."
    )
    assert finished(seat(), seat()).result.why.endswith("First Player token: Best Paleontologist of the Year.")


def research(number, mine, **more):
    """The points of a Research card for this Atlas."""
    options = {"personal_research": True}
    ids = [f"R{n:02}" for n in range(1, 13)]
    other = [one for one in ids if one != f"R{number:02}"]
    mine |= {"research": [f"R{number:02}", other[0]], "kept": [f"R{number:02}"]}
    mine["research"].sort()
    yours = seat() | {"research": other[1:3], "kept": other[1:2]}
    return finished(mine, yours, options=options, **more).result.details[0].research


def test_research_points():
    """DS-65: each formula, at most 8."""
    row = {f"L{n}": card for n, card in enumerate(("T12", "T15", "J38", "J36", "J31"), 1)}
    south = {f"G{n}": card for n, card in enumerate(("J20", "J21", "J35"), 1)}
    assert research(1, seat(row)) == 6
    assert research(2, seat(row | south)) == 2
    assert research(3, seat({"L1": stack("J17", "J03", "high")})) == 2
    assert research(4, seat(row)) == 3
    assert research(5, seat(row)) == 2
    assert research(6, seat({"L1": stack("J17", "J03", "high")})) == 2
    assert research(7, seat({"L1": ("J31", 0, 2)})) == 4
    assert research(8, seat({"L1": ("J24", 1), "L2": ("J31", 2)})) == 1
    assert research(9, seat(row)) == 3
    assert research(10, seat(row | south)) == 2 * (6 - 3), "NAM, EUR, ASI, AFR, SAM and ANT"
    assert research(11, seat({"L1": "J17", "L2": "J03", "L3": "J08", "L4": "J12", "G1": "J37"})) == 4
    assert research(12, seat(hand=["J01", "J02", "J03"])) == 3
    assert research(12, seat(hand=[f"J{n:02}" for n in range(1, 15)])) == 8
