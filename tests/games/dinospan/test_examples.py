"""The worked examples of the ledger, DS-X1 to DS-X22: moves as text, what is told, and what lies there then."""

from __future__ import annotations

import pytest

from mesozoic.games.dinospan.result import ScoreView

from .helpers import CARDS, CRETACEOUS, GAME, JURASSIC, eggs, of, seat, stack, table, track

TRIASSIC = [f"T{n:02}" for n in range(1, 17)]
ALL_TRACKS = ["gain:P", "gain:T", "gain:M"]
HYPE = ["J01", "J02", "J04", "J05"]


def told(state, move, at=0):
    """Play one move; the sentences that its own seat hears."""
    return [event.words() for event in state.play(at, move) if event.is_known_to(at)]


def shown(state, place, at=0):
    """The space as everybody sees it: PP and visible tags."""
    space = next(one for one in state.view(None).seats[at].atlas if one.place == place)
    return space.points, space.tags


def supply(state):
    view = state.view(None)
    return view.red_eggs, view.gold_eggs


def pile(state, name):
    return state.position()[name]


# --- Publishing -----------------------------------------------------------------------------------------------


def before_allosaurus():
    """Dilophosaurus with an egg on L1, a Display tag in Gondwana, Allosaurus in hand; a New Genus could be paid too."""
    mine = seat({"L1": ("J40", 1), "G1": "J25"}, hand=["J08", "J43"], P=1, M=4)
    state = table(mine, seat())
    assert shown(state, "L1") == (3, ("Display",)) and supply(state) == (49, 15)
    assert told(state, "publish") == ["P1 publishes."]
    assert state.moves(0) == ["card:J08", "card:J43"]
    assert told(state, "card:J43") == []
    assert state.moves(0) == ["new", "evolve:L1"]
    assert told(state, "evolve:L1") == []
    assert state.moves(0) == ["low", "high"]
    return state


def test_ds_x1_low_overlay():
    """DS-X1: 3 PP and the Display tag stay, the ability of Dilophosaurus is covered."""
    state = before_allosaurus()
    assert told(state, "low") == ["P1 evolves J43 from J40 on L1, LOW, for a red egg.", "J43 activates."]
    assert shown(state, "L1") == (3 + 5, ("Display", "Intelligence"))
    assert eggs(state) == {} and supply(state) == (50, 15), "the egg is in the supply"
    assert track(state) == (1, 0, 4) and of(state)["hand"] == ["J08"], "no cost was paid"
    told(state, "all")
    state.play(1, "analyze:L")
    assert told(state, "analyze:L") == ["P1 analyzes Laurasia.", "The marker is on L1.", "J43 activates."]
    assert state.moves(0) == ["do:1", "all"]
    assert told(state, "all")[:2] == ["The ecosystem effect of J43: every other player gains.",
                                      "P2 gains 1 Mammal (2 now)."]  # fmt: skip
    assert state.to_move == (1,) and track(state) == (1, 0, 4), "Dilophosaurus gained nothing"


def test_ds_x2_high_overlay():
    """DS-X2: at publication only Allosaurus activates, on Analyze both, in the order chosen."""
    for first, rest in (("first:top", ["J43", "J40"]), ("first:parent", ["J40", "J43"])):
        state = before_allosaurus()
        assert told(state, "high") == ["P1 evolves J43 from J40 on L1, HIGH, for a red egg.", "J43 activates."]
        assert shown(state, "L1") == (5, ("Intelligence",))
        assert supply(state) == (50, 15) and track(state) == (1, 0, 4) and of(state)["hand"] == ["J08"]
        told(state, "all")
        state.play(1, "analyze:L")
        assert told(state, "analyze:L") == ["P1 analyzes Laurasia.", "The marker is on L1."]
        assert state.moves(0) == ["first:top", "first:parent"]
        heard = told(state, first) + told(state, "all")
        assert [words[:3] for words in heard if words.endswith("activates.")] == rest
        assert "P1 gains 1 Mammal (5 now)." in heard, "for the Display tag in Gondwana; its own is covered"
        assert track(state) == (1, 0, 5) and track(state, 1) == (0, 0, 2)


