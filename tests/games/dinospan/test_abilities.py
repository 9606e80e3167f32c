"""Analyze, abilities, Hype, Footprint and Archive: DS-30 to DS-48 and the rulings about them."""

from __future__ import annotations

import pytest

from mesozoic.kernel.errors import IllegalMove

from .helpers import GAME, activated, eggs, go, of, seat, stack, table, track

# --- Analyze --------------------------------------------------------------------------------------------------


def test_the_marker_visits_the_row_from_left_to_right():
    """DS-30, DS-33: every ability is activated, whether one wants it or not."""
    state = table(seat({"L1": "J03", "L2": "J34", "G1": "J50"}), seat())
    told = state.play(0, "analyze:L")
    assert [event.place for event in told if event.kind == "marker_moved"] == [0, 1]
    assert track(state) == (2, 3, 0)


def test_two_visible_abilities_in_the_order_chosen():
    """DS-31: both are activated."""
    mine = {"L1": stack("J49", "J40", "high")}
    for first, order in (("first:top", ["J49", "J40"]), ("first:parent", ["J40", "J49"])):
        state = table(seat(mine), seat())
        state.play(0, "analyze:L")
        assert state.moves(0) == ["first:top", "first:parent"]
        told = state.play(0, first)
        assert [event.card for event in told if event.kind == "ability_began"] == order
        assert track(state) == (0, 0, 2), "2 of Megalosaurus, none of Dilophosaurus: its own tag is covered"


def test_hype_is_refreshed_when_the_marker_leaves_a_space():
    """DS-32, DS-R14, DS-R15: after each space, the last one too; empty slots only."""
    state = table(seat({"L1": "J54", "L2": "J07"}), seat(), hype=["J01", "J02", "J04", "J05"], footprint=["J08", "J09"])
    go(state, "analyze:L hype:3")
    assert state.position()["hype"] == ["J01", "J02", "J08", "J05"], "the others stay in their slots"
    go(state, "do:1 hype:1")
    assert state.position()["hype"] == ["J09", "J02", "J08", "J05"]


def test_no_refresh_between_two_abilities_of_a_space():
    """DS-R15."""
    state = table(seat({"L1": stack("J54", "J42", "high")}), seat())
    go(state, "analyze:L first:top hype:1")
    assert state.position()["hype"][0] is None
    assert state.moves(0) == ["drop:2", "drop:3", "drop:4"]


def test_hype_is_refreshed_after_a_publication():
    """DS-R15."""
    state = table(seat(hand=["J54"], M=2), seat())
    go(state, "publish card:J54 new hype:2")
    assert None not in state.position()["hype"] and state.to_move == (1,)


LITERAL = {"hype_timing": "literal"}


def test_hype_by_the_letter_waits_for_the_marker():
    """DS-R15, ``hype_timing``: filled when the marker goes on to a next space, not after the last and not by itself."""
    state = table(seat({"L1": "J54", "L2": "J08"}), seat(), options=LITERAL)
    go(state, "analyze:L hype:2")
    assert None not in state.position()["hype"], "on to L2"
    go(state, "gain:P")
    state = table(seat({"L1": "J54"}), seat({"L1": "J47"}), options=LITERAL)
    go(state, "analyze:L hype:2")
    assert state.position()["hype"][1] is None and state.to_move == (1,), "there is no next space"
    state = table(seat(hand=["J54"], M=2), seat(), options=LITERAL)
    go(state, "publish card:J54 new hype:2")
    assert state.position()["hype"][1] is None, "no marker moved"


def test_hype_by_the_letter_and_effects():
    """DS-39: a churn still says so; DS-55: so does the end of a round; DS-68: so does the Rival."""
    state = activated("J42", options=LITERAL)
    go(state, "drop:1 drop:2")
    assert None not in state.position()["hype"]
    go(state, "hype:1")
    assert state.position()["hype"][0] is None
    for way in ("replace", "refill"):
        state = table(seat({"L1": "J54"}, markers=1), seat(markers=0), options={**LITERAL, "hype_round_refresh": way})
        go(state, "analyze:L hype:2")
        assert state.position()["round"] == 2 and None not in state.position()["hype"]
    state = table(seat({"L1": "J54"}), options=LITERAL)
    go(state, "analyze:L hype:2")
    assert None not in state.position()["hype"]


