"""Biomechanic Dino Battles. ``GAME`` is the game; ``README.md`` tells the rest."""

from mesozoic.games.biomechanic_dino_battles.game import BiomechanicDinoBattles

GAME = BiomechanicDinoBattles()
