"""The card table: section 8 of the ledger, CD-R1, CD-R2, CD-R4; one test for each species.

Each species is tested twice over: the text that a player reads, and what the engine does where the text applies.
"""

from __future__ import annotations

from collections import Counter

import pytest

from mesozoic.games.carbon_dating import cards
from mesozoic.games.carbon_dating.cards import IDS, SENTENCES
from mesozoic.games.carbon_dating.tables import CARD_TABLE

from .helpers import dates, kinds, pile, play, position, row, seating, told
from .reference import HEARTS, arrow

TABLE = CARD_TABLE.of("")
ARROWS = [card.arrow for card in TABLE.cards]
SPECIES = list({card.name: card for card in TABLE.cards}.values())
BAD, NOW, ALWAYS, SPECIAL = "bad date", "immediate", "constant", "special"
TEXTS = {
    "Iguanodon": [(BAD, "Storms off", "Discard Iguanodon.")],
    "Gallimimus": [
        (ALWAYS, "Skittish", "When a neighbour is eaten, discard Gallimimus."),
        (BAD, "Storms off", "Discard Gallimimus."),
    ],
    "Velociraptor": [(BAD, "Snap", "Eat its date.")],
    "Spinosaurus": [(NOW, "Starter", "Eat its neighbour."), (BAD, "Storms off", "Discard Spinosaurus.")],
    "Brachiosaurus": [(BAD, "Head in the clouds", "Nothing happens.")],
    "Triceratops": [(BAD, "Stampede", "Move Triceratops to the right end of the table.")],
    "Stegosaurus": [(BAD, "Tail swipe", "Move its date to the left end of the table.")],
    "Pachycephalosaurus": [(BAD, "Head-butt", "Swap seats with its date.")],
    "Allosaurus": [(BAD, "Table for one", "Eat both neighbours.")],
    "Parasaurolophus": [
        (ALWAYS, "Serenade", "Broken hearts of those beside it count as empty."),
        (BAD, "Storms off", "Discard Parasaurolophus."),
    ],
    "Compsognathus": [
        (NOW, "Underfoot", "You may swap two neighbouring dinosaurs (not this one)."),
        (BAD, "Storms off", "Discard Compsognathus."),
    ],
    "Ankylosaurus": [(ALWAYS, "Armour", "Cannot be eaten."), (BAD, "Storms off", "Discard Ankylosaurus.")],
    "Pterodactyl": [
        (SPECIAL, "Drops in", "Land between any two neighbouring dinosaurs."),
        (BAD, "Flaps off", "Discard Pterodactyl."),
    ],
    "Tyrannosaurus": [
        (SPECIAL, "Gatecrasher", "Eat any dinosaur at the table and take its seat."),
        (BAD, "Snap", "Eat its date."),
    ],
}


def read(name):
    """What a player reads on the card, from the view."""
    state = position("", " ".join(IDS[at] for at, one in enumerate(TABLE.cards) if one.name == name)[:4].strip())
    card = state.view(0).drawn[0]
    assert card.species == name
    return [(one.trigger, one.title, one.text) for one in card.abilities]


# --- One test for each species: text and effect -----------------------------------------------------------------


def test_iguanodon():
    assert read("Iguanodon") == TEXTS["Iguanodon"]
    state, _ = seating("IGU1", "STE4", "right")
    assert (row(state), pile(state, "discard")) == ("STE4", "IGU1")


def test_gallimimus():
    assert read("Gallimimus") == TEXTS["Gallimimus"]
    fled, _ = seating("STE4 GAL2", "SPI4", "left")
    assert (row(fled), pile(fled, "discard")) == ("SPI4(STE4)", "GAL2")
    stormed, _ = seating("GAL2", "STE1", "right")
    assert (row(stormed), pile(stormed, "discard")) == ("STE1", "GAL2")


def test_velociraptor():
    assert read("Velociraptor") == TEXTS["Velociraptor"]
    state, _ = seating("VEL1", "IGU3", "right")
    assert row(state) == "VEL1(IGU3)"


def test_spinosaurus():
    assert read("Spinosaurus") == TEXTS["Spinosaurus"]
    state, _ = seating("IGU3", "SPI1", "left")
    assert row(state) == "SPI1(IGU3)"
    stormed, _ = seating("SPI1", "VEL3", "right")
    assert pile(stormed, "discard") == "SPI1"


def test_brachiosaurus():
    assert read("Brachiosaurus") == TEXTS["Brachiosaurus"]
    state, events = seating("BRA1", "PAC4", "right")
    assert dates(events) == ["BRA1-PAC4 bad"]
    assert row(state) == "BRA1 PAC4"


def test_triceratops():
    assert read("Triceratops") == TEXTS["Triceratops"]
    state, _ = seating("VEL1 ALL1", "TRI3", "left")
    assert row(state) == "VEL1 ALL1 TRI3"


def test_stegosaurus():
    assert read("Stegosaurus") == TEXTS["Stegosaurus"]
    state, _ = seating("VEL1 STE1", "ALL2", "right")
    assert row(state) == "ALL2 VEL1 STE1"


def test_pachycephalosaurus():
    assert read("Pachycephalosaurus") == TEXTS["Pachycephalosaurus"]
    state, _ = seating("IGU3 ALL2", "PAC2", "left")
    assert row(state) == "IGU3 PAC2 ALL2"


def test_allosaurus():
    assert read("Allosaurus") == TEXTS["Allosaurus"]
    state, _ = seating("VEL1 STE1 ALL1", "TRI2", "right")
    assert row(state) == "VEL1 ALL1(TRI2,STE1)"


