"""Turns and publishing: DS-13 to DS-29 and the rulings about them."""

from __future__ import annotations

import pytest

from mesozoic import seeded
from mesozoic.kernel.errors import IllegalMove

from .helpers import CARDS, GAME, eggs, go, of, round_of, seat, stack, table, track


def test_turns_go_round_until_all_markers_are_used():
    """DS-13, DS-53: four turns each, clockwise; afterwards the markers return."""
    state = table(seat(), seat(), seat())
    order = []
    while state.position()["round"] == 1:
        order.append(state.to_move[0])
        state.play(order[-1], "analyze:L")
    assert order == [0, 1, 2] * 4
    assert [of(state, at)["markers"] for at in range(3)] == [4, 4, 4]


def test_a_turn_is_one_main_action():
    """DS-14, DS-R55: publish only if a card can be; both rows always; no pass; any action may be repeated."""
    state = table(seat(hand=["J24"]), seat(hand=["J03"], P=2))
    assert state.moves(0) == ["analyze:L", "analyze:G"]
    go(state, "analyze:L")
    assert of(state)["markers"] == 3
    assert state.moves(1) == ["publish", "analyze:L", "analyze:G"]
    with pytest.raises(IllegalMove, match="legal method"):
        table(seat(hand=["J24"]), seat()).play(0, "publish")


def test_a_card_goes_into_its_printed_row():
    """DS-15, DS-R33: only cards with a method are offered."""
    state = table(seat({"L1": "T12"}, hand=["J03", "J02", "J24"], P=2), seat())
    state.play(0, "publish")
    assert state.moves(0) == ["card:J02", "card:J03"]
    with pytest.raises(IllegalMove, match="Apatosaurus cannot be published"):
        state.play(0, "card:J24")
    go(state, "card:J03 new")
    assert of(state)["atlas"]["L2"]["card"] == "J03"


def test_new_genus_takes_the_leftmost_empty_space_and_needs_one():
    """DS-16."""
    full = {f"L{n}": card for n, card in enumerate(("T12", "T15", "J38", "J36", "J31"), 1)}
    assert "publish" not in table(seat(full, hand=["J03"], P=9), seat()).moves(0)
    state = table(seat({"L1": "T12", "L2": "T15"}, hand=["J03"], P=9), seat())
    go(state, "publish card:J03 new")
    assert list(of(state)["atlas"]) == ["L1", "L2", "L3"]


def test_new_genus_pays_the_printed_cost():
    """DS-17, DS-19: place, pay, activate."""
    state = table(seat(hand=["J18"], P=1, T=3), seat())
    kinds = go(state, "publish card:J18 new")
    assert kinds[:5] == ["publish_began", "published", "paid", "paid", "ability_began"]
    assert track(state) == (0, 1, 0), "paid 1 Plant and 3 Trees, then gained 1 Tree for itself"
    assert "publish" not in table(seat(hand=["J18"], P=0, T=3), seat()).moves(0)
    assert "publish" not in table(seat(hand=["J18"], P=1, T=2), seat()).moves(0)
    assert "publish" not in table(seat(hand=["J40"], M=2), seat()).moves(0)


def test_card_costs_are_paid_with_other_hand_cards():
    """DS-18, DS-R56: the published card never pays for itself."""
    assert "publish" not in table(seat(hand=["K47", "J01"], M=4), seat()).moves(0)
    state = table(seat(hand=["K47", "J01", "J02", "J03"], M=4), seat())
    go(state, "publish card:K47 new")
    assert state.moves(0) == ["pay:J01", "pay:J02", "pay:J03"]
    go(state, "pay:J03 pay:J01")
    assert state.position()["archive"] == ["J03", "J01"]
    assert of(state)["hand"] == ["J02"]


def test_publishing_always_asks():
    """DS-R64: the card, the New Genus that costs something and the cards that pay are said, also without another."""
    state = table(seat({"L1": "J08"}, hand=["J03"], P=2), seat())
    before = of(state)
    assert go(state, "publish") == ["publish_began"] and state.moves(0) == ["card:J03"]
    assert go(state, "card:J03") == [] and state.moves(0) == ["new"]
    assert track(state) == (2, 0, 0) and of(state)["atlas"] == before["atlas"], "nothing is paid yet"
    assert "paid" in go(state, "new")
    state = table(seat(hand=["J49", "J08"], M=9), seat())
    go(state, "publish card:J49 new")
    assert state.moves(0) == ["pay:J08"], "the only card that can pay"
    state = table(seat({"L1": ("J40", 1)}, hand=["J43"]), seat())
    go(state, "publish card:J43")
    assert state.moves(0) == ["low", "high"], "the only Parent costs nothing before the overlay is said"


