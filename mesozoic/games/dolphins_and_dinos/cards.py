"""What can stand in a museum, and a card table as the engine reads it (ledger section 8).

An exhibit is its value: 1 to 15 in the game's own table (``cards.csv``), up to ``HIGHEST`` in a designer's.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

# --- Items: what can stand in a square ------------------------------------------------------------
# An exhibit is its value; a square without an item is 0.
HIGHEST: Final = 29
RESTAURANT: Final = 30
CORRIDOR: Final = 31
ITEMS: Final = 32
EXHIBITS: Final = 15
"""So many exhibits are in a table."""

# --- Features ---------------------------------------------------------------------------------------
NO_FEATURE: Final = 0
WATER: Final = 1
ANCIENT: Final = 2
LIFE: Final = 3
FEATURE_LETTERS: Final = "-WAL"
FEATURE_NAMES: Final = ("none", "water", "ancient", "life")

# --- Squares: three files a to c, three ranks 1 to 3 ----------------------------------------------------
SQUARE_NAMES: Final = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")

ITEM_TEXTS: Final = tuple([""] + [str(value) for value in range(1, HIGHEST + 1)] + ["R", "C"])
"""An item as people write it."""


@final
@mypyc_attr(acyclic=True)
class Exhibits:
    """A card table as the engine reads it, by item; made once per table."""

    def __init__(
        self, values: vec[i64], prices: vec[i64], surcharges: vec[i64], features: vec[i64], settled: vec[i64]
    ) -> None:
        self.values = values  # the values of the exhibits, rising
        self.prices = prices
        self.surcharges = surcharges
        self.features = features  # those that an exhibit has, as a mask of ``1 << WATER`` and so on
        self.settled = settled  # DD-02: the exhibits that cost nothing extra and never leave; one of them is set aside
        self.highest: i64 = values[EXHIBITS - 1]
