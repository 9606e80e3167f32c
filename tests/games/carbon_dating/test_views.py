"""What the player and a spectator see, and the previews (section 9 of the ledger)."""

from __future__ import annotations

import pytest

from mesozoic import seeded
from mesozoic.games.carbon_dating import words
from mesozoic.games.carbon_dating.cards import IDS

from .helpers import GAME, play, position, seating, start, told


def label(state, move):
    return GAME.words.label(state, 0, GAME.parse(move))


def test_player_and_spectator_see_the_same_table():
    state = start("STE3 GAL2 IGU1 VEL1 / SPI1 BRA2")
    player, spectator = state.view(0), state.view(None)
    for name in ("table", "drawn", "aside", "discard", "satisfied", "deck", "unseen", "round"):
        assert getattr(player, name) == getattr(spectator, name)
    assert spectator.options == ()
    assert [option.move for option in player.options] == state.moves(0)


def test_the_cards_as_printed():
    card = start("STE3 GAL2 IGU1 VEL1 / SPI1 BRA2").view(0).drawn[0]
    assert (card.card, card.species, card.arrow, card.hearts) == ("SPI1", "Spinosaurus", 1, "F-B-")
    assert [(one.trigger, one.text) for one in card.abilities] == [
        ("immediate", "Eat its neighbour."),
        ("bad date", "Discard Spinosaurus."),
    ]


def test_the_unseen_cards_are_known_as_a_set():
    """Section 2: the set is public, the order is not."""
    state = start("STE3 GAL2 IGU1 VEL1 / SPI1 BRA2 / TRI4 ANK4")
    seen = {"STE3", "GAL2", "IGU1", "VEL1", "SPI1", "BRA2", "PTE", "TYR"}
    assert state.view(0).unseen == tuple(card for card in IDS if card not in seen)
    assert state.view(0).deck == 30


def test_imagining_redeals_the_deck_and_the_face_down_card():
    state = GAME.start(1, seed=4, options={"blind_dates": True})
    worlds = [state.imagine(0, seeded(number)) for number in range(20)]
    assert all(world.view(0) == state.view(0) for world in worlds)
    assert len({tuple(world.position()["deck"]) for world in worlds}) == 20
    assert len({world.position()["drawn"][1] for world in worlds}) > 5
    assert len({world.position()["drawn"][0] for world in worlds}) == 1


def test_imagined_reshuffles_are_new_chance():
    """What a deal says about reshuffles to come is nobody's to know."""
    state = position(
        "VEL1 STE1", "GAL2 GAL3", discard="IGU1 IGU2 IGU3", reshuffles=[["IGU1", "IGU2", "IGU3", "GAL2", "GAL3"]]
    )
    drawn = set()
    for number in range(20):
        world = state.imagine(0, seeded(number))
        assert "reshuffles" not in world.position()
        while world.position()["round"] == 1:
            world.apply(0, world.codes(0)[0])
        drawn.add(tuple(world.position()["drawn"]))
    assert len(drawn) > 5


@pytest.mark.parametrize(
    ("row", "card", "move", "text"),
    [
        ("VEL1", "BRA2", "BRA2 right", "Brachiosaurus at the right end: medium date of Velociraptor and Brachiosaurus"),
        (
            "BRA2 PAC4",
            "STE1",
            "STE1 left",
            "Stegosaurus at the left end: "
            "bad date of Stegosaurus and Brachiosaurus, "
            "Stegosaurus flings Brachiosaurus to the left end, "
            "good date of Stegosaurus and Pachycephalosaurus, both leave",
        ),
        (
            "STE3 GAL2 IGU1",
            "SPI1",
            "SPI1 left",
            "Spinosaurus at the left end: "
            "Spinosaurus eats Stegosaurus, Gallimimus flees, good date of Spinosaurus and Iguanodon, "
            "both leave",
        ),
        ("", "ANK1", "ANK1 left", "Ankylosaurus at the left end: alone at the table"),
        ("VEL1 ALL1", "COM1", "COM1 right", "Compsognathus at the right end: you may then swap two neighbours"),
        (
            "PAR4",
            "IGU1",
            "IGU1 left",
            "Iguanodon at the left end: medium date of Iguanodon and Parasaurolophus (calmed)",
        ),
        (
            "BRA1",
            "PAC4",
            "PAC4 right",
            "Pachycephalosaurus at the right end: "
            "bad date of Brachiosaurus and Pachycephalosaurus, Brachiosaurus does not mind",
        ),
        (
            "VEL1 TRI4",
            "STE4",
            "STE4 right",
            "Stegosaurus at the right end: "
            "bad date of Triceratops and Stegosaurus, Triceratops stampedes to the right end, "
            "medium date of Velociraptor and Stegosaurus",
        ),
        (
            "IGU3",
            "PAC1",
            "PAC1 left",
            "Pachycephalosaurus at the left end: "
            "bad date of Pachycephalosaurus and Iguanodon, Iguanodon and Pachycephalosaurus swap seats",
        ),
        (
            "ANK1",
            "VEL1",
            "VEL1 right",
            "Velociraptor at the right end: bad date of Ankylosaurus and Velociraptor, Ankylosaurus storms off",
        ),
        (
            "ANK4",
            "SPI4",
            "SPI4 left",
            "Spinosaurus at the left end: Ankylosaurus cannot be eaten, medium date of Spinosaurus and Ankylosaurus",
        ),
        (
            "VEL1 BRA3",
            "PTE",
            "PTE gap 1",
            "Pterodactyl lands between Velociraptor and Brachiosaurus: "
            "then you pick Velociraptor and Pterodactyl (bad) or Pterodactyl and Brachiosaurus (medium)",
        ),
        (
            "VEL1 BRA3",
            "TYR",
            "TYR seat 2",
            "Tyrannosaurus takes the seat of Brachiosaurus: "
            "Tyrannosaurus eats Brachiosaurus, medium date of Velociraptor and Tyrannosaurus",
        ),
    ],
)
def test_labels_tell_all_that_a_move_leads_to(row, card, move, text):
    state = seating(row, card)
    assert label(state, move) == text


