"""One test per card, named as the card: what its text says is what happens. Numbers are those of ledger section 8."""

from __future__ import annotations

import pytest

from mesozoic.games.biomechanic_dino_battles import texts, worth
from mesozoic.games.biomechanic_dino_battles.cards import (
    CARD_IDS,
    DINO_IDS,
    STARTER_DINOS,
    STARTER_STACKS,
)
from mesozoic.games.biomechanic_dino_battles.cards import VERBS as ENGINE_VERBS
from mesozoic.games.biomechanic_dino_battles.tables import CARD_TABLE, VERBS

from .helpers import (
    active,
    asked,
    attached,
    damage,
    do,
    line_up,
    options,
    purged,
    seat,
    stack,
    table,
    trophies,
    turn,
    zone,
)

OWN = CARD_TABLE.of("")
FRESH = seat("bronto", "bronto", hand="", deck="A A A A A A")


def text(card):
    return texts.stack_text(OWN.stack(CARD_IDS.index(card)))


def dino_text(name):
    return texts.dino_text(OWN.dino_of[name])


def cost(card):
    return next(row.cost for row in (*OWN.stacks, *OWN.dinos) if row.id == card)


def struck(name, cards, number, target="bronto"):
    """The game after the dino's attack was let happen."""
    state = table(seat(f"{name} {cards}"), seat(target, "pachy", "pachy"))
    do(state, f"attack:{number}")
    assert zone(state, 0, "discard").replace(" ", "") == cards.replace(" ", ""), "exactly the cost is paid"
    return state


def hits(name, cards, number, harm, status="", bench=0):
    state = struck(name, cards, number)
    assert (damage(state, 1), damage(state, 1, 1), damage(state, 1, 2)) == (harm, bench, bench)
    assert zone(state, 1, "discard") == status


def lacks(name, cards, number):
    """One card less does not pay for the attack."""
    assert f"attack:{number}" not in options(table(seat(f"{name} {cards}"), seat("bronto")))


def buys_for(name, hand, too_little):
    slot = table(seat(hand=hand), seat(), phase="buy", offering=name)
    assert "dino:1" in options(slot)
    assert "dino:1" not in options(table(seat(hand=too_little), seat(), phase="buy", offering=name))


def retreats(name, hand, possible):
    assert ("retreat:b1" in options(table(seat(name, "compy", hand=hand), seat()))) == possible


# --- The table ------------------------------------------------------------------------------------------------


def test_there_are_fourteen_dinos_and_twenty_one_strategies_and_items():
    """Ledger section 8: ids, names and the Starter Setup."""
    assert (len(OWN.dinos), len(OWN.strategies), len(OWN.items)) == (14, 12, 9)
    assert len(set(DINO_IDS)) == 14 and len(set(CARD_IDS)) == 27
    assert STARTER_DINOS == ("raptor", "dilopho", "rex", "stego", "pterano", "bronto")
    assert set(STARTER_STACKS) <= set(CARD_IDS) and len(set(STARTER_STACKS)) == 10


def test_every_verb_has_words_and_every_card_a_text():
    assert set(VERBS) == set(texts.VERB_WORDS) == set(worth.VERBS) == set(ENGINE_VERBS) - {"end"}
    assert all(text(card) for card in CARD_IDS[6:]) and all(dino_text(name) for name in DINO_IDS)


# --- Dinosaurs ------------------------------------------------------------------------------------------------


def test_compy():
    assert dino_text("compy") == (
        "Runner; HP 25, ATK 5, EVA 5, DEF 1, retreat nothing; Scrap Nip (1 Evade), 10 damage; Swarm Rush (1 "
        "Attack + 1 Evade), 15 damage, Wound; "
        "assist Scavenge (1 Evade), +2 Draw"
    )
    hits("compy", "E", 1, 10)
    hits("compy", "A E", 2, 15, "W")
    buys_for("compy", "D D", "D")
    retreats("compy", "", True)
    state = table(seat("rex", "compy E", deck="A E D"), seat())
    do(state, "assist:b1")
    assert zone(state, 0, "hand") == "A E" and zone(state, 0, "discard") == "E"
    assert "assist:b1" not in options(state)


