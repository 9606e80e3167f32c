"""The 38 dinosaurs: one row per species, what each ability does as a verb, and the columns that the engine reads.

The rulebook prints no card list; this one is ours (CD-R2). An ability is a trigger, a name and a verb; the sentence
that a player reads is made from the verb, so text and effect cannot part.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

# --- Hearts: what an arrow can point at -------------------------------------------------------------
EMPTY: Final = 0
FULL: Final = 1
BROKEN: Final = 2
HEART_LETTERS: Final = "-FB"
HEIGHTS: Final = 4
"""Slots on the right edge of a card; height 1 is at the top."""

# --- Triggers: when an ability works (CD-R1) ----------------------------------------------------------
BAD_DATE: Final = "bad date"
IMMEDIATE: Final = "immediate"
CONSTANT: Final = "constant"
SPECIAL: Final = "special"

# --- Verbs: what an ability does ------------------------------------------------------------------------
NOTHING: Final = 0
STORM_OFF: Final = 1
EAT_DATE: Final = 2
EAT_BOTH: Final = 3
STAMPEDE: Final = 4
FLING: Final = 5
HEAD_BUTT: Final = 6
EAT_NEIGHBOUR: Final = 7
REARRANGE: Final = 8
FLEE: Final = 9
SERENADE: Final = 10
ARMOUR: Final = 11
LAND: Final = 12
GATECRASH: Final = 13

SENTENCES: Final = (
    "Nothing happens.",
    "Discard {name}.",
    "Eat its date.",
    "Eat both neighbours.",
    "Move {name} to the right end of the table.",
    "Move its date to the left end of the table.",
    "Swap seats with its date.",
    "Eat its neighbour.",
    "You may swap two neighbouring dinosaurs (not this one).",
    "When a neighbour is eaten, discard {name}.",
    "Broken hearts of those beside it count as empty.",
    "Cannot be eaten.",
    "Land between any two neighbouring dinosaurs.",
    "Eat any dinosaur at the table and take its seat.",
)
"""What each verb tells a player, in the order of the verbs."""


class Ability(NamedTuple):
    trigger: str
    title: str
    verb: int


class Species(NamedTuple):
    """A species as printed. ``hearts`` are the four slots from the top, ``arrows`` one height for each card."""

    letters: str
    name: str
    hearts: str
    arrows: tuple[int, ...]
    abilities: tuple[Ability, ...]


STORMS_OFF: Final = Ability(BAD_DATE, "Storms off", STORM_OFF)
SNAP: Final = Ability(BAD_DATE, "Snap", EAT_DATE)

SPECIES: Final = (
    #       letters  name     hearts  arrows     abilities
    Species("IGU", "Iguanodon", "F--B", (1, 2, 3), (STORMS_OFF,)),
    Species("GAL", "Gallimimus", "BF--", (2, 3, 4), (Ability(CONSTANT, "Skittish", FLEE), STORMS_OFF)),
    Species("VEL", "Velociraptor", "--B-", (1, 3, 4), (SNAP,)),
    Species("SPI", "Spinosaurus", "F-B-", (1, 2, 4), (Ability(IMMEDIATE, "Starter", EAT_NEIGHBOUR), STORMS_OFF)),
    Species("BRA", "Brachiosaurus", "-BFB", (1, 2, 3), (Ability(BAD_DATE, "Head in the clouds", NOTHING),)),
    Species("TRI", "Triceratops", "BF-B", (2, 3, 4), (Ability(BAD_DATE, "Stampede", STAMPEDE),)),
    Species("STE", "Stegosaurus", "-BBF", (1, 3, 4), (Ability(BAD_DATE, "Tail swipe", FLING),)),
    Species("PAC", "Pachycephalosaurus", "B-B-", (1, 2, 4), (Ability(BAD_DATE, "Head-butt", HEAD_BUTT),)),
    Species("ALL", "Allosaurus", "-B--", (1, 2, 3), (Ability(BAD_DATE, "Table for one", EAT_BOTH),)),
    Species("PAR", "Parasaurolophus", "--FB", (2, 3, 4), (Ability(CONSTANT, "Serenade", SERENADE), STORMS_OFF)),
    Species("COM", "Compsognathus", "-B-F", (1, 3, 4), (Ability(IMMEDIATE, "Underfoot", REARRANGE), STORMS_OFF)),
    Species("ANK", "Ankylosaurus", "B---", (1, 2, 4), (Ability(CONSTANT, "Armour", ARMOUR), STORMS_OFF)),
    Species(
        "PTE",
        "Pterodactyl",
        "---B",
        (3,),
        (Ability(SPECIAL, "Drops in", LAND), Ability(BAD_DATE, "Flaps off", STORM_OFF)),
    ),
    Species("TYR", "Tyrannosaurus", "BF-B", (2,), (Ability(SPECIAL, "Gatecrasher", GATECRASH), SNAP)),
)


def sentence(species: Species, ability: Ability) -> str:
    """The text of an ability as it stands on the card."""
    return SENTENCES[ability.verb].format(name=species.name)


# --- The cards, numbered in the order of the table -----------------------------------------------------------
CARDS: Final = 38
ORDINARY_CARDS: Final = 36
PTE: Final = 36
TYR: Final = 37
EDGE: Final = 38
"""The rim of the table: it stands beside the first and the last dinosaur of the row, and has no ability."""

SPECIES_OF: Final = [species for species in SPECIES for _ in species.arrows]
"""The species of each card."""
ARROWS: Final = [arrow for species in SPECIES for arrow in species.arrows]
IDS: Final = [
    species.letters + (str(arrow) if len(species.arrows) > 1 else "") for species in SPECIES for arrow in species.arrows
]
"""``IGU2`` is the Iguanodon whose arrow is at height 2; there is only one PTE and one TYR."""
EATERS: Final = ("SPI", "VEL", "ALL", "TYR")
"""The species that can eat somebody."""
CARD_OF: Final = {text: card for card, text in enumerate(IDS)}


def _slots(hearts: str) -> int:
    """The four hearts in two bits each; height 1 takes bits 2 and 3."""
    return sum([HEART_LETTERS.index(letter) << 2 * (at + 1) for at, letter in enumerate(hearts)])


def _verbs(trigger: str) -> vec[i64]:
    """What each card does at this trigger, NOTHING where it has no such ability."""
    verbs = [sum([one.verb for one in species.abilities if one.trigger == trigger]) for species in SPECIES_OF]
    return vec[i64](verbs + [NOTHING])


ARROW: Final = vec[i64](ARROWS + [0])
HEARTS: Final = vec[i64]([_slots(species.hearts) for species in SPECIES_OF] + [0])
ON_BAD_DATE: Final = _verbs(BAD_DATE)
ON_PLAY: Final = _verbs(IMMEDIATE)
ALWAYS: Final = _verbs(CONSTANT)


def heart(left: i64, right: i64) -> i64:
    """CD-19: the slot of the left-hand card at the height of the right-hand card's arrow."""
    return (HEARTS[left] >> 2 * ARROW[right]) & 3
