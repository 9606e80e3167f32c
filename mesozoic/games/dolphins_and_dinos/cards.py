"""The sixteen cards, one row each, and the tables that the engine reads them from (ledger section 8)."""

from __future__ import annotations

from typing import Final, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

# --- Items: what can stand in a square ------------------------------------------------------------
# An exhibit is its value 1 to 15; a square without an item is 0.
MOST_EXPENSIVE: Final = 15
RESTAURANT: Final = 16
CORRIDOR: Final = 17

# --- Features ---------------------------------------------------------------------------------------
NO_FEATURE: Final = 0
WATER: Final = 1
ANCIENT: Final = 2
LIFE: Final = 3
FEATURE_LETTERS: Final = "-WAL"
FEATURE_NAMES: Final = ("none", "water", "ancient", "life")

# --- Squares: three files a to c, three ranks 1 to 3 ----------------------------------------------------
SQUARE_NAMES: Final = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")


class Card(NamedTuple):
    """A card as printed. A picker pays ``price``, and ``surcharge`` for each player who picked it."""

    value: int
    name: str
    features: str
    price: int
    surcharge: int
    missed_by: int | None
    """The card leaves the game when somebody placed it and at most so many players did not (None: it never leaves)."""


CARDS: Final = (
    #    value  name           features  price  surcharge  missed_by
    Card(1, "Arrowhead", "A", 1, 0, None),
    Card(2, "Butterfly", "L", 1, 0, None),
    Card(3, "Trilobite", "WA", 2, 0, None),
    Card(4, "Frog", "WL", 2, 0, None),
    Card(5, "Skeleton", "A", 3, 0, None),
    Card(6, "Fish", "WL", 3, 0, None),
    Card(7, "Theater", "WAL", 4, 0, None),
    Card(8, "Sea Horse", "WL", 4, 0, None),
    Card(9, "Saber Tooth", "A", 5, 0, None),
    Card(10, "Shark", "WL", 5, 0, None),
    Card(11, "Snake", "L", 6, 0, None),
    Card(12, "Plesiosaur", "WA", 6, 0, None),
    Card(13, "Pterodactyl", "A", 7, 1, 1),
    Card(14, "Dolphin", "WL", 7, 1, 1),
    Card(15, "T. Rex", "A", 8, 2, 2),
)

LOWEST_CROWD_PULLER: Final[i64] = min([card.value for card in CARDS if card.surcharge])
"""13, 14 and 15 cost more the more players pick them, and can leave the game."""

ITEM_TEXTS: Final = ("", *[str(card.value) for card in CARDS], "R", "C")
"""An item as people write it."""
ITEM_NAMES: Final = ("nothing", *[card.name for card in CARDS], "Restaurant", "Corridor")


def _column(numbers: list[int]) -> vec[i64]:
    """A column of the card table by item: nothing, the exhibits, restaurant, corridor."""
    return vec[i64]([0] + numbers + [0, 0])


PRICE: Final = _column([card.price for card in CARDS])
SURCHARGE: Final = _column([card.surcharge for card in CARDS])
FEATURES: Final = _column([sum([1 << FEATURE_LETTERS.index(letter) for letter in card.features]) for card in CARDS])
"""The features an exhibit has, as a mask of ``1 << WATER`` and so on."""