def test_raptor():
    assert dino_text("raptor") == (
        "Runner; HP 30, ATK 5, EVA 5, DEF 1, retreat nothing; Sickle Slash (1 Attack), 10 damage; Flywheel "
        "Pounce (1 Attack + 1 Evade), 20 damage"
    )
    hits("raptor", "A", 1, 10)
    hits("raptor", "A E", 2, 20)
    buys_for("raptor", "A E D", "A A D")
    retreats("raptor", "", True)


def test_pachy():
    assert dino_text("pachy") == (
        "Runner; HP 35, ATK 5, EVA 3, DEF 4, retreat 1 Evade; Skull Tap (1 Attack), 5 damage, Paralyze; "
        "Full-Bore Charge (2 Attack + 1 Defend), 30 damage"
    )
    hits("pachy", "A", 1, 5, "Z")
    hits("pachy", "A A D", 2, 30)
    lacks("pachy", "A D", 2)
    buys_for("pachy", "A E E", "E E E")
    retreats("pachy", "A D", False)


def test_dilopho():
    assert dino_text("dilopho") == (
        "Predator; HP 30, ATK 4, EVA 4, DEF 2, retreat 1 Evade; Acid Spit (1 Evade), 5 damage, Poison; Venom "
        "Bite (1 Attack + 1 Evade), 15 damage, Poison; "
        "Immune to Poison; assist Corrosive Mist (1 Evade + 1 any), 5 damage to one dino of an opponent"
    )
    hits("dilopho", "E", 1, 5, "P")
    hits("dilopho", "A E", 2, 15, "P")
    buys_for("dilopho", "A E A", "A E")
    retreats("dilopho", "E", True)
    assert zone(struck("dilopho", "E", 1, target="dilopho"), 1, "discard") == "", "immune to Poison itself"
    state = table(seat("rex", "dilopho E D"), seat("raptor -25", "compy -20"))
    do(state, "assist:b1")
    assert options(state) == ["hit:P2a", "hit:P2b1"]
    do(state, "hit:P2b1")
    assert trophies(state, 0) == "compy" and line_up(state, 1) == ["raptor"]
    assert "assist:b1" not in options(table(seat("rex", "dilopho E D"), seat())), "nobody to hit"


def test_spino():
    assert dino_text("spino") == (
        "Predator; HP 35, ATK 6, EVA 3, DEF 3, retreat 1 Evade; Fin Slice (1 Attack), 10 damage; Turbine "
        "Shred (2 Attack + 1 Evade), 30 damage, Wound"
    )
    hits("spino", "A", 1, 10)
    hits("spino", "A A E", 2, 30, "W")
    buys_for("spino", "A E D D", "A E D")
    retreats("spino", "E", True)


def test_rex():
    assert dino_text("rex") == (
        "Predator; HP 40, ATK 7, EVA 1, DEF 3, retreat 1 Evade; Piston Bite (2 Attack), 20 damage; Crushing "
        "Maw (3 Attack), 30 damage, Wound"
    )
    hits("rex", "A A", 1, 20)
    hits("rex", "A A A", 2, 30, "W")
    lacks("rex", "A A E", 2)
    buys_for("rex", "A A E E D", "A E E D D")
    retreats("rex", "A", False)


def test_stego():
    assert dino_text("stego") == (
        "Armored; HP 30, ATK 4, EVA 1, DEF 5, retreat 1 Evade; Plate Shove (1 Defend), 5 damage; Spike Tail "
        "(1 Attack + 1 Defend), 15 damage, Wound; Spiked"
    )
    hits("stego", "D", 1, 5)
    hits("stego", "A D", 2, 15, "W")
    buys_for("stego", "D D A", "D A A")
    retreats("stego", "E", True)


def test_ankylo():
    assert dino_text("ankylo") == (
        "Armored; HP 30, ATK 4, EVA 1, DEF 6, retreat 1 Evade; Club Tap (1 Defend), 5 damage; Wrecking Tail "
        "(1 Attack + 2 Defend), 25 damage, Paralyze; "
        "Spiked; Immune to Paralyze"
    )
    hits("ankylo", "D", 1, 5)
    hits("ankylo", "A D D", 2, 25, "Z")
    buys_for("ankylo", "D D A E", "D D A")
    state = table(seat("spino A"), seat("ankylo D"))
    do(state, "attack:1", "defend")
    assert damage(state, 1) == 0 and zone(state, 0, "discard") == "A W", "DEF 6 holds ATK 6, and it is Spiked"