def test_hype_by_the_letter_in_the_setup():
    """DS-R9: a Triassic card leaves its gap."""
    state = GAME.start(2, seed=1, options={**LITERAL, "first_player": 0})
    while state.position()["phase"] == "triassic":
        who = state.to_move[0]
        options = state.moves(who)
        state.play(who, next((move for move in options if move.startswith("hype")), options[0]))
    assert None in state.position()["hype"]


# --- Steps ----------------------------------------------------------------------------------------------------


def test_gains_stop_at_ten():
    """DS-35."""
    assert track(activated("J34", T=8)) == (0, 10, 0)
    state = activated("K14", P=9, T=10)
    assert state.moves(0) == ["gain:P", "gain:M"]
    state.play(0, "gain:P")
    assert track(state) == (10, 10, 1), "the second unit has only one track left"


def test_card_sources():
    """DS-36, DS-R23: H, F, or a choice for each card; no refill in between."""
    assert activated("J54").moves(0) == ["hype:1", "hype:2", "hype:3", "hype:4"]
    state = activated("K12", footprint=["J30", "J31", "J33"])
    assert of(state)["hand"] == ["J30", "J31"]
    state = activated("K19", atlas={"L2": "K14", "L3": "K25"})
    state.play(0, "hype:2")
    assert state.moves(0) == ["hype:1", "hype:3", "hype:4", "footprint"]
    state.play(0, "footprint")
    assert len(of(state)["hand"]) == 2


def test_look():
    """DS-37, DS-X11, DS-R20."""
    for where, pile, archive in (("top", ["J12", "J30"], []), ("archive", ["J30"], ["J12"])):
        state = activated("J09", footprint=["J12", "J20", "J30"])
        assert [card.id for card in state.view(1).revealed] == ["J12", "J20"], "everybody sees them"
        go(state, f"take:J20 {where}:J12")
        position = state.position()
        assert position["seats"][0]["hand"] == ["J20"]
        assert (position["footprint"], position["archive"]) == (pile, archive)


def test_returned_cards_lie_in_the_order_of_return_and_stay_known():
    """DS-R20: a later one lies above; known until drawn."""
    state = activated("J47", footprint=["J12", "J20", "J30", "J31"])
    go(state, "take:J30 top:J20 top:J12")
    assert state.position()["footprint"] == ["J12", "J20", "J31"]
    assert state.view(1).footprint_known == ("J12", "J20")
    go(state, "analyze:L", 1)
    assert state.view(None).footprint_known == ("J12", "J20")


def test_a_known_card_that_is_drawn_is_known_in_the_hand():
    """DS-R20, DS-R58."""
    state = table(seat({"G1": "J02"}), seat(), footprint=["J12", "J20", "J30"], known=1)
    told = state.play(0, "analyze:G")
    assert [event.card for event in told if event.kind == "drew"] == ["J12"]
    assert state.view(1).seats[0].hand_open == ("J12",)


def test_flip():
    """DS-38, DS-X14, DS-R22: the reward once per match, nothing is kept."""
    state = activated("J20", footprint=["J24", "J08", "J30"])
    assert of(state)["atlas"]["G1"]["red"] == 1
    assert state.moves(0) == ["top:J24", "archive:J24", "top:J08", "archive:J08"]
    go(state, "archive:J24 top:J08")
    assert of(state)["hand"] == []
    assert (state.position()["archive"], state.position()["footprint"]) == (["J24"], ["J08", "J30"])


def test_flip_for_a_hemisphere():
    """DS-X20, DS-R28: the printed one."""
    for top, number in (("J21", 2), ("J24", 0)):
        state = activated("K33", footprint=[top, "J30"])
        assert of(state)["atlas"]["G1"]["red"] == number
        assert state.moves(0) == [f"top:{top}", f"archive:{top}"]