# --- Scoring --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("plants", [8, 9])
def test_ds_x3_final_scoring(plants):
    """DS-X3, DS-R40: cards 31, red eggs 7, two gold eggs 6, Goals 6, Plants 3: 53 in all."""
    mine = seat(
        {
            "L1": stack("J43", "J40", "low", red=2),  # 5 + 3
            "L2": stack("J17", "J03", "high", red=1),  # 3; the 2 of Scelidosaurus are covered
            "L3": ("K70", 0, 1),  # 9
            "L4": ("J36", 3),  # 2
            "G1": ("J20", 1),  # 5
            "G2": ("J21", 0, 1),  # 4
        },
        P=plants,
        T=6,
        M=7,
        markers=1,
        goals=[4, 0, 0, None],
    )
    yours = seat(markers=0, goals=[0, 0, 0, None])
    state = table(mine, yours, number=4, first=1, key="K67", footprint=["J08", "J12", "J54", "K02"])
    assert told(state, "analyze:G") == [
        "P1 analyzes Gondwana.",
        "The marker is on G1.",
        "J20 activates.",
        "P1 reveals J08.",
        "P1 reveals J12.",
    ]
    assert told(state, "archive:J08") == ["P1 puts J08 into the Archive."]
    assert told(state, "archive:J12") == [
        "P1 puts J12 into the Archive.",
        "The marker is on G2.",
        "J21 activates.",
        "P1 gains 1 Tree (7 now).",
        "P1 draws J54 from the Footprint.",
        "P2 has 0 for the Goal of round 4: 0 PP.",
        "P1 has 1 for the Goal of round 4: 2 PP.",
        "P2 holds the First Player token.",
        "The game is over.",
    ]
    result = state.result
    assert result.details[0] == ScoreView(cards=31, eggs=7 + 2 * 3, goals=6, resources=3, research=0)
    assert result.details[0].total == 53
    assert result.scores == (53, 0) and result.winners == (0,)
    assert track(state) == (plants, 7, 7) and of(state)["hand"] == ["J54"]
    assert sum(red for red, _ in eggs(state).values()) == 7 and sum(gold for _, gold in eggs(state).values()) == 2


SCENARIOS = {
    "triceratops": (
        "K11",
        ["Ground-Plant Feeders 47", "Giants of the New World 45", "Giants in Motion 23", "Complex Dentition 19"],
    ),
    "velociraptor": (
        "K67",
        ["Masters of Miniaturization 29", "Carnivorous 28", "Blade of Evolution 26", "Eastern Frontiers 24"],
    ),
}


def goals_of(scenario):
    deal = {"triassic": TRIASSIC, "jurassic": JURASSIC, "cretaceous": CRETACEOUS, "first_player": 0}
    state = GAME.start(2, options={"scenario": scenario}, deal=deal)
    key, goals = SCENARIOS[scenario]
    view = state.view(None)
    assert view.key.id == key
    assert pile(state, "reserve") == [card for card in CRETACEOUS if card != key], "lifted out of its deck"
    assert [goal.round for goal in view.goals] == [1, 2, 3, 4]
    assert [f"{goal.name} {goal.percent}" for goal in view.goals] == goals
    return state


def begun(state):
    """The Triassic publication is over: what was told when Round I began."""
    heard = []
    while not any(words.startswith("Round 1") for words in heard):
        who = state.to_move[0]
        heard = told(state, state.moves(who)[0], who)
    return heard[-1]


def test_ds_x4_the_triceratops_scenario():
    """DS-X4."""
    assert begun(goals_of("triceratops")) == "Round 1 begins: Ground-Plant Feeders."


def test_ds_x5_the_velociraptor_scenario():
    """DS-X5."""
    assert begun(goals_of("velociraptor")) == "Round 1 begins: Masters of Miniaturization."