def test_dozer():
    assert dino_text("dozer") == (
        "Armored; HP 35, ATK 5, EVA 2, DEF 5, retreat 1 Evade; Gore (1 Attack), 10 damage; Bulldoze (1 "
        "Attack + 2 Defend), 25 damage, Wound"
    )
    hits("dozer", "A", 1, 10)
    hits("dozer", "A D D", 2, 25, "W")
    buys_for("dozer", "A D E E", "A E E E")


def test_pterano():
    assert dino_text("pterano") == (
        "Flyer; HP 25, ATK 4, EVA 6, DEF 1, retreat nothing; Wing Cut (1 Evade), 10 damage; Shock Dive (1 "
        "Attack + 1 Evade), 20 damage, Paralyze; "
        "Immune to Paralyze; assist Spotter (1 Evade), your active dino: ATK +2 until end of turn"
    )
    hits("pterano", "E", 1, 10)
    hits("pterano", "A E", 2, 20, "Z")
    buys_for("pterano", "E E A", "E A A")
    retreats("pterano", "", True)
    state = table(seat("raptor A", "pterano E"), seat("pterano E"))
    do(state, "assist:b1")
    assert active(state, 0)["atk"] == 2
    do(state, "attack:1", "evade")
    assert damage(state, 1) == 10, "EVA 6 against ATK 5 + 2"


def test_quetzal():
    assert dino_text("quetzal") == (
        "Flyer; HP 30, ATK 5, EVA 5, DEF 2, retreat nothing; Gust (1 Evade), 5 damage, Bench 5; Strafing Run "
        "(1 Attack + 2 Evade), 25 damage, Bench 5"
    )
    hits("quetzal", "E", 1, 5, bench=5)
    hits("quetzal", "A E E", 2, 25, bench=5)
    buys_for("quetzal", "A E D D", "A D D D")
    retreats("quetzal", "", True)


def test_bronto():
    assert dino_text("bronto") == (
        "Giant; HP 50, ATK 5, EVA 1, DEF 4, retreat 2 Evade; Stomp (2 Attack), 20 damage; Quake (1 Attack + "
        "2 Defend), 20 damage, Bench 10; "
        "assist Coolant Share (1 Defend), +10 HP for your active dino"
    )
    hits("bronto", "A A", 1, 20)
    hits("bronto", "A D D", 2, 20, bench=10)
    buys_for("bronto", "D A A A", "A A A A")
    retreats("bronto", "E", False)
    retreats("bronto", "E E", True)
    state = table(seat("rex -15", "bronto D D"), seat())
    do(state, "assist:b1")
    assert damage(state, 0) == 5
    assert "assist:b1" not in options(table(seat("rex", "bronto D"), seat())), "only if the active dino has damage"


def test_parasaur():
    assert dino_text("parasaur") == (
        "Giant; HP 35, ATK 4, EVA 3, DEF 3, retreat nothing; Crest Bash (1 Defend), 10 damage; Sonic Stun (1 "
        "Evade + 1 Defend), 20 damage, Paralyze; "
        "Immune to Paralyze; assist War Call (1 any), your active dino's attacks: +5 damage until end of turn"
    )
    hits("parasaur", "D", 1, 10)
    hits("parasaur", "E D", 2, 20, "Z")
    buys_for("parasaur", "D E A", "D A A")
    retreats("parasaur", "", True)
    state = table(seat("raptor A", "parasaur E"), seat("rex"))
    do(state, "assist:b1", "attack:1")
    assert damage(state, 1) == 15


def test_iguano():
    assert dino_text("iguano") == (
        "Giant; HP 30, ATK 5, EVA 2, DEF 4, retreat 1 Evade; Thumb Spike (1 Attack), 10 damage; Dynamo Punch "
        "(1 Attack + 1 Defend), 20 damage; Immune to Poison; "
        "assist Jump Start (1 Attack), +1 Combat"
    )
    hits("iguano", "A", 1, 10)
    hits("iguano", "A D", 2, 20)
    buys_for("iguano", "D E A", "D D A")
    state = table(seat("raptor A A", "iguano A"), seat("rex"))
    do(state, "assist:b1", "attack:1", "attack:1")
    assert damage(state, 1) == 20