def test_parasaurolophus():
    assert read("Parasaurolophus") == TEXTS["Parasaurolophus"]
    calmed, _ = seating("PAR4 IGU1", "VEL4", "right")
    assert row(calmed) == "PAR4 IGU1 VEL4"
    stormed, _ = seating("PAR2", "STE4", "right")
    assert pile(stormed, "discard") == "PAR2"


def test_compsognathus():
    assert read("Compsognathus") == TEXTS["Compsognathus"]
    state = seating("VEL1 ALL1", "COM1")
    play(state, "COM1 right", "swap VEL1 ALL1")
    assert row(state) == "ALL1 VEL1 COM1"
    stormed, _ = seating("COM1", "TRI2", "right")
    assert pile(stormed, "discard") == "COM1"


def test_ankylosaurus():
    assert read("Ankylosaurus") == TEXTS["Ankylosaurus"]
    state, events = seating("ANK4", "SPI4", "left")
    assert told(events, "ate", "withstood") == [("withstood", "ANK4", "SPI4")]
    assert row(state) == "SPI4 ANK4"
    stormed, _ = seating("ANK1", "STE1", "right")
    assert pile(stormed, "discard") == "ANK1"


def test_pterodactyl():
    assert read("Pterodactyl") == TEXTS["Pterodactyl"]
    state = position("ALL1 ALL3", "PTE VEL1")
    play(state, "PTE gap 1, date ALL1 PTE")
    assert row(state) == "ALL1 PTE ALL3"
    flapped, _ = seating("PTE", "STE4", "right")
    assert pile(flapped, "discard") == "PTE"


def test_tyrannosaurus():
    assert read("Tyrannosaurus") == TEXTS["Tyrannosaurus"]
    state = position("ALL1 ALL3", "TYR VEL1")
    play(state, "TYR seat 1")
    assert row(state) == "TYR(ALL1) ALL3"
    snapped, _ = seating("TYR", "STE4", "right")
    assert row(snapped) == "TYR(STE4)"


# --- The table as a whole ---------------------------------------------------------------------------------------


def test_the_table_is_the_ledger_s():
    """CD-R2: the deck of section 8."""
    assert {card.id[:3]: card.hearts for card in TABLE.cards} == HEARTS
    assert [arrow(card) for card in IDS] == ARROWS
    assert {
        species.name: [(one.trigger, one.title, species.sentence(one)) for one in species.abilities]
        for species in SPECIES
    } == TEXTS


def test_arrows_and_hearts_are_balanced():
    """Section 8: 9 ordinary arrows at each height; 2 full and 4 broken hearts over the twelve species."""
    assert Counter(ARROWS[:36]) == {1: 9, 2: 9, 3: 9, 4: 9}
    for height in range(4):
        slots = [species.hearts[height] for species in SPECIES[:12]]
        assert (slots.count("F"), slots.count("B")) == (2, 4)
    assert Counter(card.name for card in TABLE.cards[:36]) == {species.name: 3 for species in SPECIES[:12]}
    assert IDS[36:] == ["PTE", "TYR"]


def test_four_triggers():
    """CD-R1: bad date, immediate, constant, special."""
    triggers = Counter(one.trigger for species in SPECIES for one in species.abilities)
    assert triggers == {BAD: 14, NOW: 2, ALWAYS: 3, SPECIAL: 2}


def test_every_card_has_exactly_one_bad_date_effect():
    """CD-R4: besides any other ability."""
    for species in SPECIES:
        assert [one.trigger for one in species.abilities].count(BAD) == 1


@pytest.mark.parametrize("card", range(38))
def test_the_effect_that_runs_is_the_one_that_is_read(card):
    """The engine's columns are made from the same verbs as the sentences."""
    printed, engine = TABLE.cards[card], TABLE.dinosaurs
    for one in printed.abilities:
        column = {BAD: engine.on_bad_date, NOW: engine.on_play, ALWAYS: engine.always}.get(one.trigger)
        if column is not None:
            assert SENTENCES[column[card]].format(name=printed.name) == printed.sentence(one)
    triggers = {one.trigger for one in printed.abilities}
    assert (engine.on_play[card] != cards.NOTHING) == (NOW in triggers)
    assert (engine.always[card] != cards.NOTHING) == (ALWAYS in triggers)


SAID = {
    "Nothing happens.": {"shrugged"},
    "Discard": {"stormed_off"},
    "Eat its date.": {"ate", "withstood"},
    "Eat both neighbours.": {"ate", "withstood"},
    "Move its date": {"flung"},
    "Move": {"stampeded"},
    "Swap seats": {"swapped"},
}


@pytest.mark.parametrize("left", IDS)
def test_a_bad_date_does_what_the_card_says(left):
    """For every card as L and every R that breaks its heart, the next step is the one that the text announces."""
    text = next(
        TABLE.cards[IDS.index(left)].sentence(one)
        for one in TABLE.cards[IDS.index(left)].abilities
        if one.trigger == BAD
    )
    announced = next(steps for words, steps in SAID.items() if text.startswith(words))
    broken = [card for card in IDS[:36] if HEARTS[left[:3]][arrow(card) - 1] == "B" and card != left]
    tried = 0
    for right in broken:
        if right[:3] in ("SPI", "PAR"):
            continue  # one eats L first, the other calms it
        _, events = seating(left, right, "right")
        at = kinds(events).index("dated")
        assert kinds(events)[at + 1] in announced
        tried += 1
    assert tried