PLANT_EATERS = (
    {"L1": "T02", "L2": "T05", "G1": "T01", "G2": "T03"},
    {"L1": "T11", "L2": "J03", "G1": "T04", "G2": "T07", "G3": "J09"},
    {"L1": "J04", "L2": "J05", "L3": "J07", "G1": "T08", "G2": "J01", "G3": "J02"},
    {"L1": "J08", "L2": "J11", "L3": "J12", "L4": "J14", "L5": "J17", "G1": "J06", "G2": "J10", "G3": "J13",
     "G4": "J15"},
    {"G1": "J16", "G2": "J25", "G3": "J26", "G4": "J37"},
)  # fmt: skip


def test_ds_x6_the_scale():
    """DS-X6: counts 4, 5, 6, 9, 4 score 0, 2, 4, 10, 0."""
    seats = [seat(atlas, markers=0) for atlas in PLANT_EATERS]
    seats[4]["markers"] = 1
    state = table(*seats, key="K11", on_turn=4)
    assert [one.goal_counts[0] for one in state.view(None).seats] == [4, 5, 6, 9, 4]
    assert [one.goal_now for one in state.view(None).seats] == [0, 2, 4, 10, 0]
    heard = told(state, "analyze:L", 4)
    assert heard[:7] == [
        "P5 analyzes Laurasia.",
        "P1 has 4 for the Goal of round 1: 0 PP.",
        "P2 has 5 for the Goal of round 1: 2 PP.",
        "P3 has 6 for the Goal of round 1: 4 PP.",
        "P4 has 9 for the Goal of round 1: 10 PP.",
        "P5 has 4 for the Goal of round 1: 0 PP.",
        "P5 holds the First Player token.",
    ]
    assert [of(state, at)["goals"][0] for at in range(5)] == [0, 2, 4, 10, 0]
    assert state.to_move == (4,), "of the two with 0 PP the last in turn order begins Round II"


# --- The fifteen sample abilities ---------------------------------------------------------------------------------


def analyzed(card, *, atlas=None, hand=(), others=1, idle=False, **more):
    """P1 analyzes the row in which the card lies first: the state, and what was told after "activates"."""
    row = CARDS[card].hemisphere
    numbers = {name: more.pop(name) for name in ("P", "T", "M") if name in more}
    state = table(seat({f"{row}1": card, **(atlas or {})}, hand, **numbers), *[seat() for _ in range(others)], **more)
    heard = told(state, f"analyze:{row}")
    name = {"L": "Laurasia", "G": "Gondwana"}[row]
    begins = f"{card} activates: nothing can be done." if idle else f"{card} activates."
    assert heard[:3] == [f"P1 analyzes {name}.", f"The marker is on {row}1.", begins]
    return state, heard[3:]


def test_ds_x7_sample_1():
    """DS-X7: J08 ``gain B 1``: Trees at 3 become 4."""
    state, heard = analyzed("J08", T=3)
    assert heard == [] and state.moves(0) == ALL_TRACKS
    assert told(state, "gain:T") == ["P1 gains 1 Tree (4 now)."]
    assert track(state) == (0, 4, 0) and state.to_move == (1,)


def test_ds_x8_sample_2():
    """DS-X8: J13 ``card HF 1``: slot 3 stays empty until the marker moves."""
    state, _ = analyzed("J13", atlas={"G2": "J37"}, hype=HYPE, footprint=["J12", "J20"])
    assert state.moves(0) == ["hype:1", "hype:2", "hype:3", "hype:4", "footprint"]
    assert told(state, "hype:3") == [
        "P1 takes J04 from Hype slot 3.",
        "Hype slot 3: J12.",
        "The marker is on G2.",
        "J37 activates: nothing can be done.",
    ]
    assert of(state)["hand"] == ["J04"] and pile(state, "hype") == ["J01", "J02", "J12", "J05"]