# --- Combat and Status cards ----------------------------------------------------------------------------------


def test_attack():
    """A pays for attacks and purchases; it answers nothing."""
    assert options(table(seat("raptor A"), seat("rex A A A A")))[-2:] == ["attack:1", "end"]
    state = table(seat("raptor A"), seat("rex A A"))
    do(state, "attack:1")
    assert options(state) == ["pass"]


def test_evade():
    state = table(seat("raptor A"), seat("pterano E"))
    do(state, "attack:1")
    assert options(state) == ["pass", "evade"]


def test_defend():
    state = table(seat("raptor A"), seat("stego D"))
    do(state, "attack:1")
    assert options(state) == ["pass", "defend"]


def test_wound():
    """BD-32: it can be neither attached nor played nor paid with."""
    assert options(table(seat("raptor", hand="W W"), seat())) == ["end"]


def test_poison():
    """BD-30."""
    state = table(seat("rex", hand="P P", deck="A A A A A A"), seat(), phase="buy")
    do(state, "done")
    assert damage(state, 0) == 10 and zone(state, 0, "discard") == "P P"


def test_paralyze():
    """BD-31."""
    state = table(seat("raptor A A", hand="Z"), seat("rex"), turn={"combat_bonus": 1})
    do(state, "attack:1")
    assert "attack:1" not in options(state)


# --- Strategies -----------------------------------------------------------------------------------------------


def played(card, *seats, choices=(), **more):
    """The game after P1 played the strategy from the hand, which holds nothing else."""
    mine = seats[0] if seats else seat("raptor", deck="A E D")
    mine["hand"] = [*mine["hand"], card]
    state = table(mine, *(seats[1:] or (seat("rex"),)), **more)
    do(state, f"strategy:{card}", *choices)
    assert zone(state, 0, "played") == card
    return state


def test_rapid_deployment():
    assert (cost("rapid_deployment"), text("rapid_deployment")) == ("AED", "+2 Attach")
    state = played("rapid_deployment", seat("raptor", hand="A A A A"))
    do(state, "attach:A@a", "attach:A@a", "attach:A@a")
    assert attached(state, 0) == "A A A" and "attach:A@a" not in options(state)


def test_overclock():
    assert cost("overclock") == "A*"
    assert text("overclock") == "+1 Draw; +1 Combat; your active dino's attacks: +10 damage until end of turn"
    state = played("overclock", seat("raptor A A", deck="E"))
    assert zone(state, 0, "hand") == "E"
    do(state, "attack:1", "attack:1")
    assert trophies(state, 0) == "rex", "twice 10 + 10 against 40 HP"


def test_supply_drop():
    assert (cost("supply_drop"), text("supply_drop")) == ("***", "+1 Draw; +1 Attach; +1 Buy")
    state = played("supply_drop")
    assert zone(state, 0, "hand") == "A" and (turn(state, "attaches"), turn(state, "buys")) == (2, 2)


def test_field_repair():
    assert (cost("field_repair"), text("field_repair")) == ("D*", "+1 Draw; +10 HP for one of your dinos")
    state = played("field_repair", seat("raptor -15", "rex -5", deck="A"))
    assert options(state) == ["heal:a", "heal:b1"]
    do(state, "heal:a")
    assert damage(state, 0) == 5 and zone(state, 0, "hand") == "A"


def test_battle_plan():
    assert (cost("battle_plan"), text("battle_plan")) == ("**", "+2 Draw; +1 Strategy")
    state = played("battle_plan")
    assert zone(state, 0, "hand") == "A E" and turn(state, "strategies") == 1


def test_war_footing():
    assert (cost("war_footing"), text("war_footing")) == ("AD**", "+1 Draw; +1 Attach; +1 Combat")
    state = played("war_footing")
    assert zone(state, 0, "hand") == "A" and (turn(state, "attaches"), turn(state, "combat_bonus")) == (2, 1)


def test_scrap_run():
    assert cost("scrap_run") == "*"
    assert text("scrap_run") == "+1 Draw; purge up to 2 cards from your hand, one after the other"
    state = played("scrap_run", seat("raptor", hand="W W A", deck="E"))
    assert options(state) == ["purge:A", "purge:E", "purge:W", "stop"]
    before = purged(state, "W")
    do(state, "purge:W", "purge:W")
    assert purged(state, "W") == before + 2 and zone(state, 0, "hand") == "A E" and asked(state) == (0, "action")
    state = played("scrap_run", seat("raptor", hand="W W A", deck="E"), choices=("stop",))
    assert zone(state, 0, "hand") == "A E W W"