def test_labels_of_choices_inside_a_chain():
    """The option says whether the other pair is cancelled or waits."""
    state = position("VEL1 BRA3", "ANK1 ANK2", aside="PTE")
    assert label(state, "ANK1 left").startswith("Ankylosaurus at the left end: bad date")
    play(state, "PTE gap 1")
    assert label(state, "date PTE BRA3") == (
        "Pterodactyl dates Brachiosaurus (the date of Velociraptor and Pterodactyl is cancelled): "
        "medium date of Pterodactyl and Brachiosaurus"
    )
    state = seating("IGU3 STE4 VEL1 ALL3", "COM1")
    play(state, "COM1 right")
    assert label(state, "no swap") == "everybody keeps their seats: medium date of Allosaurus and Compsognathus"
    assert label(state, "swap STE4 VEL1") == (
        "Stegosaurus and Velociraptor swap seats: Velociraptor and Stegosaurus swap seats, "
        "then you pick Iguanodon and Velociraptor (good) or Stegosaurus and Allosaurus (bad)"
    )
    play(state, "swap STE4 VEL1")
    assert label(state, "date IGU3 VEL1").startswith(
        "Iguanodon dates Velociraptor (the date of Stegosaurus and Allosaurus waits): good date"
    )
    assert label(position("VEL1 VEL4", "", aside="PTE"), "end round") == "end the round"


def test_a_preview_is_what_then_happens():
    """The chain to the next decision can be foretold in full, and nothing of the next draw with it."""
    state = start("STE3 GAL2 IGU1 VEL1 / SPI1 BRA2")
    for move in state.moves(0):
        foretold = words.foretell(state, GAME.parse(move))
        assert told(state.clone().play(0, move)) == told(foretold)
    last = position("VEL1 VEL4", "ALL1", deck="IGU1 IGU2")
    foretold = words.foretell(last, GAME.parse("ALL1 left"))
    assert "drew" not in [event.kind for event in foretold]


def test_marks_say_what_a_new_meeting_would_give():
    view = position("IGU1 ALL1 VEL3", "ANK1 ANK2").view(0)
    assert [(mark.left, mark.right, mark.verdict) for mark in view.marks] == [
        ("IGU1", "ALL1", "good"),
        ("ALL1", "VEL3", "medium"),
    ]


def test_counters():
    view = position(
        "VEL1(IGU1,IGU2) VEL4",
        "ANK1 ANK2",
        options={"vip": True, "impatient_customers": True},
        round=5,
        reshuffles_used=1,
    ).view(0)
    assert (view.round, view.bad_reviews, view.rating) == (5, 2, "Love Maestro")
    assert (view.eaten, view.largest_meal, view.goals) == (2, 2, {"vip": False})
    assert (view.reshuffles, view.can_reshuffle) == (1, False)
    assert view.ends == ("left", "right")


def test_every_dinosaur_has_a_review_to_write():
    state = position("VEL1 PTE TYR IGU1 GAL2 SPI1 BRA1 TRI2 STE1 PAC1 ALL1 PAR2 COM1 ANK1")
    assert len({one.words for one in state.result.details[0].reviews}) == 14


def test_a_move_can_be_taken_back_until_something_is_revealed():
    state = start("STE3 GAL2 IGU1 VEL1 / SPI1 BRA2")
    play(state, "SPI1 left")
    assert not state.history[-1].revealed
    play(state, "BRA2 right", "end round")
    assert state.history[-1].revealed, "two cards were drawn"
    blind = GAME.start(1, seed=4, options={"blind_dates": True})
    play(blind, "? left")
    assert blind.history[-1].revealed
