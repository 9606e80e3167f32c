"""Dolphins and Dinos as the kernel sees it: facts, options, notation, deals. The rules are in ``rules.py``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mesozoic.games.dolphins_and_dinos import invariants, tables
from mesozoic.games.dolphins_and_dinos.hints import MuseumHints
from mesozoic.games.dolphins_and_dinos.rules_table import Variant, starting_money
from mesozoic.kernel.card_tables import OPTION, cards_option
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Facts, Game, Setup
from mesozoic.kernel.options import Choice, tune


class DolphinsAndDinos(Game):
    name = "dolphins-and-dinos"
    title = "Dolphins and Dinos"
    summary = (
        "Everybody fills a museum of nine squares in nine rounds of secret choices, on a tight budget. "
        "Rows and columns score when their exhibits rise; themed halls and money left score extra."
    )
    rules_version = 1
    hints = MuseumHints()
    package = __package__ or ""
    card_table = tables.CARD_TABLE
    facts = Facts(
        fewest_players=1,
        most_players=6,
        minutes=(20, 30),
        hidden=True,
        chance=True,
        simultaneous=True,
        realtime=False,
    )
    options = (
        Choice(
            "sheets",
            "what the others see of a museum before the end",
            "open",
            {
                "open": "everything, once the choices are shown",
                "closed": "the card picked and the money, but neither squares nor numbers nor which feature",
            },
        ),
        Choice(
            "free_feature",
            "whose feature is free (chosen is usual with 2 to 6 players, offered in the solo game)",
            lambda players: "offered" if players == 1 else "chosen",
            {
                "chosen": "the lowest exhibit that anybody placed this round",
                "offered": "the lowest exhibit that lay on offer this round",
            },
        ),
        Choice(
            "solo_goal",
            "what the three themed halls of the solo game must be",
            "feature_halls",
            {
                "feature_halls": "each of the three ascending",
                "all_halls": "all six halls ascending",
                "unordered": "in any order",
            },
        ),
        cards_option(),
        tune("money", "dollars of each player at the start", starting_money, 0, 99),
    )

    # --- Starting -----------------------------------------------------------------------------------------

    def check_options(self, players: int, values: Mapping[str, Any]) -> None:
        if players > 1 and values["solo_goal"] != "feature_halls":
            raise BadOptions("solo_goal is the goal of the solo game: leave it out with 2 to 6 players.")

    def variant(self, players: int, values: Mapping[str, Any]) -> Variant:
        return Variant(players, dict(values), tables.CARD_TABLE.of(values[OPTION]))

    # --- The end --------------------------------------------------------------------------------------------

    def score_bounds(self, setup: Setup) -> tuple[int, int]:
        return 0, invariants.best_array(setup) + 2 * (setup.players - 1)

    def longest(self, setup: Setup) -> int:
        """9 picks, 9 squares and 9 features a seat, and a number for each of at most two restaurants."""
        return setup.players * (9 + 9 + 9 + (0 if setup.players == 1 else 2))