@pytest.mark.parametrize("number", range(4))
def test_no_publication_goes_through_unasked(number):
    """DS-R64: in random games nothing is paid, drawn or ended by ``publish`` or by ``card``."""
    state = GAME.start(3, seed=number)
    rng = seeded("publications", number)
    seen = 0
    while not state.is_over:
        who = state.to_move[0]
        options = state.moves(who)
        move = "publish" if "publish" in options else options[rng.below(len(options))]
        told = state.play(who, move)
        if move.startswith(("publish", "card:")):
            seen += 1
            assert state.to_move == (who,) and {event.kind for event in told} <= {"publish_began"}
    assert seen > 20


@pytest.mark.parametrize(
    ("mine", "text"),
    [
        (seat(hand=["J49", "J08"], M=9), "publish card:J49 new pay:J08"),
        (seat({"L1": ("J40", 1)}, hand=["J43"]), "publish card:J43 evolve:L1 low egg:red"),
        (seat({"L1": ("J40", 0, 1)}, hand=["J43"]), "publish card:J43 evolve:L1 high egg:gold"),
        (seat({"L1": ("J40", 1)}, hand=["J43"]), "publish card:J43 low egg:red"),
        (seat({"L1": ("J40", 1)}, hand=["J43"]), "publish card:J43 evolve:L1 low"),
        (seat({"L1": ("J40", 1, 1)}, hand=["J43", "J09"], M=3), "publish card:J43 evolve:L1 low egg:red"),
    ],
)
def test_a_publication_in_one_text(mine, text):
    """DS-R64: parts that are forced may be named too."""
    state = table(mine, seat())
    state.play(0, text)
    again = table(mine, seat())
    for one in state.history:
        assert one.move in again.moves(0)
        again.play(0, one.move)
    assert again.position() == state.position()
    assert "J08" not in text or state.position()["archive"] == ["J08"]
    assert not {"J43", "J49"} & set(of(state)["hand"])


@pytest.mark.parametrize(
    "text", ["publish card:J43 evolve:L2 low", "publish card:J43 low egg:gold", "publish card:J43 new", "new egg:red"]
)
def test_a_forced_part_that_is_named_wrongly(text):
    """Refused, and nothing has happened."""
    state = table(seat({"L1": ("J40", 1)}, hand=["J43"]), seat())
    before = state.position()
    with pytest.raises(IllegalMove):
        state.play(0, text)
    assert state.position() == before


def evolving(red=1, gold=0, card="J43", parent="J40", **more):
    return table(seat({"L1": (parent, red, gold)}, hand=[card], **more), seat())


def test_evolution_on_a_single_parent_costs_no_resources():
    """DS-20, DS-21: same Order, and the same Family or a Basal Parent."""
    state = evolving()
    go(state, "publish card:J43")
    assert state.moves(0) == ["low", "high"], "the only Parent"
    go(state, "low")
    space = of(state)["atlas"]["L1"]
    assert (space["card"], space["parent"], space["overlay"]) == ("J43", "J40", "low")
    assert track(state) == (0, 0, 0)
    for parent in ("J03", "J54"):  # another Order; another Family
        assert "publish" not in evolving(parent=parent).moves(0)
    assert "publish" in evolving(card="K69", parent="J54").moves(0), "the same Family"


def test_evolution_needs_an_egg_and_pays_it():
    """DS-22: the owner chooses the colour if both lie there."""
    assert "publish" not in evolving(red=0).moves(0)
    state = evolving(red=1, gold=1)
    go(state, "publish card:J43 low")
    assert state.moves(0) == ["egg:red", "egg:gold"]
    go(state, "egg:gold")
    assert eggs(state) == {"L1": (1, 0)}
    view = state.view(0)
    assert (view.red_eggs, view.gold_eggs) == (49, 15)
    state = evolving(red=0, gold=1)
    go(state, "publish card:J43 low")
    assert eggs(state) == {}


def test_other_eggs_stay():
    """DS-23."""
    state = evolving(red=2)
    go(state, "publish card:J43 high")
    assert eggs(state) == {"L1": (1, 0)}


def test_inherited_eggs_above_the_capacity_return_red_first():
    """DS-R32."""
    state = table(seat({"G1": ("J41", 2, 1)}, hand=["K48"]), seat())
    go(state, "publish card:K48 low egg:red")
    assert eggs(state) == {"G1": (0, 1)}, "capacity 1: the other red egg goes, the gold one stays"
    assert state.view(0).red_eggs == 50