@pytest.mark.parametrize(("name", "bonus"), [("raptor", 5), ("spino", 10)])
def test_target_lock(name, bonus):
    assert cost("target_lock") == "AE"
    assert text("target_lock") == (
        "+1 Draw; your active dino: ATK +2 until end of turn; "
        "your active dino's attacks: +5 damage until end of turn, +10 instead if it is a Predator"
    )
    state = played("target_lock", seat(f"{name} A", deck="E"))
    assert (active(state, 0)["atk"], active(state, 0)["damage_bonus"]) == (2, bonus)
    assert zone(state, 0, "hand") == "E"
    do(state, "attack:1")
    assert damage(state, 1) == 10 + bonus


def test_toxic_spill():
    assert cost("toxic_spill") == "EE*"
    assert text("toxic_spill") == ("+1 Draw; an opponent whose active dino is not Immune to Poison takes 1 Poison")
    assert zone(played("toxic_spill"), 1, "discard") == "P"
    assert zone(played("toxic_spill", seat(), seat("dilopho")), 1, "discard") == ""
    assert zone(played("toxic_spill", seat(), seat()), 1, "discard") == "", "a player without dinos does not qualify"
    state = played("toxic_spill", seat("raptor"), seat("rex"), seat("stego"), seat("iguano"))
    assert options(state) == ["poison:P2", "poison:P3"]
    do(state, "poison:P3")
    assert zone(state, 2, "discard") == "P"


def test_signal_jammer():
    assert cost("signal_jammer") == "DE*"
    assert text("signal_jammer") == (
        "+1 Draw; reveal and discard 1 card attached to a dino of an opponent, chosen by position"
    )
    state = played("signal_jammer", seat("raptor", deck="A"), seat("rex A", "stego E D A"))
    assert options(state) == ["jam:P2a", "jam:P2b1"]
    do(state, "jam:P2b1")
    assert options(state) == ["card:1", "card:2", "card:3"]
    do(state, "card:2")
    assert attached(state, 1, 1) == "E A" and zone(state, 1, "discard") == "D"
    only = played("signal_jammer", seat("raptor"), seat("rex A"))
    assert attached(only, 1) == "" and zone(only, 1, "discard") == "A", "one dino, one card: nothing to ask"
    assert asked(played("signal_jammer", seat("raptor"), seat("rex"))) == (0, "action")


def test_tactical_shift():
    assert cost("tactical_shift") == "E*"
    assert text("tactical_shift") == "+1 Draw; +1 Strategy; you may swap your active dino with a benched one"
    state = played("tactical_shift", seat("raptor A", "rex -5", deck="A"))
    assert options(state) == ["switch:b1", "stay"]
    do(state, "switch:b1")
    assert line_up(state, 0) == ["rex", "raptor"] and (turn(state, "strategies"), turn(state, "combat_used")) == (1, 0)
    assert zone(state, 0, "hand") == "A"
    stayed = played("tactical_shift", seat("raptor", "rex"), choices=("stay",))
    assert line_up(stayed, 0) == ["raptor", "rex"]
    assert asked(played("tactical_shift", seat("raptor"))) == (0, "action")


def test_salvage_crew():
    assert cost("salvage_crew") == "D*"
    assert text("salvage_crew") == (
        "+1 Buy; you may attach 1 Combat card from your discard pile to one of your dinos, open to all"
    )
    state = played("salvage_crew", seat("raptor", "rex", discard="A W"))
    assert options(state) == ["salvage:A@a", "salvage:A@b1", "none"]
    do(state, "salvage:A@b1")
    assert attached(state, 0, 1) == "A" and zone(state, 0, "discard") == "W"
    assert (turn(state, "buys"), turn(state, "attaches")) == (2, 1)
    assert asked(played("salvage_crew", seat("raptor", discard="W"))) == (0, "action")
    assert attached(played("salvage_crew", seat("raptor", discard="E"), choices=("none",)), 0) == ""


WINDOWS = "in your turn, when you are attacked, or when an opponent has ended the actions"
"""BD-R26, as the cards say it."""

