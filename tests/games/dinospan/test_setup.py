"""Setup: DS-01 to DS-12, the draft, Personal Research, and the rulings about them."""

from __future__ import annotations

import pytest

from mesozoic.kernel.errors import BadOptions

from .helpers import CARDS, CRETACEOUS, GAME, JURASSIC, go

TRIASSIC = [f"T{n:02}" for n in range(1, 17)]


def dealt(players=3, options=None, **deal):
    base = {"triassic": TRIASSIC, "jurassic": JURASSIC, "cretaceous": CRETACEOUS, "first_player": 0}
    return GAME.start(players, seed=1, options=options or {}, deal={**base, **deal})


def test_one_to_five_play():
    """DS-01, DS-R2."""
    for players in range(1, 6):
        assert GAME.start(players, seed=1).players == players
    for players in (0, 6):
        with pytest.raises(BadOptions, match="1 to 5 players"):
            GAME.start(players, seed=1)


def test_three_decks_and_a_key_species_and_hype():
    """DS-02, DS-03, DS-06, DS-R11: the Key Species is in no deck."""
    position = dealt().position()
    assert position["key"] == "K01" and position["reserve"] == CRETACEOUS[1:]
    assert position["hype"] == JURASSIC[:4]
    assert position["footprint"] == JURASSIC[4:]
    seen = {tuple(GAME.start(2, seed=n).position()["footprint"]) for n in range(5)}
    assert len(seen) == 5


def test_goal_tiles_match_the_key_species():
    """DS-04, DS-05, DS-R12, DS-R13: one tile of each category, the highest percentage first."""
    for card in CRETACEOUS:
        goals = dealt(options={"scenario": card}).view(0).goals
        assert {goal.category for goal in goals} == {"Size", "Continent", "Dentition", "Food"}
        percent = [goal.percent for goal in goals]
        assert percent == sorted(percent, reverse=True)
    goals = dealt(options={"scenario": "K44"}).view(0).goals
    assert goals[0].name == "Giants of the New World"


def test_scenarios():
    """DS-X4, DS-X5."""
    wanted = {
        "triceratops": ("Ground-Plant Feeders 47", "Giants of the New World 45", "Giants in Motion 23",
                        "Complex Dentition 19"),
        "velociraptor": ("Masters of Miniaturization 29", "Carnivorous 28", "Blade of Evolution 26",
                         "Eastern Frontiers 24"),
    }  # fmt: skip
    for scenario, names in wanted.items():
        state = dealt(options={"scenario": scenario})
        assert tuple(f"{goal.name} {goal.percent}" for goal in state.view(0).goals) == names
        assert state.position()["key"] not in state.position()["reserve"]


def test_first_player():
    """DS-07, DS-R5: by chance or as the option says."""
    assert {GAME.start(4, seed=n).position()["first"] for n in range(30)} == {0, 1, 2, 3}
    assert GAME.start(4, seed=1, options={"first_player": 2}).to_move == (2,)


def test_every_player_begins_empty_with_eggs_in_the_supply():
    """DS-08, DS-09, DS-R1, DS-R3, DS-R6: the supply is there before the Triassic publication."""
    state = dealt()
    for one in state.position()["seats"]:
        assert (one["P"], one["T"], one["M"], one["markers"], one["hand"], one["atlas"]) == (0, 0, 0, 4, [], {})
    view = state.view(0)
    assert (view.red_eggs, view.gold_eggs) == (50, 15)
    assert [one.markers for one in view.seats] == [4, 4, 4]


def test_random_triassic_cards_in_turn_order():
    """DS-10, DS-12."""
    state = dealt(first_player=1)
    assert [one["triassic"] for one in state.position()["seats"]] == [["T05", "T06"], ["T01", "T02"], ["T03", "T04"]]
    rest = TRIASSIC[6:]
    text = str(state.view(0))
    assert not any(card in text for card in rest)