def test_ds_x8_slot_3_is_empty_for_the_second_ability_of_the_space():
    """DS-X8, DS-R15: the marker has not moved."""
    hype = ["J01", "J03", "J04", "J05"]
    state = table(seat({"G1": stack("J13", "J02", "high")}), seat(), hype=hype, footprint=["J12", "J20", "J30"])
    told(state, "analyze:G")
    assert told(state, "first:top") == ["J13 activates."]
    assert told(state, "hype:3") == [
        "P1 takes J04 from Hype slot 3.",
        "J02 activates.",
        "P1 draws J12 from the Footprint.",
        "P1 gains 1 Plant (1 now).",
        "Hype slot 3: J20.",
    ]
    assert pile(state, "hype") == ["J01", "J03", "J20", "J05"] and of(state)["hand"] == ["J04", "J12"]


def test_ds_x9_sample_3():
    """DS-X9: K27 ``card HF 1 per [order=Orn row=G]``: K27 and K12 count, the Theropod and Laurasia do not."""
    state, _ = analyzed("K27", atlas={"G2": "K12", "G3": "J39", "L1": "J17"}, hype=HYPE,
                        footprint=["K30", "K31", "K32", "K36"])  # fmt: skip
    assert told(state, "hype:2") == ["P1 takes J02 from Hype slot 2."]
    assert state.moves(0) == ["hype:1", "hype:3", "hype:4", "footprint"], "no refill between two cards"
    assert told(state, "footprint")[:3] == [
        "P1 draws K30 from the Footprint.",
        "Hype slot 2: K31.",
        "The marker is on G2.",
    ]
    assert of(state)["hand"] == ["J02", "K30", "K32", "K36"], "2 of Muttaburrasaurus, then 2 of Ajnabia"


def test_ds_x10_sample_4():
    """DS-X10: J17 ``gain P 1 per [tag=Display]``: J17, J40 and J25 count, J42 under HIGH does not."""
    atlas = {"L2": "J40", "L3": stack("J49", "J42", "high"), "G1": "J25"}
    state, heard = analyzed("J17", atlas=atlas)
    assert heard[0] == "P1 gains 3 Plants (3 now)."
    assert track(state)[0] == 3
    state, heard = analyzed("J17", atlas=atlas | {"L3": stack("J49", "J42", "low")})
    assert heard[0] == "P1 gains 4 Plants (4 now).", "under LOW its tag is visible"


def test_ds_x11_sample_5():
    """DS-X11: J09 ``look 2 1``: the other card goes on top or to the Archive."""
    state, heard = analyzed("J09", hype=HYPE, footprint=["J12", "J20", "J30"])
    assert heard == ["P1 reveals J12.", "P1 reveals J20."]
    assert state.moves(0) == ["take:J12", "take:J20"]
    assert told(state, "take:J20") == ["P1 takes J20."]
    assert state.moves(0) == ["top:J12", "archive:J12"]
    other = state.clone()
    assert told(state, "top:J12") == ["P1 puts J12 on top of the Footprint."]
    assert (of(state)["hand"], pile(state, "footprint"), pile(state, "archive")) == (["J20"], ["J12", "J30"], [])
    assert state.view(1).footprint_known == ("J12",)
    assert told(other, "archive:J12") == ["P1 puts J12 into the Archive."]
    assert (of(other)["hand"], pile(other, "footprint"), pile(other, "archive")) == (["J20"], ["J30"], ["J12"])


def test_ds_x11_the_card_on_top_is_known_until_it_is_drawn():
    """DS-X11, DS-R20: then it is known in the hand, and the next card is not."""
    yours = seat({"G1": "J02"})
    state = table(seat({"G1": "J09"}), yours, hype=HYPE[:1] + ["J03", "J04", "J05"], footprint=["J12", "J20", "J30"])
    for move in ("analyze:G", "take:J20", "top:J12"):
        told(state, move)
    assert state.view(None).footprint_known == ("J12",)
    heard = [event.words() for event in state.play(1, "analyze:G") if event.is_known_to(0)]
    assert "P2 draws J12 from the Footprint." in heard
    assert state.view(None).footprint_known == () and state.view(0).seats[1].hand_open == ("J12",)