# --- Items ----------------------------------------------------------------------------------------------------


def item(card, power, mine, other=None, hand="", choices=(), **more):
    """The game after P1 used the power, paying with the whole hand."""
    mine["hand"] = [*mine["hand"], *hand.split(), card]
    state = table(mine, other or seat("rex"), **more)
    do(state, f"item:{card}/{power}", *choices)
    return state


def cannot(card, power, mine, other=None, **more):
    mine["hand"] = [*mine["hand"], *"AAEEDD", card]
    return f"item:{card}/{power}" not in options(table(mine, other or seat("rex"), **more))


def test_missile_pod():
    assert cost("missile_pod") == "AA*"
    assert text("missile_pod") == (
        f"Light Missile (1 Attack), ATK 4, 5 damage / Heavy Missile (2 Attack), ATK 6, 10 damage; both {WINDOWS}"
    )
    assert damage(item("missile_pod", 1, seat(), hand="A"), 1) == 5
    assert damage(item("missile_pod", 2, seat(), hand="A A"), 1) == 10
    for power, harm in ((1, 0), (2, 10)):
        state = item("missile_pod", power, seat(), seat("raptor E"), hand="A A", choices=("evade",))
        assert damage(state, 1) == harm, "EVA 5 stops ATK 4 but not ATK 6"


def test_repair_drone():
    assert cost("repair_drone") == "D*"
    assert text("repair_drone") == (
        "Patch (1 Defend), +10 HP for one of your dinos / Overhaul (1 Defend + 1 any), +20 HP for one of "
        f"your dinos; both {WINDOWS}"
    )
    assert damage(item("repair_drone", 1, seat("rex -25"), hand="D"), 0) == 15
    assert damage(item("repair_drone", 2, seat("rex -25"), hand="D D"), 0) == 5
    assert cannot("repair_drone", 1, seat("rex")) and cannot("repair_drone", 2, seat())


def test_smoke_canister():
    assert cost("smoke_canister") == "E*"
    assert text("smoke_canister") == (
        f"Smoke Screen (1 Evade), your active dino: EVA +3 until end of turn; +1 Draw, {WINDOWS} / "
        "Smoke Swap (1 Evade + 1 any), swap your active dino with a benched one, in your action phase"
    )
    state = item("smoke_canister", 1, seat("rex", deck="A"), hand="E")
    assert active(state, 0)["eva"] == 3 and zone(state, 0, "hand") == "A"
    assert line_up(item("smoke_canister", 2, seat("rex", "raptor"), hand="E E"), 0) == ["raptor", "rex"]
    choice = item("smoke_canister", 2, seat("rex", "raptor", "stego"), hand="E E")
    assert options(choice) == ["switch:b1", "switch:b2"], "it is no longer optional"
    assert cannot("smoke_canister", 1, seat()) and cannot("smoke_canister", 2, seat("rex"))
    assert cannot("smoke_canister", 2, seat("rex", "raptor"), phase="buy")


def test_reactive_plating():
    assert cost("reactive_plating") == "DD"
    assert text("reactive_plating") == (
        f"Hardened Plates (1 Defend), your active dino: DEF +3 until end of turn; +1 Draw, {WINDOWS} / "
        "Blast Plates (1 any), this attack's main damage -10, not below 0, when you are attacked"
    )
    state = item("reactive_plating", 1, seat("rex", deck="A"), hand="D")
    assert active(state, 0)["def"] == 3 and zone(state, 0, "hand") == "A"
    assert cannot("reactive_plating", 2, seat("rex"))
    mine = seat("rex A A A")
    state = table(mine, seat("bronto", hand="reactive_plating reactive_plating A A"))
    do(state, "attack:2", "item:reactive_plating/2", "item:reactive_plating/2")
    assert damage(state, 1) == 10, "30 less 10 less 10"
    state = table(seat("rex A A"), seat(hand="reactive_plating A"))
    do(state, "attack:1", "item:reactive_plating/2")
    assert zone(state, 1, "discard") == "A W W", "two Wounds fewer of four"


