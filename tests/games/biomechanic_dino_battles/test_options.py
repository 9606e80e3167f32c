"""The options of section 6: each value, their defaults, and those that do not go together."""

from __future__ import annotations

import pytest

from mesozoic import BadOptions
from mesozoic.games.biomechanic_dino_battles.cards import DINO_IDS, STACK_IDS, STARTER_DINOS, STARTER_STACKS

from .helpers import GAME, damage, do, line_up, options, purged, seat, stack, table, trophies, zone

DINOS = ["compy", "pachy", "spino", "ankylo", "quetzal", "iguano"]
STACKS = list(STACK_IDS[11:])


def test_defaults():
    """Section 6."""
    assert dict(GAME.prepare(2).options) == {
        "setup": "starter",
        "dinos": "",
        "stacks": "",
        "start_seat": "random",
        "trophies_to_win": 3,
        "wound_stack": "auto",
        "poison_stack": "auto",
        "paralyze_stack": "auto",
        "supply_stack": "auto",
        "assist_powers": True,
        "attack_payment": "active",
        "retreat_payment": "hand",
        "poison_trophy": "none",
        "items": "windows",
        "round_limit": 40,
        "cards": "",
        "tune_hand": 6,
        "tune_dino_copies": 3,
        "tune_combat_stack": 10,
    }


def test_the_starter_setup():
    position = GAME.start(2, seed=1).position()
    assert (position["dinos"], position["stacks"]) == (
        sorted(STARTER_DINOS, key=DINO_IDS.index),
        sorted(STARTER_STACKS, key=STACK_IDS.index),
    )


def test_the_random_setup_comes_from_the_seed():
    """BD-03, BD-04: six and ten different kinds, every kind sometimes."""
    seen_dinos, seen_stacks = set(), set()
    for seed in range(40):
        position = GAME.start(2, seed=seed, options={"setup": "random"}).position()
        assert len(set(position["dinos"])) == 6 and len(set(position["stacks"])) == 10
        assert position == GAME.start(2, seed=seed, options={"setup": "random"}).position()
        seen_dinos |= set(position["dinos"])
        seen_stacks |= set(position["stacks"])
    assert seen_dinos == set(DINO_IDS) and seen_stacks == set(STACK_IDS)


@pytest.mark.parametrize("as_text", [True, False])
def test_the_chosen_setup(as_text):
    """BD-03, BD-04: given as a list or as text, in any order."""
    given = {"dinos": DINOS[::-1], "stacks": STACKS}
    if as_text:
        given = {name: ", ".join(value) for name, value in given.items()}
    position = GAME.start(2, seed=1, options={"setup": "chosen", **given}).position()
    assert (position["dinos"], position["stacks"]) == (DINOS, STACKS)


def test_a_chosen_setup_may_leave_a_list_to_the_starter_setup():
    """BD-R49."""
    position = GAME.start(2, seed=1, options={"setup": "chosen", "dinos": DINOS}).position()
    assert (position["dinos"], set(position["stacks"])) == (DINOS, set(STARTER_STACKS))


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"setup": "chosen", "dinos": DINOS[:5]}, "names 5, not 6"),
        ({"setup": "chosen", "dinos": [*DINOS, "rex"]}, "names 7, not 6"),
        ({"setup": "chosen", "dinos": [*DINOS[:5], "compy"]}, "compy twice"),
        ({"setup": "chosen", "dinos": [*DINOS[:5], "overclock"]}, "'overclock', which is none of"),
        ({"setup": "chosen", "dinos": 6}, "cannot be 6"),
        ({"setup": "chosen", "stacks": [*STACKS[:9], "rex"]}, "'rex', which is none of"),
        ({"dinos": DINOS}, "only with setup=chosen"),
        ({"setup": "random", "stacks": STACKS}, "only with setup=chosen"),
        ({"start_seat": 2}, "no seat of 2 players"),
        ({"start_seat": "first"}, "random or a whole number"),
        ({"wound_stack": 0}, "auto or a whole number from 1"),
        ({"supply_stack": "few"}, "auto or a whole number"),
        ({"trophies_to_win": 6}, "from 1 to 5"),
        ({"round_limit": 0}, "from 1 to 200"),
        ({"setup": "mine"}, "starter or random or chosen"),
    ],
)
def test_what_does_not_go_is_refused_with_the_reason(given, why):
    with pytest.raises(BadOptions, match=why):
        GAME.start(2, seed=1, options=given)