def test_churn():
    """DS-39, DS-X12: discard, refresh, take, and refill at the usual time."""
    state = activated("J42", hype=["J01", "J02", "J04", "J05"], footprint=["J12", "J20", "J30"])
    go(state, "drop:2 drop:4")
    assert state.position()["archive"] == ["J02", "J05"]
    assert state.position()["hype"] == ["J01", "J12", "J04", "J20"]
    go(state, "hype:2")
    assert of(state)["hand"] == ["J12"]
    assert state.position()["hype"] == ["J01", "J30", "J04", "J20"]


def test_churn_with_few_cards():
    """DS-R24: it discards those there are; the taken card comes from Hype."""
    state = activated("K18", hype=["J01", None, None, None], footprint=[])
    assert of(state)["hand"] == ["J01"], "the Archive came back as the Footprint and filled Hype"


def test_dig():
    """DS-40, DS-X13: the others stay where they were."""
    state = activated("J35", archive=["J12", "J20", "J30"])
    assert state.moves(0) == ["take:J12", "take:J20"]
    state.play(0, "take:J20")
    assert of(state)["hand"] == ["J20"]
    assert state.position()["archive"] == ["J12", "J30"]


def test_cull():
    """DS-41, DS-X15, DS-R42: any number, none too."""
    state = activated("J39", hype=["J45", "J12", "J49", "J19"])
    assert state.moves(0) == ["cull:1", "cull:3", "stop"]
    go(state, "cull:1")
    assert of(state)["atlas"]["G1"]["red"] == 1
    assert state.position()["hype"][0] is None, "filled only when the marker moves"
    go(state, "cull:3")
    assert eggs(state) == {"G1": (2, 0)}
    assert state.position()["archive"] == ["J45", "J49"]
    state = activated("J39", hype=["J45", "J12", "J49", "J19"])
    state.play(0, "stop")
    assert eggs(state) == {} and state.to_move == (1,)


def test_conditions():
    """DS-42, DS-X16, DS-X17."""
    assert eggs(activated("K20", hype=["J01", "J40", "J20", "J21"])) == {"L1": (1, 0)}
    assert eggs(activated("K20", hype=["J01", "J02", "J20", "J21"])) == {}
    assert eggs(activated("J05", archive=["J54"])) == {"L1": (2, 0)}
    assert eggs(activated("J05", archive=["J54", "J01"])) == {}, "the top card counts"
    assert eggs(activated("J05")) == {}
    three = {"L2": "J19", "L3": "J34"}
    state = activated("J23", atlas=three)
    assert state.moves(0) == ["do:1", "all"]
    assert track(activated("J23", atlas={"L2": "J19"}), 1) == (0, 1, 0), "two Sauropods only: the ecosystem effect"


def test_swaps():
    """DS-43, DS-R42: up to the stated number of times, none too."""
    state = activated("J37", P=3)
    assert state.moves(0) == ["swap", "stop"]
    go(state, "swap")
    assert track(state) == (2, 0, 0)
    go(state, "swap")
    assert eggs(state) == {"G1": (2, 0)} and track(state) == (1, 0, 0)
    assert state.to_move == (1,), "twice at most"
    state = activated("J37", P=3)
    state.play(0, "stop")
    assert track(state) == (3, 0, 0)


def test_endless_swap():
    """DS-X18, DS-R25: as often as one can and likes; no refill while it runs."""
    state = activated("K42", hand=["J24", "J29", "J08"])
    go(state, "swap")
    assert state.moves(0) == ["pay:J24", "pay:J29"], "only Sauropods"
    go(state, "pay:J24")
    assert state.moves(0) == ["swap", "stop"]
    go(state, "swap pay:J29")
    assert eggs(state) == {"G1": (2, 0)} and of(state)["hand"] == ["J08"]
    assert state.moves(0) == ["stop"], "nobody is to see that J08 is no Sauropod"
    go(state, "stop")
    assert state.to_move == (1,)


def test_swap_of_different_orders():
    """DS-X19, DS-R51."""
    state = activated("K47", hand=["J08", "J24", "J12", "J54"], atlas={"G2": "J41"})
    go(state, "swap pay:J08")
    assert state.moves(0) == ["pay:J24", "pay:J54"], "no second Ornithischian"
    go(state, "pay:J24 lay:G2 swap pay:J12 pay:J54 lay:G2")
    assert eggs(state) == {"G2": (2, 0)} and state.position()["archive"] == ["J08", "J24", "J12", "J54"]
    state = activated("K47", hand=["J08", "J24", "J12", "J54"], atlas={"G2": "J41"})
    go(state, "swap pay:J24 pay:J54 lay:G2")
    assert state.moves(0) == ["stop"]
    go(state, "stop")
    assert state.moves(0) == ["do:1", "do:2"], "two Ornithischians are no pair: on to the next space"