def test_first_game_gives_an_ornithischian_and_a_sauropod():
    """DS-10, DS-R10: the topmost ones."""
    order = ["T12", "T03", "T09", "T06", "T01", *[card for card in TRIASSIC if card not in "T12 T03 T09 T06 T01"]]
    state = dealt(2, {"triassic_setup": "first_game"}, triassic=order)
    assert [one["triassic"] for one in state.position()["seats"]] == [["T03", "T09"], ["T01", "T06"]]
    five = dealt(5, {"triassic_setup": "first_game"})
    for one in five.position()["seats"]:
        assert [CARDS[card].order for card in one["triassic"]] == ["Orn", "Sau"]


def test_triassic_publication():
    """DS-11, DS-R7, DS-R8, DS-R9: one in each row whatever is printed, free; abilities fire; Hype is refreshed."""
    order = ["T03", "T10", *[card for card in TRIASSIC if card not in ("T03", "T10")]]
    state = dealt(2, triassic=order)
    assert state.moves(0) == ["laurasia:T03", "laurasia:T10", "gondwana:T03", "gondwana:T10"]
    state.play(0, "laurasia:T03")
    assert state.moves(0) == ["hype:1", "hype:2", "hype:3", "hype:4", "footprint"]
    kinds = go(state, "hype:2")
    assert kinds[:4] == ["took_from_hype", "gained", "hype_filled", "published"]
    first = state.position()["seats"][0]
    assert {name: one["card"] for name, one in first["atlas"].items()} == {"L1": "T03", "G1": "T10"}
    assert first["P"] == 1 and first["hand"] == ["J02"] and first["markers"] == 4
    assert None not in state.position()["hype"], "refreshed after the first ability, before the second"
    go(state, "hype:1")
    assert state.to_move == (1,)


def test_draft():
    """DS-62: four each, one kept in secret, the rest to the left, one kept again."""
    state = dealt(3, {"triassic_setup": "draft"})
    assert state.to_move == (0, 1, 2)
    assert state.moves(0) == ["keep:T01", "keep:T02", "keep:T03", "keep:T04"]
    for who, card in enumerate(("T01", "T05", "T09")):
        told = state.play(who, f"keep:{card}")
        assert all(card not in event.words() for event in told if event.is_known_to((who + 1) % 3))
    assert state.moves(1) == ["keep:T02", "keep:T03", "keep:T04"], "from the right neighbour"
    assert state.moves(0) == ["keep:T10", "keep:T11", "keep:T12"]
    for who, card in enumerate(("T10", "T02", "T06")):
        state.play(who, f"keep:{card}")
    seats = state.position()["seats"]
    assert [one["triassic"] + one["second"] for one in seats] == [["T01", "T10"], ["T05", "T02"], ["T09", "T06"]]
    assert state.view(1).seats[1].triassic == ("T02", "T05") and state.view(0).seats[1].triassic is None
    assert len(dealt(5, {"triassic_setup": "draft"}).moves(0)) == 3
    solo = dealt(1, {"triassic_setup": "draft"})
    go(solo, "keep:T01 keep:T04")
    assert solo.view(0).seats[0].triassic == ("T01", "T04")


def test_personal_research():
    """DS-63, DS-64: two dealt, one kept, hidden until the end."""
    research = [f"R{n:02}" for n in range(1, 13)]
    state = dealt(2, {"personal_research": True}, research=research, first_player=1)
    assert state.moves(1) == ["research:R01", "research:R02"] and state.moves(0) == ["research:R03", "research:R04"]
    state.play(1, "research:R02")
    state.play(0, "research:R03")
    assert state.view(1).seats[1].research_kept == "R02"
    assert state.view(0).seats[1].research_kept is None and state.view(0).seats[1].research is None
    while not state.is_over:
        who = state.to_move[0]
        state.play(who, state.moves(who)[-1])
    assert state.view(0).seats[1].research_kept == "R02"


def test_set_up_of_the_solo_game():
    """DS-66: after your deal two cards go to the Rival."""
    state = dealt(1)
    assert state.position()["rival"]["collection"] == ["T03", "T04"]
    assert state.position()["seats"][0]["triassic"] == ["T01", "T02"]
    assert state.position()["first"] == 0
