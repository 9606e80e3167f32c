"""Moves as numbers: the four small decisions of a round. An item that is picked is its own number."""

from __future__ import annotations

from typing import Final

NUMBER_CODE: Final = 32  # and the number that the restaurant gets
SQUARE_CODE: Final = 64  # and the square, which commits the seat
FEATURE_CODE: Final = 96  # and the feature that is drawn, or none