def test_eggs():
    """DS-44, DS-46, DS-R49: a red egg on any own space with room."""
    state = activated("J36", atlas={"L2": ("J24", 1), "G1": "J41"})
    assert state.moves(0) == ["lay:L1", "lay:G1"]
    state.play(0, "lay:G1")
    assert eggs(state) == {"L2": (1, 0), "G1": (1, 0)} and state.view(0).red_eggs == 48
    full = activated("J36", atlas={"L1": ("J36", 3)})
    assert eggs(full) == {"L1": (3, 0)}


def test_upgrades():
    """DS-45, DS-X21, DS-R29, DS-R49."""
    state = activated("J32", atlas={"G2": ("J21", 2), "G3": ("T01", 2)})
    assert state.moves(0) == ["gild:G2", "gild:G3"]
    go(state, "gild:G2 gild:G3")
    assert eggs(state) == {"G2": (1, 1), "G3": (1, 1)}, "2 Sauropods in Gondwana: 2 upgrades, not 3"
    assert (state.view(0).red_eggs, state.view(0).gold_eggs) == (48, 13)
    assert eggs(activated("J32", atlas={"G2": ("J21", 1)})) == {"G2": (0, 1)}, "one red egg, one upgrade"


def test_supplies_are_finite():
    """DS-R3, DS-R49: no egg left, none laid; no gold egg left, no upgrade."""
    full = {f"{row}{n}": (card, 3) for row, cards in {
        "L": ("J31", "J36", "K17", "K07", "K08"), "G": ("J13", "J37", "K15", "K37", "K45")}.items()
        for n, card in enumerate(cards, 1)}  # fmt: skip
    more = {"L1": ("J30", 2), "L2": ("J12", 3), "L3": ("K29", 3), "L4": ("K53", 2), "L5": "K56",
            "G1": ("J41", 3), "G2": ("K38", 2), "G3": ("J39", 2), "G4": ("J44", 1), "G5": ("K42", 2)}  # fmt: skip
    state = table(seat(more), seat(full))
    assert state.view(0).red_eggs == 0
    go(state, "analyze:L do:2")
    assert "L5" not in eggs(state), "Camarasaurus and Ornithomimus could lay none"
    golden = {place: (card, 0, number) for place, (card, number) in list(full.items())[:5]}
    state = table(seat({**golden, "G1": ("J32", 1)}), seat())
    assert state.view(0).gold_eggs == 0
    state.play(0, "analyze:G")
    assert eggs(state)["G1"] == (1, 0)


def test_per_effects():
    """DS-47, DS-X9, DS-X10, DS-R26 to DS-R29, DS-R54: own Atlas, itself too, where it lies, visible tags."""
    state = activated("K27", atlas={"G2": "K12", "G3": "J39", "L1": "J17"})
    go(state, "footprint footprint")
    assert len(of(state)["hand"]) == 2 + 2, "2 for the Ornithischians of Gondwana, then 2 of Ajnabia"
    covered = stack("J43", "J40", "high")
    state = activated("J17", atlas={"L2": "J40", "L3": covered | {"parent": "J42"}, "G1": "J25"})
    go(state, state.moves(0)[-1]) if state.to_move == (0,) else None
    assert track(state)[0] == 3
    low = activated("J17", atlas={"L2": stack("J49", "J40", "low")})
    assert track(low) == (2, 0, 2), "a Parent's tag under LOW is visible"
    assert track(activated("K29", atlas={"L2": stack("J17", "J03", "high")}))[0] >= 3, "a covered Parent counts"
    triassic = table(seat({"L1": "T01", "G1": "J01"}), seat())
    triassic.play(0, "analyze:G")
    assert track(triassic) == (1, 0, 0), "Asilisaurus lies in Laurasia, whatever is printed"
    state = table(seat({"G1": "J01"}), seat({"G1": "J02"}))
    state.play(0, "analyze:G")
    assert track(state) == (1, 0, 0), "only the own Atlas"