def test_ds_x12_sample_6():
    """DS-X12: J42 ``churn 2 1``: b and d go, e and f come, e is taken, g follows after the space."""
    a, b, c, d, e, f, g, x = "J01", "J02", "J04", "J05", "J12", "J20", "J30", "J31"
    state, _ = analyzed("J42", hype=[a, b, c, d], footprint=[e, f, g], archive=[x])
    assert state.moves(0) == ["drop:1", "drop:2", "drop:3", "drop:4"]
    assert told(state, "drop:2") == [f"P1 discards {b} from Hype slot 2."]
    assert pile(state, "hype") == [a, None, c, d] and state.moves(0) == ["drop:1", "drop:3", "drop:4"]
    assert told(state, "drop:4") == [
        f"P1 discards {d} from Hype slot 4.",
        f"Hype slot 2: {e}.",
        f"Hype slot 4: {f}.",
    ]
    assert pile(state, "archive") == [x, b, d] and pile(state, "hype") == [a, e, c, f]
    assert state.moves(0) == ["hype:1", "hype:2", "hype:3", "hype:4"], "from Hype, not from the Footprint"
    assert told(state, "hype:2") == [f"P1 takes {e} from Hype slot 2.", f"Hype slot 2: {g}."]
    assert of(state)["hand"] == [e] and pile(state, "hype") == [a, g, c, f] and pile(state, "footprint") == []


def test_ds_x13_sample_7():
    """DS-X13: J35 ``dig 2 1``: of the two at the bottom one is taken, the others stay."""
    x, y, z = "J12", "J20", "J30"
    state, _ = analyzed("J35", archive=[x, y, z])
    assert state.moves(0) == [f"take:{x}", f"take:{y}"]
    assert told(state, f"take:{y}") == [f"P1 takes {y}."]
    assert of(state)["hand"] == [y] and pile(state, "archive") == [x, z]


def test_ds_x14_sample_8():
    """DS-X14: J20 ``flip 2 [order=Sau] : egg 1``: one Sauropod, one egg; none to hand."""
    state, heard = analyzed("J20", hype=HYPE, footprint=["J24", "J08", "J30"])
    assert heard == ["P1 reveals J24.", "P1 reveals J08.", "P1 lays an egg on G1."]
    assert eggs(state) == {"G1": (1, 0)} and supply(state) == (49, 15)
    assert state.moves(0) == ["top:J24", "archive:J24", "top:J08", "archive:J08"]
    assert told(state, "top:J24") == ["P1 puts J24 on top of the Footprint."]
    assert state.moves(0) == ["top:J08", "archive:J08"]
    assert told(state, "archive:J08") == ["P1 puts J08 into the Archive."]
    assert (of(state)["hand"], pile(state, "footprint"), pile(state, "archive")) == ([], ["J24", "J30"], ["J08"])


def test_ds_x15_sample_9():
    """DS-X15: J39 ``cull [order=The] : egg 1``: two Theropods, two eggs; slots 1 and 3 are filled at the end."""
    state, _ = analyzed("J39", hype=["J45", "J12", "J49", "J19"], footprint=["J20", "J30", "J31"])
    assert state.moves(0) == ["cull:1", "cull:3", "stop"]
    assert told(state, "cull:1") == ["P1 discards J45 from Hype slot 1.", "P1 lays an egg on G1."]
    assert pile(state, "hype") == [None, "J12", "J49", "J19"] and state.moves(0) == ["cull:3", "stop"]
    assert told(state, "cull:3") == [
        "P1 discards J49 from Hype slot 3.",
        "P1 lays an egg on G1.",
        "Hype slot 1: J20.",
        "Hype slot 3: J30.",
    ]
    assert eggs(state) == {"G1": (2, 0)} and pile(state, "archive") == ["J45", "J49"]
    assert pile(state, "hype") == ["J20", "J12", "J30", "J19"]


def test_ds_x16_sample_10():
    """DS-X16: K20: all three Orders in Hype lay 1 egg, two of them nothing."""
    state, heard = analyzed("K20", hype=["J01", "J40", "J19", "J21"])  # Orn, The, Sau, Sau
    assert heard == ["P1 lays an egg on L1."] and eggs(state) == {"L1": (1, 0)}
    state, heard = analyzed("K20", hype=["J01", "J02", "J19", "J21"], idle=True)  # Orn, Orn, Sau, Sau
    assert heard == [] and eggs(state) == {} and state.to_move == (1,)


