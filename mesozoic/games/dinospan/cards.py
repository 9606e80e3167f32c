"""The cards as numbers: what the engine asks of a card table, goal tiles, Research cards.

A card's traits are one mask: a bit for its Order, era, hemisphere ... and family. A filter is a mask too; a card
matches when it has all of its bits. Abilities are rows of small numbers (``STEP`` fields each) that
``rules_abilities.py`` runs; ``tables.py`` makes them out of the notation.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

CARDS: Final = 140
FIRST_JURASSIC: Final = 16
FIRST_CRETACEOUS: Final = 70
CARD_IDS: Final = tuple(
    [f"T{n:02}" for n in range(1, 17)] + [f"J{n:02}" for n in range(1, 55)] + [f"K{n:02}" for n in range(1, 71)]
)

# --- Traits: where the bits of each key begin, and their codes in order --------------------------------------
ORDER_AT: Final = 0
ERA_AT: Final = 3
HEMI_AT: Final = 6
CONT_AT: Final = 8
SIZE_AT: Final = 15
TEETH_AT: Final = 19
FOOD_AT: Final = 23
TAG_AT: Final = 26
FAMILY_AT: Final = 34
MOST_FAMILIES: Final = 28
ORDER_BITS: Final = 7
TAG_BITS: Final = 255 << 26
ORDERS: Final = ("Orn", "Sau", "The")
ERAS: Final = ("T", "J", "K")
HEMISPHERES: Final = ("L", "G")
CONTINENTS: Final = ("NAM", "SAM", "EUR", "ASI", "AFR", "OCE", "ANT")
SIZES: Final = ("S", "M", "L", "C")
TEETH: Final = ("Z", "B", "L", "S")
FOODS: Final = ("P", "T", "M")
TAGS: Final = ("Display", "Intelligence", "Armour", "Speed", "Herd", "Giant", "Nesting", "Plumage")

# --- Abilities: verbs, and the fields of a step ----------------------------------------------------------------
GAIN: Final = 1
CARD: Final = 2
EGG: Final = 3
UP: Final = 4
LOOK: Final = 5
CHURN: Final = 6
DIG: Final = 7
FLIP: Final = 8
CULL: Final = 9
IF: Final = 10
SWAP: Final = 11

STEP: Final = 16
VERB: Final = 0
KIND: Final = 1  # the resource, the source, the item paid, or the kind of a condition
NUMBER: Final = 2  # how many; how many are revealed, discarded or paid; the least of a condition
TAKEN: Final = 3  # how many are taken; how often a swap may be made
MASK: Final = 4  # the filter
ROW: Final = 5  # the row that the filter asks for: 0 none, 1 Laurasia, 2 Gondwana
PER: Final = 6  # 1: multiplied by the cards that match the filter
MOST: Final = 7  # at most so many of them count
REWARD: Final = 8
REWARD_KIND: Final = 9
REWARD_NUMBER: Final = 10
DIFFERENT: Final = 11  # 1: the cards paid have pairwise different Orders
MASK_2: Final = 12  # further filters of a condition on Hype; -1 for none
MASK_3: Final = 13
MASK_4: Final = 14

PLANTS: Final = 0
TREES: Final = 1
MAMMALS: Final = 2
ANY: Final = 3
FROM_HYPE: Final = 1
FROM_FOOTPRINT: Final = 2
FROM_BOTH: Final = 3
PAID_CARD: Final = 3
HYPE_HAS: Final = 0
HYPE_COUNT: Final = 1
MINE: Final = 2
ARCHIVE_TOP: Final = 3
ENDLESS: Final = 1000
"""How often a swap "x inf" may be made; no hand lasts so long."""

# --- Goal tiles (DS-04): name, category, mask of the classes ----------------------------------------------------
GOAL_NAMES: Final = (
    "Masters of Miniaturization",
    "Nimble Middleweights",
    "Giants in Motion",
    "Titans of the Mesozoic",
    "Giants of the New World",
    "Eastern Frontiers",
    "Crossroads of the Old World",
    "Blade of Evolution",
    "Complex Dentition",
    "Leaf-Cutters",
    "Pegs, Spoons and Beaks",
    "Ground-Plant Feeders",
    "Carnivorous",
    "High Browsers",
)
GOAL_CATEGORIES: Final = ("Size",) * 4 + ("Continent",) * 3 + ("Dentition",) * 4 + ("Food",) * 3
GOAL_MASKS: Final = vec[i64](
    [
        1 << 15,
        2 << 15,
        4 << 15,
        8 << 15,
        3 << 8,
        8 << 8,
        116 << 8,
        1 << 19,
        2 << 19,
        4 << 19,
        8 << 19,
        1 << 23,
        4 << 23,
        2 << 23,
    ]
)
PRINTED_PERCENT: Final = (29, 21, 23, 27, 45, 24, 31, 26, 19, 30, 26, 47, 28, 25)
GOALS: Final = 14

# --- Personal Research (DS-63, section 8.6) ----------------------------------------------------------------------
RESEARCH_IDS: Final = tuple([f"R{n:02}" for n in range(1, 13)])
RESEARCH_NAMES: Final = (
    "Laurasian Survey",
    "Gondwanan Survey",
    "Ornithischian Monograph",
    "Sauropod Monograph",
    "Theropod Monograph",
    "Missing Links",
    "Golden Clutch",
    "Full Nests",
    "Tree of Life",
    "World Tour",
    "Trait Atlas",
    "Museum Stores",
)
RESEARCH_TEXTS: Final = (
    "2 PP per occupied Laurasia space beyond the 2nd",
    "2 PP per occupied Gondwana space beyond the 2nd",
    "1 PP per published Ornithischian",
    "1 PP per published Sauropod",
    "1 PP per published Theropod",
    "2 PP per space with two cards",
    "2 PP per gold egg",
    "1 PP per space filled to its egg capacity",
    "1 PP per different Order and Family published",
    "2 PP per different continent published beyond the 3rd",
    "2 PP per different visible tag beyond the 3rd",
    "1 PP per card in hand",
)
RESEARCH_CARDS: Final = 12
MOST_RESEARCH: Final = 8


@final
@mypyc_attr(acyclic=True)
class Deck:
    """A card table as the engine reads it; made once per table."""

    def __init__(
        self,
        traits: vec[i64],
        costs: vec[i64],
        points: vec[i64],
        eggs: vec[i64],
        branch_at: vec[i64],
        branches: vec[i64],
        ecosystem: vec[i64],
        steps: vec[i64],
        percent: vec[i64],
    ) -> None:
        self.traits = traits
        self.costs = costs  # P, T, M and cards of each card
        self.points = points
        self.eggs = eggs
        self.branch_at = branch_at  # the first branch of each card, and one entry more
        self.branches = branches  # the first step of each branch, and one entry more
        self.ecosystem = ecosystem  # the step that holds the reward, or -1
        self.steps = steps
        self.percent = percent