def test_overlays():
    """DS-24, DS-25 (LOW), DS-26 (HIGH), DS-27, DS-X1, DS-X2, DS-R27: what stays visible."""
    low = evolving()
    go(low, "publish card:J43 low")
    space = low.view(0).seats[0].atlas[0]
    assert (space.points, space.tags) == (8, ("Display", "Intelligence"))
    assert [one.card for one in low.view(0).seats[0].previews[0]] == ["J43"]
    high = evolving()
    go(high, "publish card:J43 high")
    space = high.view(0).seats[0].atlas[0]
    assert (space.points, space.tags) == (5, ("Intelligence",))
    assert [one.card for one in high.view(0).seats[0].previews[0]] == ["J43", "J40"]


def test_only_the_evolved_card_activates():
    """DS-29, DS-X2: at publication; on Analyze both, in the order chosen."""
    state = evolving(M=1)
    kinds = [event for word in ("publish", "card:J43", "high") for event in state.play(0, word)]
    assert [event.card for event in kinds if event.kind == "ability_began"] == ["J43"]
    assert state.moves(0) == ["do:1", "all"]


def test_no_third_card_on_a_space():
    """DS-28."""
    stacked = stack("J43", "J40", "low", red=1)
    assert "publish" not in table(seat({"L1": stacked}, hand=["J45"]), seat()).moves(0)


def test_the_reason_with_a_stack():
    """DS-28, DS-22, DS-21: what has evolved is no Parent; a lone relative without an egg is nearer."""
    stacked = stack("J43", "J40", "low", red=1)

    def why(atlas):
        return table(seat(atlas, hand=["K46"]), seat()).view(0).seats[0].hand[0].why_not

    assert "Allosaurus on Laurasia 1 has evolved itself and cannot be a Parent (DS-28)" in why({"L1": stacked})
    assert "(DS-28)" in why({"L1": stack("J43", "J40", "low")}), "no egg would help"
    assert "its possible Parent has no egg (DS-22)" in why({"L1": stacked, "L2": "T12"})
    assert "there is no Parent for it (DS-21)" in why({"L1": stack("J05", "J03", "low", red=1), "L2": ("J24", 1)})
    state = table(seat({"L1": stacked, "L2": ("J42", 1)}, hand=["K46", "J08"], M=9), seat())
    go(state, "publish card:K46")
    assert state.moves(0) == ["new", "evolve:L2"]
    with pytest.raises(IllegalMove, match="Allosaurus on Laurasia 1 has evolved itself"):
        state.play(0, "evolve:L1")


def test_two_equal_tags_are_two():
    """DS-25, DS-27: both are in sight under LOW, one under HIGH."""
    same = next((a, b) for a in CARDS.values() for b in CARDS.values()
                if a.era == "J" and b.era == "J" and a.id != b.id and a.tag == b.tag and a.order == b.order
                and b.family == "Basal" and a.hemisphere == b.hemisphere)  # fmt: skip
    place = f"{same[0].hemisphere}1"
    for overlay, tags in (("low", (same[0].tag,) * 2), ("high", (same[0].tag,))):
        state = table(seat({place: stack(same[0].id, same[1].id, overlay)}), seat())
        assert state.view(0).seats[0].atlas[0].tags == tags


def test_evolution_asks_for_no_era():
    """DS-R30: a Jurassic card may evolve from a Cretaceous one."""
    state = table(seat({"L1": ("K07", 1)}, hand=["J07"]), seat())
    go(state, "publish card:J07 low")
    assert of(state)["atlas"]["L1"]["parent"] == "K07"


def test_basal_parents():
    """DS-R31: a Basal card is a Parent for every Family of its Order, but evolves on Basal only."""
    assert "publish" in table(seat({"L1": ("J03", 1)}, hand=["J17"]), seat()).moves(0)
    assert "publish" not in table(seat({"L1": ("J17", 1)}, hand=["J03"]), seat()).moves(0)
    assert "publish" in table(seat({"L1": ("J04", 1)}, hand=["J03"]), seat()).moves(0)


def test_evolution_only_in_the_matching_row():
    """DS-R33: a Triassic Parent counts in the row where it lies."""
    assert "publish" not in table(seat({"L1": ("T14", 1)}, hand=["J44"]), seat()).moves(0)
    assert "publish" in table(seat({"G1": ("T14", 1)}, hand=["J44"]), seat()).moves(0)


def test_no_hand_limit():
    """DS-48."""
    many = [card for card in CARDS if card[0] == "J"][:40]
    state = round_of(table(seat(hand=many), seat()))
    assert len(of(state)["hand"]) == 40


def test_published_cards_stay():
    """DS-R53: an ability never adds, moves or removes published cards."""
    state = table(seat({"L1": "J54", "L2": "J42"}), seat())
    go(state, "analyze:L hype:1 drop:1 drop:2 hype:3")
    assert {name: one["card"] for name, one in of(state)["atlas"].items()} == {"L1": "J54", "L2": "J42"}
    assert state.to_move == (1,)