def test_stack_sizes_can_be_given():
    """BD-R1, BD-R2."""
    sizes = {"wound_stack": 5, "poison_stack": "6", "paralyze_stack": 7, "supply_stack": 2}
    supply = GAME.start(2, seed=1, options=sizes).position()["supply"]
    assert [supply[card] for card in "WPZ"] == [5, 6, 7] and supply["overclock"] == 2


@pytest.mark.parametrize("needed", [1, 2])
def test_trophies_to_win(needed):
    """BD-46."""
    state = table(seat("raptor A"), seat("compy -20"), trophies_to_win=needed)
    do(state, "attack:1")
    assert state.is_over == (needed == 1)


def test_without_assist_powers():
    """BD-36: none at all."""
    assert "assist:b1" not in options(table(seat("rex", "compy E"), seat(), assist_powers=False))


def test_attacks_paid_from_all_dinos():
    """BD-R10: kinds are chosen by the cost; each is taken from the active dino first, then in bench order."""
    state = table(seat("raptor E", "rex A E", "stego A"), seat("bronto"), attack_payment="any")
    do(state, "attack:2")
    one = state.position()["seats"][0]
    assert [[card["card"] for card in place["attached"]] for place in [one["active"], *one["bench"]]] == [
        [],
        ["E"],
        ["A"],
    ]
    assert zone(state, 0, "discard") == "A E" and damage(state, 1) == 20


def test_retreats_paid_from_the_retreating_dino():
    """BD-R11."""
    state = table(seat("pachy E A", "rex", hand="E"), seat(), retreat_payment="attached")
    do(state, "retreat:b1")
    assert zone(state, 0, "discard") == "E" and zone(state, 0, "hand") == "E" and line_up(state, 0) == ["rex", "pachy"]
    assert "retreat:b1" not in options(table(seat("pachy", "rex", hand="E"), seat(), retreat_payment="attached"))


def test_the_poisoner_gets_the_trophy():
    """BD-R22: who last made that player take a P."""
    state = table(seat("dilopho E", "rex"), seat("raptor -20", deck="A A A A A A"), poison_trophy="poisoner")
    do(state, "attack:1")
    assert state.position()["seats"][1]["poisoner"] == 0
    poisoned = table(seat("raptor -25", hand="P", poisoner=1), seat(), phase="buy", poison_trophy="poisoner")
    do(poisoned, "done")
    assert trophies(poisoned, 1) == "raptor"
    nobody = table(seat("raptor -25", hand="P"), seat(), phase="buy", poison_trophy="poisoner")
    before = purged(nobody, "raptor")
    do(nobody, "done")
    assert purged(nobody, "raptor") == before + 1


def test_the_poisoner_is_the_last_one_to_give_poison():
    """BD-R22: Toxic Spill counts too; an immune dino changes nothing."""
    state = table(seat("rex", hand="toxic_spill"), seat("raptor", poisoner=2), seat(), poison_trophy="poisoner")
    do(state, "strategy:toxic_spill")
    assert state.position()["seats"][1]["poisoner"] == 0 and stack(state, "P") == 14


@pytest.mark.parametrize("name", ["trophies_to_win", "wound_stack", "start_seat"])
@pytest.mark.parametrize("typed", ["--3", "-", "9" * 5000, "\u0663", "1_0", "\u00b2"])
def test_only_plain_numbers_can_be_typed(name, typed):
    with pytest.raises(BadOptions, match=f"Option {name} cannot be"):
        GAME.start(2, options={name: typed})
