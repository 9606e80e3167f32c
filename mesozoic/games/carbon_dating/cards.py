"""The 38 dinosaurs as the engine reads them: what an ability does as a verb, and the columns of a card table.

The rulebook prints no card list; ours is ``cards.csv`` (CD-R2). An ability is a trigger, a name and a verb; the
sentence that a player reads is made from the verb, so text and effect cannot part.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

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


# --- The cards, numbered in the order of the table -----------------------------------------------------------
CARDS: Final = 38
ORDINARY_CARDS: Final = 36
PTE: Final = 36
TYR: Final = 37
EDGE: Final = 38
"""The rim of the table: it stands beside the first and the last dinosaur of the row, and has no ability."""
NUMBERS: Final = {
    "IGU": "123",
    "GAL": "234",
    "VEL": "134",
    "SPI": "124",
    "BRA": "123",
    "TRI": "234",
    "STE": "134",
    "PAC": "124",
    "ALL": "123",
    "PAR": "234",
    "COM": "134",
    "ANK": "124",
}
IDS: Final = [letters + number for letters, numbers in NUMBERS.items() for number in numbers] + ["PTE", "TYR"]
"""``IGU2`` is in the game's own table the Iguanodon whose arrow is at height 2; there is only one PTE and one TYR."""
CARD_OF: Final = {text: card for card, text in enumerate(IDS)}


@final
@mypyc_attr(acyclic=True)
class Dinosaurs:
    """A card table as the engine reads it, by card, the rim of the table last; made once per table."""

    def __init__(
        self,
        arrows: vec[i64],
        hearts: vec[i64],
        on_bad_date: vec[i64],
        on_play: vec[i64],
        always: vec[i64],
        likes: vec[i64],
    ) -> None:
        self.arrows = arrows
        self.hearts = hearts  # the four slots in two bits each; height 1 takes bits 2 and 3
        self.on_bad_date = on_bad_date  # what each card does at a trigger, NOTHING where it has no such ability
        self.on_play = on_play
        self.always = always
        self.likes = likes  # the card of the own table that does what this one does: bots have learnt from those