def test_ds_x17_sample_11():
    """DS-X17: J05 ``if arch [order=The] : egg 2``: a Theropod on top lays 2 eggs, an empty Archive nothing."""
    state, heard = analyzed("J05", archive=["J12", "J54"])
    assert heard == ["P1 lays an egg on L1.", "P1 lays an egg on L1."]
    assert eggs(state) == {"L1": (2, 0)} and pile(state, "archive") == ["J12", "J54"]
    state, heard = analyzed("J05", idle=True)
    assert heard == [] and eggs(state) == {}
    state, heard = analyzed("J05", archive=["J54", "J12"], idle=True)
    assert heard == [] and eggs(state) == {}, "the Theropod lies below"


def test_ds_x18_sample_12():
    """DS-X18: K42 ``swap 1 card[order=Sau] -> egg 1 x inf``: J24 and J29 for up to 2 eggs, J08 stays."""
    state, _ = analyzed("K42", hand=["J24", "J29", "J08"])
    assert state.moves(0) == ["swap", "stop"]
    assert told(state, "swap") == []
    assert state.moves(0) == ["pay:J24", "pay:J29"]
    assert told(state, "pay:J24") == ["P1 discards J24.", "P1 lays an egg on G1."]
    assert state.moves(0) == ["swap", "stop"]
    enough = state.clone()
    assert told(state, "swap pay:J29") == ["P1 discards J29.", "P1 lays an egg on G1."], "the only Sauropod left"
    assert state.moves(0) == ["stop"], "J08 is no Sauropod, but nobody else is told"
    told(state, "stop")
    assert eggs(state) == {"G1": (2, 0)} and of(state)["hand"] == ["J08"] and pile(state, "archive") == ["J24", "J29"]
    told(enough, "stop")
    assert eggs(enough) == {"G1": (1, 0)} and of(enough)["hand"] == ["J08", "J29"], "up to 2: one is allowed"


def orders_to_pay():
    """Room for 3 eggs, all of it in Laurasia: Giganotosaurus has its one egg already."""
    state, _ = analyzed("K47", atlas={"G1": ("K47", 1), "L1": "J36"}, hand=["J08", "J24", "J12", "J54"])
    assert state.moves(0) == ["swap", "stop"]
    assert told(state, "swap") == []
    assert state.moves(0) == ["pay:J08", "pay:J12", "pay:J24", "pay:J54"]
    return state


def test_ds_x19_sample_13_two_pairs():
    """DS-X19: K47: (J08, J24) and (J12, J54) are two pairs of different Orders: 2 eggs."""
    state = orders_to_pay()
    assert told(state, "pay:J08") == ["P1 discards J08."]
    assert state.moves(0) == ["pay:J24", "pay:J54"], "no second Ornithischian"
    assert told(state, "pay:J24") == ["P1 discards J24.", "P1 lays an egg on L1."]
    assert told(state, "swap") == []
    assert state.moves(0) == ["pay:J12", "pay:J54"]
    assert told(state, "pay:J12") == ["P1 discards J12."]
    assert told(state, "pay:J54") == ["P1 discards J54.", "P1 lays an egg on L1."]
    assert eggs(state) == {"G1": (1, 0), "L1": (2, 0)} and of(state)["hand"] == []
    assert pile(state, "archive") == ["J08", "J24", "J12", "J54"] and state.to_move == (1,)


def test_ds_x19_sample_13_one_pair():
    """DS-X19: after (J24, J54) two Ornithischians are left, no pair: 1 egg."""
    state = orders_to_pay()
    told(state, "pay:J24")
    assert state.moves(0) == ["pay:J08", "pay:J12", "pay:J54"]
    assert told(state, "pay:J54") == ["P1 discards J54.", "P1 lays an egg on L1."]
    assert eggs(state) == {"G1": (1, 0), "L1": (1, 0)} and of(state)["hand"] == ["J08", "J12"]
    assert state.moves(0) == ["stop"]