def test_max_limits_what_counts():
    """DS-47."""
    state = activated("J18", atlas={"G2": "J20", "G3": "J21", "G4": "J22"})
    assert track(state)[1] >= 3


# --- Primary and ecosystem effects ------------------------------------------------------------------------------


def test_ecosystem_effect_instead_of_the_primary_one():
    """DS-34, DS-X22, DS-R45, DS-R48: every other player, never the active one."""
    state = activated("J43", M=4, others=2)
    assert state.moves(0) == ["do:1", "all"]
    state.play(0, "all")
    assert [track(state, at)[2] for at in range(3)] == [4, 1, 1]
    state = activated("J43", M=4, others=2)
    go(state, "do:1 hype:1 hype:2")
    assert [track(state, at)[2] for at in range(3)] == [3, 0, 0], "must be done at least once, and never both"
    forced = activated("J43", M=0, others=2)
    assert [track(forced, at)[2] for at in range(3)] == [0, 1, 1]


def test_ecosystem_choices_belong_to_the_gainers():
    """DS-R48: clockwise from the active player, each as far as possible."""
    state = table(seat({"G1": "K41"}), seat(P=10, T=10, M=10), seat({"G1": "J41"}))
    state.play(0, "analyze:G")
    assert state.to_move == (2,), "the first other player can take nothing"
    state.play(2, "gain:M")
    assert track(state, 2) == (0, 0, 1)
    state = table(seat({"G1": ("K40", 1)}), seat({"L1": ("J40", 0), "L2": "J42"}), seat())
    state.play(0, "analyze:G")
    assert state.moves(1) == ["lay:L1", "lay:L2"]
    state.play(1, "lay:L2")
    assert eggs(state, 1) == {"L2": (1, 0)}


def test_nothing_performable_without_an_ecosystem_effect():
    """DS-R43, DS-R44."""
    state = activated("J36", atlas={"L1": ("J36", 3)})
    assert state.to_move == (1,) and eggs(state) == {"L1": (3, 0)}
    state = activated("J35")
    assert state.to_move == (1,), "nothing to dig"


def test_performable_branches_only():
    """DS-R43, DS-R45: what cannot be done is not offered."""
    assert activated("T02", "L").moves(0) == ["do:1", "do:2"]
    state = activated("J52")
    assert eggs(state) == {"L1": (1, 0)}, "no red egg to upgrade: the other branch follows at once"
    state = activated("K52", P=10)
    assert track(state) == (10, 0, 1)


def test_partial_results_count_as_performed():
    """DS-R46: no ecosystem effect on top."""
    state = activated("K02", archive=["J01"], atlas={"G1": ("K02", 1)})
    state.play(0, "do:1")
    assert eggs(state) == {"G1": (2, 0)} and track(state, 1) == (0, 0, 0)


def test_steps_run_in_printed_order_and_skip_what_cannot_be_done():
    """DS-R47."""
    state = activated("K32", P=1)
    assert track(state) == (2, 0, 0) and state.moves(0) == ["swap", "stop"], "the gain pays for the swap"
    state = activated("J30", T=10)
    assert track(state) == (0, 10, 0) and eggs(state) == {"L1": (1, 0)}


def test_useless_swaps_are_not_offered():
    """DS-R50."""
    state = activated("J04", P=3, atlas={"L1": ("J04", 2)})
    assert state.to_move == (1,) and track(state) == (3, 0, 0)
    state = activated("K16", T=4)
    go(state, "do:1")
    assert eggs(state) == {"L1": (1, 0)} and track(state) == (0, 2, 0), "one of two eggs fits: still offered, once"


def test_cull_when_the_room_runs_out():
    """DS-R52: once begun it may go on, without an egg."""
    state = activated("J39", hype=["J45", "J12", "J49", "J19"], atlas={"G1": ("J39", 1)})
    go(state, "cull:1 cull:3")
    assert eggs(state) == {"G1": (2, 0)} and state.position()["archive"] == ["J45", "J49"]