def test_stim_injector():
    assert cost("stim_injector") == "A*"
    assert text("stim_injector") == (
        "Rage Dose (1 Attack), your active dino: ATK +2 until end of turn; your active dino's attacks: +10 "
        "damage until end of "
        "turn / Speed Dose (2 any), +1 Combat; both in your action phase"
    )
    state = item("stim_injector", 1, seat("rex"), hand="A")
    assert (active(state, 0)["atk"], active(state, 0)["damage_bonus"]) == (2, 10)
    assert turn(item("stim_injector", 2, seat(), hand="A A"), "combat_bonus") == 1
    assert cannot("stim_injector", 1, seat()) and cannot("stim_injector", 2, seat(), phase="buy")


def test_toxin_sprayer():
    assert cost("toxin_sprayer") == "AE*"
    assert text("toxin_sprayer") == (
        "Toxin Cloud (1 Evade + 1 any), ATK 3, 5 damage, Poison / "
        f"Antidote (1 any), purge 1 Poison from your hand or discard pile; both {WINDOWS}"
    )
    state = item("toxin_sprayer", 1, seat(), hand="E E")
    assert damage(state, 1) == 5 and zone(state, 1, "discard") == "P"
    state = item("toxin_sprayer", 2, seat(hand="P", discard="P"), hand="A")
    assert options(state) == ["cure:hand", "cure:discard"]
    do(state, "cure:hand")
    assert zone(state, 0, "hand") == "" and zone(state, 0, "discard") == "A P" and purged(state, "P") == 1
    assert cannot("toxin_sprayer", 2, seat())


def test_shock_net():
    assert cost("shock_net") == "DE"
    assert text("shock_net") == (
        f"Shock (1 Evade + 1 any), ATK 4, 5 damage, Paralyze, {WINDOWS} / "
        "Ground (1 any), one Paralyze less counts this turn, in your action phase"
    )
    state = item("shock_net", 1, seat(), hand="E E")
    assert damage(state, 1) == 5 and zone(state, 1, "discard") == "Z"
    mine = seat("raptor A", hand="Z")
    state = item("shock_net", 2, mine, hand="D")
    assert "attack:1" in options(state) and state.view(0).seats[0].paralysis == 0
    assert cannot("shock_net", 2, seat("raptor")) and cannot("shock_net", 2, seat("raptor", hand="Z"), phase="buy")


def test_scanner_array():
    assert cost("scanner_array") == "*"
    assert text("scanner_array") == (
        "Scan (1 any), look at all cards attached to one dino of an opponent; +1 Draw / "
        f"Deep Survey (2 any), +4 Draw; both {WINDOWS}"
    )
    state = item("scanner_array", 1, seat(deck="D"), seat("rex A E", "stego D"), hand="A")
    assert options(state) == ["look:P2a", "look:P2b1"]
    do(state, "look:P2a")
    seen = state.view(0).seats[1]
    assert [card.card for card in seen.active.attached] == ["A", "E"] and seen.bench[0].attached[0].card is None
    assert zone(state, 0, "hand") == "D"
    assert zone(item("scanner_array", 2, seat(deck="D D D D D"), hand="A A"), 0, "hand") == "D D D D"
    assert cannot("scanner_array", 1, seat("raptor A"), seat("rex"))


def test_cargo_winch():
    assert cost("cargo_winch") == "**"
    assert text("cargo_winch") == (
        "Hoist (1 any), +1 Attach, in your action phase / "
        f"Transfer (1 any), move all cards attached to one of your dinos to another of your dinos, {WINDOWS}"
    )
    assert turn(item("cargo_winch", 1, seat(), hand="A"), "attaches") == 2
    state = item("cargo_winch", 2, seat("raptor A E", "rex D"), hand="A")
    assert options(state) == ["from:a", "from:b1"]
    do(state, "from:a")
    assert (attached(state, 0), attached(state, 0, 1)) == ("", "D A E")
    many = item("cargo_winch", 2, seat("raptor A", "rex", "stego"), hand="A")
    assert options(many) == ["to:b1", "to:b2"]
    do(many, "to:b2")
    assert attached(many, 0, 2) == "A"
    assert cannot("cargo_winch", 2, seat("raptor A")) and cannot("cargo_winch", 2, seat("raptor", "rex"))
    assert cannot("cargo_winch", 1, seat(), phase="buy")


def test_stacks_shrink_by_what_is_taken():
    """Poison of an item and a strategy come from the same stack."""
    state = item("toxin_sprayer", 1, seat(), hand="E E")
    assert stack(state, "P") == 9