@pytest.mark.parametrize(("top", "number"), [("J21", 2), ("J24", 0)])
@pytest.mark.parametrize("on_top", [True, False])
def test_ds_x20_sample_14(top, number, on_top):
    """DS-X20: K33 ``flip 1 [hemi=G] : egg 2``: either way the card goes on top or to the Archive."""
    state, heard = analyzed("K33", hype=HYPE, footprint=[top, "J30"])
    assert heard == [f"P1 reveals {top}."] + ["P1 lays an egg on G1."] * number
    assert eggs(state) == ({"G1": (2, 0)} if number else {})
    assert state.moves(0) == [f"top:{top}", f"archive:{top}"]
    told(state, f"top:{top}" if on_top else f"archive:{top}")
    assert pile(state, "footprint") == ([top, "J30"] if on_top else ["J30"])
    assert pile(state, "archive") == ([] if on_top else [top]) and of(state)["hand"] == []


def test_ds_x21_sample_15():
    """DS-X21: J32 ``up 1 per [order=Sau row=G]``: J32 and J21 count, T01 does not: 2 upgrades."""
    state, _ = analyzed("J32", atlas={"G2": ("J21", 2), "G3": ("T01", 2)})
    assert supply(state) == (46, 15)
    assert state.moves(0) == ["gild:G2", "gild:G3"]
    assert told(state, "gild:G2") == ["P1 upgrades an egg on G2."]
    assert state.moves(0) == ["gild:G2", "gild:G3"]
    assert told(state, "gild:G3")[:2] == ["P1 upgrades an egg on G3.", "The marker is on G2."]
    assert eggs(state) == {"G2": (1, 1), "G3": (1, 1)} and supply(state) == (48, 13)


def test_ds_x21_sample_15_with_one_red_egg():
    """DS-X21: one red egg, one upgrade."""
    state, heard = analyzed("J32", atlas={"G2": "J21", "G3": ("T01", 1)})
    assert heard[:2] == ["P1 upgrades an egg on G3.", "The marker is on G2."]
    assert eggs(state) == {"G3": (0, 1)} and supply(state) == (50, 14)


# --- The ecosystem effect -------------------------------------------------------------------------------------


def test_ds_x22_the_primary_effect():
    """DS-X22: J43 with 4 Mammals: pay 1, gain 2 cards; nobody else gains."""
    state, _ = analyzed("J43", M=4, others=2, hype=HYPE, footprint=["J12", "J20"])
    assert state.moves(0) == ["do:1", "all"]
    assert told(state, "do:1") == ["P1 pays 1 Mammal."], "chosen, so it must be done once"
    assert told(state, "hype:4") == ["P1 takes J05 from Hype slot 4."]
    assert told(state, "footprint") == ["P1 draws J12 from the Footprint.", "Hype slot 4: J20."]
    assert [track(state, at) for at in range(3)] == [(0, 0, 3), (0, 0, 0), (0, 0, 0)]
    assert of(state)["hand"] == ["J05", "J12"] and state.to_move == (1,)


def test_ds_x22_the_ecosystem_effect():
    """DS-X22: or every other player gains 1 Mammal."""
    state, _ = analyzed("J43", M=4, others=2)
    assert told(state, "all") == [
        "The ecosystem effect of J43: every other player gains.",
        "P2 gains 1 Mammal (1 now).",
        "P3 gains 1 Mammal (1 now).",
    ]
    assert [track(state, at) for at in range(3)] == [(0, 0, 4), (0, 0, 1), (0, 0, 1)]
    assert of(state)["hand"] == []


def test_ds_x22_without_mammals_it_is_forced():
    """DS-X22: M = 0."""
    state, heard = analyzed("J43", M=0, others=2)
    assert heard == [
        "The ecosystem effect of J43: every other player gains.",
        "P2 gains 1 Mammal (1 now).",
        "P3 gains 1 Mammal (1 now).",
    ]
    assert [track(state, at) for at in range(3)] == [(0, 0, 0), (0, 0, 1), (0, 0, 1)] and state.to_move == (1,)