def test_a_useless_cull_is_not_offered():
    """DS-R43, DS-R50: as with a swap, nothing is thrown away for nothing, and no ecosystem effect is avoided so."""
    state = activated("J39", hype=["J45", "J12", "J49", "J19"], atlas={"G1": ("J39", 2)})
    assert state.to_move == (1,) and state.position()["archive"] == []
    state = activated("K69", hype=["J01", "J02", "J20", "J40"], atlas={"L1": ("K69", 1)}, footprint=["J30"])
    assert state.to_move == (1,) and state.position()["archive"] == []
    assert of(state, 1)["hand"] == ["J30"], "the others get theirs at once"


def test_a_chosen_cull_must_be_done():
    """DS-R45: once at least where it was chosen against an ecosystem effect."""
    state = activated("K69", hype=["J01", "J02", "J20", "J40"])
    state.play(0, "do:1")
    assert state.moves(0) == ["cull:1", "cull:2"]
    state.play(0, "cull:1")
    assert state.moves(0) == ["cull:2", "stop"]


def test_a_plain_draw_is_kept():
    """DS-R21."""
    state = activated("J21", footprint=["J12", "J20"])
    assert of(state)["hand"] == ["J12"] and state.to_move == (1,)
    with pytest.raises(IllegalMove):
        state.play(1, "archive:J12")


# --- Piles ----------------------------------------------------------------------------------------------------


def test_empty_footprint():
    """DS-R17: the Archive is shuffled in, also in the middle of a reveal; if both are empty there is no card."""
    archive = ["J01", "J02", "J04"]
    state = table(seat({"G1": "J09"}), seat(), hype=["J03", "J05", "J06", "J07"], footprint=["J12"], archive=archive,
                  reshuffles=[["J04", "J01", "J02"]])  # fmt: skip
    state.play(0, "analyze:G")
    assert [card.id for card in state.view(0).revealed] == ["J12", "J04"]
    assert state.position()["footprint"] == ["J01", "J02"] and state.position()["archive"] == []
    assert state.view(1).returned == (("J01", "J02"),), "J04 has been seen since"
    empty = table(seat({"G1": "J09", "G2": "J41"}), seat(), hype=["J03", None, None, None], footprint=[])
    empty.play(0, "analyze:G")
    assert track(empty) == (0, 0, 1), "nothing to reveal, nothing to draw"
    assert empty.position()["hype"] == ["J03", None, None, None]


def test_archive_order():
    """DS-R19: each discard on top, everything public."""
    state = activated("J42", archive=["J12"], hype=["J01", "J02", "J04", "J05"])
    go(state, "drop:3 drop:1")
    assert state.view(None).archive == ("J12", "J04", "J01")


def test_preview_of_an_analyze():
    """DS-31: which abilities will fire, in order, and whether they can do anything."""
    state = table(seat({"L1": "J04", "L2": stack("J43", "J40", "high")}), seat())
    shown = state.view(0).seats[0].previews[0]
    assert [(one.place, one.card, one.performable) for one in shown] == [
        ("L1", "J04", False),
        ("L2", "J43", False),
        ("L2", "J40", False),
    ]
    assert shown[1].others_gain == "every other player gains 1 Mammal" and shown[1].chosen_order
    others = state.view(1).seats[0].previews[0]
    assert {one.performable for one in others} == {None}, "it may depend on the hand"
    label = GAME.words.label(state, 0, GAME.parse("analyze:L"))
    assert label == "analyze Laurasia: Scutellosaurus Allosaurus+Dilophosaurus"


def test_gaining_one_unit_of_choice():
    """DS-X7: Trees at 3 become 4."""
    state = activated("J08", T=3)
    state.play(0, "gain:T")
    assert track(state) == (0, 4, 0)


def test_taking_a_card_leaves_the_slot_empty_until_the_marker_moves():
    """DS-X8."""
    state = table(seat({"G1": stack("K26", "J13", "high")}), seat())
    go(state, "analyze:G first:parent")
    assert state.moves(0) == ["hype:1", "hype:2", "hype:3", "hype:4", "footprint"]
    kinds = [event.kind for event in state.play(0, "hype:3")]
    assert kinds[:2] == ["took_from_hype", "ability_began"] and "hype_filled" not in kinds
    assert state.position()["hype"][2] is None
