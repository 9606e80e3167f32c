"""The bots of CLADES by name; how fast and how well each sees is in ``reactions.py``."""

from __future__ import annotations

from collections.abc import Mapping

from mesozoic.games.clades.reactions import LEVELS, Reactions
from mesozoic.games.clades.rules import Table


def names() -> tuple[str, ...]:
    return tuple(LEVELS)


def tempo(state: Table, seats: Mapping[int, str], seed: object) -> Reactions:
    return Reactions(state, seats, seed)
