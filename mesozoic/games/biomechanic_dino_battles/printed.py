"""A card as it is printed: what its line of the card table says, in the words of the game.

Costs are written as on the card: ``A`` Attack, ``E`` Evade, ``D`` Defend, ``*`` any of the three; an empty text is
nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

Effect = tuple[tuple[str, int], ...]
"""A phrase of verbs with their numbers, carried out from left to right."""


@dataclass(frozen=True, eq=False, slots=True)
class Attack:
    """``status`` names the cards that the damaged dino's controller takes; ``bench`` hits each benched dino."""

    name: str
    cost: str
    damage: int
    status: str = ""
    bench: int = 0
    atk: int = 0
    """Only an item's attack has its own ATK; that of a dino is printed on the dino."""


@dataclass(frozen=True, eq=False, slots=True)
class Power:
    """An Assist Power or one of an item's powers: an effect, or an attack."""

    name: str
    cost: str
    timing: str
    effect: Effect
    attack: Attack | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Dino:
    id: str
    name: str
    cost: str
    copies: int
    """In the Dino Deck; 0 as Table 1 says."""
    type: str
    retreat: str
    hp: int
    atk: int
    eva: int
    defence: int
    special: tuple[str, ...]
    attacks: tuple[Attack, Attack]
    assist: Power | None
    line: int


@dataclass(frozen=True, eq=False, slots=True)
class Strategy:
    id: str
    name: str
    cost: str
    copies: int
    """In the stack; 0 as the options say."""
    effect: Effect
    line: int


@dataclass(frozen=True, eq=False, slots=True)
class Item:
    id: str
    name: str
    cost: str
    copies: int
    powers: tuple[Power, Power]
    line: int


Card = Dino | Strategy | Item
